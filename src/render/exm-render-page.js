// SPDX-FileCopyrightText: 2026 The Exemplar authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// Watches a page come to rest and takes it as it then is. Runs in a script world of its
// own.
'use strict';

(() => {
  // Never shown anywhere: to say so would say nothing.
  const UNSHOWN = new Set(['head', 'title', 'meta', 'link', 'base', 'script', 'style',
                           'template', 'noscript', 'source', 'track', 'param', 'area',
                           'datalist', 'option', 'optgroup']);
  let changed = performance.now();
  new MutationObserver(() => {
    changed = performance.now();
  }).observe(document, {childList: true, subtree: true, characterData: true,
                        attributes: true});

  // Elements that are not shown, with all that is in them. Children come before their
  // parents here.
  const markHidden = (elements) => {
    const unseen = new Set();
    for (let i = elements.length - 1; i >= 0; i--) {
      const element = elements[i];
      if (UNSHOWN.has(element.localName) || element.closest('head, svg, select'))
        continue;
      const style = getComputedStyle(element);
      if (style.display === 'none')
        element.setAttribute('hidden', '');
      else if (style.visibility === 'visible'
               || ![...element.children].every((child) => unseen.has(child)))
        continue;
      else
        unseen.add(element);
    }
    for (const element of unseen)
      element.setAttribute('hidden', '');
  };

  globalThis.exemplar = {
    // Milliseconds since the page changed last.
    idle: () => performance.now() - changed,

    take: (maxCharacters, maxElements) => {
      const elements = [...document.querySelectorAll('*')].slice(0, maxElements);
      markHidden(elements);
      const html = `<!DOCTYPE html>\n${document.documentElement?.outerHTML ?? ''}`;
      return {
        html: html.slice(0, maxCharacters),
        url: location.href,
      };
    },
  };
})();
