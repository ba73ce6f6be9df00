#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli curves: CSV, JSON and the picture."""

import csv
import json
import os
import re
import xml.etree.ElementTree as ElementTree

from runner import EN_FIRST, FAILED, NOTHING, UNLIKE, Case, page, read_page, run
import tap

PAIR = ('curves', '-e', page('en-example.html'), '-t', page('en-target.html'))
SVG = '{http://www.w3.org/2000/svg}'


class Numbers(Case):
    def rows(self, *args):
        out = self.well(*PAIR, *args).out
        self.assertTrue(out.startswith('x,fs,bs,line,c\n'), out[:80])
        return list(csv.DictReader(out.splitlines()))

    def data(self, *args):
        return json.loads(self.well(*PAIR, '--format=json', *args).out)

    def test_csv(self):
        rows = self.rows()
        self.assertEqual([int(row['x']) for row in rows[:4]], [0, 4, 8, 12])
        for row in rows:
            self.assertTrue(0 <= float(row['fs']) <= 1 and 0 <= float(row['bs']) <= 1, row)
        self.assertEqual((rows[0]['fs'], rows[-1]['bs'], rows[0]['line']), ('1', '1', '0'))
        steps = [int(b['line']) - int(a['line']) for a, b in zip(rows, rows[1:])]
        self.assertTrue(min(steps) >= 0 and max(steps) > 0)

    def test_low_on_the_article(self):
        data = self.data()
        line = [line for line in data['lines'] if line['text'].startswith(EN_FIRST)][0]
        middle = (line['start'] + line['n_chars'] // 2) // data['stride']
        self.assertLess(data['fs'][middle], .6)
        self.assertLess(data['bs'][middle], .6)

    def test_json(self):
        data = self.data()
        self.assertEqual((data['method'], data['tracked'], data['window'], data['stride']),
                         ('exemplar', True, 32, 4))
        self.assertEqual(len(data['x']), (data['n_chars'] + 3) // 4)
        self.assertEqual(len(data['fs']), len(data['x']))
        self.assertEqual(len(data['bs']), len(data['x']))
        seen = {line['text']: line['seen'] for line in data['lines']}
        self.assertIs(seen['Weather and tides'], True)
        self.assertEqual([value for text, value in seen.items() if text.startswith(EN_FIRST)],
                         [False])

    def test_turning_points(self):
        """No other pair of lines encloses a greater rise of C(x)."""
        data = self.data()
        c = [0] + [line['c'] for line in data['lines']]
        best = max(c[j] - c[i] for i in range(len(c)) for j in range(i + 1, len(c)))
        self.assertAlmostEqual(c[data['tail'] + 1] - c[data['head']], best, places=2)
        self.assertEqual(data['lines'][data['head']]['verdict'], 'kept')

    def test_csv_agrees_with_json(self):
        data, rows = self.data('--stride=1'), self.rows('--stride=1')
        self.assertEqual([float(row['fs']) for row in rows], data['fs'])
        self.assertEqual([float(row['bs']) for row in rows], data['bs'])
        self.assertEqual([int(row['x']) for row in rows], data['x'])
        self.assertAlmostEqual(float(rows[-1]['c']), data['lines'][-1]['c'], places=3)

    def test_stride_and_window(self):
        """A value does not depend on the stride, but on the window."""
        every, fourth = self.data('--stride=1'), self.data()
        self.assertEqual(every['fs'][::4], fourth['fs'])
        self.assertNotEqual(self.data('--window=8')['fs'], fourth['fs'])

    def test_literal(self):
        data = self.data('--literal')
        self.assertEqual((data['method'], data['tracked'], data['stride']),
                         ('exemplar-literal', False, 1))
        self.assertIsNone(data['lines'][0]['c'])
        self.assertEqual(len(data['fs']), data['n_chars'])
        # Neighbours differ by at most one character of the window.
        steps = [abs(b - a) for a, b in zip(data['fs'], data['fs'][1:])]
        self.assertLessEqual(max(steps), 1 / 32 + 1e-3)
        self.assertEqual([row['c'] for row in self.rows('--literal')][:2], ['', ''])


class Picture(Case):
    def draw(self, *args):
        out = self.well(*PAIR, '--format=svg', *args).out
        return out, ElementTree.fromstring(out.encode())

    def test_parts(self):
        text, root = self.draw()
        said = ' '.join(''.join(node.itertext()) for node in root.iter(SVG + 'text'))
        for words in ('en-target.html', 'FS ▲', 'BS ▼', 'C(x)', 'seen', 'Body starts, line',
                      'Body ends, line', 'characters', 'Sure', '% alike', 'Trimmed',
                      'Forward similarity FS', 'Backward similarity BS'):
            self.assertIn(words, said)
        self.assertEqual(len(root.findall(SVG + 'circle')), 2)
        for colour in ('#1a5fb4', '#b5460f', '#0d6640', '#77767b',
                       '#78aeed', '#ff9e64', '#5bd0a6', '#9a9996'):
            self.assertIn(colour, text)
        self.assertIn('prefers-color-scheme:dark', text)

    def test_up_and_down(self):
        """FS never lies below the line that BS never lies above."""
        text, _ = self.draw()
        edges = {}
        for name in ('fs', 'bs'):
            path = re.search(r"<path d='M([^']*)Z' class='%sl'" % name, text).group(1)
            numbers = [float(number) for number in re.findall(r'[\d.]+', path)]
            edges[name] = numbers[1::2]
        self.assertLessEqual(max(edges['fs']), min(edges['bs']))
        self.assertLess(min(edges['fs']), max(edges['fs']))

    def test_literal(self):
        _, root = self.draw('--literal')
        self.assertEqual(root.findall(SVG + 'circle'), [])

    def test_name_is_escaped(self):
        name = '<b>&"\'\x01.html'
        self.write(name, read_page('en-target.html'))
        done = self.well('curves', '-e', page('en-example.html'), '-t',
                         os.path.join(self.folder, name), '-f', 'svg')
        root = ElementTree.fromstring(done.out.encode())
        self.assertTrue(root.find(SVG + 'title').text.endswith('<b>&"\' .html'))

    def test_tiny_pages(self):
        """A page of one character is a picture too."""
        a, b = self.write('a.html', '<p>a'), self.write('b.html', '<p>b')
        for args in ((), ('--literal',), ('--window=256',)):
            done = run('curves', '-e', a, '-t', b, '--format=svg', *args)
            self.assertIn(done.code, (0, NOTHING, UNLIKE), done)
            ElementTree.fromstring(done.out.encode())


class Output(Case):
    def test_file(self):
        path = self.folder + '/curves.csv'
        done = self.well(*PAIR, '--output', path)
        self.assertEqual(done.out, '')
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), self.well(*PAIR).out)

    def test_full_disk(self):
        self.expect(run(*PAIR, '--output=/dev/full'), FAILED,
                    '/dev/full: No space left on device')
        with open('/dev/full', 'w') as full:
            self.expect(run(*PAIR, stdout=full), FAILED,
                        'standard output: No space left on device')

    def test_no_folder(self):
        self.expect(run(*PAIR, '--output', self.folder + '/none/a.csv'), FAILED, 'none/a.csv')

    def test_folder_as_file(self):
        self.expect(run(*PAIR, '--output', self.folder), FAILED, 'Is a directory')

    def test_old_file_stays(self):
        """An old file survives a run that fails."""
        path = self.write('old.csv', 'old')
        done = run('curves', '-e', page('en-example.html'), '-t', self.folder + '/none.html',
                   '-o', path)
        self.expect(done, FAILED, 'none.html: No such file or directory')
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'old')

    def test_notes(self):
        done = self.expect(run('curves', '-e', page('en-example.html'), '-t',
                               page('en-other-site.html')), UNLIKE,
                           'Does not look like your example')
        self.assertIn('x,fs,bs', done.out)
        self.assertEqual(self.well(*PAIR, '--quiet').err, '')
        self.expect(run('curves', '-e', page('en-target.html'), '-t', page('en-target.html')),
                    0, 'An example holds the same article')


if __name__ == '__main__':
    tap.main()
