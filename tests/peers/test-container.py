#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The steps of data/container/Containerfile, in a chroot: no kernel need allow containers.
The program is built by its meson options, the last stage is made in what debootstrap makes of
Debian, without the documents that the slim image leaves out."""

import json
import os
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import ROOT, SiteCase  # noqa: E402
import tap  # noqa: E402

MIRROR = 'http://deb.debian.org/debian'
LEFT_OUT = ''.join('path-exclude /usr/share/%s/*\n' % name for name in ('doc', 'man', 'info', 'locale'))
MAX_MB = 80
ARTICLES = 40
USER = 10001


def read_stages():
    """Instructions of each stage: (name, arguments)."""
    with open(os.path.join(ROOT, 'data', 'container', 'Containerfile'), encoding='utf-8') as file:
        text = re.sub(r'\\\n\s*', ' ', re.sub(r'(?m)^#.*\n', '', file.read()))
    stages = []
    for line in filter(None, text.split('\n')):
        name, arguments = line.strip().split(' ', 1)
        if name == 'FROM':
            stages.append([])
        stages[-1].append((name, arguments))
    return stages


def command(*args, **kwargs):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
                          **kwargs)
    assert done.returncode == 0, (args, done.stdout[-2000:])
    return done.stdout


def size(folder):
    """Adds up the files, in kB."""
    return int(command('du', '-sxk', '--exclude=proc', folder).split()[0])


class Container(SiteCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(cls.clean_up)
        cls.root = cls.home + '/root'
        cls.build, cls.final = read_stages()
        print('# built in a chroot, not by podman or buildah')
        cls.compile()
        command('debootstrap', '--variant=minbase', 'bookworm', cls.root, MIRROR)
        with open(cls.root + '/etc/dpkg/dpkg.cfg.d/slim', 'w', encoding='utf-8') as file:
            file.write(LEFT_OUT)
        for name in ('doc', 'man', 'info', 'locale'):
            shutil.rmtree('%s/usr/share/%s' % (cls.root, name), ignore_errors=True)
        command('mount', '-t', 'proc', 'proc', cls.root + '/proc')
        cls.inside('apt-get clean && rm -rf /var/lib/apt/lists/*')
        cls.before = size(cls.root)
        for name, arguments in cls.final:
            if name == 'RUN':
                cls.inside(arguments + ' && apt-get clean')
        command('cp', '-a', cls.home + '/out/.', cls.root)

    @classmethod
    def clean_up(cls):
        subprocess.run(('umount', cls.root + '/proc'), check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(cls.home)

    @classmethod
    def inside(cls, text):
        command('chroot', cls.root, 'sh', '-ec', text, env={'PATH': '/usr/sbin:/usr/bin:/sbin:/bin',
                                                            'DEBIAN_FRONTEND': 'noninteractive'})

    @classmethod
    def compile(cls):
        """The step that calls meson, with the folders of this test."""
        steps = [text for name, text in cls.build if name == 'RUN' and 'meson setup' in text]
        text, = steps
        for name, place in (('/build', cls.home + '/b'), ('/src', ROOT), ('/out', cls.home + '/out')):
            text = re.sub(r'(?<=[ =])%s(?= |$)' % name, place, text)
        command('sh', '-ec', text.replace('--buildtype=release', '--buildtype=debugoptimized'))

    def settings(self, name):
        return [arguments for one, arguments in self.final if one == name]

    def start(self, *args):
        folder, = self.settings('VOLUME')
        return subprocess.Popen(('chroot', '--userspec=%d:%d' % (USER, USER), self.root, 'exemplar-cli', *args),
                                env={'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'EXEMPLAR_DATA': folder, 'LC_ALL': 'C.UTF-8'},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def run_inside(self, *args):
        process = self.start(*args)
        out, _ = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, out)
        return out

    def healthy(self):
        text = self.settings('HEALTHCHECK')[0].split('CMD ', 1)[1]
        return subprocess.run(('chroot', '--userspec=%d:%d' % (USER, USER), self.root, 'sh', '-c', text),
                              env={'PATH': '/usr/sbin:/usr/bin:/sbin:/bin', 'EXEMPLAR_DATA': '/data'}, check=False,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0

    def count(self, query):
        store = sqlite3.connect('file:%s/data/exemplar.db?mode=ro' % self.root, uri=True)
        try:
            return store.execute(query).fetchone()[0]
        finally:
            store.close()

    def test_size_and_libraries(self):
        grown = (size(self.root) - self.before) // 1024
        print('# %d MB over what debootstrap makes' % grown)
        self.assertLess(grown, MAX_MB)
        needed = command('chroot', self.root, 'ldd', '/usr/bin/exemplar-cli')
        self.assertNotIn('not found', needed)
        self.assertNotRegex(needed, 'gtk|webkit')
        self.assertEqual(self.settings('USER'), ['exemplar'])
        self.assertEqual(self.settings('STOPSIGNAL'), ['SIGTERM'])
        self.assertEqual(self.settings('ENTRYPOINT'), ['["exemplar-cli"]'])

    def test_stop_and_go_on(self):
        """SIGTERM in the middle of a run loses nothing and doubles nothing."""
        self.run_inside('task', 'add', '%s/numbered/%d/%06d' % (self.base, ARTICLES + 1, ARTICLES + 1),
                        '--source=list:%s/numbered/%d/' % (self.base, ARTICLES),
                        '--include=%s/numbered/%d/(*)' % (self.base, ARTICLES), '--first-run=all',
                        '--delay-ms=50', '--schedule=every 30 d', '--name=N', '--output=json-lines:/data/out')
        stops = 0
        deadline = time.monotonic() + 120
        while self.count('SELECT count(*) FROM article') < ARTICLES:
            self.assertLess(time.monotonic(), deadline)
            known = self.count('SELECT count(*) FROM article')
            process = self.start('worker')
            while self.count('SELECT count(*) FROM article') < min(known + 10, ARTICLES):
                self.assertIsNone(process.poll())
                self.assertLess(time.monotonic(), deadline)
            if stops == 0:
                self.assertTrue(self.healthy())
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0, out)
            stops += 1
        self.assertGreater(stops, 2)
        self.run_inside('worker', '--once')
        with open(self.root + '/data/out/articles.jsonl', encoding='utf-8') as file:
            urls = [json.loads(line)['url'] for line in file]
        self.assertEqual((len(urls), len(set(urls))), (ARTICLES, ARTICLES))
        self.assertEqual({os.stat(os.path.join(path, name)).st_uid for path, _, names in
                          os.walk(self.root + '/data') for name in names}, {USER})


if __name__ == '__main__':
    tap.main()
