# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The work that is killed: each phase with the data that it is done to."""

import os
import re
import shutil
import sqlite3
import subprocess

import flight

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
FROZEN = os.path.join(ROOT, 'tests', 'data', 'store')
CLI = os.environ['EXEMPLAR_CLI']
REEXTRACT = os.environ['EXEMPLAR_KILL_REEXTRACT']
APP = os.environ.get('EXEMPLAR_APP')

ARTICLES = 20
TASKS = 12
SHARED = ('json-lines', 'csv')
FORMATS = ('text', 'markdown', 'html') + SHARED

WRITING = ('publish.write.before', 'publish.write.middle', 'publish.write.after',
           'publish.sync.before', 'publish.sync.after', 'publish.rename.before',
           'publish.rename.after', 'store.publish.before')
BEGINNING = ('store.discover.before', 'store.group.before', 'store.run.before',
             'worker.article.before', 'publish.write.before')
COLLECTING = ('worker.article.before', 'store.article.before', 'store.page.before',
              'store.page.after', 'store.page-meta.before', 'store.job.before',
              'store.job.after', 'store.discover.before', 'store.discover.after',
              'store.run.after', 'store.group.before')


class Bench:
    """The site, and a folder for all that is made."""

    def __init__(self, scratch):
        self.scratch = scratch
        self.site = subprocess.Popen(
            (CLI, 'sample', '--serve', '--data', os.path.join(ROOT, 'data', 'sample')),
            stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        self.base = self.site.stdout.readline().decode().split()[0].rstrip('/')

    def close(self):
        self.site.terminate()
        self.site.stdout.close()
        self.site.wait()

    def template(self, name):
        folder = os.path.join(self.scratch, 'template-' + name)
        os.makedirs(os.path.join(folder, 'data'))
        return folder

    def add(self, folder, *options, output='text', n=ARTICLES):
        """A task of numbered articles, due now; what it publishes to lies where each round
        has its own folder."""
        name = 'all.{ext}' if output in SHARED else '{key}.{ext}'
        flight.run(CLI, 'task', 'add', '%s/numbered/%d/%06d' % (self.base, n + 1, n + 1),
                   '--source=list:%s/numbered/%d/' % (self.base, n),
                   '--include=%s/numbered/%d/(*)' % (self.base, n), '--first-run=all',
                   '--delay-ms=0', '--schedule=every 30 d',
                   *(() if any(option.startswith('--name') for option in options)
                     else ('--name=Numbers',)),
                   '--output=%s:%s' % (output, os.path.join(self.scratch, 'round', 'out')),
                   '--name-template=' + name, '--data', os.path.join(folder, 'data'),
                   *options)
        return folder

    def added(self, name, *options, output='text'):
        return self.add(self.template(name), *options, output=output)

    def collected(self, name, *options, output='text'):
        """All is done."""
        folder = self.added(name, *options, output=output)
        work = os.path.join(self.scratch, 'round')
        shutil.rmtree(work, ignore_errors=True)
        shutil.move(folder, work)
        flight.run(*worker(work))
        shutil.move(work, folder)
        return folder


def data(folder):
    return '--data=' + os.path.join(folder, 'data')


def worker(folder):
    return (CLI, 'worker', '--once', data(folder))


def let_work(folder):
    flight.run(*worker(folder))


def count(*queries):
    """What is left by the store, at most."""
    def left(store):
        return max(store.execute('SELECT count(*) FROM ' + query).fetchone()[0]
                   for query in queries)
    return left


# A run that is open has jobs left, or is about to be closed; one that has not begun is due.
RUNNING = count('run WHERE finished IS NULL',
                'job', 'task WHERE NOT EXISTS (SELECT 1 FROM run WHERE task = task.id)')
PUBLISHING = count("publish_queue WHERE state IN ('waiting', 'deferred')",
                   'run WHERE finished IS NULL')


def collecting(bench):
    return [flight.Phase('worker: collecting', bench.added('collecting'), worker,
                         BEGINNING,
                         ('worker.article.after',), left=RUNNING, stops=COLLECTING)]


def second_pass(bench):
    folder = bench.added('second', '--method=line-statistics')
    file = os.path.join(bench.scratch, 'numbers.task')
    text = flight.run(CLI, 'task', 'show', 'Numbers', data(folder))
    with open(file, 'w', encoding='utf-8') as out:
        out.write(text.replace('two-pass = no', 'two-pass = yes'))
    flight.run(CLI, 'task', 'edit', '--file=' + file, 'Numbers', data(folder))
    return [flight.Phase('worker: second pass', folder, worker,
                         ('worker.second-pass.before',), ('worker.second-pass.after',),
                         left=count("publish_queue WHERE state = 'deferred'"),
                         stops=('worker.second-pass.before', 'worker.second-pass.middle'))]


def publishing(bench):
    return [flight.Phase('worker: publishing ' + name,
                         bench.added('publishing-' + name, output=name), worker,
                         ('publish.write.before',), ('publish.write.after',), left=PUBLISHING,
                         stops=WRITING)
            for name in FORMATS]


def hold_all(folder):
    """As if nobody had been sure of any article: none is published."""
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    with store:
        store.execute("UPDATE article SET state = 'unsure'")
        store.execute("UPDATE publish_queue SET state = 'held', published = NULL, place = NULL")
        store.execute('DELETE FROM output')
    store.close()
    shutil.rmtree(os.path.join(folder, 'out'))
    return folder


def finish_reextraction(kind):
    def finish(folder):
        flight.run(REEXTRACT, os.path.join(folder, 'data'), kind)
        # What was held waits a while, so that a person may take it back.
        store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
        with store:
            store.execute("UPDATE publish_queue SET next_try = 1 WHERE state = 'waiting'")
        store.close()
        let_work(folder)
    return finish


def reextraction(bench):
    """Articles that nobody was sure of are sure now, and go out; and lines are marked."""
    stops = ('worker.reextract.before', 'worker.reextract.middle', 'store.article.before',
             'store.article.after', 'store.publish.before')
    phases = []
    for kind, folder in (('reextract', hold_all(bench.collected('held'))),
                         ('correct', bench.collected('correct'))):
        phases.append(flight.Phase(
            'window’s work: ' + {'reextract': 're-extraction', 'correct': 'correction'}[kind],
            folder, lambda folder, kind=kind: (REEXTRACT, os.path.join(folder, 'data'), kind),
            ('worker.reextract.before', 'store.task.before'), ('worker.reextract.after',),
            finish=finish_reextraction(kind), stops=stops))
    return phases


def migration(bench):
    """Stores of every version that is older than today's."""
    phases = []
    current = max(int(re.fullmatch(r'v(\d+)\.db', name).group(1))
                  for name in os.listdir(FROZEN) if re.fullmatch(r'v\d+\.db', name))
    for version in range(1, current):
        folder = bench.template('v%d' % version)
        for name, file in (('exemplar.db', 'v%d.db'), ('pages.db', 'v%d-pages.db')):
            shutil.copyfile(os.path.join(FROZEN, file % version),
                            os.path.join(folder, 'data', name))
        phases.append(flight.Phase(
            'worker: migration from v%d' % version, folder,
            worker,
            ('store.copy-aside.before',), ('store.schema.after',), look=look_migrated,
            left=lambda store: current - store.execute('PRAGMA user_version').fetchone()[0],
            stop_share=.9,
            stops=('store.copy-aside.before', 'store.copy-aside.after',
                   'store.schema.before', 'store.schema.after')))
    return phases


def look_migrated(folder):
    found = flight.snapshot(folder)
    # Once: a copy of a store on half of its way would take the place of the first.
    found['files'] = sorted(name for name in os.listdir(os.path.join(folder, 'data'))
                            if 'before' in name)
    for name in found['files']:
        if name.startswith('exemplar'):
            store = sqlite3.connect(os.path.join(folder, 'data', name))
            found['articles of the copy'] = store.execute(
                'SELECT count(*) FROM article').fetchall()
            store.close()
    return found


def exporting(bench):
    """Into a folder, file by file; into one file, which is whole or not there."""
    folder = bench.collected('exporting')
    phases = []
    for name in FORMATS:
        def command(folder, name=name):
            return (CLI, 'articles', 'export', '--format=' + name,
                    '--output=' + os.path.join(folder, 'out', 'export-' + name),
                    '--name-template=' + ('all.{ext}' if name in SHARED else '{key}.{ext}'),
                    data(folder))
        if name in SHARED:
            continue
        phases.append(flight.Phase('command: articles export ' + name, folder, command,
                                   ('publish.write.before',), ('publish.rename.after',),
                                   stops=WRITING[:-1]))
    return phases


def running(bench):
    def command(folder):
        return (CLI, 'task', 'run', data(folder), 'Numbers')

    def finish(folder):
        """A run that had not begun is asked for again; one that had goes on by itself."""
        store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
        begun = store.execute('SELECT count(*) FROM run').fetchone()[0]
        store.close()
        if not begun:
            flight.run(*command(folder))
        let_work(folder)
    return [flight.Phase('command: task run', bench.added('running', '--schedule=manual'),
                         command, BEGINNING,
                         ('worker.article.after',), finish=finish,
                         left=RUNNING, stops=COLLECTING + WRITING)]


def older(bench):
    """Older articles, in one transaction and a run."""
    def command(folder):
        return (CLI, 'task', 'older', '--all', data(folder), 'Numbers')

    def finish(folder):
        """Asks for the rest again; all that was asked for comes with any run."""
        flight.run(*command(folder))
        flight.run(CLI, 'task', 'run', data(folder), 'Numbers')
        let_work(folder)
    return [flight.Phase('command: task older',
                         bench.collected('older', '--first-run=new'),
                         command, BEGINNING, ('worker.article.after',),
                         finish=finish,
                         left=count('passed_over', 'run WHERE finished IS NULL'),
                         stops=('store.discover.before', 'store.older.middle',
                                'store.discover.after') + COLLECTING)]


def importing(bench):
    """Some tasks in a row; what is there already is put in its place again."""
    folder = bench.template('importing')
    with open(os.path.join(folder, 'page.html'), 'w', encoding='utf-8') as file:
        file.write('<title>A</title><p>The ferry sails at noon, and again at six.</p>')
    for i in range(TASKS):
        with open(os.path.join(folder, '%d.task' % i), 'w', encoding='utf-8') as file:
            file.write('exemplar-task = 1\n\n[task]\nuid = %032x\nname = Task %d\n'
                       'schedule = manual\n\n[example]\nurl = http://a.invalid/%d.html\n'
                       'file = page.html\n\n[source]\nkind = list\n'
                       'pattern = http://a.invalid/\n' % (i + 1, i, i))
    flight.run(CLI, 'task', 'list', data(folder))

    def command(folder, *options):
        return (CLI, 'task', 'import', *options, data(folder),
                *(os.path.join(folder, '%d.task' % i) for i in range(TASKS)))

    def finish(folder):
        # What is there is refused, which fails; the rest comes.
        flight.run(*command(folder), codes=(0, 1))
    return [flight.Phase('command: task import', folder, command, ('store.page.before',),
                         ('store.task.after',), finish=finish,
                         left=lambda store: TASKS - count('task')(store),
                         stops=('store.page.before', 'store.page.after',
                                'store.page-meta.before', 'store.task.before'))]


def window(bench):
    """The program with its window collects; a worker does the rest."""
    def command(folder):
        return (APP, data(folder))
    folder = bench.added('window')

    class WindowPhase(flight.Phase):
        def measure(self, scratch):
            """It goes on for ever: a worker says what is expected of it."""
            measured = flight.Phase(self.name, self.template, worker, self.begins, self.step,
                                    finish=let_work)
            measured.measure(scratch)
            self.total, self.pace = measured.total, measured.pace
            self.counts, self.expected = measured.counts, measured.expected
    return [WindowPhase('window: collecting', folder, command,
                        BEGINNING,
                        ('worker.article.after',), finish=let_work,
                        left=RUNNING, stops=COLLECTING + WRITING)]


def look_at_backups(folder):
    """Each is whole, and the newest has all. How many there are depends on how many were begun,
    and so does whether the day's own, made before anything was collected, is among them."""
    found = flight.snapshot(folder)
    place = os.path.join(folder, 'data', 'backups')
    articles = []
    for name in sorted(os.listdir(place)):
        store = sqlite3.connect(os.path.join(place, name))
        assert store.execute('PRAGMA integrity_check').fetchall() == [('ok',)], name
        if 'pages' not in name:
            articles.append(store.execute('SELECT count(*) FROM article').fetchone()[0])
        store.close()
    assert set(articles) <= {0, articles[-1]}, articles
    found['articles of the newest backup'] = articles[-1]
    return found


def damaged(bench):
    """A store with a few bad bytes in the middle of its articles."""
    folder = bench.collected('damaged')
    with open(os.path.join(folder, 'data', 'exemplar.db'), 'r+b') as file:
        size = os.fstat(file.fileno()).st_size
        file.seek(size // 2 // 4096 * 4096)
        file.write(b'\xa5' * 200)
    return folder


def emptied(bench):
    """A store with a backup, some of whose articles are gone since."""
    folder = bench.collected('emptied')
    flight.run(CLI, 'store', 'backup', data(folder))
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    with store:
        store.execute('PRAGMA foreign_keys = ON')
        store.execute('DELETE FROM article WHERE id % 3 = 0')
    store.close()
    return folder


def backups(bench):
    """The commands that copy and mend the store: who is killed is run again."""
    def command(*words):
        return lambda folder: (CLI, 'store', *words, data(folder))
    swap = ('store.swap.before',)
    return [
        flight.Phase('command: store backup', bench.collected('backups'),
                     command('backup', '--pages'),
                     ('store.backup.copied',), ('store.backup.after',),
                     look=look_at_backups, stop_share=.7,
                     stops=('store.backup.copied', 'store.backup.before')),
        flight.Phase('command: store repair', damaged(bench), command('repair'),
                     ('store.repair.filled',), ('store.swap.after',), stop_share=.7,
                     codes=(0, 5),  # some of it is lost
                     stops=('store.repair.filled', 'store.repair.made') + swap),
        flight.Phase('command: store restore', emptied(bench), command('restore'),
                     ('store.restore.copied',), ('store.swap.after',), stop_share=.7,
                     stops=('store.restore.copied',) + swap),
    ]


ALL = (collecting, second_pass, publishing, reextraction, migration, exporting, running,
       older, importing, backups)
