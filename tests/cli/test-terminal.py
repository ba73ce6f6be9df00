#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing of a page, a server or a file name steers the terminal."""

import json
import os
import pty
import re
import socket
import subprocess
import threading

from runner import CLI, FAILED, Case, environment, page, run
import tap

# Escape, bell, a C1 control, an override of the text's direction.
BAD = '\x1b[31m\x07\x9b2J\u202ecod.exe\u2066'
ALONE = ('extract', '--method', 'exemplar-single')
STEERS = re.compile('[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]')


class Server:
    """Answers every request on a free port with the same bytes."""

    def __init__(self, answer):
        self.answer = answer
        self.socket = socket.create_server(('127.0.0.1', 0))
        self.base = 'http://127.0.0.1:%d/' % self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            connection, _ = self.socket.accept()
            with connection:
                connection.recv(65536)
                connection.sendall(self.answer)


def run_on_terminal(*args):
    """(exit status, all that the terminal got): a terminal on both outputs."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen((CLI,) + args, env=environment(), stdin=subprocess.DEVNULL,
                               stdout=theirs, stderr=theirs)
    os.close(theirs)
    got = b''
    while True:
        try:
            more = os.read(ours, 65536)
        except OSError:
            break
        if not more:
            break
        got += more
    os.close(ours)
    # The terminal's own line ends.
    return program.wait(), got.decode('utf-8', 'surrogateescape').replace('\r\n', '\n')


class Terminal(Case):
    def assert_calm(self, text):
        """Removes the program's own erasing of the progress line."""
        text = text.replace('\x1b[K', '').replace('\r', '')
        self.assertIsNone(STEERS.search(text), repr(text))

    def test_location(self):
        for location in ('gopher://x/' + BAD, 'http://[' + BAD, 'http://127.0.0.2:9/' + BAD):
            answer = ('HTTP/1.1 302 Found\r\nLocation: %s\r\nContent-Length: 0\r\n\r\n'
                      % location).encode()
            address = Server(answer).base
            done = self.expect(run('extract', address), FAILED)
            self.assert_calm(done.err)
            code, text = run_on_terminal('extract', address)
            self.assertEqual(code, FAILED)
            self.assert_calm(text)

    def test_reason(self):
        answer = ('HTTP/1.1 599 %s\r\nContent-Length: 0\r\n\r\n' % BAD).encode()
        self.assert_calm(self.expect(run('extract', Server(answer).base), FAILED).err)

    def test_file_name(self):
        done = self.expect(run('extract', self.folder + '/' + BAD + '.html'), FAILED)
        self.assert_calm(done.err)
        self.assertIn('\\u001b[31m\\u0007\\u009b2J\\u202e', done.err)

    def test_article(self):
        """A terminal gets it escaped, a file as it is."""
        words = ' '.join('word%d and some more of them,' % i for i in range(80))
        path = self.write('page.html', '<title>T %s</title><h1>T</h1><article>%s</article>'
                          % (BAD, ''.join('<p>%s \u202e%s' % (words, BAD) for _ in range(4))))
        code, text = run_on_terminal(*ALONE, '--with-metadata', path)
        self.assertEqual(code, 0, text)
        self.assert_calm(text)
        self.assertIn('\\u202e', text)
        self.assertIn('\u202e', self.well(*ALONE, path).out)
        code, text = run_on_terminal(*ALONE, '--format', 'json', path)
        self.assert_calm(text)
        self.assertIn('\u202e', json.loads(text[text.index('{'):].splitlines()[0])['text'])

    def test_plain(self):
        """Nothing else changes: the same text as in a pipe."""
        path = page('zh-target.html')
        code, text = run_on_terminal(*ALONE, path)
        self.assertEqual(code, 0)
        done = self.well(*ALONE, path)
        self.assertEqual(text.replace(done.err, ''), done.out)


if __name__ == '__main__':
    tap.main()
