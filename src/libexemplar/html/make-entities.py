#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-entities.py [--write-data]

Writes exm-html-entity-names.c and exm-html-entity-values.c from entities.txt: a line a named character reference of the
HTML standard, its name (without "&") and its code points. With --write-data, entities.txt
is first written anew from Python's own copy of the standard's table.
"""

import html.entities
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
DATA = os.path.join(HERE, 'entities.txt')
CODE = os.path.join(HERE, 'exm-html-entity-%s.c')

HEAD = '''/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Written by make-entities.py; change that or entities.txt. */

#include "config.h"

#include "exm-html-entities.h"

'''


def write_data():
    with open(DATA, 'w', encoding='ascii') as file:
        for name, value in sorted(html.entities.html5.items()):
            file.write('%s %s\n' % (name, ' '.join('%x' % ord(c) for c in value)))


def read_data():
    with open(DATA, encoding='ascii') as file:
        rows = [line.split() for line in file]
    return sorted((row[0], ''.join(chr(int(code, 16)) for code in row[1:])) for row in rows)


def pack(texts):
    """One C string that holds all texts, and where each starts."""
    offsets = []
    at = 0
    for text in texts:
        offsets.append(at)
        at += len(text.encode())
    return offsets, at


def write_numbers(out, kind, name, numbers):
    out.append('const %s %s[] = {' % (kind, name))
    for start in range(0, len(numbers), 14):
        out.append('  ' + ' '.join('%d,' % n for n in numbers[start:start + 14]))
    out.append('};\n')


def write_bytes(out, name, texts):
    out.append('const char %s[] =' % name)
    line = ''
    for text in texts:
        line += ''.join(c if 32 <= ord(c) < 127 and c not in '"\\?' else
                        ''.join('\\%03o' % b for b in c.encode()) for c in text)
        if len(line) > 70:
            out.append('  "%s"' % line)
            line = ''
    out.append('  "%s";\n' % line)


def write_file(name, out):
    with open(CODE % name, 'w', encoding='ascii') as file:
        file.write(HEAD + '/* clang-format off */\n' + '\n'.join(out)
                   + '/* clang-format on */\n')


def main():
    if '--write-data' in sys.argv[1:]:
        write_data()
    rows = read_data()
    names = [name for name, _ in rows]
    values = sorted({value for _, value in rows})
    name_at, n_names = pack(names)
    value_at, n_values = pack(values)
    where = dict(zip(values, value_at))
    assert n_values < 65536
    # Many small texts in one: no pointer to relocate.
    out = []
    write_bytes(out, 'exm_html_entity_names', names)
    write_numbers(out, 'guint16', 'exm_html_entity_name_at', name_at + [n_names])
    write_file('names', out)
    out = []
    write_bytes(out, 'exm_html_entity_values', values)
    write_numbers(out, 'guint16', 'exm_html_entity_value_at',
                  [where[value] for _, value in rows])
    write_numbers(out, 'guint8', 'exm_html_entity_value_bytes',
                  [len(value.encode()) for _, value in rows])
    write_file('values', out)


main()
