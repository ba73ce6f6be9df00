/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Properties of single characters and their folding in exm_text_key(). Any thread. */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * exm_char_is_space:
 * @c: a code point
 *
 * White space that collapses in a page text: Unicode white space, U+00A0, U+3000, the
 * zero-width space and the byte order mark, and the control characters.
 */
gboolean exm_char_is_space (gunichar c);

/**
 * exm_char_is_cjk:
 * @c: a code point
 *
 * Han, kana and bopomofo characters: scripts written without spaces, of which one
 * character carries about as much as a short word.
 */
gboolean exm_char_is_cjk (gunichar c);

/**
 * exm_char_is_sentence_mark:
 * @c: a code point
 *
 * The marks of running prose, Western and CJK: full stop, comma, semicolon, colon,
 * exclamation and question mark, quotation marks and brackets.
 */
gboolean exm_char_is_sentence_mark (gunichar c);

/**
 * exm_char_fold:
 * @c: a code point
 *
 * White space as U+0020, digits as "0", others in lower case.
 */
gunichar exm_char_fold (gunichar c);

typedef enum
{
  EXM_CHAR_SPACE = 1 << 0, /* exm_char_is_space() */
  EXM_CHAR_CJK = 1 << 1,   /* exm_char_is_cjk() */
  EXM_CHAR_MARK = 1 << 2,  /* exm_char_is_sentence_mark() */
  EXM_CHAR_WORD = 1 << 3,  /* a letter or digit that is not CJK */
} ExmCharFacts;

/* A CJK character carries about as much as so many letters. */
#define EXM_CHAR_CJK_LENGTH 3u

/**
 * ExmChar:
 * @folded: what NFKC and then exm_char_fold() make of the character, in UTF-8 of no more
 *   bytes than its own
 * @n_folded: bytes of @folded; 0 if it depends on what stands beside the character
 * @collapses: @folded, if that is one character of which a run becomes one; else no byte
 *   of UTF-8
 * @facts: #ExmCharFacts
 * @length: what it adds to the length of a line, comparable between scripts
 */
typedef struct
{
  char folded[4];
  guint8 n_folded;
  guint8 collapses;
  guint8 facts;
  guint8 length;
} ExmChar;

/* Properties of U+4E00 … U+9FFF, except for the folded character, which is the character
 * itself. */
extern const ExmChar exm_char_han;

/* All code points, 256 to a block; made when first asked for. */
extern const ExmChar *exm_char_blocks[0x110000 / 256];

/* Looks up a character like exm_char_get() and caches the answer. */
const ExmChar *exm_char_find (gunichar c);

/**
 * exm_char_get:
 * @c: a code point
 *
 * Returns: (transfer none): all about it; what stands behind it in a block of 256 are the
 *   characters that follow. O(1).
 */
static inline const ExmChar *
exm_char_get (gunichar c)
{
  if (G_LIKELY (c < 0x110000))
    {
      const ExmChar *block = g_atomic_pointer_get (&exm_char_blocks[c >> 8]);
      if (G_LIKELY (block != NULL))
        return &block[c & 0xff];
    }
  return exm_char_find (c);
}

/**
 * exm_char_get_facts:
 * @c: a code point
 *
 * Returns: its #ExmCharFacts. O(1).
 */
static inline guint8
exm_char_get_facts (gunichar c)
{
  return exm_char_get (c)->facts;
}

/**
 * exm_char_read_wide:
 * @p: a character above ASCII, of valid UTF-8
 * @n: (out): its bytes
 */
static inline gunichar
exm_char_read_wide (const char *p, gsize *n)
{
  const guint8 *bytes = (const guint8 *) p;

  if (G_LIKELY ((bytes[0] & 0xf0) == 0xe0))
    {
      *n = 3;
      return (bytes[0] & 0x0fu) << 12 | (bytes[1] & 0x3fu) << 6 | (bytes[2] & 0x3fu);
    }
  if (bytes[0] < 0xe0)
    {
      *n = 2;
      return (bytes[0] & 0x1fu) << 6 | (bytes[1] & 0x3fu);
    }
  *n = 4;
  return (bytes[0] & 0x07u) << 18 | (bytes[1] & 0x3fu) << 12 | (bytes[2] & 0x3fu) << 6
         | (bytes[3] & 0x3fu);
}

/**
 * exm_char_put_folded:
 * @last: the character before it, a blank where there is none
 * @to: with room for four bytes
 *
 * Appends what @self becomes, unless it goes on with a run of blanks or digits.
 *
 * Returns: where the next one goes
 */
static inline char *
exm_char_put_folded (const ExmChar *self, const ExmChar *last, char *to)
{
  guint more = self->collapses != (guint8) last->folded[0];

  memcpy (to, self->folded, sizeof self->folded);
  /* Without a branch: it could not be foreseen. */
  return to + (self->n_folded & -more);
}

G_END_DECLS
