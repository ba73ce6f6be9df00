#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-run-gui.py: run-gui where there is, or will be, the file by which programs take
themselves for sandboxed."""

import os
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'tools'))
import tap  # noqa: E402


class Sandbox(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.info = os.path.join(folder.name, 'flatpak-info')
        self.mark = os.path.join(folder.name, 'mark')

    def run_gui(self, *command):
        return subprocess.run((os.path.join(HERE, 'run-gui'), *command), check=False,
                              env=dict(os.environ, EXM_FLATPAK_INFO=self.info), timeout=120,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def test_nothing_there(self):
        done = self.run_gui('touch', self.mark)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(self.info, done.stderr)
        self.assertTrue(os.path.exists(self.mark))

    def test_refused(self):
        for make in (lambda: open(self.info, 'w', encoding='utf-8').close(),
                     lambda: os.symlink('/nowhere', self.info)):
            make()
            done = self.run_gui('touch', self.mark)
            self.assertEqual(done.returncode, 1)
            self.assertIn(self.info + ' exists', done.stderr)
            self.assertFalse(os.path.exists(self.mark))
            self.assertTrue(os.path.lexists(self.info))
            os.unlink(self.info)

    def test_left_behind(self):
        """It is removed, and the test that left it fails, once."""
        done = self.run_gui('touch', self.info)
        self.assertEqual(done.returncode, 1)
        self.assertIn(self.info + ' was left behind by touch', done.stderr)
        self.assertFalse(os.path.exists(self.info))

    def test_status_is_kept(self):
        done = self.run_gui('sh', '-c', 'touch %s; exit 7' % self.info)
        self.assertEqual(done.returncode, 7)
        self.assertFalse(os.path.exists(self.info))


if __name__ == '__main__':
    tap.main()
