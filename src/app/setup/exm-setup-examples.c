/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The examples of a task that is being set up: their pages are kept by their hash, as the
 * store will keep them, so that the fields alone say which ones there are, and an earlier
 * state of the fields can be gone back to. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-private.h"

typedef struct
{
  GBytes *bytes;   /* (owned) */
  char *final_url; /* (owned) */
  guint status;
  char *headers; /* (owned) (nullable): record of the fetch, see exm-fetch-record.h */
} KeptPage;

static void
kept_page_clear (gpointer data)
{
  KeptPage *page = data;

  g_bytes_unref (page->bytes);
  g_free (page->final_url);
  g_free (page->headers);
}

static void
kept_page_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, kept_page_clear);
}

static const char *
keep (ExmSetup *self,
      GBytes *bytes,
      const char *final_url,
      guint status,
      const char *headers)
{
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  gpointer kept_hash;

  if (self->kept == NULL)
    self->kept = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, kept_page_unref);
  if (!g_hash_table_lookup_extended (self->kept, hash, &kept_hash, NULL))
    {
      KeptPage *page = g_atomic_rc_box_new (KeptPage);
      *page = (KeptPage){ g_bytes_ref (bytes), g_strdup (final_url), status,
                          g_strdup (headers) };
      kept_hash = g_steal_pointer (&hash);
      g_hash_table_insert (self->kept, kept_hash, page);
    }
  return kept_hash;
}

/* Returns: (transfer none) (nullable): that of the page's fetch */
static const char *
find_record (ExmSetup *self, GBytes *bytes)
{
  GListModel *list = G_LIST_MODEL (self->pages);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, i);
      if (exm_page_item_get_bytes (item, NULL, NULL) == bytes)
        return exm_page_item_get_record (item);
    }
  return NULL;
}

const char *
exm_setup_keep_page (ExmSetup *self, GBytes *bytes, const char *final_url)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), NULL);
  /* Only pages that came whole are looked at. */
  return keep (self, bytes, final_url, 200, find_record (self, bytes));
}

static ExmTaskExample *
get_example (ExmSetup *self, guint index)
{
  return &g_array_index (self->proposal->fields.examples, ExmTaskExample, index);
}

static KeptPage *
get_kept (ExmSetup *self, guint index)
{
  return g_hash_table_lookup (self->kept, get_example (self, index)->page_hash);
}

void
exm_setup_keep_example (ExmSetup *self)
{
  ExmTaskExample *example = get_example (self, 0);

  g_free (example->page_hash);
  example->page_hash
      = g_strdup (keep (self, self->proposal->bytes, self->proposal->final_url,
                        self->proposal->status, self->proposal->headers));
}

guint
exm_setup_get_n_examples (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), 0);
  return self->proposal != NULL && self->kept != NULL
             ? self->proposal->fields.examples->len
             : 0;
}

GBytes *
exm_setup_get_example (ExmSetup *self, guint index, ExmPageHints *hints)
{
  g_return_val_if_fail (index < exm_setup_get_n_examples (self), NULL);

  const ExmTaskExample *example = get_example (self, index);
  const KeptPage *page = get_kept (self, index);
  *hints = (ExmPageHints){
    .url = page->final_url,
    .http_charset = example->http_charset,
    .override_charset = example->charset,
  };
  return page->bytes;
}

void
exm_setup_lead (ExmSetup *self)
{
  ExmProposal *proposal = self->proposal;
  const KeptPage *first = get_kept (self, 0);

  g_bytes_unref (proposal->bytes);
  proposal->bytes = g_bytes_ref (first->bytes);
  g_free (proposal->final_url);
  proposal->final_url = g_strdup (first->final_url);
  proposal->status = first->status;
  g_free (proposal->headers);
  proposal->headers = g_strdup (first->headers);
}

/* A page that is an example is not one to try the task on. */
static gboolean
is_example (ExmSetup *self, ExmPageItem *item)
{
  const char *url, *http_charset;
  GBytes *bytes = exm_page_item_get_bytes (item, &url, &http_charset);

  if (bytes == NULL)
    return FALSE;
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  for (guint i = 0; i < exm_setup_get_n_examples (self); i++)
    if (g_str_equal (get_example (self, i)->page_hash, hash))
      return TRUE;
  return FALSE;
}

static void
take_out (ExmSetup *self)
{
  GListModel *list = G_LIST_MODEL (self->pages);

  for (guint i = g_list_model_get_n_items (list); i-- > 0;)
    {
      g_autoptr (ExmPageItem) item = g_list_model_get_item (list, i);
      if (!is_example (self, item))
        continue;
      self->n_fetched -= i < self->n_fetched;
      self->n_wanted -= i < self->n_wanted;
      g_list_store_remove (self->pages, i);
      g_ptr_array_add (self->taken, g_steal_pointer (&item));
    }
}

/* They were fetched: where all are wanted, they are too. */
static void
put_back (ExmSetup *self)
{
  for (guint i = self->taken->len; i-- > 0;)
    {
      ExmPageItem *item = g_ptr_array_index (self->taken, i);
      if (is_example (self, item))
        continue;
      g_list_store_insert (self->pages, 0, item);
      self->n_fetched++;
      self->n_wanted++;
      g_ptr_array_remove_index (self->taken, i);
    }
}

void
exm_setup_set_examples (ExmSetup *self, ExmTaskFields *fields)
{
  g_return_if_fail (exm_setup_get_n_examples (self) > 0);
  g_return_if_fail (fields->examples->len > 0);

  GArray *before = self->proposal->fields.examples;
  for (guint i = 0; i < fields->examples->len; i++)
    g_return_if_fail (g_hash_table_contains (
        self->kept, g_array_index (fields->examples, ExmTaskExample, i).page_hash));
  self->proposal->fields.examples = fields->examples;
  fields->examples = before;
  exm_setup_lead (self);
  if (self->taken == NULL)
    self->taken = g_ptr_array_new_with_free_func (g_object_unref);
  put_back (self);
  take_out (self);
  g_signal_emit_by_name (self, "examples-changed");
  exm_setup_recheck (self);
  exm_setup_notify_counts (self);
  exm_setup_emit_changed (self);
}

/* Returns: whether it is another one now */
static gboolean
replace (char **field, const char *value)
{
  if (g_strcmp0 (*field, value) == 0)
    return FALSE;
  g_free (*field);
  *field = g_strdup (value);
  return TRUE;
}

void
exm_setup_set_region_text (ExmSetup *self, guint index, const char *text)
{
  g_return_if_fail (index < exm_setup_get_n_examples (self));

  if (!replace (&get_example (self, index)->region_text, text))
    return;
  exm_setup_recheck (self);
  exm_setup_emit_changed (self);
}

void
exm_setup_set_charset (ExmSetup *self, guint index, const char *charset)
{
  g_return_if_fail (index < exm_setup_get_n_examples (self));

  if (!replace (&get_example (self, index)->charset, charset))
    return;
  exm_setup_recheck (self);
  exm_setup_emit_changed (self);
}

GPtrArray *
exm_setup_list_example_pages (ExmSetup *self)
{
  GPtrArray *pages = g_ptr_array_new_with_free_func (kept_page_unref);

  for (guint i = 0; i < exm_setup_get_n_examples (self); i++)
    g_ptr_array_add (pages, g_atomic_rc_box_acquire (get_kept (self, i)));
  return pages;
}

gboolean
exm_setup_write_examples (ExmStore *store,
                          ExmTaskFields *fields,
                          GPtrArray *pages,
                          gint64 now_usec,
                          GError **error)
{
  for (guint i = 0; i < pages->len; i++)
    {
      const KeptPage *kept = g_ptr_array_index (pages, i);
      ExmTaskExample *example = &g_array_index (fields->examples, ExmTaskExample, i);
      const ExmStoredPage page = {
        .url = example->url,
        .final_url = kept->final_url,
        .status = kept->status,
        .headers = kept->headers,
        .charset = example->http_charset,
        .fetched_usec = now_usec,
      };
      g_clear_pointer (&example->page_hash, g_free);
      if (!exm_store_put_page (store, kept->bytes, &page, &example->page_hash, error))
        return FALSE;
    }
  return TRUE;
}
