/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/evidence/exm-survey.h"

#include "base/exm-text.h"

#include <math.h>
#include <string.h>

/* comments: what gives readers' remarks away where no class name does: lines such as
 * "posted by Ann on …", "Ann says:", 回复, 3 hours ago; how many stand around a line,
 * under its class path, and between it and the anchor. */

#define MAX_BYTES 90u
#define REACH 4

/* Lower-case. At the start of a line, at its end, and a whole line. */
static const char *const starts[] = {
  "posted by",    "comment by",   "reply",    "replied",  "in reply to", "says",
  "report abuse", "permalink",    "flag",     "like",     "recommend",   "anonymous",
  "guest",        "antworten",    "répondre", "signaler", "responder",   "rispondi",
  "ответить",     "yanıtla",      "cevapla",  "返信",     "답글",        "回复",
  "回覆",         "引用",         "举报",     "顶",       "支持",        "网友",
  "匿名",         "link to this", "upvote",   "quote",    "joined",      "posts:",
};
static const char ends[][16] = {
  "says:",  "said:",   "said...", "said…",       "wrote:",    "wrote", "says",
  " ago",   "reply",   "回复",    "回覆",        "发表",      "说：",  "说:",
  "前",     " pm",     " am",     "楼",          "schrieb",   "dice:", "dijo:",
  "disse:", "a écrit", "назад",   "ha scritto:", "kommentar",
};

/* Bytes that one of the words above begins with, or ends with. */
typedef struct
{
  guint8 begins[256];
  guint8 ends[256];
  guint8 n_ends[G_N_ELEMENTS (ends)]; /* bytes of each of them */
} Edges;

static void
edges_init (Edges *self)
{
  memset (self, 0, sizeof *self);
  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    self->begins[(guchar) starts[i][0]] = TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      self->n_ends[i] = (guint8) strlen (ends[i]);
      self->ends[(guchar) ends[i][self->n_ends[i] - 1]] = TRUE;
    }
}

static gboolean
is_reply (const Edges *edges, const char *text, gsize n_bytes)
{
  char folded[MAX_BYTES + 1];

  if (n_bytes > MAX_BYTES || n_bytes == 0)
    return FALSE;
  for (gsize i = 0; i < n_bytes; i++)
    folded[i] = (char) (text[i] | (g_ascii_isupper (text[i]) ? 0x20 : 0));
  folded[n_bytes] = '\0';
  gboolean may_start = edges->begins[(guchar) folded[0]];
  gboolean may_end = edges->ends[(guchar) folded[n_bytes - 1]];
  for (gsize i = 0; may_start && i < G_N_ELEMENTS (starts); i++)
    if (folded[0] == starts[i][0] && exm_text_begins (folded, starts[i]))
      return TRUE;
  for (gsize i = 0; may_end && i < G_N_ELEMENTS (ends); i++)
    {
      gsize n = edges->n_ends[i];
      if (folded[n_bytes - 1] == ends[i][n - 1] && n <= n_bytes
          && memcmp (folded + n_bytes - n, ends[i], n) == 0)
        return TRUE;
    }
  return FALSE;
}

void
exm_feature_comments (ExmSurvey *survey)
{
  g_autofree float *replies = g_new0 (float, survey->n_rows + 1);
  float n_since = 0;
  Edges edges;

  edges_init (&edges);

  for (guint row = 0; row < survey->n_rows; row++)
    {
      replies[row] = is_reply (
          &edges, exm_page_text_get_line (survey->page, survey->row_lines[row]),
          exm_survey_line (survey, row)->n_bytes);
      n_since += row >= survey->anchor ? replies[row] : 0;
      exm_survey_row (survey, row)[EXM_COLUMN_REPLIES_SINCE] = logf (1 + n_since);
    }
  exm_survey_shift (survey, replies, 0, EXM_COLUMN_REPLIES);
  exm_survey_around (survey, replies, FALSE, REACH, EXM_COLUMN_REPLIES_AROUND);
  exm_survey_group (survey, replies, FALSE, EXM_COLUMN_REPLIES_GROUP);
  for (guint row = 0; row < survey->n_rows; row++)
    exm_survey_row (survey, row)[EXM_COLUMN_PAGE_REPLIES] = logf (1 + n_since);
}
