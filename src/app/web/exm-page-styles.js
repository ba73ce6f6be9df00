// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Brings a page's style sheets, fonts and pictures to a page that stands without them: the
// sheets are loaded where they stand, without effect, and take effect together.
'use strict';

(() => {
  const exemplar = globalThis.exemplar;
  const MAX_TEXT = 4 * 1024 * 1024;
  // Addresses that scripts would put in the place of a picture's.
  const LAZY = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy'];
  const LAZY_SETS = ['data-srcset', 'data-lazy-srcset'];
  // A page of which less is seen waits for a script.
  const LEAST_SEEN = 0.1; // of what was seen before
  const LEAST_OF_ALL = 0.02;

  const state = exemplar.styles = {
    texts: [], // of the page: {element, isSheet}
    undo: [], // functions
    seen: 0, // characters, before
    blank: false,
  };

  // Known to exm-resource-url.c too.
  const address = (kind, text) => {
    let url;
    try {
      url = new URL(text, document.baseURI);
    } catch {
      return null;
    }
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      return null;
    const hash = url.hash;
    url.hash = '';
    return `exm-page://${kind}/${encodeURIComponent(url.href)}${hash}`;
  };

  const setAttribute = (element, name, value) => {
    const old = element.getAttribute(name);
    if (value === null)
      element.removeAttribute(name);
    else
      element.setAttribute(name, value);
    state.undo.push(() => old === null
      ? element.removeAttribute(name) : element.setAttribute(name, old));
  };

  // Returns JSON: what the page's addresses belong to, and its own texts that hold some.
  exemplar.collectStyles = () => {
    let room = MAX_TEXT;
    const texts = [];
    const add = (element, isSheet, text) => {
      if (text.length > room || !/url\(|@import/i.test(text))
        return;
      room -= text.length;
      state.texts.push({element, isSheet});
      texts.push(text);
    };
    state.texts = [];
    for (const element of document.querySelectorAll('style'))
      add(element, true, element.textContent);
    for (const element of document.querySelectorAll('[style*="url("]'))
      add(element, false, element.getAttribute('style'));
    return JSON.stringify({base: document.baseURI, texts});
  };

  // Those for browsers without scripts are among them: <noscript> has content here.
  const isSheet = (link) => {
    const rels = link.rel.toLowerCase().split(/\s+/);
    return rels.includes('stylesheet') && !rels.includes('alternate')
      && !link.hasAttribute('disabled') && (!link.type || /^text\/css$/i.test(link.type));
  };

  const loaded = (node) => new Promise((resolve) => {
    node.addEventListener('load', () => resolve(true), {once: true});
    node.addEventListener('error', () => resolve(false), {once: true});
  });

  // Adds a sheet beside the one that it stands for, without effect yet.
  const addSheet = (sheets, old, node, medium, isOldGone) => {
    node.media = 'not all';
    const done = loaded(node);
    old.after(node);
    sheets.push({node, old, medium, isOldGone, done});
  };

  const makeSheets = (texts) => {
    const sheets = [];
    for (const link of document.querySelectorAll('link[href]')) {
      const href = isSheet(link) && address('style', link.getAttribute('href'));
      if (!href)
        continue;
      const node = document.createElement('link');
      node.rel = 'stylesheet';
      node.href = href;
      addSheet(sheets, link, node, link.media, false);
    }
    state.texts.forEach(({element, isSheet}, i) => {
      if (!isSheet || !(element instanceof HTMLStyleElement))
        return;
      const node = document.createElement('style');
      node.textContent = texts[i];
      addSheet(sheets, element, node, element.media, true);
    });
    return sheets;
  };

  // Makes all sheets count together.
  const swap = (sheets, texts) => {
    for (const {node, old, medium, isOldGone} of sheets) {
      if (isOldGone)
        setAttribute(old, 'media', 'not all');
      node.media = medium;
      if (!medium)
        node.removeAttribute('media');
      state.undo.push(() => node.remove());
    }
    state.texts.forEach(({element, isSheet}, i) => {
      if (!isSheet)
        setAttribute(element, 'style', texts[i]);
    });
  };

  const setOf = (text) => text.split(/,\s+|,(?=https?:|\/\/)/).map((part) => {
    const [url, ...rest] = part.trim().split(/\s+/);
    const own = url && address('image', url);
    return own ? [own, ...rest].join(' ') : '';
  }).filter((part) => part).join(', ');

  const firstOf = (element, names) => {
    const name = names.find((one) => element.getAttribute(one));
    return name ? element.getAttribute(name) : null;
  };

  const showPicture = (element) => {
    const src = element.getAttribute('src') ?? '';
    const isStandIn = src === '' || src.startsWith('data:');
    const lazy = isStandIn ? firstOf(element, LAZY) : null;
    const set = element.getAttribute('srcset')
      || (isStandIn ? firstOf(element, LAZY_SETS) : null);
    const own = address('image', lazy ?? src);
    element.loading = 'eager';
    if (set && setOf(set))
      element.srcset = setOf(set);
    if (own && (lazy || src))
      element.src = own;
    // A candidate that cannot be had gives way to the picture's own address.
    const picture = element.parentElement instanceof HTMLPictureElement
      ? element.parentElement : null;
    if (own && (element.hasAttribute('srcset') || picture))
      element.addEventListener('error', () => {
        for (const source of picture?.querySelectorAll('source') ?? [])
          source.removeAttribute('srcset');
        element.removeAttribute('srcset');
        element.src = own;
      }, {once: true});
  };

  const PICTURES = [
    // Before the pictures around them, which choose anew then.
    ['source[srcset], source[data-srcset]', (element) => {
      const set = setOf(element.getAttribute('srcset') || element.dataset.srcset || '');
      if (set)
        element.srcset = set;
    }],
    ['img', showPicture],
    ['input[type=image][src]', (element) => {
      element.src = address('image', element.getAttribute('src')) ?? '';
    }],
    ['video[poster]', (element) => {
      element.poster = address('image', element.getAttribute('poster')) ?? '';
    }],
    ['body[background], table[background], td[background]', (element) => {
      const own = address('image', element.getAttribute('background'));
      if (own)
        element.setAttribute('background', own);
    }],
    ['svg image', (element) => {
      const own = address('image', element.getAttribute('href')
        ?? element.getAttribute('xlink:href') ?? '');
      if (own)
        element.setAttribute('href', own);
    }],
  ];

  function* pictures() {
    for (const [selector, show] of PICTURES)
      for (const element of document.querySelectorAll(selector)) {
        show(element);
        yield;
      }
  }

  // Brings what moves of itself to its end: what fades in is there.
  const endAnimations = () => {
    for (const animation of document.getAnimations())
      try {
        animation.finish();
      } catch {
        // One without an end goes on.
      }
  };

  const takeBack = () => {
    for (const undo of state.undo.reverse())
      undo();
    state.undo = [];
  };

  const countAll = () => exemplar.lines.reduce((n, {chars}) => n + chars, 0);

  // Whether so little is seen that the page must be waiting for a script.
  const isBlank = async (before) => {
    const seen = await exemplar.countSeen();
    return seen < LEAST_SEEN * before || (seen < LEAST_OF_ALL * countAll() && countAll() > 0)
      || exemplar.isCovered();
  };

  // Takes the page's own sheets away too.
  const takeOwn = () => {
    for (const element of document.querySelectorAll('style'))
      setAttribute(element, 'media', 'not all');
    for (const element of [document.documentElement, document.body])
      if (element?.hasAttribute('style'))
        setAttribute(element, 'style', null);
  };

  // Does what changes the look of all at once, and looks at it as it is in the end.
  const atOnce = async (change) => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, still];
    change();
    endAnimations();
    const before = state.seen;
    state.blank = await isBlank(before);
    if (state.blank)
      takeBack();
    if (state.blank && await isBlank(0))
      takeOwn();
    document.adoptedStyleSheets
      = document.adoptedStyleSheets.filter((sheet) => sheet !== still);
  };

  // Returns "sheets missing blank": how many there are, how many did not come, whether they
  // were taken back since nothing would be seen. @json: what exemplar.collectStyles() gave,
  // its addresses exchanged; '' for a page that is shown without resources.
  exemplar.applyStyles = async (json, milliseconds) => {
    const texts = json ? JSON.parse(json) : [];
    state.seen = json ? await exemplar.countSeen() : 0;
    const sheets = json ? makeSheets(texts) : [];
    const late = new Promise((resolve) => setTimeout(resolve, milliseconds, null));
    const results = await Promise.all(sheets.map(({done}) => Promise.race([done, late])));
    await atOnce(() => swap(sheets, texts));
    if (json)
      await exemplar.runSliced(pictures(), performance.now() + 5000);
    exemplar.keepInView();
    const missing = results.filter((result) => result !== true).length;
    return `${sheets.length} ${missing} ${state.blank ? 1 : 0}`;
  };

  addEventListener('load', () => exemplar.keepInView(), {capture: true});
})();
