#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program in Simplified Chinese: help, errors, reports; and what stays English."""

import json
import re
import unicodedata

from runner import UNLIKE, USAGE, ZH_FIRST, Case, page, run
import tap

COMMANDS = ('extract', 'curves', 'batch', 'xpath', 'sample')
HAN = re.compile('[\u4e00-\u9fff]')


def columns(text):
    return sum(2 if unicodedata.east_asian_width(c) in 'WF' else 1 for c in text)


def chinese(*args, **kwargs):
    return run(*args, language='zh_CN', **kwargs)


class Help(Case):
    def test_program(self):
        out = self.expect(chinese('--help'), 0).out
        self.assertIn('将示例页与同一栏目的其他网页对比，提取文章正文。', out)
        for command in COMMANDS:
            self.assertRegex(out, r'(?m)^  %s +[\u4e00-\u9fff]' % command)
        for code in range(5):
            self.assertRegex(out, r'(?m)^  %d  [\u4e00-\u9fff]' % code)

    def test_options(self):
        """Every option is described in Chinese, in one column, within 80."""
        for command in COMMANDS:
            out = self.expect(chinese(command, '--help'), 0).out
            options = re.findall(r'(?m)^(  -\w, --\S+ +)(.*)$', out)
            self.assertGreater(len(options), 2)
            for before, description in options:
                self.assertRegex(description, HAN)
            self.assertEqual(len({columns(before) for before, _ in options}), 1, out)
            self.assertLessEqual(max(columns(line) for line in out.splitlines()), 80)

    def test_english_by_default(self):
        for args in (('--help',), ('extract', '--help')):
            self.assertIsNone(HAN.search(self.well(*args).out))


class Messages(Case):
    def test_errors(self):
        done = self.expect(chinese('abstract'), USAGE, '没有“abstract”这个命令')
        self.assertIn('用法见“exemplar-cli --help”。', done.err)
        pair = ('extract', '-e', page('zh-example.html'), page('zh-target.html'))
        self.expect(chinese(*pair, '--method=magic'), USAGE,
                    '没有“magic”这种方法，可用的方法：exemplar')
        self.expect(chinese(*pair, '--window=0'), USAGE, '--window 必须在 1 到 256 之间')

    def test_report(self):
        done = self.expect(chinese('extract', '--with-metadata', '-e',
                                   page('zh-example.html'), page('zh-target.html')), 0)
        self.assertRegex(done.err, r'(可信|需看一眼|没把握)（\d+%），全页 \d+ 行，正文 \d+ 行')
        self.assertTrue(done.out.startswith('标题：'), done.out)
        self.assertIn(ZH_FIRST, done.out)

    def test_order_of_numbers(self):
        """The counts stand the other way round than in English."""
        args = ('extract', '-e', page('en-example.html'), page('en-target.html'))
        kept, of = re.search(r', (\d+) of (\d+) lines', run(*args).err).groups()
        self.assertNotEqual(kept, of)
        self.assertIn('全页 %s 行，正文 %s 行' % (of, kept), chinese(*args).err)

    def test_other_layout(self):
        done = self.expect(chinese('extract', '-e', page('en-example.html'),
                                   page('en-other-site.html')), UNLIKE)
        self.assertRegex(done.err, r'与示例页版式不符（仅 \d+% 相同）')

    def test_same_page(self):
        done = chinese('extract', '-e', page('en-example.html'), page('en-example.html'))
        self.expect(done, 0, '有一个示例页就是同一篇文章，没有用它')

    def test_records(self):
        """Machine output is not translated."""
        answer = json.loads(self.expect(chinese('batch', input='{"site": "a"}\n'), 0).out)
        self.assertEqual(answer['site'], 'a')
        self.assertIn('记录中既没有', answer['error'])

    def test_picture(self):
        done = chinese('curves', '-f', 'svg', '-e', page('zh-example.html'), '-t',
                       page('zh-target.html'))
        self.expect(done, 0)
        for words in ('正向相似度 FS', '反向相似度 BS', '累积证据 C(x)', '正文起点，第 '):
            self.assertIn(words, done.out)


if __name__ == '__main__':
    tap.main()
