#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Targets of a suite: all that its tests run, depend on or are told of, and no others."""

import unittest

import tap

TARGETS = tap.load('suite-targets.py')

MADE = [
    {'id': 'test', 'filename': ['/b/tests/test-one']},
    {'id': 'child', 'filename': ['/b/tests/child']},
    {'id': 'cli', 'filename': ['/b/src/cli']},
    {'id': 'window', 'filename': ['/b/tests/test-window']},
    {'id': 'words', 'filename': ['/b/po/zh_CN/exemplar.mo']},
]


def entry(suite, cmd, depends=(), env=None):
    return {'suite': ['exemplar:' + suite], 'cmd': cmd, 'depends': list(depends),
            'env': env or {}}


class SuiteTargets(unittest.TestCase):
    def list(self, *tests):
        return TARGETS.list_targets('/b', {'unit'}, tests, MADE)

    def test_program(self):
        self.assertEqual(self.list(entry('unit', ['/b/tests/test-one', '--quick'])),
                         ['po/zh_CN/exemplar.mo', 'tests/test-one'])

    def test_relative_argument(self):
        self.assertIn('tests/test-one', self.list(entry('unit', ['run', 'tests/test-one'])))

    def test_depends_and_environment(self):
        found = self.list(entry('unit', ['python3', 'x.py'], ['child'], {'CLI': '/b/src/cli'}))
        self.assertIn('tests/child', found)
        self.assertIn('src/cli', found)

    def test_other_suite(self):
        self.assertNotIn('tests/test-window',
                         self.list(entry('gui', ['run', 'tests/test-window'], ['window']),
                                   entry('unit', ['/b/tests/test-one'])))


if __name__ == '__main__':
    tap.main()
