#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Archives, made here and by the program itself, that become articles of a task."""

import contextlib
import ctypes
import glob
import gzip
import os
import quopri
import sqlite3
import urllib.request
import zipfile
import zlib

from runner import FAILED, USAGE
from stores import StoreCase
import tap
import warc
from warc import answer, record

USEC = 1706933106 * 1000 * 1000


def chunked(body):
    parts = [body[at:at + 1000] for at in range(0, len(body), 1000)]
    return b''.join(b'%x\r\n%s\r\n' % (len(part), part) for part in parts) + b'0\r\n\r\n'


def zstd(data):
    """One frame, by the library that the program reads it with."""
    library = ctypes.CDLL('libzstd.so.1')
    library.ZSTD_compressBound.restype = library.ZSTD_compress.restype = ctypes.c_size_t
    room = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    out = ctypes.create_string_buffer(room)
    length = library.ZSTD_compress(out, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)), 3)
    return out.raw[:length]


def zstd_dictionary(samples, room=4096):
    """A dictionary for what is like the samples."""
    library = ctypes.CDLL('libzstd.so.1')
    library.ZDICT_trainFromBuffer.restype = ctypes.c_size_t
    out = ctypes.create_string_buffer(room)
    sizes = (ctypes.c_size_t * len(samples))(*map(len, samples))
    length = library.ZDICT_trainFromBuffer(out, ctypes.c_size_t(room), b''.join(samples), sizes,
                                           ctypes.c_uint(len(samples)))
    assert length <= room
    return out.raw[:length]


def zstd_by(dictionary, data):
    """One frame that needs the dictionary."""
    library = ctypes.CDLL('libzstd.so.1')
    library.ZSTD_createCCtx.restype = ctypes.c_void_p
    library.ZSTD_compressBound.restype = library.ZSTD_compress_usingDict.restype = ctypes.c_size_t
    context = ctypes.c_void_p(library.ZSTD_createCCtx())
    room = library.ZSTD_compressBound(ctypes.c_size_t(len(data)))
    out = ctypes.create_string_buffer(room)
    length = library.ZSTD_compress_usingDict(context, out, ctypes.c_size_t(room), data, ctypes.c_size_t(len(data)),
                                             dictionary, ctypes.c_size_t(len(dictionary)), 3)
    library.ZSTD_freeCCtx(context)
    return out.raw[:length]


def skippable(data):
    """The frame at the head of an archive that has a dictionary of its own."""
    return b'\x5d\x2a\x4d\x18' + len(data).to_bytes(4, 'little') + data


def brotli(data):
    length = ctypes.c_size_t(len(data) + 1024)
    out = ctypes.create_string_buffer(length.value)
    assert ctypes.CDLL('libbrotlienc.so.1').BrotliEncoderCompress(
        5, 22, 0, ctypes.c_size_t(len(data)), data, ctypes.byref(length), out)
    return out.raw[:length.value]


def padded(page):
    """The page behind a comment that compresses to almost nothing."""
    return b'<!-- ' + b'x' * 300000 + b' -->' + page


class Import(StoreCase):
    def setUp(self):
        super().setUp()
        self.add(self.base + '/news/', '--name=N', '--schedule=manual')
        self.urls = self.articles_of('news')

    def page(self, number):
        with urllib.request.urlopen(self.urls[number]) as got:
            return got.read()

    def pages(self, *numbers):
        return [record('response', self.urls[n], answer(self.page(n))) for n in numbers]

    def save(self, name, *records, members=True):
        data = b''.join(map(gzip.compress, records)) if members else b''.join(records)
        return self.write(name, data) or os.path.join(self.folder, name)

    def bring(self, path, *args, code=0, err=''):
        done = self.expect(self.cli('import', path, '--task=N', *args), code)
        self.assertIn(err, done.err) if err else self.assertEqual(done.err, '')
        return [int(part.split()[0]) for part in done.out.split(', ')]

    def stored(self, query, name='exemplar.db'):
        with contextlib.closing(sqlite3.connect(self.data + '/' + name)) as store:
            return store.execute(query).fetchall()

    def found(self):
        return sorted(url for url, in self.stored('SELECT url FROM article'))

    def test_as_of_capture(self):
        """Once, with the time of the capture, of any container, unpublished."""
        path = self.save('a.warc.gz', *self.pages(0, 1, 2))
        self.assertEqual(self.bring(path), [3, 0, 0, 0, 0])
        self.assertEqual(self.bring(path), [0, 3, 0, 0, 0])
        self.assertEqual(self.found(), sorted(self.urls[:3]))
        self.assertEqual(set(self.stored('SELECT collected FROM article')), {(USEC,)})
        self.assertEqual(self.bring(self.save('a.warc', *self.pages(1, 3), members=False)), [1, 1, 0, 0, 0])
        with zipfile.ZipFile(os.path.join(self.folder, 'a.wacz'), 'w') as file:
            file.writestr('archive/a.warc.gz', b''.join(map(gzip.compress, self.pages(4))))
            file.writestr('archive/b.warc', b''.join(self.pages(5)))
            file.writestr('pages/pages.jsonl', '{}')
        self.assertEqual(self.bring(os.path.join(self.folder, 'a.wacz')), [2, 0, 0, 0, 0])
        self.assertEqual(self.stored('SELECT count(*) FROM publish_queue'), [(0,)])
        self.assertEqual(self.stored("SELECT state, count(*) FROM article GROUP BY state"), [('good', 6)])

    def test_same_as_collected(self):
        """An archive gives the same bodies as a run."""
        self.add(self.base + '/news/', '--name=R', '--schedule=manual', '--first-run=all')
        self.fine('task', 'run', 'R')
        self.bring(self.save('a.warc.gz', *self.pages(*range(10))))
        bodies = {name: self.texts(task=uid) for uid, name in self.stored('SELECT uid, name FROM task')}
        self.assertEqual(len(bodies['N']), 10)
        self.assertEqual(bodies['N'], bodies['R'])

    def test_patterns(self):
        """Other addresses, other types and other answers are no articles."""
        other = self.base + '/about/'
        self.assertEqual(self.bring(self.save(
            'a.warc.gz', *self.pages(0), record('response', other, answer(self.page(0))),
            record('response', self.urls[1], answer(b'{}', 'Content-Type: application/json')),
            record('response', self.urls[2], answer(b'gone', status='404 Not Found')),
            record('request', self.urls[3], b'GET / HTTP/1.1\r\n\r\n'),
            record('warcinfo', self.urls[3], b'software: x\r\n', 'application/warc-fields'))),
            [1, 0, 1, 0, 0])

    def test_encodings(self):
        raw = zlib.compressobj(wbits=-15)
        body = self.page(0)
        sent = [(chunked(gzip.compress(body)), 'Transfer-Encoding: chunked', 'Content-Encoding: gzip'),
                (gzip.compress(self.page(1)), 'Content-Encoding: gzip'),
                (zlib.compress(self.page(2)), 'Content-Encoding: deflate'),
                (raw.compress(self.page(3)) + raw.flush(), 'Content-Encoding: deflate'),
                (brotli(padded(self.page(7))), 'Content-Encoding: br'),
                (zstd(padded(self.page(8))), 'Content-Encoding: zstd'),
                (chunked(self.page(4)), 'transfer-encoding: Chunked'),
                # Whoever archived it took the encodings off and left the headers.
                (self.page(5), 'Transfer-Encoding: chunked', 'Content-Encoding: gzip')]
        records = [record('response', self.urls[n], answer(body, 'Content-Type: text/html', *headers))
                   for n, (body, *headers) in enumerate(sent)]
        records.append(record('resource', self.urls[8], self.page(6), 'text/html'))
        self.assertEqual(self.bring(self.save('a.warc.gz', *records)), [9, 0, 0, 0, 0])
        for number, (url, text) in enumerate(sorted(self.texts().items())):
            self.assertGreater(len(text), 300, (number, url))

    def test_revisit(self):
        body = self.page(0)
        digest = warc.digest(body)
        self.assertEqual(self.bring(self.save(
            'a.warc.gz',
            record('response', self.urls[1], answer(body), WARC_Payload_Digest=digest),
            record('revisit', self.urls[2], answer(b''), WARC_Payload_Digest=digest),
            record('revisit', self.urls[3], answer(b''), WARC_Payload_Digest='sha1:NOWHERE'))),
            # The revisit has the text of the other: the same article.
            [1, 1, 0, 1, 0])

    def test_bad_input(self):
        """Damaged records are told by their place, and the rest goes on."""
        good = self.pages(0, 1, 2)
        cases = (
            ('its length is not', [good[0], record('response', self.urls[3], answer(self.page(3)), length=50), good[1]],
             False, [2, 0, 0, 0, 1]),
            ('the file ends in its middle', [good[0], good[1][:-400]], False, [1, 1, 0, 0, 1]),
            ('its page cannot be decoded', [record('response', self.urls[3], answer(
                b'\x0b\x02\x80x', 'Content-Type: text/html', 'Content-Encoding: compress')), good[1]], True,
             [0, 1, 0, 0, 1]),
            ('its head cannot be read', [b'WARC/1.0\r\n' + b'X: ' + b'y' * (10 << 20) + b'\r\n\r\n', good[2]], False,
             [1, 0, 0, 0, 1]),
        )
        seen = set()
        for number, (message, records, members, result) in enumerate(cases):
            with self.subTest(message):
                path = self.save('%d.warc' % number, *records, members=members)
                counts = self.bring(path, code=FAILED, err=message)
                self.assertEqual(counts[4], result[4])
                seen |= set(self.found())
        self.assertEqual(seen, set(self.urls[:3]))

    def test_damaged_members(self):
        """Members that cannot be decompressed are told by their place and passed over."""
        first, second, third = (gzip.compress(part) for part in self.pages(0, 1, 2))
        broken = bytearray(second)
        broken[30:60] = b'\xff' * 30
        path = self.save('a.warc.gz', first, bytes(broken), third, members=False)
        told = 'the record at %d was left out: it cannot be decompressed' % len(first)
        self.assertEqual(self.bring(path, code=FAILED, err=told), [2, 0, 0, 0, 1])
        self.assertEqual(self.found(), sorted([self.urls[0], self.urls[2]]))

    def test_zstd(self):
        """A frame a record, all in one frame, and frames without data between them."""
        skipped = b'\x52\x2a\x4d\x18\x03\x00\x00\x00abc'
        first = self.save('a.warc.zst', skipped, *map(zstd, self.pages(0, 1)), members=False)
        self.assertEqual(self.bring(first), [2, 0, 0, 0, 0])
        last = record('response', self.urls[2], answer(padded(self.page(2))))
        whole = zstd(b''.join(self.pages(0, 1, 3)) + last)
        self.assertEqual(self.bring(self.save('b.warc.zst', whole, members=False)), [2, 2, 0, 0, 0])
        with zipfile.ZipFile(os.path.join(self.folder, 'a.wacz'), 'w') as file:
            file.writestr('archive/a.warc.zst', b''.join(map(zstd, self.pages(4, 5))))
        self.assertEqual(self.bring(os.path.join(self.folder, 'a.wacz')), [2, 0, 0, 0, 0])
        self.assertEqual(self.found(), sorted(self.urls[:6]))

    def test_damaged_zstd(self):
        """Broken frames are passed over, large ones cost no memory."""
        first, second, third = map(zstd, self.pages(0, 1, 2))
        broken = bytearray(second)
        broken[30:60] = b'\xff' * 30
        told = 'the record at %d was left out: it cannot be decompressed' % len(first)
        path = self.save('a.warc.zst', first, bytes(broken), third, members=False)
        self.assertEqual(self.bring(path, code=FAILED, err=told), [2, 0, 0, 0, 1])
        self.assertEqual(self.found(), sorted([self.urls[0], self.urls[2]]))
        bomb = zstd(record('response', self.urls[3], answer(b'<' + b' ' * (80 << 20))))
        hidden = [record('response', self.urls[n], answer(pack(b' ' * (80 << 20)), 'Content-Encoding: ' + name))
                  for n, name, pack in ((4, 'zstd', zstd), (5, 'br', brotli))]
        path = self.save('b.warc.zst', bomb, *map(zstd, hidden + self.pages(6)), members=False)
        self.assertEqual(self.bring(path, code=FAILED, err='larger than any page')[::4], [1, 3])
        path = self.save('c.warc.zst', first, second[:-40], members=False)
        self.assertEqual(self.bring(path, code=FAILED, err=told), [0, 1, 0, 0, 1])

    def test_dictionary(self):
        """Frames of an archive that has a dictionary at its head, compressed or not."""
        records = self.pages(*range(8))
        dictionary = zstd_dictionary([record[at:at + 500] for record in records for at in range(0, 4000, 500)])
        frames = [zstd_by(dictionary, record) for record in records]
        self.assertLess(sum(map(len, frames)), sum(len(zstd(record)) for record in records))
        path = self.save('a.warc.zst', skippable(dictionary), *frames[:3], members=False)
        self.assertEqual(self.bring(path), [3, 0, 0, 0, 0])
        path = self.save('b.warc.zst', skippable(zstd(dictionary)), *frames[2:5], b'\x52\x2a\x4d\x18\x03\0\0\0abc',
                         frames[5], members=False)
        self.assertEqual(self.bring(path), [3, 1, 0, 0, 0])
        with zipfile.ZipFile(os.path.join(self.folder, 'a.wacz'), 'w') as file:
            file.writestr('archive/a.warc.zst', skippable(dictionary) + frames[6])
            file.writestr('archive/b.warc.zst', zstd(records[7]))
        self.assertEqual(self.bring(os.path.join(self.folder, 'a.wacz')), [2, 0, 0, 0, 0])
        self.assertEqual(self.found(), sorted(self.urls[:8]))

    def test_damaged_dictionary(self):
        """Frames whose dictionary is not there are left out; the rest goes on."""
        dictionary = zstd_dictionary([(b'%d some words' % n) * 20 for n in range(100)])
        frame = zstd_by(dictionary, self.pages(0)[0])
        told = 'the record at 0 was left out: it cannot be decompressed'
        packed = zstd(dictionary)
        for name, head in (('cut', skippable(dictionary)[:500]), ('long', b'\x5d\x2a\x4d\x18\xff\xff\xff\xff' + dictionary),
                           ('broken', skippable(packed[:40] + b'\xff' * (len(packed) - 40))),
                           ('bomb', skippable(zstd(b' ' * (80 << 20)))), ('empty', skippable(b''))):
            with self.subTest(name):
                path = self.save(name, head, b'' if name == 'cut' else frame, members=False)
                self.assertEqual(self.bring(path, code=FAILED, err=told)[0], 0)
        self.assertIn('it cannot be decompressed', self.expect(self.cli(
            'import', self.save('none', frame, members=False), '--task=N'), FAILED).err)
        path = os.path.join(self.folder, 'a.wacz')
        with zipfile.ZipFile(path, 'w') as file:
            file.writestr('archive/a.warc.zst', skippable(b'') + frame)
            file.writestr('archive/b.warc', b''.join(self.pages(1)))
        self.assertEqual(self.bring(path, code=FAILED, err='it cannot be decompressed'), [1, 0, 0, 0, 1])

    def test_large_zip(self):
        """ZIP64 tells sizes and places beyond 4 GB; one of ours is made of small ones."""
        path = os.path.join(self.folder, 'a.wacz')
        limits = zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT
        zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = 100, 1
        try:
            with zipfile.ZipFile(path, 'w') as file:
                file.writestr('pages/pages.jsonl', '{}')
                file.writestr('archive/a.warc', b''.join(self.pages(0, 1)))
                file.writestr('archive/b.warc.gz', b''.join(map(gzip.compress, self.pages(2))))
        finally:
            zipfile.ZIP64_LIMIT, zipfile.ZIP_FILECOUNT_LIMIT = limits
        with open(path, 'rb') as file:
            data = bytearray(file.read())
        self.assertIn(b'PK\x06\x06', data)
        end, at = data.rindex(b'PK\x05\x06'), data.rindex(b'PK\x06\x07')
        data[end + 8:end + 20] = b'\xff' * 12
        self.assertEqual(self.bring(self.save('a.wacz', bytes(data), members=False)), [3, 0, 0, 0, 0])
        self.save('b.wacz', data[:at + 8] + b'\xff' * 8 + data[at + 16:], members=False)
        self.expect(self.cli('import', self.folder + '/b.wacz', '--task=N'), FAILED, 'holds no WARC')

    def test_saved_pages(self):
        """MHTML, pages of SingleFile, and folders of them, by content."""
        head = ('From: <Saved by a test>\r\nSnapshot-Content-Location: %s\r\nDate: Sat, 03 Feb 2024 04:05:06 -0000\r\n'
                'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\n'
                'Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n' % self.urls[3])
        mhtml = head.encode() + quopri.encodestring(self.page(3)).replace(b'\n', b'\r\n') + b'\r\n--b--\r\n'
        self.assertEqual(self.bring(self.save('page.bin', mhtml, members=False)), [1, 0, 0, 0, 0])
        comment = ('<!DOCTYPE html> <html lang=en><!--\n Page saved with SingleFile \n url: %s \n '
                   'saved date: Sat Feb 03 2024 04:05:06 GMT+0000 (UTC)\n-->' % self.urls[1]).encode()
        folder = os.path.join(self.folder, 'saved')
        os.makedirs(folder + '/deeper')
        for name, data in (('deeper/one.html', comment + self.page(1)), ('two.mhtml', mhtml),
                           ('notes.txt', b'no page'), ('cut.mht', mhtml[:900]),
                           ('three.warc', b''.join(self.pages(2))), ('other.html', b'<html><p>elsewhere')):
            self.save('saved/' + name, data, members=False)
        self.assertEqual(self.bring(folder, code=FAILED, err='cut.mht was left out: the file ends in its middle'),
                         [2, 1, 1, 0, 1])
        self.assertEqual(self.found(), sorted(self.urls[1:4]))
        self.assertEqual(set(self.stored('SELECT collected FROM article')), {(USEC,)})
        self.assertGreater(min(map(len, self.texts().values())), 300)

    def test_large(self):
        """Records larger than any page, and members that grow a thousandfold, cost no memory."""
        image = record('response', self.urls[5], answer(b'\x00', 'Content-Type: image/png', 'Content-Encoding: br'))
        bomb = record('response', self.urls[3], answer(b'<' + b' ' * (80 << 20)))
        hidden = answer(gzip.compress(b' ' * (80 << 20)), 'Content-Type: text/html', 'Content-Encoding: gzip')
        path = self.save('a.warc.gz', *self.pages(0), image, bomb, record('response', self.urls[4], hidden), *self.pages(1))
        self.assertEqual(self.bring(path, code=FAILED, err='larger than any page'), [2, 0, 0, 0, 2])

    def test_times(self):
        """A clock of 1601 or of tomorrow says nothing: it counts as now."""
        records = [record('response', self.urls[n], answer(self.page(n)), time=time)
                   for n, time in enumerate(('1601-01-01T00:00:00Z', '2999-01-01T00:00:00Z', 'noon'))]
        self.assertEqual(self.bring(self.save('a.warc.gz', *records)), [3, 0, 0, 0, 0])
        for collected, in self.stored('SELECT collected FROM article'):
            self.assertGreater(collected, USEC)
            self.assertLess(collected, 4e15)

    def test_duplicates(self):
        """The same record twice, with the same id, is one article."""
        self.assertEqual(self.bring(self.save('a.warc.gz', *self.pages(0, 1, 1, 1))), [2, 2, 0, 0, 0])

    def test_publish(self):
        """Only when asked, and once; an article that is held stays so."""
        out = os.path.join(self.folder, 'out')
        self.fine('task', 'delete', 'N')
        self.add(self.base + '/news/', '--name=N', '--schedule=manual', '--output=json-lines:' + out)
        path = self.save('a.warc.gz', *self.pages(0, 1, 2))
        self.assertEqual(self.bring(path, '--publish'), [3, 0, 0, 0, 0])
        self.expect(self.cli('worker', '--once'), 0)
        self.bring(path, '--publish')
        self.expect(self.cli('worker', '--once'), 0)
        with open(out + '/articles.jsonl', encoding='utf-8') as file:
            self.assertEqual(len(file.readlines()), 3)

    def test_folder(self):
        """A task moves with its pages, from one data folder to another and back."""
        self.bring(self.save('a.warc.gz', *self.pages(*range(6))))
        there = os.path.join(self.folder, 'there')
        self.fine('task', 'export', 'N', '--with-pages', '-o', there)
        self.assertEqual(len(glob.glob(there + '/*.warc.gz')), 1)
        told = self.stored('SELECT url, collected FROM article ORDER BY url'), self.texts()
        self.data = self.folder + '/server'
        done = self.expect(self.cli('import', there), 0)
        self.assertIn('6 imported', done.out)
        self.assertEqual((self.stored('SELECT url, collected FROM article ORDER BY url'), self.texts()), told)
        self.assertTrue(self.tasks()['N']['paused'])
        back = os.path.join(self.folder, 'back')
        self.fine('task', 'export', 'N', '--with-pages', '-o', back)
        self.data = self.folder + '/data'
        self.assertIn('0 imported, 6 there already', self.expect(self.cli('import', back), 0).out)

    def test_usage(self):
        path = self.save('a.warc.gz', *self.pages(0))
        self.expect(self.cli('import'), USAGE, 'A file is missing')
        self.expect(self.cli('import', path), USAGE, '--task is missing')
        self.expect(self.cli('import', path, '--task=None'), FAILED, 'None')
        self.expect(self.cli('import', self.folder + '/none', '--task=N'), FAILED, 'none')
        empty = os.path.join(self.folder, 'empty')
        os.mkdir(empty)
        self.expect(self.cli('import', empty), FAILED, 'no task file')
        self.expect(self.cli('import', empty, '--task=N'), FAILED, 'no records')
        self.expect(self.cli('import', self.save('e.warc', b'', members=False), '--task=N'), FAILED, 'no records')
        with zipfile.ZipFile(os.path.join(self.folder, 'a.zip'), 'w') as file:
            file.writestr('a.txt', 'a')
        self.expect(self.cli('import', os.path.join(self.folder, 'a.zip'), '--task=N'), FAILED, 'holds no WARC')


if __name__ == '__main__':
    tap.main()
