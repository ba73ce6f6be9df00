/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-article.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-stored-body.h"
#include "store/tables/exm-table-checksum.h"
#include "store/tables/exm-table-job.h"
#include "store/tables/exm-table-task.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>

/* Characters of the beginning that lists show. */
#define EXCERPT_CHARS 240

/* Origins of the metadata, and how many other sources agree and do not, where there are
 * any: "title=json-ld title:2:1 author=meta". Whoever knows only origins passes over the
 * rest. */
static char *
write_origins (const ExmMetadata *metadata)
{
  GString *text = g_string_new (NULL);

  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    {
      guint n_same, n_other;
      if (exm_metadata_get (metadata, field) == NULL)
        continue;
      g_string_append_printf (
          text, "%s%s=%s", text->len > 0 ? " " : "", exm_field_get_name (field),
          exm_origin_get_name (exm_metadata_get_origin (metadata, field)));
      exm_metadata_get_votes (metadata, field, &n_same, &n_other);
      if (n_same + n_other > 0)
        g_string_append_printf (text, " %s:%u:%u", exm_field_get_name (field), n_same,
                                n_other);
    }
  return g_string_free (text, FALSE);
}

/* Finds the value behind the field's name and @mark; %NULL if there is none. */
static const char *
find_origin (const char *const *origins, ExmField field, char mark)
{
  const char *name = exm_field_get_name (field);
  gsize n_name = strlen (name);

  for (; *origins != NULL; origins++)
    if (g_str_has_prefix (*origins, name) && (*origins)[n_name] == mark)
      return *origins + n_name + 1;
  return NULL;
}

static ExmOrigin
parse_origin (const char *const *origins, ExmField field)
{
  const char *name = find_origin (origins, field, '=');

  for (ExmOrigin origin = EXM_ORIGIN_JSON_LD; name != NULL && origin < EXM_N_ORIGINS;
       origin++)
    if (strcmp (name, exm_origin_get_name (origin)) == 0)
      return origin;
  return EXM_ORIGIN_TEXT;
}

static void
parse_votes (ExmMetadata *metadata, const char *const *origins, ExmField field)
{
  const char *votes = find_origin (origins, field, ':');
  char *end = NULL;

  if (votes == NULL)
    return;
  guint64 n_same = g_ascii_strtoull (votes, &end, 10);
  guint64 n_other = *end == ':' ? g_ascii_strtoull (end + 1, NULL, 10) : 0;
  exm_metadata_set_votes (metadata, field, (guint) MIN (n_same, EXM_MAX_SLICES),
                          (guint) MIN (n_other, EXM_MAX_SLICES));
}

/* Fields that have a column each. The others are rows of article_field. */
static const ExmField columns[] = {
  EXM_FIELD_TITLE,     EXM_FIELD_AUTHOR,    EXM_FIELD_EDITOR,   EXM_FIELD_SOURCE,
  EXM_FIELD_SECTION,   EXM_FIELD_PUBLISHED, EXM_FIELD_MODIFIED, EXM_FIELD_LANGUAGE,
  EXM_FIELD_CANONICAL, EXM_FIELD_SITE,      EXM_FIELD_IMAGE,
};

G_STATIC_ASSERT (G_N_ELEMENTS (columns) == EXM_FIELD_KEYWORDS);

static gboolean
put_fields (ExmDb *db, gint64 article, const ExmMetadata *metadata, GError **error)
{
  if (!exm_db_run (db, "DELETE FROM article_field WHERE article = ?",
                   EXM_VALUES (EXM_INT (article)), error))
    return FALSE;
  for (ExmField field = EXM_FIELD_KEYWORDS; field < EXM_N_FIELDS; field++)
    {
      const char *value = exm_metadata_get (metadata, field);
      if (value != NULL
          && !exm_db_run (db,
                          "INSERT INTO article_field (article, name, value)"
                          " VALUES (?, ?, ?)",
                          EXM_VALUES (EXM_INT (article),
                                      EXM_TEXT (exm_field_get_name (field)),
                                      EXM_TEXT (value)),
                          error))
        return FALSE;
    }
  return TRUE;
}

/* All rows of article_field of an article, "name=value" each on a line. */
#define SQL_FIELDS                                                                       \
  "(SELECT group_concat (name || '=' || replace (value, char (10), ' '), char (10))"     \
  " FROM article_field f WHERE f.article = a.id)"

/* The value of @field among these rows. */
static char *
dup_field (const char *rows, ExmField field)
{
  g_autofree char *start = g_strconcat (exm_field_get_name (field), "=", NULL);

  for (const char *row = rows; row != NULL;)
    {
      const char *end = row + strcspn (row, "\n");
      if (g_str_has_prefix (row, start))
        return g_strndup (row + strlen (start), (gsize) (end - row) - strlen (start));
      row = *end != '\0' ? end + 1 : NULL;
    }
  return NULL;
}

static char *
make_excerpt (const char *text)
{
  g_autofree char *valid = g_utf8_make_valid (text, -1);
  glong n_chars = g_utf8_strlen (valid, -1);

  return g_utf8_substring (valid, 0, MIN (n_chars, EXCERPT_CHARS));
}

#define ARTICLE_COLUMNS                                                                  \
  "task, task_version, collected, state, confidence, template_similarity, method, url,"  \
  " final_url, url_key, page_hash, reason, title, author, editor, source, section,"      \
  " published, modified, language, canonical, site, image, origins, n_chars, excerpt,"   \
  " text, html, markdown"

/* All columns but those that say which article it is. */
#define REPLACE_COLUMNS                                                                  \
  "task_version = excluded.task_version, collected = excluded.collected,"                \
  " state = excluded.state, confidence = excluded.confidence,"                           \
  " template_similarity = excluded.template_similarity, method = excluded.method,"       \
  " url = excluded.url, final_url = excluded.final_url, page_hash = excluded.page_hash," \
  " reason = excluded.reason, title = excluded.title, author = excluded.author,"         \
  " editor = excluded.editor, source = excluded.source, section = excluded.section,"     \
  " published = excluded.published, modified = excluded.modified,"                       \
  " language = excluded.language, canonical = excluded.canonical, site = excluded.site," \
  " image = excluded.image, origins = excluded.origins, n_chars = excluded.n_chars,"     \
  " excerpt = excluded.excerpt, text = excluded.text, html = excluded.html,"             \
  " markdown = excluded.markdown"

/* The checksum of the columns of EXM_SQL_CHECKED_COLUMNS. */
static gint64
sum_up (const ExmArticleFields *f,
        const ExmMetadata *metadata,
        const char *origins,
        const char *excerpt)
{
  const char *texts[EXM_N_CHECKED_COLUMNS] = { f->url, f->url_key };
  guint n = 2;

  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    texts[n++] = exm_metadata_get (metadata, columns[i]);
  texts[n++] = origins;
  texts[n++] = excerpt;
  texts[n++] = f->text != NULL ? f->text : "";
  texts[n++] = f->html != NULL ? f->html : "";
  texts[n++] = f->markdown != NULL ? f->markdown : "";
  g_assert (n == EXM_N_CHECKED_COLUMNS);
  return exm_checksum_of_texts (texts, n);
}

/* The text of the article at @url_key, if a person called it right. */
static gboolean
find_approved (ExmDb *db, gint64 task, const char *url_key, char **text, GError **error)
{
  g_autoptr (ExmStatement) row = exm_statement_new (
      db,
      "SELECT a.html, a.text FROM article a JOIN approval p ON p.article = a.id"
      " WHERE a.task = ? AND a.url_key = ?",
      EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;

  *text = step == EXM_STEP_ROW ? exm_stored_body_dup_text (
              exm_statement_get_text (row, 0), exm_statement_get_text (row, 1))
                               : NULL;
  return step != EXM_STEP_ERROR;
}

static gboolean
put_row (ExmDb *db,
         gint64 task,
         const ExmArticleFields *f,
         const ExmMetadata *metadata,
         gint64 *id,
         GError **error)
{
  const char *plain = f->text != NULL ? f->text : "";
  g_autofree char *origins = write_origins (metadata);
  g_autofree char *excerpt = make_excerpt (plain);
  g_autofree char *text = exm_stored_body_pack (plain, f->html_gives_text);
  g_autofree char *markdown = exm_stored_body_pack (
      f->markdown != NULL ? f->markdown : "", f->html_gives_markdown);
#define FIELD(name) EXM_TEXT (exm_metadata_get (metadata, EXM_FIELD_##name))

  gboolean stored = exm_db_query_int (
      db,
      "INSERT INTO article (" ARTICLE_COLUMNS ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
      " ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
      " ON CONFLICT (task, url_key) DO UPDATE SET " REPLACE_COLUMNS " RETURNING id",
      EXM_VALUES (EXM_INT (task), EXM_INT (f->task_version), EXM_INT (f->collected_usec),
                  EXM_TEXT (exm_article_state_get_name (f->state)),
                  EXM_DOUBLE (f->confidence), EXM_DOUBLE (f->template_similarity),
                  EXM_TEXT (f->method != NULL ? f->method : ""), EXM_TEXT (f->url),
                  EXM_TEXT (f->final_url != NULL ? f->final_url : f->url),
                  EXM_TEXT (f->url_key), EXM_TEXT (f->page_hash), EXM_TEXT (f->reason),
                  FIELD (TITLE), FIELD (AUTHOR), FIELD (EDITOR), FIELD (SOURCE),
                  FIELD (SECTION), FIELD (PUBLISHED), FIELD (MODIFIED), FIELD (LANGUAGE),
                  FIELD (CANONICAL), FIELD (SITE), FIELD (IMAGE), EXM_TEXT (origins),
                  EXM_INT (g_utf8_strlen (plain, -1)), EXM_TEXT (excerpt),
                  EXM_TEXT (text), EXM_TEXT (f->html != NULL ? f->html : ""),
                  EXM_TEXT (markdown)),
      id, error);
#undef FIELD
  return stored
         && exm_table_checksum_put (db, *id, sum_up (f, metadata, origins, excerpt),
                                    error);
}

gboolean
exm_table_article_put (
    ExmDb *db, gint64 task, const ExmArticle *article, gint64 *id, GError **error)
{
  const ExmArticleFields *f = exm_article_get (article);
  g_autoptr (ExmMetadata) metadata
      = f->metadata != NULL ? exm_metadata_ref (f->metadata) : exm_metadata_new ();
  g_autofree char *approved = NULL;

  if (!find_approved (db, task, f->url_key, &approved, error)
      || !put_row (db, task, f, metadata, id, error))
    return FALSE;
  /* Another text is not what was called right. */
  if (approved != NULL && strcmp (approved, f->text != NULL ? f->text : "") != 0
      && !exm_table_article_forget_right (db, *id, error))
    return FALSE;
  return put_fields (db, *id, metadata, error);
}

gboolean
exm_table_article_find (
    ExmDb *db, gint64 task, const char *url_key, gint64 *id, GError **error)
{
  *id = 0;
  return exm_db_query_int (db, "SELECT id FROM article WHERE task = ? AND url_key = ?",
                           EXM_VALUES (EXM_INT (task), EXM_TEXT (url_key)), id, error);
}

static char *
dup_form (ExmStatement *row,
          int column,
          char *(*dup) (const char *html, const char *stored),
          const char *html)
{
  g_autofree char *stored = exm_statement_dup_text (row, column);

  return dup (html, stored);
}

/* The columns of ARTICLE_COLUMNS after id and uid, which stand for task. */
static ExmArticle *
read_article (ExmStatement *row)
{
  g_auto (ExmArticleFields) f = { 0 };

  f.id = exm_statement_get_int (row, 0);
  f.task_uid = exm_statement_dup_text (row, 1);
  f.task_version = (guint) exm_statement_get_int (row, 2);
  f.collected_usec = exm_statement_get_int (row, 3);
  f.state = EXM_ARTICLE_EMPTY;
  exm_article_state_from_name (exm_statement_get_text (row, 4), &f.state);
  f.confidence = exm_statement_get_double (row, 5);
  f.template_similarity = exm_statement_get_double (row, 6);
  f.method = exm_statement_dup_text (row, 7);
  f.url = exm_statement_dup_text (row, 8);
  f.final_url = exm_statement_dup_text (row, 9);
  f.url_key = exm_statement_dup_text (row, 10);
  f.page_hash = exm_statement_dup_text (row, 11);
  f.reason = exm_statement_dup_said (row, 12);
  f.metadata = exm_metadata_new ();
  const char *names = exm_statement_get_text (row, 13 + (int) G_N_ELEMENTS (columns));
  g_auto (GStrv) origins = g_strsplit (names != NULL ? names : "", " ", -1);
  const char *const *all = (const char *const *) origins;
  for (guint i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      exm_metadata_set (f.metadata, columns[i], parse_origin (all, columns[i]),
                        exm_statement_get_text (row, 13 + (int) i));
      parse_votes (f.metadata, all, columns[i]);
    }
  const char *rows = exm_statement_get_text (row, 30);
  for (ExmField field = EXM_FIELD_KEYWORDS; rows != NULL && field < EXM_N_FIELDS; field++)
    {
      g_autofree char *value = dup_field (rows, field);
      exm_metadata_set (f.metadata, field, parse_origin (all, field), value);
      parse_votes (f.metadata, all, field);
    }
  f.html = exm_statement_dup_text (row, 26);
  f.text = dup_form (row, 25, exm_stored_body_dup_text, f.html);
  f.markdown = dup_form (row, 27, exm_stored_body_dup_markdown, f.html);
  /* An article that is put back is stored as it was. */
  f.html_gives_text = exm_stored_body_is_derived (exm_statement_get_text (row, 25));
  f.html_gives_markdown = exm_stored_body_is_derived (exm_statement_get_text (row, 27));
  f.backlog = exm_statement_get_int (row, 28) != 0;
  f.pages = exm_statement_dup_text (row, 29);
  const char *facts = exm_statement_get_text (row, 32);
  if (facts != NULL)
    f.feed = exm_feed_facts_parse (exm_statement_get_text (row, 31), facts);
  return exm_article_new (&f);
}

static gboolean
is_packed (const char *stored)
{
  return stored != NULL && *stored == *EXM_STORED_BODY_MARK;
}

/* Whether the row is what was stored; one without a checksum is. */
static gboolean
is_sound (ExmStatement *row, const ExmArticle *article)
{
  const ExmArticleFields *f = exm_article_get (article);
  const char *texts[EXM_N_CHECKED_COLUMNS];
  const char *text = exm_statement_get_text (row, 25);
  const char *markdown = exm_statement_get_text (row, 27);
  guint n = 0;

  if (exm_statement_is_null (row, 34))
    return TRUE;
  texts[n++] = exm_statement_get_text (row, 8);
  texts[n++] = exm_statement_get_text (row, 10);
  for (int i = 13; i <= 24; i++)
    texts[n++] = exm_statement_get_text (row, i);
  texts[n++] = exm_statement_get_text (row, 33);
  /* Bytes as they are, where they are stored. */
  texts[n++] = is_packed (text) ? f->text : text;
  texts[n++] = exm_statement_get_text (row, 26);
  texts[n++] = is_packed (markdown) ? f->markdown : markdown;
  g_assert (n == EXM_N_CHECKED_COLUMNS);
  return exm_statement_get_int (row, 34) == exm_checksum_of_texts (texts, n);
}

static ExmArticle *
get (ExmDb *db, gint64 id, gboolean checks, GError **error)
{
  g_autoptr (ExmStatement) row = exm_statement_new (
      db,
      "SELECT a.id, t.uid, task_version, collected, state, confidence,"
      " template_similarity, method, url, final_url, a.url_key, page_hash, reason, title,"
      " author, editor, source, section, published, modified, language, canonical, site,"
      " image, origins, text, html, markdown," EXM_SQL_ARTICLE_IS_BACKLOG
      ", (SELECT group_concat (url, char (10)) FROM (SELECT url FROM joined_page p"
      " WHERE p.article = a.id AND p.page_hash IS NOT NULL ORDER BY p.number)),"
      " " SQL_FIELDS ", i.id, i.facts, excerpt, c.checksum FROM article a"
      " JOIN task t ON t.id = a.task"
      " LEFT JOIN feed_item i ON i.task = a.task AND i.url_key = a.url_key"
      " LEFT JOIN article_checksum c ON c.article = a.id"
      " WHERE a.id = ? AND " EXM_SQL_NOT_TRASHED ("a.task"),
      EXM_VALUES (EXM_INT (id)), error);
  ExmStep step = row != NULL ? exm_statement_step (row, error) : EXM_STEP_ERROR;

  if (step == EXM_STEP_ROW)
    {
      g_autoptr (ExmArticle) article = read_article (row);
      if (!checks || is_sound (row, article))
        return g_steal_pointer (&article);
      exm_table_checksum_set_error (db, id, exm_statement_get_text (row, 8), error);
    }
  else if (step == EXM_STEP_DONE)
    exm_said_set_error (
        error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
        N_ ("There is no article number %" PRId64 "; it may have been deleted."), id);
  return NULL;
}

ExmArticle *
exm_table_article_get (ExmDb *db, gint64 id, GError **error)
{
  return get (db, id, TRUE, error);
}

ExmArticle *
exm_table_article_get_unchecked (ExmDb *db, gint64 id, GError **error)
{
  return get (db, id, FALSE, error);
}

static gpointer
read_info (ExmStatement *row)
{
  ExmArticleInfo *info = exm_article_info_new ();

  info->id = exm_statement_get_int (row, 0);
  info->task_uid = exm_statement_dup_text (row, 1);
  info->collected_usec = exm_statement_get_int (row, 2);
  info->state = exm_statement_dup_text (row, 3);
  info->confidence = exm_statement_get_double (row, 4);
  info->url = exm_statement_dup_text (row, 5);
  info->title = exm_statement_dup_text (row, 6);
  info->author = exm_statement_dup_text (row, 7);
  info->published = exm_statement_dup_text (row, 8);
  info->site = exm_statement_dup_text (row, 9);
  info->reason = exm_statement_dup_said (row, 10);
  info->n_chars = (guint) exm_statement_get_int (row, 11);
  info->excerpt = exm_statement_dup_text (row, 12);
  info->source = exm_statement_dup_text (row, 13);
  info->section = exm_statement_dup_text (row, 14);
  info->template_similarity = exm_statement_get_double (row, 15);
  info->task_name = exm_statement_dup_text (row, 16);
  info->backlog = exm_statement_get_int (row, 17) != 0;
  info->order_usec = exm_statement_get_int (row, 18);
  info->unread = exm_statement_get_int (row, 19) != 0;
  info->starred = exm_statement_get_int (row, 20) != 0;
  info->tags = exm_statement_dup_text (row, 21);
  return info;
}

static gboolean
find_task (ExmDb *db, const ExmArticleFilter *filter, gint64 *task, GError **error)
{
  *task = 0;
  return filter->task_uid == NULL
         || exm_table_task_find (db, filter->task_uid, task, error);
}

GPtrArray *
exm_table_article_list (ExmDb *db, const ExmArticleFilter *filter, GError **error)
{
  gint64 task = 0;

  if (!find_task (db, filter, &task, error))
    return NULL;
  g_autoptr (ExmArticleQuery) query = exm_article_filter_make_list (filter, task);
  return exm_db_query_list (db, query->sql->str, query->values, read_info,
                            (GDestroyNotify) exm_article_info_unref, error);
}

ExmStatement *
exm_table_article_walk (ExmDb *db, const ExmArticleFilter *filter, GError **error)
{
  gint64 task = 0;

  if (!find_task (db, filter, &task, error))
    return NULL;
  g_autoptr (ExmArticleQuery) query = exm_article_filter_make_walk (filter, task);
  return exm_statement_new (db, query->sql->str, query->values, error);
}

gboolean
exm_table_article_count_matches (ExmDb *db,
                                 const ExmArticleFilter *filter,
                                 gint64 *n_articles,
                                 GError **error)
{
  gint64 task = 0;

  *n_articles = 0;
  if (!find_task (db, filter, &task, error))
    return FALSE;
  g_autoptr (ExmArticleQuery) query = exm_article_filter_make_count (filter, task);
  return exm_db_query_int (db, query->sql->str, query->values, n_articles, error);
}

static gpointer
read_daily (ExmStatement *row)
{
  ExmDailyCount *count = g_new0 (ExmDailyCount, 1);

  count->uid = exm_statement_dup_text (row, 0);
  count->day = (guint) exm_statement_get_int (row, 1);
  count->n = (guint) exm_statement_get_int (row, 2);
  return count;
}

GPtrArray *
exm_table_article_count_daily (ExmDb *db, gint64 first_usec, GError **error)
{
  return exm_db_query_list (
      db,
      "SELECT t.uid, (a.collected - ?1) / 86400000000, count (*)"
      " FROM article a JOIN task t ON t.id = a.task"
      " WHERE a.collected >= ?1 AND a.collected < ?1 + ?2 * 86400000000"
      " GROUP BY a.task, 2",
      EXM_VALUES (EXM_INT (first_usec), EXM_INT (EXM_DAILY_DAYS)), read_daily,
      (GDestroyNotify) exm_daily_count_free, error);
}

/* After a change of one article. */
static gboolean
check_changed (ExmDb *db, gint64 id, GError **error)
{
  if (exm_db_get_changes (db) == 1)
    return TRUE;
  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
      N_ ("There is no article number %" PRId64 "; it may have been deleted."), id);
  return FALSE;
}

gboolean
exm_table_article_set_state (ExmDb *db, gint64 id, ExmArticleState state, GError **error)
{
  return exm_db_run (
             db,
             "UPDATE article SET state = ? WHERE id = ? AND " EXM_SQL_NOT_TRASHED (
                 "task"),
             EXM_VALUES (EXM_TEXT (exm_article_state_get_name (state)), EXM_INT (id)),
             error)
         && check_changed (db, id, error);
}

gboolean
exm_table_article_call_right (ExmDb *db, gint64 id, gint64 usec, GError **error)
{
  return exm_db_run (db,
                     "INSERT INTO approval (article, approved) VALUES (?, ?)"
                     " ON CONFLICT (article) DO UPDATE SET approved = excluded.approved",
                     EXM_VALUES (EXM_INT (id), EXM_INT (usec)), error);
}

gboolean
exm_table_article_forget_right (ExmDb *db, gint64 id, GError **error)
{
  return exm_db_run (db, "DELETE FROM approval WHERE article = ?",
                     EXM_VALUES (EXM_INT (id)), error);
}

gboolean
exm_table_article_set_page (ExmDb *db, gint64 id, const char *page_hash, GError **error)
{
  return exm_db_run (
             db,
             "UPDATE article SET page_hash = ? WHERE id = ? AND " EXM_SQL_NOT_TRASHED (
                 "task"),
             EXM_VALUES (EXM_TEXT (page_hash), EXM_INT (id)), error)
         && check_changed (db, id, error);
}

gboolean
exm_table_article_delete (ExmDb *db, gint64 id, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM article WHERE id = ? AND " EXM_SQL_NOT_TRASHED ("task"),
                     EXM_VALUES (EXM_INT (id)), error)
         && check_changed (db, id, error);
}

gboolean
exm_table_article_count (ExmDb *db, ExmStoreStats *stats, GError **error)
{
  gint64 n_articles = 0;
  gint64 n_flagged = 0;

  if (!exm_db_query_int (
          db, "SELECT count(*) FROM article WHERE " EXM_SQL_NOT_TRASHED ("task"), NULL,
          &n_articles, error)
      || !exm_db_query_int (
          db,
          "SELECT sum(state <> 'good') FROM article WHERE " EXM_SQL_NOT_TRASHED ("task"),
          NULL, &n_flagged, error))
    return FALSE;
  stats->n_articles = (guint64) n_articles;
  stats->n_flagged = (guint64) n_flagged;
  return TRUE;
}

/* Columns of both tables. */
#define FORMER_COLUMNS                                                                   \
  "task_version, collected, state, confidence, template_similarity, method, url,"        \
  " final_url, page_hash, reason, title, author, editor, source, section, published,"    \
  " modified, language, canonical, site, image, origins, text, html, markdown"

gboolean
exm_table_former_keep (ExmDb *db, gint64 id, gint64 now_usec, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM article_former WHERE article = ?1 AND (sealed = 1"
                     "  OR state_after <> (SELECT state FROM article WHERE id = ?1)"
                     "  OR checksum_after IS NOT"
                     "   (SELECT checksum FROM article_checksum WHERE article = ?1))",
                     EXM_VALUES (EXM_INT (id)), error)
         && exm_db_run (
             db,
             "INSERT OR IGNORE INTO article_former (article, kept, sealed,"
             "  checksum_after, state_after, approved, fields, " FORMER_COLUMNS ")"
             " SELECT a.id, ?2, 0,"
             "  (SELECT checksum FROM article_checksum c WHERE c.article = a.id), state,"
             "  (SELECT approved FROM approval p WHERE p.article = a.id),"
             "  " SQL_FIELDS ", " FORMER_COLUMNS " FROM article a"
             " WHERE a.id = ?1 AND " EXM_SQL_NOT_TRASHED ("a.task"),
             EXM_VALUES (EXM_INT (id), EXM_INT (now_usec)), error);
}

gboolean
exm_table_former_seal (ExmDb *db, gint64 id, GError **error)
{
  return exm_db_run (db,
                     "UPDATE article_former SET sealed = 1,"
                     " state_after = (SELECT state FROM article WHERE id = ?1),"
                     " checksum_after ="
                     "  (SELECT checksum FROM article_checksum WHERE article = ?1)"
                     " WHERE article = ?1 AND sealed = 0",
                     EXM_VALUES (EXM_INT (id)), error);
}

/* An article as it was, and what became of it. */
typedef struct
{
  ExmArticle *article; /* (owned) */
  gint64 approved_usec;
  gboolean changed;
} Former;

static gpointer
read_former (ExmStatement *row)
{
  Former *former = g_new0 (Former, 1);

  former->article = read_article (row);
  former->changed = exm_statement_get_int (row, 33) != 0;
  former->approved_usec = exm_statement_get_int (row, 34);
  return former;
}

/* A word that it is right counts as a change unless it was there before. */
#define SQL_FORMER_CHANGED                                                               \
  "(a.state <> f.state_after"                                                            \
  " OR f.checksum_after IS NOT"                                                          \
  "  (SELECT checksum FROM article_checksum c WHERE c.article = a.id)"                   \
  " OR EXISTS (SELECT 1 FROM approval p WHERE p.article = a.id"                          \
  "  AND p.approved IS NOT f.approved)"                                                  \
  " OR EXISTS (SELECT 1 FROM label l WHERE l.task = a.task AND l.url_key = a.url_key"    \
  "  AND (l.created > f.kept OR l.undone > f.kept)))"

ExmArticle *
exm_table_former_get (
    ExmDb *db, gint64 id, gboolean *changed, gint64 *approved_usec, GError **error)
{
  g_autofree Former *former = exm_db_query_one (
      db,
      "SELECT a.id, t.uid, f.task_version, f.collected, f.state, f.confidence,"
      " f.template_similarity, f.method, f.url, f.final_url, a.url_key, f.page_hash,"
      " f.reason, f.title, f.author, f.editor, f.source, f.section, f.published,"
      " f.modified, f.language, f.canonical, f.site, f.image, f.origins, f.text, f.html,"
      " f.markdown, 0, NULL, f.fields, NULL, NULL, " SQL_FORMER_CHANGED ", f.approved"
      " FROM article_former f JOIN article a ON a.id = f.article"
      " JOIN task t ON t.id = a.task WHERE f.article = ?"
      " AND " EXM_SQL_NOT_TRASHED ("a.task"),
      EXM_VALUES (EXM_INT (id)), read_former, error);

  *changed = former != NULL && former->changed;
  *approved_usec = former != NULL ? former->approved_usec : 0;
  return former != NULL ? former->article : NULL;
}

gboolean
exm_table_former_forget (ExmDb *db, gint64 id, gboolean begun, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM article_former WHERE article = ?"
                     " AND (sealed = 1 OR ?)",
                     EXM_VALUES (EXM_INT (id), EXM_INT (begun)), error);
}

gboolean
exm_table_former_drop (ExmDb *db, gint64 usec, guint limit, GError **error)
{
  return exm_db_run (db,
                     "DELETE FROM article_former WHERE article IN"
                     " (SELECT article FROM article_former WHERE kept < ? LIMIT ?)",
                     EXM_VALUES (EXM_INT (usec), EXM_INT (limit)), error);
}

gboolean
exm_table_joined_page_take (ExmDb *db, gint64 article, gint64 job, GError **error)
{
  return exm_db_run (db, "DELETE FROM joined_page WHERE article = ?",
                     EXM_VALUES (EXM_INT (article)), error)
         && exm_db_run (db,
                        "INSERT INTO joined_page (article, number, url, page_hash)"
                        " SELECT ?, number, url, page_hash FROM job_page"
                        " WHERE job = ? AND number <> 0",
                        EXM_VALUES (EXM_INT (article), EXM_INT (job)), error);
}

GPtrArray *
exm_table_joined_page_list (ExmDb *db, gint64 article, GError **error)
{
  return exm_db_query_list (db,
                            "SELECT p.number, p.url, p.page_hash FROM joined_page p"
                            " JOIN article a ON a.id = p.article WHERE p.article = ?"
                            " AND " EXM_SQL_NOT_TRASHED ("a.task") " ORDER BY p.number",
                            EXM_VALUES (EXM_INT (article)), exm_table_job_read_page,
                            (GDestroyNotify) exm_article_page_unref, error);
}

gboolean
exm_table_joined_page_set (
    ExmDb *db, gint64 article, guint number, const char *hash, GError **error)
{
  return exm_db_run (
      db,
      "UPDATE joined_page SET page_hash = ? WHERE article = ? AND number = ?"
      " AND EXISTS (SELECT 1 FROM article a WHERE a.id = article"
      "  AND " EXM_SQL_NOT_TRASHED ("a.task") ")",
      EXM_VALUES (EXM_TEXT (hash), EXM_INT (article), EXM_INT (number)), error);
}
