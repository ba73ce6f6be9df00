#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""bench.py BUILD [NAME…]

Runs the benchmark programs of a build folder (all, or those whose name contains one of the
NAMEs) and prints a Markdown table; also writes BUILD/bench.md and BUILD/bench.csv.

A program prints a line a stage; other lines are its headings and are left out:
  NAME  MIN  MEDIAN  MAX UNIT, n = SIZE
"""

import argparse
import csv
import json
import os
import re
import subprocess
import sys
import time

ROW = re.compile(
    r'^(?P<stage>\S.*?)\s+(?P<min>\d[\d.]*)\s+(?P<median>\d[\d.]*)\s+(?P<max>\d[\d.]*)'
    r'\s+(?P<unit>[^,\s][^,]*), n = (?P<n>\d+)$')
COLUMNS = ('program', 'stage', 'n', 'unit', 'min', 'median', 'max', 'spread')


def programs(build, names):
    """(name, argv, environment) of the benchmarks that were asked for."""
    done = subprocess.run(['meson', 'introspect', '--benchmarks', build],
                          stdout=subprocess.PIPE, text=True, check=True)
    for entry in json.loads(done.stdout):
        if not names or any(name in entry['name'] for name in names):
            yield entry['name'], entry['cmd'], entry.get('env') or {}


def parse(program, output):
    """The rows that a program printed."""
    for line in output.split('\n'):
        found = ROW.match(line.strip())
        if found:
            row = dict(found.groupdict(), program=program)
            low, middle, high = (float(row[k]) for k in ('min', 'median', 'max'))
            row['spread'] = '%.0f %%' % (100 * (high - low) / middle) if middle else '-'
            yield row


def run(program, argv, env):
    """The program's rows, or None: it failed, or it measured nothing."""
    print('==> %s …' % program, file=sys.stderr)
    start = time.monotonic()
    done = subprocess.run(argv, env=dict(os.environ, **env), stdout=subprocess.PIPE,
                          text=True, check=False)
    rows = list(parse(program, done.stdout))
    print('==> %s: %.1f s' % (program, time.monotonic() - start), file=sys.stderr)
    if done.returncode or not rows:
        print('%s: exit status %d, %d rows' % (program, done.returncode, len(rows)),
              file=sys.stderr)
        return None
    return rows


def markdown(rows):
    lines = ['| ' + ' | '.join(COLUMNS) + ' |',
             '|' + '|'.join('---:' if c in COLUMNS[4:] + ('n',) else '---'
                            for c in COLUMNS) + '|']
    for row in rows:
        lines.append('| ' + ' | '.join(row[c].replace('|', '/') for c in COLUMNS) + ' |')
    return '\n'.join(lines) + '\n'


def write(build, rows):
    with open(os.path.join(build, 'bench.md'), 'w', encoding='utf-8') as file:
        file.write(markdown(rows))
    with open(os.path.join(build, 'bench.csv'), 'w', encoding='utf-8', newline='') as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        writer.writerows(rows)


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[2])
    parser.add_argument('build')
    parser.add_argument('names', nargs='*')
    options = parser.parse_args(argv[1:])
    rows = []
    failed = False
    for program, command, env in programs(options.build, options.names):
        found = run(program, command, env)
        failed = failed or found is None
        rows += found or []
    if not rows:
        print('nothing was measured', file=sys.stderr)
        return 1
    write(options.build, rows)
    print(markdown(rows), end='')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
