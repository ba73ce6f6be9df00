#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The metric by hand-counted cases, the report on a corpus of nine small pages."""

import json
import os
import sys
import tempfile
import unittest
import unittest.mock

import tap
import corpus

ACCURACY = tap.load('accuracy.py')
HERE = os.path.dirname(os.path.abspath(__file__))
CORPUS = os.path.join(HERE, '..', 'data', 'accuracy')
CLI = os.path.join(HERE, 'fake-cli.py')
# A scorer with fixed words: what it finds is not what accuracy.py finds.
OTHER = '''import sys
with open(sys.argv[4], 'w') as file:
    file.write('x\\ty\\tz\\t1\\t1\\t1\\n')
'''


class Metric(unittest.TestCase):
    def test_tokens(self):
        self.assertEqual(sum(corpus.tokens("Don't stop, 12 times").values()), 5)
        self.assertEqual(corpus.tokens('中文字中')['中'], 2)
        self.assertEqual(corpus.tokens('ＡＢ ß'), corpus.tokens('ab SS'))

    def test_figures(self):
        gold = corpus.tokens('a b c d')
        p, r, f1 = corpus.precision_recall_f1(gold, corpus.tokens('a b b x'))
        self.assertEqual((p, r, f1), (.5, .5, .5))
        self.assertEqual(corpus.precision_recall_f1(gold, corpus.tokens('')), (0, 0, 0))
        nothing = corpus.tokens('')
        self.assertEqual(corpus.precision_recall_f1(nothing, nothing), (1, 1, 1))

    def test_site_mean(self):
        def row(site, f1):
            return ACCURACY.Row('s', site, 'e', 't', 'en', 'A', '', f1, f1, f1,
                                *([None] * 6))

        cells = ACCURACY.figures([row('a', 1.0), row('a', .94), row('b', .4)])
        self.assertEqual(cells, ['3', '2', '0.7800', '0.7800', '0.7800', '0.3333', '0.6667',
                                 '0.3333', '0.6850'])


class Records(unittest.TestCase):
    def setUp(self):
        self.set = corpus.load(CORPUS, ['news-en'])[0]

    def test_headline_is_no_body(self):
        key = corpus.Key('harbour.example', 'ferry', 'market')
        record = self.set.record(key, 'm', True)
        self.assertTrue(record['example_body'].startswith('The ferry to the north'))
        self.assertEqual(record['example_url'], 'https://harbour.example/ferry.html')
        self.assertTrue(os.path.exists(record['example_path']))
        self.assertNotIn('example_body', self.set.record(key, 'm', False))

    def test_example_without_gold(self):
        key = corpus.Key('harbour.example', 'lighthouse', 'market')
        self.assertNotIn('example_body', self.set.record(key, 'm', True))

    def test_single(self):
        singles = corpus.load(CORPUS, ['singles'])[0]
        self.assertEqual(singles.singles(), [corpus.Key('shan.example', '', 'xue')])
        record = singles.record(singles.singles()[0], 'm', True)
        self.assertNotIn('example', record)
        self.assertNotIn('example_path', record)


class Report(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = folder.name

    def run_tool(self, *options, folder=CORPUS):
        """Exit status, report and messages."""
        argv = ['accuracy.py', folder, '--cli', CLI, '--out', self.out, '-j', '1', *options]
        path = os.path.join(self.out, 'stderr')
        with open(path, 'w', encoding='utf-8') as file, \
                unittest.mock.patch.object(sys, 'stderr', file):
            status, output = tap.call(ACCURACY.main, argv)
        with open(path, encoding='utf-8') as file:
            return status, output, file.read()

    def test_tables(self):
        status, output, said = self.run_tool('--method', 'exemplar')
        self.assertEqual(status, 0, output)
        self.assertIn('## exemplar, bare', output)
        self.assertIn('## exemplar, click', output)
        # The example without gold is run bare; F1 of its pair is 30/34.
        self.assertIn('| news-en | A+H | 3 | 1 | 0.9298 | 1.0000 | 0.9608 | 0.6667 |', output)
        self.assertIn('| news-en | B | 2 | 1 | 1.0000 | 1.0000 | 1.0000 |', output)
        self.assertIn('| **all sets** | all | 7 | 3 | 0.9699 | 1.0000 | 0.9832 |', output)
        self.assertIn('| zh | 2 | 1 | 1.0000 | 1.0000 | 1.0000 | 1.0000 |', output)
        self.assertIn('## line-block, single', output)
        self.assertIn('news-zh, exemplar, click: 2 of 2', said)
        with open(os.path.join(self.out, 'report.md'), encoding='utf-8') as file:
            self.assertEqual(file.read(), output)

    def test_pages(self):
        self.run_tool('--method', 'exemplar', '--mode', 'click', '--set', 'news-en')
        rows = corpus.read_table(os.path.join(self.out, 'pages-exemplar-click.tsv'))
        self.assertEqual(len(rows), 5)
        self.assertEqual(rows[0]['target'], 'market')
        self.assertEqual((rows[0]['f1'], rows[0]['fits'], rows[0]['head']),
                         ('1.0000', 'True', '1'))

    def test_single_method(self):
        status, output, _ = self.run_tool('--set', 'singles', '--single-method', 'none')
        self.assertEqual(status, 0)
        self.assertIn('## none, single', output)
        self.assertIn('| singles | all | 1 | 1 | 0.0000 |', output)
        self.assertNotIn('## exemplar', output)

    def test_worse_than_last_run(self):
        options = ('--method', 'exemplar', '--mode', 'click', '--set', 'news-zh')
        _, output, _ = self.run_tool(*options)
        self.assertIn('No earlier run', output)
        _, output, _ = self.run_tool(*options)
        self.assertIn('Of 2 pairs that the last run had too, 0 are worse', output)
        path = os.path.join(self.out, 'pages-exemplar-click.tsv')
        with open(path, encoding='utf-8') as file:
            text = file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace('\t1.0000\t1\t', '\t1.5000\t1\t'))
        _, output, _ = self.run_tool(*options)
        self.assertIn('2 are worse by more than 0.02, 0 better', output)
        self.assertIn('| news-zh | gangkou.example | duchuan | shichang | 1.5000 | 1.0000 |',
                      output)
        self.assertTrue(os.path.exists(path + '.prev'))

    def test_lowsim(self):
        status, output, _ = self.run_tool('--lowsim', '--method', 'exemplar', '--mode', 'click')
        self.assertEqual(status, 0)
        self.assertIn('| news-en | 2 | 2 | 5 | 0 | 1.0000 | 1.0000 | 0.0000 |', output)
        self.assertIn('| < 0.15 | 2 | 0 | 1.0000 | 1.0000 | 0.0000 |', output)
        self.assertIn('| < 0.05 | 0 | 0 | - | 0.0000 | 0.0000 |', output)

    def test_program_without_answers(self):
        status, output, _ = self.run_tool('--method', 'mute', '--mode', 'bare',
                                          '--set', 'news-zh')
        self.assertEqual(status, 1)
        self.assertIn('2 pairs without an answer', output)
        self.assertIn('| news-zh | all | 2 | 1 | 0.0000 |', output)

    def test_program_that_crashes(self):
        status, output, _ = self.run_tool('--method', 'crash', '--mode', 'bare',
                                          '--set', 'news-zh')
        self.assertEqual(status, 1)
        self.assertIn('ended by signal 9', output)
        self.assertIn('1 pairs without an answer', output)

    def test_program_that_babbles(self):
        status, output, _ = self.run_tool('--method', 'babble', '--mode', 'click',
                                          '--set', 'news-zh')
        self.assertEqual(status, 1)
        self.assertIn('an answer to no question', output)
        self.assertIn('| news-zh | all | 2 | 1 | 1.0000 |', output)

    def test_other_scorer(self):
        script = os.path.join(self.out, 'other.py')
        with open(script, 'w', encoding='utf-8') as file:
            file.write(OTHER)
        options = ('--method', 'exemplar', '--mode', 'bare', '--set', 'news-zh', '--verify')
        status, output, _ = self.run_tool(*options, script)
        self.assertEqual(status, 1)
        self.assertIn('the other scorer has 1 pairs, not 2', output)
        agreeing = OTHER.replace(r"'x\ty\tz\t1\t1\t1\n'", 'TEXT')
        rows = corpus.read_table(os.path.join(self.out, 'pages-exemplar-bare.tsv'))
        text = ''.join('\t'.join(r[c] for c in ('site', 'example', 'target', 'p', 'r', 'f1'))
                       + '\n' for r in rows)
        with open(script, 'w', encoding='utf-8') as file:
            file.write('TEXT = %s\n%s' % (json.dumps(text), agreeing))
        status, output, _ = self.run_tool(*options, script)
        self.assertEqual(status, 0, output)
        self.assertIn('The other scorer agrees on every pair', output)

    def test_weights(self):
        """Folds judge sites that they have not seen; what the program carries is another
        matter, and the report says which it was."""
        folds = 'Weights: those of the fold that was trained without the site, of '
        own = 'Weights: those that the program carries; they may have seen these sites.'
        options = ('--method', 'exemplar', '--method', 'exemplar-literal', '--mode', 'bare')
        status, output, said = self.run_tool(*options)
        self.assertEqual(status, 0, output)
        self.assertIn('training them', said)
        self.assertEqual((output.count(folds), output.count(own)), (2, 0))
        literal = output[output.index('## exemplar-literal, bare'):]
        self.assertNotIn('Weights', literal[:literal.index('|')])
        # The fake program refuses pages of sites that a table is not for.
        own_folds = ACCURACY.load_folds
        with unittest.mock.patch.object(
                ACCURACY, 'load_folds', lambda options: {
                    site: '1' if fold == '0' else '0'
                    for site, fold in own_folds(options).items()}):
            self.assertEqual(self.run_tool(*options)[0], 1)
        shipped = self.run_tool(*options, '--shipped')[1]
        self.assertEqual((shipped.count(folds), shipped.count(own)), (0, 2))

    def test_wrong_usage(self):
        for options, said in ((('--set', 'nowhere'), 'no set named nowhere'),
                              (('--cli', '/nonexistent'), '/nonexistent')):
            status, _, messages = self.run_tool(*options)
            self.assertEqual(status, 2)
            self.assertIn(said, messages)
        status, _, messages = self.run_tool(folder=self.out)
        self.assertEqual(status, 2)
        self.assertIn('holds no set', messages)
        status, _, messages = self.run_tool(folder='/nonexistent')
        self.assertIn('is no folder', messages)


if __name__ == '__main__':
    tap.main()
