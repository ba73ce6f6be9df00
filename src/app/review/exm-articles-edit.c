/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/session/exm-edits.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    exm_articles_page_tell (self, error);
  if (self->list != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
  if (self->session != NULL)
    exm_session_refresh (self->session);
}

static GArray *
get_ids (GPtrArray *items)
{
  GArray *ids = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < items->len; i++)
    {
      gint64 id = exm_article_item_get_info (g_ptr_array_index (items, i))->id;
      g_array_append_val (ids, id);
    }
  return ids;
}

typedef struct
{
  ExmArticlesPage *page; /* (owned) */
  GArray *ids;           /* (owned) */
} Deletion;

static void
deletion_free (Deletion *self)
{

  g_object_unref (self->page);
  g_array_unref (self->ids);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Deletion, deletion_free)

static Deletion *
deletion_new (ExmArticlesPage *page, GArray *ids)
{
  Deletion *self = g_new0 (Deletion, 1);

  self->page = g_object_ref (page);
  self->ids = g_array_ref (ids);
  return self;
}

static void
on_deleted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Deletion) self = data;

  /* They stay hidden until they are gone. */
  for (guint i = 0; i < self->ids->len && self->page->list != NULL; i++)
    exm_article_list_forget (self->page->list, g_array_index (self->ids, gint64, i));
  on_written (source, result, g_object_ref (self->page));
}

static void
write_deletion (ExmArticlesPage *self, GArray *ids)
{
  ExmWorker *worker = exm_session_get_worker (self->session);

  if (worker != NULL)
    exm_edits_delete_async (worker, ids, on_deleted, deletion_new (self, ids));
}

static void
free_closure (gpointer data, GClosure *closure)
{
  deletion_free (data);
}

/* The articles are listed again, unless they are deleted already. */
static void
take_back (ExmArticlesPage *self, GArray *ids)
{
  if (!g_ptr_array_remove (self->deleted, ids))
    return;
  for (guint i = 0; i < ids->len; i++)
    exm_article_list_unhide (self->list, g_array_index (ids, gint64, i));
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  const Deletion *self = data;

  take_back (self->page, self->ids);
}

static void
undo_deletion (ExmArticlesPage *self, gpointer toast)
{
  take_back (self, g_object_get_data (G_OBJECT (toast), "exm-ids"));
  exm_toast_dismiss (ADW_TOAST (toast));
}

/* Nobody can take it back any more. */
static void
on_dismissed (AdwToast *toast, gpointer data)
{
  Deletion *self = data;
  g_autoptr (GArray) ids = g_array_ref (self->ids);

  if (self->page->session != NULL && self->page->undoable == G_OBJECT (toast))
    exm_articles_page_set_undoable (self->page, NULL, NULL, NULL);
  if (g_ptr_array_remove (self->page->deleted, ids) && self->page->session != NULL)
    write_deletion (self->page, ids);
}

void
exm_articles_page_delete (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);
  g_autoptr (GArray) ids = get_ids (items);

  if (items->len == 0)
    return;
  g_autofree char *title = g_strdup_printf (
      ngettext ("%u article deleted", "%u articles deleted", items->len), items->len);
  AdwToast *toast = exm_toast_new (title);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_clicked),
                         deletion_new (self, ids), free_closure, 0);
  g_signal_connect_data (toast, "dismissed", G_CALLBACK (on_dismissed),
                         deletion_new (self, ids), free_closure, 0);
  g_object_set_data_full (G_OBJECT (toast), "exm-ids", g_array_ref (ids),
                          (GDestroyNotify) g_array_unref);
  exm_articles_page_set_undoable (self, G_OBJECT (toast), title, undo_deletion);
  g_ptr_array_add (self->deleted, g_array_ref (ids));
  for (guint i = 0; i < items->len; i++)
    exm_article_list_hide (self->list, g_ptr_array_index (items, i));
  exm_toast_show (GTK_WIDGET (self), toast);
}

void
exm_articles_page_flush (ExmArticlesPage *self)
{
  while (self->deleted->len > 0)
    {
      g_autoptr (GArray) ids = g_ptr_array_steal_index (self->deleted, 0);
      write_deletion (self, ids);
    }
}
