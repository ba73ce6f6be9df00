# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Processes that are killed while it is known what they do.

A process counts the places that it reaches in a file that it shares with the test
(EXM_FAIL_POINT_HITS, src/libexemplar/base/exm-fail-point.h). The test kills it after so many of them and
a while, or where it stopped itself; the file then says what was in flight.
"""

import collections
import contextlib
import csv
import hashlib
import json
import mmap
import os
import re
import shutil
import signal
import sqlite3
import struct
import subprocess
import sys
import time
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'lib'))
import warc  # noqa: E402

SLOT = struct.Struct('=48sQq')
MARKS = struct.Struct('=32s64s128q')
N_SLOTS = 128
SECONDS = 240
IDLE_SECONDS = 5
TIME = re.compile(r'\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[0-9.]*(Z|[+-]\d\d:?\d\d)?')

Kill = collections.namedtuple('Kill', 'phase in_flight done total place')


class Hits:
    """How often a process reached each place, and which was the last."""

    def __init__(self, path):
        self.path = path
        with open(path, 'wb') as file:
            file.truncate(SLOT.size * N_SLOTS)
        with open(path, 'rb') as file:
            self.map = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)

    def close(self):
        self.map.close()
        os.unlink(self.path)

    def slots(self):
        for i in range(N_SLOTS):
            name, count, last = SLOT.unpack_from(self.map, i * SLOT.size)
            name = name.rstrip(b'\0').decode()
            if not name:
                return
            yield name, count, last

    def counts(self):
        return {name: count for name, count, _ in self.slots()}

    def count(self, *names):
        return sum(count for name, count, _ in self.slots() if name in names)

    def last(self):
        return max(((last, name) for name, count, last in self.slots() if count),
                   default=(0, 'nowhere'))[1]


class Phase:
    """Some work that can be killed.

    name: for the report
    command: function of a folder: what does the work
    template: folder with the data that it is done to
    begins, step: places: the work has begun, a part of it is done
    total: parts, known once it was measured
    left: function of a copy of the data folder: parts that are still to be done; None where
      each round does all of them anew
    codes: exit statuses of who is let be
    stop_share: how many kills are where the process stops itself, rather than at random
    finish: function of a folder that lets the rest be done
    look: function of a folder: what must be the same however often it was killed
    """

    def __init__(self, name, template, command, begins, step, finish=None, look=None,
                 left=None, stops=(), stop_share=0.4, codes=(0,)):
        self.name, self.template, self.command = name, template, command
        self.begins, self.step, self.stops = begins, step, stops
        self.finish = finish or (lambda folder: run(*command(folder), codes=codes))
        self.look = look or snapshot
        self.left, self.stop_share, self.codes = left, stop_share, codes
        self.total, self.pace, self.counts, self.expected = 0, 0.0, {}, None

    def fresh(self, scratch):
        folder = os.path.join(scratch, 'round')
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(self.template, folder)
        return folder

    def measure(self, scratch):
        """Does all of it once, undisturbed."""
        folder = self.fresh(scratch)
        hits = Hits(os.path.join(scratch, 'hits'))
        run(*self.command(folder), env={'EXM_FAIL_POINT_HITS': hits.path},
            codes=self.codes)
        first = min(last for name, _, last in hits.slots())
        end = max(last for name, _, last in hits.slots())
        self.counts, self.total = hits.counts(), hits.count(*self.step)
        assert hits.count(*self.begins) and self.total, (self.name, self.counts)
        self.pace = (end - first) / 1e6 / self.total
        hits.close()
        self.finish(folder)
        check_folder(folder)
        self.expected = self.look(folder)

    def start(self, folder, hits, **env):
        return subprocess.Popen(self.command(folder), stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                env=environment(dict(env, EXM_FAIL_POINT_HITS=hits.path)))

    def kill_at_random(self, folder, hits, random, share, blamed):
        process = self.start(folder, hits)
        done = random.randrange(max(int(self.total * share), 1))
        delay = random.random() * self.pace
        wait_for_hits(process, hits, lambda: hits.count(*self.begins)
                      and hits.count(*self.step) >= done)
        end = time.monotonic() + delay
        while time.monotonic() < end and process.poll() is None:
            time.sleep(0.0002)
        return kill_stopped(process, folder, blamed)

    def kill_where_it_stops(self, folder, hits, random, share, blamed):
        places = [name for name in self.stops if self.counts.get(name)]
        place = random.choice(places)
        nth = random.randrange(max(int(self.counts[place] * share), 1)) + 1
        process = self.start(folder, hits, EXM_FAIL_POINT='%s:%d:stop' % (place, nth))
        wait_for_hits(process, hits, lambda: is_stopped(process), idle=IDLE_SECONDS)
        return kill_stopped(process, folder, blamed)

    def kill(self, scratch, random, times=1):
        """Kills it, as many times in a row as wanted, then lets it end; returns Kills."""
        folder = self.fresh(scratch)
        kills, left, blamed = [], self.total, set()
        for _ in range(times):
            if left * 4 < self.total:
                break
            hits = Hits(os.path.join(scratch, 'hits'))
            stop = self.stops and random.random() < self.stop_share
            way = self.kill_where_it_stops if stop else self.kill_at_random
            killed = way(folder, hits, random, left / self.total, blamed)
            blamed |= read_marks(folder)
            done = hits.count(*self.step)
            left = self.total - done
            if self.left is not None:
                left = min(count_left(folder, scratch, self.left), self.total)
            kills.append(Kill(self.name, bool(killed and hits.count(*self.begins) and left),
                              done, self.total, hits.last()))
            hits.close()
            if self.left is None:
                left = self.total
        self.finish(folder)
        check_folder(folder)
        found = self.look(folder)
        if found != self.expected:
            raise AssertionError('%s, after %s:\n%s' % (
                self.name, kills, difference(self.expected, found)))
        return kills


def read_marks(folder):
    """Returns the numbers of the inputs that were being read (exm-work-marks.h)."""
    try:
        with open(os.path.join(folder, 'data', 'worker.marks'), 'rb') as file:
            numbers = MARKS.unpack(file.read(MARKS.size))[2:]
    except FileNotFoundError:
        return set()
    return {number for number in numbers if number}


def kill_stopped(process, folder, blamed):
    """Kills it, but not while it reads what it was killed at before: an input at which two
    processes died is set aside, which is another test's."""
    end = time.monotonic() + SECONDS
    while process.poll() is None:
        process.send_signal(signal.SIGSTOP)
        while process.poll() is None and not is_stopped(process):
            time.sleep(0.0002)
        if not blamed & read_marks(folder):
            break
        assert time.monotonic() < end, blamed
        process.send_signal(signal.SIGCONT)
        time.sleep(0.001)
    process.kill()
    return process.wait() == -signal.SIGKILL


def count_left(folder, scratch, left):
    """Looks at a copy: who opens a store that was not closed changes it."""
    copy = os.path.join(scratch, 'copy')
    for _ in range(10):
        shutil.rmtree(copy, ignore_errors=True)
        # The log goes with the last process that has it open.
        with contextlib.suppress(shutil.Error):
            shutil.copytree(os.path.join(folder, 'data'), copy,
                            ignore=lambda path, names: [name for name in names
                                                        if 'exemplar.db' not in name
                                                        or name.endswith('-shm')])
            break
    else:
        raise AssertionError('%s changes too often to be copied' % folder)
    store = sqlite3.connect(os.path.join(copy, 'exemplar.db'))
    try:
        return left(store)
    finally:
        store.close()


def difference(expected, found):
    """Describes the differences in a few lines."""
    lines = []
    for key in sorted(set(expected) | set(found)):
        if expected.get(key) != found.get(key):
            lines.append('%s: %.2000r\n  and not %.2000r' % (key, found.get(key),
                                                             expected.get(key)))
    return '\n'.join(lines)


def environment(more=()):
    return dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='', G_DEBUG='fatal-criticals',
                **dict(more))


def run(*command, env=(), codes=(0,)):
    done = subprocess.run(command, env=environment(env), stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=SECONDS,
                          check=False)
    if done.returncode not in codes:
        raise AssertionError('%s: %d\n%s' % (command, done.returncode, done.stderr.decode()))
    return done.stdout.decode()


def is_stopped(process):
    try:
        return os.waitid(os.P_PID, process.pid,
                         os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return False


def wait_for_hits(process, hits, condition, idle=0):
    """Until it holds, or the process is over; or, if wanted, has done nothing for so many
    seconds."""
    end = time.monotonic() + SECONDS
    counts, since = None, time.monotonic()
    while not condition() and process.poll() is None:
        now = time.monotonic()
        if now > end:
            raise AssertionError('waited in vain: %s' % hits.counts())
        if idle and counts != hits.counts():
            counts, since = hits.counts(), now
        if idle and now - since > idle:
            return
        time.sleep(0.0002)


def check_folder(folder):
    """Asserts what must hold of every data folder and of the files beside it."""
    for name in ('exemplar.db', 'pages.db', 'resources.db'):
        if not os.path.exists(os.path.join(folder, 'data', name)) and name == 'resources.db':
            continue
        store = sqlite3.connect(os.path.join(folder, 'data', name))
        try:
            check = store.execute('PRAGMA integrity_check').fetchall()
            assert check == [('ok',)], (name, check)
            assert store.execute('PRAGMA foreign_key_check').fetchall() == [], name
            if name == 'exemplar.db':
                check_nothing_left(store)
            elif name == 'resources.db':
                check_all_held(store)
        finally:
            store.close()
    parts = [file for _, _, files in os.walk(folder) for file in files
             if '.part' in file or file.endswith(('.tmp', '~'))]
    assert parts == [], parts


def check_nothing_left(store):
    """No run is open, no job is left or leased, nothing waits to be published, and no
    article is there twice."""
    for what, query in (
            ('open runs', 'SELECT count(*) FROM run WHERE finished IS NULL'),
            ('jobs', 'SELECT count(*) FROM job'),
            ('leases', 'SELECT count(*) FROM job WHERE lease_owner IS NOT NULL'),
            ('publications', "SELECT count(*) FROM publish_queue WHERE state IN "
                             "('waiting', 'deferred')"),
            ('articles twice', 'SELECT count(*) - count(DISTINCT task || url_key) FROM article'),
            ('publications twice', 'SELECT count(*) - count(DISTINCT article || output_key) '
                                   'FROM publish_queue')):
        n = store.execute(query).fetchone()[0]
        assert n == 0, '%d %s' % (n, what)


def check_all_held(store):
    """No article waits for a picture, and what is held is held by one."""
    for what, query in (
            ('wanted pictures', 'SELECT count(*) FROM holder '
                                'WHERE hash IS NULL AND failure IS NULL'),
            ('pictures held for nobody', 'SELECT count(*) FROM resource WHERE held = 1 '
                                         'AND hash NOT IN (SELECT hash FROM holder '
                                         'WHERE hash IS NOT NULL)'),
            ('pictures that may be swept', 'SELECT count(*) FROM resource WHERE held = 0 '
                                           'AND hash IN (SELECT hash FROM holder)')):
        n = store.execute(query).fetchone()[0]
        assert n == 0, '%d %s' % (n, what)


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_output(path):
    """Reads published files: times differ, and so does the order of records."""
    if os.path.dirname(path).endswith('.files'):
        with open(path, 'rb') as file:
            return hashlib.sha256(file.read()).hexdigest()
    if path.endswith('.db'):
        with contextlib.closing(sqlite3.connect(path)) as database:
            assert database.execute('PRAGMA integrity_check').fetchall() == [('ok',)]
            return sorted((url, digest(text)) for url, text in
                          database.execute('SELECT url, text FROM articles'))
    if path.endswith('.warc.gz'):
        return sorted((told['url'], digest(text)) for told, text in warc.articles(warc.read(path)))
    with open(path, encoding='utf-8', newline='') as file:
        text = file.read()
    assert text.endswith('\n'), (path, text[-80:])
    if path.endswith('.jsonl'):
        records = [json.loads(line) for line in text.splitlines()]
        return sorted((record['url'], digest(record['text'])) for record in records)
    if path.endswith('.atom'):
        entries = xml.etree.ElementTree.fromstring(text.encode()).findall('{*}entry')
        return sorted((entry.find('{*}link').get('href'), digest(entry.find('{*}content').text))
                      for entry in entries)
    if path.endswith('.json'):
        return sorted((item['url'], digest(item['content_html'])) for item in json.loads(text)['items'])
    if path.endswith('.csv'):
        rows = list(csv.DictReader(text.lstrip('\ufeff').splitlines(True)))
        return sorted((row['url'], digest(row['text'])) for row in rows)
    return digest(TIME.sub('', text))


def read_outputs(folder):
    out = os.path.join(folder, 'out')
    return {os.path.relpath(os.path.join(path, name), out): read_output(
        os.path.join(path, name)) for path, _, names in os.walk(out) for name in names
            if not name.startswith('.')}


def read_holders(folder):
    """Pictures that articles hold."""
    path = os.path.join(folder, 'data', 'resources.db')
    if not os.path.exists(path):
        return []
    store = sqlite3.connect(path)
    try:
        return sorted(store.execute("SELECT task, url_key, address, ifnull(hash, ''), "
                                    "ifnull(failure, '') FROM holder"))
    finally:
        store.close()


def snapshot(folder):
    """All that is known when everything is over, but times and the order of things."""
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    try:
        return {
            'articles': sorted(store.execute(
                'SELECT url, state, html, excerpt, n_chars, (SELECT group_concat(state) FROM publish_queue '
                'WHERE article = article.id) FROM article')),
            'counts': store.execute(
                'SELECT sum(n_found), sum(n_new), sum(n_articles), sum(n_flagged), '
                'sum(n_failed) FROM run').fetchall(),
            'tasks': sorted(store.execute('SELECT uid, version, name, paused FROM task')),
            'labels': sorted(store.execute(
                'SELECT url_key, kind, line_key FROM label WHERE undone IS NULL')),
            'pages': sorted(store.execute(
                'SELECT article.url, number, p.url, p.page_hash FROM joined_page p '
                'JOIN article ON article.id = p.article')),
            'pages of jobs': store.execute('SELECT count(*) FROM job_page').fetchall(),
            'version': store.execute('PRAGMA user_version').fetchall(),
            'outputs': read_outputs(folder),
            'pictures': read_holders(folder),
        }
    finally:
        store.close()


def report(kills):
    """Prints what was in flight; returns the share in percent."""
    by_phase = collections.defaultdict(list)
    for kill in kills:
        by_phase[kill.phase].append(kill)
    for phase, some in by_phase.items():
        places = collections.Counter(kill.place for kill in some)
        print('# %s: %d kills, %d in flight; after %s' % (
            phase, len(some), sum(kill.in_flight for kill in some),
            ', '.join('%s %d' % pair for pair in places.most_common(4))))
        for kill in some:
            if not kill.in_flight:
                print('#   not in flight: %d of %d done, after %s' % (
                    kill.done, kill.total, kill.place))
    flying = sum(kill.in_flight for kill in kills)
    percent = 100 * flying // max(len(kills), 1)
    print('# %d kills, %d in flight (%d %%)' % (len(kills), flying, percent))
    sys.stdout.flush()
    return percent
