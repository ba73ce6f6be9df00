# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of the bodies of tests/data/structure come through: headings, items, code,
cells, quotations, links, pictures, footnotes, captions and formulas, as HTML, as Markdown,
with the page's address and without.

A body there is a fragment; its first line names the frame that is put around it and the
title. data-tex says what formula an element shows; data-code, that it shows code; data-out,
that it is no part of the body. None of them is in the page that the program sees."""

import os
import re
import sys
import unittest

import runner
import structure
import tap

ROOT = os.path.join(runner.ROOT, 'tests', 'data', 'structure')
URL = 'https://pages.example/2026/05/page/'
BAR = .95


def read(*path):
    with open(os.path.join(ROOT, *path), encoding='utf-8') as file:
        return file.read()


class Page:
    """A page of ours: its name, its body, and the whole as a server would send it."""

    def __init__(self, name):
        head, self.body = read(name).split('\n', 1)
        self.name = name
        self.frame, self.title = re.match(r'<!-- (\S+): (.*) -->', head).groups()
        bare = re.sub(r' data-(?:code|out|tex)="[^"]*"', '', self.body)
        frame = read('frames', self.frame + '.html').replace('{head}', '')
        self.html = frame.replace('{title}', self.title).replace('{body}', bare.strip())

    def facts(self, base):
        """Facts that are to be found in the body."""
        tree = structure.parse(self.body)
        out = {id(node) for node in structure.walk(tree) if is_no_part(node)}
        return structure.facts(tree, base, frozenset(out))


def is_no_part(node):
    """Whether an element is marked so, or is furniture of the body: links of headings to
    themselves, numbers of lines."""
    return 'data-out' in node.attrs or is_drawn(node) or {'headerlink', 'gutter', 'lineno'} & set(node.classes())


def is_drawn(node):
    """Whether an element only draws a formula."""
    at = node.parent
    while at is not None and 'data-tex' not in at.attrs:
        at = at.parent
    return at is not None


def list_pages():
    for folder in sorted(os.listdir(ROOT)):
        if folder != 'frames':
            for name in sorted(os.listdir(os.path.join(ROOT, folder))):
                yield Page(os.path.join(folder, name))


class Structure(runner.Case):
    maxDiff = None

    def extract(self, page, form, base):
        """The body as the program writes it."""
        target = os.path.join(self.folder, 'page.html')
        example = os.path.join(self.folder, page.frame + '.html')
        for path, html in ((target, page.html),
                           (example, Page('frames/example-%s.html' % page.frame).html)):
            with open(path, 'w', encoding='utf-8') as file:
                file.write(html)
        done = runner.run('extract', '-q', '-f', form, '-e', example, '-t', target,
                          *(['-u', base] if base else []))
        self.assertEqual(done.code, 0, page.name + done.err)
        return done.out

    def compare(self, form, parse, base):
        """Fails where a kind is below the bar, and where a formula is not as it was."""
        score, wrong = structure.Score(), []
        for page in list_pages():
            ours = structure.facts(parse(self.extract(page, form, base)), base)
            for kind, (missing, surplus) in score.add(page.facts(base), ours).items():
                wrong += ['%s - %s %.100r' % (page.name, kind, fact) for fact in missing]
                wrong += ['%s + %s %.100r' % (page.name, kind, fact) for fact in surplus]
        print('# %s, %s\n%s' % (form, base or 'no address', re.sub(
            '^', '# ', score.table() + '\n' + '\n'.join(wrong), flags=re.M)), file=sys.stderr)
        low = [kind for kind in structure.KINDS + structure.MORE
               if min(score.rates(kind)) < (1 if kind == 'math' else BAR)]
        self.assertEqual(low, [])

    def test_html(self):
        self.compare('html', structure.parse, URL)

    def test_html_without_address(self):
        self.compare('html', structure.parse, '')

    def test_markdown(self):
        self.compare('markdown', structure.parse_markdown, URL)


if __name__ == '__main__':
    tap.main()
