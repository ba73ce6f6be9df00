#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The table of ./dev bench: what is read, what is written, what is a failure."""

import csv
import os
import sys
import tempfile
import unittest
import unittest.mock

import tap

BENCH = tap.load('bench.py')
GOOD = ('                    min     median        max\n'
        'literal w=32       12.5       20.0       22.5 ns a window, n = 20000\n'
        '  naive w=32      100.0      200.0      400.0 ns a window, n = 20000\n')


class Bench(unittest.TestCase):
    def run_with(self, outputs):
        """Exit status, Markdown, rows of the CSV for programs that print these texts."""
        commands = [('p%d' % i, [sys.executable, '-c', code], {})
                    for i, code in enumerate(outputs)]
        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch.object(BENCH, 'programs', lambda *_: commands), \
                open(os.devnull, 'w', encoding='utf-8') as nowhere, \
                unittest.mock.patch.object(sys, 'stderr', nowhere):
            status, output = tap.call(BENCH.main, ['bench', folder])
            rows = []
            path = os.path.join(folder, 'bench.csv')
            if os.path.exists(path):
                with open(path, encoding='utf-8', newline='') as file:
                    rows = list(csv.DictReader(file))
        return status, output, rows

    def test_table(self):
        status, output, rows = self.run_with(['print(%r)' % GOOD])
        self.assertEqual(status, 0)
        self.assertEqual(len(rows), 2)
        self.assertEqual(rows[0]['stage'], 'literal w=32')
        self.assertEqual(rows[0]['unit'], 'ns a window')
        self.assertEqual(rows[0]['spread'], '50 %')
        self.assertIn('| p0 | naive w=32 | 20000 | ns a window | 100.0 | 200.0 | 400.0 |', output)

    def test_program_that_fails(self):
        bad = 'import sys; sys.exit(3)'
        status, _, rows = self.run_with(['print(%r)' % GOOD, bad])
        self.assertEqual((status, len(rows)), (1, 2))

    def test_program_that_measures_nothing(self):
        status, _, rows = self.run_with(['print("done")'])
        self.assertEqual((status, rows), (1, []))

    def test_no_program(self):
        status, _, rows = self.run_with([])
        self.assertEqual((status, rows), (1, []))


if __name__ == '__main__':
    tap.main()
