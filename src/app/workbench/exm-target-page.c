/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-target-page.h"

#include "app/workbench/exm-pending-call.h"
#include "fetch/exm-address.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#include <glib/gi18n-lib.h>

struct _ExmTargetPage
{
  GObject parent_instance;

  ExmWorkbenchTask *task; /* (owned) */
  ExmAnalysis *analysis;  /* (owned) */
  ExmPagePane *pane;      /* (unowned) (nullable) */
  ExmBenchPage *page;     /* (owned) (nullable): the analysis has it as target */
  char *wanted_url;       /* (owned) (nullable): what is fetched, or was last */
  gint64 wanted;          /* article that is shown or on its way, or 0 */
  GCancellable *loading;  /* (owned) (nullable) */
  gint64 line_id;         /* the article in which a line is to be shown, or 0 */
  guint line;
};

enum
{
  CHANGED,
  LOADED,
  GIVEN_UP,
  FETCHED,
  REFETCHED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmTargetPage, exm_target_page, G_TYPE_OBJECT)

static void
stop (ExmTargetPage *self)
{
  exm_pending_call_stop (&self->loading);
  exm_page_pane_set_fetching (self->pane, FALSE);
}

/* @url: (nullable) */
static void
set_wanted_url (ExmTargetPage *self, const char *url)
{
  char *copy = g_strdup (url);

  g_free (self->wanted_url);
  self->wanted_url = copy;
}

void
exm_target_page_show_none (ExmTargetPage *self)
{
  exm_page_pane_show_status (self->pane, "document-open-symbolic", _ ("No article yet"),
                             _ ("Paste an article address above, or run the task: its "
                                "newest article opens here."),
                             FALSE, NULL);
}

/* The article is kept, and so are the labels of its lines: they wait for a page that is
 * fetched in place of the lost one. */
static void
show_missing (ExmTargetPage *self)
{
  const ExmBenchPage *page = self->page;
  guint n_labels = page->labels != NULL ? page->labels->len : 0;
  g_autofree char *words
      = n_labels > 0
            /* translators: %s is the cause */
            ? g_strdup_printf (
                _ ("%s\n\nThe article’s text is kept, and so are your marks: "
                   "they hold again once the page is fetched."),
                page->missing)
            /* translators: %s is the cause */
            : g_strdup_printf (
                _ ("%s\n\nThe article’s text is kept. Fetch the page again "
                   "to see why it is as it is, or to correct it."),
                page->missing);

  set_wanted_url (self, page->url);
  exm_page_pane_show_status (self->pane, "dialog-warning-symbolic",
                             _ ("The Stored Page Is Missing"), words, FALSE,
                             _ ("_Fetch Again"));
}

/* @page: (transfer full) */
static void
take (ExmTargetPage *self, ExmBenchPage *page)
{
  g_clear_pointer (&self->page, exm_bench_page_free);
  self->page = page;
  self->wanted = page->article_id;
  g_signal_emit (self, signals[CHANGED], 0);
  exm_page_pane_set_address (self->pane, page->url);
  exm_bench_page_show (page, self->analysis);
  g_signal_emit (self, signals[LOADED], 0);
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
exm_target_page_shows_wanted (ExmTargetPage *self)
{
  return self->wanted == (self->page != NULL ? self->page->article_id : 0);
}

static void
want_shown (ExmTargetPage *self)
{
  if (exm_target_page_shows_wanted (self))
    return;
  self->wanted = self->page != NULL ? self->page->article_id : 0;
  g_signal_emit (self, signals[GIVEN_UP], 0);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTargetPage) self = exm_pending_call_end (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchPage) page = exm_bench_page_load_finish (result, &error);

  if (self == NULL)
    return;
  if (page == NULL)
    {
      exm_page_pane_show_status (self->pane, "dialog-error-symbolic",
                                 _ ("The stored page cannot be read"), error->message,
                                 self->wanted_url != NULL, NULL);
      return;
    }
  take (self, g_steal_pointer (&page));
  if (self->page->bytes == NULL)
    show_missing (self);
}

void
exm_target_page_load_article (ExmTargetPage *self, gint64 id)
{
  ExmSession *session = exm_workbench_task_get_session (self->task);

  if (session == NULL || self->pane == NULL)
    return;
  stop (self);
  ExmPendingCall *call = exm_pending_call_new (self, &self->loading);
  self->wanted = id;
  exm_page_pane_set_loading (self->pane, TRUE);
  exm_bench_page_load_async (exm_session_get_reader (session), id, call->cancellable,
                             on_loaded, call);
}

static gboolean
is_page_loaded (ExmTargetPage *self)
{
  ExmPageViewState state = EXM_PAGE_VIEW_EMPTY;

  if (self->pane != NULL)
    g_object_get (exm_page_pane_get_view (self->pane), "state", &state, NULL);
  return state == EXM_PAGE_VIEW_LOADED;
}

/* Makes the line that is waited for the current one, once it can be seen. */
static void
show_line (ExmTargetPage *self)
{
  guint n_lines;

  if (self->line_id == 0 || self->page == NULL || self->page->article_id != self->line_id
      || self->wanted != self->line_id || exm_analysis_get_busy (self->analysis)
      || exm_analysis_get_result (self->analysis) == NULL || !is_page_loaded (self))
    return;
  self->line_id = 0;
  exm_page_text_get_lines (exm_analysis_get_page (self->analysis), &n_lines);
  if (self->line < n_lines)
    exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), self->line);
}

void
exm_target_page_want_line (ExmTargetPage *self, gint64 id, guint line)
{
  self->line_id = line != EXM_NONE ? id : 0;
  self->line = line;
  show_line (self);
}

void
exm_target_page_show_item (ExmTargetPage *self, ExmPageItem *item)
{
  const char *url, *http_charset;
  GBytes *bytes = exm_page_item_get_bytes (item, &url, &http_charset);

  stop (self);
  set_wanted_url (self, exm_page_item_get_url (item));
  exm_page_pane_set_address (self->pane, self->wanted_url);
  if (bytes != NULL)
    take (self, make_page (bytes, url, http_charset));
  else if (exm_page_item_get_article_id (item) != 0)
    exm_target_page_load_article (self, exm_page_item_get_article_id (item));
  else
    {
      const ExmPageOutcome *outcome = exm_page_item_get_outcome (item);
      exm_analysis_set_target (self->analysis, NULL, NULL);
      exm_page_pane_show_status (self->pane, "content-loading-symbolic",
                                 outcome->message != NULL
                                     ? _ ("The page could not be fetched")
                                     : _ ("Not fetched yet"),
                                 outcome->message, outcome->message != NULL, NULL);
    }
}

/* Fetching */

static void
show_fetch_error (ExmTargetPage *self, const char *message)
{
  const ExmBenchPage *kept
      = self->page != NULL && self->page->bytes != NULL ? self->page : NULL;
  gboolean same = kept != NULL && g_strcmp0 (kept->url, self->wanted_url) == 0;
  /* translators: %s is why a page could not be fetched */
  g_autofree char *all = g_strdup_printf (
      _ ("%s\n\nText and curves are still those of the page before."), message);

  exm_page_pane_show_status (self->pane, "network-error-symbolic",
                             _ ("The page could not be fetched"),
                             kept == NULL || same ? message : all, TRUE,
                             kept == NULL ? NULL
                             : same       ? _ ("Use Stored _Copy")
                                          : _ ("_Back to the Page Before"));
}

/* Returns: (transfer full) (nullable): the host of the address that is wanted, where the
 * task does not allow it yet */
static char *
dup_new_host (ExmTargetPage *self)
{
  ExmTask *task = exm_workbench_task_get (self->task);
  g_autoptr (GUri) uri
      = self->wanted_url != NULL ? exm_url_parse (self->wanted_url, NULL) : NULL;
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;
  const GPtrArray *hosts = task != NULL ? exm_task_get (task)->private_hosts : NULL;

  for (guint i = 0; hosts != NULL && i < hosts->len; i++)
    if (exm_host_equal (g_ptr_array_index (hosts, i), host))
      return NULL;
  return hosts != NULL ? g_strdup (host) : NULL;
}

/* A host of this computer or its network is refused, also where the operator has entered
 * its address: he is asked whether the task may fetch from it. */
static void
show_refusal (ExmTargetPage *self, const GError *error)
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
    exm_page_pane_offer_host (self->pane);
}

void
exm_target_page_allow_host (ExmTargetPage *self)
{
  g_autofree char *host = dup_new_host (self);
  g_autofree char *url = g_strdup (self->wanted_url);

  if (host == NULL)
    return;
  exm_workbench_task_allow_host (self->task, host);
  exm_target_page_fetch (self, url);
}

/* Returns: whether a page takes the place of the lost one that is shown */
static gboolean
is_refetch (ExmTargetPage *self, const char *hash)
{
  const ExmBenchPage *lost = self->page;

  return lost != NULL && lost->missing != NULL && hash != NULL
         && g_strcmp0 (lost->url, self->wanted_url) == 0;
}

static void
on_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmTargetPage) self = exm_pending_call_end (data);
  g_autofree char *hash = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, &hash, &error);

  if (self == NULL)
    return;
  exm_page_pane_set_fetching (self->pane, FALSE);
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
  if (is_refetch (self, hash))
    {
      g_signal_emit (self, signals[REFETCHED], 0, hash);
      return;
    }
  g_signal_emit (self, signals[FETCHED], 0);
  ExmBenchPage *page = make_page (fetched->body, fetched->final_url, fetched->charset);
  page->hash = g_steal_pointer (&hash);
  page->url_key = exm_url_get_key (page->url, NULL);
  if (exm_workbench_task_get (self->task) == NULL || page->url_key == NULL)
    {
      take (self, page);
      return;
    }
  ExmPendingCall *call = exm_pending_call_new (self, &self->loading);
  exm_bench_page_load_lore_async (
      exm_session_get_reader (exm_workbench_task_get_session (self->task)),
      exm_workbench_task_get_uid (self->task), page, call->cancellable, on_loaded, call);
}

void
exm_target_page_fetch (ExmTargetPage *self, const char *url)
{
  ExmSession *session = exm_workbench_task_get_session (self->task);

  set_wanted_url (self, url);
  if (exm_session_get_worker (session) == NULL)
    {
      show_fetch_error (self,
                        _ ("The worker does not run; stored pages can be looked at"));
      return;
    }
  ExmPendingCall *call = exm_pending_call_new (self, &self->loading);
  exm_page_pane_set_fetching (self->pane, TRUE);
  exm_session_fetch_async (session, exm_workbench_task_get (self->task), self->wanted_url,
                           call->cancellable, on_fetched, call);
}

static void
reload (ExmTargetPage *self)
{
  if (self->wanted_url != NULL)
    exm_target_page_fetch (self, self->wanted_url);
}

/* Shows the page that was there before a fetch failed. */
static void
show_stored (ExmTargetPage *self)
{
  const ExmBenchPage *page = self->page;

  if (page == NULL)
    return;
  want_shown (self);
  if (page->bytes == NULL)
    {
      exm_target_page_fetch (self, page->url);
      return;
    }
  exm_page_pane_set_address (self->pane, page->url);
  exm_page_pane_show_page (self->pane, exm_analysis_get_page (self->analysis), page->url);
}

static void
set_charset (ExmTargetPage *self, const char *charset)
{
  exm_analysis_set_target_charset (self->analysis, charset);
}

/* Gives the fetch up; the page before it stays. */
static void
stop_fetch (ExmTargetPage *self)
{
  stop (self);
  want_shown (self);
  set_wanted_url (self, self->page != NULL ? self->page->url : NULL);
  if (self->page == NULL)
    {
      exm_page_pane_set_address (self->pane, NULL);
      exm_target_page_show_none (self);
    }
  else if (self->page->bytes == NULL)
    show_missing (self);
  else if (exm_analysis_get_page (self->analysis) != NULL)
    show_stored (self);
}

ExmBenchPage *
exm_target_page_get (ExmTargetPage *self)
{
  return self->page;
}

const char *
exm_target_page_get_wanted_url (ExmTargetPage *self)
{
  return self->wanted_url;
}

gint64
exm_target_page_get_wanted (ExmTargetPage *self)
{
  return self->wanted;
}

gboolean
exm_target_page_is_idle (ExmTargetPage *self)
{
  return self->page == NULL && self->loading == NULL;
}

void
exm_target_page_drop (ExmTargetPage *self)
{
  g_clear_pointer (&self->page, exm_bench_page_free);
}

void
exm_target_page_clear (ExmTargetPage *self)
{
  stop (self);
  exm_target_page_drop (self);
  g_clear_pointer (&self->wanted_url, g_free);
  self->wanted = 0;
}

void
exm_target_page_close (ExmTargetPage *self)
{
  exm_pending_call_stop (&self->loading);
  self->pane = NULL;
}

static void
exm_target_page_finalize (GObject *object)
{
  ExmTargetPage *self = EXM_TARGET_PAGE (object);

  exm_pending_call_stop (&self->loading);
  exm_target_page_drop (self);
  g_free (self->wanted_url);
  g_object_unref (self->task);
  g_object_unref (self->analysis);
  G_OBJECT_CLASS (exm_target_page_parent_class)->finalize (object);
}

static void
exm_target_page_class_init (ExmTargetPageClass *class)
{
  static const char *const names[] = { "changed", "loaded", "given-up", "fetched" };

  G_OBJECT_CLASS (class)->finalize = exm_target_page_finalize;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    signals[i] = g_signal_new (names[i], EXM_TYPE_TARGET_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                               NULL, NULL, G_TYPE_NONE, 0);
  signals[REFETCHED] = g_signal_new ("refetched", EXM_TYPE_TARGET_PAGE, G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
exm_target_page_init (ExmTargetPage *self)
{
}

static void
connect_pane (ExmTargetPage *self)
{
  static const struct
  {
    const char *signal;
    GCallback callback;
  } links[] = {
    { "address-entered", G_CALLBACK (exm_target_page_fetch) },
    { "reload-asked", G_CALLBACK (reload) },
    { "retry-asked", G_CALLBACK (reload) },
    { "stored-asked", G_CALLBACK (show_stored) },
    { "stop-asked", G_CALLBACK (stop_fetch) },
    { "charset-chosen", G_CALLBACK (set_charset) },
  };

  for (guint i = 0; i < G_N_ELEMENTS (links); i++)
    g_signal_connect_object (self->pane, links[i].signal, links[i].callback, self,
                             G_CONNECT_SWAPPED);
}

ExmTargetPage *
exm_target_page_new (ExmWorkbenchTask *task, ExmAnalysis *analysis, ExmPagePane *pane)
{
  ExmTargetPage *self = g_object_new (EXM_TYPE_TARGET_PAGE, NULL);

  self->task = g_object_ref (task);
  self->analysis = g_object_ref (analysis);
  self->pane = pane;
  connect_pane (self);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (show_line), self,
                           G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "notify::busy", G_CALLBACK (show_line), self,
                           G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_object (exm_page_pane_get_view (pane), "loaded",
                           G_CALLBACK (show_line), self,
                           G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  return self;
}
