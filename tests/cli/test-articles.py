#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli articles and stats: what was collected."""

import csv
import io
import json
import os
import subprocess

from runner import CLI, FAILED, USAGE, environment, run
from stores import StoreCase
import tap


class Empty(StoreCase):
    def test_no_store(self):
        for args in (('articles', 'list'), ('articles', 'list', '--json')):
            done = self.expect(self.cli(*args), 0, 'no tasks in ' + self.data)
            self.assertEqual(done.out, '')
        done = self.expect(self.cli('stats', '--json'), 0, 'no tasks in ' + self.data)
        self.assertEqual(set(json.loads(done.out).values()), {0})
        self.fails('no tasks in', 'articles', 'show', '1')
        self.assertFalse(os.path.exists(self.data))

    def test_no_articles(self):
        self.add(self.base + '/news/', '--name=N')
        self.assertEqual(self.fine('articles', 'list'), '')
        self.assertEqual(self.fine('articles', 'export', '--format=json-lines'), '')
        self.fails('1', 'articles', 'show', '1')
        self.assertIn('Tasks\t1\n', self.fine('stats'))


class Articles(StoreCase):
    def setUp(self):
        super().setUp()
        self.news = self.add(self.base + '/news/', '--name=News')
        self.blog = self.add(self.base + '/blog/', '--name=Blog')
        self.add_articles(self.news, ('Bridge', 'good'), ('Cheese', 'unsure'),
                          ('=Dome', 'good'))
        self.add_articles(self.blog, ('Ferry\twith\x1b[31m red', 'good'), ('Gate', 'empty'))

    def listed(self, *args):
        """The numbers, in order; both forms must agree."""
        ids = [json.loads(line)['id'] for line in
               self.fine('articles', 'list', '--json', *args).splitlines()]
        rows = [line.split('\t') for line in
                self.fine('articles', 'list', *args).splitlines()]
        self.assertEqual([int(row[0]) for row in rows], ids)
        self.assertEqual({len(row) for row in rows} - {5}, set())
        return ids

    def test_words(self):
        """States are words of the reader's language in tables, names in JSON."""
        folder = os.path.join(self.folder, 'locale', 'de', 'LC_MESSAGES')
        os.makedirs(folder)
        catalogue = ('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
                     'msgctxt "state"\nmsgid "good"\nmsgstr "gut"\n')
        subprocess.run(('msgfmt', '-o', os.path.join(folder, 'exemplar.mo'), '-'),
                       input=catalogue.encode(), check=True)
        env = dict(environment(), LANGUAGE='de',
                   EXEMPLAR_LOCALE_DIR=os.path.join(self.folder, 'locale'))
        args = (CLI, 'articles', 'list', '--data', self.data, '--task=News')
        table = subprocess.run(args, env=env, check=True, stdout=subprocess.PIPE).stdout
        self.assertEqual([line.split('\t')[2] for line in table.decode().splitlines()],
                         ['gut', 'unsure', 'gut'])
        records = subprocess.run((*args, '--json'), env=env, check=True,
                                 stdout=subprocess.PIPE).stdout.splitlines()
        self.assertEqual([json.loads(line)['state'] for line in records],
                         ['good', 'unsure', 'good'])

    def test_list(self):
        self.assertEqual(self.listed(), [5, 4, 3, 2, 1])
        self.assertEqual(self.listed('--limit=2'), [5, 4])
        self.assertEqual(self.listed('--task=News'), [3, 2, 1])
        self.assertEqual(self.listed('--state=good', '-t', self.news), [3, 1])
        self.fails('There is no task “Other”', 'articles', 'list', '--task=Other')
        self.expect(self.cli('articles', 'list', '--state=bad'), USAGE,
                    'There is no state “bad”')

    def test_search(self):
        def found(*args):
            return [json.loads(line) for line in
                    self.fine('articles', 'search', '--json', *args).splitlines()]
        self.assertEqual([hit['id'] for hit in found('paragraph')], [4, 3, 2, 1])
        self.assertEqual([hit['id'] for hit in found('--limit=1', 'paragraph')], [4])
        hit, = found('BRIDGE', 'para*')
        self.assertEqual(hit['snippet'], '[Bridge] in one [paragraph].')
        self.assertEqual([hit['id'] for hit in found('one task:News -cheese')], [3, 1])
        self.assertIn('[Bridge]', self.fine('articles', 'search', 'bridge'))
        self.add_articles(self.news, ('Late bridge', 'good'))
        self.assertEqual([hit['id'] for hit in found('bridge')], [6, 1])
        done = self.expect(self.cli('articles', 'search', 'bridge task:Other'), 0, 'Other')
        self.assertEqual(done.out, '')
        self.expect(self.cli('articles', 'search'), USAGE, 'Words to search for')

    def test_more_than_a_page_of_rows(self):
        self.add_articles(self.news, *[('More', 'good')] * 450)
        self.assertEqual(self.listed(), list(range(455, 0, -1)))
        self.assertEqual(self.listed('--limit=401'), list(range(455, 54, -1)))

    def test_nothing_steers_a_terminal(self):
        self.assertNotIn('\x1b', self.fine('articles', 'list'))

    def test_show(self):
        self.assertIn('Bridge in one paragraph.', self.fine('articles', 'show', '1'))
        self.assertIn('title: "Bridge"', self.fine('articles', 'show', '1', '-f', 'markdown'))
        self.assertIn('<p>Bridge in', self.fine('articles', 'show', '1', '--format=html'))
        shown = json.loads(self.fine('articles', 'show', '2', '--format=json'))
        self.assertEqual(shown['title'], 'Cheese')
        # The title has a second source that agrees; what cannot be read counts for none.
        self.assertEqual(shown['origins']['title'], 'meta')
        self.assertEqual(shown['field_confidence'],
                         {'title': 0.875, 'author': 0.75, 'published': 0.75})
        self.fails('99', 'articles', 'show', '99')
        for number in ('one', '0', '-1', '99999999999999999999'):
            self.expect(self.cli('articles', 'show', number), USAGE, number)

    def test_export_stream(self):
        out = self.fine('articles', 'export', '--format=json-lines')
        self.assertEqual([json.loads(line)['title'] for line in out.splitlines()],
                         ['Ferry\twith\x1b[31m red', '=Dome', 'Bridge'])
        out = self.fine('articles', 'export', '--format=json-lines', '--state=all')
        self.assertEqual(len(out.splitlines()), 5)
        out = self.fine('articles', 'export', '--format=csv', '--task=News')
        rows = list(csv.DictReader(io.StringIO(out)))
        self.assertEqual([row['title'] for row in rows], ["'=Dome", 'Bridge'])

    def test_no_headers(self):
        self.fails('No headers of the page of article 1', 'articles', 'show', '1', '--headers')
        self.expect(self.cli('articles', 'show', '1', '-H', '-f', 'html'), USAGE, '--headers')

    def test_export_file(self):
        path = self.folder + '/all.csv'
        self.assertEqual(self.fine('articles', 'export', '-f', 'csv', '-o', path), '')
        with open(path, encoding='utf-8-sig', newline='') as file:
            self.assertEqual(len(list(csv.DictReader(file))), 3)
        self.fails('/dev/full', 'articles', 'export', '-f', 'csv', '-o', '/dev/full')
        path = self.folder + '/missing/all.csv'
        self.fails('No such file', 'articles', 'export', '-f', 'csv', '-o', path)

    def test_failure_keeps_the_old_file(self):
        path = self.write('all.jsonl', 'old')
        self.fails('There is no task', 'articles', 'export', '-f', 'json-lines', '-o', path,
                   '--task=Other')
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'old')
        self.assertEqual(sorted(os.listdir(self.folder)), ['all.jsonl', 'data'])

    def test_export_folder(self):
        out = self.folder + '/out'
        for _ in range(2):
            self.fine('articles', 'export', '-f', 'markdown', '-o', out,
                      '-N', '{task}/{title}.{ext}')
            found = sorted(os.path.join(os.path.relpath(where, out), name)
                           for where, _, names in os.walk(out) for name in names
                           if not name.startswith('.'))
            self.assertEqual(found, ['Blog/Ferry with [31m red.md', 'News/=Dome.md',
                                     'News/Bridge.md'])
        with open(out + '/News/Bridge.md', encoding='utf-8') as file:
            self.assertIn('Bridge in one paragraph.', file.read())

    def test_export_into_shared_file_of_folder(self):
        out = self.folder + '/out'
        for _ in range(2):
            self.fine('articles', 'export', '-f', 'json-lines', '-o', out + '/')
        with open(out + '/articles.jsonl', encoding='utf-8') as file:
            self.assertEqual(len(file.readlines()), 3)

    def test_export_wrong_usage(self):
        for message, args in (('--format is missing', ()),
                              ('There is no format “pdf”', ('-f', 'pdf')),
                              ('text needs a folder', ('-f', 'text')),
                              ('--name-template needs a folder', ('-f', 'csv', '-N', 'x')),
                              ('There is no state', ('-f', 'csv', '-s', 'bad')),
                              ('one argument too many', ('-f', 'csv', 'more'))):
            self.expect(self.cli('articles', 'export', *args), USAGE, message)
        self.expect(self.cli('articles', 'export', '-f', 'text', '-o', self.folder,
                             '-N', '../{title}'), USAGE, '..')

    def test_export_folder_in_the_way(self):
        path = self.write('file', '')
        self.fails(path, 'articles', 'export', '-f', 'text', '-o', path)

    def test_full_disk(self):
        with open('/dev/full', 'w') as full:
            self.expect(run('articles', 'list', '--data', self.data, stdout=full), FAILED,
                        'No space left on device')

    def test_stats(self):
        stats = json.loads(self.fine('stats', '--json'))
        self.assertEqual((stats['tasks'], stats['articles'], stats['flagged']), (2, 5, 2))
        self.fine('task', 'delete', 'News')
        self.assertEqual(json.loads(self.fine('stats', '--json'))['articles'], 2)


if __name__ == '__main__':
    tap.main()
