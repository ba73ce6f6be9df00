#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli serve: feeds over HTTP, their addresses, and how those are taken away."""

import json
import os
import signal
import stat
import subprocess
import urllib.error
import urllib.request
import xml.etree.ElementTree as ElementTree

from runner import FAILED, USAGE, start
from stores import StoreCase
import tap

ATOM = '{http://www.w3.org/2005/Atom}'


class Serve(StoreCase):
    def setUp(self):
        super().setUp()
        self.uid = self.add(self.base + '/news/', '--name=News', '--group=world/north')
        self.add_articles(self.uid, ('First', 'good'), ('Held', 'unsure'), ('Last', 'good'))

    def serve(self, *args):
        """A server; its base address."""
        server = start('serve', '--listen=127.0.0.1:0', '--data', self.data, *args,
                       stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server, server.stdout.readline().decode().strip()

    def addresses(self, base):
        """Addresses by feed and end, as --list prints them."""
        found = {}
        for line in self.fine('serve', '--list', '--base-url', base).splitlines():
            address, name, title = line.split('\t')
            self.assertTrue(address.startswith(base + '/feeds/') and title, line)
            found[name, address.rsplit('/', 1)[1]] = address
        return found

    def get(self, address):
        with urllib.request.urlopen(address, timeout=60) as answer:
            return answer.read()

    def assert_missing(self, address):
        with self.assertRaises(urllib.error.HTTPError) as caught:
            self.get(address)
        self.assertEqual(caught.exception.code, 404)
        caught.exception.close()

    def test_list(self):
        base = 'http://127.0.0.1:8585'
        found = self.addresses(base)
        feeds = ('all', 'group:world', 'group:world/north', self.uid)
        self.assertEqual(set(found), {('opml', 'opml.xml')} | {
            (feed, end) for feed in feeds for end in ('atom.xml', 'feed.json')})
        self.assertEqual(len({address.split('/')[4] for address in found.values()}), 5)
        self.assertEqual(self.addresses(base), found)
        keys = os.stat(self.data + '/serve.keys')
        self.assertEqual(stat.S_IMODE(keys.st_mode), 0o600)

    def test_serve(self):
        for ending in (signal.SIGTERM, signal.SIGINT):
            server, base = self.serve()
            found = self.addresses(base)
            feed = ElementTree.fromstring(self.get(found[self.uid, 'atom.xml']))
            self.assertEqual([e.findtext(ATOM + 'title') for e in feed.iter(ATOM + 'entry')],
                             ['Last', 'First'])
            items = json.loads(self.get(found['group:world', 'feed.json']))['items']
            self.assertEqual([item['title'] for item in items], ['Last', 'First'])
            outlines = ElementTree.fromstring(self.get(found['opml', 'opml.xml']))
            self.assertEqual({o.get('xmlUrl') for o in outlines.iter('outline')},
                             {a for a in found.values() if a.endswith('/atom.xml')})
            # No token is in the database.
            with open(self.data + '/exemplar.db', 'rb') as store:
                self.assertNotIn(found['all', 'atom.xml'].split('/')[4].encode(), store.read())
            server.send_signal(ending)
            self.assertEqual((server.wait(60), server.stdout.read()), (0, b''))

    def test_saved_search(self):
        self.fine('search', 'add', 'Firsts', 'first task:News')
        _, base = self.serve()
        found = self.addresses(base)
        address = found['search:Firsts', 'atom.xml']
        # The index is filled by what collects, or a search.
        self.fine('search', 'list')
        feed = ElementTree.fromstring(self.get(address))
        self.assertEqual(feed.findtext(ATOM + 'title'), 'Firsts')
        self.assertEqual([e.findtext(ATOM + 'title') for e in feed.iter(ATOM + 'entry')],
                         ['First'])
        self.add_articles(self.uid, ('First of all', 'good'), ('First held', 'unsure'))
        self.fine('search', 'list')
        items = json.loads(self.get(found['search:Firsts', 'feed.json']))['items']
        self.assertEqual([item['title'] for item in items], ['First of all', 'First'])
        self.fails('There is no feed “search:No”', 'serve', '--revoke=search:No')
        self.assertEqual(self.fine('serve', '--revoke=search:Firsts'), '')
        self.assert_missing(address)
        address = self.addresses(base)['search:Firsts', 'atom.xml']
        self.get(address)
        self.fine('search', 'remove', 'Firsts')
        self.assert_missing(address)
        self.get(found['all', 'atom.xml'])

    def test_revoke(self):
        _, base = self.serve()
        found = self.addresses(base)
        for called, feed in (('News', self.uid), ('group:world', 'group:world'), ('all', 'all')):
            self.get(found[feed, 'atom.xml'])
            self.assertEqual(self.fine('serve', '--revoke', called), '')
            self.assert_missing(found[feed, 'atom.xml'])
            self.fails('The feed “%s” has no address' % called, 'serve', '--revoke', called)
        self.assertEqual(self.fine('serve', '--revoke=opml'), '')
        self.assert_missing(found['opml', 'opml.xml'])
        self.get(found['group:world/north', 'atom.xml'])
        self.assertNotEqual(self.addresses(base)['all', 'atom.xml'], found['all', 'atom.xml'])

    def test_restore(self):
        """A server keeps no file open between requests: another can take its place."""
        _, base = self.serve()
        address = self.addresses(base)['all', 'feed.json']
        self.get(address)
        self.expect(self.cli('store', 'backup'), 0)
        self.add_articles(self.uid, ('Later', 'good'))
        titles = [item['title'] for item in json.loads(self.get(address))['items']]
        self.assertEqual(titles, ['Later', 'Last', 'First'])
        self.expect(self.cli('store', 'restore'), 0)
        titles = [item['title'] for item in json.loads(self.get(address))['items']]
        self.assertEqual(titles, ['Last', 'First'])

    def test_no_folder(self):
        self.data = self.folder + '/none'
        for args in (('--list',), ('--revoke=all',)):
            self.fails('There are no tasks in %s yet' % self.data, 'serve', *args)
        self.assertFalse(os.path.exists(self.data))

    def test_unknown(self):
        self.fails('There is no feed “group:none”', 'serve', '--revoke=group:none')
        self.fails('nobody', 'serve', '--revoke=nobody')

    def test_wrong(self):
        for message, args in (
                ('is no address to listen at', ('--listen=reader.example',)),
                ('stands for all addresses', ('--listen=0.0.0.0:8585',)),
                ('is no base address', ('--base-url=reader.example',)),
                ('exclude each other', ('--list', '--revoke=all')),
                ('one argument too many', ('more',))):
            self.expect(self.cli('serve', *args), USAGE, message)

    def test_port_taken(self):
        _, base = self.serve()
        self.expect(self.cli('serve', '--listen', base[len('http://'):]), FAILED,
                    'The feeds cannot be served: 127.0.0.1, port ')


if __name__ == '__main__':
    tap.main()
