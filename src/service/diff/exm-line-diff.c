/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "diff/exm-line-diff.h"

#include "base/exm-align.h"
#include "kernel/literal/exm-lev.h"

#include <string.h>

/* Lines between two aligned ones of which all are tried with all, as a product. */
#define MAX_TRIES (300u * 300u)
/* Lines compared around the corresponding place, where all of them are too many. */
#define BAND 33u
/* Work on changed lines: characters times words of 64 characters; about 2 ns each. */
#define MAX_WORK ((guint64) 500 * 1000 * 1000)
/* Fixed cost of a comparison, in the same unit. */
#define CALL_WORK 400u
/* Lines around a difference in a unified one. */
#define CONTEXT 3u

struct _ExmLineDiff
{
  ExmDiffText *left;  /* (owned) */
  ExmDiffText *right; /* (owned) */
  GArray *pairs;      /* (owned) (element-type ExmDiffPair) */
};

/* Some lines of a text. */
typedef struct
{
  const ExmDiffLine *lines;
  guint first;
  guint end;
} Part;

typedef struct
{
  ExmLineDiff *diff;
  Part left;
  Part right;
  guint64 work; /* that is left */
  GCancellable *cancellable;
} Comparison;

/* The lines between two that are aligned: a way through both of their texts, right line
 * by left line. */
typedef struct
{
  Comparison *comparison;
  Part left;
  Part right;
  guint reach;      /* right lines that are tried with a left one, at most */
  gunichar **codes; /* (owned): of the right lines, made when asked for */
  guint *n_codes;   /* (owned) */
  guint8 *moves;    /* (owned): @reach + 1 a left line */
} Gap;

enum
{
  MOVE_PAIR,
  MOVE_LEFT,  /* the left line has none */
  MOVE_RIGHT, /* the right line has none */
};

static guint
count (const Part *part)
{
  return part->end - part->first;
}

static void
add (Comparison *self, guint left, guint right, ExmDiffKind kind)
{
  const ExmDiffPair pair = { left, right, kind };

  g_array_append_val (self->diff->pairs, pair);
}

static void
add_pair (Comparison *self, guint left, guint right)
{
  const ExmDiffLine *a = &self->left.lines[left], *b = &self->right.lines[right];
  gboolean same = a->n_bytes == b->n_bytes && memcmp (a->text, b->text, a->n_bytes) == 0;

  add (self, left, right, same ? EXM_DIFF_SAME : EXM_DIFF_CHANGED);
}

/* Adds lines that only one of the texts has. */
static void
add_alone (Comparison *self, const Part *left, const Part *right)
{
  for (guint i = left->first; i < left->end; i++)
    add (self, i, EXM_NONE, EXM_DIFF_LEFT);
  for (guint i = right->first; i < right->end; i++)
    add (self, EXM_NONE, i, EXM_DIFF_RIGHT);
}

/* Changed lines */

static gunichar *
dup_codes (const ExmDiffLine *line, guint *n)
{
  gunichar *codes = g_new (gunichar, MIN (line->n_bytes, EXM_DIFF_CHARS) + 1);
  const char *p = line->text, *end = line->text + line->n_bytes;

  for (*n = 0; p < end && *n < EXM_DIFF_CHARS; p = g_utf8_next_char (p))
    codes[(*n)++] = g_utf8_get_char (p);
  return codes;
}

/* Characters that stay, 0 if it is another line. */
static guint
keep (Gap *self, const gunichar *a, guint n_a, guint right)
{
  Comparison *comparison = self->comparison;
  guint at = right - self->right.first;
  size_t distance;

  if (self->codes[at] == NULL)
    self->codes[at] = dup_codes (&self->right.lines[right], &self->n_codes[at]);
  guint n_b = self->n_codes[at], most = MAX (n_a, n_b), least = MIN (n_a, n_b);
  guint64 work = (guint64) most * (least / 64 + 1) + CALL_WORK;
  if (2 * least < most || work > comparison->work)
    return 0;
  comparison->work -= work;
  if (exm_lev_distance (a, n_a, self->codes[at], n_b, NULL, NULL, &distance)
          != EXM_KERNEL_OK
      || 2 * distance > most)
    return 0;
  return most - (guint) distance;
}

/* The first right line that is tried with a left one, never going back. */
static guint
find_window (const Gap *self, guint left)
{
  guint n_left = count (&self->left), n_right = count (&self->right);
  guint middle
      = (guint) ((guint64) (left - self->left.first) * n_right / MAX (n_left, 1));

  if (self->reach >= n_right)
    return self->right.first;
  guint first = middle > self->reach / 2 ? middle - self->reach / 2 : 0;
  return self->right.first + MIN (first, n_right - self->reach);
}

/* One row of the table: @above has the best of the row before from @from_above on, @row
 * gets that of this one from @from on. Entry k is what can be kept before right line
 * from + k. */
static void
fill_row (Gap *self,
          guint left,
          guint from_above,
          guint from,
          const guint64 *above,
          guint64 *row)
{
  guint n_a;
  g_autofree gunichar *codes = dup_codes (&self->left.lines[left], &n_a);
  guint8 *moves = self->moves + (gsize) (left - self->left.first) * (self->reach + 1);
  guint shift = from - from_above;

  for (guint k = 0; k <= self->reach; k++)
    {
      /* Behind the window above, nothing more was found. */
      guint64 up = above[MIN (k + shift, self->reach)];
      moves[k] = MOVE_LEFT;
      row[k] = up;
      if (k > 0 && row[k - 1] > row[k])
        {
          moves[k] = MOVE_RIGHT;
          row[k] = row[k - 1];
        }
      if (k == 0)
        continue;
      guint64 before = above[MIN (k - 1 + shift, self->reach)];
      guint kept = keep (self, codes, n_a, from + k - 1);
      if (kept > 0 && before + kept > row[k])
        {
          moves[k] = MOVE_PAIR;
          row[k] = before + kept;
        }
    }
}

static void
walk_back (Gap *self, guint *partners)
{
  guint right = self->right.end;

  for (guint left = self->left.end; left-- > self->left.first;)
    {
      guint from = find_window (self, left), at = left - self->left.first;
      const guint8 *moves = self->moves + (gsize) at * (self->reach + 1);
      right = MIN (right, from + self->reach);
      while (right > from && moves[right - from] == MOVE_RIGHT)
        right--;
      partners[at] = EXM_NONE;
      if (moves[right - from] == MOVE_PAIR)
        partners[at] = --right;
    }
}

/* Which right line each left one became. */
static void
find_changed (Gap *self, guint *partners)
{
  guint64 *above = g_new0 (guint64, self->reach + 1),
          *row = g_new0 (guint64, self->reach + 1);
  guint from_above = self->right.first;

  for (guint left = self->left.first; left < self->left.end; left++)
    {
      guint from = find_window (self, left);
      fill_row (self, left, from_above, from, above, row);
      from_above = from;
      guint64 *done = row;
      row = above;
      above = done;
      if (g_cancellable_is_cancelled (self->comparison->cancellable))
        self->comparison->work = 0;
    }
  walk_back (self, partners);
  g_free (above);
  g_free (row);
}

static void
compare_gap (Comparison *comparison, Part left, Part right)
{
  guint n_left = count (&left), n_right = count (&right);
  g_autofree guint *partners = g_new (guint, MAX (n_left, 1));
  Gap self = { .comparison = comparison, .left = left, .right = right };

  if (n_left == 0 || n_right == 0)
    {
      add_alone (comparison, &left, &right);
      return;
    }
  self.reach = MIN (n_right, MAX (BAND, MAX_TRIES / n_left));
  self.codes = g_new0 (gunichar *, n_right);
  self.n_codes = g_new0 (guint, n_right);
  self.moves = g_new (guint8, (gsize) n_left * (self.reach + 1));
  find_changed (&self, partners);
  for (guint i = left.first; i < left.end; i++)
    {
      guint partner = partners[i - self.left.first];
      if (partner == EXM_NONE)
        continue;
      add_alone (comparison, &(Part){ left.lines, left.first, i },
                 &(Part){ right.lines, right.first, partner });
      add_pair (comparison, i, partner);
      left.first = i + 1;
      right.first = partner + 1;
    }
  add_alone (comparison, &left, &right);
  for (guint i = 0; i < n_right; i++)
    g_free (self.codes[i]);
  g_free (self.codes);
  g_free (self.n_codes);
  g_free (self.moves);
}

/* Lines that stayed */

static void
align (const Part *left, const Part *right, guint *partners)
{
  guint n_left = count (left), n_right = count (right);
  g_autofree ExmAlignRow *rows = g_new (ExmAlignRow, MAX (n_left, 1));
  g_autofree guint64 *keys = g_new (guint64, MAX (n_right, 1));

  for (guint i = 0; i < n_left; i++)
    {
      const ExmDiffLine *line = &left->lines[left->first + i];
      rows[i] = (ExmAlignRow){ line->key, line->n_tokens, FALSE };
    }
  for (guint i = 0; i < n_right; i++)
    keys[i] = right->lines[right->first + i].key;
  exm_align_keys (rows, n_left, keys, n_right, partners);
}

/* Takes the common head and tail without a search. */
static void
compare_all (Comparison *self)
{
  Part left = self->left, right = self->right;
  guint n_tail = 0;

  for (; count (&left) > 0 && count (&right) > 0
         && left.lines[left.first].key == right.lines[right.first].key;
       left.first++, right.first++)
    add_pair (self, left.first, right.first);
  for (; count (&left) > 0 && count (&right) > 0
         && left.lines[left.end - 1].key == right.lines[right.end - 1].key;
       left.end--, right.end--)
    n_tail++;
  g_autofree guint *partners = g_new (guint, MAX (count (&left), 1));
  align (&left, &right, partners);
  Part gap_left = left, gap_right = right;
  for (guint i = left.first; i < left.end; i++)
    {
      guint partner = partners[i - left.first];
      if (partner == G_MAXUINT32)
        continue;
      gap_left.end = i;
      gap_right.end = right.first + partner;
      compare_gap (self, gap_left, gap_right);
      add_pair (self, i, gap_right.end);
      gap_left.first = i + 1;
      gap_right.first = gap_right.end + 1;
    }
  gap_left.end = left.end;
  gap_right.end = right.end;
  compare_gap (self, gap_left, gap_right);
  for (guint i = 0; i < n_tail; i++)
    add_pair (self, left.end + i, right.end + i);
}

ExmLineDiff *
exm_line_diff_new (ExmDiffText *left,
                   ExmDiffText *right,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (ExmLineDiff) self = g_atomic_rc_box_new0 (ExmLineDiff);
  Comparison comparison = { .diff = self, .work = MAX_WORK, .cancellable = cancellable };

  self->left = exm_diff_text_ref (left);
  self->right = exm_diff_text_ref (right);
  self->pairs = g_array_new (FALSE, FALSE, sizeof (ExmDiffPair));
  comparison.left.lines = exm_diff_text_get_lines (left, &comparison.left.end);
  comparison.right.lines = exm_diff_text_get_lines (right, &comparison.right.end);
  compare_all (&comparison);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&self);
}

ExmLineDiff *
exm_line_diff_ref (ExmLineDiff *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
diff_clear (gpointer data)
{
  ExmLineDiff *self = data;

  exm_diff_text_unref (self->left);
  exm_diff_text_unref (self->right);
  g_array_unref (self->pairs);
}

void
exm_line_diff_unref (ExmLineDiff *self)
{
  g_atomic_rc_box_release_full (self, diff_clear);
}

ExmDiffText *
exm_line_diff_get_left (const ExmLineDiff *self)
{
  return self->left;
}

ExmDiffText *
exm_line_diff_get_right (const ExmLineDiff *self)
{
  return self->right;
}

const ExmDiffPair *
exm_line_diff_get_pairs (const ExmLineDiff *self, guint *n)
{
  *n = self->pairs->len;
  return (const ExmDiffPair *) (gpointer) self->pairs->data;
}

void
exm_line_diff_count (const ExmLineDiff *self, ExmDiffCounts *counts)
{
  guint n;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (self, &n);

  *counts = (ExmDiffCounts){ 0 };
  for (guint i = 0; i < n; i++)
    counts->n[pairs[i].kind]++;
}

/* As text */

static void
write_line (GString *out, char sign, const ExmDiffText *text, guint index)
{
  guint n;
  const ExmDiffLine *line = &exm_diff_text_get_lines (text, &n)[index];

  g_string_append_c (out, sign);
  g_string_append_len (out, line->text, line->n_bytes);
  g_string_append_c (out, '\n');
}

/* As `diff` writes a range: of none, the line before it. */
static void
write_range (GString *out, char sign, guint first, guint n)
{
  g_string_append_printf (out, " %c%u", sign, n > 0 ? first + 1 : first);
  if (n != 1)
    g_string_append_printf (out, ",%u", n);
}

/* The pairs from @first to before @end; @left and @right lines are before them. */
static void
write_hunk (const ExmLineDiff *self,
            GString *out,
            guint first,
            guint end,
            guint left,
            guint right)
{
  guint n;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (self, &n);
  guint n_left = 0, n_right = 0;

  for (guint i = first; i < end; i++)
    {
      n_left += pairs[i].left != EXM_NONE;
      n_right += pairs[i].right != EXM_NONE;
    }
  g_string_append (out, "@@");
  write_range (out, '-', left, n_left);
  write_range (out, '+', right, n_right);
  g_string_append (out, " @@\n");
  for (guint i = first, next; i < end; i = next)
    {
      if (pairs[i].kind == EXM_DIFF_SAME)
        {
          write_line (out, ' ', self->left, pairs[i].left);
          next = i + 1;
          continue;
        }
      for (next = i; next < end && pairs[next].kind != EXM_DIFF_SAME; next++)
        if (pairs[next].left != EXM_NONE)
          write_line (out, '-', self->left, pairs[next].left);
      for (guint k = i; k < next; k++)
        if (pairs[k].right != EXM_NONE)
          write_line (out, '+', self->right, pairs[k].right);
    }
}

char *
exm_line_diff_write_unified (const ExmLineDiff *self,
                             const char *left_name,
                             const char *right_name)
{
  GString *out = g_string_new (NULL);
  guint n, left = 0, right = 0, at = 0;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (self, &n);

  for (guint i = 0; i < n; i++)
    {
      if (pairs[i].kind == EXM_DIFF_SAME)
        continue;
      guint first = MAX (at, i > CONTEXT ? i - CONTEXT : 0), end = i + 1;
      /* Up to where the lines between are no longer around both. */
      for (guint k = i + 1; k < n && k <= end + 2 * CONTEXT; k++)
        if (pairs[k].kind != EXM_DIFF_SAME)
          end = k + 1;
      i = end - 1;
      end = MIN (end + CONTEXT, n);
      for (; at < first; at++)
        {
          left += pairs[at].left != EXM_NONE;
          right += pairs[at].right != EXM_NONE;
        }
      if (out->len == 0)
        g_string_append_printf (out, "--- %s\n+++ %s\n", left_name, right_name);
      write_hunk (self, out, first, end, left, right);
      for (; at < end; at++)
        {
          left += pairs[at].left != EXM_NONE;
          right += pairs[at].right != EXM_NONE;
        }
    }
  return g_string_free (out, FALSE);
}
