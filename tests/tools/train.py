#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""train.py CORPUS [OPTIONS]

Lists the pages of a corpus (see corpus.py) that have a gold body, with their examples, and
runs `exemplar-cli train` on the list. The tables land in the folder of --out: exemplar.table
(all sites), fold-K.table (without the sites of fold K), folds.tsv (which site is in which).
Options that are not ours go to the program: --seed, --folds, --epochs, --nets, --decay.

Exit status: that of the program; 2 wrong usage or a corpus that cannot be read.
"""

import argparse
import json
import os
import subprocess
import sys

import corpus

HERE = os.path.dirname(os.path.abspath(__file__))


def records(corpus_set, languages):
    """A record a pair whose target has gold, then one a page with gold that is in none."""
    keys = list(corpus_set.pairs)
    paired = {(key.site, key.target) for key in keys}
    keys += [key for key in corpus_set.singles() if (key.site, key.target) not in paired]
    for key in keys:
        gold = corpus_set.gold_text(key.site, key.target)
        language = corpus_set.page(key.site, key.target).get('lang', '')
        if gold is None or languages and language not in languages:
            continue
        record = corpus_set.record(key, None, True)
        del record['method']
        record.update(set=corpus_set.name, target_body=gold)
        yield record


def parse_options(argv):
    parser = argparse.ArgumentParser(
        prog='train.py', description=__doc__.split('\n', 2)[2],
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('corpus', metavar='CORPUS', help='folder of the sets')
    parser.add_argument('--set', action='append', dest='sets', metavar='NAME',
                        help='only this set; repeatable')
    parser.add_argument('--language', action='append', dest='languages', metavar='CODE',
                        help='only pages in this language; repeatable')
    parser.add_argument('--cli', metavar='PATH', help='default: build/src/cli/exemplar-cli',
                        default=os.path.join(HERE, '../../build/src/cli/exemplar-cli'))
    parser.add_argument('--out', metavar='DIR', help="default: build/accuracy/tables",
                        default=os.path.join(HERE, '../../build/accuracy/tables'))
    return parser.parse_known_args(argv[1:])


def main(argv):
    options, rest = parse_options(argv)
    try:
        sets = corpus.load(options.corpus, options.sets)
        os.makedirs(options.out, exist_ok=True)
        listing = os.path.join(options.out, 'listing.jsonl')
        sites = set()
        with open(listing, 'w', encoding='utf-8') as file:
            for corpus_set in sets:
                for record in records(corpus_set, options.languages):
                    sites.add(record['site'])
                    file.write(json.dumps(record, ensure_ascii=False) + '\n')
    except (OSError, ValueError) as error:
        print('train.py: %s' % error, file=sys.stderr)
        return 2
    about = '%s%s; %d sites' % (' '.join(s.name for s in sets),
                                ' (%s)' % ' '.join(options.languages)
                                if options.languages else '', len(sites))
    try:
        return subprocess.run([options.cli, 'train', listing, '--out', options.out,
                               '--about', about] + rest, check=False).returncode
    except OSError as error:
        print('train.py: %s' % error, file=sys.stderr)
        return 2


if __name__ == '__main__':
    sys.exit(main(sys.argv))
