// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Finds the lines that nobody sees on the page as it is laid out: not displayed, invisible,
// transparent, clipped, outside the page, covered, or in the colour of the ground.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const LEAST_OPACITY = 0.05;
  const LEAST_FONT_PX = 2;
  // Part of a line's height, and pixels of its width, that show what it says.
  const LEAST_HEIGHT = 0.45;
  const LEAST_WIDTH_PX = 6;
  const SAME_COLOUR = 4;
  const BUDGET_MS = 3000;
  const SAMPLED_LINES = 3000;

  let known = new Map(); // element → what it does to the text in it
  let covers = []; // elements that may hide what is below them

  const partsOf = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);

  const alphaOf = (color) => {
    const parts = partsOf(color);
    return color === 'transparent' ? 0 : parts.length > 3 ? parts[3] : 1;
  };

  const isEmptyClip = (style) => {
    const rect = /^rect\(([^)]*)\)/.exec(style.clip);
    if (rect && style.position !== 'static' && style.position !== 'relative') {
      const [top, right, bottom, left] = rect[1].split(/[,\s]+/).map(parseFloat);
      if (right - left <= 1 || bottom - top <= 1)
        return true;
    }
    const inset = /^inset\(([^)]*)\)/.exec(style.clipPath);
    if (inset) {
      const sides = inset[1].split(/\s+round\s/)[0].split(/\s+/)
        .map((side) => side.endsWith('%') ? parseFloat(side) : 0);
      const [top, right = top, bottom = top, left = right] = sides;
      return top + bottom >= 100 || left + right >= 100;
    }
    return /^(circle|ellipse)\(0(px|%)?[\s)]/.test(style.clipPath);
  };

  const look = (element) => {
    let about = known.get(element);
    if (about)
      return about;
    const style = getComputedStyle(element);
    const parent = element.parentElement;
    const above = parent ? look(parent) : null;
    const isBox = style.display !== 'inline' && style.display !== 'contents';
    const isRoot = element === document.documentElement || element === document.body;
    const clips = (overflow) => isBox && !isRoot && overflow !== 'visible';
    const scrolls = (overflow) => overflow === 'auto' || overflow === 'scroll';
    about = {
      style,
      position: style.position,
      opacity: (above?.opacity ?? 1) * Number(style.opacity),
      isGone: above?.isGone || isEmptyClip(style),
      isLazy: above?.isLazy || style.contentVisibility === 'auto',
      holdsFixed: style.transform !== 'none' || style.filter !== 'none'
        || style.perspective !== 'none',
      clipsX: clips(style.overflowX), clipsY: clips(style.overflowY),
      scrollsX: scrolls(style.overflowX), scrollsY: scrolls(style.overflowY),
      order: Math.max(above?.order ?? -Infinity,
                      style.position !== 'static' ? Number(style.zIndex) || 0 : -Infinity),
      rect: null,
    };
    known.set(element, about);
    if (style.position !== 'static' && style.position !== 'fixed' && Number(style.zIndex) > 0
        && alphaOf(style.backgroundColor) > 0.99 && about.opacity > 0.9)
      covers.push(element);
    return about;
  };

  const rectOf = (element) => {
    const about = look(element);
    about.rect ??= element.getBoundingClientRect();
    return about.rect;
  };

  // The part of a rectangle that the elements around it let be seen; a box that scrolls
  // stands for what it can show.
  const clip = (box, element) => {
    let position = 'static';
    for (let around = element; around; around = around.parentElement) {
      const about = look(around);
      const holds = position === 'fixed' ? about.holdsFixed
        : position !== 'absolute' || about.position !== 'static' || about.holdsFixed;
      if (!holds)
        continue;
      position = about.position;
      if (!about.clipsX && !about.clipsY)
        continue;
      const rect = rectOf(around);
      if (about.clipsX)
        Object.assign(box, about.scrollsX ? {left: rect.left, right: rect.right} : {
          left: Math.max(box.left, rect.left), right: Math.min(box.right, rect.right)});
      if (about.clipsY)
        Object.assign(box, about.scrollsY ? {top: rect.top, bottom: rect.bottom} : {
          top: Math.max(box.top, rect.top), bottom: Math.min(box.bottom, rect.bottom)});
    }
    return box;
  };

  // Nobody can scroll to what lies above or before the page.
  const isOutside = (box) => {
    const root = document.scrollingElement ?? document.documentElement;
    const before = getComputedStyle(root).direction === 'rtl'
      ? root.clientWidth - root.scrollWidth : 0;
    return box.bottom + scrollY <= 1 || box.right + scrollX <= before + 1
      || box.left + scrollX >= before + Math.max(root.scrollWidth, innerWidth);
  };

  // The colour that an element's text stands on; null where that cannot be told.
  const groundOf = (element) => {
    for (let around = element; around; around = around.parentElement) {
      const {style} = look(around);
      const alpha = alphaOf(style.backgroundColor);
      if (style.backgroundImage !== 'none' || (alpha > 0.01 && alpha < 0.99))
        return null;
      if (alpha >= 0.99)
        return partsOf(style.backgroundColor);
      if (style.position !== 'static' || style.float !== 'none')
        return null;
    }
    return null;
  };

  const isColourless = (element) => {
    const {style} = look(element);
    const color = style.webkitTextFillColor || style.color;
    if (style.textShadow !== 'none' || /text/.test(style.webkitBackgroundClip ?? ''))
      return false;
    if (alphaOf(color) < LEAST_OPACITY)
      return true;
    const ground = groundOf(element);
    return ground !== null && alphaOf(color) >= 0.99
      && partsOf(color).slice(0, 3).every((part, i) => Math.abs(part - ground[i]) <= SAME_COLOUR);
  };

  const isUnder = (box, element) => covers.some((cover) => {
    if (cover.contains(element) || look(element).order >= look(cover).order)
      return false;
    const rect = rectOf(cover);
    return rect.left <= box.left && rect.right >= box.right - 1
      && rect.top <= box.top && rect.bottom >= box.bottom - 1;
  });

  // An element without a box of its own says that it is none.
  const boxOf = (element) => {
    while (element.parentElement && look(element).style.display === 'contents')
      element = element.parentElement;
    return element;
  };

  const isInvisible = (element) => {
    const about = look(element);
    return about.isGone || about.opacity < LEAST_OPACITY
      || about.style.visibility !== 'visible'
      || parseFloat(about.style.fontSize) < LEAST_FONT_PX
      || boxOf(element).checkVisibility?.() === false;
  };

  // Whether a part of a text node is seen.
  const isSeen = (node, from, to) => {
    const element = node.parentElement;
    if (!element || isInvisible(element))
      return false;
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    const rect = [...range.getClientRects()].find(({width, height}) => width > 0 && height > 0);
    if (!rect)
      return look(element).isLazy;
    const full = {left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom};
    const box = clip({...full}, element);
    const height = box.bottom - box.top, width = box.right - box.left;
    return height >= LEAST_HEIGHT * rect.height
      && width >= Math.min(LEAST_WIDTH_PX, rect.width / 2)
      && !isOutside(box) && !isColourless(element) && !isUnder(full, element);
  };

  // A line is seen where any of its words is.
  const isLineSeen = (line) => {
    const {sn, so, en, eo} = exemplar.lines[line];
    const walker = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    walker.currentNode = sn;
    for (let node = sn; node; node = walker.nextNode()) {
      const from = node === sn ? so : 0;
      const to = node === en ? eo : node.data.length;
      if (/\S/.test(node.data.slice(from, to)) && exemplar.nodeLine.has(node)
          && isSeen(node, from, to))
        return true;
      if (node === en)
        return false;
    }
    return false;
  };

  const forget = () => {
    known = new Map();
    covers = [];
  };

  // Covers are known once the elements around all lines have been looked at.
  function* lookAround() {
    for (const {sn} of exemplar.lines) {
      yield;
      if (sn.parentElement)
        look(sn.parentElement);
    }
  }

  // Characters of the page text's lines that are seen, by a sample of them.
  exemplar.countSeen = async () => {
    let n = 0;
    forget();
    function* count() {
      const step = Math.max(1, Math.ceil(exemplar.lines.length / SAMPLED_LINES));
      for (let line = 0; line < exemplar.lines.length; line += step) {
        yield;
        if (isLineSeen(line))
          n += exemplar.lines[line].chars;
      }
    }
    await exemplar.runSliced(count(), performance.now() + BUDGET_MS);
    forget();
    return n;
  };

  // Whether an opaque box without words lies over all that is shown.
  exemplar.isCovered = () => {
    const width = innerWidth, height = innerHeight;
    const isCover = (element) => {
      const {style, opacity} = look(element);
      const rect = rectOf(element);
      return style.position === 'fixed' && opacity > 0.9 && rect.left <= 0 && rect.top <= 0
        && rect.right >= width - 20 && rect.bottom >= height - 1
        && alphaOf(style.backgroundColor) > 0.9
        && !exemplar.lines.some(({sn, chars}) => chars > 40 && element.contains(sn));
    };
    forget();
    const isOver = [1, 3, 5].every((i) => [1, 3, 5].every((j) => {
      let element = document.elementFromPoint(width * i / 6, height * j / 6);
      while (element && !isCover(element))
        element = element.parentElement;
      return element !== null;
    }));
    forget();
    return isOver;
  };

  // Returns the lines of the page text that nobody sees, as "3-5 9".
  exemplar.findHidden = async () => {
    // Tints are waited for by somebody, this is not.
    await exemplar.marks.tinted;
    const hidden = new Uint8Array(exemplar.first.length);
    function* find() {
      yield* lookAround();
      for (let i = 0; i < exemplar.first.length; i++) {
        yield;
        const from = exemplar.first[i], to = exemplar.last[i];
        let isHidden = from >= 0;
        for (let line = from; isHidden && line <= to; line++)
          isHidden = !isLineSeen(line);
        hidden[i] = isHidden ? 1 : 0;
      }
    }
    forget();
    await exemplar.runSliced(find(), performance.now() + BUDGET_MS);
    forget();
    const runs = [];
    for (let i = hidden.indexOf(1); i >= 0; i = hidden.indexOf(1, i)) {
      const from = i;
      while (i < hidden.length && hidden[i])
        i++;
      runs.push(`${from}-${i - 1}`);
    }
    return runs.join(' ');
  };
})();
