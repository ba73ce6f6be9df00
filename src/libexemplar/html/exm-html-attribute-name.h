/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of attributes as small numbers. Those that the readers of a page ask for are
 * known while a tag is tokenized; the others are told apart by who wants to know. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* X (NAME, name): letters and "-"; in alphabetical order, those of more than eight bytes
 * behind all others. */
#define EXM_HTML_ATTRIBUTES(X)                                                           \
  X (ALT, "alt")                                                                         \
  X (CLASS, "class")                                                                     \
  X (COLOR, "color")                                                                     \
  X (COLSPAN, "colspan")                                                                 \
  X (CONTENT, "content")                                                                 \
  X (DATA_SRC, "data-src")                                                               \
  X (DATA_URL, "data-url")                                                               \
  X (DATETIME, "datetime")                                                               \
  X (ENCODING, "encoding")                                                               \
  X (FACE, "face")                                                                       \
  X (HEIGHT, "height")                                                                   \
  X (HIDDEN, "hidden")                                                                   \
  X (HREF, "href")                                                                       \
  X (HREFLANG, "hreflang")                                                               \
  X (ID, "id")                                                                           \
  X (ITEMPROP, "itemprop")                                                               \
  X (LANG, "lang")                                                                       \
  X (NAME, "name")                                                                       \
  X (PROPERTY, "property")                                                               \
  X (REL, "rel")                                                                         \
  X (ROWSPAN, "rowspan")                                                                 \
  X (SIZE, "size")                                                                       \
  X (SRC, "src")                                                                         \
  X (SRCDOC, "srcdoc")                                                                   \
  X (SRCSET, "srcset")                                                                   \
  X (START, "start")                                                                     \
  X (STYLE, "style")                                                                     \
  X (TYPE, "type")                                                                       \
  X (VALUE, "value")                                                                     \
  X (WIDTH, "width")                                                                     \
  X (ZOOMFILE, "zoomfile")                                                               \
  X (DATA_ACTUALSRC, "data-actualsrc")                                                   \
  X (DATA_ECHO, "data-echo")                                                             \
  X (DATA_LAZY_SRC, "data-lazy-src")                                                     \
  X (DATA_LAZY_SRCSET, "data-lazy-srcset")                                               \
  X (DATA_ORIGINAL, "data-original")                                                     \
  X (DATA_ORIGINAL_SRC, "data-original-src")                                             \
  X (DATA_SRCSET, "data-srcset")                                                         \
  X (HTTP_EQUIV, "http-equiv")
#define EXM_ATTRIBUTE_FIRST_LONG EXM_ATTRIBUTE_DATA_ACTUALSRC

typedef enum
{
  EXM_ATTRIBUTE_OTHER, /* any other name */
#define EXM_HTML_ATTRIBUTE_ROW(NAME, name) EXM_ATTRIBUTE_##NAME,
  EXM_HTML_ATTRIBUTES (EXM_HTML_ATTRIBUTE_ROW)
#undef EXM_HTML_ATTRIBUTE_ROW
      EXM_N_ATTRIBUTES,
} ExmHtmlAttributeName;

/* As one of a set of them. */
#define EXM_ATTRIBUTE_BIT(NAME) ((guint64) 1 << EXM_ATTRIBUTE_##NAME)
G_STATIC_ASSERT (EXM_N_ATTRIBUTES <= 64);

/* Table of the names; in exm-html-tag.c. */
typedef struct _ExmHtmlAttributeNames ExmHtmlAttributeNames;

/* Returns: (transfer none): the table, for the life of the process. Any thread. */
const ExmHtmlAttributeNames *exm_html_attribute_names_get (void);

G_END_DECLS
