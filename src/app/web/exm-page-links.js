// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Draws which links of a list page are taken, and lets the operator choose one. What is
// drawn lies over the page and takes no room in it; the page stays as it is.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const MOST_LINKS = 5000;
  const MOST_BYTES = 4096;
  const UNKNOWN = '0', ARTICLE = '2', EXAMPLE = '3';
  // Around a link, view pixels.
  const MARGIN = 2;
  const REDRAW_MS = 50;

  const STYLE = `
    .link { position: absolute; box-sizing: border-box; pointer-events: none;
            border-radius: calc(4px * var(--unit)); }
    .article, .example { background: color-mix(in srgb, var(--body) var(--tint), transparent); }
    .example { border: calc(2px * var(--unit)) solid var(--body); }
    .current { border: calc(2px * var(--unit)) solid var(--body);
               outline: calc(2px * var(--unit)) solid var(--halo); }
    .light { --body: #0d6640; --tint: 16%; --halo: #ffffff; }
    .dark { --body: #5bd0a6; --tint: 24%; --halo: #16161a; }
    @media (prefers-contrast: more) {
      .article { border: calc(1px * var(--unit)) solid var(--body); }
    }`;

  const state = exemplar.links = {
    list: [], // anchors, in the page's order
    states: '', // a digit each, '' while links are not looked at
    current: -1, // under the pointer, or where the keyboard is
    keys: false, // the keyboard was there last
  };
  const pointing = new CSSStyleSheet();
  pointing.replaceSync('* { cursor: default !important; }');
  let layer = null;

  const isOn = () => state.states !== '';
  const canTake = (i) => i >= 0 && i < state.states.length && state.states[i] !== UNKNOWN;

  // A picture in a link is a part of it, as its text is.
  const rectOf = (i) => {
    const link = state.list[i];
    const range = document.createRange();
    range.selectNodeContents(link);
    let box = null;
    for (const rect of [link.getBoundingClientRect(), range.getBoundingClientRect()])
      if (rect.width > 1 && rect.height > 1)
        box = !box ? {left: rect.left, top: rect.top, right: rect.right, bottom: rect.bottom} : {
          left: Math.min(box.left, rect.left), top: Math.min(box.top, rect.top),
          right: Math.max(box.right, rect.right), bottom: Math.max(box.bottom, rect.bottom),
        };
    return box;
  };

  const isDark = (link) => {
    for (let element = link; element; element = element.parentElement) {
      const parts = getComputedStyle(element).backgroundColor.match(/[\d.]+/g);
      if (parts && (parts.length < 4 || Number(parts[3]) >= 0.5))
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] < 100;
    }
    return false;
  };

  const draw = () => {
    if (!layer && !isOn())
      return;
    layer ??= exemplar.addLayer(STYLE);
    layer.replaceChildren();
    if (!isOn())
      return;
    const origin = exemplar.host.getBoundingClientRect();
    const unit = 1 / exemplar.marks.zoom;
    layer.style.setProperty('--unit', unit);
    const margin = MARGIN * unit;
    for (let i = 0; i < state.list.length; i++) {
      const digit = state.states[i];
      const shown = digit === ARTICLE || digit === EXAMPLE || i === state.current;
      const rect = shown && canTake(i) ? rectOf(i) : null;
      if (!rect)
        continue;
      const box = document.createElement('div');
      box.className = `link ${isDark(state.list[i]) ? 'dark' : 'light'}`
        + (digit === ARTICLE ? ' article' : digit === EXAMPLE ? ' example' : '')
        + (i === state.current ? ' current' : '');
      Object.assign(box.style, {
        left: `${rect.left - origin.left - margin}px`,
        top: `${rect.top - origin.top - margin}px`,
        width: `${rect.right - rect.left + 2 * margin}px`,
        height: `${rect.bottom - rect.top + 2 * margin}px`,
      });
      layer.append(box);
    }
  };

  let scheduled = 0;
  exemplar.redrawLinks = () => {
    if (!layer && !isOn())
      return;
    clearTimeout(scheduled);
    scheduled = setTimeout(draw, REDRAW_MS);
  };

  // Addresses as they are written, a line each; who knows what they are relative to
  // resolves them.
  exemplar.findLinks = () => {
    state.list = [...document.querySelectorAll('a[href]')]
      .filter((link) => link instanceof HTMLAnchorElement).slice(0, MOST_LINKS);
    state.current = -1;
    return state.list.map((link) =>
      link.getAttribute('href').replace(/[\t\n\r]/g, '').trim().slice(0, MOST_BYTES)).join('\n');
  };

  // `states`: a digit a link; '' ends looking at links.
  exemplar.setLinks = (states) => {
    const was = isOn();
    state.states = states;
    if (!isOn())
      state.current = -1;
    if (was !== isOn())
      document.adoptedStyleSheets = isOn() ? [pointing] : [];
    draw();
    return isOn() ? layer.querySelectorAll('.article, .example').length : 0;
  };

  const setCurrent = (i) => {
    if (i === state.current)
      return false;
    state.current = i;
    draw();
    return true;
  };

  const linkUnder = (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    const i = link ? state.list.indexOf(link) : -1;
    return canTake(i) ? i : -1;
  };

  // Tells where it lies in the view, in its pixels.
  const take = (i) => {
    const rect = rectOf(i);
    if (!rect)
      return;
    const zoom = exemplar.marks.zoom;
    const clamp = (value, most) => Math.round(Math.max(0, Math.min(value, most)) * zoom);
    const left = clamp(rect.left, innerWidth), top = clamp(rect.top, innerHeight);
    exemplar.send('link-activated', i, left, top,
                  Math.max(1, clamp(rect.right, innerWidth) - left),
                  Math.max(1, clamp(rect.bottom, innerHeight) - top));
  };

  // Returns whether links are what the pointer is for.
  exemplar.pointAtLink = (event) => {
    const i = isOn() ? linkUnder(event) : -1;
    // A pointer that rests beside the links leaves the keyboard where it is.
    if (isOn() && (i >= 0 || !state.keys)) {
      state.keys = false;
      setCurrent(i);
    }
    return isOn();
  };

  exemplar.clickLink = (event) => {
    if (!isOn())
      return false;
    const i = linkUnder(event);
    if (i >= 0) {
      setCurrent(i);
      take(i);
    }
    return true;
  };

  // The next link that can be seen; the first one in view where there is none yet.
  exemplar.linkMove = (by) => {
    const n = state.list.length;
    let i = state.current < 0 ? (by > 0 ? -1 : n) : state.current;
    for (i += by; i >= 0 && i < n; i += by) {
      const rect = canTake(i) ? rectOf(i) : null;
      if (!rect || (state.current < 0 && rect.bottom < 0))
        continue;
      if (rect.top < 0 || rect.bottom > innerHeight)
        scrollTo({left: scrollX, top: scrollY + rect.top - innerHeight / 3, behavior: 'instant'});
      state.keys = true;
      setCurrent(i);
      exemplar.send('link-moved', i);
      return;
    }
  };

  exemplar.linkTake = () => {
    if (canTake(state.current))
      take(state.current);
    else
      exemplar.linkMove(1);
  };

  // Counts of what is drawn, for tests: links that are taken, the example's, where the pointer is.
  exemplar.describeLinks = () => [
    layer ? layer.querySelectorAll('.article').length : 0,
    layer ? layer.querySelectorAll('.example').length : 0,
    state.current,
  ].join(' ');

  addEventListener('resize', exemplar.redrawLinks);
  addEventListener('load', exemplar.redrawLinks, {capture: true});
  // Scrolling within the page moves its links on our layer.
  addEventListener('scroll', (event) => {
    if (event.target !== document)
      exemplar.redrawLinks();
  }, {capture: true, passive: true});
})();
