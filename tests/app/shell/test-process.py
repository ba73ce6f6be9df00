#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-process.py PROGRAM CLI: the program as the desktop starts and ends it. Run by run-gui.

One instance, activation over D-Bus, going on without a window, quitting, the time to the
first frame.
"""

import os
import subprocess
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'tools'))
import tap  # noqa: E402

APP_ID = 'io.github.exemplar_workbench.Exemplar'
OBJECT = '/' + APP_ID.replace('.', '/')
PROGRAM, CLI = sys.argv[1:3]
SECONDS = 90
TASK = '''exemplar-task = 1

[task]
uid = 0123456789abcdef0123456789abcdef
name = Later
schedule = cron 0 0 1 1 *

[example]
url = http://a.invalid/1.html
file = page.html

[source]
kind = list
pattern = http://a.invalid/
'''
PAGE = '<title>A</title><p>The ferry sails at noon, and the next one in the evening.</p>'


def bus_call(name, path, method, *arguments):
    done = subprocess.run(['gdbus', 'call', '--session', '--timeout', str(SECONDS),
                           '--dest', name, '--object-path', path, '--method', method, *arguments],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip() if done.returncode == 0 else None


def is_owned():
    return bus_call('org.freedesktop.DBus', '/org/freedesktop/DBus',
                    'org.freedesktop.DBus.NameHasOwner', APP_ID) == '(true,)'


def windows():
    done = subprocess.run(['xdotool', 'search', '--onlyvisible', '--class', 'exemplar'],
                          capture_output=True, text=True, check=False)
    return done.stdout.split()


def wait_for(condition, what):
    end = time.monotonic() + SECONDS
    while not condition():
        if time.monotonic() > end:
            raise AssertionError('waited in vain for ' + what)
        time.sleep(0.05)


def activate_action(name):
    return bus_call(APP_ID, OBJECT, 'org.gtk.Actions.Activate', name, '[]', '{}')


class Process(unittest.TestCase):
    def start(self, *arguments):
        process = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL)
        self.addCleanup(self.end, process)
        return process

    def end(self, process):
        if process.poll() is None:
            process.kill()
        process.wait()

    def wait_for_window(self):
        wait_for(lambda: is_owned() and windows(), 'the window')

    def test_one_instance(self):
        first = self.start()
        self.wait_for_window()
        second = subprocess.run([PROGRAM], timeout=SECONDS, check=False)
        self.assertEqual(second.returncode, 0)
        self.assertIsNone(first.poll())
        self.assertIsNotNone(activate_action('quit'))
        self.assertEqual(first.wait(SECONDS), 0)
        self.assertFalse(is_owned())

    def test_service(self):
        """As D-Bus starts it: nothing is shown until it is activated."""
        process = self.start('--gapplication-service')
        wait_for(is_owned, 'the name')
        self.assertEqual(windows(), [])
        self.assertIsNotNone(bus_call(APP_ID, OBJECT, 'org.freedesktop.Application.Activate',
                                      '{}'))
        self.wait_for_window()
        self.assertIsNotNone(activate_action('quit'))
        self.assertEqual(process.wait(SECONDS), 0)

    def test_ends_with_the_window(self):
        """Without tasks there is nothing to go on with."""
        process = self.start()
        self.wait_for_window()
        subprocess.run(['xdotool', 'windowfocus', '--sync', windows()[0], 'key', 'ctrl+w'],
                       check=True)
        self.assertEqual(process.wait(SECONDS), 0)

    def test_address(self):
        """An address on the command line is looked at, by the process that runs already."""
        first = self.start()
        self.wait_for_window()
        second = subprocess.run([PROGRAM, 'weixin://open/?u=1'], timeout=SECONDS, check=False)
        self.assertEqual(second.returncode, 0)
        self.assertIsNone(first.poll())
        both = subprocess.run([PROGRAM, 'http://a.invalid/', 'http://b.invalid/'],
                              capture_output=True, timeout=SECONDS, check=False)
        self.assertEqual(both.returncode, 2)
        self.assertIn(b'address', both.stderr)
        self.assertIsNotNone(activate_action('quit'))
        self.assertEqual(first.wait(SECONDS), 0)

    def test_goes_on_without_a_window(self):
        """With a task that has a schedule, until it is told to quit."""
        task = os.path.join(os.environ['HOME'], 'task.exemplar')
        with open(task, 'w', encoding='utf-8') as file:
            file.write(TASK)
        with open(os.path.join(os.environ['HOME'], 'page.html'), 'w', encoding='utf-8') as file:
            file.write(PAGE)
        subprocess.run([CLI, 'task', 'import', task], check=True, stdout=subprocess.DEVNULL)
        subprocess.run([CLI, 'task', 'resume', 'Later'], check=True, stdout=subprocess.DEVNULL)
        self.addCleanup(subprocess.run, [CLI, 'task', 'delete', 'Later'], check=False)
        process = self.start()
        self.wait_for_window()
        wait_for(self.knows_the_task, 'the task')
        subprocess.run(['xdotool', 'windowfocus', '--sync', windows()[0], 'key', 'ctrl+w'],
                       check=True)
        wait_for(lambda: not windows(), 'the end of the window')
        self.assertIsNone(process.poll())
        self.assertIsNotNone(activate_action('quit'))
        self.assertEqual(process.wait(SECONDS), 0)

    def knows_the_task(self):
        done = subprocess.run(['xdotool', 'search', '--onlyvisible', '--name', 'Later'],
                              capture_output=True, text=True, check=False)
        return bool(done.stdout)

    def test_other_folder(self):
        """Another data folder is another program."""
        first = self.start()
        self.wait_for_window()
        folder = os.path.join(os.environ['HOME'], 'other')
        second = self.start('--data', folder)
        wait_for(lambda: os.path.exists(os.path.join(folder, 'exemplar.db')), 'the folder')
        self.assertIsNone(first.poll())
        self.assertIsNone(second.poll())

    def test_first_frame(self):
        """It is measured; how long it may take is for people to say."""
        times = []
        for _ in range(5):
            done = subprocess.run([PROGRAM, '--startup-time'], timeout=SECONDS, check=True,
                                  capture_output=True, text=True)
            times.append(int(done.stdout))
        self.assertGreater(min(times), 0)
        print('# main() to first frame, median of 5: %d ms' % sorted(times)[2])

    def test_version(self):
        done = subprocess.run([PROGRAM, '--version'], capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r'^exemplar \d+\.\d+\.\d+\n$')


if __name__ == '__main__':
    del sys.argv[1:]
    tap.main()
