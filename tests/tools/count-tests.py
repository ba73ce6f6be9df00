#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-tests.py [--broken N] LOG.json…

Counts the tests in logs of `meson test` (meson-logs/NAME.json, one object a line): each
TAP subtest is one, a program without TAP is one. A skipped test counts as failed: it
checked nothing. The last line is `N passed, N failed`; the exit status is 0 only if
something passed and nothing failed.
"""

import argparse
import json
import re
import sys

RESULT = re.compile(r'^(not )?ok\b(?P<rest>[^\n]*)')
DIRECTIVE = re.compile(r'(?<!\\)#\s*(skip|todo)\b', re.IGNORECASE)

# Last lines kept of a program that ended early and left no log.
MAX_LAST_LINES = 4
MAX_LAST_CHARS = 240


def count_tap(output):
    """(passed, names that did not pass) of a program's TAP output."""
    passed = 0
    bad = []
    for line in output.split('\n'):
        found = RESULT.match(line)
        if not found:
            continue
        name = found.group('rest').strip()
        if found.group(1) or DIRECTIVE.search(name):
            bad.append(name)
        else:
            passed += 1
    return passed, bad


def last_words(entry):
    """The last lines that a program printed, the test that it was in first."""
    lines = []
    for name in ('stdout', 'stderr'):
        said = [line.strip() for line in (entry.get(name) or '').split('\n')]
        lines += [line[:MAX_LAST_CHARS] for line in said if line][-MAX_LAST_LINES:]
    return lines


def count_program(entry):
    """(passed, names that did not pass) of one entry of a log."""
    passed, bad = count_tap(entry.get('stdout') or '')
    result = entry['result']
    if result in ('OK', 'EXPECTEDFAIL'):
        return (passed, bad) if passed or bad else (1, [])
    if not bad:
        bad = ['the program: ' + result]
    return passed, bad


def count_log(path):
    """(passed, what did not pass) of a log; one that says nothing is a failure."""
    passed = 0
    bad = []
    programs = 0
    try:
        with open(path, encoding='utf-8') as file:
            for line in file:
                if line.strip():
                    entry = json.loads(line)
                    programs += 1
                    here, names = count_program(entry)
                    passed += here
                    bad += ['%s: %s: %s' % (path, entry['name'], name) for name in names]
                    if names:
                        bad[-1] += ''.join('\n    ' + line for line in last_words(entry))
    except (OSError, ValueError, KeyError) as error:
        bad.append('%s: %s' % (path, error))
    if not programs and not bad:
        bad.append(path + ': no test ran')
    return passed, bad


def main(argv):
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[2])
    parser.add_argument('--broken', type=int, default=0,
                        help='builds that failed, each counted as a failure')
    parser.add_argument('logs', nargs='*')
    options = parser.parse_args(argv[1:])
    passed = 0
    failed = options.broken
    for path in options.logs:
        here, bad = count_log(path)
        passed += here
        failed += len(bad)
        for name in bad:
            print('not passed: ' + name)
    if not passed and not failed:
        print('not passed: no test ran')
        failed = 1
    print('%d passed, %d failed' % (passed, failed))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
