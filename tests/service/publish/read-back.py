#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""read-back.py truth FOLDER | keys FORMAT FILE COUNT | epub|docx|xlsx|zip|wacz FILE COUNT

truth: FOLDER holds N.true-title, N.true-text (raw bytes) and what was written of each
article by the id of its format: N.text, N.markdown, N.obsidian, N.html, N.tei, and all.csv and so on
with article N in place N. Reads them with Python's own parsers and compares. keys: FILE has COUNT records, each key once.
epub, docx, xlsx: FILE is a book, a report or a list of COUNT articles.
wacz: FILE is an archive of COUNT pages of one size.
zip: FILE holds COUNT files; NAME/N is the alphabet again and again, N bytes of it.
"""

import csv
import html.parser
import json
import os
import re
import string
import sys
import xml.etree.ElementTree
import zipfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'lib'))
import warc  # noqa: E402

SPACE = re.compile(
    '[\x00-\x20\x7f-\xa0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+')
FORMULA = tuple('=+-@\t\r\n\uff1d\uff0b\uff0d\uff20')
VOID = ('meta', 'link', 'img', 'br', 'hr')
POLICY = ('meta', {'http-equiv': 'Content-Security-Policy', 'content': "default-src 'none'"})


def one_line(text):
    return SPACE.sub(' ', text).strip(' ')


def cell(text):
    return "'" + text if text.startswith(FORMULA) else text


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8', newline='') as file:
        return file.read()


def read_csv(path):
    csv.field_size_limit(1 << 30)
    with open(path, encoding='utf-8-sig', newline='') as file:
        rows = list(csv.DictReader(file, strict=True))
    for row in rows:
        assert None not in row and None not in row.values(), 'a row of another length'
    return rows


def read_json_lines(path):
    with open(path, encoding='utf-8', newline='') as file:
        lines = file.read().split('\n')
    assert lines.pop() == '', 'no line feed at the end'
    return [json.loads(line) for line in lines]


class Document(html.parser.HTMLParser):
    """Tags must match; text by the element that it is in."""

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open = []
        self.starts = []
        self.text = {}
        self.feed(text)
        self.close()
        assert not self.open, 'never closed: %s' % self.open

    def handle_starttag(self, tag, attrs):
        self.starts.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, '</%s> in %s' % (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        if self.open:
            self.text[self.open[-1]] = self.text.get(self.open[-1], '') + data


def front_matter(text):
    lines = text.split('\n')
    assert lines[0] == '---'
    end = lines.index('---', 1)
    values = {}
    for line in lines[1:end]:
        name, value = line.split(': ', 1)
        assert re.fullmatch('[a-z]+', name) and name not in values, line
        assert re.fullmatch(r'"([^"\\\x00-\x1f\x7f-\x9f]|\\["\\n]|\\u[0-9a-f]{4})*"', value), line
        values[name] = json.loads(value)
    return values


def note_properties(text):
    """Properties of a note, some of which are lists."""
    lines = text.split('\n')
    assert lines[0] == '---'
    values, name = {}, None
    for line in lines[1:lines.index('---', 1)]:
        key, value = re.fullmatch('([a-z]+:|  -)(?: (".*"))?', line).groups()
        if key == '  -':
            values[name].append(json.loads(value))
            continue
        name = key[:-1]
        assert name not in values, line
        values[name] = json.loads(value) if value else []
    return values


def text_of(element, path):
    """Text of the only element at the path, None where there is none."""
    found = element.findall(path)
    assert len(found) < 2, path
    return (found[0].text or '') if found else None


def xml_line(text):
    """A line as XML can hold it."""
    return re.sub('[\x00-\x1f\x7f-\x9f\ufffe\uffff]', '', one_line(text))


def xml_lines(text):
    lines = (xml_line(line) for line in text.split('\n'))
    return [line for line in lines if line]


def paragraphs(fragment):
    """Texts of the paragraphs of a body."""
    document = Document(fragment.replace('</p>', '\x01</p>'))
    assert {tag for tag, _ in document.starts} <= {'p'}, document.starts
    return [one_line(line) for line in document.text.get('p', '').split('\x01') if one_line(line)]


def read_ris(path):
    """Records as dictionaries; every line is a tag's."""
    with open(path, encoding='utf-8', newline='') as file:
        lines = file.read().split('\r\n')
    assert lines.pop() == '', 'no line end at the end'
    records = []
    for line in lines:
        tag = re.fullmatch('([A-Z][A-Z0-9])  - (.*)', line)
        assert tag, repr(line)
        if tag[1] == 'TY':
            records.append({})
        assert tag[1] not in records[-1], line
        records[-1][tag[1]] = tag[2]
    assert all('ER' in record for record in records)
    return records


def read_bibtex(path):
    """Records as dictionaries: braces match, and nothing of TeX stands in a value."""
    with open(path, encoding='utf-8', newline='') as file:
        text = file.read()
    records = []
    for part in re.split('^@misc', text, flags=re.M)[1:]:
        head = re.match(r'\{([0-9a-f]{32}),\n', part)
        body = part[head.end():]
        assert body.endswith('\n}\n'), repr(body[-9:])
        values = {'key': head[1]}
        for line in body[:-3].split('\n'):
            name, value = re.fullmatch(r'  ([a-z]+) = \{(.*)\},?', line).groups()
            assert name not in values, line
            values[name] = untex(value[1:-1]) if value.startswith('{') else value
        records.append(values)
    return records


def untex(text):
    names = {'backslash': '\\', 'asciitilde': '~', 'asciicircum': '^', 'braceleft': '{', 'braceright': '}'}
    plain = re.sub(r'\\text([a-z]+)\{\}|\\([#$%&_])', '', text)
    assert not re.search(r'[\\{}#$%&_^~]', plain), 'TeX in %r' % text
    return re.sub(r'\\text([a-z]+)\{\}|\\([#$%&_])', lambda m: names[m[1]] if m[1] else m[2], text)


ATOM = '{http://www.w3.org/2005/Atom}'
TEI = '{http://www.tei-c.org/ns/1.0}'


def check_same(what, found, wanted):
    assert found == wanted, '%s: found %r, wanted %r' % (what, found, wanted)


def check_article(folder, number, row, record):
    title = read(folder, '%d.true-title' % number).strip(' \t\r\n')
    text = read(folder, '%d.true-text' % number)
    url = 'https://news.example/%d?a=1&b="2"' % number
    line = one_line(title)

    check_same('CSV title', row['title'], cell(title))
    check_same('CSV text', row['text'], cell(text))
    check_same('CSV address', row['url'], url)
    check_same('CSV confidence', row['confidence'], '0.875')
    check_same('CSV similarity', row['template_similarity'], '')
    check_same('JSON title', record['title'], title or None)
    check_same('JSON text', record['text'], text)
    check_same('JSON address', record['url'], url)
    check_same('JSON origin', record['origins'].get('title'), 'json-ld' if title else None)
    check_same('JSON confidence', record['field_confidence'].get('title'),
               0.9 if title else None)
    check_same('JSON numbers', (record['id'], record['task_version'], record['confidence'],
                                record['template_similarity']), (7, 3, 0.875, None))
    check_same('JSON time', record['collected'], '2024-05-02T00:00:00Z')
    check_same('keys', record['key'], row['key'])

    front = front_matter(read(folder, '%d.markdown' % number))
    check_same('Markdown title', front.get('title', ''), line)
    check_same('Markdown address', front['url'], url)

    note = note_properties(read(folder, '%d.obsidian' % number))
    check_same('note', [note.get(name) for name in ('title', 'source', 'author', 'published')],
               [line or None, url, [line] if line else None, '2024-05-01'])

    document = Document(read(folder, '%d.html' % number))
    tags = [tag for tag, _ in document.starts]
    check_same('HTML title', document.text.get('title', ''), line)
    check_same('HTML heading', document.text.get('h1', ''), line)
    assert POLICY in document.starts and 'script' not in tags, document.starts
    check_same('HTML elements', sorted(set(tags) - {'h1', 'p'}),
               ['a', 'article', 'body', 'head', 'header', 'html', 'meta', 'title'])
    check_same('HTML address', [a['href'] for tag, a in document.starts if tag == 'a'], [url])

    head, body = read(folder, '%d.text' % number).split('\n\n', 1)
    lines = [line] if line else []
    check_same('text head', head.split('\n'),
               lines + ['2024-05-01T23:30:00+08:00'] + lines + [url])
    check_same('text body', body, text if text[-1:] in ('', '\n') else text + '\n')


def check_references(number, title, url, records):
    line = one_line(title) or None
    ris, bibtex, csl = (records[form][number] for form in ('ris', 'bibtex', 'csl-json'))
    check_same('RIS', [ris.get(tag) for tag in ('TY', 'TI', 'AU', 'PY', 'DA', 'Y2', 'UR')],
               ['ELEC', line, line, '2024', '2024/05/01', '2024/05/02', url])
    check_same('BibTeX', [bibtex.get(name) for name in ('title', 'author', 'year', 'month', 'url', 'urldate')],
               [line, line, '2024', '05', url, '2024-05-02'])
    check_same('CSL', [csl.get(name) for name in ('type', 'title', 'URL')], ['webpage', line, url])
    check_same('CSL author', csl.get('author'), [{'literal': line}] if line else None)
    check_same('CSL dates', (csl['issued'], csl['accessed']),
               ({'date-parts': [[2024, 5, 1]]}, {'date-parts': [[2024, 5, 2]]}))
    check_same('keys', {ris['ID'], bibtex['key'], csl['id']}, {csl['id']})


def check_feeds(number, title, text, url, entry, item):
    line = one_line(title)
    check_same('Atom id', text_of(entry, ATOM + 'id'), item['id'])
    check_same('Atom title', text_of(entry, ATOM + 'title'), xml_line(title))
    check_same('Atom author', text_of(entry, ATOM + 'author/' + ATOM + 'name'), xml_line(title) or None)
    check_same('Atom times', [text_of(entry, ATOM + name) for name in ('published', 'updated')],
               ['2024-05-01T15:30:00Z'] * 2)
    check_same('Atom link', entry.find(ATOM + 'link').get('href'), url)
    check_same('Atom body', paragraphs(text_of(entry, ATOM + 'content')), xml_lines(text))
    check_same('JSON Feed title', item.get('title', ''), line)
    check_same('JSON Feed authors', item.get('authors'), [{'name': line}] if line else None)
    check_same('JSON Feed times', {item['date_published'], item['date_modified']}, {'2024-05-01T15:30:00Z'})
    check_same('JSON Feed address', item['url'], url)
    check_same('JSON Feed body', paragraphs(item['content_html']), xml_lines(text))


def check_tei(folder, number, title, text, url):
    root = xml.etree.ElementTree.parse(os.path.join(folder, '%d.tei' % number)).getroot()
    check_same('TEI', root.tag, TEI + 'TEI')
    check_same('TEI title', text_of(root, './/' + TEI + 'titleStmt/' + TEI + 'title'), xml_line(title))
    check_same('TEI address', text_of(root, ".//" + TEI + "bibl/" + TEI + "idno"), url)
    check_same('TEI date', root.find('.//' + TEI + 'publicationStmt/' + TEI + 'date').get('when'), '2024-05-01')
    check_same('TEI body', [p.text or '' for p in root.iter(TEI + 'p')], xml_lines(text) or [''])


def check_others(folder, count):
    records = {
        'ris': read_ris(os.path.join(folder, 'all.ris')),
        'bibtex': read_bibtex(os.path.join(folder, 'all.bibtex')),
        'csl-json': json.loads(read(folder, 'all.csl-json')),
    }
    feed = xml.etree.ElementTree.parse(os.path.join(folder, 'all.atom')).getroot()
    entries = feed.findall(ATOM + 'entry')
    json_feed = json.loads(read(folder, 'all.json-feed'))
    check_same('JSON Feed', (json_feed['version'], json_feed['title']),
               ('https://jsonfeed.org/version/1.1', 'A <feed> & "more"'))
    check_same('Atom', (text_of(feed, ATOM + 'title'), text_of(feed, ATOM + 'updated')),
               ('A <feed> & "more"', '2024-05-03T00:00:00Z'))
    check_same('records', {len(entries), len(json_feed['items']), *map(len, records.values())}, {count})
    check_same('ids', len({item['id'] for item in json_feed['items']}), count)
    for number in range(count):
        title = read(folder, '%d.true-title' % number)
        text = read(folder, '%d.true-text' % number)
        url = 'https://news.example/%d?a=1&b="2"' % number
        check_references(number, title, url, records)
        check_feeds(number, title, text, url, entries[number], json_feed['items'][number])
        check_tei(folder, number, title, text, url)


def check_truth(folder):
    rows = read_csv(os.path.join(folder, 'all.csv'))
    records = read_json_lines(os.path.join(folder, 'all.json-lines'))
    check_same('records', len(records), len(rows))
    assert read(folder, 'all.csv').startswith('\ufeffkey,'), 'no byte order mark'
    for number, row in enumerate(rows):
        check_article(folder, number, row, records[number])
    check_others(folder, len(rows))
    return len(rows)


def check_keys(form, path, count):
    readers = {
        'csv': lambda: [row['key'] for row in read_csv(path)],
        'jsonl': lambda: [row['key'] for row in read_json_lines(path)],
        'atom': lambda: [text_of(entry, ATOM + 'id') for entry in
                         xml.etree.ElementTree.parse(path).getroot().findall(ATOM + 'entry')],
        'warc.gz': lambda: [told['key'] for told, _ in warc.articles(warc.read(path))],
        'json': lambda: [item['id'] for item in json.loads(read('/', path))['items']],
    }
    keys = readers[form]()
    check_same('records', len(keys), int(count))
    check_same('keys', len(set(keys)), int(count))
    return len(keys)


XHTML = '{http://www.w3.org/1999/xhtml}'
OPF = '{http://www.idpf.org/2007/opf}'
NCX = '{http://www.daisy.org/z3986/2005/ncx/}'


def check_zip(path, count):
    """Compares what is in each file with what its name tells."""
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        names = file.namelist()
        assert len(names) == len(set(names)) == int(count), names[:9]
        for name in names:
            length = int(name.partition('/')[2] or 0)
            assert file.read(name) == (string.ascii_lowercase * (length // 26 + 1))[:length].encode(), name
    return len(names)


def check_wacz(path, count):
    """Compares records, index and list of pages with each other."""
    records, index, pages = warc.read_wacz(path)
    answers = [record for record in records if record.type == 'resource']
    check_same('pages', [record.url for record in answers], [page['url'] for page in pages])
    check_same('index', sorted(entry['url'] for _, entry in index), sorted(record.url for record in answers))
    check_same('sizes', len({len(record.payload) for record in answers}), 1)
    check_same('count', len(answers), int(count))
    return len(answers)


def check_epub(path, count):
    """A book whose lists name what is in it, each page once, days and tasks in order."""
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        check_same('first file', (book.namelist()[0], book.infolist()[0].compress_type, book.read('mimetype')),
                   ('mimetype', zipfile.ZIP_STORED, b'application/epub+zip'))
        trees = {name: xml.etree.ElementTree.fromstring(book.read(name)) for name in book.namelist()
                 if name.endswith(('.xhtml', '.opf', '.ncx', '.xml'))}
        package = trees['EPUB/book.opf']
        items = {item.get('id'): item.get('href') for item in package.iter(OPF + 'item')}
        check_same('manifest', {'EPUB/' + href for href in items.values()} | {
            'mimetype', 'META-INF/container.xml', 'EPUB/book.opf'}, set(book.namelist()))
    spine = [items[ref.get('idref')] for ref in package.iter(OPF + 'itemref')]
    links = [a.get('href') for a in trees['EPUB/nav.xhtml'].iter(XHTML + 'a')]
    points = [point.find(NCX + 'content').get('src') for point in trees['EPUB/toc.ncx'].iter(NCX + 'navPoint')
              if point.get('id').startswith('a')]
    check_same('pages', len(set(spine)), int(count))
    check_same('contents', (links, points), (spine, spine))
    days = [span.text for span in trees['EPUB/nav.xhtml'].findall(
        './/%snav/%sol/%sli/%sspan' % ((XHTML,) * 4))]
    check_same('days', days, sorted(set(days), reverse=True))
    shown = set()
    for name in spine:
        page = trees['EPUB/' + name]
        assert page.find('.//' + XHTML + 'title').text.strip(), name
        names = {element.tag for element in page.iter()}
        assert not names & {XHTML + 'script', XHTML + 'unknown'}, names
        shown |= {img.get('src') for img in page.iter(XHTML + 'img')}
        check_same('direction', page.get('dir'), 'rtl' if page.get('lang') in ('ar', 'fa-IR', 'he') else None)
    check_same('pictures', shown - set(items.values()), set())
    return len(spine)


WORD = '{http://schemas.openxmlformats.org/wordprocessingml/2006/main}'
OFFICE = '{http://schemas.openxmlformats.org/officeDocument/2006/relationships}'
DRAWING = '{http://schemas.openxmlformats.org/drawingml/2006/main}'
SHEET = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'


def open_office(path):
    """The parts of an office file as trees, each of them of a type that is declared."""
    with zipfile.ZipFile(path) as book:
        assert book.testzip() is None
        trees = {name: xml.etree.ElementTree.fromstring(book.read(name)) for name in book.namelist()
                 if '/images/' not in name}
        names = set(book.namelist())
    types = trees.pop('[Content_Types].xml')
    declared = {part.get('PartName').lstrip('/') for part in types if part.get('PartName')}
    check_same('parts', declared, {name for name in trees if not name.endswith('.rels')})
    for name, tree in trees.items():
        folder = name.split('_rels/')[0]
        for relation in tree if name.endswith('.rels') else ():
            if relation.get('TargetMode') == 'External':
                assert relation.get('Target').startswith(('http:', 'https:')), relation.get('Target')
            else:
                assert folder + relation.get('Target') in names, relation.get('Target')
    return trees


def check_docx(path, count):
    """A report whose contents lead to its headings, and whose lists, links and cells are whole."""
    trees = open_office(path)
    document = trees['word/document.xml']
    styles = {style.get(WORD + 'styleId') for style in trees['word/styles.xml'].iter(WORD + 'style')}
    used = [style.get(WORD + 'val') for style in document.iter() if style.tag in (
        WORD + 'pStyle', WORD + 'rStyle', WORD + 'tblStyle')]
    check_same('styles', set(used) - styles, set())
    check_same('articles', used.count('Heading3'), int(count))
    marks = [mark.get(WORD + 'name') for mark in document.iter(WORD + 'bookmarkStart')]
    ids = [mark.get(WORD + 'id') for mark in document.iter(WORD + 'bookmarkStart')]
    anchors = [link.get(WORD + 'anchor') for link in document.iter(WORD + 'hyperlink') if link.get(WORD + 'anchor')]
    check_same('contents', anchors, marks)
    check_same('marks', len(set(ids)), len(marks))
    numbers = {number.get(WORD + 'numId') for number in trees['word/numbering.xml'].iter(WORD + 'num')}
    check_same('lists', {number.get(WORD + 'val') for number in document.iter(WORD + 'numId')} - numbers, set())
    links = {link.get(OFFICE + 'id') for link in document.iter(WORD + 'hyperlink')} - {None}
    check_same('links', links - {link.get('Id') for link in trees['word/_rels/document.xml.rels']}, set())
    targets = {link.get('Id'): 'word/' + link.get('Target') for link in trees['word/_rels/document.xml.rels']}
    shown = [targets[blip.get(OFFICE + 'embed')] for blip in document.iter(DRAWING + 'blip')]
    with zipfile.ZipFile(path) as book:
        check_same('pictures', {name for name in book.namelist() if name.startswith('word/images/')}, set(shown))
    check_children(document)
    for table in document.iter(WORD + 'tbl'):
        check_table(table)
    return int(count)


def check_children(document):
    """Every element stands where the standard lets it, so that no word processor repairs the file."""
    allowed = {
        'document': 'body', 'body': 'p tbl sectPr', 'tbl': 'tblPr tblGrid tr', 'tr': 'tc', 'tc': 'tcPr p',
        'p': 'pPr r hyperlink bookmarkStart bookmarkEnd', 'hyperlink': 'r', 'r': 'rPr t br drawing',
    }
    for parent in document.iter():
        name = parent.tag.replace(WORD, '')
        if name in allowed:
            names = {child.tag.replace(WORD, '') for child in parent}
            check_same('children of ' + name, names - set(allowed[name].split()), set())


def check_table(table):
    """Rows fill the grid at most; a cell that goes on does so below one as wide in the same column."""
    widths = [int(column.get(WORD + 'w')) for column in table.find(WORD + 'tblGrid')]
    assert min(widths) > 0 and sum(widths) <= 9026, widths
    columns = len(widths)
    above = {}
    for row in table.findall(WORD + 'tr'):
        place, merged = 0, {}
        for cell in row:
            span = cell.find(WORD + 'tcPr/' + WORD + 'gridSpan')
            merge = cell.find(WORD + 'tcPr/' + WORD + 'vMerge')
            width = 1 if span is None else int(span.get(WORD + 'val'))
            if merge is not None:
                merged[place] = width
            if merge is not None and merge.get(WORD + 'val') is None:
                check_same('cell that goes on', above.get(place), width)
            assert cell[-1].tag == WORD + 'p'
            place += width
        assert 0 < place <= columns, (place, columns)
        above = merged


def check_xlsx(path, count):
    """A list with a row for each article, all of it text but the days."""
    trees = open_office(path)
    sheet = trees['xl/worksheets/sheet1.xml']
    name = trees['xl/workbook.xml'].find('%ssheets/%ssheet' % (SHEET, SHEET)).get('name')
    assert re.fullmatch(r"[^\[\]:*?/\\']{1,31}", name), name
    rows = sheet.findall('%ssheetData/%srow' % (SHEET, SHEET))
    check_same('rows', len(rows), int(count) + 1)
    check_same('formulas', len(list(sheet.iter(SHEET + 'f'))), 0)
    days = []
    for number, row in enumerate(rows, 1):
        check_same('row', row.get('r'), str(number))
        for cell in row:
            check_same('cell', cell.get('r')[1:], str(number))
            if cell.get('t') == 'inlineStr':
                text = text_of(cell, SHEET + 'is/' + SHEET + 't').replace('_x005F_', '_')
                assert len(text.encode('utf-16-le')) <= 2 * 32767
            else:
                days.append(float(text_of(cell, SHEET + 'v')))
    check_same('order', days, sorted(days, reverse=True))
    return int(count)


def main(argv):
    if argv[1] == 'truth':
        count = check_truth(argv[2])
    elif argv[1] in ('epub', 'docx', 'xlsx', 'zip', 'wacz'):
        count = {'epub': check_epub, 'docx': check_docx, 'xlsx': check_xlsx, 'zip': check_zip,
                 'wacz': check_wacz}[argv[1]](*argv[2:])
    else:
        count = check_keys(*argv[2:])
    print('compared %d articles' % count)


if __name__ == '__main__':
    main(sys.argv)
