# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A corpus of pages with gold bodies, and the metric that compares a body with one.

CORPUS/SET/index.tsv          a line a page: site page url lang has_gold gold_kind trust …
CORPUS/SET/pairs.tsv          site example_page target_page …; a set may have none
CORPUS/SET/pairs_lowsim.tsv   the same, of pages whose layouts differ; not scored
CORPUS/SET/SITE/PAGE.html     the bytes of a page
CORPUS/SET/SITE/PAGE.txt      its gold body, UTF-8, a paragraph a line
"""

import collections
import csv
import os
import re
import unicodedata

# Scripts without spaces between words: each character is a token.
CJK = ('\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
       '\U00020000-\U0003ffff')
TOKEN = re.compile('[%s]|[^\\W%s]+' % (CJK, CJK))

# Key of a pair, everywhere: example is '' where a method needs none.
Key = collections.namedtuple('Key', 'site example target')


def read_table(path):
    """The rows of a table with a header line and no quoting; [] if there is none."""
    if not os.path.exists(path):
        return []
    with open(path, encoding='utf-8', newline='') as file:
        return list(csv.DictReader(file, delimiter='\t', quoting=csv.QUOTE_NONE))


def tokens(text):
    """The text's tokens as a multiset: NFKC, case folded."""
    folded = unicodedata.normalize('NFKC', text).casefold()
    return collections.Counter(TOKEN.findall(folded))


def precision_recall_f1(gold, found):
    """F1 of two multisets of tokens; two empty ones agree."""
    if not gold and not found:
        return 1.0, 1.0, 1.0
    common = sum((gold & found).values())
    precision = common / sum(found.values()) if found else 0.0
    recall = common / sum(gold.values()) if gold else 0.0
    both = precision + recall
    return precision, recall, 2 * precision * recall / both if both else 0.0


class CorpusSet:
    """One folder of a corpus."""

    def __init__(self, folder):
        self.folder = os.path.abspath(folder)
        self.name = os.path.basename(self.folder)
        self.pages = {(row['site'], row['page']): row
                      for row in read_table(os.path.join(self.folder, 'index.tsv'))}
        self.has_pairs = os.path.exists(os.path.join(self.folder, 'pairs.tsv'))
        self.pairs = self._pairs('pairs.tsv')
        self.lowsim = self._pairs('pairs_lowsim.tsv')
        self._gold = {}

    def _pairs(self, name):
        return [Key(row['site'], row['example_page'], row['target_page'])
                for row in read_table(os.path.join(self.folder, name))]

    def singles(self):
        """The pages with gold, each as a pair without an example."""
        return [Key(site, '', page) for (site, page), row in self.pages.items()
                if row.get('has_gold') == '1']

    def page(self, site, page):
        """The index row of a page; a page that the index does not name is an error."""
        try:
            return self.pages[site, page]
        except KeyError:
            raise ValueError('%s/index.tsv has no page %s of %s'
                             % (self.folder, page, site)) from None

    def gold_text(self, site, page):
        """The gold body without the headline, or None where there is none."""
        row = self.page(site, page)
        if row.get('has_gold') != '1':
            return None
        path = os.path.join(self.folder, site, page + '.txt')
        with open(path, encoding='utf-8') as file:
            lines = file.read().splitlines()
        if row.get('gold_kind') == 'full+title' and len(lines) > 1:
            lines = lines[1:]
        return '\n'.join(lines)

    def gold_tokens(self, site, page):
        if (site, page) not in self._gold:
            self._gold[site, page] = tokens(self.gold_text(site, page) or '')
        return self._gold[site, page]

    def html_path(self, site, page):
        return os.path.join(self.folder, site, page + '.html')

    def record(self, key, method, click):
        """A line of `exemplar-cli batch` for a pair; click gives the example's body."""
        record = {'site': key.site, 'target': key.target, 'method': method,
                  'target_path': self.html_path(key.site, key.target)}
        url = self.page(key.site, key.target).get('url')
        if url:
            record['url'] = url
        if not key.example:
            return record
        record['example'] = key.example
        record['example_path'] = self.html_path(key.site, key.example)
        url = self.page(key.site, key.example).get('url')
        if url:
            record['example_url'] = url
        body = self.gold_text(key.site, key.example) if click else None
        if body is not None:
            record['example_body'] = body
        return record


def load(folder, names=None):
    """The sets of a corpus folder, by name; only those named if names are given."""
    if not os.path.isdir(folder):
        raise ValueError(folder + ' is no folder')
    found = sorted(name for name in os.listdir(folder)
                   if os.path.exists(os.path.join(folder, name, 'index.tsv')))
    for name in names or ():
        if name not in found:
            raise ValueError('%s has no set named %s; it has: %s'
                             % (folder, name, ', '.join(found) or 'none'))
    if not found:
        raise ValueError(folder + ' holds no set (a folder with index.tsv)')
    return [CorpusSet(os.path.join(folder, name)) for name in found
            if not names or name in names]
