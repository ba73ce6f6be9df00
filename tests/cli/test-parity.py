#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Verbs of the command line for everything that the window does to tasks and articles.

Actions of the window, and the functions of the store that it writes through, are read from
the sources. Each is in one of the tables; one that is new fails until it has a verb. GAPS
holds what has none yet; a gap whose verb is there must go, so the table only shrinks."""

import os
import re

from runner import ROOT, Case
import tap

# Parts of the window where something is done to tasks, articles and outputs.
PREFIXES = ('articles', 'trouble', 'activity', 'outputs', 'trash', 'page', 'pane', 'example',
            'settings', 'tasks', 'win')

# Deeds, and the verb that does each.
VERBS = {
    'activity.older': 'task older',
    'activity.pause': 'task pause',
    'activity.retry': 'task retry',
    'activity.run': 'task run',
    'activity.stop': 'task stop',
    'articles.approve': 'articles approve',
    'articles.delete': 'articles delete',
    'articles.dismiss': 'task exclude',
    'articles.export': 'articles export',
    'articles.fetch-again': 'articles fetch-again',
    'articles.search': 'articles search',
    'EXM_REMEDY_USE_EXAMPLE': 'task heal --accept',
    'example.ask': 'task heal --article',
    'example.ignore': 'task ignore',
    'example.use': 'task heal --accept',
    'outputs.feed': 'task edit',
    'outputs.folder': 'task edit',
    'outputs.message': 'output add',
    'page.accept': 'articles approve',
    'page.add-example': 'task edit',
    'page.allow-host': 'task edit',
    'page.check': 'task test',
    'page.compare': 'task heal',
    'page.compare-methods': 'compare',
    'page.looks-right': 'articles approve',
    'page.mark': 'articles correct',
    'page.move-ends': 'articles correct',
    'page.save': 'task add',
    'page.save-search': 'search add',
    'page.shipped-model': 'task edit',
    'page.site-lines': 'task lines',
    'page.star': 'articles mark',
    'page.tags': 'articles mark',
    'page.train-method': 'train',
    'page.unread': 'articles mark',
    'page.use-method': 'task edit',
    'page.wrong': 'articles correct',
    'pane.add-as-example': 'task edit',
    'pane.charset': 'task edit',
    'pane.remove-example': 'task edit',
    'pane.use-as-example': 'task edit',
    'settings.export': 'task export',
    'settings.import': 'task import',
    'settings.save': 'task edit',
    'settings.site-lines': 'task rule',
    'tasks.move': 'task edit',
    'tasks.outputs': 'task edit',
    'tasks.pause': 'task pause',
    'tasks.rename': 'task edit',
    'tasks.resume': 'task resume',
    'tasks.run': 'task run',
    'tasks.schedule': 'task edit',
    'tasks.trash': 'task delete',
    'trash.delete': 'task empty-trash',
    'trash.empty': 'task empty-trash',
    'trash.restore': 'task restore',
    'trouble.compare': 'task heal',
    'trouble.ignore': 'task ignore',
    'trouble.run': 'task run',
    'trouble.settings': 'task edit',
    'win.collect-older': 'task older',
    'win.delete-task': 'task delete',
    'win.add-many': 'task add-many',
    'win.group-outputs': 'group set',
    'win.group-rename': 'group rename',
    'win.group-schedule': 'group set',
    'win.new-task': 'task add',
    'win.pause-task': 'task pause',
    'win.remove-search': 'search remove',
    'win.rename-search': 'search rename',
    'win.repair': 'store repair',
    'win.restore': 'store restore',
    'win.resume-task': 'task resume',
    'win.run-task': 'task run',
    'win.set-search-alerts': 'search alert',
    'win.set-search-outputs': 'search output',
    'win.stop-run': 'task stop',
    'win.task-delete': 'task delete',
    'win.task-move': 'task edit',
    'win.task-pause': 'task pause',
    'win.task-rename': 'task edit',
    'win.task-resume': 'task resume',
    'win.task-run': 'task run',
    'win.week': 'report weekly',
    'EXM_REMEDY_OPEN_PAGE': 'task test',
    'EXM_REMEDY_SETTINGS': 'task edit',
    'EXM_REMEDY_TRY_AGAIN': 'task run',
    'EXM_REMEDY_WORKBENCH': 'task test',
    'exm_reextract_take_page': 'articles fetch-again',
    'exm_reextract_undo': 'articles extract-again --undo',
    'exm_redesign_use': 'task heal --accept',
    'exm_redesign_take_back': 'task edit',
    'exm_reextraction_run_async': 'articles extract-again',
    'exm_store_add_task': 'task add',
    'exm_store_approve_article': 'articles approve',
    'exm_store_begin_emptying': 'task empty-trash',
    'exm_store_call_right': 'articles correct',
    'exm_store_collect_older': 'task older',
    'exm_store_delete_article': 'articles delete',
    'exm_store_disapprove_article': 'articles disapprove',
    'exm_store_ignore_problem': 'task ignore',
    'exm_store_publish_again': 'articles publish-again',
    'exm_store_put_labels': 'articles correct',
    'exm_store_repair': 'store repair',
    'exm_store_restore_trashed': 'task restore',
    'exm_store_retry_page': 'task retry',
    'exm_store_rule_line': 'task rule',
    'exm_store_forget_learned': 'task learned',
    'exm_store_learn': 'task learned',
    'exm_store_set_article_page': 'articles fetch-again',
    'exm_store_set_joined_page': 'articles fetch-again',
    'exm_store_set_next_due': 'task edit',
    'exm_store_set_paused': 'task pause',
    'exm_store_set_starred': 'articles mark',
    'exm_store_set_tagged': 'articles mark',
    'exm_store_set_unread': 'articles mark',
    'exm_store_trash_task': 'task delete',
    'exm_store_update_task': 'task edit',
    'exm_weekly_mail_set': 'report mail',
    'exm_weekly_mail_send_again': 'report mail --now',
}

# Deeds without a verb: the one that each is to have, and the reason.
GAPS = {}

# Actions that change nothing stored: they show, move, copy, or end a view. Undo is of the
# window's own last steps.
VIEWS = set('''
    activity.back activity.reload
    articles.back articles.cancel-export articles.copy articles.copy-address articles.main articles.menu
    articles.open articles.open-page articles.open-task articles.retry
    example.next example.workbench
    page.extract-anyway page.find page.fit page.inspector page.leave-review page.next
    page.next-difference page.next-found page.next-unread page.other-page page.previous
    page.previous-difference page.previous-found page.print page.redo page.scroll-back
    page.scroll-on page.show-list page.undo
    pane.go-to-part pane.open pane.styled
    settings.discard
    tasks.menu tasks.open tasks.toggle-group
    trouble.activity trouble.copy-address trouble.help trouble.main trouble.menu
    trouble.open-page trouble.workbench
    win.end-review win.go win.go-to-task win.help win.open-article win.open-line
    win.review-article win.shortcuts win.sidebar win.view
'''.split())

# Functions of the store that read, or are steps of another one.
STEPS = re.compile(r'exm_store_(?:get|list|is|has|count|find|reader|backup|check|files|folder|'
                   r'begin_group|commit_group|drop_group|repair_clear|restore_task|put_page|'
                   r'stats|error|ask|end_alerts)')


def texts(folder, end):
    for path, _, names in os.walk(os.path.join(ROOT, folder)):
        for name in names:
            if name.endswith(end):
                with open(os.path.join(path, name), encoding='utf-8') as file:
                    yield file.read()


def find_actions():
    action = r'(?:%s)\.[a-z][a-z-]*' % '|'.join(PREFIXES)
    found = set()
    for text in texts('src/app', '.c'):
        found.update(re.findall('"(%s)"' % action, text))
        found.update(re.findall(r'\bEXM_REMEDY_[A-Z_]+\b', text))
    for text in texts('ui', '.ui'):
        found.update(re.findall('>(%s)<' % action, text))
    return found - {'example.com'}


def find_writes():
    found = set()
    for text in texts('src/app', '.c'):
        found.update(re.findall(r'\b(exm_store_[a-z_]+|exm_weekly_mail_(?:set|send_again)|exm_reextraction_run_async|'
                                r'exm_reextract_(?:restore|take_page|undo)|'
                                r'exm_redesign_(?:use|take_back))\b', text))
    return {name for name in found if not STEPS.match(name)}


class Parity(Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.found = find_actions() | find_writes()

    def test_no_gap_is_new(self):
        """Give it a verb and name it in VERBS; GAPS does not grow."""
        self.assertGreater(len(self.found), 100)
        self.assertEqual(self.found - set(VERBS) - set(GAPS) - VIEWS, set())

    def test_tables_hold_what_is_there(self):
        self.assertEqual((set(VERBS) | set(GAPS) | VIEWS) - self.found, set())
        for one, other in ((VERBS, GAPS), (VERBS, VIEWS), (GAPS, VIEWS)):
            self.assertEqual(set(one) & set(other), set())

    def commands(self, *path):
        """Names of the commands behind these words, by their help."""
        return set(re.findall(r'(?m)^  ([a-z][a-z-]*) +\w', self.well(*path, '--help').out))

    def has(self, verb):
        """Whether the program has such a command, or such an option of it."""
        words, options = [], []
        for word in verb.split():
            (options if word.startswith('--') else words).append(word)
        for i, word in enumerate(words):
            if word not in self.commands(*words[:i]):
                return False
        return all(option in self.well(*words, '--help').out for option in options)

    def test_verbs(self):
        lab = {'compare', 'train'} - self.commands()
        for verb in sorted(set(VERBS.values()) - lab):
            self.assertTrue(self.has(verb), verb)

    def test_gaps_only_shrink(self):
        """One that is filled moves to VERBS."""
        self.assertEqual(len(GAPS), 0)
        for verb, why in sorted(set(GAPS.values())):
            self.assertFalse(self.has(verb), verb)
            self.assertTrue(why)


if __name__ == '__main__':
    tap.main()
