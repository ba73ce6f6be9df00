# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exemplar-cli as a user does; what the tests of its commands share."""

import atexit
import collections
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import unittest

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
for folder in ('tools', 'lib'):
    sys.path.insert(0, os.path.join(ROOT, 'tests', folder))

CLI = os.environ['EXEMPLAR_CLI']
CACHE = tempfile.mkdtemp()
atexit.register(shutil.rmtree, CACHE, True)
PAGES = os.path.join(ROOT, 'tests', 'data', 'pages')
SAMPLE = os.path.join(ROOT, 'data', 'sample')

FAILED, USAGE, NOTHING, UNLIKE = 1, 2, 3, 4

# First and last words of the body of a page in tests/data/pages.
EN_FIRST = 'Four bakers whose shops stand within sight of each other'
EN_LAST = 'It goes to the night shift of the lifeboat station.'
ZH_FIRST = '盐巷里有四家面包房，彼此望得见招牌。'
ZH_LAST = '他们自己吃不出来。'

Done = collections.namedtuple('Done', 'code out err')


def page(name):
    return os.path.join(PAGES, name)


def read_page(name, encoding='utf-8'):
    with open(page(name), encoding=encoding) as file:
        return file.read()


def environment(language=''):
    """English unless told; another language is read from the build's own catalogues. An
    empty cache: where a window has made one of icons, sites are asked for theirs."""
    env = dict(os.environ, LANGUAGE=language or os.environ.get('LANGUAGE', ''),
               G_DEBUG='fatal-criticals', XDG_CACHE_HOME=CACHE)
    env.pop('EXEMPLAR_LOCALE_DIR', None)
    if language:
        env['EXEMPLAR_LOCALE_DIR'] = os.environ['EXEMPLAR_CATALOGUES']
    return env


def run(*args, **kwargs):
    """(exit status, standard output, standard error); input= is text or bytes, language=
    such as zh_CN, variables= more of the environment."""
    data = kwargs.pop('input', None)
    env = environment(kwargs.pop('language', ''))
    env.update(kwargs.pop('variables', {}))
    if isinstance(data, str):
        data = data.encode()
    if data is None and 'stdin' not in kwargs:
        kwargs['stdin'] = subprocess.DEVNULL
    kwargs.setdefault('stdout', subprocess.PIPE)
    done = subprocess.run((CLI,) + args, input=data, stderr=subprocess.PIPE,
                          env=env, timeout=300, check=False, **kwargs)
    return Done(done.returncode, (done.stdout or b'').decode(), done.stderr.decode())


def start(*args, variables=(), **kwargs):
    return subprocess.Popen((CLI,) + args, env=dict(environment(), **dict(variables)), **kwargs)


def peak_memory():
    """Bytes that the largest program run so far by this test has held."""
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024


class Case(unittest.TestCase):
    """A test with a folder of its own that says all outputs when it fails."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, 'wb') as file:
            file.write(content.encode() if isinstance(content, str) else content)
        return path

    def expect(self, done, code, message=None):
        """The exit status, and a text that standard error must hold."""
        self.assertEqual(done.code, code, done)
        if message is not None:
            self.assertIn(message, done.err)
        return done

    def well(self, *args, **kwargs):
        return self.expect(run(*args, **kwargs), 0)

    def extract_json(self, *args, **kwargs):
        """(exit status, the object) of one target."""
        done = run('extract', '--format', 'json', *args, **kwargs)
        lines = done.out.splitlines()
        self.assertEqual(len(lines), 1, done)
        return done.code, json.loads(lines[0])


class SiteCase(Case):
    """With the sample site served by a program of its own, on any free port."""

    @classmethod
    def setUpClass(cls):
        cls.site = start('sample', '--serve', '--data', SAMPLE, stdout=subprocess.PIPE,
                         stdin=subprocess.DEVNULL)
        cls.base = cls.site.stdout.readline().decode().strip().rstrip('/')

    @classmethod
    def tearDownClass(cls):
        cls.site.terminate()
        cls.site.stdout.close()
        cls.served = cls.site.wait(60)

    def fault(self, name):
        return '%s/fault/%s' % (self.base, name)
