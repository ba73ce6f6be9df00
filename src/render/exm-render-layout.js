// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Tells where a document's lines and elements lie and how they look, in the form of
// exm-layout.h. Runs in a script world of its own, beside exm-render-walk.js.
'use strict';

(() => {
  const SHOWN = 1, INLINE = 2;
  const MAX_PIXELS = 1e7;
  const WHITE = 0xffffff;
  const MAX_NAME = 64;

  const pixels = (value) =>
    Math.max(-MAX_PIXELS, Math.min(MAX_PIXELS, Math.round(value))) || 0;

  const boxOf = (thing) => {
    const rect = thing.getBoundingClientRect();
    return [pixels(rect.left + scrollX), pixels(rect.top + scrollY),
            Math.max(0, pixels(rect.width)), Math.max(0, pixels(rect.height))];
  };

  // 0xRRGGBB, or -1 for what lets through what is behind it.
  const colorOf = (color) => {
    const parts = (color.match(/[\d.]+/g) ?? []).map(Number);
    if (parts.length < 3 || (parts.length > 3 && parts[3] < 0.5))
      return -1;
    const [r, g, b] = parts.map((part) => Math.min(255, Math.round(part)));
    return (r << 16) | (g << 8) | b;
  };

  // As exm_layout_hash_line(); >>> makes it a number without a sign.
  const hashOf = (text) => {
    let hash = 2166136261;
    for (const c of text)
      hash = Math.imul(hash ^ c.codePointAt(0), 16777619);
    return hash >>> 0;
  };

  const isLaidOut = (element, parent) => (parent === undefined || parent.isLaidOut)
    && element.ownerDocument === document;

  const look = (element, parent) => {
    const style = isLaidOut(element, parent) ? getComputedStyle(element) : null;
    if (!style || style.display === 'none')
      return {isLaidOut: false, background: parent?.background ?? WHITE, size: 0, weight: 0,
              flags: 0, box: [0, 0, 0, 0]};
    const own = colorOf(style.backgroundColor);
    return {
      isLaidOut: true,
      background: own >= 0 ? own : parent?.background ?? WHITE,
      size: Math.min(1000, Math.round(parseFloat(style.fontSize) * 10) / 10 || 0),
      weight: Math.min(1000, parseInt(style.fontWeight, 10) || 400),
      flags: (style.visibility === 'visible' ? SHOWN : 0)
        | (style.display === 'inline' || style.display === 'contents' ? INLINE : 0),
      box: boxOf(element),
    };
  };

  const nodesOf = (walk) => {
    const looks = [];
    return walk.elements.map((element, i) => {
      const [parent] = walk.nodes[i];
      const own = look(element, looks[parent]);
      looks.push(own);
      return [parent, element.localName.slice(0, MAX_NAME), ...own.box, own.background,
              own.size, own.weight, own.flags].join(' ');
    });
  };

  const linesOf = (walk) => {
    const range = document.createRange();
    return walk.lines.map((line, i) => {
      const {sn, so, en, eo} = walk.ranges[i];
      range.setStart(sn, so);
      range.setEnd(en, eo);
      return [line.node, ...boxOf(range), line.chars, hashOf(line.text)].join(' ');
    });
  };

  // The window takes its size a moment after it is made.
  const takeSize = async (width) => {
    for (let tries = 0; innerWidth !== width && tries < 100; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10));
  };

  globalThis.exemplarLayOut = async (block, dropped, width, maxElements) => {
    await takeSize(width);
    const walk = exemplarWalk(block, dropped);
    if (walk.elements.length > maxElements || walk.lines.length > maxElements)
      return '';
    const root = document.scrollingElement ?? document.documentElement;
    const head = ['EXL1', walk.elements.length, walk.lines.length,
                  pixels(root.scrollWidth), pixels(root.scrollHeight), innerWidth];
    return [head.join(' '), ...nodesOf(walk), ...linesOf(walk)].join('\n');
  };
})();
