# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reading of the tree and of C text, for the checks and the counters."""

import os
import re

# Build folders, whatever git keeps, and what Python leaves behind.
SKIPPED_FOLDERS = re.compile(r'^(build.*|_.*|\.git|__pycache__)$')

TOKEN = re.compile(
    r'''
      (?P<comment> /\*.*?(?:\*/|\Z) | //[^\n]* )
    | (?P<string> "(?:[^"\\\n]|\\.)*" | '(?:[^'\\\n]|\\.)*' )
    ''',
    re.VERBOSE | re.DOTALL,
)

# Components: an included header of src is named by its path from the deepest of these
# folders that it lies in.
INCLUDE_ROOTS = ('src/libexemplar', 'src/service', 'src')

# The tokens of C11, by maximal munch; a line that goes on after a backslash is one line.
LEXEME = re.compile(
    r'''
      (?P<space> (?:[ \t\r\f\v] | \\\n)+ )
    | (?P<newline> \n )
    | (?P<comment> /\*.*?(?:\*/|\Z) | //[^\n]* )
    | (?P<header> (?<=include[ ])<[^>\n]+> )
    | (?P<string> (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*" | [uUL]?'(?:[^'\\\n]|\\.)*' )
    | (?P<name> [^\W\d]\w* )
    | (?P<number> \.?\d(?:[eEpP][-+]|[\w.])* )
    | (?P<punctuator> %:%: | \.\.\. | <<= | >>= | -> | \+\+ | -- | << | >> | <= | >= | == | !=
        | && | \|\| | [-+*/%&|^]= | \#\# | <: | :> | <% | %> | %: | . )
    ''',
    re.VERBOSE | re.DOTALL,
)

DIRECTIVE = re.compile(r'^[ ]*\#[ ]*include\b[ ]*(?P<what>[^\n]*)', re.MULTILINE)


def tree_files(root):
    """Paths of all files under root, relative to it, sorted; build folders left out."""
    found = []
    for folder, folders, files in os.walk(root):
        folders[:] = sorted(f for f in folders if not SKIPPED_FOLDERS.match(f))
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), root)
            if os.path.isfile(os.path.join(root, path)) and name != '.git':
                found.append(path)
    return sorted(found)


def read_text(root, path):
    with open(os.path.join(root, path), encoding='utf-8', errors='replace') as file:
        return file.read()


def include_name(path):
    """The name that a header of src is included by, or None for another."""
    root = max((root for root in INCLUDE_ROOTS if path.startswith(root + '/')), key=len,
               default=None)
    return None if root is None else path[len(root) + 1:]


def _blank(text):
    return re.sub(r'[^\n]', ' ', text)


def without_comments(text):
    """The text with comments made spaces: lines and columns stay."""
    return TOKEN.sub(
        lambda m: _blank(m.group()) if m.lastgroup == 'comment' else m.group(), text)


def only_code(text):
    """The text with comments and the insides of strings made spaces."""

    def blank(match):
        if match.lastgroup == 'comment':
            return _blank(match.group())
        return match.group()[0] + _blank(match.group()[1:-1]) + match.group()[-1]

    return TOKEN.sub(blank, text)


def includes(text):
    """(line number, '<' or '"' or '', name) of every #include; '' is a macro."""
    joined = without_comments(text.replace('\t', ' ').replace('\\\n', '  '))
    for match in DIRECTIVE.finditer(joined):
        line = text.count('\n', 0, match.start()) + 1
        what = match.group('what').strip()
        quoted = re.match(r'([<"])([^>"]+)[>"]$', what)
        if quoted:
            yield line, quoted.group(1), quoted.group(2)
        else:
            yield line, '', what


class Token:
    """A token of C: its kind (a group of LEXEME), text, line, and whether it is the
    preprocessor's."""

    __slots__ = ('kind', 'text', 'line', 'directive')

    def __init__(self, kind, text, line, directive):
        self.kind, self.text, self.line, self.directive = kind, text, line, directive


def tokens(text):
    """All tokens of a text, those of the preprocessor's lines too; no comments."""
    found = []
    line, first, directive = 1, True, False
    for match in LEXEME.finditer(text):
        kind, token = match.lastgroup, match.group()
        if kind == 'newline':
            line, first, directive = line + 1, True, False
        elif kind in ('space', 'comment'):
            line += token.count('\n')
        else:
            directive = directive or (first and token in ('#', '%:'))
            found.append(Token(kind, token, line, directive))
            first = False
            line += token.count('\n')
    return found


def functions(text):
    """(name, first line, number of lines) of every function definition.

    Relies on the format: a function's braces stand in the first column, and nothing else
    with a parameter list before it does.
    """
    lines = only_code(text).split('\n')
    start = None
    name = None
    for number, line in enumerate(lines):
        if line.startswith('{') and start is None:
            head = number
            while head > 0 and not re.match(r'^\s*$|^#|^[{}]|.*[;}]\s*$', lines[head - 1]):
                head -= 1
            declarator = ' '.join(lines[head:number])
            found = re.search(r'(\w+)\s*\(', declarator)
            if found and '=' not in declarator:
                start, name = head, found.group(1)
        elif line.startswith('}') and start is not None:
            yield name, start + 1, number - start + 1
            start = None
