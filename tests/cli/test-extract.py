#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli extract: bodies, formats, notes."""

import http.server
import json
import threading

from runner import (EN_FIRST, EN_LAST, NOTHING, UNLIKE, USAGE, ZH_FIRST, ZH_LAST, Case,
                    SiteCase, page, read_page, run)
import tap

EN = ('extract', '--example', page('en-example.html'))
ZH = ('extract', '--example', page('zh-example.html'))


class Bodies(Case):
    def body(self, *args, **kwargs):
        return self.well(*args, **kwargs).out

    def test_english(self):
        done = self.well(*EN, '--target', page('en-target.html'))
        self.assertIn(EN_FIRST, done.out)
        self.assertTrue(done.out.endswith(EN_LAST + '\n'), done.out)
        for template in ('Quay Gazette', 'Related stories', 'Salt Lane to be paved', 'Imprint'):
            self.assertNotIn(template, done.out)
        self.assertRegex(done.err, r'en-target\.html: Sure \(\d+%\), \d+ of 19 lines\n$')

    def test_chinese(self):
        done = self.well(*ZH, page('zh-target.html'))
        self.assertTrue(done.out.startswith(ZH_FIRST), done.out)
        self.assertTrue(done.out.endswith(ZH_LAST + '\n'), done.out)
        self.assertNotIn('热门文章', done.out)

    def test_quiet(self):
        self.assertEqual(self.well(*EN, '--quiet', page('en-target.html')).err, '')

    def test_stdin(self):
        whole = self.body(*EN, page('en-target.html'))
        with open(page('en-target.html'), 'rb') as file:
            self.assertEqual(self.body(*EN, '-', stdin=file), whole)
        with open(page('en-example.html'), 'rb') as file:
            self.assertEqual(self.body('extract', '-e', '-', page('en-target.html'), stdin=file),
                             whole)

    def test_file_address(self):
        self.assertEqual(self.body(*EN, 'file://' + page('en-target.html')),
                         self.body(*EN, page('en-target.html')))

    def test_many_examples(self):
        out = self.body(*EN, '-e', page('en-third.html'), page('en-target.html'))
        self.assertIn(EN_FIRST, out)
        self.assertTrue(out.endswith(EN_LAST + '\n'), out)

    def test_further(self):
        """An article of two pages, and the same page twice."""
        first = self.body(*EN, page('en-target.html'))
        done = self.well(*EN, '--further', page('en-target.html'), '-f', 'json',
                         page('en-target.html'))
        joined = json.loads(done.out)
        self.assertEqual(joined['text'] + '\n', first)
        self.assertEqual([one['line'] for one in joined['pages']], [0, 19])
        refused = run(*EN, '--further', page('en-third.html'), page('en-target.html'),
                      page('en-third.html'))
        self.assertEqual(refused.code, USAGE)
        self.assertIn('--further needs a single target', refused.err)
        lost = run(*EN, '--further', 'no-such-page.html', page('en-target.html'))
        self.assertEqual(lost.code, 1)
        self.assertIn('no-such-page.html', lost.err)

    def test_methods(self):
        literal = self.body(*EN, '--method=exemplar-literal', '--window=24',
                            page('en-target.html'))
        self.assertIn(EN_FIRST, literal)
        block = run('extract', '--method=line-block', page('en-target.html'))
        self.assertEqual(block.code, 0, block)
        self.assertIn(EN_FIRST, block.out)

    def test_parameters(self):
        body = ['extract', '--method=boilerpipe-article', page('en-target.html')]
        self.assertIn(EN_FIRST, run(*body).out)
        self.assertIn(EN_FIRST, run(*body, '--set=min-words=200').out)
        self.expect(run(*body, '--set=min-words=x'), USAGE, 'a number from 0 to 500')
        self.expect(run(*body, '--set=words=1'), USAGE, 'does not set a parameter')

    def test_sensitivity(self):
        lines = [self.body(*EN, '--sensitivity=%g' % x, page('en-target.html')).count('\n')
                 for x in (0, 6)]
        self.assertLess(lines[0], lines[1])
        done = run(*EN, '--sensitivity=-9', page('en-target.html'))
        self.expect(done, NOTHING, 'No article was found')

    def test_charset(self):
        """Bytes that nobody declares, and that a wrong choice makes unreadable."""
        text = read_page('zh-target.html', 'gb18030').replace('charset=gb2312', '')
        path = self.write('bare.html', text.encode('gb18030'))
        self.assertTrue(self.body(*ZH, '--charset=GBK', path).startswith(ZH_FIRST))
        self.assertNotIn(ZH_FIRST, run(*ZH, '--charset=big5', path).out)


def paragraphs(name):
    """The body of one of our pages."""
    parts = read_page(name).split('</p>\n  <p>')[1:]
    return '\n'.join(part.split('</p>')[0] for part in parts)


class Region(Case):
    def test_found(self):
        path = self.write('body.txt', paragraphs('en-example.html'))
        done = self.well(*EN, '--region-text', path, page('en-target.html'))
        self.assertIn(EN_FIRST, done.out)
        self.assertNotIn('Related stories', done.out)

    def test_second_example(self):
        path = self.write('body.txt', 'More than sixty people came to the first evening of a '
                          'course that teaches nothing but how to read a tide table')
        done = self.well(*EN, '-e', page('en-third.html'), '-r', path, page('en-target.html'))
        self.assertIn(EN_FIRST, done.out)

    def test_several(self):
        """Texts find their examples in any order, one each, and teach together."""
        first = self.write('first.txt', paragraphs('en-example.html'))
        second = self.write('second.txt', paragraphs('en-third.html'))
        both = [*EN, '-e', page('en-third.html')]
        bare = self.well(*both, '-f', 'json', '-R', page('en-target.html')).out
        found = [self.well(*both, '-r', a, '-r', b, '-f', 'json', '-R',
                           page('en-target.html')).out
                 for a, b in ((first, second), (second, first))]
        one = self.well(*both, '-r', first, '-f', 'json', '-R', page('en-target.html')).out
        self.assertEqual(*found)
        self.assertEqual(len({bare, one, found[0]}), 3)
        self.assertIn(EN_FIRST, json.loads(found[0])['text'])

    def test_one_each(self):
        path = self.write('body.txt', paragraphs('en-example.html'))
        done = run(*EN, '-r', path, '-r', path, page('en-target.html'))
        self.expect(done, 1, path + ': this text is not on any example page')

    def test_not_there(self):
        path = self.write('body.txt', 'Something quite different was said in the town hall.')
        done = run(*EN, '--region-text', path, page('en-target.html'))
        self.expect(done, 1, path + ': this text is not on any example page')
        self.assertEqual(done.out, '')

    def test_bad_file(self):
        target = page('en-target.html')
        self.expect(run(*EN, '-r', self.write('empty.txt', ' \n'), target), 1, 'is empty')
        self.expect(run(*EN, '-r', self.write('bytes.txt', b'\xff\xfe\xfd'), target), 1,
                    'must be UTF-8')
        self.expect(run(*EN, '-r', self.folder + '/none.txt', target), 1, 'none.txt')


class Formats(Case):
    def test_metadata_text(self):
        out = self.well(*EN, '--with-metadata', page('en-target.html')).out
        self.assertTrue(out.startswith('Title: Bakers of the old town share one oven\n'
                                       'Date: 2026-03-04T06:15:00Z\n'), out)
        out = self.well(*ZH, '--with-metadata', page('zh-target.html')).out
        self.assertIn('Source: 河岸日报\n\n' + ZH_FIRST, out)

    def test_markdown(self):
        out = self.well(*EN, '-M', '--format=markdown', page('en-target.html')).out
        self.assertIn('# Bakers of the old town share one oven\n', out)
        self.assertIn('\n\n' + EN_FIRST, out)
        self.assertTrue(out.endswith(EN_LAST + '\n'), out)

    def test_html(self):
        out = self.well(*EN, '-M', '--format=html', page('en-target.html')).out
        self.assertIn('<h1>Bakers of the old town share one oven</h1>\n', out)
        self.assertIn('<p>' + EN_FIRST, out)

    def test_no_markup_of_theirs(self):
        html = read_page('en-target.html').replace(
            'Bakers of the old town share one oven', '&lt;script&gt;*x*&lt;/script&gt; [a](b)')
        path = self.write('hostile.html', html)
        self.assertIn('# \\<script\\>\\*x\\*\\</script\\> \\[a\\]\\(b\\)\n',
                      run(*EN, '-M', '-f', 'markdown', path).out)
        self.assertNotIn('<script', run(*EN, '-M', '-f', 'html', path).out)

    def test_many_targets(self):
        names = [page('en-target.html'), page('en-third.html')]
        text = self.well(*EN, *names).out
        self.assertEqual([line for line in text.split('\n') if line.startswith('==>')],
                         ['==> %s <==' % name for name in names])
        self.assertIn(EN_LAST + '\n\n==> ', text)
        html = self.well(*EN, '--format=html', *names).out
        for name in names:
            self.assertIn('<!-- %s -->\n' % name, html)


class Json(Case):
    def test_fields(self):
        code, found = self.extract_json('-e', page('en-example.html'), page('en-target.html'))
        self.assertEqual(code, 0)
        self.assertEqual(found['page'], page('en-target.html'))
        self.assertEqual((found['error'], found['url'], found['fits']), (None, None, True))
        self.assertEqual(found['method'], 'exemplar')
        self.assertEqual(found['title'], 'Bakers of the old town share one oven')
        self.assertEqual(found['date'], '2026-03-04T06:15:00Z')
        self.assertEqual(found['fields']['author']['value'], 'Ravi Sandholm')
        self.assertEqual(found['fields']['published']['origin'], 'open-graph')
        self.assertIn(EN_FIRST, found['text'])
        self.assertEqual(found['sureness'], 'sure')
        for name in ('confidence', 'margin', 'agreement', 'template_similarity'):
            self.assertTrue(0 < found[name] <= 1, (name, found[name]))
        self.assertEqual(found['charset'], {'name': 'utf-8', 'origin': 'bytes',
                                            'declared': None, 'n_replaced': 0})
        self.assertIs(found['truncated'], False)
        kept = [i for i, verdict in enumerate(found['verdicts']) if verdict == 'kept']
        self.assertEqual((kept[0], kept[-1]), (found['head'], found['tail']))
        self.assertEqual(len(kept), len(found['text'].split('\n')))

    def test_more_fields(self):
        path = self.write('saved.html', '<meta name=keywords content="阅读，城市">'
                          '<p>第03版：要闻</p><h1>市图书馆新馆今天开放</h1>'
                          '<p><img src="../pic/door.jpg"></p>' + 4 *
                          '<p>新馆今天上午九点开放，许多读者在门前排起了长队，等着进去看书。</p>')
        url = 'https://a.example/2026-11/20/x.html'
        args = ('--method=exemplar-single', path)
        _, found = self.extract_json('--url', url, *args)
        values = {name: field['value'] for name, field in found['fields'].items()}
        self.assertEqual(found['url'], url)
        self.assertEqual(values['keywords'], '阅读, 城市')
        self.assertEqual((values['print_page'], values['print_section']), ('03', '要闻'))
        self.assertEqual(values['image'], 'https://a.example/2026-11/pic/door.jpg')
        self.assertEqual((values['published'], found['fields']['published']['origin']),
                         ('2026-11-20', 'url'))
        self.assertTrue(0 < found['fields']['keywords']['confidence'] < 1)
        # Without an address, neither its day nor a picture beside it is known.
        _, bare = self.extract_json(*args)
        self.assertNotIn('published', bare['fields'])
        self.assertNotIn('image', bare['fields'])

    def test_headers(self):
        """Rights that the answer declares, of a server of its own."""
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                self.send_response(200)
                self.send_header('Content-Type', 'text/html; charset=utf-8')
                self.send_header('X-Robots-Tag', 'noai')
                self.send_header('tdm-reservation', '1')
                self.end_headers()
                self.wfile.write(read_page('en-target.html').encode())

            def log_message(self, *args):
                pass

        with http.server.HTTPServer(('127.0.0.1', 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            _, found = self.extract_json('--method=exemplar-single',
                                         'http://127.0.0.1:%d/a' % server.server_port)
            server.shutdown()
        fields = found['fields']
        self.assertEqual((fields['robots']['value'], fields['robots']['origin']),
                         ('noai', 'http'))
        self.assertEqual((fields['tdm']['value'], fields['tdm']['origin']),
                         ('reserved', 'http'))

    def test_url(self):
        target = page('en-target.html')
        self.expect(run(*EN, '--url=https://a.example/', target, target), 2, '--url needs')
        self.expect(run(*EN, '--url=ftp://x', target), 2, '--url: ')

    def test_reasons(self):
        _, found = self.extract_json('--reasons', '-e', page('en-example.html'),
                                     page('en-target.html'))
        self.assertNotIn('verdicts', found)
        for line in found['lines']:
            added = sum(contribution for _, contribution in line['lanes'].values())
            self.assertAlmostEqual(line['evidence'], added, places=2)
        seen = [line for line in found['lines'] if line['text'] == 'Weather and tides']
        self.assertEqual(seen[0]['verdict'], 'dropped')
        self.assertEqual(seen[0]['lanes']['known'][0], 1)
        self.assertLess(seen[0]['lanes']['known'][1], 0)
        kept = [line['text'] for line in found['lines'] if line['verdict'] == 'kept']
        self.assertEqual('\n'.join(kept), found['text'])

    def test_every_target(self):
        targets = [page('en-target.html'), self.folder + '/none.html', page('en-third.html')]
        done = run(*EN, '--format=json', *targets)
        self.expect(done, 1, 'none.html: No such file or directory')
        found = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual([one['page'] for one in found], targets)
        self.assertEqual([one['error'] is None for one in found], [True, False, True])


class Fits(Case):
    def test_other_site(self):
        done = run(*EN, page('en-other-site.html'))
        self.expect(done, UNLIKE)
        self.assertRegex(done.err,
                         r'Does not look like your example \(layout \d{1,2}% alike\)')
        self.assertIn('Soak two hundred grams of barley', done.out)
        code, found = self.extract_json('-e', page('en-example.html'),
                                        page('en-other-site.html'))
        self.assertEqual((code, found['fits']), (UNLIKE, False))
        self.assertLess(found['template_similarity'], .5)

    def test_same(self):
        done = self.well(*EN, page('en-example.html'))
        self.assertIn('An example holds the same article', done.err)
        self.assertEqual(done.out, self.well('extract', '--method=exemplar-single',
                                             page('en-example.html')).out)
        _, found = self.extract_json('-e', page('en-example.html'), page('en-example.html'))
        self.assertIs(found['same_article'], True)

    def test_no_example(self):
        self.expect(run('extract', page('en-target.html')), NOTHING,
                    'The method “exemplar” needs an example page')

    def test_scripted(self):
        done = run(*EN, page('scripted.html'))
        self.expect(done, NOTHING, 'probably filled in by scripts')
        self.assertIn('scripted.html: No article was found', done.err)

    def test_worst_first(self):
        other, none = page('en-other-site.html'), page('scripted.html')
        self.assertEqual(run(*EN, other, none).code, NOTHING)
        self.assertEqual(run(*EN, none, self.folder + '/none.html', other).code, 1)
        self.assertEqual(run(*EN, other, page('en-target.html')).code, UNLIKE)


class Addresses(SiteCase):
    def test_news(self):
        example = self.base + '/news/2026/11/20/harbour-ferry-returns-01.html'
        target = self.base + '/news/2026/11/19/library-tool-shed-02.html'
        code, found = self.extract_json('-e', example, target)
        self.assertEqual((code, found['url'], found['fits']), (0, target, True))
        self.assertIn('Wexcombe library has begun to lend tools.', found['text'])

    def test_chinese(self):
        """The charset is declared in the page alone, and as gb2312."""
        done = self.well('extract', '-e', self.base + '/zh/2026-11/20/content_2840601.htm',
                         self.base + '/zh/2026-11/19/content_2840602.htm')
        self.assertIn('傍晚五点半，槐树巷菜市场的灯重新亮了起来。', done.out)

    def test_scripted(self):
        done = run('extract', '-e', self.base + '/app/read/01', self.base + '/app/read/02')
        self.expect(done, NOTHING, 'The page holds no article')

    def test_redirect(self):
        """The address that a page came from in the end is its address."""
        target = self.base + '/news/2026/11/19/library-tool-shed-02.html'
        example = self.base + '/news/2026/11/20/harbour-ferry-returns-01.html'
        _, found = self.extract_json('-e', example, self.fault('redirect?to=' + target))
        self.assertEqual(found['url'], target)
        self.assertIn('Wexcombe library has begun to lend tools.', found['text'])


if __name__ == '__main__':
    tap.main()
