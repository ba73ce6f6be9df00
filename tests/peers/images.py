# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The image of data/container/Containerfile: built by buildah where the kernel lets it, else by its steps in
a chroot. Its base is what debootstrap makes of Debian, without the documents that the slim image leaves out;
no registry is asked."""

import json
import os
import re
import shutil
import subprocess

from runner import ROOT

MIRROR = 'http://deb.debian.org/debian'
CONTAINERFILE = os.path.join(ROOT, 'data', 'container', 'Containerfile')
LEFT_OUT = 'doc', 'man', 'info', 'locale'
# As images of Debian have it: nothing that was fetched stays.
CLEAN = '''DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb /var/cache/apt/archives/partial/*.deb /var/cache/apt/*.bin || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
Acquire::Languages "none";
'''
USER = 10001
PATH = '/usr/sbin:/usr/bin:/sbin:/bin'
POLICY = '{"default": [{"type": "insecureAcceptAnything"}]}'


def command(*args, **kwargs):
    done = subprocess.run(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False, **kwargs)
    assert done.returncode == 0, (args, done.stdout[-2000:])
    return done.stdout


def size(folder):
    """Adds up the files, in kB."""
    return int(command('du', '-sxk', '--exclude=proc', folder).split()[0])


def read_stages():
    """Instructions of each stage: (name, arguments)."""
    with open(CONTAINERFILE, encoding='utf-8') as file:
        text = re.sub(r'\\\n\s*', ' ', re.sub(r'(?m)^#.*\n', '', file.read()))
    stages = []
    for line in filter(None, text.split('\n')):
        name, arguments = line.strip().split(' ', 1)
        if name == 'FROM':
            stages.append([])
        stages[-1].append((name, arguments))
    return stages


def make_base(root):
    """Makes the slim image of Debian, as far as it matters here."""
    command('debootstrap', '--variant=minbase', 'bookworm', root, MIRROR)
    with open(root + '/etc/dpkg/dpkg.cfg.d/slim', 'w', encoding='utf-8') as file:
        file.write(''.join('path-exclude /usr/share/%s/*\n' % name for name in LEFT_OUT))
    with open(root + '/etc/apt/apt.conf.d/clean', 'w', encoding='utf-8') as file:
        file.write(CLEAN)
    for name in LEFT_OUT:
        shutil.rmtree('%s/usr/share/%s' % (root, name), ignore_errors=True)
    command('chroot', root, 'sh', '-ec', 'apt-get clean && rm -rf /var/lib/apt/lists/*', env={'PATH': PATH})


def descendants(pid):
    """Processes below one that this test has started."""
    found = []
    try:
        for task in os.listdir('/proc/%d/task' % pid):
            with open('/proc/%d/task/%s/children' % (pid, task), encoding='ascii') as file:
                found += [int(child) for child in file.read().split()]
    except FileNotFoundError:
        pass
    return found + [below for child in found for below in descendants(child)]


class Buildah:
    """The image as buildah builds it, and a container of it."""

    def __init__(self, home):
        self.home = home
        with open(home + '/policy.json', 'w', encoding='utf-8') as file:
            file.write(POLICY)
        self.policy = '--signature-policy=%s/policy.json' % home

    def call(self, *args):
        return command(*self.arguments(*args)).strip()

    def arguments(self, name, *args):
        return ('buildah', '--root=%s/images' % self.home, '--runroot=%s/run' % self.home, '--storage-driver=vfs',
                name, *args)

    def try_out(self, base):
        """Makes the base; says why it cannot be, or None."""
        try:
            container = self.call('from', 'scratch')
            command('cp', '-a', base + '/.', self.call('mount', container))
            self.call('config', '--env=PATH=' + PATH, container)
            self.call('run', '--isolation=chroot', container, '--', 'true')
            self.call('commit', self.policy, '--format=docker', '--rm', container, read_stages()[-1][0][1])
        except (AssertionError, FileNotFoundError) as error:
            return str(error)
        return None

    def build(self):
        self.call('bud', self.policy, '--isolation=chroot', '--pull=never', '--format=docker', '--file', CONTAINERFILE,
                  '--tag=exemplar', ROOT)
        told = json.loads(self.call('inspect', '--type=image', 'exemplar'))
        self.config = told['Docker']['config']
        self.container = self.call('from', self.policy, '--pull=never', 'exemplar')
        self.root = self.call('mount', self.container)
        base = self.call('from', self.policy, '--pull=never', read_stages()[-1][0][1])
        self.grown = size(self.root) - size(self.call('mount', base))
        self.call('rm', base)

    def start(self, *args, entry=None):
        """A process of the container, as its user and with the volume."""
        entry = entry or self.config['Entrypoint']
        return subprocess.Popen(self.arguments('run', '--isolation=chroot', '--env=LC_ALL=C.UTF-8', self.container, '--',
                                               *entry, *args),
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    @property
    def data(self):
        """The folder that buildah keeps for the volume of the image, once a process has run."""
        identity = self.call('inspect', '--format={{.ContainerID}}', self.container)
        kept = '%s/images/vfs-containers/%s/userdata/buildah-volumes' % (self.home, identity)
        volume, = os.listdir(kept)
        return os.path.join(kept, volume)

    def volume(self):
        volume, = self.config['Volumes']
        return volume

    def settings(self):
        """Settings of the image itself: user, signal, entry, command, test of health."""
        config = self.config
        return (config['User'], config['StopSignal'], config['Entrypoint'], config['Cmd'],
                config['Healthcheck']['Test'][1])

    def ask_to_stop(self, process):
        """The signal of the image to the program itself, as it comes to the first process of a container."""
        for pid in descendants(process.pid):
            with open('/proc/%d/cmdline' % pid, encoding='utf-8') as file:
                if os.path.basename(file.read().split('\0')[0]) == 'exemplar-cli':
                    os.kill(pid, 15)

    def end(self):
        subprocess.run(self.arguments('rm', '--all'), check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Chroot:
    """The steps of the Containerfile in a chroot: no kernel need allow containers."""

    def __init__(self, home, base):
        self.home = home
        self.root = base
        self.first, self.last = read_stages()

    def build(self):
        self.compile()
        command('mount', '-t', 'proc', 'proc', self.root + '/proc')
        before = size(self.root)
        for name, arguments in self.last:
            if name == 'RUN':
                command('chroot', self.root, 'sh', '-ec', arguments,
                        env={'PATH': PATH, 'DEBIAN_FRONTEND': 'noninteractive'})
        command('cp', '-a', self.home + '/out/.', self.root)
        self.data = self.root + self.volume()
        self.grown = size(self.root) - before

    def compile(self):
        """The step that calls meson, with the folders of this test."""
        steps = [text for name, text in self.first if name == 'RUN' and 'meson setup' in text]
        text, = steps
        for name, place in (('/build', self.home + '/b'), ('/src', ROOT), ('/out', self.home + '/out')):
            text = re.sub(r'(?<=[ =])%s(?= |$)' % name, place, text)
        command('sh', '-ec', text.replace('--buildtype=release', '--buildtype=debugoptimized'))

    def get(self, name):
        value, = [arguments for one, arguments in self.last if one == name]
        return value

    def volume(self):
        return self.get('VOLUME')

    def settings(self):
        return (self.get('USER'), self.get('STOPSIGNAL'), json.loads(self.get('ENTRYPOINT')),
                json.loads(self.get('CMD')), self.get('HEALTHCHECK').split('CMD ', 1)[1])

    def start(self, *args, entry=None):
        entry = entry or json.loads(self.get('ENTRYPOINT'))
        return subprocess.Popen(('chroot', '--userspec=%d:%d' % (USER, USER), self.root, *entry, *args),
                                env={'PATH': PATH, 'EXEMPLAR_DATA': self.volume(), 'LC_ALL': 'C.UTF-8'},
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def ask_to_stop(self, process):
        process.terminate()

    def end(self):
        subprocess.run(('umount', self.root + '/proc'), check=False, stderr=subprocess.DEVNULL)


def make_image(home):
    """(image, how it was built)."""
    base = home + '/base'
    make_base(base)
    image = Buildah(home)
    problem = image.try_out(base)
    if problem is None:
        return image, 'built by ' + command('buildah', '--version').split(' (')[0].strip()
    image.end()
    return Chroot(home, base), 'built in a chroot, not by buildah: ' + problem[-300:].replace('\n', ' ')
