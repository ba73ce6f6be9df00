#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Results are the same in every locale: one whose capital I has no dot below it, one that adds
dots, one that writes numbers with a comma."""

import json
import os
import re
import subprocess

from runner import SAMPLE, Case, page, read_page, run
import tap

LOCALES = ('tr_TR', 'lt_LT', 'de_DE')

# Words with capitals that the Turkish rules lower in another way, and those of the program's
# lists: bylines, dates, notices of law, links to read on.
CAPITALS = ('<p>WRITTEN BY ÌÍ IRMGARD INGRID</p><p>FRIDAY, 6 FEBRUARY 2026, 8:30 PM</p>'
            '<p>EDITED BY I. J. IVES</p><p>UPDATED ON 12 APRIL 2026</p>'
            '<p>ALL RIGHTS RESERVED. PRIVACY POLICY, TERMS AND CONDITIONS</p>'
            '<p>PRINT THIS ARTICLE</p><p>RELATED ARTICLES: MORE IN LIFE</p>')


def make_locales(folder):
    """Those of LOCALES, in a folder for LOCPATH."""
    for name in LOCALES:
        subprocess.run(('localedef', '--no-archive', '-i', name, '-f', 'UTF-8',
                        os.path.join(folder, name + '.UTF-8')), check=True)


def in_locale(folder, name):
    """The variables of a user there, who wants English all the same."""
    if name is None:
        return {}
    return {'LC_ALL': name + '.UTF-8', 'LOCPATH': folder, 'LANGUAGE': 'en'}


class Locale(Case):
    def setUp(self):
        super().setUp()
        make_locales(self.folder)

    def outputs(self, *args, **kwargs):
        """Outputs of the program in each locale; the first is C's."""
        found = [run(*args, variables=in_locale(self.folder, name), **kwargs)
                 for name in (None,) + LOCALES]
        for done in found:
            self.expect(done, 0)
        # The port of the sample site is another one each time.
        return [re.sub(r'127\.0\.0\.1:\d+', '127.0.0.1', done.out) for done in found]

    def same(self, *args, **kwargs):
        first, *others = self.outputs(*args, **kwargs)
        for name, out in zip(LOCALES, others):
            self.assertEqual(out, first, name)
        return first

    def test_locales_are_there(self):
        """Else the other tests would say nothing."""
        program = ('import locale, sys; locale.setlocale(locale.LC_ALL, "");'
                   'print(locale.localeconv()["decimal_point"], locale.strcoll("Z", "a") > 0)')
        for name in LOCALES:
            env = dict(os.environ, **in_locale(self.folder, name))
            done = subprocess.run(('python3', '-c', program), env=env, check=True,
                                  stdout=subprocess.PIPE, text=True)
            self.assertEqual(done.stdout, ', True\n', name)

    def test_batch(self):
        pairs = (('en-example.html', 'en-target.html', 'utf-8'),
                 ('en-third.html', 'en-target.html', 'utf-8'),
                 ('en-target.html', 'en-example.html', 'utf-8'),
                 ('zh-example.html', 'zh-target.html', 'gb18030'))
        records = ''
        for example, target, encoding in pairs:
            for upper in (False, True):
                html = read_page(target, encoding).replace('</h1>', '</h1>' + CAPITALS, 1)
                if upper:
                    html = html.replace('<p>', '<p>I. ').replace(' i', ' I')
                records += json.dumps({'example_html': read_page(example, encoding),
                                       'target_html': html}) + '\n'
        for method in ('exemplar', 'exemplar-rules', 'node-prune', 'block-features'):
            self.same('batch', '--method', method, input=records)

    def test_numbers(self):
        """With a point, whoever reads them."""
        pair = ('-e', page('en-example.html'), '-t', page('en-target.html'))
        self.assertRegex(self.same('extract', '--format', 'json', '--reasons', *pair),
                         r'"confidence":0\.\d')
        self.assertIn('.', self.same('curves', '--format', 'svg', *pair))
        self.same('curves', '--format', 'csv', *pair)

    def test_sample(self):
        """Titles, dates and bodies of a whole site."""
        self.same('sample', '--data', SAMPLE)


if __name__ == '__main__':
    tap.main()
