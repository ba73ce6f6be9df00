/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-check.h"
#include "app/setup/exm-setup-private.h"
#include "fetch/exm-fetch-record.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* How much less sure all pages together have to be for more than the number to be said;
 * less than that is as often chance. */
#define MUCH .03

/* Pages that are fetched for one that looks like the example. */
#define MAX_TRIED 3u

gboolean
exm_setup_is_example (ExmSetup *self, const char *url)
{
  const GArray *examples = self->proposal->fields.examples;

  for (guint i = 0; i < examples->len; i++)
    if (strcmp (g_array_index (examples, ExmTaskExample, i).url, url) == 0)
      return TRUE;
  return FALSE;
}

void
exm_setup_list_pages (ExmSetup *self)
{
  const GPtrArray *targets = self->proposal->targets;
  guint n = 0;

  g_clear_pointer (&self->taken, g_ptr_array_unref);
  g_list_store_remove_all (self->pages);
  for (guint i = 0; i < targets->len && n < EXM_SETUP_PAGES; i++)
    {
      const char *url = g_ptr_array_index (targets, i);
      if (exm_setup_is_example (self, url))
        continue;
      g_autoptr (ExmPageItem) item = exm_page_item_new (url);
      g_list_store_append (self->pages, item);
      n++;
    }
}

/* Items of the list, by address. */
static GHashTable *
list_items (ExmSetup *self)
{
  GListModel *list = G_LIST_MODEL (self->pages);
  GHashTable *items
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      ExmPageItem *item = g_list_model_get_item (list, i);
      g_hash_table_replace (items, g_strdup (exm_page_item_get_url (item)), item);
    }
  return items;
}

/* Takes the item that there is, or a new one; what is half fetched begins anew. */
static void
add_page (GPtrArray *pages, GHashTable *items, const char *url)
{
  ExmPageItem *item = g_hash_table_lookup (items, url);

  if (item != NULL && exm_page_item_get_outcome (item)->target != NULL)
    g_ptr_array_add (pages, g_object_ref (item));
  else
    g_ptr_array_add (pages, exm_page_item_new (url));
}

void
exm_setup_relist_pages (ExmSetup *self)
{
  const GPtrArray *known = self->proposal->known;
  g_autoptr (GHashTable) items = list_items (self);
  g_autoptr (GHashTable) listed = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean comparing = self->comparing != NULL;

  exm_setup_stop_pages (self);
  for (guint i = 1; i < known->len && pages->len < EXM_SETUP_PAGES; i++)
    {
      char *url = g_ptr_array_index (known, i);
      if (!exm_setup_is_example (self, url) && exm_setup_matches (self, url)
          && g_hash_table_add (listed, url))
        add_page (pages, items, url);
    }
  g_clear_pointer (&self->taken, g_ptr_array_unref);
  g_list_store_splice (self->pages, 0,
                       g_list_model_get_n_items (G_LIST_MODEL (self->pages)),
                       pages->pdata, pages->len);
  self->n_fetched = 0;
  self->n_wanted = pages->len;
  self->choosing = FALSE;
  g_set_object (&self->fallen, NULL);
  /* Comparisons that were under way begin anew. */
  if (comparing)
    exm_setup_recheck (self);
  exm_setup_notify_counts (self);
  exm_setup_fetch_next (self);
}

/* Data of on_compared(). */
typedef struct
{
  ExmSetup *setup; /* (owned) */
  guint generation;
  gboolean again; /* after a change of the region */
} Comparison;

static void
comparison_free (Comparison *self)
{
  g_object_unref (self->setup);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Comparison, comparison_free)

/* The change that all pages together went through. */
typedef struct
{
  double before;
  double after;
  guint n_pages;
  guint n_added;
  guint n_removed;
  gboolean unsure;     /* a page that was sure is not any more */
  double most;         /* that one page lost */
  ExmPageItem *fallen; /* (unowned) (nullable): which */
} Change;

static void
take_outcome (ExmPageItem *item, ExmPageOutcome *outcome, Change *change)
{
  const ExmPageOutcome *before = exm_page_item_get_outcome (item);

  if (before->result != NULL && outcome->result != NULL)
    {
      change->before += before->confidence;
      change->after += outcome->confidence;
      change->n_pages++;
      change->unsure
          = change->unsure
            || (before->mark == EXM_PAGE_PASS && outcome->mark != EXM_PAGE_PASS);
      if (before->confidence - outcome->confidence > change->most)
        {
          change->most = before->confidence - outcome->confidence;
          change->fallen = item;
        }
      exm_setup_check_compare (before->result, outcome->result, &change->n_added,
                               &change->n_removed);
    }
  exm_page_item_take_outcome (item, outcome);
}

static gboolean
find_scripts (ExmSetup *self)
{
  GListModel *list = G_LIST_MODEL (self->pages);
  guint n_compared = 0;

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, i);
      const ExmPageOutcome *outcome = exm_page_item_get_outcome (item);
      if (outcome->target == NULL)
        continue;
      n_compared++;
      if (outcome->mark != EXM_PAGE_FAIL
          || !exm_probe_is_scripted (exm_prepared_get_page (outcome->target)))
        return FALSE;
    }
  return n_compared > 0;
}

/* Why a mark can make the pages less sure by much: measured on pages with known bodies,
 * those on which it does were called sure too often before, and are not any more
 * (docs/extraction.md, Confidence). */
static void
tell_of_fall (ExmSetup *self, const Change *change)
{
  double lost = (change->before - change->after) / change->n_pages;
  gboolean fell = (change->unsure || lost >= MUCH) && lost > 0 && !self->scripted;

  ExmPageItem *fallen = fell ? change->fallen : NULL;
  g_set_object (&self->fallen, fallen);
  if (fell)
    {
      g_autofree char *title = NULL;
      g_object_get (change->fallen, "title", &title, NULL);
      g_autofree char *note = g_strdup_printf (
          /* translators: %s is the title of a page */
          _ ("Less sure than before, most of all of “%s”. Before you mark the article, "
             "the "
             "percentage tends to be too high on such pages. See whether the mark is the "
             "whole "
             "article, and whether this page’s body is right; if it is not, add the page "
             "as another example"),
          title);
      exm_setup_set_note (self, note);
    }
  else if (self->fell)
    exm_setup_set_note (self, exm_setup_describe_rendering (self));
  self->fell = fell;
}

/* The operator should know what no click on the example can mend. */
static void
tell_of_scripts (ExmSetup *self)
{
  gboolean scripted = find_scripts (self);

  if (scripted == self->scripted)
    return;
  self->scripted = scripted;
  if (!scripted)
    exm_setup_set_note (self, exm_setup_describe_rendering (self));
  else if (self->proposal->fields.rendered)
    exm_setup_set_note (self, _ ("These pages have next to no text even after their "
                                 "scripts have run. Look for another address of them, "
                                 "such as a feed or a mobile version"));
  else
    exm_setup_set_note (self, _ ("The text of these pages is filled in by scripts, and "
                                 "not in what the site serves. Have the pages rendered, "
                                 "which is slower, or look for another address of them, "
                                 "such as a feed or a mobile version"));
}

static void
fail_all (GPtrArray *items, const GError *error)
{
  for (guint i = 0; i < items->len; i++)
    {
      ExmPageItem *item = g_ptr_array_index (items, i);
      g_auto (ExmPageOutcome) outcome = { .mark = EXM_PAGE_FAIL };
      outcome.message = g_strdup (error->message);
      exm_page_item_take_outcome (item, &outcome);
    }
}

/* The first page that is fetched is shown beside the example. It may have another layout,
 * of which a site may have several: then one more is asked for, and another one. */
void
exm_setup_choose_target (ExmSetup *self)
{
  guint n_pass, n_look, n_fail;

  exm_setup_get_counts (self, NULL, NULL, &n_pass, &n_look, &n_fail);
  if (!self->choosing || n_fail + n_pass + n_look < self->n_wanted)
    return;
  self->choosing
      = n_pass + n_look == 0 && self->n_wanted < MAX_TRIED
        && self->n_wanted < g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  /* The others follow by themselves. */
  if (self->choosing)
    self->n_wanted++;
  else
    self->n_wanted = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  exm_setup_fetch_next (self);
}

static void compare (ExmSetup *self, GPtrArray *items, gboolean again);

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Comparison) comparison = data;
  ExmSetup *self = comparison->setup;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) items = NULL;
  g_autoptr (GArray) outcomes = exm_setup_check_finish (result, &items, &error);
  Change change = { 0 };

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->proposal == NULL)
    return;
  if (comparison->generation != self->generation)
    {
      /* The example is read in another way by now. */
      if (!comparison->again)
        compare (self, items, FALSE);
      return;
    }
  if (outcomes == NULL)
    fail_all (items, error);
  for (guint i = 0; outcomes != NULL && i < outcomes->len; i++)
    take_outcome (g_ptr_array_index (items, i),
                  &g_array_index (outcomes, ExmPageOutcome, i), &change);
  tell_of_scripts (self);
  exm_setup_choose_target (self);
  if (comparison->again && change.n_pages > 0)
    tell_of_fall (self, &change);
  exm_setup_notify_counts (self);
  if (comparison->again && change.n_pages > 0)
    g_signal_emit_by_name (self, "rechecked", change.before / change.n_pages,
                           change.after / change.n_pages, change.n_added,
                           change.n_removed);
}

static void
compare (ExmSetup *self, GPtrArray *items, gboolean again)
{
  const ExmTaskFields *fields = &self->proposal->fields;
  const ExmExtractOptions options = {
    .method = fields->method,
    .parameters = fields->parameters,
    .sensitivity = fields->sensitivity,
  };
  g_autofree ExmCheckExample *examples = g_new (ExmCheckExample, fields->examples->len);
  Comparison *comparison = g_new0 (Comparison, 1);

  if (self->comparing == NULL)
    self->comparing = g_cancellable_new ();
  comparison->setup = g_object_ref (self);
  comparison->generation = self->generation;
  comparison->again = again;
  for (guint i = 0; i < fields->examples->len; i++)
    {
      examples[i].bytes = exm_setup_get_example (self, i, &examples[i].hints);
      examples[i].region_text
          = g_array_index (fields->examples, ExmTaskExample, i).region_text;
    }
  exm_setup_check_async (exm_session_get_engine (self->session), examples,
                         fields->examples->len, &options, items, self->comparing,
                         on_compared, comparison);
}

void
exm_setup_recheck (ExmSetup *self)
{
  GListModel *list = G_LIST_MODEL (self->pages);
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  self->generation++;
  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, i);
      if (exm_page_item_get_outcome (item)->target != NULL)
        g_ptr_array_add (items, g_steal_pointer (&item));
    }
  if (items->len > 0)
    compare (self, items, TRUE);
}

/* A page that is on its way. */
typedef struct
{
  ExmSetup *setup;           /* (owned) */
  ExmPageItem *item;         /* (owned) */
  GCancellable *cancellable; /* (owned) */
} Fetch;

static void
fetch_free (Fetch *self)
{
  g_object_unref (self->setup);
  g_object_unref (self->item);
  g_object_unref (self->cancellable);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fetch, fetch_free)

static void
take_fetched (ExmSetup *self, ExmPageItem *item, const ExmFetched *fetched)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  g_autofree char *record = exm_fetched_write_record (fetched);
  exm_page_item_set_bytes (item, fetched->body, fetched->final_url, fetched->charset);
  exm_page_item_set_record (item, record);
  g_ptr_array_add (items, g_object_ref (item));
  compare (self, items, FALSE);
  g_signal_emit_by_name (self, "page-ready", item);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Fetch) fetch = data;
  ExmSetup *self = fetch->setup;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, NULL, &error);

  if (g_cancellable_is_cancelled (fetch->cancellable))
    return;
  self->fetch_under_way = FALSE;
  self->fetched_usec = g_get_monotonic_time ();
  self->n_fetched++;
  if (fetched != NULL)
    take_fetched (self, fetch->item, fetched);
  else
    {
      g_auto (ExmPageOutcome) outcome = { .mark = EXM_PAGE_FAIL };
      outcome.message = g_strdup (error->message);
      exm_page_item_take_outcome (fetch->item, &outcome);
      exm_setup_choose_target (self);
      exm_setup_notify_counts (self);
    }
  exm_setup_fetch_next (self);
}

static void
fetch_now (ExmSetup *self)
{
  const ExmTaskFields *fields = &self->proposal->fields;
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  ExmWorker *worker = exm_session_get_worker (self->session);
  Fetch *fetch = g_new0 (Fetch, 1);

  if (self->fetching == NULL)
    self->fetching = g_cancellable_new ();
  fetch->setup = g_object_ref (self);
  fetch->item = g_list_model_get_item (G_LIST_MODEL (self->pages), self->n_fetched);
  fetch->cancellable = g_object_ref (self->fetching);
  const ExmWorkerFetch wanted = {
    .url = exm_page_item_get_url (fetch->item),
    .user_agent = fields->user_agent,
    .timeout_ms = fields->timeout_ms,
    .private_hosts = (const char *const *) hosts,
    .rendered = fields->rendered,
    .keep = TRUE,
  };
  self->fetch_under_way = TRUE;
  exm_page_item_set_busy (fetch->item);
  exm_setup_notify_counts (self);
  exm_worker_fetch_async (worker, &wanted, self->fetching, on_fetched, fetch);
}

static gboolean
on_delay_over (gpointer data)
{
  ExmSetup *self = EXM_SETUP (data);

  self->delay_id = 0;
  fetch_now (self);
  return G_SOURCE_REMOVE;
}

/* Pages that are there already are not asked for again. */
static void
skip_fetched (ExmSetup *self)
{
  while (self->n_fetched < self->n_wanted)
    {
      g_autoptr (ExmPageItem) item
          = g_list_model_get_item (G_LIST_MODEL (self->pages), self->n_fetched);
      const char *url, *http_charset;
      if (exm_page_item_get_bytes (item, &url, &http_charset) == NULL)
        return;
      self->n_fetched++;
    }
}

void
exm_setup_fetch_next (ExmSetup *self)
{
  gint64 rest_ms;

  if (!self->fetch_under_way && self->delay_id == 0)
    skip_fetched (self);
  if (self->fetch_under_way || self->delay_id != 0 || self->n_fetched >= self->n_wanted
      || exm_session_get_worker (self->session) == NULL)
    return;
  /* One host or several: nobody is asked faster than the task will ask. */
  rest_ms = (gint64) self->proposal->fields.delay_ms
            - (g_get_monotonic_time () - self->fetched_usec) / 1000;
  if (self->fetched_usec == 0 || rest_ms <= 0)
    fetch_now (self);
  else
    self->delay_id = g_timeout_add ((guint) rest_ms, on_delay_over, self);
}

void
exm_setup_check (ExmSetup *self)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->stage == EXM_SETUP_READY);

  self->choosing = FALSE;
  self->n_wanted = g_list_model_get_n_items (G_LIST_MODEL (self->pages));
  /* Those that could not be fetched are tried again. */
  if (!self->fetch_under_way && self->delay_id == 0)
    self->n_fetched = 0;
  exm_setup_notify_counts (self);
  exm_setup_fetch_next (self);
}

gboolean
exm_setup_is_checking (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  return self->n_fetched < self->n_wanted;
}

gboolean
exm_setup_is_choosing (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);
  return self->choosing;
}

ExmPageItem *
exm_setup_get_fallen (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), NULL);
  return self->fallen;
}
