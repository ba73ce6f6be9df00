#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Outputs that are sites: a form that is posted, and WordPress, by the rules of each; what the
tests of messages leave out."""

import json

from runner import FAILED
from services import FORM, PASSWORD, SECRET, FormService, WordPressService, lines_of
from stores import PublishCase
import tap


class Sites(PublishCase):
    def connect(self, kind, service, *lines, uid=None):
        """A task with an output of the kind; @lines are those behind address and secret."""
        uid = uid or self.quiet_task()
        self.addCleanup(service.close)
        text = lines_of(kind, service.address)
        if lines:
            text = '\n'.join(text.split('\n')[:2] + list(lines)) + '\n'
        self.fine('output', 'add', uid, kind + ':desk', input=text)
        return uid

    def article(self, uid, kind, title, **columns):
        self.publish(uid, kind, title)
        with self.store() as store:
            for name, value in columns.items():
                store.execute('UPDATE article SET %s = ? WHERE id = (SELECT max(id) FROM article)' % name,
                              (value,))

    def send_again(self):
        self.make_due()
        self.work()

    def test_form(self):
        """Fields arrive in the site's encoding, with what is not to be a sign of a form's."""
        service = FormService()
        uid = self.connect('form', service)
        title = '渡轮 & 港口=100% + 𠀀 ż'
        self.article(uid, 'form', title, html='<p>一</p>\n<p>二</p>')
        self.work()
        self.assertEqual(self.states(), ['published'])
        fields, = service.bodies()
        self.assertEqual((fields['title'], fields['body']), (title, '<p>一</p>\r\n<p>二</p>'))
        self.assertEqual((fields['day'], fields['from'].strip()), ('2026-11-20', '来源:'))
        self.assertEqual(list(fields), ['pass', 'title', 'body', 'from', 'day'])
        self.assertIn(b'title=%B6%C9%C2%D6+%26+', service.raw)

    def test_form_utf_8(self):
        """Without settings there are usual fields in UTF-8, and the status is enough."""
        service = FormService()
        service.answer = lambda *args: (200, 'ok')
        service.record = lambda path, headers, body: service.messages.append((path, headers, body))
        uid = self.connect('form', service, '', '', '')
        self.article(uid, 'form', '渡轮')
        self.work()
        self.assertEqual(self.states(), ['published'])
        body = service.messages[0][2]
        self.assertTrue(body.startswith(b'title=%E6%B8%A1%E8%BD%AE&content=%3Cp%3E'), body)

    def test_form_answers(self):
        """An answer without the word is none that took it; one that leads on may be."""
        service = FormService()
        uid = self.connect('form', service)
        for fault, state, words in (
                ((200, {}, '不行'.encode('gb18030')), 'waiting', '不行'),
                ((200, {}, 'x' * 70000), 'perhaps', 'only a part'),
                ((302, {'Location': '/login'}, ''), 'waiting', 'without'),
                ((303, {'Location': '/ok?发布成功'}, ''), 'published', ''),
                ((301, {'Location': '/new/'}, ''), 'waiting', 'sends elsewhere'),
                ((500, {}, SECRET), 'waiting', 'status 500')):
            with self.subTest(fault=fault):
                with self.store() as store:
                    store.execute('DELETE FROM publish_queue')
                    store.execute('DELETE FROM article')
                self.article(uid, 'form', 'A title')
                if 'Location' in fault[1]:
                    location = fault[1]['Location'].encode().decode('latin-1')
                    fault = (fault[0], {'Location': location}, fault[2])
                service.faults = [fault]
                done = self.work()
                self.assertEqual(self.states(), [state], done)
                self.assertIn(words, done.out + done.err)
                self.assertNotIn(SECRET, done.out + done.err)
                del service.messages[:]
                self.send_again()
                self.assertEqual(len(service.messages), int(state == 'waiting'))

    def test_form_leads_on(self):
        """Without a word, nobody knows what an answer means that leads on: it is asked once."""
        service = FormService()
        uid = self.connect('form', service, FORM[0], FORM[1], '')
        self.article(uid, 'form', 'A title')
        service.faults = [(302, {'Location': '/list'}, '')]
        done = self.work()
        self.assertIn('leads on', done.out + done.err)
        self.send_again()
        self.assertEqual((self.states(), len(service.messages)), (['perhaps'], 1))

    def test_lone(self):
        """Articles of a run are a form each."""
        service = FormService()
        uid = self.quiet_task()
        self.addCleanup(service.close)
        self.fine('output', 'add', uid, 'form:desk', '--when=run', input=lines_of('form', service.address))
        self.publish(uid, 'form', 'One', 'Two')
        self.work()
        self.assertEqual(self.states(), ['published'] * 2)
        self.assertEqual([fields['title'] for fields in service.bodies()], ['One', 'Two'])

    def test_test(self):
        """A sample is marked, a draft, and its answer shown."""
        service = WordPressService()
        self.connect('wordpress', service)
        out = self.fine('output', 'test', 'wordpress:desk')
        self.assertIn('Answer 201: https://blog.example/?p=7', out)
        post, = service.bodies()
        self.assertEqual((post['status'], post['title']), ('draft', 'Test: Sample article'))

    def test_terms(self):
        """Categories and tags are found by their names, or made; once."""
        service = WordPressService()
        uid = self.connect('wordpress', service, 'publish', 'news, Rain & Wind', 'harbour, ferries')
        self.article(uid, 'wordpress', 'One <b> title')
        self.article(uid, 'wordpress', 'Two')
        self.work()
        self.assertEqual(self.states(), ['published'] * 2)
        self.assertEqual(list(service.terms['categories'].values()),
                         ['Uncategorized', 'News', 'Rain &amp; Wind'])
        self.assertEqual(list(service.terms['tags'].values()), ['harbour', 'ferries'])
        first, second = service.bodies()
        self.assertEqual(first['categories'], [2, 12])
        self.assertEqual(first['tags'], second['tags'])
        self.assertEqual((first['status'], first['title']), ('publish', 'One &lt;b&gt; title'))
        self.assertEqual(first['date_gmt'], '2026-11-20T00:00:00')
        self.assertEqual(first['content'], '<p>One <b> title in one paragraph.</p>')
        self.assertEqual(service.routes.count(('POST', 'tags')), 2)

    def test_term_is_there(self):
        """A search that does not find a name ends with its number all the same."""
        service = WordPressService()
        uid = self.connect('wordpress', service, '', 'Uncategorized', '-')
        service.terms['categories'][1] = 'uncategorized'
        search = service.answer_terms
        service.answer_terms = lambda method, *args: (200, []) if method == 'GET' else search(method, *args)
        self.article(uid, 'wordpress', 'One')
        self.work()
        post, = service.bodies()
        self.assertEqual((post['categories'], post['status'], 'tags' in post), ([1], 'draft', False))

    def test_questions(self):
        """Questions before an article is sent may be asked again."""
        service = WordPressService()
        uid = self.connect('wordpress', service)
        for fault in ('close', 'half', (502, {}, ''), (200, {}, '<p>Please wait'),
                      (302, {'Location': 'http://127.0.0.1:1/'}, ''), (401, {}, PASSWORD)):
            with self.subTest(fault=fault):
                with self.store() as store:
                    store.execute('DELETE FROM publish_queue')
                    store.execute('DELETE FROM article')
                del service.messages[:]
                self.article(uid, 'wordpress', 'A title')
                service.questions_faults = [fault]
                done = self.work()
                self.assertEqual((self.states(), service.messages), (['waiting'], []), done)
                self.assertNotIn(PASSWORD, done.out + done.err)
                self.send_again()
                self.assertEqual((self.states(), len(service.messages)), (['published'], 1))

    def test_something_else(self):
        """A page that is no answer of WordPress leaves doubt."""
        service = WordPressService()
        uid = self.connect('wordpress', service)
        self.article(uid, 'wordpress', 'A title')
        service.faults = [(200, {}, '<p>Welcome')]
        done = self.work()
        self.assertIn('cannot be understood', done.out + done.err)
        self.assertEqual(self.states(), ['perhaps'])

    def test_plain_addresses(self):
        """A site whose interface is behind a parameter."""
        service = WordPressService()
        service.address += '/blog/?rest_route=/'
        self.connect('wordpress', service)
        self.fine('output', 'test', 'wordpress:desk')
        self.assertEqual(len(service.messages), 1)
        self.assertIn('rest_route=/wp/v2/posts', service.messages[0][0].query)

    def collect(self, service):
        uid = self.add(self.base + '/news/', '--name=News', '--pictures', '--first-run=newest:2',
                       '--schedule=every 30 d')
        self.addCleanup(service.close)
        self.fine('output', 'add', uid, 'wordpress:desk', '--backlog',
                  input=lines_of('wordpress', service.address))
        return self.work()

    def test_pictures(self):
        """A picture that was kept stands for the article, and is there once."""
        service = WordPressService()
        self.collect(service)
        self.assertEqual(set(self.states()), {'published'})
        posts = service.bodies()
        self.assertEqual(len(posts), 2)
        self.assertEqual(['<img' in post['content'] for post in posts],
                         [post.get('featured_media') in service.media for post in posts])
        self.assertTrue(service.last_picture.startswith((b'<svg', b'\x89PNG')), service.last_picture)
        uploads = service.routes.count(('POST', 'media'))
        self.assertEqual(uploads, len(set(service.media.values())))
        with self.store() as store:
            store.execute("UPDATE publish_queue SET state = 'waiting', next_try = 1")
        self.work()
        self.assertEqual((len(service.messages), service.routes.count(('POST', 'media'))), (4, uploads))

    def test_refused_picture(self):
        """A picture that the site does not take keeps no article; it is told."""
        service = WordPressService()
        service.refused = ('POST', 'media')
        done = self.collect(service)
        self.assertEqual(set(self.states()), {'published'})
        self.assertIn('Not allowed for you', done.out + done.err)
        self.assertNotIn('featured_media', service.bodies()[0])

    def test_broken_picture(self):
        """A site that breaks down over a picture is asked again, and has it then."""
        service = WordPressService()
        upload = service.answer_media
        broken = [1]
        service.answer_media = lambda method, *args: (
            (500, '<p>There has been a critical error') if method == 'POST' and broken
            else upload(method, *args))
        self.collect(service)
        self.assertIn('waiting', self.states())
        self.assertFalse(any('<img' in post['content'] for post in service.bodies()))
        broken.pop()
        with self.store() as store:
            store.execute('UPDATE publish_queue SET next_try = 1')
        self.work()
        self.assertEqual(set(self.states()), {'published'})
        self.assertTrue(any('featured_media' in post for post in service.bodies()))

    def test_refused_type(self):
        """The site's own word for a picture that it does not take."""
        service = WordPressService()
        upload = service.answer_media
        service.answer_media = lambda method, *args: (
            service.fail(500, 'rest_upload_unknown_error', 'This type is not allowed')
            if method == 'POST' else upload(method, *args))
        done = self.collect(service)
        self.assertEqual(set(self.states()), {'published'})
        self.assertIn('This type is not allowed', done.out + done.err)

    def test_breakdowns(self):
        """An error that the site tells is tried again; where it broke down, nobody knows."""
        service = WordPressService()
        uid = self.connect('wordpress', service)
        for fault, state in (
                (service.fail(500, 'db_insert_error', 'Could not insert post'), 'waiting'),
                ((503, '<h1>Briefly unavailable for scheduled maintenance'), 'waiting'),
                ((500, '<p>There has been a critical error'), 'perhaps'),
                (service.fail(500, 'internal_server_error', 'There has been a critical error'), 'perhaps'),
                ((524, 'A timeout occurred'), 'perhaps')):
            with self.subTest(fault=fault):
                with self.store() as store:
                    store.execute('DELETE FROM publish_queue')
                    store.execute('DELETE FROM article')
                self.article(uid, 'wordpress', 'A title')
                service.faults = [(fault[0], {}, fault[1] if isinstance(fault[1], str)
                                   else json.dumps(fault[1]))]
                done = self.work()
                self.assertEqual(self.states(), [state], done)
                del service.messages[:]
                self.send_again()
                self.assertEqual(len(service.messages), int(state == 'waiting'))

    def test_usage(self):
        uid = self.quiet_task()
        for lines, word in (('https://a.example/p\n\n\nutf-16\n\n', 'Encoding'),
                            ('https://a.example/p\n\ntitle\n\n\n', 'Fields'),
                            ('https://a.example/p\n\n=%7Btitle%7D\n\n\n', 'Fields'),
                            ('https://a.example/p\n\na=%zz\n\n\n', 'Fields'),
                            ('http://a.example/p\n\n\n\n\n', 'https')):
            self.fails(word, 'output', 'add', uid, 'form:desk', input=lines)
        for lines, word in (('https://blog.example\npass\n', 'who signs in'),
                            ('https://me@blog.example\n\n', 'lacks a part'),
                            ('https://me@blog.example\npass\nlive\n', 'Status')):
            self.fails(word, 'output', 'add', uid, 'wordpress:desk', input=lines)
        self.expect(self.cli('output', 'test', 'form:desk'), FAILED, 'no connection')


if __name__ == '__main__':
    tap.main()
