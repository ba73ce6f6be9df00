// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Pointer and keyboard in a page: nothing that the page wants, and all that the operator does. The
// listeners stand before the page is read, so they see every event first.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const marks = exemplar.marks;
  const NONE = 0xffffffff;
  const HOVER_MS = 60;
  const MIN_PROSE = 40;

  const mode = {
    marking: false,
    keys: false, // the keyboard chooses, not the pointer
    levels: [], // what could be marked around the line, from small to large
    level: 0,
    cursor: -1, // line here
    anchor: -1,
    last: NONE,
    timer: 0,
    tag: '{lines} {characters}',
    crosshair: new CSSStyleSheet(),
  };
  mode.crosshair.replaceSync('* { cursor: crosshair !important; }');

  const contains = (element, line) => line >= 0 && line < exemplar.lines.length
    && element.contains(exemplar.lines[line].sn);

  // The lines inside an element, which is known to hold `range`.
  const grow = (element, range) => {
    let {first, last} = range;
    while (contains(element, first - 1))
      first--;
    while (contains(element, last + 1))
      last++;
    return {first, last};
  };

  const guess = (line) => {
    const {head, tail} = marks;
    if (head === NONE || tail === NONE || !exemplar.first || tail >= exemplar.first.length)
      return null;
    const first = exemplar.first[head], last = exemplar.last[tail];
    return first >= 0 && first <= line && line <= last ? {first, last} : null;
  };

  const blockAround = (line) => {
    let element = exemplar.lines[line].sn.parentElement;
    while (element.parentElement && !exemplar.block.has(element.localName))
      element = element.parentElement;
    return element;
  };

  // The lines beside a line that stand in the same block: those that <br> divides.
  const blockOf = (line) => {
    const element = blockAround(line);
    let first = line, last = line;
    while (contains(element, first - 1) && blockAround(first - 1) === element)
      first--;
    while (contains(element, last + 1) && blockAround(last + 1) === element)
      last++;
    return {first, last};
  };

  // Everything that could be meant by a line: its block, each element around it that
  // holds more, and the body as it is known.
  const levelsOf = (line) => {
    const levels = [blockOf(line)];
    for (let element = blockAround(line); element; element = element.parentElement) {
      const inner = levels[levels.length - 1];
      const range = grow(element, inner);
      if (range.first < inner.first || range.last > inner.last)
        levels.push(range);
    }
    const whole = guess(line);
    if (whole && !levels.some(({first, last}) => first === whole.first && last === whole.last)) {
      const at = levels.findIndex((range) =>
        range.first <= whole.first && range.last >= whole.last);
      levels.splice(at < 0 ? levels.length : at, 0, whole);
    }
    return levels;
  };

  // The level of a first click: the body, or without one what looks most like it.
  const wholeLevel = (line, levels) => {
    const whole = guess(line);
    if (whole)
      return levels.findIndex(({first, last}) =>
        first === whole.first && last === whole.last);
    const at = levels.findIndex((range) => {
      let prose = 0;
      for (let i = range.first; i <= range.last; i++)
        prose += exemplar.lines[i].chars >= MIN_PROSE;
      return prose >= 3;
    });
    return Math.max(at, 0);
  };

  const marked = () => marks.choice !== null && marks.choice.size > 0;

  const linesOf = ({first, last}) => {
    const lines = new Set();
    for (let line = first; line <= last; line++)
      lines.add(line);
    return lines;
  };

  // Lines of the known body that were not cut out of it: a click says that the body is here, and
  // not that the byline in it is text.
  const choiceOf = (range) => {
    const lines = linesOf(range);
    const whole = guess(range.first);
    if (!whole || whole.first !== range.first || whole.last !== range.last)
      return lines;
    const kept = new Set([...lines].filter((line) => !exemplar.isTrimmed(line)));
    return kept.size > 0 ? kept : lines;
  };

  const say = () => {
    const lines = marks.hover ? choiceOf(marks.hover) : new Set();
    let chars = 0;
    for (const line of lines)
      chars += exemplar.lines[line].chars;
    exemplar.send('mark-hover', lines.size, chars);
  };

  // The words for the tag come from outside, where plurals are known.
  exemplar.setHoverText = (text) => {
    marks.hoverText = text;
    exemplar.redraw();
  };

  const setHover = (range) => {
    const same = range && marks.hover && range.first === marks.hover.first
      && range.last === marks.hover.last;
    if (same || (!range && !marks.hover))
      return;
    marks.hover = range;
    marks.hoverText = '';
    say();
    exemplar.redraw();
  };

  const report = () => {
    let first = NONE, last = NONE;
    const mask = new Uint8Array(exemplar.first.length);
    for (const line of marks.choice ?? []) {
      const reader = exemplar.reader[line];
      if (reader < 0)
        continue;
      mask[reader] = 1;
      first = first === NONE ? reader : Math.min(first, reader);
      last = last === NONE ? reader : Math.max(last, reader);
    }
    const runs = [];
    for (let line = first; line !== NONE && line <= last;) {
      const inside = mask[line];
      const from = line;
      while (line <= last && mask[line] === inside)
        line++;
      if (inside)
        runs.push(`${from}-${line - 1}`);
    }
    exemplar.send('region', first, last, ...runs);
  };

  const choose = (lines) => {
    marks.choice = lines;
    setHover(null);
    exemplar.draw();
    report();
  };

  const choiceWith = (range) => new Set([...marks.choice, ...linesOf(range)]);

  const choiceWithout = (range) => {
    const rest = new Set(marks.choice);
    for (const line of linesOf(range))
      rest.delete(line);
    return rest;
  };

  // Up to a block beyond the mark, with what lies between; what was taken out of the mark
  // stays out.
  const choiceUpTo = (range) => {
    const all = [...marks.choice];
    const first = all.reduce((a, b) => Math.min(a, b));
    const last = all.reduce((a, b) => Math.max(a, b));
    return choiceWith({
      first: range.first > last ? last + 1 : range.first,
      last: range.last < first ? first - 1 : range.last,
    });
  };

  // One more region, or without it where it is one already.
  const choiceToggled = (range) => {
    for (const line of linesOf(range))
      if (!marks.choice.has(line))
        return choiceWith(range);
    return choiceWithout(range);
  };

  // Reports the keyboard's line, for people who do not see it.
  const tellCursor = () => {
    const reader = mode.cursor >= 0 ? exemplar.reader[mode.cursor] : -1;
    if (mode.keys && reader >= 0)
      exemplar.send('mark-cursor', reader, marks.choice?.has(mode.cursor) ? 1 : 0);
  };

  const focusLine = (line) => {
    if (line === mode.cursor && mode.levels.length > 0)
      return;
    mode.cursor = line;
    mode.levels = levelsOf(line);
    mode.level = wholeLevel(line, mode.levels);
  };

  const lineUnder = (event) => {
    const at = document.caretRangeFromPoint(event.clientX, event.clientY);
    if (!at || at.startContainer.nodeType !== Node.TEXT_NODE)
      return -1;
    const line = exemplar.lineAt(at.startContainer, at.startOffset);
    if (line < 0)
      return -1;
    // The caret goes to the nearest text; the pointer has to be on it.
    const rect = exemplar.rangeOf(line, line).getBoundingClientRect();
    const slack = 4 / marks.zoom;
    const inside = event.clientX >= rect.left - slack && event.clientX <= rect.right + slack
      && event.clientY >= rect.top - slack && event.clientY <= rect.bottom + slack;
    return inside ? line : -1;
  };

  // Between two paragraphs of the body as it is known, a first click means the body too.
  const bodyUnder = (event) => {
    const head = marks.head !== NONE ? exemplar.first[marks.head] : -1;
    const whole = mode.marking && !marked() && head >= 0 ? guess(head) : null;
    if (!whole)
      return -1;
    const box = exemplar.rangeOf(whole.first, whole.last).getBoundingClientRect();
    const inside = event.clientX >= box.left && event.clientX <= box.right
      && event.clientY >= box.top && event.clientY <= box.bottom;
    return inside ? whole.first : -1;
  };

  const hoverNow = (event) => {
    if (!exemplar.first || exemplar.pointAtLink(event))
      return;
    if (!mode.marking)
      exemplar.pointAtBlock(event.clientX, event.clientY);
    let line = lineUnder(event);
    const reader = line >= 0 && exemplar.reader[line] >= 0 ? exemplar.reader[line] : NONE;
    if (reader !== mode.last) {
      mode.last = reader;
      exemplar.send('line-hovered', reader);
    }
    line = line >= 0 ? line : bodyUnder(event);
    if (!mode.marking || line < 0)
      return;
    mode.keys = false;
    if (marked()) {
      setHover(blockOf(line));
      return;
    }
    focusLine(line);
    setHover(mode.levels[mode.level]);
  };

  const click = (event) => {
    if (!exemplar.first || exemplar.clickLink(event))
      return;
    const under = lineUnder(event);
    const line = under >= 0 ? under : bodyUnder(event);
    if (line < 0)
      return;
    if (!mode.marking) {
      if (exemplar.reader[line] >= 0)
        exemplar.send('line-activated', exemplar.reader[line]);
      return;
    }
    mode.keys = false;
    take(line, event.shiftKey ? choiceUpTo
      : event.altKey ? choiceWithout
      : event.ctrlKey ? choiceToggled : null);
  };

  // @change: what becomes of a mark that there is; null: a new one
  const take = (line, change) => {
    const again = marked();
    if (!again)
      mode.cursor = -1;
    focusLine(line);
    if (change && again) {
      choose(change(mode.levels[0]));
    } else {
      mode.level = again ? 0 : wholeLevel(line, mode.levels);
      choose(choiceOf(mode.levels[mode.level]));
    }
  };

  const step = (by) => {
    if (mode.levels.length === 0)
      return;
    const level = Math.max(0, Math.min(mode.levels.length - 1, mode.level + by));
    if (level === mode.level)
      return;
    mode.level = level;
    if (marked())
      choose(choiceOf(mode.levels[level]));
    else
      setHover(mode.levels[level]);
  };

  exemplar.markWiden = () => step(1);
  exemplar.markNarrow = () => step(-1);

  exemplar.markClear = () => {
    const had = marked();
    marks.choice = null;
    mode.levels = [];
    mode.cursor = -1;
    setHover(null);
    exemplar.draw();
    if (had)
      report();
  };

  const visibleLine = (from, by) => {
    for (let line = from; line >= 0 && line < exemplar.lines.length; line += by) {
      const rect = exemplar.rangeOf(line, line).getBoundingClientRect();
      if (rect.width > 0 && exemplar.reader[line] >= 0)
        return line;
    }
    return -1;
  };

  // The line that a walk with the keys begins at: the body's first, or the first in view.
  const firstLine = () => {
    const head = marks.head !== NONE && exemplar.first[marks.head];
    if (head !== false && head >= 0)
      return head;
    return visibleLine(0, 1);
  };

  const bringCursorIntoView = () => {
    if (mode.cursor >= 0 && exemplar.reader[mode.cursor] >= 0)
      exemplar.scrollToLine(exemplar.reader[mode.cursor]);
  };

  // Changes the mark by one line at a time.
  const sweep = (line, change) => {
    mode.cursor = line;
    mode.levels = levelsOf(line);
    mode.level = 0;
    choose(change({first: line, last: line}));
  };

  const move = (by, change) => {
    if (!exemplar.first)
      return;
    const line = mode.cursor < 0 ? firstLine() : visibleLine(mode.cursor + by, by);
    if (line < 0)
      return;
    mode.keys = true;
    if (change && marked()) {
      sweep(line, change);
    } else {
      mode.levels = [];
      focusLine(line);
      mode.level = 0;
      setHover(mode.levels[0]);
    }
    bringCursorIntoView();
    tellCursor();
  };

  exemplar.markMove = (by) => move(by, null);
  exemplar.markExtend = (by) => move(by, choiceUpTo);
  exemplar.markExclude = (by) => move(by, choiceWithout);

  // The keyboard comes to the page: what Enter would mark is shown at once.
  exemplar.markBegin = () => {
    if (!exemplar.first)
      return;
    mode.keys = true;
    if (marked()) {
      tellCursor();
      return;
    }
    const line = firstLine();
    if (line < 0)
      return;
    mode.cursor = -1;
    focusLine(line);
    setHover(mode.levels[mode.level]);
    bringCursorIntoView();
  };

  exemplar.markTake = () => {
    if (mode.cursor < 0 && !marked())
      exemplar.markBegin();
    if (mode.cursor < 0)
      return;
    mode.keys = true;
    take(mode.cursor, null);
  };

  exemplar.markToggle = () => {
    if (mode.cursor < 0 || !marked()) {
      exemplar.markTake();
      return;
    }
    mode.keys = true;
    take(mode.cursor, choiceToggled);
    tellCursor();
  };

  // Up and Down belong to the pointer's outline and to a mark; otherwise they move.
  exemplar.markVertical = (by) => {
    if (marked() || (!mode.keys && mode.levels.length > 0))
      step(-by);
    else
      exemplar.markMove(by);
  };

  exemplar.setMarkMode = (on) => {
    mode.marking = on;
    exemplar.pointAtBlock(-1, -1);
    document.adoptedStyleSheets = on ? [mode.crosshair] : [];
    mode.levels = [];
    mode.cursor = -1;
    setHover(null);
    exemplar.redraw();
  };

  const swallow = (event) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  for (const type of ['auxclick', 'dblclick', 'submit', 'dragstart', 'contextmenu', 'paste',
                      'drop'])
    addEventListener(type, swallow, {capture: true});
  addEventListener('click', (event) => {
    swallow(event);
    if (event.button === 0)
      click(event);
  }, {capture: true});
  // A mark is no selection of text, and a label no way to focus a field.
  addEventListener('mousedown', (event) => {
    if (mode.marking || event.target.closest?.('a, button, input, select, textarea, label, summary'))
      event.preventDefault();
  }, {capture: true});
  let screenX = NONE, screenY = NONE;
  addEventListener('mousemove', (event) => {
    // The page moved under a pointer that rests: that is nobody's wish.
    if (event.screenX === screenX && event.screenY === screenY)
      return;
    ({screenX, screenY} = event);
    clearTimeout(mode.timer);
    mode.timer = setTimeout(() => hoverNow(event), HOVER_MS);
  }, {capture: true, passive: true});
  exemplar.leave = () => {
    clearTimeout(mode.timer);
    if (mode.last !== NONE)
      exemplar.send('line-hovered', NONE);
    mode.last = NONE;
    exemplar.pointAtBlock(-1, -1);
    screenX = screenY = NONE;
    if (!mode.keys)
      setHover(null);
  };
  document.addEventListener('mouseleave', exemplar.leave);
})();
