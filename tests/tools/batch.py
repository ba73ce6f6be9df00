# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs `exemplar-cli batch` on records and hands back its answers one by one."""

import json
import os
import subprocess
import sys
import threading
import time


class Batch:
    """One run of the program. After answers() ended: seconds, cpu_seconds,
    peak_bytes, status, count."""

    def __init__(self, cli, jobs, title, total):
        self.argv = [cli, 'batch', '-j', str(jobs)]
        self.title = title
        self.total = total
        self.count = 0
        self.seconds = self.cpu_seconds = 0.0
        self.peak_bytes = 0
        self.status = 0
        self._told = 0.0

    def answers(self, records):
        """Yields a dict for every line that the program prints."""
        start = time.monotonic()
        process = subprocess.Popen(self.argv, stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE)
        feeder = threading.Thread(target=_feed, args=(process.stdin, records), daemon=True)
        feeder.start()
        for line in process.stdout:
            self.count += 1
            self._progress(start)
            try:
                answer = json.loads(line)
            except ValueError:
                answer = None
            yield answer if isinstance(answer, dict) else {
                'error': 'not a JSON object: %.80r' % line}
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = self.status = os.waitstatus_to_exitcode(status)
        process.stdout.close()
        feeder.join()
        self.seconds = time.monotonic() - start
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


def _feed(pipe, records):
    """A program that stops reading is told by its exit status, not here."""
    try:
        with pipe:
            for record in records:
                pipe.write(json.dumps(record, ensure_ascii=False).encode() + b'\n')
    except BrokenPipeError:
        pass
