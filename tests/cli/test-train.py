#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli train, above all for bp-net and density-net, and --model of extract and batch."""

import contextlib
import csv
import json
import os
import re
import signal
import sqlite3
import subprocess
import xml.etree.ElementTree

from runner import USAGE, Case, run, start
from stores import StoreCase
import tap

WORDS = ('harbour', 'bridge', 'council', 'ferry', 'winter', 'market', 'signal', 'orchard')


def paragraphs(number):
    return ['Paragraph %d of article %d says that the %s, the %s and the %s were seen, and '
            'nobody had expected it before the evening came.' % (
                i, number, WORDS[(number + i) % 8], WORDS[(number * 3 + i) % 8],
                WORDS[(number * 5 + i) % 8]) for i in range(3 + number % 4)]


def page(number):
    return ('<html><title>Article %d</title><body><ul><li><a href="/">Home</a>\n<li>'
            '<a href="/n">News</a></ul>\n<h1>Article %d</h1>\n%s\n<p>All rights '
            'reserved</p></body></html>' % (
                number, number, '\n'.join('<p>%s</p>' % p for p in paragraphs(number))))


class Corpora(Case):
    N = 20

    def setUp(self):
        super().setUp()
        self.model = self.folder + '/new.model'
        self.make_corpus('corpus', lambda number: '\n'.join(paragraphs(number)))

    def make_corpus(self, name, body):
        index = ['site\tpage\turl\thas_gold\tgold_kind']
        for number in range(self.N):
            site = 's%d.example' % (number // 2)
            os.makedirs('%s/%s/%s' % (self.folder, name, site), exist_ok=True)
            self.write('%s/%s/p%d.html' % (name, site, number), page(number))
            self.write('%s/%s/p%d.txt' % (name, site, number), body(number) + '\n')
            index.append('%s\tp%d\thttp://%s/%d\t1\tfull' % (site, number, site, number))
        self.write(name + '/index.tsv', '\n'.join(index) + '\n')

    def train(self, method, *args, corpus='corpus'):
        return run('train', '--method', method, self.folder + '/' + corpus, '--out', self.model,
                   *args)

    def test_learns(self):
        self.write('new.html', page(33))
        target = self.folder + '/new.html'
        for method in ('bp-net', 'density-net'):
            done = self.train(method)
            self.expect(done, 0)
            self.assertIn('learned from 16 pages, tested on 4', done.out)
            self.assertRegex(done.out, r'Epoch \d+: loss 0\.0\d+')
            self.assertRegex(done.out, r'This model: precision .*, F1 [01]\.\d+')
            with open(self.model, encoding='ascii') as file:
                first = file.read()
            self.expect(self.train(method), 0)
            with open(self.model, encoding='ascii') as file:
                self.assertEqual(file.read(), first)
            done = self.well('extract', target, '--method', method, '--model', self.model)
            self.assertIn(paragraphs(33)[0], done.out)
            self.assertNotIn('Home', done.out)
            answer = json.loads(self.well(
                'batch', '--method', method, '--model', self.model,
                input=json.dumps({'target_path': target}) + '\n').out)
            self.assertEqual(answer['method'], method)
            self.assertIn(paragraphs(33)[0], answer['text'])

    def test_curve(self):
        for name in ('c.csv', 'c.svg'):
            done = self.train('bp-net', '--epochs=5', '--curve', '%s/%s' % (self.folder, name))
            self.expect(done, 0)
        with open(self.folder + '/c.csv', encoding='ascii') as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row['epoch'] for row in rows], list('12345'))
        self.assertLess(float(rows[4]['learned']), float(rows[0]['learned']))
        self.assertIn('Epoch 5: loss %.4f' % float(rows[4]['learned']), done.out)
        words = ''.join(xml.etree.ElementTree.parse(self.folder + '/c.svg').getroot().itertext())
        self.assertIn('Pages held back', words)
        self.expect(self.train('bp-net', '--curve', self.folder + '/no/c.csv'), 1, '/no/')

    def test_steps(self):
        """A loss that is small enough ends it; the length of a step makes another model."""
        done = self.train('bp-net', '--epochs=5', '--target-error=1')
        self.expect(done, 0)
        self.assertIn('Epoch 1: ', done.out)
        self.assertNotIn('Epoch 2: ', done.out)
        self.assertNotEqual(self.expect(self.train('bp-net', '--epochs=3', '--rate=0.05'), 0).out,
                            self.expect(self.train('bp-net', '--epochs=3'), 0).out)
        for wrong in ('--rate=0', '--rate=11', '--target-error=-1', '--target-error=2'):
            self.expect(self.train('bp-net', wrong), 2, 'too small or too large')

    def test_check(self):
        """How good it is on pages that were held back, and how good what is there without."""
        out = self.expect(self.train('bp-net'), 0).out
        for whose in ('This model', 'The program’s own'):
            figures = re.search(whose + r': precision ([\d.]+), recall ([\d.]+), F1 ([\d.]+)', out)
            precision, recall, f1 = map(float, figures.groups())
            self.assertAlmostEqual(f1, 2 * precision * recall / (precision + recall), 3)
        out = self.expect(self.train('bp-net', '--held-back=0'), 0).out
        self.assertNotIn('This model', out)

    def write_hopeless_pages(self):
        """Rows that their lengths do not tell apart, so that the error stays too large."""
        rows = '<p>The old harbour\n<p>The new bridges\n' * 4
        for number in range(self.N):
            self.write('corpus/s%d.example/p%d.html' % (number // 2, number), rows)
            self.write('corpus/s%d.example/p%d.txt' % (number // 2, number),
                       'The new bridges\n' * 4)

    def test_interrupted(self):
        """While it reads: what it read is said, nothing is written. It may have read all before
        it is told, but not learned to the end: there is none."""
        self.write_hopeless_pages()
        fifo = self.folder + '/corpus/s5.example/p10.txt'
        with open(fifo, encoding='utf-8') as file:
            text = file.read()
        os.remove(fifo)
        os.mkfifo(fifo)
        process = start('train', '--method=density-net', self.folder + '/corpus', '--out',
                        self.model, '--epochs=100000', stderr=subprocess.PIPE)
        with open(fifo, 'w', encoding='utf-8') as pipe:
            process.send_signal(signal.SIGINT)
            pipe.write(text)
        err = process.communicate(timeout=100)[1].decode()
        self.assertEqual(process.returncode, 1, err)
        self.assertFalse(os.path.exists(self.model))
        said = re.search(r'Ended early(?: after epoch \d+ of 100000|: (\d+) of (\d+) pages)', err)
        self.assertIsNotNone(said, err)
        if said.group(1):
            self.assertLessEqual(int(said.group(1)), self.N)
            self.assertEqual(int(said.group(2)), self.N)

    def test_interrupted_epochs(self):
        """In the midst of more epochs than anybody waits for: its curve is kept."""
        self.write_hopeless_pages()
        terminal, theirs = os.openpty()
        process = start('train', '--method=density-net', self.folder + '/corpus', '--out',
                        self.model, '--epochs=100000', '--curve', self.folder + '/c.csv',
                        stderr=theirs)
        os.close(theirs)
        said = b''
        while not re.search(rb'epoch \d', said):
            said += os.read(terminal, 1000)
        self.assertIn('░'.encode(), said)
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(OSError):
            while more := os.read(terminal, 1000):
                said += more
        os.close(terminal)
        self.assertEqual(process.wait(timeout=100), 1, said)
        n = int(re.search(rb'Ended early after epoch (\d+) of 100000', said).group(1))
        with open(self.folder + '/c.csv', encoding='ascii') as file:
            self.assertEqual(len(file.readlines()), n + 1)
        self.assertFalse(os.path.exists(self.model))

    def write_listing(self):
        """Training rows of the default method's nets; returns their path."""
        rows = []
        for number in range(self.N):
            target = '%s/corpus/s%d.example/p%d.html' % (self.folder, number // 2, number)
            rows.append(json.dumps({'site': 's%d.example' % (number // 2), 'target_path': target,
                                    'target_body': '\n'.join(paragraphs(number))}))
        self.write('listing.jsonl', '\n'.join(rows) + '\n')
        return self.folder + '/listing.jsonl'

    def end_early(self, *args, after):
        """Ends a training that would last for days, once it said so; returns what it said."""
        out = self.folder + '/tables'
        os.makedirs(out)
        process = start('train', *args, '--out', out, '--epochs=100000', stderr=subprocess.PIPE)
        err = b''
        while after not in err:
            more = process.stderr.read1()
            self.assertTrue(more, err)
            err += more
        process.send_signal(signal.SIGINT)
        err += process.communicate(timeout=100)[1]
        self.assertEqual(process.returncode, 1, err)
        self.assertEqual(os.listdir(out), [])
        return err.decode()

    def test_default_interrupted(self):
        """The default method's nets: how many were trained is said, nothing is written."""
        err = self.end_early(self.write_listing(), after=b' nets trained')
        self.assertRegex(err, r'Ended early: \d of 21 nets were trained, no table was written')

    def test_default_interrupted_reading(self):
        """While records are read. It may have read on before it is told, but not learned to
        the end: there is none."""
        listing = self.folder + '/fifo'
        with open(self.write_listing(), encoding='utf-8') as file:
            text = file.read()
        os.mkfifo(listing)
        process = start('train', listing, '--out', self.folder, '--epochs=100000',
                        stderr=subprocess.PIPE)
        with open(listing, 'w', encoding='utf-8') as pipe:
            process.send_signal(signal.SIGINT)
            pipe.write(text)
        err = process.communicate(timeout=100)[1].decode()
        self.assertEqual(process.returncode, 1, err)
        self.assertRegex(err, r'Ended early: \d+ (records were read|of \d+ nets were trained)')
        self.assertFalse(os.path.exists(self.folder + '/exemplar.table'))

    def test_shipped(self):
        self.write('new.html', page(33))
        for method in ('bp-net', 'density-net'):
            done = self.well('extract', self.folder + '/new.html', '--method', method)
            self.assertIn(paragraphs(33)[0], done.out)

    def test_one_class(self):
        self.make_corpus('nothing', lambda number: 'Words that stand on none of the pages')
        self.expect(self.train('bp-net', corpus='nothing'), 1, 'No line of these pages is body')
        self.assertFalse(os.path.exists(self.model))

    def test_bad_models(self):
        self.expect(self.train('bp-net'), 0)
        self.write('new.html', page(33))
        with open(self.model, encoding='ascii') as file:
            text = file.read()
        bad = {'half': text[:len(text) // 2], 'other': text.replace('model 1', 'model 9', 1),
               'changed': text.replace('layout 12', 'layout 13', 1), 'none': ''}
        for command in (['extract', self.folder + '/new.html'], ['batch']):
            for name, content in bad.items():
                self.write(name + '.model', content)
                self.expect(run(*command, '--method=bp-net', '--model',
                                '%s/%s.model' % (self.folder, name)), USAGE, name + '.model')
            self.expect(run(*command, '--method=density-net', '--model', self.model), USAGE,
                        'is for the method')
            self.expect(run(*command, '--model', self.model), USAGE, 'takes no model')
            self.expect(run(*command, '--method=bp-net', '--model', self.folder + '/gone'),
                        USAGE, 'gone')

    def test_usage(self):
        self.expect(run('train', '--method=bp-net'), USAGE, '--out')
        self.expect(run('train', '--method=bp-net', '--out', self.model), USAGE, '--task')
        self.expect(self.train('bp-net', '--task=News'), USAGE, '--task')
        self.expect(self.train('line-block'), USAGE, 'is not trained')
        self.expect(self.train('bp-net', '--held-back=2'), USAGE, 'too small or too large')
        self.expect(self.train('bp-net', corpus='gone'), 1, 'gone')


class Tasks(StoreCase):
    def correct_all(self):
        """All articles as if an operator had corrected them to what they are."""
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            store.execute('INSERT INTO label (task, url_key, page_hash, kind, line_key, '
                          'occurrence, place, created) SELECT task, url_key, page_hash, '
                          "'noise', 1, 0, 0, 1 FROM article")

    def test_task(self):
        """Corrected articles are learned from; without any it is said what is missing."""
        self.add(self.base + '/news/', '--name=News', '--first-run=all')
        self.expect(self.cli('task', 'run', 'News'), 0)
        path = self.folder + '/new.model'
        done = self.cli('train', '--method=bp-net', '--task=News', '--out', path)
        self.expect(done, 1, 'No page of the task has a known body')
        self.assertIn('20 pages suffice', done.err)
        self.correct_all()
        done = self.cli('train', '--method=bp-net', '--task=News', '--out', path)
        self.expect(done, 0, 'Few pages with known bodies: 10; 20 suffice')
        self.assertIn('learned from 8 pages, tested on 2', done.out)
        self.assertIn('This model: precision', done.out)

    def set_up_news(self):
        self.add(self.base + '/news/', '--name=News', '--first-run=all')
        self.expect(self.cli('task', 'run', 'News'), 0)
        self.correct_all()

    def train(self, *args):
        return self.cli('train', '--method=bp-net', '--task=News', *args)

    def test_use(self):
        """The task goes by its own model, which its file has too, until it goes back."""
        self.set_up_news()
        done = self.expect(self.train('--use'), 0)
        self.assertIn('“News” has a model of its own for bp-net from now on, version 2', done.out)
        self.assertIn('Its method is exemplar', done.out)
        shown = self.fine('task', 'show', 'News')
        self.assertIn('model =\n  | exemplar-model 1\n  | method bp-net\n', shown)
        self.assertRegex(shown, r'\n  \| trained \d{10} 8 0\.\d+ [01]')
        out = self.fine('compare', '--task=News', '--method=bp-net', '--method=density-net')
        self.assertIn('bp-net (own model)', out)
        self.assertNotIn('density-net (own', out)
        # A model that calls nothing body, as if it had been trained so.
        self.change_task(shown, lambda text: text.replace('two-pass', 'method = bp-net\ntwo-pass'))
        self.fine('task', 'test', 'News', '--pages=2')
        self.change_task(shown, lambda text: self.spoil(text.replace(
            'two-pass', 'method = bp-net\ntwo-pass')))
        done = self.expect(self.cli('task', 'test', 'News', '--pages=2'), 0, 'own model of bp-net')
        self.assertIn('the program’s is used instead', done.err)
        done = self.expect(self.cli('compare', '--task=News', '--method=bp-net'), 0,
                           'own model of bp-net')
        self.assertIn('bp-net', done.out)
        done = self.fine('train', '--method=bp-net', '--task=News', '--shipped')
        self.assertIn('“News” goes back to the program’s model of bp-net', done)
        self.assertNotIn('model =', self.fine('task', 'show', 'News'))
        self.assertIn('Nothing was changed',
                      self.fine('train', '--method=bp-net', '--task=News', '--shipped'))

    def spoil(self, text):
        """The model in a task file cut off."""
        return re.sub(r'\n  \| sha256 .*\n  \|\n', '\n', text)

    def change_task(self, text, change):
        self.fine('task', 'edit', 'News', '--file', self.write('news.task', change(text)))

    def test_export(self):
        """The model goes with the task's file."""
        self.set_up_news()
        self.expect(self.train('--use'), 0)
        self.fine('task', 'export', 'News', '--output', self.folder + '/out')
        files = [name for name in os.listdir(self.folder + '/out') if name.endswith('.task')]
        self.data = self.folder + '/other'
        self.expect(self.cli('task', 'import', self.folder + '/out/' + files[0]), 0)
        self.assertIn('  | method bp-net\n', self.fine('task', 'show', 'News'))

    def test_marked_examples(self):
        """A body that was marked on the example is learned from, with no article."""
        page_of = self.write('example.html', page(1))
        body = self.write('body.txt', '\n'.join(paragraphs(1)))
        self.add(page_of, '--name=News', '--example-url=https://a.example/1', '--source',
                 'list:%s/news/' % self.base, '--region-text', body)
        done = self.expect(self.train('--held-back=0', '--use'), 0, 'Few pages')
        self.assertIn('learned from 1 pages', done.out)

    def test_use_usage(self):
        self.expect(self.train(), USAGE, '--use')
        self.expect(run('train', '--method=bp-net', self.folder, '--use'), USAGE, '--task')
        self.expect(run('train', '--method=bp-net', self.folder, '--shipped'), USAGE, '--task')
        self.expect(self.train('--use'), 1, 'News')


if __name__ == '__main__':
    tap.main()
