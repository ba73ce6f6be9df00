/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-list-editor.h"

#include "discover/exm-links.h"
#include "fetch/exm-url-key.h"
#include "page/exm-page-reader.h"
#include "url/exm-url-change.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Characters of a title that are repeated. */
#define TITLE_CHARS 40

struct _ExmListEditor
{
  GObject parent_instance;

  ExmSession *session;   /* (owned) */
  ExmSetup *setup;       /* (owned) */
  char *url;             /* (owned) (nullable): of what was opened */
  ExmPageText *page;     /* (owned) (nullable) */
  char *base;            /* (owned) (nullable) */
  GPtrArray *urls;       /* (owned) (nullable) (element-type utf8) */
  GHashTable *titles;    /* (owned) (nullable) (element-type utf8 utf8): by address */
  ExmTask *before;       /* (owned) (nullable): what can be gone back to */
  char *words;           /* (owned) (nullable) */
  GCancellable *opening; /* (owned) (nullable) */
  GCancellable *exemplifying; /* (owned) (nullable): a page that becomes the example */
  char *wanted;               /* (owned) (nullable): its address */
  ExmListDeed wanted_deed;
};

enum
{
  OPENED,
  FAILED,
  CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmListEditor, exm_list_editor, G_TYPE_OBJECT)

static void
forget_page (ExmListEditor *self)
{
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->base, g_free);
  g_clear_pointer (&self->urls, g_ptr_array_unref);
  g_clear_pointer (&self->titles, g_hash_table_unref);
  g_clear_pointer (&self->before, exm_task_unref);
  g_clear_pointer (&self->words, g_free);
}

static void
stop (GCancellable **cancellable)
{
  g_cancellable_cancel (*cancellable);
  g_clear_object (cancellable);
}

static void
exm_list_editor_dispose (GObject *object)
{
  ExmListEditor *self = EXM_LIST_EDITOR (object);

  exm_list_editor_stop (self);
  forget_page (self);
  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  g_clear_object (&self->setup);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_list_editor_parent_class)->dispose (object);
}

static void
exm_list_editor_finalize (GObject *object)
{
  g_free (EXM_LIST_EDITOR (object)->wanted);
  G_OBJECT_CLASS (exm_list_editor_parent_class)->finalize (object);
}

static void
exm_list_editor_class_init (ExmListEditorClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_list_editor_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_list_editor_finalize;
  signals[OPENED] = g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[CHANGED] = g_signal_new ("changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                   NULL, G_TYPE_NONE, 0);
}

static void
exm_list_editor_init (ExmListEditor *self)
{
}

/* Patterns may be typed, too. */
static void
on_setup_changed (ExmSetup *setup, gpointer data)
{
  g_signal_emit (data, signals[CHANGED], 0);
}

ExmListEditor *
exm_list_editor_new (ExmSession *session, ExmSetup *setup)
{
  ExmListEditor *self = g_object_new (EXM_TYPE_LIST_EDITOR, NULL);

  self->session = g_object_ref (session);
  self->setup = g_object_ref (setup);
  g_signal_connect (setup, "changed", G_CALLBACK (on_setup_changed), self);
  return self;
}

/* Opening */

/* A page on its way into words. */
typedef struct
{
  ExmFetched *fetched; /* (owned) */
  ExmPageText *page;   /* (owned) (nullable) */
  GPtrArray *links;    /* (owned) (nullable) (element-type ExmLink) */
} Reading;

static void
reading_free (gpointer data)
{
  Reading *self = data;

  exm_fetched_unref (self->fetched);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_free (self);
}

static void
read_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  const ExmPageHints hints
      = { .url = reading->fetched->final_url, .http_charset = reading->fetched->charset };
  GError *error = NULL;

  reading->page = exm_page_read (reading->fetched->body, &hints, &error);
  if (reading->page == NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  reading->links = exm_links_new (reading->page);
  g_task_return_boolean (task, TRUE);
}

/* A title says more than a picture's or a "more" that lead to the same page. */
static void
add_title (ExmListEditor *self, const ExmLink *link)
{
  const char *known = g_hash_table_lookup (self->titles, link->url);

  if (known == NULL)
    g_ptr_array_add (self->urls, g_strdup (link->url));
  if (known == NULL || strlen (known) < strlen (link->text))
    g_hash_table_replace (self->titles, g_strdup (link->url), g_strdup (link->text));
}

static void
fail (ExmListEditor *self, const char *message)
{
  g_clear_object (&self->opening);
  g_signal_emit (self, signals[FAILED], 0, message);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmListEditor *self = EXM_LIST_EDITOR (source);
  Reading *reading = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        fail (self, error->message);
      return;
    }
  g_clear_object (&self->opening);
  self->page = g_steal_pointer (&reading->page);
  self->base = exm_link_dup_base (self->page);
  self->urls = g_ptr_array_new_with_free_func (g_free);
  self->titles = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (guint i = 0; i < reading->links->len; i++)
    add_title (self, g_ptr_array_index (reading->links, i));
  g_signal_emit (self, signals[OPENED], 0);
}

static void
on_list_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmListEditor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, NULL, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->opening == NULL)
    return;
  if (fetched == NULL)
    {
      fail (self, error->message);
      return;
    }
  g_autoptr (GTask) task = g_task_new (self, self->opening, on_read, NULL);
  Reading *reading = g_new0 (Reading, 1);
  g_task_set_source_tag (task, on_list_fetched);
  reading->fetched = g_steal_pointer (&fetched);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_in_thread);
}

/* Returns: whether there is somebody to fetch it */
static gboolean
fetch (ExmListEditor *self,
       const char *url,
       GCancellable *cancellable,
       GAsyncReadyCallback callback)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);
  ExmWorker *worker = exm_session_get_worker (self->session);

  if (fields == NULL || worker == NULL)
    return FALSE;
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  const ExmWorkerFetch wanted = {
    .url = url,
    .user_agent = fields->user_agent,
    .timeout_ms = fields->timeout_ms,
    .private_hosts = (const char *const *) hosts,
    .rendered = fields->rendered,
  };
  exm_worker_fetch_async (worker, &wanted, cancellable, callback, g_object_ref (self));
  return TRUE;
}

void
exm_list_editor_open (ExmListEditor *self)
{
  g_return_if_fail (EXM_IS_LIST_EDITOR (self));

  const char *url = exm_setup_get_list_url (self->setup);
  if (self->page != NULL && g_strcmp0 (url, self->url) == 0)
    {
      g_signal_emit (self, signals[OPENED], 0);
      return;
    }
  exm_list_editor_stop (self);
  forget_page (self);
  if (url == NULL)
    return;
  self->url = g_strdup (url);
  self->opening = g_cancellable_new ();
  if (!fetch (self, url, self->opening, on_list_fetched))
    fail (self, _ ("The worker does not run; stored pages can be looked at"));
}

void
exm_list_editor_stop (ExmListEditor *self)
{
  g_return_if_fail (EXM_IS_LIST_EDITOR (self));

  stop (&self->opening);
  stop (&self->exemplifying);
}

ExmPageText *
exm_list_editor_get_page (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), NULL);
  return self->page;
}

const char *
exm_list_editor_get_base (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), NULL);
  return self->base;
}

const GPtrArray *
exm_list_editor_get_urls (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), NULL);
  return self->urls;
}

const char *
exm_list_editor_get_title (ExmListEditor *self, const char *url)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), NULL);
  return self->titles != NULL ? g_hash_table_lookup (self->titles, url) : NULL;
}

gboolean
exm_list_editor_is_example (ExmListEditor *self, const char *url)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), FALSE);

  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);
  g_autofree char *key = exm_url_get_page_key (url);
  for (guint i = 0; fields != NULL && key != NULL && i < fields->examples->len; i++)
    {
      g_autofree char *other = exm_url_get_page_key (
          g_array_index (fields->examples, ExmTaskExample, i).url);
      if (g_strcmp0 (key, other) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Deeds */

/* Links of the page and what its sources list, each once. */
static GPtrArray *
list_known (ExmListEditor *self)
{
  const GPtrArray *links = exm_setup_get_links (self->setup);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < self->urls->len; i++)
    if (g_hash_table_add (known, g_ptr_array_index (self->urls, i)))
      g_ptr_array_add (all, g_ptr_array_index (self->urls, i));
  for (guint i = 0; links != NULL && i < links->len; i++)
    if (g_hash_table_add (known, g_ptr_array_index (links, i)))
      g_ptr_array_add (all, g_ptr_array_index (links, i));
  return all;
}

/* Returns: (transfer full) (nullable): what becomes of the patterns; %NULL where @deed
 * leaves them as they are, or cannot be done */
static ExmUrlChange *
find_change (ExmListEditor *self, const char *url, ExmListDeed deed)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);

  if (fields == NULL || self->urls == NULL || deed == EXM_LIST_EXAMPLE)
    return NULL;
  g_autoptr (GPtrArray) known = list_known (self);
  if (deed != EXM_LIST_LEAVE)
    return exm_url_change_new_taking (fields->include, fields->exclude, known, url,
                                      deed == EXM_LIST_TAKE_ONLY, NULL);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  for (guint i = 0; i < fields->examples->len; i++)
    g_ptr_array_add (kept, g_array_index (fields->examples, ExmTaskExample, i).url);
  return exm_url_change_new_leaving (fields->include, fields->exclude, known, url, kept,
                                     FALSE, NULL);
}

guint
exm_list_editor_count (ExmListEditor *self, const char *url, ExmListDeed deed)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), 0);

  if (deed == EXM_LIST_EXAMPLE)
    return exm_list_editor_is_example (self, url) ? 0 : 1;
  if (deed == EXM_LIST_TAKE_ONLY && self->urls != NULL)
    {
      g_autoptr (GPtrArray) alike = exm_url_find_alike (self->urls, url);
      return alike->len;
    }
  g_autoptr (ExmUrlChange) change = find_change (self, url, deed);
  return change != NULL ? change->changed->len : 0;
}

static void
say (ExmListEditor *self, char *words)
{
  g_free (self->words);
  self->words = words;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* The beginning of its title, or its address. */
static char *
dup_title (ExmListEditor *self, const char *url)
{
  const char *title = exm_list_editor_get_title (self, url);

  if (title == NULL || *title == '\0')
    title = url;
  if (g_utf8_strlen (title, -1) <= TITLE_CHARS)
    return g_strdup (title);
  g_autofree char *start = g_utf8_substring (title, 0, TITLE_CHARS - 1);
  return g_strconcat (g_strchomp (start), "…", NULL);
}

static char *
describe (ExmListEditor *self, const char *url, ExmListDeed deed, guint n)
{
  g_autofree char *title = dup_title (self, url);

  switch (deed)
    {
    case EXM_LIST_TAKE:
      return g_strdup_printf (
          /* translators: links of the list page, the title of one of them */
          ngettext ("%1$u link like “%2$s” is collected too.",
                    "%1$u links like “%2$s” are collected too.", n),
          n, title);
    case EXM_LIST_TAKE_ONLY:
      return g_strdup_printf (
          /* translators: links of the list page, the title of one of them */
          ngettext ("Only %1$u link like “%2$s” is collected; it is the example.",
                    "Only the %1$u links like “%2$s” are collected; it is the example.",
                    n),
          n, title);
    case EXM_LIST_LEAVE:
      return g_strdup_printf (
          /* translators: links of the list page, the title of one of them */
          ngettext ("%1$u link like “%2$s” is left out.",
                    "%1$u links like “%2$s” are left out.", n),
          n, title);
    case EXM_LIST_EXAMPLE:
    default:
      /* translators: the title of a page */
      return g_strdup_printf (_ ("“%s” is the example now."), title);
    }
}

static gboolean
apply_change (ExmListEditor *self, const ExmUrlChange *change, GError **error)
{
  return change == NULL
         || exm_setup_set_patterns (self->setup, change->include, change->exclude, error);
}

/* Whether the page of the example may be had without asking for it. */
static GBytes *
find_page (ExmListEditor *self, const char *url, const char **final, const char **charset)
{
  GListModel *pages = exm_setup_get_pages (self->setup);

  for (guint i = 0; i < g_list_model_get_n_items (pages); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (pages, i);
      if (strcmp (exm_page_item_get_url (item), url) == 0)
        return exm_page_item_get_bytes (item, final, charset);
    }
  return NULL;
}

/* The first example is another page. */
static void
set_example (ExmListEditor *self, GBytes *bytes, const char *url, const char *charset)
{
  g_autoptr (ExmTask) task = exm_setup_dup_task (self->setup);
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy (task, &fields);
  /* One example of the kind is what was chosen. */
  g_array_set_size (fields.examples, 0);
  ExmTaskExample *example = exm_task_fields_add_example (&fields, url);
  example->page_hash = g_strdup (exm_setup_keep_page (self->setup, bytes, url));
  example->http_charset = g_strdup (charset);
  exm_setup_set_examples (self->setup, &fields);
}

/* @bytes: (nullable): of the page that becomes the example */
static void
finish (ExmListEditor *self,
        const char *url,
        ExmListDeed deed,
        GBytes *bytes,
        const char *final_url,
        const char *charset)
{
  g_autoptr (ExmTask) before = exm_setup_dup_task (self->setup);
  g_autoptr (ExmUrlChange) change = find_change (self, url, deed);
  g_autoptr (GError) error = NULL;
  guint n = deed == EXM_LIST_TAKE_ONLY ? exm_list_editor_count (self, url, deed)
            : change != NULL           ? change->changed->len
                                       : 0;

  /* First, so that its page is not one to be checked. */
  if (bytes != NULL)
    set_example (self, bytes, final_url, charset);
  if (!apply_change (self, change, &error))
    {
      say (self, g_strdup (error->message));
      return;
    }
  g_clear_pointer (&self->before, exm_task_unref);
  self->before = g_steal_pointer (&before);
  say (self, describe (self, url, deed, n));
}

static void
on_example_fetched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmListEditor) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmFetched) fetched
      = exm_worker_fetch_finish (EXM_WORKER (source), result, NULL, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED)
      || self->exemplifying == NULL || exm_setup_get_fields (self->setup) == NULL)
    return;
  g_clear_object (&self->exemplifying);
  g_autofree char *url = g_steal_pointer (&self->wanted);
  if (fetched == NULL)
    {
      g_autofree char *title = dup_title (self, url);
      /* translators: the title of a page, and the cause */
      say (self, g_strdup_printf (_ ("“%1$s” cannot be the example: %2$s"), title,
                                  error->message));
      return;
    }
  finish (self, url, self->wanted_deed, fetched->body, fetched->final_url,
          fetched->charset);
}

void
exm_list_editor_run (ExmListEditor *self, const char *url, ExmListDeed deed)
{
  g_return_if_fail (EXM_IS_LIST_EDITOR (self));
  g_return_if_fail (self->page != NULL && exm_setup_get_fields (self->setup) != NULL);

  const char *final_url, *charset;
  gboolean needs_page = (deed == EXM_LIST_TAKE_ONLY || deed == EXM_LIST_EXAMPLE)
                        && !exm_list_editor_is_example (self, url);
  GBytes *bytes = needs_page ? find_page (self, url, &final_url, &charset) : NULL;
  stop (&self->exemplifying);
  if (!needs_page || bytes != NULL)
    {
      g_autoptr (GBytes) held = bytes != NULL ? g_bytes_ref (bytes) : NULL;
      g_autofree char *address = held != NULL ? g_strdup (final_url) : NULL;
      g_autofree char *encoding = held != NULL ? g_strdup (charset) : NULL;
      finish (self, url, deed, held, address, encoding);
      return;
    }
  g_free (self->wanted);
  self->wanted = g_strdup (url);
  self->wanted_deed = deed;
  self->exemplifying = g_cancellable_new ();
  if (!fetch (self, url, self->exemplifying, on_example_fetched))
    stop (&self->exemplifying);
  g_signal_emit (self, signals[CHANGED], 0);
}

gboolean
exm_list_editor_can_undo (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), FALSE);
  return self->before != NULL;
}

static gboolean
has_other_examples (const ExmTaskFields *now, const ExmTaskFields *before)
{
  if (now->examples->len != before->examples->len)
    return TRUE;
  for (guint i = 0; i < now->examples->len; i++)
    if (g_strcmp0 (g_array_index (now->examples, ExmTaskExample, i).page_hash,
                   g_array_index (before->examples, ExmTaskExample, i).page_hash)
        != 0)
      return TRUE;
  return FALSE;
}

void
exm_list_editor_undo (ExmListEditor *self)
{
  g_return_if_fail (EXM_IS_LIST_EDITOR (self));

  g_autoptr (ExmTask) before = g_steal_pointer (&self->before);
  const ExmTaskFields *now = exm_setup_get_fields (self->setup);
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;

  if (before == NULL || now == NULL)
    return;
  exm_task_fields_copy (before, &fields);
  if (!exm_setup_set_patterns (self->setup, fields.include, fields.exclude, &error))
    {
      say (self, g_strdup (error->message));
      return;
    }
  if (has_other_examples (exm_setup_get_fields (self->setup), &fields))
    exm_setup_set_examples (self->setup, &fields);
  say (self, NULL);
}

gboolean
exm_list_editor_is_busy (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), FALSE);
  return self->exemplifying != NULL;
}

const char *
exm_list_editor_get_words (ExmListEditor *self)
{
  g_return_val_if_fail (EXM_IS_LIST_EDITOR (self), NULL);
  return self->words;
}
