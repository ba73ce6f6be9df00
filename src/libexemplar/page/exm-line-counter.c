/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-line-counter.h"

#include "base/exm-limits.h"

/* Bytes of a character in UTF-8, at the most. */
#define MAX_CHAR_BYTES 4u

/* Text on its way into the line: what the line counts is added when it ends. */
typedef struct
{
  ExmLineCounter *line; /* (unowned) */
  const char *p, *end;  /* what is left of it */
  char *copy;           /* where the character at p goes, */
  char *folded;         /* and what it is folded to */
  guint32 length;
  guint32 n_narrow; /* characters that are not CJK */
  guint32 n_words;
  guint32 n_marks;
  const ExmChar *last;
} Run;

static inline Run
begin_run (ExmLineCounter *self, gsize n_bytes)
{
  guint n = (guint) n_bytes + EXM_LINE_ROOM;

  exm_array_expect (self->text, n);
  exm_array_expect (&self->folded, n);
  return (Run){
    .line = self,
    .copy = self->text->data + self->text->len,
    .folded = self->folded.data + self->folded.len,
    .last = self->last,
  };
}

static inline void
end_run (const Run *run)
{
  ExmLineCounter *self = run->line;
  guint32 n_cjk = (run->length - run->n_narrow) / EXM_CHAR_CJK_LENGTH;

  self->text->len = (guint) (run->copy - self->text->data);
  self->folded.len = (guint) (run->folded - self->folded.data);
  self->line.n_chars += run->n_narrow + n_cjk;
  self->line.length += run->length;
  self->line.n_marks += run->n_marks;
  self->line.n_tokens += run->n_words + n_cjk;
  self->last = run->last;
}

/* Folds @c, and says what it is beside those before it. Copied and counted it is
 * elsewhere. */
static inline void
put_char (Run *run, const ExmChar *c)
{
  run->n_marks += (c->facts & EXM_CHAR_MARK) != 0;
  run->n_words += (c->facts & ~run->last->facts & EXM_CHAR_WORD) != 0;
  run->folded = exm_char_put_folded (c, run->last, run->folded);
  run->last = c;
}

static inline void
put_any (Run *run, const ExmChar *c)
{
  run->length += c->length;
  run->n_narrow += (c->facts & EXM_CHAR_CJK) == 0;
  if (G_UNLIKELY (c->n_folded == 0))
    run->line->joins = TRUE;
  put_char (run, c);
}

static inline void
advance (Run *run, gsize n)
{
  run->p += n;
  run->copy += n;
}

static inline void
put_ascii (Run *run, gsize n)
{
  const ExmChar *ascii = exm_char_get (0);

  for (gsize i = 0; i < n; i++)
    put_char (run, &ascii[(guint8) run->p[i]]);
  run->n_narrow += (guint32) n;
  run->length += (guint32) n;
  advance (run, n);
}

/* A character above ASCII. Returns: %FALSE if it is white space. */
static inline gboolean
put_wide (Run *run)
{
  gsize n;
  const ExmChar *c = exm_char_get (exm_char_read_wide (run->p, &n));

  if (c->facts & EXM_CHAR_SPACE)
    return FALSE;
  put_any (run, c);
  advance (run, n);
  return TRUE;
}

/* Whether the blank that is next stands between two characters that are no white space.
 */
static inline gboolean
is_single_blank (const Run *run)
{
  const char *next = run->p + 1;

  if (*run->p != ' ' || next == run->end)
    return FALSE;
  return (guint8) *next < 0x80 ? !exm_line_is_blank (*next)
                               : !exm_line_is_wide_space (next);
}

#ifdef EXM_HAS_BYTE_BLOCK

static inline __m128i
find_words (__m128i block)
{
  __m128i folded = _mm_or_si128 (block, _mm_set1_epi8 (0x20));
  return _mm_or_si128 (exm_byte_block_in (folded, 'a', 'z' - 'a'),
                       exm_byte_block_in (block, '0', '9' - '0'));
}

/* ! " ( ) , . : ; ? [ ] */
static inline __m128i
find_marks (__m128i block)
{
  __m128i pairs = _mm_or_si128 (exm_byte_block_in (block, '!', 1),
                                exm_byte_block_in (block, '(', 1));
  __m128i stops
      = _mm_cmpeq_epi8 (_mm_and_si128 (block, _mm_set1_epi8 (~2)), _mm_set1_epi8 (','));
  __m128i colons = exm_byte_block_in (block, ':', 1);
  __m128i brackets = _mm_or_si128 (_mm_cmpeq_epi8 (block, _mm_set1_epi8 ('[')),
                                   _mm_cmpeq_epi8 (block, _mm_set1_epi8 (']')));
  __m128i query = _mm_cmpeq_epi8 (block, _mm_set1_epi8 ('?'));

  return _mm_or_si128 (_mm_or_si128 (pairs, stops),
                       _mm_or_si128 (colons, _mm_or_si128 (brackets, query)));
}

/* How many of the bytes of each mask are set: of @b in the upper half. */
static inline guint64
count_set (__m128i a, __m128i b)
{
  const __m128i one = _mm_set1_epi8 (1);
  __m128i sums_a = _mm_sad_epu8 (_mm_and_si128 (a, one), _mm_setzero_si128 ());
  __m128i sums_b = _mm_sad_epu8 (_mm_and_si128 (b, one), _mm_setzero_si128 ());
  __m128i sums = _mm_add_epi32 (_mm_unpacklo_epi64 (sums_a, sums_b),
                                _mm_unpackhi_epi64 (sums_a, sums_b));
  return (guint64) _mm_cvtsi128_si64 (_mm_shuffle_epi32 (sums, _MM_SHUFFLE (3, 1, 2, 0)));
}

/* How many bytes at the beginning of @block, of @n that are left, are printable ASCII
 * with single blanks. */
static inline guint
count_printable (__m128i block, gsize n)
{
  /* Signed: what is not ASCII is below the blank too. */
  __m128i other = _mm_or_si128 (_mm_cmplt_epi8 (block, _mm_set1_epi8 (' ')),
                                _mm_cmpeq_epi8 (block, _mm_set1_epi8 (0x7f)));
  __m128i blank = _mm_cmpeq_epi8 (block, _mm_set1_epi8 (' '));
  guint others = (guint) _mm_movemask_epi8 (other) | 1u << MIN (n, 16);
  guint blanks = (guint) _mm_movemask_epi8 (blank);

  /* A blank counts if it is known that another character follows. */
  return (guint) __builtin_ctz (others | (blanks & (blanks | others) >> 1));
}

/* Printable ASCII without digits: the first @n bytes of @block. */
static inline void
put_letters (Run *run, __m128i block, guint n)
{
  static const guint8 masks[32] = { [0 ... 15] = 0xff };
  __m128i good = _mm_loadu_si128 ((const __m128i *) (masks + 16 - n));
  __m128i words = _mm_and_si128 (find_words (block), good);
  __m128i before
      = _mm_or_si128 (_mm_slli_si128 (words, 1),
                      _mm_cvtsi32_si128 (run->last->facts & EXM_CHAR_WORD ? 0xff : 0));
  guint64 counts = count_set (_mm_andnot_si128 (before, words),
                              _mm_and_si128 (find_marks (block), good));

  run->n_narrow += n;
  run->length += n;
  run->n_words += (guint32) counts;
  run->n_marks += (guint32) (counts >> 32);
  run->last = exm_char_get ((guint8) run->p[n - 1]);
  _mm_storeu_si128 ((__m128i *) run->folded, exm_byte_block_lower (block));
  run->folded += n;
  advance (run, n);
}

/* Loads up to sixteen bytes, which are copied at once. */
static inline __m128i
copy_block (const Run *run)
{
  __m128i block = exm_byte_block_load (run->p, (gsize) (run->line->limit - run->p));

  _mm_storeu_si128 ((__m128i *) run->copy, block);
  return block;
}

/* Returns: %FALSE where something else begins. */
static inline gboolean
put_printable (Run *run)
{
  __m128i block = copy_block (run);
  guint n = count_printable (block, (gsize) (run->end - run->p));
  guint digits = (guint) _mm_movemask_epi8 (exm_byte_block_in (block, '0', 9));

  if (n == 0 && !is_single_blank (run))
    return FALSE;
  if (n == 0 || (digits & ((1u << n) - 1)) != 0)
    put_ascii (run, MAX (n, 1));
  else
    put_letters (run, block, n);
  return TRUE;
}

/* Characters U+4E00 … U+9FFF, which are folded as they stand. Returns: whether there are
 * any. */
static inline gboolean
put_han (Run *run)
{
  __m128i first, second;
  gsize n = exm_byte_block_get_han (run->p, (gsize) (run->line->limit - run->p), &first,
                                    &second);

  _mm_storeu_si128 ((__m128i *) run->copy, first);
  _mm_storeu_si128 ((__m128i *) (run->copy + EXM_BYTE_BLOCK_HAN), second);
  _mm_storeu_si128 ((__m128i *) run->folded, first);
  _mm_storeu_si128 ((__m128i *) (run->folded + EXM_BYTE_BLOCK_HAN), second);
  n = MIN (n, (gsize) (run->end - run->p));
  if (n == 0)
    return FALSE;
  /* Each has as many bytes as it counts letters. */
  G_STATIC_ASSERT (EXM_CHAR_CJK_LENGTH == 3);
  run->length += (guint32) n;
  run->folded += n;
  run->last = &exm_char_han;
  advance (run, n);
  return TRUE;
}

/* Returns: %FALSE where something else begins. */
static inline gboolean
put_next (Run *run)
{
  guint8 lead = (guint8) *run->p;

  if (lead < 0x80)
    return put_printable (run);
  if (lead >= 0xe4 && lead <= 0xe9 && put_han (run))
    return TRUE;
  copy_block (run);
  return put_wide (run);
}

#else

static inline gboolean
put_next (Run *run)
{
  gsize n = (gsize) (g_utf8_next_char (run->p) - run->p);

  memcpy (run->copy, run->p, n);
  if (n > 1)
    return put_wide (run);
  if (exm_line_is_blank (*run->p) && !is_single_blank (run))
    return FALSE;
  put_ascii (run, 1);
  return TRUE;
}

#endif

void
exm_line_put_char (ExmLineCounter *self, gunichar c)
{
  Run run = begin_run (self, 4);

  run.copy += g_unichar_to_utf8 (c, run.copy);
  put_any (&run, exm_char_get (c));
  end_run (&run);
}

/* No more of the text from @p to @end than the line has room for, and with that no more
 * than its room is looked at, however much text is left: no character is shorter than a
 * byte. Returns: where it ends, behind the first character at the least */
static const char *
cut_run (ExmLineCounter *self, const char *p, const char *end)
{
  gsize room = EXM_MAX_PAGE_CHARS - self->line.n_chars;

  if (G_LIKELY ((gsize) (end - p) <= room))
    return end;
  if (room == 0)
    return p;
  const char *cut = p + room;
  while (cut > p && ((guint8) *cut & 0xc0) == 0x80)
    {
      cut--;
      self->n_sought++;
    }
  return cut > p ? cut : g_utf8_next_char (p);
}

const char *
exm_line_put_run (ExmLineCounter *self, const char *p, const char *end)
{
  gsize n_left = (gsize) (end - p);
  gsize room = EXM_MAX_PAGE_CHARS - self->line.n_chars;

  end = cut_run (self, p, end);
  /* For all that may still come: room for the cut piece alone would grow with each run.
   */
  Run run = begin_run (self, MIN (n_left, room * MAX_CHAR_BYTES));
  run.p = p;
  run.end = end;
  while (run.p < end && put_next (&run))
    ;
  end_run (&run);
  return run.p;
}

void
exm_line_counter_init (ExmLineCounter *self, ExmBytes *text, const char *limit)
{
  *self = (ExmLineCounter){
    .text = text,
    .limit = limit,
  };
  exm_line_restart (self);
}

void
exm_line_counter_clear (ExmLineCounter *self)
{
  exm_array_clear (&self->folded);
}
