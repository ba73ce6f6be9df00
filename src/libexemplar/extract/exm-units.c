/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-units.h"

#include "base/exm-byte-pairs.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"

#include <string.h>

/* A reset is no longer than this (a CJK character counts 3). */
#define MAX_RESET_LENGTH 110u

/* A unit of so many tokens of running text is an article. */
#define ARTICLE_TOKENS 200.0f

/* A line of running text. */
#define PROSE_LENGTH 80u

#define MAX_TITLE_WORDS 24u

/* Lines that all series together may have, in times those of the page. */
#define MAX_SERIES_TIMES 16u

static gboolean
is_digit (const char *p, const char *end)
{
  return p < end && g_ascii_isdigit (*p);
}

static guint
count_digits (const char *p, const char *end)
{
  guint n = 0;

  while (is_digit (p + n, end))
    n++;
  return n;
}

/* Recognizes the unit after a number in "3 hours ago", or around it in "vor 3 Stunden".
 */
static gboolean
has_relative_word (const char *text, gsize n_bytes)
{
  static const char *const words[]
      = { " ago",    "分钟前", "小时前", "天前",    "分鐘前", "小時前", "秒前",
          "時間前",  "分前",   "日前",   "시간 전", "분 전",  "일 전",  "vor ",
          "il y a ", "hace ",  "há ",    " назад",  " önce",  NULL };

  ExmBytePairs pairs;

  exm_byte_pairs_read (&pairs, text);
  for (guint i = 0; words[i] != NULL; i++)
    if (exm_byte_pairs_may_have (&pairs, words[i])
        && memmem (text, n_bytes, words[i], strlen (words[i])) != NULL)
      return TRUE;
  return FALSE;
}

/* "12:30", "2026-11", "2026年11", "20.11.26", "11/20/2026"; a year alone is none. */
static gboolean
begins_date (const char *p, const char *end)
{
  guint n = count_digits (p, end);
  const char *q = p + n;

  if (n == 0 || n > 4 || q >= end)
    return FALSE;
  if (n <= 2 && *q == ':')
    return count_digits (q + 1, end) == 2;
  gboolean wide = end - q >= 3
                  && (memcmp (q, "年", 3) == 0 || memcmp (q, "년", 3) == 0
                      || memcmp (q, "月", 3) == 0 || memcmp (q, "월", 3) == 0);
  if (wide)
    return TRUE;
  if (*q != '-' && *q != '/' && *q != '.')
    return FALSE;
  guint second = count_digits (q + 1, end);
  if (second == 0 || second > 2)
    return FALSE;
  if (n == 4)
    return TRUE;
  const char *r = q + 1 + second;
  guint third = r < end && *r == *q ? count_digits (r + 1, end) : 0;
  return n <= 2 && (third == 2 || third == 4);
}

/* Bytes of a line that needs no memory of its own. */
#define SHORT_BYTES 512u

/* "Nov 20", "20. November": a name that begins like a month beside a number of a day or a
 * year. */
static gboolean
has_month (const char *text, gsize n_bytes)
{
  static const char *const stems[]
      = { "jan", "feb",  "fév", "mar", "mär",  "apr", "avr", "abr", "may", "mai", "mag",
          "jun", "juin", "giu", "jul", "juil", "lug", "aug", "aoû", "ago", "sep", "set",
          "oct", "okt",  "ott", "out", "nov",  "dec", "dez", "déc", "dic", "янв", "фев",
          "мар", "апр",  "мая", "июн", "июл",  "авг", "сен", "окт", "ноя", "дек", NULL };
  char room[EXM_LOWER_ROOM (SHORT_BYTES)];
  g_autofree char *larger
      = n_bytes > SHORT_BYTES ? g_malloc (EXM_LOWER_ROOM (n_bytes)) : NULL;
  char *folded = larger != NULL ? larger : room;
  gboolean number = FALSE, before = FALSE;

  exm_text_lower_into (folded, text, n_bytes);

  for (const char *p = folded; *p != '\0';)
    {
      if (g_ascii_isdigit (*p))
        {
          guint n = count_digits (p, p + 8);
          number = n <= 2 || n == 4;
          if (number && before)
            return TRUE;
          p += n;
          continue;
        }
      gunichar c = g_utf8_get_char (p);
      if (!g_unichar_isalpha (c))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      before = FALSE;
      for (guint i = 0; stems[i] != NULL && !before; i++)
        before = *p == stems[i][0] && exm_text_begins (p, stems[i]);
      if (before && number)
        return TRUE;
      while (g_unichar_isalpha (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      if (!before)
        number = FALSE;
    }
  return FALSE;
}

gboolean
exm_line_is_dated (const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;
  gboolean digits = FALSE;

  for (const char *p = text; p < end; p++)
    if (g_ascii_isdigit (*p))
      {
        digits = TRUE;
        if (begins_date (p, end))
          return TRUE;
        p += count_digits (p, end) - 1;
      }
  return digits && (has_relative_word (text, n_bytes) || has_month (text, n_bytes));
}

/* "Jane wrote:", 网友甲 说：, "Posted by Jane": who speaks, without a date. */
static gboolean
names_speaker (const char *text, gsize n_bytes)
{
  static const char *const ends[]
      = { "says:", "said:", "wrote:", "writes:", "schrieb:", "sagt:",  "a dit :", "dice:",
          "说：",  "说:",   "回复：", "回复:",   "發表：",   "пишет:", NULL };
  static const char *const starts[]
      = { "Posted by ", "By: ", "Comment by ", "Reply by ", "网友", "Von: ", NULL };

  /* All of them end so, "：" with the same byte as other characters. */
  gboolean may_end
      = n_bytes > 0 && (text[n_bytes - 1] == ':' || text[n_bytes - 1] == "："[2]);
  for (guint i = 0; may_end && ends[i] != NULL; i++)
    {
      gsize n = strlen (ends[i]);
      if (n_bytes >= n && memcmp (text + n_bytes - n, ends[i], n) == 0)
        return TRUE;
    }
  for (guint i = 0; starts[i] != NULL; i++)
    if (*text == *starts[i] && exm_text_begins (text, starts[i]))
      return TRUE;
  return FALSE;
}

typedef struct
{
  guint64 path; /* of the block */
  guint32 line;
} Reset;

typedef struct
{
  const ExmPageText *page; /* (unowned) */
  const ExmLine *lines;    /* (unowned) */
  const ExmNode *nodes;    /* (unowned) */
  guint n_lines;
  guint n_nodes;
  guint *n_tokens;   /* (owned): of the lines before each, flagged ones left out */
  guint *n_prose;    /* (owned): the same of running text */
  guint *n_headings; /* (owned): headings before each line */
  guint64 *title;    /* (owned) (array length=n_title): hashes of its words */
  guint n_title;
  gsize n_left;  /* lines that series may still cost: what lies in many is of the first */
  guint *extent; /* (owned): tokens of the series that a line's values are of */
  ExmUnits *out; /* (unowned) */
} Search;

static int
compare_resets (const void *a, const void *b)
{
  const Reset *x = a, *y = b;
  if (x->path != y->path)
    return x->path < y->path ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static GArray *
find_resets (const Search *self)
{
  GArray *resets = g_array_new (FALSE, FALSE, sizeof (Reset));

  for (guint i = 0; i < self->n_lines; i++)
    {
      const ExmLine *line = &self->lines[i];
      const char *text = exm_page_text_get_line (self->page, i);
      if ((line->flags & EXM_LINE_FLAGGED) || line->length > MAX_RESET_LENGTH
          || !(exm_line_is_dated (text, line->n_bytes)
               || names_speaker (text, line->n_bytes)))
        continue;
      const Reset reset = { .path = self->nodes[line->block].class_path, .line = i };
      g_array_append_val (resets, reset);
    }
  g_array_sort (resets, compare_resets);
  return resets;
}

/* The element around both. */
static guint32
find_common (const Search *self, guint32 a, guint32 b)
{
  while (a != b)
    {
      if (self->nodes[a].depth >= self->nodes[b].depth)
        a = self->nodes[a].parent;
      else
        b = self->nodes[b].parent;
    }
  return a;
}

/* The child of @outer that holds @node; @outer itself for itself. */
static guint32
find_child (const Search *self, guint32 outer, guint32 node)
{
  while (node != outer && self->nodes[node].parent != outer)
    node = self->nodes[node].parent;
  return node;
}

/* Words, or pairs of CJK characters, of a text as hashes. */
typedef void (*WordFunc) (guint64 word, gpointer data);

static void
for_each_word (const char *text, WordFunc func, gpointer data)
{
  guint64 word = 0;
  gunichar before = 0;

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean cjk = exm_char_is_cjk (c);
      if (cjk && before != 0)
        func (((guint64) before << 32) | c, data);
      before = cjk ? c : 0;
      if (!cjk && g_unichar_isalnum (c))
        {
          word = (word ^ g_unichar_tolower (c)) * G_GUINT64_CONSTANT (1099511628211);
          continue;
        }
      if (word != 0)
        func (word, data);
      word = 0;
      if (c == 0)
        return;
    }
}

static void
add_title_word (guint64 word, gpointer data)
{
  Search *self = data;

  for (guint i = 0; i < self->n_title; i++)
    if (self->title[i] == word)
      return;
  if (self->n_title < MAX_TITLE_WORDS)
    self->title[self->n_title++] = word;
}

typedef struct
{
  const Search *search;
  guint32 seen; /* bits of the title's words */
} TitleCount;

static void
see_word (guint64 word, gpointer data)
{
  TitleCount *self = data;

  for (guint i = 0; i < self->search->n_title; i++)
    if (self->search->title[i] == word)
      self->seen |= 1u << i;
}

static float
measure_title (const Search *self, guint first, guint last)
{
  TitleCount count = { .search = self };

  if (self->n_title == 0)
    return 0;
  for (guint i = first; i <= last; i++)
    if ((self->lines[i].flags & EXM_LINE_FLAGGED) == 0)
      for_each_word (exm_page_text_get_line (self->page, i), see_word, &count);
  return (float) __builtin_popcount (count.seen) / (float) self->n_title;
}

static guint
count_between (const guint *sums, guint first, guint last)
{
  return sums[last + 1] - sums[first];
}

typedef struct
{
  guint first;
  guint last;
} Unit;

/* The units of a series whose resets are those from @resets on. */
static GArray *
find_units (const Search *self, const Reset *resets, guint n)
{
  GArray *units = g_array_new (FALSE, FALSE, sizeof (Unit));
  guint32 outer = self->lines[resets[0].line].block;
  guint32 last_child = EXM_NONE;

  for (guint i = 1; i < n; i++)
    outer = find_common (self, outer, self->lines[resets[i].line].block);
  for (guint i = 0; i < n; i++)
    {
      guint32 child = find_child (self, outer, self->lines[resets[i].line].block);
      const Unit unit = { self->nodes[child].first_line, self->nodes[child].last_line };
      if (child == outer)
        {
          g_array_set_size (units, 0);
          break;
        }
      if (child != last_child)
        g_array_append_val (units, unit);
      last_child = child;
    }
  /* Heads that stand before their units, side by side. */
  gboolean flat = units->len < 2;
  for (guint i = 1; i < units->len && !flat; i++)
    flat = g_array_index (units, Unit, i).first
           > g_array_index (units, Unit, i - 1).last + 1;
  for (guint i = 0; i < units->len && flat; i++)
    flat = g_array_index (units, Unit, i).last - g_array_index (units, Unit, i).first < 2;
  if (!flat && units->len >= 2)
    return units;
  g_array_set_size (units, 0);
  guint end = self->nodes[outer].last_line;
  for (guint i = 0; i < n; i++)
    {
      Unit unit = { resets[i].line, i + 1 < n ? resets[i + 1].line - 1 : end };
      if (i + 1 == n)
        unit.last = MIN (end, unit.first + (unit.first - resets[0].line) / (n - 1));
      g_array_append_val (units, unit);
    }
  return units;
}

static void
measure_series (Search *self, const Reset *resets, guint n)
{
  g_autoptr (GArray) units = find_units (self, resets, n);
  const Unit *all = (const Unit *) (void *) units->data;
  guint n_tokens = 0, n_prose = 0, reset = 0;
  gsize n_lines = all[units->len - 1].last - all[0].first + 1;

  if (n_lines > self->n_left)
    return;
  self->n_left -= n_lines;
  for (guint k = 0; k < units->len; k++)
    {
      n_tokens += count_between (self->n_tokens, all[k].first, all[k].last);
      n_prose += count_between (self->n_prose, all[k].first, all[k].last);
    }
  float share = (float) n_tokens / (float) MAX (self->n_tokens[self->n_lines], 1u);
  float prose = MIN ((float) n_prose / (float) units->len / ARTICLE_TOKENS, 1);
  for (guint k = 0; k < units->len; k++)
    {
      float title = measure_title (self, all[k].first, all[k].last);
      gboolean headed = count_between (self->n_headings, all[k].first, all[k].last) > 0;
      for (guint i = all[k].first; i <= all[k].last; i++)
        {
          while (reset < n && resets[reset].line <= i)
            reset++;
          if (self->extent[i] <= n_tokens)
            continue;
          self->extent[i] = n_tokens;
          self->out->rank[i] = k + 1;
          self->out->n_units[i] = units->len;
          self->out->resets[i] = reset;
          self->out->share[i] = share;
          self->out->prose[i] = prose;
          self->out->title[i] = title;
          self->out->headline[i] = headed;
        }
    }
}

static void
read_title (Search *self)
{
  self->title = g_new0 (guint64, MAX_TITLE_WORDS);
  for_each_word (exm_page_text_get_title (self->page), add_title_word, self);
}

static void
sum_lines (Search *self)
{
  self->n_tokens = g_new0 (guint, self->n_lines + 1);
  self->n_prose = g_new0 (guint, self->n_lines + 1);
  self->n_headings = g_new0 (guint, self->n_lines + 1);
  self->extent = g_new (guint, MAX (self->n_lines, 1));
  for (guint i = 0; i < self->n_lines; i++)
    {
      const ExmLine *line = &self->lines[i];
      gboolean shown = (line->flags & EXM_LINE_FLAGGED) == 0;
      gboolean prose = shown && line->length >= PROSE_LENGTH && line->n_marks > 0
                       && 2 * line->n_link_chars < line->n_chars;
      self->n_tokens[i + 1] = self->n_tokens[i] + (shown ? line->n_tokens : 0);
      self->n_prose[i + 1] = self->n_prose[i] + (prose ? line->n_tokens : 0);
      self->n_headings[i + 1] = self->n_headings[i] + (shown && line->heading > 0);
      self->extent[i] = G_MAXUINT;
    }
}

ExmUnits *
exm_units_measure (const ExmPageText *page)
{
  ExmUnits *out = g_new0 (ExmUnits, 1);
  Search self = { .page = page, .out = out };

  self.lines = exm_page_text_get_lines (page, &self.n_lines);
  self.nodes = exm_page_text_get_nodes (page, &self.n_nodes);
  guint n = MAX (self.n_lines, 1);
  out->n_lines = self.n_lines;
  out->rank = g_new0 (guint, n);
  out->n_units = g_new0 (guint, n);
  out->resets = g_new0 (guint, n);
  out->share = g_new0 (float, n);
  out->prose = g_new0 (float, n);
  out->title = g_new0 (float, n);
  out->headline = g_new0 (float, n);

  self.n_left = MAX_SERIES_TIMES * (gsize) n;
  sum_lines (&self);
  read_title (&self);
  g_autoptr (GArray) resets = find_resets (&self);
  const Reset *all = (const Reset *) (void *) resets->data;
  for (guint i = 0, end; i < resets->len; i = end)
    {
      for (end = i + 1; end < resets->len && all[end].path == all[i].path;)
        end++;
      if (end - i >= 2)
        measure_series (&self, &all[i], end - i);
    }
  g_free (self.n_tokens);
  g_free (self.n_prose);
  g_free (self.n_headings);
  g_free (self.title);
  g_free (self.extent);
  return out;
}

void
exm_units_free (ExmUnits *self)
{
  g_free (self->rank);
  g_free (self->n_units);
  g_free (self->resets);
  g_free (self->share);
  g_free (self->prose);
  g_free (self->title);
  g_free (self->headline);
  g_free (self);
}
