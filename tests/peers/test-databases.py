#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Articles that go to real servers of PostgreSQL and MariaDB: as they are collected, after
kills of either side, and to tables and with log-ins that are not as they should be."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import FAILED, start  # noqa: E402
from stores import PublishCase  # noqa: E402
import tap  # noqa: E402

from servers import PASSWORD, SERVERS, SECONDS  # noqa: E402

KILLED = 137
POINTS = ('worker.ask.after', 'sql.table.before', 'sql.table.after', 'sql.row.before:1',
          'sql.row.before:3', 'sql.commit.before', 'sql.commit.after', 'worker.sent.before',
          'store.publish.before:2', 'store.publish.after:2')
N_RANDOM = 12
KEY = {'postgresql': '"key"', 'mysql': '`key`'}


class Peers(PublishCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        # A folder that servers of other users may enter.
        cls.home = tempfile.mkdtemp(dir='/dev/shm' if os.access('/dev/shm', os.W_OK) else None)
        os.chmod(cls.home, 0o755)
        cls.servers = []
        cls.addClassCleanup(cls.clean_up)
        for make in SERVERS:
            cls.servers.append(make('%s/%s' % (cls.home, make.kind)))

    @classmethod
    def clean_up(cls):
        for server in cls.servers:
            server.kill()
        shutil.rmtree(cls.home)

    def each(self):
        """A server after the other, with an empty database and a data folder of its own."""
        for number, server in enumerate(self.servers):
            with self.subTest(kind=server.kind):
                self.data = '%s/data-%d' % (self.folder, number)
                self.clear(server)
                yield server

    def clear(self, server):
        server.query('DROP TABLE IF EXISTS articles')

    def connect(self, uid, server, *args, password=PASSWORD, name='desk', **options):
        self.fine('output', 'add', uid, '%s:%s' % (server.kind, name), '--connect', *args,
                  input='%s\n%s\n' % (server.address_with(**options), password))

    def events(self):
        with self.store() as store:
            return [text for text, in store.execute('SELECT message FROM event')]

    def remedy(self):
        """SQL that Activity tells."""
        return self.events()[-1].rsplit('run: ')[1].split(' (articles')[0]

    def test_collected(self):
        for server in self.each():
            uid = self.add(self.base + '/zh/', '--name=江畔', '--first-run=newest:3',
                           '--schedule=every 30 d')
            self.connect(uid, server)
            self.assertIn('articles in the table: 0', self.fine('output', 'test',
                                                                server.kind + ':desk'))
            self.work()
            self.work()
            self.assertEqual(server.rows('SELECT count(*), count(DISTINCT %s) FROM articles'
                                         % KEY[server.kind])[0].split('|' if '|' in server.rows(
                                             'SELECT 1, 2')[0] else '\t'), ['3', '3'])
            self.assertEqual(server.rows('SELECT DISTINCT task_name FROM articles'), ['江畔'])
            with self.store() as store:
                titles = sorted(title for title, in store.execute('SELECT title FROM article'))
            self.assertEqual(sorted(server.rows()), titles)
            self.assertEqual(sorted(map(int, server.rows(
                'SELECT char_length(text) FROM articles'))), sorted(map(len, self.texts().values())))
            field = ("fields->>'title'" if server.kind == 'postgresql'
                     else "json_value(fields, '$.title')")
            self.assertEqual(sorted(server.rows('SELECT %s FROM articles' % field)), titles)
            self.assert_secret(uid)

    def assert_secret(self, uid):
        for root, _, names in os.walk(self.data):
            for name in names:
                if name != 'connections':
                    with open(os.path.join(root, name), 'rb') as file:
                        self.assertNotIn(PASSWORD.encode(), file.read(), name)
        self.assertEqual(os.stat(self.data + '/connections').st_mode & 0o777, 0o600)
        self.assertNotIn(PASSWORD, self.fine('task', 'show', uid))

    def test_text(self):
        """No sign ends a value, and nothing is cut."""
        titles = ["O'Neil \\' \"x\"; DROP TABLE articles; -- ?", '𝄞 港口 é \u202e', '\\', '$1 ? %s']
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            self.publish(uid, server.kind, *titles)
            self.work()
            self.assertEqual(sorted(server.rows()), sorted(titles))

    def test_worker_kills(self):
        for server in self.each():
            for point in POINTS:
                with self.subTest(point=point):
                    self.data = '%s/%s-%s' % (self.folder, server.kind, point.replace(':', '-'))
                    self.clear(server)
                    uid = self.quiet_task()
                    self.connect(uid, server)
                    self.publish(uid, server.kind, 'First', 'Second', 'Third')
                    self.work(KILLED, EXM_FAIL_POINT=point)
                    self.work()
                    self.assertEqual(self.states(), ['published'] * 3)
                    self.assertEqual(server.rows(), ['First', 'Second', 'Third'])

    def work_and_stop(self, server, point):
        """The server dies while the worker stands at a place, and starts again after it."""
        worker = start('worker', '--once', '--data', self.data,
                       variables={'EXM_FAIL_POINT': point + ':stop'}, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT)
        seen = os.waitid(os.P_PID, worker.pid, os.WSTOPPED | os.WEXITED | os.WNOWAIT)
        self.assertEqual(seen.si_code, os.CLD_STOPPED)
        server.kill()
        worker.send_signal(signal.SIGCONT)
        out, _ = worker.communicate(timeout=SECONDS)
        server.start()
        return out

    def test_server_kills(self):
        """kill -9 of the server at each place; what was said to be written is there."""
        for server in self.each():
            for point in ('sql.table.before:1', 'sql.row.before:1', 'sql.row.before:3',
                          'sql.commit.before:1', 'sql.commit.after:1'):
                with self.subTest(point=point):
                    self.data = '%s/server-%s-%s' % (self.folder, server.kind,
                                                     point.replace(':', '-'))
                    self.clear(server)
                    uid = self.quiet_task()
                    self.connect(uid, server)
                    self.publish(uid, server.kind, 'First', 'Second', 'Third')
                    said = self.work_and_stop(server, point)
                    if point == 'sql.commit.after:1':
                        self.assertEqual(self.states(), ['published'] * 3, said)
                    else:
                        self.assertEqual(self.states(), ['waiting'] * 3, said)
                        self.make_due()
                        self.work()
                    self.assertEqual(self.states(), ['published'] * 3)
                    self.assertEqual(server.rows(), ['First', 'Second', 'Third'])

    def test_random_kills(self):
        """The server dies while it is at it, at any moment."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            chosen = random.Random(22)
            titles = ['Number %03d' % i for i in range(20 * N_RANDOM)]
            for i in range(N_RANDOM):
                self.publish(uid, server.kind, *titles[20 * i:20 * i + 20])
                self.make_due()
                worker = start('worker', '--once', '--data', self.data, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    worker.wait(chosen.uniform(0.02, 0.25))
                server.kill()
                worker.communicate(timeout=SECONDS)
                server.start()
                taken = self.states().count('published')
                self.assertGreaterEqual(self.count(server), taken)
            self.fine('output', 'retry', uid)
            while set(self.states()) - {'published'}:
                self.make_due()
                self.work()
            self.assertEqual(server.rows(), titles)

    def count(self, server):
        try:
            return int(server.rows('SELECT count(*) FROM articles')[0])
        except AssertionError:
            return 0

    def test_away(self):
        """A server that is away is told once, and gets the articles when it is back."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            self.publish(uid, server.kind, 'First')
            server.kill()
            for _ in range(2):
                self.make_due()
                self.work()
            told = [text for text in self.events() if 'cannot be reached' in text]
            self.assertEqual((len(told), self.states()), (1, ['waiting']), self.events())
            server.start()
            self.make_due()
            self.work()
            self.assertEqual(server.rows(), ['First'])

    def test_login(self):
        """A wrong password is told without it."""
        for server in self.each():
            uid = self.quiet_task()
            wrong = 'wrong but secret'
            self.connect(uid, server, password=wrong)
            done = self.expect(self.cli('output', 'test', server.kind + ':desk'), FAILED,
                               'does not let us in')
            self.assertNotIn(wrong, done.out + done.err)
            self.publish(uid, server.kind, 'First')
            self.work()
            self.assertEqual(self.states(), ['waiting'])
            self.assertNotIn(wrong, ' '.join(self.events()))

    def test_certificate(self):
        """One that nobody trusts is refused, before the password is sent."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server, sslmode='verify-full')
            done = self.cli('output', 'test', server.kind + ':desk')
            self.assertEqual(done.code, FAILED, done)
            self.assertRegex(done.err.lower(), 'certificate|tls|ssl')
            host = {'address': server.address}
            trusted = dict(sslmode='verify-full', sslrootcert=server.folder + '/cert.pem')
            server_address = server.address_with(**trusted).replace('127.0.0.1', 'localhost')
            self.fine('output', 'add', uid, server.kind + ':trusted',
                      input='%s\n%s\n' % (server_address, PASSWORD))
            self.assertIn('articles in the table', self.fine('output', 'test',
                                                             server.kind + ':trusted'), host)

    def test_drift(self):
        """Columns that are lacking are told with SQL that helps, or added."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            server.query('CREATE TABLE articles (%s varchar(64) PRIMARY KEY, title varchar(9), '
                         'note int)' % KEY[server.kind])
            self.publish(uid, server.kind, 'First', 'One that is too long')
            self.work()
            self.assertEqual(self.states(), ['waiting'] * 2)
            self.assertIn('“author”', self.events()[-1])
            server.query(self.remedy())
            self.make_due()
            self.work()
            # The long one is refused alone, until its column is wider.
            self.assertEqual((server.rows(), sorted(self.states())),
                             (['First'], ['failed', 'published']), self.events())
            server.query('ALTER TABLE articles %s' % (
                'ALTER title TYPE text' if server.kind == 'postgresql'
                else 'MODIFY title longtext CHARACTER SET utf8mb4'))
            self.fine('output', 'retry', uid)
            self.work()
            self.assertEqual(server.rows(), ['First', 'One that is too long'])
            server.query('ALTER TABLE articles DROP COLUMN html, DROP COLUMN fields')
            self.data += '-added'
            uid = self.quiet_task()
            self.connect(uid, server, '--add-columns')
            self.publish(uid, server.kind, 'Third')
            self.work()
            self.assertIn('Third', server.rows('SELECT title FROM articles WHERE html IS NOT NULL'))

    def test_no_key(self):
        """A table in which a key can be there twice is refused."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server, '--add-columns')
            server.query('CREATE TABLE articles (%s varchar(64), title text)'
                         % KEY[server.kind])
            self.publish(uid, server.kind, 'First')
            self.work()
            self.assertEqual((self.states(), server.rows()), (['waiting'], []))
            server.query(self.remedy())
            self.make_due()
            self.work()
            self.assertEqual(server.rows(), ['First'])

    def test_letters(self):
        """A table that has not all letters is told; nothing is written as question marks."""
        server = self.servers[1]
        self.clear(server)
        uid = self.quiet_task()
        self.connect(uid, server, '--add-columns')
        server.query('CREATE TABLE articles (`key` varchar(64) PRIMARY KEY, title text) '
                     'CHARACTER SET latin1')
        self.publish(uid, 'mysql', '港口')
        self.work()
        self.assertEqual((self.states(), server.rows()), (['waiting'], []), self.events())
        self.assertIn('utf8mb4', self.events()[-1])
        server.query('ALTER TABLE articles CONVERT TO CHARACTER SET utf8mb4')
        self.make_due()
        self.work()
        self.assertEqual(server.rows(), ['港口'])

    def test_full(self):
        """A table without room is told once, and takes all when it has some."""
        server = self.servers[1]
        self.data = self.folder + '/full'
        self.clear(server)
        uid = self.quiet_task()
        self.connect(uid, server)
        self.fine('output', 'test', 'mysql:desk')
        # An engine that has no transactions, and whose pointers to rows are small.
        server.query('ALTER TABLE articles ENGINE=MyISAM MAX_ROWS=1 AVG_ROW_LENGTH=1')
        titles = ['Number %d %s' % (i, 'x' * 9000) for i in range(10)]
        self.publish(uid, 'mysql', *titles)
        for _ in range(2):
            self.make_due()
            self.work()
        self.assertEqual(set(self.states()), {'waiting'})
        told = [text for text in self.events() if 'no room' in text]
        self.assertEqual(len(told), 1, self.events())
        server.query('ALTER TABLE articles ENGINE=InnoDB')
        self.make_due()
        self.work()
        self.assertEqual((set(self.states()), server.rows()), ({'published'}, titles))

    def test_held(self):
        """A table that others hold ends in time, and keeps no worker from ending."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            self.publish(uid, server.kind, 'First')
            self.work()
            lock = ('BEGIN; LOCK TABLE articles; SELECT pg_sleep(600)'
                    if server.kind == 'postgresql' else
                    'LOCK TABLES articles WRITE; SELECT sleep(600)')
            self.publish(uid, server.kind, 'Second')
            other = self.start_query(server, lock)
            self.wait_for_lock(server)
            begun = time.monotonic()
            self.work()
            self.assertLess(time.monotonic() - begun, 45)
            self.assertEqual(self.states(), ['published', 'waiting'], self.events())
            other.kill()
            other.wait()
            server.kill()
            server.start()
            self.make_due()
            self.work()
            self.assertEqual(server.rows(), ['First', 'Second'])

    def test_large(self):
        """An article that is more than the server takes is refused alone, and told."""
        for server in self.each():
            uid = self.quiet_task()
            self.connect(uid, server)
            self.publish(uid, server.kind, 'First')
            self.work()
            if server.kind == 'postgresql':
                server.query("CREATE INDEX words ON articles USING gin (to_tsvector('simple', text))")
            else:
                before = server.admin('SELECT @@global.max_allowed_packet').strip()
                server.admin('SET GLOBAL max_allowed_packet = 524288')
            self.publish(uid, server.kind, 'Second', 'Large', 'Third')
            with self.store() as store:
                store.execute("UPDATE article SET text = ? WHERE title = 'Large'",
                              (' '.join('word%d' % i for i in range(200000)),))
            self.work()
            self.assertEqual(sorted(self.states()), ['failed'] + ['published'] * 3, self.events())
            self.assertEqual(server.rows(), ['First', 'Second', 'Third'])
            told = [event for event in self.events() if 'does not take' in event]
            self.assertEqual(len(told), 1, self.events())
            if server.kind == 'postgresql':
                server.query('DROP INDEX words')
            else:
                server.admin('SET GLOBAL max_allowed_packet = ' + before)
            self.fine('output', 'retry', uid)
            self.work()
            self.assertEqual(self.states(), ['published'] * 4)

    def start_query(self, server, sql):
        if server.kind == 'postgresql':
            command = (server.bin + '/psql', '-h', server.folder, '-p', str(server.port), '-U',
                       'exemplar', '-d', 'articles', '-qAtc', sql)
        else:
            command = ('mariadb', '--no-defaults', '-u', 'root', '--socket',
                       server.folder + '/socket', 'articles', '-e', sql)
        return subprocess.Popen(command, env=dict(os.environ, PGPASSWORD=PASSWORD),
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def wait_for_lock(self, server):
        sql = ("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
               if server.kind == 'postgresql' else
               "SELECT count(*) FROM information_schema.processlist WHERE state = 'User sleep'")
        end = time.monotonic() + SECONDS
        while server.query(sql).strip() != '1':
            self.assertLess(time.monotonic(), end)


if __name__ == '__main__':
    tap.main()
