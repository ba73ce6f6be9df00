#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli compare: figures, what is left out or fails, tasks, forms, an early end."""

import contextlib
import csv
import io
import json
import os
import re
import signal
import sqlite3
import subprocess
import xml.etree.ElementTree

from runner import FAILED, USAGE, Case, run, start
from stores import StoreCase
import corpus
import tap

METHODS = ('exemplar', 'line-block', 'boilerpipe-article')
ALL = ['--method=' + name for name in METHODS]
WORDS = ('harbour', 'bridge', 'council', 'ferry', 'winter', 'market', 'signal', 'orchard')


def paragraphs(number):
    return ['Paragraph %d of article %d says that the %s, the %s and the %s were seen, and '
            'nobody had expected it before the evening came.' % (
                i, number, WORDS[(number + i) % 8], WORDS[(number * 3 + i) % 8],
                WORDS[(number * 5 + i) % 8]) for i in range(3 + number)]


def page(number):
    return ('<html><title>Article %d</title><body><ul><li><a href="/">Home</a><li>'
            '<a href="/n">News</a></ul><div class="story"><h1>Article %d</h1>\n%s</div>\n'
            '<div class="more">%s</div><p>All rights reserved</p></body></html>' % (
                number, number, '\n'.join('<p>%s</p>' % p for p in paragraphs(number)),
                '\n'.join('<p><a href="/%s">Read about the %s, too</a></p>' % (w, w)
                          for w in WORDS[number % 3:number % 3 + 4])))


class Corpora(Case):
    N = 4

    def setUp(self):
        super().setUp()
        self.corpus = self.folder + '/corpus'
        self.make_set('news', range(self.N))

    def make_set(self, name, numbers, pairs=True, gold=lambda number: True):
        site = '%s/%s/site.example' % (self.corpus, name)
        os.makedirs(site)
        index = ['site\tpage\turl\thas_gold\tgold_kind']
        rows = ['site\texample_page\ttarget_page']
        for number in numbers:
            titled = number % 2
            self.write('corpus/%s/site.example/p%d.html' % (name, number), page(number))
            self.write('corpus/%s/site.example/p%d.txt' % (name, number), '\n'.join(
                ['Headline that is dropped'] * titled + paragraphs(number)) + '\n')
            index.append('site.example\tp%d\thttp://site.example/%d\t%d\t%s' % (
                number, number, gold(number), 'full+title' if titled else 'full'))
            rows.append('site.example\tp%d\tp%d' % ((number + 1) % self.N, number))
        self.write('corpus/%s/index.tsv' % name, '\n'.join(index) + '\n')
        if pairs:
            self.write('corpus/%s/pairs.tsv' % name, '\n'.join(rows) + '\n')

    def compare(self, *args):
        """The rows of the CSV, by method."""
        out = self.well('compare', self.corpus, '--format=csv', *args).out
        return {row['method']: row for row in csv.DictReader(io.StringIO(out, newline=''))}

    def expected(self, method, click):
        """(P, R, F1) of a method by the other program and the other scorer."""
        scores = []
        for corpus_set in corpus.load(self.corpus):
            for key in corpus_set.pairs:
                record = json.dumps(corpus_set.record(key, method, click)) + '\n'
                answer = json.loads(self.well('batch', input=record).out)
                scores.append(corpus.precision_recall_f1(
                    corpus_set.gold_tokens(key.site, key.target),
                    corpus.tokens(answer['text'])))
        return [sum(column) / len(scores) for column in zip(*scores)]

    def test_figures(self):
        for mode in 'bare', 'click':
            rows = self.compare('--mode=' + mode, *ALL)
            self.assertEqual(list(rows), list(METHODS))
            for method, row in rows.items():
                wanted = self.expected(method, mode == 'click')
                found = [float(row[name]) for name in ('precision', 'recall', 'f1')]
                for a, b in zip(found, wanted):
                    self.assertAlmostEqual(a, b, delta=6e-5, msg=(method, mode))
                self.assertEqual((row['compared'], row['scored'], row['failed']),
                                 ('4', '4', '0'))
                self.assertEqual(row['agreement ' + method], '1')

    def test_all_methods(self):
        everything = list(self.compare())
        self.assertIn('line-statistics', everything)
        alone = list(self.compare('--mode=single'))
        self.assertEqual([m for m in everything if m in alone], alone)
        self.assertIn('exemplar-single', alone)
        self.assertNotIn('exemplar', alone)

    def test_sets(self):
        """Sets without pairs count alone only; a set may be given itself."""
        self.make_set('single', range(2), pairs=False, gold=lambda number: number == 0)
        self.assertEqual(self.compare(*ALL)['exemplar']['pages'], '4')
        done = self.well('compare', self.corpus, '--mode=single', '-f', 'csv')
        self.assertIn('1 page has no known body', done.err)
        self.assertIn(',known,5,5,5,', done.out)
        self.expect(run('compare', self.corpus, '--only=single'), FAILED, 'no pairs of pages')
        self.expect(run('compare', self.corpus, '--only=none'), FAILED, 'not all of these')
        own = self.well('compare', self.corpus + '/news', '-f', 'csv').out
        self.assertIn(',known,4,4,4,', own)
        self.assertIn(',known,2,2,2,', self.well('compare', self.corpus, '--pages=2', '-f',
                                                 'csv').out)

    def test_failures(self):
        os.remove(self.corpus + '/news/site.example/p2.html')
        rows = self.compare('-m', 'line-block')
        # Page 2, and page 1, whose example it is.
        self.assertEqual((rows['line-block']['failed'], rows['line-block']['scored']),
                         ('2', '4'))
        self.assertIn('p2.html', rows['line-block']['causes'])
        table = self.well('compare', self.corpus, '-m', 'line-block').out
        self.assertRegex(table, r'line-block failed on 2: .*p2\.html.* \(site\.example/p1\)')

    def test_parameters(self):
        rows = self.compare('-m', 'boilerpipe-article', '--set',
                            'boilerpipe-article.min-words=0')
        self.assertEqual(rows['boilerpipe-article']['parameters'], 'min-words=0')
        for args in (['--set', 'min-words=0'], ['--set', 'line-block.magic=1'],
                     ['-m', 'line-block', '--set', 'boilerpipe-article.min-words=0'],
                     ['-m', 'magic'], ['--mode', 'magic'], ['-f', 'magic'], ['-j0'],
                     ['--pages=-1'], ['--task=T']):
            self.expect(run('compare', self.corpus, *args), USAGE)
        self.expect(run('compare'), USAGE, 'Give a corpus, or a task')
        self.expect(run('compare', '--task=T', '--mode=bare'), USAGE, 'are for a corpus')
        self.expect(run('compare', self.folder + '/none'), FAILED, 'none')

    def test_bad_tables(self):
        path = self.corpus + '/news/'
        for name, text, message in (
                ('index.tsv', 'site\tpage\n../x\tp0\n', 'row 2: “site” is missing'),
                ('pairs.tsv', 'site\texample_page\n', None),
                ('pairs.tsv', 'site\texample_page\ttarget_page\nsite.example\tp0\tp9\n',
                 'row 2: index.tsv has no such page'),
                ('pairs.tsv', b'\xff', 'not UTF-8')):
            with open(path + name, 'rb') as file:
                before = file.read()
            self.write('corpus/news/' + name, text)
            self.expect(run('compare', self.corpus), FAILED, message)
            self.write('corpus/news/' + name, before)

    def test_folds(self):
        """Each page by the table that has not seen its site."""
        tables = self.folder + '/tables'
        self.expect(run('compare', self.corpus, '--tables', tables), FAILED, 'folds.tsv')
        os.mkdir(tables)
        self.write('tables/folds.tsv', 'set\tsite\tfold\nnews\tsite.example\t1\n')
        shipped = os.path.join(os.path.dirname(__file__), '..', '..', 'src', 'libexemplar',
                               'extract', 'net', 'exemplar.table')
        with open(shipped, encoding='utf-8') as file:
            text = file.read()
        self.write('tables/fold-0.table', text)
        self.expect(run('compare', self.corpus, '--tables', tables), FAILED, 'no table')
        self.write('tables/fold-1.table', text)
        with_tables = self.compare('--tables', tables, '-m', 'exemplar')
        self.assertEqual(with_tables['exemplar']['f1'],
                         self.compare('-m', 'exemplar')['exemplar']['f1'])
        self.write('tables/fold-1.table', 'no table')
        self.expect(run('compare', self.corpus, '--tables', tables), FAILED, 'fold-1.table')

    def test_forms(self):
        table = self.well('compare', self.corpus, *ALL).out
        self.assertEqual(len(re.findall(r'(?m)^(?:\d )?(?:exemplar|line-block) ', table)), 4)
        self.assertIn('Reference: the known bodies of 4 of 4 pages.', table)
        text = self.well('compare', self.corpus, '-f', 'markdown', *ALL).out
        self.assertIn('| 2 line\\-block |', text)
        out = self.folder + '/picture.svg'
        done = self.well('compare', self.corpus, '-f', 'svg', '--out', out, '-j4', *ALL)
        self.assertEqual(done.out, '')
        words = ''.join(xml.etree.ElementTree.parse(out).getroot().itertext())
        self.assertIn('boilerpipe-article', words)
        self.assertIn('corpus', words)
        one, four = (self.well('compare', self.corpus, '-f', 'csv', jobs, *ALL).out
                     for jobs in ('-j1', '-j4'))
        speeds = re.compile(r'(?<=,)[\d.]+(?=,\d+,\d+,")')
        self.assertEqual(speeds.sub('', one), speeds.sub('', four))
        self.expect(run('compare', self.corpus, '-o', self.folder + '/no/x'), FAILED)

    def test_interrupted(self):
        """An interrupted comparison is written as a part."""
        n_more = 3000
        site = self.corpus + '/news/site.example/'
        os.rename(site + 'p2.txt', site + 'kept.txt')
        os.mkfifo(site + 'p2.txt')
        with open(self.corpus + '/news/pairs.tsv', 'a', encoding='utf-8') as file:
            file.write('site.example\tp0\tp1\n' * n_more)
        process = start('compare', self.corpus, '-j1', *ALL, stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE)
        with open(site + 'p2.txt', 'w', encoding='utf-8') as pipe:
            process.send_signal(signal.SIGINT)
            with open(site + 'kept.txt', encoding='utf-8') as kept:
                pipe.write(kept.read())
        out, err = (stream.decode() for stream in process.communicate(timeout=100))
        self.assertEqual(process.returncode, FAILED, (out, err))
        done, total = map(int, re.search(r'Ended early: (\d+) of (\d+) pages were', err).groups())
        self.assertEqual(total, n_more + self.N)
        self.assertTrue(2 <= done < total, done)
        self.assertIn('Ended early: %d of %d pages' % (done, total), out)
        self.assertIn('the known bodies of %d of %d pages' % (done, done), out)


class Tasks(StoreCase):
    def setUp(self):
        super().setUp()
        self.uid = self.add(self.base + '/news/', '--name=News', '--first-run=all')
        self.expect(self.cli('task', 'run', 'News'), 0)

    def compare(self, *args):
        out = self.fine('compare', '--task', 'News', '-f', 'csv', *args)
        return {row['method']: row for row in csv.DictReader(io.StringIO(out, newline=''))}

    def correct(self, text):
        """One article as if an operator had corrected it to this text."""
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            number, task, key, page_hash = store.execute(
                'SELECT id, task, url_key, page_hash FROM article ORDER BY id LIMIT 1'
            ).fetchone()
            store.execute('UPDATE article SET text = ? WHERE id = ?', (text, number))
            # The checksum of the text before would tell of damage.
            store.execute('DELETE FROM article_checksum WHERE article = ?', (number,))
            store.execute('INSERT INTO label (task, url_key, page_hash, kind, line_key, '
                          "occurrence, place, created) VALUES (?, ?, ?, 'noise', 1, 0, 0, 1)",
                          (task, key, page_hash))

    def test_default(self):
        """Nobody has said what is right: the default method is the reference."""
        rows = self.compare()
        n = int(rows['exemplar']['pages'])
        self.assertGreater(n, 5)
        self.assertEqual(rows['exemplar']['reference'], 'default')
        self.assertEqual((rows['exemplar']['f1'], rows['exemplar']['failed']), ('1', '0'))
        self.assertEqual(rows['line-block']['f1'], rows['line-block']['agreement exemplar'])
        self.assertEqual(self.compare('-n', '3')['exemplar']['pages'], '3')
        table = self.fine('compare', '--task', self.uid[:8])
        self.assertIn('what “exemplar” finds on %d of %d pages' % (n, n), table)
        picture = xml.etree.ElementTree.fromstring(
            self.fine('compare', '--task=News', '-f', 'svg'))
        self.assertIn('News', ''.join(picture.itertext()))

    def test_corrected(self):
        self.correct('words that stand nowhere')
        rows = self.compare('-m', 'exemplar')
        self.assertEqual(rows['exemplar']['reference'], 'known')
        self.assertEqual((rows['exemplar']['scored'], rows['exemplar']['share_below_50']),
                         ('1', '1'))
        self.assertGreater(int(rows['exemplar']['compared']), 5)

    def test_refused(self):
        self.fails('There is no task “Other”', 'compare', '--task=Other')
        self.add(self.base + '/blog/', '--name=Blog')
        self.fails('no articles yet', 'compare', '--task=Blog')


if __name__ == '__main__':
    tap.main()
