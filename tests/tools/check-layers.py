#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-layers.py [ROOT]

Reads every #include in src and tests and every dependency in src/*/meson.build, and
compares them with the arrows of src/DESIGN.md, which are the tables below. A folder that
does not exist yet keeps its row. Prints TAP, a test a folder.
"""

import os
import re
import sys

import csource
import tap

# Folder under src → the folders that it may see. Arrows are transitive; no others. A
# folder in a folder that has a row here is no part of the one around it.
ARROWS = {
    'base': (),
    'model': ('base',),
    'kernel': (),
    'extract': ('kernel', 'model'),
    'page': ('model',),
    'xpath': ('page',),
    'engine': ('page', 'extract'),
    'train': ('engine',),
    'store': ('model',),
    'collect': ('model',),
    'publish': ('model',),
    'worker': ('engine', 'store', 'collect', 'publish'),
    'render': ('collect',),
    'sample': ('base',),
    'cli': ('worker', 'train', 'engine', 'xpath', 'store', 'collect', 'publish', 'render', 'sample', 'model'),
    # An analysis holds what the chart draws, which is no widget.
    'app/models': ('app/chart', 'worker', 'train', 'engine', 'store', 'collect', 'publish', 'render', 'model'),
    'app/chart': ('engine',),
    'app/help': (),
    'app/web': ('engine', 'render', 'model'),
    'app': ('app/models', 'app/chart', 'app/help', 'app/web', 'worker', 'train', 'engine', 'store', 'collect',
            'publish', 'render', 'sample', 'model'),
}

# C and its platform. The kernel sees the first group only.
LIBC = re.compile(
    r'^(assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp'
    r'|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn'
    r'|string|tgmath|threads|time|uchar|wchar|wctype|[a-z]*intrin|arm_neon|cpuid)\.h$')
POSIX = re.compile(
    r'^((arpa|net|netinet|sys)/[\w/]+|dirent|dlfcn|fcntl|fnmatch|ftw|getopt|glob|grp|iconv|langinfo'
    r'|libgen|malloc|netdb|poll|pthread|pwd|regex|sched|spawn|strings|syslog|termios|unistd'
    r'|utime|wait)(\.h)?$')

EVERYONE = tuple(ARROWS)
ABOVE_KERNEL = tuple(room for room in ARROWS if room != 'kernel')
ABOVE_MODEL = tuple(room for room in ABOVE_KERNEL if room not in ('base', 'extract'))

# Library → the headers that are its own → the folders under src that may include them
# (a folder stands for all below it).
LIBRARIES = (
    ('libc', LIBC, EVERYONE),
    ('POSIX', POSIX, ABOVE_KERNEL),
    ('GLib', re.compile(r'^(glib(-object|-unix|/.*)?|gio/.*|gmodule)(\.h)?$'), ABOVE_KERNEL),
    ('ICU', re.compile(r'^unicode/'), ABOVE_KERNEL),
    ('xxHash', re.compile(r'^xxhash\.h$'), ABOVE_KERNEL),
    ('json-glib', re.compile(r'^json-glib/'), ABOVE_MODEL),
    ('libxml2', re.compile(r'^libxml/(?!HTML)'), ('collect', 'publish', 'xpath')),
    ("libxml2's HTML parser", re.compile(r'^libxml/HTML'), ()),
    ('uchardet', re.compile(r'^uchardet(/.*)?\.h$'), ('page',)),
    # The reader of HTML that ours is compared with.
    ('gumbo', re.compile(r'^gumbo\.h$'), ()),
    ('libsoup', re.compile(r'^libsoup/'), ('collect', 'publish', 'sample')),
    ('libcurl', re.compile(r'^curl/'), ('publish',)),
    ('Brotli', re.compile(r'^brotli/'), ('sample',)),
    ('zlib', re.compile(r'^zlib\.h$'), ('collect', 'publish', 'sample')),
    ('PCRE2', re.compile(r'^pcre2\.h$'), ('collect',)),
    ('libpsl', re.compile(r'^libpsl\.h$'), ('collect',)),
    ('SQLite', re.compile(r'^sqlite3(ext)?\.h$'), ('store', 'publish/sql')),
    ('zstd', re.compile(r'^zstd\.h$'), ('store', 'publish')),
    ('other databases', re.compile(r'^(libpq-fe\.h|(mysql|mariadb)/.*|mysql\.h)$'),
     ('publish/sql',)),
    ('libzip', re.compile(r'^zip\.h$'), ('publish',)),
    ('cmark', re.compile(r'^cmark\.h$'), ('app/help',)),
    ('libsecret', re.compile(r'^libsecret/'), ('worker', 'cli', 'app')),
    ('GTK', re.compile(r'^(gtk|gdk|gsk|graphene|pango|cairo)[\w-]*[./]|^adwaita\.h$'),
     ('app',)),
    ('libportal', re.compile(r'^libportal'), ('app',)),
    ('GtkSourceView', re.compile(r'^gtksourceview/'), ('app',)),
    ('WebKit', re.compile(r'^(webkit|jsc)(2|dom)?[\w-]*[./]'), ('render', 'app/web')),
)

# Models are for widgets, and know none.
WITHOUT = {'app/help': ('GTK', 'libportal', 'GtkSourceView'),
           'app/models': ('GTK', 'libportal', 'GtkSourceView')}

# Tests mirror src and see what their folder sees, and these beside it.
TEST_FOLDERS = ('base', 'sample')
# The sample site's pages are looked at as everything else looks at pages; what WebKit
# makes of a page is compared with what the reader makes of it.
TEST_ARROWS = {'sample': ('page',), 'render': ('page',)}
TEST_LIBRARIES = ('libc', 'POSIX', 'GLib', 'libsoup', 'libxml2', 'json-glib', 'zlib', 'Brotli')
# Folders under tests that stand for no folder of src see all but these.
TEST_CLOSED = ('app', 'render')
# The frames of the renderer come from another process.
TEST_OPENED = {'fuzz': ('render',)}
TEST_CLOSED_LIBRARIES = ('GTK', 'WebKit', 'libportal', 'GtkSourceView')


def closure(room):
    """The folders that a folder may see, itself included."""
    seen = {room}
    todo = [room]
    while todo:
        for below in ARROWS[todo.pop()]:
            if below not in seen:
                seen.add(below)
                todo.append(below)
    return seen


class Tree:
    """Where every header lives, and what may include it."""

    def __init__(self, root):
        self.root = root
        self.files = csource.tree_files(root)
        self.sources = [f for f in self.files
                        if re.match(r'(src|tests)/.*\.[ch]$', f) and '/data/' not in f]
        self.headers = [f for f in self.files if f.endswith('.h')]

    def place(self, path):
        """('src' or 'tests', folder, path below src or tests) of a file."""
        parts = path.split('/')
        folder = parts[1] if len(parts) > 2 else ''
        if len(parts) > 3 and '/'.join(parts[1:3]) in ARROWS:
            folder = '/'.join(parts[1:3])
        return parts[0], folder, '/'.join(parts[1:])

    def find_header(self, includer, name):
        """The header's path, or None; more than one candidate is None and a problem."""
        beside = os.path.normpath(os.path.join(os.path.dirname(includer), name))
        if beside in self.headers:
            return beside, None
        found = [h for h in self.headers if h == name or h.endswith('/' + name)]
        if len(found) > 1:
            return None, '"%s" may be any of %s' % (name, ', '.join(found))
        if not found:
            return None, '"%s" is no header of this tree' % name
        return found[0], None

    def is_compiled(self, includer, name):
        """Whether the folder's build file makes the header out of resources."""
        build = os.path.join(os.path.dirname(includer), 'meson.build')
        return (name.endswith('-resources.h') and build in self.files
                and "compile_resources('%s'" % name[:-2] in csource.read_text(self.root, build))

    def check_local(self, includer, name):
        if name == 'config.h':
            _, room, _ = self.place(includer)
            return 'the kernel knows no config.h' if room == 'kernel' else None
        if self.is_compiled(includer, name):
            return None
        header, problem = self.find_header(includer, name)
        if problem:
            return problem
        top, room, _ = self.place(includer)
        header_top, header_room, _ = self.place(header)
        if header_top == 'tests':
            return None if top == 'tests' else '"%s" belongs to the tests' % name
        if header_top != 'src' or header_room not in ARROWS:
            return '"%s" lies in no folder of the table' % header
        if header_room in self.visible(top, room):
            return None
        return '%s/%s may not see %s ("%s")' % (top, room, header_room, name)

    def visible(self, top, room):
        if top == 'src':
            return closure(room)
        if room in ARROWS:
            seen = closure(room).union(TEST_FOLDERS)
            return seen.union(*(closure(below) for below in TEST_ARROWS.get(room, ())))
        return {folder for folder in ARROWS if folder.split('/')[0] not in TEST_CLOSED
                or folder in TEST_OPENED.get(room, ())}

    def check_system(self, includer, name):
        top, room, below = self.place(includer)
        library = next((lib for lib in LIBRARIES if lib[1].search(name)), None)
        if library is None:
            return '<%s> is in no library of the table in check-layers.py' % name
        title, _, allowed = library
        if title not in WITHOUT.get(room, ()) or top == 'tests':
            if any(below.startswith(folder + '/') for folder in allowed):
                return None
        if top == 'tests':
            if title in TEST_LIBRARIES:
                return None
            if room not in ARROWS and title not in TEST_CLOSED_LIBRARIES:
                return None
        return '%s/%s may not use %s (<%s>)' % (top, room, title, name)

    def check_file(self, path):
        top, room, _ = self.place(path)
        if top == 'src' and room not in ARROWS:
            return ['%s: src/%s is not in the table of arrows' % (path, room)]
        problems = []
        text = csource.read_text(self.root, path)
        for line, kind, name in csource.includes(text):
            if kind == '"':
                problem = self.check_local(path, name)
            elif kind == '<':
                problem = self.check_system(path, name)
            else:
                problem = '#include %s: a macro hides the arrow' % name
            if problem:
                problems.append('%s:%d: %s' % (path, line, problem))
        return problems

    def check_meson(self, path):
        """A library's dependencies are its include paths: they follow the arrows too."""
        _, room, _ = self.place(path)
        if room not in ARROWS:
            return ['%s: src/%s is not in the table of arrows' % (path, room)]
        problems = []
        text = re.sub(r'#[^\n]*', '', csource.read_text(self.root, path))
        names = re.findall(r'\b(\w+)_(?:dep|lib|inc)\b', text)
        for name in (name.replace('app_', 'app/', 1) for name in names):
            if name in ARROWS and name not in closure(room):
                problems.append('%s: src/%s may not see %s' % (path, room, name))
        return problems

    def folders(self):
        """Folder → its problems."""
        result = {}
        for path in self.sources:
            key = '/'.join(self.place(path)[:2])
            result.setdefault(key, []).extend(self.check_file(path))
        for path in self.files:
            if re.match(r'src/\w+/(.*/)?meson\.build$', path):
                key = '/'.join(self.place(path)[:2])
                result.setdefault(key, []).extend(self.check_meson(path))
        return result


def main(argv):
    here = os.path.dirname(os.path.abspath(__file__))
    root = argv[1] if len(argv) > 1 else os.path.join(here, '..', '..')
    report = tap.Report()
    for folder, problems in sorted(Tree(root).folders().items()):
        report.result('arrows of ' + folder, problems)
    return report.finish()


if __name__ == '__main__':
    sys.exit(main(sys.argv))
