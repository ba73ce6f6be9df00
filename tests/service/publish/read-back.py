#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""read-back.py truth FOLDER | keys FORMAT FILE COUNT

truth: FOLDER holds N.title, N.text (raw bytes) and what was written of each article:
N.txt, N.md, N.html, and all.csv and all.jsonl with article N in row N. Reads them with
Python's own parsers and compares. keys: FILE has COUNT records, each key once.
"""

import csv
import html.parser
import json
import os
import re
import sys

SPACE = re.compile(
    '[\x00-\x20\x7f-\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+')
FORMULA = tuple('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')
VOID = ('meta', 'link', 'img', 'br', 'hr')
POLICY = ('meta', {'http-equiv': 'Content-Security-Policy', 'content': "default-src 'none'"})


def one_line(text):
    return SPACE.sub(' ', text).strip(' ')


def cell(text):
    return "'" + text if text.startswith(FORMULA) else text


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8', newline='') as file:
        return file.read()


def read_csv(path):
    csv.field_size_limit(1 << 30)
    with open(path, encoding='utf-8-sig', newline='') as file:
        rows = list(csv.DictReader(file, strict=True))
    for row in rows:
        assert None not in row and None not in row.values(), 'a row of another length'
    return rows


def read_json_lines(path):
    with open(path, encoding='utf-8', newline='') as file:
        lines = file.read().split('\n')
    assert lines.pop() == '', 'no line feed at the end'
    return [json.loads(line) for line in lines]


class Document(html.parser.HTMLParser):
    """Tags must match; text by the element that it is in."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.starts = []
        self.text = {}
        self.feed(text)
        self.close()
        assert not self.open, 'never closed: %s' % self.open

    def handle_starttag(self, tag, attrs):
        self.starts.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, '</%s> in %s' % (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], '') + data


def front_matter(text):
    lines = text.split('\n')
    assert lines[0] == '---'
    end = lines.index('---', 1)
    values = {}
    for line in lines[1:end]:
        name, value = line.split(': ', 1)
        assert re.fullmatch('[a-z]+', name) and name not in values, line
        assert re.fullmatch(r'"([^"\\\x00-\x1f\x7f-\x9f]|\\["\\n]|\\u[0-9a-f]{4})*"', value), line
        values[name] = json.loads(value)
    return values


def check_same(what, found, wanted):
    assert found == wanted, '%s: found %r, wanted %r' % (what, found, wanted)


def check_article(folder, number, row, record):
    title = read(folder, '%d.title' % number).strip(' \t\r\n')
    text = read(folder, '%d.text' % number)
    url = 'https://news.example/%d?a=1&b="2"' % number
    line = one_line(title)

    check_same('CSV title', row['title'], cell(title))
    check_same('CSV text', row['text'], cell(text))
    check_same('CSV address', row['url'], url)
    check_same('CSV confidence', row['confidence'], '0.875')
    check_same('CSV similarity', row['template_similarity'], '')
    check_same('JSON title', record['title'], title or None)
    check_same('JSON text', record['text'], text)
    check_same('JSON address', record['url'], url)
    check_same('JSON origin', record['origins'].get('title'), 'json-ld' if title else None)
    check_same('JSON confidence', record['field_confidence'].get('title'),
               0.9 if title else None)
    check_same('JSON numbers', (record['id'], record['task_version'], record['confidence'],
                                record['template_similarity']), (7, 3, 0.875, None))
    check_same('JSON time', record['collected'], '2024-05-02T00:00:00Z')
    check_same('keys', record['key'], row['key'])

    front = front_matter(read(folder, '%d.md' % number))
    check_same('Markdown title', front.get('title', ''), line)
    check_same('Markdown address', front['url'], url)

    document = Document(read(folder, '%d.html' % number))
    tags = [tag for tag, _ in document.starts]
    check_same('HTML title', document.text.get('title', ''), line)
    check_same('HTML heading', document.text.get('h1', ''), line)
    assert POLICY in document.starts and 'script' not in tags, document.starts
    check_same('HTML elements', sorted(set(tags) - {'h1', 'p'}),
               ['a', 'article', 'body', 'head', 'header', 'html', 'meta', 'title'])
    check_same('HTML address', [a['href'] for tag, a in document.starts if tag == 'a'], [url])

    head, body = read(folder, '%d.txt' % number).split('\n\n', 1)
    lines = [line] if line else []
    check_same('text head', head.split('\n'),
               lines + ['2024-05-01T23:30:00+08:00'] + lines + [url])
    check_same('text body', body, text if text[-1:] in ('', '\n') else text + '\n')


def check_truth(folder):
    rows = read_csv(os.path.join(folder, 'all.csv'))
    records = read_json_lines(os.path.join(folder, 'all.jsonl'))
    check_same('records', len(records), len(rows))
    assert read(folder, 'all.csv').startswith('\ufeffkey,'), 'no byte order mark'
    for number, row in enumerate(rows):
        check_article(folder, number, row, records[number])
    return len(rows)


def check_keys(form, path, count):
    rows = read_csv(path) if form == 'csv' else read_json_lines(path)
    keys = [row['key'] for row in rows]
    check_same('records', len(keys), int(count))
    check_same('keys', len(set(keys)), int(count))
    return len(keys)


def main(argv):
    if argv[1] == 'truth':
        count = check_truth(argv[2])
    else:
        count = check_keys(*argv[2:])
    print('compared %d articles' % count)


if __name__ == '__main__':
    main(sys.argv)
