/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Limits of one input's cost, counted in bytes, elements and the like, never in seconds:
 * the same input comes to the same on every computer, however busy it is. Every limit is
 * checked where the input enters; going over one is an error that names it, or a counted,
 * partial result: never a crash. Clocks only end what is stuck in spite of all limits. */

#pragma once

/* Characters of one page text: positions stay within 32 bits with room to add two. */
#define EXM_MAX_PAGE_CHARS (16u * 1000u * 1000u)

/* Bytes of one page, after content decoding. */
#define EXM_MAX_PAGE_BYTES (64u * 1024u * 1024u)

/* Open elements; where there are so many, the innermost one ends before another begins,
 * as in WebKit. */
#define EXM_MAX_DEPTH 512u

/* Elements inside each other, after damaged ones were moved; deeper ones are children of
 * an ancestor. */
#define EXM_MAX_NODE_DEPTH 1024u

/* Bytes of headers, as JSON, that are kept of a request and its answer. */
#define EXM_MAX_EXCHANGE_BYTES (16u * 1024u)

/* Lines, elements and slices of one page; the rest is cut and counted. */
#define EXM_MAX_LINES (1000u * 1000u)
#define EXM_MAX_NODES (1000u * 1000u)
#define EXM_MAX_SLICES 10000u

/* Elements, attributes, texts and comments of the tree that XPath walks. */
#define EXM_MAX_XML_NODES (4u * 1000u * 1000u)

/* Bytes of one slice (a meta value, a JSON block): larger ones are left out. */
#define EXM_MAX_SLICE_BYTES (8u * 1024u * 1024u)

/* Positions of replaced bytes that are kept; all are counted. */
#define EXM_MAX_REPLACED_KEPT 64u

/* Bytes of the prepared pages that an engine keeps because they may recur, and as many of
 * layouts; what is larger by itself is not kept. */
#define EXM_MAX_CACHE_BYTES ((gsize) 64u * 1024u * 1024u)

/* Window widths of the curves, characters. */
#define EXM_MIN_WINDOW 1u
#define EXM_MAX_WINDOW 256u
#define EXM_DEFAULT_WINDOW 32u

/* Bytes of one line of `exemplar-cli batch`. */
#define EXM_MAX_BATCH_LINE_BYTES (96u * 1024u * 1024u)

/* Attributes of one element of a feed or a sitemap; the rest is left out and counted.
 * The XML parser compares each with those before it. */
#define EXM_MAX_XML_ATTRIBUTES 128u

/* Namespaces that the open elements of a feed or a sitemap declare, and elements of one;
 * reading ends there. */
#define EXM_MAX_XML_NAMESPACES 256u
#define EXM_MAX_XML_ELEMENTS (4u * 1000u * 1000u)

/* Values of one JSON text from elsewhere: numbers, strings, names, arrays and objects. */
#define EXM_MAX_JSON_VALUES (2u * 1000u * 1000u)

/* Seconds after which what reads or extracts one input is cancelled: a watchdog for what
 * is stuck in spite of all limits. */
#define EXM_WATCHDOG_SECONDS 60u

/* Attempts that end so, or with the process, after which an input is set aside. */
#define EXM_MAX_HARD_ENDS 2u

/* Arrays and objects open at once in JSON from elsewhere. */
#define EXM_MAX_JSON_DEPTH 64u

/* Bytes of a task file, and of one field of a task; entries of one of its lists. */
#define EXM_MAX_TASK_FILE_BYTES (16u * 1024u * 1024u)
#define EXM_MAX_TASK_TEXT_BYTES (2u * 1024u * 1024u)
#define EXM_MAX_TASK_ITEMS 10000u

/* Articles of a feed that is published: each one that comes writes the file anew. */
#define EXM_MAX_FEED_ARTICLES 10000u
