# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Functions of C files, who uses them, and the graphs of files by include and by call.

A scanner of definitions and identifiers, no compiler: it knows no types and expands a macro
only where it pastes names. Calls through pointers are not seen, on purpose: signals, tables
and interfaces are how a lower file reaches a higher one.
"""

import os
import re

import csource

# Attributes that may follow a declarator's parameters.
ATTRIBUTE = re.compile(r'^(?:G_GNUC_\w+|__attribute__|G_ANALYZER_\w+|EXM_TARGET\w*)$')
PRIVATE = re.compile(r'-(?:private|internal)$')
# Words before a parenthesis that call nothing.
KEYWORDS = {'if', 'while', 'for', 'switch', 'return', 'sizeof', 'defined', 'else', 'do', 'case'}


class Function:
    """A definition: its name, file, line, body as token texts, and the names in it."""

    def __init__(self, path, name, line, is_static, body):
        self.path, self.name, self.line, self.is_static = path, name, line, is_static
        self.body = [token.text for token in body]
        self.names, self.calls = uses(body)


class File:
    """A C file: functions, prototypes, includes, and the names outside of functions."""

    def __init__(self, path, text):
        self.path = path
        self.tokens = csource.tokens(text)
        self.includes = [(kind, name) for _, kind, name in csource.includes(text)]
        self.lines = text.count('\n')
        self.functions = []
        self.prototypes = {}
        self.pasting = pasting_macros(self.tokens)
        outside = [token for token in self.tokens if token.directive]
        self._read([token for token in self.tokens if not token.directive], outside)
        self.names, self.calls = uses(outside)
        self.local = {f.name: f for f in self.functions
                      if f.is_static and path.endswith('.c')}

    def _read(self, code, outside):
        """Cuts the code into declarations; what is no function's is outside."""
        start = at = 0
        while at < len(code):
            text = code[at].text
            if text == '(':
                at = closing(code, at, '(', ')')
            elif text == '{':
                end = closing(code, at, '{', '}')
                name = declared(code, start, at)
                if name is not None:
                    self._define(code, start, name, at, end)
                    outside += code[start:name]
                    start = end + 1
                at = end
            elif text == ';':
                name = declared(code, start, at)
                if name is not None and name > start:
                    self.prototypes[code[name].text] = code[name].line
                    outside += code[start:name] + code[name + 1:at]
                else:
                    outside += code[start:at]
                start = at + 1
            at += 1
        outside += code[start:]

    def _define(self, code, start, name, brace, end):
        head = [token.text for token in code[start:name]]
        self.functions.append(Function(self.path, code[name].text, code[name].line,
                                       'static' in head, code[brace:end + 1]))


def closing(code, at, opening, close):
    """The index of the token that closes the one at an index; the last one if none does."""
    depth = 0
    for index in range(at, len(code)):
        text = code[index].text
        if text == opening:
            depth += 1
        elif text == close:
            depth -= 1
            if depth == 0:
                return index
    return len(code) - 1


def declared(code, start, end):
    """The index of the name that a declaration gives to a function, or None."""
    at, name, last = start, None, None
    while at < end:
        text = code[at].text
        if text in ('=', 'typedef', '{'):
            return None
        if text == '(':
            before, opened = code[at - 1], at
            at = closing(code, at, '(', ')')
            if opened == start or not ATTRIBUTE.match(before.text):
                name = opened - 1 if opened > start and before.kind == 'name' else None
                last = at
            elif last is not None and last + 1 == opened - 1:
                last = at
        elif last is not None and ATTRIBUTE.match(text) and last + 1 == at:
            last = at if code[at + 1].text != '(' else last
        at += 1
    return name if last == end - 1 else None


def uses(code):
    """(names, names that are called) of tokens; members of structures are no names here."""
    names, calls = set(), set()
    for index, token in enumerate(code):
        if token.kind != 'name' or (index and code[index - 1].text in ('.', '->')):
            continue
        names.add(token.text)
        if (index + 1 < len(code) and code[index + 1].text == '('
                and token.text not in KEYWORDS):
            calls.add(token.text)
    return names, calls


def directives(code):
    """The preprocessor's lines, as lists of tokens."""
    line = []
    for token in code:
        if token.directive and token.text == '#' and (not line or token.line > line[-1].line):
            if line:
                yield line
            line = []
        if token.directive:
            line.append(token)
    if line:
        yield line


def pasting_macros(code):
    """Macro → (its parameters, the names that it pastes together, as lists of parts)."""
    found = {}
    for line in directives(code):
        texts = [token.text for token in line]
        if '##' not in texts or texts[1:2] != ['define']:
            continue
        end = texts.index(')') if ')' in texts else 2
        parameters = [text for text in texts[4:end] if text != ',']
        pasted, at = [], end + 1
        while at < len(texts):
            parts = [texts[at]]
            while texts[at + 1:at + 2] == ['##'] and at + 2 < len(texts):
                at += 2
                parts.append(texts[at])
            if len(parts) > 1:
                pasted.append(parts)
            at += 1
        found[texts[2]] = (parameters, pasted)
    return found


def pasted_names(code, macros):
    """The names that calls of pasting macros make."""
    names = set()
    for index, token in enumerate(code):
        if token.text not in macros or index + 1 == len(code) or code[index + 1].text != '(':
            continue
        parameters, pasted = macros[token.text]
        end = closing(code, index + 1, '(', ')')
        arguments, depth = [''], 0
        for inner in code[index + 2:end]:
            depth += {'(': 1, ')': -1}.get(inner.text, 0)
            if inner.text == ',' and depth == 0:
                arguments.append('')
            else:
                arguments[-1] += inner.text
        values = dict(zip(parameters, arguments))
        names.update(''.join(values.get(part, part) for part in parts) for parts in pasted)
    return names


def noun(path):
    """Noun of a header and its source: their path without its ending."""
    return PRIVATE.sub('', os.path.splitext(path)[0])


def cycles(graph):
    """The strongly connected sets of more than one node, largest first (Tarjan, no
    recursion)."""
    number, low, stack, on_stack, found = {}, {}, [], set(), []
    for root in sorted(graph):
        work = [(root, None)] if root not in number else []
        while work:
            node, below = work.pop()
            if below is None:
                number[node] = low[node] = len(number)
                stack.append(node)
                on_stack.add(node)
                below = iter(sorted(graph.get(node, ())))
            for other in below:
                if other not in number:
                    work += [(node, below), (other, None)]
                    break
                if other in on_stack:
                    low[node] = min(low[node], low[other])
            else:
                if low[node] == number[node]:
                    part = set()
                    while node not in part:
                        part.add(stack.pop())
                    on_stack -= part
                    if len(part) > 1:
                        found.append(sorted(part))
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low.get(node, low[above]))
    return sorted(found, key=lambda part: (-len(part), part))


class Headers:
    """Path of an included name."""

    def __init__(self, paths):
        self.paths = set(path for path in paths if path.endswith('.h'))
        self.by_name = {}
        for path in self.paths:
            self.by_name.setdefault(os.path.basename(path), []).append(path)

    def find(self, includer, name):
        """All headers that the name may be: the one beside the includer, those that a root of
        includes has, or those whose path ends so."""
        beside = os.path.normpath(os.path.join(os.path.dirname(includer), name))
        if beside in self.paths:
            return [beside]
        rooted = [path for path in self.by_name.get(os.path.basename(name), ())
                  if csource.include_name(path) == name]
        if rooted and '/' in name:
            return sorted(rooted)
        return sorted(path for path in self.by_name.get(os.path.basename(name), ())
                      if path == name or path.endswith('/' + name))


def c_paths(root, folders):
    """The C files below some folders of a tree, data left out."""
    top = tuple(folder + '/' for folder in folders)
    return [path for path in csource.tree_files(root)
            if path.startswith(top) and path.endswith(('.c', '.h')) and '/data/' not in path]


def names_below(root, folder):
    """All names in the C files below a folder."""
    names = set()
    for path in c_paths(root, (folder,)):
        names.update(re.findall(r'[^\W\d]\w*', csource.only_code(csource.read_text(root, path))))
    return names


class Sources:
    """All C files below some folders of a tree, read once."""

    def __init__(self, root, folders=('src',)):
        paths = c_paths(root, folders)
        self.files = {path: File(path, csource.read_text(root, path)) for path in paths}
        self.headers = Headers(paths)
        self.public, self.shared = {}, {}
        for function in self.functions():
            if not function.is_static:
                self.public.setdefault(function.name, function)
            if not function.is_static or function.path.endswith('.h'):
                self.shared.setdefault(function.name, []).append(function)
        macros = {}
        for file in self.files.values():
            macros.update(file.pasting)
        if macros:
            for file in self.files.values():
                file.names |= pasted_names(file.tokens, macros)

    def functions(self):
        for file in self.files.values():
            yield from file.functions

    def resolve(self, path, name):
        """The definitions that a name may mean in a file: its own static one, or all that
        other files can see, of which a condition or an include chooses."""
        local = self.files[path].local.get(name) if path in self.files else None
        return [local] if local is not None else self.shared.get(name, [])

    def by_include(self):
        """Noun → the nouns whose headers its files include."""
        graph = {}
        for file in self.files.values():
            below = graph.setdefault(noun(file.path), set())
            for kind, name in file.includes:
                if kind == '"':
                    below.update(noun(found) for found in self.headers.find(file.path, name))
            below.discard(noun(file.path))
        return graph

    def by_call(self):
        """Noun → noun → the functions of the second that the first calls."""
        graph = {}
        for file in self.files.values():
            here = noun(file.path)
            below = graph.setdefault(here, {})
            for name in set(file.calls).union(*(f.calls for f in file.functions)):
                definitions = self.resolve(file.path, name)
                # A name with several definitions is a template's, beside whoever includes it.
                if len(definitions) == 1 and noun(definitions[0].path) != here:
                    below.setdefault(noun(definitions[0].path), set()).add(name)
        return graph
