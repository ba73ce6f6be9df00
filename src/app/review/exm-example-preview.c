/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-example-preview.h"

#include "app/analysis/exm-bench-load.h"
#include "fetch/exm-url-key.h"

struct _ExmExamplePreview
{
  GObject parent_instance;

  ExmSession *session;       /* (owned) */
  ExmHealing *healing;       /* (owned) */
  ExmBenchTask *bench;       /* (owned) (nullable): until the task is read */
  ExmBenchPage *page;        /* (owned) (nullable): the proposed one, once it is read */
  ExmAnalysis *old;          /* (owned) */
  ExmAnalysis *proposed;     /* (owned) */
  GCancellable *cancellable; /* (owned): of all that is read */
  char *message;             /* (owned) (nullable) */
  guint index;               /* of the example that is shown, among those of @old */
};

enum
{
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmExamplePreview, exm_example_preview, G_TYPE_OBJECT)

static void
fail (ExmExamplePreview *self, const GError *error)
{
  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  g_free (self->message);
  self->message = g_strdup (error->message);
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The task's own example, which is compared with an article that fits, or with the
 * proposed page where there is none. */

static void
on_old_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmExamplePreview) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchPage) page = exm_bench_page_load_finish (result, &error);

  if (page == NULL)
    {
      fail (self, error);
      return;
    }
  if (page->sibling == NULL)
    {
      page->sibling = g_bytes_ref (self->page->bytes);
      page->sibling_url = g_strdup (self->page->url);
    }
  exm_bench_page_show (page, self->old);
}

static void
read_old (ExmExamplePreview *self)
{
  const ExmTaskFields *fields = exm_task_get (self->bench->task);
  guint n = exm_analysis_get_n_examples (self->old), i = self->bench->examples->len;

  if (n == 0 || exm_analysis_get_target_bytes (self->old) != NULL)
    return;
  while (g_ptr_array_index (self->bench->examples, --i) == NULL)
    ;
  const ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, i);
  ExmBenchPage *page = g_new0 (ExmBenchPage, 1);
  page->bytes = g_bytes_ref (g_ptr_array_index (self->bench->examples, i));
  page->url = g_strdup (example->url);
  page->url_key = exm_url_get_key (example->url, NULL);
  page->http_charset = g_strdup (example->http_charset);
  self->index = n - 1;
  exm_bench_page_load_lore_async (exm_session_get_reader (self->session), fields->uid,
                                  page, self->cancellable, on_old_read,
                                  g_object_ref (self));
}

/* The proposed page, which is compared with one that looks like it: a good article by
 * then. */

static void
show_proposed (ExmExamplePreview *self)
{
  const ExmBenchPage *page = self->page;
  const ExmPageHints hints = { .url = page->url, .http_charset = page->http_charset };

  exm_bench_task_set_up (self->bench, self->proposed);
  exm_analysis_add_example (self->proposed, page->bytes, &hints, NULL);
  exm_bench_page_show (page, self->proposed);
  read_old (self);
}

static void
on_like_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmExamplePreview) self = data;
  g_autoptr (ExmBenchPage) like = exm_bench_page_load_finish (result, NULL);

  if (g_cancellable_is_cancelled (self->cancellable) || self->page == NULL
      || self->page->article_id != exm_healing_get_article (self->healing))
    return;
  /* Without it the page is extracted alone. */
  if (like != NULL && like->bytes != NULL)
    {
      g_clear_pointer (&self->page->sibling, g_bytes_unref);
      g_free (self->page->sibling_url);
      self->page->sibling = g_bytes_ref (like->bytes);
      self->page->sibling_url = g_strdup (like->url);
    }
  show_proposed (self);
}

static void
on_proposed_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmExamplePreview) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchPage) page = exm_bench_page_load_finish (result, &error);

  /* Another one may be asked for meanwhile. */
  if (page != NULL && page->article_id != exm_healing_get_article (self->healing))
    return;
  if (page != NULL && page->bytes == NULL)
    error
        = g_error_new_literal (EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND, page->missing);
  if (error != NULL)
    {
      fail (self, error);
      return;
    }
  g_clear_pointer (&self->page, exm_bench_page_free);
  self->page = g_steal_pointer (&page);
  if (exm_healing_get_like (self->healing) != 0)
    exm_bench_page_load_async (exm_session_get_reader (self->session),
                               exm_healing_get_like (self->healing), self->cancellable,
                               on_like_read, g_object_ref (self));
  else
    show_proposed (self);
}

static void
read_proposed (ExmExamplePreview *self)
{
  exm_bench_page_load_async (exm_session_get_reader (self->session),
                             exm_healing_get_article (self->healing), self->cancellable,
                             on_proposed_read, g_object_ref (self));
}

/* The task */

static void
on_task_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmExamplePreview) self = data;
  g_autoptr (GError) error = NULL;

  self->bench = exm_bench_task_load_finish (result, &error);
  if (self->bench == NULL)
    {
      fail (self, error);
      return;
    }
  exm_bench_task_set_up (self->bench, self->old);
  read_proposed (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
on_chosen (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmExamplePreview) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_healing_finish (self->healing, result, &error))
    {
      fail (self, error);
      return;
    }
  exm_bench_task_load_async (exm_session_get_reader (self->session),
                             exm_healing_get_uid (self->healing), self->cancellable,
                             on_task_read, g_object_ref (self));
}

static void
exm_example_preview_dispose (GObject *object)
{
  ExmExamplePreview *self = EXM_EXAMPLE_PREVIEW (object);

  g_clear_object (&self->healing);
  g_clear_object (&self->old);
  g_clear_object (&self->proposed);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_example_preview_parent_class)->dispose (object);
}

static void
exm_example_preview_finalize (GObject *object)
{
  ExmExamplePreview *self = EXM_EXAMPLE_PREVIEW (object);

  g_clear_pointer (&self->bench, exm_bench_task_free);
  g_clear_pointer (&self->page, exm_bench_page_free);
  g_object_unref (self->cancellable);
  g_free (self->message);
  G_OBJECT_CLASS (exm_example_preview_parent_class)->finalize (object);
}

static void
exm_example_preview_class_init (ExmExamplePreviewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = exm_example_preview_dispose;
  object_class->finalize = exm_example_preview_finalize;
  signals[CHANGED] = g_signal_new ("changed", EXM_TYPE_EXAMPLE_PREVIEW, G_SIGNAL_RUN_LAST,
                                   0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_example_preview_init (ExmExamplePreview *self)
{
  self->cancellable = g_cancellable_new ();
}

ExmExamplePreview *
exm_example_preview_new (ExmSession *session, const char *uid)
{
  ExmExamplePreview *self = g_object_new (EXM_TYPE_EXAMPLE_PREVIEW, NULL);

  self->session = g_object_ref (session);
  self->healing = exm_healing_new (session, uid);
  self->old = exm_analysis_new (exm_session_get_engine (session));
  self->proposed = exm_analysis_new (exm_session_get_engine (session));
  exm_healing_choose_async (self->healing, on_chosen, g_object_ref (self));
  return self;
}

ExmHealing *
exm_example_preview_get_healing (ExmExamplePreview *self)
{
  g_return_val_if_fail (EXM_IS_EXAMPLE_PREVIEW (self), NULL);
  return self->bench != NULL && self->message == NULL ? self->healing : NULL;
}

const char *
exm_example_preview_get_message (ExmExamplePreview *self)
{
  g_return_val_if_fail (EXM_IS_EXAMPLE_PREVIEW (self), NULL);
  return self->message;
}

ExmAnalysis *
exm_example_preview_get_old (ExmExamplePreview *self)
{
  g_return_val_if_fail (EXM_IS_EXAMPLE_PREVIEW (self), NULL);
  return self->old;
}

ExmAnalysis *
exm_example_preview_get_proposed (ExmExamplePreview *self)
{
  g_return_val_if_fail (EXM_IS_EXAMPLE_PREVIEW (self), NULL);
  return self->proposed;
}

guint8 *
exm_example_preview_dup_region (ExmExamplePreview *self)
{
  g_return_val_if_fail (EXM_IS_EXAMPLE_PREVIEW (self), NULL);
  return exm_analysis_get_n_examples (self->old) > 0
             ? exm_analysis_dup_region_lines (self->old, self->index)
             : NULL;
}

void
exm_example_preview_show_next (ExmExamplePreview *self)
{
  g_return_if_fail (EXM_IS_EXAMPLE_PREVIEW (self));
  g_return_if_fail (self->bench != NULL);

  exm_healing_propose_next (self->healing);
  exm_analysis_clear (self->proposed);
  read_proposed (self);
  g_signal_emit (self, signals[CHANGED], 0);
}

void
exm_example_preview_stop (ExmExamplePreview *self)
{
  g_return_if_fail (EXM_IS_EXAMPLE_PREVIEW (self));
  g_cancellable_cancel (self->cancellable);
}
