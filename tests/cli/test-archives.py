#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages that go into archives: exports, and outputs of tasks."""

import contextlib
import glob
import json
import os
import sqlite3
import subprocess

from runner import USAGE
from stores import StoreCase
import tap
import warc


class Archives(StoreCase):
    def collect(self, section='news', *args):
        self.add('%s/%s/' % (self.base, section), '--name=N', '--first-run=all',
                 '--schedule=manual', *args)
        self.fine('task', 'run', 'N')

    def export(self, name, *args):
        path = os.path.join(self.folder, name)
        self.fine('articles', 'export', '-o', path, '-s', 'all', *args)
        return path

    def stored(self, query, *values):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            return store.execute(query, values).fetchall()

    def test_export(self):
        """Every page once, as it came, with its request, its article and its text."""
        self.collect()
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        urls = {url for url, in self.stored('SELECT final_url FROM article')}
        kinds = {kind: [r for r in records if r.type == kind] for kind in {r.type for r in records}}
        self.assertEqual(set(kinds), {'warcinfo', 'request', 'response', 'metadata', 'conversion'})
        for kind in ('request', 'response', 'metadata', 'conversion'):
            self.assertEqual(sorted(record.url for record in kinds[kind]), sorted(urls), kind)
        for record in kinds['response']:
            lines, _ = warc.split_http(record.block)
            self.assertEqual(lines[0], 'HTTP/1.1 200 OK')
            self.assertIn('text/html', ' '.join(lines))
            self.assertEqual(record.headers['WARC-IP-Address'], '127.0.0.1')
            self.assertIn(b'<html', record.payload)
        for record in kinds['request']:
            self.assertIn('GET /news/', record.block.decode().split('\r\n')[0])
        texts = {told['url']: text for told, text in warc.articles(records)}
        self.assertEqual(texts, self.texts())

    def test_decoded(self):
        """Headers of encodings that were taken off are told, and do not apply."""
        self.collect()
        record = json.loads(self.stored('SELECT headers FROM page_meta ORDER BY id LIMIT 1')[0][0])
        last = record['exchanges'][-1]
        last['headers'] = [['Content-Encoding', 'gzip'], ['Transfer-Encoding', 'chunked'],
                           ['Set-Cookie', None], ['X-Line', 'a\r\nb']]
        last['status'] = 'HTTP/2 200'
        record['body'] = {'stored': 'decoded', 'removed': ['gzip', 'chunked'], 'bytes': 7}
        record['exchanges'].insert(0, dict(last, url=self.base + '/old', status='HTTP/1.1 301 Moved',
                                           headers=[['Location', '/news/'], ['Content-Length', '9']]))
        self.stored('UPDATE page_meta SET headers = ?', json.dumps(record))
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        answers = [r for r in records if r.type == 'response']
        moved = [r for r in answers if r.url.endswith('/old')]
        self.assertEqual(len(moved), 1)
        self.assertEqual(moved[0].headers['WARC-Truncated'], 'unspecified')
        self.assertEqual(moved[0].payload, b'')
        for record in answers:
            lines, payload = warc.split_http(record.block)
            if record not in moved:
                self.assertEqual(lines, ['HTTP/1.1 200', 'X-Archive-Orig-Content-Encoding: gzip',
                                         'X-Archive-Orig-Transfer-Encoding: chunked', 'X-Line: a  b',
                                         'Content-Length: %d' % len(payload)])

    def test_revisit(self):
        """Bytes that two addresses gave are kept once."""
        self.collect()
        pages = self.stored('SELECT hash, final_url FROM page_meta WHERE final_url IN '
                            '(SELECT final_url FROM article) ORDER BY id LIMIT 2')
        first = pages[0][0]
        self.stored('UPDATE page_meta SET hash = ? WHERE hash = ?', first, pages[1][0])
        self.stored('UPDATE article SET page_hash = ? WHERE page_hash = ?', first, pages[1][0])
        self.stored('DELETE FROM article_checksum')
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        again = [record for record in records if record.type == 'revisit']
        self.assertEqual(len(again), 1)
        self.assertEqual({again[0].url, again[0].headers['WARC-Refers-To-Target-URI']},
                         {url for _, url in pages})

    def test_without_headers(self):
        """Pages collected before headers were kept, and those of a browser, are resources."""
        self.collect()
        self.stored('UPDATE page_meta SET headers = NULL WHERE id % 2 = 0')
        self.stored("UPDATE page_meta SET headers = replace (headers, '\"stored\":\"received\"', "
                    "'\"stored\":\"rendered\"') WHERE id % 2 = 1")
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        self.assertEqual({record.type for record in records},
                         {'warcinfo', 'resource', 'metadata', 'conversion'})
        self.assertEqual(sorted(record.url for record in records if record.type == 'resource'),
                         sorted(url for url, in self.stored('SELECT final_url FROM article')))

    def test_lost_page(self):
        """A page that is gone keeps nobody from the article."""
        self.collect()
        with contextlib.closing(sqlite3.connect(self.data + '/pages.db')) as store, store:
            store.execute('DELETE FROM page')
        path = os.path.join(self.folder, 'a.warc.gz')
        self.expect(self.cli('articles', 'export', '-f', 'warc', '-o', path, '-s', 'all'), 0)
        records = warc.read(path)
        self.assertEqual({record.type for record in records},
                         {'warcinfo', 'metadata', 'conversion'})

    def test_joined(self):
        """Each page of an article of several."""
        self.add(self.base + '/paged/mixed/2026/102.html', '--name=N', '--schedule=manual',
                 '--first-run=all', '--source=list:%s/paged/mixed/' % self.base,
                 '--include=%s/paged/mixed/2026/(*)' % self.base)
        self.fine('task', 'run', 'N')
        wanted = {url for url, in self.stored('SELECT url FROM joined_page WHERE page_hash NOT NULL')}
        self.assertGreater(len(wanted), 3)
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        self.assertLessEqual(wanted, {r.url for r in records if r.type in ('response', 'revisit')})

    def test_wacz(self):
        self.collect()
        records, index, pages = warc.read_wacz(self.export('a.wacz', '-f', 'wacz'))
        answers = {record.url for record in records if record.type == 'response'}
        self.assertEqual({entry['url'] for _, entry in index}, answers)
        self.assertEqual({page['url'] for page in pages}, answers)
        port = self.base.rsplit(':', 1)[1]
        self.assertTrue(all(surt.startswith('1,0,0,127:%s)/news/20' % port) for surt, _ in index), index)
        self.assertEqual({page['title'] for page in pages},
                         {title for title, in self.stored('SELECT title FROM article')})

    def test_pipe(self):
        """A pipe, in which no place can be sought, gets the same archive."""
        self.collect()
        pipe, copy = os.path.join(self.folder, 'pipe'), os.path.join(self.folder, 'copy.wacz')
        os.mkfifo(pipe)
        with open(copy, 'wb') as file, subprocess.Popen(('cat', pipe), stdout=file) as reader:
            self.export('pipe', '-f', 'wacz')
            self.assertEqual(reader.wait(timeout=60), 0)
        _, index, _ = warc.read_wacz(self.export('a.wacz', '-f', 'wacz'))
        self.assertEqual([surt for surt, _ in warc.read_wacz(copy)[1]], [surt for surt, _ in index])

    def test_output(self):
        """A task's archive grows with each run, and holds each article once."""
        out = os.path.join(self.folder, 'out')
        self.collect('news', '--output=warc:' + out)
        path, = glob.glob(out + '/*')
        self.assertRegex(os.path.basename(path), r'^N-\d{4}-\d\d-\d\d\.warc\.gz$')
        before = warc.articles(warc.read(path))
        self.assertEqual(sorted(told['url'] for told, _ in before),
                         sorted(url for url, in self.stored("SELECT url FROM article WHERE state = 'good'")))
        self.stored("UPDATE publish_queue SET state = 'waiting', next_try = 0")
        self.expect(self.cli('worker', '--once'), 0)
        self.assertEqual(warc.articles(warc.read(path)), before)

    def test_refused(self):
        self.expect(self.cli('articles', 'export', '-f', 'warc'), USAGE, '--output=FILE')
        self.expect(self.cli('articles', 'export', '-f', 'wacz'), USAGE, '--output=FILE')

    def test_nothing(self):
        """An archive of no articles is one."""
        self.add(self.base + '/news/', '--name=N')
        records = warc.read(self.export('a.warc.gz', '-f', 'warc'))
        self.assertEqual([record.type for record in records], ['warcinfo'])


if __name__ == '__main__':
    tap.main()
