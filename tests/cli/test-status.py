#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli status: how things stand, and task ignore."""

import contextlib
import json
import os
import re
import shlex
import signal
import sqlite3
import subprocess
import time

from runner import CLI, USAGE, start
from stores import START, StoreCase
import tap

# Troubles, and the command of `task` that is the remedy of each.
REMEDIES = {'failed': 'run', 'broken': 'edit', 'unreachable': 'run', 'refused': 'test',
            'verification': 'test', 'forbidden': 'edit', 'gone': 'edit', 'unlisted': 'edit',
            'redesign': 'heal', 'silent': 'test', 'flood': 'edit',
            'unsure': 'test', 'shorter': 'test', 'cut': 'test', 'list': 'edit', 'output': 'run'}


class Report(StoreCase):
    def setUp(self):
        super().setUp()
        self.news = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        self.blog = self.add(self.base + '/blog/', '--name=Blog', '--schedule=manual')
        self.add(self.base + '/zh/', '--name=Zh', '--schedule=manual')
        self.add_articles(self.news, *(('Title %d' % i, 'good') for i in range(9)))
        self.add_articles(self.blog, ('One', 'unsure'))
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            now = time.time_ns() // 1000
            for number in range(1, 11):
                # Five in this week, three in the one before, and older ones.
                days = (1, 1, 2, 3, 6.9, 7.1, 9, 13, 15, 5)[number - 1]
                store.execute('UPDATE article SET collected = ? WHERE id = ?',
                              (now - int(days * 86400e6), number))
            store.execute("INSERT INTO trouble (task, kind, since, message, amount) "
                          "SELECT id, 'flood', ?, 'Far more.', 3 FROM task WHERE name = 'Blog'",
                          (START,))
            store.execute("INSERT INTO trouble (task, kind, since, message, amount, ignored) "
                          "SELECT id, 'silent', ?, 'Nothing.', 3, 1 FROM task WHERE name = 'Zh'",
                          (START,))

    def test_json(self):
        report = json.loads(self.fine('report', 'weekly', '--json'))
        self.assertEqual((report['articles'], report['articles_before'], report['to_review'],
                          report['to_publish'], report['publish_failed']), (6, 3, 1, 0, 0))
        self.assertEqual([(task['name'], task['articles'], task['articles_before'],
                           task['trouble']) for task in report['tasks']],
                         [('News', 5, 3, None), ('Blog', 1, 0, 'flood'), ('Zh', 0, 0, None)])

    def test_text(self):
        text = self.fine('report', 'weekly')
        for part in ('6 new articles, 3 in the week before\n', '     5  News (3)\n',
                     '\nFar more than usual\n  Blog: Far more.\n', '  Articles to review: 1\n',
                     '  1 task brought nothing in both weeks.\n'):
            self.assertIn(part, text)
        for part in ('Silent', 'Mended', 'Other problems'):
            self.assertNotIn(part, text)
        self.assertIn('新文章', self.fine('report', 'weekly', language='zh_CN'))

    def test_mended(self):
        """A task that got an example, whatever else it was changed in."""
        weeks = 3 * 7 * 86400 * 1000 * 1000
        file = os.path.join(self.folder, 'news.task')
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.execute('UPDATE task SET created = created - ?', (weeks,))
            store.execute('UPDATE task_version SET created = created - ?', (weeks,))
        text = self.fine('task', 'show', 'News')
        example = re.search(r'(?m)^\[example\]\n(.+\n?)+', text).group(0)
        with open(file, 'w', encoding='utf-8') as out:
            out.write(text.replace(example, example + '\n' + example))
        self.expect(self.cli('task', 'edit', '--file=' + file, 'News'), 0)
        self.assertIn('\nMended\n  News: 1 example added\n', self.fine('report', 'weekly'))

    def test_refused(self):
        self.expect(self.cli('report'), USAGE)
        self.expect(self.cli('report', 'weekly', 'x'), USAGE, 'one argument too many')


class Status(StoreCase):
    def status(self):
        return json.loads(self.fine('status', '--json'))

    def lines(self):
        """The plain form: numbers by their labels, then rows of tasks in trouble."""
        text, _, troubles = self.fine('status').partition('\n\n')
        return (dict(line.split('\t') for line in text.splitlines()),
                [line.split('\t') for line in troubles.splitlines()])

    def execute(self, sql, *values):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.execute(sql, values)

    def ail(self, uid, kind):
        self.execute('INSERT OR REPLACE INTO trouble (task, kind, since, message, url, amount) '
                     'SELECT id, ?, ?, ?, NULL, 3 FROM task WHERE uid = ?',
                     kind, START, 'The cause.', uid)

    def test_no_store(self):
        done = self.expect(self.cli('status', '--json'), 0, 'no tasks in ' + self.data)
        self.assertEqual(done.err.count('\n'), 1)
        status = json.loads(done.out)
        self.assertEqual((status['collecting'], status['at_work'], status['next_run'],
                          status['tasks'], status['bytes']), (False, None, None, [], 0))
        self.assertFalse(os.path.exists(self.data))

    def test_numbers(self):
        news = self.add(self.base + '/news/', '--name=News', '--schedule=every 1 h')
        blog = self.add(self.base + '/blog/', '--name=Blog', '--schedule=every 2 h')
        self.add(self.base + '/zh/', '--name=Zh', '--schedule=manual')
        self.add_articles(news, ('Bridge', 'good'), ('Cheese', 'unsure'))
        self.execute('UPDATE task SET next_due = ? WHERE uid = ?', START, blog)
        self.execute('UPDATE task SET next_due = ? WHERE uid = ?', START + 60000000, news)
        status = self.status()
        tasks = {task['name']: task for task in status['tasks']}
        self.assertEqual(list(tasks), ['Blog', 'News', 'Zh'])
        self.assertEqual({task['remedy'] for task in status['tasks']}, {None})
        self.assertEqual((status['articles'], status['flagged'], status['troubled'],
                          status['failed_runs'], status['publish_failed']), (2, 1, 0, 0, 0))
        self.assertEqual(status['next_run'], tasks['Blog']['next_run'])
        sizes = {name: os.path.getsize(os.path.join(self.data, name))
                 for name in os.listdir(self.data)
                 if os.path.isfile(os.path.join(self.data, name))}
        self.assertEqual({file['name']: file['bytes'] for file in status['files']}, sizes)
        self.assertEqual(status['bytes'], sum(sizes.values()))
        self.fine('task', 'pause', 'Blog')
        self.assertEqual(self.status()['next_run'], tasks['News']['next_run'])
        numbers, troubles = self.lines()
        self.assertEqual((numbers['Tasks'], numbers['Articles'], numbers['Articles to check'],
                          numbers['A process collects'], troubles), ('3', '2', '1', 'no', []))

    def test_remedies(self):
        """Each kind of trouble has a command, which is there and takes the task."""
        uid = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        # A redesign is over as soon as the newest articles fit.
        self.add_articles(uid, *(('Strange %d' % i, 'does-not-fit') for i in range(10)))
        for kind, verb in REMEDIES.items():
            self.ail(uid, kind)
            status = self.status()
            task, = status['tasks']
            self.assertEqual((task['trouble'], status['troubled']), (kind, 1))
            words = shlex.split(task['remedy'])
            self.assertEqual(words, ['exemplar-cli', 'task', verb, uid, '--data=' + self.data])
            self.assertEqual(subprocess.run((CLI, *words[1:3], '--help'), check=False,
                                            stdout=subprocess.DEVNULL).returncode, 0)
            row, = self.lines()[1]
            self.assertEqual((row[0], row[3], row[4]), ('News', task['remedy'], 'The cause.'))

    def test_remedy_helps(self):
        """The command as it is printed, once the cause is mended."""
        uid = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        self.ail(uid, 'unreachable')
        command = shlex.split(self.status()['tasks'][0]['remedy'])
        subprocess.run((CLI, *command[1:]), check=True, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60)
        self.assertEqual(self.status()['troubled'], 0)

    def test_failed_run(self):
        uid = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        self.execute("INSERT INTO run (task, started, finished, state, message) SELECT id, ?, ?, "
                     "'failed', 'No.' FROM task WHERE uid = ?", START, START, uid)
        self.assertEqual(self.status()['failed_runs'], 1)
        self.assertEqual(self.lines()[0]['Last run failed'], '1')

    def test_ignore(self):
        uid = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        self.ail(uid, 'silent')
        self.assertEqual(self.fine('task', 'ignore', 'News'), '')
        status = self.status()
        self.assertEqual((status['troubled'], status['tasks'][0]['trouble_ignored']), (0, True))
        self.assertEqual(self.lines()[1], [])
        self.assertEqual(self.fine('task', 'ignore', 'News', '--undo'), '')
        self.assertEqual(self.status()['troubled'], 1)
        self.fails('There is no task “Other”', 'task', 'ignore', 'News', 'Other')
        self.assertEqual(self.status()['troubled'], 1)

    def test_collecting(self):
        self.add(self.base + '/news/', '--name=News', '--first-run=all')
        worker = start('worker', '--data', self.data, stderr=subprocess.PIPE,
                       stdin=subprocess.DEVNULL)
        self.addCleanup(worker.stderr.close)
        self.assertEqual(worker.stderr.readline(), b'News: started\n')
        try:
            status = self.status()
            self.assertIs(status['collecting'], True)
            self.assertGreaterEqual(status['at_work'], 0)
            self.assertEqual(self.lines()[0]['A process collects'], 'yes')
        finally:
            worker.send_signal(signal.SIGTERM)
            self.assertEqual(worker.wait(60), 0)
        status = self.status()
        self.assertEqual((status['collecting'], status['at_work']), (False, None))


if __name__ == '__main__':
    tap.main()
