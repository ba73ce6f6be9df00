/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-gather.h"

struct _ExmTrainGather
{
  ExmTrainRows *rows;       /* (owned) */
  GHashTable *examples;     /* (owned) (element-type ExmPrepared): those added */
  GHashTable *page_urls;    /* (owned) (element-type utf8): of the pages added */
  GHashTable *example_urls; /* (owned) (element-type utf8): of the examples added */
};

ExmTrainGather *
exm_train_gather_new (const ExmModelLayout *layout)
{
  ExmTrainGather *self = g_new0 (ExmTrainGather, 1);

  self->rows = exm_train_rows_new (layout);
  self->examples
      = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) exm_prepared_unref, NULL);
  self->page_urls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->example_urls = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

void
exm_train_gather_free (ExmTrainGather *self)
{
  exm_train_rows_free (self->rows);
  g_hash_table_unref (self->examples);
  g_hash_table_unref (self->page_urls);
  g_hash_table_unref (self->example_urls);
  g_free (self);
}

/* @own: of pages of the same kind; @other: of the other kind, one of which it may be */
static void
add (ExmTrainGather *self,
     GHashTable *own,
     GHashTable *other,
     const ExmPageText *page,
     const char *body)
{
  const char *url = exm_page_text_get_url (page);
  g_autoptr (GUri) uri
      = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;

  if (url != NULL && g_hash_table_contains (other, url))
    return;
  if (url != NULL)
    g_hash_table_add (own, g_strdup (url));
  g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (page, body);
  exm_train_rows_add (self->rows, uri != NULL ? g_uri_get_host (uri) : NULL, page,
                      labels);
}

void
exm_train_gather_add_example (ExmTrainGather *self, ExmPrepared *example)
{
  const ExmPageText *page = exm_prepared_get_page (example);
  const ExmRegion *region = exm_prepared_get_region (example);
  g_autoptr (GString) body = g_string_new (NULL);
  guint n_lines;

  if (region == NULL || !g_hash_table_add (self->examples, exm_prepared_ref (example)))
    return;
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (exm_region_contains (region, i))
      g_string_append_printf (body, "%s\n", exm_page_text_get_line (page, i));
  add (self, self->example_urls, self->page_urls, page, body->str);
}

void
exm_train_gather_add (ExmTrainGather *self, const ExmComparedPage *page)
{
  if (page->body != NULL)
    add (self, self->page_urls, self->example_urls, exm_prepared_get_page (page->target),
         page->body);
  for (guint i = 0; i < page->examples->len; i++)
    exm_train_gather_add_example (self, g_ptr_array_index (page->examples, i));
}

const ExmTrainRows *
exm_train_gather_get_rows (const ExmTrainGather *self)
{
  return self->rows;
}
