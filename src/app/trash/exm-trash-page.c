/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/trash/exm-trash-page.h"

#include "app/session/exm-session-trash.h"
#include "app/trash/exm-trash-row.h"
#include "app/trash/exm-trash-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

struct _ExmTrashPage
{
  AdwBin parent_instance;

  ExmSession *session; /* (owned) */

  /* Children of the template, all (unowned). */
  GtkListBox *list;
};

static guint restored_signal;

G_DEFINE_FINAL_TYPE (ExmTrashPage, exm_trash_page, ADW_TYPE_BIN)

/* A task that is being restored or emptied out, and whose end the page tells. */
typedef struct
{
  ExmTrashPage *page; /* (owned) */
  char *uid;          /* (owned) (nullable): %NULL for the whole trash */
  char *name;         /* (owned) (nullable) */
  guint n_tasks;
  guint n_articles;
} Request;

static void
request_free (gpointer data)
{
  Request *request = data;

  g_object_unref (request->page);
  g_free (request->uid);
  g_free (request->name);
  g_free (request);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Request, request_free)

static void
free_request_of_closure (gpointer data, GClosure *closure)
{
  request_free (data);
}

/* @uid: (nullable): one task, or all. Returns: (transfer full) (nullable): %NULL if it is
 * not in the trash any more */
static Request *
request_new (ExmTrashPage *self, const char *uid)
{
  GListModel *trash = exm_session_get_trash (self->session);
  g_autoptr (Request) request = g_new0 (Request, 1);

  request->page = g_object_ref (self);
  request->uid = g_strdup (uid);
  for (guint i = 0; i < g_list_model_get_n_items (trash); i++)
    {
      g_autoptr (ExmTrashItem) item = g_list_model_get_item (trash, i);
      const ExmTrashInfo *info = exm_trash_item_get_info (item);
      if (uid != NULL && !g_str_equal (uid, info->uid))
        continue;
      request->n_tasks++;
      request->n_articles += info->n_articles;
      g_free (request->name);
      request->name = g_strdup (info->name);
    }
  return request->n_tasks > 0 ? g_steal_pointer (&request) : NULL;
}

static Request *
request_copy (const Request *request)
{
  Request *copy = g_new0 (Request, 1);

  copy->page = g_object_ref (request->page);
  copy->uid = g_strdup (request->uid);
  copy->name = g_strdup (request->name);
  copy->n_tasks = request->n_tasks;
  copy->n_articles = request->n_articles;
  return copy;
}

static void
say (ExmTrashPage *self, const char *words)
{
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (words));
}

/* A question about @request, which goes to @callback with the answer. */
static AdwMessageDialog *
ask (const Request *request, const char *heading, const char *body, GCallback callback)
{
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (request->page));
  AdwMessageDialog *dialog
      = ADW_MESSAGE_DIALOG (adw_message_dialog_new (GTK_WINDOW (window), heading, body));

  adw_message_dialog_add_response (dialog, "cancel", _ ("_Cancel"));
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  g_signal_connect_data (dialog, "response", callback, request_copy (request),
                         free_request_of_closure, 0);
  return dialog;
}

/* Restoring */

static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (!exm_session_restore_task_finish (EXM_SESSION (source), result, &name, &error))
    {
      say (request->page, error->message);
      return;
    }
  g_autofree char *words = exm_trash_words_restored (request->name, name);
  say (request->page, words);
  g_signal_emit (request->page, restored_signal, 0, request->uid);
}

static void
restore (const Request *request, ExmTrashKeep keep)
{
  exm_session_restore_task_async (request->page->session, request->uid, keep, on_restored,
                                  request_copy (request));
}

static void
on_keep_answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  if (g_str_equal (response, "both"))
    restore (data, EXM_TRASH_KEEP_BOTH);
  else if (g_str_equal (response, "trashed"))
    restore (data, EXM_TRASH_KEEP_TRASHED);
  else if (g_str_equal (response, "new"))
    restore (data, EXM_TRASH_KEEP_NEW);
}

static void
ask_which_to_keep (const Request *request, const ExmTrashTwins *twins)
{
  g_autofree char *body = g_strdup_printf (
      /* translators: a number, the name of a deleted task, that of a task set up since */
      ngettext ("%u article of “%s” is in “%s” too, which was set up since.",
                "%u articles of “%s” are in “%s” too, which was set up since.",
                twins->n_articles),
      twins->n_articles, request->name, twins->task_name);
  g_autofree char *all = g_strconcat (
      body, " ", _ ("Copies that are not kept are deleted for good."), NULL);
  AdwMessageDialog *dialog = ask (request, _ ("Which Copies Are to Be Kept?"), all,
                                  G_CALLBACK (on_keep_answered));

  adw_message_dialog_add_response (dialog, "both", _ ("Keep _Both"));
  adw_message_dialog_add_response (dialog, "trashed", _ ("Keep Those in the _Trash"));
  adw_message_dialog_add_response (dialog, "new", _ ("Keep the _New Ones"));
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_twins_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTrashTwins) twins
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (gtk_widget_get_root (GTK_WIDGET (request->page)) == NULL)
    return;
  if (twins == NULL)
    say (request->page, error->message);
  else if (twins->n_articles > 0)
    ask_which_to_keep (request, twins);
  else
    restore (request, EXM_TRASH_KEEP_BOTH);
}

static void
activate_restore (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmTrashPage *self = EXM_TRASH_PAGE (widget);
  Request *request = request_new (self, g_variant_get_string (target, NULL));

  if (request == NULL)
    return;
  const ExmStoreQuery query = { .kind = EXM_READ_TRASH_TWINS, .uid = request->uid };
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query, NULL,
                               on_twins_read, request);
}

/* Emptying */

/* Returns: (transfer full): "2 tasks and 310 articles" */
static char *
describe_count (const Request *request)
{
  g_autofree char *tasks = g_strdup_printf (
      ngettext ("%u task", "%u tasks", request->n_tasks), request->n_tasks);
  g_autofree char *articles = g_strdup_printf (
      ngettext ("%u article", "%u articles", request->n_articles), request->n_articles);

  /* translators: "2 tasks", then "310 articles" */
  return g_strdup_printf (_ ("%s and %s"), tasks, articles);
}

static void
on_emptied (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Request) request = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      say (request->page, error->message);
      return;
    }
  g_autofree char *count = describe_count (request);
  /* translators: "2 tasks and 310 articles" */
  g_autofree char *words = g_strdup_printf (_ ("Deleted for good: %s"), count);
  say (request->page, words);
}

static void
on_empty_answered (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  const Request *request = data;

  if (g_str_equal (response, "delete"))
    exm_session_empty_trash_async (request->page->session, request->uid, on_emptied,
                                   request_copy (request));
}

static void
ask_to_empty (ExmTrashPage *self, const char *uid)
{
  g_autoptr (Request) request = request_new (self, uid);

  if (request == NULL)
    return;
  g_autofree char *count = describe_count (request);
  g_autofree char *body = g_strdup_printf (
      /* translators: "2 tasks and 310 articles" */
      _ ("%s are deleted for good. Files that were published stay."), count);
  g_autofree char *heading = uid != NULL
                                 ? g_strdup_printf (_ ("Delete “%s” Now?"), request->name)
                                 : g_strdup (_ ("Empty the Trash?"));
  AdwMessageDialog *dialog = ask (request, heading, body, G_CALLBACK (on_empty_answered));
  adw_message_dialog_add_response (dialog, "delete",
                                   uid != NULL ? _ ("_Delete Now") : _ ("_Empty Trash"));
  adw_message_dialog_set_response_appearance (dialog, "delete", ADW_RESPONSE_DESTRUCTIVE);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
activate_delete (GtkWidget *widget, const char *name, GVariant *target)
{
  ask_to_empty (EXM_TRASH_PAGE (widget), g_variant_get_string (target, NULL));
}

static void
activate_empty (GtkWidget *widget, const char *name, GVariant *target)
{
  ask_to_empty (EXM_TRASH_PAGE (widget), NULL);
}

static GtkWidget *
make_row (gpointer item, gpointer data)
{
  return exm_trash_row_new (EXM_TRASH_ITEM (item));
}

static void
exm_trash_page_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_TRASH_PAGE);
  g_clear_object (&EXM_TRASH_PAGE (object)->session);
  G_OBJECT_CLASS (exm_trash_page_parent_class)->dispose (object);
}

static void
exm_trash_page_class_init (ExmTrashPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_trash_page_dispose;
  restored_signal = g_signal_new ("restored", EXM_TYPE_TRASH_PAGE, G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  gtk_widget_class_install_action (widget_class, "trash.restore", "s", activate_restore);
  gtk_widget_class_install_action (widget_class, "trash.delete", "s", activate_delete);
  gtk_widget_class_install_action (widget_class, "trash.empty", NULL, activate_empty);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-trash-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmTrashPage, list);
}

static void
exm_trash_page_init (ExmTrashPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
exm_trash_page_new (ExmSession *session)
{
  ExmTrashPage *self = g_object_new (EXM_TYPE_TRASH_PAGE, NULL);

  self->session = g_object_ref (session);
  gtk_list_box_bind_model (self->list, exm_session_get_trash (session), make_row, NULL,
                           NULL);
  return GTK_WIDGET (self);
}
