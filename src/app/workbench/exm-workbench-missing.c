/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article whose stored page was lost: it is kept, and so is what was said of its
 * lines, which waits for a page that is fetched in place of the other. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>

void
exm_workbench_show_missing (ExmWorkbenchPage *self)
{
  const ExmBenchPage *page = self->target_page;
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

  g_free (self->wanted_url);
  self->wanted_url = g_strdup (page->url);
  exm_page_pane_show_status (self->target, "dialog-warning-symbolic",
                             _ ("The Stored Page Is Missing"), words, FALSE,
                             _ ("_Fetch Again"));
}

typedef struct
{
  ExmWorkbenchPage *page; /* (owned) */
  gint64 article_id;
  char *hash;          /* (owned) */
  ExmArticle *article; /* (owned) (nullable): as it was */
  gboolean corrected;
} Adoption;

static void
adoption_free (Adoption *self)
{
  g_object_unref (self->page);
  g_free (self->hash);
  g_clear_pointer (&self->article, exm_article_unref);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Adoption, adoption_free)

static gboolean
write_adoption (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Adoption *adoption = data;

  return exm_store_set_article_page (store, adoption->article_id, adoption->hash, error);
}

static void
on_adopted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Adoption) adoption = data;
  ExmWorkbenchPage *self = adoption->page;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      exm_workbench_toast (self, error->message, FALSE);
      return;
    }
  if (adoption->corrected)
    exm_workbench_extract_anew (self, adoption->article_id, adoption->article);
  if (self->wanted_article == adoption->article_id)
    exm_workbench_load_article (self, adoption->article_id);
}

gboolean
exm_workbench_adopt (ExmWorkbenchPage *self, const char *hash)
{
  const ExmBenchPage *lost = self->target_page;

  if (lost == NULL || lost->missing == NULL || hash == NULL
      || g_strcmp0 (lost->url, self->wanted_url) != 0)
    return FALSE;
  Adoption *adoption = g_new0 (Adoption, 1);
  adoption->page = g_object_ref (self);
  adoption->article_id = lost->article_id;
  adoption->hash = g_strdup (hash);
  adoption->article = lost->article != NULL ? exm_article_ref (lost->article) : NULL;
  adoption->corrected = lost->labels != NULL && lost->labels->len > 0;
  exm_session_write_async (self->session, self->task_uid, write_adoption, adoption, NULL,
                           on_adopted, adoption);
  return TRUE;
}
