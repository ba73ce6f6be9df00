#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Refusals of check-data.py."""

import os
import tempfile
import unittest

import tap

CHECK = tap.load('check-data.py')
ICON = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="M1 1h9v9z"/></svg>'
DESKTOP = ('[Desktop Entry]\nType=Application\nName=Exemplar\nExec=exemplar\nIcon=%s\n'
           'DBusActivatable=true\n' % CHECK.APP_ID)
SERVICE = ('[D-BUS Service]\nName=%s\nExec=/usr/bin/exemplar --gapplication-service\n'
           % CHECK.APP_ID)


class Data(unittest.TestCase):
    def check(self, function, text, name):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, 'w', encoding='utf-8') as file:
                file.write(text)
            return '\n'.join(function(path))

    def test_desktop(self):
        name = CHECK.APP_ID + '.desktop'
        self.assertEqual(self.check(CHECK.check_desktop, DESKTOP, name), '')
        self.assertIn('Name', self.check(CHECK.check_desktop,
                                         DESKTOP.replace('Name=', 'Called='), name))
        self.assertIn('Icon is x', self.check(CHECK.check_desktop,
                                              DESKTOP.replace(CHECK.APP_ID, 'x'), name))

    def test_service(self):
        self.assertEqual(self.check(CHECK.check_service, SERVICE, 'a.service'), '')
        for old, new in ((CHECK.APP_ID, 'other'), (' --gapplication-service', ''),
                         ('D-BUS Service', 'Service')):
            self.assertNotEqual(self.check(CHECK.check_service, SERVICE.replace(old, new),
                                           'a.service'), '')

    def test_icon(self):
        self.assertEqual(self.check(CHECK.check_icon, ICON, 'a.svg'), '')
        self.assertIn('not square', self.check(CHECK.check_icon,
                                               ICON.replace('16 16', '16 12'), 'a.svg'))
        self.assertIn('href', self.check(CHECK.check_icon,
                                         ICON.replace('<path', '<use href="x"/><path'), 'a.svg'))
        self.assertNotEqual(self.check(CHECK.check_icon, ICON.replace('</svg>', ''), 'a.svg'), '')

    def test_missing_tool(self):
        self.assertEqual(CHECK.run('no-such-tool'), ['no-such-tool is not installed'])


if __name__ == '__main__':
    tap.main()
