/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tokens of HTML. A token is a range of the source: nothing is copied, folded or decoded
 * before somebody asks for it. */

#pragma once

#include "base/exm-word.h"
#include "html/exm-html-attribute-name.h"
#include "html/exm-tag.h"

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

/* Decoding steps that a text needs. */
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
G_STATIC_ASSERT (EXM_HTML_MAX_ATTRIBUTES - 1 <= G_MAXUINT8);

/* Whether a text holds nothing but bytes up to the blank. */
typedef enum
{
  EXM_HTML_BLANK_UNKNOWN,
  EXM_HTML_BLANK_NO,
  EXM_HTML_BLANK_YES,
} ExmHtmlBlank;

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
 * @known: of a tag: EXM_ATTRIBUTE_BIT() of each attribute's name
 * @places: of a tag: where among @attributes those are that @known tells of; the last of
 *   those with other names
 * @text: of a text or comment. A text lies in the source or, a reference or a line break,
 *   in the tokenizer until the next token
 * @is_nul: of a text: it is one U+0000
 * @blank: of a text: what is known of it
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
  guint64 known;
  guint8 places[EXM_N_ATTRIBUTES];
  ExmHtmlPart text;
  gboolean is_nul;
  ExmHtmlBlank blank;
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
void exm_html_append (GString *to, ExmHtmlPart part, ExmHtmlCoding coding);

/**
 * exm_html_append_value:
 * @to: gets what exm_html_append() appends with %EXM_HTML_REFERENCES, and the NUL that
 *   ends it
 *
 * Returns: where it begins in @to
 */
gsize exm_html_append_value (GString *to, ExmHtmlPart value);

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

/* Returns: whether both are the same in any case */
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
 * exm_html_has_one_of:
 * @names: EXM_ATTRIBUTE_BIT() of each
 *
 * Returns: whether @token has an attribute with one of these names; O(1)
 */
static inline gboolean
exm_html_has_one_of (const ExmHtmlToken *token, guint64 names)
{
  return (token->known & names) != 0;
}

/**
 * exm_html_get_attribute:
 * @name: any but %EXM_ATTRIBUTE_OTHER
 *
 * Returns: (transfer none) (nullable): the attribute of that name. O(1)
 */
static inline const ExmHtmlAttribute *
exm_html_get_attribute (const ExmHtmlToken *token, ExmHtmlAttributeName name)
{
  if (!exm_html_has_one_of (token, (guint64) 1 << name))
    return NULL;
  return &token->attributes[token->places[name]];
}

G_END_DECLS
