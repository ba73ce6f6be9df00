#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Places of the secrets of connections: the keyring of a session, which mock-keyring stands
for on a bus of its own, or the file; and what faults and kills do."""

import configparser
import json
import os
import re
import stat
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', '..', '..', 'cli'))
from runner import FAILED, USAGE, start  # noqa: E402
from services import KINDS, PASSWORD, SECRET, TOKEN, lines_of, serve  # noqa: E402
from stores import PublishCase  # noqa: E402
import tap  # noqa: E402

KILLED = 137
SECRETS = (SECRET, TOKEN, PASSWORD)
NO_BUS = 'unix:path=/nonexistent/bus'
IN_KEYRING, IN_FILE = 'Kept in your keyring\n', 'Kept in a file only you can read\n'
BUS = '''<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:dir=%(folder)s</listen>
  <servicedir>%(folder)s</servicedir>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
'''


class Keyring:
    """A session bus with a keyring that it starts when it is asked."""

    def __init__(self, folder, present=True):
        self.folder = folder
        os.makedirs(folder)
        self.write('bus.conf', BUS % {'folder': folder})
        if present:
            self.write('secrets.service', '[D-BUS Service]\nName=org.freedesktop.secrets\n'
                       'Exec=%s %s\n' % (os.environ['EXEMPLAR_MOCK_KEYRING'], folder))
        self.bus = subprocess.Popen(
            ('dbus-daemon', '--config-file=%s/bus.conf' % folder, '--nofork', '--nopidfile',
             '--print-address'), stdout=subprocess.PIPE, text=True)
        self.address = self.bus.stdout.readline().strip()

    def write(self, name, text):
        with open(self.folder + '/' + name, 'w', encoding='utf-8') as file:
            file.write(text)

    def set_mode(self, mode):
        self.write('mode', mode)

    def items(self):
        found = configparser.RawConfigParser()
        found.read(self.folder + '/items')
        return [dict(found[name]) for name in found.sections()]

    def calls(self):
        with open(self.folder + '/calls', encoding='utf-8') as file:
            return file.read().split()

    def close(self):
        self.bus.terminate()
        self.bus.wait()
        self.bus.stdout.close()


class Secrets(PublishCase):
    def setUp(self):
        super().setUp()
        self.address = NO_BUS
        self.keyrings = 0

    def keyring(self, present=True):
        self.keyrings += 1
        keyring = Keyring('%s/keyring-%d' % (self.folder, self.keyrings), present)
        self.addCleanup(keyring.close)
        self.address = keyring.address
        return keyring

    def cli(self, *args, **kwargs):
        variables = dict({'DBUS_SESSION_BUS_ADDRESS': self.address}, **kwargs.pop('variables', {}))
        return super().cli(*args, variables=variables, **kwargs)

    def work(self, code=0, **variables):
        return super().work(code, DBUS_SESSION_BUS_ADDRESS=self.address, **variables)

    def service(self, kind):
        service = serve(kind)
        self.addCleanup(service.close)
        return service

    def connect(self, uid, kind, service, place, *args, name='desk'):
        out = self.fine('output', 'add', uid, '%s:%s' % (kind, name), *args,
                        input=lines_of(kind, service.address))
        self.assertTrue(out.startswith(place), out)

    def connections(self):
        path = self.data + '/connections'
        self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
        with open(path, encoding='utf-8') as file:
            return file.read()

    def kept(self):
        return [json.loads(line).get('kept')
                for line in self.fine('output', 'list', '--json').splitlines()]

    def problems(self):
        with self.store() as store:
            return [message for message, in store.execute(
                "SELECT message FROM event WHERE message LIKE '%keyring%' ORDER BY id")]

    def assert_no_secret(self, *texts):
        for text in texts:
            for secret in SECRETS:
                self.assertNotIn(secret, text)

    def assert_nowhere(self, uid):
        """No file of the data folder, no dump of the store, no task file, and nothing that is
        shown has a secret."""
        for root, _, names in os.walk(self.data):
            for name in names:
                with open(os.path.join(root, name), 'rb') as file:
                    data = file.read()
                for secret in SECRETS:
                    self.assertNotIn(secret.encode(), data, name)
        with self.store() as store:
            self.assert_no_secret('\n'.join(store.iterdump()))
        exported = self.folder + '/exported'
        os.makedirs(exported, exist_ok=True)
        self.assert_no_secret(self.fine('task', 'export', uid, '--output', exported))
        for name in os.listdir(exported):
            with open(os.path.join(exported, name), encoding='utf-8') as file:
                self.assert_no_secret(file.read())
        for args in (('output', 'list', '--json'), ('output', 'list'), ('status', '--json'), ('status',)):
            done = self.cli(*args)
            self.assert_no_secret(done.out, done.err)

    def test_keyring(self):
        """Secrets of all kinds lie in an open keyring, and nowhere else."""
        keyring = self.keyring()
        uid = self.quiet_task()
        for kind in KINDS:
            with self.subTest(kind=kind):
                service = self.service(kind)
                self.connect(uid, kind, service, IN_KEYRING)
                out = self.fine('output', 'test', kind + ':desk')
                self.assert_no_secret(out)
                self.publish(uid, kind, 'A title of %s' % kind)
                with self.store() as store:
                    store.execute("DELETE FROM publish_queue WHERE output_key <> ? OR article < "
                                  "(SELECT max(id) FROM article)", ('%s\ndesk\n' % kind,))
                done = self.work()
                self.assert_no_secret(done.out, done.err)
                self.assertEqual(self.states(), ['published'], done)
                self.assertEqual(len(service.messages), 2)
        self.assertEqual(len(keyring.items()), len(KINDS))
        self.assertIn('Exemplar: mail desk', [item['label'] for item in keyring.items()])
        self.assertEqual(set(self.kept()) - {None}, {'keyring'})
        self.assert_nowhere(uid)
        # Another secret takes the place of the first.
        self.connect(uid, 'webhook', service, IN_KEYRING, '--connect')
        self.assertEqual(len(keyring.items()), len(KINDS))

    def test_no_keyring(self):
        """Without a bus, a service, a collection or a key, the file has it."""
        uid = self.quiet_task()
        service = self.service('webhook')
        keyrings = {'no bus': None, 'no service': self.keyring(present=False)}
        for mode in ('empty', 'locked', 'hidden', 'denied', 'prompt', 'changed', 'wrong',
                     'die-OpenSession', 'die-CreateItem', 'hang-CreateItem'):
            keyrings[mode] = self.keyring()
            keyrings[mode].set_mode(mode)
        for name, keyring in keyrings.items():
            with self.subTest(name):
                self.address = keyring.address if keyring else NO_BUS
                self.connect(uid, 'webhook', service, IN_FILE, name=name)
                self.assertIn('secret=' + SECRET, self.connections())
                self.fine('output', 'test', 'webhook:' + name)
                # An item that was stored and not read back is taken back.
                if name in ('changed', 'wrong', 'die-CreateItem'):
                    self.assertEqual(keyring.items(), [])
                    self.assertNotIn('keyring', self.connections().split('[webhook %s]' % name)[1])
        self.assertEqual(set(self.kept()) - {None}, {'file'})
        # Nobody was asked for anything.
        self.assertIn('Dismiss', keyrings['prompt'].calls())
        self.assertNotIn('Prompt', keyrings['prompt'].calls())
        self.assertNotIn('Unlock', keyrings['locked'].calls())

    def test_faults(self):
        """A keyring that gives nothing is told once; articles wait, and follow."""
        for mode, words in (('locked', 'is locked'), ('hidden', 'is locked'),
                            ('denied', 'does not let this program in'), ('empty', 'No keyring answers'),
                            ('wrong', 'not written by this program'), ('die-GetSecret', 'no answer'),
                            ('die-OpenSession', 'no answer'), ('hang-GetSecret', 'no answer')):
            with self.subTest(mode):
                self.data = '%s/data-%s' % (self.folder, mode)
                keyring = self.keyring()
                service = self.service('slack')
                uid = self.quiet_task()
                self.connect(uid, 'slack', service, IN_KEYRING)
                self.publish(uid, 'slack', 'One', 'Two')
                keyring.set_mode(mode)
                for _ in range(2):
                    self.work()
                    self.make_due()
                self.assertEqual((self.states(), service.messages), (['waiting'] * 2, []))
                self.assertEqual(len(self.problems()), 1, self.problems())
                self.assertIn(words, self.problems()[0])
                self.assertIn('“desk” is kept in your keyring. ', self.problems()[0])
                done = self.expect(self.cli('output', 'test', 'slack:desk'), FAILED, words)
                self.assert_no_secret(done.out, done.err, *self.problems())
                keyring.set_mode('')
                self.work()
                self.assertEqual((self.states(), len(service.messages)), (['published'] * 2, 2))
                self.assert_nowhere(uid)

    def test_gathered(self):
        """Articles of a run wait for the keyring together, and go out as one message."""
        keyring = self.keyring()
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, IN_KEYRING, '--when=run')
        self.publish(uid, 'webhook', 'One', 'Two', 'Three')
        keyring.set_mode('locked')
        self.work()
        self.assertEqual((self.states(), service.messages), (['waiting'] * 3, []))
        keyring.set_mode('')
        self.make_due()
        self.work()
        self.assertEqual([len(body['articles']) for body in service.bodies()], [3])
        self.assertEqual(self.states(), ['published'] * 3)

    def test_gone(self):
        """A secret that somebody removed is entered anew."""
        keyring = self.keyring()
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, IN_KEYRING)
        os.remove(keyring.folder + '/items')
        self.expect(self.cli('output', 'test', 'webhook:desk'), FAILED, 'enter the connection anew')
        self.connect(uid, 'webhook', service, IN_KEYRING, '--connect', name='desk')
        self.fine('output', 'test', 'webhook:desk')

    def test_others_go_on(self):
        """A keyring that hangs holds up what it has alone."""
        keyring = self.keyring()
        held, free = self.service('webhook'), self.service('slack')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', held, IN_KEYRING)
        self.address = NO_BUS
        self.connect(uid, 'slack', free, IN_FILE)
        self.address = keyring.address
        keyring.set_mode('hang-GetSecret')
        self.publish(uid, 'webhook', 'Held')
        self.publish(uid, 'slack', 'Free')
        with self.store() as store:
            store.execute("DELETE FROM publish_queue WHERE output_key LIKE 'slack%' AND article = 1")
            store.execute("DELETE FROM publish_queue WHERE output_key LIKE 'webhook%' AND article = 2")
        worker = start('worker', '--data', self.data, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL,
                       variables={'DBUS_SESSION_BUS_ADDRESS': self.address})
        self.assertTrue(free.arrived.acquire(timeout=60))
        worker.terminate()
        self.assertEqual(worker.wait(timeout=60), 0)
        self.assertEqual(held.messages, [])
        self.assertEqual(self.states()[0], 'waiting')

    def test_keep(self):
        """A secret is moved by one command, and is in one place afterwards."""
        keyring = self.keyring()
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, IN_KEYRING)
        self.assertEqual(self.fine('output', 'keep', 'webhook:desk', 'file'), IN_FILE)
        self.assertEqual((keyring.items(), self.connections().count(SECRET)), ([], 1))
        self.assertNotIn('keyring=', self.connections())
        self.assertNotIn('keyring-left', self.connections())
        self.fine('output', 'test', 'webhook:desk')
        # Whoever is logged in nowhere has no other place.
        bus, self.address = self.address, NO_BUS
        self.fails('No keyring answers', 'output', 'keep', 'webhook:desk', 'keyring')
        self.fine('output', 'test', 'webhook:desk')
        self.address = bus
        for mode in ('changed', 'die-CreateItem', 'locked'):
            keyring.set_mode(mode)
            self.fails('“desk” was not saved', 'output', 'keep', 'webhook:desk', 'keyring')
            self.assertIn(SECRET, self.connections())
            self.assertEqual(keyring.items(), [])
        keyring.set_mode('')
        self.assertEqual(self.fine('output', 'keep', 'webhook:desk', 'keyring'), IN_KEYRING)
        self.fine('output', 'test', 'webhook:desk')
        self.assert_nowhere(uid)
        self.fails('no connection of the kind', 'output', 'keep', 'slack:desk', 'file')
        self.expect(self.cli('output', 'keep', 'webhook:desk', 'elsewhere'), USAGE)
        self.expect(self.cli('output', 'keep', 'sqlite:/tmp/x.db', 'file'), USAGE)

    def test_locked_change(self):
        """A new secret does not leave the old one behind in a keyring that is locked."""
        keyring = self.keyring()
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, IN_KEYRING)
        keyring.set_mode('locked')
        before = self.connections()
        self.fails('was not saved', 'output', 'add', uid, 'webhook:desk', '--connect',
                   input=lines_of('webhook', service.address))
        self.assertEqual(self.connections(), before)

    def test_forget(self):
        keyring = self.keyring()
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, IN_KEYRING)
        self.fails('go to webhook:desk', 'output', 'forget', 'webhook:desk')
        self.fine('task', 'delete', uid)
        keyring.set_mode('locked')
        self.fails('cannot be removed', 'output', 'forget', 'webhook:desk')
        self.assertEqual(len(keyring.items()), 1)
        keyring.set_mode('')
        self.fine('output', 'forget', 'webhook:desk')
        self.assertEqual((keyring.items(), 'webhook' in self.connections()), ([], False))
        self.fails('no connection of the kind', 'output', 'forget', 'webhook:desk')
        self.expect(self.cli('output', 'forget', 'sqlite:/tmp/x.db'), USAGE)

    def test_kills(self):
        """A kill in the midst of a move loses no secret, and the next move leaves one copy."""
        service = self.service('webhook')
        moves = {'file': 'keyring', 'keyring': 'file'}
        for point in ('connection.keyring.before', 'connection.keyring.after', 'connection.file.before',
                      'connection.file.after', 'connection.file.before:2', 'connection.file.after:2'):
            for place, other in moves.items():
                with self.subTest(point=point, place=place):
                    self.data = '%s/%s-%s' % (self.folder, place, point.replace(':', '-'))
                    keyring = self.keyring()
                    uid = self.quiet_task()
                    self.connect(uid, 'webhook', service, IN_KEYRING)
                    self.fine('output', 'keep', 'webhook:desk', other)
                    done = self.cli('output', 'keep', 'webhook:desk', place,
                                    variables={'EXM_FAIL_POINT': point})
                    # A point that is not on the way stops nothing.
                    reached = (place == 'keyring' or 'keyring' not in point) and not (
                        place == 'keyring' and ':2' in point)
                    self.assertEqual(done.code, KILLED if reached else 0, done)
                    self.fine('output', 'test', 'webhook:desk')
                    self.fine('output', 'keep', 'webhook:desk', place)
                    self.assertEqual(len(keyring.items()), place == 'keyring')
                    self.assertEqual(self.connections().count(SECRET), place == 'file')
                    self.fine('output', 'test', 'webhook:desk')

    def test_language(self):
        self.keyring()
        uid = self.quiet_task()
        out = self.fine('output', 'add', uid, 'webhook:desk', language='zh_CN',
                        input='https://example.com/\n%s\n' % SECRET)
        self.assertTrue(re.match('保存在.*密钥环', out), out)


if __name__ == '__main__':
    tap.main()
