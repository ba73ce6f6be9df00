#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""./dev where it cannot do its work: it says so, and a check never ends in success."""

import os
import shutil
import subprocess
import tempfile
import unittest
import unittest.mock

import tap

HERE = os.path.dirname(os.path.abspath(__file__))
DEV = os.path.join(HERE, '..', '..', 'dev')
NEEDED = ('bash', 'dirname', 'cat', 'sed', 'nproc', 'env', 'rm', 'mkdir',
          'nice', 'python3')
NOTHING = 'exit 1'


class Dev(unittest.TestCase):
    def run_dev(self, *arguments, programs=None):
        """Runs a copy of dev in an empty tree, with these programs and no others."""
        with tempfile.TemporaryDirectory() as root:
            bin_folder = os.path.join(root, 'bin')
            os.mkdir(bin_folder)
            shutil.copy(DEV, root)
            for name in NEEDED:
                os.symlink(shutil.which(name), os.path.join(bin_folder, name))
            for name, body in (programs or {}).items():
                path = os.path.join(bin_folder, name)
                with open(path, 'w', encoding='utf-8') as file:
                    file.write('#!%s\n%s\n' % (shutil.which('bash'), body))
                os.chmod(path, 0o755)
            return subprocess.run([os.path.join(root, 'dev'), *arguments],
                                  env={'PATH': bin_folder}, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True, check=False)

    def debian(self, **programs):
        """A Debian whose only installed package is meson, and nobody is root."""
        return dict({'dpkg-query': 'echo installed meson; exit 1', 'apt-get': NOTHING,
                     'id': 'echo 1000'}, **programs)

    def test_help(self):
        done = self.run_dev('--help')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
        for name in ('run', 'check', 'bench', 'fuzz', 'accuracy', 'oracle', 'shots', 'pictures'):
            self.assertIn('\n  %s ' % name, done.stdout)

    def test_wrong_usage(self):
        for arguments in ((), ('nonsense',), ('accuracy',), ('oracle',)):
            done = self.run_dev(*arguments)
            self.assertEqual((done.returncode, done.stdout), (2, ''))
        self.assertIn('no command is named nonsense', self.run_dev('nonsense').stderr)

    def test_neither_root_nor_sudo(self):
        done = self.run_dev('setup', programs=self.debian())
        self.assertEqual(done.returncode, 1)
        self.assertIn('neither root nor sudo', done.stderr)
        self.assertIn('ninja-build gcc', done.stderr)
        self.assertNotIn(' meson ', done.stderr)

    def test_apt_fails(self):
        done = self.run_dev('setup', programs=self.debian(id='echo 0'))
        self.assertEqual(done.returncode, 1)
        self.assertIn('apt-get could not install: ninja-build', done.stderr)

    def test_sudo_installs_what_is_missing(self):
        done = self.run_dev('setup', programs=self.debian(
            **{'sudo': 'if [ "$1" != -n ]; then env "$@"; fi', 'apt-get': 'echo ran "$@"'}))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('ran -q update', done.stderr)
        self.assertIn('ran -q install -y --no-install-recommends ninja-build', done.stderr)

    def test_nothing_is_missing(self):
        everything = 'for p in "${@:3}"; do echo installed "$p"; done'
        done = self.run_dev('setup', programs=self.debian(**{'dpkg-query': everything}))
        self.assertEqual((done.returncode, done.stderr), (0, ''))

    def test_not_debian(self):
        done = self.run_dev('setup', programs={'ninja': NOTHING})
        self.assertEqual(done.returncode, 1)
        self.assertIn('this is not Debian', done.stderr)
        self.assertIn('missing: meson cc', done.stderr)

    def test_check_that_cannot_start(self):
        done = self.run_dev('check', programs=self.debian())
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout, '0 passed, 1 failed\n')

    def test_check_that_does_not_build(self):
        tools = os.path.join(HERE, 'count-tests.py')
        programs = {name: NOTHING for name in (
            'meson', 'ninja', 'cc', 'pkg-config', 'msgfmt', 'clang', 'clang-format')}
        programs['python3'] = 'shift; exec %s %s "$@"' % (shutil.which('python3'), tools)
        with unittest.mock.patch(__name__ + '.NEEDED', NEEDED[:-1]):
            done = self.run_dev('check', programs=programs)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stdout.split('\n')[-2], '0 passed, 2 failed')

    def test_fuzz_arguments(self):
        done = self.run_dev('fuzz', 'page', 'soon')
        self.assertEqual(done.returncode, 1)
        self.assertIn('not a number of seconds: soon', done.stderr)


if __name__ == '__main__':
    tap.main()
