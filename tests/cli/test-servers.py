#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Articles that go to servers of databases which refuse, hang, close, answer half, and take a
transaction without saying so: nothing is lost, and nothing is there twice."""

import os
import signal
import subprocess
import time

from databases import MOCKS
from runner import FAILED, start
from stores import PublishCase
import tap

PASSWORD = 'pass word of nobody'
TITLES = ('First', 'Second', 'Third')
FAULTS = [(place, what) for place in ('connect', 'login') for what in ('close', 'garbage')] + [
    (place, what) for place in ('CREATE TABLE', 'INSERT', 'COMMIT')
    for what in ('close', 'late', 'half', 'garbage')]


class Servers(PublishCase):
    def mock(self, make):
        mock = make()
        self.addCleanup(mock.close)
        return mock

    def connect(self, mock, *args):
        uid = self.quiet_task()
        self.fine('output', 'add', uid, mock.kind + ':desk', *args,
                  input='%s://me@127.0.0.1:%d/news\n%s\n' % (mock.kind, mock.port, PASSWORD))
        return uid

    def events(self):
        with self.store() as store:
            return [text for text, in store.execute('SELECT message FROM event')]

    def each(self):
        for make in MOCKS:
            with self.subTest(kind=make.kind):
                self.data = '%s/%s' % (self.folder, make.kind)
                yield self.mock(make)

    def test_taken(self):
        for mock in self.each():
            uid = self.connect(mock)
            self.assertIn('articles in the table: 0',
                          self.fine('output', 'test', mock.kind + ':desk'))
            self.assertEqual(mock.rows, {})
            self.publish(uid, mock.kind, *TITLES)
            self.work()
            self.work()
            self.assertEqual((self.states(), len(mock.rows), mock.writes),
                             (['published'] * 3, 3, 3))
            self.check_secret(uid)

    def check_secret(self, uid):
        """The password is in one file, and in nothing that is shown or given away."""
        for root, _, names in os.walk(self.data):
            for name in names:
                with open(os.path.join(root, name), 'rb') as file:
                    self.assertEqual(PASSWORD.encode() in file.read(), name == 'connections', name)
        self.assertEqual(os.stat(self.data + '/connections').st_mode & 0o777, 0o600)
        out = self.folder + '/exported-' + uid
        os.mkdir(out)
        self.fine('task', 'export', uid, '--output', out)
        for name in os.listdir(out):
            with open(os.path.join(out, name), 'rb') as file:
                self.assertNotIn(PASSWORD.encode(), file.read())
        for args in (('task', 'show', uid), ('output', 'list', '--json')):
            self.assertNotIn(PASSWORD, self.fine(*args))

    def test_faults(self):
        for make in MOCKS:
            for place, what in FAULTS:
                with self.subTest(kind=make.kind, place=place, what=what):
                    self.data = '%s/%s-%s-%s' % (self.folder, make.kind, place.split()[0], what)
                    mock = self.mock(make)
                    uid = self.connect(mock)
                    self.publish(uid, mock.kind, *TITLES)
                    mock.faults = [(place, what)]
                    self.work()
                    self.assertEqual(self.states(), ['waiting'] * 3, self.events())
                    self.assertEqual(len(self.events()), 1, self.events())
                    taken = place == 'COMMIT' and what in ('late', 'half')
                    self.assertEqual(len(mock.rows), 3 if taken else 0)
                    before = dict(mock.rows)
                    self.make_due()
                    self.work()
                    self.assertEqual((self.states(), len(mock.rows)), (['published'] * 3, 3))
                    # The same rows, byte for byte.
                    self.assertEqual({key: mock.rows[key] for key in before}, before)
                    self.assertNotIn(PASSWORD, ' '.join(self.events()))

    def enlarge(self, title, n):
        with self.store() as store:
            store.execute('UPDATE article SET text = ? WHERE title = ?', ('x' * n, title))

    def check_alone(self, mock):
        """The second of three is refused, and told; the others are written."""
        self.work()
        self.assertEqual((self.states(), len(mock.rows)), (['published', 'failed', 'published'], 2),
                         self.events())
        self.assertEqual(len([event for event in self.events() if 'does not take' in event
                              or 'was lost' in event]), 1, self.events())

    def test_large(self):
        """A row for which a server ends the connection holds up none of the others."""
        for mock in self.each():
            uid = self.connect(mock)
            mock.max_packet, mock.told_packet = 600000, 1 << 30
            self.publish(uid, mock.kind, *TITLES)
            self.enlarge('Second', 700000)
            self.check_alone(mock)
            mock.max_packet = 1 << 30
            self.fine('output', 'retry', uid)
            self.work()
            self.assertEqual(self.states(), ['published'] * 3)

    def test_large_told(self):
        """One that is larger than MySQL says it takes is not even sent."""
        mock = self.mock(MOCKS[1])
        uid = self.connect(mock)
        mock.max_packet = 20000
        self.publish(uid, mock.kind, *TITLES)
        self.enlarge('Second', 30000)
        self.check_alone(mock)
        self.assertIn('max_allowed_packet: 20000', ' '.join(self.events()))

    def test_large_lost(self):
        """A server that goes away at a large row, and does not come back, refused none."""
        for mock in self.each():
            uid = self.connect(mock)
            mock.max_packet, mock.told_packet = 600000, 1 << 30
            mock.faults = [None, ('connect', 'close')]
            self.publish(uid, mock.kind, *TITLES)
            self.enlarge('Second', 700000)
            self.work()
            self.assertEqual((self.states(), len(mock.rows)), (['waiting'] * 3, 0))

    def test_hang(self):
        """A server that says nothing keeps no worker from ending, and no article from going
        out later."""
        for make in MOCKS:
            for place in ('connect', 'login', 'INSERT', 'COMMIT'):
                with self.subTest(kind=make.kind, place=place):
                    self.data = '%s/hang-%s-%s' % (self.folder, make.kind, place)
                    mock = self.mock(make)
                    uid = self.connect(mock)
                    self.publish(uid, mock.kind, *TITLES)
                    mock.faults = [(place, 'hang')]
                    worker = start('worker', '--once', '--data', self.data,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                    end = time.monotonic() + 60
                    while mock.faults or self.states() != ['asked'] * 3:
                        self.assertLess(time.monotonic(), end)
                    worker.send_signal(signal.SIGTERM)
                    worker.wait(timeout=15)
                    self.assertEqual(self.states(), ['waiting'] * 3)
                    self.work()
                    self.assertEqual((self.states(), len(mock.rows)), (['published'] * 3, 3))

    def test_away(self):
        for mock in self.each():
            uid = self.connect(mock)
            mock.close()
            self.publish(uid, mock.kind, *TITLES)
            self.work()
            self.assertEqual(self.states(), ['waiting'] * 3)
            self.assertIn('cannot be reached', self.events()[-1])

    def test_secret(self):
        """Nothing but one file of mode 0600 has the password."""
        for mock in self.each():
            uid = self.connect(mock)
            self.publish(uid, mock.kind, 'First')
            self.work()
            for root, _, names in os.walk(self.data):
                for name in names:
                    path = os.path.join(root, name)
                    with open(path, 'rb') as file:
                        has = PASSWORD.encode() in file.read()
                    self.assertEqual(has, name == 'connections', name)
                    if has:
                        self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)
            self.assertNotIn(PASSWORD, self.fine('task', 'show', uid))
            self.assertNotIn(PASSWORD, self.fine('output', 'list', '--json'))

    def test_addresses(self):
        """Passwords in addresses, unknown options, and ways on which others could read."""
        uid = self.quiet_task()
        for address in ('postgresql://me:secret@localhost/news', 'postgresql://localhost/',
                        'postgresql://localhost/news?sslmode=prefer',
                        'postgresql://localhost/news?hostaddr=1.2.3.4', 'mysql://localhost/news',
                        'postgresql://db.example.com/news?sslmode=disable', 'https://localhost/a'):
            done = self.expect(self.cli('output', 'add', uid, 'postgresql:desk',
                                        input=address + '\n\n'), FAILED, 'needs an address')
            self.assertNotIn('secret', done.err)

    def test_no_module(self):
        """A part that is not installed is told."""
        for mock in self.each():
            self.connect(mock)
            self.expect(self.cli('output', 'test', mock.kind + ':desk',
                                 variables={'EXEMPLAR_MODULES': self.folder}), FAILED,
                        'not installed')


if __name__ == '__main__':
    tap.main()
