#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""measure-hostile.py CLI [--share SHARE]

Pipes what make-hostile.py writes into `CLI warc -`, and prints Markdown: records, seconds, seconds of processors,
memory, what was left out, and whether the pages before and behind it are answered. SHARE of the sizes (1)."""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = (('tiny', 20000000), ('tiny', 20000000, '--gzip'), ('tiny', 20000000, '--gzip-each'),
         ('revisits', 2000000, '--gzip-each'), ('pictures', 250000), ('pictures', 250000, '--gzip'),
         ('large', 5 << 30), ('large', 5 << 30, '--gzip'))


def measure(cli, kind, number, options):
    with tempfile.TemporaryDirectory() as folder:
        out, told = folder + '/out', folder + '/told'
        maker = subprocess.Popen((sys.executable, HERE + '/make-hostile.py', kind, str(number), *options),
                                 stdout=subprocess.PIPE)
        start = time.monotonic()
        with open(folder + '/err', 'w+', encoding='utf-8') as err:
            reader = subprocess.Popen((cli, 'warc', '-', '-o', out, '--statistics', told), stdin=maker.stdout, stderr=err)
            maker.stdout.close()
            _, status, usage = os.wait4(reader.pid, 0)
            reader.returncode = status
            wall = time.monotonic() - start
            maker.wait()
            err.seek(0)
            complaints = [line.split(': ', 2)[-1].strip() for line in err if 'left out' in line]
        with open(out, encoding='utf-8') as file:
            answers = sum(1 for _ in file)
        with open(told, encoding='utf-8') as file:
            return json.load(file)['records'], wall, usage, complaints, answers


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('cli')
    parser.add_argument('--share', type=float, default=1)
    options = parser.parse_args()
    print('| archive | records | s | processor s | records a processor s | MiB at most | answers | left out |\n'
          '|-|-|-|-|-|-|-|-|')
    for kind, number, *more in CASES:
        records, wall, usage, complaints, answers = measure(options.cli, kind, int(number * options.share), more)
        cpu = usage.ru_utime + usage.ru_stime
        print('| %s | %d | %.1f | %.1f | %.0f | %.0f | %d | %s |' % (
            ' '.join([kind, str(int(number * options.share))] + more), records, wall, cpu, records / cpu,
            usage.ru_maxrss / 1024, answers, '; '.join(complaints)), flush=True)
    return 0


if __name__ == '__main__':
    sys.exit(main())
