#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for `exemplar-cli batch` in the tests of accuracy.py: the method says how well it
does on the pages of tests/data/accuracy. A table of weights (`exemplar-cli train`) is empty
here; pages of a site that another fold's table is for are refused.

exemplar   the article, and the weather beside it unless the example's body is given
none       no text
mute       no answer at all
crash      one answer, then a signal
babble     a line that is no JSON before each answer
"""

import json
import os
import re
import signal
import sys


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def inside(html, element):
    found = re.search('<%s>(.*?)</%s>' % (element, element), html, re.DOTALL)
    return re.sub('<[^>]*>', '', found.group(1)).strip()


def layout(html):
    return re.search('<body class="(.*?)">', html).group(1)


def answer(record):
    result = {name: record[name] for name in ('site', 'example', 'target') if name in record}
    html = read(record['target_path'])
    text = inside(html, 'article')
    if record['method'] == 'none':
        text = ''
    elif 'example_body' not in record:
        text += '\n' + inside(html, 'aside')
    fits = True
    if 'example_path' in record:
        fits = layout(read(record['example_path'])) == layout(html)
    result.update(text=text, head=1, tail=2, confidence=.75, fits=fits,
                  template_similarity=.9 if fits else .1, method=record['method'])
    return result


def train(listing, folder):
    with open(listing, encoding='utf-8') as file:
        sites = sorted({(r['set'], r['site']) for r in map(json.loads, file)})
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, 'folds.tsv'), 'w', encoding='utf-8') as file:
        file.write('set\tsite\tfold\n')
        for number, (name, site) in enumerate(sites):
            file.write('%s\t%s\t%d\n' % (name, site, number % 2))
    for name in ('exemplar', 'fold-0', 'fold-1'):
        open(os.path.join(folder, name + '.table'), 'w', encoding='utf-8').close()


def load_fold(path):
    """The sites of a fold's table."""
    fold = re.search('fold-(.*).table$', path).group(1)
    rows = [line.split('\t') for line in
            read(os.path.join(os.path.dirname(path), 'folds.tsv')).splitlines()]
    return {site for _, site, number in rows if number == fold}


def main():
    if sys.argv[1:2] == ['train']:
        train(sys.argv[2], sys.argv[sys.argv.index('--out') + 1])
        return
    if sys.argv[1:3] != ['batch', '-j']:
        sys.exit('usage: batch -j N')
    fold = None
    if '--table' in sys.argv:
        fold = load_fold(sys.argv[sys.argv.index('--table') + 1])
    for line in sys.stdin:
        record = json.loads(line)
        if fold is not None and record['site'] not in fold:
            sys.exit('%s is not of this fold' % record['site'])
        if record['method'] == 'mute':
            continue
        if record['method'] == 'babble':
            print('well, let me see')
        print(json.dumps(answer(record), ensure_ascii=False), flush=True)
        if record['method'] == 'crash':
            os.kill(os.getpid(), signal.SIGKILL)


main()
