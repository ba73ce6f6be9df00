# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads archives in Python, member by member, and checks all that they say of themselves."""

import base64
import collections
import ctypes
import hashlib
import json
import zipfile
import zlib

Record = collections.namedtuple('Record', 'type url headers block payload offset length')

PROFILE = 'http://netpreserve.org/warc/1.1/revisit/identical-payload-digest'
NOT_MODIFIED = 'http://netpreserve.org/warc/1.1/revisit/server-not-modified'

TIME = '2024-02-03T04:05:06Z'


def record(kind, url, block, content='application/http; msgtype=response', time=TIME, length=None,
           identity='<urn:uuid:1>', **more):
    """Bytes of a record as a crawler writes it; @length may lie."""
    lines = ['WARC/1.0', 'WARC-Type: ' + kind, 'WARC-Target-URI: ' + url, 'WARC-Date: ' + time,
             'WARC-Record-ID: ' + identity, 'Content-Type: ' + content]
    lines += ['%s: %s' % (name.replace('_', '-'), value) for name, value in more.items()]
    lines.append('Content-Length: %d' % (len(block) if length is None else length))
    return '\r\n'.join(lines).encode() + b'\r\n\r\n' + block + b'\r\n\r\n'


def answer(body, *headers, status='200 OK'):
    """An answer of HTTP."""
    lines = ['HTTP/1.1 ' + status] + list(headers or ('Content-Type: text/html; charset=utf-8',))
    return '\r\n'.join(lines).encode() + b'\r\n\r\n' + body


def digest(data):
    return 'sha1:' + base64.b32encode(hashlib.sha1(data).digest()).decode()


def members(data):
    """(offset, length, content) of each member of gzip; nothing lies between them."""
    offset = 0
    while offset < len(data):
        reader = zlib.decompressobj(31)
        content = reader.decompress(data[offset:]) + reader.flush()
        assert reader.eof, 'a member ends in its middle, at %d' % offset
        length = len(data) - offset - len(reader.unused_data)
        yield offset, length, content
        offset += length


def headers_of(lines):
    headers = collections.OrderedDict()
    for line in lines:
        name, value = line.split(': ', 1)
        assert name not in headers, 'twice: ' + line
        headers[name] = value
    return headers


def split_http(block):
    """(lines of the head, what follows)."""
    head, empty, payload = block.partition(b'\r\n\r\n')
    assert empty, 'no end of the head'
    return head.decode('latin-1').split('\r\n'), payload


def parse(offset, length, content):
    head, empty, rest = content.partition(b'\r\n\r\n')
    lines = head.decode('utf-8').split('\r\n')
    assert empty and lines[0] == 'WARC/1.1', lines[0]
    headers = headers_of(lines[1:])
    size = int(headers['Content-Length'])
    block = rest[:size]
    assert len(block) == size and rest[size:] == b'\r\n\r\n', 'a length that lies, at %d' % offset
    assert headers['WARC-Block-Digest'] == digest(block), headers
    kind, payload = headers['WARC-Type'], block
    if headers['Content-Type'].startswith('application/http'):
        http, payload = split_http(block)
        if kind == 'response':
            stated = [int(line.split(':')[1]) for line in http if line.lower().startswith('content-length:')]
            assert stated in ([], [len(payload)]), (stated, len(payload))
            assert not [line for line in http
                        if line.lower().startswith(('transfer-encoding:', 'content-encoding:'))], http
    if kind in ('response', 'resource'):
        assert headers['WARC-Payload-Digest'] == digest(payload), headers
    return Record(kind, headers.get('WARC-Target-URI'), headers, block, payload, offset, length)


def check(records):
    """Checks records against each other; returns them."""
    assert records[0].type == 'warcinfo' and 'warcinfo' not in [r.type for r in records[1:]]
    by_id = {}
    for record in records:
        identity = record.headers['WARC-Record-ID']
        assert identity not in by_id, 'twice: ' + identity
        by_id[identity] = record
    for record in records:
        for name in ('WARC-Refers-To', 'WARC-Concurrent-To'):
            if name in record.headers:
                assert record.headers[name] in by_id, record.headers
        if record.type == 'revisit':
            first = by_id[record.headers['WARC-Refers-To']]
            assert record.headers['WARC-Profile'] == PROFILE
            assert record.payload == b'' and first.payload != b''
            for name, of_first in (('WARC-Payload-Digest', 'WARC-Payload-Digest'),
                                   ('WARC-Refers-To-Target-URI', 'WARC-Target-URI'),
                                   ('WARC-Refers-To-Date', 'WARC-Date')):
                assert record.headers[name] == first.headers[of_first], record.headers
    return records


def read_bytes(data):
    return check([parse(*member) for member in members(data)])


def read(path):
    with open(path, 'rb') as file:
        return read_bytes(file.read())


def articles(records):
    """(what metadata says, text) of each article."""
    told = [json.loads(record.block) for record in records if record.type == 'metadata']
    texts = [record.block.decode('utf-8') for record in records if record.type == 'conversion']
    assert len(told) == len(texts)
    return list(zip(told, texts))


def read_wacz(path):
    """(records, lines of the index, pages); hashes, places and lengths are checked."""
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        assert {info.compress_type for info in file.infolist()} == {zipfile.ZIP_STORED}
        files = {name: file.read(name) for name in file.namelist()}
    package = json.loads(files['datapackage.json'])
    assert package['profile'] == 'data-package' and package['wacz_version'] == '1.1.1'
    signed = json.loads(files['datapackage-digest.json'])
    for path, stated in [(item['path'], item['hash']) for item in package['resources']] + [
            (signed['path'], signed['hash'])]:
        assert stated == 'sha256:' + hashlib.sha256(files[path]).hexdigest(), path
    for item in package['resources']:
        assert item['bytes'] == len(files[item['path']]), item
    assert set(files) == {item['path'] for item in package['resources']} | {
        'datapackage.json', 'datapackage-digest.json'}
    records = read_bytes(files['archive/data.warc.gz'])
    lines = files['indexes/index.cdx'].splitlines()
    assert lines == sorted(lines)
    index = []
    places = {record.offset: record for record in records}
    for line in lines:
        surt, stamp, rest = line.decode().split(' ', 2)
        entry = json.loads(rest)
        record = places[int(entry['offset'])]
        assert record.url == entry['url'] and record.length == int(entry['length']), entry
        assert record.headers['WARC-Payload-Digest'] == entry['digest'], entry
        assert stamp == ''.join(filter(str.isdigit, record.headers['WARC-Date']))[:14], entry
        index.append((surt, entry))
    pages = [json.loads(line) for line in files['pages/pages.jsonl'].splitlines()]
    assert pages[0]['format'] == 'json-pages-1.0'
    return records, index, pages[1:]


def unpacked(data):
    """All frames of zstd, by the library that the program writes them with."""
    library = ctypes.CDLL('libzstd.so.1')
    out = b''
    for name in ('ZSTD_findFrameCompressedSize', 'ZSTD_decompress'):
        getattr(library, name).restype = ctypes.c_size_t
    library.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    while data:
        length = library.ZSTD_findFrameCompressedSize(data, ctypes.c_size_t(len(data)))
        size = library.ZSTD_getFrameContentSize(data, ctypes.c_size_t(len(data)))
        room = ctypes.create_string_buffer(max(size, 1))
        assert library.ZSTD_decompress(room, ctypes.c_size_t(size), data, ctypes.c_size_t(length)) == size
        out += room.raw[:size]
        data = data[length:]
    return out
