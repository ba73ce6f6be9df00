/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags and their attributes: 13.2.5.8 and 13.2.5.32 … 40. */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-tokenizer-private.h"

#include "base/exm-byte-block.h"
#include "base/exm-word.h"

#include <string.h>

/* --- Names of attributes --- */

static const char *const names[EXM_N_ATTRIBUTES]
    = { "",
#define EXM_HTML_ATTRIBUTE_ROW(NAME, name) name,
        EXM_HTML_ATTRIBUTES (EXM_HTML_ATTRIBUTE_ROW)
#undef EXM_HTML_ATTRIBUTE_ROW
      };

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
struct _ExmHtmlAttributeNames
{
  guint64 mix;
  ExmHtmlAttributeSlot slots[1 << EXM_HTML_ATTRIBUTE_SLOTS_LOG2];
};

/* By the length of a name, 16 at the most: which of its first eight bytes are its own,
 * and what the key is mixed with. */
#define ALL G_MAXUINT64
#define MARK(n) ((guint64) (0x80 | (n)) << 56)

static const guint64 masks[17] = {
  0,   ALL >> 56, ALL >> 48, ALL >> 40, ALL >> 32, ALL >> 24, ALL >> 16, ALL >> 8, ALL,
  ALL, ALL,       ALL,       ALL,       ALL,       ALL,       ALL,       ALL,
};

static const guint64 marks[17] = {
  [9] = MARK (9),   [10] = MARK (10), [11] = MARK (11), [12] = MARK (12),
  [13] = MARK (13), [14] = MARK (14), [15] = MARK (15), [16] = MARK (16),
};

#undef ALL
#undef MARK

/* @eight: the first eight bytes of a name, the first in the lowest; whatever is behind a
 * shorter one. @n_bytes: of the name, 16 if it has more */
static inline ExmHtmlAttributeKey
make_key (guint64 eight, gsize n_bytes)
{
  /* "-" and digits stay, and no other character becomes a letter or one of them that a
   * name may hold. */
  guint64 lower = eight | exm_word_repeat (' ');
  return (lower & masks[n_bytes]) ^ marks[n_bytes];
}

static inline gsize
get_slot (const ExmHtmlAttributeNames *self, ExmHtmlAttributeKey key)
{
  return key * self->mix >> (64 - EXM_HTML_ATTRIBUTE_SLOTS_LOG2);
}

/* Returns: whether each name got a slot of its own. */
static gboolean
fill_slots (ExmHtmlAttributeNames *table)
{
  memset (table->slots, 0, sizeof table->slots);
  for (guint i = 1; i < EXM_N_ATTRIBUTES; i++)
    {
      gsize n_bytes = strlen (names[i]);
      ExmHtmlAttributeKey key
          = make_key (exm_word_first (names[i], n_bytes), MIN (n_bytes, 16));
      gsize at = get_slot (table, key);
      if (table->slots[at].name != EXM_ATTRIBUTE_OTHER)
        return FALSE;
      table->slots[at] = (ExmHtmlAttributeSlot){ key, i };
    }
  return TRUE;
}

/* A multiplier that tells all names apart is found within a few hundred. */
static ExmHtmlAttributeNames *
build_table (void)
{
  ExmHtmlAttributeNames *table = g_new (ExmHtmlAttributeNames, 1);

  table->mix = EXM_WORD_MIX;
  while (!fill_slots (table))
    table->mix *= EXM_WORD_MIX;
  return table;
}

const ExmHtmlAttributeNames *
exm_html_attribute_names_get (void)
{
  static gsize built; /* ExmHtmlAttributeNames, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_table ());
  return (const ExmHtmlAttributeNames *) built;
}

/* Whether @name, in any case, is the long name @is. */
static gboolean
is_long_name (ExmHtmlAttributeName is, const char *name, gsize n_bytes)
{
  return n_bytes == strlen (names[is])
         && g_ascii_strncasecmp (name, names[is], n_bytes) == 0;
}

/* Returns: which name it is; @key: of it. O(1), and nearly always without a branch. */
static inline ExmHtmlAttributeName
find_name (const ExmHtmlAttributeNames *self,
           const char *name,
           gsize n_bytes,
           ExmHtmlAttributeKey key)
{
  const ExmHtmlAttributeSlot *slot = &self->slots[get_slot (self, key)];
  ExmHtmlAttributeName is
      = (ExmHtmlAttributeName) (slot->name & (0 - (guint64) (slot->key == key)));

  if (G_UNLIKELY (is >= EXM_ATTRIBUTE_FIRST_LONG) && !is_long_name (is, name, n_bytes))
    return EXM_ATTRIBUTE_OTHER;
  return is;
}

/* --- Tags --- */

/* Parts of a tag that a byte ends. */
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

/* Returns: the first @byte from @p on, or @end */
static inline const char *
find_byte (const char *p, const char *end, char byte)
{
#ifdef EXM_HAS_BYTE_BLOCK
  const __m128i wanted = _mm_set1_epi8 (byte);
  for (const char *near = p + 128; end - p >= 32 && p < near; p += 32)
    {
      __m128i a = _mm_loadu_si128 ((const __m128i *) p);
      __m128i b = _mm_loadu_si128 ((const __m128i *) (p + 16));
      guint found = (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (a, wanted))
                    | (guint) _mm_movemask_epi8 (_mm_cmpeq_epi8 (b, wanted)) << 16;
      if (found != 0)
        return p + __builtin_ctz (found);
    }
#endif
  const char *found = memchr (p, byte, (gsize) (end - p));
  return found != NULL ? found : end;
}

/* Finds the end of the name at @p. Names are short: one block is examined without a loop
 * whose end could not be predicted. */
static inline const char *
find_name_end (const char *p, const char *end, guint8 what)
{
#ifdef EXM_HAS_BYTE_BLOCK
  if (end - p >= 16)
    p += find_in_name (_mm_loadu_si128 ((const __m128i *) p));
#endif
  /* Step over stops that end another part: a control character or, in a tag's name, "=".
   */
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
      p = find_byte (++start, end, *p);
      *value = (ExmHtmlPart){ start, (gsize) (p - start) };
      return p < end ? p + 1 : end;
    }
  while (p < end && (ends[(guint8) *p] & ENDS_VALUE) == 0)
    p++;
  *value = (ExmHtmlPart){ start, (gsize) (p - start) };
  return p;
}

/* Whether an attribute before @last has the same name. */
G_NO_INLINE static gboolean
stands_before (const ExmHtmlToken *token, const ExmHtmlAttribute *last)
{
  for (const ExmHtmlAttribute *other = token->attributes; other < last; other++)
    if (exm_html_part_equal (other->name, last->name))
      return TRUE;
  return FALSE;
}

/* Whether @last is of a name that was there before. @known: names that were there.
 * @name: its own */
static inline gboolean
is_repeated (const ExmHtmlToken *token,
             guint64 known,
             const ExmHtmlAttribute *last,
             ExmHtmlAttributeName name)
{
  return (known >> name & 1) != 0
         && (name != EXM_ATTRIBUTE_OTHER || stands_before (token, last));
}

/* The last attribute was read. Of two with the same name, the first counts. */
static void
keep_attribute (ExmHtmlTokenizer *self, ExmHtmlToken *token)
{
  const ExmHtmlAttribute *last = &self->attributes[token->n_attributes];
  ExmHtmlPart text = last->name;
  ExmHtmlAttributeKey key
      = make_key (exm_word_first (text.text, text.n_bytes), MIN (text.n_bytes, 16));
  ExmHtmlAttributeName name = find_name (self->names, text.text, text.n_bytes, key);

  if (is_repeated (token, token->known, last, name))
    return;
  if (token->n_attributes == EXM_HTML_MAX_ATTRIBUTES)
    {
      self->truncated = TRUE;
      return;
    }
  token->known |= (guint64) 1 << name;
  token->places[name] = (guint8) token->n_attributes++;
}

/* @p: at the first character of the name, whatever it is. */
static const char *
read_attribute (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;
  const char *start = p;
  ExmHtmlAttribute *attribute = &self->attributes[token->n_attributes];

  p = find_name_end (p + 1, end, ENDS_NAME);
  *attribute = (ExmHtmlAttribute){
    .name = { start, (gsize) (p - start) },
    .value = { p, 0 },
  };
  p = skip_spaces (p, end);
  if (p < end && *p == '=')
    {
      p = skip_spaces (p + 1, end);
      if (p < end && *p != '>')
        p = read_value (self, p, &attribute->value);
    }
  keep_attribute (self, token);
  return p;
}

#ifdef EXM_HAS_BYTE_BLOCK

/* Bytes that read_usual() reads without asking whether the page ends there. */
#define QUOTES_BYTES 32
#define USUAL_BYTES (QUOTES_BYTES + 1)

/* Which of so many bytes are quotation marks. */
static inline guint
find_quotes (const char *p)
{
  const __m128i quote = _mm_set1_epi8 ('"');
  __m128i a = _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) p), quote);
  __m128i b = _mm_cmpeq_epi8 (_mm_loadu_si128 ((const __m128i *) (p + 16)), quote);

  return (guint) _mm_movemask_epi8 (a) | (guint) _mm_movemask_epi8 (b) << 16;
}

/* Reads attributes from the first character of a name on, as long as they are written as
 * nearly all are: a name of sixteen bytes at the most, "=", a value in double
 * quotation marks, and one blank before the next. Returns: behind the ">" of the tag, or
 * where something else comes, which may be an attribute that is not to be kept. */
static inline const char *
read_usual (const ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end - 1;
  const char *last = self->end - p >= USUAL_BYTES ? self->end - USUAL_BYTES : NULL;
  guint i = token->n_attributes;
  ExmHtmlAttribute *next = &token->attributes[i];
  guint64 known = token->known;
  char behind = ' ';

  while (behind == ' ' && p <= last && i < EXM_HTML_MAX_ATTRIBUTES)
    {
      __m128i block = _mm_loadu_si128 ((const __m128i *) p);
      gsize n = find_in_name (block);
      /* Both marks are looked for at once, and not from where the name was found to end:
       * the processor would have to wait for that. */
      guint open = find_quotes (p);
      guint rest = open & (open - 1);
      if (n == 0 || p[n] != '=' || (open ^ rest) != 1u << (n + 1))
        break;
      const char *value = p + n + 2;
      const char *close
          = rest != 0 ? p + __builtin_ctz (rest) : find_byte (p + QUOTES_BYTES, end, '"');
      if (close == end)
        break;
      ExmHtmlAttributeKey key = make_key ((guint64) _mm_cvtsi128_si64 (block), n);
      ExmHtmlAttributeName name = find_name (self->names, p, n, key);
      next->name = (ExmHtmlPart){ p, n };
      next->value = (ExmHtmlPart){ value, (gsize) (close - value) };
      if (is_repeated (token, known, next, name))
        break;
      next++;
      known |= (guint64) 1 << name;
      token->places[name] = (guint8) i++;
      behind = close[1];
      p = close + 2;
    }
  token->known = known;
  token->n_attributes = i;
  return behind == ' ' || behind == '>' ? p : p - 1;
}

#endif

const char *
exm_html_read_attributes (ExmHtmlTokenizer *self, const char *p, ExmHtmlToken *token)
{
  const char *end = self->end;

  for (;;)
    {
#ifdef EXM_HAS_BYTE_BLOCK
      const char *start = p += p < end && *p == ' ';
      p = read_usual (self, p, token);
      if (p > start && p[-1] == '>')
        return p;
#endif
      p = skip_spaces (p, end);
      if (p == end)
        {
          token->type = EXM_HTML_EOF;
          self->cut = TRUE;
          return end;
        }
      if (*p == '>')
        return p + 1;
      if (*p != '/')
        p = read_attribute (self, p, token);
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
  token->known = 0;
  token->self_closing = FALSE;
  return exm_html_read_attributes (self, p, token);
}
