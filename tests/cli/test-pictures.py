#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Pictures that a task keeps, on a site that offers wider ones, of which one is missing: kills
between the writes lose none, and each is there once."""

import base64
import collections
import hashlib
import http.server
import os
import random
import re
import shutil
import threading
import zipfile

from stores import StoreCase
import tap

# How exm-fail-point.h ends a process.
KILLED = 137
N_REPORTS = 3
PIXEL = base64.b64decode('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJg'
                         'gg==')
WORDS = ('the ferry crossed slowly while people watched from the quay and the town council argued about '
         'money for boats and nets').split()


def paragraph(seed):
    """Sentences that no other paragraph has in this order."""
    words = random.Random(seed)
    return ' '.join(' '.join(words.choices(WORDS, k=9)).capitalize() + '.' for _ in range(9))


def picture(path):
    """A PNG of its own for each address."""
    return PIXEL + path.encode()


def page(number):
    return ('<!DOCTYPE html><title>Report %(n)d</title><nav><a href=/list.html>Reports</a></nav><article>'
            '<h1>Report %(n)d</h1><p>%(a)s</p><figure><img src=/i/%(n)d.png alt="Picture %(n)d"'
            ' srcset="/i/%(n)d-wide.png 1600w"></figure><p>%(b)s</p></article>'
            '<footer>Write to the office of reports.</footer>'
            % {'n': number, 'a': paragraph(5 * number + 1), 'b': paragraph(7 * number + 2)})


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.requests[self.path] += 1
        number = re.match(r'/(\d)\.html$', self.path)
        if self.path == '/list.html':
            body = ''.join('<li><a href=/%d.html>Report %d</a>' % (i, i)
                           for i in range(1, N_REPORTS + 1)).encode()
        elif number:
            body = page(int(number.group(1))).encode()
        elif self.path.endswith('.png') and self.path != '/i/2-wide.png':
            body = picture(self.path)
        else:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header('Content-Type', 'image/png' if self.path.endswith('png') else 'text/html')
        self.send_header('Content-Length', str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *unused):
        pass


class Wider(StoreCase):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.requests = collections.Counter()
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.out = self.folder + '/out'
        base = 'http://127.0.0.1:%d/' % self.server.server_port
        self.add(base + 'list.html', '--example=' + base + '1.html', '--name=Reports', '--pictures',
                 '--first-run=all', '--output=html:' + self.out)
        self.server.requests.clear()

    def check(self):
        """Each report is there once, with the widest of its picture that can be had."""
        shown = {}
        for folder, _, names in os.walk(self.out):
            for name in names:
                if name.endswith('.html'):
                    with open(os.path.join(folder, name), encoding='utf-8') as file:
                        shown[name] = re.findall(r'<img src="[^"]*/([0-9a-f]{64})\.png"', file.read())
                elif name.endswith('.png'):
                    with open(os.path.join(folder, name), 'rb') as file:
                        self.assertEqual(hashlib.sha256(file.read()).hexdigest(), name[:-4])
        wanted = ['/i/%d%s.png' % (i, '' if i == 2 else '-wide') for i in range(1, N_REPORTS + 1)]
        self.assertEqual(shown, {'Report %d.html' % (i + 1): [hashlib.sha256(picture(path)).hexdigest()]
                                 for i, path in enumerate(wanted)})

    def test_kept(self):
        self.expect(self.cli('worker', '--once'), 0, '2-wide.png')
        self.check()
        self.assertEqual((self.server.requests['/i/2-wide.png'], self.server.requests['/i/2.png'],
                          self.server.requests['/i/1-wide.png'], self.server.requests['/i/1.png']),
                         (1, 1, 1, 0))
        self.fine('articles', 'export', '-f', 'epub', '--pictures', '-o', self.folder + '/a.epub')
        with zipfile.ZipFile(self.folder + '/a.epub') as book:
            self.assertEqual(sum(name.endswith('.png') for name in book.namelist()), N_REPORTS)

    def test_killed(self):
        """At the writes of a picture on its way: the first, second and third time."""
        fresh = self.folder + '/fresh'
        os.rename(self.data, fresh)
        for place in ('worker.wants.before', 'worker.wants.after', 'worker.resource.before',
                      'worker.resource.held', 'worker.resource.end', 'worker.resource.after'):
            for count in range(1, N_REPORTS + 1):
                for folder in (self.data, self.out):
                    shutil.rmtree(folder, ignore_errors=True)
                shutil.copytree(fresh, self.data)
                self.expect(self.cli('worker', '--once',
                                     variables={'EXM_FAIL_POINT': '%s:%d' % (place, count)}), KILLED)
                self.expect(self.cli('worker', '--once'), 0)
                self.check()

    def test_killed_at_fall_back(self):
        """The job for the page's own picture is there, the want not yet changed."""
        self.expect(self.cli('worker', '--once', variables={'EXM_FAIL_POINT': 'worker.resource.second'}), KILLED)
        self.expect(self.cli('worker', '--once'), 0)
        self.check()
        self.assertEqual(self.server.requests['/i/1-wide.png'], 1)


if __name__ == '__main__':
    tap.main()
