#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli articles and stats: what was collected."""

import contextlib
import csv
import io
import json
import os
import shlex
import sqlite3
import subprocess
import xml.etree.ElementTree
import zipfile

from runner import CLI, FAILED, USAGE, environment, run
from stores import START, StoreCase
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


class Pictures(StoreCase):
    def test_kept_and_exported(self):
        """Pictures are beside the files only where that is asked for."""
        self.add(self.base + '/news/', '--name=N', '--pictures', '--first-run=all',
                 '--delay-ms=0', '--schedule=manual')
        self.fine('task', 'run', 'N')
        for format, mark in (('html', '<img src="'), ('markdown', '![](')):
            for options, kept in ((('--pictures',), True), ((), False)):
                out = os.path.join(self.folder, format + str(kept))
                self.fine('articles', 'export', '-f', format, '-o', out, '-s', 'all',
                          '--name-template={key}.{ext}', *options)
                texts, files = '', []
                for path, _, names in os.walk(out):
                    for name in names:
                        if path.endswith('.files'):
                            files.append(os.path.basename(path) + '/' + name)
                        elif not name.startswith('.'):
                            with open(os.path.join(path, name), encoding='utf-8') as file:
                                texts += file.read()
                self.assertEqual(bool(files), kept)
                self.assertIn(mark, texts)
                self.assertEqual(mark + self.base + '/img/' in texts, not kept)
                for name in files:
                    self.assertIn(mark + name, texts)
        self.expect(self.cli('articles', 'export', '-f', 'csv', '--pictures'), USAGE,
                    '--pictures needs')


class ExtractAgain(StoreCase):
    def test_from_stored_pages(self):
        """A body that is spoilt comes back; one that was approved stays good."""
        self.add(self.base + '/news/', '--name=N', '--first-run=all', '--schedule=manual')
        self.fine('task', 'run', 'N')
        texts = self.texts()
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            rows = [(number, texts[url]) for number, url in store.execute(
                'SELECT id, url FROM article WHERE state = ? ORDER BY id', ('good',))]
            self.assertGreater(len(rows), 2)
            spoilt, unfit = rows[0][0], rows[1][0]
            for number in (spoilt, unfit):
                store.execute('DELETE FROM article_checksum WHERE article = ?', (number,))
                store.execute("UPDATE article SET text = 'Spoilt.' WHERE id = ?", (number,))
            store.execute("UPDATE article SET state = 'does-not-fit' WHERE id = ?", (unfit,))
        self.assertIn('Spoilt.', self.fine('articles', 'show', str(spoilt)))
        self.assertEqual(self.fine('articles', 'extract-again', str(spoilt)),
                         '1 article extracted again, 1 with another body\n')
        self.assertIn(rows[0][1], self.fine('articles', 'show', str(spoilt)))
        self.assertEqual(self.fine('articles', 'extract-again', '--task=N',
                                   '--state=does-not-fit'),
                         '1 article extracted again, 1 with another body\n')
        shown = json.loads(self.fine('articles', 'show', str(unfit), '-f', 'json'))
        self.assertEqual((shown['text'], shown['state']), (rows[1][1], 'good'))
        self.assertEqual(self.fine('articles', 'extract-again', str(spoilt)),
                         '1 article extracted again, 0 with another body\n')


class ByHand(StoreCase):
    """Deeds of a person to articles whose pages are stored."""

    def setUp(self):
        super().setUp()
        self.add(self.base + '/news/', '--name=N', '--first-run=all', '--schedule=manual',
                 '--output=text:' + self.folder + '/out')
        self.fine('task', 'run', 'N')
        self.number = str(json.loads(self.fine('articles', 'list', '--json', '--state=good')
                                 .splitlines()[0])['id'])

    def change(self, statement, *values):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            return store.execute(statement, values).fetchall()

    def text(self):
        return json.loads(self.fine('articles', 'show', self.number, '-f', 'json'))['text']

    def lines(self):
        """Rows of the page: number, whether it is body, what was said of it, text."""
        return [row.split('\t') for row in
                self.fine('articles', 'correct', '--lines', self.number).splitlines()]

    def test_correct(self):
        before = self.text()
        body = [row for row in self.lines() if row[1] == '+']
        number, _, said, text = body[-1]
        self.assertEqual(said, '')
        self.assertIn(text, before)
        self.assertEqual(self.fine('articles', 'correct', '--noise=' + number, self.number),
                         'The article has another body now\n')
        self.assertNotIn(text, self.text())
        row = self.lines()[int(number) - 1]
        self.assertEqual(row[1:3], ['-', 'noise'])
        self.fine('articles', 'correct', '--body=' + number, self.number)
        self.assertIn(text, self.text())
        self.assertEqual(self.fine('articles', 'correct', '--last=' + body[-2][0], '--clear',
                                   self.number), 'The article has another body now\n')
        self.assertNotIn(text, self.text())
        self.assertEqual(self.lines()[int(body[-2][0]) - 1][2], 'end')
        self.fine('articles', 'correct', '--clear', self.number)
        self.assertEqual(self.text(), before)
        self.assertEqual(self.fine('articles', 'correct', '--right', self.number), '')
        self.assertEqual(self.change('SELECT count(*) FROM approval WHERE article = ?',
                                     self.number), [(1,)])

    def test_correct_usage(self):
        self.expect(self.cli('articles', 'correct', self.number), USAGE, 'Either --lines')
        self.expect(self.cli('articles', 'correct', '--right', '--clear', self.number), USAGE,
                    'Either --lines')
        self.fails('is no line of the page', 'articles', 'correct', '--body=0', self.number)
        self.fails('There is no article number 999', 'articles', 'correct', '--right', '999')

    def test_fetch_again(self):
        before = self.text()
        self.change('DELETE FROM article_checksum')
        self.change("UPDATE article SET text = 'Spoilt.', page_hash = NULL WHERE id = ?", self.number)
        self.assertEqual(self.fine('articles', 'fetch-again', self.number),
                         '1 article extracted again, 1 with another body\n')
        self.assertEqual(self.text(), before)
        self.change('DELETE FROM article_checksum')
        self.change("UPDATE article SET url = url || '-gone' WHERE id = ?", self.number)
        self.expect(self.cli('articles', 'fetch-again', self.number), FAILED, '-gone')
        self.assertEqual(self.text(), before)

    def test_publish_again(self):
        states = lambda: self.change('SELECT state FROM publish_queue WHERE article = ?', self.number)
        self.assertEqual(states(), [('published',)])
        self.fine('articles', 'publish-again', self.number)
        self.assertEqual(states(), [('waiting',)])
        self.fine('articles', 'disapprove', self.number)
        self.assertEqual(states(), [('held',)])
        self.assertEqual(json.loads(self.fine('articles', 'list', '--json', '--state=unsure')
                                    .splitlines()[0])['id'], int(self.number))
        self.fine('articles', 'approve', self.number)
        self.assertEqual(states(), [('waiting',)])
        self.expect(self.cli('worker', '--once'), 0)
        self.assertEqual(states(), [('published',)])
        self.fails('There is no article number 999', 'articles', 'disapprove', '999')

    def test_retry(self):
        self.assertEqual(self.fine('task', 'retry', 'N'), '0 pages are tried again\n')
        self.change("INSERT INTO job (task, run, kind, url, url_key, due, attempts, host) "
                    "SELECT task, (SELECT max(id) FROM run), 'article', url, url_key, "
                    "9000000000000000, 2, '127.0.0.1' FROM article WHERE id = ?", self.number)
        self.assertEqual(self.fine('task', 'retry', 'N'), '1 page is tried again\n')
        (due,), = self.change('SELECT due FROM job')
        self.assertLess(due, 9000000000000000)
        self.fails('There is no task “Other”', 'task', 'retry', 'Other')
        self.expect(self.cli('task', 'retry'), USAGE, 'One task is needed')


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
        self.assertEqual({len(row) for row in rows} - {6}, set())
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


    def test_mark(self):
        """Reading marks, and what lists let through by them."""
        self.assertEqual(self.listed('--unread'), [])
        self.fine('articles', 'mark', '1', '3', '--unread', '--star', '--tag=  to   read')
        self.fine('articles', 'mark', '4', '--tag=To READ', '--tag=x', '--unread')
        self.assertEqual(self.listed('--unread'), [4, 3, 1])
        self.assertEqual(self.listed('--starred', '--limit=1'), [3])
        self.assertEqual(self.listed('--tag=TO read', '--task=News'), [3, 1])
        row = self.fine('articles', 'list', '--starred', '--limit=1').split('\t')
        self.assertEqual(row[4], 'unread, starred, #to read')
        self.fine('articles', 'mark', '3', '--read', '--unstar', '--untag=TO READ')
        record = json.loads(self.fine('articles', 'list', '--json', '--tag=x'))
        self.assertEqual([record[key] for key in ('id', 'unread', 'starred', 'tags')],
                         [4, True, False, ['to read', 'x']])
        self.assertEqual(self.listed('--unread'), [4, 1])
        self.assertEqual(self.listed('--starred'), [1])

    def test_mark_all_or_none(self):
        self.fails('There is no article number 99', 'articles', 'mark', '1', '99', '--star')
        self.assertEqual(self.listed('--starred'), [])
        for args, words in ((('1',), 'Say how to mark'), (('--star',), 'number of an article'),
                            (('x', '--star'), 'no article’s number'),
                            (('1', '--star', '--unstar'), 'exclude each other'),
                            (('1', '--tag= '), 'is no tag'),
                            (('1', '--tag=' + 61 * 'x'), 'is no tag')):
            self.expect(self.cli('articles', 'mark', *args), USAGE, words)

    def holds(self, *rows):
        """Puts publications of articles into the queue: (article, state)."""
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            for article, state in rows:
                store.execute(
                    'INSERT INTO publish_queue (article, output_key, idempotency_key, state, '
                    'next_try) VALUES (?, ?, ?, ?, ?)',
                    (article, 'text\n/nowhere', 'key %d' % article, state, START))

    def queue(self):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store:
            return store.execute('SELECT article, state FROM publish_queue '
                                 'ORDER BY article').fetchall()

    def test_approve(self):
        self.holds((1, 'published'), (2, 'held'), (5, 'held'))
        self.assertEqual(self.fine('articles', 'approve', '2', '2'), '')
        self.assertEqual(self.listed('--state=unsure'), [])
        self.assertEqual(self.listed('--state=good'), [4, 3, 2, 1])
        self.assertEqual(self.queue(), [(1, 'published'), (2, 'waiting'), (5, 'held')])
        self.fails('There is no article number 99', 'articles', 'approve', '5', '99')
        self.assertEqual(self.listed('--state=empty'), [5])
        self.assertEqual(self.queue()[2], (5, 'held'))

    def test_delete(self):
        self.fails('There is no article number 99', 'articles', 'delete', '1', '99')
        self.assertEqual(self.listed(), [5, 4, 3, 2, 1])
        self.assertEqual(self.fine('articles', 'delete', '4', '1', '4'), '')
        self.assertEqual(self.listed(), [5, 3, 2])

    def test_numbers(self):
        for name in ('approve', 'delete', 'extract-again', 'disapprove', 'publish-again',
                     'fetch-again', 'correct'):
            for args, words in (((), 'number of an article'), (('x',), 'no article’s number'),
                                (('1', '0'), 'no article’s number')):
                self.expect(self.cli('articles', name, *args), USAGE, words)
        self.assertEqual(self.listed(), [5, 4, 3, 2, 1])

    def test_extract_again_usage(self):
        for args, words in ((('1', '--task=News'), 'Either --task or numbers'),
                            (('1', '--state=good'), '--state needs --task'),
                            (('--task=News', '--state=bad'), 'There is no state “bad”')):
            self.expect(self.cli('articles', 'extract-again', *args), USAGE, words)
        self.fails('There is no task “Other”', 'articles', 'extract-again', '--task=Other')

    def test_extract_again_without_page(self):
        done = self.expect(self.cli('articles', 'extract-again', '1', '99', '2'), FAILED,
                           'The page of https://paper.example/1 is not stored')
        self.assertIn('There is no article number 99', done.err)
        self.assertIn('The page of https://paper.example/2 is not stored', done.err)
        self.assertEqual(done.out, '0 articles extracted again, 0 with another body\n')

    def test_sort(self):
        self.assertEqual(self.listed('--sort=published'), [5, 4, 3, 2, 1])
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.execute("UPDATE article SET published = '2020-01-01' WHERE id = 5")
        self.assertEqual(self.listed('--sort=published', '--limit=5'), [4, 3, 2, 1, 5])
        self.expect(self.cli('articles', 'list', '--sort=title'), USAGE, 'published')

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

    def test_saved_searches(self):
        self.assertEqual(self.fine('search', 'list'), '')
        self.assertEqual(self.fine('search', 'add', 'Bridges', 'BRIDGE', 'task:News'), '')
        self.expect(run('search', 'add', '--data', self.data, '--', 'Rest', '-bridge para*'), 0)
        self.fails('There is a saved search “Bridges” already', 'search', 'add', 'bridges', 'x')
        self.fails('nothing to search for', 'search', 'add', 'Empty', ' ')

        def listed():
            return [tuple(json.loads(line).values()) for line in
                    self.fine('search', 'list', '--json').splitlines()]
        self.assertEqual([search[:3] for search in listed()],
                         [('Bridges', 'BRIDGE task:News', 1), ('Rest', '-bridge para*', 3)])
        self.assertIn('Rest\t', self.fine('search', 'list'))
        self.add_articles(self.news, ('Late bridge', 'good'))
        self.assertEqual(listed()[0][2], 2)
        for name in ('Bridges', 'bridges'):
            found = self.fine('search', 'test', '--json', name).splitlines()
            self.assertEqual([json.loads(line)['id'] for line in found], [6, 1])
        self.assertEqual(self.fine('search', 'test', '--limit=1', 'Bridges').count('\n'), 1)
        self.fails('There is no saved search “No”', 'search', 'test', 'No')
        self.expect(self.cli('search', 'test'), USAGE, 'An argument is missing')
        self.expect(self.cli('search', 'list', 'x'), USAGE, 'one argument too many')

    def test_saved_searches_publish(self):
        out = self.data + '/found'
        self.fine('search', 'add', '--output=text:' + out, '--output=slack:Desk',
                  '--when=daily 08:00', 'Bridges', 'bridge')
        marks = '[to text:%s] [to slack:Desk] [daily 08:00]' % out
        with open(self.data + '/searches.txt', encoding='utf-8') as file:
            self.assertEqual(file.read(), 'Bridges = %s bridge\n' % marks)
        self.assertEqual(json.loads(self.fine('search', 'list', '--json'))['outputs'], marks)
        rows = [json.loads(line) for line in self.fine('output', 'list', '--json').splitlines()]
        self.assertEqual([(row['kind'], row['place'], row['waiting']) for row in rows
                          if row.get('search') == 'Bridges'],
                         [('folder', out, 0), ('slack', 'Desk', 0)])
        self.assertIn('Bridges', self.fine('output', 'list'))
        words = shlex.split(self.fine('search', 'remove', 'Bridges').split('exemplar-cli ')[1])
        self.expect(run(*words[:2], '--data', self.data, *words[2:]), 0)
        with open(self.data + '/searches.txt', encoding='utf-8') as file:
            self.assertEqual(file.read(), 'Bridges = %s bridge\n' % marks)
        self.fine('search', 'output', 'Bridges')
        self.assertIsNone(json.loads(self.fine('search', 'list', '--json'))['outputs'])
        self.expect(self.cli('search', 'output', '--output=nowhere', 'Bridges'), USAGE,
                    'An output must be')
        self.fails('is no output', 'search', 'output', '--output=nowhere:x', 'Bridges')
        self.fails('not “each”, “run”', 'search', 'output', '--output=slack:Desk',
                   '--when=weekly', 'Bridges')
        self.fails('There is no saved search “No”', 'search', 'output', 'No')

    def test_saved_searches_change(self):
        self.fine('search', 'add', 'It\'s', 'a "b c"')
        self.fine('search', 'rename', 'it\'s', 'It\'s new')
        self.fails('There is no saved search “It\'s”', 'search', 'remove', 'It\'s')
        self.fails('There is no saved search “It\'s”', 'search', 'alert', 'It\'s')
        self.fine('search', 'alert', 'It\'s new')
        path = self.data + '/searches.txt'
        with open(path, encoding='utf-8') as file:
            saved = file.read()
        self.assertEqual(saved, 'It\'s new = [alert] a "b c"\n')
        said = self.fine('search', 'remove', 'It\'s new')
        self.assertEqual(os.path.getsize(path), 0)
        again = shlex.split(said.split(': ', 1)[1])
        self.assertEqual(again[0], 'exemplar-cli')
        self.expect(run(*again[1:3], '--data', self.data, *again[3:]), 0)
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), saved)
        self.assertTrue(json.loads(self.fine('search', 'list', '--json'))['alerts'])
        self.fine('search', 'alert', '--off', 'It\'s new')
        self.assertFalse(json.loads(self.fine('search', 'list', '--json'))['alerts'])
        with open(path, 'a', encoding='utf-8') as file:
            file.write('no sign\n')
        done = self.expect(self.cli('search', 'list'), 0, 'searches.txt, line 2')
        self.assertIn('It\'s new\t', done.out)

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

    def test_export_reserved(self):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.executemany(
                'INSERT INTO article_field SELECT id, ?, ? FROM article WHERE title = ?',
                (('tdm', 'reserved', 'Bridge'), ('robots', 'noindex, noai', '=Dome'),
                 ('robots', 'noindex', 'Ferry\twith\x1b[31m red')))
        done = self.expect(self.cli('articles', 'export', '-f', 'json-lines'), 0)
        self.assertEqual([json.loads(line)['robots'] for line in done.out.splitlines()],
                         ['noindex'])
        self.assertIn('2 articles were left out', done.err)
        out = self.fine('articles', 'export', '-f', 'json-lines', '--include-reserved')
        self.assertEqual([json.loads(line)['tdm'] for line in out.splitlines()],
                         [None, None, 'reserved'])
        out = self.folder + '/out'
        done = self.expect(self.cli('articles', 'export', '-f', 'csv', '-o', out + '/', '-t', 'News'),
                           0, '2 articles were left out')

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

    def test_export_whole_files(self):
        """Formats of one file that has an end: a stream, a file, the folder's file."""
        titles = ['Ferry with [31m red', '=Dome', 'Bridge']
        items = json.loads(self.fine('articles', 'export', '-f', 'csl-json'))
        self.assertEqual([item['title'] for item in items], titles)
        self.assertEqual(json.loads(self.fine('articles', 'export', '-f', 'csl-json', '-s', 'empty',
                                              '-t', 'News')), [])
        path = self.folder + '/feed.json'
        out = self.folder + '/out'
        for _ in range(2):
            self.fine('articles', 'export', '-f', 'json-feed', '-o', path)
            self.fine('articles', 'export', '-f', 'atom', '-o', out + '/')
        with open(path, encoding='utf-8') as file:
            feed = json.load(file)
        root = xml.etree.ElementTree.parse(out + '/feed.atom').getroot()
        self.assertEqual(os.listdir(out), ['feed.atom'])
        atom = '{http://www.w3.org/2005/Atom}'
        self.assertEqual([entry.findtext(atom + 'id') for entry in root.findall(atom + 'entry')],
                         [item['id'] for item in feed['items']])
        self.assertEqual(len(feed['items']), 3)

    def test_export_book(self):
        path = self.write('all.epub', 'old')
        self.fails('at least one article', 'articles', 'export', '-f', 'epub', '-o', path, '-t', 'News',
                   '-s', 'empty')
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'old')
        self.fine('articles', 'export', '-f', 'epub', '-o', path, '-s', 'all')
        with zipfile.ZipFile(path) as book:
            contents = book.read('EPUB/nav.xhtml').decode()
            self.assertEqual(len([name for name in book.namelist() if '/a' in name]), 5)
        for text in ('2026-11-20', 'News', 'Blog', 'Bridge', 'Cheese'):
            self.assertIn(text, contents)
        self.expect(self.cli('articles', 'export', '-f', 'epub'), USAGE, 'epub needs a file')

    def test_export_report_and_list(self):
        for form, part in (('docx', 'word/document.xml'), ('xlsx', 'xl/worksheets/sheet1.xml')):
            path = self.write('all.' + form, 'old')
            self.fine('articles', 'export', '-f', form, '-o', path, '-s', 'all')
            with zipfile.ZipFile(path) as book:
                contents = book.read(part).decode()
            for text in ('News', 'Blog', 'Bridge', 'Cheese'):
                self.assertIn(text, contents)
            self.fails('/dev/full', 'articles', 'export', '-f', form, '-o', '/dev/full', '-s', 'all')
            self.expect(self.cli('articles', 'export', '-f', form), USAGE, form + ' needs a file')

    def test_formats_in_help(self):
        """The table of formats is what the help lists and the option takes."""
        lines = self.fine('articles', 'export', '--help').split('Formats:\n')[1].split('\n\n')[0]
        ids = [line.split()[0] for line in lines.splitlines()]
        self.assertIn('atom', ids)
        for form in ids:
            self.fine('articles', 'export', '-f', form, '-o', self.folder + '/' + form + '/')
            self.assertTrue([name for name in os.listdir(self.folder + '/' + form)
                             if not name.startswith('.')], form)
        done = self.expect(self.cli('articles', 'export', '-f', 'pdf'), USAGE, 'pdf')
        self.assertIn(', '.join(ids), done.err)

    def test_export_wrong_usage(self):
        for message, args in (('--format is missing', ()),
                              ('There is no format “pdf”', ('-f', 'pdf')),
                              ('text needs a folder', ('-f', 'text')),
                              ('--name-template needs a folder', ('-f', 'csv', '-N', 'x')),
                              ('--name-template is not for atom', ('-f', 'atom', '-N', 'x')),
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
