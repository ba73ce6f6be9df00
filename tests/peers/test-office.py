#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""LibreOffice opens daily reports, those by a template that it wrote itself too, with their
headings."""

import datetime
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
import xml.etree.ElementTree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import run  # noqa: E402
from stores import PublishCase  # noqa: E402
import tap  # noqa: E402

TEXT = '{urn:oasis:names:tc:opendocument:xmlns:text:1.0}'
BODY = ('<h2>Part <em>one</em></h2><p>First &amp; last.</p><ul><li>x</li><li>y</li></ul>'
        '<h3>Below</h3><p><a href="https://a.example/">link</a></p><ol><li>one</li></ol>'
        '<table><tr><td>cell</td></tr></table>')


class Office(PublishCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.home)

    def convert(self, path, kind, *filters):
        """The file as LibreOffice writes it anew."""
        out = tempfile.mkdtemp(dir=self.folder)
        done = subprocess.run(('soffice', '-env:UserInstallation=file://' + self.home, '--headless',
                               *filters, '--convert-to', kind, '--outdir', out, path),
                              capture_output=True, text=True, check=False, timeout=180)
        made = os.listdir(out)
        self.assertEqual(len(made), 1, done)
        return os.path.join(out, made[0])

    def headings(self, path):
        """Texts of headings with their levels, of an OpenDocument."""
        with zipfile.ZipFile(path) as file:
            root = xml.etree.ElementTree.fromstring(file.read('content.xml'))
        return [(int(heading.get(TEXT + 'outline-level')), ''.join(heading.itertext()).strip())
                for heading in root.iter(TEXT + 'h')]

    def report(self, ending, template=None):
        out = '%s/%s' % (self.folder, ending)
        uid = self.quiet_task()
        file = out + '/{date}.' + ending
        self.fine('output', 'add', uid, 'report:' + file)
        if template:
            os.makedirs(out)
            shutil.copy(template, out + '/template.docx')
        self.publish(uid, 'report', 'First', '第二篇', name=file)
        with self.store() as store:
            store.execute('UPDATE article SET html = ?', (BODY,))
            store.execute("UPDATE publish_queue SET attempts = 1 WHERE state = 'waiting'")
        self.work()
        self.assertEqual(set(self.states()), {'published'})
        return '%s/%s.%s' % (out, datetime.date.today().isoformat(), ending)

    def assert_document(self, path):
        found = self.headings(self.convert(path, 'odt'))
        self.assertEqual(found, [(1, 'First'), (2 + 1, 'Part one'), (3 + 1, 'Below'),
                                 (1, '第二篇'), (2 + 1, 'Part one'), (3 + 1, 'Below')])
        with open(self.convert(path, 'txt:Text (encoded):UTF8'), encoding='utf-8-sig') as file:
            text = file.read()
        for words in ('News ' + datetime.date.today().isoformat(), 'First & last.', '2026-11-20', 'cell',
                      'https://paper.example/'):
            self.assertIn(words, text)
        self.assertNotIn('{{', text)

    def test_document(self):
        self.assert_document(self.report('docx'))

    def test_own_template(self):
        """One that LibreOffice wrote, with its own styles and numbers."""
        usual = self.folder + '/usual.docx'
        self.assertEqual(run('output', 'template', usual).code, 0)
        own = self.convert(self.convert(usual, 'odt'), 'docx')
        self.assert_document(self.report('docx', own))

    def test_list(self):
        path = self.report('xlsx')
        with open(self.convert(path, 'csv:Text - txt - csv (StarCalc):44,34,76'), encoding='utf-8') as file:
            lines = file.read().splitlines()
        self.assertTrue(lines[0].startswith('Published,Title,'), lines)
        self.assertIn('First', '\n'.join(lines))
        self.assertIn('第二篇', '\n'.join(lines))


if __name__ == '__main__':
    tap.main()
