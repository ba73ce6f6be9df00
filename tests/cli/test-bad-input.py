#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Faults of pages: each an exit status, and a message that names the page and the cause."""

import os
import socket
import subprocess

from runner import (CLI, EN_FIRST, FAILED, NOTHING, UNLIKE, ZH_FIRST, Case, SiteCase, page,
                    read_page, run)
import tap

EN = ('extract', '-e', page('en-example.html'))
ZH = ('extract', '-e', page('zh-example.html'))


class Network(SiteCase):
    def failed(self, name, message):
        target = self.fault(name)
        done = self.expect(run(*EN, target), FAILED, message)
        self.assertIn(target, done.err)
        self.assertEqual(done.out, '')

    def test_status(self):
        self.failed('404', 'the server answered 404')
        self.failed('500', 'the server answered 500')
        self.failed('503', 'the server answered 503')

    def test_not_html(self):
        self.failed('pdf', 'not a page but a PDF document')
        self.failed('pdf-as-html', 'not a page but a PDF document')
        self.failed('png', 'not a page but an image')

    def test_incomplete(self):
        self.failed('truncated', 'Page arrived incomplete: ')
        target = self.fault('truncated')
        for args in (('extract', target), ('xpath', '//p', target),
                     ('task', 'add', target, '--data', self.folder + '/data')):
            done = self.expect(run(*args), FAILED)
            self.assertRegex(done.err, r'Page arrived incomplete: .* \(\d+ of \d+ bytes\)\. '
                             'Try again later')
        done = run('extract', target, language='zh_CN')
        self.assertRegex(self.expect(done, FAILED).err, '网页没有收全：http.*（共 .* 字节，'
                         '只收到 .* 字节）。请稍后重试。')

    def test_redirects(self):
        self.failed('loop', 'redirects in a loop')
        self.failed('chain?n=20', 'redirects more than 10 times')

    def test_other_private_host(self):
        """The operator asked for one host of this computer, not for all."""
        target = self.fault('redirect?to=http://127.0.0.2:9/')
        self.expect(run(*EN, target), FAILED, '127.0.0.2 belongs to this computer')

    def test_empty(self):
        self.expect(run(*EN, self.fault('empty')), NOTHING, 'The page has no text')

    def test_unreachable(self):
        with socket.socket() as taken:
            taken.bind(('127.0.0.1', 0))
            address = 'http://127.0.0.1:%d/a.html' % taken.getsockname()[1]
            done = self.expect(run(*EN, address), FAILED, 'refused the connection')
            self.assertIn(address, done.err)
        self.expect(run(*EN, 'http://no-such-host.invalid/a.html'), FAILED,
                    'no-such-host.invalid')
        self.expect(run(*EN, 'ftp://127.0.0.1/a.html'), FAILED, 'ftp://127.0.0.1/a.html')
        self.expect(run(*EN, 'http://'), FAILED, 'http://')

    def test_example(self):
        done = run('extract', '-e', self.fault('404'), page('en-target.html'))
        self.expect(done, FAILED, 'the server answered 404')
        self.assertEqual(done.out, '')


class Files(Case):
    def test_missing(self):
        path = self.folder + '/none.html'
        self.expect(run(*EN, path), FAILED, path + ': No such file or directory')
        self.expect(run('extract', '-e', path, page('en-target.html')), FAILED,
                    path + ': No such file or directory')
        self.expect(run(*EN, 'file://' + path), FAILED, 'No such file or directory')

    def test_folder(self):
        self.expect(run(*EN, self.folder), FAILED, self.folder + ': Is a directory')

    def test_stdin(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        self.expect(run(*EN, '-', stdin=folder), FAILED, 'standard input: Is a directory')
        closed = subprocess.run(['sh', '-c', '"$0" extract -e "$1" - <&-', CLI,
                                 page('en-example.html')],
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        self.assertEqual((closed.returncode, closed.stdout), (FAILED, b''))
        self.assertIn(b'standard input: ', closed.stderr)

    def test_other_formats(self):
        pdf = self.write('a.pdf', b'%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n')
        self.expect(run(*EN, pdf), FAILED, pdf + ': This is a PDF document, not a web page')
        png = self.write('a.png', b'\x89PNG\r\n\x1a\n' + bytes(64))
        self.expect(run(*EN, png), FAILED, png + ': This is an image, not a web page')

    def test_no_text(self):
        self.expect(run(*EN, self.write('empty.html', b'')), NOTHING, 'The page has no text')
        self.expect(run(*EN, self.write('bare.html', '<html><body><img src=a></body></html>')),
                    NOTHING, 'The page has no text')
        done = run('extract', '-e', self.write('none.html', b''), page('en-target.html'))
        # Every page has a root, a head and a body.
        self.expect(done, UNLIKE, 'Does not look like your example (layout 7% alike)')

    def test_no_body(self):
        """The template alone: the head and foot of the example, another title."""
        head, rest = read_page('en-example.html').split('<article', 1)
        path = self.write('index.html', head + rest.split('</article>', 1)[1])
        done = self.expect(run(*EN, path), NOTHING, path + ': No article was found')
        self.assertEqual(done.out, '')


class Charsets(Case):
    def test_utf8_declared_gb(self):
        text = read_page('zh-target.html', 'gb18030')
        path = self.write('a.html', text.encode())
        done = self.well(*ZH, path)
        self.assertTrue(done.out.startswith(ZH_FIRST), done)
        self.assertIn('a.html: read as utf-8, although declared as', done.err)

    def test_gb_declared_utf8(self):
        text = read_page('zh-target.html', 'gb18030').replace('gb2312', 'utf-8')
        done = self.well(*ZH, self.write('a.html', text.encode('gb18030')))
        self.assertTrue(done.out.startswith(ZH_FIRST), done)
        self.assertIn('although declared as utf-8', done.err)

    def test_damaged(self):
        raw = read_page('en-target.html').encode().replace(b'lifeboat', b'life\xff\xfeboat')
        done = self.well(*EN, self.write('a.html', raw))
        self.assertIn(EN_FIRST, done.out)
        self.assertRegex(done.err, r'a\.html: \d byte sequences? (is no|are no) character')


    def test_nul(self):
        """NULs between the sentences change nothing but are not passed over in silence."""
        raw = read_page('en-target.html').encode()
        done = self.well(*EN, self.write('a.html', raw.replace(b'. ', b'. \0')))
        self.assertEqual(done.out, self.well(*EN, page('en-target.html')).out)
        self.assertRegex(done.err, r'a\.html: \d+ NUL characters were left out')


class Sizes(Case):
    def test_much_markup(self):
        """20 MB, of which little is text: read whole."""
        padding = '<div class="%s"></div>\n' % ('x' * 180)
        html = read_page('en-target.html').replace(
            '<article', padding * (20000000 // len(padding)) + '<article')
        done = run(*EN, self.write('big.html', html))
        self.assertIn(done.code, (0, UNLIKE), done.err)
        self.assertIn(EN_FIRST, done.out)

    def test_much_text(self):
        """20 million characters of text: cut at what can be compared, and said."""
        html = '<html><body><p>%s</p></body></html>' % ('All work and no play. ' * 910000)
        path = self.write('big.html', html)
        done = self.expect(run(*EN, path), UNLIKE,
                           path + ': the page is beyond a limit; a part was left out')
        self.assertEqual(len(done.out.rstrip('\n')), 16000000)

    def test_too_many_bytes(self):
        path = self.folder + '/huge.html'
        with open(path, 'wb') as file:
            file.truncate(70 * 1024 * 1024)
        self.expect(run(*EN, path), FAILED, path + ' is larger than 64 MiB')
        with open(path, 'rb') as file:
            self.expect(run(*EN, '-', stdin=file), FAILED,
                        'standard input is larger than 64 MiB')

    def test_nested(self):
        html = read_page('en-target.html').replace(
            '<article', '<div>' * 100000 + '<article').replace(
                '</article>', '</article>' + '</div>' * 100000)
        done = run(*EN, self.write('deep.html', html))
        self.assertIn(done.code, (0, UNLIKE), done.err)
        self.assertIn(EN_FIRST, done.out)


class Output(Case):
    def test_full_disk(self):
        with open('/dev/full', 'w') as full:
            self.expect(run(*EN, page('en-target.html'), stdout=full), FAILED,
                        'standard output: No space left on device')

    def test_closed_pipe(self):
        read_end, write_end = os.pipe()
        os.close(read_end)
        done = run(*EN, '--quiet', page('en-target.html'), stdout=write_end)
        os.close(write_end)
        self.assertEqual((done.code, done.err), (FAILED, ''))

    def test_closed(self):
        closed = subprocess.run(['sh', '-c', '"$0" extract -e "$1" "$2" >&-', CLI,
                                 page('en-example.html'), page('en-target.html')],
                                stderr=subprocess.PIPE, check=False)
        self.assertEqual(closed.returncode, FAILED)
        self.assertIn(b'standard output: ', closed.stderr)


if __name__ == '__main__':
    tap.main()
