# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""structure-sites.py SITES --cli PATH [options]

Compares the structure of extracted bodies with that of the element that a person chose as the
body of the page. SITES is a folder of whole sites with sites.json, dom.py and sites/.

--mode click|bare|single   with the example's body marked, with an example, or without (click)
--format html|markdown     what is compared (html)
--no-base                  the page's address is not told
--only NAME,...            some sites
--most N                   pages of a site at most (30)
--show KIND                what is missing (-) and surplus (+) of a kind, by page
--by-site                  the figures of each site as well
"""

import argparse
import concurrent.futures
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import structure  # noqa: E402


# Exit codes of extract that come with an answer.
NOTHING, UNLIKE = 3, 4


def load_dom(folder):
    """The folder's own reader of its gold."""
    spec = importlib.util.spec_from_file_location('dom', os.path.join(folder, 'dom.py'))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def find_articles(folder, spec):
    """[(file, path of its address)] of a site's articles, in order."""
    root = os.path.join(folder, 'sites', spec['name'])
    none, found = set(spec.get('not_articles', [])), []
    for place, _, files in os.walk(root):
        for name in files:
            path = os.path.join(place, name)
            address = spec.get('base', '') + '/' + os.path.relpath(path, root).replace(os.sep, '/')
            address = address.replace('@', '?')
            short = re.sub(r'(?<=/)index\.html?$', '', address)
            bare = re.sub(r'\.html$', '', address)
            for one in (short, address, bare):
                if re.search(spec['article'], one) and one not in none and short not in none:
                    found.append((path, one))
                    break
    return sorted(found)


def cut_tree(dom, spec, body):
    """The ids of elements that are not body, by the site's own rules."""
    out = {id(x) for x in dom.select(body, dom.DROP_ALL)}
    start, stop, skip = (re.compile(spec[k]) if spec.get(k) else None
                         for k in ('start', 'stop', 'skip'))
    order = list(structure.walk(body, out))
    first = [' '.join(dom.lines(n)[:1]) if n.tag in structure.BLOCK else '' for n in order]
    if start:
        at = [i for i, line in enumerate(first) if start.search(line)
              and not any(k.tag in structure.BLOCK for k in structure.walk(order[i]))]
        out |= {id(n) for n in order[:at[0] + 1]
                if not any(d is order[at[0]] for d in structure.walk(n))} if at else set()
    for i, line in enumerate(first):
        leaf = not any(k.tag in structure.BLOCK for k in structure.walk(order[i]))
        if skip and leaf and skip.search(line):
            out.add(id(order[i]))
        if stop and leaf and stop.search(line):
            out |= {id(n) for n in order[i:]}
            break
    return out


def gold_facts(dom, spec, raw, base):
    """The facts of the page's gold element; None where it has none."""
    text = dom.gold(spec, raw)
    root = dom.Tree(dom.decode(raw, spec.get('charset'))).root
    found = dom.select(root, spec['body'])
    if not text or len(text) < 20 or not found:
        return None, None
    body = found[0]
    out = cut_tree(dom, spec, body)
    if spec.get('drop'):
        out |= {id(x) for x in dom.select(root, spec['drop'])}
    facts = structure.facts(body, base, frozenset(out))
    whole = structure.squash(text)
    facts['listing'] = body.tag == 'pre'
    for kind in ('headings', 'items', 'quotes'):
        facts[kind] = [f for f in facts[kind] if f in whole]
    facts['links'] = [f for f, t in zip(facts['links'], facts['link texts']) if t in whole]
    return text, facts


def run(args, spec, page, example, region):
    path, url = page
    options = [args.cli, 'extract', '-q', '-f', args.format, '-t', path]
    if not args.no_base:
        options += ['-u', url]
    if spec.get('charset'):
        options += ['-c', 'utf-8']
    if args.mode == 'single':
        options += ['-m', 'exemplar-single']
    else:
        options += ['-e', example]
        if args.mode == 'click':
            options += ['-r', region]
    done = subprocess.run(options, capture_output=True, check=False)
    if done.returncode not in (0, NOTHING, UNLIKE):
        raise RuntimeError(done.stderr.decode())
    return done.stdout.decode()


def score_page(args, dom, spec, page, example, region):
    with open(page[0], 'rb') as file:
        raw = file.read()
    base = '' if args.no_base else page[1]
    text, gold = gold_facts(dom, spec, raw, base)
    if gold is None:
        return None
    body = run(args, spec, page, example, region)
    tree = (structure.parse_markdown if args.format == 'markdown' else structure.parse)(body)
    return gold, structure.facts(tree, base), text


def score_site(args, dom, spec, total):
    host = (spec.get('hosts') or [spec['name'] + '.example'])[0]
    pages = [(p, 'https://%s%s' % (host, a)) for p, a in find_articles(args.sites, spec)]
    golden = []
    for page in pages:
        with open(page[0], 'rb') as file:
            gold = dom.gold(spec, file.read())
        if gold and len(gold) > 20:
            golden.append((page, gold))
        if len(golden) > args.most:
            break
    score = structure.Score()
    with tempfile.NamedTemporaryFile('w') as region:
        region.write(golden[0][1].replace('\0', '') if golden else '')
        region.flush()
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            jobs = [(page, pool.submit(score_page, args, dom, spec, page, golden[0][0][0],
                                       region.name)) for page, _ in golden[1:]]
        for page, job in jobs:
            if job.result() is None:
                continue
            gold, ours, _ = job.result()
            if gold['listing']:
                # A page that is one listing has no code in its body.
                ours['code'] = []
            total.add(gold, ours)
            wrong = score.add(gold, ours)
            for kind in args.show.split(',') if args.show else ():
                missing, surplus = wrong.get(kind, ((), ()))
                for sign, values in (('-', missing), ('+', surplus)):
                    for value in values:
                        print(spec['name'], page[0][len(args.sites):], sign, kind,
                              repr(value)[:200])
    if args.by_site and golden:
        print(spec['name'], len(golden) - 1, ' '.join(
            '%s %d %.2f/%.2f' % (kind, score.counts[kind][1], *score.rates(kind))
            for kind in structure.KINDS if score.counts[kind][1] or score.counts[kind][2]),
            flush=True)
    return max(len(golden) - 1, 0)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('sites')
    parser.add_argument('--cli', required=True)
    parser.add_argument('--mode', choices=('click', 'bare', 'single'), default='click')
    parser.add_argument('--format', choices=('html', 'markdown'), default='html')
    parser.add_argument('--no-base', action='store_true')
    parser.add_argument('--only', default='')
    parser.add_argument('--most', type=int, default=30)
    parser.add_argument('--show', default='')
    parser.add_argument('--by-site', action='store_true')
    args = parser.parse_args()
    sys.setrecursionlimit(20000)
    args.sites = os.path.abspath(args.sites)
    dom = load_dom(args.sites)
    with open(os.path.join(args.sites, 'sites.json'), encoding='utf-8') as file:
        specs = json.load(file)
    total, pages = structure.Score(), 0
    for spec in specs:
        if (not args.only or spec['name'] in args.only.split(',')) and not spec.get('expect'):
            pages += score_site(args, dom, spec, total)
    print('%d pages, %s, %s' % (pages, args.mode, args.format))
    print(total.table())


if __name__ == '__main__':
    main()
