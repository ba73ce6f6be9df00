#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-data.py SOURCE-DATA BUILT-DATA

What a desktop reads of us, each by the tool that belongs to it: desktop file, metainfo,
settings' schema, D-Bus service, icons; and that they all name the same program. Prints TAP.
"""

import configparser
import os
import re
import subprocess
import sys
import tempfile

import tap

APP_ID = 'io.github.exemplar_workbench.Exemplar'


def run(*argv):
    """Problems: what the tool says if it is not content, or that it is missing."""
    try:
        done = subprocess.run(argv, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              check=False, env=dict(os.environ, LC_ALL='C.UTF-8'))
    except FileNotFoundError:
        return [argv[0] + ' is not installed']
    return [done.stdout.strip() or argv[0] + ' failed'] if done.returncode else []


def check_desktop(path):
    problems = run('desktop-file-validate', path)
    parser = configparser.ConfigParser(interpolation=None, delimiters=('=',))
    parser.optionxform = str
    parser.read(path, encoding='utf-8')
    entry = parser['Desktop Entry'] if parser.has_section('Desktop Entry') else {}
    if entry.get('Icon') != APP_ID:
        problems.append('Icon is %s' % entry.get('Icon'))
    if entry.get('DBusActivatable') != 'true':
        problems.append('not activated by D-Bus')
    return problems


def check_service(path):
    parser = configparser.ConfigParser(interpolation=None, delimiters=('=',))
    parser.optionxform = str
    parser.read(path, encoding='utf-8')
    if not parser.has_section('D-BUS Service'):
        return ['no D-Bus service in ' + path]
    service = parser['D-BUS Service']
    problems = []
    if service.get('Name') != APP_ID:
        problems.append('Name is %s' % service.get('Name'))
    if not re.fullmatch(r'/.*/exemplar --gapplication-service', service.get('Exec', '')):
        problems.append('Exec is %s' % service.get('Exec'))
    return problems


def check_icon(path):
    """It draws, is square, holds no text and fetches nothing."""
    with tempfile.NamedTemporaryFile(suffix='.png') as picture:
        problems = run('rsvg-convert', '--width=32', '--output=' + picture.name, path)
    with open(path, encoding='utf-8') as file:
        text = file.read()
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', text)
    if not box or box.group(1) != box.group(2):
        problems.append('%s: not square' % path)
    for word in ('<text', '<image', 'href=', '<style', '<script'):
        if word in text:
            problems.append('%s: %s' % (path, word))
    return problems


def svg_files(root):
    found = []
    for folder, _, names in os.walk(root):
        found += [os.path.join(folder, name) for name in names if name.endswith('.svg')]
    return sorted(found)


def main(argv):
    source, built = argv[1], argv[2]
    report = tap.Report()
    report.result('desktop file', check_desktop(os.path.join(built, APP_ID + '.desktop')))
    report.result('metainfo', run('appstreamcli', 'validate', '--no-net', '--pedantic',
                                  os.path.join(built, APP_ID + '.metainfo.xml')))
    report.result('schema', run('glib-compile-schemas', '--strict', '--dry-run', source))
    report.result('D-Bus service', check_service(os.path.join(built, APP_ID + '.service')))
    icons = svg_files(os.path.join(source, 'icons'))
    icons += svg_files(os.path.join(source, '..', 'ui', 'icons'))
    names = [os.path.basename(path) for path in icons]
    report.result('icons of the program', [name + ' is missing' for name in (
        APP_ID + '.svg', APP_ID + '-symbolic.svg') if name not in names])
    for path in icons:
        report.result('icon ' + os.path.basename(path), check_icon(path))
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
