#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-cycles.py [--lists | --lower] [ROOT]

Cycles of files in src. A header, its private header and its source are one noun. No nouns
include each other in a circle; by direct calls only the machines below do. Signals, tables
and interfaces are no calls. Prints TAP, a test a rule.

  --lists  print the cycles with what makes them
  --lower  write today's numbers into the ratchet, where they have not grown
"""

import argparse
import os
import sys

import cgraph
import ratchet
import tap

MAX_MACHINES = 5
MAX_MACHINE_FILES = 6

# Nouns that call each other because they are one machine: (reason, names without folder).
MACHINES = (
    ('The tree construction of HTML is one state machine: insertion modes use the rules of '
     'others, and its stack, formatting list and insertion serve all of them (13.2.6).',
     ('exm-html-tree', 'exm-html-tree-body', 'exm-html-tree-formatting', 'exm-html-tree-head')),
    ('the curve chart with its drags and keys: input asks where things lie, and moves them',
     ('exm-curve-chart', 'exm-curve-chart-drag', 'exm-curve-chart-input')),
)


def common_folder(nouns):
    return os.path.commonpath([os.path.dirname(noun) for noun in nouns])


def numbers(cycles):
    """Folder → nouns in the cycles that it is the lowest folder of."""
    found = {}
    for cycle in cycles:
        folder = common_folder(cycle)
        found[folder] = found.get(folder, 0) + len(cycle)
    return found


def is_machine(cycle, machines):
    names = {os.path.basename(noun) for noun in cycle}
    return any(names <= set(files) for _, files in machines)


def check_machines(cycles, machines):
    """The list is short, and each row is needed."""
    problems = []
    if len(machines) > MAX_MACHINES:
        problems.append('%d machines, at most %d' % (len(machines), MAX_MACHINES))
    circling = {os.path.basename(noun) for cycle in cycles for noun in cycle}
    for reason, files in machines:
        if not reason:
            problems.append('%s: no reason' % files[0])
        if len(files) > MAX_MACHINE_FILES:
            problems.append('%s: %d files, at most %d'
                            % (files[0], len(files), MAX_MACHINE_FILES))
        problems += ['%s is in no cycle of calls' % name for name in files
                     if name not in circling]
    return problems


def show(cycles, graph):
    """Lines that tell each cycle and what makes it."""
    lines = []
    for cycle in cycles:
        lines.append('%d: %s' % (len(cycle), ', '.join(cycle)))
        for noun in cycle:
            for below in sorted(set(graph[noun]) & set(cycle)):
                lines.append('  %s → %s' % (noun, below) + said(graph[noun], below))
    return lines


def said(row, below):
    return ': ' + ', '.join(sorted(row[below])) if isinstance(row, dict) else ''


class Cycles:
    """The cycles of a tree."""

    def __init__(self, root):
        self.root = root
        sources = cgraph.Sources(root)
        self.includes, self.calls = sources.by_include(), sources.by_call()
        self.by_include = cgraph.cycles(self.includes)
        self.all_by_call = cgraph.cycles(self.calls)
        self.by_call = [c for c in self.all_by_call if not is_machine(c, MACHINES)]

    def check(self):
        report = tap.Report()
        empty = [] if self.includes else ['no C file found under src']
        for name, table, cycles, graph in (
                ('includes: no cycle of files', 'include-cycles', self.by_include,
                 self.includes),
                ('calls: no cycle of files but the machines', 'call-cycles', self.by_call,
                 self.calls)):
            problems = ratchet.compare(self.root, table, numbers(cycles),
                                       'files in cycles')
            grown = {problem.split(':')[0] for problem in problems if 'at most' in problem}
            report.result(name, empty + problems
                          + show([c for c in cycles if common_folder(c) in grown], graph))
        report.result('machines: at most %d of at most %d files, each with a reason'
                      % (MAX_MACHINES, MAX_MACHINE_FILES),
                      check_machines(self.all_by_call, MACHINES))
        return report.finish()

    def lower(self):
        return ratchet.print_problems(
            ratchet.lower(self.root, 'include-cycles', numbers(self.by_include))
            + ratchet.lower(self.root, 'call-cycles', numbers(self.by_call)))


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    mode = parser.add_mutually_exclusive_group()
    mode.add_argument('--lists', action='store_true')
    mode.add_argument('--lower', action='store_true')
    parser.add_argument('root', nargs='?', default=os.path.join(here, '..', '..'))
    options = parser.parse_args(argv[1:])
    cycles = Cycles(os.path.abspath(options.root))
    if options.lower:
        return cycles.lower()
    if options.lists:
        print('\n'.join(['by include'] + show(cycles.by_include, cycles.includes)
                        + ['by call'] + show(cycles.all_by_call, cycles.calls)))
        return 0
    return cycles.check()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
