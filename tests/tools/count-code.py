#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""count-code.py [--lists | --limits | --lower | --base REV] [ROOT]

Counts the C code of src by folder: tokens without comments (the preprocessor's lines
counted, tables as they stand), the headers' share of lines, public functions and those with
a single calling file, dead functions, identical bodies. Folders hold those below them.

  --lists     name the functions too
  --limits    compare with the bars and with today's ratchet; prints TAP
  --lower     write today's numbers into the ratchet, where none has grown
  --base REV  print the tokens by folder beside those of a git revision
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile

import cgraph
import csource
import ratchet
import tap

# Bodies of fewer tokens may look like another's.
MIN_BODY_TOKENS = 20

# Measure → what it may be in the end. Shares are in percent.
BARS = {'headers': 18, 'single-caller': 40, 'dead': 0, 'identical': 0}
TITLES = {
    'headers': 'percent of the lines of src are headers',
    'single-caller': 'percent of public functions have a single calling file',
    'dead': 'dead functions',
    'identical': 'functions have the body of another',
}
# Every commit moves the shares a little: they are written down when a whole point is gained.
SHARES = ('headers', 'single-caller')
SHARE_SLACK = 1.0


class Count:
    """The measures of a tree."""

    def __init__(self, root):
        self.sources = cgraph.Sources(root)
        self.tokens, self.lines, self.header_lines = {}, {}, {}
        for path, file in self.sources.files.items():
            for folder in folders_around(path):
                add(self.tokens, folder, len(file.tokens))
                add(self.lines, folder, file.lines)
                add(self.header_lines, folder, file.lines if path.endswith('.h') else 0)
        self.public = self._public()
        self.single = self._single_callers()
        self.dead, self.tests_only = self._dead(root)
        self.identical = self._identical()

    def _public(self):
        """The functions that a header declares and a file of src defines."""
        declared = set()
        for path, file in self.sources.files.items():
            if path.endswith('.h'):
                declared.update(file.prototypes)
        return {name: function for name, function in self.sources.public.items()
                if name in declared}

    def _users(self):
        """Public function → the files beside its own noun that name it."""
        users = {name: set() for name in self.public}
        for path, file in self.sources.files.items():
            for name in file.names.union(*(f.names for f in file.functions)):
                if name in users and (cgraph.noun(path)
                                      != cgraph.noun(self.public[name].path)):
                    users[name].add(path)
        return users

    def _single_callers(self):
        return {name: min(users) for name, users in self._users().items() if len(users) == 1}

    def _dead(self, root):
        """(functions that nothing reaches, public ones that only tests reach)."""
        src = self.sources
        everything = list(src.functions())
        named = {found for f in everything for name in f.names
                 for found in src.resolve(f.path, name)}
        # The compiler finds static functions of sources that nobody names; what it lets pass
        # is named by a macro of a library.
        roots = [f for f in everything if f.name == 'main'
                 or (f.is_static and f.path.endswith('.c') and f not in named)]
        roots += [found for path, file in src.files.items() for name in file.names
                  for found in src.resolve(path, name)]
        live = self._reached(roots, set())
        used = cgraph.names_below(root, 'tests')
        by_tests = self._reached([found for name in used for found in src.resolve('', name)],
                                 live) - live
        rest = [f for f in everything if f not in live]
        return ([f for f in rest if f not in by_tests],
                [f for f in rest if f in by_tests and not f.is_static])

    def _reached(self, roots, live):
        """Functions reached by name from a set of functions and those that are live."""
        seen, todo = set(live), list(roots)
        while todo:
            function = todo.pop()
            if function not in seen:
                seen.add(function)
                todo += [found for name in function.names
                         for found in self.sources.resolve(function.path, name)]
        return seen

    def _identical(self):
        """Lists of functions whose bodies are the same tokens. A body that names a static
        function of its file is another one elsewhere."""
        groups = {}
        for function in self.sources.functions():
            if len(function.body) >= MIN_BODY_TOKENS:
                own = self.sources.files[function.path].local.keys() & set(function.body)
                place = function.path if own else None
                groups.setdefault((place, *function.body), []).append(function)
        return [group for group in groups.values() if len(group) > 1]

    def share(self, folder):
        return 100.0 * self.header_lines[folder] / max(1, self.lines[folder])

    def measures(self):
        return {
            'headers': round(self.share('src'), 1) if 'src' in self.lines else 0,
            'single-caller': round(100.0 * len(self.single) / max(1, len(self.public)), 1),
            'dead': len(self.dead),
            'identical': sum(len(group) - 1 for group in self.identical),
        }


def add(table, key, number):
    table[key] = table.get(key, 0) + number


def folders_around(path):
    """The folders that a file lies in, from src down."""
    parts = path.split('/')[:-1]
    return ['/'.join(parts[:depth]) for depth in range(1, len(parts) + 1)]


def place(function):
    return '%s:%d: %s' % (function.path, function.line, function.name)


def show(count, lists):
    print('%10s %8s %9s  folder' % ('tokens', 'lines', 'headers'))
    for folder in sorted(count.tokens):
        print('%10d %8d %8.1f%%  %s' % (count.tokens[folder], count.lines[folder],
                                        count.share(folder), folder))
    now = count.measures()
    print('\n%d functions, %d of them public' % (len(list(count.sources.functions())),
                                                 len(count.public)))
    for name in BARS:
        print('%s: %s %s, the bar is %s' % (name, now[name], TITLES[name], BARS[name]))
    print('tests-only: %d functions are reached by tests alone' % len(count.tests_only))
    if lists:
        show_list('dead functions', [place(f) for f in count.dead])
        show_list('reached by tests alone', [place(f) for f in count.tests_only])
        show_list('identical bodies', ['%d tokens: %s' % (len(group[0].body),
                                                          ', '.join(place(f) for f in group))
                                       for group in count.identical])
        show_list('public functions with a single calling file',
                  ['%s ← %s' % (place(count.public[name]), count.single[name])
                   for name in count.single])


def show_list(title, lines):
    print('\n%s (%d):' % (title, len(lines)))
    for line in sorted(lines):
        print('  ' + line)


def over_bar(count):
    """The measures that are not yet what they shall be."""
    return {name: value for name, value in count.measures().items() if value > BARS[name]}


def show_limits(root, count):
    report = tap.Report()
    names = {'dead': [place(f) for f in count.dead],
             'identical': [', '.join(place(f) for f in group) for group in count.identical]}
    if not count.tokens:
        report.result('code', ['no C file found under src'])
    most, measures = ratchet.load(root).get('code', {}), count.measures()
    for name, bar in BARS.items():
        now, slack = measures[name], SHARE_SLACK if name in SHARES else 0
        problems = []
        if now > bar or name in most:
            problems = ratchet.compare_one(name, now if now > bar else 0, most.get(name, bar),
                                           TITLES[name], slack)
        report.result('%s: at most %s %s' % (name, bar, TITLES[name]),
                      problems + (names.get(name, []) if problems else []))
    return report.finish()


def show_base(root, count, revision):
    """Tokens by folder beside those of a revision."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'src.tar')
        done = subprocess.run(['git', '-C', root, 'archive', '-o', path, revision, 'src'],
                              stderr=subprocess.PIPE, text=True, check=False)
        if done.returncode:
            print('count-code.py: ' + done.stderr.strip(), file=sys.stderr)
            return 1
        with tarfile.open(path) as archive:
            archive.extractall(folder)
        before = count_tokens(folder)
    print('%10s %10s %9s  folder' % ('before', 'now', 'added'))
    for name in sorted(set(before) | set(count)):
        old, new = before.get(name, 0), count.get(name, 0)
        if old != new or name == 'src':
            print('%10d %10d %+9d  %s' % (old, new, new - old, name))
    return 0


def count_tokens(root):
    """Tokens by folder alone."""
    found = {}
    for path in csource.tree_files(root):
        if path.startswith('src/') and path.endswith(('.c', '.h')):
            number = len(csource.tokens(csource.read_text(root, path)))
            for folder in folders_around(path):
                add(found, folder, number)
    return found


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument('--lists', action='store_true')
    mode.add_argument('--limits', action='store_true')
    mode.add_argument('--lower', action='store_true')
    mode.add_argument('--base', metavar='REV')
    parser.add_argument('root', nargs='?', default=os.path.join(here, '..', '..'))
    options = parser.parse_args(argv[1:])
    root = os.path.abspath(options.root)
    if options.base:
        return show_base(root, count_tokens(root), options.base)
    count = Count(root)
    if options.limits:
        return show_limits(root, count)
    if options.lower:
        return ratchet.print_problems(ratchet.lower(root, 'code', over_bar(count)))
    show(count, options.lists)
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
