// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The rules of exm-page-text.h, applied to a document as WebKit built it: the plain way,
// one character after the other. It tells where the lines of a page text lie in the
// document, and the tests compare the reader with it. It has nothing in common with the
// reader but the table of elements, which it is told.
'use strict';

(() => {
  const FLAGS = {hidden: 1, noscript: 2, template: 4, select: 8};
  const FLAGGED = 15;
  const STRUCTURE = {
    li: 16, td: 32, th: 32, blockquote: 64, pre: 128, listing: 128, xmp: 128,
    plaintext: 128, figcaption: 256, caption: 256,
  };
  const CODE = 128, IMAGE = 512;
  const LINK_SPAN = 0, IMAGE_SPAN = 1;
  const SPANS = {b: 2, strong: 2, em: 3, i: 3, code: 4, sup: 5, sub: 6};
  const MAX_OPEN_SPANS = 16;
  const NO_FLAGS = {flags: 0, spans: [], kinds: new Set(), block: -1, heading: 0,
                    isPreformatted: false, inLink: false};

  // Characters that windows-1252 pages declared otherwise mean by U+0080 … U+009F.
  const C1 = '\u20ac \u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152 \u017d '
    + ' \u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153 \u017e\u0178';
  const SPACE = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]/;
  const CJK = new RegExp('[\\u2e80-\\u2fdf\\u3005-\\u3007\\u3040-\\u312f\\u3400-\\u4dbf'
    + '\\u4e00-\\u9fff\\uf900-\\ufaff\\u{20000}-\\u{3ffff}]', 'u');
  const WORD = /[\p{L}\p{N}]/u;
  const MARK = new RegExp('[.,;:!?"()[\\]\\u00ab\\u00bb\\u2018-\\u201f\\u2026'
    + '\\u3001-\\u3003\\u3008-\\u3011\\uff01\\uff08\\uff09\\uff0c\\uff0e\\uff1a\\uff1b'
    + '\\uff1f\\uff61\\uff64]', 'u');

  const bytesOf = (c) => {
    const code = c.codePointAt(0);
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  };

  const isHiding = (element) => {
    const style = (element.getAttribute('style') ?? '').replace(/[\t\n\v\f\r ]/g, '')
      .replace(/[A-Z]/g, (c) => c.toLowerCase());
    return element.hasAttribute('hidden') || style.includes('display:none')
      || style.includes('visibility:hidden');
  };

  // Lazy pages keep the address elsewhere.
  const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-actualsrc',
                'data-original-src', 'data-url', 'data-echo', 'zoomfile'];
  const SETS = ['data-srcset', 'srcset', 'data-lazy-srcset'];
  const PLACEHOLDERS = ['blank.', 'spacer', 'placeholder', 'loading.', 'lazyload', 'grey.',
                        'transparent', '1x1'];

  const isAddress = (address) => {
    if (!address || /^data:/i.test(address))
      return false;
    const name = address.slice(address.lastIndexOf('/') + 1);
    return !PLACEHOLDERS.some((mark) => name.includes(mark));
  };

  // As exm-images.c reads them: pixels of width, those of density 1 being 640.
  const MAX_USEFUL_WIDTH = 2560, DENSITY_WIDTH = 640;

  const readWidth = (descriptors) => {
    let width = DENSITY_WIDTH;
    for (const [, digits, unit] of descriptors.matchAll(/([0-9.]*)([^0-9.])/g)) {
      const [whole, ...parts] = digits.split('.');
      const number = Number(whole + parts.join('')) / 10 ** parts.join('').length;
      if (unit === 'w' || unit === 'x')
        width = unit === 'x' ? DENSITY_WIDTH * number : number;
    }
    return width;
  };

  const isBetterWidth = (width, best) => best < 0
    || (best > MAX_USEFUL_WIDTH ? width < best : width > best && width <= MAX_USEFUL_WIDTH);

  const widestOf = (set) => {
    let best = '', bestWidth = -1;
    const candidate = /[\t\n\v\f\r ,]*([^\t\n\v\f\r ]+)[\t\n\v\f\r ]*/y;
    for (let found; (found = candidate.exec(set));) {
      const address = found[1].replace(/,+$/, '');
      let width = DENSITY_WIDTH;
      if (address === found[1]) {
        const described = /[^,]*/y;
        described.lastIndex = candidate.lastIndex;
        width = readWidth(described.exec(set)[0]);
        candidate.lastIndex = described.lastIndex;
      }
      if (address && isBetterWidth(width, bestWidth))
        [best, bestWidth] = [address, width];
    }
    return [best, bestWidth];
  };

  const TYPES = ['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/webp'];

  // The widest of the first set that offers an address.
  const sourceOf = (element) => SETS.map((name) => element.getAttribute(name))
    .map((set) => widestOf(set ?? '')).find(([address]) => isAddress(address)) ?? ['', -1];

  // The sources that stand before an element in its picture.
  const sourcesOf = (element) => {
    const picture = element.parentElement;
    return picture?.localName !== 'picture' ? []
      : [...picture.children].slice(0, [...picture.children].indexOf(element))
        .filter((one) => one.localName === 'source'
          && TYPES.includes(one.getAttribute('type')?.toLowerCase() ?? TYPES[0]));
  };

  const imageAddress = (element) => {
    const plain = [...LAZY, 'src'].map((name) => element.getAttribute(name)).find(isAddress);
    if (plain)
      return plain;
    const [own, width] = sourceOf(element);
    let best = '', bestWidth = -1;
    for (const [address, other] of sourcesOf(element).map(sourceOf))
      if (address && isBetterWidth(other, bestWidth))
        [best, bestWidth] = [address, other];
    return best && isBetterWidth(bestWidth, width) ? best : own;
  };

  // The place that an address may name.
  const idOf = (element) => element.getAttribute('id')
    ?? (element.localName === 'a' ? element.getAttribute('name') : null) ?? '';

  const isPixel = (element) => ['width', 'height'].some(
    (name) => /^([01]|1px)$/i.test(element.getAttribute(name) ?? ''));

  class Walk {
    constructor(block, dropped) {
      this.block = new Set(block.split(' '));
      this.dropped = new Set(dropped.split(' '));
      this.nodes = [];
      this.elements = []; // of this.nodes
      this.lines = [];
      this.ranges = []; // of this.lines: {sn, so, en, eo}: the text nodes of both ends
      this.node = null; // the text node that is read
      this.offset = 0; // in it
      this.images = [];
      this.imageBegun = -1; // lines that had begun before the last image
      this.line = null;
      this.space = null; // {inLink}: white space that has no word behind it yet
    }

    flush() {
      this.space = null;
      if (!this.line)
        return;
      const {line} = this;
      line.spans = line.spans.concat([...line.open.values()].map((span) => [...span]));
      delete line.open;
      delete line.inWord;
      // A line is of the element of its longest text where that is half of it.
      if (this.longest > 0 && (line.flags & CODE) === 0)
        line.node = 2 * this.longest >= line.chars ? this.longestNode : line.block;
      this.lines.push(line);
      this.ranges.push(this.range);
      this.line = null;
    }

    start(state) {
      this.line = {text: '', node: state.index, block: state.block, chars: 0, length: 0,
                   tokens: 0, links: 0, marks: 0, bytes: 0, heading: state.heading,
                   flags: state.flags, spans: [], open: new Map(), inWord: false};
      [this.run, this.runNode] = [0, state.index];
      [this.longest, this.longestNode] = [0, state.index];
      this.range = {sn: this.node, so: this.offset, en: this.node, eo: this.offset};
      if (this.images.length > 0)
        this.line.flags |= IMAGE;
      for (const [address, label] of this.images)
        this.line.spans.push([IMAGE_SPAN, 0, 0, address, label]);
      this.images = [];
    }

    count(c, inLink) {
      const {line} = this;
      const isCjk = CJK.test(c), isWord = !isCjk && WORD.test(c);
      line.text += c;
      line.chars++;
      line.bytes += bytesOf(c);
      line.length += isCjk ? 3 : 1;
      line.marks += MARK.test(c) ? 1 : 0;
      line.tokens += isCjk || (isWord && !line.inWord) ? 1 : 0;
      line.links += inLink ? 1 : 0;
      line.inWord = isWord;
    }

    // Characters in succession that stand in one element right away.
    countRun(node, chars) {
      this.run = node === this.runNode ? this.run + chars : chars;
      this.runNode = node;
      if (this.run > this.longest)
        [this.longest, this.longestNode] = [this.run, node];
    }

    character(c, state) {
      if (c >= '\u0080' && c <= '\u009f')
        c = C1[c.charCodeAt(0) - 0x80];
      if (SPACE.test(c)) {
        if (c === '\n' && state.isPreformatted)
          this.flush();
        else if (this.line && !this.space)
          this.space = {inLink: state.inLink};
        return;
      }
      const before = this.line?.chars ?? 0;
      if (!this.line)
        this.start(state);
      else if (this.space)
        this.count(' ', this.space.inLink);
      this.space = null;
      const from = this.line.bytes;
      this.count(c, state.inLink);
      this.countRun(state.index, this.line.chars - before);
      this.range.en = this.node;
      this.range.eo = this.offset + c.length;
      for (const span of state.spans) {
        const open = this.line.open.get(span);
        if (open)
          open[2] = this.line.bytes;
        else
          this.line.open.set(span, [span.kind, from, this.line.bytes, span.address, '']);
      }
    }

    // The image in <noscript> repeats the one before it.
    shows(state) {
      const begun = this.lines.length + (this.line ? 1 : 0);
      if (state.flags & FLAGS.noscript)
        return this.imageBegun !== begun;
      this.imageBegun = begun;
      return !(state.flags & FLAGGED) || !!(this.line && this.line.flags & FLAGGED);
    }

    image(element, state) {
      const address = imageAddress(element);
      const label = element.getAttribute('alt') ?? '';
      if (!address || isPixel(element) || !this.shows(state))
        return;
      if (this.line) {
        this.line.flags |= IMAGE;
        this.line.spans.push([IMAGE_SPAN, this.line.bytes, this.line.bytes, address, label]);
      } else {
        this.images.push([address, label]);
      }
    }

    enter(element, outer, parent) {
      const tag = element.localName.toLowerCase();
      const state = {...outer, index: this.nodes.length};
      this.elements.push(element);
      this.nodes.push([parent, tag, element.getAttribute('class') ?? '',
                       idOf(element)]);
      state.flags |= (FLAGS[tag] ?? 0) | (STRUCTURE[tag] ?? 0)
        | (isHiding(element) ? FLAGS.hidden : 0);
      state.isPreformatted ||= (STRUCTURE[tag] & CODE) !== 0;
      if (outer.block < 0 || this.block.has(tag))
        state.block = state.index;
      if (/^h[1-6]$/.test(tag))
        state.heading = Number(tag[1]);
      const isLink = tag === 'a' && element.hasAttribute('href');
      const kind = isLink ? LINK_SPAN : SPANS[tag];
      state.inLink ||= isLink;
      if (kind !== undefined && outer.spans.length < MAX_OPEN_SPANS
          && (isLink || !outer.kinds.has(kind))) {
        const address = isLink ? element.getAttribute('href') : '';
        state.spans = [...outer.spans, {kind, address}];
        state.kinds = new Set(outer.kinds).add(kind);
      }
      return state;
    }

    element(element, outer, parent) {
      const tag = element.localName.toLowerCase();
      const isBlock = this.block.has(tag);
      const state = this.enter(element, outer, parent);
      if (isBlock)
        this.flush();
      if (tag === 'img' || tag === 'amp-img')
        this.image(element, state);
      if (!this.dropped.has(tag)) {
        if (element instanceof HTMLTemplateElement)
          this.children(element.content, state);
        this.children(element, state);
      }
      if (isBlock)
        this.flush();
    }

    children(parent, state) {
      for (let node = parent.firstChild; node; node = node.nextSibling)
        if (node.nodeType === Node.ELEMENT_NODE)
          this.element(node, state, state.index ?? -1);
        else if (node.nodeType === Node.TEXT_NODE)
          this.text(node, state);
    }

    text(node, state) {
      this.node = node;
      this.offset = 0;
      for (const c of node.data) {
        this.character(c, state);
        this.offset += c.length;
      }
    }

    all() {
      this.children(document, NO_FLAGS);
      this.flush();
      const last = this.lines[this.lines.length - 1];
      for (const [address, label] of last ? this.images : []) {
        last.flags |= IMAGE;
        last.spans.push([IMAGE_SPAN, last.bytes, last.bytes, address, label]);
      }
      return this;
    }
  }

  // Returns the walk, with its nodes, elements, lines and ranges.
  globalThis.exemplarWalk = (block, dropped) => new Walk(block, dropped).all();
})();
