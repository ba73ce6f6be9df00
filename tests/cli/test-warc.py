#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""exemplar-cli warc: articles of whole archives, in shards, and after kills."""

import fcntl
import gzip
import json
import os
import random
import subprocess
import time
import zipfile

from runner import FAILED, ROOT, USAGE, Case, peak_memory, run, start
import tap
import warc
from warc import answer, record, unpacked

HOSTS = ('one.example', 'two.example', 'www.three.example')
KILLED = -9, 137
OTHER_RUN = 6
WORDS = ('the harbour was quiet and the ferry lay at the quay while the council spoke of bread, bells, '
         'boats and the new bridge that nobody had asked for').split()


def sentence(rng):
    return ' '.join(rng.choice(WORDS) for _ in range(18)).capitalize() + '.'


def body(host, number):
    rng = random.Random('%s %d' % (host, number))
    return [sentence(rng) for _ in range(6)]


def page(host, number):
    """An article in the frame of its host."""
    frame = HOSTS.index(host)
    lead = ''.join('<li class="m%d"><a href="/%d">Section %d of %s</a></li>' % (frame, i, i, host) for i in range(9))
    text = ''.join('<p class="p%d">%s</p>' % (frame, line) for line in body(host, number))
    return ('<html><head><title>Story %d</title></head><body class="b%d"><ul class="menu%d">%s</ul>'
            '<div class="story%d"><h1>Story %d</h1>%s</div><div class="foot%d"><p>All rights with %s, who says so at '
            'length on each page of the paper, as it must.</p></div></body></html>'
            % (number, frame, frame, lead, frame, number, text, frame, host)).encode()


def address(host, number):
    return 'http://%s/2024/0%d/story-number-%d.html' % (host, 1 + number % 9, number)


class Warc(Case):
    def pages(self, n=4, hosts=HOSTS):
        return [record('response', address(host, i), answer(page(host, i))) for i in range(n) for host in hosts]

    def save(self, name, *records, members=True):
        return self.write(name, b''.join(map(gzip.compress, records) if members else records))

    def lines(self, *args, **kwargs):
        return [json.loads(line) for line in self.well('warc', *args, **kwargs).out.splitlines()]

    def read(self, name):
        with open(os.path.join(self.folder, name), 'rb') as file:
            return file.read()

    def statistics(self, *args):
        path = os.path.join(self.folder, 'statistics.json')
        done = self.well('warc', '--statistics', path, *args)
        with open(path, encoding='utf-8') as file:
            return done, json.load(file)

    def test_fields(self):
        """A line a page in the order of the archive, with its place, and examples of the same host."""
        path = self.save('a.warc.gz', *self.pages())
        lines = self.lines(path)
        self.assertEqual([line['url'] for line in lines], [address(host, i) for i in range(4) for host in HOSTS])
        offset = 0
        for number, line in enumerate(lines):
            host = HOSTS[number % 3]
            self.assertEqual(line['text'].splitlines()[-6:], body(host, number // 3), line)
            self.assertNotIn('All rights', line['text'])
            self.assertEqual(line['title'], 'Story %d' % (number // 3))
            self.assertEqual((line['file'], line['offset']), (path, offset))
            self.assertEqual((line['record'], line['captured']), ('<urn:uuid:1>', '2024-02-03T04:05:06Z'))
            self.assertEqual(line['site'], host.replace('www.', ''))
            self.assertIn('//%s/' % host, line['example'])
            self.assertNotEqual(line['example'], line['url'])
            self.assertIsNone(line['error'])
            offset += len(gzip.compress(self.pages()[number]))

    def test_as_batch(self):
        """The answer is the one that batch gives with the same example."""
        for line in self.lines(self.save('a.warc.gz', *self.pages(3)), '-j2'):
            sides = {}
            for side, url in (('target', line['url']), ('example', line['example'])):
                host = url.split('/')[2]
                sides[side + '_html'] = page(host, int(url.split('-')[-1].split('.')[0])).decode()
            asked = dict(sides, url=line['url'])
            meant = json.loads(self.well('batch', input=json.dumps(asked)).out)
            self.assertEqual({name: line[name] for name in meant}, meant)

    def test_examples(self):
        path = self.save('a.warc.gz', *self.pages())
        for line in self.lines(path, '--examples=none'):
            self.assertEqual((line['example'], line['method']), (None, 'exemplar-single'))
        one = self.write('one.html', page(HOSTS[0], 9))
        for line in self.lines(path, '--examples', one)[::3]:
            self.assertEqual((line['example'], line['method']), (one, 'exemplar'))
            self.assertEqual(len(line['text'].splitlines()), 6)
        alone = self.lines(self.save('b.warc.gz', *self.pages(1)))
        self.assertEqual([(line['example'], line['error']) for line in alone], [(None, None)] * 3)
        done = run('warc', path, '--examples=' + self.folder + '/nothing')
        self.expect(done, FAILED, 'nothing')

    def test_counts(self):
        """Records that are no pages are counted by their reasons, and damaged ones named by their places."""
        first, second, third = self.pages(1)
        url = address(HOSTS[0], 8)
        start_of = len(gzip.compress(first))
        broken = bytearray(gzip.compress(second))
        broken[60:70] = b'0123456789'
        data = gzip.compress(first) + bytes(broken) + b''.join(map(gzip.compress, (
            third, record('warcinfo', url, b'software: x\r\n', 'application/warc-fields'),
            record('request', url, b'GET / HTTP/1.1\r\n\r\n'),
            record('response', url, answer(b'no', status='404 Not Found')),
            record('response', url, answer(b'{}', 'Content-Type: application/json')),
            record('response', url, answer(b'\x89PNG\r\n\x1a\n' + bytes(range(256)))),
            record('response', url, answer(b'%PDF-1.7\n', 'Content-Type: application/octet-stream')),
            record('response', url, answer(b'<!DOCTYPE html><p>One of no type.', 'Content-Type: application/octet-stream')),
            record('revisit', url, answer(b'')),
            record('response', url, answer(b'<p>' + b'x' * 100000)))))
        path = self.write('a.warc.gz', data)
        done, told = self.statistics(path, '--max-bytes=50000')
        self.assertIn('the record at %d was left out' % start_of, done.err)
        self.assertIn('it has 100003 bytes', done.err)
        seen = {name: told[name] for name in told if told[name] and not name.startswith('seconds')}
        self.assertEqual(seen, {
            'records': 11, 'pages': 3, 'other_records': 2, 'other_status': 1, 'other_type': 3, 'revisits': 1,
            'revisits_without_original': 1, 'without_original': told['without_original'],
            'damaged': 1, 'too_large': 1, 'answered': 3, **({'with_example': told['with_example']} if told['with_example'] else {})})
        self.assertEqual(len(done.out.splitlines()), 3)
        self.assertIn('11 records: 3 pages', done.err)

    def test_inputs(self):
        """Several archives of any container, and standard input from a file or a pipe."""
        records = self.pages()
        whole = self.lines(self.save('a.warc.gz', *records))
        text = lambda lines: [line['text'] for line in lines]
        parts = [self.save('b.warc', *records[:5], members=False), self.save('c.warc.gz', *records[5:])]
        self.assertEqual(text(self.lines(*parts)), text(whole))
        with open(os.path.join(self.folder, 'a.warc.gz'), 'rb') as file:
            self.assertEqual(text(self.lines('-', stdin=file)), text(whole))
        self.assertEqual(text(self.lines('-', input=self.read('a.warc.gz'))), text(whole))
        os.makedirs(self.folder + '/saved/one.example/sub')
        for i in range(3):
            self.write('saved/one.example/sub/story-%d.html' % i, page(HOSTS[0], i))
        lines = self.lines(self.folder + '/saved', parts[1])
        self.assertEqual([line['url'] for line in lines[:3]],
                         ['https://one.example/sub/story-%d.html' % i for i in range(3)])
        self.assertEqual([line['file'] for line in lines[:4]],
                         [self.folder + '/saved/one.example/sub/story-%d.html' % i for i in range(3)] + [parts[1]])
        self.assertEqual([line['text'].splitlines()[-6:] for line in lines[:3]], [body(HOSTS[0], i) for i in range(3)])
        done = run('warc', parts[0], self.folder + '/none.warc', parts[1])
        self.expect(done, FAILED, 'none.warc')
        self.assertEqual(len(done.out.splitlines()), 12)
        self.expect(run('warc', self.write('d.warc', b'')), FAILED, 'no records')

    def test_standard_input(self):
        """Whatever a file may be, standard input may be too, from a file or a pipe."""
        inside = b''.join(map(gzip.compress, self.pages(2)))
        with zipfile.ZipFile(os.path.join(self.folder, 'a.wacz'), 'w') as file:
            file.writestr('pages/pages.jsonl', b'x' * 100000)
            file.writestr('archive/data.warc.gz', inside)
            file.writestr('archive/more.warc.gz', gzip.compress(self.pages(3)[-1]))
        address_of = 'https://one.example/a.html'
        self.write('a.mhtml', b'From: <Saved by a test>\r\nSnapshot-Content-Location: ' + address_of.encode() +
                   b'\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\n'
                   b'Content-Type: text/html\r\n\r\n' + page(HOSTS[0], 1) + b'\r\n--b\r\nContent-Type: image/png\r\n\r\n' +
                   b'x' * 500000 + b'\r\n--b--\r\n')
        self.write('a.html', page(HOSTS[0], 2).replace(b'<head>', b'<head><link rel=canonical href=%s>' % address_of.encode()))
        for name, n_lines in (('a.wacz', 7), ('a.mhtml', 1), ('a.html', 1)):
            with self.subTest(name):
                path = os.path.join(self.folder, name)
                out = os.path.join(self.folder, 'out')
                meant = [dict(line, file='-') for line in self.lines(path)]
                self.assertEqual(len(meant), n_lines)
                self.assertEqual(meant[0]['url'], address(HOSTS[0], 0) if name == 'a.wacz' else address_of)
                with open(path, 'rb') as file:
                    self.assertEqual(self.lines('-', stdin=file), meant)
                self.assertEqual(self.lines('-', input=self.read(name)), meant)
                files = set(os.listdir(self.folder)) | {'out', 'out.state'}
                self.well('warc', '-', '-o', out, input=self.read(name))
                self.assertEqual([json.loads(line) for line in self.read('out').splitlines()], meant)
                self.assertEqual(set(os.listdir(self.folder)), files)
        # Other pages on standard input are another run.
        self.expect(run('warc', '-', '-o', out, '--resume', input=self.read('a.mhtml')), OTHER_RUN, 'other pages')
        self.well('warc', '-', '-o', out, '--resume', input=self.read('a.html'))
        self.expect(run('warc', '-', input=self.read('a.wacz')[:-5]), FAILED, 'holds no WARC')
        self.expect(run('warc', '-', input=b''), FAILED, 'no records')
        self.expect(run('warc', '-', input=b'\0\1\2'), FAILED, 'its head cannot be read')
        self.expect(run('warc', '-', '-o', out, input=self.read('a.html'),
                        variables={'TMPDIR': '/nowhere/at/all'}), 0)
        self.expect(run('warc', '-', input=self.read('a.html'), variables={'TMPDIR': '/nowhere/at/all'}), FAILED,
                    '/nowhere/at/all')

    def revisits(self):
        """Records with revisits of each kind, and of each that is answered the number of its page."""
        far = 'http://two.example/again/%d.html'
        digests = [warc.digest(page(HOSTS[0], i)) for i in range(6)]
        records = [record('response', address(HOSTS[0], i), answer(page(HOSTS[0], i)), time='2024-02-03T04:05:%02dZ' % i,
                          identity='<urn:uuid:page-%d>' % i, **({'WARC_Payload_Digest': digests[i]} if i < 4 else {}))
                   for i in range(6)]
        empty = answer(b'')
        early = record('revisit', far % 0, empty, WARC_Payload_Digest=digests[3], WARC_Profile=warc.PROFILE)
        again = [
            record('revisit', far % 1, empty, WARC_Payload_Digest=digests[0], WARC_Profile=warc.PROFILE,
                   identity='<urn:uuid:again-1>', time='2025-01-01T00:00:00Z'),
            record('revisit', address(HOSTS[0], 1), empty, WARC_Payload_Digest=digests[1]),
            record('revisit', far % 2, b'', 'application/http', WARC_Refers_To_Target_URI=address(HOSTS[0], 4),
                   WARC_Refers_To_Date='2024-02-03T04:05:04Z', WARC_Profile=warc.PROFILE),
            record('revisit', far % 3, empty, WARC_Refers_To='<urn:uuid:page-5>'),
            record('revisit', address(HOSTS[0], 5), answer(b'', status='304 Not Modified'), WARC_Profile=warc.NOT_MODIFIED),
            record('revisit', far % 4, empty, WARC_Payload_Digest='sha1:NOWHERE'),
            record('revisit', far % 5, answer(b'', 'Content-Type: image/png'), WARC_Payload_Digest=digests[0]),
            record('revisit', far % 6, answer(b'', status='301 Moved'), WARC_Payload_Digest=digests[0])]
        answered = {far % 0: 3, far % 1: 0, far % 2: 4, far % 3: 5}
        return [early] + records + again, answered

    def test_revisits(self):
        """A revisit of a page of another address has its text; others are counted, and told by their place."""
        records, answered = self.revisits()
        path = self.save('a.warc.gz', *records)
        done, told = self.statistics(path)
        lines = [json.loads(line) for line in done.out.splitlines()]
        far = 'http://two.example/again/%d.html'
        self.assertEqual([line['url'] for line in lines],
                         [far % 0] + [address(HOSTS[0], i) for i in range(6)] + [far % i for i in (1, 2, 3)])
        pages = lines[1:7]
        own = ('url', 'file', 'offset', 'record', 'captured', 'revisit_of', 'site')
        for line in lines:
            if line['url'] not in answered:
                self.assertIsNone(line['revisit_of'])
                continue
            first = pages[answered[line['url']]]
            self.assertEqual(line['revisit_of'], {'url': first['url'], 'record': first['record']})
            self.assertEqual(line['site'], 'two.example')
            self.assertEqual({name: line[name] for name in line if name not in own},
                             {name: first[name] for name in first if name not in own})
        self.assertEqual(lines[7]['offset'], sum(len(gzip.compress(one)) for one in records[:7]))
        self.assertEqual((lines[7]['record'], lines[7]['captured']), ('<urn:uuid:again-1>', '2025-01-01T00:00:00Z'))
        place = sum(len(gzip.compress(one)) for one in records[:12])
        self.assertEqual({name: told[name] for name in told if 'revisits' in name or 'without' in name or name in (
            'pages', 'answered', 'other_type', 'other_status')}, {
                'pages': 6, 'answered': 10, 'other_type': 1, 'other_status': 1, 'revisits': 7,
                'revisits_of_same_address': 2, 'revisits_of_other_address': 4, 'revisits_without_original': 1,
                'without_body': 0, 'without_original': [{'file': path, 'offset': place}]})
        self.assertIn('the page that the record at %d revisits is not in the archives' % place, done.err)
        written = [warc.parse(*member) for member in warc.members(self.output(path, 'a.out.gz', '--format=warc'))]
        self.assertEqual([(r.url, r.block.decode()) for r in written], [(line['url'], line['text']) for line in lines])
        self.assertEqual([r.headers['WARC-Refers-To'] for r in written], [line['record'] for line in lines])

    def test_revisits_apart(self):
        """Archives of a crawl and of the next one, in shards, and killed."""
        records, _ = self.revisits()
        archives = [self.save('new.warc.gz', *records[7:], *self.pages(3, HOSTS[1:2])), self.save('old.warc.gz', *records[:7])]
        out = os.path.join(self.folder, 'whole')
        for args in ((), ('--examples=none', '-j2'), ('--learn-site',), ('--format=warc',)):
            self.well('warc', *archives, '-o', out, '--block=2', *args)
            whole = self.read('whole')
            for n in (1, 2, 5, 20):
                joined = b''
                for i in range(n):
                    self.well('warc', *archives, '-o', out, '--shard=%d/%d' % (i + 1, n), *args)
                    joined += self.read('whole')
                self.assertEqual(joined, whole, (args, n))
        args = (*archives, '-o', out, '--block=2')
        told = self.statistics(*args)[1]
        self.assertEqual((told['answered'], told['revisits_of_other_address'], len(told['without_original'])), (13, 4, 1))
        whole = self.read('whole')
        for point in ('warc.write.before', 'warc.sync.before', 'warc.state.before', 'warc.state.after'):
            for count in (1, 2, 5, 7):
                done = run('warc', *args, variables={'EXM_FAIL_POINT': '%s:%d' % (point, count)})
                self.assertIn(done.code, KILLED, done)
                again = self.statistics(*args, '--resume')[1]
                self.assertEqual(self.read('whole'), whole, (point, count))
                names = [name for name in told if not name.startswith('seconds')]
                self.assertEqual([again[name] for name in names], [told[name] for name in names])
        # A revisit that is of another page makes another run.
        records[8] = record('revisit', address(HOSTS[0], 2), answer(b''), WARC_Payload_Digest=warc.digest(page(HOSTS[0], 0)))
        run('warc', '-', '-o', out, input=b''.join(records), variables={'EXM_FAIL_POINT': 'warc.state.after:2'})
        records[8] = record('revisit', address(HOSTS[0], 2), answer(b''), WARC_Payload_Digest=warc.digest(page(HOSTS[0], 1)))
        self.expect(run('warc', '-', '-o', out, '--resume', input=b''.join(records)), OTHER_RUN, 'other pages')

    def test_shards(self):
        """Joined shards are one machine's output, with examples from the whole file."""
        path = self.save('a.warc.gz', *self.pages(7))
        for args in ((), ('--examples=none',), ('--format=warc', '-j2'), ('--learn-site', '-j2')):
            whole = self.output(path, 'whole', *args)
            self.assertEqual(self.output(path, 'again', '-j3', *args), whole)
            for n in (1, 2, 3, 30):
                joined = [self.output(path, 'part', '--shard=%d/%d' % (i + 1, n), *args) for i in range(n)]
                self.assertEqual(b''.join(joined), whole, (args, n))
        unordered = self.output(path, 'part', '--unordered', '-j4')
        self.assertEqual(sorted(unordered.splitlines()), sorted(self.output(path, 'whole').splitlines()))

    def output(self, path, name, *args):
        out = os.path.join(self.folder, name)
        self.well('warc', path, '--output', out, *args)
        return self.read(name)

    def test_learn_site(self):
        """Answers are those of batch --learn-site with the same examples."""
        path = self.save('a.warc.gz', *self.pages(5))
        lines = self.lines(path, '--learn-site', '-j2')
        asked = []
        for line in lines:
            sides = {'url': line['url'], 'site': line['site']}
            for side, url in (('target', line['url']), ('example', line['example'])):
                host = url.split('/')[2]
                sides[side + '_html'] = page(host, int(url.split('-')[-1].split('.')[0])).decode()
            asked.append(json.dumps(sides))
        meant = [json.loads(line) for line in self.well('batch', '--learn-site', input='\n'.join(asked)).out.splitlines()]
        self.assertEqual([{name: line[name] for name in answer} for line, answer in zip(lines, meant)], meant)
        self.assertNotEqual([line['confidence'] for line in lines], [line['confidence'] for line in self.lines(path)])

    def test_formats(self):
        path = self.save('a.warc.gz', *self.pages())
        plain = self.output(path, 'a.jsonl')
        self.assertEqual(unpacked(self.output(path, 'a.jsonl.zst')), plain)
        lines = [json.loads(line) for line in plain.splitlines()]
        records = [warc.parse(*member) for member in warc.members(self.output(path, 'a.out.gz', '--format=warc'))]
        self.assertEqual({r.type for r in records}, {'conversion'})
        self.assertEqual([(r.url, r.block.decode()) for r in records], [(line['url'], line['text']) for line in lines])
        self.assertEqual({r.headers['WARC-Refers-To'] for r in records}, {'<urn:uuid:1>'})
        self.assertEqual(len({r.headers['WARC-Record-ID'] for r in records}), len(lines))

    def test_hostile(self):
        """Lengths that lie, bombs, long heads, tiny records, ids that recur and clocks of 1601: capped, named, passed."""
        first, second, third = self.pages(1)
        url = address(HOSTS[0], 9)
        head = record('metadata', url, b'', X='y' * (10 << 20))
        tiny = [record('metadata', url, b'x') for _ in range(20000)]
        lies = [record('response', url, answer(page(HOSTS[0], 5)), length=n) for n in (1 << 62, 10)]
        old = record('response', url, answer(page(HOSTS[0], 6)), time='1601-01-01T00:00:00Z')
        data = b''.join(map(gzip.compress, [first, head] + lies)) + gzip.compress(b''.join(tiny)) + b''.join(
            map(gzip.compress, (record('response', url, answer(gzip.compress(bytes(80 << 20)), 'Content-Type: text/html',
                                                               'Content-Encoding: gzip')), second)))
        data += gzip.compress(bytes(200 << 20)) + b''.join(map(gzip.compress, (old, third)))
        path = self.write('a.warc.gz', data)
        done, told = self.statistics(path)
        lines = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual([line['url'] for line in lines], [address(host, 0) for host in HOSTS[:2]] + [url, address(HOSTS[2], 0)])
        self.assertEqual([line['captured'] for line in lines], [warc.TIME] * 2 + [None, warc.TIME])
        self.assertEqual((told['other_records'], told['pages']), (20000, 4))
        self.assertEqual(done.err.count('was left out'), told['damaged'])
        self.assertGreaterEqual(told['damaged'], 4)
        self.assertLess(peak_memory(), 1 << 30)

    def test_record_of_5_gb(self):
        first, second, third = self.pages(1)
        path = os.path.join(self.folder, 'a.warc')
        size = 5 << 30
        with open(path, 'wb') as file:
            file.write(first + record('response', address(HOSTS[0], 9), b'', length=size)[:-4])
            at = file.tell()
            file.seek(size, os.SEEK_CUR)
            file.write(b'\r\n\r\n' + second + third)
        done = self.well('warc', path)
        self.assertIn('the record at %d was left out: it is larger than any page' % len(first), done.err)
        lines = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual([line['offset'] for line in lines], [0, at + size + 4, at + size + 4 + len(second)])
        self.assertLess(peak_memory(), 1 << 30)

    def test_budget(self):
        """A page that takes too long is answered with an error and named; the rest goes on."""
        long = ('<html><body>' + ''.join('<p>%s</p>' % sentence(random.Random(i)) for i in range(60000))).encode()
        path = self.save('a.warc.gz', *self.pages(2), record('response', address(HOSTS[0], 9), answer(long)))
        done = self.well('warc', path, '--max-seconds=0.001')
        lines = [json.loads(line) for line in done.out.splitlines()]
        self.assertEqual(len(lines), 7)
        self.assertIn('longer than 0.001 s', lines[-1]['error'])
        self.assertIn('the page at %d took longer' % lines[-1]['offset'], done.err)
        self.assertEqual(self.lines(path)[-1]['error'], None)

    def test_resume(self):
        """From each point of a kill the output comes out the same, also where its end was torn."""
        path = self.save('a.warc.gz', *self.pages(40))
        for name in ('a.jsonl', 'a.jsonl.zst'):
            args = ('warc', path, '--block=32', '-o', os.path.join(self.folder, name))
            self.well(*args)
            whole = self.read(name)
            self.assertEqual(len((unpacked(whole) if name.endswith('zst') else whole).splitlines()), 120)
            for point in ('warc.cut.before', 'warc.write.before', 'warc.sync.before', 'warc.state.before',
                          'warc.state.after'):
                for count in (1, 3) if point != 'warc.cut.before' else (1,):
                    done = run(*args, variables={'EXM_FAIL_POINT': '%s:%d' % (point, count)})
                    self.assertIn(done.code, KILLED, done)
                    with open(args[-1], 'ab') as file:
                        file.write(b'{"torn')
                    told = self.statistics(*args[1:], '--resume')[1]
                    self.assertEqual(self.read(name), whole, (point, count))
                    self.assertEqual(told['answered'], 120)
            self.well(*args, '--resume', '-j2')
            self.assertEqual(self.read(name), whole)

    def test_killed_at_any_time(self):
        """Killed again and again, it comes to its end with no line lost or double."""
        path = self.save('a.warc.gz', *self.pages(120))
        args = ('warc', path, '-j2', '--block=16', '-o', os.path.join(self.folder, 'a.jsonl'))
        self.well(*args)
        whole, rng, kills = self.read('a.jsonl'), random.Random(27), 0
        os.remove(args[-1])
        os.remove(args[-1] + '.state')
        size = lambda: os.path.getsize(args[-1]) if os.path.exists(args[-1]) else 0
        while size() < len(whole):
            aim = size() + rng.randrange(len(whole) // 6)
            program = start(*args, '--resume', stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while program.poll() is None and size() <= aim:
                time.sleep(.001)
            program.kill()
            self.assertIn(program.wait(), (0, -9))
            kills += 1
            there = self.read('a.jsonl')
            self.assertTrue(whole.startswith(there[:there.rfind(b'\n') + 1]), kills)
        self.well(*args, '--resume')
        self.assertGreater(kills, 5)
        self.assertEqual(self.read('a.jsonl'), whole)

    def test_resume_refuses(self):
        """Outputs of another run, of another process at work, or without a state stay."""
        path = self.save('a.warc.gz', *self.pages())
        out = self.write('a.jsonl', b'precious\n')
        self.expect(run('warc', path, '-o', out, '--resume'), FAILED, 'a.jsonl.state')
        self.assertEqual(self.read('a.jsonl'), b'precious\n')
        self.well('warc', path, '-o', out)
        whole = self.read('a.jsonl')
        for args in (('--examples=none',), ('--shard=1/2',), (path,)):
            self.expect(run('warc', path, '-o', out, '--resume', *args), OTHER_RUN, 'other archives or options')
        os.utime(path, (1, 1))
        self.expect(run('warc', path, '-o', out, '--resume'), OTHER_RUN, 'other archives or options')
        self.assertEqual(self.read('a.jsonl'), whole)
        self.well('warc', path, '-o', out)
        with open(out, 'rb') as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            self.expect(run('warc', path, '-o', out), FAILED, 'another process')
        self.assertEqual(self.read('a.jsonl'), whole)
        self.write('a.jsonl', whole[:-10])
        self.expect(run('warc', path, '-o', out, '--resume'), FAILED, 'shorter')

    def test_resume_contents(self):
        """Another page or table under the same name is another run, and so are other pages of a folder."""
        path = self.save('a.warc.gz', *self.pages(2))
        out = os.path.join(self.folder, 'a.jsonl')
        example = self.write('example.html', page(HOSTS[0], 7))
        with open(os.path.join(ROOT, 'src', 'libexemplar', 'extract', 'net', 'exemplar.table'), 'rb') as file:
            weights = file.read()
        table = self.write('some.table', weights)
        args = ('warc', path, '-o', out, '--examples', example, '--table', table)
        for name, old, new in (('example.html', page(HOSTS[0], 7), page(HOSTS[1], 7)),
                               ('some.table', weights, weights + b'\n')):
            self.well(*args)
            self.well(*args, '--resume')
            self.write(name, new)
            self.expect(run(*args, '--resume'), OTHER_RUN, 'other archives or options')
            self.write(name, old)
            self.well(*args, '--resume')
        folder = os.path.join(self.folder, 'pages')
        os.mkdir(folder)
        self.write('pages/a.html', page(HOSTS[0], 1))
        self.write('pages/b.html', page(HOSTS[0], 2))
        args = ('warc', folder, '-o', out, '--block=1')
        for point in ((), ('warc.state.after:1',)):
            done = run(*args, variables={'EXM_FAIL_POINT': point[0]} if point else {})
            self.assertIn(done.code, KILLED if point else (0,), done)
            self.write('pages/b.html', page(HOSTS[0], 3))
            there = self.read('a.jsonl')
            self.expect(run(*args, '--resume'), OTHER_RUN, 'had other pages')
            self.assertEqual(self.read('a.jsonl'), there)
            self.write('pages/b.html', page(HOSTS[0], 2))
            self.well(*args, '--resume')

    def test_resume_statistics(self):
        """Killed behind the last block, the next run writes the numbers of the whole."""
        path = self.save('a.warc.gz', *self.pages(4), record('response', address(HOSTS[0], 9), b'', 'text/plain'))
        out = os.path.join(self.folder, 'a.jsonl')
        told = self.statistics(path, '-o', out)[1]
        self.assertEqual(self.statistics(path, '-o', out, '--resume')[1], told)
        os.remove(os.path.join(self.folder, 'statistics.json'))
        args = ('warc', path, '-o', out, '--statistics', os.path.join(self.folder, 'statistics.json'))
        self.assertIn(run(*args, variables={'EXM_FAIL_POINT': 'warc.state.after'}).code, KILLED)
        self.assertFalse(os.path.exists(args[-1]))
        again = self.statistics(path, '-o', out, '--resume')[1]
        names = [name for name in told if not name.startswith('seconds')]
        self.assertEqual([again[name] for name in names], [told[name] for name in names])
        self.assertEqual(again['pages'], 4 * len(HOSTS))
        self.assertGreater(again['seconds_extracting'], 0)

    def test_resume_incomplete(self):
        """A run that did not have all archives is never complete."""
        path = self.save('a.warc.gz', *self.pages(2))
        output = os.path.join(self.folder, 'a.jsonl')
        for more in ((), ('--resume',), ('--resume',)):
            self.expect(run('warc', '--output', output, *more, path, self.folder + '/none'), FAILED, 'none')
            self.assertEqual(self.read('a.jsonl').count(b'\n'), 2 * len(HOSTS))

    def test_refused(self):
        path = self.save('a.warc.gz', *self.pages(1))
        for args in ((), (path, '--shard=0/2'), (path, '--shard=3/2'), (path, '--shard=x'), (path, '-j0'),
                     (path, '--format=xml'), (path, '--resume'), ('-', '-'), (path, '--max-seconds=0'),
                     *((path, '--max-seconds=' + seconds) for seconds in ('inf', 'nan', '1e14', '86401')),
                     (path, '--max-bytes=0'), (path, '--method=nothing')):
            self.expect(run('warc', *args), USAGE)


if __name__ == '__main__':
    tap.main()
