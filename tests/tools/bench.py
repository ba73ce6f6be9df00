#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench.py BUILD [--corpus CORPUS | --instructions [--accept]] [NAME…]

Runs the benchmark programs of a build folder (all, or those whose name contains one of the
NAMEs) and prints a Markdown table; also writes BUILD/bench.md and BUILD/bench.csv.

With --corpus only the tracked curves over the page pairs of a corpus (tests/tools/corpus.py
tells its form). With --instructions what valgrind counts in the kernel's stages and in the
whole extraction, which does not depend on what else the machine does, beside
tests/bench/instructions.tsv; a stage of the kernel that takes a quarter more than there
fails, and an extraction that takes a tenth more. --accept writes that file.

A program prints a line a stage; other lines are its headings and are left out:
  NAME  MIN  MEDIAN  MAX UNIT, n = SIZE
"""

import argparse
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

import corpus

ROW = re.compile(
    r'^(?P<stage>\S.*?)\s+(?P<min>\d[\d.]*)\s+(?P<median>\d[\d.]*)\s+(?P<max>\d[\d.]*)'
    r'\s+(?P<unit>\S.*?), n = (?P<n>\d+)$')
BASELINE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                        '../bench/instructions.tsv')
# Valgrind has no AVX-512.
COUNTED_PATHS = ('portable', 'avx2')
# Tolerance for differences of compilers and C libraries; of the extraction only our own code
# is counted.
MOST = 1.25
MOST_OF_EXTRACTION = 1.1
EXTRACTION = {'extract_exemplar': 'exemplar', 'extract_single': 'exemplar-single'}
PAGES = os.path.join(os.path.dirname(os.path.abspath(__file__)), '../data/accuracy')
# Copies of each page, so that what is made once for a process weighs little.
N_COPIES = 40
COLUMNS = ('program', 'stage', 'n', 'unit', 'min', 'median', 'max', 'spread')


def programs(build, names):
    """(name, argv, environment) of the benchmarks that were asked for."""
    done = subprocess.run(['meson', 'introspect', '--benchmarks', build],
                          stdout=subprocess.PIPE, text=True, check=True)
    for entry in json.loads(done.stdout):
        if not names or any(name in entry['name'] for name in names):
            yield entry['name'], entry['cmd'], entry.get('env') or {}


def parse(program, output):
    """The rows that a program printed."""
    for line in output.split('\n'):
        found = ROW.match(line.strip())
        if found:
            row = dict(found.groupdict(), program=program)
            low, middle, high = (float(row[k]) for k in ('min', 'median', 'max'))
            row['spread'] = '%.0f %%' % (100 * (high - low) / middle) if middle else '-'
            yield row


def run(program, argv, env, table=None, cwd=None):
    """The program's rows, or None: it failed, or it measured nothing."""
    print('==> %s …' % program, file=sys.stderr)
    start = time.monotonic()
    done = subprocess.run(argv, env=dict(os.environ, **env), stdout=subprocess.PIPE,
                          text=True, check=False, input=table, cwd=cwd)
    rows = list(parse(program, done.stdout))
    print('==> %s: %.1f s' % (program, time.monotonic() - start), file=sys.stderr)
    if done.returncode or not rows:
        print('%s: exit status %d, %d rows' % (program, done.returncode, len(rows)),
              file=sys.stderr)
        return None
    return rows


def markdown(rows):
    lines = ['| ' + ' | '.join(COLUMNS) + ' |',
             '|' + '|'.join('---:' if c in COLUMNS[4:] + ('n',) else '---'
                            for c in COLUMNS) + '|']
    for row in rows:
        lines.append('| ' + ' | '.join(row[c].replace('|', '/') for c in COLUMNS) + ' |')
    return '\n'.join(lines) + '\n'


def write(build, rows):
    with open(os.path.join(build, 'bench.md'), 'w', encoding='utf-8') as file:
        file.write(markdown(rows))
    with open(os.path.join(build, 'bench.csv'), 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def bench_corpus(build, folder):
    """The rows of the tracked curves over a corpus, or None."""
    table = ''.join('%s\t%s\n' % (s.html_path(key.site, key.target),
                                  s.html_path(key.site, key.example))
                    for s in corpus.load(folder) for key in s.pairs)
    return run('tracks', [os.path.join(build, 'tests/bench/bench-tracks')], {}, table)


def callgrind(command, path, options, pattern, text=None):
    """Counts of a program by callgrind: (count, name) where its table has the pattern."""
    with tempfile.TemporaryDirectory() as folder:
        profile = os.path.join(folder, 'callgrind.out')
        subprocess.run(['valgrind', '-q', '--tool=callgrind',
                        '--callgrind-out-file=' + profile] + command, check=True, input=text,
                       stdout=subprocess.DEVNULL, text=True,
                       env=dict(os.environ, EXEMPLAR_CPU=path, MALLOC_PERTURB_='0'))
        done = subprocess.run(['callgrind_annotate', '--threshold=100', '--auto=no'] + options
                              + [profile], stdout=subprocess.PIPE, text=True, check=True)
    return [(int(count.replace(',', '')), name)
            for count, name in re.findall(pattern, done.stdout, re.MULTILINE)]


def write_records(folder):
    """Records of batch: a copy of each page, beside a page of its site as its example."""
    records = []
    for form in sorted(os.listdir(PAGES)):
        for site in sorted(os.listdir(os.path.join(PAGES, form))):
            pages = sorted(page for page in os.listdir(os.path.join(PAGES, form, site))
                           if page.endswith('.html')) if '.tsv' not in site else []
            for number in range(N_COPIES * len(pages)):
                paths = []
                for page in (number, number + 1):
                    with open(os.path.join(PAGES, form, site, pages[page % len(pages)]),
                              encoding='utf-8', errors='surrogateescape') as file:
                        text = file.read()
                    paths.append(os.path.join(folder, '%d.html' % (2 * len(records) + len(paths))))
                    with open(paths[-1], 'w', encoding='utf-8', errors='surrogateescape') as file:
                        file.write('%s<!-- %d -->' % (text, number))
                records.append(json.dumps({'target_path': paths[0], 'example_path': paths[1]}))
    return '\n'.join(records) + '\n'


def count_instructions(build, path):
    """{stage: instructions} of the kernel's stages and of the extraction on an instruction
    set; of the latter what is spent in the program's own code."""
    found = callgrind([os.path.join(build, 'tests/bench/bench-kernel'), '--count'], path,
                      ['--inclusive=yes'], r'^\s*([\d,]+)\s.*:count_(\w+)[.\w]* ')
    counts = {stage: count for count, stage in found if stage != 'all'}
    with tempfile.TemporaryDirectory() as folder:
        records = write_records(folder)
        for stage, method in EXTRACTION.items():
            found = callgrind([os.path.join(build, 'src/cli/exemplar-cli'), 'batch', '-j1', '-m',
                               method], path, [], r'^\s*([\d,]+) .*\[(\S*/exemplar-cli)\]$',
                              records)
            counts[stage] = sum(count for count, _ in found)
    return counts


def read_baseline():
    with open(BASELINE, encoding='utf-8', newline='') as file:
        return {(row['stage'], row['path']): int(row['instructions'])
                for row in csv.DictReader(file, delimiter='\t')}


def compare_instructions(build, accept):
    """Prints the counts; returns whether none is a quarter above what it was."""
    counts = {(stage, path): count for path in COUNTED_PATHS
              for stage, count in count_instructions(build, path).items()}
    if accept:
        with open(BASELINE, 'w', encoding='utf-8', newline='') as file:
            writer = csv.writer(file, delimiter='\t', lineterminator='\n')
            writer.writerow(('stage', 'path', 'instructions'))
            writer.writerows(key + (count,) for key, count in sorted(counts.items()))
    before = read_baseline()
    print('| stage | path | instructions | before | change |\n|---|---|---:|---:|---:|')
    for key, count in sorted(counts.items()):
        old = before.get(key)
        change = '%+.1f %%' % (100 * (count / old - 1)) if old else '-'
        print('| %s | %s | %d | %s | %s |' % (*key, count, old or '-', change))
    missing = sorted(set(before) - set(counts))
    for key in missing:
        print('%s %s: not counted' % key, file=sys.stderr)
    return not missing and all(
        count <= (MOST_OF_EXTRACTION if key[0] in EXTRACTION else MOST) * before.get(key, count)
        for key, count in counts.items())


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[2])
    parser.add_argument('build')
    parser.add_argument('names', nargs='*')
    parser.add_argument('--corpus', metavar='CORPUS',
                        help='only the tracked curves, over the pairs of a corpus')
    parser.add_argument('--instructions', action='store_true',
                        help='count instructions of the kernel and the extraction beside what '
                        'they were')
    parser.add_argument('--accept', action='store_true',
                        help='with --instructions: these are what they shall be')
    options = parser.parse_args(argv[1:])
    if options.instructions:
        if shutil.which('valgrind') is None:
            print('counting instructions needs valgrind', file=sys.stderr)
            return 1
        return 0 if compare_instructions(options.build, options.accept) else 1
    rows = []
    failed = False
    if options.corpus:
        found = bench_corpus(options.build, options.corpus)
        failed = found is None
        rows = found or []
    else:
        for program, command, env in programs(options.build, options.names):
            # Programs among a command's arguments are named from the build folder.
            found = run(program, command, env, cwd=options.build)
            failed = failed or found is None
            rows += found or []
    if not rows:
        print('nothing was measured', file=sys.stderr)
        return 1
    write(options.build, rows)
    print(markdown(rows), end='')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
