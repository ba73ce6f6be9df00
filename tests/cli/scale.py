# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts that the tests of the scripts of data/scale share: an archive, what one run gives of it, and a
program that is killed once."""

import os
import subprocess
import sys

from runner import CLI, ROOT, Case
import warc

SCALE = os.path.join(ROOT, 'data', 'scale')
SHARDS = 3
PAGES = 90

# Ends as by kill -9 behind the second block of the second shard, the first time.
KILLER = '''#!/bin/sh
case "$*" in *" 2/%d "*)
  if mkdir "%s" 2> /dev/null; then
    EXM_FAIL_POINT=warc.state.before:2 exec "%s" "$@"
  fi
esac
exec "%s" "$@"
'''


class ScaleCase(Case):
    def setUp(self):
        super().setUp()
        self.archives = [self.make('a.warc.gz', PAGES), self.make('b.warc.gz', PAGES // 3, '--seed=1')]
        self.whole = self.well('warc', *self.archives).out
        self.assertGreater(self.whole.count('\n'), PAGES)
        self.marks = os.path.join(self.folder, 'killed')
        self.killer = self.write('killer', KILLER % (SHARDS, self.marks, CLI, CLI))
        os.chmod(self.killer, 0o755)

    def make(self, name, pages, *args):
        path = os.path.join(self.folder, name)
        subprocess.run((sys.executable, os.path.join(ROOT, 'tests', 'scale', 'make-archive.py'), str(pages), path,
                        '--hosts=12', *args), check=True, stdout=subprocess.DEVNULL)
        return path

    def start(self, *args, program=CLI, **more):
        env = dict(os.environ, EXEMPLAR_CLI=program, **{'EXEMPLAR_WARC_OPTIONS': '--block 8', **more})
        return subprocess.run(args, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, timeout=300)

    def script(self, name, *args, **more):
        done = self.start(os.path.join(SCALE, name), *args, **more)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done

    def joined(self, folder):
        with open(folder + '/all.jsonl.zst', 'rb') as file:
            return warc.unpacked(file.read()).decode()
