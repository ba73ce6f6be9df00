#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli sample: the site served, and its articles."""

import os
import shutil
import signal
import subprocess
import unicodedata
import urllib.request
import xml.etree.ElementTree as ElementTree

from runner import CLI, FAILED, SAMPLE, Case, run, start
import tap


def columns(line):
    return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in line)


class Sample(Case):
    def test_articles(self):
        path = self.folder + '/curves.svg'
        done = self.well('sample', '--data', SAMPLE, '--curves', path)
        for words in ('Library opens a tool shed for anyone with a card', '2026-11-19',
                      'Wexcombe library has begun to lend tools.',
                      '傍晚五点半，槐树巷菜市场的灯重新亮了起来。', '江畔新闻网',
                      'Every November I start a stock pot',
                      'The page holds no article', 'drawn in ' + path):
            self.assertIn(words, done.out)
        self.assertEqual(done.out.count('The page holds no article'), 2)
        self.assertEqual(done.err, '')
        for line in done.out.splitlines():
            self.assertTrue(columns(line) <= 81 or 'http:' in line or path in line, line)
        ElementTree.parse(path)

    def test_redesign(self):
        done = self.well('sample', '--data', SAMPLE, '--redesign')
        self.assertIn('Wexcombe library has begun to lend tools.', done.out)
        self.assertNotIn('drawn in', done.out)

    def test_from_a_build(self):
        """A program in the build folder of a source finds the files of that source."""
        os.makedirs(self.folder + '/build/src/cli')
        os.symlink(os.path.dirname(SAMPLE), self.folder + '/data')
        program = shutil.copy(CLI, self.folder + '/build/src/cli')
        done = subprocess.run([program, 'sample'], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b''))
        self.assertIn(b'Wexcombe library has begun to lend tools.', done.stdout)

    def test_no_data(self):
        self.expect(run('sample', '--data', self.folder), FAILED, self.folder)

    def test_curves_cannot_be_written(self):
        done = run('sample', '--data', SAMPLE, '--curves=/dev/full')
        self.expect(done, FAILED, '/dev/full: No space left on device')
        self.assertIn('Every November', done.out)

    def test_serve(self):
        site = start('sample', '--serve', '--data', SAMPLE, stdout=subprocess.PIPE,
                     stdin=subprocess.DEVNULL)
        lines = [site.stdout.readline().decode() for _ in range(5)]
        for line in lines:
            with urllib.request.urlopen(line.split('\t')[0].strip()) as answer:
                self.assertEqual(answer.status, 200)
        site.send_signal(signal.SIGINT)
        self.assertEqual((site.wait(60), site.stdout.read()), (0, b''))
        site.stdout.close()

    def test_port_taken(self):
        site = start('sample', '--serve', '--data', SAMPLE, stdout=subprocess.PIPE,
                     stdin=subprocess.DEVNULL)
        port = site.stdout.readline().decode().strip().rstrip('/').rsplit(':', 1)[1]
        done = run('sample', '--serve', '--data', SAMPLE, '--port', port)
        site.terminate()
        site.stdout.close()
        self.assertEqual(site.wait(60), 0)
        self.expect(done, FAILED, 'The sample site cannot be served: ')


if __name__ == '__main__':
    tap.main()
