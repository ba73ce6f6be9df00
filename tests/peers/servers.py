# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Servers of databases as Debian has them, each in a folder of its own on a free port."""

import glob
import os
import pwd
import re
import shutil
import signal
import socket
import subprocess
import threading
import time

PASSWORD = 'a pass "word" that \'is\' secret'
SECONDS = 60


def free_port():
    with socket.socket() as listener:
        listener.bind(('127.0.0.1', 0))
        return listener.getsockname()[1]


def make_certificate(folder):
    """A certificate of localhost that signs itself."""
    subprocess.run(('openssl', 'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2',
                    '-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost',
                    '-keyout', folder + '/key.pem', '-out', folder + '/cert.pem'),
                   check=True, capture_output=True)
    os.chmod(folder + '/key.pem', 0o600)


class Server:
    """kind, address: of an output; start(), kill() and query() for the test."""

    user = None

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        self.process = None
        os.makedirs(folder)
        make_certificate(folder)
        self.own(folder)
        self.install()
        self.start()
        self.set_up()

    def own(self, folder):
        """Servers refuse to run as root."""
        if os.geteuid() == 0:
            user = pwd.getpwnam(self.user)
            for path in (folder, folder + '/key.pem', folder + '/cert.pem'):
                os.chown(path, user.pw_uid, user.pw_gid)

    def environment(self, **more):
        """Whoever else runs the server may not write where the tests do."""
        return dict(os.environ, TMPDIR=self.folder, **more)

    def run(self, *command, **more):
        done = subprocess.run(self.as_user(command), capture_output=True, text=True, check=False,
                              cwd=self.folder, env=self.environment(**more))
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        return done.stdout

    def as_user(self, command):
        return ('setpriv', '--reuid', self.user, '--regid', self.user, '--clear-groups',
                *command) if os.geteuid() == 0 else command

    def start(self):
        end = time.monotonic() + SECONDS
        self.spawn()
        self.ready.wait(SECONDS)
        while not self.answers():
            assert time.monotonic() < end, self.read_log()
            # Parts of the one before may still hold its memory.
            if self.process.poll() is not None:
                self.spawn()
                self.ready.wait(SECONDS)

    def read_log(self):
        with open(self.folder + '/log', encoding='utf-8') as file:
            return file.read()

    def spawn(self):
        self.process = subprocess.Popen(self.as_user(self.command()), stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                                        cwd=self.folder, env=self.environment(),
                                        start_new_session=True)
        self.ready = threading.Event()
        threading.Thread(target=self.watch, args=(self.process, self.ready), daemon=True).start()

    def watch(self, process, ready):
        """Writes what it says into its log, and tells when it is ready, or will not be."""
        with process.stdout, open(self.folder + '/log', 'ab') as log:
            for line in process.stdout:
                log.write(line)
                log.flush()
                if re.search(rb'ready (to accept|for) connections', line):
                    ready.set()
        process.wait()
        ready.set()

    def kill(self):
        """All its processes, as a computer that stops."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def address_with(self, **options):
        query = '&'.join('%s=%s' % option for option in options.items())
        return self.address + ('?' + query if query else '')

    def rows(self, sql='SELECT title FROM articles ORDER BY title'):
        return self.query(sql).splitlines()


class PostgreSQL(Server):
    kind, user = 'postgresql', 'postgres'
    bin = max(glob.glob('/usr/lib/postgresql/*/bin'), default='')

    @property
    def address(self):
        return 'postgresql://exemplar@localhost:%d/articles' % self.port

    def install(self):
        with open(self.folder + '/password', 'w', encoding='utf-8') as file:
            file.write(PASSWORD)
        self.run(self.bin + '/initdb', '-D', self.folder + '/data', '-A', 'scram-sha-256',
                 '-U', 'postgres', '--pwfile', self.folder + '/password', '-E', 'UTF8',
                 '--locale=C.UTF-8')

    def command(self):
        return (self.bin + '/postgres', '-D', self.folder + '/data', '-p', str(self.port),
                '-k', self.folder, '-c', 'listen_addresses=localhost', '-c', 'ssl=on',
                '-c', 'ssl_cert_file=' + self.folder + '/cert.pem',
                '-c', 'ssl_key_file=' + self.folder + '/key.pem')

    def answers(self):
        return subprocess.run((self.bin + '/pg_isready', '-h', self.folder, '-p', str(self.port)),
                              capture_output=True, check=False).returncode == 0

    def set_up(self):
        self.admin("CREATE USER exemplar PASSWORD '%s'" % PASSWORD.replace("'", "''"))
        self.admin('CREATE DATABASE articles OWNER exemplar')

    def admin(self, sql, database='postgres', user='postgres'):
        return self.run(self.bin + '/psql', '-h', self.folder, '-p', str(self.port), '-U', user,
                        '-d', database, '-qAtc', sql, PGPASSWORD=PASSWORD)

    def query(self, sql):
        return self.admin(sql, 'articles', 'exemplar')


class MariaDB(Server):
    kind, user = 'mysql', 'mysql'

    @property
    def address(self):
        return 'mysql://exemplar@127.0.0.1:%d/articles' % self.port

    def install(self):
        self.run('mariadb-install-db', '--no-defaults', '--datadir=' + self.folder + '/data',
                 '--auth-root-authentication-method=normal', '--skip-test-db')

    def command(self):
        return (shutil.which('mariadbd') or '/usr/sbin/mariadbd', '--no-defaults',
                '--datadir=' + self.folder + '/data', '--socket=' + self.folder + '/socket',
                '--port=%d' % self.port, '--bind-address=127.0.0.1',
                '--pid-file=' + self.folder + '/pid', '--ssl-cert=' + self.folder + '/cert.pem',
                '--ssl-key=' + self.folder + '/key.pem')

    def answers(self):
        return subprocess.run(('mariadb-admin', '--no-defaults', '-u', 'root', '--socket',
                               self.folder + '/socket', 'ping'),
                              capture_output=True, check=False).returncode == 0

    def set_up(self):
        self.admin("CREATE USER exemplar@'%%' IDENTIFIED BY '%s'" % PASSWORD.replace("'", "''"))
        self.admin('CREATE DATABASE articles CHARACTER SET utf8mb4')
        self.admin("GRANT ALL ON articles.* TO exemplar@'%'")

    def admin(self, sql, *database):
        return self.run('mariadb', '--no-defaults', '--default-character-set=utf8mb4', '-u', 'root', '--socket',
                        self.folder + '/socket', '-NBre', sql, *database)

    def query(self, sql):
        return self.admin(sql, 'articles')


SERVERS = (PostgreSQL, MariaDB)
