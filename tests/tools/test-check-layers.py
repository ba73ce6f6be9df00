#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every arrow that check-layers.py forbids is forbidden."""

import os
import tempfile
import unittest

import tap

CHECK = tap.load('check-layers.py')

HEADERS = (
    'src/base/exm-text.h', 'src/model/exm-page-text.h', 'src/kernel/exm-kernel.h',
    'src/extract/exm-lanes.h', 'src/page/exm-decode.h', 'src/engine/exm-engine.h',
    'src/store/exm-store.h', 'src/collect/exm-fetcher.h', 'src/publish/exm-writer.h',
    'src/worker/exm-worker.h', 'src/app/exm-window.h', 'src/app/models/exm-session.h',
    'src/app/chart/exm-chart.h', 'src/sample/exm-sample-site.h', 'tests/lib/exm-fixture.h',
)


class Layers(unittest.TestCase):
    def run_with(self, path, text):
        """Exit status and output of the check on a small tree with one more file."""
        with tempfile.TemporaryDirectory() as root:
            for name in HEADERS:
                self.write(root, name, '#pragma once\n')
            self.write(root, path, text)
            return tap.call(CHECK.main, ['check-layers.py', root])

    def write(self, root, name, text):
        path = os.path.join(root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text)

    def allowed(self, path, line):
        status, output = self.run_with(path, line + '\n')
        self.assertEqual(status, 0, output)
        self.assertIn('ok ', output)

    def forbidden(self, path, line, said):
        status, output = self.run_with(path, line + '\n')
        self.assertEqual(status, 1, output)
        self.assertIn('not ok', output)
        self.assertIn(said, output)

    def test_allowed_local(self):
        self.allowed('src/model/a.c', '#include "exm-text.h"')
        self.allowed('src/extract/a.c', '#include "exm-kernel.h"')
        self.allowed('src/extract/methods/a.c', '#include "exm-lanes.h"')
        self.allowed('src/cli/a.c', '#include "exm-sample-site.h"')
        self.allowed('src/page/a.c', '#include "config.h"')

    def test_transitive(self):
        self.allowed('src/engine/a.c', '#include "exm-text.h"')
        self.allowed('src/worker/a.c', '#include "exm-kernel.h"')

    def test_upward(self):
        self.forbidden('src/model/a.c', '#include "exm-engine.h"', 'may not see engine')
        self.forbidden('src/base/a.c', '#include "exm-page-text.h"', 'may not see model')
        self.forbidden('src/page/a.h', '#include "exm-lanes.h"', 'may not see extract')
        self.forbidden('src/extract/a.c', '#include "exm-decode.h"', 'may not see page')
        self.forbidden('src/engine/a.c', '#include "exm-store.h"', 'may not see store')
        self.forbidden('src/sample/a.c', '#include "exm-page-text.h"', 'may not see model')
        self.forbidden('src/collect/a.c', '#include "exm-worker.h"', 'may not see worker')
        self.forbidden('src/publish/a.c', '#include "exm-store.h"', 'may not see store')

    def test_by_path(self):
        self.forbidden('src/model/a.c', '#include "../engine/exm-engine.h"', 'engine')

    def test_kernel_knows_libc_only(self):
        self.allowed('src/kernel/a.c', '#include <stdint.h>')
        self.forbidden('src/kernel/a.c', '#include <glib.h>', 'may not use GLib')
        self.forbidden('src/kernel/a.c', '#include "exm-text.h"', 'may not see base')
        self.forbidden('src/kernel/a.c', '#include <unistd.h>', 'may not use POSIX')
        self.forbidden('src/kernel/a.c', '#include "config.h"', 'config.h')

    def test_libraries_in_their_place(self):
        for path, header, title in (
                ('src/page/a.c', 'webkit/webkit.h', 'WebKit'),
                ('src/app/a.c', 'webkit/webkit.h', 'WebKit'),
                ('src/engine/a.c', 'sqlite3.h', 'SQLite'),
                ('src/publish/a.c', 'sqlite3.h', 'SQLite'),
                ('src/cli/a.c', 'libsoup/soup.h', 'libsoup'),
                ('src/cli/a.c', 'gtk/gtk.h', 'GTK'),
                ('src/cli/a.c', 'adwaita.h', 'GTK'),
                ('src/engine/a.c', 'libxml/tree.h', 'libxml2'),
                ('src/collect/a.c', 'libxml/HTMLparser.h', 'HTML parser')):
            with self.subTest(path=path, header=header):
                self.forbidden(path, '#include <%s>' % header, title)
        for path, header in (
                ('src/app/web/a.c', 'webkit/webkit.h'), ('src/render/a.c', 'webkit/webkit.h'),
                ('src/publish/sql/a.c', 'sqlite3.h'), ('src/store/a.c', 'sqlite3.h'),
                ('src/app/a.c', 'gtk/gtk.h'), ('src/sample/a.c', 'libsoup/soup.h'),
                ('src/collect/a.c', 'libxml/xmlreader.h')):
            with self.subTest(path=path, header=header):
                self.allowed(path, '#include <%s>' % header)

    def test_unknown(self):
        self.forbidden('src/cli/a.c', '#include <curses.h>', 'in no library of the table')
        self.forbidden('src/cli/a.c', '#include "exm-nowhere.h"', 'no header of this tree')
        self.forbidden('src/attic/a.c', '#include <stdio.h>', 'not in the table')
        self.forbidden('src/cli/a.c', '#include HEADER', 'macro')

    def test_folders_in_folders(self):
        self.allowed('src/app/a.c', '#include "exm-session.h"')
        self.allowed('src/app/a.c', '#include <gtk/gtk.h>')
        self.allowed('src/app/chart/a.c', '#include <gtk/gtk.h>')
        self.allowed('src/app/models/a.c', '#include "exm-worker.h"')
        self.allowed('tests/app/a.c', '#include <gtk/gtk.h>')
        self.forbidden('src/app/models/a.c', '#include <gtk/gtk.h>', 'may not use GTK')
        self.forbidden('src/app/models/a.c', '#include "exm-window.h"', 'may not see app')
        self.forbidden('src/app/chart/a.c', '#include "exm-session.h"', 'not see app/models')
        self.forbidden('src/app/chart/a.c', '#include "exm-worker.h"', 'may not see worker')
        self.forbidden('src/app/chart/meson.build', 'x = [app_models_dep]', 'app/models')
        self.forbidden('src/app/a.c', '#include "exm-a-resources.h"', 'no header')

    def test_hidden_include(self):
        self.forbidden('src/model/a.c', '#  include \\\n  "exm-engine.h"',
                       'may not see engine')
        self.forbidden('src/model/a.c', '/* x */ #include "exm-engine.h"',
                       'may not see engine')

    def test_comment_is_no_include(self):
        self.allowed('src/model/a.c', '/*\n#include "exm-engine.h"\n*/')

    def test_tests(self):
        self.allowed('tests/collect/a.c', '#include "exm-sample-site.h"')
        self.allowed('tests/collect/a.c', '#include "exm-fixture.h"')
        self.allowed('tests/kernel/a.c', '#include <glib.h>')
        self.allowed('tests/fuzz/a.c', '#include "exm-engine.h"')
        self.forbidden('tests/page/a.c', '#include "exm-engine.h"', 'may not see engine')
        self.allowed('tests/sample/a.c', '#include "exm-decode.h"')
        self.forbidden('tests/sample/a.c', '#include "exm-engine.h"', 'may not see engine')
        self.forbidden('src/sample/a.c', '#include "exm-decode.h"', 'may not see page')
        self.forbidden('tests/page/a.c', '#include <sqlite3.h>', 'may not use SQLite')
        self.forbidden('tests/lib/a.c', '#include <gtk/gtk.h>', 'may not use GTK')
        self.forbidden('src/page/a.c', '#include "exm-fixture.h"', 'belongs to the tests')

    def test_build_files(self):
        self.allowed('src/page/meson.build', 'x = [model_dep, xml_dep]')
        self.forbidden('src/page/meson.build', 'x = [engine_dep]', 'may not see engine')
        self.forbidden('src/kernel/meson.build', 'x = [base_dep]', 'may not see base')

    def test_empty_tree_fails(self):
        with tempfile.TemporaryDirectory() as root:
            status, _ = tap.call(CHECK.main, ['check-layers.py', root])
            self.assertEqual(status, 1)


if __name__ == '__main__':
    tap.main()
