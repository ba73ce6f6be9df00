/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tasks of the queue: what ails them has a row above the articles, and one thing that
 * is likely to help. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/review/exm-example-dialog.h"
#include "app/review/exm-sisters.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-problem-words.h"
#include "app/widgets/exm-toast.h"
#include "store/exm-store-problem.h"

#include <glib/gi18n-lib.h>

/* Whether a task has a row: in the queue, of the scope, while nothing is searched for. */
static gboolean
is_shown (gpointer item, gpointer data)
{
  ExmArticlesPage *self = data;
  ExmTaskItem *task = EXM_TASK_ITEM (item);

  return exm_articles_page_is_queue (self) && exm_task_item_get_problem (task) != NULL
         && (self->task_uid == NULL
             || g_str_equal (self->task_uid, exm_task_item_get_uid (task)))
         && *gtk_editable_get_text (GTK_EDITABLE (self->search)) == '\0';
}

GListModel *
exm_articles_page_make_problems (ExmArticlesPage *self)
{
  self->problem_filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));
  self->problems = gtk_filter_list_model_new (NULL, g_object_ref (self->problem_filter));
  return G_LIST_MODEL (self->problems);
}

/* A row that was bound anew may have the focus without being in the list any more; only
 * who types somewhere is left alone. */
static gboolean
is_typing (ExmArticlesPage *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  return root == NULL || GTK_IS_EDITABLE (gtk_root_get_focus (root));
}

/* The row that follows one that went; keys go on from it. */
static void
select_next (ExmArticlesPage *self, guint position, gboolean focused)
{
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u",
                              position);
  if (focused)
    gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* The list of tasks is read again and again while runs are under way: what did not change
 * is left alone. Where the selected one is mended, the next of them follows. */
void
exm_articles_page_update_problems (ExmArticlesPage *self)
{
  GtkSelectionModel *selection = GTK_SELECTION_MODEL (self->selection);
  g_autoptr (GtkBitset) selected = gtk_selection_model_get_selection (selection);
  gboolean focused = !is_typing (self);
  guint before = exm_articles_page_count_problems (self);
  guint at = gtk_bitset_is_empty (selected) ? before : gtk_bitset_get_minimum (selected);

  gtk_filter_changed (self->problem_filter, GTK_FILTER_CHANGE_DIFFERENT);
  guint n = exm_articles_page_count_problems (self);
  if (n >= before)
    return;
  g_autoptr (GtkBitset) left = gtk_selection_model_get_selection (selection);
  if (n > 0 && at < before && gtk_bitset_is_empty (left))
    select_next (self, MIN (at, n - 1), focused);
  else
    self->wants_first = exm_articles_page_is_queue (self);
}

guint
exm_articles_page_count_problems (ExmArticlesPage *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->problems));
}

ExmTaskItem *
exm_articles_page_get_problem (ExmArticlesPage *self)
{
  g_autoptr (GtkBitset) selected
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  if (gtk_bitset_get_size (selected) != 1)
    return NULL;
  g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->selection),
                                                    gtk_bitset_get_minimum (selected));
  return EXM_IS_TASK_ITEM (item)
                 && exm_task_item_get_problem (EXM_TASK_ITEM (item)) != NULL
             ? EXM_TASK_ITEM (item)
             : NULL;
}

static gboolean
is_redesign (const ExmProblem *problem)
{
  return exm_problem_get_remedy (problem) == EXM_REMEDY_USE_EXAMPLE;
}

void
exm_articles_page_show_problem (ExmArticlesPage *self)
{
  ExmTaskItem *task = exm_articles_page_get_problem (self);
  const ExmProblem *problem = task != NULL ? exm_task_item_get_problem (task) : NULL;
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean running = task != NULL && exm_task_item_get_running (task);
  gboolean has_page = problem != NULL && problem->url != NULL;

  gtk_widget_set_visible (self->problem_compare,
                          problem != NULL && is_redesign (problem));
  gtk_widget_action_set_enabled (widget, "page.compare",
                                 problem != NULL && is_redesign (problem)
                                     && self->healing_uid == NULL);
  gtk_widget_action_set_enabled (widget, "trouble.run", task != NULL && !running);
  gtk_widget_action_set_enabled (widget, "trouble.open-page", has_page);
  gtk_widget_action_set_enabled (widget, "trouble.copy-address", has_page);
  if (problem == NULL)
    return;
  g_autofree char *cause = exm_problem_words_cause (problem);
  g_autofree char *advice
      = exm_problem_words_advice (problem, exm_task_item_get_next_due (task));
  g_autofree char *title = g_markup_escape_text (exm_task_item_get_name (task), -1);
  adw_status_page_set_icon_name (self->problem, exm_problem_get_icon (problem));
  adw_status_page_set_title (self->problem, title);
  gtk_label_set_label (self->problem_cause, cause);
  gtk_label_set_label (self->problem_advice, advice);
  gtk_button_set_label (self->problem_main, exm_problem_words_remedy (problem));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->problem_main), "s",
                                    exm_task_item_get_uid (task));
  gtk_widget_set_sensitive (
      GTK_WIDGET (self->problem_main),
      self->healing_uid == NULL
          && (!running || exm_problem_get_remedy (problem) != EXM_REMEDY_TRY_AGAIN));
  gtk_spinner_set_spinning (self->problem_spinner,
                            running
                                || (is_redesign (problem) && self->healing_uid != NULL));
  gtk_stack_set_visible_child_name (self->reader_stack, "trouble");
}

/* Remedies */

static ExmTaskItem *
select_task (ExmArticlesPage *self, const char *uid)
{
  guint n_items = exm_articles_page_count_problems (self);

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (ExmTaskItem) item
          = g_list_model_get_item (G_LIST_MODEL (self->problems), i);
      if (!g_str_equal (exm_task_item_get_uid (item), uid))
        continue;
      gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), i, TRUE);
      return item;
    }
  return NULL;
}

/* Ignoring */

static void
on_ignored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
}

static gboolean
write_ignored (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_ignore_problem (store, data, TRUE, error);
}

static gboolean
write_noticed (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_store_ignore_problem (store, data, FALSE, error);
}

static void
set_ignored (ExmArticlesPage *self, const char *uid, ExmWorkerWrite func)
{
  exm_session_write_async (self->session, uid, func, g_strdup (uid), g_free, on_ignored,
                           g_object_ref (self));
}

static void
undo_ignoring (ExmArticlesPage *self, gpointer task)
{
  set_ignored (self, exm_task_item_get_uid (EXM_TASK_ITEM (task)), write_noticed);
}

static void
ignore (ExmArticlesPage *self, ExmTaskItem *task)
{
  g_autofree char *name = exm_bidi_isolate (exm_task_item_get_name (task));
  /* translators: %s is the name of a task */
  g_autofree char *words
      = g_strdup_printf (_ ("“%s” is ignored until something else is the matter"), name);

  set_ignored (self, exm_task_item_get_uid (task), write_ignored);
  exm_articles_page_offer_undo (self, G_OBJECT (task), words, undo_ignoring);
}

static void
ignore_chosen (ExmArticlesPage *self)
{
  ExmTaskItem *task = exm_articles_page_get_problem (self);

  if (task != NULL)
    ignore (self, task);
}

/* With a proposed example */

static void
on_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_healing_finish (EXM_HEALING (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->session == NULL)
    return;
  exm_session_refresh (self->session);
  exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
undo_healing (ExmArticlesPage *self, gpointer healing)
{
  exm_healing_undo_async (EXM_HEALING (healing), on_restored, g_object_ref (self));
}

/* The other tasks that share its example */

static void
refresh (ExmArticlesPage *self)
{
  exm_session_refresh (self->session);
  exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
on_sisters_restored (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  if (self->session != NULL)
    refresh (self);
}

static void
undo_sisters (ExmArticlesPage *self, gpointer sisters)
{
  exm_sisters_undo_async (EXM_SISTERS (sisters), on_sisters_restored,
                          g_object_ref (self));
}

static void
on_sisters_healed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmSisters *sisters = EXM_SISTERS (source);
  g_autoptr (GError) error = NULL;
  gboolean good = g_task_propagate_boolean (G_TASK (result), &error);
  guint n = exm_sisters_count_healed (sisters),
        n_articles = exm_sisters_count_articles (sisters);

  if (self->session == NULL)
    return;
  refresh (self);
  if (!good)
    exm_toast_show_error (GTK_WIDGET (self), error);
  g_autofree char *words = g_strdup_printf (
      /* translators: two numbers: of tasks, and of articles in all of them */
      ngettext ("Example added to %u more task, articles extracted anew: %u",
                "Example added to %u more tasks, articles extracted anew: %u", n),
      n, n_articles);
  if (n > 0)
    exm_articles_page_offer_undo (self, G_OBJECT (sisters), words, undo_sisters);
}

static void
on_sisters_answered (AdwMessageDialog *dialog,
                     const char *response,
                     ExmArticlesPage *self)
{
  ExmSisters *sisters = g_object_get_data (G_OBJECT (dialog), "exm-sisters");

  if (g_str_equal (response, "mend") && self->session != NULL)
    exm_sisters_run_async (sisters, on_sisters_healed, g_object_ref (self));
}

/* A redesign is mended once for all sections of a site. */
static void
offer_sisters (ExmArticlesPage *self, ExmHealing *healing)
{
  ExmSisters *sisters = exm_sisters_new (healing);
  GtkRoot *window = gtk_widget_get_root (GTK_WIDGET (self));

  if (sisters == NULL || window == NULL)
    {
      g_clear_object (&sisters);
      return;
    }
  guint n = exm_sisters_get_n (sisters);
  g_autofree char *body = g_strdup_printf (
      ngettext ("%u other task has the same example. It gets the new one too, and its "
                "articles that do not fit are extracted anew.",
                "%u other tasks have the same example. They get the new one too, and "
                "their articles that do not fit are extracted anew.",
                n),
      n);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (window), _ ("Mend the Other Tasks Too?"), body));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Not Now"), "mend",
                                    _ ("_Mend All"), NULL);
  adw_message_dialog_set_default_response (dialog, "mend");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_response_appearance (dialog, "mend", ADW_RESPONSE_SUGGESTED);
  g_object_set_data_full (G_OBJECT (dialog), "exm-sisters", sisters, g_object_unref);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_sisters_answered), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_healed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmHealing *healing = EXM_HEALING (source);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_healing_finish (healing, result, &error);
  guint n = exm_healing_get_n_done (healing);

  g_clear_pointer (&self->healing_uid, g_free);
  if (self->session == NULL)
    return;
  refresh (self);
  exm_articles_page_show_problem (self);
  if (!good)
    {
      /* translators: %s is the cause */
      g_autofree char *words
          = g_strdup_printf (_ ("The proposed example was not used: %s"), error->message);
      exm_toast_show (GTK_WIDGET (self), exm_toast_new (words));
      return;
    }
  g_autofree char *words
      = g_strdup_printf (ngettext ("Example added, %u article extracted anew",
                                   "Example added, %u articles extracted anew", n),
                         n);
  exm_articles_page_offer_undo (self, G_OBJECT (healing), words, undo_healing);
  offer_sisters (self, healing);
}

static void
heal (ExmArticlesPage *self, ExmHealing *healing)
{
  if (self->healing_uid != NULL || self->session == NULL)
    return;
  self->healing_uid = g_strdup (exm_healing_get_uid (healing));
  exm_articles_page_show_problem (self);
  exm_healing_run_async (healing, on_healed, g_object_ref (self));
}

static void
review_on_workbench (ExmArticlesPage *self, gint64 article)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.review-article", "x", article);
}

/* The proposed example beside the old one, which is used or not from there. */
static void
compare (ExmArticlesPage *self, ExmTaskItem *task)
{
  ExmExampleDialog *dialog = exm_example_dialog_open (
      GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), self->session,
      exm_task_item_get_uid (task), exm_task_item_get_name (task));

  g_signal_connect_object (dialog, "use-asked", G_CALLBACK (heal), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "workbench-asked", G_CALLBACK (review_on_workbench),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (dialog, "ignore-asked", G_CALLBACK (ignore_chosen), self,
                           G_CONNECT_SWAPPED);
}

static void
go_to (ExmArticlesPage *self, ExmTaskItem *task, const char *view)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go", "(ss)",
                              exm_task_item_get_uid (task), view);
}

void
exm_articles_page_open_address (ExmArticlesPage *self, const char *url)
{
  if (url != NULL)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), url,
                  GDK_CURRENT_TIME);
}

void
exm_articles_page_copy_address (ExmArticlesPage *self, const char *url)
{
  if (url == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), url);
  exm_toast_show (GTK_WIDGET (self), exm_toast_new (_ ("Address copied")));
}

void
exm_articles_page_remedy (ExmArticlesPage *self, ExmTaskItem *task)
{
  const ExmProblem *problem = exm_task_item_get_problem (task);

  switch (exm_problem_get_remedy (problem))
    {
    case EXM_REMEDY_USE_EXAMPLE:
      {
        g_autoptr (ExmHealing) healing
            = exm_healing_new (self->session, exm_task_item_get_uid (task));
        heal (self, healing);
        break;
      }
    case EXM_REMEDY_OPEN_PAGE:
      exm_articles_page_open_address (self, problem->url);
      break;
    case EXM_REMEDY_SETTINGS:
      go_to (self, task, "settings");
      break;
    case EXM_REMEDY_TRY_AGAIN:
    default:
      exm_session_run_task (self->session, exm_task_item_get_uid (task));
      break;
    }
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (widget);
  ExmTaskItem *chosen = parameter != NULL
                            ? select_task (self, g_variant_get_string (parameter, NULL))
                            : exm_articles_page_get_problem (self);

  if (chosen == NULL || self->session == NULL)
    return;
  g_autoptr (ExmTaskItem) task = g_object_ref (chosen);
  const ExmProblem *problem = exm_task_item_get_problem (task);
  if (g_str_equal (name, "trouble.main"))
    exm_articles_page_remedy (self, task);
  else if (g_str_equal (name, "page.compare") || g_str_equal (name, "trouble.compare"))
    compare (self, task);
  else if (g_str_equal (name, "trouble.menu"))
    exm_articles_page_show_menu (self, NULL);
  else if (g_str_equal (name, "trouble.run"))
    exm_session_run_task (self->session, exm_task_item_get_uid (task));
  else if (g_str_equal (name, "trouble.open-page"))
    exm_articles_page_open_address (self, problem->url);
  else if (g_str_equal (name, "trouble.copy-address"))
    exm_articles_page_copy_address (self, problem->url);
  else if (g_str_equal (name, "trouble.workbench"))
    go_to (self, task, "workbench");
  else if (g_str_equal (name, "trouble.settings"))
    go_to (self, task, "settings");
  else if (g_str_equal (name, "trouble.activity"))
    go_to (self, task, "activity");
  else if (g_str_equal (name, "trouble.help"))
    gtk_widget_activate_action (widget, "app.help", "s", exm_problem_get_help (problem));
  else if (g_str_equal (name, "trouble.ignore"))
    ignore (self, task);
}

void
exm_articles_page_install_problems (GtkWidgetClass *widget_class)
{
  static const char *const actions[] = {
    "trouble.run",       "trouble.open-page", "trouble.copy-address",
    "trouble.workbench", "trouble.settings",  "trouble.activity",
    "trouble.help",      "trouble.ignore",    "page.compare",
  };

  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_install_action (widget_class, "trouble.main", "s", run_action);
  gtk_widget_class_install_action (widget_class, "trouble.menu", "s", run_action);
  gtk_widget_class_install_action (widget_class, "trouble.compare", "s", run_action);
}
