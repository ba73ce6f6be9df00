#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""data/scale/slurm.sh on a cluster of one node: slurmctld, slurmd and munged of Debian, with a
configuration of their own, as root. A task that is killed is queued again and goes on."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'cli'))
from runner import CLI, ROOT, Case  # noqa: E402
import scale  # noqa: E402
import tap  # noqa: E402

CONFIGURATION = '''ClusterName=one
SlurmctldHost={host}(127.0.0.1)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket={home}/munge.socket
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
StateSaveLocation={home}/state
SlurmdSpoolDir={home}/spool
SlurmctldPidFile={home}/slurmctld.pid
SlurmdPidFile={home}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
ReturnToService=2
SchedulerParameters=sched_interval=1
NodeName={host} NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
'''


def free_ports(number):
    sockets = [socket.socket() for _ in range(number)]
    for one in sockets:
        one.bind(('127.0.0.1', 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class Slurm(scale.ScaleCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.home = tempfile.mkdtemp()
        cls.addClassCleanup(shutil.rmtree, cls.home)
        # munged wants a path in which nobody else may write.
        os.chmod(cls.home, 0o755)
        cls.daemons = []
        cls.addClassCleanup(cls.stop)
        for name in ('state', 'spool'):
            os.mkdir(os.path.join(cls.home, name))
        with open(cls.home + '/munge.key', 'wb', opener=lambda path, flags: os.open(path, flags, 0o400)) as file:
            file.write(os.urandom(128))
        host = socket.gethostname().split('.')[0]
        with open(cls.home + '/slurm.conf', 'w', encoding='utf-8') as file:
            file.write(CONFIGURATION.format(host=host, home=cls.home, ports=free_ports(2)))
        cls.env = dict(os.environ, SLURM_CONF=cls.home + '/slurm.conf')
        cls.daemon('munged', '--force', '--foreground', '--key-file=' + cls.home + '/munge.key',
                   '--socket=' + cls.home + '/munge.socket', '--pid-file=' + cls.home + '/munged.pid',
                   '--seed-file=' + cls.home + '/munge.seed', '--log-file=' + cls.home + '/munged.log')
        cls.wait(lambda: os.path.exists(cls.home + '/munge.socket'), 'munged')
        cls.daemon('slurmctld', '-D')
        cls.daemon('slurmd', '-D', '-N', host)
        cls.wait(lambda: 'idle' in cls.ask('sinfo', '--noheader', '--format=%T'), 'slurmd')

    @classmethod
    def daemon(cls, *args):
        with open('%s/%s.out' % (cls.home, args[0]), 'wb') as out:
            cls.daemons.append(subprocess.Popen(args, env=cls.env, stdin=subprocess.DEVNULL, stdout=out,
                                                stderr=subprocess.STDOUT, start_new_session=True))

    @classmethod
    def stop(cls):
        for process in reversed(cls.daemons):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    @classmethod
    def ask(cls, *args):
        return subprocess.run(args, env=cls.env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False).stdout

    @classmethod
    def wait(cls, ready, name):
        deadline = time.monotonic() + 60
        while not ready():
            if time.monotonic() > deadline:
                with open('%s/%s.out' % (cls.home, name), encoding='utf-8', errors='replace') as file:
                    raise AssertionError(name + ' is not ready: ' + file.read()[-2000:])
            time.sleep(.2)

    def test_array(self):
        out = os.path.join(self.folder, 'out')
        self.script('slurm.sh', str(scale.SHARDS), out, *self.archives, program=self.killer,
                    SLURM_CONF=self.env['SLURM_CONF'])
        self.assertTrue(os.path.isdir(self.marks))
        self.assertEqual(self.joined(out), self.whole)
        # Again: tasks that are whole end at once.
        self.script('slurm.sh', str(scale.SHARDS), out, *self.archives, program='/bin/false',
                    SLURM_CONF=self.env['SLURM_CONF'])
        self.assertEqual(self.joined(out), self.whole)


if __name__ == '__main__':
    tap.main()
