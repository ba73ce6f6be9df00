#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli with the method vips, which looks at pages: on a screen, and without one."""

import csv
import io
import json
import os
import unittest
import unittest.mock

import runner
from stores import StoreCase
import tap

PROSE = ('One sentence follows the other here, and all of them together are what a reader '
         'came for, as far as one can tell by looking at the page. ') * 4
COLUMNS = '''<!DOCTYPE html><title>Columns</title><style>
body { margin: 0 } #head { height: 80px; background: #ccd }
#side { position: absolute; left: 0; top: 100px; width: 200px }
#text { margin: 20px 0 0 240px; width: 700px } #foot { background: #eee; margin-top: 60px }
</style><div id=head><a href=/>Home</a> <a href=/b>Business</a></div>
<div id=side><ul><li><a href=1>First link</a><li><a href=2>Second link</a></ul></div>
<div id=text><h1>The headline</h1><p>Alpha. %s<p>Beta. %s<p>Gamma. %s</div>
<div id=foot>Copyright nobody</div>''' % (PROSE, PROSE, PROSE)
# The same in a table, as pages were once made, and with the links to the right.
TABLE = '''<title>Table</title><body bgcolor=white><table width=1000>
<tr><td colspan=2 bgcolor="#ccccdd"><a href=/>Home</a></td></tr>
<tr><td width=700><p>Alpha. %s<p>Beta. %s<p>Gamma. %s</td>
<td width=300 bgcolor="#eeeeee"><a href=1>First link</a><br><a href=2>Second link</a></td>
</tr></table>''' % (PROSE, PROSE, PROSE)
EMPTY = '<title>Nothing</title><body><img src=a width=90 height=90>'


def extract(page, *args):
    done = runner.run('extract', '--method', 'vips', '--format', 'json', *args, '-', input=page)
    return done, json.loads(done.out)


class Vips(unittest.TestCase):

    def test_pages(self):
        for page in (COLUMNS, TABLE):
            done, found = extract(page)
            self.assertEqual(0, done.code, done.err)
            words = [line.split('.')[0] for line in found['text'].split('\n') if line]
            self.assertEqual(['Alpha', 'Beta', 'Gamma'], words)
            self.assertNotIn('blocks', found)

    def test_blocks(self):
        _, found = extract(COLUMNS, '--reasons')
        blocks = found['blocks']
        self.assertIsNone(blocks[0]['parent'])
        self.assertEqual((0, 0, 1280), tuple(blocks[0][k] for k in ('x', 'y', 'width')))
        self.assertEqual(1, sum(block['main'] for block in blocks))
        for i, block in enumerate(blocks[1:], 1):
            self.assertLess(block['parent'], i)
            self.assertGreaterEqual(block['coherence'],
                                    blocks[block['parent']]['coherence'])
        main = next(block for block in blocks if block['main'])
        self.assertEqual((240, 700), (main['x'], main['width']))
        self.assertEqual({'coherence', 'separator'}, set(found['lines'][0]['lanes']))
        _, coarse = extract(COLUMNS, '--reasons', '--set', 'permitted-coherence=1')
        self.assertLess(len(coarse['blocks']), len(blocks))

    def test_nothing(self):
        done = runner.run('extract', '--method', 'vips', '-', input=EMPTY)
        self.assertEqual(runner.NOTHING, done.code)
        self.assertIn('no text', done.err)

    def test_parameter(self):
        for value in ('0', '11', 'x'):
            done = runner.run('extract', '--method', 'vips', '--set',
                              'permitted-coherence=' + value, '-', input=COLUMNS)
            self.assertEqual(runner.USAGE, done.code)

    def test_batch(self):
        records = [{'site': i, 'target_html': page} for i, page in
                   enumerate([COLUMNS, EMPTY, TABLE, COLUMNS] * 3)]
        for jobs in ('1', '3'):
            done = runner.run('batch', '--method', 'vips', '-j', jobs,
                              input='\n'.join(map(json.dumps, records)))
            self.assertEqual(0, done.code, done.err)
            answers = [json.loads(line) for line in done.out.splitlines()]
            self.assertEqual([record['site'] for record in records],
                             [answer['site'] for answer in answers])
            for i, answer in enumerate(answers):
                if i % 4 == 1:
                    self.assertIn('no text', answer['error'])
                else:
                    self.assertIsNone(answer['error'])
                    self.assertTrue(answer['text'].startswith('Alpha'))

    def test_no_display(self):
        kept = {name: os.environ.pop(name, None) for name in ('DISPLAY', 'WAYLAND_DISPLAY')}
        try:
            done = runner.run('extract', '--method', 'vips', '-', input=COLUMNS)
            self.assertEqual(runner.FAILED, done.code)
            self.assertIn('no screen', done.err)
            self.assertIn('xvfb-run', done.err)
            done = runner.run('batch', '--method', 'vips',
                              input=json.dumps({'target_html': COLUMNS}))
            self.assertEqual(0, done.code)
            self.assertIn('xvfb-run', json.loads(done.out)['error'])
            # The other methods look at nothing.
            done = runner.run('extract', '--method', 'boilerpipe-default', '-', input=COLUMNS)
            self.assertEqual(0, done.code)
        finally:
            os.environ.update({name: value for name, value in kept.items() if value})


class Task(StoreCase):

    def add_task(self, *args):
        self.add(self.base + '/news/', '--name=N', '--method=vips', *args)

    def sureness(self, *args, task='N'):
        done = self.cli('task', 'test', task, *args)
        return done, [line.split('\t') for line in done.out.splitlines()]

    def test_task(self):
        """A task that looks at its pages can be tried; its parameters are heeded."""
        self.add_task()
        article = self.articles_of('news')[2]
        done, rows = self.sureness(article)
        self.assertIn(done.code, (0, runner.UNLIKE), done)
        lines = rows[0][2]
        self.assertNotEqual('0', lines.split('/')[0])
        self.add(self.base + '/news/', '--name=Coarse', '--method=vips',
                 '--set=permitted-coherence=1')
        done, rows = self.sureness(article, task='Coarse')
        self.assertIn(done.code, (0, runner.UNLIKE), done)
        self.assertNotEqual(lines, rows[0][2])

    def test_dead_helper(self):
        """The row of a page names its problem."""
        self.add_task()
        with unittest.mock.patch.dict(os.environ, EXEMPLAR_RENDER='/bin/false'):
            done, rows = self.sureness(self.articles_of('news')[2])
        self.assertEqual(runner.FAILED, done.code)
        self.assertEqual('Failed', rows[0][0])
        self.assertIn('ended without an answer', rows[0][4])

    def test_compare(self):
        """Asked for by name, it takes part in a comparison."""
        self.add_task('--first-run=all')
        self.expect(self.cli('task', 'run', 'N'), 0)
        out = self.fine('compare', '--task', 'N', '--method=exemplar', '--method=vips',
                        '--pages=2', '--format=csv')
        rows = {row['method']: row for row in csv.DictReader(io.StringIO(out))}
        self.assertEqual(('2', '0'), tuple(rows['vips'][k] for k in ('compared', 'failed')))


if __name__ == '__main__':
    tap.main()
