#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli task heal and articles extract-again --undo, on the sample site before and
after its redesign."""

import contextlib
import json
import sqlite3
import urllib.request

from runner import FAILED, USAGE
from stores import StoreCase
import tap


class Case(StoreCase):
    def redesign(self, on):
        urllib.request.urlopen(urllib.request.Request(
            '%s/control/redesign?on=%d' % (self.base, on), method='POST')).close()

    def tearDown(self):
        self.redesign(0)
        super().tearDown()

    def collect(self, *names, redesigned=True):
        """Tasks with an example of the first layout, run on the second one."""
        self.redesign(0)
        for name in names:
            self.add(self.base + '/news/', '--name=' + name, '--first-run=all',
                     '--schedule=manual', '--output=text:%s/%s' % (self.folder, name))
        self.redesign(redesigned)
        for name in names:
            self.expect(self.cli('task', 'run', name), 0)

    def query(self, statement, *values):
        with contextlib.closing(sqlite3.connect(self.data + '/exemplar.db')) as store, store:
            return store.execute(statement, values).fetchall()

    def articles(self, name='News'):
        """All that is stored of the articles of a task, but the version that made them."""
        return self.query(
            'SELECT a.id, a.state, a.text, a.html, a.page_hash, a.title, a.confidence, '
            '(SELECT group_concat(q.state) FROM publish_queue q WHERE q.article = a.id) '
            'FROM article a JOIN task t ON t.id = a.task WHERE t.name = ? ORDER BY a.id', name)

    def heal(self, *options, name='News'):
        return json.loads(self.fine('task', 'heal', name, '--json', *options))

    def count_examples(self, name='News'):
        return self.fine('task', 'show', name).count('[example')

    def undo(self, *args):
        return self.cli('articles', 'extract-again', '--undo', *args)


class Healing(Case):
    def test_nothing_to_heal(self):
        self.collect('News', redesigned=False)
        self.fails('Nothing of “News” is to be healed', 'task', 'heal', 'News')
        self.fails('Nothing of “News” is to be healed', 'task', 'heal', 'News', '--accept')
        self.fails('There is no task “Other”', 'task', 'heal', 'Other')

    def test_proof_accept_and_back(self):
        self.collect('News')
        before = self.articles()
        misfits = [row for row in before if row[1] == 'does-not-fit']
        self.assertGreater(len(misfits), 3)
        self.assertIn('task heal', self.fine('status'))

        shown = self.heal()
        self.assertEqual(len(shown['articles']), len(misfits))
        self.assertEqual(shown['good_then'], len(misfits))
        self.assertEqual(shown['like'], len(shown['others']))
        self.assertIsNone(shown['lack'])
        self.assertIn(shown['article'], [row[0] for row in misfits])
        for article in shown['articles']:
            self.assertEqual((article['state'], article['state_then']),
                             ('does-not-fit', 'good'))
            self.assertGreaterEqual(article['confidence_then'], article['confidence'])
        text = self.fine('task', 'heal', 'News')
        self.assertIn('Proposed example: article %d, %s' % (shown['article'], shown['url']),
                      text)
        self.assertIn('It looks like %d of the %d other pages' % (
            shown['like'], len(shown['others'])), text)
        self.assertIn('%d of %d articles that do not fit would be good' % (
            len(misfits), len(misfits)), text)
        self.assertIn('推荐的示例页', self.fine('task', 'heal', 'News', language='zh_CN'))
        # Nothing was changed so far.
        self.assertEqual((self.articles(), self.count_examples()), (before, 1))

        other = shown['others'][0]['article']
        self.assertEqual(self.heal('--article=%d' % other)['article'], other)
        self.fails('none of the newest that do not fit', 'task', 'heal', 'News',
                   '--article=9999')

        done = self.heal('--accept')
        self.assertEqual((done['article'], done['extracted']),
                         (shown['article'], len(misfits)))
        self.assertEqual(self.count_examples(), 2)
        after = {row[0]: row for row in self.articles()}
        texts = self.texts()
        for article in shown['articles']:
            row = after[article['id']]
            self.assertEqual(row[1], 'good')
            # The page itself comes last, beside the others, which are good by then.
            if article['id'] != shown['article']:
                url = self.query('SELECT url FROM article WHERE id = ?', row[0])[0][0]
                self.assertEqual(len(texts[url]), article['characters_then'])
        self.assertNotIn('task heal', self.fine('status'))
        self.fails('Nothing of “News” is to be healed', 'task', 'heal', 'News')

        done = self.expect(self.undo('--task=News'), 0)
        self.assertEqual(done.out, '%d articles are what they were\n' % len(misfits))
        self.assertEqual(self.articles(), before)
        done = self.expect(self.undo('--task=News'), FAILED, 'Nothing is to be taken back')
        self.assertEqual((done.out, self.articles()), ('', before))

    def test_sisters(self):
        """A redesign is mended once for all tasks that share the example."""
        self.collect('News', 'Again')
        self.assertEqual(self.heal('--accept')['sisters'], 1)
        self.assertIn('does-not-fit', [row[1] for row in self.articles('Again')])
        self.redesign(1)
        n = len([row for row in self.articles('Again') if row[1] == 'does-not-fit'])
        done = self.heal('--accept', '--sisters', name='Again')
        self.assertEqual((done['extracted'], done['sisters_healed']), (n, 1))

    def test_again_after_half(self):
        """An example that is there already is proposed again, and not added twice."""
        self.collect('News')
        article = self.heal('--accept')['article']
        self.query("UPDATE article SET state = 'does-not-fit'")
        shown = self.heal()
        self.assertEqual(shown['article'], article)
        self.heal('--accept')
        self.assertEqual(self.count_examples(), 2)

    def test_usage(self):
        for args, words in (((), 'One task is needed'), (('a', 'b'), 'One task is needed'),
                            (('--sisters', 'a'), '--sisters needs --accept')):
            self.expect(self.cli('task', 'heal', *args), USAGE, words)


class Undo(Case):
    def spoil(self, *numbers):
        """Bodies that the next extraction puts right."""
        for number in numbers:
            self.query('DELETE FROM article_checksum WHERE article = ?', number)
            self.query("UPDATE article SET text = 'Spoilt.' WHERE id = ?", number)

    def good(self):
        return [row[0] for row in self.articles() if row[1] == 'good']

    def text(self, number):
        return self.query('SELECT text FROM article WHERE id = ?', number)[0][0]

    def test_only_the_last_one(self):
        self.collect('News', redesigned=False)
        number = self.good()[0]
        whole = self.text(number)
        self.spoil(number)
        for _ in range(2):
            self.fine('articles', 'extract-again', str(number))
        # The second one changed nothing: that is what is taken back.
        self.expect(self.undo(str(number)), FAILED, 'Nothing is to be taken back')
        self.assertEqual(self.text(number), whole)
        self.spoil(number)
        self.fine('articles', 'extract-again', str(number))
        self.assertEqual(self.expect(self.undo(str(number)), 0).out,
                         '1 article is what it was\n')
        self.assertEqual(self.text(number), 'Spoilt.')

    def test_later_changes_stay(self):
        """Corrections, approvals and other changes since then go before."""
        self.collect('News', redesigned=False)
        corrected, approved, edited, left = self.good()[:4]
        numbers = (corrected, approved, edited, left)
        whole = {number: self.text(number) for number in numbers}
        self.spoil(*numbers)
        self.fine('articles', 'extract-again', *map(str, numbers))
        lines = [row.split('\t') for row in
                 self.fine('articles', 'correct', '--lines', str(corrected)).splitlines()]
        body = [row[0] for row in lines if row[1] == '+']
        self.fine('articles', 'correct', str(corrected), '--noise=' + body[-1])
        self.fine('articles', 'approve', str(approved))
        self.query("UPDATE article SET state = 'unsure' WHERE id = ?", edited)
        done = self.expect(self.undo(*map(str, numbers)), FAILED, 'is left alone')
        for number in (corrected, approved, edited):
            self.assertIn('Article %d was changed, corrected or approved since' % number,
                          done.err)
        self.assertEqual(done.out, '1 article is what it was\n')
        self.assertEqual([self.text(number) for number in (approved, edited, left)],
                         [whole[approved], whole[edited], 'Spoilt.'])
        self.assertNotIn('Spoilt.', self.text(corrected))

    def test_damaged_since(self):
        """An article that became damaged since then is put back as well."""
        self.collect('News', redesigned=False)
        number = self.good()[0]
        self.spoil(number)
        self.fine('articles', 'extract-again', str(number))
        self.query("UPDATE article SET html = 'Damaged.' WHERE id = ?", number)
        self.expect(self.undo(str(number)), 0)
        self.assertEqual(self.text(number), 'Spoilt.')
        self.assertNotIn('Damaged.', str(self.articles()))

    def test_approval_comes_back(self):
        self.collect('News', redesigned=False)
        number = self.good()[0]
        self.spoil(number)
        self.fine('articles', 'approve', str(number))
        approved = self.query('SELECT * FROM approval')
        self.fine('articles', 'extract-again', str(number))
        self.expect(self.undo(str(number)), 0)
        self.assertEqual((self.query('SELECT * FROM approval'), len(approved)), (approved, 1))

    def test_fetch_again(self):
        """The page that an article had comes back, too."""
        self.collect('News', redesigned=False)
        before = self.articles()
        number = self.good()[0]
        self.redesign(1)
        self.fine('articles', 'fetch-again', str(number))
        changed = self.articles()
        self.assertNotEqual(changed, before)
        self.expect(self.undo(str(number)), 0)
        self.assertEqual(self.articles(), before)

    def test_old_ones_go(self):
        """One kept longer than 30 days ago goes when the next is kept."""
        self.collect('News', redesigned=False)
        first, second = self.good()[:2]
        self.spoil(first, second)
        self.fine('articles', 'extract-again', str(first))
        self.query('UPDATE article_former SET kept = kept - 31 * 86400000000')
        self.fine('articles', 'extract-again', str(second))
        self.assertEqual(self.query('SELECT article FROM article_former'), [(second,)])
        self.fine('articles', 'delete', str(second))
        self.assertEqual(self.query('PRAGMA foreign_keys = ON'), [])

    def test_usage(self):
        self.expect(self.undo(), USAGE, 'number')


if __name__ == '__main__':
    tap.main()
