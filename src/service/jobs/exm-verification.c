/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-verification.h"

#include <string.h>

/* Characters of the longest page of the kind that was seen, and as many again. */
#define MAX_CHARS 1500u

static const char *const words[] = {
  "captcha",         "not a robot",
  "are a human",     "are human",
  "are a person",    "verify that you are",
  "unusual traffic", "checking your browser",
  "security check",  "验证码",
  "安全验证",        "人机验证",
  "滑动验证",        "拖动滑块",
  "访问过于频繁",    "访问异常",
};

static const char *const names[] = {
  "captcha", "cf-challenge", "challenge-form", "turnstile", "geetest",
};

static gboolean
holds_one (const char *text, const char *const *marks, guint n_marks)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);

  for (guint i = 0; i < n_marks; i++)
    if (strstr (lower, marks[i]) != NULL)
      return TRUE;
  return FALSE;
}

gboolean
exm_page_asks_verification (const ExmPageText *page)
{
  guint n_lines = 0, n_nodes = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);

  exm_page_text_get_lines (page, &n_lines);
  if (exm_page_text_get_n_chars (page) > MAX_CHARS)
    return FALSE;
  for (guint i = 0; i < n_lines; i++)
    if (holds_one (exm_page_text_get_line (page, i), words, G_N_ELEMENTS (words)))
      return TRUE;
  for (guint i = 0; i < n_nodes; i++)
    {
      const char *id = exm_page_text_get_string (page, nodes[i].id);
      const char *classes = exm_page_text_get_string (page, nodes[i].class_names);
      if (holds_one (id, names, G_N_ELEMENTS (names))
          || holds_one (classes, names, G_N_ELEMENTS (names)))
        return TRUE;
    }
  return FALSE;
}
