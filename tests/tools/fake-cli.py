#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands for `exemplar-cli batch` in the tests of accuracy.py: the method says how well it
does on the pages of tests/data/accuracy.

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


def main():
    if sys.argv[1:3] != ['batch', '-j']:
        sys.exit('usage: batch -j N')
    for line in sys.stdin:
        record = json.loads(line)
        if record['method'] == 'mute':
            continue
        if record['method'] == 'babble':
            print('well, let me see')
        print(json.dumps(answer(record), ensure_ascii=False), flush=True)
        if record['method'] == 'crash':
            os.kill(os.getpid(), signal.SIGKILL)


main()
