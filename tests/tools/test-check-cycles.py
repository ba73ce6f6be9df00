#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Test of check-cycles.py: it finds circles of includes and of calls, and no others."""

import json
import os
import tempfile
import unittest
import unittest.mock

import cgraph
import tap

CHECK = tap.load('check-cycles.py')


def source(name, below, body):
    return '%s\nint\n%s (void)\n{\n  return %s;\n}\n' % (
        ''.join('#include "%s.h"\n' % other for other in below), name.replace('-', '_'), body)


# main calls exm_a, which calls exm_b in a folder below.
TREE = {
    'src/page/exm-a.h': '#pragma once\n\nint\nexm_a (void);\n',
    'src/page/exm-a.c': source('exm-a', ['exm-a', 'exm-b'], 'exm_b ()'),
    'src/page/low/exm-b.h': '#pragma once\n\nint\nexm_b (void);\n',
    'src/page/low/exm-b.c': source('exm-b', ['exm-b'], '1'),
    'src/main.c': source('main', ['exm-a'], 'exm_a ()'),
}
# exm_b calls back, by a header that both include.
BACK = {
    'src/page/exm-a.h': '#pragma once\n\nint\nexm_a (void);\n',
    'src/page/exm-b.h': '#pragma once\n\nint\nexm_a (void);\nint\nexm_b (void);\n',
    'src/page/exm-a.c': source('exm-a', ['exm-b'], 'exm_b ()'),
    'src/page/exm-b.c': source('exm-b', ['exm-b'], 'exm_a ()'),
}


class Cycles(unittest.TestCase):
    def run_with(self, files, allowed=None, machines=(), args=()):
        with tempfile.TemporaryDirectory() as root:
            tree = dict(files)
            tree['tests/tools/ratchet.json'] = json.dumps(allowed or {})
            for name, text in tree.items():
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
            with unittest.mock.patch.object(CHECK, 'MACHINES', machines):
                return tap.call(CHECK.main, ['check-cycles.py', *args, root])

    def good(self, files, **more):
        status, output = self.run_with(files, **more)
        self.assertEqual(status, 0, output)

    def bad(self, rule, files, said, **more):
        status, output = self.run_with(files, **more)
        self.assertEqual(status, 1, output)
        failed = [line for line in output.split('\n') if line.startswith('not ok')]
        self.assertEqual(len(failed), 1, output)
        self.assertIn('- %s:' % rule, failed[0])
        self.assertIn(said, output)

    def test_no_cycle(self):
        self.good(TREE)

    def test_graph(self):
        found = cgraph.cycles({'a': {'b'}, 'b': {'c'}, 'c': {'a', 'd'}, 'd': {'e'}, 'e': {'d'},
                               'f': {'f', 'a'}})
        self.assertEqual(found, [['a', 'b', 'c'], ['d', 'e']])
        self.assertEqual(cgraph.cycles({str(i): {str(i + 1)} for i in range(5000)}), [])
        ring = {str(i): {str((i + 1) % 5000)} for i in range(5000)}
        self.assertEqual(len(cgraph.cycles(ring)[0]), 5000)

    def test_includes(self):
        back = {'src/page/low/exm-b.c': source('exm-b', ['exm-a', 'exm-b'], '1')}
        self.bad('includes', dict(TREE, **back), 'src/page/low/exm-b → src/page/exm-a')
        by_path = {'src/page/low/exm-b.c': source('exm-b', ['page/exm-a'], '1')}
        self.bad('includes', dict(TREE, **by_path), 'src/page: 2 files')

    def test_private_header_is_of_the_noun(self):
        self.good(dict(TREE, **{'src/page/exm-a-private.h': '#include "exm-a.h"\n',
                                'src/page/exm-a.c': '#include "exm-a-private.h"\n'}))

    def test_calls(self):
        self.bad('calls', BACK, 'src/page/exm-b → src/page/exm-a: exm_a')

    def test_pointers_are_no_calls(self):
        for body in ('(int) (long) exm_a', 'g_signal_connect (0, "x", exm_a, 0)', 'x->exm_a ()',
                     'f () /* exm_a () */', 'f ("exm_a ()")'):
            with self.subTest(body=body):
                self.good(dict(BACK, **{'src/page/exm-b.c': source('exm-b', ['exm-b'], body)}))
        table = 'struct { int (*f) (void); } table = { .f = exm_a };\n'
        self.good(dict(BACK, **{'src/page/exm-b.c': source('exm-b', ['exm-b'], '1') + table}))

    def test_static_of_the_same_name_is_its_own(self):
        own = 'static int\nexm_a (void)\n{\n  return 1;\n}\n\n' + BACK['src/page/exm-b.c']
        self.good(dict(BACK, **{'src/page/exm-b.c': own}))

    def test_machines(self):
        machine = ('one parser', ('exm-a', 'exm-b'))
        self.good(BACK, machines=(machine,))
        self.bad('calls', BACK, '2 files', machines=())
        self.bad('machines', BACK, 'exm-c is in no cycle',
                 machines=(('one parser', ('exm-a', 'exm-b', 'exm-c')),))
        self.bad('machines', BACK, 'no reason', machines=(('', machine[1]),))
        self.bad('machines', BACK, '6 machines, at most 5', machines=(machine,) * 6)
        self.bad('machines', BACK, '8 files, at most 6',
                 machines=(('one parser', machine[1] * 4),))

    def test_ratchet(self):
        self.good(BACK, allowed={'call-cycles': {'src/page': 2}})
        self.bad('calls', BACK, 'at most 1', allowed={'call-cycles': {'src/page': 1}})
        self.bad('calls', BACK, 'lower it', allowed={'call-cycles': {'src/page': 3}})
        self.bad('calls', TREE, 'lower it', allowed={'call-cycles': {'src/page': 3}})

    def test_lower(self):
        self.assertEqual(self.run_with(BACK, args=['--lower'])[0], 0)
        status, output = self.run_with(BACK, args=['--lower'], allowed={'call-cycles': {}})
        self.assertEqual(status, 1)
        self.assertIn('call-cycles: 2 in all, at most 0', output)

    def test_lists(self):
        status, output = self.run_with(BACK, args=['--lists'])
        self.assertEqual(status, 0)
        self.assertIn('2: src/page/exm-a, src/page/exm-b', output)

    def test_empty_tree_fails(self):
        status, output = self.run_with({})
        self.assertEqual(status, 1)
        self.assertIn('no C file', output)


if __name__ == '__main__':
    tap.main()
