#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Articles that go into a database file: as they are collected, after kills, and after the
file was held, away or changed by others."""

import contextlib
import json
import os
import re
import shutil
import sqlite3
import subprocess

from runner import FAILED, USAGE, run
from stores import PublishCase
import tap

KILLED = 137
# Libraries that the program was linked with before it had other outputs than files of text, and gmodule,
# which GIO needs by itself; behind them those of the compiler and of sanitizers.
LIBRARIES = set('glib gobject gio gmodule icuuc soup sqlite3 xml2 json-glib m xxhash psl pcre2 zstd brotlidec '
                'uchardet c asan ubsan gcc_s stdc++ pthread dl rt'.split())
POINTS = ('worker.ask.before', 'worker.ask.after', 'sql.table.before', 'sql.table.after',
          'sql.row.before:1', 'sql.row.before:3', 'sql.commit.before', 'sql.commit.after',
          'worker.sent.before', 'worker.sent.after', 'store.publish.before:1',
          'store.publish.after:1', 'store.publish.before:2', 'store.publish.after:2',
          'store.publish.before:3', 'store.publish.after:3')


class Databases(PublishCase):
    def setUp(self):
        super().setUp()
        self.file = self.folder + '/out [1].db'

    def connect(self, uid, *args):
        self.fine('output', 'add', uid, 'sqlite:' + self.file, *args)

    def wait(self, uid, *titles):
        self.publish(uid, 'sqlite', *titles, name=self.file)

    def rows(self, sql='SELECT title FROM articles ORDER BY title'):
        with contextlib.closing(sqlite3.connect(self.file)) as database:
            return [value for value, in database.execute(sql)]

    def execute(self, sql):
        with contextlib.closing(sqlite3.connect(self.file)) as database, database:
            database.executescript(sql)

    def events(self):
        with self.store() as store:
            return [text for text, in store.execute('SELECT message FROM event')]

    def test_collected(self):
        """Articles of a run are there once, older ones too, however often it runs."""
        uid = self.add(self.base + '/news/', '--name=News', '--first-run=newest:3',
                       '--schedule=every 30 d', '--output=sqlite:' + self.file)
        self.work()
        self.work()
        self.assertEqual(len(self.rows()), 3)
        self.assertEqual(self.rows('SELECT DISTINCT task FROM articles'), [uid])
        self.assertEqual(self.rows('SELECT DISTINCT task_name FROM articles'), ['News'])
        for fields in map(json.loads, self.rows('SELECT fields FROM articles')):
            self.assertIn('title', fields['origins'])
        self.assertEqual(set(self.states()), {'published'})
        row = json.loads(self.fine('output', 'list', '--json').splitlines()[-1])
        self.assertEqual((row['kind'], row['place'], row['published']),
                         ('sqlite', self.file, 3))
        self.assertIn('Exactly once', self.fine('output', 'list', uid))

    def test_task_file(self):
        """The file and its switch are in the task's file, which is read again."""
        uid = self.quiet_task()
        self.connect(uid, '--add-columns', '--least-sure=50')
        exported = self.folder + '/exported'
        os.makedirs(exported)
        self.fine('task', 'export', uid, '--output', exported)
        name, = [name for name in os.listdir(exported) if name.endswith('.task')]
        with open(os.path.join(exported, name), encoding='utf-8') as file:
            text = file.read()
        for line in ('kind = sqlite', 'to = ' + self.file, 'add-columns = yes',
                     'least-sure = 50'):
            self.assertIn(line, text)

    def test_again(self):
        """An article that is published once more replaces its row, and keeps what others
        wrote beside it."""
        uid = self.quiet_task()
        self.connect(uid)
        self.wait(uid, 'First', 'Second')
        self.work()
        self.execute("ALTER TABLE articles ADD COLUMN note TEXT; "
                     "UPDATE articles SET note = 'mine', title = 'Changed'")
        with self.store() as store:
            store.execute("UPDATE publish_queue SET state = 'waiting', next_try = 1")
        self.work()
        self.assertEqual(self.rows(), ['First', 'Second'])
        self.assertEqual(self.rows('SELECT note FROM articles'), ['mine', 'mine'])

    def test_kills(self):
        """Nothing is lost and nothing is there twice, wherever the worker dies."""
        for point in POINTS:
            with self.subTest(point=point):
                self.data = '%s/%s' % (self.folder, point.replace(':', '-'))
                self.file = self.data + '.db'
                uid = self.quiet_task()
                self.connect(uid)
                self.wait(uid, 'First', 'Second', 'Third')
                self.work(KILLED, EXM_FAIL_POINT=point)
                self.work()
                self.assertEqual(self.states(), ['published'] * 3)
                self.assertEqual(self.rows(), ['First', 'Second', 'Third'])
                self.assertEqual(self.rows('PRAGMA integrity_check'), ['ok'])

    def assert_told_once(self, word):
        told = [text for text in self.events() if word in text]
        self.assertEqual(len(told), 1, self.events())

    def test_held(self):
        """A file that others hold is told once; the articles follow."""
        uid = self.quiet_task()
        self.connect(uid)
        self.wait(uid, 'First', 'Second')
        self.execute('CREATE TABLE other (x)')
        with contextlib.closing(sqlite3.connect(self.file, isolation_level=None)) as other:
            other.execute('BEGIN EXCLUSIVE')
            for _ in range(2):
                self.make_due()
                self.work()
                self.assertEqual(self.states(), ['waiting'] * 2)
        self.assert_told_once('locked')
        self.make_due()
        self.work()
        self.assertEqual((self.states(), self.rows()), (['published'] * 2, ['First', 'Second']))
        self.assertIn('had to wait: 2; attempts in vain: 2', self.events()[-1])

    def test_full(self):
        """So is one that cannot grow."""
        uid = self.quiet_task()
        self.connect(uid)
        self.wait(uid, 'First')
        self.work()
        # Only this file has the size that files may have, in KiB.
        self.execute('CREATE TABLE filling AS SELECT zeroblob(4000000) AS x')
        size = os.path.getsize(self.file) // 1024
        self.wait(uid, 'Second ' + 'x' * 5000)
        done = subprocess.run(
            ('sh', '-c', "trap '' XFSZ; ulimit -f $0; exec \"$@\"", str(size * 2),
             os.environ['EXEMPLAR_CLI'], 'worker', '--once', '--data', self.data),
            capture_output=True, check=False)
        self.assertEqual(self.states(), ['published', 'waiting'], done)
        self.assert_told_once('no room')
        self.make_due()
        self.work()
        self.assertEqual((self.states(), len(self.rows())), (['published'] * 2, 2))

    def test_away(self):
        """A file that was there is not made anew where its disk may be away; a test does."""
        uid = self.quiet_task()
        self.connect(uid)
        self.wait(uid, 'First')
        self.work()
        os.rename(self.file, self.file + '.away')
        self.wait(uid, 'Second')
        self.work()
        self.assertFalse(os.path.exists(self.file))
        self.assertEqual(self.states(), ['published', 'waiting'])
        self.assert_told_once('no longer there')
        os.rename(self.file + '.away', self.file)
        self.make_due()
        self.work()
        self.assertEqual(self.rows(), ['First', 'Second'])
        os.unlink(self.file)
        self.assertIn('articles in the table: 0', self.fine('output', 'test', 'sqlite:' + self.file))
        self.wait(uid, 'Third')
        self.work()
        self.assertEqual(self.rows(), ['Third'])

    def test_drift(self):
        """Activity names the column and the remedy; both remedies help."""
        for remedy in ('switch', 'sql'):
            with self.subTest(remedy=remedy):
                self.data = '%s/%s' % (self.folder, remedy)
                self.file = self.data + '.db'
                uid = self.quiet_task()
                self.connect(uid, *(['--add-columns'] if remedy == 'switch' else []))
                self.execute('CREATE TABLE articles ("key" TEXT PRIMARY KEY, title, note)')
                self.wait(uid, 'First')
                self.work()
                if remedy == 'sql':
                    self.assertEqual(self.states(), ['waiting'])
                    self.assertIn('“author”, “published”', self.events()[-1])
                    self.execute(self.events()[-1].rsplit('run: ')[1])
                    self.make_due()
                    self.work()
                self.assertEqual((self.states(), self.rows()), (['published'], ['First']))

    def test_refused(self):
        """One that the table does not take keeps no other from it."""
        uid = self.quiet_task()
        self.connect(uid)
        self.wait(uid, 'First')
        self.work()
        self.execute("CREATE TRIGGER no BEFORE INSERT ON articles WHEN NEW.title = 'Bad' "
                     "BEGIN SELECT RAISE (ABORT, 'not this one'); END")
        self.wait(uid, 'Second', 'Bad', 'Third')
        self.work()
        self.assertEqual(self.rows(), ['First', 'Second', 'Third'])
        self.assertEqual(sorted(self.states()), ['failed'] + ['published'] * 3)
        self.assertIn('not this one', ' '.join(self.events()))
        self.execute('DROP TRIGGER no')
        self.fine('output', 'retry', uid)
        self.work()
        self.assertEqual(self.rows(), ['Bad', 'First', 'Second', 'Third'])

    def test_own_store(self):
        """The program's own files are no place for articles, by whatever name."""
        uid = self.quiet_task()
        self.fine('articles', 'search', 'x')
        os.symlink(self.data, self.folder + '/link')
        names = [name for name in os.listdir(self.data) if name.endswith('.db')]
        self.assertIn('exemplar.db', names)
        for path in (self.data + '/saved', self.folder + '/link/exemplar.db', self.data + '/new.db',
                     *(self.data + '/' + name for name in names)):
            with self.subTest(path=path):
                self.fails('of this program itself', 'output', 'test', 'sqlite:' + path)
                self.fails('of this program itself', 'output', 'add', uid, 'sqlite:' + path)
        self.assertFalse(os.path.exists(self.data + '/new.db'))
        # Copies are of another program's folder, perhaps; an older task may have one as its output.
        for name in names:
            self.file = self.folder + '/copy-' + name
            shutil.copy(self.data + '/' + name, self.file)
            self.fails('of this program itself', 'output', 'test', 'sqlite:' + self.file)
        self.connect(uid)
        self.wait(uid, 'First')
        self.work()
        self.assertEqual(self.states(), ['waiting'])

    def test_export(self):
        uid = self.quiet_task()
        self.add_articles(uid, ('One', 'good'), ('Two', 'good'), ('Three', 'unsure'))
        self.fine('articles', 'export', '--format=sqlite', '--output', self.file)
        self.assertEqual(self.rows(), ['One', 'Two'])
        self.fine('articles', 'export', '--format=sqlite', '--state=all', '--output', self.file)
        self.assertEqual(self.rows(), ['One', 'Three', 'Two'])
        self.assertEqual(self.rows('PRAGMA integrity_check'), ['ok'])
        self.expect(self.cli('articles', 'export', '--format=sqlite'), USAGE, 'needs a file')

    def test_no_library(self):
        """No output, format or driver costs a library before it is used."""
        cli = os.environ['EXEMPLAR_CLI']
        found = subprocess.run(('readelf', '-d', cli), capture_output=True, text=True, check=True).stdout
        needed = set(re.findall(r'\(NEEDED\).*\[lib([a-z0-9_-]+?)(?:-[0-9.]+)?\.so', found))
        self.assertIn('glib', needed)
        self.assertLessEqual(needed, LIBRARIES)
        # As it starts, the linker opens those, and what they need: no module.
        done = run('--version', variables={'LD_DEBUG': 'files'})
        self.assertEqual(done.code, 0)
        for name in ('libpq', 'libmariadb', 'libxlsxwriter', 'libzip', 'libsecret', 'exemplar-'):
            self.assertNotRegex(done.err, r'file=\S*' + name)

    def test_usage(self):
        uid = self.quiet_task()
        self.expect(self.cli('output', 'add', uid, 'sqlite:'), USAGE)
        self.expect(self.cli('output', 'test', 'sqlite:' + self.folder), FAILED, 'cannot be reached')


if __name__ == '__main__':
    tap.main()
