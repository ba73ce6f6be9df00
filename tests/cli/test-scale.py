#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The scripts of data/scale: shards of an archive under GNU parallel and under Spark, or what
stands in for it, give what one run gives, byte for byte, whoever is killed on the way."""

import fcntl
import json
import os
import subprocess
import sys

from runner import ROOT
from scale import PAGES, SCALE, SHARDS, ScaleCase
import tap
from warc import unpacked


class Scale(ScaleCase):
    def test_shards(self):
        """Each shard once; what is missing is told, and nothing is joined then."""
        out = os.path.join(self.folder, 'out')
        os.mkdir(out)
        self.script('shard.sh', '1/%d' % SHARDS, out, *self.archives)
        self.script('shard.sh', '3/%d' % SHARDS, out, *self.archives)
        done = self.start(os.path.join(SCALE, 'join.sh'), str(SHARDS), out)
        self.assertEqual((done.returncode, done.stdout), (1, 'join.sh: these shards are not whole: shard-000002\n'))
        done = self.start(os.path.join(SCALE, 'shard.sh'), '2/%d' % SHARDS, out, *self.archives, program=self.killer)
        self.assertEqual(done.returncode, 137, done.stdout)
        self.assertFalse(os.path.exists(out + '/shard-000002-of-%06d.done' % SHARDS))
        for _ in range(2):
            self.script('shard.sh', '2/%d' % SHARDS, out, *self.archives)
        parts = []
        for number in range(1, SHARDS + 1):
            with open('%s/shard-%06d-of-%06d.jsonl.zst' % (out, number, SHARDS), 'rb') as file:
                parts.append(unpacked(file.read()).decode())
        self.assertGreater(min(part.count('\n') for part in parts), PAGES // SHARDS)
        self.assertEqual(''.join(parts), self.whole)

    def done(self, number, of, out):
        with open('%s/shard-%06d-of-%06d.done' % (out, number, of), encoding='utf-8') as file:
            return file.read()

    def test_others(self):
        """Shards of another number, of other inputs or options never come into one file."""
        out = os.path.join(self.folder, 'out')
        os.mkdir(out)
        self.script('shard.sh', '1/2', out, self.archives[0])
        self.assertEqual(self.done(1, 2, out), 'shard 1/2\noptions --block 8\ninput %s\n' % self.archives[0])
        self.script('shard.sh', '1/%d' % SHARDS, out, self.archives[0])
        shard = os.path.join(SCALE, 'shard.sh')
        for args, more in ((self.archives, {}), (self.archives[:1], {'EXEMPLAR_WARC_OPTIONS': '--examples none'})):
            done = self.start(shard, '1/2', out, *args, **more)
            self.assertEqual(done.returncode, 1, done.stdout)
            self.assertIn('shard-000001-of-000002.done is of other inputs or options', done.stdout)
        self.script('shard.sh', '2/2', out, *self.archives)
        done = self.start(os.path.join(SCALE, 'join.sh'), '2', out)
        self.assertEqual((done.returncode, done.stdout), (
            1, 'join.sh: these shards are of other inputs or options than the first: shard-000002\n'))
        os.remove(out + '/shard-000002-of-000002.done')
        self.script('shard.sh', '2/2', out, self.archives[0])
        joined = subprocess.run((os.path.join(SCALE, 'join.sh'), '2', out), stdout=subprocess.PIPE, check=True)
        self.assertEqual(unpacked(joined.stdout).decode(), self.well('warc', self.archives[0]).out)

    def test_state_stays(self):
        """A resumed shard that fails keeps what is there; one of another run begins anew."""
        out = os.path.join(self.folder, 'out')
        os.mkdir(out)
        name = out + '/shard-000002-of-%06d' % SHARDS
        args = (os.path.join(SCALE, 'shard.sh'), '2/%d' % SHARDS, out)
        self.assertEqual(self.start(*args, *self.archives, program=self.killer).returncode, 137)
        with open(name + '.jsonl.zst.state', encoding='utf-8') as file:
            state = file.read()
        with open(name + '.jsonl.zst', 'rb') as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            done = self.start(*args, *self.archives)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn('another process', done.stdout)
        with open(name + '.jsonl.zst.state', encoding='utf-8') as file:
            self.assertEqual(file.read(), state)
        done = self.start(*args, self.archives[0])
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn('other archives or options', done.stdout)
        with open(name + '.jsonl.zst', 'rb') as file:
            self.assertEqual(unpacked(file.read()).decode(),
                             self.well('warc', self.archives[0], '--shard', '2/%d' % SHARDS).out)

    def test_made_archive(self):
        """The archive is the same each time, what is damaged is told, and bodies are found as written."""
        truth = os.path.join(self.folder, 'truth')
        path = self.make('c.warc.gz', PAGES * 4, '--truth', truth)
        again = self.make('d.warc.gz', PAGES * 4)
        with open(path, 'rb') as file, open(again, 'rb') as other:
            self.assertEqual(file.read(), other.read())
        with open(truth, encoding='utf-8') as file:
            bodies = {entry['url']: entry['body'] for entry in map(json.loads, file)}
        self.assertGreater(len(bodies), PAGES * 4 * .9)
        self.assertLess(len(bodies), PAGES * 4)
        done = self.well('warc', '-j2', path)
        found = {line['url']: line['text'] for line in map(json.loads, done.out.splitlines())}
        self.assertEqual({url: found.get(url) for url in bodies}, bodies)
        self.assertEqual(done.err.count('was left out'), PAGES * 4 - len(bodies))

    def test_parallel(self):
        out = os.path.join(self.folder, 'out')
        self.script('parallel.sh', str(SHARDS), out, *self.archives, program=self.killer)
        self.assertTrue(os.path.isdir(self.marks))
        self.assertEqual(self.joined(out), self.whole)
        # Again, with nothing left to do.
        self.script('parallel.sh', str(SHARDS), out, *self.archives, program='/bin/false')
        self.assertEqual(self.joined(out), self.whole)

    def test_parallel_fails(self):
        """A shard that cannot be done fails the whole, and no joined file is left."""
        out = os.path.join(self.folder, 'out')
        done = self.start(os.path.join(SCALE, 'parallel.sh'), str(SHARDS), out, self.folder + '/none')
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('none', done.stdout)
        self.assertEqual([name for name in os.listdir(out) if name.startswith('all') or name.endswith('.done')], [])
        # It is there now.
        os.link(self.archives[0], self.folder + '/none')
        self.script('parallel.sh', str(SHARDS), out, self.folder + '/none')
        self.assertEqual(self.joined(out).replace(self.folder + '/none', self.archives[0]),
                         self.well('warc', self.archives[0]).out)

    def test_spark(self):
        home = os.environ.get('SPARK_HOME')
        out = os.path.join(self.folder, 'out')
        script = os.path.join(SCALE, 'spark.py')
        if home:
            command = (os.path.join(home, 'bin', 'spark-submit'), '--master', 'local[2,4]', script)
        else:
            print('# not run on Spark here: a stand-in runs data/scale/spark.py')
            command = (sys.executable, script)
        more = {} if home else {'PYTHONPATH': os.path.join(ROOT, 'tests', 'cli', 'spark')}
        done = self.start(*command, str(SHARDS), out, *self.archives, program=self.killer, **more)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertTrue(os.path.isdir(self.marks))
        parts = sorted(name for name in os.listdir(out) if name.startswith('part-'))
        self.assertEqual(len(parts), SHARDS)
        text = ''
        for name in parts:
            with open(os.path.join(out, name), encoding='utf-8') as file:
                text += file.read()
        self.assertEqual(text, self.whole)


if __name__ == '__main__':
    tap.main()
