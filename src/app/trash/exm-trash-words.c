/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/trash/exm-trash-words.h"

#include <glib/gi18n-lib.h>

char *
exm_trash_words_trashed (const char *name, guint n_articles)
{
  if (n_articles == 0)
    /* translators: the name of a task */
    return g_strdup_printf (_ ("“%s” is in the Trash"), name);
  return g_strdup_printf (
      /* translators: the name of a task, a number */
      ngettext ("“%s” and its %u article are in the Trash",
                "“%s” and its %u articles are in the Trash", n_articles),
      name, n_articles);
}

char *
exm_trash_words_restored (const char *name, const char *new_name)
{
  if (new_name == NULL)
    /* translators: the name of a task */
    return g_strdup_printf (_ ("“%s” is restored"), name);
  /* translators: the name of a task, its new name */
  return g_strdup_printf (_ ("“%s” is restored as “%s”: another task has its name"), name,
                          new_name);
}
