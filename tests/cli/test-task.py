#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli task: set up, show, change, pause, export, import, try."""

import json
import os
import re

from runner import FAILED, NOTHING, UNLIKE, USAGE, environment, page, read_page, run
from stores import StoreCase
import tap


class Add(StoreCase):
    def test_article(self):
        article = self.articles_of('news')[0]
        out = self.fine('task', 'add', article, '--name', 'Courier', '--group=press/north',
                        '--exclude', self.base + '/news/tags/(*)', '--first-run=days:3',
                        '--schedule=every 30 min', '--output=markdown:' + self.folder)
        for line in ('Task: Courier', 'Example: ' + article,
                     'Source: feed %s/news/feed.xml' % self.base,
                     'Listed now: 12 addresses, 12 of them match',
                     'Schedule: Every 30 minutes', 'First run: the last 3 days',
                     'Output: markdown to %s/{date}/{title}.{ext}' % self.folder,
                     'But not: %s/news/tags/(*)' % self.base):
            self.assertIn(line + '\n', out)
        self.assertRegex(out, r'(?m)^Articles: %s/news/\{yyyy\}.*\.html$' % self.base)
        self.assertRegex(out, r'(?m)^It could be: newest 20: 12, all: 12, last 3 days: \d+, '
                              r'new only: 0$')
        checked = [line.split('\t') for line in out.splitlines()
                   if line.startswith(('Good\t', 'To review\t', 'Failed\t'))]
        self.assertEqual(len(checked), 3)
        self.assertEqual(checked[0][0], 'Good')
        self.assertRegex(checked[0][1], r'^[01]\.\d\d$')
        self.assertEqual([row[3] for row in checked], self.articles_of('news')[1:4])
        self.assertEqual(self.fine('articles', 'list'), '')
        task = self.tasks()['Courier']
        self.assertEqual((task['paused'], task['group'], task['version']),
                         (False, 'press/north', 1))
        self.assertIsNotNone(task['next_run'])

    def test_list_pages(self):
        for section, kind in (('news', 'list'), ('zh', 'list'), ('blog', 'list')):
            out = self.fine('task', 'add', '%s/%s/' % (self.base, section))
            self.assertIn('Source: %s %s/%s/\n' % (kind, self.base, section), out)
            example = re.search(r'(?m)^Example: (.*)$', out).group(1)
            self.assertIn(example, self.articles_of(section))
        self.assertEqual(len(self.tasks()), 3)

    def test_feed_and_sitemap(self):
        out = self.fine('task', 'add', self.base + '/news/feed.xml', '--paused')
        self.assertIn('Source: feed %s/news/feed.xml\n' % self.base, out)
        self.assertIn('Task: The Tidewater Courier\n', out)
        self.assertIn('\nPaused\n', out)
        out = self.fine('task', 'add', self.base + '/zh/sitemap.xml', '--name=Map',
                        '--include', self.base + '/zh/{yyyy}-(*)/(*)/content_(*).htm')
        self.assertIn('Source: sitemap %s/zh/sitemap.xml\n' % self.base, out)

    def test_example_in_a_file(self):
        address = 'https://gazette.example/2026/crane.html'
        uid = self.add(page('en-example.html'), '--name=Gazette', '--example-url', address,
                       '--source=list:https://gazette.example/[1-3]/', '--max-pages=2')
        shown = self.fine('task', 'show', uid)
        self.assertIn('url = %s\n' % address, shown)
        self.assertIn('pattern = https://gazette.example/[1-3]/\n', shown)
        self.assertIn('max-pages = 2\n', shown)

    def test_parameters(self):
        uid = self.add(self.base + '/news/', '--name=P', '--method=boilerpipe-article',
                       '--set=min-words=20')
        shown = self.fine('task', 'show', uid)
        self.assertIn('method = boilerpipe-article\nparameters = min-words=20\n', shown)
        broken = self.write('broken.task', shown.replace('min-words=20', 'min-words=many'))
        self.fails('“min-words=many”', 'task', 'import', '--replace', broken)

    def test_region(self):
        body = '\n'.join(re.findall('<p>(.*)</p>', read_page('en-example.html'))[:4])
        args = (page('en-example.html'), '--name=G', '--example-url=https://g.example/1',
                '--source=list:https://g.example/')
        uid = self.add(*args, '--region-text', self.write('body.txt', body))
        self.assertIn('region =\n  | ' + body.split('\n')[0] + '\n', self.fine('task', 'show', uid))
        self.fails('not', 'task', 'add', *args, '--region-text',
                   self.write('other.txt', 'Nobody has ever written these words here'))

    def test_not_understood(self):
        article = self.articles_of('news')[0]
        for message, args in (
                ('--include: “https://a.example/[9-”', ('--include=https://a.example/[9-',)),
                ('--schedule: ', ('--schedule=every full moon',)),
                ('--first-run must be', ('--first-run=days:0',)),
                ('--first-run must be', ('--first-run=newest:none',)),
                ('An output must be FORMAT:FOLDER', ('--output=pdf:/tmp',)),
                ('There is no method “magic”', ('--method=magic',)),
                ('“min-words=none”', ('--method=boilerpipe-article', '--set=min-words=none'))):
            self.expect(self.cli('task', 'add', article, *args), USAGE, message)
        self.fails('(*)', 'task', 'add', article, '--source=list:https://a.example/(*)')
        self.fails('“name”', 'task', 'add', article, '--output=text:/tmp',
                   '--name=a\nb')
        self.fails('{nonsense}', 'task', 'add', article, '--output=text:/tmp',
                   '--name-template={nonsense}')
        self.assertFalse(os.path.exists(self.data) and self.tasks())

    def test_no_article(self):
        self.fails('no-such-file', 'task', 'add', 'no-such-file')
        self.fails('404', 'task', 'add', self.base + '/news/2026/missing.html')
        self.fails('mailto', 'task', 'add', 'mailto://someone@example.org')
        self.fails('does not tell its address', 'task', 'add', page('en-example.html'))
        self.fails('declares no feed, and no page', 'task', 'add', page('en-example.html'),
                   '--example-url', self.base + '/x')
        self.expect(self.cli('task', 'add'), USAGE, 'is missing')

    def test_nothing_would_match(self):
        """A task that would find nothing is saved paused, if at all, and not resumed."""
        self.fails('none of which fits the patterns given', 'task', 'add',
                   self.articles_of('news')[0], '--include',
                   self.base + '/nowhere/(*).html')
        self.fails('--paused saves the task as it is', 'task', 'add',
                   page('en-example.html'), '--example-url', self.base + '/x')
        self.assertFalse(self.tasks())
        done = self.fine('task', 'add', page('en-example.html'), '--example-url',
                         self.base + '/x', '--paused', '--name=A')
        self.assertIn('Paused', done)
        self.fails('nowhere to look for articles', 'task', 'resume', 'A')
        self.assertTrue(self.tasks()['A']['paused'])

    def test_data_folder_in_the_way(self):
        self.data = self.write('file', 'not a folder')
        self.fails('not a folder', 'task', 'add', self.base + '/news/')
        self.fails('not a folder', 'task', 'list')
        self.data = self.write('file', '') + '/below'
        self.fails(self.data, 'task', 'add', self.base + '/news/')


class Store(StoreCase):
    def test_empty(self):
        done = self.expect(self.cli('task', 'list'), 0, 'no tasks in ' + self.data)
        self.assertEqual(done.out, '')
        self.assertFalse(os.path.exists(self.data))

    def test_environment(self):
        uid = self.add(self.base + '/news/', '--name=N')
        os.environ['EXEMPLAR_DATA'] = self.data
        self.addCleanup(os.environ.pop, 'EXEMPLAR_DATA')
        self.assertIn('EXEMPLAR_DATA', environment())
        self.assertTrue(run('task', 'list').out.startswith(uid + '\t'))

    def test_calling_tasks(self):
        first = self.add(self.base + '/news/', '--name=Same')
        second = self.add(self.base + '/blog/', '--name=Same')
        third = self.add(self.base + '/zh/', '--name=江畔')
        self.fails('There is no task “Other”', 'task', 'show', 'Other')
        done = self.fails('“Same” may be any of these', 'task', 'pause', 'Same')
        self.assertIn(first, done.err)
        self.assertIn(second, done.err)
        self.assertIn('name = 江畔\n', self.fine('task', 'show', '江畔'))
        self.assertIn('uid = %s\n' % third, self.fine('task', 'show', third[:12]))
        self.fails('There is no task', 'task', 'show', third[:3])

    def test_pause_resume_delete(self):
        self.add(self.base + '/news/', '--name=A')
        self.add(self.base + '/blog/', '--name=B')
        self.assertEqual(self.fine('task', 'pause', 'A', 'B'), '')
        self.assertTrue(all(task['paused'] for task in self.tasks().values()))
        self.fine('task', 'resume', 'B')
        self.assertEqual({name: task['paused'] for name, task in self.tasks().items()},
                         {'A': True, 'B': False})
        self.fails('There is no task “C”', 'task', 'delete', 'A', 'C')
        self.assertEqual(len(self.tasks()), 2)
        self.fine('task', 'delete', 'A', 'A')
        self.assertEqual(list(self.tasks()), ['B'])

    def test_trash(self):
        uid = self.add(self.base + '/news/', '--name=A', '--first-run=all')
        self.fine('task', 'run', 'A')
        self.assertEqual(self.fine('task', 'list', '--trash'), '')
        n = self.tasks()['A']['articles']
        self.assertEqual(self.fine('task', 'delete', 'A'),
                         '“A” and its %d articles are in the Trash\n' % n)
        self.assertEqual(self.tasks(), {})
        self.assertEqual(self.fine('articles', 'list'), '')
        self.fails('There is no task “A”', 'task', 'run', 'A')
        self.fails('There is no task “A”', 'task', 'export', 'A')
        row = self.fine('task', 'list', '--trash').rstrip('\n').split('\t')
        self.assertEqual((row[0], row[2:]), (uid, ['30', str(n), 'A']))
        info = json.loads(self.fine('task', 'list', '--trash', '--json'))
        self.assertEqual((info['uid'], info['name'], info['articles']), (uid, 'A', n))
        self.assertEqual(self.fine('task', 'restore', uid[:8]), '“A” is restored\n')
        self.assertEqual(self.tasks()['A']['articles'], n)
        self.assertEqual(self.fine('task', 'list', '--trash'), '')

    def test_no_resources(self):
        """Collecting fetches pages, and nothing that they need to look right."""
        self.add(self.base + '/news/', '--name=A', '--first-run=all')
        self.fine('task', 'run', 'A')
        self.assertTrue(os.path.exists(self.data + '/pages.db'))
        self.assertFalse(os.path.exists(self.data + '/resources.db'))

    def test_restore_beside_another(self):
        self.add(self.base + '/news/', '--name=A', '--first-run=all')
        self.fine('task', 'run', 'A')
        n = self.tasks()['A']['articles']
        self.fine('task', 'delete', 'A')
        self.add(self.base + '/news/', '--name=A', '--first-run=all')
        self.fine('task', 'run', 'A')
        self.fails('%d articles of “A” are in “A” too' % n, 'task', 'restore', 'A')
        self.expect(self.cli('task', 'restore', '--keep=none', 'A'), USAGE, '--keep must be')
        self.assertIn('“A” is restored as “A (2)”',
                      self.fine('task', 'restore', '--keep=new', 'A'))
        self.assertEqual({name: task['articles'] for name, task in self.tasks().items()},
                         {'A': n, 'A (2)': 0})

    def test_empty_trash(self):
        for name in 'ABCD':
            self.add(self.base + '/news/', '--name=' + name)
        self.fine('task', 'delete', 'A', 'B')
        self.assertEqual(self.fine('task', 'delete', '--now', 'C'),
                         'Deleted for good: “C” and its 0 articles\n')
        self.fails('There is no task “C” in the Trash', 'task', 'restore', 'C')
        self.fails('There is no task “D” in the Trash', 'task', 'empty-trash', 'A', 'D')
        self.assertEqual(self.fine('task', 'empty-trash', 'A'),
                         'Deleted for good: “A” and its 0 articles\n')
        self.assertEqual(self.fine('task', 'empty-trash'),
                         'Deleted for good: “B” and its 0 articles\n')
        self.assertEqual(self.fine('task', 'empty-trash'), '')
        self.assertEqual(self.fine('task', 'list', '--trash'), '')
        self.assertEqual(list(self.tasks()), ['D'])

    def test_import_of_trashed(self):
        """The same task comes back: with what it had, and as its file says."""
        self.add(self.base + '/news/', '--name=A', '--first-run=all')
        self.fine('task', 'run', 'A')
        n = self.tasks()['A']['articles']
        file = self.fine('task', 'export', '-o', os.path.join(self.data, 'out'), 'A').strip()
        self.fine('task', 'delete', 'A')
        done = self.cli('task', 'import', file)
        self.expect(done, 0, 'the task was in the Trash, and is restored')
        self.assertEqual((self.tasks()['A']['articles'], self.tasks()['A']['paused']),
                         (n, True))
        self.fine('task', 'delete', '--now', 'A')
        self.fine('task', 'import', file)
        self.assertEqual(self.tasks()['A']['articles'], 0)

    def test_list(self):
        uid = self.add(self.base + '/news/', '--name=A', '--schedule=manual')
        self.assertEqual(self.fine('task', 'list'), uid + '\tby hand\t\t\t\t0\t0\tA\n')
        self.fine('task', 'pause', 'A')
        self.assertEqual(self.fine('task', 'list'), uid + '\tpaused\t\t\t\t0\t0\tA\n')

    def test_trouble(self):
        self.add(self.base + '/news/', '--name=A', '--schedule=manual', '--first-run=new',
                 '--source=list:%s/nowhere/' % self.base)
        self.assertEqual(self.tasks()['A']['trouble'], None)
        self.cli('task', 'run', 'A')
        task = self.tasks()['A']
        self.assertEqual(task['trouble'], 'list')
        self.assertGreaterEqual(task['trouble_since'], task['created'])
        self.assertEqual(task['trouble_url'], self.base + '/nowhere/')
        self.assertIn('404', task['trouble_message'])
        self.assertFalse(task['trouble_ignored'])
        cells = self.fine('task', 'list').split('\t')
        self.assertEqual(cells[4:], ['list unreadable', '0', '0', 'A\n'])


class Lines(StoreCase):
    def setUp(self):
        super().setUp()
        self.uid = self.add(self.base + '/news/', '--name=N', '--first-run=all')
        self.expect(self.cli('task', 'run', 'N'), 0)

    def lines(self, *args):
        return [json.loads(line) for line in
                self.fine('task', 'lines', 'N', '--json', *args).splitlines()]

    def test_table(self):
        lines = self.lines('--limit=2000')
        site = lines[0]['site_pages']
        self.assertGreater(site, 5)
        self.assertEqual(lines[0]['pages'], site)
        counts = [line['pages'] for line in lines]
        self.assertEqual(counts, sorted(counts, reverse=True))
        self.assertEqual(counts[-1], 1)
        for line in lines:
            self.assertEqual(line['kept'], line['pages'] <= 1 + site // 50, line)
            self.assertRegex(line['key'], '^[0-9a-f]{16}$')
            self.assertEqual(line['ruling'], 'none')
            self.assertTrue(0 < len(line['text']) <= 160)
        rows = [row.split('\t') for row in self.fine('task', 'lines', 'N', '--limit=3').splitlines()]
        self.assertEqual(rows, [[line['key'], '%d of %d' % (line['pages'], site),
                                 'noise', '', line['text']] for line in lines[:3]])

    def test_search(self):
        one = self.lines('--limit=2000')[-1]
        self.assertIn(one, self.lines('--search', one['text'].upper()))
        self.assertEqual(self.lines('--search=no line says this'), [])

    def test_rule(self):
        first = self.lines()[0]
        self.assertFalse(first['kept'])
        self.assertEqual(self.fine('task', 'rule', 'N', first['key'], 'body'), '')
        self.assertEqual(self.lines()[0], dict(first, ruling='body', kept=True))
        self.fine('task', 'rule', 'N', '--text', first['text'], 'noise')
        self.assertEqual(self.lines()[0], dict(first, ruling='noise'))
        self.fine('task', 'rule', 'N', first['key'], 'none')
        self.assertEqual(self.lines()[0], first)
        self.fine('task', 'rule', 'N', '--text=Read this too.', 'noise')
        self.assertEqual([(line['pages'], line['kept'], line['text'])
                          for line in self.lines('--search=Read this too.')],
                         [(0, False, 'Read this too.')])

    def test_order(self):
        parts = self.lines('--order')
        self.assertEqual(parts[0]['first'], 1)
        for part, after in zip(parts, parts[1:]):
            self.assertEqual(part['last'] + 1, after['first'])
        for part in parts:
            self.assertTrue(0 <= part['lines'] <= 1 and 0 <= part['chars'] <= 1)
        self.assertEqual(len(self.lines('--order', '--limit=4')), 4)
        self.assertRegex(self.fine('task', 'lines', 'N', '--order').splitlines()[0],
                         r'^1–\d+\t[\d.]+%\t[\d.]+%$')

    def test_order_of_line_statistics(self):
        shown = self.fine('task', 'show', 'N')
        self.fine('task', 'edit', 'N', '--file', self.write(
            'n.task', re.sub(r'(?m)^(method = .*\n)?sensitivity',
                             'method = line-statistics\nsensitivity', shown)))
        parts = self.lines('--order')
        self.assertGreater(parts[0]['lines'], .1)
        self.assertGreater(parts[0]['lines'], parts[-1]['lines'])

    def test_wrong(self):
        self.fails('has the key', 'task', 'rule', 'N', 'f' * 16, 'body')
        self.fails('There is no task', 'task', 'rule', 'M', '--text=x', 'body')
        for args in (('lines',), ('lines', 'N', '--limit=0'), ('rule', 'N', 'body'),
                     ('rule', 'N', '12', 'body'), ('rule', 'N', '--text=', 'body'),
                     ('rule', 'N', '--text=x', 'taste')):
            self.expect(self.cli('task', *args), USAGE)


class Exclude(StoreCase):
    def setUp(self):
        super().setUp()
        self.uid = self.add(self.base + '/news/', '--name=N', '--paused',
                            '--include=https://paper.example/(*)')
        self.add_articles(self.uid, *(('Title %d' % i, 'good') for i in range(1, 6)))

    def excluded(self):
        shown = self.fine('task', 'show', 'N')
        return re.findall(r'(?m)^exclude = (.*)$', shown)

    def articles(self):
        return self.fine('articles', 'list').count('\n')

    def test_only(self):
        out = self.fine('task', 'exclude', 'N', '2', '--only', '--dry-run')
        self.assertEqual(out, 'Leave out: https://paper.example/2\n'
                         '1 of 5 stored articles has such an address\n')
        self.assertEqual(self.excluded(), [])
        self.assertEqual(self.fine('task', 'exclude', 'N', '2', '--only'), out)
        self.assertEqual(self.excluded(), ['https://paper.example/2'])
        self.assertEqual(self.articles(), 5)

    def test_alike(self):
        out = self.fine('task', 'exclude', 'N', '2', '--delete')
        self.assertTrue(out.endswith('5 of 5 stored articles are deleted\n'), out)
        self.assertEqual(out.count('Leave out: '), len(self.excluded()))
        self.assertEqual(self.articles(), 0)

    def test_wrong(self):
        self.add(self.base + '/blog/', '--name=B')
        self.fails('Article 2 is one of the task “N”', 'task', 'exclude', 'B', '2')
        self.fails('There is no task “C”', 'task', 'exclude', 'C', '2')
        self.assertNotEqual(self.cli('task', 'exclude', 'N', '99').code, 0)
        for args in ((), ('N',), ('N', 'two'), ('N', '2', '3')):
            self.expect(self.cli('task', 'exclude', *args), USAGE)
        self.assertEqual(self.articles(), 5)


class Edit(StoreCase):
    def setUp(self):
        super().setUp()
        self.uid = self.add(self.base + '/news/', '--name=Courier')
        self.text = self.fine('task', 'show', 'Courier')

    def edit(self, old, new):
        self.assertIn(old, self.text)
        return self.write('edited.task', self.text.replace(old, new, 1))

    def test_file(self):
        path = self.edit('schedule = every 1 h', 'schedule = every 2 h')
        self.assertEqual(self.fine('task', 'edit', 'Courier', '--file', path),
                         'Changed “Courier”, version 2\n')
        self.assertIn('every 2 h', self.fine('task', 'show', 'Courier'))
        self.assertEqual(self.fine('task', 'show', 'Courier', '--at=1'), self.text)
        versions = self.fine('task', 'show', '--versions', self.uid).splitlines()
        self.assertEqual([line.split('\t')[0] for line in versions], ['2', '1'])
        self.fails('no version 3', 'task', 'show', 'Courier', '--at=3')
        self.assertEqual(self.fine('task', 'edit', 'Courier', '--file', path),
                         'Nothing was changed\n')

    def test_unknown_keys_are_told(self):
        path = self.edit('[task]\n', '[task]\ncolour = blue\n')
        done = self.expect(self.cli('task', 'edit', 'Courier', '--file', path), 0, 'colour')
        self.assertIn('version 2', done.out)
        self.assertIn('colour = blue', self.fine('task', 'show', 'Courier'))

    def test_mistakes_change_nothing(self):
        for message, old, new in (
                ('Line 9', 'schedule = every 1 h', 'schedule = now and then'),
                ('newer Exemplar', 'exemplar-task = 1', 'exemplar-task = 99'),
                ('[9-', 'include = ', 'include = http://a.example/[9-\ninclude = '),
                ('Source “', 'pattern = ', 'pattern = re:'),
                ('method', 'sensitivity = 0', 'sensitivity = 0\nmethod = magic'),
                ('page of the example', 'page-hash = ', 'page-hash = ' + '0' * 64 + '\n#'),
                ('neither', 'page-hash', '# ')):
            self.fails(message, 'task', 'edit', 'Courier', '--file', self.edit(old, new))
        self.assertEqual(self.fine('task', 'show', 'Courier'), self.text)
        self.fails('missing.task', 'task', 'edit', 'Courier', '--file=missing.task')

    def test_identity(self):
        other = self.add(self.base + '/blog/', '--name=Blog')
        self.fails('another task, “Blog”', 'task', 'edit', 'Courier', '--file',
                   self.edit('uid = ' + self.uid, 'uid = ' + other))
        path = self.edit('uid = %s\n' % self.uid, '')
        self.assertEqual(self.fine('task', 'edit', 'Courier', '--file', path),
                         'Nothing was changed\n')

    def editor(self, script):
        path = self.write('editor.sh', '#!/bin/sh\n' + script)
        os.chmod(path, 0o755)
        os.environ['VISUAL'] = path + ' -x'
        self.addCleanup(os.environ.pop, 'VISUAL', None)

    def test_editor(self):
        self.editor('[ "$1" = -x ] && sed -i "s/every 1 h/every 3 h/" "$2"\n')
        self.assertIn('version 2', self.fine('task', 'edit', 'Courier'))
        self.assertIn('every 3 h', self.fine('task', 'show', 'Courier'))

    def test_editor_mistake_keeps_the_text(self):
        self.editor('echo nonsense > "$2"\n')
        done = self.fails('Nothing was changed; what was written is in ', 'task', 'edit',
                          'Courier')
        path = re.search(r'is in (\S+)\n', done.err).group(1)
        with open(path, encoding='utf-8') as file:
            self.assertEqual(file.read(), 'nonsense\n')
        os.unlink(path)

    def test_editor_fails(self):
        self.editor('rm "$2"; exit 3\n')
        self.fails('3', 'task', 'edit', 'Courier')
        self.assertEqual(self.fine('task', 'show', 'Courier'), self.text)


class Files(StoreCase):
    def setUp(self):
        super().setUp()
        self.out = self.folder + '/out'
        self.uid = self.add(self.base + '/zh/', '--name=江畔: a/b',
                            '--output=text:' + self.folder)
        printed = self.fine('task', 'export', self.uid, '--output', self.out)
        self.path = printed.strip()

    def read(self, path):
        with open(path, encoding='utf-8') as file:
            return file.read()

    def move(self):
        """Another data folder, as on another computer."""
        self.data = self.folder + '/elsewhere'

    def test_round_trip(self):
        self.assertEqual(os.path.basename(self.path), '江畔_ a_b.task')
        self.assertEqual(sorted(os.listdir(self.out)),
                         ['江畔_ a_b-example-1.html', '江畔_ a_b.task'])
        before = self.fine('task', 'show', self.uid)
        self.move()
        self.assertIn('paused, its outputs are off',
                      self.fine('task', 'import', self.path))
        task = self.tasks()['江畔: a/b']
        self.assertEqual((task['uid'], task['paused']), (self.uid, True))
        after = self.fine('task', 'show', self.uid)
        self.assertEqual(after, before.replace('paused = no', 'paused = yes')
                         .replace('enabled = yes', 'enabled = no'))
        done = self.cli('task', 'test', self.uid, '-n', '2')
        self.assertEqual((done.code, done.out.count('Sure\t')), (0, 2), done)
        self.fine('task', 'resume', self.uid)
        self.assertFalse(self.tasks()['江畔: a/b']['paused'])

    def test_import_again(self):
        self.fails('is there already', 'task', 'import', self.path)
        self.write('out/x.task', self.read(self.path).replace('every 1 h', 'every 9 h'))
        self.fine('task', 'import', '--replace', self.out + '/x.task')
        self.assertIn('every 9 h', self.fine('task', 'show', self.uid))
        self.assertEqual(len(self.tasks()), 1)

    def test_notes(self):
        self.move()
        path = self.write('out/new.task', self.read(self.path) + '\n[future]\nspeed = 9\n')
        done = self.expect(self.cli('task', 'import', path), 0, 'future')
        self.assertIn('Imported', done.out)
        self.assertIn('[future]\nspeed = 9\n', self.fine('task', 'show', self.uid))

    def test_examples(self):
        example = self.path.replace('.task', '-example-1.html')
        text = self.read(self.path)
        self.move()
        with open(example, 'ab') as file:
            file.write(b'<!-- changed -->')
        self.fails('not the page', 'task', 'import', self.path)
        os.unlink(example)
        self.fails(example, 'task', 'import', self.path)
        os.symlink(page('en-example.html'), example)
        self.fails('symbolic link', 'task', 'import', self.path)
        os.unlink(example)
        os.mkfifo(example)
        self.fails('not a regular file', 'task', 'import', self.path)
        os.unlink(example)
        with open(example, 'wb') as file:
            file.truncate((64 << 20) + 1)
        self.fails('larger than 64 MiB', 'task', 'import', self.path)
        self.fails('file', 'task', 'import', self.write(
            'up.task', re.sub('file = .*', 'file = ../x.html', text)))
        self.fails('is not there', 'task', 'import', self.write(
            'none.task', re.sub('file = .*\n', '', text)))
        self.assertEqual(self.tasks(), {})

    def test_many(self):
        """A file that is wrong does not keep the others out."""
        self.move()
        done = self.cli('task', 'import', self.write('bad.task', 'nothing'), self.path)
        self.assertEqual(done.code, FAILED, done)
        self.assertIn('bad.task', done.err)
        self.assertEqual(list(self.tasks()), ['江畔: a/b'])

    def test_same_name(self):
        other = self.add(self.base + '/news/', '--name=江畔: a/b')
        self.assertEqual(self.fine('task', 'export', other, self.uid, '-o', self.out),
                         '%s/江畔_ a_b-%s.task\n%s\n' % (self.out, other[:8], self.path))

    def test_cannot_write(self):
        path = self.write('file', '')
        self.fails(path, 'task', 'export', self.uid, '--output', path)


class Test(StoreCase):
    def rows(self, done):
        return [line.split('\t') for line in done.out.splitlines()]

    def test_listed(self):
        uid = self.add(self.base + '/news/', '--name=N')
        done = self.expect(self.cli('task', 'test', 'N', '-n', '3'), 0)
        rows = self.rows(done)
        self.assertEqual([row[0] for row in rows], ['Sure'] * 3)
        self.assertEqual([row[3] for row in rows], self.articles_of('news')[1:4])
        self.assertIn('Library opens a tool shed for anyone with a card',
                      [row[4] for row in rows])
        stats = json.loads(self.fine('stats', '--json'))
        self.assertEqual((stats['tasks'], stats['articles'], stats['pages']), (1, 0, 1))
        self.assertEqual(self.tasks()['N']['uid'], uid)

    def test_addresses(self):
        self.add(self.base + '/news/', '--name=N')
        done = self.expect(self.cli('task', 'test', 'N', self.articles_of('news')[2],
                                    self.articles_of('blog')[0]), UNLIKE)
        self.assertEqual([row[0] for row in self.rows(done)], ['Sure', 'Another layout'])
        done = self.expect(self.cli('task', 'test', 'N', self.fault('500')), FAILED)
        self.assertEqual(self.rows(done)[0][0], 'Failed')
        self.assertIn('500', done.out)

    def test_scripted(self):
        self.add(self.base + '/app/', '--name=App')
        done = self.expect(self.cli('task', 'test', 'App', '-n', '1'), NOTHING)
        self.assertEqual(self.rows(done)[0][0], 'No article')

    def test_pages(self):
        """A source of kind pages makes the addresses itself."""
        self.add(self.articles_of('zh')[0], '--name=Z',
                 '--source=pages:%s/zh/2026-11/19/content_28406[02-03].htm' % self.base)
        done = self.cli('task', 'test', 'Z')
        self.assertEqual([row[0] for row in self.rows(done)], ['Sure', 'Failed'], done)

    def test_robots(self):
        """An article that robots.txt forbids is tried only where its address is given."""
        self.add(self.articles_of('zh')[0], '--name=Z',
                 '--source=pages:%s/private/[1-2].html' % self.base)
        done = self.expect(self.cli('task', 'test', 'Z'), FAILED)
        for row in self.rows(done):
            self.assertEqual(row[0], 'Failed')
            self.assertIn('robots.txt of %s forbids it (line' % self.base, row[4])
        done = self.cli('task', 'test', 'Z', self.base + '/private/')
        self.assertNotIn('robots.txt of', done.out)

    def test_nothing_listed(self):
        self.add(self.base + '/news/', '--name=N')
        text = re.sub('include = .*', 'include = https://elsewhere.example/(*)',
                      self.fine('task', 'show', 'N'))
        self.fine('task', 'edit', 'N', '--file', self.write('n.task', text))
        self.fails('No address that the sources list', 'task', 'test', 'N')

    def test_wrong_usage(self):
        self.expect(self.cli('task', 'test'), USAGE, 'A task is missing')
        self.expect(self.cli('task', 'test', 'N', '-n', '0'), USAGE, '--pages must be')


if __name__ == '__main__':
    tap.main()
