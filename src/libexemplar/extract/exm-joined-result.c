/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-joined-result.h"

#include <string.h>

/* Lines from an end where what is said on several pages is taken for their frame. */
#define MAX_FRAME_LINES 8u

/* Characters, of which a CJK one counts 3, from which a line is not said twice by chance:
 * some eight words. */
#define MIN_SENTENCE_LENGTH 45u

/* Bytes that a row of page numbers may have. */
#define MAX_LABEL_BYTES 160u

/* --- Rows of page numbers --- */

/* Words that stand in them, in lower case. */
static const char *const pager_words[]
    = { "page",       "pages",      "of",         "next",       "previous",  "prev",
        "back",       "continue",   "continued",  "第",         "页",        "頁",
        "共",         "上一页",     "下一页",     "上一頁",     "下一頁",    "上页",
        "下页",       "上頁",       "下頁",       "首页",       "尾页",      "末页",
        "最後",       "最初",       "前へ",       "次へ",       "ページ",    "前のページ",
        "次のページ", "ページ目",   "다음",       "이전",       "페이지",    "다음페이지",
        "seite",      "von",        "weiter",     "nächste",    "vorherige", "zurück",
        "suivant",    "suivante",   "précédent",  "précédente", "sur",       "página",
        "siguiente",  "anterior",   "de",         "próxima",    "seguinte",  "pagina",
        "successiva", "precedente", "di",         "страница",   "страницы",  "далее",
        "следующая",  "назад",      "предыдущая", "из",         NULL };

/* Whether it says nothing but which page this is, and which others there are. */
static gboolean
is_pager (const char *text)
{
  g_autoptr (GString) word = g_string_new (NULL);
  gboolean has_number = FALSE, has_word = FALSE, was_digit = FALSE;

  if (strlen (text) > MAX_LABEL_BYTES)
    return FALSE;
  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_digit = g_unichar_isdigit (c);
      gboolean goes_on = g_unichar_isalnum (c) && is_digit == was_digit;
      if (!goes_on && word->len > 0)
        {
          if (was_digit && word->len <= 3)
            has_number = TRUE;
          else if (!was_digit && g_strv_contains (pager_words, word->str))
            has_word = TRUE;
          else
            return FALSE;
          g_string_truncate (word, 0);
        }
      if (c == 0)
        return has_number || has_word;
      was_digit = is_digit;
      if (g_unichar_isalnum (c))
        g_string_append_unichar (word, g_unichar_tolower (c));
    }
}

/* --- Seams --- */

typedef struct
{
  ExmPageText *page; /* (unowned): all of them */
  ExmResultData data;
  guint first; /* line of the page that is looked at */
  guint end;
} Joined;

static gboolean
is_kept (const Joined *self, guint line)
{
  return self->data.verdicts[line] == EXM_VERDICT_KEPT;
}

/* Adds what the page from @first to @end keeps. */
static void
add_kept (const Joined *self, GHashTable *keys)
{
  for (guint i = self->first; i < self->end; i++)
    if (is_kept (self, i))
      g_hash_table_add (keys, (gpointer) exm_page_text_get_line (self->page, i));
}

/* Adds the last lines that the page keeps. */
static void
add_ends (const Joined *self, GHashTable *keys)
{
  guint n = 0;

  for (guint i = self->end; i-- > self->first && n < MAX_FRAME_LINES;)
    if (is_kept (self, i))
      {
        g_hash_table_add (keys, (gpointer) exm_page_text_get_line (self->page, i));
        n++;
      }
}

static gboolean
is_label (const Joined *self, guint line)
{
  return is_pager (exm_page_text_get_line (self->page, line));
}

static void
trim_beginning (Joined *self, GHashTable *earlier)
{
  for (guint i = self->first; i < self->end; i++)
    if (is_kept (self, i))
      {
        if (!is_label (self, i)
            && !g_hash_table_contains (earlier, exm_page_text_get_line (self->page, i)))
          return;
        self->data.verdicts[i] = EXM_VERDICT_TRIMMED;
      }
}

static void
trim_end (Joined *self, GHashTable *later)
{
  guint n = 0;

  for (guint i = self->end; i-- > self->first && n < MAX_FRAME_LINES;)
    if (is_kept (self, i))
      {
        if (!is_label (self, i)
            && !g_hash_table_contains (later, exm_page_text_get_line (self->page, i)))
          return;
        self->data.verdicts[i] = EXM_VERDICT_TRIMMED;
        n++;
      }
}

static void
trim_sentences (Joined *self, GHashTable *earlier, const ExmLine *lines)
{
  for (guint i = self->first; i < self->end; i++)
    if (is_kept (self, i) && lines[i].length >= MIN_SENTENCE_LENGTH
        && g_hash_table_contains (earlier, exm_page_text_get_line (self->page, i)))
      self->data.verdicts[i] = EXM_VERDICT_TRIMMED;
}

/* Takes out a page that says what was said before and nothing else. */
static void
trim_repeated (Joined *self, GHashTable *earlier)
{
  for (guint i = self->first; i < self->end; i++)
    if (is_kept (self, i) && !is_label (self, i)
        && !g_hash_table_contains (earlier, exm_page_text_get_line (self->page, i)))
      return;
  for (guint i = self->first; i < self->end; i++)
    if (is_kept (self, i))
      self->data.verdicts[i] = EXM_VERDICT_TRIMMED;
}

static void
look_at (Joined *self, guint index)
{
  guint n = 0;
  const ExmPageText *page = exm_page_text_get_joined (self->page, index, &self->first);

  exm_page_text_get_lines (page, &n);
  self->end = self->first + n;
}

static void
trim_seams (Joined *self)
{
  guint n_lines = 0, n_pages = exm_page_text_get_n_joined (self->page);
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n_lines);
  g_autoptr (GHashTable) earlier = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) later = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < n_pages; i++)
    {
      look_at (self, i);
      if (i > 0)
        trim_repeated (self, earlier);
      add_kept (self, earlier);
    }
  g_hash_table_remove_all (earlier);
  /* The frame stands on the last page once. */
  for (guint i = n_pages; i-- > 0;)
    {
      g_autoptr (GHashTable) own = g_hash_table_new (g_str_hash, g_str_equal);
      GHashTableIter iter;
      gpointer key;
      look_at (self, i);
      add_ends (self, own);
      trim_end (self, later);
      g_hash_table_iter_init (&iter, own);
      while (g_hash_table_iter_next (&iter, &key, NULL))
        g_hash_table_add (later, key);
    }
  for (guint i = 0; i < n_pages; i++)
    {
      look_at (self, i);
      if (i > 0)
        {
          trim_beginning (self, earlier);
          trim_sentences (self, earlier, lines);
        }
      add_kept (self, earlier);
    }
}

/* --- Joining --- */

static ExmLane *
find_lane (ExmResultData *data, const char *id)
{
  for (guint i = 0; i < data->lanes->len; i++)
    if (strcmp (g_array_index (data->lanes, ExmLane, i).id, id) == 0)
      return &g_array_index (data->lanes, ExmLane, i);
  return exm_result_data_add_lane (data, id);
}

static void
copy_lines (ExmResultData *to, const ExmResultData *from, guint first)
{
  const gsize n = from->n_lines;

  memcpy (to->verdicts + first, from->verdicts, n * sizeof *to->verdicts);
  memcpy (to->evidence + first, from->evidence, n * sizeof *to->evidence);
  memcpy (to->weights + first, from->weights, n * sizeof *to->weights);
  for (guint i = 0; i < from->lanes->len; i++)
    {
      const ExmLane *lane = &g_array_index (from->lanes, ExmLane, i);
      ExmLane *whole = find_lane (to, lane->id);
      memcpy (whole->values + first, lane->values, n * sizeof *lane->values);
      memcpy (whole->contributions + first, lane->contributions,
              n * sizeof *lane->contributions);
    }
  for (guint i = 0; i < from->answers->len; i++)
    {
      const ExmAnswer *answer = &g_array_index (from->answers, ExmAnswer, i);
      if (first == 0 || answer->kind == EXM_ANSWER_RELATED)
        exm_result_data_add_answer (
            to, answer->kind, answer->line == EXM_NONE ? EXM_NONE : answer->line + first,
            answer->text);
    }
}

/* Characters that @result keeps of @page. */
static double
weigh (const ExmPageText *page, const ExmResultData *data)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  double length = 0;

  for (guint i = 0; i < MIN (n, data->n_lines); i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      length += lines[i].length;
  return length;
}

static void
add_result (Joined *self, guint index, const ExmResultData *from, double *weight)
{
  ExmResultData *data = &self->data;
  guint first = 0;
  const ExmPageText *page = exm_page_text_get_joined (self->page, index, &first);
  double own = weigh (page, from);

  copy_lines (data, from, first);
  *weight += own;
  data->confidence += own * from->confidence;
  data->strength += own * from->strength;
  data->margin = index == 0 ? from->margin : MIN (data->margin, from->margin);
  data->same_article = data->same_article || from->same_article;
  /* A page without text has no layout that says anything. */
  data->fits = (index == 0 || data->fits) && (from->fits || own == 0);
  if (index == 0)
    data->template_similarity = from->template_similarity;
  if (from->agreement >= 0)
    data->agreement
        = data->agreement < 0 ? from->agreement : MIN (data->agreement, from->agreement);
}

/* Between head and tail lines are taken out, outside of them left out. */
static void
set_range (ExmResultData *data)
{
  data->head = data->tail = EXM_NONE;
  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        data->head = MIN (data->head, i);
        data->tail = i;
      }
  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] != EXM_VERDICT_KEPT)
      data->verdicts[i] = data->head != EXM_NONE && i > data->head && i < data->tail
                              ? EXM_VERDICT_TRIMMED
                              : EXM_VERDICT_DROPPED;
}

ExmResult *
exm_joined_result_new (ExmPageText *page, const GPtrArray *results)
{
  const ExmResultData *first = exm_result_get (g_ptr_array_index (results, 0));
  Joined self = { .page = page };
  guint n_lines = 0;
  double weight = 0;

  exm_page_text_get_lines (page, &n_lines);
  exm_result_data_init (&self.data, first->method, n_lines);
  self.data.agreement = -1;
  self.data.confidence = self.data.strength = 0;
  for (guint i = 0; i < results->len; i++)
    add_result (&self, i, exm_result_get (g_ptr_array_index (results, i)), &weight);
  if (weight > 0)
    {
      self.data.confidence /= weight;
      self.data.strength /= weight;
    }
  trim_seams (&self);
  set_range (&self.data);
  return exm_result_new (&self.data);
}
