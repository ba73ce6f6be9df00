#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""public-names.py [--write] NAMES CLI TABLES ROOT BUILD: compares the names that others rely
on with the list NAMES. They are asked of the built programs (CLI; TABLES is public-names.c)
and of what is installed; of the sources only what no program tells without a display."""

import contextlib
import csv
import io
import json
import os
import re
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ET

import tap

REQUESTS = ('wake', 'status', 'run', 'stop-run', 'watch', 'stop')
ABOUT = '''# Names that others rely on: files, scripts and stored data hold them. They stay
# when what they name is called otherwise in the sources. A section names the kind, then
# a line is a name, sorted. Made by `tests/tools/public-names.py --write`.
'''


class Gatherer:
    """Asks one build for its names: a set of (kind, name)."""

    def __init__(self, cli, tables, root, build):
        self.cli, self.tables, self.root, self.build = cli, tables, root, build
        self.found = set()

    def add(self, kind, *names):
        self.found.update((kind, name) for name in names)

    def run(self, *args, data=None):
        env = dict(os.environ, LANGUAGE='en', LC_ALL='C.UTF-8')
        return subprocess.run((self.cli,) + args, input=data, env=env, timeout=60,
                              check=False, stdin=None if data else subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def keys(self, kind, value, path=''):
        """Members of a JSON value; of lanes their ids, which are names of their own."""
        if isinstance(value, list):
            for item in value:
                self.keys(kind, item, path + '[]')
        elif isinstance(value, dict) and path.endswith('.lanes'):
            self.add('lane id', *value)
        elif isinstance(value, dict):
            for name, item in value.items():
                self.add(kind, (path + '.' + name).lstrip('.'))
                self.keys(kind, item, path + '.' + name)

    def json(self, kind, *args, data=None):
        done = self.run(*args, data=data)
        lines = done.stdout.splitlines()
        if not lines:
            raise RuntimeError('%s says nothing: %s' % (' '.join(args), done.stderr))
        for line in lines:
            self.keys('JSON of ' + kind, json.loads(line))

    def csv(self, kind, *args):
        done = self.run(*args)
        self.add('CSV of ' + kind, *next(csv.reader(io.StringIO(done.stdout))))

    def commands(self, *path):
        text = self.run(*path, '--help').stdout
        name = ' '.join(path)
        options = re.findall(r'(?m)^  (-\w, )?(--[a-z-]+)(=\S+)?', text)
        self.add('command option', *((name + ' ' + short.replace(', ', ' ') + option + value)
                                     .lstrip() for short, option, value in options))
        exits = text.split('Exit status:\n')[1].split('\n\n')[0]
        for code, meaning in re.findall(r'(?s)(?:^|\n)  (\d)  (.*?)(?=\n  \d|$)', exits):
            said = '%s: %s' % (code, ' '.join(meaning.split()))
            if not path or ('exit code', said) not in self.found:
                self.add('exit code', (name + ' ' + said).lstrip())
        listed = re.search(r'(?ms)^Commands:\n(.*?)^\n', text)
        for line in listed.group(1).splitlines() if listed else []:
            if re.match(r'  [a-z]', line):
                self.add('command', (name + ' ' + line.split()[0]).strip())
                self.commands(*path, line.split()[0])

    def ask_tables(self):
        text = subprocess.run((self.tables,), check=True, stdout=subprocess.PIPE,
                              text=True).stdout
        for line in text.splitlines():
            kind, name = line.split('\t', 1)
            if kind == 'event':
                event = json.loads(name)
                self.add('control event', event['event'])
                self.add('control event field', *event)
            else:
                self.add(kind, name)

    def ask_pages(self):
        pages = os.path.join(self.root, 'tests', 'data', 'pages')
        example, target = (os.path.join(pages, 'en-%s.html' % name)
                           for name in ('example', 'target'))
        methods = sorted(name for kind, name in self.found if kind == 'method id')
        for method in methods:
            if method != 'vips':
                self.json('extract', 'extract', '-q', '-f', 'json', '-R', '-m', method,
                          '-e', example, target)
        record = {'site': 's', 'example': 'e', 'target': 't', 'example_path': example,
                  'target_path': target, 'url': 'http://a.example/1'}
        self.json('batch', 'batch', data=json.dumps(record) + '\n{}\n')
        self.json('curves', 'curves', '-q', '-f', 'json', '-e', example, '-t', target)
        self.csv('curves', 'curves', '-q', '-e', example, '-t', target)
        self.json('xpath', 'xpath', '--json', '//p', target)
        self.csv('compare', 'compare', '-f', 'csv', '-m', 'exemplar',
                 os.path.join(self.root, 'tests', 'data', 'accuracy'))
        return example

    def add_article(self, data):
        with contextlib.closing(sqlite3.connect(data + '/exemplar.db')) as store, store:
            for kind, name, table in store.execute(
                    "SELECT type, name, tbl_name FROM sqlite_master "
                    "WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"):
                self.schema(store, 'exemplar.db', kind, name, table)
            self.add('SQL of exemplar.db', 'user_version %d' % store.execute(
                'PRAGMA user_version').fetchone())
            row = {'task': 1, 'task_version': 1, 'collected': 1795000000 * 10 ** 6,
                   'state': 'good', 'confidence': .75, 'template_similarity': .9,
                   'method': 'exemplar', 'url': 'http://a.example/1',
                   'final_url': 'http://a.example/1', 'url_key': 'http://a.example/1',
                   'title': 'T', 'published': '2026-11-20', 'author': 'A. Writer',
                   'origins': 'title=meta title:1:0 published=meta published:x author=meta',
                   'n_chars': 4, 'excerpt': 'Text', 'text': 'Text', 'html': '<p>Text</p>',
                   'markdown': 'Text'}
            store.execute('INSERT INTO article (%s) VALUES (%s)' % (
                ', '.join(row), ', '.join('?' * len(row))), list(row.values()))
        with contextlib.closing(sqlite3.connect(data + '/pages.db')) as store:
            for kind, name, table in store.execute(
                    "SELECT type, name, tbl_name FROM sqlite_master "
                    "WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'").fetchall():
                self.schema(store, 'pages.db', kind, name, table)
            self.add('SQL of pages.db', 'user_version %d' % store.execute(
                'PRAGMA user_version').fetchone())

    def schema(self, store, file, kind, name, table):
        where = '' if kind == 'table' else ' on ' + table
        self.add('SQL of ' + file, '%s %s%s' % (kind, name, where))
        if kind == 'table':
            for column in store.execute('PRAGMA table_info("%s")' % name).fetchall():
                self.add('SQL of ' + file, 'column %s.%s %s' % (name, column[1], column[2]))

    def ask_store(self, example):
        data = os.path.join(self.folder, 'data')
        at = '--data=' + data
        done = self.run('task', 'add', example, '-u', 'http://127.0.0.1:9/news/1.html',
                        '--source=list:http://127.0.0.1:9/news/', '--name=N', '--paused', at)
        uid = re.search(r'(?m)^Identity: (\w+)$', done.stdout).group(1)
        self.add('task file key', re.search(
            r'(?m)^([a-z-]+ = \d+)$', self.run('task', 'show', 'N', at).stdout).group(1))
        self.add_article(data)
        self.json('task list', 'task', 'list', '--json', at)
        self.json('status', 'status', '--json', at)
        self.json('stats', 'stats', '--json', at)
        self.json('store check', 'store', 'check', '--json', at)
        self.json('articles list', 'articles', 'list', '--json', at)
        self.json('articles show', 'articles', 'show', '1', '-f', 'json', at)
        self.json('articles export', 'articles', 'export', '-f', 'json-lines', at)
        self.csv('articles export', 'articles', 'export', '-f', 'csv', at)
        self.add('file in the data folder', *(
            name for name in os.listdir(data) if not name.endswith(('-shm', '-wal'))))
        self.run('task', 'delete', 'N', at)
        self.json('task list --trash', 'task', 'list', '--trash', '--json', at)
        self.run('task', 'restore', 'N', at)
        self.ask_worker(data, uid)

    def ask_worker(self, data, uid):
        """Sends each request to a worker, which knows it or not."""
        runtime = os.path.join(self.folder, 'runtime')
        os.mkdir(runtime, 0o700)
        env = dict(os.environ, LANGUAGE='en', LC_ALL='C.UTF-8', XDG_RUNTIME_DIR=runtime)
        with subprocess.Popen((self.cli, 'worker', '--data=' + data), env=env,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as worker:
            try:
                place = self.await_socket(runtime, worker)
                self.add('control answer', self.request(place, 'no-such-request'))
                # The last one ends the worker.
                for request in REQUESTS:
                    answer = self.request(place, request + (
                        ' ' + uid if request in ('run', 'stop-run') else ''))
                    if answer != 'error unknown request':
                        self.add('control request', request)
                    self.add('control answer', answer.split()[0])
            finally:
                worker.terminate()

    @staticmethod
    def await_socket(runtime, worker):
        end = time.monotonic() + 20
        while worker.poll() is None and time.monotonic() < end:
            for name in os.listdir(runtime):
                place = os.path.join(runtime, name)
                with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as peer:
                    peer.connect(place)
                    return place
            with contextlib.suppress(subprocess.TimeoutExpired):
                worker.wait(.01)
        raise RuntimeError('the worker makes no socket')

    @staticmethod
    def request(place, line):
        with socket.socket(socket.AF_UNIX) as peer:
            peer.settimeout(20)
            peer.connect(place)
            peer.sendall(line.encode() + b'\n')
            return peer.makefile(encoding='utf-8').readline().strip()

    def read_build(self):
        def introspect(what):
            with open(os.path.join(self.build, 'meson-info', 'intro-%s.json' % what),
                      encoding='utf-8') as file:
                return json.load(file)
        for option in introspect('buildoptions'):
            if option['section'] == 'user':
                self.add('build option', '%s (%s)' % (option['name'], option['type']))
        plan = introspect('install_plan')
        self.add('installed file', *(entry['destination'] for group in plan.values()
                                     for entry in group.values()))

    def read_data(self):
        """GSettings, D-Bus and resources; files are found by their kind, not their place."""
        for path in self.files(('data', 'ui', 'src', 'flatpak'), ('.gschema.xml',
                                                                  '.gresource.xml')):
            tree = ET.parse(path).getroot()
            for schema in tree.iter('schema'):
                self.add('GSettings', 'schema %s at %s' % (schema.get('id'),
                                                          schema.get('path')))
                self.add('GSettings', *('key %s %s = %s' % (
                    key.get('name'), key.get('type'), key.find('default').text)
                    for key in schema.iter('key')))
            for group in tree.iter('gresource'):
                if path.endswith('help.gresource.xml'):
                    self.add('help topic', *('%s/%s' % (group.get('prefix'),
                                                        file.get('alias') or file.text)
                                             for file in group.iter('file')
                                             if file.text.endswith('.md')))
        for path in self.files(('data',), ('.service.in',)):
            with open(path, encoding='utf-8') as file:
                self.add('D-Bus name', *re.findall(r'(?m)^Name=(.*)$', file.read()))

    def files(self, folders, ends):
        for folder in folders:
            for base, _, names in os.walk(os.path.join(self.root, folder)):
                yield from (os.path.join(base, name) for name in sorted(names)
                            if name.endswith(ends))

    def read_sources(self):
        """Actions, keys, variables and lanes that only some pages have."""
        action = r'((?:app|win|page)\.[a-z][a-z-]*(?:::[\w-]+)?)'
        for path in self.files(('src', 'ui'), ('.c', '.ui')):
            with open(path, encoding='utf-8') as file:
                text = file.read()
            self.add('environment variable', *re.findall(r'"(EXEMPLAR_[A-Z_]+)"', text))
            self.add('action', *re.findall(r'[">]%s["<]' % action, text))
            self.add('accelerator', *('%s %s' % pair for pair in re.findall(
                r'\{ "((?!win\.)[^"]+)", "%s", ' % action, text)))
            self.add('lane id', *re.findall(r'add_lane \([\w>-]+, "([a-z-]+)"', text))

    def gather(self):
        with tempfile.TemporaryDirectory() as self.folder:
            self.commands()
            self.ask_tables()
            self.ask_store(self.ask_pages())
        self.read_build()
        self.read_data()
        self.read_sources()
        return self.found


def read_list(path):
    names, kind = set(), None
    with open(path, encoding='utf-8') as file:
        for line in file.read().splitlines():
            if line.startswith('['):
                kind = line[1:-1]
            elif line and not line.startswith('#'):
                names.add((kind, line.lstrip(' ')))
    return names


def write_list(path, names):
    with open(path, 'w', encoding='utf-8') as file:
        file.write(ABOUT)
        for kind in sorted({kind for kind, _ in names}):
            file.write('\n[%s]\n' % kind)
            # Indented, so that a name may begin as a section or a comment does.
            file.writelines('  %s\n' % name for of, name in sorted(names) if of == kind)


def compare(listed, found, path='tests/data/public-names.txt'):
    """A sentence for each difference."""
    return (['%s “%s” is gone: renames end at the edge; if it is meant, change %s and say so '
             'in NEWS' % (kind, name, path) for kind, name in sorted(listed - found)]
            + ['%s “%s” is new: others will rely on it; add it to %s'
               % (kind, name, path) for kind, name in sorted(found - listed)])


def main(arguments):
    write = arguments[:1] == ['--write']
    path, *places = arguments[write:]
    found = Gatherer(*places).gather()
    if write:
        write_list(path, found)
        return 0
    report = tap.Report()
    listed = read_list(path)
    for kind in sorted({kind for kind, _ in listed | found}):
        report.result(kind, compare({pair for pair in listed if pair[0] == kind},
                                    {pair for pair in found if pair[0] == kind}))
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
