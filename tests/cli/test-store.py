#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli store, and what other commands do with a damaged data folder."""

import contextlib
import glob
import json
import os
import random
import sqlite3

from runner import FAILED, USAGE
from stores import StoreCase
import tap

DAMAGE = 5
N_ARTICLES = 240
PAGE = 4096


class Store(StoreCase):
    def setUp(self):
        super().setUp()
        uid = self.add(self.base + '/news/')
        self.add_articles(uid, *(('Title %d ' % i + 'word ' * (400 + i), 'good')
                                 for i in range(N_ARTICLES)))
        self.cli('task', 'pause', uid)
        with contextlib.closing(sqlite3.connect(self.path)) as store:
            store.execute('PRAGMA wal_checkpoint (TRUNCATE)')
        with open(self.path, 'rb') as file:
            self.sound = file.read()

    @property
    def path(self):
        return self.data + '/exemplar.db'

    def write(self, data):
        for end in ('-wal', '-shm'):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path + end)
        with open(self.path, 'wb') as file:
            file.write(data)

    def damage(self, offset, length, mask=0x5a):
        data = bytearray(self.sound)
        for i in range(offset, min(offset + length, len(data))):
            data[i] ^= mask
        self.write(bytes(data))

    def read(self):
        with open(self.path, 'rb') as file:
            return file.read()

    def count(self):
        done = self.cli('articles', 'list', '--json', '--limit=1000')
        return len(done.out.splitlines()) if done.code == 0 else -1

    def root_of(self, table):
        with contextlib.closing(sqlite3.connect(self.path)) as store:
            row = store.execute('SELECT rootpage FROM sqlite_schema WHERE name = ?', (table,))
            return (row.fetchone()[0] - 1) * PAGE

    def test_sound(self):
        self.assertIn('exemplar.db is sound', self.fine('store', 'check'))
        report = json.loads(self.fine('store', 'check', '--json'))
        self.assertEqual(report['articles'], N_ARTICLES)
        self.assertFalse(report['damaged'])
        self.assertIn('exemplar.db is sound', self.fine('store', 'repair'))
        self.assertEqual(glob.glob(self.path + '.damaged*'), [])

    def test_worker_keeps_a_damaged_file(self):
        """A hole of 200 bytes, twelve times: nothing goes from its place by itself."""
        for seed in range(12):
            chance = random.Random(seed)
            self.damage(chance.randrange(PAGE, len(self.sound) - 200), 200,
                        chance.randrange(1, 256))
            before = self.count()
            done = self.cli('worker', '--once')
            if done.code != 0:
                self.assertIn('exemplar-cli store repair', done.err)
            self.assertEqual(glob.glob(self.data + '/*damaged*'), [], seed)
            self.assertEqual(self.count(), before, seed)
            repaired = self.cli('store', 'repair', '--json')
            self.assertIn(repaired.code, (0, DAMAGE), repaired)
            self.assertGreaterEqual(self.count(), N_ARTICLES - 8, seed)
            self.assertEqual(self.cli('worker', '--once').code, 0, seed)
            for kept in glob.glob(self.path + '.damaged*'):
                os.unlink(kept)

    def test_repair_tells_what_was_lost(self):
        self.damage(self.root_of('task_version'), PAGE)
        check = self.expect(self.cli('store', 'check', '--json'), DAMAGE)
        tables = {table['table']: table for table in json.loads(check.out)['exemplar.db']['tables']}
        self.assertEqual(tables['article']['lost'], 0)
        self.assertGreater(tables['task_version']['lost'], 0)
        self.assertEqual(self.read()[:100], self.sound[:100])
        done = self.expect(self.cli('store', 'repair'), DAMAGE)
        self.assertRegex(done.out, r'task_version: 0 rows read, \d+ lost')
        self.assertEqual(len(glob.glob(self.path + '.damaged-*')), 1)
        self.assertEqual(self.count(), N_ARTICLES)
        self.expect(self.cli('store', 'check'), 0)

    def test_repair_never_empties(self):
        self.damage(self.root_of('article'), PAGE)
        before = self.read()
        self.expect(self.cli('store', 'repair'), FAILED, 'no article can be read')
        self.assertEqual(self.read(), before)

    def test_backup_and_restore(self):
        place = self.fine('store', 'backup').strip()
        self.assertEqual(os.stat(place).st_mode & 0o777, 0o600)
        self.write(b'')
        for command in (('worker', '--once'), ('articles', 'list'), ('task', 'list')):
            self.expect(self.cli(*command), FAILED, 'store restore')
        self.expect(self.cli('store', 'check'), DAMAGE, 'store restore')
        self.assertEqual(self.read(), b'')
        self.assertIn('240 articles', self.fine('store', 'restore'))
        self.assertEqual(self.count(), N_ARTICLES)
        self.fails('no backup of exemplar.db', 'store', 'restore', self.data + '/pages.db')

    def test_missing_pages(self):
        os.unlink(self.data + '/pages.db')
        self.assertEqual(self.count(), N_ARTICLES)
        done = self.cli('task', 'list')
        self.assertEqual(done.code, 0, done)

    def test_changed_text(self):
        """A changed byte of a text is told, and keeps nobody from the other articles."""
        with contextlib.closing(sqlite3.connect(self.path)) as store, store:
            store.execute('INSERT INTO article_checksum VALUES (7, 1)')
        self.fails('is not what was stored', 'articles', 'show', '7')
        self.expect(self.cli('store', 'check'), DAMAGE)
        done = self.cli('articles', 'export', '--format=json-lines')
        self.assertEqual(done.code, FAILED)
        self.assertEqual(len(done.out.splitlines()), N_ARTICLES - 1)

    def test_shared_folder(self):
        os.chmod(self.data, 0o777)
        for command in (('worker', '--once'), ('articles', 'list'), ('store', 'check')):
            self.assertIn('chmod go-w', self.cli(*command).err)
            self.assertNotEqual(self.cli(*command).code, 0)
        os.chmod(self.data, 0o755)
        self.assertEqual(self.count(), N_ARTICLES)

    def test_usage(self):
        self.expect(self.cli('store', 'check', 'x'), USAGE, 'one argument too many')
        self.expect(self.cli('store', 'nothing'), USAGE, 'no command')


if __name__ == '__main__':
    tap.main()
