#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refusals of check-help.py."""

import os
import tempfile
import unittest

import tap

CHECK = tap.load('check-help.py')
FILES = {
    'src/a.c': 'const char *a = _("_Retry"), *b = _("Save");\n',
    'po/POTFILES.in': 'src/a.c\n',
    'po/zh_CN.po': 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
                   'msgid "_Retry"\nmsgstr "重试(_R)"\n\nmsgid "Save"\nmsgstr "保存"\n',
    'data/help/pictures/p.svg': '<svg/>\n',
    'data/help/C/one.md': '# One\n\nPress **Retry** or `F5`. ![p](../pictures/p.svg)\n\n'
                          '## More\n\n[Two](two.md)\n\n```\nrun FOLDER\n```\n',
    'data/help/C/two.md': '# Two\n\nSee [one](one.md).\n',
    'data/help/zh_CN/one.md': '# 一\n\n按**重试**或 `F5`。![图](../pictures/p.svg)\n\n'
                              '## 更多\n\n[二](two.md)\n\n```\nrun 文件夹\n```\n',
    'data/help/zh_CN/two.md': '# 二\n\n见[一](one.md)。\n',
}


class Help(unittest.TestCase):
    def run_on(self, changes):
        with tempfile.TemporaryDirectory() as root:
            for path, text in dict(FILES, **changes).items():
                place = os.path.join(root, path)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                if text is not None:
                    with open(place, 'w', encoding='utf-8') as file:
                        file.write(text)
            return tap.call(CHECK.main, ['check-help.py', root])

    def refused(self, path, old, new, said):
        self.assertIn(old, FILES[path])
        status, output = self.run_on({path: FILES[path].replace(old, new, 1)})
        self.assertEqual(status, 1, output)
        self.assertIn(said, output)

    def test_good(self):
        status, output = self.run_on({})
        self.assertEqual(status, 0, output)

    def test_names(self):
        self.refused('src/a.c', '_Retry', '_Try Again', '**Retry** is the name of nothing')
        self.refused('data/help/C/one.md', '**Retry**', '**Again**', '**Again** is the name')
        self.refused('data/help/zh_CN/one.md', '**重试**', '重试', '**Retry** is missing: 重试')
        self.refused('data/help/zh_CN/one.md', '按', '按**保存**', '**保存** is no name')
        self.refused('po/zh_CN.po', '重试', '再试', '**Retry** is missing: 再试')

    def test_links(self):
        self.refused('data/help/C/two.md', 'one.md', 'three.md', 'a link to three.md')
        self.refused('data/help/zh_CN/one.md', 'p.svg', 'q.svg', 'a link to ../pictures/q.svg')
        self.refused('data/help/zh_CN/two.md', '[一](one.md)', '一', 'other links than')

    def test_twins(self):
        self.refused('data/help/zh_CN/one.md', '## 更多', '### 更多', 'other headings than')
        self.refused('data/help/zh_CN/one.md', '`F5`', '`F6`', 'other typed than')
        status, output = self.run_on({'data/help/zh_CN/two.md': None})
        self.assertEqual(status, 1, output)
        self.assertIn('there is none', output)
        status, output = self.run_on({'data/help/zh_CN/three.md': '# 三\n'})
        self.assertEqual(status, 1, output)
        self.assertIn('three.md', output)


if __name__ == '__main__':
    tap.main()
