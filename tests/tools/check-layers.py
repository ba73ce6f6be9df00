#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-layers.py [ROOT]

Reads every #include in src and tests and every dependency in src/*/meson.build, and
compares them with the arrows of docs/DESIGN.md, which are the tables below. A folder that
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
    # Bytes → article with reasons.
    'libexemplar/base': (),
    'libexemplar/kernel': (),
    'libexemplar/kernel/literal': ('libexemplar/kernel',),
    'libexemplar/html': ('libexemplar/base',),
    'libexemplar/types': ('libexemplar/html',),
    'libexemplar/charset': ('libexemplar/types',),
    'libexemplar/page': ('libexemplar/charset',),
    'libexemplar/metadata': ('libexemplar/page',),
    'libexemplar/extract/net': ('libexemplar/base',),
    'libexemplar/extract': ('libexemplar/extract/net', 'libexemplar/kernel/literal', 'libexemplar/types'),
    'libexemplar/extract/evidence': ('libexemplar/extract',),
    'libexemplar/extract/boundaries': ('libexemplar/extract/evidence',),
    'libexemplar/kinds': ('libexemplar/extract/boundaries',),
    'libexemplar/methods': ('libexemplar/kinds',),
    'libexemplar/article': ('libexemplar/types',),
    'libexemplar/engine': ('libexemplar/methods', 'libexemplar/article', 'libexemplar/metadata'),
    # A task and how it runs.
    # Files of any size, for what has no room in memory.
    'service/files': ('libexemplar/base',),
    'service/diff': ('libexemplar/kernel/literal', 'libexemplar/types'),
    'service/task': ('libexemplar/types',),
    'service/store/db': ('libexemplar/article',),
    'service/store/tables': ('service/store/db', 'service/task'),
    'service/search': ('libexemplar/base',),
    'service/store': ('service/store/tables', 'service/search'),
    # The file of saved searches, which people edit, and the runs that they alert of.
    'service/saved': ('service/store/outputs', 'service/control', 'service/publish/messages'),
    'service/store/salvage': ('service/store',),
    'service/store/outputs': ('service/store',),
    # Bodies that older versions stored three times.
    'service/store/bodies': ('service/store',),
    'service/fetch': ('libexemplar/types',),
    'service/url': ('service/fetch',),
    # Archives of pages that others made, or this program.
    'service/archive': ('service/url', 'service/files', 'libexemplar/charset'),
    'service/discover': ('service/url',),
    'service/publish/formats': ('service/task', 'service/files'),
    'service/publish': ('service/publish/formats',),
    'service/publish/messages': ('service/publish', 'service/fetch'),
    # Databases, which are kinds of outputs beside messages.
    'service/publish/sql': ('service/publish/messages',),
    # Files of a day, which are a kind of outputs, too.
    'service/publish/report': ('service/publish/messages',),
    'service/serve': ('service/publish', 'service/saved', 'service/store'),
    'service/control': ('libexemplar/base',),
    'service/jobs': ('libexemplar/engine', 'service/discover', 'service/store'),
    'service/worker': ('service/jobs', 'service/publish/messages', 'service/control', 'service/report', 'service/resources', 'service/saved', 'service/store/bodies'),
    # Pages of archives as articles of a task.
    'service/import': ('service/archive', 'service/worker'),
    # The week of tasks, for a person to read, and what is unusual in what they bring.
    # It goes out by mail, too.
    'service/report': ('service/store', 'service/publish/messages'),
    'service/setup': ('service/jobs', 'service/publish'),
    'service/resources': ('service/jobs', 'service/publish'),
    # Tools to judge by.
    'lab/methods': ('libexemplar/methods',),
    'lab/benchmark': ('libexemplar/engine', 'service/fetch', 'service/store'),
    'lab/train': ('lab/benchmark', 'lab/methods'),
    'lab/xpath': ('libexemplar/page',),
    # It exchanges tables of rooms below: of methods, and who reads site configurations.
    'lab': ('lab/methods', 'lab/xpath', 'service/setup'),
    'render': ('service/fetch',),
    'demo': ('libexemplar/base',),
    'cli/base': ('service/worker', 'service/setup', 'render', 'libexemplar/engine'),
    'cli/articles': ('cli/base', 'service/publish', 'service/saved'),
    'cli/destinations': ('cli/base', 'service/saved', 'service/publish/report'),
    'cli/lab': ('cli/base', 'lab', 'lab/train', 'lab/xpath'),
    'cli/store': ('cli/base', 'service/store/salvage'),
    'cli/task': ('cli/base',),
    # Whole archives without a task.
    'cli/warc': ('cli/base', 'service/archive'),
    'cli': ('service/import', 'service/report', 'service/serve', 'cli/articles', 'cli/destinations', 'cli/lab', 'cli/store', 'cli/task', 'cli/warc', 'demo'),
    # The window, by screen.
    'app/session': ('service/worker', 'service/resources', 'service/saved', 'service/serve', 'service/store/salvage', 'render'),
    'app/widgets': ('app/session', 'lab'),
    'app/chart': ('libexemplar/engine',),
    'app/analysis': ('app/chart', 'app/session'),
    'app/web': ('app/widgets', 'render'),
    'app/help': ('app/chart', 'app/widgets'),
    'app/compare': ('app/analysis', 'app/widgets', 'service/diff'),
    'app/setup': ('app/analysis', 'app/widgets', 'service/setup'),
    'app/inspector': ('app/compare', 'app/setup', 'app/web'),
    'app/lab': ('app/analysis', 'app/widgets', 'lab', 'lab/train'),
    'app/reading': ('app/analysis', 'app/widgets'),
    'app/review': ('app/compare', 'app/reading', 'app/web', 'service/setup'),
    'app/workbench': ('app/inspector', 'app/lab', 'app/review'),
    # The week goes out by mail, whose connection is asked for as those of outputs are.
    'app/activity': ('app/session', 'app/widgets', 'app/settings'),
    'app/settings': ('app/inspector',),
    # Forms of settings ask for the schedule and the outputs of several tasks.
    'app/tasks': ('app/settings', 'app/trash'),
    'app/trash': ('app/session', 'app/widgets'),
    'app/shell': ('app/workbench', 'app/activity', 'app/settings', 'app/tasks', 'app/trash', 'app/help', 'demo'),
    'app': ('app/shell',),
}

# C and its platform. The kernel sees the first group only.
LIBC = re.compile(
    r'^(assert|complex|ctype|errno|fenv|float|inttypes|iso646|limits|locale|math|setjmp'
    r'|signal|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdio|stdlib|stdnoreturn'
    r'|string|tgmath|threads|time|uchar|wchar|wctype|[a-z]*intrin|arm_neon|cpuid)\.h$')
POSIX = re.compile(
    r'^((arpa|linux|net|netinet|sys)/[\w/]+|dirent|dlfcn|fcntl|fnmatch|ftw|getopt|glob|grp|iconv|langinfo'
    r'|libgen|malloc|netdb|poll|pthread|pwd|regex|sched|spawn|strings|syslog|termios|unistd'
    r'|utime|wait)(\.h)?$')

EVERYONE = tuple(ARROWS)
KERNEL = ('libexemplar/kernel', 'libexemplar/kernel/literal')
ABOVE_KERNEL = tuple(room for room in ARROWS if room not in KERNEL)
WITH_JSON = tuple(room for room in ABOVE_KERNEL if room != 'libexemplar/base'
                  and not room.startswith('libexemplar/extract'))

# Library → the headers that are its own → the folders under src that may include them
# (a folder stands for all below it).
LIBRARIES = (
    ('libc', LIBC, EVERYONE),
    ('POSIX', POSIX, ABOVE_KERNEL),
    ('the sanitizers', re.compile(r'^sanitizer/'), ()),
    ('GLib', re.compile(r'^(glib(-object|-unix|/.*)?|gio/.*|gmodule)(\.h)?$'), ABOVE_KERNEL),
    ('ICU', re.compile(r'^unicode/'), ABOVE_KERNEL),
    ('xxHash', re.compile(r'^xxhash\.h$'), ABOVE_KERNEL),
    ('json-glib', re.compile(r'^json-glib/'), WITH_JSON),
    ('libxml2', re.compile(r'^libxml/(?!HTML)'),
     ('service/discover', 'service/publish', 'service/resources', 'lab/xpath')),
    ("libxml2's HTML parser", re.compile(r'^libxml/HTML'), ()),
    ('uchardet', re.compile(r'^uchardet(/.*)?\.h$'), ('libexemplar/charset',)),
    # The reader of HTML that ours is compared with.
    ('gumbo', re.compile(r'^gumbo\.h$'), ()),
    ('libsoup', re.compile(r'^libsoup/'), ('service/fetch', 'service/publish', 'service/serve', 'demo')),
    ('libcurl', re.compile(r'^curl/'), ('service/publish',)),
    ('Brotli', re.compile(r'^brotli/'), ('service/archive', 'demo')),
    ('zlib', re.compile(r'^zlib\.h$'), ('service/fetch', 'service/publish', 'demo')),
    ('PCRE2', re.compile(r'^pcre2\.h$'), ('service/url',)),
    ('libpsl', re.compile(r'^libpsl\.h$'), ('service/fetch', 'service/url')),
    ('SQLite', re.compile(r'^sqlite3(ext)?\.h$'), ('service/store', 'service/publish/sql')),
    ('zstd', re.compile(r'^zstd\.h$'), ('service/archive', 'service/store', 'service/publish')),
    ('other databases', re.compile(r'^(libpq-fe\.h|(mysql|mariadb)/.*|mysql\.h|errmsg\.h|mysqld_error\.h)$'),
     ('service/publish/sql',)),
    ('libzip', re.compile(r'^zip\.h$'), ('service/publish',)),
    ('cmark', re.compile(r'^cmark\.h$'), ('app/help',)),
    ('libsecret', re.compile(r'^libsecret/'), ('service/worker', 'cli', 'app')),
    ('GTK', re.compile(r'^(gtk|gdk|gsk|graphene|pango|cairo)[\w-]*[./]|^adwaita\.h$'),
     ('app',)),
    ('libportal', re.compile(r'^libportal'), ('app',)),
    ('GtkSourceView', re.compile(r'^gtksourceview/'), ('app',)),
    ('WebKit', re.compile(r'^(webkit|jsc)(2|dom)?[\w-]*[./]'), ('render', 'app/web')),
)

# Models are for widgets, and know none.
WITHOUT = {
           'app/session': ('GTK', 'libportal', 'GtkSourceView'),
           'app/analysis': ('GTK', 'libportal', 'GtkSourceView')}

# Tests mirror src and see what their folder sees, and these beside it.
TEST_FOLDERS = ('libexemplar/base', 'demo')
# The sample site's pages are looked at as everything else looks at pages; what WebKit
# makes of a page is compared with what the reader makes of it.
TEST_ARROWS = {
    'demo': ('libexemplar/metadata',), 'render': ('libexemplar/metadata',),
    'libexemplar/extract': ('libexemplar/methods',),
    'libexemplar/kernel': ('libexemplar/kernel/literal',),
    'libexemplar/page': ('libexemplar/metadata',),
    'service/discover': ('libexemplar/page',),
    # The mail of the week is sent by the worker.
    'service/report': ('service/worker',),
    'service/store': ('service/store/salvage', 'service/store/outputs', 'service/store/bodies'),
    'service/worker': ('service/setup',),
}
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


def component(room):
    return room.split('/')[0]


class Tree:
    """Folder of every header, and its allowed includers."""

    def __init__(self, root):
        self.root = root
        self.files = csource.tree_files(root)
        self.sources = [f for f in self.files
                        if re.match(r'(src|tests)/.*\.[ch]$', f) and '/data/' not in f]
        self.headers = [f for f in self.files if f.endswith('.h')]

    def place(self, path):
        """('src' or 'tests', folder, path below src or tests) of a file."""
        top, below = path.split('/', 1)
        folder = os.path.dirname(below)
        while folder and folder not in ARROWS:
            folder = os.path.dirname(folder)
        return top, folder or below.split('/')[0], below

    def find_header(self, includer, name):
        """The header's path and None, or None and a problem."""
        found = [root + '/' + name for root in csource.INCLUDE_ROOTS if root + '/' + name in self.headers]
        if found:
            path = csource.include_name(found[0])
            return found[0], None if path == name else 'say "%s" for "%s"' % (path, name)
        beside = os.path.normpath(os.path.join(os.path.dirname(includer), name))
        found = [beside] if includer.startswith('tests/') and beside in self.headers else [
            h for h in self.headers if h.startswith('tests/') and h.endswith('/' + name)]
        if len(found) == 1:
            return found[0], None
        if found:
            return None, '"%s" may be any of %s' % (name, ', '.join(found))
        meant = [csource.include_name(h) for h in self.headers
                 if h.startswith('src/') and h.endswith('/' + os.path.basename(name))]
        if len(meant) == 1:
            return None, 'say "%s" for "%s"' % (meant[0], name)
        return None, '"%s" is no header of this tree' % name

    def is_compiled(self, includer, name):
        """Whether the folder's build file makes the header out of resources."""
        folder, header = os.path.split(name)
        build = os.path.join('src', folder, 'meson.build') if folder else os.path.join(
            os.path.dirname(includer), 'meson.build')
        return (header.endswith('-resources.h') and build in self.files
                and "compile_resources('%s'" % header[:-2] in csource.read_text(self.root, build))

    def is_configured(self, includer, name):
        """Whether the build file beside the includer writes the header."""
        folder = os.path.dirname(includer)
        build = os.path.join(folder, 'meson.build')
        header = os.path.basename(name)
        return (csource.include_name(os.path.join(folder, header)) == name and build in self.files
                and "output: '%s'" % header in csource.read_text(self.root, build))

    def check_local(self, includer, name):
        if name == 'config.h':
            _, room, _ = self.place(includer)
            return 'the kernel knows no config.h' if room in KERNEL else None
        if self.is_compiled(includer, name) or self.is_configured(includer, name):
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
        seen = {component(below) for other in ARROWS if component(other) == component(room)
                for below in closure(other)}
        components = {component(other) for other in ARROWS}
        problems = []
        text = re.sub(r'#[^\n]*', '', csource.read_text(self.root, path))
        for name in re.findall(r'\b(\w+)_(?:dep|lib|inc)\b', text):
            if name in components and name not in seen:
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
