#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""measure-scale.py CLI FOLDER [--sizes N,N…] [--jobs N] [--rounds N]

Makes archives in FOLDER (make-archive.py; those that are there stay), extracts each by
`CLI warc`, and prints Markdown: pages, seconds, cost in seconds of processors, memory, reading and
choosing, and how far the cost of a page is from that of the smallest archive. The least of ROUNDS
counts, since other work on the computer only adds. Then the largest is killed in its middle and
goes on, which must give the same bytes. Bodies are compared with what was written."""

import argparse
import collections
import hashlib
import json
import os
import subprocess
import sys
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
CHUNK = 1 << 14
Run = collections.namedtuple('Run', 'status wall cpu memory')


def run(*command, kill_at=None):
    """Waits for the command; @kill_at: seconds until kill -9."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if kill_at is not None:
        try:
            process.wait(kill_at)
        except subprocess.TimeoutExpired:
            process.kill()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = status
    return Run(status, time.monotonic() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def make(folder, size):
    path = os.path.join(folder, '%d.warc.gz' % size)
    if not os.path.exists(path + '.truth'):
        subprocess.run((sys.executable, HERE + '/make-archive.py', str(size), path, '--truth', path + '.part'),
                       check=True, stdout=subprocess.DEVNULL)
        os.rename(path + '.part', path + '.truth')
    return path


def compare(path, out):
    """(answers, F1 of their lines beside those that were written, bodies that are the same, pages that can be read)."""
    with open(path + '.truth', encoding='utf-8') as file:
        truth = {entry['url']: entry['body'] for entry in map(json.loads, file)}
    answers = same = 0
    score = 0.
    with open(out, encoding='utf-8') as file:
        for answer in map(json.loads, file):
            answers += 1
            wanted = truth.get(answer['url'])
            if wanted is None:
                continue
            same += wanted == answer['text']
            one, other = wanted.split('\n'), answer['text'].split('\n')
            common = sum((collections.Counter(one) & collections.Counter(other)).values())
            score += 2 * common / (len(one) + len(other))
    return answers, score / len(truth), same, len(truth)


def digest(path):
    hasher = hashlib.sha256()
    with open(path, 'rb') as file:
        while block := file.read(1 << 20):
            hasher.update(block)
    return hasher.hexdigest()


def unpack(path):
    """Seconds of a processor that zlib alone takes for the archive, and bytes that come out."""
    with open(path, 'rb') as file:
        data = memoryview(file.read())
    start, size, at = time.process_time(), 0, 0
    while at < len(data):
        member = zlib.decompressobj(31)
        begun = at
        try:
            while not member.eof and at < len(data):
                size += len(member.decompress(data[at:at + CHUNK]))
                at = min(at + CHUNK, len(data)) - len(member.unused_data)
        except zlib.error:
            at = begun + 1
            while at < len(data) and data[at:at + 3] != b'\x1f\x8b\x08':
                at += 1
    return time.process_time() - start, size


def measure(options, size):
    path = make(options.folder, size)
    out = os.path.join(options.folder, '%d.jsonl' % size)
    told = out + '.numbers'
    best = None
    for _ in range(options.rounds):
        done = run(options.cli, 'warc', '-j', str(options.jobs), '--output', out, '--statistics', told, path)
        if done.status != 0:
            sys.exit('%s: it ended with %d' % (path, done.status))
        if best is None or done.cpu < best[0].cpu:
            with open(told, encoding='utf-8') as file:
                best = done, json.load(file)
    return path, out, best[0], best[1]


def resume(options, path, out, seconds):
    """Kills a run in its middle; returns what both parts cost, and whether the bytes are the same."""
    again = out + '.again'
    for name in (again, again + '.state'):
        if os.path.exists(name):
            os.unlink(name)
    command = (options.cli, 'warc', '-j', str(options.jobs), '--output', again, path)
    first = run(*command, kill_at=seconds)
    second = run(*command, '--resume')
    return first, second, digest(out) == digest(again)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cli')
    parser.add_argument('folder')
    parser.add_argument('--sizes', default='1000,2000,5000,10000,20000,40000')
    parser.add_argument('--jobs', type=int, default=2)
    parser.add_argument('--rounds', type=int, default=3)
    options = parser.parse_args()
    os.makedirs(options.folder, exist_ok=True)
    print('| pages | answers | F1 | bodies as written | pages/s | s | processor s | ms a page | to the first | '
          'MiB at most | reading s | choosing s |\n|-|-|-|-|-|-|-|-|-|-|-|-|')
    first = None
    for size in map(int, options.sizes.split(',')):
        path, out, done, told = measure(options, size)
        answers, score, same, readable = compare(path, out)
        each = done.cpu / answers * 1000
        first = first or each
        print('| %d | %d | %.4f | %d of %d | %.0f | %.1f | %.1f | %.2f | %+.1f %% | %.0f | %.1f | %.2f |' % (
            size, answers, score, same, readable, answers / done.wall, done.wall, done.cpu, each, (each / first - 1) * 100,
            done.memory / 2**20, told['seconds_reading'], told['seconds_choosing']), flush=True)
    seconds, size = unpack(path)
    print('\nUnpacking alone: %.1f s of a processor by zlib for %.0f MB in %.0f MB.' % (
        seconds, size / 1e6, os.path.getsize(path) / 1e6))
    one, other, same = resume(options, path, out, done.wall / 2)
    print('Killed after %.1f s, the rest took %.1f s (%.1f s of processors in all, %+.1f %%); the bytes are %s.' % (
        one.wall, other.wall, one.cpu + other.cpu, ((one.cpu + other.cpu) / done.cpu - 1) * 100,
        'the same' if same else 'NOT the same'))
    return 0 if same else 1


if __name__ == '__main__':
    sys.exit(main())
