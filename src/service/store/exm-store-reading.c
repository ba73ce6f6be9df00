/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-reading.h"

#include "base/exm-said-error.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

gboolean
exm_store_add_unread (ExmDb *db, gint64 article, GError **error)
{
  return exm_db_run (db,
                     "INSERT OR IGNORE INTO unread (article, task)"
                     " SELECT id, task FROM article WHERE id = ?",
                     EXM_VALUES (EXM_INT (article)), error);
}

static gboolean
check_article (ExmDb *db, gint64 article, GError **error)
{
  gint64 n_found = 0;

  if (!exm_db_query_int (db,
                         "SELECT count(*) FROM article WHERE id = ?"
                         " AND " EXM_SQL_NOT_TRASHED ("task"),
                         EXM_VALUES (EXM_INT (article)), &n_found, error))
    return FALSE;
  if (n_found != 0)
    return TRUE;
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
      N_ ("There is no article number %" PRId64 "; it may have been deleted."), article);
  return FALSE;
}

static gboolean
put_unread (ExmDb *db, gint64 article, gboolean unread, GError **error)
{
  if (!check_article (db, article, error))
    return FALSE;
  return unread ? exm_store_add_unread (db, article, error)
                : exm_db_run (db, "DELETE FROM unread WHERE article = ?",
                              EXM_VALUES (EXM_INT (article)), error);
}

static gboolean
put_starred (ExmDb *db, gint64 article, gboolean starred, GError **error)
{
  return check_article (db, article, error)
         && exm_db_run (db,
                        starred ? "INSERT OR IGNORE INTO star (article) VALUES (?)"
                                : "DELETE FROM star WHERE article = ?",
                        EXM_VALUES (EXM_INT (article)), error);
}

static gboolean
put_tagged (ExmDb *db, gint64 article, const char *tag, gboolean tagged, GError **error)
{
  return check_article (db, article, error)
         && exm_db_run (
             db,
             tagged ? "INSERT OR IGNORE INTO tag (article, name) VALUES (?1,"
                      " ifnull ((SELECT name FROM tag WHERE name = ?2 LIMIT 1), ?2))"
                    : "DELETE FROM tag WHERE article = ?1 AND name = ?2",
             EXM_VALUES (EXM_INT (article), EXM_TEXT (tag)), error);
}

static gpointer
read_name (ExmStatement *row)
{
  return exm_statement_dup_text (row, 0);
}

GPtrArray *
exm_store_list_tags (ExmDb *db, GError **error)
{
  return exm_db_query_list (db,
                            "SELECT DISTINCT g.name FROM tag g"
                            " JOIN article a ON a.id = g.article"
                            " WHERE " EXM_SQL_NOT_TRASHED ("a.task") " ORDER BY g.name",
                            NULL, read_name, g_free, error);
}

gboolean
exm_store_set_unread (ExmStore *self, gint64 article_id, gboolean unread, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_READING, error);

  return transaction != NULL && put_unread (self->main, article_id, unread, error)
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

  return transaction != NULL && put_starred (self->main, article_id, starred, error)
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

  return transaction != NULL && put_tagged (self->main, article_id, tag, tagged, error)
         && exm_transaction_commit (transaction, error);
}
