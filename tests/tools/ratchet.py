# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Numbers of today's offenders, which may only fall until a rule holds everywhere.

They stand in tests/tools/ratchet.json of the tree that is checked: table → key → number. A
number above its entry fails, and so does one below it: the entry is then lowered, by hand
or by the tool's --lower, which refuses when the sum of a table has grown. Files may so move
between folders, and nothing gets worse.
"""

import json
import os

PATH = 'tests/tools/ratchet.json'


def load(root):
    """All tables of a tree; none if it has no file of them."""
    path = os.path.join(root, PATH)
    if not os.path.isfile(path):
        return {}
    with open(path, encoding='utf-8') as file:
        return json.load(file)


def compare(root, table, now, noun):
    """Problems of today's numbers (key → number above zero) beside their table."""
    allowed = load(root).get(table, {})
    problems = []
    for key in sorted(set(now) | set(allowed)):
        problems += compare_one(key, now.get(key, 0), allowed.get(key, 0), noun)
    return problems


def compare_one(key, now, most, noun, slack=0):
    """The same for one number, which may be below its entry by slack."""
    if now > most:
        return ['%s: %s %s, at most %s' % (key, now, noun, most)]
    if now < most - slack:
        return ['%s: %s %s, but %s still allows %s; lower it (--lower)'
                % (key, now, noun, PATH, most)]
    return []


def lower(root, table, now):
    """Writes today's numbers; if their sum has grown, returns problems and leaves the file. A
    table that never was is made."""
    tables = load(root)
    before = tables.get(table)
    if before is not None and sum(now.values()) > sum(before.values()):
        return ['%s: %s in all, at most %s' % (table, sum(now.values()), sum(before.values()))]
    tables[table] = now
    with open(os.path.join(root, PATH), 'w', encoding='utf-8') as file:
        json.dump(tables, file, indent=2, sort_keys=True)
        file.write('\n')
    return []


def print_problems(problems):
    """The exit status of a tool's --lower."""
    for problem in problems:
        print(problem)
    return 1 if problems else 0
