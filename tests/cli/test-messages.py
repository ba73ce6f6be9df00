#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli output, and articles that go out as messages: each kind against a service
that enforces its rules, and what faults of services and kills do to each guarantee."""

import base64
import json
import os
import re
import stat
import subprocess
import time

from runner import FAILED, USAGE, start
from services import KINDS, PASSWORD, SECRET, TOKEN, Service, lines_of, serve
from stores import PublishCase
import tap

KILLED = 137
# As they are, and as a mail program sends its own.
SECRETS = (SECRET, TOKEN, PASSWORD, base64.b64encode(PASSWORD.encode()).decode(),
           base64.b64encode(b'\0me@example.org\0' + PASSWORD.encode()).decode(),
           base64.b64encode(b'me@example.org:' + PASSWORD.encode()).decode())
ONCE = tuple(kind for kind in KINDS if kind not in ('webhook', 'matrix'))


class Messages(PublishCase):
    def service(self, kind):
        service = serve(kind)
        self.addCleanup(service.close)
        return service

    def connect(self, uid, kind, service, *args, name='desk'):
        """Gives the task an output of the kind."""
        out = self.fine('output', 'add', uid, '%s:%s' % (kind, name), *args,
                        input=lines_of(kind, service.address))
        self.assertIn('%s:%s' % (kind, name), out)

    def assert_no_secret(self, text):
        for secret in SECRETS:
            self.assertNotIn(secret, text)

    def assert_kept_secret(self, uid):
        """Nothing but one file of the data folder holds a secret."""
        for root, _, names in os.walk(self.data):
            for name in names:
                with open(os.path.join(root, name), 'rb') as file:
                    data = file.read()
                if name == 'connections':
                    mode = stat.S_IMODE(os.stat(os.path.join(root, name)).st_mode)
                    self.assertEqual(mode, 0o600)
                    continue
                for secret in SECRETS:
                    self.assertNotIn(secret.encode(), data, name)
        exported = self.folder + '/exported'
        os.makedirs(exported, exist_ok=True)
        self.assert_no_secret(self.fine('task', 'export', uid, '--output', exported))
        for name in os.listdir(exported):
            with open(os.path.join(exported, name), encoding='utf-8', errors='replace') as file:
                self.assert_no_secret(file.read())
        self.assert_no_secret(self.fine('output', 'list', '--json'))

    def test_kinds(self):
        """A test and an article, by the rules of each service."""
        uid = self.quiet_task()
        for kind in KINDS:
            with self.subTest(kind=kind):
                service = self.service(kind)
                self.connect(uid, kind, service)
                out = self.fine('output', 'test', kind + ':desk')
                self.assertIn('Answer %d' % {'mail': 250, 'wordpress': 201}.get(kind, 200), out)
                self.assert_no_secret(out)
                self.assertIn('est', service.messages[0][2].decode())
                self.publish(uid, kind, 'A title of %s' % kind)
                with self.store() as store:
                    store.execute("DELETE FROM publish_queue WHERE output_key <> ?",
                                  ('%s\ndesk\n' % kind,))
                    store.execute("DELETE FROM publish_queue WHERE article < "
                                  "(SELECT max(id) FROM article)")
                done = self.work()
                self.assert_no_secret(done.out + done.err)
                self.assertEqual(self.states(), ['published'], (kind, done))
                self.assertEqual(len(service.messages), 2)
                self.assertIn('A title of ' + kind, json.dumps(service.bodies()[1]))
        self.assert_kept_secret(uid)

    def test_refusal(self):
        """Status 200 with an error inside is none; it is told once, and tried again."""
        uid = self.quiet_task()
        for kind in ('wecom', 'dingtalk', 'feishu'):
            with self.subTest(kind=kind):
                service = self.service(kind)
                self.connect(uid, kind, service)
                service.faults = [(200, {}, '{"errcode": 40001, "code": 40001, "errmsg": "no %s",'
                                            ' "msg": "no %s"}' % (TOKEN, TOKEN))]
                done = self.expect(self.cli('output', 'test', kind + ':desk'), FAILED,
                                   'did not take the message')
                self.assert_no_secret(done.out + done.err)

    def test_collected(self):
        """Articles of a run go out, and once."""
        service = self.service('webhook')
        uid = self.add(self.base + '/news/', '--name=News', '--first-run=newest:3',
                       '--schedule=every 30 d')
        self.connect(uid, 'webhook', service, '--backlog')
        self.work()
        self.work()
        bodies = service.bodies()
        self.assertEqual([len(body['articles']) for body in bodies], [1, 1, 1])
        self.assertEqual(len({body['delivery'] for body in bodies}), 3)
        self.assertEqual(len({body['articles'][0]['url'] for body in bodies}), 3)
        self.assertEqual(set(self.states()), {'published'})

    def test_backlog(self):
        """Older articles are not sent unless somebody asks."""
        service = self.service('webhook')
        uid = self.add(self.base + '/news/', '--name=News', '--first-run=newest:2',
                       '--schedule=every 30 d')
        self.connect(uid, 'webhook', service)
        self.work()
        self.assertEqual((self.states(), service.messages), (['skipped', 'skipped'], []))

    def test_gathered(self):
        """A run is one message, and so is what of it is sent again."""
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, '--when=run')
        self.publish(uid, 'webhook', 'One', 'Two', 'Three')
        service.faults = [(500, {}, 'later')]
        self.work()
        self.publish(uid, 'webhook', 'Four')
        self.make_due()
        self.work()
        bodies = service.bodies()
        self.assertEqual(sorted(len(body['articles']) for body in bodies[1:]), [1, 3])
        self.assertEqual(len(bodies[0]['articles']), 3)
        again = [body for body in bodies[1:] if len(body['articles']) == 3]
        self.assertEqual(again[0]['delivery'], bodies[0]['delivery'])
        # One failure of three articles.
        with self.store() as store:
            told, = store.execute("SELECT message FROM event WHERE message LIKE 'Published to %'")
        self.assertIn('had to wait: 3; attempts in vain: 1', told[0])
        self.assertEqual(self.states(), ['published'] * 4)

    def test_deleted_in_flight(self):
        """An article that is deleted while its message is on its way keeps none of the others."""
        service = self.service('webhook')
        uid = self.quiet_task()
        self.connect(uid, 'webhook', service, '--when=run')
        self.publish(uid, 'webhook', 'One', 'Two', 'Three')
        service.faults = [('late', 500, {}, 'later')]
        worker = start('worker', '--once', '--data', self.data, stdout=-1, stderr=-2)
        self.assertTrue(service.arrived.acquire(timeout=60))
        with self.store() as store:
            number, = store.execute("SELECT id FROM article WHERE title = 'Two'").fetchone()
        self.fine('articles', 'delete', str(number))
        service.released.set()
        out = worker.communicate(timeout=60)[0]
        self.assertEqual(worker.returncode, 0, out)
        self.assertEqual(self.states(), ['waiting'] * 2, out)
        self.make_due()
        self.work()
        self.assertEqual(self.states(), ['published'] * 2)
        self.assertEqual([article['title'] for article in service.bodies()[1]['articles']], ['One', 'Three'])

    def test_faults(self):
        """A service that fails before it takes anything costs time and nothing else."""
        uid = self.quiet_task()
        for kind, fault in (
                ('webhook', (503, {'Retry-After': '7200'}, '')),
                ('slack', (429, {'Retry-After': '7200'}, 'rate_limited')),
                ('telegram', (429, {}, '{"ok": false, "parameters": {"retry_after": 7200}}')),
                ('discord', (500, {}, '')),
                ('feishu', (302, {'Location': 'http://127.0.0.1:1/steal'}, '')),
                ('wecom', (200, {}, '{"errcode": 45009, "errmsg": "api freq out of limit"}'))):
            with self.subTest(kind=kind):
                service = self.service(kind)
                self.connect(uid, kind, service)
                self.publish(uid, kind, 'Held ' + kind)
                with self.store() as store:
                    store.execute("DELETE FROM publish_queue WHERE output_key <> ? OR article < "
                                  "(SELECT max(id) FROM article)", ('%s\ndesk\n' % kind,))
                service.faults = [fault]
                done = self.work()
                self.assertEqual(self.states(), ['waiting'], (kind, done))
                with self.store() as store:
                    pause, = store.execute("SELECT next_try - (SELECT max(time) FROM event) "
                                           'FROM publish_queue').fetchone()
                if '7200' in str(fault):
                    self.assertGreater(pause, 7000 * 1000 * 1000)
                self.make_due()
                self.work()
                self.assertEqual((self.states(), len(service.messages)), (['published'], 2))

    def test_rate(self):
        """A service gets no more messages than it takes."""
        service = self.service('wecom')
        uid = self.quiet_task()
        self.connect(uid, 'wecom', service)
        self.publish(uid, 'wecom', 'One', 'Two', 'Three')
        self.work()
        self.assertEqual(self.states(), ['published'] * 3)
        with self.store() as store:
            times = sorted(time for time, in
                           store.execute('SELECT published FROM publish_queue'))
        # 20 a minute.
        self.assertGreaterEqual(min(times[1] - times[0], times[2] - times[1]), 3000 * 1000)

    def test_no_answer(self):
        """A chat that gives no answer is asked once, a program again."""
        uid = self.quiet_task()
        for kind in ('webhook', 'matrix', 'dingtalk', 'slack', 'form', 'wordpress'):
            for fault in ('close',) if kind in ('matrix', 'slack') else ('close', 'half'):
                with self.subTest(kind=kind, fault=fault):
                    service = self.service(kind)
                    self.connect(uid, kind, service, '--connect')
                    self.publish(uid, kind, '%s %s' % (kind, fault))
                    with self.store() as store:
                        store.execute("DELETE FROM publish_queue WHERE output_key <> ? OR article"
                                      " < (SELECT max(id) FROM article)", ('%s\ndesk\n' % kind,))
                    service.faults = [fault]
                    self.work()
                    self.make_due()
                    self.work()
                    if kind in ONCE:
                        self.assertEqual((self.states(), len(service.messages)), (['perhaps'], 1))
                        self.assertEqual(self.fine('output', 'retry', uid),
                                         '0 articles are tried again\n')
                        self.fine('output', 'retry', uid, '--perhaps')
                        self.work()
                    self.assertEqual(self.states(), ['published'])
                    # The status of a program's answer is enough.
                    self.assertEqual(len(service.messages),
                                     1 if (kind, fault) == ('webhook', 'half') else 2)
        self.assert_kept_secret(uid)

    def kill_at(self, kind, point):
        """Dies there, is started again; messages by title."""
        service = self.service(kind)
        uid = self.quiet_task()
        self.connect(uid, kind, service)
        titles = ['First title', 'Second title', 'Third title']
        self.publish(uid, kind, *titles)
        self.work(KILLED, EXM_FAIL_POINT=point)
        self.work()
        self.make_due()
        self.work()
        found = {title: [message for message in service.messages
                         if title in message[2].decode()] for title in titles}
        return found, self.states()

    def test_kills(self):
        for point in ('worker.ask.before', 'worker.ask.after:1', 'worker.ask.after:2',
                      'worker.sent.before:1', 'worker.sent.before:3', 'worker.sent.after:2',
                      'store.publish.before:1', 'store.publish.after:1', 'store.publish.before:2',
                      'store.publish.after:2'):
            for kind in ('webhook', 'slack', 'mail', 'form', 'wordpress'):
                with self.subTest(point=point, kind=kind):
                    self.data = '%s/%s-%s' % (self.folder, kind, point.replace(':', '-'))
                    found, states = self.kill_at(kind, point)
                    if kind == 'webhook':
                        self.assertEqual(states, ['published'] * 3)
                        for messages in found.values():
                            ids = {headers['X-Exemplar-Delivery'] for _, headers, _ in messages}
                            self.assertEqual((len(ids), len(messages) > 2), (1, False))
                    else:
                        self.assertLessEqual(set(states), {'published', 'perhaps'})
                        self.assertLessEqual(states.count('perhaps'), 1)
                        for (title, messages), state in zip(found.items(), states):
                            self.assertLessEqual(len(messages), 1, title)
                            if state == 'published':
                                self.assertEqual(len(messages), 1, title)

    def kill_in_flight(self, kind):
        """Dies while the service has the message, and has not answered."""
        service = self.service(kind)
        uid = self.quiet_task()
        self.connect(uid, kind, service)
        self.publish(uid, kind, 'In flight')
        service.faults = ['hang']
        worker = start('worker', '--once', '--data', self.data, stdout=subprocess.DEVNULL,
                       stdin=subprocess.DEVNULL)
        self.assertTrue(service.arrived.acquire(timeout=60))
        worker.kill()
        worker.wait()
        self.assertEqual(self.states(), ['asked'])
        service.released.set()
        self.work()
        self.make_due()
        self.work()
        return service

    def test_killed_in_flight(self):
        for kind in KINDS:
            with self.subTest(kind=kind):
                self.data = '%s/flight-%s' % (self.folder, kind)
                service = self.kill_in_flight(kind)
                if kind in ONCE:
                    self.assertEqual((self.states(), len(service.messages)), (['perhaps'], 1))
                    continue
                self.assertEqual((self.states(), len(service.messages)), (['published'], 2))
                first, second = service.messages
                self.assertEqual(first[2], second[2])
                self.assertEqual(first[0].path, second[0].path)

    def connect_mail(self, *args):
        uid = self.quiet_task()
        service = self.service('mail')
        self.connect(uid, 'mail', service, *args)
        return uid, service

    def test_mail(self):
        """A mail has all that a mail program shows and sorts by."""
        uid, service = self.connect_mail('--when=daily 08:00')
        titles = ['Ein sehr langer Titel über 港口的渡轮 ' * 3, '.', 'Third\n.\r\n<b onload="x">']
        self.publish(uid, 'mail', *titles)
        self.make_due()
        with self.store() as store:
            # Their time of today, which is past.
            store.execute('UPDATE publish_queue SET attempts = 1')
        self.work()
        self.assertEqual(self.states(), ['published'] * 3)
        (sender, receivers, text), = service.messages
        mail, = service.mails
        self.assertEqual((sender, receivers), ('<me@example.org>',
                                               ['<one@example.net>', '<two@example.net>']))
        self.assertEqual(mail['To'], 'one@example.net, two@example.net')
        self.assertEqual(mail['Subject'], 'News: 3 new articles')
        self.assertIn('<%s.exemplar.localhost>' % uid, mail['List-Id'])
        self.assertTrue(mail['List-Id'].startswith('News'), mail['List-Id'])
        self.assertEqual(mail.defects, [])
        self.assertIsNotNone(mail['Date'].datetime)
        self.assertEqual(mail['Date'].defects, ())
        self.assertRegex(mail['Message-ID'], r'^<[0-9a-f]{32}@example\.org>$')
        self.assertIn('über 港口的渡轮', text.decode())
        html = mail.get_body(('html',)).get_content()
        self.assertEqual(html.count('<h3 dir="auto"><a href="https://paper.example/'), 3)
        self.assertIn('über 港口的渡轮', html)
        # The beginning of each, and no signs of a title as markup.
        self.assertIn('<p dir="auto">. in one paragraph.</p>', html)
        self.assertNotIn('<b', html.replace('<body>', ''))
        self.assertEqual([part.defects for part in mail.walk()], [[]] * 3)

    def test_mail_login(self):
        """By the way that the server has, and no secret is shown where it is refused."""
        uid, service = self.connect_mail()
        service.ways = 'LOGIN'
        self.fine('output', 'test', 'mail:desk')
        self.assertIn('AUTH LOGIN', service.commands)
        for ways in ('LOGIN', 'PLAIN'):
            service.ways = ways
            path = self.data + '/connections'
            with open(path, encoding='utf-8') as file:
                text = file.read()
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text.replace(PASSWORD, PASSWORD + 'x'))
            done = self.expect(self.cli('output', 'test', 'mail:desk'), FAILED, 'not you')
            wrong = b'\0me@example.org\0' + PASSWORD.encode() + b'x'
            self.assertNotIn(base64.b64encode(wrong).decode(), done.out + done.err)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
        self.assert_kept_secret(uid)

    def test_mail_faults(self):
        """Before the dot behind a mail it can be sent again; without an answer to the dot
        it is perhaps delivered; a receiver that is refused keeps it from the others."""
        uid, service = self.connect_mail()
        for fault, state in ((('connect', '421 4.3.2 too busy'), 'waiting'),
                             (('connect', 'close'), 'waiting'),
                             (('EHLO', '502 no'), 'waiting'),
                             (('EHLO', 'close'), 'waiting'),
                             (('AUTH', '454 4.7.0 later'), 'waiting'),
                             (('MAIL', '452 4.3.1 full'), 'waiting'),
                             (('RCPT', '550 5.1.1 nobody'), 'waiting'),
                             (('RCPT', 'close'), 'waiting'),
                             (('DATA', '451 4.3.0 later'), 'waiting'),
                             (('DATA', 'close'), 'waiting'),
                             ('452 4.2.2 full', 'waiting'),
                             ('554 5.7.1 looks like an advertisement', 'waiting'),
                             ('close', 'perhaps'), ('nonsense', 'perhaps')):
            with self.subTest(fault=fault):
                with self.store() as store:
                    store.execute('DELETE FROM publish_queue')
                title = 'A title %s' % (fault,)
                self.publish(uid, 'mail', title)
                with self.store() as store:
                    store.execute('DELETE FROM publish_queue WHERE article < '
                                  '(SELECT max(id) FROM article)')
                del service.messages[:]
                service.faults = [fault]
                self.work()
                self.assertEqual((self.states(), service.faults), ([state], []))
                self.make_due()
                self.work()
                if state == 'waiting':
                    self.assertEqual(self.states(), ['published'])
                arrived = 2 if isinstance(fault, str) and state == 'waiting' else 1
                self.assertEqual(len(service.messages), arrived)
        self.assert_kept_secret(uid)

    def test_mail_usage(self):
        uid = self.quiet_task()
        for lines, word in (('https://mail.example.org\np\nx@example.org\n', 'smtps'),
                            ('smtps://me@mail.example.org\np\n\n', 'lacks a part')):
            self.fails(word, 'output', 'add', uid, 'mail:desk', input=lines)
        for number, (user, receivers) in enumerate((
                ('me@example.org', 'nobody'), ('me@example.org', 'a@b@c'),
                ('me@example.org', 'a@b.example,'), ('m<e>@example.org', 'a@b.example'))):
            name = 'mail:desk%d' % number
            self.fine('output', 'add', uid, name,
                      input='smtp://%s@127.0.0.1:1\np\n%s\n' % (user, receivers))
            self.expect(self.cli('output', 'test', name), FAILED, 'cannot be used')

    def test_unreachable(self):
        """Nothing was sent where nobody listens: it waits, whatever the guarantee."""
        uid = self.quiet_task()
        service = Service('slack')
        self.connect(uid, 'slack', service)
        service.close()
        self.publish(uid, 'slack', 'Nobody')
        done = self.work()
        self.assertIn('cannot be reached', done.out + done.err)
        self.assertEqual(self.states(), ['waiting'])

    def test_open_file(self):
        """Secrets that others can read are not used."""
        uid = self.quiet_task()
        service = self.service('webhook')
        self.connect(uid, 'webhook', service)
        os.chmod(self.data + '/connections', 0o644)
        self.expect(self.cli('output', 'test', 'webhook:desk'), FAILED, 'chmod 600')
        self.publish(uid, 'webhook', 'Held')
        self.work()
        self.assertEqual((self.states(), service.messages), (['waiting'], []))
        os.chmod(self.data + '/connections', 0o600)
        self.make_due()
        self.work()
        self.assertEqual(self.states(), ['published'])

    def test_list(self):
        uid = self.quiet_task()
        service = self.service('wecom')
        self.connect(uid, 'wecom', service)
        self.publish(uid, 'wecom', 'One', 'Two')
        lines = self.fine('output', 'list', '--json').splitlines()
        row = json.loads(lines[-1])
        self.assertEqual((row['kind'], row['place'], row['waiting']), ('wecom', 'desk', 2))
        table = self.fine('output', 'list', uid)
        self.assertIn('Asked once', table)
        self.assertIn('wecom:desk', table)

    def test_usage(self):
        uid = self.quiet_task()
        for arguments in (('output', 'add', uid, 'pigeon:desk'), ('output', 'test', 'webhook:'),
                          ('output', 'add', uid), ('output', 'retry')):
            self.expect(self.cli(*arguments), USAGE)
        for option, word in (('--when=sometimes', 'when'), ('--quiet=night', 'quiet'),
                             ('--least-sure=101', 'least-sure')):
            self.fails(word, 'output', 'add', uid, 'slack:desk', option)
        self.fails('https', 'output', 'add', uid, 'slack:desk',
                   input='http://hooks.example.com/services/x\n')
        self.fails('needs an address', 'output', 'add', uid, 'slack:desk', input='\n')
        self.fails('lacks a part', 'output', 'add', uid, 'telegram:desk',
                   input='https://api.telegram.org\n\n\n')
        self.fails('no connection', 'output', 'test', 'slack:desk')


def weekday_zone():
    """A zone in which it is not between Sunday and Monday morning, when no week is due."""
    hours = (time.time() / 3600 - 4 * 24) % (7 * 24)  # since Monday in UTC
    if 6 * 24 + 6 <= hours < 6 * 24 + 19:
        return 'Etc/GMT+12'
    return 'UTC' if 8 <= hours < 6 * 24 + 6 else 'Etc/GMT-12'


class Week(PublishCase):
    """The weekly report by mail: report mail."""

    service = Messages.service
    assert_no_secret = Messages.assert_no_secret

    def connect(self):
        service = self.service('mail')
        self.assertIn('Every Monday morning to “desk”.',
                      self.fine('report', 'mail', 'mail:desk', input=lines_of('mail', service.address)))
        return service

    def state(self):
        with self.store() as store:
            found = store.execute("SELECT value FROM setting WHERE key = 'report.mail.last'").fetchone()
        return found and found[0].split(' ')[1]

    def test_choice(self):
        self.quiet_task()
        self.assertEqual(self.fine('report', 'mail'), 'The report is not sent by mail.\n')
        self.connect()
        self.assertEqual(self.fine('report', 'mail'), 'Every Monday morning to “desk”.\n')
        self.assertIn('每周一早晨', self.fine('report', 'mail', language='zh_CN'))
        # It is known by now.
        self.fine('report', 'mail', 'mail:desk')
        self.fails('report mail off', 'output', 'forget', 'mail:desk')
        self.fine('report', 'mail', 'off')
        self.assertEqual(self.fine('report', 'mail'), 'The report is not sent by mail.\n')
        self.fine('output', 'forget', 'mail:desk')
        self.work()
        self.assertIsNone(self.state())

    def test_usage(self):
        for args, word in ((('desk',), 'as mail:NAME'), (('webhook:desk',), 'as mail:NAME'),
                           (('off', '--now'), 'as mail:NAME'), (('--now',), 'as mail:NAME'),
                           (('mail:a', 'mail:b'), 'one argument too many')):
            self.expect(self.cli('report', 'mail', *args), USAGE, word)

    def test_now(self):
        """A person reads it in her language; both of its forms say what the command prints."""
        self.add_articles(self.quiet_task(), ('One', 'good'), ('Two', 'good'))
        service = self.connect()
        for language, title in (('', 'Week from 2'), ('zh_CN', '2')):
            out = self.fine('report', 'mail', '--now', language=language)
            self.assertIn('250', out)
            self.assert_no_secret(out)
            mail = service.mails.pop()
            said = self.fine('report', 'weekly', language=language)
            self.assertTrue(mail['Subject'].startswith(title), mail['Subject'])
            self.assertEqual('一周' in mail['Subject'], language == 'zh_CN', mail['Subject'])
            self.assertEqual(mail.get_body(('plain',)).get_content(), said)
            html = mail.get_body(('html',)).get_content()
            words = re.sub('<[^>]*>', ' ', html).split()
            self.assertEqual(words, said.split())
            self.assertEqual((mail.defects, [part.defects for part in mail.walk()]), ([], [[]] * 3))
            self.assertEqual((mail['To'], mail['Auto-Submitted']),
                             ('one@example.net, two@example.net', 'auto-generated'))
        # Mondays are another matter.
        self.assertIsNone(self.state())
        service.faults = [('AUTH', '535 5.7.8 not you')]
        done = self.expect(self.cli('report', 'mail', '--now'), FAILED, 'not you')
        self.assert_no_secret(done.out + done.err)

    def test_kills(self):
        """Wherever the worker dies, a week never goes out twice."""
        zone = weekday_zone()
        for point, states, n in (('worker.week.ask.before', (None, 'sent'), 1),
                                 ('worker.week.ask.after', ('asked', 'perhaps'), 0),
                                 ('worker.week.sent.before', ('asked', 'perhaps'), 1),
                                 ('worker.week.sent.after', ('sent', 'sent'), 1)):
            with self.subTest(point=point):
                self.data = '%s/%s' % (self.folder, point)
                self.quiet_task()
                service = self.connect()
                with self.store() as store:
                    store.execute("UPDATE setting SET value = '1 desk' WHERE key = 'report.mail'")
                self.work(KILLED, EXM_FAIL_POINT=point, TZ=zone)
                self.assertEqual(self.state(), states[0])
                self.work(TZ=zone)
                self.assertEqual((self.state(), len(service.messages)), (states[1], n))
                self.work(TZ=zone)
                self.assertEqual((self.state(), len(service.messages)), (states[1], n))
                with self.store() as store:
                    told = store.execute("SELECT message FROM event WHERE message LIKE "
                                         "'%weekly report%'").fetchall()
                self.assertEqual(len(told), 1, told)
                self.assertIn('perhaps' if states[1] == 'perhaps' else 'went out', told[0][0])
                for root, _, names in os.walk(self.data):
                    for name in names:
                        if name != 'connections':
                            with open(os.path.join(root, name), 'rb') as file:
                                self.assertNotIn(PASSWORD.encode(), file.read(), name)


if __name__ == '__main__':
    tap.main()
