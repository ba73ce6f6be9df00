#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Daily reports: a file a day, once and whole, by a template or as a list."""

import datetime
import json
import os
import xml.etree.ElementTree
import zipfile

from runner import FAILED, run
from stores import PublishCase
import tap

KILLED = 137
WORD = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
POINTS = ('worker.ask.before', 'worker.ask.after', 'report.name.before', 'report.write.before',
          'report.write.after', 'worker.sent.before', 'store.publish.before:1',
          'store.publish.after:1', 'store.publish.before:2', 'store.publish.after:2',
          'store.publish.after:3', 'worker.sent.after')


class Reports(PublishCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder + '/reports'

    def connect(self, name='{date}.docx', *args):
        self.uid = self.quiet_task()
        self.file = '%s/%s' % (self.out, name)
        self.fine('output', 'add', self.uid, 'report:' + self.file, *args)

    def wait(self, *titles, at=None):
        """Articles that wait for the report of a day, whose time has come."""
        self.publish(self.uid, 'report', *titles, name=self.file)
        due = at or datetime.datetime.now().replace(hour=8, minute=0, second=0, microsecond=0)
        if not at and due > datetime.datetime.now():
            due -= datetime.timedelta(days=1)
        with self.store() as store:
            store.execute("UPDATE publish_queue SET next_try = ? WHERE state = 'waiting' AND next_try = 1",
                          (int(due.timestamp() * 1000000),))

    def reports(self):
        return sorted(name for name in os.listdir(self.out)
                      if not name.startswith('.') and name != 'template.docx')

    def paragraphs(self, name):
        """Texts of a document, with their styles."""
        with zipfile.ZipFile(os.path.join(self.out, name)) as file:
            self.assertIsNone(file.testzip())
            for part in file.namelist():
                if part.endswith(('.xml', '.rels')):
                    xml.etree.ElementTree.fromstring(file.read(part))
            root = xml.etree.ElementTree.fromstring(file.read('word/document.xml'))
        found = []
        for paragraph in root.iter(WORD + 'p'):
            style = paragraph.find('%spPr/%spStyle' % (WORD, WORD))
            found.append((style.get(WORD + 'val') if style is not None else None,
                          ''.join(text.text or '' for text in paragraph.iter(WORD + 't'))))
        return found

    def headings(self, name):
        return [text for style, text in self.paragraphs(name) if style == 'Heading1']

    def today(self):
        return datetime.date.today().isoformat()

    def test_document(self):
        self.connect()
        self.wait('One <b> & title', '第二篇', 'Third')
        self.work()
        self.assertEqual(self.states(), ['published'] * 3)
        name = self.today() + '.docx'
        self.assertEqual(self.reports(), [name])
        found = self.paragraphs(name)
        titles = ['One <b> & title', '第二篇', 'Third']
        self.assertEqual(found[0], ('Title', 'News ' + self.today()))
        self.assertEqual([text for style, text in found if style == 'TOC1'], titles)
        self.assertEqual(self.headings(name), titles)
        texts = [text for style, text in found if style is None]
        self.assertEqual(texts, ['One & title in one paragraph.', '第二篇 in one paragraph.',
                                 'Third in one paragraph.'])
        self.assertTrue(any('2026-11-20' in text for style, text in found if style == 'Source'))
        self.assertFalse(any('{{' in text for _, text in found))

    def test_list(self):
        self.connect('{year}/{month}{day} {date}.xlsx'.replace('{year}/', ''))
        self.wait('=1+1', 'Two')
        self.work()
        name, = self.reports()
        self.assertTrue(name.endswith(' %s.xlsx' % self.today()), name)
        with zipfile.ZipFile(os.path.join(self.out, name)) as file:
            sheet = file.read('xl/worksheets/sheet1.xml').decode()
        self.assertIn('=1+1', sheet)
        self.assertIn('Two', sheet)

    def test_time(self):
        """Articles wait for the time of day, and each goes into one report."""
        self.connect('{date}.docx', '--when=daily 23:59')
        self.publish(self.uid, 'report', 'Early', name=self.file)
        self.work()
        self.assertEqual(self.states(), ['waiting'])
        with self.store() as store:
            due, = store.execute('SELECT next_try FROM publish_queue').fetchone()
        clock = datetime.datetime.fromtimestamp(due / 1000000)
        self.assertEqual((clock.hour, clock.minute), (23, 59))
        self.assertFalse(os.path.exists(self.out))

    def test_two_of_a_day(self):
        """A second report of a day has a number; what is there already stays."""
        self.connect()
        self.wait('First')
        self.work()
        self.wait('Second')
        self.work()
        first, second = self.today() + '.docx', self.today() + ' (2).docx'
        self.assertEqual(self.reports(), [second, first])
        self.assertEqual((self.headings(first), self.headings(second)), (['First'], ['Second']))

    def test_kills(self):
        """One report of the day, wherever the worker dies."""
        for point in POINTS:
            with self.subTest(point=point):
                self.data = '%s/%s' % (self.folder, point.replace(':', '-'))
                self.out = self.data + '-out'
                self.connect()
                self.wait('First', 'Second', 'Third')
                self.work(KILLED, EXM_FAIL_POINT=point)
                self.work()
                self.assertEqual(self.states(), ['published'] * 3)
                name = self.today() + '.docx'
                self.assertEqual(self.reports(), [name])
                self.assertEqual(self.headings(name), ['First', 'Second', 'Third'])
                self.assertEqual([entry for entry in os.listdir(self.out) if entry.startswith('.')],
                                 ['.exemplar-reports'])

    def change_template(self, change, part='word/document.xml'):
        os.makedirs(self.out, exist_ok=True)
        usual, own = self.folder + '/usual.docx', self.out + '/template.docx'
        self.assertEqual(run('output', 'template', usual).code, 0)
        with zipfile.ZipFile(usual) as source, \
                zipfile.ZipFile(own, 'w', zipfile.ZIP_DEFLATED) as target:
            for name in source.namelist():
                text = source.read(name)
                target.writestr(name, change(text.decode()) if name == part else text)

    def test_template(self):
        """A template of one's own, whose fields a program has torn apart."""
        self.connect()
        self.change_template(lambda text: text.replace(
            '<w:t>{{report}} {{date}}</w:t></w:r>',
            '<w:t>Of {{re</w:t></w:r><w:r><w:t>port}}: {{coun</w:t></w:r><w:r><w:t>t}}, {{nothing}}</w:t></w:r>'
        ).replace('{{title}}', '{{number}}. {{title}} ({{task}})'))
        self.wait('First', 'Second')
        self.work()
        found = self.paragraphs(self.today() + '.docx')
        self.assertEqual(found[0], ('Title', 'Of News: 2, {{nothing}}'))
        self.assertEqual(self.headings(self.today() + '.docx'), ['1. First (News)', '2. Second (News)'])

    def test_bad_templates(self):
        """One that cannot be used is told, and holds the articles until it can."""
        self.connect()
        self.wait('Held')
        for change, word in ((lambda text: text.replace('{{/articles}}', ''), '/articles'),
                             (lambda text: text[:100], 'word/document.xml'), (None, 'ZIP')):
            if change:
                self.change_template(change)
                os.unlink(self.folder + '/usual.docx')
            else:
                with open(self.out + '/template.docx', 'wb') as file:
                    file.write(b'PK\x03\x04 and no more')
            self.work()
            self.assertEqual((self.states(), self.reports()), (['waiting'], []))
            with self.store() as store:
                told, = store.execute('SELECT message FROM publish_queue').fetchone()
            self.assertIn(word, told)
            self.assertIn('template.docx', told)
            self.make_due()
        os.unlink(self.out + '/template.docx')
        self.work()
        self.assertEqual((self.states(), self.headings(self.today() + '.docx')), (['published'], ['Held']))

    def test_folder_that_is_away(self):
        self.connect()
        self.wait('First')
        self.work()
        os.rename(self.out, self.out + '-away')
        self.wait('Second')
        done = self.work()
        self.assertIn('no longer there', done.out + done.err)
        self.assertFalse(os.path.exists(self.out))
        os.rename(self.out + '-away', self.out)
        self.make_due()
        self.work()
        self.assertEqual(self.states(), ['published'] * 2)
        self.assertEqual(len(self.reports()), 2)

    def test_test(self):
        self.connect()
        out = self.fine('output', 'test', 'report:' + self.file)
        self.assertIn(self.today() + '.docx', out)
        self.assertEqual(os.listdir(self.out), [])

    def test_saved_search(self):
        self.fine('search', 'add', 'Ferries', 'ferry')
        self.fine('search', 'output', 'Ferries', '--output', 'report:%s/{date}.docx' % self.out,
                  '--when', 'daily 07:30')
        line, = [json.loads(line) for line in self.fine('output', 'list', '--json').splitlines()]
        self.assertEqual((line['search'], line['kind']), ('Ferries', 'report'))
        with open(self.data + '/searches.txt', encoding='utf-8') as file:
            self.assertIn('[daily 07:30]', file.read())

    def test_usage(self):
        uid = self.quiet_task()
        for name, word in (('{date}.odt', '.docx'), ('daily.docx', '{date}'), ('{day}.xlsx', '{date}'),
                           ('{nothing} {date}.docx', 'nothing')):
            self.fails(word, 'output', 'add', uid, 'report:%s/%s' % (self.out, name))
            self.fails(word, 'output', 'test', 'report:%s/%s' % (self.out, name))
        self.fails('time of day', 'output', 'add', uid, 'report:%s/{date}.docx' % self.out, '--when=run')
        path = self.folder + '/t.docx'
        self.assertEqual(run('output', 'template', path).code, 0)
        self.expect(run('output', 'template', path), FAILED, 'already')
        self.fine('output', 'add', uid, 'report:%s/{date}.docx' % self.out)
        exported = self.fine('task', 'export', uid, '-o', self.folder).splitlines()[0]
        with open(exported, encoding='utf-8') as file:
            text = file.read()
        self.assertRegex(text, r'(?m)^kind *= *report$')
        self.assertRegex(text, r'(?m)^when *= *daily 08:00$')


if __name__ == '__main__':
    tap.main()
