/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pages the workbench shows: a task's example and its articles' stored pages, those
 * of a set-up, or one that the operator asks for. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page-private.h"
#include "fetch/exm-address.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#include <glib/gi18n-lib.h>

/* What an operation that went on without its page finds. */
typedef struct
{
  GWeakRef page;
  GCancellable *cancellable; /* (owned) */
} Call;

static Call *
begin_call (ExmWorkbenchPage *self, GCancellable **slot)
{
  Call *call = g_new0 (Call, 1);

  g_cancellable_cancel (*slot);
  g_clear_object (slot);
  *slot = g_cancellable_new ();
  call->cancellable = g_object_ref (*slot);
  g_weak_ref_init (&call->page, self);
  return call;
}

/* Returns: (transfer full) (nullable): the page, if it still waits for this */
static ExmWorkbenchPage *
end_call (gpointer data)
{
  Call *call = data;
  ExmWorkbenchPage *self = g_weak_ref_get (&call->page);

  if (self != NULL && g_cancellable_is_cancelled (call->cancellable))
    g_clear_object (&self);
  g_weak_ref_clear (&call->page);
  g_object_unref (call->cancellable);
  g_free (call);
  return self;
}

static void
stop (GCancellable **slot)
{
  g_cancellable_cancel (*slot);
  g_clear_object (slot);
}

/* The target */

static void
stop_page (ExmWorkbenchPage *self)
{
  stop (&self->page_loading);
  exm_page_pane_set_fetching (self->target, FALSE);
}

static void
show_no_target (ExmWorkbenchPage *self)
{
  exm_page_pane_show_status (self->target, "document-open-symbolic", _ ("No article yet"),
                             _ ("Paste an article address above, or run the task: its "
                                "newest article opens here."),
                             FALSE, NULL);
}

/* What is stored of the target may have changed, or there is another one. */
static void
tell_stored (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;

  exm_inspector_set_stored (
      self->inspector,
      self->session != NULL ? exm_session_get_reader (self->session) : NULL,
      page != NULL ? page->article_id : 0, page != NULL ? page->hash : NULL);
}

static void
take_target (ExmWorkbenchPage *self, ExmBenchPage *page)
{
  const ExmPageHints hints = { .url = page->url, .http_charset = page->http_charset };

  g_clear_pointer (&self->target_page, exm_bench_page_free);
  self->target_page = page;
  /* What was said on the page before cannot be undone on this one. */
  self->affects_lasting = self->affects_lasting || self->counting != NULL;
  self->wanted_article = page->article_id;
  self->labels_lean = page->labels != NULL && page->labels->len > 0;
  tell_stored (self);
  exm_page_pane_set_address (self->target, page->url);
  exm_analysis_set_target (self->analysis, page->bytes,
                           page->bytes != NULL ? &hints : NULL);
  exm_analysis_set_target_lore (self->analysis, page->labels, page->bias, page->site);
  exm_analysis_set_target_sibling (self->analysis, page->sibling, page->sibling_url);
  exm_workbench_update_right (self);
}

static ExmBenchPage *
make_page (GBytes *bytes, const char *url, const char *http_charset)
{
  ExmBenchPage *page = g_new0 (ExmBenchPage, 1);

  page->bytes = g_bytes_ref (bytes);
  page->url = g_strdup (url);
  page->http_charset = g_strdup (http_charset);
  return page;
}

gboolean
exm_workbench_shows_wanted (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;

  return self->wanted_article == (page != NULL ? page->article_id : 0);
}

/* What was asked for last is given up: the page that is shown is the wanted one again. */
static void
want_shown (ExmWorkbenchPage *self)
{
  if (exm_workbench_shows_wanted (self))
    return;
  self->wanted_article = self->target_page != NULL ? self->target_page->article_id : 0;
  exm_workbench_select_quietly (self, GTK_INVALID_LIST_POSITION);
  exm_workbench_select_wanted (self);
}

static void
on_article_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = end_call (data);
  g_autoptr (GError) error = NULL;
  ExmBenchPage *page = exm_bench_page_load_finish (result, &error);

  if (self == NULL)
    {
      g_clear_pointer (&page, exm_bench_page_free);
      return;
    }
  if (page != NULL)
    {
      take_target (self, page);
      exm_workbench_select_wanted (self);
      if (page->bytes == NULL)
        exm_workbench_show_missing (self);
    }
  else
    exm_page_pane_show_status (self->target, "dialog-error-symbolic",
                               _ ("The stored page cannot be read"), error->message,
                               self->wanted_url != NULL, NULL);
}

void
exm_workbench_load_article (ExmWorkbenchPage *self, gint64 id)
{
  stop_page (self);
  Call *call = begin_call (self, &self->page_loading);
  self->wanted_article = id;
  exm_page_pane_set_loading (self->target, TRUE);
  exm_bench_page_load_async (exm_session_get_reader (self->session), id,
                             call->cancellable, on_article_loaded, call);
}

static void
forget_pages (ExmWorkbenchPage *self)
{
  exm_workbench_select_quietly (self, GTK_INVALID_LIST_POSITION);
  if (gtk_single_selection_get_model (self->pages) != G_LIST_MODEL (self->calm))
    gtk_single_selection_set_model (self->pages, NULL);
  if (self->articles != NULL)
    g_list_store_remove_all (self->articles);
}

void
exm_workbench_unload (ExmWorkbenchPage *self)
{
  stop (&self->task_loading);
  stop_page (self);
  exm_workbench_forget_affected (self);
  self->affects_lasting = FALSE;
  exm_copies_bar_set_task (self->copies_bar, FALSE);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->target_page, exm_bench_page_free);
  g_clear_pointer (&self->wanted_url, g_free);
  self->wanted_article = 0;
  self->example_index = 0;
  g_signal_group_set_target (self->setup_signals, NULL);
  g_clear_object (&self->setup);
  forget_pages (self);
  tell_stored (self);
  if (self->analysis != NULL)
    exm_analysis_clear (self->analysis);
  exm_page_pane_set_address (self->example, NULL);
  exm_page_pane_set_address (self->target, NULL);
  exm_page_pane_show_page (self->example, NULL, NULL);
  exm_page_pane_show_page (self->target, NULL, NULL);
  g_object_set (exm_page_pane_get_view (self->example), "mark-mode", FALSE, NULL);
}

void
exm_workbench_on_selected (ExmWorkbenchPage *self)
{
  ExmPageItem *item = gtk_single_selection_get_selected_item (self->pages);
  const char *url, *http_charset;

  exm_workbench_show_position (self);
  if (item == NULL)
    return;
  stop_page (self);
  GBytes *bytes = exm_page_item_get_bytes (item, &url, &http_charset);
  g_free (self->wanted_url);
  self->wanted_url = g_strdup (exm_page_item_get_url (item));
  exm_page_pane_set_address (self->target, self->wanted_url);
  if (bytes != NULL)
    take_target (self, make_page (bytes, url, http_charset));
  else if (exm_page_item_get_article_id (item) != 0)
    exm_workbench_load_article (self, exm_page_item_get_article_id (item));
  else
    {
      const ExmPageOutcome *outcome = exm_page_item_get_outcome (item);
      exm_analysis_set_target (self->analysis, NULL, NULL);
      exm_page_pane_show_status (self->target, "content-loading-symbolic",
                                 outcome->message != NULL
                                     ? _ ("The page could not be fetched")
                                     : _ ("Not fetched yet"),
                                 outcome->message, outcome->message != NULL, NULL);
    }
}

/* Fetching */

static void
show_fetch_error (ExmWorkbenchPage *self, const char *message)
{
  const ExmBenchPage *kept = self->target_page != NULL && self->target_page->bytes != NULL
                                 ? self->target_page
                                 : NULL;
  gboolean same = kept != NULL && g_strcmp0 (kept->url, self->wanted_url) == 0;
  /* translators: %s is why a page could not be fetched */
  g_autofree char *all = g_strdup_printf (
      _ ("%s\n\nText and curves are still those of the page before."), message);

  exm_page_pane_show_status (self->target, "network-error-symbolic",
                             _ ("The page could not be fetched"),
                             kept == NULL || same ? message : all, TRUE,
                             kept == NULL ? NULL
                             : same       ? _ ("Use Stored _Copy")
                                          : _ ("_Back to the Page Before"));
}

/* Returns: (transfer full) (nullable): the host of the address that is wanted, where the
 * task does not allow it yet */
static char *
dup_new_host (ExmWorkbenchPage *self)
{
  g_autoptr (GUri) uri
      = self->wanted_url != NULL ? exm_url_parse (self->wanted_url, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  const GPtrArray *hosts
      = self->task != NULL ? exm_task_get (self->task)->private_hosts : NULL;

  for (guint i = 0; hosts != NULL && i < hosts->len; i++)
    if (exm_host_equal (g_ptr_array_index (hosts, i), host))
      return NULL;
  return hosts != NULL ? g_strdup (host) : NULL;
}

/* A host of this computer or its network is refused, also where the operator has entered
 * its address: he is asked whether the task may fetch from it. */
static void
show_refusal (ExmWorkbenchPage *self, const GError *error)
{
  g_autofree char *host
      = g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_PRIVATE)
            ? dup_new_host (self)
            : NULL;
  g_autofree char *message = host != NULL ? g_strdup_printf (
                                 /* translators: %s is a host or an IP address */
                                 _ ("“%s” is on this computer or its network. This task "
                                    "fetches from there only "
                                    "if you allow the host."),
                                 host)
                                          : NULL;

  show_fetch_error (self, host != NULL ? message : error->message);
  if (host != NULL)
    exm_page_pane_offer_host (self->target);
}

void
exm_workbench_allow_host (ExmWorkbenchPage *self)
{
  g_autofree char *host = dup_new_host (self);
  g_auto (ExmTaskFields) fields = { 0 };

  if (host == NULL)
    return;
  exm_task_fields_copy (self->task, &fields);
  g_ptr_array_add (fields.private_hosts, g_steal_pointer (&host));
  exm_workbench_save_fields (self, &fields, FALSE);
  exm_workbench_fetch_target (self, self->wanted_url);
}

/* What was asked for by its address is none of the list, unless it is the one that is
 * read once more: the next one is the list's first then, not the second. */
static void
leave_list (ExmWorkbenchPage *self)
{
  ExmPageItem *item = gtk_single_selection_get_selected_item (self->pages);

  if (item != NULL && g_strcmp0 (exm_page_item_get_url (item), self->wanted_url) != 0)
    exm_workbench_select_quietly (self, GTK_INVALID_LIST_POSITION);
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = end_call (data);
  g_autofree char *hash = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, &hash, &error);

  if (self == NULL)
    return;
  exm_page_pane_set_fetching (self->target, FALSE);
  if (fetched == NULL)
    {
      show_refusal (self, error);
      return;
    }
  if (fetched->status < 200 || fetched->status >= 300)
    {
      /* translators: %1$s is an address, %2$u the server's status, %3$s its words */
      g_autofree char *message = g_strdup_printf (
          _ ("%1$s answered %2$u %3$s"), fetched->final_url, fetched->status,
          fetched->reason != NULL ? fetched->reason : "");
      show_fetch_error (self, message);
      return;
    }
  if (exm_workbench_adopt (self, hash))
    return;
  leave_list (self);
  ExmBenchPage *page = make_page (fetched->body, fetched->final_url, fetched->charset);
  page->hash = g_steal_pointer (&hash);
  page->url_key = exm_url_get_key (page->url, NULL);
  if (self->task == NULL || page->url_key == NULL)
    {
      take_target (self, page);
      return;
    }
  Call *call = begin_call (self, &self->page_loading);
  exm_bench_page_load_lore_async (exm_session_get_reader (self->session), self->task_uid,
                                  page, call->cancellable, on_article_loaded, call);
}

void
exm_workbench_fetch_target (ExmWorkbenchPage *self, const char *url)
{
  g_autofree char *wanted = g_strdup (url);

  g_free (self->wanted_url);
  self->wanted_url = g_steal_pointer (&wanted);
  if (exm_session_get_worker (self->session) == NULL)
    {
      show_fetch_error (self,
                        _ ("The worker does not run; stored pages can be looked at"));
      return;
    }
  Call *call = begin_call (self, &self->page_loading);
  exm_page_pane_set_fetching (self->target, TRUE);
  exm_session_fetch_async (self->session, self->task, self->wanted_url, call->cancellable,
                           on_fetched, call);
}

void
exm_workbench_show_stored (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;

  if (page == NULL)
    return;
  want_shown (self);
  if (page->bytes == NULL)
    {
      g_autofree char *url = g_strdup (page->url);
      exm_workbench_fetch_target (self, url);
      return;
    }
  exm_page_pane_set_address (self->target, page->url);
  exm_page_pane_show_page (self->target, exm_analysis_get_page (self->analysis),
                           page->url);
}

/* What was there before it began is there again. */
void
exm_workbench_stop_fetch (ExmWorkbenchPage *self)
{
  stop_page (self);
  want_shown (self);
  g_clear_pointer (&self->wanted_url, g_free);
  if (self->target_page == NULL)
    {
      exm_page_pane_set_address (self->target, NULL);
      show_no_target (self);
      return;
    }
  self->wanted_url = g_strdup (self->target_page->url);
  if (self->target_page->bytes == NULL)
    exm_workbench_show_missing (self);
  else if (exm_analysis_get_page (self->analysis) != NULL)
    exm_workbench_show_stored (self);
}

/* A task */

static void
show_examples (ExmWorkbenchPage *self, const ExmBenchTask *bench)
{
  const ExmTaskFields *fields = exm_task_get (bench->task);

  for (guint i = 0; i < bench->examples->len; i++)
    {
      const ExmTaskExample *example
          = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmPageHints hints
          = { example->url, example->http_charset, example->charset };
      GBytes *bytes = g_ptr_array_index (bench->examples, i);
      if (i == 0)
        exm_page_pane_set_address (self->example, example->url);
      if (bytes != NULL)
        exm_analysis_add_example (self->analysis, bytes, &hints, example->region_text);
    }
  if (exm_analysis_get_n_examples (self->analysis) == 0)
    exm_page_pane_show_status (
        self->example, "dialog-warning-symbolic", _ ("No example"),
        _ ("The page is not stored. Open an article and use it as the example."), FALSE,
        NULL);
}

/* The task may have been changed elsewhere; what is marked here is stored into what it is
 * now. */
static void
take_task (ExmWorkbenchPage *self, ExmTask *task)
{
  const ExmTaskFields *old = exm_task_get (self->task), *new = exm_task_get (task);

  if (g_strcmp0 (old->method, new->method) != 0
      || g_strcmp0 (old->parameters, new->parameters) != 0)
    exm_analysis_set_method (self->analysis, new->method, new->parameters);
  exm_analysis_set_models (self->analysis, new->models);
  if (old->sensitivity != new->sensitivity)
    exm_analysis_set_sensitivity (self->analysis, new->sensitivity);
  exm_task_unref (self->task);
  self->task = exm_task_ref (task);
}

static void
on_articles_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = end_call (data);
  g_autoptr (ExmBenchTask) bench = exm_bench_task_load_finish (result, NULL);

  if (self == NULL || bench == NULL || self->task == NULL)
    return;
  take_task (self, bench->task);
  exm_workbench_take_articles (self, bench->articles);
  tell_stored (self);
}

void
exm_workbench_reload_articles (ExmWorkbenchPage *self)
{
  if (self->task == NULL)
    return;
  Call *call = begin_call (self, &self->task_loading);
  exm_bench_task_load_async (exm_session_get_reader (self->session), self->task_uid,
                             call->cancellable, on_articles_loaded, call);
}

static void
on_task_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = end_call (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchTask) bench = exm_bench_task_load_finish (result, &error);

  if (self == NULL)
    return;
  if (bench == NULL)
    {
      exm_page_pane_show_status (self->example, "dialog-error-symbolic",
                                 _ ("The task cannot be read"), error->message, TRUE,
                                 NULL);
      return;
    }
  g_clear_pointer (&self->task, exm_task_unref);
  self->task = exm_task_ref (bench->task);
  exm_copies_bar_set_task (self->copies_bar, TRUE);
  exm_page_pane_set_private_hosts (self->example,
                                   exm_task_get (self->task)->private_hosts);
  exm_page_pane_set_private_hosts (self->target,
                                   exm_task_get (self->task)->private_hosts);
  exm_analysis_set_method (self->analysis, exm_task_get (self->task)->method,
                           exm_task_get (self->task)->parameters);
  exm_analysis_set_models (self->analysis, exm_task_get (self->task)->models);
  exm_workbench_tell_of_model (self);
  exm_analysis_set_sensitivity (self->analysis, exm_task_get (self->task)->sensitivity);
  show_examples (self, bench);
  if (bench->articles->len == 0)
    show_no_target (self);
  exm_workbench_take_articles (self, bench->articles);
}

void
exm_workbench_load_task (ExmWorkbenchPage *self)
{
  exm_workbench_unload (self);
  if (self->task_uid == NULL || self->session == NULL)
    return;
  Call *call = begin_call (self, &self->task_loading);
  exm_page_pane_set_loading (self->example, TRUE);
  exm_bench_task_load_async (exm_session_get_reader (self->session), self->task_uid,
                             call->cancellable, on_task_loaded, call);
}

/* A set-up */

void
exm_workbench_load_setup (ExmWorkbenchPage *self)
{
  exm_analysis_clear (self->analysis);
  g_clear_pointer (&self->target_page, exm_bench_page_free);
  if (exm_setup_get_n_examples (self->setup) == 0)
    return;
  exm_analysis_set_method (self->analysis, exm_setup_get_fields (self->setup)->method,
                           exm_setup_get_fields (self->setup)->parameters);
  exm_analysis_set_models (self->analysis, NULL);
  exm_workbench_load_setup_examples (self);
  /* The first step is a click on it. */
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->example));
  gtk_single_selection_set_model (self->pages, exm_setup_get_pages (self->setup));
  g_object_set (exm_page_pane_get_view (self->example), "mark-mode", TRUE, NULL);
}
