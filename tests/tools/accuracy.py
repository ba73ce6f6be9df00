#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""accuracy.py CORPUS [OPTIONS]

Runs `exemplar-cli batch` on the page pairs of a corpus (see corpus.py), bare and with the
example's body given as if an operator had clicked on it, compares the bodies with the gold
and prints Markdown tables. Pairs whose example has no gold are run bare in both modes.

A pair's P, R and F1 are those of its tokens. Tables give their means over pairs, the shares
of pairs by F1, and site F1: the mean over sites of the mean over a site's pairs. A+H is
gold made by hand, B is weaker.

The learned methods are cross-validated: a page is extracted with the table of the fold that
was trained without its site (train.py; trained first where --tables has none). --shipped
scores the table that the program carries, which has seen these very sites.

Written to the folder of --out: report.md, pages-METHOD-MODE.tsv with a row a pair (the one
before is kept as .prev and compared), out-METHOD-MODE-SET.jsonl with what the program said.

Exit status: 0 done; 1 the program stopped early, or another scorer disagrees; 2 wrong
usage or a corpus that cannot be read.
"""

import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

import batch
import corpus

HERE = os.path.dirname(os.path.abspath(__file__))
DEFAULT_METHODS = ('exemplar', 'exemplar-literal')
DEFAULT_SINGLE_METHODS = ('line-block', 'exemplar-single')
LEARNED = ('exemplar', 'exemplar-single')
N_BINS = 10
WORSE_BY = .02
WORSE_SHOWN = 40
THRESHOLDS = (.05, .1, .15, .2, .25, .3, .4, .5, .6)
COLUMNS = ('set', 'site', 'example', 'target', 'lang', 'trust', 'source', 'p', 'r', 'f1',
           'head', 'tail', 'confidence', 'fits', 'template_similarity', 'error')
Row = collections.namedtuple('Row', COLUMNS)


class Run:
    """All sets by one method in one mode."""

    def __init__(self, method, mode):
        self.method = method
        self.mode = mode
        self.rows = []
        self.seconds = self.cpu_seconds = 0.0
        self.peak_bytes = 0
        self.problems = []
        self.status = 0

    @property
    def name(self):
        return '%s-%s' % (self.method.replace('/', '_'), self.mode)

    def add_batch(self, done, corpus_set):
        self.seconds += done.seconds
        self.cpu_seconds += done.cpu_seconds
        self.peak_bytes = max(self.peak_bytes, done.peak_bytes)
        what = '%s, %s %s: ' % (corpus_set.name, self.method, self.mode)
        if done.status < 0:
            self.problems.append(what + 'ended by signal %d' % -done.status)
        self.status = done.status

    def add_missing(self, corpus_set, missing):
        if missing:
            self.problems.append(
                '%s, %s %s: %d pairs without an answer (exit status %d)'
                % (corpus_set.name, self.method, self.mode, missing, self.status))


def out_path(options, run, corpus_set):
    return os.path.join(options.out, 'out-%s-%s.jsonl' % (run.name, corpus_set.name))


def score(corpus_set, key, answer):
    """The row of one pair; without an answer its body is empty."""
    page = corpus_set.page(key.site, key.target)
    p, r, f1 = corpus.precision_recall_f1(corpus_set.gold_tokens(key.site, key.target),
                                          corpus.tokens(answer.get('text') or ''))
    return Row(corpus_set.name, key.site, key.example, key.target, page.get('lang', ''),
               page.get('trust', ''), page.get('source', ''), p, r, f1,
               *(answer.get(name) for name in COLUMNS[10:]))


def by_table(options, corpus_set, run, keys):
    """(options of the program, pairs) of the parts that share a table of weights."""
    if run.method not in LEARNED or options.folds is None:
        return [((), keys)]
    parts = collections.defaultdict(list)
    for key in keys:
        # Let any fold judge pages that no fold was trained on.
        parts[options.folds.get((corpus_set.name, key.site), '0')].append(key)
    return [(('--table', os.path.join(options.tables, 'fold-%s.table' % fold)), part)
            for fold, part in sorted(parts.items())]


def run_program(options, corpus_set, run, keys):
    """Runs the program on these pairs; its answers are the file of the set."""
    path = out_path(options, run, corpus_set)
    parts = by_table(options, corpus_set, run, keys)
    with open(path, 'wb') as whole:
        for table, part in parts:
            done = batch.Batch(options.cli, options.jobs, '%s, %s, %s' % (
                corpus_set.name, run.method, run.mode), len(part), table)
            done.run([corpus_set.record(key, run.method, run.mode == 'click')
                      for key in part], path + '.part')
            with open(path + '.part', 'rb') as answers:
                whole.write(answers.read())
            os.remove(path + '.part')
            run.add_batch(done, corpus_set)
    return path


def ask(options, corpus_set, run, keys):
    """The rows of these pairs, in their order."""
    path = run_program(options, corpus_set, run, keys)
    wanted = set(keys)
    rows = {}
    for answer in batch.answers(path):
        key = corpus.Key(answer.get('site'), answer.get('example') or '',
                         answer.get('target'))
        if key in wanted:
            rows[key] = score(corpus_set, key, answer)
        else:
            run.problems.append('an answer to no question: %.200s' % json.dumps(answer))
    missing = [key for key in keys if key not in rows]
    for key in missing:
        rows[key] = score(corpus_set, key, {'error': 'no answer'})
    run.add_missing(corpus_set, len(missing))
    return [rows[key] for key in keys]


def mean(values):
    values = list(values)
    return sum(values) / len(values) if values else 0.0


def figures(rows):
    """The cells of a table's row, from pairs to site F1."""
    f1 = [row.f1 for row in rows]
    sites = collections.defaultdict(list)
    for row in rows:
        sites[row.set, row.site].append(row.f1)
    shares = [mean(x >= .95 for x in f1), mean(x >= .9 for x in f1), mean(x < .5 for x in f1)]
    return ['%d' % len(rows), '%d' % len(sites)] + ['%.4f' % x for x in (
        mean(row.p for row in rows), mean(row.r for row in rows), mean(f1), *shares,
        mean(mean(values) for values in sites.values()))]


def table(heads, rows, left=1):
    """A Markdown table; the first columns are text."""
    lines = ['| ' + ' | '.join(heads) + ' |',
             '|' + '|'.join(['---'] * left + ['---:'] * (len(heads) - left)) + '|']
    lines += ['| ' + ' | '.join(str(cell).replace('|', '/') for cell in row) + ' |'
              for row in rows]
    return '\n'.join(lines) + '\n'


FIGURE_HEADS = ['pairs', 'sites', 'P', 'R', 'F1', '≥ .95', '≥ .9', '< .5', 'site F1']


def by_trust(rows):
    """(name, rows) of the parts that are not empty, all of them last."""
    parts = [('A+H', [r for r in rows if r.trust in ('A', 'H')]),
             ('B', [r for r in rows if r.trust == 'B'])]
    return [part for part in parts if part[1]] + [('all', rows)]


def set_table(rows):
    lines = []
    names = sorted({row.set for row in rows})
    for name in names:
        lines += [[name, trust] + figures(part)
                  for trust, part in by_trust([r for r in rows if r.set == name])]
    if len(names) > 1:
        lines += [['**all sets**', trust] + figures(part) for trust, part in by_trust(rows)]
    return table(['set', 'trust'] + FIGURE_HEADS, lines, 2)


def language_table(rows):
    languages = collections.defaultdict(list)
    for row in rows:
        languages[row.lang or '?'].append(row)
    return table(['language'] + FIGURE_HEADS,
                 [[lang] + figures(part) for lang, part in sorted(languages.items())])


def speed_line(run, jobs):
    n = len(run.rows)
    errors = sum(bool(row.error) for row in run.rows)
    return ('%d pages in %.1f s: %.1f pages/s with -j %d, %.1f pages per second of '
            'processor; peak memory %.0f MB; %d with an error; %d said not to fit.\n' % (
                n, run.seconds, n / run.seconds if run.seconds else 0, jobs,
                n / run.cpu_seconds if run.cpu_seconds else 0, run.peak_bytes / 1e6, errors,
                sum(row.fits is False for row in run.rows)))


def reliability(rows):
    """Quality of the confidence: pairs ordered by it, in equal parts, least first."""
    rows = sorted((r for r in rows if isinstance(r.confidence, (int, float))),
                  key=lambda row: row.confidence)
    if len(rows) < N_BINS:
        return ''
    bad = sum(row.f1 < .5 for row in rows)
    lines = []
    for i in range(N_BINS):
        part = rows[len(rows) * i // N_BINS:len(rows) * (i + 1) // N_BINS]
        lines.append(['%d' % (i + 1), len(part), '%.3f' % part[0].confidence,
                      '%.3f' % part[-1].confidence, share(sum(r.confidence for r in part),
                                                          len(part)),
                      share(sum(r.f1 >= .9 for r in part), len(part)),
                      share(sum(r.f1 for r in part), len(part)),
                      share(sum(r.f1 < .5 for r in part), bad)])
    return 'By confidence, a tenth of the pairs a row:\n\n' + table(
        ['tenth', 'pairs', 'from', 'to', 'mean', '≥ .9', 'F1', 'of all < .5'], lines) + '\n'


def write_pages(path, rows):
    """A row a pair; the file of the last run becomes .prev."""
    if os.path.exists(path):
        os.replace(path, path + '.prev')
    with open(path, 'w', encoding='utf-8') as file:
        file.write('\t'.join(COLUMNS) + '\n')
        for row in rows:
            cells = ['%.4f' % c if isinstance(c, float) else '' if c is None else str(c)
                     for c in row]
            file.write('\t'.join(' '.join(c.split()) for c in cells) + '\n')


def changes(path):
    """Changes since the last run, as Markdown."""
    if not os.path.exists(path + '.prev'):
        return 'No earlier run to compare with.\n'
    before = {(r['set'], r['site'], r['example'], r['target']): float(r['f1'])
              for r in corpus.read_table(path + '.prev')}
    deltas = []
    for r in corpus.read_table(path):
        key = (r['set'], r['site'], r['example'], r['target'])
        if key in before:
            deltas.append((float(r['f1']) - before[key], before[key], float(r['f1']), key))
    worse = sorted(d for d in deltas if d[0] < -WORSE_BY)
    text = ('Of %d pairs that the last run had too, %d are worse by more than %g, %d better; '
            'mean change %+.4f.\n' % (len(deltas), len(worse), WORSE_BY,
                                      sum(d[0] > WORSE_BY for d in deltas),
                                      mean(d[0] for d in deltas)))
    if worse:
        text += '\n' + table(['set', 'site', 'example', 'target', 'before', 'now'],
                             [[*d[3], '%.4f' % d[1], '%.4f' % d[2]]
                              for d in worse[:WORSE_SHOWN]], 4)
    if len(worse) > WORSE_SHOWN:
        text += '\nand %d more.\n' % (len(worse) - WORSE_SHOWN)
    return text


def verify(options, run, corpus_set):
    """Problems: pairs on which another scorer differs, read from its --pages file."""
    with tempfile.TemporaryDirectory() as folder:
        pages = os.path.join(folder, 'pages.tsv')
        done = subprocess.run(
            [sys.executable, options.verify, corpus_set.folder,
             out_path(options, run, corpus_set), '--pages', pages],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode or not os.path.exists(pages):
            return ['%s failed on %s: %s' % (options.verify, corpus_set.name, done.stdout)]
        with open(pages, encoding='utf-8') as file:
            theirs = {tuple(cells[:3]): [float(c) for c in cells[3:6]] for cells in
                      (line.rstrip('\n').split('\t') for line in file)}
    problems = []
    ours = [row for row in run.rows if row.set == corpus_set.name]
    if len(theirs) != len({(row.site, row.example, row.target) for row in ours}):
        problems.append('%s: the other scorer has %d pairs, not %d'
                        % (corpus_set.name, len(theirs), len(ours)))
    for row in ours:
        other = theirs.get((row.site, row.example, row.target))
        if other is None or max(abs(a - b) for a, b in zip(other, row[7:10])) > .0001:
            problems.append('%s %s %s: the other scorer says %s, not %.4f %.4f %.4f'
                            % (*row[1:4], other, *row[7:10]))
    return problems


def run_method(options, sets, method, mode, keys_of):
    """One method in one mode over the sets, its report appended by the caller."""
    run = Run(method, mode)
    for corpus_set in sets:
        run.rows += ask(options, corpus_set, run, keys_of(corpus_set))
        if options.verify and mode != 'single':
            run.problems += verify(options, run, corpus_set)
    return run


def table_line(options, run):
    """Which weights a learned method worked with."""
    if run.method not in LEARNED:
        return ''
    if options.folds is None:
        return 'Weights: those that the program carries; they may have seen these sites.\n\n'
    return ('Weights: those of the fold that was trained without the site, of %d.\n\n'
            % len(set(options.folds.values())))


def load_folds(options):
    """(set, site) → fold, from the folder of tables; they are trained if there are none."""
    path = os.path.join(options.tables, 'folds.tsv')
    if not os.path.exists(path):
        print('accuracy.py: no tables in %s: training them' % options.tables,
              file=sys.stderr)
        status = subprocess.run(
            [sys.executable, os.path.join(HERE, 'train.py'), options.corpus, '--cli',
             options.cli, '--out', options.tables, '-j', str(options.jobs)],
            check=False).returncode
        if status:
            raise ValueError('training by %s failed' % options.cli)
    return {(row['set'], row['site']): row['fold'] for row in corpus.read_table(path)}


def report_run(options, run):
    path = os.path.join(options.out, 'pages-%s.tsv' % run.name)
    write_pages(path, run.rows)
    text = '## %s, %s\n\n%s%s\n%s\n%s%s\n' % (
        run.method, run.mode, table_line(options, run), set_table(run.rows),
        language_table(run.rows), reliability(run.rows), speed_line(run, options.jobs))
    if options.verify and run.mode != 'single' and not run.problems:
        text += 'The other scorer agrees on every pair.\n\n'
    return text + changes(path) + '\n'


def share(part, whole):
    return '%.4f' % (part / whole) if whole else '-'


def report_lowsim(lowsim_rows, pair_rows):
    """How well "does not look like your example" tells layouts apart."""
    lines = []
    names = sorted({row.set for row in lowsim_rows})
    for name in names + ['**all sets**']:
        low = [r for r in lowsim_rows if name in (r.set, '**all sets**')]
        same = [r for r in pair_rows
                if r.set == name or name == '**all sets**' and r.set in names]
        hits = sum(r.fits is False for r in low)
        alarms = sum(r.fits is False for r in same)
        lines.append([name, len(low), hits, len(same), alarms, share(hits, hits + alarms),
                      share(hits, len(low)), share(alarms, len(same))])
    text = '## Does not fit\n\n' + table(
        ['set', 'other layout', 'said so', 'same layout', 'said not to fit', 'precision',
         'recall', 'false alarms'], lines)
    sweep = []
    for threshold in THRESHOLDS:
        hits, alarms = (sum(r.template_similarity is not None
                            and r.template_similarity < threshold for r in rows)
                        for rows in (lowsim_rows, pair_rows))
        sweep.append(['< %.2f' % threshold, hits, alarms, share(hits, hits + alarms),
                      share(hits, len(lowsim_rows)), share(alarms, len(pair_rows))])
    return text + '\nBy template similarity:\n\n' + table(
        ['threshold', 'other layout', 'same layout', 'precision', 'recall', 'false alarms'],
        sweep) + '\n'


def report_tracks(program, sets):
    """How far the tracked curves are from their first definition, and what they cost."""
    rows = [(s.html_path(key.site, key.target), s.html_path(key.site, key.example),
             os.path.join(s.folder, key.site, key.target + '.txt'))
            for s in sets for key in s.pairs]
    table = ''.join('\t'.join(row) + '\n' for row in rows if os.path.exists(row[2]))
    done = subprocess.run([program], input=table, text=True, stdout=subprocess.PIPE,
                          check=True)
    return '## Tracked curves\n\n' + done.stdout + '\n'


def run_all(options, sets):
    """(report, problems)."""
    paired = [s for s in sets if s.has_pairs]
    single = [s for s in sets if not s.has_pairs]
    runs = []
    report = ''
    for method in options.methods if paired else ():
        for mode in options.modes:
            runs.append(run_method(options, paired, method, mode, lambda s: s.pairs))
            report += report_run(options, runs[-1])
    for method in options.single_methods if single else ():
        runs.append(run_method(options, single, method, 'single', lambda s: s.singles()))
        report += report_run(options, runs[-1])
    with_lowsim = [s for s in paired if s.lowsim]
    if options.lowsim and with_lowsim:
        method = options.methods[0]
        bare = next((r for r in runs if (r.method, r.mode) == (method, 'bare')), None)
        if bare is None:
            bare = run_method(options, with_lowsim, method, 'bare', lambda s: s.pairs)
            runs.append(bare)
        low = run_method(argparse.Namespace(**dict(vars(options), verify=None)), with_lowsim,
                         method, 'lowsim', lambda s: s.lowsim)
        runs.append(low)
        report += report_lowsim(low.rows, [r for r in bare.rows
                                           if r.set in {s.name for s in with_lowsim}])
    if options.tracks:
        report += report_tracks(options.tracks, paired)
    return report, [problem for run in runs for problem in run.problems]


def parse_options(argv):
    parser = argparse.ArgumentParser(
        prog='accuracy.py', description=__doc__.split('\n', 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('corpus', metavar='CORPUS', help='folder of the sets')
    parser.add_argument('--method', action='append', dest='methods', metavar='NAME',
                        help='repeatable; default: ' + ' and '.join(DEFAULT_METHODS))
    parser.add_argument('--single-method', action='append', dest='single_methods',
                        metavar='NAME',
                        help='for sets without pairs: a method that needs no example; '
                        'default: ' + ' and '.join(DEFAULT_SINGLE_METHODS))
    parser.add_argument('--mode', action='append', dest='modes', choices=('bare', 'click'),
                        help='default: both')
    parser.add_argument('--set', action='append', dest='sets', metavar='NAME',
                        help='only this set; repeatable')
    parser.add_argument('--lowsim', action='store_true',
                        help='count how often pages of another layout are told apart')
    parser.add_argument('--tracks', metavar='PROGRAM',
                        help='also measure the curves: build/tests/bench/compare-tracks')
    parser.add_argument('--tables', metavar='DIR',
                        help='tables of the folds; default: tables in the folder of --out')
    parser.add_argument('--shipped', action='store_true',
                        help='score the table that the program carries')
    parser.add_argument('--verify', metavar='SCRIPT',
                        help='another scorer: SCRIPT SET OUT.jsonl --pages FILE')
    parser.add_argument('--cli', metavar='PATH', help='default: build/src/cli/exemplar-cli',
                        default=os.path.join(HERE, '../../build/src/cli/exemplar-cli'))
    parser.add_argument('--out', metavar='DIR', help='default: build/accuracy',
                        default=os.path.join(HERE, '../../build/accuracy'))
    parser.add_argument('-j', dest='jobs', type=int, default=os.cpu_count() or 1,
                        metavar='N', help='threads of the program; default: all processors')
    options = parser.parse_args(argv[1:])
    options.methods = options.methods or list(DEFAULT_METHODS)
    options.single_methods = options.single_methods or list(DEFAULT_SINGLE_METHODS)
    options.tables = options.tables or os.path.join(options.out, 'tables')
    options.modes = options.modes or ['bare', 'click']
    if options.jobs < 1:
        parser.error('-j needs a number above 0')
    return options


def main(argv):
    options = parse_options(argv)
    try:
        sets = corpus.load(options.corpus, options.sets)
        os.makedirs(options.out, exist_ok=True)
        learned = set(options.methods + options.single_methods) & set(LEARNED)
        options.folds = load_folds(options) if learned and not options.shipped else None
        report, problems = run_all(options, sets)
    except (OSError, ValueError) as error:
        print('accuracy.py: %s' % error, file=sys.stderr)
        return 2
    if problems:
        report += '## Problems\n\n' + ''.join('- %s\n' % p for p in problems)
    with open(os.path.join(options.out, 'report.md'), 'w', encoding='utf-8') as file:
        file.write(report)
    print(report, end='')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
