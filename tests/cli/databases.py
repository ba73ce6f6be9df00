# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers that speak as much of the protocols of PostgreSQL and MySQL as a table of articles
needs, and fail where a test says so. They record before they answer."""

import re
import socket
import struct
import threading

COLUMNS = ('key title author published url site source section language task task_name text '
           'markdown html fields state confidence collected updated').split()
KEY = re.compile(r"VALUES \('([0-9a-f]{32})'(.*)\) ON DUPLICATE", re.DOTALL)


class Hung(Exception):
    pass


class Gone(Exception):
    pass


class Database:
    """faults: of each connection in turn: (place, what), or None. A place is connect, login, or
    words of a statement; what happens there is close, late (it is done, and no answer is
    sent), half (of an answer), garbage or hang. A packet of more than max_packet bytes
    ends its connection."""

    def __init__(self):
        self.listener = socket.socket()
        self.listener.bind(('127.0.0.1', 0))
        self.listener.listen(8)
        self.port = self.listener.getsockname()[1]
        self.max_packet, self.told_packet = 1 << 30, None
        self.faults, self.rows, self.writes, self.table = [], {}, 0, False
        self.released = threading.Event()
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        self.released.set()
        if self.listener.fileno() < 0:
            return
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def serve(self):
        while True:
            try:
                peer = self.listener.accept()[0]
            except OSError:
                return
            fault = self.faults.pop(0) if self.faults else None
            threading.Thread(target=self.talk, args=(peer, fault), daemon=True).start()

    def talk(self, peer, fault):
        session = self.session(self, peer, fault)
        try:
            session.meet('connect')
            session.run()
        except (Gone, OSError, struct.error):
            pass
        except Hung:
            self.released.wait()
        finally:
            peer.close()

    def ask(self, sql, pending):
        """Rows of an answer; None where it has none."""
        if sql.startswith('CREATE TABLE'):
            self.table = True
        elif sql.startswith(('BEGIN', 'START TRANSACTION', 'ROLLBACK')):
            pending.clear()
        elif sql.startswith('COMMIT'):
            self.writes += len(pending)
            self.rows.update(pending)
            pending.clear()
        elif 'pg_index' in sql or 'information_schema.statistics' in sql:
            return ['1']
        elif 'pg_attribute' in sql or 'information_schema.columns' in sql:
            return COLUMNS if self.table else []
        elif sql.startswith('SELECT count(*)'):
            return [str(len(self.rows))]
        elif '@@max_allowed_packet' in sql:
            return [str(self.told_packet or self.max_packet)]
        return None


class Session:
    def __init__(self, database, peer, fault):
        self.database, self.peer = database, peer
        self.place, self.what = fault or (None, None)
        self.pending = {}

    def read(self, n):
        data = b''
        while len(data) < n:
            part = self.peer.recv(n - len(data))
            if not part:
                raise Gone
            data += part
        return data

    def take(self, n):
        """A packet, if it is not too large."""
        if n > self.database.max_packet:
            raise Gone
        return self.read(n)

    def is_at(self, place):
        return self.place is not None and self.place in place

    def meet(self, place):
        """Fails, where it should, before anything is done."""
        if self.is_at(place):
            if self.what == 'hang':
                raise Hung
            if self.what == 'garbage':
                self.peer.sendall(b'HTTP/1.1 400 Bad Request\r\n\r\n' * 20)
            if self.what in ('close', 'garbage'):
                raise Gone

    def answer(self, place, data):
        if self.is_at(place):
            if self.what == 'half':
                self.peer.sendall(data[:len(data) // 2])
            raise Gone
        self.peer.sendall(data)


class PostgreSession(Session):
    @staticmethod
    def message(kind, body=b''):
        return kind + struct.pack('>i', len(body) + 4) + body

    def run(self):
        while True:
            size, code = struct.unpack('>ii', self.read(8))
            self.read(size - 8)
            if code == 196608:
                break
            self.peer.sendall(b'N')
        self.meet('login')
        self.answer('login', self.message(b'R', struct.pack('>i', 0))
                    + self.message(b'S', b'client_encoding\0UTF8\0')
                    + self.message(b'S', b'server_version\x0015.0\0') + self.message(b'Z', b'I'))
        sql, values, out = '', [], b''
        while True:
            kind = self.read(1)
            body = self.take(struct.unpack('>i', self.read(4))[0] - 4)
            if kind == b'P':
                sql = body.split(b'\0')[1].decode()
                out = self.message(b'1')
            elif kind == b'B':
                values = self.read_values(body)
                out += self.message(b'2')
            elif kind == b'E':
                self.meet(sql)
                out += self.execute(sql, values)
            elif kind == b'S':
                self.answer(sql, out + self.message(b'Z', b'I'))
            elif kind == b'X':
                return

    @staticmethod
    def read_values(body):
        at = body.index(b'\0', body.index(b'\0') + 1) + 1
        n, = struct.unpack_from('>h', body, at)
        at += 2 + 2 * n
        n, = struct.unpack_from('>h', body, at)
        at += 2
        values = []
        for _ in range(n):
            size, = struct.unpack_from('>i', body, at)
            values.append(body[at + 4:at + 4 + size].decode() if size >= 0 else None)
            at += 4 + max(size, 0)
        return values

    def execute(self, sql, values):
        if sql.startswith('INSERT'):
            self.pending[values[0]] = tuple(values)
        rows = self.database.ask(sql, self.pending)
        if rows is None:
            return self.message(b'n') + self.message(b'C', b'DONE\0')
        out = self.message(b'T', struct.pack('>h', 1) + b'x\0'
                           + struct.pack('>ihihih', 0, 0, 25, -1, -1, 0))
        for row in rows:
            out += self.message(b'D', struct.pack('>hi', 1, len(row)) + row.encode())
        return out + self.message(b'C', b'SELECT\0')


class MySession(Session):
    def packets(self, *payloads):
        out = b''
        for payload in payloads:
            out += struct.pack('<I', len(payload))[:3] + bytes((self.number,)) + payload
            self.number = (self.number + 1) % 256
        return out

    def receive(self):
        head = self.read(4)
        self.number = head[3] + 1
        return self.take(struct.unpack('<I', head[:3] + b'\0')[0])

    def run(self):
        # Protocol 4.1, transactions, secure connection, names of plugins.
        flags = 0x00000200 | 0x00002000 | 0x00008000 | 0x00080000 | 0x00000008
        self.number = 0
        self.peer.sendall(self.packets(
            b'\x0a5.5.5-10.11.0-MariaDB\0' + struct.pack('<I', 1) + b'12345678\0'
            + struct.pack('<HBHHB', flags & 0xffff, 45, 2, flags >> 16, 21) + b'\0' * 10
            + b'123456789012\0mysql_native_password\0'))
        self.receive()
        self.meet('login')
        good = b'\0\0\0\x02\0\0\0'
        self.answer('login', self.packets(good))
        while True:
            command = self.receive()
            if command[0] != 3:
                return
            sql = command[1:].decode()
            self.meet(sql)
            found = KEY.search(sql)
            if found:
                self.pending[found.group(1)] = found.group(2)
            rows = self.database.ask(sql, self.pending)
            self.answer(sql, self.packets(good) if rows is None else self.result(rows))

    @staticmethod
    def text(value):
        data = value.encode()
        return bytes((len(data),)) + data

    def result(self, rows):
        end = b'\xfe\0\0\x02\0'
        column = b''.join(map(self.text, ('def', '', '', '', 'x', 'x'))) + b'\x0c' + struct.pack(
            '<HIBHBH', 45, 1024, 0xfd, 0, 0, 0)
        return self.packets(b'\x01', column, end, *map(self.text, rows), end)


class PostgreMock(Database):
    kind, session = 'postgresql', PostgreSession


class MyMock(Database):
    kind, session = 'mysql', MySession


MOCKS = (PostgreMock, MyMock)
