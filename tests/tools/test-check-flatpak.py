#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refusals of check-flatpak.py."""

import os
import tempfile
import unittest

import tap

CHECK = tap.load('check-flatpak.py')
HERE = os.path.dirname(os.path.abspath(__file__))
MANIFEST = os.path.join(HERE, '..', '..', 'flatpak', 'io.github.exemplar_workbench.Exemplar.yml')


class Flatpak(unittest.TestCase):
    def setUp(self):
        with open(MANIFEST, encoding='utf-8') as file:
            self.text = file.read()

    def run_on(self, text):
        with tempfile.NamedTemporaryFile('w', suffix='.yml', encoding='utf-8') as file:
            file.write(text)
            file.flush()
            return tap.call(CHECK.main, ['check-flatpak.py', file.name])

    def refused(self, old, new, said):
        self.assertIn(old, self.text)
        status, output = self.run_on(self.text.replace(old, new, 1))
        self.assertEqual(status, 1, output)
        self.assertIn(said, output)

    def test_ours(self):
        status, output = self.run_on(self.text)
        self.assertEqual(status, 0, output)

    def test_permissions(self):
        self.refused('--share=ipc', '--filesystem=home', '--filesystem=home is more')
        self.refused('--socket=wayland', '--socket=fallback-x11', 'without --socket=wayland')

    def test_keys(self):
        self.refused('command: exemplar\n', '', 'no command')
        self.refused("'49'", "'42'", 'no current one')
        self.refused('id: io.github', 'id: com.github', 'id is com.github')

    def test_modules(self):
        self.refused('tag: v0.8.3', 'branch: dev', 'a git without tag')
        self.refused('https://github.com/Cyan', 'http://github.com/Cyan', 'not fetched by https')
        self.refused('name: exemplar\n', 'name: other\n', 'last module')
        self.refused('buildsystem: simple', 'buildsystem: magic', 'buildsystem magic')

    def test_yaml(self):
        self.refused('finish-args:\n', 'finish-args\n', 'no "key: value"')
        self.refused('sdk: org', 'runtime: org', 'a second time')
        self.refused('  - --share=ipc', '\t- --share=ipc', 'a tab')
        self.refused('runtime: org.gnome.Platform', 'runtime:', 'nothing in runtime')


if __name__ == '__main__':
    tap.main()
