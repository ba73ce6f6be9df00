# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Parts of a body - headings, items, code, cells, quotations, links, pictures,
footnotes, formulas - as facts of HTML or Markdown, and how those of two bodies agree.

    facts (parse (html), base)    {kind: [fact, ...]}; a fact is what two bodies share
    Score.add (gold, ours)        counts right, wanted and given facts of each kind
"""

import collections
import re
import unicodedata
from html.parser import HTMLParser
from urllib.parse import unquote, urljoin, urlsplit

VOID = set('area base br col embed hr img input link meta param source track wbr'.split())
BLOCK = set('address article aside blockquote body caption center dd details dialog dir div '
            'dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main '
            'menu nav ol p pre section summary table tbody td tfoot th thead tr ul'.split())
HEADINGS = ('h1', 'h2', 'h3', 'h4', 'h5', 'h6')
LISTS = ('ul', 'ol', 'menu', 'dir')
UNSEEN = {'script', 'style', 'template', 'noscript', 'iframe', 'svg', 'select', 'button',
          'head', 'math'}
KINDS = ('headings', 'items', 'code', 'cells', 'quotes', 'links', 'pictures', 'notes')
MORE = ('captions', 'languages', 'spans', 'math')

# A mark of a footnote has no more characters, without the brackets around it.
MAX_MARK = 4

# Attributes that lazy pages keep a picture's address in.
SOURCES = ('src', 'data-src', 'data-original', 'data-lazy-src', 'data-actualsrc',
           'data-original-src', 'data-url', 'data-echo', 'zoomfile')
SETS = ('srcset', 'data-srcset', 'data-lazy-srcset')


class Node:
    """An element: its name, attributes, children (nodes and strings) and parent."""

    __slots__ = ('tag', 'attrs', 'kids', 'parent')

    def __init__(self, tag, attrs=None, parent=None):
        self.tag, self.attrs, self.kids, self.parent = tag, attrs or {}, [], parent

    def classes(self):
        """Its class names."""
        return self.attrs.get('class', '').split()


class _Tree(HTMLParser):
    """Well-formed HTML, as bodies are; end tags that may be left out are understood."""

    CLOSES = {'li': ({'li'}, set(LISTS)), 'dt': ({'dt', 'dd'}, {'dl'}),
              'dd': ({'dt', 'dd'}, {'dl'}), 'tr': ({'tr'}, {'table'}),
              'td': ({'td', 'th'}, {'tr', 'table'}), 'th': ({'td', 'th'}, {'tr', 'table'})}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.root = self.at = Node('#root')
        self.feed(text)
        self.close()

    def _close(self, tags, stops):
        node = self.at
        while node is not self.root and node.tag not in stops:
            if node.tag in tags:
                self.at = node.parent
                return
            node = node.parent

    def handle_starttag(self, tag, attrs):
        if tag in BLOCK:
            self._close({'p'}, BLOCK - {'p'})
        if tag in self.CLOSES:
            self._close(*self.CLOSES[tag])
        node = Node(tag, {}, self.at)
        for name, value in attrs:
            node.attrs.setdefault(name, value or '')
        self.at.kids.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        node = self.at
        while node is not self.root and node.tag != tag:
            node = node.parent
        if node is not self.root and tag not in VOID:
            self.at = node.parent

    def handle_data(self, data):
        self.at.kids.append(data)


def parse(html):
    """HTML as a tree."""
    return _Tree(html).root


def parse_markdown(text):
    """Markdown with tables, footnotes and formulas in dollars, as a tree of its HTML."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin
    reader = MarkdownIt('commonmark', {'html': True}).enable('table')
    reader.use(footnote_plugin).use(dollarmath_plugin, double_inline=True)
    tree = parse(reader.render(text))
    for node in walk(tree):
        _mark_caption(node)
    return tree


def _mark_caption(node):
    """A paragraph of nothing but emphasis behind one of pictures is their caption."""
    if node.tag != 'p' or [kid for kid in node.kids if isinstance(kid, str) or kid.tag != 'em']:
        return
    before = [kid for kid in node.parent.kids if not isinstance(kid, str)]
    i = before.index(node)
    if len(node.kids) == 1 and i > 0 and any(k.tag == 'img' for k in walk(before[i - 1])):
        node.tag = 'figcaption'


def walk(node, out=frozenset()):
    """The elements below, in order; without those of @out, which are ids."""
    stack = [kid for kid in reversed(node.kids) if not isinstance(kid, str)]
    while stack:
        kid = stack.pop()
        if id(kid) in out:
            continue
        yield kid
        stack.extend(k for k in reversed(kid.kids) if not isinstance(k, str))


def squash(text):
    """Letters and digits alone, folded."""
    return ''.join(c for c in unicodedata.normalize('NFKC', text).lower() if c.isalnum())


def text_of(node, out=frozenset(), skip=()):
    """All text, blocks and breaks parted by line feeds; without elements named in @skip."""
    if isinstance(node, str):
        return node
    if id(node) in out or node.tag in UNSEEN or node.tag in skip:
        return ''
    if node.tag == 'br':
        return '\n'
    text = ''.join(text_of(kid, out, skip) for kid in node.kids)
    return '\n%s\n' % text if node.tag in BLOCK else text


def _up(node, tags):
    while node is not None and node.tag not in tags:
        node = node.parent
    return node


def _normal_address(base, href):
    try:
        parts = urlsplit(urljoin(base, href.strip()) if base else href.strip())
    except ValueError:
        return ''
    path = parts.path or ('/' if parts.netloc else '')
    scheme = parts.scheme.lower()
    return unquote('%s:%s%s?%s#%s' % (scheme, parts.netloc.lower(), path, parts.query,
                                      parts.fragment))


def _code_of(node, out):
    """The lines of code that are not empty, as they are indented."""
    def plain(at):
        if isinstance(at, str):
            return at
        if id(at) in out:
            return ''
        if at.tag == 'br':
            return '\n'
        inner = ''.join(map(plain, at.kids))
        return '\n%s\n' % inner if at.tag in BLOCK and inner else inner
    text = ''.join(plain(kid) for kid in node.kids)
    text = text.replace('\u00a0', ' ').replace('\u200b', '').replace('\r', '')
    lines = [line.rstrip() for line in text.expandtabs(8).split('\n')]
    return '\n'.join(line for line in lines if line)


def _language_of(node):
    for at in [node, node.parent, *walk(node)]:
        for name in at.classes() if at is not None else ():
            match = re.match(r'(?:language|lang)-([\w+#-]+)$', name)
            if match:
                return match[1].lower()
    return None


def _is_data(table, out):
    """Whether a table is one of rows and columns, not of layout."""
    rows = collections.Counter()
    for node in walk(table, out):
        if node.tag in ('table', 'pre', 'img') or node.tag in HEADINGS:
            return False
        if node.tag in ('td', 'th'):
            if len(squash(text_of(node, out))) > 300:
                return False
            rows[id(node.parent)] += 1
    return len(rows) > 1 and max(rows.values()) > 1


def candidates(image, base=''):
    """The addresses that an image may be shown from."""
    found = [image.attrs[name] for name in SOURCES if image.attrs.get(name)]
    sets = [image.attrs[name] for name in SETS if image.attrs.get(name)]
    if image.parent is not None and image.parent.tag == 'picture':
        for node in walk(image.parent):
            sets += [node.attrs[n] for n in SETS if node.tag == 'source' and n in node.attrs]
    for value in sets:
        found += [part.split()[0] for part in re.split(r',\s+', value) if part.split()]
    return frozenset(_normal_address(base, a) for a in found if not a.startswith('data:'))


def _mark_of(link):
    """The mark of a footnote that a link may be."""
    mark = re.sub(r'[\[\]()^\s]', '', text_of(link))
    return mark if 0 < len(mark) <= MAX_MARK else None


def _is_back(link):
    return link.tag == 'a' and link.attrs.get('href', '').split('#')[0] == '' and (
        _mark_of(link) is not None or squash(text_of(link)) == '')


def _note_text(target, out):
    """The text of the block that a mark leads to, without the links back."""
    block = target
    while block.tag not in BLOCK and block.parent is not None:
        block = block.parent
    if block.tag == 'tr' or block.tag == 'td':
        block = _up(block, ('tr',)) or block
    back = {id(n) for n in walk(block, out) if _is_back(n)}
    return squash(text_of(block, out | back, LISTS))[:120]


def _notes(root, out, page):
    """(links that are marks, their notes' texts, elements that are notes)"""
    order = list(walk(root, out))
    names, marks, texts, notes = {}, set(), [], set()
    for i, node in enumerate(order):
        for name in {node.attrs.get('id'), node.attrs.get('name')} - {None, ''}:
            names.setdefault(unquote(name), (i, node))
    for i, node in enumerate(order):
        href = node.attrs.get('href', '') if node.tag == 'a' else ''
        start, hash_, name = href.partition('#')
        if not hash_ or start not in ('', page) or _mark_of(node) is None:
            continue
        raised = [n.tag for n in _chain(node, 2)] + ' '.join(
            ' '.join(n.classes()) for n in _chain(node, 3)).split()
        at, target = names.get(unquote(name), (-1, None))
        if at > i and any(w == 'sup' or 'footnote' in w or 'fnref' in w or 'noteref' in w
                          for w in raised):
            marks.add(id(node))
            texts.append(_note_text(target, out))
            notes.add(id(_up(target, BLOCK) or target))
    return marks, texts, notes


def _chain(node, n):
    chain = [k for k in node.kids if not isinstance(k, str)][:1]
    while node is not None and n > 0:
        chain.append(node)
        node, n = node.parent, n - 1
    return chain


def _add_link(found, node, base, out):
    href = node.attrs.get('href', '').strip()
    address = _normal_address(base, href)
    jumps = href[:1] in ('#', '') or base and address.split('#')[0] == _normal_address(
        '', base).split('#')[0]
    # Parsers that nest links, as browsers do not, see one twice.
    jumps = jumps or any(kid.tag == 'a' for kid in walk(node, out))
    if not jumps and re.match(r'(?:https?|mailto):|[^:]*(?:[/?#]|$)', href) \
            and squash(text_of(node, out)):
        found['links'].append(address)
        found['link texts'].append(squash(text_of(node, out)))


def _add_math(found, node):
    if 'data-tex' in node.attrs:
        found['math'].append(' '.join(node.attrs['data-tex'].split()))
    elif 'math' in node.classes():
        tex = re.sub(r'^\\[\[(]|\\[\])]$', '', text_of(node).strip())
        found['math'].append(' '.join(tex.split()))


def _add_pre(found, node, out):
    code = _code_of(node, out)
    if code.strip():
        found['code'].append(code)
        if _language_of(node):
            found['languages'].append((_language_of(node), squash(code)[:60]))


def _add_cells(found, table, out):
    for node in walk(table, out):
        if node.tag not in ('td', 'th'):
            continue
        text = squash(text_of(node, out))
        if text:
            found['cells'].append(text)
            found['spans'].append((text, node.attrs.get('colspan', '1'),
                                   node.attrs.get('rowspan', '1')))


def _add_picture(found, node, base):
    addresses = candidates(node, base)
    if addresses and node.attrs.get('width') not in ('0', '1'):
        found['pictures'].append(addresses)


def facts(root, base='', out=frozenset()):
    """The facts of a body by kind. @base: address that relative ones start at; @out: ids of
    elements that are none of it"""
    found = {kind: [] for kind in (*KINDS, *MORE, 'link texts')}
    marks, found['notes'], notes = _notes(root, out, base)
    for node in walk(root, out):
        if _is_unseen(node, root):
            continue
        text = squash(text_of(node, out, LISTS if node.tag == 'li' else ()))
        if node.tag in HEADINGS and text:
            found['headings'].append(text)
        elif node.tag == 'li' and text and id(node) not in notes and not _up(node, ('pre',)):
            found['items'].append(text)
        elif node.tag == 'blockquote' and text:
            found['quotes'].append(text)
        elif node.tag == 'figcaption' and text:
            found['captions'].append(text)
        elif node.tag == 'a' and id(node) not in marks:
            _add_link(found, node, base, out)
        elif node.tag == 'pre' or _is_code(node):
            _add_pre(found, node, out)
        elif node.tag == 'table' and _is_data(node, out):
            _add_cells(found, node, out)
        elif node.tag in ('img', 'amp-img'):
            _add_picture(found, node, base)
        _add_math(found, node)
    return found


def _is_code(node):
    """Code that stands in other elements; Crayon, of WordPress, writes a box a line."""
    return 'data-code' in node.attrs or 'crayon-pre' in node.classes()


def _is_unseen(node, root):
    while node is not root and node.tag not in UNSEEN:
        node = node.parent
    return node is not root


def _count_pictures(gold, ours):
    left, right = list(gold), 0
    for addresses in ours:
        match = next((g for g in left if g & addresses), None)
        if match is not None:
            left.remove(match)
            right += 1
    return right, left


class Score:
    """Right, wanted and given facts by kind, summed over bodies."""

    def __init__(self):
        self.counts = {kind: [0, 0, 0] for kind in KINDS + MORE}

    def add(self, gold, ours):
        """Counts the facts of two bodies. Returns {kind: (missing, surplus)}."""
        wrong = {}
        for kind in KINDS + MORE:
            if kind == 'pictures':
                right, missing = _count_pictures(gold[kind], ours[kind])
                _, surplus = _count_pictures(ours[kind], gold[kind])
            else:
                a, b = (collections.Counter(side[kind]) for side in (gold, ours))
                missing, surplus = (list((x - y).elements()) for x, y in ((a, b), (b, a)))
                right = sum((a & b).values())
            counts = self.counts[kind]
            for i, n in enumerate((right, len(gold[kind]), len(ours[kind]))):
                counts[i] += n
            if missing or surplus:
                wrong[kind] = (missing, surplus)
        return wrong

    def rates(self, kind):
        """(recall, precision); 1 where there is nothing."""
        right, wanted, given = self.counts[kind]
        return (right / wanted if wanted else 1.0, right / given if given else 1.0)

    def table(self):
        """A line a kind."""
        lines = ['%-10s %6s %6s %7s %9s' % ('', 'wanted', 'given', 'recall', 'precision')]
        for kind in KINDS + MORE:
            _, wanted, given = self.counts[kind]
            lines.append('%-10s %6d %6d %7.3f %9.3f' % (kind, wanted, given,
                                                        *self.rates(kind)))
        return '\n'.join(lines)
