#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of public-names.py: each name that is renamed is told."""

import os
import tempfile
import unittest
from unittest import mock

import tap

CHECK = tap.load('public-names.py')
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'data',
                    'public-names.txt')


class Names(unittest.TestCase):
    def test_list_is_as_written(self):
        listed = CHECK.read_list(LIST)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'names.txt')
            CHECK.write_list(path, listed)
            self.assertEqual(CHECK.read_list(path), listed)
            with open(path, encoding='utf-8') as made, open(LIST, encoding='utf-8') as kept:
                self.assertEqual(made.read(), kept.read())

    def test_equal(self):
        listed = CHECK.read_list(LIST)
        self.assertEqual(CHECK.compare(listed, set(listed)), [])

    def test_rename_of_any_name(self):
        """A copy with one name changed, for the first name of every section."""
        listed = CHECK.read_list(LIST)
        for section in sorted({kind for kind, _ in listed}):
            kind, name = min(pair for pair in listed if pair[0] == section)
            found = listed - {(kind, name)} | {(kind, name + '-renamed')}
            gone, new = CHECK.compare(listed, found)
            self.assertIn('%s “%s” is gone: renames end at the edge' % (kind, name), gone)
            self.assertIn('say so in NEWS', gone)
            self.assertIn('“%s-renamed” is new' % name, new)

    def test_copy_with_a_rename(self):
        """The program ends with 1 when a name of the list is not the build's."""
        listed = CHECK.read_list(LIST)
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.object(CHECK.Gatherer, 'gather', return_value=listed):
            path = os.path.join(folder, 'names.txt')
            CHECK.write_list(path, listed)
            arguments = [path, 'cli', 'tables', 'root', 'build']
            self.assertEqual(tap.call(CHECK.main, arguments)[0], 0)
            CHECK.write_list(path, listed - {('lane id', 'known')} | {('lane id', 'old')})
            status, text = tap.call(CHECK.main, arguments)
            self.assertEqual(status, 1)
            self.assertIn('lane id “old” is gone', text)
            self.assertIn('lane id “known” is new', text)

    def test_every_kind(self):
        kinds = {kind for kind, _ in CHECK.read_list(LIST)}
        for kind in ('lane id', 'method id', 'method parameter', 'task file key', 'GSettings',
                     'control request', 'control event', 'command option', 'exit code',
                     'environment variable', 'action', 'accelerator', 'D-Bus name',
                     'help topic', 'URL pattern', 'build option', 'SQL of exemplar.db',
                     'SQL of pages.db', 'CSV of articles export', 'installed file'):
            self.assertIn(kind, kinds)


if __name__ == '__main__':
    tap.main()
