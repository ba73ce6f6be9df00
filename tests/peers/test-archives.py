#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives that warcio of npm reads: every record by its lengths and digests, and an index
that is the one of ours. Archives that wget writes, which are imported."""

import contextlib
import difflib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import run  # noqa: E402
from stores import StoreCase  # noqa: E402
import tap  # noqa: E402
import warc  # noqa: E402

VERSION = '2.4.11'

# Lengths and digests of each record, as another reader finds them.
SCRIPT = r'''
import { createReadStream } from "node:fs";
import { createHash } from "node:crypto";
import { WARCParser } from "warcio";

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
function base32(bytes) {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return bits.match(/.{5}/g).map((part) => digits[parseInt(part, 2)]).join("");
}
const sha1 = (bytes) => "sha1:" + base32(createHash("sha1").update(bytes).digest());

const parser = new WARCParser(createReadStream(process.argv[2]), { keepHeadersCase: true });
for await (const record of parser) {
  const payload = await record.readFully(false);
  console.log(JSON.stringify({
    type: record.warcType, url: record.warcTargetURI, version: record.warcHeaders.statusline,
    id: record.warcHeader("WARC-Record-ID"), status: record.httpHeaders ? record.httpHeaders.statusline : null,
    stated: record.warcHeader("WARC-Payload-Digest") ?? null, digest: sha1(payload), length: payload.length,
    offset: parser.offset, size: parser.recordLength }));
}
'''


class Warcio(StoreCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.home)
        subprocess.run(('npm', 'install', '--silent', '--no-audit', '--no-fund', '--prefix', cls.home,
                        'warcio@' + VERSION), check=True, capture_output=True)
        with open(cls.home + '/read.mjs', 'w', encoding='utf-8') as file:
            file.write(SCRIPT)

    def node(self, *args):
        done = subprocess.run(args, cwd=self.home, capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ''), args)
        return done.stdout.splitlines()

    def check(self, path):
        ours = warc.read(path)
        theirs = [json.loads(line) for line in self.node('node', 'read.mjs', path)]
        self.assertEqual([(r.type, r.url, r.headers['WARC-Record-ID']) for r in ours],
                         [(r['type'], r.get('url'), r['id']) for r in theirs])
        for one, other in zip(ours, theirs):
            self.assertEqual(other['version'], 'WARC/1.1')
            if one.type in ('response', 'resource'):
                self.assertEqual(other['stated'], other['digest'], other)
                self.assertEqual(len(one.payload), other['length'], other)
        return ours

    def index(self, path):
        lines = self.node('node_modules/.bin/warcio', 'cdx-index', '--format', 'cdxj', path)
        found = {}
        for line in lines:
            surt, _, rest = line.split(' ', 2)
            entry = json.loads(rest)
            if entry.get('status') or entry['mime'] == 'warc/revisit':
                found[int(entry['offset'])] = (surt, int(entry['length']), entry['digest'])
        return found

    def test_export_and_output(self):
        out = self.folder + '/out'
        self.add(self.base + '/news/', '--name=N', '--first-run=all', '--schedule=manual',
                 '--output=warc:' + out)
        self.fine('task', 'run', 'N')
        name, = [name for name in os.listdir(out) if not name.startswith('.')]
        self.check(out + '/' + name)
        self.fine('articles', 'export', '-f', 'warc', '-s', 'all', '-o', self.folder + '/a.warc.gz')
        ours = self.check(self.folder + '/a.warc.gz')
        self.assertGreater(len(ours), 20)

    def test_index(self):
        self.add(self.base + '/news/', '--name=N', '--first-run=all', '--schedule=manual')
        self.fine('task', 'run', 'N')
        self.fine('articles', 'export', '-f', 'wacz', '-s', 'all', '-o', self.folder + '/a.wacz')
        _, index, _ = warc.read_wacz(self.folder + '/a.wacz')
        shutil.unpack_archive(self.folder + '/a.wacz', self.folder + '/wacz', 'zip')
        theirs = self.index(self.folder + '/wacz/archive/data.warc.gz')
        ours = {int(entry['offset']): (surt, int(entry['length']), entry['digest'].replace('sha1:', ''))
                for surt, entry in index}
        self.assertEqual(ours, theirs)

    def test_wget(self):
        """A crawl of wget gives the articles that a run finds, and its own pages alone; without a task, too."""
        for number, options in enumerate(((), ('--no-warc-compression',), ('--warc-max-size=50k',))):
            with self.subTest(options=options):
                name = 'N%d' % number
                uid = self.add(self.base + '/news/', '--name=' + name, '--first-run=all', '--schedule=manual')
                folder = '%s/%s' % (self.folder, name)
                os.mkdir(folder)
                subprocess.run(('wget', '--quiet', '--recursive', '--level=1', '--no-parent', '--no-hsts',
                                '--warc-file=site', *options, self.base + '/news/'), cwd=folder, check=False)
                files = sorted(folder + '/' + name for name in os.listdir(folder) if '.warc' in name
                               and 'meta' not in name)
                self.assertEqual(len(files) > 1, '--warc-max-size=50k' in options, files)
                self.expect(self.cli('import', *files, '--task', uid), 0)
                with self.store() as store:
                    got = {url for url, in store.execute(
                        'SELECT url FROM article a JOIN task t ON t.id = a.task WHERE t.uid = ?', (uid,))}
                self.assertLessEqual(set(self.articles_of('news')), got)
                done = self.expect(run('warc', *files), 0)
                texts = {line['url']: line['text'] for line in map(json.loads, done.out.splitlines())}
                stored = self.texts(task=uid)
                self.assertLessEqual(set(stored), set(texts))
                alike = [difflib.SequenceMatcher(None, stored[url].split(), texts[url].split(), False).ratio()
                         for url in stored]
                self.assertGreater(sum(alike) / len(alike), .95)

    def store(self):
        return contextlib.closing(sqlite3.connect(self.data + '/exemplar.db'))


if __name__ == '__main__':
    tap.main()
