/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of attributes as small numbers. Those that the readers of a page ask for are
 * known while a tag is tokenized; the others are told apart by who wants to know. */

#pragma once

#include "base/exm-word.h"

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

/* A name as a word: its first eight bytes, letters among them in lower case, zeros behind
 * a shorter name. Of a longer one the last of these bytes is mixed with the length, which
 * puts it beyond ASCII. */
typedef guint64 ExmHtmlAttributeKey;

#define EXM_HTML_ATTRIBUTE_SLOTS_LOG2 7

typedef struct
{
  ExmHtmlAttributeKey key;
  guint64 name; /* EXM_ATTRIBUTE_OTHER: free */
} ExmHtmlAttributeSlot;

/* Each name in a slot of its own, so that one comparison finds it. */
typedef struct
{
  guint64 mix;
  ExmHtmlAttributeSlot slots[1 << EXM_HTML_ATTRIBUTE_SLOTS_LOG2];
} ExmHtmlAttributeNames;

/* By the length of a name, 16 at the most: which of its first eight bytes are its own,
 * and what the key is mixed with. */
extern const guint64 exm_html_attribute_masks[17];
extern const guint64 exm_html_attribute_marks[17];

/**
 * exm_html_attribute_names_get:
 *
 * Returns: (transfer none): the table, for the life of the process. Any thread.
 */
const ExmHtmlAttributeNames *exm_html_attribute_names_get (void);

/* Whether @name, in any case, is the long name @is. */
gboolean exm_html_attribute_name_is_long (ExmHtmlAttributeName is,
                                          const char *name,
                                          gsize n_bytes);

/**
 * exm_html_attribute_key:
 * @eight: the first eight bytes of a name, the first in the lowest; whatever is behind a
 *   shorter one
 * @n_bytes: of the name, 16 if it has more
 */
static inline ExmHtmlAttributeKey
exm_html_attribute_key (guint64 eight, gsize n_bytes)
{
  /* "-" and digits stay, and no other character becomes a letter or one of them that a
   * name may hold. */
  guint64 lower = eight | exm_word_repeat (' ');
  return (lower & exm_html_attribute_masks[n_bytes]) ^ exm_html_attribute_marks[n_bytes];
}

static inline gsize
exm_html_attribute_names_slot (const ExmHtmlAttributeNames *self, ExmHtmlAttributeKey key)
{
  return key * self->mix >> (64 - EXM_HTML_ATTRIBUTE_SLOTS_LOG2);
}

/**
 * exm_html_attribute_names_find:
 * @name: in any case
 * @n_bytes: of them
 * @key: exm_html_attribute_key() of it
 *
 * Returns: which name it is. O(1), and nearly always without a branch.
 */
static inline ExmHtmlAttributeName
exm_html_attribute_names_find (const ExmHtmlAttributeNames *self,
                               const char *name,
                               gsize n_bytes,
                               ExmHtmlAttributeKey key)
{
  const ExmHtmlAttributeSlot *slot
      = &self->slots[exm_html_attribute_names_slot (self, key)];
  ExmHtmlAttributeName is
      = (ExmHtmlAttributeName) (slot->name & (0 - (guint64) (slot->key == key)));

  if (G_UNLIKELY (is >= EXM_ATTRIBUTE_FIRST_LONG)
      && !exm_html_attribute_name_is_long (is, name, n_bytes))
    return EXM_ATTRIBUTE_OTHER;
  return is;
}

G_END_DECLS
