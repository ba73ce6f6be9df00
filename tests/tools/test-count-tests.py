#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results that count as passed; an empty run does not."""

import json
import os
import tempfile
import unittest

import tap

COUNT = tap.load('count-tests.py')


class Count(unittest.TestCase):
    def last_line(self, entries, *options):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log.json')
            with open(path, 'w', encoding='utf-8') as file:
                for result, stdout in entries:
                    entry = {'name': 'x', 'result': result, 'stdout': stdout}
                    file.write(json.dumps(entry) + '\n')
            status, output = tap.call(COUNT.main, ['count', *options, path])
        self.assertEqual(output[-1], '\n')
        return status, output.split('\n')[-2]

    def test_passed(self):
        self.assertEqual(self.last_line([('OK', '1..2\nok 1 a\n# x\nok 2 b\n')]),
                         (0, '2 passed, 0 failed'))

    def test_program_without_tap(self):
        self.assertEqual(self.last_line([('OK', 'okay\n')]), (0, '1 passed, 0 failed'))

    def test_failed(self):
        self.assertEqual(self.last_line([('FAIL', 'ok 1 a\nnot ok 2 b\nnot ok 3 c\n')]),
                         (1, '1 passed, 2 failed'))

    def test_crash(self):
        self.assertEqual(self.last_line([('ERROR', 'ok 1 a\n'), ('TIMEOUT', '')]),
                         (1, '1 passed, 2 failed'))

    def test_last_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'log.json')
            entry = {'name': 'x', 'result': 'ERROR', 'stdout': 'ok 1 a\n\n# begin b\n',
                     'stderr': '**\nERROR: b.c:7: assertion failed\n' + 'y' * 1000}
            with open(path, 'w', encoding='utf-8') as file:
                file.write(json.dumps(entry) + '\n')
            output = tap.call(COUNT.main, ['count', path])[1]
        self.assertIn('x: the program: ERROR\n    ok 1 a\n    # begin b\n', output)
        self.assertIn('\n    ERROR: b.c:7: assertion failed\n    yyy', output)
        self.assertLess(max(map(len, output.split('\n'))), 260)

    def test_not_ok_though_the_program_said_ok(self):
        self.assertEqual(self.last_line([('OK', 'ok 1\nnot ok 2\n')]),
                         (1, '1 passed, 1 failed'))

    def test_skip_is_failure(self):
        self.assertEqual(self.last_line([('OK', 'ok 1 a # SKIP no display\nok 2 b\n')]),
                         (1, '1 passed, 1 failed'))
        self.assertEqual(self.last_line([('SKIP', '')]), (1, '0 passed, 1 failed'))

    def test_nothing_ran(self):
        self.assertEqual(self.last_line([]), (1, '0 passed, 1 failed'))
        status, output = tap.call(COUNT.main, ['count'])
        self.assertEqual((status, output.split('\n')[-2]), (1, '0 passed, 1 failed'))

    def test_broken_build(self):
        self.assertEqual(self.last_line([('OK', 'ok 1\n')], '--broken', '1'),
                         (1, '1 passed, 1 failed'))

    def test_log_is_missing_or_damaged(self):
        status, output = tap.call(COUNT.main, ['count', '/nonexistent'])
        self.assertEqual((status, output.split('\n')[-2]), (1, '0 passed, 1 failed'))
        with tempfile.NamedTemporaryFile('w') as file:
            file.write('{"name": "x"}\n')
            file.flush()
            status, output = tap.call(COUNT.main, ['count', file.name])
        self.assertEqual((status, output.split('\n')[-2]), (1, '0 passed, 1 failed'))


if __name__ == '__main__':
    tap.main()
