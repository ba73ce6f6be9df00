/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-search-name.h"
#include "app/settings/exm-search-outputs-dialog.h"
#include "app/shell/exm-window-private.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* A change of a saved search, whose end the window tells. */
typedef struct
{
  ExmWindow *window;   /* (owned) */
  char *name;          /* (owned) */
  gboolean shown;      /* it was the scope */
  ExmSavedSearch *old; /* (owned) (nullable): once it is removed */
  guint position;
} Change;

static Change *
change_new (ExmWindow *self, const char *name)
{
  Change *change = g_new0 (Change, 1);

  change->window = g_object_ref (self);
  change->name = g_strdup (name);
  change->shown = self->search != NULL
                  && g_str_equal (name, exm_saved_search_item_get_name (self->search));
  return change;
}

static void
change_free (gpointer data)
{
  Change *change = data;

  g_object_unref (change->window);
  g_free (change->name);
  g_clear_pointer (&change->old, exm_saved_search_free);
  g_free (change);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Change, change_free)

static void
free_change_of_closure (gpointer data, GClosure *closure)
{
  change_free (data);
}

/* Returns: whether it was done; else that is told. A window may have been closed. */
static gboolean
finish (GObject *list, GAsyncResult *result, Change *change)
{
  g_autoptr (GError) error = NULL;
  gboolean done = exm_saved_search_list_change_finish (
      EXM_SAVED_SEARCH_LIST (list), result, &change->old, &change->position, &error);

  if (!done && change->window->session != NULL)
    exm_toast_show_error (GTK_WIDGET (change->window->toasts), error);
  return done && change->window->session != NULL;
}

static void
on_changed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Change) change = data;

  finish (source, result, change);
}

static void
on_put_back (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Change) change = data;
  g_autofree char *scope = g_strconcat (EXM_SAVED_SEARCH_SCOPE, change->name, NULL);

  if (finish (source, result, change) && change->shown)
    gtk_widget_activate_action (GTK_WIDGET (change->window), "win.go", "(ss)", scope,
                                "articles");
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  const Change *removal = data;
  Change *change = change_new (removal->window, removal->name);

  change->shown = removal->shown;
  if (change->window->session != NULL)
    exm_saved_search_list_add_async (exm_session_get_searches (change->window->session),
                                     removal->old, removal->position, on_put_back,
                                     change);
  else
    change_free (change);
}

static void
on_removed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Change) change = data;

  if (!finish (source, result, change))
    return;
  g_autofree char *name = exm_bidi_isolate (change->name);
  /* translators: %s is the name of a saved search */
  g_autofree char *words = g_strdup_printf (_ ("Saved search “%s” removed"), name);
  AdwToast *toast = exm_toast_new (words);
  ExmWindow *self = change->window;
  adw_toast_set_button_label (toast, _ ("Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_clicked),
                         g_steal_pointer (&change), free_change_of_closure, 0);
  exm_toast_show (GTK_WIDGET (self->toasts), toast);
}

static void
remove_search (GtkWidget *widget, const char *action, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  const char *name = g_variant_get_string (target, NULL);

  exm_saved_search_list_remove_async (exm_session_get_searches (self->session), name,
                                      on_removed, change_new (self, name));
}

static void
set_alerts (GtkWidget *widget, const char *action, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  const char *name;
  gboolean alerts;

  g_variant_get (target, "(&sb)", &name, &alerts);
  exm_saved_search_list_set_alerts_async (exm_session_get_searches (self->session), name,
                                          alerts, on_changed, change_new (self, name));
}

static void
rename_to (const char *new_name, gpointer data)
{
  const Change *question = data;
  ExmWindow *self = question->window;

  if (self->session != NULL && !g_str_equal (new_name, question->name))
    exm_saved_search_list_rename_async (exm_session_get_searches (self->session),
                                        question->name, new_name, on_changed,
                                        change_new (self, question->name));
}

static void
rename_search (GtkWidget *widget, const char *action, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  const char *name = g_variant_get_string (target, NULL);
  g_autofree char *scope = g_strconcat (EXM_SAVED_SEARCH_SCOPE, name, NULL);
  ExmSavedSearchList *list = exm_session_get_searches (self->session);
  ExmSavedSearchItem *item = exm_saved_search_list_find (list, scope);

  if (item != NULL)
    exm_search_name_ask (widget, list, exm_saved_search_item_get_words (item), name,
                         rename_to, change_new (self, name), change_free);
}

static void
set_outputs (GtkWidget *widget, const char *action, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  g_autofree char *scope
      = g_strconcat (EXM_SAVED_SEARCH_SCOPE, g_variant_get_string (target, NULL), NULL);
  ExmSavedSearchItem *item
      = exm_saved_search_list_find (exm_session_get_searches (self->session), scope);

  if (item != NULL)
    exm_search_outputs_dialog_present (GTK_WINDOW (widget), self->session, item);
}

void
exm_window_searches_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.rename-search", "s", rename_search);
  gtk_widget_class_install_action (widget_class, "win.remove-search", "s", remove_search);
  gtk_widget_class_install_action (widget_class, "win.set-search-outputs", "s",
                                   set_outputs);
  gtk_widget_class_install_action (widget_class, "win.set-search-alerts", "(sb)",
                                   set_alerts);
}
