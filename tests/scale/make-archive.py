#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-archive.py PAGES FILE.warc.gz [--hosts N] [--damaged SHARE] [--truth FILE] [--seed N]

Writes a made archive of PAGES pages: N hosts (200) in turn, each in one of ten layouts, which
drift: a host changes names of classes, the order of its blocks and its promotions as its numbers
go up. A request and an answer a page; answers come plain, in chunks or by gzip; one record in ten
is a picture, a redirection or a page that is not found. SHARE of the answers (.05) is damaged: members
with other bytes in their middle, cut ones, lengths that lie, and pages of gzip that break off.
FILE of --truth gets a JSON object a page that can be read: address and body. The same arguments
give the same bytes."""

import argparse
import gzip
import io
import json
import random
import sys

SYLLABLES = ('bar den fil gor hal ker lan mel nor pel quin ros sed tam vor wen a e i o lin mar tes cor '
             'bel dun for gil').split()
LAYOUTS = 10
TIME = '2026-%02d-%02dT%02d:00:00Z'


def word(rng):
    return ''.join(rng.choice(SYLLABLES) for _ in range(rng.randint(1, 3)))


def sentence(rng, least=8, most=22):
    return ' '.join(word(rng) for _ in range(rng.randint(least, most))).capitalize() + '.'


def paragraph(rng):
    return ' '.join(sentence(rng) for _ in range(rng.randint(2, 5)))


class Host:
    """The frame of a site, which is the same on all of its pages but for what drifts."""

    def __init__(self, number, seed):
        rng = random.Random('%d host %d' % (seed, number))
        self.number = number
        self.layout = number % LAYOUTS
        self.name = '%s%s-%03d.example' % (word(rng), word(rng), number)
        self.title = ' '.join(word(rng).capitalize() for _ in range(3))
        self.menu = [(word(rng), ' '.join(word(rng) for _ in range(2))) for _ in range(24)]
        self.foot = [sentence(rng) for _ in range(8)]
        self.promotions = [paragraph(rng) for _ in range(12)]
        self.style = ''.join('.%s%d{margin:%dpx;color:#%06x}' % (word(rng), i, rng.randint(0, 30), rng.randrange(1 << 24))
                             for i in range(160))
        self.script = ';'.join('var %s%d=%d' % (word(rng), i, rng.randrange(1 << 30)) for i in range(120))

    def address(self, number):
        shapes = ('https://%s/2026/%02d/%02d/%s-%d.html', 'https://%s/news/%02d-%02d/%s_%d', 'https://%s/a/%02d%02d/%s/%d/')
        rng = random.Random('%s %d' % (self.name, number))
        slug = '-'.join(word(rng) for _ in range(4))
        return shapes[self.layout % 3] % (self.name, number % 12 + 1, number % 28 + 1, slug, number)

    def body(self, number):
        rng = random.Random('%s body %d' % (self.name, number))
        return sentence(rng, 4, 9), [paragraph(rng) for _ in range(rng.randint(5, 14))]

    def links(self, number, kind):
        rng = random.Random('%s %s %d' % (self.name, kind, number))
        return ['<li class="%s-i"><a href="%s">%s</a></li>' % (kind, self.address(rng.randrange(100000)), sentence(rng, 4, 8))
                for _ in range(10)]

    def page(self, number):
        """A page in the layout of the host, as it has drifted up to the number."""
        age = number // 40
        mark = '%s%d' % ('abcdefghij'[self.layout], age % 3)
        title, body = self.body(number)
        menu = '<ul class="nav-%s">%s</ul>' % (mark, ''.join(
            '<li><a href="/%s/">%s</a></li>' % entry for entry in self.menu[age % 4:]))
        side = '<ul class="more-%s">%s</ul>' % (mark, ''.join(self.links(number, 'more')))
        promotion = '<div class="promo-%s"><p>%s</p></div>' % (mark, self.promotions[age % len(self.promotions)])
        foot = '<div class="foot-%s">%s</div>' % (mark, ''.join('<p>%s</p>' % line for line in self.foot))
        story = self.story(title, body, mark, promotion, age)
        order = (menu + story + side + foot, menu + side + story + foot, side + menu + story + promotion + foot,
                 '<table><tr><td>%s</td><td>%s</td><td>%s</td></tr></table>%s' % (menu, story, side, foot))
        return ('<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s - %s</title><style>%s</style>'
                '<script>%s</script></head><body class="l%d">%s</body></html>'
                % (title, self.title, self.style, self.script, self.layout, order[(self.layout + age // 4) % 4])), body

    def story(self, title, body, mark, promotion, age):
        tags = (('p', 'div'), ('div', 'section'), ('p', 'article'))[self.layout % 3]
        lines = ['<%s class="t-%s">%s</%s>' % (tags[0], mark, line, tags[0]) for line in body]
        if age % 2:
            lines.insert(len(lines) // 2, promotion)
        return '<%s class="story-%s"><h1>%s</h1><div class="by">By %s</div>%s</%s>' % (
            tags[1], mark, title, self.title, ''.join(lines), tags[1])


def chunked(body):
    return b''.join(b'%x\r\n%s\r\n' % (len(body[at:at + 4096]), body[at:at + 4096])
                    for at in range(0, len(body), 4096)) + b'0\r\n\r\n'


def packed(data, level=6):
    """A member of gzip without the time."""
    out = io.BytesIO()
    with gzip.GzipFile(fileobj=out, mode='wb', compresslevel=level, mtime=0) as file:
        file.write(data)
    return out.getvalue()


def record(kind, number, url, block, content, length=None):
    time = TIME % (number % 10 + 1, number % 28 + 1, number % 24)
    head = ('WARC/1.1\r\nWARC-Type: %s\r\nWARC-Record-ID: <urn:uuid:%08x-0000-4000-8000-%012x>\r\nWARC-Date: %s\r\n'
            'WARC-Target-URI: %s\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n'
            % (kind, number, hash_of(kind), time, url, content, len(block) if length is None else length))
    return head.encode() + block + b'\r\n\r\n'


def hash_of(text):
    return int.from_bytes(text.encode()[:6], 'big')


def http(body, *headers, status='200 OK'):
    return '\r\n'.join(('HTTP/1.1 ' + status,) + headers).encode() + b'\r\n\r\n' + body


class Writer:
    def __init__(self, path, hosts, damaged, seed):
        self.file = open(path, 'wb')
        self.hosts = [Host(number, seed) for number in range(hosts)]
        self.rng = random.Random(seed)
        self.damaged = damaged
        self.n_damaged = 0

    def add(self, *data):
        for part in data:
            self.file.write(part)

    def others(self, number, host):
        """Records between the pages."""
        url = 'https://%s/other/%d' % (host.name, number)
        return (http(b'\x89PNG\r\n\x1a\n' + bytes(range(256)), 'Content-Type: image/png'),
                http(b'', 'Location: /', status='301 Moved Permanently'),
                http(b'<html><p>Not found', 'Content-Type: text/html', status='404 Not Found'))[number % 3], url

    def answer(self, page):
        kind = self.rng.randrange(4)
        if kind == 0:
            return http(chunked(page), 'Content-Type: text/html; charset=utf-8', 'Transfer-Encoding: chunked')
        if kind == 1:
            return http(packed(page), 'Content-Type: text/html; charset=utf-8', 'Content-Encoding: gzip')
        return http(page, 'Content-Type: text/html; charset=utf-8')

    def damage(self, number, url, page):
        """A member that is damaged in one of four ways."""
        self.n_damaged += 1
        block = self.answer(page)
        good = packed(record('response', number, url, block, 'application/http; msgtype=response'))
        kind = self.n_damaged % 4
        if kind == 0:
            return good[:len(good) // 2] + b'\xff' * 64 + good[len(good) // 2 + 64:]
        if kind == 1:
            return good[:len(good) * 2 // 3]
        if kind == 2:
            return packed(record('response', number, url, block, 'application/http; msgtype=response', len(block) // 2))
        broken = http(packed(page)[:40][::-1], 'Content-Type: text/html', 'Content-Encoding: gzip')
        return packed(record('response', number, url, broken, 'application/http; msgtype=response'))

    def write(self, n_pages, truth):
        self.add(packed(record('warcinfo', 0, 'urn:made', b'software: make-archive.py\r\n', 'application/warc-fields')))
        for number in range(n_pages):
            host = self.hosts[number % len(self.hosts)]
            own = number // len(self.hosts)
            url = host.address(own)
            page, body = host.page(own)
            if self.rng.random() < self.damaged:
                self.add(self.damage(number, url, page.encode()))
                continue
            self.add(packed(record('request', number, url, b'GET / HTTP/1.1\r\nHost: %s\r\n\r\n' % host.name.encode(),
                                   'application/http; msgtype=request'), 1),
                     packed(record('response', number, url, self.answer(page.encode()),
                                   'application/http; msgtype=response')))
            if number % 10 == 9:
                block, other = self.others(number // 10, host)
                self.add(packed(record('response', number, other, block, 'application/http; msgtype=response')))
            if truth is not None:
                truth.write(json.dumps({'url': url, 'body': '\n'.join(body)}) + '\n')
        self.file.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('pages', type=int)
    parser.add_argument('file')
    parser.add_argument('--hosts', type=int, default=200)
    parser.add_argument('--damaged', type=float, default=.05)
    parser.add_argument('--truth')
    parser.add_argument('--seed', type=int, default=27)
    options = parser.parse_args()
    truth = open(options.truth, 'w', encoding='utf-8') if options.truth else None
    writer = Writer(options.file, options.hosts, options.damaged, options.seed)
    writer.write(options.pages, truth)
    if truth is not None:
        truth.close()
    print('%d pages of %d hosts, %d damaged' % (options.pages, options.hosts, writer.n_damaged))
    return 0


if __name__ == '__main__':
    sys.exit(main())
