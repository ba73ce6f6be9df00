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
    'src/libexemplar/base/exm-text.h', 'src/libexemplar/types/exm-page-text.h', 'src/libexemplar/kernel/exm-kernel.h',
    'src/libexemplar/extract/exm-lanes.h', 'src/libexemplar/charset/exm-decode.h', 'src/libexemplar/engine/exm-engine.h',
    'src/service/store/exm-store.h', 'src/service/fetch/exm-fetcher.h', 'src/service/publish/exm-writer.h',
    'src/service/worker/exm-worker.h', 'src/app/shell/exm-window.h', 'src/app/session/exm-session.h',
    'src/app/chart/exm-chart.h', 'src/demo/exm-sample-site.h', 'tests/lib/exm-fixture.h',
)


class Layers(unittest.TestCase):
    def run_with(self, path, text):
        """Exit status and output of the check on a small tree with one more file."""
        with tempfile.TemporaryDirectory() as root:
            for name in HEADERS:
                self.write(root, name, '#pragma once\n')
            self.write(root, 'src/service/task/meson.build', "configure_file(output: 'exm-list.h')\n")
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
        self.allowed('src/libexemplar/types/a.c', '#include "base/exm-text.h"')
        self.allowed('src/libexemplar/extract/a.c', '#include "kernel/exm-kernel.h"')
        self.allowed('src/libexemplar/methods/a.c', '#include "extract/exm-lanes.h"')
        self.allowed('src/cli/a.c', '#include "demo/exm-sample-site.h"')
        self.allowed('src/libexemplar/page/a.c', '#include "config.h"')

    def test_configured(self):
        self.allowed('src/service/task/a.c', '#include "task/exm-list.h"')
        self.forbidden('src/service/task/a.c', '#include "task/exm-other.h"', 'no header')
        self.forbidden('src/service/publish/a.c', '#include "task/exm-list.h"', 'no header')

    def test_transitive(self):
        self.allowed('src/libexemplar/engine/a.c', '#include "base/exm-text.h"')
        self.allowed('src/service/worker/a.c', '#include "kernel/exm-kernel.h"')

    def test_upward(self):
        self.forbidden('src/libexemplar/types/a.c', '#include "engine/exm-engine.h"', 'may not see libexemplar/engine')
        self.forbidden('src/libexemplar/base/a.c', '#include "types/exm-page-text.h"', 'may not see libexemplar/types')
        self.forbidden('src/libexemplar/page/a.h', '#include "extract/exm-lanes.h"', 'may not see libexemplar/extract')
        self.forbidden('src/libexemplar/extract/a.c', '#include "charset/exm-decode.h"', 'may not see libexemplar/charset')
        self.forbidden('src/libexemplar/engine/a.c', '#include "store/exm-store.h"', 'may not see service/store')
        self.forbidden('src/demo/a.c', '#include "types/exm-page-text.h"', 'may not see libexemplar/types')
        self.forbidden('src/service/discover/a.c', '#include "worker/exm-worker.h"', 'may not see service/worker')
        self.forbidden('src/service/publish/a.c', '#include "store/exm-store.h"', 'may not see service/store')

    def test_by_path(self):
        self.forbidden('src/libexemplar/types/a.c', '#include "../engine/exm-engine.h"', 'engine')
        self.forbidden('src/service/worker/a.c', '#include "exm-worker.h"',
                       'say "worker/exm-worker.h"')
        self.forbidden('src/service/worker/a.c', '#include "service/worker/exm-worker.h"',
                       'say "worker/exm-worker.h"')
        self.forbidden('src/app/shell/a.c', '#include "shell/exm-window.h"',
                       'say "app/shell/exm-window.h"')

    def test_kernel_knows_libc_only(self):
        self.allowed('src/libexemplar/kernel/a.c', '#include <stdint.h>')
        self.forbidden('src/libexemplar/kernel/a.c', '#include <glib.h>', 'may not use GLib')
        self.forbidden('src/libexemplar/kernel/a.c', '#include "base/exm-text.h"', 'may not see libexemplar/base')
        self.forbidden('src/libexemplar/kernel/a.c', '#include <unistd.h>', 'may not use POSIX')
        self.forbidden('src/libexemplar/kernel/a.c', '#include "config.h"', 'config.h')

    def test_libraries_in_their_place(self):
        for path, header, title in (
                ('src/libexemplar/page/a.c', 'webkit/webkit.h', 'WebKit'),
                ('src/app/a.c', 'webkit/webkit.h', 'WebKit'),
                ('src/libexemplar/engine/a.c', 'sqlite3.h', 'SQLite'),
                ('src/service/publish/a.c', 'sqlite3.h', 'SQLite'),
                ('src/cli/a.c', 'libsoup/soup.h', 'libsoup'),
                ('src/cli/a.c', 'gtk/gtk.h', 'GTK'),
                ('src/cli/a.c', 'adwaita.h', 'GTK'),
                ('src/libexemplar/engine/a.c', 'libxml/tree.h', 'libxml2'),
                ('src/service/discover/a.c', 'libxml/HTMLparser.h', 'HTML parser')):
            with self.subTest(path=path, header=header):
                self.forbidden(path, '#include <%s>' % header, title)
        for path, header in (
                ('src/app/web/a.c', 'webkit/webkit.h'), ('src/render/a.c', 'webkit/webkit.h'),
                ('src/service/publish/sql/a.c', 'sqlite3.h'), ('src/service/store/a.c', 'sqlite3.h'),
                ('src/app/a.c', 'gtk/gtk.h'), ('src/demo/a.c', 'libsoup/soup.h'),
                ('src/service/discover/a.c', 'libxml/xmlreader.h')):
            with self.subTest(path=path, header=header):
                self.allowed(path, '#include <%s>' % header)

    def test_unknown(self):
        self.forbidden('src/cli/a.c', '#include <curses.h>', 'in no library of the table')
        self.forbidden('src/cli/a.c', '#include "exm-nowhere.h"', 'no header of this tree')
        self.forbidden('src/attic/a.c', '#include <stdio.h>', 'not in the table')
        self.forbidden('src/cli/a.c', '#include HEADER', 'macro')

    def test_folders_in_folders(self):
        self.allowed('src/app/a.c', '#include "app/session/exm-session.h"')
        self.allowed('src/app/shell/a.c', '#include <gtk/gtk.h>')
        self.allowed('src/app/chart/a.c', '#include <gtk/gtk.h>')
        self.allowed('src/app/analysis/a.c', '#include "worker/exm-worker.h"')
        self.allowed('tests/app/a.c', '#include <gtk/gtk.h>')
        self.forbidden('src/app/analysis/a.c', '#include <gtk/gtk.h>', 'may not use GTK')
        self.forbidden('src/app/analysis/a.c', '#include "app/shell/exm-window.h"', 'may not see app/shell')
        self.forbidden('src/app/chart/a.c', '#include "app/session/exm-session.h"', 'not see app/session')
        self.forbidden('src/app/chart/a.c', '#include "worker/exm-worker.h"', 'may not see service/worker')
        self.forbidden('src/app/a.c', '#include "app/exm-a-resources.h"', 'no header')

    def test_hidden_include(self):
        self.forbidden('src/libexemplar/types/a.c', '#  include \\\n  "engine/exm-engine.h"',
                       'may not see libexemplar/engine')
        self.forbidden('src/libexemplar/types/a.c', '/* x */ #include "engine/exm-engine.h"',
                       'may not see libexemplar/engine')

    def test_comment_is_no_include(self):
        self.allowed('src/libexemplar/types/a.c', '/*\n#include "engine/exm-engine.h"\n*/')

    def test_tests(self):
        self.allowed('tests/service/discover/a.c', '#include "demo/exm-sample-site.h"')
        self.allowed('tests/service/discover/a.c', '#include "exm-fixture.h"')
        self.allowed('tests/libexemplar/kernel/a.c', '#include <glib.h>')
        self.allowed('tests/fuzz/a.c', '#include "engine/exm-engine.h"')
        self.forbidden('tests/libexemplar/page/a.c', '#include "engine/exm-engine.h"', 'may not see libexemplar/engine')
        self.allowed('tests/demo/a.c', '#include "charset/exm-decode.h"')
        self.forbidden('tests/demo/a.c', '#include "engine/exm-engine.h"', 'may not see libexemplar/engine')
        self.forbidden('src/demo/a.c', '#include "charset/exm-decode.h"', 'may not see libexemplar/charset')
        self.forbidden('tests/libexemplar/page/a.c', '#include <sqlite3.h>', 'may not use SQLite')
        self.forbidden('tests/lib/a.c', '#include <gtk/gtk.h>', 'may not use GTK')
        self.forbidden('src/libexemplar/page/a.c', '#include "exm-fixture.h"', 'belongs to the tests')

    def test_build_files(self):
        self.allowed('src/service/meson.build', 'x = [libexemplar_dep, xml_dep]')
        self.forbidden('src/libexemplar/meson.build', 'x = [service_dep]', 'may not see service')
        self.forbidden('src/service/task/meson.build', 'x = [lab_dep]', 'may not see lab')

    def test_empty_tree_fails(self):
        with tempfile.TemporaryDirectory() as root:
            status, _ = tap.call(CHECK.main, ['check-layers.py', root])
            self.assertEqual(status, 1)


if __name__ == '__main__':
    tap.main()
