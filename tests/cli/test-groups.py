#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli group: what tasks of a group get unless they have their own."""

from runner import USAGE
from stores import StoreCase
import tap


class Groups(StoreCase):
    def field(self, name, key):
        for line in self.fine('task', 'show', name).splitlines():
            if line.startswith(key + ' = '):
                return line.split(' = ', 1)[1]
        return None

    def rows(self, *args):
        return [line.split('\t') for line in self.fine('group', *args).splitlines()]

    def test_values(self):
        """New tasks get them, those that follow get the next ones, others keep theirs."""
        place = self.base + '/news/feed.xml'
        out = self.fine('group', 'set', 'Press', '--schedule=every 2 h', '--keep=pictures',
                        '--output=html:' + self.folder)
        self.assertEqual(out, '0 tasks changed\n')
        self.add(place, '--name=One', '--group=Press/North')
        self.add(place, '--name=Two', '--group=Press', '--schedule=every 3 h')
        self.add(place, '--name=Three')
        self.assertEqual([self.field(name, 'schedule') for name in ('One', 'Two', 'Three')],
                         ['every 2 h', 'every 3 h', 'every 1 h'])
        self.assertEqual([self.field(name, 'keep') for name in ('One', 'Two', 'Three')],
                         ['pictures', 'pictures', 'text'])
        self.assertEqual(self.field('Two', 'folder'), self.folder)
        self.assertEqual(self.rows('show', 'Press'), [
            ['schedule', 'every 2 h', 'Press', '1/2'],
            ['outputs', 'html:' + self.folder, 'Press', '2/2'],
            ['keep', 'pictures', 'Press', '2/2']])
        out = self.fine('group', 'set', ' Press / ', '--schedule=every 4 h')
        self.assertEqual(out, '1 task changed\n')
        self.assertEqual([self.field(name, 'schedule') for name in ('One', 'Two', 'Three')],
                         ['every 4 h', 'every 3 h', 'every 1 h'])
        self.fine('group', 'set', 'Press/North', '--schedule=manual')
        self.assertEqual(self.rows('list'), [
            ['Press', '2', 'every 4 h', 'pictures', 'html:' + self.folder],
            ['Press/North', '1', 'manual', 'pictures', 'html:' + self.folder]])
        self.assertEqual(self.rows('show', 'Press/North')[2],
                         ['keep', 'pictures', 'Press', '1/1'])
        self.assertEqual(self.fine('group', 'set', 'Press', '--all', '--schedule=every 5 h'),
                         '1 task changed\n')
        self.assertEqual(self.field('Two', 'schedule'), 'every 5 h')
        # Once the inner group says nothing, its tasks go with the outer one again.
        self.fine('group', 'set', 'Press/North', '--forget=schedule')
        self.assertEqual(self.field('One', 'schedule'), 'every 5 h')

    def test_plan(self):
        """The next run is planned by the new schedule."""
        self.add(self.base + '/news/feed.xml', '--name=One', '--group=Press',
                 '--schedule=manual')
        self.assertIsNone(self.tasks()['One']['next_run'])
        self.fine('group', 'set', 'Press', '--all', '--schedule=every 1 d')
        self.assertIsNotNone(self.tasks()['One']['next_run'])

    def test_rename(self):
        """Tasks, groups in it and what they get go along; a group of that name keeps its
        own values, and nothing is lost when a group moves into or out of itself."""
        place = self.base + '/news/feed.xml'
        self.fine('group', 'set', 'Press', '--schedule=every 2 h', '--keep=pictures')
        self.fine('group', 'set', 'Press/South', '--schedule=every 6 h')
        self.fine('group', 'set', 'Press/South/Empty', '--keep=pages')
        self.fine('group', 'set', 'Pressing', '--keep=text')
        self.add(place, '--name=One', '--group=Press/South')
        self.add(place, '--name=Two', '--group= Press / North ')
        self.add(place, '--name=Three', '--group=Pressing')
        self.assertEqual(self.fine('group', 'rename', 'Press', 'Press/South'),
                         '2 tasks changed\n')
        self.assertEqual([self.field(name, 'group') for name in ('One', 'Two', 'Three')],
                         ['Press/South/South', 'Press/South/North', 'Pressing'])
        self.assertEqual(self.rows('show', 'Press/South')[0],
                         ['schedule', 'every 2 h', 'Press/South', '1/2'])
        self.assertEqual(self.rows('show', 'Press/South/South')[0],
                         ['schedule', 'every 6 h', 'Press/South/South', '1/1'])
        self.fine('group', 'rename', 'Press/South', 'Press')
        self.assertEqual(self.rows('show', 'Press')[0],
                         ['schedule', 'every 2 h', 'Press', '1/2'])
        self.assertEqual(self.rows('show', 'Press/South/Empty')[2][1:3],
                         ['pages', 'Press/South/Empty'])
        self.fine('group', 'rename', 'Press', 'Pressing')
        self.assertEqual(self.rows('show', 'Pressing')[0][1:3], ['every 2 h', 'Pressing'])
        self.assertEqual(self.rows('show', 'Pressing')[2][1:3], ['text', 'Pressing'])
        self.assertEqual(self.field('Two', 'keep'), 'pictures')
        self.assertEqual(self.fine('group', 'rename', 'Press', 'Other'),
                         '0 tasks changed\n')

    def test_wrong_usage(self):
        for message, *args in (
                ('One group is needed', 'show'), ('One group is needed', 'set', ' / '),
                ('Give the group a value', 'set', 'Press'),
                ('Give the group a value', 'set', 'Press', '--keep=text', '--forget=keep'),
                ('--keep must be', 'set', 'Press', '--keep=all'),
                ('--forget must be', 'set', 'Press', '--forget=name'),
                ('--schedule', 'set', 'Press', '--schedule=often'),
                ('nonsense:x', 'set', 'Press', '--output=nonsense:x'),
                ('its new name are needed', 'rename', 'Press'),
                ('its new name are needed', 'rename', 'Press', ' / '),
                ('one argument too many', 'list', 'more')):
            self.expect(self.cli('group', *args), USAGE, message)


if __name__ == '__main__':
    tap.main()
