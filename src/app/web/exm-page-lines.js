// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the lines of a page text in the page as it is laid out. Runs in a script world of
// its own; the page cannot see it. What it is told comes as arguments of `exemplar.*`.
'use strict';

(() => {
  // A longer line is compared by its beginning.
  const KEY_LENGTH = 300;
  const MAX_LINES = 200000;
  const SLICE_MS = 8;
  // Lines that are tried for one that has no equal.
  const LOOK_AHEAD = 16;
  // The characters of exm_char_is_space().
  const WORD =
    /[^\u0000-\u0020\u007f\u00a0\u1680\u2000-\u200b\u2028\u2029\u202f\u205f\u3000\ufeff]+/g;

  const exemplar = globalThis.exemplar = {
    host: null, // our own element, which is no part of the page
    block: new Set(),
    dropped: new Set(),
    keys: [], // of the page text's lines; '' where no browser shows the line
    lines: [], // of the page: {sn, so, en, eo: its two ends; key, chars}
    nodeLine: new Map(), // text node → first line that has a part of it
    first: null, // Int32Array: line of the page text → first line here, or -1
    last: null,
    reader: null, // Int32Array: line here → line of the page text, or -1
    truncated: false,
  };

  // Timers are slowed down in views that are not shown; messages are not.
  const breathe = () => new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(0);
  });

  // Runs a generator in slices; it yields wherever it may be interrupted, and is ended there
  // at the deadline.
  exemplar.runSliced = async (steps, deadline) => {
    let end = performance.now() + SLICE_MS;
    for (;;) {
      const step = steps.next();
      if (step.done)
        return true;
      const now = performance.now();
      if (now > deadline) {
        steps.return();
        return false;
      }
      if (now > end) {
        await breathe();
        end = performance.now() + SLICE_MS;
      }
    }
  };

  class Walker {
    constructor() {
      this.line = null;
      this.pendingSpace = false;
      this.preformatted = 0;
    }

    flush() {
      this.pendingSpace = false;
      if (!this.line)
        return;
      exemplar.lines.push(this.line);
      this.line = null;
    }

    words(node, from, to) {
      const data = node.data;
      let end = from;
      WORD.lastIndex = from;
      for (let match; (match = WORD.exec(data)) && match.index < to;) {
        const word = WORD.lastIndex > to ? data.slice(match.index, to) : match[0];
        this.word(node, match.index, word, match.index > end);
        end = match.index + word.length;
        WORD.lastIndex = end;
      }
      this.pendingSpace = this.line !== null && (this.pendingSpace || end < to);
    }

    word(node, start, word, spaced) {
      const space = (spaced || this.pendingSpace) && this.line ? ' ' : '';
      this.pendingSpace = false;
      if (!exemplar.nodeLine.has(node))
        exemplar.nodeLine.set(node, exemplar.lines.length);
      if (!this.line)
        this.line = {sn: node, so: start, en: node, eo: start, key: '', chars: 0};
      const line = this.line;
      if (line.key.length < KEY_LENGTH)
        line.key = (line.key + space + word).slice(0, KEY_LENGTH);
      line.chars += space.length + word.length;
      line.en = node;
      line.eo = start + word.length;
    }

    text(node) {
      const data = node.data;
      let from = 0;
      if (this.preformatted > 0)
        for (let at; (at = data.indexOf('\n', from)) >= 0; from = at + 1) {
          this.words(node, from, at);
          this.flush();
        }
      this.words(node, from, data.length);
    }

    enter(element) {
      const tag = element.localName;
      if (exemplar.block.has(tag))
        this.flush();
      this.preformatted += tag === 'pre' || tag === 'xmp' || tag === 'plaintext';
      // The content of <noscript> and <template> is laid out nowhere.
      const skipped = element === exemplar.host || exemplar.dropped.has(tag)
        || tag === 'noscript' || tag === 'template';
      return skipped ? null : element.firstChild;
    }

    leave(element) {
      const tag = element.localName;
      if (exemplar.block.has(tag))
        this.flush();
      this.preformatted -= tag === 'pre' || tag === 'xmp' || tag === 'plaintext';
    }

    * walk(root) {
      for (let node = root; node;) {
        let below = null;
        yield;
        if (exemplar.lines.length >= MAX_LINES) {
          exemplar.truncated = true;
          return;
        }
        if (node.nodeType === Node.ELEMENT_NODE)
          below = this.enter(node);
        else if (node.nodeType === Node.TEXT_NODE)
          this.text(node);
        if (below) {
          node = below;
          continue;
        }
        for (;;) {
          if (node.nodeType === Node.ELEMENT_NODE)
            this.leave(node);
          if (node === root)
            return;
          if (node.nextSibling) {
            node = node.nextSibling;
            break;
          }
          node = node.parentNode;
        }
      }
    }
  }

  // Longest increasing run of `values`, by index (patience sorting).
  const increasing = (values) => {
    const ends = [], before = new Int32Array(values.length);
    for (let i = 0; i < values.length; i++) {
      let low = 0, high = ends.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (values[ends[middle]] < values[i])
          low = middle + 1;
        else
          high = middle;
      }
      before[i] = low > 0 ? ends[low - 1] : -1;
      ends[low] = i;
    }
    const run = [];
    for (let i = ends.length > 0 ? ends[ends.length - 1] : -1; i >= 0; i = before[i])
      run.push(i);
    return run.reverse();
  };

  class Aligner {
    constructor(keys, lines) {
      // Lines that no browser shows stand in the way of counting.
      this.index = [];
      for (let i = 0; i < keys.length; i++)
        if (keys[i] !== '')
          this.index.push(i);
      this.a = this.index.map((i) => keys[i]);
      this.b = lines.map((line) => line.key);
      this.first = new Int32Array(keys.length).fill(-1);
      this.last = new Int32Array(keys.length).fill(-1);
      this.reader = new Int32Array(lines.length).fill(-1);
    }

    pair(i, j) {
      const line = this.index[i];
      if (this.first[line] < 0)
        this.first[line] = j;
      this.last[line] = j;
      if (this.reader[j] < 0)
        this.reader[j] = line;
    }

    // Lines whose text occurs once on either side, in the same order on both.
    anchors(gap) {
      const seen = new Map();
      for (let i = gap.a; i < gap.aEnd; i++)
        seen.set(this.a[i], seen.has(this.a[i]) ? null : {i, j: -1});
      for (let j = gap.b; j < gap.bEnd; j++) {
        const place = seen.get(this.b[j]);
        if (place)
          place.j = place.j === -1 ? j : -2;
      }
      const both = [...seen.values()].filter((place) => place && place.j >= 0);
      return increasing(both.map((place) => place.j)).map((k) => both[k]);
    }

    // A line that one side breaks in two: its parts are found in it.
    * split(gap) {
      let j = gap.b;
      const sameCount = gap.aEnd - gap.a === gap.bEnd - gap.b;
      for (let i = gap.a; i < gap.aEnd && j < gap.bEnd; i++) {
        const a = this.a[i];
        yield;
        if (sameCount) {
          this.pair(i, j++);
          continue;
        }
        const start = j, end = Math.min(gap.bEnd, j + LOOK_AHEAD);
        while (j < end && !a.includes(this.b[j]) && !this.b[j].includes(a))
          j++;
        if (j === end) {
          j = start;
          continue;
        }
        while (j < gap.bEnd && a.includes(this.b[j]))
          this.pair(i, j++);
        if (j < gap.bEnd && this.b[j].includes(a)) {
          this.pair(i, j);
          const next = i + 1 < gap.aEnd ? this.a[i + 1] : null;
          if (next === null || !this.b[j].includes(next))
            j++;
        }
      }
    }

    trim(gap) {
      while (gap.a < gap.aEnd && gap.b < gap.bEnd && this.a[gap.a] === this.b[gap.b])
        this.pair(gap.a++, gap.b++);
      while (gap.a < gap.aEnd && gap.b < gap.bEnd
             && this.a[gap.aEnd - 1] === this.b[gap.bEnd - 1])
        this.pair(--gap.aEnd, --gap.bEnd);
      return gap.a < gap.aEnd && gap.b < gap.bEnd;
    }

    * align() {
      const gaps = [{a: 0, aEnd: this.a.length, b: 0, bEnd: this.b.length}];
      while (gaps.length > 0) {
        const gap = gaps.pop();
        yield;
        if (!this.trim(gap))
          continue;
        const anchors = this.anchors(gap);
        if (anchors.length === 0) {
          yield * this.split(gap);
          continue;
        }
        let a = gap.a, b = gap.b;
        for (const {i, j} of anchors) {
          this.pair(i, j);
          gaps.push({a, aEnd: i, b, bEnd: j});
          a = i + 1;
          b = j + 1;
        }
        gaps.push({a, aEnd: gap.aEnd, b, bEnd: gap.bEnd});
      }
    }
  }

  exemplar.start = (block, dropped) => {
    exemplar.block = new Set(block.split(' '));
    exemplar.dropped = new Set(dropped.split(' '));
    exemplar.keys = [];
  };

  // The page text's lines, joined by line feeds; called until all are here.
  exemplar.add = (keys) => {
    for (const key of keys.split('\n'))
      exemplar.keys.push(key.slice(0, KEY_LENGTH));
  };

  // Returns "lines found cut": of the page, of the page text, whether something was cut.
  exemplar.find = async (budget) => {
    const deadline = performance.now() + budget;
    exemplar.lines = [];
    exemplar.nodeLine = new Map();
    exemplar.truncated = false;
    const walker = new Walker();
    if (!await exemplar.runSliced(walker.walk(document.documentElement), deadline))
      exemplar.truncated = true;
    walker.flush();
    const aligner = new Aligner(exemplar.keys, exemplar.lines);
    if (!await exemplar.runSliced(aligner.align(), deadline + budget))
      exemplar.truncated = true;
    Object.assign(exemplar, {
      first: aligner.first, last: aligner.last, reader: aligner.reader, keys: [],
    });
    const found = aligner.first.reduce((n, line) => n + (line >= 0), 0);
    return `${exemplar.lines.length} ${found} ${exemplar.truncated ? 1 : 0}`;
  };

  exemplar.rangeOf = (from, to) => {
    const range = document.createRange();
    range.setStart(exemplar.lines[from].sn, exemplar.lines[from].so);
    range.setEnd(exemplar.lines[to].en, exemplar.lines[to].eo);
    return range;
  };

  // The line here that holds a place of a text node, or -1.
  exemplar.lineAt = (node, offset) => {
    let line = exemplar.nodeLine.get(node);
    if (line === undefined || !exemplar.first)
      return -1;
    while (line + 1 < exemplar.lines.length && exemplar.lines[line + 1].sn === node
           && exemplar.lines[line + 1].so <= offset)
      line++;
    return line < exemplar.lines.length ? line : -1;
  };

  exemplar.send = (...words) =>
    webkit.messageHandlers.exemplar.postMessage(words.join(' '));
})();
