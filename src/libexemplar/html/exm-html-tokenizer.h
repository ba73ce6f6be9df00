/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tokenizer of the HTML standard (13.2.5) over a page that is all there: its eighty
 * states become places in a few functions, because none has to stop and wait for input.
 * Parse errors are not reported; what the standard makes of them is done. */

#pragma once

#include "html/exm-html-scan.h"
#include "html/exm-html-token.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_HTML_DATA,
  EXM_HTML_RCDATA,
  EXM_HTML_RAWTEXT,
  EXM_HTML_SCRIPT_DATA,
  EXM_HTML_PLAINTEXT,
  EXM_HTML_CDATA,
} ExmHtmlState;

/* A name of eight bytes at the most, as one word, and which tag it is. */
typedef struct
{
  guint64 word;
  ExmTag tag;
} ExmHtmlKnownName;

#define EXM_HTML_KNOWN_NAMES_LOG2 6

/**
 * ExmHtmlTokenizer:
 * @state: what comes next is read as this; the tree builder changes it behind a tag
 * @last_start: name of the last start tag: what ends RCDATA, raw text and scripts
 * @allow_cdata: whether "<![CDATA[" is one: the current node is foreign
 * @truncated: attributes beyond %EXM_HTML_MAX_ATTRIBUTES were passed over
 * @cut: the page ends inside a tag, a comment, a script, a style or the like
 *
 * The other fields are the tokenizer's own.
 */
typedef struct
{
  ExmHtmlState state;
  ExmHtmlPart last_start;
  gboolean allow_cdata;
  gboolean truncated;
  gboolean cut;

  const char *source;    /* (unowned) */
  const char *p;         /* (unowned): where the next token starts, but for what
                          * exm_html_tokenizer_advance() has read since */
  const char *end;       /* (unowned) */
  const char *raw_end;   /* (unowned) (nullable): where RCDATA, raw text or script ends */
  gboolean raw_is_plain; /* up to there nothing stands for something else */
  ExmHtmlScan scan;
  const ExmHtmlAttributeNames *names; /* (unowned) */
  char buffer[8];                     /* the text of a reference */
  ExmHtmlKnownName known[1 << EXM_HTML_KNOWN_NAMES_LOG2];
  ExmHtmlAttribute attributes[EXM_HTML_MAX_ATTRIBUTES + 1]; /* the last is never kept */
} ExmHtmlTokenizer;

/**
 * exm_html_tokenizer_init:
 * @source: a page in UTF-8; NULs are read as the standard says
 *
 * In the data state, at the first byte.
 */
void exm_html_tokenizer_init (ExmHtmlTokenizer *self, const char *source, gsize n_bytes);

/**
 * exm_html_tokenizer_next:
 * @token: (out): overwritten; of type %EXM_HTML_EOF at and behind the end
 *
 * A text comes in as many tokens as is convenient. O(bytes) over all calls.
 */
void exm_html_tokenizer_next (ExmHtmlTokenizer *self, ExmHtmlToken *token);

/**
 * exm_html_tokenizer_read_tag:
 * @start: the "<" of a start or end tag that was met before
 * @token: (out): that tag again
 *
 * Leaves the place where exm_html_tokenizer_next() goes on as it is, and takes the
 * attributes of the last token.
 */
void
exm_html_tokenizer_read_tag (ExmHtmlTokenizer *self, gsize start, ExmHtmlToken *token);

G_END_DECLS
