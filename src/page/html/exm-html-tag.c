/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags and their attributes: 13.2.5.8 and 13.2.5.32 … 40. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-html-tokenizer-private.h"

#include "exm-byte-block.h"

#include <string.h>

/* What a byte ends. */
enum
{
  ENDS_TAG_NAME = 1 << 0,
  ENDS_NAME = 1 << 1, /* of an attribute */
  ENDS_VALUE = 1 << 2,
  IS_BLANK = 1 << 3,
  IS_SPACE = ENDS_TAG_NAME | ENDS_NAME | ENDS_VALUE | IS_BLANK,
};

static const guint8 ends[256] = {
  ['\t'] = IS_SPACE, ['\n'] = IS_SPACE,
  ['\f'] = IS_SPACE, ['\r'] = IS_SPACE,
  [' '] = IS_SPACE,  ['/'] = ENDS_TAG_NAME | ENDS_NAME,
  ['='] = ENDS_NAME, ['>'] = ENDS_TAG_NAME | ENDS_NAME | ENDS_VALUE,
};

static inline const char *
skip_spaces (const char *p, const char *end)
{
  while (p < end && (ends[(guint8) *p] & IS_BLANK))
    p++;
  return p;
}

#ifdef EXM_HAS_BYTE_BLOCK

/* The first byte of @block that may end a name, or 16. */
static inline guint
find_in_name (__m128i block)
{
  const __m128i space = _mm_set1_epi8 (' ');
  __m128i low = _mm_cmpeq_epi8 (_mm_min_epu8 (block, space), block);
  __m128i close = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('>')),
                                _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('/')));
  __m128i equals = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('='));
  __m128i found = _mm_or_si128 (_mm_or_si128 (low, close), equals);
  return (guint) __builtin_ctz ((guint) _mm_movemask_epi8 (found) | 1u << 16);
}

#endif

/* Where the name at @p ends. Names are short, so one block is looked at without a loop
 * whose end could not be foreseen. */
static inline const char *
find_name_end (const char *p, const char *end, guint8 what)
{
#ifdef EXM_HAS_BYTE_BLOCK
  if (end - p >= 16)
    p += find_in_name (_mm_loadu_si128 ((const __m128i *) p));
#endif
  /* What was found may be a control character or, in a tag's name, "=". */
  while (p < end && (ends[(guint8) *p] & what) == 0)
    p++;
  return p;
}

/* @p: behind "=" and white space; never at the end. */
static inline const char *
read_value (ExmHtmlTokenizer *self, const char *p, ExmHtmlPart *value)
{
  const char *end = self->end;
  const char *start = p;

  if (*p == '"' || *p == '\'')
    {
      p = exm_html_find_byte (++start, end, *p);
      *value = (ExmHtmlPart){ start, (gsize) (p - start) };
      return p < end ? p + 1 : end;
    }
  while (p < end && (ends[(guint8) *p] & ENDS_VALUE) == 0)
    p++;
  *value = (ExmHtmlPart){ start, (gsize) (p - start) };
  return p;
}

/* The last attribute was read. Of two with the same name, the first counts. */
static inline void
keep_attribute (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  const ExmHtmlAttribute *last = &self->attributes[token->n_attributes];

  if (exm_html_has_name_of (token, last->name.n_bytes))
    for (guint i = 0; i < token->n_attributes; i++)
      if (exm_html_part_equal (self->attributes[i].name, last->name))
        return;
  if (token->n_attributes == EXM_HTML_MAX_ATTRIBUTES)
    {
      self->truncated = TRUE;
      return;
    }
  token->name_sizes |= 1u << MIN (last->name.n_bytes, 31);
  token->n_attributes++;
}

/* @p: at the first character of the name, whatever it is. */
static inline const char *
read_attribute (ExmHtmlTokenizer *self, const char *p, ExmHtmlAttribute *attribute)
{
  const char *end = self->end;
  const char *start = p;

  p = find_name_end (p + 1, end, ENDS_NAME);
  attribute->name = (ExmHtmlPart){ start, (gsize) (p - start) };
  attribute->value = (ExmHtmlPart){ p, 0 };

  /* Nearly all are written like this. */
  if (end - p >= 2 && p[0] == '=' && p[1] == '"')
    return read_value (self, p + 1, &attribute->value);
  const char *equals = skip_spaces (p, end);
  if (equals == end || *equals != '=')
    return equals;
  p = skip_spaces (equals + 1, end);
  return p < end && *p != '>' ? read_value (self, p, &attribute->value) : p;
}

const char *
exm_html_read_attributes (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;

  for (;;)
    {
      if (p == end)
        {
          token->type = EXM_HTML_EOF;
          return end;
        }
      if (ends[(guint8) *p] & IS_BLANK)
        p++;
      else if (*p == '>')
        return p + 1;
      else if (*p != '/')
        {
          p = read_attribute (self, p, &self->attributes[token->n_attributes]);
          keep_attribute (self, token);
        }
      else if (++p < end && *p == '>')
        {
          token->self_closing = TRUE;
          return p + 1;
        }
    }
}

const char *
exm_html_read_tag (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *name = p;

  p = find_name_end (p, self->end, ENDS_TAG_NAME);
  token->name = (ExmHtmlPart){ name, (gsize) (p - name) };
  token->tag = exm_tag_from_name (name, token->name.n_bytes);
  token->attributes = self->attributes;
  token->n_attributes = 0;
  token->name_sizes = 0;
  token->self_closing = FALSE;
  return exm_html_read_attributes (self, p, token);
}
