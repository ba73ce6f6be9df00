#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""LibreOffice opens daily reports, those by a template that it wrote itself too, with their
headings, and takes all of an article that the window copies."""

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

ODF = '{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}'
TEXT = ODF % 'text'
WORD = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
# One pixel.
PICTURE = ('<p><img alt="" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
           '+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="></p>')
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

    def copied(self):
        """The page of an article without its policy, which is what Copy Article puts on the
        clipboard (/app/articles/copy)."""
        uid = self.quiet_task()
        self.add_articles(uid, ('First', 'good'))
        with self.store() as store:
            store.execute('UPDATE article SET html = ?', (BODY + PICTURE,))
        out = self.folder + '/copied'
        self.fine('articles', 'export', '--format=html', '--output', out)
        page, = (os.path.join(folder, name) for folder, _, names in os.walk(out)
                for name in names if name.endswith('.html'))
        with open(page, encoding='utf-8') as file:
            lines = file.readlines()
        with open(page, 'w', encoding='utf-8') as file:
            file.writelines(line for line in lines if '<meta http-equiv=' not in line)
        return page

    def test_copied(self):
        """Headings, lists, links, tables and pictures of what is copied are there in Writer."""
        page = self.copied()
        text = self.convert(page, 'odt', '--infilter=HTML (StarWriter)')
        self.assertEqual(self.headings(text), [(1, 'First'), (2, 'Part one'), (3, 'Below')])
        with zipfile.ZipFile(text) as file:
            root = xml.etree.ElementTree.fromstring(file.read('content.xml'))
            self.assertEqual(len([name for name in file.namelist() if name.startswith('Pictures/')]), 1)
        self.assertEqual([len(found.findall(TEXT + 'list-item')) for found in root.iter(TEXT + 'list')], [2, 1])
        links = [link.get('{http://www.w3.org/1999/xlink}href') for link in root.iter(TEXT + 'a')]
        self.assertEqual(links, ['https://paper.example/1', 'https://a.example/'])
        self.assertEqual(len(list(root.iter(ODF % 'table' + 'table'))), 1)
        self.assertEqual(len(list(root.iter(ODF % 'drawing' + 'image'))), 1)

    def test_copied_word(self):
        """The same as a document of Word, by the names of its styles."""
        document = self.convert(self.copied(), 'docx', '--infilter=HTML (StarWriter)')
        with zipfile.ZipFile(document) as file:
            root = xml.etree.ElementTree.fromstring(file.read('word/document.xml'))
            self.assertEqual(len([name for name in file.namelist() if name.startswith('word/media/')]), 1)
        styles = [style.get(WORD + 'val') for style in root.iter(WORD + 'pStyle')]
        self.assertEqual([style for style in styles if style.startswith('Heading')],
                         ['Heading1', 'Heading2', 'Heading3'])
        self.assertEqual(len(list(root.iter(WORD + 'numPr'))), 3)
        self.assertEqual(len(list(root.iter(WORD + 'tbl'))), 1)

    def test_list(self):
        path = self.report('xlsx')
        with open(self.convert(path, 'csv:Text - txt - csv (StarCalc):44,34,76'), encoding='utf-8') as file:
            lines = file.read().splitlines()
        self.assertTrue(lines[0].startswith('Published,Title,'), lines)
        self.assertIn('First', '\n'.join(lines))
        self.assertIn('第二篇', '\n'.join(lines))


if __name__ == '__main__':
    tap.main()
