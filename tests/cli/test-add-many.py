#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli task add-many: lists of sections, each of which ends ready, to be looked at, failed
or there already; hosts in turn; nothing is lost or doubled where the command is killed."""

import http.server
import json
import os
import random
import re
import shutil
import threading
import time

from runner import FAILED, USAGE, start
from stores import StoreCase
import tap

N_SECTIONS = 8
# A section of one article.
LONELY = 19
WORDS = ('the council heard on Monday that ferries boats and trains would run late all winter because '
         'nobody had ordered new parts for them').split()


def paragraph(seed):
    words = random.Random(seed)
    return ' '.join(' '.join(words.choices(WORDS, k=11)).capitalize() + '.' for _ in range(8))


def list_page(section):
    return '<!DOCTYPE html><title>Section %d</title><h1>Section %d</h1><ul>%s</ul>' % (
        section, section, ''.join('<li><a href=/s%d/2026/11/report-%d.html>Report %d of section %d</a></li>'
                                  % (section, i, i, section) for i in range(1, 2 if section == LONELY else 7)))


def article_page(section, number):
    return ('<!DOCTYPE html><title>Report %(n)d of section %(s)d</title><nav><a href=/s%(s)d/>Section</a> '
            '<a href=/>Home</a></nav><article><h1>Report %(n)d of section %(s)d</h1><p>%(a)s</p><p>%(b)s</p>'
            '<p>%(c)s</p></article><footer>Write to the office of this paper.</footer>'
            % {'n': number, 's': section, 'a': paragraph((section, number, 1).__hash__()),
               'b': paragraph((section, number, 2).__hash__()), 'c': paragraph((section, number, 3).__hash__())})


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = 'HTTP/1.1'

    def do_GET(self):
        parts = self.path.strip('/').split('/')
        self.server.requests.append((time.monotonic(), self.headers['Host'].split(':')[0], self.path))
        body = None
        if parts[0].startswith('s') and parts[0][1:].isdigit():
            body = list_page(int(parts[0][1:])) if len(parts) == 1 else article_page(
                int(parts[0][1:]), int(parts[-1].split('-')[1].split('.')[0]))
        data = (body or 'No such page').encode()
        self.send_response(200 if body else 404)
        self.send_header('Content-Type', 'text/html')
        self.send_header('Content-Length', str(len(data)))
        self.end_headers()
        if self.command == 'GET':
            self.wfile.write(data)

    do_HEAD = do_GET

    def log_message(self, *unused):
        pass


class AddMany(StoreCase):
    def setUp(self):
        super().setUp()
        self.server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
        self.server.daemon_threads = True
        self.server.requests = []
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def section(self, number, host='127.0.0.1'):
        return 'http://%s:%d/s%d/' % (host, self.server.server_port, number)

    def add_many(self, *args, **kwargs):
        done = self.cli('task', 'add-many', '--json', '--delay-ms=0', *args, **kwargs)
        return done, {line['line']: line for line in map(json.loads, done.out.splitlines())}

    def test_outcomes(self):
        dead = self.section(1).replace('/s1/', '/gone/')
        path = self.write('list.csv', 'Name,Address,Group\nFirst,%s,Papers/North\n,%s,\nno address,,\nDead,%s,\n'
                          'Twice,%s,\n' % (self.section(1), self.section(2), dead, self.section(1)))
        done, lines = self.add_many(path, '--group=Papers', '--schedule=every 2 h')
        self.expect(done, FAILED)
        self.assertEqual({number: line['state'] for number, line in lines.items()},
                         {2: 'ready', 3: 'ready', 4: 'failed', 5: 'failed', 6: 'there'})
        self.assertIn('no address', lines[4]['question'])
        self.assertIn('404', lines[5]['question'])
        tasks = {task['uid']: task for task in self.tasks().values()}
        self.assertEqual(set(tasks), {lines[2]['uid'], lines[3]['uid']})
        first, second = tasks[lines[2]['uid']], tasks[lines[3]['uid']]
        self.assertEqual((first['name'], first['group'], first['paused']), ('First', 'Papers/North', False))
        self.assertEqual((second['name'], second['group']), ('Section 2', 'Papers'))
        self.assertIn('every 2 h', self.fine('task', 'show', 'First'))

    def test_again(self):
        """A list that is given again goes on with what is not there."""
        text = ''.join('N%d %s\n' % (i, self.section(i)) for i in (1, 2))
        self.expect(self.add_many('-', input=text)[0], 0)
        n_asked = len(self.server.requests)
        done, lines = self.add_many('-', input=text)
        self.expect(done, 0)
        self.assertEqual([line['state'] for line in lines.values()], ['there', 'there'])
        self.assertEqual(len(self.server.requests), n_asked)
        done, lines = self.add_many('-', input=text + self.section(3) + '\n')
        self.assertEqual([line['state'] for line in lines.values()], ['there', 'there', 'ready'])
        # The same section by an address that leads to it.
        done, lines = self.add_many('-', input=self.section(1) + '2026/11/report-3.html')
        self.assertEqual((lines[1]['state'], len(self.tasks())), ('there', 3))

    def test_text(self):
        opml = ('<opml><body><outline text="Papers"><outline text="One" htmlUrl="%s"/></outline></body></opml>'
                % self.section(1))
        out = self.fine('task', 'add-many', '--delay-ms=0', '-', input=opml)
        self.assertEqual(out, 'Ready\tOne\t%s\n1 ready, 0 to review, 0 failed, 0 there already\n' % self.section(1))
        self.assertEqual(self.tasks()['One']['group'], 'Papers')

    def test_look(self):
        """A section with a question is stored paused."""
        done, lines = self.add_many('-', input='Alone %s\n' % self.section(LONELY))
        self.expect(done, 0)
        self.assertEqual(lines[1]['state'], 'look')
        self.assertIn('Only 1 of the addresses', lines[1]['question'])
        self.assertTrue(self.tasks()['Alone']['paused'])

    def test_hosts_in_turn(self):
        """Two hosts are asked at once, each by one request at a time with its pause."""
        text = ''.join(self.section(i, host) + '\n' for host in ('127.0.0.1', 'localhost') for i in (1, 2))
        done = self.cli('task', 'add-many', '-', '--json', '--delay-ms=100', input=text)
        self.expect(done, 0)
        times = {host: [at for at, asked, _ in self.server.requests if asked == host]
                 for host in ('127.0.0.1', 'localhost')}
        for host, asked in times.items():
            self.assertGreaterEqual(len(asked), 10, host)
            # robots.txt and what a server sends on to come at once; all else waits.
            gaps = sorted(later - earlier for earlier, later in zip(asked, asked[1:]))
            self.assertGreaterEqual(gaps[len(gaps) // 2], .09, host)
        # The second host is asked before the first one is done.
        self.assertLess(times['localhost'][0], times['127.0.0.1'][-1])

    def test_killed(self):
        """Sections that were told of are stored; the rest are set up when the list is given again."""
        text = ''.join('N%d %s\n' % (i, self.section(i)) for i in range(1, N_SECTIONS + 1))
        path = self.write('list.txt', text)
        worker = start('task', 'add-many', path, '--json', '--delay-ms=20', '--data', self.data, stdout=-1)
        told = json.loads(worker.stdout.readline())
        worker.kill()
        worker.stdout.close()
        worker.wait()
        self.assertEqual(told['state'], 'ready')
        self.assertLess(len(self.tasks()), N_SECTIONS)
        self.assertIn(told['name'], self.tasks())
        self.expect(self.add_many(path)[0], 0)
        self.assertEqual(sorted(self.tasks()), ['N%d' % i for i in range(1, N_SECTIONS + 1)])

    def kept(self):
        """The sections that are kept for the window, as (address, state, stored, example)."""
        sections = []
        with open(os.path.join(self.data, 'sections.list'), encoding='utf-8') as file:
            for line in file:
                cells = line.rstrip('\n').split('\t')
                if cells[0] == '+':
                    sections.append((cells[2], 'waiting', False, ''))
                else:
                    sections[int(cells[1])] = (sections[int(cells[1])][0], cells[2], cells[3] == '1', cells[6])
        return sections

    def exported(self, name):
        """The task as a file."""
        path = self.fine('task', 'export', name, '--output', self.folder + '/exported').splitlines()[0]
        with open(path, encoding='utf-8') as file:
            return file.read()

    def test_shared_example(self):
        """Sections of one site have one example, and the file of sections tells which."""
        text = ''.join('N%d %s\n' % (i, self.section(i)) for i in range(1, 5))
        text += 'Alone %s\n' % self.section(LONELY)
        self.expect(self.add_many('-', input=text)[0], 0)
        kept = self.kept()
        self.assertEqual([state for _, state, _, _ in kept], ['ready'] * 4 + ['look'])
        self.assertTrue(all(stored for _, _, stored, _ in kept))
        self.assertEqual(len({example for _, _, _, example in kept[:4]}), 1)
        examples = {re.search(r'^url = (.*)$', self.exported(name), re.M).group(1)
                    for name in ('N1', 'N2', 'N3', 'N4')}
        self.assertEqual(examples, {kept[0][3]})
        # A page is asked for once, whoever looks at it.
        pages = [path for _, _, path in self.server.requests if 'report' in path]
        self.assertEqual(len(pages), len(set(pages)))

    def test_killed_while_noting(self):
        """A death beside the file of sections or the store loses and doubles no section."""
        text = ''.join('N%d %s\n' % (i, self.section(i)) for i in range(1, 4))
        path = self.write('list.txt', text)
        for point in ('sections.list.before', 'sections.list.after', 'sections.note.before', 'sections.note.after',
                      'sections.note.before:2', 'sections.note.after:2'):
            with self.subTest(point=point):
                shutil.rmtree(self.data, ignore_errors=True)
                done = self.cli('task', 'add-many', path, '--delay-ms=0', variables={'EXM_FAIL_POINT': point})
                self.assertEqual(done.code, 137, done)
                there = set(self.tasks_of())
                if not point.endswith('list.before'):
                    kept = self.kept()
                    self.assertEqual(len(kept), 3)
                    # A task that is told to be stored is.
                    self.assertLessEqual(sum(stored for _, _, stored, _ in kept), len(there))
                self.expect(self.add_many(path)[0], 0)
                self.assertEqual(sorted(self.tasks()), ['N1', 'N2', 'N3'])

    def tasks_of(self):
        out = self.cli('task', 'list', '--json').out
        return [json.loads(line)['name'] for line in out.splitlines()]

    def test_site_config(self):
        """A folder of site configurations marks the bodies of examples."""
        os.mkdir(self.folder + '/sites')
        options = ('--site-config', self.folder + '/sites')
        done = self.cli('task', 'add-many', '-', *options, input=self.section(1))
        self.expect(done, FAILED, 'there is no site configuration')
        self.write('sites/127.0.0.1.txt', '# a comment\ntitle: //h1\nbody: //div[@id=\'none\']\nbody: ///(\n'
                   'body: //article/p[1]\ntest_url: http://127.0.0.1/\n')
        self.expect(self.add_many('-', *options, input='One %s' % self.section(1))[0], 0)
        region = re.search(r'^region = (.*)$|^region =\n((?:  \|.*\n)+)', self.exported('One'), re.M)
        self.assertIsNotNone(region)
        found = (region.group(1) or region.group(2)).strip()
        self.assertIn(found, {paragraph((1, n, 1).__hash__()) for n in range(1, 7)})
        # A file of another host marks nothing.
        self.expect(self.add_many('-', *options, input='Two %s' % self.section(2, 'localhost'))[0], 0)
        self.assertNotIn('region', self.exported('Two'))
        self.expect(self.cli('task', 'add-many', '-', '--site-config', self.folder + '/no', input=self.section(3)),
                    FAILED, 'no')

    def test_broken_off(self):
        """A file that breaks off is read as far as it goes, and told as such."""
        opml = '<opml><body><outline text="One" htmlUrl="%s"/><outline text="Two" htm' % self.section(1)
        done = self.cli('task', 'add-many', '-', '--delay-ms=0', input=opml)
        self.expect(done, FAILED, 'The file breaks off: only its first 1 section was read')
        self.assertEqual(list(self.tasks()), ['One'])

    def test_usage(self):
        self.expect(self.cli('task', 'add-many'), USAGE, 'A list of sections is missing')
        self.expect(self.cli('task', 'add-many', 'a', 'b'), USAGE, 'one argument too many')
        self.expect(self.cli('task', 'add-many', '-', '--first-run=never', input=self.section(1)), USAGE,
                    '--first-run must be')
        self.expect(self.cli('task', 'add-many', self.folder + '/none'), FAILED, 'none')
        self.expect(self.cli('task', 'add-many', '-', input='\n'), FAILED, 'The list names no section')
        # Nothing was made.
        self.assertEqual(self.cli('task', 'list', '--json').out, '')


if __name__ == '__main__':
    tap.main()
