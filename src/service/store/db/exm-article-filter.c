/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-article-filter.h"

#include "store/db/exm-schema.h"

#define PUBLISHED EXM_SQL_PUBLISHED_USEC ("a.")

#define COLUMNS(order)                                                                   \
  "SELECT a.id, t.uid, a.collected, a.state, a.confidence, a.url, a.title, a.author,"    \
  " a.published, a.site, a.reason, a.n_chars, a.excerpt, a.source, a.section,"           \
  " a.template_similarity, t.name," EXM_SQL_ARTICLE_IS_BACKLOG ", " order                \
  ", EXISTS (SELECT 1 FROM unread WHERE article = a.id),"                                \
  " EXISTS (SELECT 1 FROM star WHERE article = a.id),"                                   \
  " (SELECT group_concat (name, char (10)) FROM tag WHERE article = a.id)"               \
  " FROM article a JOIN task t ON t.id = a.task WHERE "

/* Whose body a person called right, or corrected. */
#define IS_KNOWN                                                                         \
  " AND (a.id IN (SELECT article FROM approval) OR EXISTS (SELECT 1 FROM label l"        \
  " WHERE l.task = a.task AND l.url_key = a.url_key AND l.undone IS NULL))"

static void
add (ExmArticleQuery *self, const char *sql)
{
  g_string_append (self->sql, sql);
}

static void
add_with (ExmArticleQuery *self, const char *sql, ExmValue value)
{
  add (self, sql);
  g_assert (self->n_values + 1 < EXM_ARTICLE_QUERY_VALUES);
  self->values[self->n_values++] = value;
}

static const char *
get_order (const ExmArticleFilter *filter)
{
  return filter->order == EXM_ARTICLE_ORDER_PUBLISHED ? PUBLISHED : "a.collected";
}

/* The sign before a.id keeps the order's index in use, however few are let through: it
 * has all that these conditions look at. The smallest set is asked first. */
static void
add_reading (ExmArticleQuery *self, const ExmArticleFilter *filter)
{
  if (filter->tag != NULL)
    add_with (self, " AND +a.id IN (SELECT article FROM tag WHERE name = ?)",
              EXM_TEXT (filter->tag));
  if (filter->starred)
    add (self, " AND +a.id IN (SELECT article FROM star)");
  if (filter->unread && filter->also_id == 0)
    add (self, " AND +a.id IN (SELECT article FROM unread)");
  else if (filter->unread)
    add_with (self, " AND (+a.id IN (SELECT article FROM unread) OR +a.id = ?)",
              EXM_INT (filter->also_id));
}

static void
add_times (ExmArticleQuery *self, const ExmArticleFilter *filter)
{
  if (filter->since_usec != 0)
    {
      g_string_append_printf (self->sql, " AND %s >= ?", get_order (filter));
      add_with (self, "", EXM_INT (filter->since_usec));
    }
  if (filter->until_usec != 0)
    {
      g_string_append_printf (self->sql, " AND %s < ?", get_order (filter));
      add_with (self, "", EXM_INT (filter->until_usec));
    }
}

static void
add_conditions (ExmArticleQuery *self, const ExmArticleFilter *filter, gint64 task)
{
  if (task != 0)
    add_with (self, "a.task = ?", EXM_INT (task));
  else
    add (self, EXM_SQL_NOT_TRASHED ("a.task"));
  if (filter->state != NULL)
    add_with (self, " AND a.state = ?", EXM_TEXT (filter->state));
  if (filter->to_review)
    add (self, " AND a.state <> 'good'");
  add_times (self, filter);
  add_reading (self, filter);
  if (filter->unjudged_to != 0)
    add_with (self, " AND a.id IN (SELECT article FROM unjudged WHERE article <= ?)",
              EXM_INT (filter->unjudged_to));
  if (filter->fresh)
    add (self, " AND NOT" EXM_SQL_ARTICLE_IS_BACKLOG);
  if (filter->known)
    add (self, IS_KNOWN);
  /* Not as the order's index, which would be walked through for a few. */
  if (filter->ids != NULL)
    add_with (self, " AND a.id IN (SELECT value FROM json_each (?))",
              EXM_TEXT (filter->ids));
}

/* An index of an expression is used up to its first column alone, which is why the other
 * one has a condition of its own. */
static void
add_place (ExmArticleQuery *self, const ExmArticleFilter *filter)
{
  if (filter->before_usec == 0 && filter->before_id == 0)
    return;
  if (filter->order == EXM_ARTICLE_ORDER_PUBLISHED)
    {
      add_with (self, " AND " PUBLISHED " <= ?", EXM_INT (filter->before_usec));
      add_with (self, " AND (" PUBLISHED " < ?", EXM_INT (filter->before_usec));
      add_with (self, " OR a.id < ?)", EXM_INT (filter->before_id));
      return;
    }
  add_with (self, " AND (a.collected, a.id) < (?", EXM_INT (filter->before_usec));
  add_with (self, ", ?)", EXM_INT (filter->before_id));
}

static ExmArticleQuery *
query_new (void)
{
  ExmArticleQuery *self = g_new0 (ExmArticleQuery, 1);

  self->sql = g_string_new (NULL);
  return self;
}

ExmArticleQuery *
exm_article_filter_make_list (const ExmArticleFilter *self, gint64 task)
{
  ExmArticleQuery *query = query_new ();

  add (query, self->order == EXM_ARTICLE_ORDER_PUBLISHED ? COLUMNS (PUBLISHED)
                                                         : COLUMNS ("a.collected"));
  add_conditions (query, self, task);
  add_place (query, self);
  g_string_append_printf (query->sql, " ORDER BY %s DESC, a.id DESC", get_order (self));
  add_with (query, " LIMIT ?",
            EXM_INT (self->limit != 0 ? self->limit : EXM_STORE_PAGE_ROWS));
  return query;
}

ExmArticleQuery *
exm_article_filter_make_walk (const ExmArticleFilter *self, gint64 task)
{
  ExmArticleQuery *query = query_new ();

  g_string_append_printf (query->sql, "SELECT a.id, %s FROM article a WHERE ",
                          get_order (self));
  add_conditions (query, self, task);
  add_place (query, self);
  g_string_append_printf (query->sql, " ORDER BY %s%s DESC, a.id DESC",
                          self->ids != NULL ? "+" : "", get_order (self));
  return query;
}

ExmArticleQuery *
exm_article_filter_make_count (const ExmArticleFilter *self, gint64 task)
{
  ExmArticleQuery *query = query_new ();

  add (query, "SELECT count(*) FROM article a WHERE ");
  add_conditions (query, self, task);
  return query;
}

void
exm_article_query_free (ExmArticleQuery *self)
{
  g_string_free (self->sql, TRUE);
  g_free (self);
}
