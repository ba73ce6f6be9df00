#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli batch: records, order, streaming, memory, records that cannot be used."""

import json
import os
import subprocess
import threading

from runner import EN_FIRST, FAILED, ZH_FIRST, Case, page, peak_memory, read_page, run, start
import tap

MEGA = 1024 * 1024
# A sanitizer keeps freed memory for a while.
MEMORY = (1200 if os.environ.get('EXEMPLAR_SANITIZED') else 350) * MEGA


PLACES = ('ferry', 'bridge', 'harbour', 'market', 'school', 'library', 'orchard', 'station',
          'museum', 'garden', 'theatre', 'bakery')


def paragraph(number, part):
    return ' '.join(
        'The %s of ward %d was opened again on the %dth after the %s had been mended by '
        'volunteers, who worked for %d weeks.'
        % (PLACES[(number * 5 + part * 3 + k) % len(PLACES)], number + part, k + 4,
           PLACES[(number * 7 + part + 2 * k + 1) % len(PLACES)], number + 3)
        for k in range(3))


def remark(number, part):
    return ('I went to the %s with my sister last week, and to be honest it was not worth the '
            '%d hours that we had to wait in the rain for it.'
            % (PLACES[(number * 3 + part * 5) % len(PLACES)], part + 2))


def report(number, n_paragraphs, n_remarks):
    """A page of a made site: a report, and what readers say of it."""
    return ('<html><head><title>Report %d</title></head><body><div class=nav>'
            '<a href=/>Home</a> <a href=/n>News</a></div><div class=story>%s</div>'
            '<div class=talk>%s</div><div class=foot>All of it is ours.</div></body></html>' % (
                number,
                ''.join('<p>%s</p>' % paragraph(number, k) for k in range(n_paragraphs)),
                ''.join('<div class=entry><p class=says>%s</p></div>' % remark(number, k)
                        for k in range(n_remarks))))


def record(**fields):
    fields.setdefault('example_path', page('en-example.html'))
    fields.setdefault('target_path', page('en-target.html'))
    return json.dumps(fields, ensure_ascii=False) + '\n'


class Records(Case):
    def answers(self, text, *args):
        done = self.well('batch', *args, input=text)
        return [json.loads(line) for line in done.out.splitlines()]

    def answer(self, text, *args):
        answers = self.answers(text, *args)
        self.assertEqual(len(answers), 1, answers)
        return answers[0]

    def refused(self, text, message):
        answer = self.answer(text)
        self.assertIn(message, answer['error'])
        self.assertEqual(answer['text'], '')
        return answer

    def test_fields(self):
        found = self.answer(record(site='s', example='e', target='t', url='http://a.test/t',
                                   example_url='http://a.test/e'))
        self.assertEqual((found['site'], found['example'], found['target']), ('s', 'e', 't'))
        self.assertEqual((found['error'], found['fits'], found['method']),
                         (None, True, 'exemplar'))
        self.assertIn(EN_FIRST, found['text'])
        self.assertEqual(found['title'], 'Bakers of the old town share one oven')
        self.assertEqual(found['date'], '2026-03-04T06:15:00Z')
        self.assertLess(found['head'], found['tail'])
        self.assertTrue(0 < found['confidence'] <= 1)
        self.assertTrue(0 < found['template_similarity'] <= 1)
        self.assertTrue(0 < found['agreement'] <= 1)
        self.assertEqual((found['kind'], found['page_kind']), ('article', 'article'))
        self.assertTrue(.5 < found['kind_confidence'] <= 1)
        amounts = [reason['amount'] for reason in found['kind_reasons']]
        self.assertEqual(amounts, sorted(amounts, reverse=True))
        self.assertTrue(all(reason['sign'] for reason in found['kind_reasons']))

    def test_learn_site(self):
        """A report that is shorter than the remarks on it is told by the other reports."""
        pages = [report(k, 5, 2 - k % 2) for k in range(6)] + [report(9, 1, 12)]
        records = [json.dumps({'site': 's', 'target': str(k), 'example_html': pages[0],
                               'target_html': pages[k]}) + '\n'
                   for k in range(1, len(pages))]
        alone = self.answers(''.join(records))
        self.assertIn('I went to', alone[-1]['text'])
        learned = self.answers(''.join(records), '--learn-site')
        self.assertEqual(learned[-1]['text'].strip(), paragraph(9, 0))
        self.assertEqual([one['target'] for one in learned],
                         [one['target'] for one in alone])
        backwards = self.answers(''.join(reversed(records)), '--learn-site', '-j2')
        self.assertEqual(list(reversed(backwards)), learned)
        # Records of other sites, and of none, are answered as ever.
        others = self.answers(''.join(
            json.dumps(dict(json.loads(one), site='s%d' % k)) + '\n'
            for k, one in enumerate(records)), '--learn-site')
        self.assertEqual([one['text'] for one in others], [one['text'] for one in alone])
        self.refused('[]\n', 'not a JSON object')
        bad = self.answers('[]\n' + records[0], '--learn-site')
        self.assertIn('not a JSON object', bad[0]['error'])
        self.assertIsNone(bad[1]['error'])

    def test_inline(self):
        found = self.answer(json.dumps({
            'example_html': read_page('zh-example.html', 'gb18030'),
            'target_html': read_page('zh-target.html', 'gb18030')}))
        self.assertTrue(found['text'].startswith(ZH_FIRST), found)

    def test_method(self):
        text = json.dumps({'target_path': page('en-target.html')}) + '\n'
        self.assertIn('needs an example page', self.answer(text)['error'])
        found = self.answer(text, '--method=line-block')
        self.assertIn(EN_FIRST, found['text'])
        self.assertEqual((found['kind'], found['kind_confidence'], found['kind_reasons']),
                         (None, None, []))
        own = record(method='exemplar-literal')
        self.assertEqual(self.answer(own, '--method=line-block')['method'], 'exemplar-literal')

    def test_unusable(self):
        self.refused('what is this\n', 'not a JSON object')
        self.refused('{"site": what}\n', 'not JSON')
        self.refused('[]\n', 'not a JSON object')
        self.refused('{"site": ' + '[' * 100000 + '\n', 'nests deeper')
        self.refused(b'{"site": "\xff"}\n', 'not UTF-8')
        self.refused('{"target_html": "<p>\x00"}\n', 'not UTF-8')
        self.refused(record(site='s', target_path=self.folder + '/none.html'),
                     'none.html')
        self.refused(record(target_path=self.folder), 'not a regular file')
        self.refused(record(target_path=7), 'Field “target_path” must be a string')
        self.refused(record(method='magic'), 'There is no method “magic”')
        found = self.refused('{"site": "s", "url": "http://127.0.0.1:9/a.html"}\n',
                             'neither “target_path” nor “target_html”')
        self.assertEqual(found['site'], 's')

    def test_same_page(self):
        """The page alone decides where the example is the target."""
        same = self.answer(record(target_path=page('en-example.html')))
        alone = self.answer(record(target_path=page('en-example.html'),
                                   method='exemplar-single'))
        self.assertEqual((same['error'], same['same_article']), (None, True))
        self.assertNotEqual(same['text'], '')
        self.assertEqual(same['text'], alone['text'])

    def test_goes_on(self):
        text = record(site=1) + 'no JSON\n' + record(site=2, target_path='/none') + record(site=3)
        for jobs in '1', '3':
            found = self.answers(text, '-j', jobs)
            self.assertEqual([one['error'] is None for one in found],
                             [True, False, False, True])
            self.assertEqual([one.get('site') for one in found], [1, None, 2, 3])

    def test_lines(self):
        """Blank lines, carriage returns, and a last line without a line feed."""
        text = '\n  \r\n' + record(site=1).replace('\n', '\r\n') + '\n' + record(site=2)[:-1]
        for jobs in '-j1', '-j2':
            self.assertEqual([one['site'] for one in self.answers(text, jobs)], [1, 2])
            self.assertEqual(self.answers('', jobs), [])

    def test_order(self):
        """Long and short records mixed, on several threads, as on one."""
        html = read_page('en-target.html')
        long = html.replace('<article', '<p>' + 'Words upon words. ' * 2000 + '</p><article')
        text = ''.join(record(site=i) if i % 5 else
                       json.dumps({'site': i, 'example_html': html, 'target_html': long}) + '\n'
                       for i in range(60))
        alone, pool = (self.well('batch', jobs, input=text).out for jobs in ('-j1', '-j4'))
        self.assertEqual(alone, pool)
        self.assertEqual([json.loads(line)['site'] for line in pool.splitlines()],
                         list(range(60)))

    def test_first_pages_at_once(self):
        """Threads that read their first page at the same time neither wait for ever nor
        lose it."""
        text = ''.join(json.dumps({'site': i, 'example_html': '<p>A page',
                                   'target_html': '<p>Page %d' % i}) + '\n'
                       for i in range(8))
        alone = self.well('batch', '-j1', input=text).out
        for _ in range(100):
            self.assertEqual(self.well('batch', '-j4', input=text).out, alone)


class Stream(Case):
    def test_answers_one_by_one(self):
        """A client that waits for each answer before it sends the next record."""
        for jobs in '-j1', '-j4':
            program = start('batch', jobs, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            watchdog = threading.Timer(120, program.kill)
            watchdog.start()
            for site in range(6):
                program.stdin.write(record(site=site).encode())
                program.stdin.flush()
                answer = program.stdout.readline()
                self.assertTrue(answer, 'no answer while the input is open')
                self.assertEqual(json.loads(answer)['site'], site)
            program.stdin.close()
            self.assertEqual((program.stdout.read(), program.wait()), (b'', 0))
            program.stdout.close()
            watchdog.cancel()

    def test_too_long(self):
        """100 MB on one line: refused, not kept, and the next record is answered."""
        piece = b'x' * MEGA
        for jobs in '-j1', '-j2':
            program = start('batch', jobs, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            reader = []
            thread = threading.Thread(target=lambda: reader.extend(program.stdout))
            thread.start()
            for _ in range(300):
                program.stdin.write(piece)
            program.stdin.write(b'\n' + record(site=1).encode())
            program.stdin.close()
            thread.join()
            self.assertEqual(program.wait(), 0)
            program.stdout.close()
            found = [json.loads(line) for line in reader]
            self.assertIn('longer than 96 MiB', found[0]['error'])
            self.assertEqual((found[1]['site'], found[1]['error']), (1, None))
        self.assertLess(peak_memory(), MEMORY)

    def test_closed_pipe(self):
        """The reader goes away: no message, and not exit status 0."""
        for jobs in '-j1', '-j2':
            program = start('batch', jobs, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                            stderr=subprocess.PIPE)
            program.stdout.close()
            try:
                program.stdin.write(record(site=1).encode() * 2000)
                program.stdin.close()
            except BrokenPipeError:
                pass
            self.assertEqual((program.wait(), program.stderr.read()), (FAILED, b''))
            program.stderr.close()

    def test_full_disk(self):
        for jobs in '-j1', '-j2':
            with open('/dev/full', 'w') as full:
                self.expect(run('batch', jobs, input=record(), stdout=full), FAILED,
                            'standard output: No space left on device')

    def test_unreadable_input(self):
        folder = os.open(self.folder, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        for jobs in '-j1', '-j2':
            self.expect(run('batch', jobs, stdin=folder), FAILED,
                        'standard input: Is a directory')
            closed = subprocess.run(['sh', '-c', '"$0" batch %s <&-' % jobs,
                                     os.environ['EXEMPLAR_CLI']],
                                    stderr=subprocess.PIPE, check=False)
            self.assertEqual(closed.returncode, FAILED)
            self.assertIn(b'standard input: ', closed.stderr)


if __name__ == '__main__':
    tap.main()
