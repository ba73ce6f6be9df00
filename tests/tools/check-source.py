#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-source.py [--lower] [ROOT]

The house rules as a program: format, length, headers, words, translations. Prints TAP, a
test a rule. With --lower: writes today's entries of folders into the ratchet, where they
have not grown.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile

import csource
import ratchet
import tap

MAX_FILE_LINES = 900
# Files that may be longer: path → reason. A folder in front of the name is not needed, so
# that a row outlives a move.
LONG_FILES = {
    'src/app/web/exm-page-view.c':
        'one widget: a load, marks and links of one page; what they say are nouns of their own',
    'src/app/workbench/exm-workbench-page.c':
        'a screen: its actions, and what joins the parts, which are nouns of their own',
    'src/app/analysis/exm-analysis.c':
        'the model that all views of the workbench ask; its parts are nouns of their own',
}
MAX_FUNCTION_LINES = 80
MAX_ENTRIES = 40
# Folders of one kind of data, as many as there are.
CROWDED = re.compile(r'^tests/(fuzz/corpus|data)(/|$)|/data(/|$)')
CLANG_FORMAT_VERSION = 14

# Pages and recorded input keep their bytes, whatever these are.
DATA = re.compile(r'^(data/sample|data/pictures|tests/data|tests/fuzz/corpus)/')
CODE = re.compile(r'(\.(c|h|py|sh|js)|^dev|^\.ci/run)$')
TEXT = re.compile(
    r'(\.(c|h|py|sh|js|css|ui|md|in|po|build|txt|xml|yml)|^dev|^\.ci/run|^NEWS'
    r'|^\.editorconfig|^\.clang-format|^\.gitignore|/LINGUAS)$')

# Written so that this file does not hold what it looks for.
UNFINISHED = re.compile(r'\b(?:TO' r'DO|FIX' r'ME|XX' r'X)\b')
MACHINE = re.compile(
    r'(?<![\w.-])/(?:wo' r'rk|fa' r'rm|ro' r'ot)/' r'|(?<![\w.-])/ho' r'me/[a-z]'
    r'|(?<![\w)\]-])\.lib' r'rary\b')

TRANSLATED = re.compile(
    r'(?<!\w)(?:_|N_|Q_|C_|NC_|g_d?n?p?gettext2?|g_d[np]gettext2?|n?gettext) ?\(')
# xgettext knows the macros of <inttypes.h>, and ends a text at any other.
CUT_TEXT = re.compile(TRANSLATED.pattern + r'[^;]*?" *\n? *(G_[A-Z0-9]+_FORMAT)\b')
KEYWORDS = ('_', 'N_', 'Q_', 'C_:1c,2', 'NC_:1c,2', 'g_dgettext:2', 'g_dngettext:2,3',
            'g_dpgettext:2c,3', 'g_dpgettext2:2c,3', 'gettext', 'ngettext:1,2')

# Folders whose errors the worker may store, for readers of any language: exm-said-
# error.h.
STORED = re.compile(r'^src/(?:libexemplar/(?:extract|methods|types|page|charset|metadata)/'
                    r'|libexemplar/engine/exm-engine|render/exm-render\.c'
                    r'|service/(?:task|store|fetch|url|discover|publish|jobs)/'
                    r'|service/worker/exm-(?:core|reextract))')
PLAIN_ERROR = re.compile(
    r'\bg_(?:set_error|error_new|prefix_error|propagate_prefixed_error'
    r'|task_return_new_error)(?:_literal|_valist)? ?\(([^;]*);')
NEVER_STORED = re.compile(r'\bG_IO_ERROR_(?:CANCELLED|CLOSED)\b')

# Folders that decide what a page is, and their tables: no site has a rule of its own there.
DECIDING = re.compile(r'^src/(?:libexemplar|lab|render|service/(?:discover|setup|url|diff))/')
HOST = re.compile(r'(?<![\w.@-])(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+'
                  r'(?:com|org|net|edu|gov|info|io|co|cn|hk|tw|jp|kr|ru|pl|gr|de|fr|es|it|uk|in|br)'
                  r'(?![\w-]|\.[a-z])', re.IGNORECASE)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
# Names of formats and licences, of which no page is: the hosts, and paths where they are asked.
NAMES_OF_FORMATS = re.compile(
    r'^(?:(?:www|schemas?)\.)?(?:w3|schema|purl|creativecommons|sitemaps|netscape|userland'
    r'|rssnamespace|example)\.(?:org|com|net)$|\.example\.(?:com|org|net|co\.uk)$'
    r'|^example\.co\.uk$')
# Files that tell the operator of services which are no sites: nothing is extracted by these.
SERVICES = ('src/service/setup/exm-probe-address.c',)
FORMATS = {
    'src/libexemplar/html/exm-html-tree-head.c': {'www.ibm.com'},
    'src/service/discover/exm-xml-stream.c': {
        'my.netscape.com', 'backend.userland.com', 'blogs.law.harvard.edu', 'search.yahoo.com',
        'www.google.com'},
}

# Functions that ask the locale of whoever runs the program; pages and files are in none.
LOCALE_ASKED = re.compile(
    r'\b(g_utf8_str(?:up|down)|g_utf8_collate\w*|g_str_(?:to_ascii|tokenize_and_fold|match_string)'
    r'|tow?(?:lower|upper)|isw?(?:alnum|alpha|blank|cntrl|digit|graph|lower|print|punct|space'
    r'|upper|xdigit)|strn?casecmp|strcasestr|strcoll|strxfrm|strto(?:d|f|ld)|atof|strftime'
    r'|strptime|setlocale|newlocale|uselocale|localeconv|nl_langinfo|mbs?r?towcs?|wcr?s?tombs?'
    r') ?\(')
# Programs take the language of their user; names are in the order that he expects.
LOCALE_FOLLOWED = {
    'src/libexemplar/base/exm-said.c': {'setlocale'},
    'src/app/session/exm-task-list.c': {'g_utf8_collate_key_for_filename'},
    'src/app/tasks/exm-task-tree.c': {'g_utf8_collate_key_for_filename'},
    'src/app/tasks/exm-task-columns.c': {'g_utf8_collate', 'g_utf8_collate_key_for_filename'},
    'src/cli/main.c': {'setlocale'},
    'src/render/main.c': {'setlocale'},
}
# Numbers for people; the command line has set the locale's numbers to those of C.
LOCALE_NUMBERS = re.compile(r'^src/(?:app|cli)/')
FRACTION = re.compile(r'"(?:[^"\\\n]|\\.)*?(?<!%)%(?:\d+\$)?[-+ #]*(?!\.0f)(?:\.[*\d]+)?[fFgGeEaA](?![a-z])')
# Printed with a point by what they are given to.
SAFE_FRACTION = re.compile(r'\bg_ascii_formatd\b|\bN_ \(|\bexm_said_')
NAMED_DAY = re.compile(r'\bg_date_time_format \([^;]*?"[^"\n]*%[-0_]?[aAbBcEhOpPrxX]')

# A call of the store that can fail: its error and its result are somebody's business, unless
# the function around it says in its name that it reports.
STORE_DECLARATION = re.compile(
    r'^(\w+)[ *]*\n?(exm_store_\w+) \(([^;{}]*?)GError \*\*error\)\s*;', re.MULTILINE)
STORE_CALL = re.compile(r'\b(exm_store_\w+) ?\(')
STORE_CALLERS = re.compile(r'^src/(?:app|cli|lab|service)/.*\.c$')


class Tree:
    def __init__(self, root):
        self.root = os.path.abspath(root)
        self.files = csource.tree_files(root)
        self.c_files = [f for f in self.files
                        if re.match(r'(src|tests)/.*\.[ch]$', f) and not DATA.match(f)]
        self.code_files = [f for f in self.files if CODE.search(f) and not DATA.match(f)]
        self.text_files = [f for f in self.files if TEXT.search(f) and not DATA.match(f)]

    def read(self, path):
        return csource.read_text(self.root, path)

    def path(self, path):
        return os.path.join(self.root, path)

    def numbered_lines(self, paths):
        for path in paths:
            for number, line in enumerate(self.read(path).split('\n'), 1):
                yield '%s:%d' % (path, number), line


def run(argv, cwd=None):
    """(exit status, both outputs); a program that is not there is status 127."""
    env = dict(os.environ, LC_ALL='C.UTF-8', LANGUAGE='')
    try:
        done = subprocess.run(argv, cwd=cwd, env=env, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True, check=False)
    except FileNotFoundError:
        return 127, argv[0] + ' is not installed'
    return done.returncode, done.stdout.strip()


def check_format(tree):
    program = shutil.which('clang-format-%d' % CLANG_FORMAT_VERSION) or 'clang-format'
    status, output = run([program, '--version'])
    if status:
        return ['clang-format %d is needed: %s' % (CLANG_FORMAT_VERSION, output)]
    found = re.search(r'version (\d+)\.', output)
    if not found or int(found.group(1)) != CLANG_FORMAT_VERSION:
        return ['clang-format %d is needed, this is: %s' % (CLANG_FORMAT_VERSION, output)]
    if not tree.c_files:
        return ['no C file found under ' + tree.root]
    status, output = run([program, '--dry-run', '-Werror', '--style=file'] + tree.c_files,
                         cwd=tree.root)
    return [output or 'clang-format failed'] if status else []


def check_spdx(tree):
    problems = []
    for path in tree.code_files:
        head = '\n'.join(tree.read(path).split('\n')[:5])
        for tag in ('SPDX-FileCopyrightText: ', 'SPDX-License-Identifier: GPL-3.0-or-later'):
            if tag not in head:
                problems.append('%s: no "%s" in the first lines' % (path, tag.strip()))
    return problems


def check_pragma_once(tree):
    problems = []
    for path in tree.c_files:
        if path.endswith('.h') and '/pch/' not in path:
            code = csource.without_comments(tree.read(path)).strip()
            if not code.startswith('#pragma once\n') and code != '#pragma once':
                problems.append(path + ': a header begins with #pragma once')
    return problems


def check_file_length(tree):
    problems = []
    found = {}
    for path in tree.code_files:
        lines = tree.read(path).count('\n')
        if lines > MAX_FILE_LINES:
            row = next((row for row in LONG_FILES if ('/' + path).endswith('/' + row)), None)
            if row is None:
                problems.append('%s: %d lines, at most %d without a reason in LONG_FILES'
                                % (path, lines, MAX_FILE_LINES))
            found[row] = path
    for row, reason in LONG_FILES.items():
        if row not in found:
            problems.append('%s: LONG_FILES need not list it' % row)
        if not reason:
            problems.append('%s: LONG_FILES gives no reason' % row)
    return problems


def folder_entries(tree):
    """Folder of src, tests or ui, at any depth → its files and folders, where too many."""
    entries = {}
    for path in tree.files:
        parts = path.split('/')
        if parts[0] in ('src', 'tests', 'ui'):
            for depth in range(1, len(parts)):
                entries.setdefault('/'.join(parts[:depth]), set()).add(parts[depth])
    return {folder: len(names) for folder, names in entries.items()
            if len(names) > MAX_ENTRIES and not CROWDED.search(folder)}


def check_folder_entries(tree):
    return ratchet.compare(tree.root, 'folder-entries', folder_entries(tree),
                           'entries (%d without a row)' % MAX_ENTRIES)


def python_functions(text):
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.name, node.lineno, node.end_lineno - node.lineno + 1


def shell_functions(text):
    for match in re.finditer(r'^(\w+) *\(\).*?^[})]', text, re.MULTILINE | re.DOTALL):
        line = text.count('\n', 0, match.start()) + 1
        yield match.group(1), line, match.group().count('\n') + 1


def check_function_length(tree):
    problems = []
    for path in tree.code_files:
        if path.endswith('.js'):
            continue
        if path.endswith(('.c', '.h')):
            functions = csource.functions
        else:
            functions = python_functions if path.endswith('.py') else shell_functions
        for name, line, count in functions(tree.read(path)):
            if count > MAX_FUNCTION_LINES:
                problems.append('%s:%d: %s has %d lines, at most %d'
                                % (path, line, name, count, MAX_FUNCTION_LINES))
    return problems


def check_tabs(tree):
    return [place + ': a tab' for place, line in tree.numbered_lines(tree.text_files)
            if '\t' in line]


def check_trailing_space(tree):
    problems = [place + ': white space at the end'
                for place, line in tree.numbered_lines(tree.text_files)
                if line != line.rstrip()]
    for path in tree.text_files:
        text = tree.read(path)
        if text and (not text.endswith('\n') or text.endswith('\n\n')):
            problems.append(path + ': a file ends with one line feed')
    return problems


def check_unfinished(tree):
    problems = []
    for place, line in tree.numbered_lines(tree.text_files):
        found = UNFINISHED.search(line)
        if found:
            problems.append('%s: %s' % (place, found.group()))
    return problems


def check_machine_words(tree):
    """All files, pages and recorded input too."""
    problems = []
    for place, line in tree.numbered_lines(tree.files):
        found = MACHINE.search(line)
        if found:
            problems.append('%s: "%s" is of one machine' % (place, found.group()))
    return problems


def listed_sources(tree):
    """The files of po/POTFILES.in, or None if there is none."""
    if 'po/POTFILES.in' not in tree.files:
        return None
    lines = (line.split('#')[0].strip() for line in tree.read('po/POTFILES.in').split('\n'))
    return [line for line in lines if line]


def marked_sources(tree):
    """Files of src that mark text for translation."""
    return [path for path in tree.c_files if path.startswith('src/')
            and TRANSLATED.search(re.sub(r'^[ ]*#[ ]*define .*', '',
                                         csource.only_code(tree.read(path)), flags=re.M))]


def check_potfiles(tree):
    listed = listed_sources(tree)
    if listed is None:
        return ['po/POTFILES.in is missing']
    marked = marked_sources(tree)
    problems = [path + ' marks text, but po/POTFILES.in does not list it'
                for path in marked if path not in listed]
    for path in listed:
        if path not in tree.files:
            problems.append('po/POTFILES.in lists %s, which does not exist' % path)
        elif path.endswith(('.c', '.h')) and path not in marked:
            problems.append('po/POTFILES.in lists %s, which marks no text' % path)
    return problems


def check_cut_texts(tree):
    problems = []
    for path in marked_sources(tree):
        code = csource.only_code(tree.read(path))
        for match in CUT_TEXT.finditer(code):
            inside = code[match.start():match.start(1)]
            if inside.count('(') > inside.count(')'):
                problems.append('%s:%d: %s cuts a text for translators; use <inttypes.h> or %%zu'
                                % (path, code.count('\n', 0, match.start(1)) + 1, match.group(1)))
    return problems


def check_stored_errors(tree):
    problems = []
    for path in filter(STORED.match, marked_sources(tree)):
        code = csource.only_code(tree.read(path))
        for match in PLAIN_ERROR.finditer(code):
            if TRANSLATED.search(match.group(1)) and not NEVER_STORED.search(match.group(1)):
                problems.append('%s:%d: stored in the words of one language; set it by '
                                'exm_said_set_error()'
                                % (path, code.count('\n', 0, match.start()) + 1))
    return problems


def check_hosts(tree):
    """Strings of the sources, and whole tables."""
    problems = []
    for path in sorted(f for f in tree.files if DECIDING.match(f) and f not in SERVICES):
        if path.endswith(('.c', '.h')):
            text = csource.without_comments(tree.read(path))
            texts = [(match.start(), match.group()) for match in STRING.finditer(text)]
        elif path.endswith(('.table', '.model')):
            text = tree.read(path)
            texts = [(0, text)]
        else:
            continue
        for at, string in texts:
            problems += ['%s:%d: %s: no site has rules of its own'
                         % (path, text.count('\n', 0, at + found.start()) + 1, found.group())
                         for found in HOST.finditer(string)
                         if not NAMES_OF_FORMATS.search(found.group())
                         and found.group() not in FORMATS.get(path, ())]
    return problems


def check_locale(tree):
    problems = []
    for path in (f for f in tree.c_files if f.startswith('src/')):
        text = csource.without_comments(tree.read(path))
        found = [(match.start(), match.group(1))
                 for match in LOCALE_ASKED.finditer(csource.only_code(text))
                 if match.group(1) not in LOCALE_FOLLOWED.get(path, ())]
        if not LOCALE_NUMBERS.match(path):
            found += [(match.start(), 'a number with its fraction')
                      for match in FRACTION.finditer(text)
                      if not SAFE_FRACTION.search(re.split('[;{}]', text[:match.start()])[-1])]
            found += [(match.start(), 'the name of a day or month')
                      for match in NAMED_DAY.finditer(text)]
        problems += ['%s:%d: %s depends on the locale' % (path, text.count('\n', 0, at) + 1, what)
                     for at, what in sorted(found)]
    return problems


def store_functions(tree):
    """The functions of the store that can fail: by name, what they return."""
    found = {}
    for path in tree.c_files:
        if re.match(r'src/service/store/.*\.h$', path):
            for match in STORE_DECLARATION.finditer(csource.only_code(tree.read(path))):
                found[match.group(2)] = match.group(1)
    return found


def last_argument(code, start):
    """Last argument of a call whose arguments begin at start."""
    depth, end = 1, start
    while depth > 0 and end < len(code):
        depth += {'(': 1, ')': -1}.get(code[end], 0)
        end += 1
    return code[start:end - 1].split(',')[-1].strip()


def check_store_errors(tree):
    problems = []
    functions = store_functions(tree)
    for path in filter(STORE_CALLERS.match, tree.c_files):
        text = tree.read(path)
        code = csource.only_code(text)
        reporting = [range(first, first + n) for name, first, n in csource.functions(text)
                     if name.endswith('_or_report')]
        for match in STORE_CALL.finditer(code):
            line = code.count('\n', 0, match.start()) + 1
            if match.group(1) not in functions or any(line in r for r in reporting):
                continue
            before = code[:match.start()].rstrip()
            if last_argument(code, match.end()) == 'NULL':
                said = 'drops its error'
            elif (functions[match.group(1)] == 'gboolean'
                  and re.search(r'([;{})]|\belse)$', before)):
                said = 'is called without a look at what it returns'
            else:
                continue
            problems.append('%s:%d: %s %s; handle it, or do so in a function …_or_report'
                            % (path, line, match.group(1), said))
    return problems


def check_po(tree, path):
    """Problems of one translation: its own, and what the sources have beyond it."""
    status, output = run(['msgfmt', '--check', '--statistics', '-o', os.devnull,
                          tree.path(path)])
    if status:
        return [output]
    problems = []
    if re.search(r'\d+ (fuzzy|untranslated)', output):
        problems.append('%s: %s' % (path, output))
    if not listed_sources(tree):
        return problems
    with tempfile.TemporaryDirectory() as folder:
        pot = os.path.join(folder, 'all.pot')
        status, output = run(
            ['xgettext', '--force-po', '--from-code=UTF-8', '--add-comments=translators', '-o', pot,
             '--directory=' + tree.root, '--files-from=' + tree.path('po/POTFILES.in')]
            + ['--keyword=' + keyword for keyword in KEYWORDS])
        if status or not os.path.exists(pot):
            return problems + [output or 'xgettext wrote nothing']
        status, output = run(['msgcmp', tree.path(path), pot])
        if status or 'this message is not used' in output:
            problems.append('%s: not what the sources say\n%s'
                            % (path, with_messages(output, pot, tree.root)))
    return problems


def with_messages(output, pot, root):
    """msgcmp's complaints with the message in place of its line in the template."""
    with open(pot, encoding='utf-8') as file:
        lines = file.read().split('\n')

    def message(match):
        before = [line for line in lines[:int(match.group(1))] if line.startswith('msgid ')]
        return before[-1] + ':' if before else match.group()

    output = re.sub(re.escape(pot) + r':(\d+):', message, output)
    return output.replace(root + '/', '')


def check_translations(tree):
    if 'po/LINGUAS' not in tree.files:
        return ['po/LINGUAS is missing']
    languages = re.sub(r'#[^\n]*', '', tree.read('po/LINGUAS')).split()
    problems = [] if 'zh_CN' in languages else ['po/LINGUAS does not list zh_CN']
    for language in languages:
        path = 'po/%s.po' % language
        problems += check_po(tree, path) if path in tree.files else [path + ' is missing']
    return problems


RULES = (
    ('format: clang-format %d changes nothing' % CLANG_FORMAT_VERSION, check_format),
    ('spdx: every source names its licence', check_spdx),
    ('pragma-once: every header begins with it', check_pragma_once),
    ('file-length: at most %d lines' % MAX_FILE_LINES, check_file_length),
    ('folder-entries: at most %d in a folder' % MAX_ENTRIES, check_folder_entries),
    ('function-length: at most %d lines' % MAX_FUNCTION_LINES, check_function_length),
    ('tabs: none', check_tabs),
    ('trailing-space: none', check_trailing_space),
    ('unfinished: no marks for later', check_unfinished),
    ('machine-words: no path of one machine', check_machine_words),
    ('potfiles: what marks text is listed', check_potfiles),
    ('cut-texts: no macro ends a text for translators', check_cut_texts),
    ('stored-errors: can be said in every language', check_stored_errors),
    ('locale: nothing depends on it but what people read', check_locale),
    ('hosts: no rule for one site', check_hosts),
    ('store-errors: the store is listened to', check_store_errors),
    ('translations: complete', check_translations),
)


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    args = [arg for arg in argv[1:] if arg != '--lower']
    tree = Tree(args[0] if args else os.path.join(here, '..', '..'))
    if '--lower' in argv:
        return ratchet.print_problems(
            ratchet.lower(tree.root, 'folder-entries', folder_entries(tree)))
    report = tap.Report()
    for name, rule in RULES:
        report.result(name, rule(tree))
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
