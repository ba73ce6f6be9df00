# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several processes at work on one data folder, one of which is killed."""

import os
import signal
import subprocess
import time

import flight
import phases

FIRST, SECOND = 'Numbers', 'More'


def look(folder):
    """How many runs there were depends on who came first."""
    found = flight.snapshot(folder)
    del found['counts']
    return found


def finish(folder):
    phases.let_work(folder)
    flight.run(phases.CLI, 'task', 'run', phases.data(folder), SECOND)


class Together(flight.Phase):
    """A worker collects, a command asks it for another task, and a process like the window
    writes too and takes over where the worker dies."""

    def __init__(self, bench, app):
        folder = bench.add(bench.template('together'), '--name=' + FIRST)
        bench.add(folder, '--name=' + SECOND, '--paused', n=phases.ARTICLES + 5)
        self.app = app
        super().__init__('%s, worker and command together' % ('window' if app else 'sharer'),
                         folder, phases.worker, phases.BEGINNING, ('worker.article.after',),
                         finish=finish, look=look, left=phases.RUNNING)

    def spawn(self, *command, hits=None):
        env = {'EXM_FAIL_POINT_HITS': hits.path} if hits else {}
        return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, env=flight.environment(env))

    def start_all(self, folder, hits):
        worker = self.spawn(phases.CLI, 'worker', phases.data(folder), hits=hits)
        flight.wait_for_hits(worker, hits, lambda: hits.count('store.job.after'))
        command = self.spawn(phases.CLI, 'task', 'run', phases.data(folder), SECOND)
        if self.app:
            other = self.spawn(self.app, phases.data(folder))
        else:
            other = self.spawn(phases.REEXTRACT, os.path.join(folder, 'data'), 'reextract')
        return {'worker': worker, 'command': command, 'other': other}

    def end_all(self, processes, folder, scratch):
        """Leaves the survivors alone for a while; they must end when told to."""
        end = time.monotonic() + flight.IDLE_SECONDS
        while (time.monotonic() < end
               and any(process.poll() is None for process in processes.values())
               and flight.count_left(folder, scratch, self.left)):
            time.sleep(0.1)
        for name, process in processes.items():
            if name == 'other' and self.app:
                process.kill()
            elif process.poll() is None and name == 'worker':
                process.send_signal(signal.SIGTERM)
            code = process.wait(flight.SECONDS)
            assert code in (0, -signal.SIGTERM, -signal.SIGKILL, 1), (name, code)

    def kill(self, scratch, random, times=1):
        folder = self.fresh(scratch)
        hits = flight.Hits(os.path.join(scratch, 'hits'))
        processes = self.start_all(folder, hits)
        done = random.randrange(self.total)
        flight.wait_for_hits(processes['worker'], hits,
                             lambda: hits.count(*self.step) >= done,
                             idle=flight.IDLE_SECONDS)
        time.sleep(random.random() * self.pace)
        # The command is at work until it has handed its task over.
        victim = random.choice([name for name, process in processes.items()
                                if process.poll() is None])
        processes[victim].kill()
        processes[victim].wait()
        place = '%s killed, %s' % (victim, hits.last())
        left = flight.count_left(folder, scratch, self.left)
        kills = [flight.Kill(self.name, left > 0, hits.count(*self.step),
                             self.total, place)]
        self.end_all(processes, folder, scratch)
        hits.close()
        self.finish(folder)
        flight.check_folder(folder)
        found = self.look(folder)
        if found != self.expected:
            raise AssertionError('%s, after %s:\n%s' % (
                self.name, kills, flight.difference(self.expected, found)))
        return kills


def without_window(bench):
    return [Together(bench, None)]


def with_window(bench):
    return [Together(bench, phases.APP)]
