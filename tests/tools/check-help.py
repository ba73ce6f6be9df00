#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-help.py [ROOT]

Whether the help of data/help says what the program says. A name in bold stands for a
control: it has to be one of the texts that the sources mark, and its translation in the
help of another language. Each topic has a twin in every language, with the same headings,
links, pictures, keys and commands. Prints TAP, a test a topic and language.
"""

import ast
import os
import re
import subprocess
import sys
import tempfile

import tap

SOURCE = tap.load('check-source.py')
ENGLISH = 'C'
BOLD = re.compile(r'\*\*(.+?)\*\*')
LINK = re.compile(r'(!?)\[[^\]]*\]\(([^)]*)\)')
CODE = re.compile(r'^```.*?^```$', re.M | re.S)
TYPED = re.compile(r'`[^`\n]+`')


def without_mnemonic(text):
    """As it is read: "_Retry" is Retry, "返回(_B)" is 返回."""
    return re.sub(r'\(_\w\)', '', text).replace('_', '')


def read_catalogue(text):
    """Message → what it becomes, of a .po or .pot file; plural forms apart."""
    result = {}
    for entry in re.split(r'\n\s*\n', text):
        fields, key = {}, None
        for line in entry.split('\n'):
            match = re.match(r'(msg\w+(?:\[\d\])?) (".*")$', line)
            if match:
                key = match.group(1)
                fields[key] = ast.literal_eval(match.group(2))
            elif key and line.startswith('"'):
                fields[key] += ast.literal_eval(line)
        for one, other in (('msgid', 'msgstr'), ('msgid', 'msgstr[0]'),
                           ('msgid_plural', 'msgstr[0]')):
            if fields.get(one) and other in fields:
                name = without_mnemonic(fields[one])
                result.setdefault(name, set()).add(without_mnemonic(fields[other]))
    return result


def read_sources(root):
    """All texts that the sources mark now."""
    with tempfile.TemporaryDirectory() as folder:
        pot = os.path.join(folder, 'all.pot')
        subprocess.run(
            ['xgettext', '--force-po', '--from-code=UTF-8', '-o', pot, '--directory=' + root,
             '--files-from=' + os.path.join(root, 'po', 'POTFILES.in')]
            + ['--keyword=' + keyword for keyword in SOURCE.KEYWORDS],
            check=True, capture_output=True)
        with open(pot, encoding='utf-8') as file:
            return set(read_catalogue(file.read()))


class Topic:
    def __init__(self, text):
        prose = TYPED.sub('', CODE.sub('', text))
        self.headings = [len(mark) for mark in re.findall(r'^(#+) ', text, re.M)]
        self.links = [target for _, target in LINK.findall(prose)]
        # Replaced words are in the reader's language.
        self.typed = [re.sub(r'\b[A-Z]{3,}\b|[^\x00-\x7f←-↓]+', '…', code)
                      for code in TYPED.findall(text) + CODE.findall(text)]
        self.names = BOLD.findall(prose)


def read_topics(folder):
    topics = {}
    for name in sorted(os.listdir(folder)):
        if name.endswith('.md'):
            with open(os.path.join(folder, name), encoding='utf-8') as file:
                topics[name] = Topic(file.read())
    return topics


def check_links(folder, topics, topic):
    problems = []
    for target in topic.links:
        is_there = (os.path.exists(os.path.join(folder, target)) if '/' in target
                    else target in topics)
        if not is_there and not target.startswith('https://'):
            problems.append('a link to %s, which does not exist' % target)
    return problems


def check_names(topic, marked):
    return ['**%s** is the name of nothing in the program' % name
            for name in topic.names if name not in marked]


def check_twin(topic, twin, catalogue):
    problems = []
    for what in ('headings', 'links', 'typed'):
        ours, theirs = getattr(topic, what), getattr(twin, what)
        if (sorted(ours), what) != (sorted(theirs), what):
            problems.append('other %s than in English: %s, not %s' % (what, theirs, ours))
    for name in topic.names:
        if name in catalogue and not catalogue[name] & set(twin.names):
            problems.append('**%s** is missing: %s' % (name, ', '.join(catalogue[name])))
    known = set().union(*(catalogue.get(name, ()) for name in topic.names))
    pending = [name for name in topic.names if name not in catalogue]
    problems += ['**%s** is no name of the English topic' % name
                 for name in twin.names if name not in known and not pending]
    return problems


def check_language(report, root, language, english):
    folder = os.path.join(root, 'data', 'help', language)
    topics = read_topics(folder)
    with open(os.path.join(root, 'po', language + '.po'), encoding='utf-8') as file:
        catalogue = read_catalogue(file.read())
    for name, topic in sorted(english.items()):
        problems = ['there is none']
        if name in topics:
            problems = (check_links(folder, topics, topics[name])
                        + check_twin(topic, topics[name], catalogue))
        report.result('%s/%s' % (language, name), problems)
    report.result('%s has no topic of its own' % language,
                  [name for name in topics if name not in english])


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    root = os.path.abspath(argv[1] if len(argv) > 1 else os.path.join(here, '..', '..'))
    report = tap.Report()
    folder = os.path.join(root, 'data', 'help', ENGLISH)
    english = read_topics(folder)
    marked = read_sources(root)
    for name, topic in sorted(english.items()):
        report.result('%s/%s' % (ENGLISH, name),
                      check_links(folder, english, topic) + check_names(topic, marked))
    for language in sorted(os.listdir(os.path.join(root, 'data', 'help'))):
        if os.path.exists(os.path.join(root, 'po', language + '.po')):
            check_language(report, root, language, english)
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
