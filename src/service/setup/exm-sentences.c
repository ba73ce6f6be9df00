/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-sentences.h"

void
exm_sentences_append (GString *message, const char *sentence)
{
  const char *end = message->str + message->len;

  if (message->len > 0 && !g_unichar_iswide (g_utf8_get_char (g_utf8_prev_char (end))))
    g_string_append_c (message, ' ');
  g_string_append (message, sentence);
}
