# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stands in for Spark where there is none: as much of an RDD as data/scale/spark.py asks for, on
this computer. Tasks are tried four times, as Spark does; the lines of an attempt that failed are
dropped, and a folder that exists is refused."""

import os
import shlex
import subprocess

TRIES = 4


class RDD:
    def __init__(self, partitions):
        self.partitions = partitions

    def pipe(self, command, env=None, checkCode=False):
        return RDD([self.run(shlex.split(command), env, checkCode, lines) for lines in self.partitions])

    @staticmethod
    def run(command, env, check, lines):
        text = ''.join('%s\n' % line for line in lines)
        for attempt in range(TRIES):
            done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, env=env or os.environ,
                                  check=False)
            if done.returncode == 0 or not check:
                return done.stdout.decode('utf-8').split('\n')[:-1]
        raise RuntimeError('Pipe function `%s` exited with error code %d' % (command, done.returncode))

    def saveAsTextFile(self, path):
        os.makedirs(path)
        for number, lines in enumerate(self.partitions):
            with open('%s/part-%05d' % (path, number), 'w', encoding='utf-8', newline='\n') as file:
                file.writelines(line + '\n' for line in lines)
        with open(path + '/_SUCCESS', 'wb'):
            pass


class SparkContext:
    def __init__(self, appName=None):
        self.name = appName

    def parallelize(self, items, numSlices):
        items = list(items)
        bounds = [len(items) * i // numSlices for i in range(numSlices + 1)]
        return RDD([items[start:end] for start, end in zip(bounds, bounds[1:])])

    def stop(self):
        pass
