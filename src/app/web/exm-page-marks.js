// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws what was made of the lines: tints by CSS highlights, which leave the page as it
// is, and outlines and labels on an element of our own that takes no room in it.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const KEPT = '2', TRIMMED = '1';
  const NONE = 0xffffffff;
  const SAMPLED_LINES = 400;
  // Part of a label with words that may stand on text of the page.
  const MOST_HIDDEN = 0.05;
  const GHOST_MS = 2000;

  const STYLE = `
    .box { position: absolute; box-sizing: border-box; pointer-events: none;
           border-radius: calc(4px * var(--unit)); }
    .region { border: calc(2px * var(--unit)) dashed var(--body); }
    .hover { border: calc(1.5px * var(--unit)) solid var(--body);
             background: color-mix(in srgb, var(--body) 10%, transparent); }
    .choice { border: calc(2px * var(--unit)) dashed var(--body);
              background: color-mix(in srgb, var(--body) 9%, transparent); }
    .ghost { border: calc(1.5px * var(--unit)) dotted #77767b; }
    .rule { position: absolute; height: calc(2px * var(--unit)); pointer-events: none; }
    .label { position: absolute; pointer-events: none; white-space: nowrap;
             font: 600 calc(11px * var(--unit)) / 1.45 system-ui, sans-serif;
             padding: 0 calc(6px * var(--unit)); border-radius: calc(4px * var(--unit)); }
    .said { position: absolute; width: 1px; height: 1px; overflow: hidden;
            clip-path: inset(50%); white-space: nowrap; }
    .start { color: var(--label); background: var(--start); }
    .end { color: var(--label); background: var(--end); }
    .pin { color: var(--label); background: var(--body); }
    .light { --body: #0d6640; --start: #1a5fb4; --end: #b5460f; --label: #ffffff; }
    .dark { --body: #5bd0a6; --start: #78aeed; --end: #ff9e64; --label: #16161a; }`;

  const state = exemplar.marks = {
    verdicts: '', head: NONE, tail: NONE,
    words: {start: '', end: '', yours: ''},
    zoom: 1,
    hoverLine: NONE,
    hover: null, // {first, last}: lines here, under the pointer in mark mode
    choice: null, // Set of lines here that are marked
    ghost: null, // {first, last}
    ghostTimer: 0,
    hoverText: '',
    tinted: null, // promise of what tints now
    wanted: NONE, // the line that was brought into view, until somebody looks elsewhere
  };
  let root = null, layer = null, said = null;
  const darkness = new Map();

  const luminance = (color) => {
    const parts = color.match(/[\d.]+/g);
    if (!parts || (parts.length > 3 && Number(parts[3]) < 0.5))
      return -1;
    const [r, g, b] = parts.map((part) => {
      const c = Number(part) / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };

  const isColorDark = (color, otherwise) => {
    const light = luminance(color);
    return light < 0 ? otherwise : light < 0.18;
  };

  // The page decides, not the desktop: the nearest background that is not transparent.
  const isDark = (element) => {
    if (!element)
      return isColorDark(getComputedStyle(layer.firstChild).backgroundColor, false);
    let dark = darkness.get(element);
    if (dark === undefined) {
      const color = getComputedStyle(element).backgroundColor;
      dark = isColorDark(color, null) ?? isDark(element.parentElement);
      darkness.set(element, dark);
    }
    return dark;
  };

  const isLineDark = exemplar.isLineDark = (line) =>
    isDark(exemplar.lines[line].sn.parentElement);

  const ensureLayer = () => {
    if (layer)
      return;
    exemplar.host = document.createElement('div');
    const style = exemplar.host.style;
    for (const [name, value] of Object.entries({
      all: 'initial', position: 'absolute', left: '0', top: '0', width: '0', height: '0',
      overflow: 'visible', 'z-index': '2147483647', 'pointer-events': 'none',
      display: 'block',
    }))
      style.setProperty(name, value, 'important');
    root = exemplar.host.attachShadow({mode: 'closed'});
    const sheet = document.createElement('style');
    sheet.textContent = STYLE;
    layer = document.createElement('div');
    const canvas = document.createElement('i');
    canvas.className = 'canvas';
    canvas.style.cssText = 'background: Canvas; display: none';
    canvas.style.colorScheme = getComputedStyle(document.documentElement).colorScheme;
    layer.append(canvas);
    said = document.createElement('div');
    said.className = 'said';
    said.setAttribute('role', 'status');
    said.setAttribute('aria-live', 'polite');
    root.append(sheet, layer, said);
    document.documentElement.append(exemplar.host);
  };

  // A layer under the marks, for others who draw.
  exemplar.addLayer = (style) => {
    ensureLayer();
    const own = document.createElement('div');
    const sheet = document.createElement('style');
    const content = document.createElement('div');
    sheet.textContent = style;
    own.attachShadow({mode: 'closed'}).append(sheet, content);
    root.insertBefore(own, layer);
    return content;
  };

  const put = (kind, dark, text) => {
    const node = document.createElement('div');
    node.className = `${kind} ${dark ? 'dark' : 'light'}`;
    node.textContent = text;
    layer.append(node);
    return node;
  };

  // Rectangle of lines in the coordinates of our layer; null where nothing is laid out.
  const rectOf = (from, to) => {
    const origin = exemplar.host.getBoundingClientRect();
    const box = {left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity};
    const step = Math.max(1, Math.ceil((to - from + 1) / SAMPLED_LINES));
    for (let line = from; line <= to; line = line === to ? to + 1 : Math.min(line + step, to)) {
      const rect = exemplar.rangeOf(line, line).getBoundingClientRect();
      if (rect.width === 0 && rect.height === 0)
        continue;
      box.left = Math.min(box.left, rect.left - origin.left);
      box.top = Math.min(box.top, rect.top - origin.top);
      box.right = Math.max(box.right, rect.right - origin.left);
      box.bottom = Math.max(box.bottom, rect.bottom - origin.top);
    }
    return box.left < box.right ? box : null;
  };

  // An outline of lines at the page's edge stays inside the page.
  const place = (node, rect, margin) => {
    const unit = margin / state.zoom;
    const left = Math.max(0, rect.left - unit), top = Math.max(0, rect.top - unit);
    node.style.left = `${left}px`;
    node.style.top = `${top}px`;
    node.style.width = `${rect.right + unit - left}px`;
    node.style.height = `${rect.bottom + unit - top}px`;
  };

  // Old pages scroll their <body>; only what scrolls has the size of the view.
  const scroller = () => document.scrollingElement ?? document.documentElement;

  const view = exemplar.view = () => {
    const origin = exemplar.host.getBoundingClientRect();
    const left = -origin.left;
    return {left, right: left + scroller().clientWidth, top: -origin.top};
  };

  // A label stays inside what is seen of the page, however far it is scrolled sideways.
  const placeLabel = (node, x, y, atRight) => {
    const {left, right} = view();
    const width = node.offsetWidth;
    const wanted = atRight ? x - width : x;
    node.style.left = `${Math.max(left, Math.min(wanted, right - width))}px`;
    node.style.top = `${Math.max(0, y)}px`;
    return node.getBoundingClientRect();
  };

  const overlap = (a, b) =>
    Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
      * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

  // How much of the lines around `line`, and of other labels, a rectangle hides.
  const hidden = (rect, line, node) => {
    let area = 0;
    for (let near = Math.max(0, line - 2); near <= line + 2 && near < exemplar.lines.length; near++)
      for (const part of exemplar.rangeOf(near, near).getClientRects())
        area += overlap(rect, part);
    for (const other of layer.querySelectorAll('.label'))
      if (other !== node)
        area += overlap(rect, other.getBoundingClientRect());
    return area;
  };

  // At the side of a column where a label hides less; at `preferred` if it is all the same.
  // Returns how much it hides there.
  const placeBeside = (node, line, column, y, preferred) => {
    const atRight = (yes) => placeLabel(node, yes ? column.right : column.left, y, yes);
    const other = hidden(atRight(!preferred), line, node);
    const own = hidden(atRight(preferred), line, node);
    if (own > other)
      atRight(!preferred);
    return Math.min(own, other);
  };

  const putEnd = (kind, line, word, column) => {
    const rect = rectOf(line, line);
    if (!rect)
      return;
    const dark = isLineDark(line);
    const isStart = kind === 'start';
    const rule = put(`rule ${kind}`, dark, '');
    const y = isStart ? rect.top - 3 / state.zoom : rect.bottom + 1 / state.zoom;
    rule.style.left = `${column.left}px`;
    rule.style.width = `${column.right - column.left}px`;
    rule.style.top = `${Math.max(0, y)}px`;
    const label = put(`label ${kind}`, dark, isStart ? `\u231c ${word}` : `${word} \u231f`);
    const top = isStart ? y - label.offsetHeight + 2 / state.zoom : y;
    const area = label.offsetWidth * label.offsetHeight;
    if (placeBeside(label, line, column, top, !isStart) <= area * MOST_HIDDEN)
      return;
    // Between lines that leave no room for words, the bracket says it alone.
    label.textContent = isStart ? '\u231c' : '\u231f';
    placeBeside(label, line, column, top, !isStart);
  };

  const here = exemplar.here = (line, end) =>
    line === NONE || !exemplar.first || line >= exemplar.first.length
      ? -1 : (end ? exemplar.last : exemplar.first)[line];

  // First and last line here whose line of the page text is said to be in `mask`.
  const span = (mask, wanted) => {
    const from = mask.indexOf(wanted), to = mask.lastIndexOf(wanted);
    let first = -1, last = -1;
    for (let line = from; line >= 0 && line <= to && first < 0; line++)
      first = here(line, false);
    for (let line = to; line >= from && line >= 0 && last < 0; line--)
      last = here(line, true);
    return first >= 0 && last >= first ? {first, last} : null;
  };

  exemplar.column = () => {
    const body = span(state.verdicts, KEPT);
    return body ? rectOf(body.first, body.last) : null;
  };

  const drawEnds = () => {
    const column = exemplar.column();
    if (!column)
      return;
    const head = here(state.head, false), tail = here(state.tail, true);
    if (head >= 0)
      putEnd('start', head, state.words.start, column);
    if (tail >= 0)
      putEnd('end', tail, state.words.end, column);
  };

  const drawBox = (kind, lines, margin, text) => {
    const rect = lines && rectOf(lines.first, lines.last);
    if (!rect)
      return;
    const dark = isLineDark(lines.first);
    place(put(`box ${kind}`, dark, ''), rect, margin);
    if (!text)
      return;
    const label = put('label pin', dark, text);
    placeBeside(label, lines.first, rect, rect.top - label.offsetHeight - margin / state.zoom,
                true);
  };

  // The lines here of those of the page text that are said to be in `mask`.
  const linesOf = (mask) => {
    const lines = new Set();
    for (let i = mask.indexOf('1'); i >= 0; i = mask.indexOf('1', i + 1))
      for (let line = here(i, false); line >= 0 && line <= here(i, true); line++)
        lines.add(line);
    return lines;
  };

  // The runs of lines next to each other in a set.
  const runsOf = (lines) => {
    const runs = [];
    for (const line of [...lines].sort((a, b) => a - b)) {
      const run = runs[runs.length - 1];
      if (run && run.last + 1 === line)
        run.last = line;
      else
        runs.push({first: line, last: line});
    }
    return runs;
  };

  exemplar.draw = () => {
    if (!layer || !exemplar.first)
      return;
    layer.replaceChildren(layer.firstChild);
    layer.style.setProperty('--unit', 1 / state.zoom);
    runsOf(state.choice ?? []).forEach((run, i) =>
      drawBox('region', run, 5, i === 0 ? state.words.yours : ''));
    drawEnds();
    drawBox('ghost', state.ghost, 3, '');
    drawBox('choice', state.hover, 3, state.hoverText);
    const line = here(state.hoverLine, false);
    if (line >= 0)
      drawBox('hover', {first: line, last: here(state.hoverLine, true)}, 2, '');
  };

  // Places of the labels in the view, for tests.
  exemplar.labels = () =>
    [...layer.querySelectorAll('.label')].map((node) => node.getBoundingClientRect());

  let scheduled = false;
  exemplar.redraw = () => {
    if (scheduled)
      return;
    scheduled = true;
    setTimeout(() => {
      scheduled = false;
      exemplar.draw();
    }, 16);
  };

  const classOf = (line) => {
    const reader = exemplar.reader[line];
    const verdict = reader >= 0 ? state.verdicts[reader] : undefined;
    if (verdict === TRIMMED)
      return 'exm-trimmed';
    if (verdict !== KEPT)
      return '';
    return isLineDark(line) ? 'exm-body-dark' : 'exm-body';
  };

  exemplar.isTrimmed = (line) => classOf(line) === 'exm-trimmed';

  // Lines next to each other that look the same are one range.
  function* tint(highlights) {
    const body = span(state.verdicts.replaceAll(TRIMMED, KEPT), KEPT);
    let run = null;
    const end = () => {
      if (run)
        highlights[run.name].add(exemplar.rangeOf(run.first, run.last));
      run = null;
    };
    // Tints the part that is done where time is up.
    try {
      for (let line = body ? body.first : 0; body && line <= body.last; line++) {
        yield;
        const name = classOf(line);
        if (run && run.name === name) {
          run.last = line;
          continue;
        }
        end();
        if (name)
          run = {name, first: line, last: line};
      }
    } finally {
      end();
    }
  }

  // Shows for a moment the place of the body before the operator's mark.
  exemplar.showGhost = (head, tail) => {
    const first = here(head, false), last = here(tail, true);
    if (first < 0 || last < 0)
      return;
    state.ghost = {first, last};
    clearTimeout(state.ghostTimer);
    state.ghostTimer = setTimeout(() => {
      state.ghost = null;
      exemplar.draw();
    }, GHOST_MS);
    exemplar.draw();
  };

  let marking = 0;
  // Returns how many ranges are tinted.
  exemplar.mark = async (verdicts, region, head, tail) => {
    const turn = ++marking;
    ensureLayer();
    darkness.clear();
    if (state.choice && (head !== state.head || tail !== state.tail))
      exemplar.showGhost(state.head, state.tail);
    const regionLines = linesOf(region);
    // A mark may be taken back, or given back, outside of the page.
    const choice = regionLines.size > 0 ? regionLines : null;
    Object.assign(state, {verdicts, choice, head, tail});
    const highlights = {};
    for (const name of ['exm-body', 'exm-body-dark', 'exm-trimmed'])
      highlights[name] = new Highlight();
    state.tinted = exemplar.runSliced(tint(highlights), performance.now() + 5000);
    await state.tinted;
    if (turn !== marking)
      return 0;
    let n = 0;
    for (const [name, highlight] of Object.entries(highlights)) {
      CSS.highlights.set(name, highlight);
      n += highlight.size;
    }
    exemplar.draw();
    return n;
  };

  // Has a screen reader say the mark; only it knows that these words are there.
  exemplar.announce = (text) => {
    ensureLayer();
    said.textContent = text;
  };

  // The last announcement, for tests.
  exemplar.announced = () => said?.textContent ?? '';

  exemplar.setWords = (start, end, yours) => {
    state.words = {start, end, yours};
  };

  exemplar.setHoverLine = (line) => {
    if (state.hoverLine === line)
      return;
    state.hoverLine = line;
    exemplar.redraw();
  };

  // Width that the page wants, in its own pixels.
  exemplar.measure = () => {
    const body = document.body ? document.body.scrollWidth : 0;
    return Math.max(document.documentElement.scrollWidth, body);
  };

  const bringIntoView = (line) => {
    const at = here(line, false);
    const rect = at >= 0 && exemplar.rangeOf(at, at).getBoundingClientRect();
    if (!rect || (rect.width === 0 && rect.height === 0))
      return;
    const height = scroller().clientHeight;
    if (rect.top < height * 0.1 || Math.min(rect.bottom, rect.top + height / 2) > height * 0.9)
      scrollTo({left: scrollX, top: scrollY + rect.top - height / 3, behavior: 'instant'});
  };

  // The page was made smaller or larger: the body's column comes into view, and what was
  // in view stays there.
  exemplar.setZoom = (zoom) => {
    state.zoom = zoom;
    ensureLayer();
    bringIntoView(state.wanted);
    const column = exemplar.column();
    if (column) {
      const {left, right} = view();
      const fits = column.right - column.left <= right - left - 16;
      if (column.right > right || column.left < left)
        scrollTo({left: fits ? column.right - (right - left) + 8 : column.left - 8,
                  top: scrollY, behavior: 'instant'});
    }
    exemplar.draw();
    exemplar.redrawBlocks();
    exemplar.redrawLinks();
  };

  // Keeps the line that was wanted in view while sheets and pictures come.
  exemplar.keepInView = () => bringIntoView(state.wanted);

  exemplar.scrollToLine = (line) => {
    state.wanted = line;
    bringIntoView(line);
  };

  for (const name of ['wheel', 'pointerdown', 'keydown'])
    addEventListener(name, () => {
      state.wanted = NONE;
    }, {capture: true, passive: true});
  addEventListener('resize', () => {
    bringIntoView(state.wanted);
    exemplar.redraw();
  });
  addEventListener('scroll', () => exemplar.redraw(), {passive: true});
  addEventListener('load', () => exemplar.redraw(), {capture: true});
})();
