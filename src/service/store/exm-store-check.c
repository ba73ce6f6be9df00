/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/exm-store-check.h"

#include "base/exm-said.h"
#include "store/exm-store.h"
#include "store/tables/exm-table-checksum.h"
#include "store/tables/exm-table-page.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>

void
exm_damage_free (ExmDamage *damage)
{
  g_free (damage->task_uid);
  g_free (damage->url);
  g_free (damage->url_key);
  g_free (damage->name);
  g_free (damage->page_url);
  g_free (damage);
}

char *
exm_damage_say (const ExmDamage *damage)
{
  const char *name = damage->name != NULL ? damage->name : "";
  const char *url = damage->page_url != NULL ? damage->page_url : damage->url;

  switch (damage->kind)
    {
    case EXM_DAMAGE_ARTICLE:
      return exm_said_new (
          /* translators: a number, a title, an address */
          N_ ("Article %" PRId64 " “%s” (%s) is not what was stored: some bytes of it "
              "changed. Extract its page again, or restore a backup."),
          damage->id, name, url != NULL ? url : "");
    case EXM_DAMAGE_DEFINITION:
      return exm_said_new (
          /* translators: a number, the name of a task */
          N_ ("Version %d of the settings of the task “%s” is not what was stored: some "
              "bytes of it changed. Restore another version, or a backup."),
          (int) damage->id, name);
    case EXM_DAMAGE_PAGE:
    default:
      return exm_said_new (
          /* translators: an address */
          N_ ("The stored page of %s is damaged; it is fetched again when it is wanted."),
          url != NULL ? url : "");
    }
}

void
exm_check_slice_clear (ExmCheckSlice *self)
{
  g_clear_pointer (&self->found, g_ptr_array_unref);
  g_clear_pointer (&self->missing, g_array_unref);
}

/* Files of older versions have fewer tables: they have to be brought up first. */
static gboolean
has_table (ExmDb *db, const char *name, gboolean *has, GError **error)
{
  gint64 n_tables = 0;

  if (!exm_db_query_int (db, "SELECT count(*) FROM sqlite_schema WHERE name = ?",
                         EXM_VALUES (EXM_TEXT (name)), &n_tables, error))
    return FALSE;
  *has = n_tables != 0;
  return TRUE;
}

static gboolean
check_definitions (ExmDb *db, ExmCheckSlice *slice, GError **error)
{
  ExmStep step;
  g_autoptr (ExmStatement) row = exm_statement_new (
      db,
      "SELECT v.definition, v.checksum, v.version, t.name, t.uid FROM task_version v"
      " JOIN task t ON t.id = v.task WHERE v.checksum IS NOT NULL",
      NULL, error);

  if (row == NULL)
    return FALSE;
  while ((step = exm_statement_step (row, error)) == EXM_STEP_ROW)
    {
      const char *definition = exm_statement_get_text (row, 0);
      if (exm_checksum_of_texts (&definition, 1) == exm_statement_get_int (row, 1))
        continue;
      ExmDamage *damage = g_new0 (ExmDamage, 1);
      damage->kind = EXM_DAMAGE_DEFINITION;
      damage->id = exm_statement_get_int (row, 2);
      damage->name = exm_statement_dup_text (row, 3);
      damage->task_uid = exm_statement_dup_text (row, 4);
      g_ptr_array_add (slice->found, damage);
    }
  return step == EXM_STEP_DONE;
}

static void
check_article (ExmStatement *row, ExmCheckSlice *slice)
{
  const ExmArticleSum sum
      = { exm_statement_get_int (row, 0), exm_checksum_of_row (row, 3) };

  slice->last_id = sum.article;
  slice->n_checked++;
  if (exm_statement_is_null (row, 1))
    {
      g_array_append_val (slice->missing, sum);
      return;
    }
  if (exm_statement_get_int (row, 1) == sum.checksum)
    return;
  ExmDamage *damage = g_new0 (ExmDamage, 1);
  damage->kind = EXM_DAMAGE_ARTICLE;
  damage->id = sum.article;
  damage->task_uid = exm_statement_dup_text (row, 2);
  damage->url = exm_statement_dup_text (row, 3);
  damage->url_key = exm_statement_dup_text (row, 4);
  damage->name = exm_statement_dup_text (row, 5);
  g_ptr_array_add (slice->found, damage);
}

gboolean
exm_store_check_slice (const char *folder,
                       gint64 after_id,
                       guint limit,
                       ExmCheckSlice *slice,
                       GCancellable *cancellable,
                       GError **error)
{
  gboolean has = FALSE;
  ExmStep step;
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_MAIN_FILE, error);

  slice->found = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_damage_free);
  slice->missing = g_array_new (FALSE, FALSE, sizeof (ExmArticleSum));
  slice->last_id = after_id;
  if (db == NULL || !has_table (db, "article_checksum", &has, error))
    return FALSE;
  slice->over = !has;
  if (!has)
    return TRUE;
  if (after_id == 0 && !check_definitions (db, slice, error))
    return FALSE;
  g_autoptr (ExmStatement) row = exm_statement_new (
      db,
      "SELECT a.id, c.checksum, t.uid, " EXM_SQL_CHECKED_COLUMNS " FROM article a"
      " JOIN task t ON t.id = a.task LEFT JOIN article_checksum c ON c.article = a.id"
      " WHERE a.id > ? ORDER BY a.id LIMIT ?",
      EXM_VALUES (EXM_INT (after_id), EXM_INT (limit)), error);
  if (row == NULL)
    return FALSE;
  while ((step = exm_statement_step (row, error)) == EXM_STEP_ROW)
    {
      check_article (row, slice);
      if (g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
    }
  slice->over = step == EXM_STEP_DONE && slice->n_checked < limit;
  return step == EXM_STEP_DONE;
}

static gboolean
is_cancelled (gpointer cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

gboolean
exm_store_check_structure (const char *folder,
                           const char *file,
                           GCancellable *cancellable,
                           GError **error)
{
  g_autofree char *result = NULL;
  gint64 n_orphans = 0;
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, file, error);

  if (db == NULL)
    return FALSE;
  if (cancellable != NULL)
    exm_db_set_watch (db, is_cancelled, cancellable, 0);
  gboolean read
      = exm_db_query_text (db, "PRAGMA integrity_check(1)", NULL, &result, error)
        && exm_db_query_int (db, "SELECT count(*) FROM pragma_foreign_key_check", NULL,
                             &n_orphans, error);
  exm_db_set_watch (db, NULL, NULL, 0);
  if (!read)
    return FALSE;
  if (g_strcmp0 (result, "ok") == 0 && n_orphans == 0)
    return TRUE;
  g_strdelimit (result, "\n", ' ');
  exm_store_error_set_damaged (error, exm_db_get_path (db),
                               n_orphans != 0 ? _ ("rows refer to what is not there")
                                              : result);
  return FALSE;
}

/* One page, and the article that it is of. */
static gboolean
check_page (ExmDb *pages,
            ExmStatement *row,
            gboolean name_missing,
            GPtrArray *found,
            guint64 *n_missing,
            GError **error)
{
  const char *hash = exm_statement_get_text (row, 0);
  g_autoptr (GError) problem = NULL;
  g_autoptr (GBytes) bytes = exm_table_page_get (pages, hash, &problem);

  if (bytes != NULL)
    return TRUE;
  if (g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    {
      (*n_missing)++;
      if (!name_missing)
        return TRUE;
    }
  else if (!g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  ExmDamage *damage = g_new0 (ExmDamage, 1);
  damage->kind = EXM_DAMAGE_PAGE;
  damage->name = g_strdup (hash);
  damage->id = exm_statement_get_int (row, 1);
  damage->task_uid = exm_statement_dup_text (row, 2);
  damage->url = exm_statement_dup_text (row, 3);
  damage->url_key = exm_statement_dup_text (row, 4);
  damage->page_url = exm_statement_dup_text (row, 5);
  g_ptr_array_add (found, damage);
  return TRUE;
}

#define PAGES_OF_ARTICLES                                                                \
  "SELECT a.page_hash, a.id, t.uid, a.url, a.url_key, NULL FROM article a"               \
  " JOIN task t ON t.id = a.task WHERE a.page_hash IS NOT NULL"
#define FURTHER_PAGES                                                                    \
  "SELECT p.page_hash, a.id, t.uid, a.url, a.url_key, p.url FROM joined_page p"          \
  " JOIN article a ON a.id = p.article JOIN task t ON t.id = a.task"                     \
  " WHERE p.page_hash IS NOT NULL AND p.page_hash IS NOT a.page_hash"
#define BY_ARTICLE " ORDER BY 2"

GPtrArray *
exm_store_check_pages (const char *folder,
                       gboolean name_missing,
                       guint64 *n_checked,
                       guint64 *n_missing,
                       GCancellable *cancellable,
                       GError **error)
{
  gboolean joins = FALSE;
  ExmStep step;
  g_autoptr (GPtrArray) found
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_damage_free);
  g_autoptr (ExmDb) db = exm_db_open_to_read (folder, EXM_STORE_MAIN_FILE, error);
  g_autoptr (ExmDb) pages
      = db != NULL ? exm_db_open_to_read (folder, EXM_STORE_PAGES_FILE, error) : NULL;

  *n_checked = 0;
  *n_missing = 0;
  if (pages == NULL || !has_table (db, "joined_page", &joins, error))
    return NULL;
  g_autoptr (ExmStatement) row = exm_statement_new (
      db,
      joins ? PAGES_OF_ARTICLES " UNION ALL " FURTHER_PAGES BY_ARTICLE
            : PAGES_OF_ARTICLES BY_ARTICLE,
      NULL, error);
  if (row == NULL)
    return NULL;
  while ((step = exm_statement_step (row, error)) == EXM_STEP_ROW)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error)
          || !check_page (pages, row, name_missing, found, n_missing, error))
        return NULL;
      (*n_checked)++;
    }
  return step == EXM_STEP_DONE ? g_steal_pointer (&found) : NULL;
}
