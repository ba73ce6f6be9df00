# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `exemplar-cli batch` on records and keeps its answers in a file."""

import json
import os
import subprocess
import sys
import threading
import time


class Batch:
    """One run of the program. After run(): seconds, cpu_seconds, peak_bytes, status, count.
    Answers are not looked at while it runs, so that the times are the program's own."""

    def __init__(self, cli, jobs, title, total, options=()):
        self.argv = [cli, 'batch', '-j', str(jobs), *options]
        self.title = title
        self.total = total
        self.count = 0
        self.seconds = self.cpu_seconds = 0.0
        self.peak_bytes = 0
        self.status = 0
        self._told = 0.0

    def run(self, records, path):
        """Feeds the records to the program; its output becomes the file."""
        lines = [json.dumps(r, ensure_ascii=False).encode() + b'\n' for r in records]
        start = time.monotonic()
        process = subprocess.Popen(self.argv, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        feeder = threading.Thread(target=_feed, args=(process.stdin, lines), daemon=True)
        feeder.start()
        with open(path, 'wb') as file:
            for line in process.stdout:
                file.write(line)
                self.count += 1
                self._progress(start)
        _, status, usage = os.wait4(process.pid, 0)
        self.seconds = time.monotonic() - start
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        feeder.join()
        self.cpu_seconds = usage.ru_utime + usage.ru_stime
        self.peak_bytes = usage.ru_maxrss * 1024
        self._progress(start, last=True)

    def _progress(self, start, last=False):
        """A line that overwrites itself on a terminal, else one in ten seconds."""
        now = time.monotonic()
        on_terminal = sys.stderr.isatty()
        self._told = self._told or start
        if now - self._told < (1 if on_terminal else 10) and not last:
            return
        self._told = now
        print('%s%s: %d of %d, %.0f s' % ('\r' if on_terminal else '', self.title,
                                          self.count, self.total, now - start),
              end='' if on_terminal and not last else '\n', file=sys.stderr, flush=True)


def _feed(pipe, lines):
    """A program that stops reading is told by its exit status, not here."""
    try:
        with pipe:
            pipe.writelines(lines)
    except BrokenPipeError:
        pass


def answers(path):
    """Yields a dict for every line of a file of answers."""
    with open(path, 'rb') as file:
        for line in file:
            try:
                answer = json.loads(line)
            except ValueError:
                answer = None
            yield answer if isinstance(answer, dict) else {
                'error': 'not a JSON object: %.80r' % line}
