# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The work that is killed: each phase with the data that it is done to."""

import json
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
GROUPED = 160
TASKS = 12
FEEDS = ('atom', 'json-feed')
SHARED = ('json-lines', 'csv', 'warc') + FEEDS
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

    def add_list(self, folder, path, example, *options):
        """A task of the articles that a list of the site names, due now."""
        flight.run(CLI, 'task', 'add', self.base + example, '--source=list:' + self.base + path,
                   '--include=%s%s/(*)' % (self.base, os.path.dirname(example)), '--first-run=all', '--delay-ms=0',
                   '--schedule=every 30 d', '--name=Pages',
                   '--output=text:' + os.path.join(self.scratch, 'round', 'out'),
                   '--name-template={key}.{ext}', '--data', os.path.join(folder, 'data'),
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
    """Counts the work left in the store, at most."""
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


def grouping(bench):
    """So many that articles, and files, wait for each other."""
    folder = bench.add(bench.template('grouping'), n=GROUPED)
    return [flight.Phase('worker: collecting in groups', folder, worker, BEGINNING,
                         ('worker.article.after',), left=RUNNING,
                         stops=COLLECTING + ('store.group.after', 'store.publish.after',
                                             'worker.published', 'publish.sync.before',
                                             'publish.sync.after', 'publish.rename.after'))]


def joining(bench):
    """Articles of up to seven pages: which are known, which came, and what they make."""
    folder = bench.add_list(bench.template('joining'), '/paged/mixed/',
                            '/paged/mixed/2026/102.html')
    pages = count('job_page WHERE page_hash IS NULL AND lost = 0')
    return [flight.Phase('worker: joining pages', folder, worker,
                         BEGINNING + ('worker.further.before', 'worker.further-page.before'),
                         ('worker.further-page.after',),
                         left=lambda store: RUNNING(store) + pages(store),
                         stops=('worker.further.before', 'worker.further.after',
                                'worker.further-page.before', 'worker.further-page.after',
                                'store.job.before', 'store.job.after',
                                'worker.article.before', 'store.page.before',
                                'store.page.after'))]


def keeping(bench):
    """Articles with pictures: which are wanted, which came, and who may be published."""
    folder = bench.add_list(bench.template('keeping'), '/news/',
                            '/news/2026/11/20/harbour-ferry-returns-01.html', '--whole-pages',
                            '--include=%s/news/(*)/(*)/(*)/(*).html' % bench.base,
                            '--output=html:' + os.path.join(bench.scratch, 'round', 'out'))
    return [flight.Phase('worker: keeping pictures', folder, worker,
                         ('worker.wants.before', 'worker.resource.before'),
                         ('worker.resource.after',), left=RUNNING, stop_share=.95,
                         stops=('worker.wants.before', 'worker.wants.after',
                                'worker.article.before', 'worker.article.after',
                                'worker.resource.before', 'worker.resource.held',
                                'worker.resource.end', 'worker.resource.after',
                                'publish.write.before', 'publish.rename.after'))]


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


def storing(bench):
    """Into a database file, which is beside the files of other outputs."""
    folder = bench.template('storing')
    os.makedirs(os.path.join(folder, 'out'))
    bench.add(folder, '--output=sqlite:' + os.path.join(bench.scratch, 'round', 'out', 'all.db'))
    return [flight.Phase('worker: publishing sqlite', folder, worker,
                         ('sql.row.before',), ('sql.row.before',), left=PUBLISHING,
                         stops=('worker.ask.before', 'worker.ask.after', 'sql.table.before',
                                'sql.table.after', 'sql.row.before', 'sql.commit.before',
                                'sql.commit.after', 'worker.sent.before', 'worker.sent.after',
                                'store.publish.before', 'store.publish.after'))]


def judging(bench):
    """New articles wait for saved searches, one of which publishes what it finds."""
    folder = bench.collected('judging')
    out = os.path.join(bench.scratch, 'round', 'out')
    with open(os.path.join(folder, 'data', 'searches.txt'), 'w', encoding='utf-8') as file:
        file.write('Nothing = [alert] xyzzy\nAll = [alert] [to json-lines:%s/found] after:2000\n'
                   % out)
    change(folder, 'INSERT INTO unjudged SELECT id FROM article')
    return [flight.Phase('worker: judging', folder, worker,
                         ('worker.judge.before',), ('publish.write.after',),
                         left=count('unjudged', "publish_queue WHERE state = 'waiting'"),
                         stops=('worker.judge.before', 'worker.judge.after', 'store.judge.before',
                                'store.judge.after') + WRITING)]


def store_thrice(folder):
    """Articles as an older version stored them: the program reads their forms, which take the
    place of the marks."""
    lines = flight.run(CLI, 'articles', 'export', '--format=json-lines', '--state=all',
                       '--include-reserved', data(folder)).splitlines()
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    with store:
        for line in map(json.loads, lines):
            store.execute('UPDATE article SET text = ?, markdown = ? WHERE url = ?',
                          (line['text'], line['markdown'], line['url']))
        store.execute("INSERT INTO setting VALUES ('bodies.next', '0')")
    store.close()


def compacting(bench):
    """Bodies of an older version are looked through, by the worker and by a command."""
    phases = []
    for name, command, n in (
            ('worker: storing bodies once', worker, 4),
            ('command: store compact', lambda folder: (CLI, 'store', 'compact', data(folder)), 40)):
        folder = bench.collected(name.replace(' ', '-').replace(':', ''))
        store_thrice(folder)
        multiply(folder, n)
        phases.append(flight.Phase(
            name, folder, command, ('worker.bodies.before', 'store.bodies.before'),
            ('store.bodies.after',),
            left=count("article WHERE text <> char (1) || '1'"), finish=finish_compacting,
            stop_share=.9, stops=('worker.bodies.before', 'store.bodies.before')))
    return phases


def finish_compacting(folder):
    flight.run(CLI, 'store', 'compact', data(folder))


def finish_renaming(folder):
    with open(os.path.join(folder, 'data', 'searches.txt'), encoding='utf-8') as file:
        renamed = file.read().startswith('New')
    if not renamed:
        flight.run(CLI, 'search', 'rename', 'Old', 'New', data(folder))
    let_work(folder)


def renaming(bench):
    """A saved search that publishes gets another name, which its file and the store have
    in turn; the worker comes to articles that wait for it afterwards."""
    folder = bench.collected('renaming')
    out = os.path.join(bench.scratch, 'round', 'out')
    with open(os.path.join(folder, 'data', 'searches.txt'), 'w', encoding='utf-8') as file:
        file.write('Old = [to json-lines:%s/found] after:2000\n' % out)
    change(folder, "INSERT INTO publish_queue (article, output_key, idempotency_key, search, state, "
                   "next_try) SELECT id, 'json-lines' || char(10) || '%s/found' || char(10), "
                   "'k' || id, 'Old', 'waiting', 1 FROM article" % out)
    return [flight.Phase('command: search rename', folder,
                         lambda folder: (CLI, 'search', 'rename', 'Old', 'New', data(folder)),
                         ('searches.rename.noted',), ('searches.rename.written',),
                         finish=finish_renaming, left=count("publish_queue WHERE search = 'Old'"),
                         stop_share=1,
                         stops=('searches.rename.noted', 'searches.rename.written',
                                'store.judge.before'))]


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
        # Held publications wait a while, so that a person may take them back.
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


def undoing(bench):
    """Articles that became sure are what they were, and held again."""
    folder = hold_all(bench.collected('undone'))
    flight.run(REEXTRACT, os.path.join(folder, 'data'), 'reextract')
    # None is due before it is taken back.
    change(folder, "UPDATE publish_queue SET next_try = next_try + 3600000000 "
           "WHERE state = 'waiting'")
    return [flight.Phase(
        'window’s work: taking back', folder,
        lambda folder: (REEXTRACT, os.path.join(folder, 'data'), 'undo'),
        ('worker.undo.before',), ('worker.undo.after',),
        finish=lambda folder: flight.run(REEXTRACT, os.path.join(folder, 'data'), 'undo'),
        left=count('article_former'), stops=('worker.undo.before', 'worker.undo.middle', 'store.article.before',
               'store.article.after'))]


def healing(bench):
    """A page becomes an example, and all that does not fit is extracted with it."""
    folder = bench.collected('healed')
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    with store:
        store.execute("UPDATE article SET state = 'does-not-fit'")
    store.close()

    def heal(folder):
        return (CLI, 'task', 'heal', 'Numbers', '--accept', data(folder))
    # Nothing is left to heal where the killed one came to its end.
    return [flight.Phase(
        'task heal', folder, heal, ('worker.redesign.before', 'store.task.before'),
        ('worker.reextract.after',),
        finish=lambda folder: flight.run(*heal(folder), codes=(0, 1)), codes=(0, 1),
        left=count("article WHERE state = 'does-not-fit'"),
        stops=('worker.redesign.before', 'worker.redesign.after', 'store.task.before',
               'store.task.after', 'worker.reextract.before', 'worker.reextract.middle'))]


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
    """Collects what the first run passed over, in one transaction and a run."""
    def command(folder):
        return (CLI, 'task', 'older', '--all', data(folder), 'Numbers')

    def finish(folder):
        """Asks again for the rest; those asked for come with any run."""
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


def write_tasks(folder):
    """Some task files that can be imported."""
    with open(os.path.join(folder, 'page.html'), 'w', encoding='utf-8') as file:
        file.write('<title>A</title><p>The ferry sails at noon, and again at six.</p>')
    for i in range(TASKS):
        with open(os.path.join(folder, '%d.task' % i), 'w', encoding='utf-8') as file:
            file.write('exemplar-task = 1\n\n[task]\nuid = %032x\nname = Task %d\n'
                       'schedule = manual\n\n[example]\nurl = http://a.invalid/%d.html\n'
                       'file = page.html\n\n[source]\nkind = list\n'
                       'pattern = http://a.invalid/\n' % (i + 1, i, i))
    return [os.path.join(folder, '%d.task' % i) for i in range(TASKS)]


def importing(bench):
    """Some tasks in a row; what is there already is put in its place again."""
    folder = bench.template('importing')
    write_tasks(folder)
    flight.run(CLI, 'task', 'list', data(folder))

    def command(folder, *options):
        return (CLI, 'task', 'import', *options, data(folder),
                *(os.path.join(folder, '%d.task' % i) for i in range(TASKS)))

    def finish(folder):
        # Tasks that exist already are refused, which fails; the rest comes.
        flight.run(*command(folder), codes=(0, 1))
    return [flight.Phase('command: task import', folder, command, ('store.page.before',),
                         ('store.task.after',), finish=finish,
                         left=lambda store: TASKS - count('task')(store),
                         stops=('store.page.before', 'store.page.after',
                                'store.page-meta.before', 'store.task.before'))]


def defaulting(bench):
    """A group and all its tasks get a schedule together, or another name."""
    folder = bench.template('defaulting')
    files = write_tasks(folder)
    for path in files:
        with open(path, encoding='utf-8') as file:
            text = file.read()
        with open(path, 'w', encoding='utf-8') as file:
            file.write(text.replace('schedule = manual', 'group = News\nschedule = manual'))
    flight.run(CLI, 'task', 'import', data(folder), *files)

    def command(folder):
        return (CLI, 'group', 'set', '--all', '--schedule=every 30 d', data(folder), 'News')

    def rename(folder):
        return (CLI, 'group', 'rename', data(folder), 'News', 'Press/News')
    return [flight.Phase('command: group rename', folder, rename, ('store.task.after',),
                         ('setup.group.moved',), left=count('task WHERE version = 1'),
                         stop_share=1, stops=('setup.group.moved', 'setup.group.renamed')),
            flight.Phase('command: group set', folder, command, ('setup.group.put',),
                         ('setup.group.followed',), left=count('task WHERE version = 1'),
                         stop_share=1, stops=('setup.group.put', 'setup.group.followed'))]


def archiving(bench):
    """Pages of an archive as articles of a task, which are published."""
    full = bench.collected('archived')
    flight.run(CLI, 'task', 'export', '--with-pages', '--output=' + full, data(full), 'Numbers')
    folder = bench.added('archiving', '--schedule=manual', output='json-lines')
    shutil.copy(os.path.join(full, 'Numbers.warc.gz'), folder)

    def command(folder):
        return (CLI, 'import', '--publish', '--task=Numbers', data(folder),
                os.path.join(folder, 'Numbers.warc.gz'))

    def finish(folder):
        """Asks again for the rest."""
        flight.run(*command(folder))
        let_work(folder)

    def left(store):
        return ARTICLES - count('article')(store) + count(
            "publish_queue WHERE state = 'deferred'")(store)
    return [flight.Phase('command: import', folder, command,
                         ('import.article.before', 'store.publish.before'),
                         ('import.article.after',), finish=finish, left=left,
                         stops=('store.page.before', 'store.page.after', 'store.page-meta.before',
                                'import.article.before', 'store.article.before',
                                'store.group.before', 'import.article.after',
                                'import.settle.before'))]


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


def change(folder, *statements):
    store = sqlite3.connect(os.path.join(folder, 'data', 'exemplar.db'))
    with store:
        store.execute('PRAGMA foreign_keys = ON')
        for statement in statements:
            store.execute(statement)
    store.close()


def unpublished(bench, name, *options):
    """All is collected, and waits to be published."""
    folder = bench.collected(name, *options, output='json-lines')
    change(folder, "UPDATE publish_queue SET state = 'waiting', published = NULL, "
                   "place = NULL, attempts = 0, next_try = 1", 'DELETE FROM output')
    shutil.rmtree(os.path.join(folder, 'out'))
    return folder


def multiply(folder, times):
    """Each article so often, under other addresses: more than is deleted at a time."""
    columns = [row[1] for row in sqlite3.connect(
        os.path.join(folder, 'data', 'exemplar.db')).execute('PRAGMA table_info(article)')
               if row[1] != 'id']
    values = ', '.join({'url_key': "url_key || '/' || n", 'url': "url || '/' || n"}.get(
        column, column) for column in columns)
    change(folder, 'WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c '
                   'WHERE n < %d) INSERT INTO article (%s) SELECT %s FROM article, c' % (
                       times - 1, ', '.join(columns), values))
    return folder


def one_by_one(folder, command, names):
    """Does it to each task; one that is done is refused, which fails."""
    for name in names:
        flight.run(CLI, 'task', *command, data(folder), name, codes=(0, 1))


def trashing(bench):
    """Moves tasks into the trash and back; their publications go out once."""
    names = ['Numbers'] + ['Task %d' % i for i in range(TASKS)]
    there = unpublished(bench, 'trashing')
    flight.run(CLI, 'task', 'import', data(there), *write_tasks(there))
    gone = os.path.join(bench.scratch, 'template-trashed')
    shutil.copytree(there, gone)
    flight.run(CLI, 'task', 'delete', data(gone), *names)

    def command(word, trashed):
        """Names only tasks that are still to be changed: with others it would do nothing."""
        def make(folder):
            found = flight.count_left(folder, bench.scratch, lambda store: [
                name for name, in store.execute(
                    'SELECT name FROM task WHERE (id IN (SELECT task FROM trash)) = ? '
                    'ORDER BY id', (trashed,))])
            return (CLI, 'task', word, data(folder), *(found or names))
        return make

    def bring_back(folder):
        one_by_one(folder, ('delete',), names)
        restore(folder)

    def restore(folder):
        one_by_one(folder, ('restore',), names)
        let_work(folder)
    return [
        flight.Phase('command: task delete', there, command('delete', 0),
                     ('store.trash.before',), ('store.trash.after',), finish=bring_back,
                     left=lambda store: len(names) - count('trash')(store),
                     stop_share=.9, stops=('store.trash.before',)),
        flight.Phase('command: task restore', gone, command('restore', 1),
                     ('store.trash.before',), ('store.trash.after',), finish=restore,
                     left=count('trash'), stop_share=.9, stops=('store.trash.before',))]


def emptying(bench):
    """Copies are deleted slice by slice while a task comes back, or the trash is emptied:
    by a command, or by the worker after its days."""
    twins = bench.added('twins')
    bench.add(twins, '--name=Again')
    shutil.move(twins, os.path.join(bench.scratch, 'round'))
    let_work(os.path.join(bench.scratch, 'round'))
    shutil.move(os.path.join(bench.scratch, 'round'), twins)
    multiply(twins, 40)
    flight.run(CLI, 'task', 'delete', data(twins), 'Numbers')
    # As if it had been set up again since.
    change(twins, "UPDATE task SET created = (SELECT trashed FROM trash) WHERE name = 'Again'")
    full = os.path.join(bench.scratch, 'template-full')
    shutil.copytree(twins, full)
    old = os.path.join(bench.scratch, 'template-old')
    shutil.copytree(twins, old)
    change(old, 'UPDATE trash SET trashed = 1')

    def restore(folder):
        one_by_one(folder, ('restore', '--keep=trash'), ('Numbers',))
        let_work(folder)

    def empty(folder):
        flight.run(CLI, 'task', 'empty-trash', data(folder))
        let_work(folder)
    return [
        flight.Phase('command: task restore --keep', twins,
                     lambda folder: (CLI, 'task', 'restore', '--keep=trash', data(folder),
                                     'Numbers'),
                     ('store.trash.before',), ('store.trash.after',), finish=restore,
                     left=count('trash'), stop_share=.9,
                     stops=('store.trash.before',)),
        flight.Phase('command: task empty-trash', full,
                     lambda folder: (CLI, 'task', 'empty-trash', data(folder)),
                     ('store.trash.before',), ('store.trash.after',), finish=empty,
                     left=count('trash'), stop_share=.9,
                     stops=('store.trash.before',)),
        flight.Phase('worker: emptying the trash', old, worker, ('store.trash.before',),
                     ('store.trash.after',), finish=let_work, left=count('trash'), stop_share=.9,
                     stops=('store.trash.before',))]


ALL = (collecting, grouping, joining, keeping, second_pass, publishing, storing, judging,
       compacting, renaming, reextraction, undoing, healing, migration, exporting, running, older,
       importing, defaulting, archiving, backups, trashing, emptying)
