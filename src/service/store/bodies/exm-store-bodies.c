/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/bodies/exm-store-bodies.h"

#include "article/exm-derived-body.h"
#include "base/exm-said.h"
#include "store/db/exm-schema.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-private.h"
#include "store/db/exm-stored-body.h"
#include "store/tables/exm-table-checksum.h"
#include "store/tables/exm-table-setting.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Places of the body in a row of article, checksum and checked columns. */
enum
{
  COLUMN_TEXT = 2 + EXM_N_CHECKED_COLUMNS - 3,
  COLUMN_HTML,
  COLUMN_MARKDOWN,
};

/* An article, and the forms that its HTML gives. */
typedef struct
{
  gint64 article;
  gint64 checksum;
  ExmDerivedForms forms;
} Body;

void
exm_body_counts_add (ExmBodyCounts *self, const ExmBodyCounts *more)
{
  self->n_articles += more->n_articles;
  self->n_once += more->n_once;
  self->n_text += more->n_text;
  self->n_markdown += more->n_markdown;
  self->n_bytes += more->n_bytes;
}

char *
exm_body_counts_say (const ExmBodyCounts *self)
{
  return exm_said_new (
      /* translators: five numbers */
      N_ ("Bodies of %" PRIu64 " older articles were looked through: of %" PRIu64
          " one form is stored now, %" PRIu64 " keep a text and %" PRIu64
          " keep Markdown of their own; %" PRIu64 " bytes are free."),
      self->n_articles, self->n_once, self->n_text, self->n_markdown, self->n_bytes);
}

void
exm_body_slice_clear (ExmBodySlice *self)
{
  g_clear_pointer (&self->found, g_array_unref);
}

/* Returns: the forms that are stored, and need not be */
static ExmDerivedForms
find_needless (ExmStatement *row, ExmBodyCounts *counts)
{
  const char *html = exm_statement_get_text (row, COLUMN_HTML);
  const char *text = exm_statement_get_text (row, COLUMN_TEXT);
  const char *markdown = exm_statement_get_text (row, COLUMN_MARKDOWN);
  ExmDerivedForms stored = EXM_DERIVED_NONE;

  if (html == NULL || text == NULL || markdown == NULL)
    return EXM_DERIVED_NONE;
  if (!exm_stored_body_is_derived (text))
    stored |= EXM_DERIVED_TEXT;
  if (!exm_stored_body_is_derived (markdown))
    stored |= EXM_DERIVED_MARKDOWN;
  ExmDerivedForms needless
      = stored != EXM_DERIVED_NONE
            ? stored & exm_derived_body_compare (html, text, markdown)
            : EXM_DERIVED_NONE;
  counts->n_once += stored == needless;
  counts->n_text += ((stored & ~needless) & EXM_DERIVED_TEXT) != 0;
  counts->n_markdown += ((stored & ~needless) & EXM_DERIVED_MARKDOWN) != 0;
  if (needless & EXM_DERIVED_TEXT)
    counts->n_bytes += strlen (text);
  if (needless & EXM_DERIVED_MARKDOWN)
    counts->n_bytes += strlen (markdown);
  return needless;
}

static void
look (ExmBodySlice *self, ExmStatement *row)
{
  Body body = { .article = exm_statement_get_int (row, 0) };

  self->last_id = body.article;
  self->counts.n_articles++;
  body.checksum = exm_checksum_of_row (row, 2);
  /* Those of older files may have none yet. */
  if (!exm_statement_is_null (row, 1) && exm_statement_get_int (row, 1) != body.checksum)
    return;
  body.forms = find_needless (row, &self->counts);
  if (body.forms != EXM_DERIVED_NONE)
    g_array_append_val (self->found, body);
}

static gboolean
read_slice (ExmBodySlice *self,
            ExmDb *db,
            gint64 after_id,
            guint limit,
            GCancellable *cancellable,
            GError **error)
{
  ExmStep step = EXM_STEP_ERROR;

  self->found = g_array_new (FALSE, FALSE, sizeof (Body));
  self->last_id = after_id;
  g_autoptr (ExmStatement) row
      = exm_statement_new (db,
                           "SELECT a.id, c.checksum, " EXM_SQL_CHECKED_COLUMNS
                           " FROM article a LEFT JOIN article_checksum c"
                           " ON c.article = a.id WHERE a.id > ? ORDER BY a.id LIMIT ?",
                           EXM_VALUES (EXM_INT (after_id), EXM_INT (limit)), error);
  while (row != NULL && (step = exm_statement_step (row, error)) == EXM_STEP_ROW)
    {
      look (self, row);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  self->over = step == EXM_STEP_DONE && self->counts.n_articles < limit;
  return step == EXM_STEP_DONE;
}

gboolean
exm_body_slice_read (ExmBodySlice *self,
                     const char *folder,
                     gint64 after_id,
                     guint limit,
                     GCancellable *cancellable,
                     GError **error)
{
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_MAIN_FILE, error);

  return db != NULL && read_slice (self, db, after_id, limit, cancellable, error);
}

gboolean
exm_store_read_bodies (
    ExmStore *self, gint64 after_id, guint limit, ExmBodySlice *slice, GError **error)
{
  return read_slice (slice, self->main, after_id, limit, NULL, error);
}

/* An article that changed since has another checksum, and is as its writer left it. */
static gboolean
take_out (ExmDb *db, const Body *body, GError **error)
{
  gboolean text = (body->forms & EXM_DERIVED_TEXT) != 0;
  gboolean markdown = (body->forms & EXM_DERIVED_MARKDOWN) != 0;

  return exm_table_checksum_add (db, body->article, body->checksum, error)
         && exm_db_run (db,
                        "UPDATE article SET text = iif (?2, ?5, text),"
                        " markdown = iif (?3, ?5, markdown)"
                        " WHERE id = ?1 AND EXISTS (SELECT 1 FROM article_checksum c"
                        "  WHERE c.article = ?1 AND c.checksum = ?4)",
                        EXM_VALUES (EXM_INT (body->article), EXM_INT (text),
                                    EXM_INT (markdown), EXM_INT (body->checksum),
                                    EXM_TEXT (EXM_STORED_BODY_MARK)),
                        error);
}

gboolean
exm_store_take_out_bodies (ExmStore *self, const ExmBodySlice *slice, GError **error)
{
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_BODIES, error);

  if (transaction == NULL)
    return FALSE;
  for (guint i = 0; i < slice->found->len; i++)
    if (!take_out (self->main, &g_array_index (slice->found, Body, i), error))
      return FALSE;
  return exm_transaction_commit (transaction, error);
}

gboolean
exm_store_get_bodies_left (ExmStore *self,
                           gint64 *after_id,
                           ExmBodyCounts *counts,
                           GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *value
      = exm_table_setting_get (self->main, EXM_SCHEMA_BODIES_NEXT, &problem);
  guint64 numbers[6] = { 0 };

  *after_id = -1;
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  const char *at = value != NULL ? value : "";
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    numbers[i] = g_ascii_strtoull (at, (char **) &at, 10);
  if (value != NULL)
    *after_id = (gint64) numbers[0];
  if (counts != NULL)
    *counts
        = (ExmBodyCounts){ numbers[1], numbers[2], numbers[3], numbers[4], numbers[5] };
  return TRUE;
}

static gboolean
note (ExmStore *self, const ExmBodySlice *slice, const ExmBodyCounts *all, GError **error)
{
  if (slice->over)
    return exm_table_setting_put (self->main, EXM_SCHEMA_BODIES_NEXT, NULL, error);
  g_autofree char *value = g_strdup_printf ("%" PRId64 " %" PRIu64 " %" PRIu64 " %" PRIu64
                                            " %" PRIu64 " %" PRIu64,
                                            slice->last_id, all->n_articles, all->n_once,
                                            all->n_text, all->n_markdown, all->n_bytes);
  return exm_table_setting_put (self->main, EXM_SCHEMA_BODIES_NEXT, value, error);
}

gboolean
exm_store_go_on_with_bodies (ExmStore *self,
                             const ExmBodySlice *slice,
                             ExmBodyCounts *counts,
                             GError **error)
{
  gint64 unused;
  g_autoptr (ExmTransaction) transaction
      = exm_transaction_begin (self->main, EXM_COMMIT_BODIES, error);

  if (transaction == NULL || !exm_store_get_bodies_left (self, &unused, counts, error))
    return FALSE;
  exm_body_counts_add (counts, &slice->counts);
  return exm_store_take_out_bodies (self, slice, error)
         && note (self, slice, counts, error)
         && exm_transaction_commit (transaction, error);
}

gboolean
exm_store_end_bodies (ExmStore *self, GError **error)
{
  return exm_store_set_setting (self, EXM_SCHEMA_BODIES_NEXT, NULL, error);
}
