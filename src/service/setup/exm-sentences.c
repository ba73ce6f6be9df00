/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-sentences.h"

#include <glib/gi18n-lib.h>
#include <string.h>

char *
exm_sentences_join (const char *first, const char *second)
{
  const char *last = g_utf8_find_prev_char (first, first + strlen (first));
  gboolean wide = last == NULL || g_unichar_iswide (g_utf8_get_char (last));

  return g_strconcat (first, second == NULL || wide ? "" : " ", second, NULL);
}
