/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-report"

#include "config.h"

#include "report/exm-weekly-report.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define WEEK_DAYS 7u

G_STATIC_ASSERT (EXM_DAILY_DAYS == 2 * WEEK_DAYS);

static void
report_task_free (gpointer data)
{
  ExmReportTask *task = data;

  exm_task_info_unref (task->info);
  g_free (task);
}

void
exm_weekly_report_free (ExmWeeklyReport *self)
{
  g_ptr_array_unref (self->tasks);
  g_free (self);
}

/* Reading */

static void
count_days (ExmReportTask *task, const GPtrArray *daily)
{
  for (guint i = 0; i < daily->len; i++)
    {
      const ExmDailyCount *count = g_ptr_array_index (daily, i);
      if (!g_str_equal (count->uid, task->info->uid))
        continue;
      if (count->day >= WEEK_DAYS)
        task->n_articles += count->n;
      else
        task->n_before += count->n;
    }
}

/* @version: 0 for the current one. Returns: its examples, 0 where it cannot be read */
static guint
count_examples (ExmStoreReader *reader,
                const char *uid,
                guint version,
                GCancellable *cancellable)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid, .version = version };
  g_autoptr (ExmTask) task
      = exm_store_reader_read_or_report (reader, &query, cancellable);

  return task != NULL ? exm_task_get (task)->examples->len : 0;
}

/* Examples that it has more than when the week began; those of a new task are none. */
static guint
count_new_examples (ExmStoreReader *reader,
                    const ExmWeeklyReport *self,
                    const ExmTaskInfo *info,
                    GCancellable *cancellable)
{
  const ExmStoreQuery query = { .kind = EXM_READ_VERSIONS, .uid = info->uid };
  guint before = 0;

  if (info->changed_usec < self->from_usec || info->created_usec >= self->from_usec)
    return 0;
  g_autoptr (GPtrArray) versions
      = exm_store_reader_read_or_report (reader, &query, cancellable);
  for (guint i = 0; versions != NULL && i < versions->len && before == 0; i++)
    {
      const ExmTaskVersion *version = g_ptr_array_index (versions, i);
      if (version->created_usec < self->from_usec)
        before = version->version;
    }
  if (before == 0)
    return 0;
  guint n = count_examples (reader, info->uid, 0, cancellable);
  guint n_before = count_examples (reader, info->uid, before, cancellable);
  return n > n_before && n_before > 0 ? n - n_before : 0;
}

static int
compare_tasks (gconstpointer a, gconstpointer b)
{
  const ExmReportTask *x = *(ExmReportTask *const *) a;
  const ExmReportTask *y = *(ExmReportTask *const *) b;

  if (x->n_articles != y->n_articles)
    return x->n_articles > y->n_articles ? -1 : 1;
  return strcmp (x->info->name, y->info->name);
}

static void
add_tasks (ExmWeeklyReport *self,
           ExmStoreReader *reader,
           const GPtrArray *infos,
           const GPtrArray *daily,
           GCancellable *cancellable)
{
  for (guint i = 0; i < infos->len; i++)
    {
      ExmReportTask *task = g_new0 (ExmReportTask, 1);
      task->info = exm_task_info_ref (g_ptr_array_index (infos, i));
      count_days (task, daily);
      task->n_examples = count_new_examples (reader, self, task->info, cancellable);
      self->n_articles += task->n_articles;
      self->n_before += task->n_before;
      self->n_review += task->info->n_flagged;
      g_ptr_array_add (self->tasks, task);
    }
  g_ptr_array_sort (self->tasks, compare_tasks);
}

ExmWeeklyReport *
exm_weekly_report_new (ExmStoreReader *reader,
                       gint64 to_usec,
                       GCancellable *cancellable,
                       GError **error)
{
  const ExmStoreQuery tasks = { .kind = EXM_READ_TASKS };
  const ExmStoreQuery days
      = { .kind = EXM_READ_DAILY, .id = to_usec - 2 * WEEK_DAYS * G_TIME_SPAN_DAY };
  const ExmStoreQuery totals = { .kind = EXM_READ_STATS };
  g_autoptr (GPtrArray) infos
      = exm_store_reader_read (reader, &tasks, cancellable, error);
  g_autoptr (GPtrArray) daily
      = infos != NULL ? exm_store_reader_read (reader, &days, cancellable, error) : NULL;
  g_autoptr (ExmStoreStats) stats
      = daily != NULL ? exm_store_reader_read (reader, &totals, cancellable, error)
                      : NULL;

  if (stats == NULL)
    return NULL;
  ExmWeeklyReport *self = g_new0 (ExmWeeklyReport, 1);
  self->from_usec = to_usec - WEEK_DAYS * G_TIME_SPAN_DAY;
  self->to_usec = to_usec;
  self->tasks = g_ptr_array_new_with_free_func (report_task_free);
  self->n_waiting = (guint) stats->n_waiting;
  self->n_failed = (guint) stats->n_publish_failed;
  add_tasks (self, reader, infos, daily, cancellable);
  return self;
}

/* Writing */

static gboolean
ails (const ExmReportTask *task)
{
  return task->info->problem.kind != EXM_PROBLEM_NONE && !task->info->problem.ignored;
}

/* A report that is written: plain text, or a page of HTML that loads nothing. */
typedef struct
{
  GString *out;
  gboolean is_html;
  gboolean in_list;
} Page;

/* HTML wants what is around @words as an element; text takes them as they are. */
static void
put (Page *page, const char *tag, const char *words)
{
  if (!page->is_html)
    {
      g_string_append (page->out, words);
      return;
    }
  g_autofree char *bare = g_strstrip (g_strdup (words));
  g_autofree char *escaped = g_markup_escape_text (bare, -1);
  g_string_append_printf (page->out, "<%s dir=\"auto\">%s</%s>\n", tag, escaped, tag);
}

static void
end_list (Page *page)
{
  if (page->in_list && page->is_html)
    g_string_append (page->out, "</ul>\n");
  page->in_list = FALSE;
}

static void
put_heading (Page *page, const char *title)
{
  g_autofree char *line = g_strdup_printf ("\n%s\n", title);

  end_list (page);
  put (page, "h3", line);
  if (page->is_html)
    g_string_append (page->out, "<ul>\n");
  page->in_list = TRUE;
}

/* @line: (transfer full): with what indents and ends it */
static void
put_item (Page *page, char *line)
{
  put (page, "li", line);
  g_free (line);
}

static char *
format_date (gint64 usec)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);

  return g_date_time_format (local, "%Y-%m-%d");
}

static void
write_tasks (Page *page, const ExmWeeklyReport *self)
{
  guint n_quiet = 0;

  put_heading (page, _ ("By task (in brackets: the week before)"));
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->tasks, i);
      if (task->n_articles == 0 && task->n_before == 0)
        n_quiet++;
      else
        put_item (page, g_strdup_printf ("  %6u  %s (%u)\n", task->n_articles,
                                         task->info->name, task->n_before));
    }
  if (n_quiet > 0)
    put_item (page, g_strdup_printf (
                        ngettext ("  %u task brought nothing in both weeks.\n",
                                  "  %u tasks brought nothing in both weeks.\n", n_quiet),
                        n_quiet));
}

/* Returns: (transfer full): what ails it, where its run has said nothing */
static char *
describe (const ExmProblem *problem)
{
  if (problem->kind == EXM_PROBLEM_REDESIGN)
    return g_strdup_printf (ngettext ("%u article does not fit the example",
                                      "%u articles do not fit the example",
                                      problem->amount),
                            problem->amount);
  if (problem->message != NULL)
    return g_strdup (problem->message);
  if (problem->kind == EXM_PROBLEM_UNLISTED)
    return g_strdup (_ ("its list names no articles"));
  if (problem->kind == EXM_PROBLEM_VERIFICATION)
    return g_strdup (_ ("the site asks for verification"));
  return g_strdup (_ ("to review"));
}

/* @of: whether a problem belongs under @title */
static void
write_problems (Page *page,
                const ExmWeeklyReport *self,
                const char *title,
                gboolean (*of) (ExmProblemKind kind))
{
  gboolean begun = FALSE;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->tasks, i);
      if (!ails (task) || !of (task->info->problem.kind))
        continue;
      g_autofree char *words = describe (&task->info->problem);
      if (!begun)
        put_heading (page, title);
      begun = TRUE;
      /* translators: the name of a task, and what ails it */
      put_item (page, g_strdup_printf (_ ("  %s: %s\n"), task->info->name, words));
    }
}

static gboolean
is_silence (ExmProblemKind kind)
{
  return kind == EXM_PROBLEM_SILENT;
}

static gboolean
is_noise (ExmProblemKind kind)
{
  return kind == EXM_PROBLEM_FLOOD;
}

static gboolean
is_decay (ExmProblemKind kind)
{
  return kind == EXM_PROBLEM_UNSURE || kind == EXM_PROBLEM_SHORTER
         || kind == EXM_PROBLEM_CUT || kind == EXM_PROBLEM_REDESIGN;
}

static gboolean
is_other (ExmProblemKind kind)
{
  return !is_silence (kind) && !is_noise (kind) && !is_decay (kind);
}

static void
write_mended (Page *page, const ExmWeeklyReport *self)
{
  gboolean begun = FALSE;

  for (guint i = 0; i < self->tasks->len; i++)
    {
      const ExmReportTask *task = g_ptr_array_index (self->tasks, i);
      if (task->n_examples == 0)
        continue;
      if (!begun)
        put_heading (page, _ ("Mended"));
      begun = TRUE;
      /* translators: the name of a task, and how many it got */
      put_item (page,
                g_strdup_printf (ngettext ("  %s: %u example added\n",
                                           "  %s: %u examples added\n", task->n_examples),
                                 task->info->name, task->n_examples));
    }
}

static void
write_waiting (Page *page, const ExmWeeklyReport *self)
{
  put_heading (page, _ ("Waiting"));
  put_item (page, g_strdup_printf (_ ("  Articles to review: %u\n"), self->n_review));
  put_item (page, g_strdup_printf (_ ("  To be published: %u\n"), self->n_waiting));
  put_item (page, g_strdup_printf (_ ("  Could not be published: %u\n"), self->n_failed));
}

char *
exm_weekly_report_write_title (const ExmWeeklyReport *self)
{
  g_autofree char *from = format_date (self->from_usec);
  g_autofree char *to = format_date (self->to_usec);

  /* translators: two dates */
  return g_strdup_printf (_ ("Week from %s to %s"), from, to);
}

/* First comes what needs a look, as in the window. */
static void
write_page (Page *page, const ExmWeeklyReport *self)
{
  g_autofree char *title = exm_weekly_report_write_title (self);
  g_autofree char *head = g_strconcat (title, "\n\n", NULL);
  g_autofree char *total = g_strdup_printf (
      /* translators: two numbers */
      ngettext ("%u new article, %u in the week before\n",
                "%u new articles, %u in the week before\n", self->n_articles),
      self->n_articles, self->n_before);

  put (page, "h2", head);
  put (page, "p", total);
  write_problems (page, self, _ ("Silent"), is_silence);
  write_problems (page, self, _ ("Far more than usual"), is_noise);
  write_problems (page, self, _ ("Worse than before"), is_decay);
  write_problems (page, self, _ ("Other problems"), is_other);
  write_mended (page, self);
  write_tasks (page, self);
  write_waiting (page, self);
  end_list (page);
}

char *
exm_weekly_report_write (const ExmWeeklyReport *self)
{
  Page page = { .out = g_string_new (NULL) };

  write_page (&page, self);
  return g_string_free (page.out, FALSE);
}

char *
exm_weekly_report_write_html (const ExmWeeklyReport *self)
{
  Page page = { .out = g_string_new ("<!DOCTYPE html>\n<html><head>"
                                     "<meta charset=\"utf-8\"></head><body>\n"),
                .is_html = TRUE };

  write_page (&page, self);
  g_string_append (page.out, "</body></html>\n");
  return g_string_free (page.out, FALSE);
}
