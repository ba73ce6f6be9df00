#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-kills.py [--kills=N] [--seed=N] [--only=WORDS] [--window]

Kills workers, commands or the window while they are known to be at work, lets others do the
rest, and compares what there is with what an undisturbed one leaves. It fails when less than
80 % of the kills hit anything in flight.
"""

import argparse
import os
import random
import shutil
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'tools'))

import flight  # noqa: E402
import phases  # noqa: E402
import tap  # noqa: E402
import together  # noqa: E402

MIN_PERCENT = 80


def play(phase, scratch, n_kills, rand):
    """Kills of one phase, up to three in a row."""
    phase.measure(scratch)
    kills = []
    while len(kills) < n_kills:
        times = min(rand.choice((1, 1, 1, 2, 3)), n_kills - len(kills))
        kills += phase.kill(scratch, rand, times)
    return kills


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('--kills', type=int, default=60)
    parser.add_argument('--seed', type=int, default=random.SystemRandom().randrange(1 << 31))
    parser.add_argument('--only', default='')
    parser.add_argument('--window', action='store_true')
    arguments = parser.parse_args()
    rand = random.Random(arguments.seed)
    report = tap.Report()
    kills = []

    print('# seed %d' % arguments.seed)
    # A kill is the same to files in memory, which need not be synced.
    room = '/dev/shm' if os.access('/dev/shm', os.W_OK) else None
    scratch = tempfile.mkdtemp(prefix='exemplar-kill-', dir=room)
    bench = phases.Bench(scratch)
    try:
        makers = phases.ALL + (together.without_window,)
        if arguments.window:
            makers = (phases.window, together.with_window)
        todo = [phase for make in makers for phase in make(bench)
                if arguments.only in phase.name]
        for i, phase in enumerate(todo):
            n = arguments.kills * (i + 1) // len(todo) - arguments.kills * i // len(todo)
            start, problems = time.monotonic(), []
            try:
                kills += play(phase, scratch, max(n, 1), rand)
            except (AssertionError, OSError) as error:
                problems = [error]
            report.result('%s (%.0f s)' % (phase.name, time.monotonic() - start), problems)
    finally:
        bench.close()
        shutil.rmtree(scratch, ignore_errors=True)
    percent = flight.report(kills)
    report.result('kills hit work in flight', [] if percent >= MIN_PERCENT
                  else ['%d %% of them' % percent])
    sys.exit(report.finish())


if __name__ == '__main__':
    main()
