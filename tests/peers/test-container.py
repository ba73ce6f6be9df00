#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The image of data/container/Containerfile: its size, its user, its health, and that a stop loses nothing."""

import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import SiteCase  # noqa: E402
import images  # noqa: E402
import tap  # noqa: E402

MAX_MB = 80
ARTICLES = 40


class Container(SiteCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.home)
        cls.image, how = images.make_image(cls.home)
        cls.addClassCleanup(cls.image.end)
        print('# ' + how)
        cls.image.build()

    def setUp(self):
        super().setUp()
        self.run_inside('--version')
        self.data = self.image.data

    def run_inside(self, *args):
        process = self.image.start(*args)
        out, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, out)
        return out

    def healthy(self):
        process = self.image.start(entry=('sh', '-c', self.image.settings()[-1]))
        process.communicate(timeout=60)
        return process.returncode == 0

    def count(self, query):
        store = sqlite3.connect('file:%s/exemplar.db?mode=ro' % self.data, uri=True)
        try:
            return store.execute(query).fetchone()[0]
        finally:
            store.close()

    def test_size_and_libraries(self):
        grown = self.image.grown // 1024
        print('# %d MB over what debootstrap makes' % grown)
        self.assertLess(grown, MAX_MB)
        needed = images.command('chroot', self.image.root, 'ldd', '/usr/bin/exemplar-cli')
        self.assertNotIn('not found', needed)
        self.assertNotRegex(needed, 'gtk|webkit')
        user, signal, entry, program, health = self.image.settings()
        self.assertEqual((user, signal, entry, program), ('exemplar', 'SIGTERM', ['exemplar-cli'], ['worker']))
        self.assertIn('exemplar-cli status', health)
        self.assertEqual(self.image.volume(), '/data')
        process = self.image.start(entry=('id', '-u'))
        self.assertEqual(process.communicate(timeout=60)[0].strip(), str(images.USER))

    def test_stop_and_go_on(self):
        """SIGTERM in the middle of a run loses nothing and doubles nothing."""
        self.run_inside('task', 'add', '%s/numbered/%d/%06d' % (self.base, ARTICLES + 1, ARTICLES + 1),
                        '--source=list:%s/numbered/%d/' % (self.base, ARTICLES),
                        '--include=%s/numbered/%d/(*)' % (self.base, ARTICLES), '--first-run=all',
                        '--delay-ms=50', '--schedule=every 30 d', '--name=N', '--output=json-lines:/data/out')
        stops = 0
        deadline = time.monotonic() + 240
        while self.count('SELECT count(*) FROM article') < ARTICLES:
            self.assertLess(time.monotonic(), deadline)
            known = self.count('SELECT count(*) FROM article')
            process = self.image.start('worker')
            while self.count('SELECT count(*) FROM article') < min(known + 10, ARTICLES):
                self.assertIsNone(process.poll())
                self.assertLess(time.monotonic(), deadline)
            if stops == 0:
                self.assertTrue(self.healthy())
            self.image.ask_to_stop(process)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, out)
            stops += 1
        self.assertGreater(stops, 2)
        self.run_inside('worker', '--once')
        with open(self.data + '/out/articles.jsonl', encoding='utf-8') as file:
            urls = [json.loads(line)['url'] for line in file]
        self.assertEqual((len(urls), len(set(urls))), (ARTICLES, ARTICLES))
        self.assertEqual({os.stat(os.path.join(path, name)).st_uid for path, _, names in
                          os.walk(self.data) for name in names}, {images.USER})


if __name__ == '__main__':
    tap.main()
