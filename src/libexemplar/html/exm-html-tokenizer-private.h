/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parts of the tokenizer. Each takes @p behind what it was known by, and returns
 * where to go on; a tag or document type that the page's end cuts is no token, which a
 * token of type %EXM_HTML_EOF says. */

#pragma once

#include "base/exm-byte-block.h"
#include "html/exm-html-tokenizer.h"

G_BEGIN_DECLS

/* White space of the standard's tokenizer. */
static inline gboolean
exm_html_is_space (char c)
{
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

static inline gboolean
exm_html_is_letter (char c)
{
  return (guint8) ((c | 0x20) - 'a') <= 'z' - 'a';
}

/* @p: at the first letter of the name. */
const char *
exm_html_read_tag (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token);

/* @p: behind the name. */
const char *
exm_html_read_attributes (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token);

/* The tokens that pages are made of, tags with short names and short texts, are read
 * inline: the place in the page then stays in a register. */

/* Any token at @self->p, which is behind it afterwards. */
void exm_html_tokenizer_next_any (ExmHtmlTokenizer *self, ExmHtmlToken *token);

/* A text token of the source's bytes from @start to @p. */
static inline void
exm_html_put_text (const ExmHtmlTokenizer *self,
                   ExmHtmlToken *token,
                   const char *start,
                   const char *p)
{
  token->type = EXM_HTML_TEXT;
  token->text = (ExmHtmlPart){ start, (gsize) (p - start) };
  token->is_nul = FALSE;
  token->blank = EXM_HTML_BLANK_UNKNOWN;
  token->start = (gsize) (start - self->source);
  token->end = (gsize) (p - self->source);
}

#ifdef EXM_HAS_BYTE_BLOCK

/* Bytes of the names that are read here. */
#define EXM_HTML_SHORT_NAME 8u

/* A page has a few dozen names, which it uses again and again. @word: the name with NULs
 * behind it. */
static inline ExmTag
exm_html_get_tag (ExmHtmlTokenizer *self, guint64 word, const char *name, gsize n_bytes)
{
  ExmHtmlKnownName *known
      = &self->known[word * EXM_WORD_MIX >> (64 - EXM_HTML_KNOWN_NAMES_LOG2)];

  if (G_UNLIKELY (known->word != word))
    *known = (ExmHtmlKnownName){ word, exm_tag_from_name (name, n_bytes) };
  return known->tag;
}

/* Nearly all names have no more than eight bytes. @p: at "<", with 17 bytes behind it.
 * Returns: (nullable): where the name of the tag ends; %NULL if it is another one, or no
 * tag */
static inline const char *
exm_html_read_short_name (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const __m128i space = _mm_set1_epi8 (' ');
  __m128i block = _mm_loadu_si128 ((const __m128i *) (p + 1));
  __m128i ends = _mm_or_si128 (_mm_cmpeq_epi8 (_mm_min_epu8 (block, space), block),
                               _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('>')));
  ends = _mm_or_si128 (ends, _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('/')));
  /* The "/" of an end tag ends nothing; where the name ends need not wait for whether it
   * is one. */
  guint found = ((guint) _mm_movemask_epi8 (ends) & ~1u) | 1u << 15;
  const char *end = p + 1 + __builtin_ctz (found);
  gboolean is_end = p[1] == '/';
  const char *name = p + 1 + is_end;
  gsize n = (gsize) (end - name);

  if (!exm_html_is_letter (*name) || n > EXM_HTML_SHORT_NAME
      || ((guint8) *end < ' ' && !exm_html_is_space (*end)))
    return NULL;
  guint64 word = exm_word_load (name, 8) << (64 - 8 * n) >> (64 - 8 * n);
  token->type = is_end ? EXM_HTML_END_TAG : EXM_HTML_START_TAG;
  token->start = (gsize) (p - self->source);
  token->name = (ExmHtmlPart){ name, n };
  token->tag = exm_html_get_tag (self, word, name, n);
  token->attributes = self->attributes;
  token->n_attributes = 0;
  token->known = 0;
  token->self_closing = FALSE;
  /* Not copied from the token: two words that were just written are not yet there to be
   * read as one. */
  if (!is_end)
    self->last_start = (ExmHtmlPart){ name, n };
  return end;
}

/* Nearly all texts are short, hold nothing that is coded, and markup follows. @is_blank:
 * (out): see ExmHtmlToken. Returns: where it begins; @start where that is not so. */
static inline const char *
exm_html_find_near_tag (const char *start, const char *end, gboolean *is_blank)
{
  const __m128i space = _mm_set1_epi8 (' ');
  guint others_before = 0;

  for (const char *p = start; end - p >= 18 && p - start < 64; p += 16)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) p);
      __m128i coded
          = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('&')),
                          _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('\r')),
                                        _mm_cmpeq_epi8 (block, _mm_setzero_si128 ())));
      __m128i opens = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('<'));
      guint found = (guint) _mm_movemask_epi8 (_mm_or_si128 (coded, opens));
      __m128i low = _mm_cmpeq_epi8 (_mm_min_epu8 (block, space), block);
      guint others = ~(guint) _mm_movemask_epi8 (low) & 0xffff;
      if (found == 0)
        {
          others_before |= others;
          continue;
        }
      guint before = (found & -found) - 1;
      *is_blank = (others_before | (others & before)) == 0;
      p += __builtin_ctz (found);
      return *p == '<' && (p[1] == '/' || p[1] == '!' || exm_html_is_letter (p[1]))
                 ? p
                 : start;
    }
  return start;
}

#endif

/**
 * exm_html_tokenizer_advance:
 * @p: where the token begins
 * @token: (out): as by exm_html_tokenizer_next()
 *
 * Returns: where the next one begins
 */
static inline const char *
exm_html_tokenizer_advance (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
#ifdef EXM_HAS_BYTE_BLOCK
  if (G_LIKELY (self->state == EXM_HTML_DATA && self->end - p >= 19))
    {
      const char *next;
      if (*p == '<')
        {
          next = exm_html_read_short_name (self, p, token);
          if (G_LIKELY (next != NULL))
            {
              next = *next == '>' ? next + 1
                                  : exm_html_read_attributes (self, next, token);
              token->end = (gsize) (next - self->source);
              return next;
            }
        }
      else
        {
          gboolean is_blank = FALSE;
          /* Before an LF, a CR is left out. */
          const char *start = p + (p[0] == '\r' && p[1] == '\n');
          next = exm_html_find_near_tag (start, self->end, &is_blank);
          if (next > start)
            {
              exm_html_put_text (self, token, start, next);
              token->blank = is_blank ? EXM_HTML_BLANK_YES : EXM_HTML_BLANK_NO;
              return next;
            }
        }
    }
#endif
  self->p = p;
  exm_html_tokenizer_next_any (self, token);
  return self->p;
}

G_END_DECLS
