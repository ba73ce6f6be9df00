// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws what a method that looks at pages divided this one into: blocks in blocks, how
// well each hangs together, and what separates them. The method saw the page at another
// width, so a block lies here where its lines lie.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const FIELDS = 6; // numbers a block, as exm-block-marks.c writes them
  const MOST_DRAWN = 3000;
  const BUDGET_MS = 5000;
  // Around a block, view pixels: a block around another one is seen around it.
  const MARGIN = 1.5, MARGIN_STEP = 2.5, MOST_MARGIN = 14;
  const TAG_HEIGHT = 11, TAG_WIDTH = 11, TAG_DIGIT = 5;
  // Narrower and lower blocks say theirs under the pointer: a tag would hide their text.
  const LEAST_WIDTH = 30, LEAST_HEIGHT = 30;

  const STYLE = `
    .box { position: absolute; box-sizing: border-box; pointer-events: none;
           border: calc(var(--stroke) * var(--unit)) solid var(--line);
           border-radius: calc(3px * var(--unit)); opacity: var(--strength); }
    .body { border-color: var(--body); opacity: 1; }
    .whole { border-width: calc(3px * var(--unit)); }
    .pointed, .current { border-width: calc(2.5px * var(--unit)); opacity: 1; }
    .pointed { background: color-mix(in srgb, var(--line) 9%, transparent); }
    .current { outline: calc(2px * var(--unit)) solid var(--halo);
               background: color-mix(in srgb, var(--line) 12%, transparent); }
    .body.pointed, .body.current
      { background: color-mix(in srgb, var(--body) 12%, transparent); }
    .bar { position: absolute; pointer-events: none; background: var(--bar);
           border-radius: calc(2px * var(--unit)); opacity: 0.6; }
    .tag, .words { position: absolute; pointer-events: none; white-space: nowrap;
                   box-sizing: border-box; border-radius: calc(3px * var(--unit));
                   text-align: center; }
    .tag { color: var(--line); background: var(--halo);
           border: calc(1px * var(--unit)) solid currentColor;
           height: calc(11px * var(--unit));
           font: 600 calc(8px * var(--unit)) / calc(9px * var(--unit)) system-ui, sans-serif; }
    .words { color: var(--label); background: var(--line);
             font: 600 calc(11px * var(--unit)) / calc(18px * var(--unit))
               system-ui, sans-serif;
             padding: 0 calc(6px * var(--unit)); }
    .tag.body { color: var(--body); border-width: calc(1px * var(--unit)); }
    .words.body { background: var(--body); }
    .light { --body: #0d6640; --line: #1a5fb4; --bar: #77767b; --label: #ffffff;
             --halo: #ffffff; }
    .dark { --body: #5bd0a6; --line: #78aeed; --bar: #9a9996; --label: #16161a;
            --halo: #16161a; }
    @media (prefers-contrast: more) {
      .box, .bar { opacity: 1; }
      .light { --line: #0f4588; --body: #0a4a2e; --bar: #4f4e53; }
      .dark { --line: #a8d2ff; --body: #7fe6c0; --bar: #d0cfcd; }
    }`;

  const state = exemplar.blocks = {
    list: [], // {parent, first, last, coherence, isMain, weight, words …}
    leaf: new Int32Array(0), // line of the page text → innermost block, or -1
    pointed: -1,
    current: -1,
  };
  let layer = null, above = null; // what changes with the pointer is on its own
  let width = 0; // of the page without what is drawn on it

  const unit = () => 1 / exemplar.marks.zoom;

  const ensureLayers = () => {
    if (layer)
      return;
    layer = exemplar.addLayer(STYLE);
    above = exemplar.addLayer(STYLE);
  };

  const parse = (numbers, words) => {
    const list = [];
    for (let i = 0; i + FIELDS <= numbers.length; i += FIELDS) {
      const [parent, first, last, coherence, isMain, weight] = numbers.slice(i, i + FIELDS);
      const around = list[parent];
      list.push({
        parent, first, last, coherence, weight, words: words[list.length] ?? '',
        isMain: isMain !== 0, isBody: isMain !== 0 || (around?.isBody ?? false),
        depth: around ? around.depth + 1 : 0, height: 0, parts: [], rect: null, dark: false,
      });
      around?.parts.push(list.length - 1);
    }
    for (let i = list.length - 1; i > 0; i--) {
      const around = list[list[i].parent];
      around.height = Math.max(around.height, list[i].height + 1);
    }
    return list;
  };

  // Maps lines to blocks without parts; a line that two of them hold belongs to the later one.
  const findLeaves = (list) => {
    const n = exemplar.first ? exemplar.first.length : 0;
    const leaf = new Int32Array(n).fill(-1);
    list.forEach((block, i) => {
      for (let line = block.first; block.parts.length === 0 && line >= 0
             && line <= block.last && line < n; line++)
        leaf[line] = i;
    });
    return leaf;
  };

  const unite = (a, b) => !a ? b && {...b} : !b ? a : {
    left: Math.min(a.left, b.left), top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom),
  };

  const rectOf = (line, origin) => {
    const from = exemplar.here(line, false), to = exemplar.here(line, true);
    if (from < 0 || to < from)
      return null;
    const rect = exemplar.rangeOf(from, to).getBoundingClientRect();
    return rect.width > 0 && rect.height > 0 ? {
      left: rect.left - origin.left, top: rect.top - origin.top,
      right: rect.right - origin.left, bottom: rect.bottom - origin.top,
    } : null;
  };

  // Measures each block by its lines; blocks of pictures alone have no place.
  function* measure(list, leaf) {
    let origin = exemplar.host.getBoundingClientRect();
    for (const block of list)
      block.rect = null;
    for (let line = 0; line < leaf.length; line++) {
      if (leaf[line] < 0)
        continue;
      const block = list[leaf[line]];
      const rect = rectOf(line, origin);
      if (rect && !block.rect)
        block.dark = exemplar.isLineDark(exemplar.here(line, false));
      block.rect = unite(block.rect, rect);
      yield;
      // It may have been scrolled meanwhile.
      origin = exemplar.host.getBoundingClientRect();
    }
    for (let i = list.length - 1; i > 0; i--) {
      const around = list[list[i].parent];
      if (list[i].rect)
        around.dark = list[i].dark;
      around.rect = unite(around.rect, list[i].rect);
    }
  }

  const put = (on, kind, block) => {
    const node = document.createElement('div');
    node.className = `${kind} ${block.dark ? 'dark' : 'light'}`
      + (block.isBody ? ' body' : '');
    on.append(node);
    return node;
  };

  // Keeps the frame of a block inside the page, which would else become wider.
  const frameOf = (block) => {
    const margin = Math.min(MARGIN + MARGIN_STEP * block.height, MOST_MARGIN) * unit();
    return {
      left: Math.max(0, block.rect.left - margin),
      top: Math.max(0, block.rect.top - margin),
      right: Math.min(width, block.rect.right + margin),
      bottom: block.rect.bottom + margin,
    };
  };

  const place = (node, rect) => {
    node.style.left = `${rect.left}px`;
    node.style.top = `${rect.top}px`;
    node.style.width = `${Math.max(0, rect.right - rect.left)}px`;
    node.style.height = `${Math.max(0, rect.bottom - rect.top)}px`;
  };

  const drawBox = (on, kind, block) => {
    const node = put(on, `box ${kind}`, block);
    node.style.setProperty('--stroke', `${Math.max(1, 2.5 - 0.5 * (block.depth - 1))}px`);
    node.style.setProperty('--strength', Math.max(0.45, 1 - 0.14 * (block.depth - 1)));
    place(node, frameOf(block));
  };

  // Tags stand at the right end of the upper edge, one beside the other where blocks
  // begin together, the outer one outermost.
  const drawTags = (blocks) => {
    const rows = new Map(); // a band of the page → rectangles of tags
    const rowHeight = TAG_HEIGHT * unit();
    for (const block of blocks) {
      const frame = frameOf(block);
      const size = (TAG_WIDTH + (block.coherence > 9 ? TAG_DIGIT : 0)) * unit();
      if (frame.right - frame.left < LEAST_WIDTH * unit()
          || frame.bottom - frame.top < LEAST_HEIGHT * unit())
        continue;
      const top = Math.max(0, frame.top - rowHeight / 2);
      const row = Math.floor(top / rowHeight);
      const near = [row - 1, row, row + 1].flatMap((at) => rows.get(at) ?? []);
      let right = frame.right - 2 * unit();
      for (let moved = true; moved;) {
        moved = false;
        for (const other of near)
          if (right > other.left && right - size < other.right
              && top < other.top + rowHeight && top + rowHeight > other.top) {
            right = other.left - unit();
            moved = true;
          }
      }
      if (right - size < frame.left)
        continue;
      const node = put(layer, 'tag', block);
      node.textContent = block.coherence;
      node.style.left = `${right - size}px`;
      node.style.top = `${top}px`;
      node.style.width = `${size}px`;
      rows.set(row, [...rows.get(row) ?? [], {left: right - size, right, top}]);
    }
  };

  // Between a block and what comes before it in the block around both: across, if it is
  // below, upright, if it is beside.
  const drawBar = (before, block) => {
    const a = before.rect, b = block.rect;
    const thickness = (1 + 0.5 * block.weight) * unit();
    if (b.top >= a.bottom - unit()) {
      const at = (a.bottom + b.top) / 2;
      place(put(layer, 'bar', {...block, isBody: false}), {
        left: Math.min(a.left, b.left), right: Math.max(a.right, b.right),
        top: at - thickness / 2, bottom: at + thickness / 2,
      });
      return;
    }
    const [first, second] = a.left <= b.left ? [a, b] : [b, a];
    if (second.left < first.right - unit())
      return;
    const at = (first.right + second.left) / 2;
    place(put(layer, 'bar', {...block, isBody: false}), {
      left: at - thickness / 2, right: at + thickness / 2,
      top: Math.min(a.top, b.top), bottom: Math.max(a.bottom, b.bottom),
    });
  };

  const drawBars = (list) => {
    for (const around of list) {
      let before = null;
      for (const part of around.parts) {
        const block = list[part];
        if (!block.rect)
          continue;
        if (before && block.weight > 0)
          drawBar(before, block);
        before = block;
      }
    }
  };

  const drawWords = (index) => {
    const block = state.list[index];
    const node = put(above, 'words', block);
    const frame = frameOf(block);
    const {left, right, top} = exemplar.view();
    node.textContent = block.words;
    const x = Math.max(left, Math.min(frame.left, right - node.offsetWidth));
    const y = frame.top - node.offsetHeight;
    node.style.left = `${x}px`;
    node.style.top = `${y >= top ? y : Math.max(frame.top, top)}px`;
  };

  const drawAbove = () => {
    if (!above)
      return;
    above.replaceChildren();
    above.style.setProperty('--unit', unit());
    for (const [kind, index] of [['current', state.current], ['pointed', state.pointed]]) {
      if (!state.list[index]?.rect || (kind === 'pointed' && index === state.current))
        continue;
      drawBox(above, kind, state.list[index]);
      drawWords(index);
    }
  };

  const drawAll = () => {
    const list = state.list;
    layer.style.setProperty('--unit', unit());
    // The page itself is no news.
    const drawn = list.filter((block) => block.depth > 0 && block.rect).slice(0, MOST_DRAWN);
    drawBars(list.slice(0, MOST_DRAWN));
    for (const block of drawn)
      drawBox(layer, block.isMain ? 'whole' : '', block);
    drawTags([...drawn].sort((a, b) => b.isMain - a.isMain || a.depth - b.depth));
  };

  let turn = 0;
  // Returns how many blocks have a place.
  const layOut = async () => {
    const own = ++turn;
    if (!exemplar.first || (state.list.length === 0 && !layer))
      return 0;
    ensureLayers();
    layer.replaceChildren();
    above.replaceChildren();
    width = exemplar.measure();
    await exemplar.runSliced(measure(state.list, state.leaf),
                             performance.now() + BUDGET_MS);
    if (own !== turn)
      return 0;
    layer.replaceChildren();
    drawAll();
    drawAbove();
    return state.list.filter((block) => block.rect).length;
  };

  // `numbers`: FIELDS a block, with spaces between them; `words`: a line a block.
  exemplar.setBlocks = async (numbers, words, current) => {
    state.list = parse(numbers === '' ? [] : numbers.split(' ').map(Number),
                       words.split('\n'));
    state.leaf = findLeaves(state.list);
    state.pointed = -1;
    state.current = current;
    return layOut();
  };

  exemplar.setBlock = (current) => {
    state.current = current;
    const block = state.list[current];
    if (block && block.first >= 0)
      exemplar.scrollToLine(block.first);
    drawAbove();
  };

  // The innermost block at a place of the view.
  exemplar.pointAtBlock = (x, y) => {
    if (state.list.length === 0)
      return;
    const origin = exemplar.host.getBoundingClientRect();
    let found = -1;
    state.list.forEach((block, i) => {
      if (!block.rect || block.depth === 0)
        return;
      const frame = frameOf(block);
      if (x - origin.left >= frame.left && x - origin.left <= frame.right
          && y - origin.top >= frame.top && y - origin.top <= frame.bottom
          && (found < 0 || block.depth >= state.list[found].depth))
        found = i;
    });
    if (found === state.pointed)
      return;
    state.pointed = found;
    drawAbove();
  };

  let scheduled = 0;
  exemplar.redrawBlocks = () => {
    if (state.list.length === 0)
      return;
    clearTimeout(scheduled);
    scheduled = setTimeout(layOut, 50);
  };

  // Tells whether the first block moved on our layer, as scrolling in the page makes it.
  const hasMoved = () => {
    if (state.list.length === 0)
      return false;
    const line = state.leaf.findIndex((i) => i >= 0 && state.list[i].rect);
    if (line < 0)
      return false;
    const rect = rectOf(line, exemplar.host.getBoundingClientRect());
    const block = state.list[state.leaf[line]].rect;
    return rect !== null && (rect.top < block.top - 1 || rect.bottom > block.bottom + 1
                             || rect.left < block.left - 1);
  };

  // Describes the drawing, for tests.
  exemplar.describeBlocks = () => [
    layer ? layer.querySelectorAll('.box').length : 0,
    layer ? layer.querySelectorAll('.bar').length : 0,
    layer ? layer.querySelectorAll('.tag').length : 0,
    layer ? layer.querySelectorAll('.box.body').length : 0,
    above ? [...above.querySelectorAll('.words')].map((node) => node.textContent).join('|') : '',
  ].join(' ');

  addEventListener('resize', exemplar.redrawBlocks);
  addEventListener('load', exemplar.redrawBlocks, {capture: true});
  addEventListener('scroll', () => {
    if (hasMoved())
      exemplar.redrawBlocks();
  }, {capture: true, passive: true});
})();
