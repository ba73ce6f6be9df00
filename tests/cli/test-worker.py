#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli worker and task run: from the sample site to published files."""

import contextlib
import datetime
import email.utils
import json
import os
import pty
import re
import select
import signal
import socket
import sqlite3
import subprocess

from runner import CLI, FAILED, USAGE, environment, start
from stores import PublishCase, StoreCase
import tap
import urllib.request
import xml.etree.ElementTree

KILLED = 137


class Once(StoreCase):
    def titles(self):
        return {json.loads(line)['title']
                for line in self.fine('articles', 'list', '--json').splitlines()}

    def files(self, folder):
        return sorted(name for _, _, names in os.walk(folder) for name in names
                      if not name.startswith('.'))

    def test_nothing_to_do(self):
        self.assertEqual(self.fine('worker', '--once'), '')

    def test_run(self):
        out = self.folder + '/out'
        self.add(self.base + '/news/feed.xml', '--name=News', '--first-run=all',
                 '--schedule=manual', '--output=text:' + out)
        self.assertRegex(self.fine('task', 'run', 'News'), r'^News: 1[02] listed, [^\n]*\n$')
        task = self.tasks()['News']
        self.assertEqual((task['articles'], task['last_run_state']), (12, 'done'))
        self.assertIn('Storm wall passes its first real test', self.titles())
        self.assertEqual(len(self.files(out)), 12 - task['flagged'])
        before = self.files(out)
        self.fine('task', 'run', 'News')
        self.assertEqual((self.files(out), self.tasks()['News']['articles']), (before, 12))

    def test_feeds(self):
        """Feeds hold the newest, once each; what is held back is not in them."""
        out = self.folder + '/out'
        self.add(self.base + '/news/feed.xml', '--name=News', '--first-run=all', '--schedule=manual',
                 '--output=atom:%s/{news}.xml' % out, '--output=json-feed:%s/' % out)
        self.fine('task', 'run', 'News')
        self.assertEqual(self.files(out), ['feed.json', '{news}.xml'])
        atom = '{http://www.w3.org/2005/Atom}'
        root = xml.etree.ElementTree.parse(out + '/{news}.xml').getroot()
        entries = root.findall(atom + 'entry')
        with open(out + '/feed.json', encoding='utf-8') as file:
            items = json.load(file)['items']
        self.assertEqual(root.findtext(atom + 'title'), 'News')
        with urllib.request.urlopen(self.base + '/news/feed.xml') as answer:
            source = {item.findtext('guid'): item for item in
                      xml.etree.ElementTree.parse(answer).getroot().iter('item')}
        for entry in entries:
            item = source[entry.findtext(atom + 'id')]
            self.assertEqual(
                [category.get('term') for category in entry.findall(atom + 'category')],
                [category.text for category in item.findall('category')])
            self.assertEqual(
                datetime.datetime.fromisoformat(entry.findtext(atom + 'published').replace('Z', '+00:00')),
                email.utils.parsedate_to_datetime(item.findtext('pubDate')))
        self.assertEqual([entry.findtext(atom + 'id') for entry in entries], [item['id'] for item in items])
        times = [entry.findtext(atom + 'published') for entry in entries]
        self.assertEqual(times, sorted(times, reverse=True))
        good = {json.loads(line)['title'] for line in
                self.fine('articles', 'list', '--json', '--state=good').splitlines()}
        self.assertEqual(sorted(item['title'] for item in items), sorted(good))
        self.assertEqual(len(items), 12 - self.tasks()['News']['flagged'])
        before = os.stat(out + '/feed.json').st_mtime_ns
        self.fine('task', 'run', 'News')
        self.assertEqual(os.stat(out + '/feed.json').st_mtime_ns, before)

    def test_headers(self):
        """The kept page can be read as long as its article exists."""
        self.add(self.base + '/news/feed.xml', '--name=News', '--first-run=all')
        self.fine('task', 'run', 'News')
        for line in self.fine('articles', 'list', '--json').splitlines():
            article = json.loads(line)
            number = str(article['id'])
            record = json.loads(self.fine('articles', 'show', number, '-H', '-f', 'json'))
            last = record['exchanges'][-1]
            self.assertEqual((record['version'], last['url']), (1, article['url']))
            self.assertEqual(last['status'], 'HTTP/1.1 200 OK')
            self.assertIn('Content-Type', dict(last['headers']))
            shown = self.fine('articles', 'show', number, '--headers')
            self.assertIn('< HTTP/1.1 200 OK\n< ', shown)
            self.assertIn('> Host: 127.0.0.1', shown)
            self.assertIn('bytes, stored as they came\n', shown)

    def test_first_run_takes_nothing(self):
        self.add(self.base + '/news/', '--name=News', '--first-run=new')
        done = self.expect(self.cli('task', 'run', 'News'), 0, '')
        self.assertRegex(done.out, r'^News: 10 listed, 0 new, 10 passed over by the '
                                   r'first run, ')
        self.assertEqual(self.tasks()['News']['articles'], 0)

    def test_nothing_new(self):
        self.add(self.base + '/news/', '--name=News', '--first-run=newest:4')
        first = self.expect(self.cli('task', 'run', 'News'), 0)
        self.assertRegex(first.out, r'^News: 10 listed, 4 new, 6 passed over by the '
                                    r'first run, ')
        again = self.expect(self.cli('task', 'run', 'News'), 0)
        self.assertEqual(again.out, 'News: Nothing new: what lists the articles has not changed\n')

    def test_older(self):
        """Older articles are told in numbers, and come as backlog."""
        self.add(self.base + '/news/', '--name=News', '--first-run=newest:4')
        self.expect(self.cli('task', 'run', 'News'), 0)
        told = self.fine('task', 'older', 'News')
        self.assertRegex(told, r'^News: 6 addresses were passed over by the first run')
        self.assertIn('--newest=N', told)
        self.assertEqual(self.tasks()['News']['articles'], 4)
        two = self.expect(self.cli('task', 'older', 'News', '--newest=2'), 0)
        self.assertEqual(two.out, 'News: 2 older, 2 stored\n')
        self.assertRegex(self.fine('task', 'older', 'News'), r'^News: 4 addresses ')
        rest = self.expect(self.cli('task', 'older', 'News', '--all'), 0)
        self.assertEqual(rest.out, 'News: 4 older, 4 stored\n')
        self.assertRegex(self.fine('task', 'older', 'News', '--all'), r'^News: 0 addresses ')
        articles = [json.loads(line) for line in
                    self.fine('articles', 'list', '--json').splitlines()]
        self.assertEqual([article['backlog'] for article in articles], 10 * [True])
        shown = json.loads(self.fine('articles', 'show', str(articles[0]['id']),
                                     '--format=json'))
        self.assertIs(shown['backlog'], True)

    def test_older_usage(self):
        self.add(self.base + '/news/', '--name=News')
        self.expect(self.cli('task', 'older'), USAGE)
        self.expect(self.cli('task', 'older', 'News', '--newest=-1'), USAGE)
        self.expect(self.cli('task', 'older', 'News', '--newest=1', '--all'), USAGE)
        self.expect(self.cli('task', 'older', 'Nobody'), FAILED)

    def test_log(self):
        self.add(self.base + '/zh/', '--name=江畔', '--first-run=all')
        self.add(self.base + '/blog/', '--name=Blog', '--paused')
        done = self.expect(self.cli('worker', '--once'), 0)
        self.assertEqual(done.out, '')
        self.assertIn('江畔: started\n', done.err)
        self.assertRegex(done.err, r'(?m)^江畔: “[^”]+” \(good, \d+%\) http://.*$')
        self.assertRegex(done.err,
                         r'(?m)^江畔: done: 10 listed, 10 new, \d+ left out by '
                         r'the patterns(, \d+ held)?$')
        self.assertNotIn('Blog', done.err)
        self.assertNotIn('\033', done.err)
        self.assertEqual(self.expect(self.cli('worker', '--once'), 0).err, '')

    def test_paused_ones_run_when_asked(self):
        self.add(self.base + '/news/', '--name=N', '--first-run=all', '--paused')
        self.fine('task', 'run', 'N')
        self.assertEqual(self.tasks()['N']['articles'], 10)

    def test_source_that_fails(self):
        self.add(self.articles_of('news')[0], '--name=N', '--schedule=manual',
                 '--source=list:' + self.fault('404'))
        done = self.expect(self.cli('task', 'run', 'N'), FAILED)
        self.assertIn('404', done.err)

    def execute(self, sql):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.execute(sql)

    def test_store_that_fails(self):
        self.add(self.base + '/news/', '--name=N', '--first-run=new')
        self.execute("CREATE TRIGGER fails BEFORE INSERT ON setting"
                     " WHEN NEW.key LIKE 'collected/%'"
                     " BEGIN SELECT RAISE (FAIL, 'not today'); END")
        for arguments in ('worker', '--once'), ('task', 'run', 'N'):
            done = self.expect(self.cli(*arguments), FAILED)
            self.assertEqual(done.err.count('not today'), 1, done.err)
            self.assertIn('N: failed: ', done.err)
            task = self.tasks()['N']
            self.assertEqual(task['last_run_state'], 'failed')
        self.execute('DROP TRIGGER fails')
        self.fine('task', 'run', 'N')
        self.assertEqual(self.tasks()['N']['last_run_state'], 'done')

    def test_run_that_cannot_begin(self):
        self.add(self.base + '/news/', '--name=N', '--first-run=all')
        self.execute("CREATE TRIGGER fails BEFORE INSERT ON run"
                     " BEGIN SELECT RAISE (FAIL, 'no run'); END")
        for arguments in ('worker', '--once'), ('task', 'run', 'N'):
            done = self.expect(self.cli(*arguments), FAILED)
            self.assertEqual(done.err.count('no run'), 1, done.err)
        self.execute('DROP TRIGGER fails')
        self.fine('task', 'run', 'N')
        self.assertEqual(self.tasks()['N']['articles'], 10)

    def test_unknown_task(self):
        self.fails('There is no task “N”', 'task', 'run', 'N')

    def test_data_folder_in_the_way(self):
        self.data = self.write('file', '')
        self.fails('not a folder', 'worker', '--once')
        self.fails('not a folder', 'task', 'run', 'N')


class Running(StoreCase):
    def start_worker(self):
        """A worker that has said that it works."""
        self.add(self.base + '/news/', '--name=News', '--first-run=all')
        worker = start('worker', '--data', self.data, stderr=subprocess.PIPE,
                       stdin=subprocess.DEVNULL)
        self.addCleanup(worker.stderr.close)
        self.assertEqual(worker.stderr.readline(), b'News: started\n')
        return worker

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            worker = self.start_worker()
            worker.send_signal(number)
            self.assertEqual(worker.wait(60), 0)
            self.fine('task', 'delete', 'News')

    def test_service_manager(self):
        """Told when it is ready, again and again that it goes on, and when it ends."""
        self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        path = os.path.join(self.folder, 'notify')
        for name, place in ((path, path), ('@exm' + self.folder, '\0exm' + self.folder)):
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
                manager.bind(place)
                manager.settimeout(60)
                worker = subprocess.Popen(
                    (CLI, 'worker', '--data', self.data), stdin=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    env=dict(environment(), NOTIFY_SOCKET=name, WATCHDOG_USEC='20000'))
                self.addCleanup(worker.wait)
                self.addCleanup(worker.kill)
                self.assertEqual(manager.recv(99), b'READY=1')
                for _ in range(3):
                    self.assertEqual(manager.recv(99), b'WATCHDOG=1')
                worker.terminate()
                told = b'WATCHDOG=1'
                while told == b'WATCHDOG=1':
                    told = manager.recv(99)
                self.assertEqual(told, b'STOPPING=1')
                self.assertEqual(worker.wait(60), 0)

    def test_no_service_manager_listens(self):
        """One that went away ends nothing; a watchdog of another process is none of ours."""
        self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        done = self.cli('worker', '--once', variables={
            'NOTIFY_SOCKET': self.folder + '/gone', 'WATCHDOG_USEC': '1', 'WATCHDOG_PID': '1'})
        self.expect(done, 0)

    def test_one_at_a_time(self):
        worker = self.start_worker()
        self.fails('collects', 'worker', '--once')
        worker.terminate()
        self.assertEqual(worker.wait(60), 0)
        self.expect(self.cli('worker', '--once'), 0)
        self.assertEqual(self.tasks()['News']['articles'], 10)

    def wait_for(self, worker, words):
        """Reads the worker's log up to a line with these words."""
        line = b' '
        while line and words.encode() not in line:
            line = worker.stderr.readline()
        self.assertIn(words, line.decode())

    def test_tasks_are_handed_over(self):
        worker = self.start_worker()
        self.add(self.base + '/zh/', '--name=江畔', '--first-run=all', '--paused')
        done = self.expect(self.cli('task', 'run', '江畔'), 0, 'Handed to the process')
        self.assertEqual(done.out, '')
        self.wait_for(worker, '江畔: done: ')
        worker.terminate()
        self.assertEqual(worker.wait(60), 0)
        self.assertEqual(self.tasks()['江畔']['articles'], 10)

    def test_stop_run(self):
        """The run ends, the worker goes on; without one there is nothing to stop."""
        uid = self.add(self.base + '/news/', '--name=News', '--first-run=all',
                       '--schedule=manual', '--delay-ms=60000')
        worker = start('task', 'run', 'News', '--data', self.data, stderr=subprocess.PIPE,
                       stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.addCleanup(worker.stderr.close)
        self.addCleanup(worker.stdout.close)
        while self.tasks()['News']['last_run_state'] != 'running':
            self.assertIsNone(worker.poll())
        self.fails('There is no task “Other”', 'task', 'stop', 'News', 'Other')
        self.assertEqual(self.fine('task', 'stop', uid), '')
        self.assertEqual(worker.wait(60), 1)
        self.assertEqual(self.tasks()['News']['last_run_state'], 'stopped')
        self.fails('No worker is running', 'task', 'stop', 'News')

    def test_new_tasks_are_noticed(self):
        worker = self.start_worker()
        self.add(self.base + '/zh/', '--name=江畔', '--first-run=all')
        self.wait_for(worker, '江畔: done: ')
        self.fine('task', 'pause', '江畔')
        worker.terminate()
        self.assertEqual(worker.wait(60), 0)

    def test_terminal(self):
        """Progress is one line that changes; nothing of it is left at the end."""
        self.add(self.base + '/news/', '--name=News', '--first-run=all')
        ours, theirs = pty.openpty()
        worker = subprocess.Popen((CLI, 'worker', '--once', '--data', self.data),
                                  env=environment(), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        shown = b''
        while select.select([ours], [], [], 60)[0]:
            try:
                shown += os.read(ours, 65536)
            except OSError:
                break
        self.assertEqual((worker.wait(60), worker.stdout.read()), (0, b''))
        worker.stdout.close()
        os.close(ours)
        text = shown.decode()
        self.assertRegex(text, r'\rNews: \d+ of \d+ pages, \d+ articles\033\[K')
        left = re.sub(r'\r[^\r]*\033\[K\r\033\[K', '', re.sub(
            r'(\r[^\r\n]*\033\[K)+(?=\r)', '', text))
        self.assertRegex(left, r'News: done: 10 listed, 10 new')
        self.assertNotIn(' pages, ', left)
        self.assertNotIn('News: started', text)


class Unit(StoreCase):
    def test_unit(self):
        with open(os.environ['EXEMPLAR_UNIT'], encoding='utf-8') as file:
            unit = file.read()
        self.assertRegex(unit, r'(?m)^ExecStart=/\S*/exemplar-cli worker$')
        self.assertIn('\nType=notify\n', unit)
        self.assertRegex(unit, r'(?m)^WatchdogSec=\d+$')
        self.assertNotIn('@', unit)


class Renaming(PublishCase):
    """A saved search gets another name while the worker is at its articles."""

    def setUp(self):
        super().setUp()
        self.out = self.folder + '/found'
        self.fill()

    def fill(self):
        """Three articles that no search has judged."""
        uid = self.quiet_task()
        self.add_articles(uid, *((title, 'good') for title in ('One', 'Two', 'Three')))
        self.fine('search', 'add', '--output=text:' + self.out, 'Old', 'paragraph')
        with self.store() as store:
            store.execute('INSERT INTO unjudged SELECT id FROM article')

    def check(self):
        """All three went out, once, under the new name; nothing waits."""
        self.assertEqual(len([name for _, _, names in os.walk(self.out) for name in names
                              if not name.startswith('.')]), 3)
        with self.store() as store:
            self.assertEqual(store.execute('SELECT state, search FROM publish_queue').fetchall(),
                             [('published', 'New')] * 3)
            self.assertEqual(store.execute('SELECT * FROM unjudged').fetchall(), [])
            self.assertEqual(store.execute("SELECT * FROM setting WHERE key LIKE 'renaming/%'")
                             .fetchall(), [])

    def rename_at(self, point, *variables):
        worker = start('worker', '--once', '--data', self.data,
                       variables={'EXM_FAIL_POINT': point + ':stop'}, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT)
        seen = os.waitid(os.P_PID, worker.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        self.assertEqual(seen.si_code, os.CLD_STOPPED)
        done = self.cli('search', 'rename', 'Old', 'New', variables=dict(variables))
        worker.send_signal(signal.SIGCONT)
        said, _ = worker.communicate(timeout=120)
        self.assertEqual(worker.returncode, 0, said)
        return done

    def test_while_judged(self):
        self.expect(self.rename_at('worker.judge.before:1'), 0)
        self.check()

    def test_while_published(self):
        self.expect(self.rename_at('publish.write.before:1'), 0)
        self.check()

    def test_killed(self):
        """The renaming process dies between the file and the store, at a search that has articles
        on their way; a second renaming follows."""
        for point in ('searches.rename.noted', 'searches.rename.written', 'store.judge.before:2',
                      'store.judge.after:2'):
            with self.subTest(point=point):
                self.data, self.out = self.folder + '/' + point, self.folder + '/out-' + point
                self.fill()
                self.expect(self.rename_at('worker.judge.after:1',
                                           ('EXM_FAIL_POINT', point)), KILLED)
                self.work()
                names = [json.loads(line)['name'] for line in
                         self.fine('search', 'list', '--json').splitlines()]
                if names == ['Old']:
                    self.assertEqual(point, 'searches.rename.noted')
                    self.fine('search', 'rename', 'Old', 'New')
                self.check()

    def test_unreadable(self):
        """Nothing is lost while the file of the searches cannot be read."""
        path = self.data + '/searches.txt'
        os.rename(path, path + '.away')
        os.mkdir(path)
        self.work()
        os.rmdir(path)
        os.rename(path + '.away', path)
        self.work()
        self.fine('search', 'rename', 'Old', 'New')
        self.check()


if __name__ == '__main__':
    tap.main()
