#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every rule of check-source.py catches what it is for, and only that."""

import os
import shutil
import tempfile
import unittest
import unittest.mock

import tap

HERE = os.path.dirname(os.path.abspath(__file__))
CHECK = tap.load('check-source.py')
SPDX = ('/* SPDX-FileCopyrightText: 2026 The Exemplar authors\n'
        ' * SPDX-License-Identifier: GPL-3.0-or-later */\n\n')
GOOD = SPDX + '#include "a.h"\n\nint\nanswer (void)\n{\n  return 42;\n}\n'
MARKED = SPDX + 'const char *\nsay (void)\n{\n  return _ ("Hello");\n}\n'
PO_HEADER = ('msgid ""\nmsgstr ""\n"Language: zh_CN\\n"\n"MIME-Version: 1.0\\n"\n'
             '"Content-Type: text/plain; charset=UTF-8\\n"\n'
             '"Content-Transfer-Encoding: 8bit\\n"\n'
             '"Plural-Forms: nplurals=1; plural=0;\\n"\n')
HELLO = '\nmsgid "Hello"\nmsgstr "你好"\n'


class Source(unittest.TestCase):
    def setUp(self):
        # Rows of the tree itself, which the small trees have not.
        rows = unittest.mock.patch.object(CHECK, 'LONG_FILES', {})
        rows.start()
        self.addCleanup(rows.stop)

    def run_with(self, files, env=None):
        """Exit status and output of the check on a small good tree with these changes."""
        tree = {
            'src/base/a.c': GOOD,
            'src/base/a.h': SPDX + '#pragma once\n\nint answer (void);\n',
            'po/POTFILES.in': '',
            'po/LINGUAS': 'zh_CN\n',
            'po/zh_CN.po': PO_HEADER,
        }
        tree.update(files)
        with tempfile.TemporaryDirectory() as root:
            shutil.copy(os.path.join(HERE, '..', '..', '.clang-format'), root)
            for name, text in tree.items():
                if text is None:
                    continue
                path = os.path.join(root, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write(text)
            with unittest.mock.patch.dict(os.environ, env or {}):
                return tap.call(CHECK.main, ['check-source.py', root])

    def good(self, files):
        status, output = self.run_with(files)
        self.assertEqual(status, 0, output)

    def bad(self, rule, files, said, env=None):
        """Exactly this rule fails, and says so."""
        status, output = self.run_with(files, env)
        self.assertEqual(status, 1, output)
        failed = [line for line in output.split('\n') if line.startswith('not ok')]
        self.assertEqual(len(failed), 1, output)
        self.assertIn('- %s:' % rule, failed[0])
        self.assertIn(said, output)

    def test_good_tree(self):
        self.good({})

    def test_format(self):
        self.bad('format', {'src/base/a.c': GOOD.replace('  return', '      return')},
                 'a.c:8')

    def test_format_without_tool(self):
        with tempfile.TemporaryDirectory() as folder:
            for tool in ('msgfmt', 'msgcmp', 'xgettext'):
                os.symlink(shutil.which(tool), os.path.join(folder, tool))
            self.bad('format', {}, 'clang-format 14 is needed',
                     env={'PATH': folder})

    def test_format_of_another_version(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ('clang-format', 'clang-format-14'):
                path = os.path.join(folder, name)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write('#!/bin/sh\necho clang-format version 13.0.1\n')
                os.chmod(path, 0o755)
            path = folder + os.pathsep + os.environ['PATH']
            self.bad('format', {}, 'this is: clang-format version 13',
                     env={'PATH': path})

    def test_spdx(self):
        self.bad('spdx', {'src/base/a.c': GOOD.replace('GPL-3.0-or-later', 'MIT')}, 'a.c')
        self.bad('spdx', {'tests/tools/x.py': 'X = 1\n'}, 'x.py')
        self.bad('spdx', {'dev': '#!/bin/bash\ntrue\n'}, 'dev')

    def test_pragma_once(self):
        self.bad('pragma-once', {'src/base/a.h': SPDX + 'int answer (void);\n'}, 'a.h')

    def test_file_length(self):
        self.bad('file-length', {'src/base/a.c': GOOD + '\n/* */\n' * 446}, 'a.c: 902')
        self.good({'src/base/a.c': GOOD + '\n/* */\n' * 295})

    def test_file_length_with_a_reason(self):
        long = {'src/base/deep/b.c': GOOD + '\n/* */\n' * 446}
        for rows, said in (({'deep/b.c': 'one table'}, None), ({'b.c': 'one table'}, None),
                           ({'b.c': ''}, 'gives no reason'),
                           ({'eep/b.c': 'one table'}, 'at most 900 without'),
                           ({'b.c': 'one table', 'a.c': 'one table'}, 'a.c: LONG_FILES need')):
            with self.subTest(rows=rows), unittest.mock.patch.object(CHECK, 'LONG_FILES', rows):
                if said:
                    self.bad('file-length', long, said)
                else:
                    self.good(long)

    def entries(self, folder, count):
        return {'%s/e%d.txt' % (folder, i): 'a\n' for i in range(count)}

    def test_folder_entries(self):
        for folder in ('src/a/b/c/d', 'tests/a', 'ui'):
            with self.subTest(folder=folder):
                self.bad('folder-entries', self.entries(folder, 41), folder + ': 41 entries')
                self.good(self.entries(folder, 40))
        self.bad('folder-entries', dict(self.entries('src/a', 40), **{'src/a/b/c.txt': 'a\n'}),
                 'src/a: 41 entries')
        for folder in ('tests/fuzz/corpus/page', 'tests/data', 'tests/data/a', 'po'):
            self.good(self.entries(folder, 41))

    def test_folder_entries_only_fall(self):
        tree = self.entries('src/a', 45)
        for most, said in ((45, None), (44, 'at most 44'), (46, 'lower it')):
            with self.subTest(most=most):
                rows = {'tests/tools/ratchet.json': '{"folder-entries": {"src/a": %d}}\n' % most}
                if said:
                    self.bad('folder-entries', dict(tree, **rows), said)
                else:
                    self.good(dict(tree, **rows))
        rows = {'tests/tools/ratchet.json': '{"folder-entries": {"src/a": 45}}\n'}
        self.bad('folder-entries', rows, 'src/a: 0 entries')

    def test_function_length(self):
        long = GOOD.replace('  return 42;\n', '  answer ();\n' * 77)
        self.bad('function-length', {'src/base/a.c': long}, 'answer has 81 lines')
        self.good({'src/base/a.c': GOOD.replace('  return 42;\n', '  answer ();\n' * 76)})

    def test_function_length_of_tables(self):
        rows = 'static const int table[] = {\n' + '  1, /* */\n' * 90 + '};\n'
        struct = 'struct _A\n{\n' + '  int (*f) (void);\n' * 90 + '};\n'
        self.good({'src/base/a.c': GOOD + '\n' + rows + '\n' + struct})

    def test_function_length_of_scripts(self):
        spdx = SPDX.replace('/* ', '# ').replace(' * ', '# ').replace(' */', '')
        python = spdx + 'def f():\n' + '    print()\n' * 80
        self.bad('function-length', {'tests/tools/x.py': python}, 'f has 81 lines')
        shell = spdx + 'f ()\n{\n' + '  true\n' * 80 + '}\n'
        self.bad('function-length', {'dev': shell}, 'f has 83 lines')

    def test_tabs(self):
        self.bad('tabs', {'README.md': 'a\tb\n'}, 'README.md:1')
        self.good({'tests/data/pages.tsv': 'a\tb\n', 'data/sample/a.html': '\t \n'})

    def test_trailing_space(self):
        self.bad('trailing-space', {'README.md': 'a \n'}, 'README.md:1')
        self.bad('trailing-space', {'README.md': 'a'}, 'README.md: a file ends')
        self.bad('trailing-space', {'README.md': 'a\n\n'}, 'README.md: a file ends')

    def test_unfinished(self):
        for word in ('TO' 'DO', 'FIX' 'ME', 'XX' 'X'):
            self.bad('unfinished', {'src/base/a.c': GOOD + '\n/* %s: x */\n' % word}, word)
        self.good({'README.md': 'XX' 'XL\n'})

    def test_machine_words(self):
        for word in ('/wo' 'rk/x', '/fa' 'rm/x', '.lib' 'rary', '/ro' 'ot/x', '/ho' 'me/x'):
            self.bad('machine-words', {'data/sample/a.html': '"%s"' % word}, 'a.html:1')
        self.good({'README.md': 'https://example.org/wo' 'rk/ and find_lib' 'rary\n'})

    def test_potfiles(self):
        po = {'src/base/b.c': MARKED, 'po/zh_CN.po': PO_HEADER}
        self.bad('potfiles', po, 'b.c marks text')
        self.bad('potfiles', {'po/POTFILES.in': None}, 'missing')
        plural = MARKED.replace('_ ("Hello")', 'g_dngettext (NULL, "a", "b", 2)')
        self.bad('potfiles', {'src/base/b.c': plural}, 'b.c marks text')
        self.bad('potfiles', {'po/POTFILES.in': 'src/base/a.c\n'}, 'which marks no text')
        self.good({'src/base/a.c': GOOD.replace('42;', '42; /* _ ("x") */')})

    def test_cut_texts(self):
        tree = {'po/POTFILES.in': 'src/base/b.c\n', 'po/zh_CN.po': PO_HEADER + HELLO}
        for call in ('f (_ ("Hello") "%" G_GSIZE_FORMAT)', 'f (_ ("Hello"), "%" G_GSIZE_FORMAT)'):
            self.good(dict(tree, **{'src/base/b.c': MARKED.replace('_ ("Hello")', call)}))
        cut = MARKED.replace('"Hello"', '"Hello" G_GSIZE_FORMAT')
        self.bad('cut-texts', dict(tree, **{'src/base/b.c': cut}), 'b.c:')

    def test_stored_errors(self):
        po = {'po/zh_CN.po': PO_HEADER + HELLO}
        for path, call, is_good in (
                ('src/service/store/b.c', 'g_set_error_literal (e, D, C, _ ("Hello"))', False),
                ('src/service/store/b.c', 'g_prefix_error (e, _ ("Hello"))', False),
                ('src/service/worker/exm-core-b.c', 'g_error_new (D, C, _ ("Hello"), 1)', False),
                ('src/service/store/b.c', 'exm_said_set_error (e, D, C, N_ ("Hello"))', True),
                ('src/service/store/b.c',
                 'g_error_new (G_IO_ERROR, G_IO_ERROR_CLOSED, _ ("Hello"))', True),
                ('src/cli/b.c', 'g_error_new (D, C, _ ("Hello"), 1)', True)):
            with self.subTest(path=path, call=call):
                tree = dict(po, **{path: MARKED.replace('_ ("Hello")', call),
                                   'po/POTFILES.in': path + '\n'})
                if is_good:
                    self.good(tree)
                else:
                    self.bad('stored-errors', tree, 'b.c:7')

    def test_locale(self):
        for path, call, is_good in (
                ('src/libexemplar/page/b.c', 'f (g_utf8_strdown (a, 1))', False),
                ('src/libexemplar/page/b.c', 'f (exm_text_lower (a, 1))', True),
                ('src/libexemplar/page/b.c', 'f (strcasestr (a, b))', False),
                ('src/libexemplar/page/b.c', 'f (g_ascii_strcasecmp (a, b))', True),
                ('src/libexemplar/page/b.c', 'f (tolower (a))', False),
                ('src/libexemplar/page/b.c', 'f (isalpha (a))', False),
                ('src/libexemplar/page/b.c', 'f (strtod (a, b))', False),
                ('src/libexemplar/page/b.c', 'f (g_ascii_strtod (a, b))', True),
                ('src/libexemplar/page/b.c', 'f ("strtod (a, b)") /* strtod (a, b) */', True),
                ('src/libexemplar/page/b.c', 'printf ("a %.2f", a)', False),
                ('src/libexemplar/page/b.c', 'printf ("a %g", a)', False),
                ('src/libexemplar/page/b.c', 'printf ("a %.0f%% %s %d %%f", a)', True),
                ('src/libexemplar/page/b.c', 'g_ascii_formatd (a, 9, "%.2f", a)', True),
                ('src/libexemplar/page/b.c', 'exm_said_new ("%.2f", a)', True),
                ('src/app/b.c', 'printf ("a %.2f", a)', True),
                ('src/libexemplar/page/b.c', 'g_date_time_format (a, "%A")', False),
                ('src/libexemplar/page/b.c', 'g_date_time_format (a, "%Y-%m-%d")', True),
                ('src/app/b.c', 'g_date_time_format (a, "%A")', True),
                ('src/app/b.c', 'g_utf8_collate_key_for_filename (a, 1)', False),
                ('src/app/session/exm-task-list.c', 'g_utf8_collate_key_for_filename (a, 1)', True),
                ('src/app/session/exm-task-list.c', 'g_utf8_collate (a, b)', False)):
            with self.subTest(path=path, call=call):
                tree = {path: GOOD.replace('42', call)}
                if is_good:
                    self.good(tree)
                else:
                    self.bad('locale', tree, ' depends on the locale')

    def test_hosts(self):
        for path, text, is_good in (
                ('src/libexemplar/page/b.c', 'a = "news.site.com";', False),
                ('src/service/setup/b.c', 'a = "https://Site.co.jp/x";', False),
                ('src/lab/b.c', 'a = f ("x", "site.de");', False),
                ('src/libexemplar/page/b.c', 'a = "http://schema.org/False";', True),
                ('src/libexemplar/page/b.c', 'a = "www.w3.org", b = "news.example.com";', True),
                ('src/libexemplar/page/b.c', 'a = b.com; /* as on site.com */', True),
                ('src/libexemplar/page/b.c', 'a = "index.html x.comes to.info.c";', True),
                ('src/service/publish/b.c', 'a = "https://hooks.site.com/";', True)):
            with self.subTest(path=path, text=text):
                tree = {path: SPDX + 'void\nf (void)\n{\n  %s\n}\n' % text}
                if is_good:
                    self.good(tree)
                else:
                    self.bad('hosts', tree, path + ':7: ')
        table = 'src/libexemplar/extract/net/b.table'
        self.bad('hosts', {table: 'about x\nhost site.com 1\n'}, table + ':2: site.com')
        self.good({table: 'about x\nword 1.2 -0.5\n'})

    def test_store_errors(self):
        header = {'src/service/store/exm-store.h': SPDX + '#pragma once\n\ngboolean exm_store_put '
                                                  '(int a, GError **error);\n'
                                                  'char *exm_store_name (int a, GError '
                                                  '**error);\n'}
        for path, name, body, is_good in (
                ('src/service/worker/b.c', 'put', 'return exm_store_put (1, NULL);', False),
                ('src/cli/b.c', 'put', 'return exm_store_put (f (1, 2), NULL);', False),
                ('src/app/b.c', 'put', 'return exm_store_name (1, NULL) == NULL;', False),
                ('src/service/store/b.c', 'put', 'exm_store_put (1, error);', False),
                ('src/service/worker/b.c', 'put', 'if (a)\n    exm_store_put (1, error);', False),
                ('src/service/worker/b.c', 'put', 'return exm_store_put (1, error);', True),
                ('src/service/worker/b.c', 'put', 'return !a || exm_store_put (1, error);', True),
                ('src/service/worker/b.c', 'put', 'exm_store_close (a, NULL);', True),
                ('src/service/worker/b.c', 'put_or_report', 'exm_store_put (1, NULL);', True),
                ('src/libexemplar/b.c', 'put', 'exm_store_put (1, NULL);', True)):
            with self.subTest(path=path, body=body):
                tree = dict(header, **{path: SPDX + 'int\n%s (void)\n{\n  %s\n}\n'
                                             % (name, body)})
                if is_good:
                    self.good(tree)
                else:
                    self.bad('store-errors', tree, 'b.c:')

    def test_potfiles_that_are_gone(self):
        status, output = self.run_with({'po/POTFILES.in': 'src/base/gone.c\n'})
        self.assertEqual(status, 1)
        self.assertIn('gone.c, which does not exist', output)

    def test_translations(self):
        tree = {'src/base/b.c': MARKED, 'po/POTFILES.in': 'src/base/b.c\n'}
        self.good(dict(tree, **{'po/zh_CN.po': PO_HEADER + HELLO}))
        for said, text in (
                ('"Hello": this message is used but not defined', ''),
                ('1 untranslated', HELLO.replace('你好', '')),
                ('1 fuzzy', HELLO.replace('msgid', '#, fuzzy\nmsgid')),
                ('not used', HELLO + HELLO.replace('Hello', 'Bye')),
                ('syntax error', HELLO + 'msgid\n')):
            with self.subTest(said=said):
                self.bad('translations', dict(tree, **{'po/zh_CN.po': PO_HEADER + text}), said)

    def test_translations_that_are_gone(self):
        self.bad('translations', {'po/zh_CN.po': None}, 'zh_CN.po is missing')
        self.bad('translations', {'po/LINGUAS': '# none\n'}, 'does not list zh_CN')


if __name__ == '__main__':
    tap.main()
