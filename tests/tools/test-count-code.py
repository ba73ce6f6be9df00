#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Test of count-code.py: tokens, uses of functions, bodies, bars, and other revisions."""

import json
import os
import subprocess
import tempfile
import unittest

import cgraph
import csource
import tap

CODE = tap.load('count-code.py')

BODY = '{\n  int sum = first + second * 3;\n  if (sum > 4)\n    sum -= 4;\n  return sum;\n}\n'
TREE = {
    'src/low/exm-a.h': '#pragma once\n\nint\nexm_a (int x);\n',
    'src/low/exm-a.c': '#include "exm-a.h"\n\nstatic int\nhelp (int x)\n{\n  return x;\n}\n\n'
                       'int\nexm_a (int x)\n{\n  return help (x);\n}\n',
    'src/high/deep/main.c': '#include "exm-a.h"\n\nint\nmain (void)\n{\n  return exm_a (1);\n}\n',
}
# As TREE, with enough lines of code that the header's share is below the bar.
LONG = dict(TREE, **{'src/low/table.c': 'static const int table[] = {\n' + '  1,\n' * 40 + '};\n'})
MORE = {'src/low/exm-b.h': '#pragma once\n\nint\nexm_b (void);\n'}


def texts(text):
    return [token.text for token in csource.tokens(text)]


class Code(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = self.folder.name

    def tearDown(self):
        self.folder.cleanup()

    def write(self, files):
        for name, text in files.items():
            path = os.path.join(self.root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)

    def count(self, files):
        self.write(files)
        return CODE.Count(self.root)

    def run_tool(self, *args):
        return tap.call(CODE.main, ['count-code.py', *args, self.root])

    def limits(self, files, allowed=None):
        self.write(files)
        self.write({'tests/tools/ratchet.json': json.dumps({'code': allowed or {}})})
        return self.run_tool('--limits')

    def names(self, functions):
        return sorted(function.name for function in functions)

    def test_tokens(self):
        for text, expected in (
                ('a+++b', ['a', '++', '+', 'b']),
                ('a <<= b->c... // x\n/* y\n*/;', ['a', '<<=', 'b', '->', 'c', '...', ';']),
                ('0x1fu 1e-5 .5 1.f', ['0x1fu', '1e-5', '.5', '1.f']),
                ('"a\\"/*b*/" L\'\\\'\' u8"c"', ['"a\\"/*b*/"', 'L\'\\\'\'', 'u8"c"']),
                ('#include <a/b.h>\n', ['#', 'include', '<a/b.h>']),
                ('#define A(x) \\\n  x ## 1\nb', ['#', 'define', 'A', '(', 'x', ')', 'x', '##', '1',
                                                'b']),
                ('', [])):
            with self.subTest(text=text):
                self.assertEqual(texts(text), expected)

    def test_lines_and_directives(self):
        found = csource.tokens('/* a\n */ b\n#define C \\\n  1\nd\n')
        self.assertEqual([(t.text, t.line, t.directive) for t in found],
                         [('b', 2, False), ('#', 3, True), ('define', 3, True), ('C', 3, True),
                          ('1', 4, True), ('d', 5, False)])

    def test_folders_of_any_depth(self):
        count = self.count(TREE)
        self.assertEqual(set(count.tokens), {'src', 'src/low', 'src/high', 'src/high/deep'})
        self.assertEqual(count.tokens['src/high'], count.tokens['src/high/deep'])
        self.assertEqual(count.tokens['src'], count.tokens['src/low'] + count.tokens['src/high'])
        self.assertEqual(count.tokens['src/high'], 16)

    def test_functions(self):
        text = ('G_DEFINE_TYPE (ExmA, exm_a, G_TYPE_OBJECT)\n\n'
                'struct _ExmA\n{\n  int (*f) (void);\n};\n\n'
                'static G_GNUC_PRINTF (1, 2) void\nsay (const char *f, ...)\n{\n}\n\n'
                'static int table[] = { 1, 2 };\n\nvoid *\nexm_a_get (int (*f) (int))\n'
                '{\n  struct { int x; } y = { f (1) };\n}\n')
        file = cgraph.File('src/a.c', text)
        self.assertEqual([(f.name, f.is_static) for f in file.functions],
                         [('say', True), ('exm_a_get', False)])
        header = cgraph.File('src/a.h', 'G_BEGIN_DECLS\n\nG_DECLARE_FINAL_TYPE (A, b, C, D, E)\n\n'
                                        'int exm_a (void) G_GNUC_CONST;\nchar *\nexm_b (int c);\n'
                                        'typedef int (*F) (void);\n_Static_assert (1, "x");\n')
        self.assertEqual(list(header.prototypes), ['exm_a', 'exm_b'])

    def test_public_and_single_callers(self):
        count = self.count(TREE)
        self.assertEqual(list(count.public), ['exm_a'])
        self.assertEqual(count.single, {'exm_a': 'src/high/deep/main.c'})
        self.assertEqual(count.measures()['single-caller'], 100)
        count = self.count({'src/high/exm-c.c': 'void *c[] = { exm_a };\n'})
        self.assertEqual(count.single, {})

    def test_dead(self):
        self.assertEqual(self.count(TREE).dead, [])
        dead = 'int\nexm_b (void)\n{\n  return exm_only_b () + exm_b ();\n}\n'
        self.write(dict(MORE, **{'src/low/exm-b.c': dead,
                                 'src/low/exm-d.c': 'int\nexm_only_b (void)\n{\n}\n'}))
        count = CODE.Count(self.root)
        self.assertEqual(self.names(count.dead), ['exm_b', 'exm_only_b'])
        self.assertEqual(count.tests_only, [])

    def test_dead_but_for_tests(self):
        count = self.count(dict(TREE, **MORE, **{
            'src/low/exm-b.c': 'int\nexm_b (void)\n{\n  return 1;\n}\n',
            'tests/low/test-b.c': '/* */ void\ntest (void)\n{\n  g (exm_b ());\n}\n'}))
        self.assertEqual(count.dead, [])
        self.assertEqual(self.names(count.tests_only), ['exm_b'])
        count = self.count({'tests/low/test-b.c': '/* exm_b */ char *b = "exm_b";\n'})
        self.assertEqual(self.names(count.dead), ['exm_b'])

    def test_used_by_table_member_and_pasting(self):
        use = 'static F table[] = { exm_b };\n'
        files = dict(TREE, **MORE, **{'src/low/exm-b.c': 'int\nexm_b (void)\n{\n  return 1;\n}\n'})
        self.assertEqual(self.count(dict(files, **{'src/low/use.c': use})).dead, [])
        paste = '#define GET(x) { exm_##x }\nstatic F table[] = GET (b);\n'
        self.assertEqual(self.count({'src/low/use.c': paste}).dead, [])
        member = 'static int x = y->exm_b (1) + z.exm_b;\n'
        self.assertEqual(self.names(self.count({'src/low/use.c': member}).dead), ['exm_b'])

    def test_identical(self):
        one = 'static int\none (int first, int second)\n' + BODY
        two = 'static int\ntwo (int first, int second)\n' + BODY.replace('\n  ', '  /* x */\n')
        count = self.count(dict(TREE, **{'src/low/one.c': one, 'src/high/two.c': two}))
        self.assertEqual([self.names(group) for group in count.identical], [['one', 'two']])
        self.assertEqual(count.measures()['identical'], 1)
        other = two.replace('3', '5')
        self.assertEqual(self.count({'src/high/two.c': other}).identical, [])
        own = 'static int\nfirst (void)\n{\n  return %d;\n}\n\n'
        count = self.count({'src/low/one.c': own % 1 + one, 'src/high/two.c': own % 2 + two})
        self.assertEqual(count.identical, [])
        short = 'static int\nf (int x)\n{\n  return x + 1;\n}\n'
        count = self.count({'src/low/one.c': short, 'src/high/two.c': short})
        self.assertEqual(count.identical, [])

    def test_limits(self):
        twice = {'src/high/exm-c.c': 'void *c[] = { exm_a };\n'}
        status, output = self.limits(dict(LONG, **twice))
        self.assertEqual(status, 0, output)
        for files, rule in (
                ({'src/high/exm-c.c': ''}, 'single-caller'),
                ({'src/low/long.h': '#pragma once\n' + '#define A 1\n' * 40}, 'headers'),
                ({'src/low/b.c': 'int\nexm_b (void)\n{\n}\n'}, 'dead'),
                ({'src/low/b.c': 'static int\nf (int x)\n' + BODY,
                  'src/low/c.c': 'static int\ng (int x)\n' + BODY}, 'identical')):
            with self.subTest(rule=rule):
                with tempfile.TemporaryDirectory() as self.root:
                    status, output = self.limits(dict(LONG, **dict(twice, **files)))
                    self.assertEqual(status, 1, output)
                    failed = [line for line in output.split('\n') if line.startswith('not ok')]
                    self.assertEqual(len(failed), 1, output)
                    self.assertIn('- %s:' % rule, failed[0])

    def test_limits_of_nothing(self):
        status, output = self.limits({'src/readme': ''})
        self.assertEqual(status, 1)
        self.assertIn('no C file', output)

    def test_ratchet(self):
        files = dict(LONG, **{'src/high/exm-c.c': 'void *c[] = { exm_a };\n',
                              'src/low/b.c': 'int\nexm_b (void)\n{\n}\n'})
        self.assertEqual(self.limits(files, {'dead': 1})[0], 0)
        status, output = self.limits(files, {'dead': 2})
        self.assertEqual(status, 1)
        self.assertIn('lower it', output)
        self.assertEqual(self.run_tool('--lower')[0], 0)
        self.assertEqual(self.run_tool('--limits')[0], 0)
        self.write({'src/low/c.c': 'int\nexm_c (void)\n{\n}\n'})
        status, output = self.run_tool('--limits')
        self.assertEqual(status, 1)
        self.assertIn('src/low/c.c:2: exm_c', output)
        status, output = self.run_tool('--lower')
        self.assertEqual(status, 1)
        self.assertIn('2 in all, at most 1', output)
        self.assertEqual(self.run_tool('--limits')[0], 1)

    def test_base(self):
        self.write(TREE)
        git = ['git', '-C', self.root, '-c', 'user.name=a', '-c', 'user.email=a@example.org']
        for args in (['init', '-q'], ['add', '.'], ['commit', '-q', '-m', 'x']):
            subprocess.run(git + args, check=True)
        self.write({'src/low/exm-a.h': TREE['src/low/exm-a.h'] + 'int x;\n'})
        status, output = self.run_tool('--base', 'HEAD')
        self.assertEqual(status, 0, output)
        rows = [line.split() for line in output.strip().split('\n')[1:]]
        self.assertEqual([row[2:] for row in rows], [['+3', 'src'], ['+3', 'src/low']])
        self.assertEqual(self.run_tool('--base', 'nothing')[0], 1)

    def test_show(self):
        self.write(TREE)
        status, output = self.run_tool('--lists')
        self.assertEqual(status, 0)
        self.assertIn('src/high/deep', output)
        self.assertIn('src/low/exm-a.c:10: exm_a ← src/high/deep/main.c', output)


if __name__ == '__main__':
    tap.main()
