#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""make-hostile.py KIND [NUMBER] [--gzip | --gzip-each] > FILE.warc, or | exemplar-cli warc -

Writes an archive that is made to cost its reader much, on standard output, as fast as can be:

  tiny NUMBER      records of 51 bytes that are no pages
  revisits NUMBER  revisits of pages that are not there
  pictures NUMBER  answers of 20 kB that are pictures
  large BYTES      an answer of HTML with so many bytes

and a page before them and one behind. --gzip: as one member; --gzip-each: a member a record."""

import argparse
import gzip
import sys
import zlib

BATCH = 1000
CHUNK = 1 << 20


def record(kind, url, block, content='application/http; msgtype=response', length=None):
    head = ('WARC/1.0\r\nWARC-Type: %s\r\nWARC-Target-URI: %s\r\nWARC-Date: 2024-02-03T04:05:06Z\r\n'
            'Content-Type: %s\r\nContent-Length: %d\r\n\r\n' % (kind, url, content, length or len(block)))
    return head.encode() + block + (b'\r\n\r\n' if length is None else b'')


def answer(body, content='text/html'):
    return b'HTTP/1.1 200 OK\r\nContent-Type: %s\r\n\r\n' % content.encode() + body


def page(number):
    return record('response', 'http://one.example/%d' % number, answer(b'<html><p>The page with the number %d.' % number))


def make_one(kind):
    if kind == 'tiny':
        return b'WARC/1.0\r\nWARC-Type:x\r\nContent-Length:0\r\n\r\n\r\n\r\n'
    if kind == 'pictures':
        return record('response', 'http://one.example/p', answer(b'\x89PNG' + bytes(range(250)) * 80, 'image/png'))
    return record('revisit', 'http://one.example/r', answer(b''))


def make_parts(kind, number):
    """Bytes of an archive, piece by piece; each piece is whole records, or a part of one."""
    yield page(1)
    if kind == 'large':
        start = answer(b'<html><p>')
        yield record('response', 'http://one.example/large', start, length=len(start) + number)
        for at in range(0, number, CHUNK):
            yield b'x' * min(CHUNK, number - at)
        yield b'\r\n\r\n'
    else:
        batch = make_one(kind) * BATCH
        for at in range(0, number, BATCH):
            yield batch if number - at >= BATCH else make_one(kind) * (number - at)
    yield page(2)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('kind', choices=('tiny', 'revisits', 'pictures', 'large'))
    parser.add_argument('number', type=int)
    parser.add_argument('--gzip', action='store_true')
    parser.add_argument('--gzip-each', action='store_true')
    options = parser.parse_args()
    out = sys.stdout.buffer
    if options.gzip_each:
        one = gzip.compress(make_one(options.kind), 6, mtime=0)
        out.write(gzip.compress(page(1)))
        for at in range(0, options.number, BATCH):
            out.write(one * min(BATCH, options.number - at))
        out.write(gzip.compress(page(2)))
        return 0
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    for part in make_parts(options.kind, options.number):
        out.write(packer.compress(part) if options.gzip else part)
    if options.gzip:
        out.write(packer.flush())
    return 0


if __name__ == '__main__':
    sys.exit(main())
