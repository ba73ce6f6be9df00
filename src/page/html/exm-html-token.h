/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the tokenizer finds. Tokens are places in the source: nothing is copied, folded or
 * decoded before somebody asks for it. */

#pragma once

#include "exm-tag.h"
#include "exm-word.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_HTML_EOF,
  EXM_HTML_TEXT,
  EXM_HTML_START_TAG,
  EXM_HTML_END_TAG,
  EXM_HTML_COMMENT,
  EXM_HTML_DOCTYPE,
} ExmHtmlTokenType;

/* The lower case of an ASCII letter, any other byte as it is. */
static inline char
exm_html_lower (char c)
{
  return c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
}

/* What text needs to be what it stands for. */
typedef enum
{
  EXM_HTML_RAW = 0,
  EXM_HTML_FOLDED = 1 << 0,     /* a name: ASCII letters in lower case */
  EXM_HTML_REFERENCES = 1 << 1, /* an attribute's value */
} ExmHtmlCoding;

/**
 * ExmHtmlPart:
 * @text: (nullable): a piece of the source, as it is written; %NULL for what is missing
 * @n_bytes: its length
 */
typedef struct
{
  const char *text; /* (unowned) (nullable) */
  gsize n_bytes;
} ExmHtmlPart;

/**
 * ExmHtmlAttribute:
 * @name: its name as written, in any case
 * @value: its value as written, without quotation marks; exm_html_append() decodes it
 */
typedef struct
{
  ExmHtmlPart name;
  ExmHtmlPart value;
} ExmHtmlAttribute;

/* Attributes of one tag that are kept. */
#define EXM_HTML_MAX_ATTRIBUTES 256u

/**
 * ExmHtmlToken:
 * @type: what it is
 * @start: its first byte in the source
 * @end: one past its last byte there
 * @tag: of a tag: which one
 * @name: of a tag or a document type: its name as written
 * @self_closing: of a tag: "/>"
 * @attributes: of a tag, until the next token
 * @n_attributes: of a tag
 * @name_sizes: of a tag: bits 1 << (length of an attribute's name, 31 at most)
 * @text: of a text or comment. A text lies in the source or, a reference or a line break,
 *   in the tokenizer until the next token
 * @is_nul: of a text: it is one U+0000
 * @public_id: of a document type
 * @system_id: of a document type
 * @force_quirks: of a document type
 */
typedef struct
{
  ExmHtmlTokenType type;
  gsize start;
  gsize end;
  ExmTag tag;
  ExmHtmlPart name;
  gboolean self_closing;
  ExmHtmlAttribute *attributes; /* (unowned) */
  guint n_attributes;
  guint32 name_sizes;
  ExmHtmlPart text;
  gboolean is_nul;
  ExmHtmlPart public_id;
  ExmHtmlPart system_id;
  gboolean force_quirks;
} ExmHtmlToken;

/**
 * exm_html_append:
 * @to: gets what @part stands for: NUL as U+FFFD, CR and CR LF as LF
 * @coding: what else is to be done
 *
 * O(bytes).
 */
void
exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding);

/**
 * exm_html_part_is:
 * @lower: in lower case, not empty
 *
 * Returns: whether @part is @lower in any case
 */
static inline gboolean
exm_html_part_is (ExmHtmlPart part, const char *lower)
{
  gsize n = strlen (lower);

  if (part.n_bytes != n)
    return FALSE;
  for (gsize i = 0; i < n; i += 8)
    if (exm_word_lower (exm_word_load (part.text + i, n - i))
        != exm_word_load (lower + i, n - i))
      return FALSE;
  return TRUE;
}

/**
 * exm_html_part_equal:
 *
 * Returns: whether both are the same in any case
 */
static inline gboolean
exm_html_part_equal (ExmHtmlPart a, ExmHtmlPart b)
{
  if (a.n_bytes != b.n_bytes)
    return FALSE;
  for (gsize i = 0; i < a.n_bytes; i += 8)
    if (exm_word_lower (exm_word_load (a.text + i, a.n_bytes - i))
        != exm_word_lower (exm_word_load (b.text + i, b.n_bytes - i)))
      return FALSE;
  return TRUE;
}

/**
 * exm_html_has_name_of:
 * @n: bytes of a name
 *
 * Returns: whether an attribute of @token has a name of that length; O(1)
 */
static inline gboolean
exm_html_has_name_of (const ExmHtmlToken *token, gsize n)
{
  return (token->name_sizes & 1u << MIN (n, 31)) != 0;
}

/**
 * exm_html_find_attribute:
 * @lower: a name in lower case
 *
 * Returns: (transfer none) (nullable): the attribute of that name. O(attributes); most
 * names are known not to be there at once.
 */
static inline const ExmHtmlAttribute *
exm_html_find_attribute (const ExmHtmlToken *token, const char *lower)
{
  if (exm_html_has_name_of (token, strlen (lower)))
    for (guint i = 0; i < token->n_attributes; i++)
      if (exm_html_part_is (token->attributes[i].name, lower))
        return &token->attributes[i];
  return NULL;
}

G_END_DECLS
