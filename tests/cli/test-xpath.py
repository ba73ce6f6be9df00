#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli xpath: what it finds on pages of all kinds, and what ends it."""

import json
import os
import time

from runner import EN_FIRST, FAILED, NOTHING, USAGE, ZH_FIRST, Case, page, peak_memory, run
import tap

# Text outside of cells comes before the table, <b> goes on behind </p>.
DAMAGED = '''<title>t</title>
<p class=x>one<b>two<p>three</b>four
<table><tr><td>five</td>six</table>
<div class="x"><p>seven
  eight\t<p id=i>nine</div>
'''


class Nodes(Case):
    def rows(self, html, expression, *args):
        path = self.write('page.html', html)
        out = self.well('xpath', *args, expression, path).out
        rows = [line.split('\t') for line in out.splitlines()]
        for row in rows:
            self.assertTrue(row[0].startswith(path + ':'), row)
            row[0] = int(row[0][len(path) + 1:])
        return rows

    def test_damaged(self):
        self.assertEqual(self.rows(DAMAGED, '//div[@class="x"]/p'),
                         [[4, '/html/body/div/p[1]', 'seven eight'],
                          [5, '/html/body/div/p[2]', 'nine']])
        self.assertEqual(self.rows(DAMAGED, '//b'),
                         [[2, '/html/body/p[1]/b', 'two'], [2, '/html/body/p[2]/b', 'three']])
        self.assertEqual(self.rows(DAMAGED, '//text()[contains(., "six")]'),
                         [[2, '/html/body/p[2]/text()[1]', 'four six']])
        self.assertEqual(self.rows(DAMAGED, '//table//td'),
                         [[3, '/html/body/p[2]/table/tbody/tr/td', 'five']])

    def test_attributes_comments(self):
        html = '<p\n  class="a"\n  title="b\nc"><!-- d\ne -->'
        self.assertEqual(self.rows(html, '//@* | //comment()'),
                         [[2, '/html/body/p/@class', 'a'], [3, '/html/body/p/@title', 'b c'],
                          [4, '/html/body/p/comment()', 'd e']])

    def test_template_and_svg(self):
        html = ('<template><tr><td>a</template><svg viewbox="0 0 1 1"><title>b</title>'
                '<lineargradient xlink:href="#g"/></svg><title>c</title>')
        self.assertEqual(self.rows(html, '//template//td'),
                         [[1, '/html/head/template/tr/td', 'a']])
        self.assertEqual(self.rows(html, '//title'), [[1, '/html/body/title', 'c']])
        self.assertEqual(self.rows(html, '//svg:svg/@viewBox'),
                         [[1, '/html/body/svg:svg/@viewBox', '0 0 1 1']])
        self.assertEqual(self.rows(html, '//svg:linearGradient/@xlink:href'),
                         [[1, '/html/body/svg:svg/svg:linearGradient/@xlink:href', '#g']])

    def test_names_without_xml(self):
        html = '<o:p v:x=1 a<b=2>x</o:p>'
        self.assertEqual(self.rows(html, '//oU00003Ap/@*'),
                         [[1, '/html/body/oU00003Ap/@vU00003Ax', '1'],
                          [1, '/html/body/oU00003Ap/@aU00003Cb', '2']])

    def test_control_characters(self):
        """They end no row and steer no terminal."""
        html = '<p>a\x1b[31mb\tc&#13;d&#0;e\x85f'
        self.assertEqual(self.rows(html, '//p'), [[1, '/html/body/p', 'a [31mb c d\ufffde f']])

    def test_paths_lead_back(self):
        path = self.write('page.html', DAMAGED)
        done = self.well('xpath', '--json', '//node() | //@*', path)
        found = [json.loads(line) for line in done.out.splitlines()]
        self.assertGreater(len(found), 15)
        for node in found:
            again = json.loads(self.well('xpath', '-j', node['path'], path).out)
            self.assertEqual(again, node)

    def test_json(self):
        path = self.write('page.html', DAMAGED)
        out = self.well('xpath', '--json', '//div/p', path).out
        self.assertEqual([json.loads(line) for line in out.splitlines()], [
            {'page': path, 'line': 4, 'path': '/html/body/div/p[1]',
             'text': 'seven\n  eight\t'},
            {'page': path, 'line': 5, 'path': '/html/body/div/p[2]', 'text': 'nine'}])

    def test_pages_of_tests(self):
        out = self.well('xpath', '//article/p', page('en-target.html')).out
        self.assertIn('\t' + EN_FIRST, out)
        out = self.well('xpath', '//p', page('zh-target.html')).out
        self.assertIn('\t' + ZH_FIRST, out)


class Values(Case):
    def value(self, expression, *args):
        return self.well('xpath', *args, expression, '-', input=DAMAGED).out

    def test_plain(self):
        self.assertEqual(self.value('count(//p)'), '4\n')
        self.assertEqual(self.value('1 div 4'), '0.25\n')
        self.assertEqual(self.value('0 div 0'), 'NaN\n')
        self.assertEqual(self.value('//p = "nine"'), 'true\n')
        self.assertEqual(self.value('//p = "none"'), 'false\n')
        self.assertEqual(self.value('string(id("i"))'), 'nine\n')

    def test_json(self):
        for expression, expected in (('count(//p)', 4), ('1 div 4', .25), ('0 div 0', None),
                                     ('1 div 0', None), ('true()', True), ('false()', False),
                                     ('string(//title)', 't'), ('""', '')):
            self.assertEqual(json.loads(self.value(expression, '-j')),
                             {'page': 'standard input', 'value': expected})

    def test_count(self):
        self.assertEqual(self.value('//p', '--count'), '4\n')
        self.assertEqual(json.loads(self.value('//p', '-n', '-j')), {'page': 'standard input', 'count': 4})
        done = run('xpath', '-n', 'count(//p)', '-', input=DAMAGED)
        self.expect(done, USAGE, '--count needs an expression that finds nodes')

    def test_many_pages(self):
        one, two = self.write('one.html', DAMAGED), self.write('two.html', '<p>a')
        self.assertEqual(self.well('xpath', 'count(//p)', one, two).out,
                         '%s\t4\n%s\t1\n' % (one, two))
        self.assertEqual(self.well('xpath', '-n', '//b', one, two).out,
                         '%s\t2\n%s\t0\n' % (one, two))
        self.assertEqual(self.well('xpath', '//title', two, one).out,
                         '%s:1\t/html/head/title\tt\n' % one)


class Encodings(Case):
    TEXT = '<p>盐巷里有四家面包房，彼此望得见招牌。<p>㐂'

    def expect_text(self, *args, **kwargs):
        out = self.well('xpath', 'string(//p[1])', *args, **kwargs).out
        self.assertEqual(out, '盐巷里有四家面包房，彼此望得见招牌。\n')

    def test_gb18030(self):
        raw = self.TEXT.encode('gb18030')
        self.expect_text(self.write('said.html', b'<meta charset=gb2312>' + raw))
        path = self.write('unsaid.html', b'<meta charset=big5>' + raw)
        self.expect_text('--charset=gb18030', path)
        self.assertEqual(self.well('xpath', '-c', 'gbk', 'string(//p[2])', path).out, '㐂\n')

    def test_utf_16(self):
        self.expect_text('-', input=self.TEXT.encode('utf-16'))

    def test_names(self):
        """An expression in any script; a page whose name is in one."""
        path = self.write('网页.html', '<body><标题>x</标题><p 类=a>b')
        done = self.well('xpath', '//p[@类="a"]', path)
        self.assertEqual(done.out, '%s:1\t/html/body/p\tb\n' % path)


class Refused(Case):
    def refused(self, message, *args):
        done = self.expect(run('xpath', *args, input=DAMAGED), USAGE, message)
        self.assertEqual(done.out, '')
        self.assertIn('Try “exemplar-cli xpath --help”.', done.err)

    def test_usage(self):
        self.refused('An expression is missing')
        self.refused('A page is missing', '//p')
        self.refused('Standard input can be read only once', '//p', '-', '-')
        self.refused('There is no encoding “klingon”', '//p', '-', '--charset=klingon')
        self.refused('--timeout must be from 1 to 86400', '//p', '-', '--timeout=0')

    def test_expressions(self):
        self.refused('ends too early', '//p[', '-')
        self.refused('not closed', '//p[. = "x]', '-')
        self.refused('from its character 4 on: ]', '//p]', '-')
        self.refused('from its character 8 on: b', '//标题/a b', '-')
        self.refused('no function “foo” (character 5 of the expression)', '//p[foo()]', '-')
        self.refused('no prefix “o” (character 3 of the expression)', '//o:p', '-')
        self.refused('no variables here (character 9', '//p[. = $x]', '-')
        self.refused('count() takes another number of arguments', 'count()', '-')
        self.refused('no set of nodes', '//p[1/a]', '-')
        self.refused('nested too deeply', '(' * 2000, '-')
        self.refused('longer than 4096 bytes', '/' + ' ' * 5000, '-')

    def test_nothing_found(self):
        done = self.expect(run('xpath', '//q', '-', input=DAMAGED), NOTHING)
        self.assertEqual((done.out, done.err), ('', ''))
        done = self.expect(run('xpath', '-n', '//q', '-', input=DAMAGED), NOTHING)
        self.assertEqual((done.out, done.err), ('0\n', ''))

    def test_pages(self):
        good = self.write('good.html', DAMAGED)
        missing = os.path.join(self.folder, 'missing.html')
        done = run('xpath', '-n', '//p', missing, good)
        self.expect(done, FAILED, 'missing.html: No such file')
        self.assertEqual(done.out, '%s\t4\n' % good)
        path = self.write('picture.html', b'\x89PNG\r\n\x1a\n' + bytes(range(256)) * 20)
        self.expect(run('xpath', '//p', path), FAILED, 'picture.html: This is')
        with open('/dev/full', 'w') as full:
            self.expect(run('xpath', '//p', good, stdout=full), FAILED, 'No space left')


class Limits(Case):
    def test_large(self):
        html = '<div>' + ''.join('<p class=c%d>text %d <a href="/%d">l</a>\n' % (i % 7, i, i)
                                 for i in range(115000))
        self.assertGreater(len(html), 4800000)
        path = self.write('large.html', html)
        out = self.well('xpath', '//p[@class="c3"]/a', path).out.splitlines()
        wanted = range(4, 115001, 7)
        self.assertEqual(out, ['%s:%d\t/html/body/div/p[%d]/a\tl' % (path, n, n)
                               for n in wanted])
        if 'EXEMPLAR_SANITIZED' not in os.environ:
            self.assertLess(peak_memory(), 1 << 30)

    def test_deep(self):
        path = self.write('deep.html', '<div>' * 200000 + 'x')
        out = self.well('xpath', 'count(//div)', path).out
        self.assertEqual(out, '200000\n')
        self.assertEqual(self.well('xpath', 'count(//div[count(ancestor::*) > 511])', path).out,
                         '0\n')
        path = self.write('forms.html', '<form><div></form>x' * 5000)
        done = self.well('xpath', 'count(//*[count(ancestor::*) > 1000]) > 0', path)
        self.assertEqual(done.out, 'true\n')

    def test_steps(self):
        path = self.write('page.html', '<p>x' * 30000)
        done = run('xpath', '//p[count(preceding::p) > count(following::p) + 5]', path)
        self.expect(done, FAILED, 'page.html: The expression takes more than 500 million steps')

    def test_time(self):
        """Cancels an expression of few steps that each take as long as the page; earlier
        results are there."""
        before = self.write('before.html', '<p>x')
        path = self.write('page.html', '<p>xxxxxxxxx' * 200000)
        start = time.monotonic()
        done = run('xpath', '-n', '--timeout=1', '//p[contains(string(/), "y") or . = "x"]', before, path)
        self.expect(done, FAILED, 'page.html: not done in 1 second; --timeout allows more')
        self.assertEqual(done.out, '%s\t1\n' % before)
        self.assertLess(time.monotonic() - start, 60)


if __name__ == '__main__':
    tap.main()
