/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The upkeep of the store: backups, a slow round over all checksums, bodies of older
 * versions, the trash, the index of full-text search, and what saved searches find of new
 * articles once it has them. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-publish-error.h"
#include "saved/exm-new-articles.h"
#include "saved/exm-saved-searches.h"
#include "store/db/exm-store-backup.h"
#include "store/exm-search-index.h"
#include "store/bodies/exm-store-bodies.h"
#include "store/exm-store-check.h"
#include "store/outputs/exm-store-judge.h"
#include "store/exm-store-trash.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#define BACKUP_USEC G_TIME_SPAN_DAY

/* A part of the round, and the pause after it: 336,000 articles a week. */
#define CHECK_ARTICLES 2000u
#define CHECK_USEC G_TIME_SPAN_HOUR
#define ROUND_USEC (7 * G_TIME_SPAN_DAY)

/* Bodies of older versions, and the pause behind them: 180,000 an hour. A slice holds
 * the thread up for some milliseconds. */
#define BODY_ARTICLES 100u
#define BODY_USEC (2 * G_TIME_SPAN_SECOND)

/* Settings that keep what was done over processes. */
#define BACKUP_TOKEN "backup.token"
#define CHECK_NEXT "check.next"
#define CHECK_AFTER "check.after"
#define CHECK_BEGUN "check.begun"
#define CHECK_TOLD "check.told"

/* Findings that are remembered as told: more than anybody reads one by one. */
#define MAX_TOLD 4000u

/* Articles of so long are indexed at once: each round looks over all of the index. */
#define GATHER_USEC (2 * G_TIME_SPAN_SECOND)

/* The share of its time that filling may take of a core, while articles keep coming. */
#define MAX_SHARE 10

#define REFILL_USEC G_TIME_SPAN_HOUR

/* Articles that saved searches look at in one filling. */
#define MAX_JUDGED 100u

typedef enum
{
  UPKEEP_BACKUP,
  UPKEEP_CHECK,
  UPKEEP_BODIES,
} UpkeepKind;

/* One thing that the thread does. */
typedef struct
{
  UpkeepKind kind;
  ExmCore *core; /* (unowned): waits for the end of this */
  char *folder;  /* (owned) */
  gint64 now_usec;
  char *token; /* (owned) (nullable): of the last backup; then that of this one */
  char *path;  /* (owned) (nullable): of the backup; %NULL: nothing changed */
  gint64 after_id;
  ExmCheckSlice slice; /* (owned) */
  ExmBodySlice bodies; /* (owned) */
  ExmStoreBackupOptions options;
} Upkeep;

static void
upkeep_free (gpointer data)
{
  Upkeep *upkeep = data;

  exm_check_slice_clear (&upkeep->slice);
  exm_body_slice_clear (&upkeep->bodies);
  g_free (upkeep->folder);
  g_free (upkeep->token);
  g_free (upkeep->path);
  g_free (upkeep);
}

/* Returns: (transfer full) (nullable): as if nothing was stored where it cannot be read,
 * which costs an upkeep that was not due */
static char *
read_text_or_report (ExmCore *self, const char *key)
{
  g_autoptr (GError) error = NULL;
  char *text = exm_store_get_setting (self->store, key, &error);

  if (error != NULL)
    exm_core_store_failed_or_report (self, NULL, error);
  return text;
}

static gint64
read_number (ExmCore *self, const char *key)
{
  g_autofree char *text = read_text_or_report (self, key);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
}

/* A setting that could not be stored is told: the same would be done again otherwise. */
static void
write_text (ExmCore *self, const char *key, const char *value)
{
  g_autoptr (GError) error = NULL;

  if (!exm_store_set_setting (self->store, key, value, &error))
    exm_core_problem (self, NULL, NULL, error);
}

static void
write_number (ExmCore *self, const char *key, gint64 number)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, number);

  write_text (self, key, text);
}

/* A store without anything in it is not worth a copy. */
static gboolean
is_new (const char *token)
{
  return g_str_has_prefix (token, "0 0 0 0 0 ");
}

static gboolean
make_backup (Upkeep *upkeep, GCancellable *cancellable, GError **error)
{
  g_autofree char *token = exm_store_backup_get_token (upkeep->folder, error);

  if (token == NULL)
    return FALSE;
  if (is_new (token) || g_strcmp0 (token, upkeep->token) == 0)
    return TRUE;
  upkeep->path
      = exm_store_backup_make (upkeep->folder, &upkeep->options, cancellable, error);
  if (upkeep->path == NULL)
    return FALSE;
  g_free (upkeep->token);
  upkeep->token = g_steal_pointer (&token);
  return TRUE;
}

static gboolean
do_upkeep (Upkeep *upkeep, GCancellable *cancellable, GError **error)
{
  switch (upkeep->kind)
    {
    case UPKEEP_CHECK:
      return exm_store_check_slice (upkeep->folder, upkeep->after_id, CHECK_ARTICLES,
                                    &upkeep->slice, cancellable, error);
    case UPKEEP_BODIES:
      return exm_body_slice_read (&upkeep->bodies, upkeep->folder, upkeep->after_id,
                                  BODY_ARTICLES, cancellable, error);
    case UPKEEP_BACKUP:
    default:
      return make_backup (upkeep, cancellable, error);
    }
}

static void
run_upkeep (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;

  if (do_upkeep (data, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Logs damage; of a task in the trash, without the task. */
static gboolean
log_found (
    ExmCore *self, const char *uid, const char *words, const char *said, GError **error)
{
  gboolean gone = FALSE;

  return (uid == NULL || exm_core_find_gone (self, uid, &gone, error))
         && exm_store_add_event (self->store, gone ? NULL : uid, EXM_EVENT_WARNING, words,
                                 said, exm_core_now (self), error);
}

/* Tells what was found, each once. */
static void
tell_found (ExmCore *self, const GPtrArray *found)
{
  g_autofree char *before = read_text_or_report (self, CHECK_TOLD);
  g_autoptr (GString) told = g_string_new (before != NULL ? before : " ");

  for (guint i = 0; i < found->len; i++)
    {
      const ExmDamage *damage = g_ptr_array_index (found, i);
      g_autofree char *name = g_strdup_printf (
          "%d:%s:%" G_GINT64_FORMAT " ", (int) damage->kind,
          damage->task_uid != NULL ? damage->task_uid : "", damage->id);
      g_autofree char *mark = g_strconcat (" ", name, NULL);
      if (strstr (told->str, mark) != NULL || told->len > MAX_TOLD * 16)
        continue;
      g_string_append (told, name);
      g_autofree char *said = exm_damage_say (damage);
      g_autofree char *words = exm_said_to_words (said);
      g_autoptr (GError) error = NULL;
      ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PROBLEM);
      event->task_uid = g_strdup (damage->task_uid);
      event->url = g_strdup (damage->url);
      event->message = g_strdup (words);
      exm_core_emit (self, event);
      if (!log_found (self, damage->task_uid, words, said, &error))
        exm_core_emit_problem (self, NULL, NULL, error);
    }
  if (g_strcmp0 (told->str, before) != 0 && told->len > 1)
    write_text (self, CHECK_TOLD, told->str);
}

static void
finish_check (ExmCore *self, Upkeep *upkeep)
{
  g_autoptr (GError) error = NULL;
  gint64 next = upkeep->now_usec + CHECK_USEC;

  if ((upkeep->slice.missing->len > 0
       && !exm_store_add_checksums (self->store, upkeep->slice.missing, &error))
      || !exm_store_drop_formers (self->store, upkeep->now_usec, &error))
    exm_core_problem (self, NULL, NULL, error);
  tell_found (self, upkeep->slice.found);
  if (upkeep->after_id == 0)
    write_number (self, CHECK_BEGUN, upkeep->now_usec);
  if (upkeep->slice.over)
    next = MAX (next, read_number (self, CHECK_BEGUN) + ROUND_USEC);
  self->check_next_usec = next;
  write_number (self, CHECK_AFTER, upkeep->slice.over ? 0 : upkeep->slice.last_id);
  write_number (self, CHECK_NEXT, next);
}

static void
finish_backup (ExmCore *self, Upkeep *upkeep)
{
  self->backup_next_usec = upkeep->now_usec + BACKUP_USEC;
  if (upkeep->path == NULL)
    return;
  write_number (self, EXM_CORE_BACKUP_LAST, upkeep->now_usec);
  write_text (self, BACKUP_TOKEN, upkeep->token);
}

/* Stores what the slice found; where that fails, it is found again. */
static void
finish_bodies (ExmCore *self, Upkeep *upkeep)
{
  ExmBodyCounts counts = { 0 };
  g_autoptr (GError) error = NULL;

  self->bodies_next_usec = upkeep->now_usec + BODY_USEC;
  exm_fail_point ("worker.bodies.before");
  if (!exm_store_go_on_with_bodies (self->store, &upkeep->bodies, &counts, &error))
    {
      self->bodies_next_usec = upkeep->now_usec + G_TIME_SPAN_DAY;
      exm_core_problem (self, NULL, NULL, error);
      return;
    }
  exm_fail_point ("worker.bodies.after");
  if (!upkeep->bodies.over)
    return;
  self->bodies_next_usec = G_MAXINT64;
  g_autofree char *said = exm_body_counts_say (&counts);
  exm_core_tell (self, NULL, said);
}

/* When the kind is due. */
static gint64 *
get_next (ExmCore *self, UpkeepKind kind)
{
  switch (kind)
    {
    case UPKEEP_CHECK:
      return &self->check_next_usec;
    case UPKEEP_BODIES:
      return &self->bodies_next_usec;
    case UPKEEP_BACKUP:
    default:
      return &self->backup_next_usec;
    }
}

static void
finish (ExmCore *self, Upkeep *upkeep)
{
  switch (upkeep->kind)
    {
    case UPKEEP_CHECK:
      finish_check (self, upkeep);
      break;
    case UPKEEP_BODIES:
      finish_bodies (self, upkeep);
      break;
    case UPKEEP_BACKUP:
    default:
      finish_backup (self, upkeep);
    }
}

static void
on_upkept (GObject *source, GAsyncResult *result, gpointer data)
{
  Upkeep *upkeep = g_task_get_task_data (G_TASK (result));
  ExmCore *self = upkeep->core;
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  g_assert (g_thread_self () == self->thread);
  self->upkeep_active = FALSE;
  if (done)
    finish (self, upkeep);
  else
    {
      /* Not again before the next day: what is in the way was told. */
      *get_next (self, upkeep->kind) = upkeep->now_usec + G_TIME_SPAN_DAY;
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        exm_core_problem (self, NULL, NULL, error);
    }
  if (!self->stopping)
    exm_core_step (self);
}

static void
start (ExmCore *self, gint64 now_usec, UpkeepKind kind, gint64 after_id)
{
  Upkeep *upkeep = g_new0 (Upkeep, 1);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_upkept, NULL);

  upkeep->core = self;
  upkeep->folder = g_strdup (self->folder);
  upkeep->now_usec = now_usec;
  upkeep->kind = kind;
  upkeep->after_id = after_id;
  upkeep->options = (ExmStoreBackupOptions){ .now_usec = now_usec,
                                             .least_free = EXM_STORE_BACKUP_LEAST_FREE,
                                             .get_free = self->get_free,
                                             .data = self->get_free_data };
  if (kind == UPKEEP_BACKUP)
    upkeep->token = read_text_or_report (self, BACKUP_TOKEN);
  self->upkeep_active = TRUE;
  g_task_set_source_tag (task, start);
  g_task_set_task_data (task, upkeep, upkeep_free);
  g_task_run_in_thread (task, run_upkeep);
}

/* When it is due by what is stored: now, where it was never done, or in a future that a
 * wrong clock made. */
static gint64
get_due (gint64 stored_usec, gint64 longest_usec, gint64 now_usec)
{
  return stored_usec == 0 || stored_usec > now_usec + longest_usec ? now_usec
                                                                   : stored_usec;
}

/* Whether bodies of an older version are to be looked through now, and behind which
 * article. */
static gboolean
find_bodies (ExmCore *self, gint64 now_usec, gint64 *after_id)
{
  g_autoptr (GError) error = NULL;

  if (now_usec < self->bodies_next_usec
      && self->bodies_next_usec <= now_usec + G_TIME_SPAN_DAY)
    return FALSE;
  if (self->bodies_next_usec == G_MAXINT64)
    return FALSE;
  if (exm_store_get_bodies_left (self->store, after_id, NULL, &error))
    {
      if (*after_id < 0)
        self->bodies_next_usec = G_MAXINT64;
      return *after_id >= 0;
    }
  exm_core_store_failed_or_report (self, NULL, error);
  self->bodies_next_usec = now_usec + G_TIME_SPAN_DAY;
  return FALSE;
}

/* Starts the next backup, part of the round or of older bodies. Returns: when something
 * is due next */
static gint64
read_over (ExmCore *self, gint64 now_usec)
{
  gint64 after_id = 0;

  if (self->upkeep_active)
    return G_MAXINT64;
  if (self->backup_next_usec == 0 || self->backup_next_usec > now_usec + BACKUP_USEC)
    {
      gint64 last = read_number (self, EXM_CORE_BACKUP_LAST);
      self->backup_next_usec
          = get_due (last != 0 ? last + BACKUP_USEC : 0, BACKUP_USEC, now_usec);
    }
  if (self->check_next_usec == 0 || self->check_next_usec > now_usec + ROUND_USEC)
    self->check_next_usec
        = get_due (read_number (self, CHECK_NEXT), ROUND_USEC, now_usec);
  if (now_usec >= self->backup_next_usec)
    start (self, now_usec, UPKEEP_BACKUP, 0);
  else if (now_usec >= self->check_next_usec)
    start (self, now_usec, UPKEEP_CHECK, read_number (self, CHECK_AFTER));
  else if (find_bodies (self, now_usec, &after_id))
    start (self, now_usec, UPKEEP_BODIES, after_id);
  return self->upkeep_active ? G_MAXINT64
                             : MIN (MIN (self->backup_next_usec, self->check_next_usec),
                                    self->bodies_next_usec);
}

/* The trash */

static void
tell_gone (ExmCore *self, const char *name, guint n_articles)
{
  g_autofree char *said = exm_said_new (
      /* translators: the name of a task, a number */
      N_ ("Deleted from the Trash: “%s” with all its articles (%u)"), name, n_articles);

  exm_core_tell (self, NULL, said);
}

/* Returns: whether there is more to delete */
static gboolean
empty_some (ExmCore *self, GError **error)
{
  g_autofree char *name = NULL;
  guint n_articles = 0;
  gboolean more = FALSE;

  if (!exm_store_empty_some (self->store, &name, &n_articles, &more, error))
    return FALSE;
  if (name != NULL)
    {
      tell_gone (self, name, n_articles);
      exm_core_check_resources (self, TRUE);
      exm_core_emit (self, exm_worker_event_new (EXM_WORKER_CHANGED));
    }
  return more;
}

/* Returns: when to call it again, 0 for at once, %G_MAXINT64 for never */
static gint64
empty_trash (ExmCore *self, gint64 now_usec)
{
  gint64 next_usec = 0;
  g_autoptr (GError) error = NULL;

  if (exm_store_get_next_emptying (self->store, &next_usec, &error))
    {
      if (next_usec == 0 || next_usec > now_usec)
        return next_usec == 0 ? G_MAXINT64 : next_usec;
      if (exm_store_begin_emptying (self->store, NULL, now_usec - EXM_TRASH_USEC, &error)
          && empty_some (self, &error))
        return 0;
    }
  if (error == NULL)
    return G_MAXINT64;
  exm_core_store_failed_or_report (self, NULL, error);
  return now_usec + G_TIME_SPAN_HOUR;
}

/* Saved searches: a source of what is published, as a task that never runs */

static ExmCoreTask *
make_source (ExmCore *self, const ExmSavedSearch *search)
{
  ExmCoreTask *source = g_new0 (ExmCoreTask, 1);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  g_free (fields.name);
  fields.name = g_strdup (search->name);
  exm_saved_search_add_outputs (search, &fields);
  source->task = exm_task_new (&fields);
  source->engine = g_object_ref (self->engine);
  source->publishers
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  source->revived = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return source;
}

/* Finds it by a renaming, too, that the store was not told of to the end. */
static const ExmSavedSearch *
find_search (ExmCore *self, GPtrArray *searches, const char *name, GError **error)
{
  const ExmSavedSearch *search = exm_saved_searches_find (searches, name);
  g_autoptr (GError) problem = NULL;

  if (search != NULL)
    return search;
  g_autofree char *new_name = exm_store_get_renaming (self->store, name, &problem);
  if (new_name != NULL)
    search = exm_saved_searches_find (searches, new_name);
  if (search != NULL
      && !exm_store_rename_search (self->store, name, search->name, &problem))
    search = NULL;
  if (problem != NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (search == NULL)
    exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                        N_ ("There is no saved search “%s”"), name);
  return search;
}

ExmCoreTask *
exm_core_get_search (ExmCore *self, const char *name, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  ExmCoreTask *source = g_hash_table_lookup (self->searches, name);

  g_assert (g_thread_self () == self->thread);
  if (source != NULL)
    return source;
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, messages, error);
  const ExmSavedSearch *search
      = searches != NULL ? find_search (self, searches, name, error) : NULL;
  if (search == NULL)
    return NULL;
  source = make_source (self, search);
  g_hash_table_insert (self->searches, g_strdup (name), source);
  return source;
}

gboolean
exm_core_take_up_renamings (ExmCore *self, GError **error)
{
  g_autoptr (GPtrArray) names = exm_store_list_renamings (self->store, error);

  for (guint i = 0; names != NULL && i < names->len; i++)
    {
      g_autoptr (GError) problem = NULL;
      if (exm_core_get_search (self, names->pdata[i], &problem) != NULL)
        continue;
      exm_core_problem (self, NULL, NULL, problem);
      if (g_error_matches (problem, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE)
          && !exm_store_note_renaming (self->store, names->pdata[i], NULL, error))
        return FALSE;
    }
  return names != NULL;
}

gboolean
exm_core_is_renamed (ExmCore *self, const ExmPublication *publication)
{
  if (publication->search == NULL)
    return FALSE;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all
      = exm_store_list_publications (self->store, publication->article_id, &error);
  if (all == NULL)
    exm_core_problem (self, NULL, NULL, error);
  /* It stays due where it cannot be read. */
  for (guint i = 0; all != NULL && i < all->len; i++)
    {
      const ExmPublication *now = g_ptr_array_index (all, i);
      if (now->id == publication->id)
        return g_strcmp0 (now->search, publication->search) != 0;
    }
  return all == NULL;
}

/* Adds one to the alert of the search and the task. */
static void
count_alert (GPtrArray *alerts, const char *search, const ExmNewArticle *found)
{
  for (guint i = 0; i < alerts->len; i++)
    {
      ExmWorkerEvent *alert = g_ptr_array_index (alerts, i);
      if (g_str_equal (alert->message, search)
          && g_str_equal (alert->task_uid, found->task_uid))
        {
          alert->n_articles++;
          return;
        }
    }
  ExmWorkerEvent *alert = exm_worker_event_new (EXM_WORKER_ALERT);
  alert->task_uid = g_strdup (found->task_uid);
  alert->task_name = g_strdup (found->task_name);
  alert->message = g_strdup (search);
  alert->n_articles = 1;
  g_ptr_array_add (alerts, alert);
}

/* One that was deleted meanwhile needs nothing. One that is not what was stored cannot be
 * published, and keeps no other from it. */
static gboolean
needs_nothing (ExmCore *self, const GError *problem)
{
  if (g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND))
    return TRUE;
  if (!g_error_matches (problem, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM))
    return FALSE;
  exm_core_log_or_report (self, NULL, EXM_EVENT_WARNING, problem->message,
                          exm_said_from_error (problem));
  return TRUE;
}

/* @error: EXM_PUBLISH_ERROR where the search is not there any more */
static gboolean
store_verdict (ExmCore *self,
               const ExmNewArticle *found,
               GPtrArray *alerts,
               GError **error)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) problem = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_get_article (self->store, found->id, &problem);
  const ExmCoreTask *source
      = article != NULL ? exm_core_get_search (self, found->search, error) : NULL;

  if (article == NULL && needs_nothing (self, problem))
    return TRUE;
  if (article == NULL)
    g_propagate_error (error, g_steal_pointer (&problem));
  if (source == NULL)
    return FALSE;
  const char *search = exm_task_get (source->task)->name;
  const ExmArticleFields *fields = exm_article_get (article);
  gboolean alert = found->alerts && fields->state == EXM_ARTICLE_GOOD;
  g_autoptr (GArray) outputs
      = exm_core_list_outputs (source->task, fields->state, fields, FALSE, keys);
  if (!exm_store_add_verdict (self->store, found->id, article, search,
                              (const ExmCommitOutput *) (gpointer) outputs->data,
                              outputs->len, alert, exm_core_now (self), error))
    return FALSE;
  if (alert)
    count_alert (alerts, search, found);
  return TRUE;
}

/* Stores what was found of those up to @last, all or nothing, and tells of alerts. */
static gboolean
end_judging (ExmCore *self, gint64 last, const GPtrArray *found, GError **error)
{
  g_autoptr (GPtrArray) alerts
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_worker_event_free);

  g_assert (g_thread_self () == self->thread);
  g_hash_table_remove_all (self->searches);
  exm_fail_point ("worker.judge.before");
  if (!exm_store_begin_group (self->store, error))
    return FALSE;
  gboolean done = TRUE;
  for (guint i = 0; done && i < found->len; i++)
    done = store_verdict (self, g_ptr_array_index (found, i), alerts, error);
  if (!done || !exm_store_end_judging (self->store, last, error))
    {
      exm_store_drop_group (self->store);
      return FALSE;
    }
  if (!exm_store_commit_group (self->store, error))
    return FALSE;
  exm_fail_point ("worker.judge.after");
  while (alerts->len > 0)
    exm_core_emit (self, g_ptr_array_steal_index (alerts, 0));
  return TRUE;
}

/* The index */

/* Filling of search.db. */
typedef struct
{
  ExmCore *core;       /* (unowned): waits for the end of this */
  char *folder;        /* (owned) */
  GPtrArray *notices;  /* (owned) (element-type utf8) */
  gint64 last;         /* article that is judged afterwards, 0 for none */
  gboolean more;       /* wait behind it */
  GPtrArray *found;    /* (owned) (element-type ExmNewArticle): by saved searches */
  GError *judge_error; /* (owned) (nullable): why they are not judged yet */
  guint n_changed;     /* articles that differed from what was indexed */
  gint64 took_usec;
} Filling;

static void
filling_free (gpointer data)
{
  Filling *filling = data;

  g_ptr_array_unref (filling->notices);
  g_ptr_array_unref (filling->found);
  g_clear_error (&filling->judge_error);
  g_free (filling->folder);
  g_free (filling);
}

static void
fill (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Filling *filling = data;
  GError *error = NULL;
  gint64 start = g_get_monotonic_time ();
  g_autoptr (ExmSearchIndex) index
      = exm_search_index_open (filling->folder, filling->notices, &error);
  gboolean done
      = index != NULL
        && exm_search_index_update (index, &filling->n_changed, cancellable, &error);

  filling->took_usec = g_get_monotonic_time () - start;
  if (done && filling->last != 0)
    exm_new_articles_judge (filling->folder, index, filling->last, filling->found,
                            cancellable, &filling->judge_error);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Tells notices where a person looks later, too. */
static void
tell (ExmCore *self, GPtrArray *notices)
{
  exm_core_tell_notices (self, notices);
  for (guint i = 0; i < notices->len; i++)
    exm_core_log_or_report (self, NULL, EXM_EVENT_WARNING, g_ptr_array_index (notices, i),
                            NULL);
}

/* A search that is not filled keeps nothing else from going on. A cause that the store
 * has told of already, as a full disk, is told once. */
static void
tell_failure (ExmCore *self, const GError *error)
{
  if (self->store_failed && self->store_error != NULL
      && g_error_matches (error, self->store_error->domain, self->store_error->code))
    return;
  exm_core_emit_problem (self, NULL, NULL, error);
  exm_core_log_or_report (self, NULL, EXM_EVENT_WARNING, error->message, NULL);
}

/* Articles that cannot be judged are told of, and judged with the next ones, or after a
 * while. Where a search was renamed or removed meanwhile, those that are there now judge
 * anew. */
static void
take_filled (ExmCore *self, Filling *filling)
{
  gboolean more = filling->more;

  if (filling->n_changed > 0)
    exm_core_emit (self, exm_worker_event_new (EXM_WORKER_INDEXED));
  self->judge_next_usec = 0;
  if (filling->judge_error == NULL && filling->last != 0 && !self->stopping)
    end_judging (self, filling->last, filling->found, &filling->judge_error);
  if (g_error_matches (filling->judge_error, EXM_PUBLISH_ERROR,
                       EXM_PUBLISH_ERROR_TEMPLATE))
    {
      g_clear_error (&filling->judge_error);
      more = TRUE;
    }
  if (filling->judge_error == NULL)
    {
      if (more && !self->stopping)
        exm_core_index_later (self);
    }
  else if (!g_error_matches (filling->judge_error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      tell_failure (self, filling->judge_error);
      self->judge_next_usec = exm_core_now (self) + REFILL_USEC;
    }
}

static void
on_filled (GObject *source, GAsyncResult *result, gpointer data)
{
  Filling *filling = g_task_get_task_data (G_TASK (result));
  ExmCore *self = filling->core;
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  g_assert (g_thread_self () == self->thread);
  self->indexing = FALSE;
  tell (self, filling->notices);
  self->index_next_usec
      = exm_core_now (self) + MAX (GATHER_USEC, (MAX_SHARE - 1) * filling->took_usec);
  if (done)
    take_filled (self, filling);
  else if (!done && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      tell_failure (self, error);
      self->index_stale = !self->once;
      self->index_next_usec = exm_core_now (self) + REFILL_USEC;
    }
  if (!self->stopping)
    exm_core_step (self);
}

static void
start_filling (ExmCore *self)
{
  Filling *filling = g_new0 (Filling, 1);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_filled, NULL);

  filling->core = self;
  filling->folder = g_strdup (self->folder);
  filling->notices = g_ptr_array_new_with_free_func (g_free);
  filling->found = exm_new_articles_new ();
  if (!exm_store_get_unjudged (self->store, MAX_JUDGED, &filling->last, &filling->more,
                               &filling->judge_error))
    filling->last = 0;
  self->indexing = TRUE;
  self->index_stale = FALSE;
  g_task_set_source_tag (task, start_filling);
  g_task_set_task_data (task, filling, filling_free);
  g_task_run_in_thread (task, fill);
}

void
exm_core_index_later (ExmCore *self)
{
  if (self->index_stale)
    return;
  self->index_stale = TRUE;
  self->index_next_usec = MAX (self->index_next_usec, exm_core_now (self) + GATHER_USEC);
}

gint64
exm_core_index (ExmCore *self, gint64 now_usec)
{
  g_assert (g_thread_self () == self->thread);

  gint64 again_usec = self->once ? 0 : self->judge_next_usec;
  if (again_usec != 0 && (now_usec >= again_usec || again_usec > now_usec + REFILL_USEC))
    self->index_stale = TRUE;
  if (self->indexing || !self->index_stale)
    return self->indexing || again_usec == 0 ? G_MAXINT64 : again_usec;
  /* A worker that runs once ends with it; a clock may have been set back. */
  if ((self->once && self->n_active == 0) || now_usec >= self->index_next_usec
      || self->index_next_usec > now_usec + REFILL_USEC)
    start_filling (self);
  return self->indexing ? G_MAXINT64 : self->index_next_usec;
}

gint64
exm_core_keep_up (ExmCore *self, gint64 now_usec)
{
  g_assert (g_thread_self () == self->thread);

  gint64 trash_usec = empty_trash (self, now_usec);
  self->emptying = trash_usec == 0;
  return MIN (read_over (self, now_usec), self->emptying ? now_usec + 1 : trash_usec);
}
