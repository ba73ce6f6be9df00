#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-words.py [--lists | --lower] [ROOT]

Words of comments, names and messages. A comment begins with a verb or a noun, not with one of
five pronouns and the like; names and words of the program that were replaced do not come back.
Prints TAP, a test a rule.

  --lists  print every comment that begins so
  --lower  write today's numbers into the ratchet, where they have not grown
"""

import ast
import os
import re
import sys

import csource
import ratchet
import tap

BEGINNING = r'(?:What|Where|Who|That|Of)\b'

# Replaced name → the one in its place. Whole names of ours; "exm_old_*" stands for all that
# begin so; a name with dashes is also that of a file.
RETIRED = {
    'call_right': 'approve',
    'can_look_right': 'is_approvable',
    'go_over': 'run_second_pass',
    'meet_outage': 'record_output_failure',
    'put_off': 'reschedule',
    'ExmTrouble*': 'ExmProblem', 'exm_trouble*': 'exm_problem', 'EXM_TROUBLE*': 'EXM_PROBLEM',
    'ExmOutage': 'ExmOutputFailure', 'exm_outage*': 'exm_output_failure',
    'ExmLook*': 'ExmProbe', 'exm_look_*': 'exm_probe_', 'exm_core_go_over': 'exm_core_run_second_pass',
    'exm_core_put_off': 'exm_core_reschedule', 'exm_opinions*': 'exm_secondary_methods',
    'ExmCalmList*': 'ExmBatchedListModel', 'exm_calm_list*': 'exm_batched_list_model',
    'ExmArticleDeed': 'ExmReviewAction', 'exm_article_deed*': 'exm_review_action',
    'ExmXmlMender': 'ExmXmlRepair', 'exm_xml_mender*': 'exm_xml_repair', 'exm_app_init*': 'exm_init',
    'ExmTape*': 'ExmEventList', 'exm_tape*': 'exm_event_list', 'exm-tape': 'exm-event-list',
    'exm_features_get_taste': 'exm_features_get_inclusion',
    'ExmComparison': 'ExmAlignment', 'ExmTable': 'ExmWeights', 'ExmTableParts': 'ExmWeightsParts',
}
# Replaced words of messages and translations → those in their place: one thing, one name.
RETIRED_SAID = {
    'Which Pages Not': 'Leave Out', 'that are none': 'that are not articles',
    'of what is none': 'that are not articles', 'At most articles of': 'Articles per run, at most',
    'for any number': '0 means no limit', 'such as a/b': 'for example News/Local',
    'Not sure of the body': 'Not sure this is the whole article', 'Were Stored': 'Came In',
    'Example until now': 'Current example', 'Compare First': 'Compare…',
    'tried again by itself': 'retried automatically', 'to look at': 'to review',
    'to be looked at': 'to review', 'At the outset': 'Starting value', 'Lanes': 'Evidence',
    'more lane': 'other signal', 'Put it right': 'Correct this page',
    'too hopeful': 'tends to be too high', 'failed inside': 'internal error',
    'is no window': 'is not a time range', 'Least full text': 'Minimum words', 'Most tags': 'Maximum tags',
    '页面': '网页', '比较': '对比', '裁定': '标注', '跳到': '转到', '没把握（': '把握不足（',
    '采集于 ': '采集于', '要看': '待审',
}
# Words beside which one of these means something else.
OTHER_SENSE = re.compile('比较[慢快粗高低]')
PO_TEXT = re.compile(r'(?:msgid|msgid_plural|msgstr(?:\[\d\])?) "|"')
# The files that have to write them.
OWN = re.compile(r'^tests/tools/(test-)?check-words\.py$')

DATA = re.compile(r'^tests/(data|fuzz/corpus)/')
PLACES = re.compile(r'^(src|tests|dev$)')
RETIRED_PLACES = re.compile(r'^(src|tests|docs|ui)/|^CONTRIBUTING\.md$')
SLASHED = re.compile(r'\.(c|h|js|css)$')
HASHED = re.compile(r'(^dev|\.sh|/meson\.build)$')
TEXT = re.compile(r'(\.(c|h|js|css|py|sh|ui|md|xml|build|txt)|^dev)$')

C_BEGINNING = re.compile(r'(?:/\*+[\s*]*|//+\s*)' + BEGINNING)
# The description of a documented function follows its name and parameters.
DESCRIPTION = re.compile(r'/\*\*\n(?: \*[ ]+\S[^\n]*\n)+ \*\n \* (' + BEGINNING + ')')
HASH = re.compile(r'^[ ]*#[ ]?(.*)')


def slashed_comments(text):
    """Lines of C comments that begin so, or whose description does."""
    for match in csource.TOKEN.finditer(text):
        comment = match.group()
        if match.lastgroup != 'comment':
            continue
        line = text.count('\n', 0, match.start()) + 1
        if C_BEGINNING.match(comment):
            yield line
        else:
            found = DESCRIPTION.match(comment)
            if found:
                yield line + comment.count('\n', 0, found.start(1))


def hashed_comments(text):
    """The same of comments behind a #; a line below another goes on with it."""
    before = False
    for number, line in enumerate(text.split('\n'), 1):
        found = HASH.match(line)
        if found and not before and re.match(BEGINNING, found.group(1)):
            yield number
        before = bool(found)


def docstrings(text):
    tree = ast.parse(text)
    for node in [tree] + [node for node in ast.walk(tree)
                          if isinstance(node, (ast.FunctionDef, ast.ClassDef))]:
        if re.match(BEGINNING, ast.get_docstring(node) or ''):
            yield node.body[0].lineno


def beginnings(root):
    """(path, line) of every comment that begins so."""
    for path in csource.tree_files(root):
        if DATA.match(path) or not PLACES.match(path):
            continue
        readers = ((slashed_comments,) if SLASHED.search(path)
                   else (hashed_comments,) if HASHED.search(path)
                   else (hashed_comments, docstrings) if path.endswith('.py') else ())
        text = csource.read_text(root, path) if readers else ''
        for reader in readers:
            for line in reader(text):
                yield path, line


def by_folder(places):
    found = {}
    for path, _ in places:
        folder = os.path.dirname(path) or '.'
        found[folder] = found.get(folder, 0) + 1
    return found


def check_comments(root):
    places = list(beginnings(root))
    problems = ratchet.compare(root, 'comments', by_folder(places), 'comments')
    grown = {problem.split(':')[0] for problem in problems if 'at most' in problem}
    return problems + ['%s:%d' % (path, line) for path, line in places
                       if (os.path.dirname(path) or '.') in grown]


def retired_pattern(names):
    """One expression for all retired names, or None."""
    parts = []
    for name in sorted(names):
        dash = '-' if '-' in name else ''
        end = r'\w*' if name.endswith('*') else r'(?![\w%s])' % dash
        parts.append(r'(?<![\w%s])%s%s' % (dash, re.escape(name.rstrip('*')), end))
    return re.compile('|'.join(parts)) if parts else None


def replacement(found):
    if found in RETIRED:
        return RETIRED[found]
    return next(new for old, new in RETIRED.items()
                if old.endswith('*') and found.startswith(old[:-1]))


def check_retired(root):
    pattern = retired_pattern(RETIRED)
    problems = []
    if pattern is None:
        return problems
    for path in csource.tree_files(root):
        if OWN.match(path) or DATA.match(path) or not RETIRED_PLACES.match(path):
            continue
        if not TEXT.search(path):
            continue
        lines = [os.path.splitext(os.path.basename(path))[0]]
        lines += csource.read_text(root, path).split('\n')
        for number, line in enumerate(lines):
            for match in pattern.finditer(line):
                problems.append('%s:%d: %s is now %s' % (path, number, match.group(),
                                                         replacement(match.group())))
    return problems


def po_messages(text):
    """First line, text of each msgid and msgstr of a catalogue; not of those that are gone."""
    first, parts = 0, []
    for number, line in enumerate(text.split('\n') + [''], 1):
        if not line.startswith('"') and parts:
            yield first, ''.join(parts)
            parts = []
        if PO_TEXT.match(line):
            first = first if parts else number
            parts.append(line[line.index('"') + 1:-1])


def check_said(root):
    problems = []
    for path in csource.tree_files(root):
        if not re.match(r'po/[^/]+\.po$', path):
            continue
        for number, said in po_messages(csource.read_text(root, path)):
            said = OTHER_SENSE.sub('', said)
            problems += ['%s:%d: “%s” is now “%s”' % (path, number, old, new)
                         for old, new in RETIRED_SAID.items() if old in said]
    return problems


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    args = [arg for arg in argv[1:] if not arg.startswith('--')]
    root = os.path.abspath(args[0] if args else os.path.join(here, '..', '..'))
    if '--lists' in argv:
        print('\n'.join('%s:%d' % place for place in beginnings(root)))
        return 0
    if '--lower' in argv:
        return ratchet.print_problems(
            ratchet.lower(root, 'comments', by_folder(beginnings(root))))
    report = tap.Report()
    report.result('comments: begin with a verb or a noun', check_comments(root))
    report.result('retired: replaced names do not come back', check_retired(root))
    report.result('said: replaced words of messages do not come back', check_said(root))
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
