/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/review/exm-dismissal.h"
#include "app/session/exm-edits.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* Patterns that are named. */
#define MAX_NAMED 3u

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_worker_write_finish (EXM_WORKER (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
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

static void
delete_set_aside (ExmArticlesPage *self, GArray *ids)
{
  g_autoptr (GArray) set_aside = g_array_ref (ids);

  if (g_ptr_array_remove (self->deleted, set_aside) && self->session != NULL)
    write_deletion (self, set_aside);
}

/* Nobody can take it back any more. */
static void
on_dismissed (AdwToast *toast, gpointer data)
{
  Deletion *self = data;

  if (self->page->session != NULL && self->page->undoable == G_OBJECT (toast))
    exm_articles_page_set_undoable (self->page, NULL, NULL, NULL);
  delete_set_aside (self->page, self->ids);
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

/* Not an article: what its task leaves out is told before it is done; the articles of
 * these addresses go, and come back as long as that can be taken back. */

static void
unhide (ExmArticlesPage *self, GArray *ids)
{
  for (guint i = 0; self->list != NULL && i < ids->len; i++)
    exm_article_list_unhide (self->list, g_array_index (ids, gint64, i));
}

/* A dismissal, and the view that it was done in. */
typedef struct
{
  ExmArticlesPage *page;   /* (owned) */
  ExmDismissal *dismissal; /* (owned) */
} Deed;

static void
deed_free (Deed *self)
{
  g_object_unref (self->page);
  g_object_unref (self->dismissal);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Deed, deed_free)

static void
free_deed (gpointer data, GClosure *closure)
{
  deed_free (data);
}

static Deed *
deed_new (ExmArticlesPage *page, ExmDismissal *dismissal)
{
  Deed *self = g_new0 (Deed, 1);

  self->page = g_object_ref (page);
  self->dismissal = g_object_ref (dismissal);
  return self;
}

static void
on_taken_back (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->list != NULL)
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
undo_dismissal (ExmArticlesPage *self, gpointer what)
{
  ExmDismissal *dismissal = EXM_DISMISSAL (what);
  GArray *ids = exm_dismissal_get_ids (dismissal);

  /* Those that were deleted meanwhile do not come back. */
  if (g_ptr_array_remove (self->deleted, ids))
    unhide (self, ids);
  exm_dismissal_undo_async (dismissal, on_taken_back, g_object_ref (self));
}

static void
on_deed_dismissed (AdwToast *toast, gpointer data)
{
  Deed *deed = data;

  delete_set_aside (deed->page, exm_dismissal_get_ids (deed->dismissal));
  exm_articles_page_forget_undo (deed->page, G_OBJECT (deed->dismissal));
}

static void
on_run (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Deed) deed = data;
  ExmArticlesPage *self = deed->page;
  ExmDismissal *dismissal = deed->dismissal;
  GArray *ids = exm_dismissal_get_ids (dismissal);
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      unhide (self, ids);
      exm_toast_show_error (GTK_WIDGET (self), error);
      return;
    }
  if (self->list == NULL || self->session == NULL)
    return;
  g_autofree char *words = g_strdup_printf (
      /* translators: articles that were none; the task does not collect such any more */
      ngettext ("%u article and its address are left out",
                "%u articles and addresses like these are left out", ids->len),
      ids->len);
  g_ptr_array_add (self->deleted, g_array_ref (ids));
  exm_articles_page_offer_undo (self, G_OBJECT (dismissal), words, undo_dismissal);
  if (self->toast != NULL)
    g_signal_connect_data (self->toast, "dismissed", G_CALLBACK (on_deed_dismissed),
                           deed_new (self, dismissal), free_deed, 0);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Deed *deed = data;
  ExmArticlesPage *self = deed->page;
  gboolean alone = g_str_equal (response, "alone");

  if (self->session == NULL || (!alone && !g_str_equal (response, "alike")))
    return;
  exm_dismissal_run_async (deed->dismissal, alone, on_run,
                           deed_new (self, deed->dismissal));
  exm_article_list_hide_all (self->list, exm_dismissal_get_ids (deed->dismissal));
  exm_articles_page_select_first (self);
}

/* Tells what is left out, and how much that covers. */
static char *
describe (const ExmExclusion *alike)
{
  guint n = alike->ids->len;
  GString *out = g_string_new (NULL);

  g_string_append_printf (
      out,
      /* translators: articles whose address is built alike, all of the task, its name */
      ngettext ("%1$u of %2$u stored articles of “%3$s” has such an address.",
                "%1$u of %2$u stored articles of “%3$s” have such an address.", n),
      n, alike->n_stored, exm_task_get (alike->task)->name);
  g_string_append (out, "\n\n");
  g_string_append (out, ngettext ("It goes, and the task leaves out from now on:",
                                  "They go, and the task leaves out from now on:", n));
  for (guint i = 0; i < MIN (alike->added->len, MAX_NAMED); i++)
    g_string_append_printf (out, "\n%s",
                            (const char *) g_ptr_array_index (alike->added, i));
  if (alike->added->len > MAX_NAMED)
    g_string_append (out, "\n…");
  /* A pattern of its own goes, or it was not taken any more. */
  if (alike->added->len == 0)
    g_string_append_printf (out, "\n%s", _ ("addresses that are built as this one"));
  return g_string_free (out, FALSE);
}

static void
ask (ExmArticlesPage *self, ExmDismissal *dismissal)
{
  const ExmExclusion *alike = exm_dismissal_get_exclusion (dismissal, FALSE);
  guint n = alike->ids->len;
  g_autofree char *text = describe (alike);
  g_autofree char *label
      /* translators: how many stored articles have such an address */
      = g_strdup_printf (_ ("_Leave Out Addresses Like This (%u)"), n);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _ ("Not an Article?"), text));

  adw_message_dialog_add_response (dialog, "cancel", _ ("_Cancel"));
  if (n > 1)
    {
      adw_message_dialog_add_response (dialog, "alone", _ ("_Only This Address"));
      adw_message_dialog_add_response (dialog, "alike", label);
    }
  else
    adw_message_dialog_add_response (dialog, "alike", _ ("_Leave Out This Address"));
  adw_message_dialog_set_response_appearance (dialog, "alike", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (dialog, "alike");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response),
                         deed_new (self, dismissal), free_deed, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmDismissal *dismissal = EXM_DISMISSAL (source);
  g_autoptr (GError) error = NULL;

  if (!exm_dismissal_find_finish (dismissal, result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  else if (self->session != NULL && gtk_widget_get_mapped (GTK_WIDGET (self)))
    ask (self, dismissal);
}

void
exm_articles_page_dismiss (ExmArticlesPage *self)
{
  g_autoptr (ExmArticleItem) one = exm_articles_page_get_only_selected (self);

  if (one == NULL || self->session == NULL)
    return;
  g_autoptr (ExmDismissal) dismissal
      = exm_dismissal_new (self->session, exm_article_item_get_info (one)->id);
  exm_dismissal_find_async (dismissal, NULL, on_found, g_object_ref (self));
}
