#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-flatpak.py MANIFEST [APPLICATION-ID]

Whether a Flatpak manifest has what it must have and asks for nothing that it need not. The
part of YAML that such manifests use is read here, so that no package is needed for it.
Prints TAP.
"""

import re
import sys

import tap

REQUIRED = ('id', 'runtime', 'runtime-version', 'sdk', 'command', 'finish-args', 'modules')
ALLOWED = {'--share=network', '--share=ipc', '--socket=wayland', '--socket=fallback-x11',
           '--device=dri', '--talk-name=org.freedesktop.secrets'}
NEEDED = {'--share=network', '--socket=wayland'}
BUILD_SYSTEMS = ('meson', 'cmake-ninja', 'cmake', 'autotools', 'simple')
SOURCES = {'git': ('url', 'tag'), 'archive': ('url', 'sha256'), 'dir': ('path',)}
OLDEST_RUNTIME = 47


class BadYaml(Exception):
    pass


def scalar(text):
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in '\'"':
        return text[1:-1]
    return {'true': True, 'false': False}.get(text, text)


def read_lines(text):
    """(number, indentation, content) of each line that says something."""
    lines = []
    for number, line in enumerate(text.split('\n'), 1):
        content = re.sub(r'(^|\s)#.*$', '', line).rstrip()
        if '\t' in content:
            raise BadYaml('line %d: a tab' % number)
        if content:
            lines.append((number, len(content) - len(content.lstrip()), content.lstrip()))
    return lines


def read_block(lines, at, indent):
    """The mapping or list at an indentation, and where it ends."""
    result = [] if lines[at][2].startswith('- ') else {}
    while at < len(lines) and lines[at][1] == indent:
        number, _, content = lines[at]
        if content.startswith('- ') != isinstance(result, list):
            raise BadYaml('line %d: a list and a mapping in one' % number)
        if isinstance(result, list):
            inner = content[2:].lstrip()
            if re.match(r'[\w-]+:( |$)', inner):
                step = indent + len(content) - len(inner)
                lines[at] = (number, step, inner)
                value, at = read_block(lines, at, step)
            else:
                value, at = scalar(inner), at + 1
            result.append(value)
            continue
        match = re.match(r'([\w-]+):(?: +(.*))?$', content)
        if not match:
            raise BadYaml('line %d: no "key: value"' % number)
        if match.group(1) in result:
            raise BadYaml('line %d: %s a second time' % (number, match.group(1)))
        at += 1
        if match.group(2):
            result[match.group(1)] = scalar(match.group(2))
        elif at < len(lines) and lines[at][1] > indent:
            result[match.group(1)], at = read_block(lines, at, lines[at][1])
        else:
            raise BadYaml('line %d: nothing in %s' % (number, match.group(1)))
    return result, at


def read_yaml(text):
    lines = read_lines(text)
    if not lines:
        raise BadYaml('nothing in it')
    value, at = read_block(lines, 0, lines[0][1])
    if at < len(lines):
        raise BadYaml('line %d: wrong indentation' % lines[at][0])
    return value


def check_keys(manifest, app_id):
    problems = ['no ' + key for key in REQUIRED if key not in manifest]
    if manifest.get('id') != app_id:
        problems.append('id is %s, not %s' % (manifest.get('id'), app_id))
    if manifest.get('runtime') != 'org.gnome.Platform' or manifest.get('sdk') != 'org.gnome.Sdk':
        problems.append("runtime and sdk are GNOME's")
    version = str(manifest.get('runtime-version', ''))
    if not version.isdigit() or int(version) < OLDEST_RUNTIME:
        problems.append('runtime-version "%s" is no current one' % version)
    return problems


def check_permissions(manifest):
    asked = manifest.get('finish-args', [])
    problems = ['%s is more than it needs' % arg for arg in asked if arg not in ALLOWED]
    return problems + ['without %s it does not work' % arg
                       for arg in sorted(NEEDED.difference(asked))]


def check_source(name, source):
    kind = source.get('type')
    if kind not in SOURCES:
        return ['%s: a source of type %s' % (name, kind)]
    problems = ['%s: a %s without %s' % (name, kind, key)
                for key in SOURCES[kind] if key not in source]
    if not source.get('url', 'https://').startswith('https://'):
        problems.append('%s: %s is not fetched by https' % (name, source['url']))
    return problems


def check_modules(manifest):
    problems = []
    modules = manifest.get('modules', [])
    for module in modules:
        name = module.get('name', 'a module without a name')
        if 'name' not in module:
            problems.append(name)
        if module.get('buildsystem') not in BUILD_SYSTEMS:
            problems.append('%s: buildsystem %s' % (name, module.get('buildsystem')))
        if not module.get('sources'):
            problems.append('%s: no sources' % name)
        for source in module.get('sources', []):
            problems += check_source(name, source)
    if not modules or modules[-1].get('name') != 'exemplar':
        problems.append('the last module is exemplar')
    return problems


def main(argv):
    report = tap.Report()
    with open(argv[1], encoding='utf-8') as file:
        text = file.read()
    app_id = argv[2] if len(argv) > 2 else 'io.github.exemplar_workbench.Exemplar'
    try:
        manifest = read_yaml(text)
    except BadYaml as error:
        report.result('yaml', [str(error)])
        return report.finish()
    report.result('keys', check_keys(manifest, app_id))
    report.result('finish-args', check_permissions(manifest))
    report.result('modules', check_modules(manifest))
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
