#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Readers of others take what articles become: feedparser the feeds that are served, and
epubcheck a book."""

import os
import re
import subprocess
import sys

import feedparser

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import start  # noqa: E402
from stores import PublishCase  # noqa: E402
import tap  # noqa: E402

BODY = ('<h2>Part <em>one</em></h2><p>First &amp; last 港口.</p><ul><li>x</li></ul>'
        '<p><a href="https://a.example/">link</a></p><table><tr><td>cell</td></tr></table>')


class Readers(PublishCase):
    def fill(self):
        uid = self.add(self.base + '/news/', '--name=News', '--schedule=manual')
        self.add_articles(uid, ('First & <last>', 'good'), ('第二篇', 'good'), ('Held', 'unsure'))
        with self.store() as store:
            store.execute("UPDATE article SET html = ?, language = 'en'", (BODY,))
        return uid

    def served(self, uid):
        """Addresses of the task's feeds by their ends."""
        server = start('serve', '--listen=127.0.0.1:0', '--data', self.data,
                       stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        base = server.stdout.readline().decode().strip()
        lines = self.fine('serve', '--list', '--base-url', base).splitlines()
        return {line.split('\t')[0].rsplit('/', 1)[1]: line.split('\t')[0]
                for line in lines if line.split('\t')[1] == uid}

    def test_feeds(self):
        feed = feedparser.parse(self.served(self.fill())['atom.xml'])
        self.assertEqual((feed.bozo, feed.version, feed.status), (False, 'atom10', 200))
        self.assertTrue(feed.etag and feed.feed.title == 'News')
        self.assertEqual([entry.title for entry in feed.entries],
                         ['第二篇', 'First & <last>'])
        for entry in feed.entries:
            self.assertIn('First &amp; last 港口.', entry.content[0].value)
            self.assertIn('<td>cell</td>', entry.content[0].value)
            self.assertEqual(entry.author, 'A. Writer')
            self.assertTrue(entry.link.startswith('https://paper.example/'))
            self.assertTrue(entry.published_parsed and entry.updated_parsed)
        self.assertEqual(len({entry.id for entry in feed.entries}), 2)
        again = feedparser.parse(feed.href, etag=feed.etag)
        self.assertEqual((again.status, again.entries), (304, []))

    def test_book(self):
        self.fill()
        book = self.folder + '/book.epub'
        self.fine('articles', 'export', '--format=epub', '--output', book)
        done = subprocess.run(('java', '-jar', '/usr/share/java/epubcheck.jar', '--failonwarnings', book),
                              capture_output=True, text=True, check=False, timeout=300)
        self.assertEqual(done.returncode, 0, done)
        self.assertTrue(re.search('No errors or warnings', done.stdout), done)


if __name__ == '__main__':
    tap.main()
