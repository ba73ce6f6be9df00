#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Test of check-words.py: it finds the words it is for, and no others."""

import json
import os
import tempfile
import unittest
import unittest.mock

import tap

CHECK = tap.load('check-words.py')
NAMES = {'exm_old': 'exm_new', 'ExmLook*': 'ExmProbe', 'exm-old-file': 'exm-new-file'}


class Words(unittest.TestCase):
    def run_with(self, files, allowed=None, args=()):
        with tempfile.TemporaryDirectory() as root:
            tree = dict(files)
            tree['tests/tools/ratchet.json'] = json.dumps(allowed or {})
            for name, text in tree.items():
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
            with unittest.mock.patch.object(CHECK, 'RETIRED', NAMES):
                return tap.call(CHECK.main, ['check-words.py', *args, root])

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

    def test_beginnings(self):
        for word in ('What', 'Where', 'Who', 'That', 'Of'):
            for path, text in (
                    ('src/a/b/c.c', 'int x; /* %s is x. */\n'),
                    ('src/a/b/c.c', '/* %s\n * is x. */\n'),
                    ('src/a/b/c.h', '/**\n * %s is x. */\n'),
                    ('src/a/b/c.h', '/**\n * f:\n * @a: b\n *\n * %s is x.\n */\n'),
                    ('src/a/b/c.h', '// %s is x.\n'),
                    ('tests/a/b.py', 'x = 1\n# %s is x\n'),
                    ('tests/a/b.py', 'def f():\n    """%s is x."""\n'),
                    ('tests/a/meson.build', '  # %s is x\n')):
                with self.subTest(word=word, text=text):
                    self.bad('comments', {path: text % word}, path + ':')

    def test_other_beginnings(self):
        for path, text in (
                ('src/a/c.c', '/* Returns what is x. That is all. */\n'),
                ('src/a/c.c', '/* Whatever, Whose, Office, what */\n/* Offers x. */\n'),
                ('src/a/c.c', 'char *x = "/* What */";\n'),
                ('src/a/c.c', '/**\n * f:\n *\n * Makes x.\n *\n * That is all.\n */\n'),
                ('src/a/c.c', 'int What; /* a row.\n * What follows */\n'),
                ('tests/a/b.py', 'x = "# What"\n# The line goes on with\n# What is x\n'),
                ('tests/data/a.c', '/* What is x. */\n'),
                ('data/a.c', '/* What is x. */\n')):
            with self.subTest(text=text):
                self.good({path: text})

    def test_ratchet(self):
        two = {'src/a/b.c': '/* What */\n/* Who */\n'}
        self.good(two, allowed={'comments': {'src/a': 2}})
        self.bad('comments', two, 'src/a/b.c:2', allowed={'comments': {'src/a': 1}})
        self.bad('comments', two, 'lower it', allowed={'comments': {'src/a': 3}})
        self.bad('comments', two, 'lower it', allowed={'comments': {'src/a': 2, 'src/b': 1}})

    def test_lower(self):
        two = {'src/a/b.c': '/* What */\n/* Who */\n'}
        self.assertEqual(self.run_with(two, args=['--lower'])[0], 0)
        moved = {'comments': {'src/old': 2}}
        self.assertEqual(self.run_with(two, args=['--lower'], allowed=moved)[0], 0)
        status, output = self.run_with(two, args=['--lower'], allowed={'comments': {}})
        self.assertEqual(status, 1)
        self.assertIn('2 in all, at most 0', output)
        self.assertIn('src/a/b.c:2', self.run_with(two, args=['--lists'])[1])

    def test_retired(self):
        for path, text in (
                ('src/a/b.c', 'int\nexm_old (void);\n'), ('tests/a/b.c', 'x->exm_old;\n'),
                ('docs/notes/a.md', 'Call exm_old() first.\n'),
                ('src/a/b.c', '/* See exm_old(). */\n'), ('src/a/b.c', 'ExmLookWatch *x;\n'),
                ('src/a/b.c', 'ExmLook *x;\n'), ('src/a/exm-old-file.h', '\n'),
                ('src/a/b.c', '#include "a/exm-old-file.h"\n'),
                ('src/a/meson.build', "x = ['exm-old-file.c']\n")):
            with self.subTest(text=text):
                self.bad('retired', {path: text}, 'is now')

    def test_not_retired(self):
        for path, text in (
                ('src/a/b.c', 'exm_older (); my_exm_old ();\n'), ('src/a/b.c', 'MyExmLook x;\n'),
                ('src/a/b.c', '#include "exm-old-file-name.h"\n'), ('po/a.po', 'exm_old\n'),
                ('tests/data/a.txt', 'exm_old\n'), ('NEWS', 'exm_old\n')):
            with self.subTest(text=text):
                self.good({'x/' + path if path == 'NEWS' else path: text})

    def test_said(self):
        with unittest.mock.patch.object(CHECK, 'RETIRED_SAID', {'Old words': 'New', '旧': '新'}):
            for text in ('msgid "Old words"\nmsgstr ""\n', 'msgid "a"\nmsgstr "很旧"\n',
                         'msgid ""\n"of Old "\n"words"\nmsgstr "a"\n',
                         'msgid "a"\nmsgid_plural "Old words"\nmsgstr[0] "a"\n',
                         'msgid "a"\nmsgid_plural "b"\nmsgstr[0] "旧"\n'):
                with self.subTest(text=text):
                    self.bad('said', {'po/zh.po': text}, 'is now')
            for path, text in (('po/zh.po', '#. Old words\n#~ msgid "Old words"\nmsgid "a"\n'),
                               ('po/zh.po', 'msgid "Old "\nmsgstr "words"\n'),
                               ('src/a.c', '"Old words"\n')):
                with self.subTest(text=text):
                    self.good({path: text})

    def test_own_table_is_of_whole_names(self):
        for old, new in CHECK.RETIRED.items():
            self.assertRegex(old, r'^[\w-]+\*?$')
            self.assertNotEqual(old, new)


if __name__ == '__main__':
    tap.main()
