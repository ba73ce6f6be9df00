# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Data folders for the tests of tasks and articles, beside the sample site."""

import contextlib
import json
import re
import sqlite3
import urllib.request

from runner import FAILED, SiteCase, run

HOUR = 3600 * 1000 * 1000
START = 1795000000 * 1000 * 1000


class StoreCase(SiteCase):
    """A data folder a test; commands are run on it."""

    def setUp(self):
        super().setUp()
        self.data = self.folder + '/data'

    def cli(self, *args, **kwargs):
        return run(*args, '--data', self.data, **kwargs)

    def fine(self, *args, **kwargs):
        """Output of a command that succeeds without messages."""
        done = self.expect(self.cli(*args, **kwargs), 0)
        self.assertEqual(done.err, '', done)
        return done.out

    def fails(self, message, *args, **kwargs):
        done = self.expect(self.cli(*args, **kwargs), FAILED, message)
        self.assertEqual(done.out, '', done)
        return done

    def articles_of(self, section):
        """Addresses of the articles that the first list page of a section links to."""
        with urllib.request.urlopen('%s/%s/' % (self.base, section)) as answer:
            links = re.findall(rb'href="(/%s/\d[^"]*)"' % section.encode(), answer.read())
        return [self.base + link.decode() for link in dict.fromkeys(links)]

    def add(self, place, *args):
        """Adds a task; returns its identity."""
        out = self.fine('task', 'add', place, '--delay-ms=0', *args)
        return re.search(r'(?m)^Identity: ([0-9a-f]{32})$', out).group(1)

    def tasks(self):
        lines = self.fine('task', 'list', '--json').splitlines()
        return {task['name']: task for task in map(json.loads, lines)}

    def texts(self, **only):
        """The texts of articles by their addresses, as the program reads them."""
        lines = map(json.loads, self.fine('articles', 'export', '--format=json-lines', '--state=all',
                                          '--include-reserved').splitlines())
        return {line['url']: line['text'] for line in lines
                if all(line[key] == value for key, value in only.items())}

    def add_articles(self, uid, *rows):
        """Articles as if they had been collected, an hour apart: (title, state)."""
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            task = store.execute('SELECT id FROM task WHERE uid = ?', (uid,)).fetchone()[0]
            for title, state in rows:
                number = store.execute('SELECT count(*) FROM article').fetchone()[0] + 1
                url = 'https://paper.example/%d' % number
                text = '' if state == 'empty' else title + ' in one paragraph.'
                row = {
                    'id': number, 'task': task, 'task_version': 1,
                    'collected': START + number * HOUR, 'state': state, 'confidence': .75,
                    'template_similarity': .9, 'method': 'exemplar', 'url': url,
                    'final_url': url, 'url_key': url, 'title': title,
                    'published': '2026-11-20', 'author': 'A. Writer',
                    'origins': 'title=meta title:1:0 published=meta published:x author=meta',
                    'n_chars': len(text), 'excerpt': text, 'text': text,
                    'html': '<p>%s</p>' % text, 'markdown': text}
                store.execute('INSERT INTO article (%s) VALUES (%s)' % (
                    ', '.join(row), ', '.join('?' * len(row))), list(row.values()))


class PublishCase(StoreCase):
    """Articles that wait for an output."""

    def quiet_task(self):
        """A task that collects nothing by itself."""
        return self.add(self.base + '/news/', '--name=News', '--schedule=manual')

    @contextlib.contextmanager
    def store(self):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            yield store

    def publish(self, uid, kind, *titles, state='waiting', name='desk'):
        """Articles that wait to be sent, as if they had just been collected."""
        self.add_articles(uid, *((title, 'good') for title in titles))
        with self.store() as store:
            for number, url in store.execute('SELECT id, url FROM article').fetchall():
                store.execute(
                    'INSERT OR IGNORE INTO publish_queue (article, output_key, idempotency_key, '
                    'state, next_try) VALUES (?, ?, ?, ?, 1)',
                    (number, '%s\n%s\n' % (kind, name), '%s %s' % (kind, url), state))

    def states(self):
        with self.store() as store:
            return [state for state, in
                    store.execute('SELECT state FROM publish_queue ORDER BY id')]

    def make_due(self):
        """The pause after an attempt is over."""
        with self.store() as store:
            store.execute("UPDATE publish_queue SET next_try = 1 WHERE state = 'waiting'")

    def work(self, code=0, **variables):
        done = run('worker', '--once', '--data', self.data, variables=variables)
        self.assertEqual(done.code, code, done)
        return done
