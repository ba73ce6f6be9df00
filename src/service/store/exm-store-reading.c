/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-reading.h"

#include "store/exm-store-private.h"
#include "store/tables/exm-table-reading.h"

gboolean
exm_store_set_unread (ExmStore *self, gint64 article_id, gboolean unread, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_READING, error);

  return transaction != NULL
         && exm_table_reading_set_unread (self->main, article_id, unread, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_set_starred (ExmStore *self,
                       gint64 article_id,
                       gboolean starred,
                       GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_READING, error);

  return transaction != NULL
         && exm_table_reading_set_starred (self->main, article_id, starred, error)
         && exm_transaction_commit (transaction, error);
}

char *
exm_tag_make (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autoptr (GString) tag = g_string_new (NULL);

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (!g_unichar_isspace (c) && !g_unichar_iscntrl (c))
        g_string_append_unichar (tag, c);
      else if (tag->len > 0 && tag->str[tag->len - 1] != ' ')
        g_string_append_c (tag, ' ');
    }
  g_strchomp (tag->str);
  if (*tag->str == '\0' || g_utf8_strlen (tag->str, -1) > EXM_TAG_MAX_CHARS)
    return NULL;
  return g_strdup (tag->str);
}

gboolean
exm_store_set_tagged (
    ExmStore *self, gint64 article_id, const char *tag, gboolean tagged, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_READING, error);

  return transaction != NULL
         && exm_table_reading_set_tagged (self->main, article_id, tag, tagged, error)
         && exm_transaction_commit (transaction, error);
}
