#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program itself: help, version, wrong usage, man page, what it is linked with."""

import os
import re
import subprocess

from runner import CLI, FAILED, ROOT, USAGE, Case, page, run
import tap

GROUPS = {'task': ('add', 'add-many', 'list', 'show', 'edit', 'test', 'lines', 'learned', 'rule', 'exclude', 'run',
                   'retry', 'stop', 'heal', 'older', 'pause', 'resume', 'ignore', 'delete',
                   'restore', 'empty-trash', 'export', 'import'),
          'articles': ('list', 'show', 'mark', 'approve', 'disapprove', 'correct',
                       'publish-again', 'fetch-again', 'extract-again', 'delete', 'search',
                       'export'),
          'group': ('list', 'show', 'set', 'rename'),
          'search': ('add', 'list', 'test', 'rename', 'alert', 'output', 'remove'),
          'output': ('add', 'test', 'list', 'template', 'retry', 'keep', 'forget'),
          'report': ('weekly', 'mail')}
COMMANDS = ('extract', 'curves', 'batch', 'worker', 'serve', 'status', 'stats', 'xpath',
            'sample') + tuple(GROUPS)
# A command of a group is called by two words.
ALL_COMMANDS = COMMANDS + tuple('%s %s' % (group, name) for group, names in GROUPS.items()
                                for name in names)
MAN_PAGE = os.path.join(ROOT, 'data', 'man', 'exemplar-cli.1')


def man_text():
    with open(MAN_PAGE, encoding='utf-8') as file:
        text = file.read()
    return text.replace('\\-', '-')


class Help(Case):
    def test_program(self):
        done = self.well('--help')
        for command in COMMANDS:
            self.assertRegex(done.out, r'(?m)^  %s +\w' % command)
        for code in range(5):
            self.assertRegex(done.out, r'(?m)^  %d  \w' % code)
        self.assertLessEqual(max(map(len, done.out.splitlines())), 80, done.out)
        self.assertEqual(done.err, '')

    def test_paragraphs(self):
        """They are broken anew where a line is too long, and lose no word."""
        out = self.well('task', 'run', '--help').out
        self.assertIn('Runs tasks now, whatever their schedules say, also those that are '
                      'paused, and waits for the end.', ' '.join(out.split()))

    def test_commands(self):
        for command in ALL_COMMANDS:
            done = self.well(*command.split(), '--help')
            self.assertIn('exemplar-cli ' + command, done.out)
            self.assertIn('Exit status:', done.out)
            options = re.findall(r'(?m)^  (?:-\w, --|  ).*', done.out)
            self.assertLessEqual(max(map(len, options)), 80)
            self.assertLessEqual(max(map(len, done.out.splitlines())), 80, done.out)
            self.assertEqual(self.well(*command.split(), '-h').out, done.out)

    def test_groups(self):
        for group, names in GROUPS.items():
            found = re.findall(r'(?m)^  ([a-z-]+) +\w', self.well(group, '--help').out)
            self.assertEqual(found[-len(names):], list(names))

    def test_long_descriptions(self):
        """They go on in their column, and lose no word."""
        out = self.well('task', 'add', '--help').out
        found = re.search(r'(?m)^(  -s, --source=SOURCE +)(\w.*\n(?: {10,}.*\n)+)', out)
        column = len(found.group(1))
        first, *rest = found.group(2).splitlines()
        for line in rest:
            self.assertEqual(len(line) - len(line.lstrip()), column, out)
        self.assertEqual(' '.join([first, *map(str.strip, rest)]),
                         'Where articles are listed: address or URL pattern, if need be '
                         'with list:, feed:, sitemap: or pages: before it; may be given '
                         'again')

    def test_full_disk(self):
        with open('/dev/full', 'w') as full:
            self.expect(run('--help', stdout=full), FAILED, 'No space left on device')

    def test_version(self):
        with open(os.path.join(ROOT, 'meson.build'), encoding='utf-8') as file:
            version = re.search(r"version: '([\d.]+)'", file.read()).group(1)
        self.assertEqual(self.well('--version').out, 'exemplar-cli %s\n' % version)


class WrongUsage(Case):
    def refused(self, message, *args):
        done = self.expect(run(*args), USAGE, message)
        self.assertIn('--help', done.err)
        self.assertEqual(done.out, '')

    def test_program(self):
        self.refused('A command is missing')
        self.refused('There is no command “abstract”', 'abstract')
        self.refused('--nonsense', '--nonsense')

    def test_unknown_option(self):
        for command in ALL_COMMANDS:
            self.refused('--nonsense', *command.split(), '--nonsense')

    def test_groups(self):
        for group in GROUPS:
            self.refused('A command is missing', group)
            self.refused('There is no command “abstract”', group, 'abstract')

    def test_too_many_or_too_few(self):
        for command in ('task list', 'articles list', 'articles export', 'serve', 'status',
                        'stats', 'worker'):
            self.refused('one argument too many', *command.split(), 'more')
        for command in ('stop', 'pause', 'resume', 'ignore', 'delete', 'restore', 'export',
                        'run', 'test'):
            self.refused('A task is missing', 'task', command)
        for command in ('show', 'edit'):
            self.refused('One task is needed', 'task', command)
            self.refused('One task is needed', 'task', command, 'one', 'two')
        self.refused('A file is missing', 'task', 'import')

    def test_extract(self):
        example, target = '--example=' + page('en-example.html'), page('en-target.html')
        self.refused('A target page is missing', 'extract', example)
        self.refused('There is no method “magic”; the methods are: exemplar',
                     'extract', example, target, '--method=magic')
        self.refused('There is no format “pdf”', 'extract', example, target, '--format=pdf')
        self.refused('There is no encoding “klingon”', 'extract', example, target,
                     '--charset=klingon')
        for window in ('0', '257', '-1'):
            self.refused('--window must be from 1 to 256', 'extract', example, target,
                         '--window=' + window)
        self.refused('--sensitivity', 'extract', example, target, '--sensitivity=much')
        self.refused('--sensitivity', 'extract', example, target, '--sensitivity=nan')
        self.refused('Standard input can be read only once', 'extract', '--example=-', '-')
        self.refused('--region-text needs --example', 'extract', target,
                     '--region-text', target)

    def test_curves(self):
        example, target = page('en-example.html'), page('en-target.html')
        self.refused('An example page is missing', 'curves', '-t', target)
        self.refused('A target page is missing', 'curves', '-e', example)
        pair = ('curves', '-e', example, '-t', target)
        self.refused('There is no format “png”', *pair, '--format=png')
        self.refused('--window must be from 1 to 256', *pair, '--window=300')
        self.refused('--stride must be from 1', *pair, '--stride=0')
        self.refused('There is no encoding “klingon”', *pair, '--charset=klingon')
        self.refused('one argument too many', *pair, target)
        self.refused('Standard input can be read only once', 'curves', '-e', '-',
                     '-t', '-')

    def test_batch(self):
        self.refused('--jobs must be from 1 to 256', 'batch', '-j0')
        self.refused('--jobs must be from 1 to 256', 'batch', '-j', '257')
        self.refused('There is no method “magic”', 'batch', '--method', 'magic')
        self.refused('one argument too many', 'batch', 'records.jsonl')

    def test_sample(self):
        self.refused('--port must be from 0 to 65535', 'sample', '--port=65536')
        self.refused('exclude each other', 'sample', '--serve', '--curves=a.svg')


class ManPage(Case):
    def test_no_warnings(self):
        done = subprocess.run(['man', '--warnings', '-l', MAN_PAGE], check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              env=dict(os.environ, LC_ALL='C.UTF-8', MANPAGER='cat',
                                       MANWIDTH='80'))
        self.assertEqual((done.returncode, done.stderr.decode()), (0, ''))
        self.assertIn('CN103699591', done.stdout.decode())

    def test_every_option(self):
        text = man_text()
        sections = dict(re.findall(r'(?ms)^\.SS ([\w -]+)\n(.*?)(?=^\.S[SH] )', text))
        sections[None] = re.search(r'(?ms)^\.SH OPTIONS\n(.*?)^\.SH ', text).group(1)
        for command in (None,) + ALL_COMMANDS:
            args = ('--help',) if command is None else (*command.split(), '--help')
            found = re.findall(r'(?m)^  -(\w), --([\w-]+)', self.well(*args).out)
            # A group has its commands, and one command a file alone.
            self.assertGreater(len(found), 0 if command in GROUPS or command == 'output template' else 1)
            for short, name in found:
                where = sections[None if name in ('help', 'version') else command]
                self.assertRegex(where, r'(?m)^\.BR -%s ", " --%s\b' % (short, name))

    def test_exit_codes(self):
        status = re.search(r'(?ms)^\.SH EXIT STATUS\n(.*?)^\.SH ', man_text()).group(1)
        self.assertEqual(re.findall(r'(?m)^\.B (\d)$', status), list('0123456'))


class Linked(Case):
    def test_no_toolkit(self):
        done = subprocess.run(['ldd', CLI], check=True, stdout=subprocess.PIPE)
        libraries = done.stdout.decode()
        self.assertIn('libglib-2.0', libraries)
        found = re.findall(r'lib(?:gtk|gdk|adwaita|webkit|javascriptcore|cairo|X11|wayland)'
                           r'[\w.-]*', libraries, re.IGNORECASE)
        self.assertEqual(found, [])


if __name__ == '__main__':
    tap.main()
