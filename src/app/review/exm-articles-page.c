/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page.h"

#include "app/review/exm-article-row.h"
#include "app/review/exm-articles-page-private.h"
#include "app/review/exm-problem-row.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-stay-at-top.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmArticlesPage,
                               exm_articles_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

static void
update_buttons (ExmArticlesPage *self)
{
  guint n_selected = exm_articles_page_count_selected (self);
  guint n = n_selected > 1 ? n_selected : exm_article_list_get_n_matches (self->list);
  g_autofree char *label
      = n == G_MAXUINT ? g_strdup (_ ("Export All That Were Found…"))
                       : g_strdup_printf (
                           ngettext ("Export %u Article…", "Export %u Articles…", n), n);

  gtk_button_set_label (self->export_button, label);
  gtk_widget_set_visible (GTK_WIDGET (self->export_button), n > 0);
  /* Actions on several articles stand beside the list if there is room, else in this
   * bar. */
  gtk_widget_set_visible (self->many_bar,
                          n_selected > 1 && adw_leaflet_get_folded (self->leaflet));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "articles.export",
                                 n > 0 && self->export == NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "articles.delete", n_selected > 0);
  exm_articles_page_update_review (self);
}

static void
on_selection_changed (ExmArticlesPage *self)
{
  exm_articles_page_show_selected (self);
  update_buttons (self);
}

static void
on_view_activate (ExmArticlesPage *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->reader_pane);
}

/* In the queue Enter is for the article that is read beside it; a double click is not. */
static gboolean
on_view_key_pressed (ExmArticlesPage *self,
                     guint keyval,
                     guint keycode,
                     GdkModifierType state)
{
  gboolean enter = keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter;
  ExmTaskItem *problem = exm_articles_page_get_problem (self);

  if (keyval == GDK_KEY_space
      && (state & gtk_accelerator_get_default_mod_mask () & ~GDK_SHIFT_MASK) == 0)
    {
      gtk_widget_activate_action (
          GTK_WIDGET (self),
          (state & GDK_SHIFT_MASK) != 0 ? "page.scroll-back" : "page.scroll-on", NULL);
      return GDK_EVENT_STOP;
    }
  if (keyval == GDK_KEY_Menu || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) != 0))
    return exm_articles_page_show_menu_by_key (self);
  if (!enter || (state & gtk_accelerator_get_default_mod_mask ()) != 0
      || !exm_articles_page_is_queue (self) || adw_leaflet_get_folded (self->leaflet))
    return GDK_EVENT_PROPAGATE;
  if (problem != NULL)
    exm_articles_page_remedy (self, problem);
  else
    exm_articles_page_do_likely (self);
  return GDK_EVENT_STOP;
}

static void
show_empty (ExmArticlesPage *self)
{
  const char *query = gtk_editable_get_text (GTK_EDITABLE (self->search));
  g_autofree char *filters = exm_articles_page_describe_filters (self);
  gboolean queue = gtk_toggle_button_get_active (self->to_review);
  g_autofree char *title = NULL;

  if (*query != '\0')
    /* translators: %s is what was searched for */
    title = g_strdup_printf (_ ("No articles match “%s”"), query);
  else if (filters != NULL)
    title = g_strdup (_ ("No articles match the filters"));
  else if (queue)
    title = g_strdup (self->task_uid == NULL ? _ ("Nothing needs you")
                                             : _ ("Nothing to review"));
  else
    title = g_strdup (_ ("No articles yet"));
  g_autofree char *escaped = g_markup_escape_text (title, -1);
  g_autofree char *told = filters != NULL ? g_markup_escape_text (filters, -1) : NULL;
  adw_status_page_set_title (self->empty, escaped);
  adw_status_page_set_description (
      self->empty, told != NULL ? told
                   : *query != '\0'
                       ? _ ("All words must be in the title or the text. “…” finds words "
                            "in a row, -word leaves articles out.")
                   : !queue ? _ ("They appear here as soon as they are collected.")
                            : NULL);
  gtk_widget_set_visible (self->clear_filters, filters != NULL);
}

/* Hides the reader if no article is listed: the list says so in the whole view, once,
 * below the search. */
static void
show_panes (ExmArticlesPage *self, gboolean empty)
{
  g_autofree char *filters = exm_articles_page_describe_filters (self);
  gboolean bare = empty && *gtk_editable_get_text (GTK_EDITABLE (self->search)) == '\0'
                  && !gtk_toggle_button_get_active (self->to_review) && filters == NULL;

  exm_articles_page_offer_older (self, bare);
  gtk_widget_set_visible (self->bar, !bare);
  gtk_widget_set_hexpand (self->list_pane, empty);
  gtk_widget_set_visible (self->reader_pane, !empty);
  if (empty)
    adw_leaflet_set_visible_child (self->leaflet, self->list_pane);
}

/* The queue is worked off from its beginning; of a task that has none yet, the first
 * article is waited for. */
static void
take_first (ExmArticlesPage *self)
{
  if (self->wants_first && self->kept_id == 0
      && (exm_articles_page_is_queue (self)
          || g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0)
      && g_str_equal (gtk_stack_get_visible_child_name (self->list_stack), "list")
      && exm_paged_list_is_settled (EXM_PAGED_LIST (self->list)))
    {
      self->wants_first = !exm_articles_page_select_first (self);
      if (!self->wants_first)
        g_clear_pointer (&self->first_uid, g_free);
    }
}

static void
update_list (ExmArticlesPage *self)
{
  ExmPagedList *list = EXM_PAGED_LIST (self->list);
  const char *message = exm_paged_list_get_message (list);
  const char *name = "list";

  if (g_list_model_get_n_items (G_LIST_MODEL (list)) == 0
      && (message != NULL || exm_articles_page_count_problems (self) == 0))
    name = message != NULL                    ? "failed"
           : exm_paged_list_is_settled (list) ? "empty"
                                              : "waiting";
  if (message != NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (message, -1);
      adw_status_page_set_description (self->failed, escaped);
    }
  show_empty (self);
  show_panes (self, g_str_equal (name, "empty"));
  gtk_stack_set_visible_child_name (self->list_stack, name);
  if (exm_paged_list_is_settled (list))
    exm_articles_page_find_kept (self);
  exm_articles_page_find_unread (self);
  take_first (self);
  update_buttons (self);
}

static void
on_rows_changed (ExmArticlesPage *self)
{
  exm_articles_page_select_kept (self);
  exm_articles_page_find_unread (self);
  take_first (self);
}

static void
on_row_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, g_object_new (EXM_TYPE_ARTICLE_ROW, NULL));
}

/* A row is an article's until a task comes to it, which is seldom. */
static void
on_row_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);
  GObject *shown = gtk_list_item_get_item (item);
  GtkWidget *row = gtk_list_item_get_child (item);

  if (EXM_IS_TASK_ITEM (shown) != EXM_IS_PROBLEM_ROW (row))
    {
      row = EXM_IS_TASK_ITEM (shown) ? g_object_new (EXM_TYPE_PROBLEM_ROW, NULL)
                                     : g_object_new (EXM_TYPE_ARTICLE_ROW, NULL);
      gtk_list_item_set_child (item, row);
    }
  if (EXM_IS_TASK_ITEM (shown))
    exm_problem_row_set_item (EXM_PROBLEM_ROW (row), EXM_TASK_ITEM (shown));
  else
    exm_article_row_set_item (EXM_ARTICLE_ROW (row), EXM_ARTICLE_ITEM (shown),
                              exm_articles_page_is_queue (self), self->task_uid == NULL);
}

static void
on_articles_changed (ExmArticlesPage *self, const char *uid)
{
  if (self->task_uid == NULL || uid == NULL || g_str_equal (uid, self->task_uid))
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
on_started (ExmArticlesPage *self)
{
  if (exm_session_is_started (self->session))
    exm_paged_list_refresh (EXM_PAGED_LIST (self->list));
}

static void
on_tasks_changed (ExmArticlesPage *self)
{
  exm_articles_page_update_problems (self);
  self->older_stale = TRUE; /* a run may have ended */
  update_list (self);
  if (exm_articles_page_get_problem (self) != NULL)
    exm_articles_page_show_problem (self);
}

static void
run_menu (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (widget);

  if (exm_articles_page_select (self, g_variant_get_int64 (parameter)))
    exm_articles_page_show_menu (self, NULL);
}

static void
run_main (GtkWidget *widget, const char *name, GVariant *parameter)
{
  exm_articles_page_do_main (EXM_ARTICLES_PAGE (widget), g_variant_get_int64 (parameter));
}

static void
run_action (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (widget);

  if (g_str_equal (name, "articles.search"))
    gtk_widget_grab_focus (GTK_WIDGET (self->search));
  else if (g_str_equal (name, "articles.export"))
    exm_articles_page_choose_export (self);
  else if (g_str_equal (name, "articles.cancel-export"))
    exm_articles_page_cancel_export (self);
  else if (g_str_equal (name, "articles.approve"))
    exm_articles_page_approve (self);
  else if (g_str_equal (name, "page.looks-right"))
    exm_articles_page_do_likely (self);
  else if (g_str_equal (name, "articles.open") || g_str_equal (name, "page.wrong"))
    exm_articles_page_open (self);
  else if (g_str_equal (name, "page.undo"))
    exm_articles_page_undo_and_tell (self);
  else if (g_str_equal (name, "articles.fetch-again"))
    exm_articles_page_fetch_again (self);
  else if (g_str_equal (name, "articles.delete"))
    exm_articles_page_delete (self);
  else if (g_str_equal (name, "articles.dismiss"))
    exm_articles_page_dismiss (self);
  else if (g_str_equal (name, "articles.open-task")
           || g_str_equal (name, "articles.open-page")
           || g_str_equal (name, "articles.copy-address")
           || g_str_equal (name, "articles.copy"))
    exm_articles_page_do_with_one (self, name);
  else if (g_str_equal (name, "page.next") || g_str_equal (name, "page.previous"))
    exm_articles_page_step (self, g_str_equal (name, "page.next"));
  else if (g_str_equal (name, "page.print"))
    gtk_widget_activate_action (GTK_WIDGET (self->reader), "reader.print", NULL);
  else if (g_str_equal (name, "page.save-search"))
    exm_articles_page_save_search (self);
  else if (g_str_equal (name, "articles.retry"))
    exm_paged_list_reset (EXM_PAGED_LIST (self->list));
  else if (g_str_equal (name, "articles.back"))
    adw_leaflet_set_visible_child (self->leaflet, self->list_pane);
}

/* Wherever the focus is, while the view is the one that is shown. */
static gboolean
on_find_shortcut (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!gtk_widget_get_mapped (widget))
    return FALSE;
  return gtk_widget_activate_action (widget, "articles.search", NULL);
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (screen);
  if (self->session == session)
    return;
  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->session, on_articles_changed, self);
      g_signal_handlers_disconnect_by_func (self->session, on_started, self);
      g_signal_handlers_disconnect_by_func (self->session, on_tasks_changed, self);
    }
  g_set_object (&self->session, session);
  exm_article_reader_set_resources (
      self->reader, session != NULL ? exm_session_get_resources (session) : NULL);
  exm_paged_list_set_reader (EXM_PAGED_LIST (self->list),
                             session != NULL ? exm_session_get_reader (session) : NULL);
  if (session == NULL)
    return;
  gtk_filter_list_model_set_model (self->problems, exm_session_get_tasks (session));
  g_signal_connect_swapped (session, "articles-changed", G_CALLBACK (on_articles_changed),
                            self);
  g_signal_connect_swapped (session, "notify::started", G_CALLBACK (on_started), self);
  g_signal_connect_swapped (session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                            self);
}

/* Articles that are there before and after it stay in their rows. */
static void
name_rows (ExmArticlesPage *self)
{
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->view));
       child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = gtk_widget_get_first_child (child);
      if (EXM_IS_ARTICLE_ROW (row))
        exm_article_row_set_item (
            EXM_ARTICLE_ROW (row), exm_article_row_get_item (EXM_ARTICLE_ROW (row)),
            exm_articles_page_is_queue (self), self->task_uid == NULL);
    }
}

static void
set_task (ExmScreen *screen, const char *uid)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (screen);
  char *copy = g_strdup (uid);

  g_free (self->task_uid);
  self->task_uid = copy;
  if (uid != NULL && g_strcmp0 (uid, self->first_uid) != 0)
    g_clear_pointer (&self->first_uid, g_free);
  name_rows (self);
  exm_articles_page_update_filter (self);
}

static gboolean
can_undo (ExmScreen *screen)
{
  return exm_articles_page_can_undo (EXM_ARTICLES_PAGE (screen));
}

static void
init_screen (ExmScreenInterface *iface)
{
  iface->can_undo = can_undo;
  iface->set_session = set_session;
  iface->set_task = set_task;
}

static void
exm_articles_page_dispose (GObject *object)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (object);

  if (self->session != NULL)
    exm_articles_page_flush (self);
  g_clear_handle_id (&self->read_source, g_source_remove);
  exm_articles_page_cancel_export (self);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_cancellable_cancel (self->hint_cancellable);
  g_clear_object (&self->hint_cancellable);
  set_session (EXM_SCREEN (self), NULL);
  g_clear_pointer ((GtkWidget **) &self->menu, gtk_widget_unparent);
  g_clear_pointer ((GtkWidget **) &self->why, gtk_widget_unparent);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_ARTICLES_PAGE);
  g_clear_object (&self->list);
  g_clear_object (&self->calm);
  g_clear_object (&self->list_actions);
  g_clear_object (&self->problems);
  g_clear_object (&self->problem_filter);
  g_clear_object (&self->undoable);
  g_clear_object (&self->refetch);
  g_clear_weak_pointer (&self->toast);
  G_OBJECT_CLASS (exm_articles_page_parent_class)->dispose (object);
}

static void
exm_articles_page_finalize (GObject *object)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (object);

  g_clear_pointer (&self->tags, g_ptr_array_unref);
  g_free (self->older_uid);
  g_free (self->words);
  g_free (self->saved_words);
  g_free (self->first_uid);
  g_free (self->task_uid);
  g_free (self->healing_uid);
  g_free (self->undo_words);
  g_free (self->undo_place);
  g_ptr_array_unref (self->deleted);
  G_OBJECT_CLASS (exm_articles_page_parent_class)->finalize (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmArticlesPage, name)

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-articles-page.ui");
  BIND (leaflet);
  BIND (list_pane);
  BIND (reader_pane);
  BIND (search);
  BIND (save_button);
  BIND (search_hint);
  BIND (to_review);
  BIND (filter_button);
  BIND (chips);
  BIND (clear_filters);
  BIND (export_button);
  BIND (many_bar);
  BIND (list_stack);
  BIND (view);
  BIND (selection);
  BIND (empty);
  BIND (older);
  BIND (failed);
  BIND (export_bar);
  BIND (export_progress);
  BIND (reader_stack);
  BIND (reader);
  BIND (many);
  BIND (bar);
  BIND (problem);
  BIND (problem_cause);
  BIND (problem_advice);
  BIND (problem_main);
  BIND (problem_compare);
  BIND (problem_spinner);
  gtk_widget_class_bind_template_callback (widget_class, on_selection_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_view_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_view_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, exm_articles_page_on_secondary);
  gtk_widget_class_bind_template_callback (widget_class, update_buttons);
  gtk_widget_class_bind_template_callback (widget_class, exm_articles_page_update_filter);
  gtk_widget_class_bind_template_callback (widget_class, exm_articles_page_read_tags);
  gtk_widget_class_bind_template_callback (widget_class, on_row_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_row_bind);
}

static void
exm_articles_page_class_init (ExmArticlesPageClass *klass)
{
  static const char *const actions[] = {
    "articles.search",      "articles.export",    "articles.cancel-export",
    "articles.approve",     "articles.open",      "articles.delete",
    "articles.fetch-again", "articles.retry",     "articles.back",
    "articles.open-task",   "articles.open-page", "articles.copy-address",
    "page.looks-right",     "page.wrong",         "page.undo",
    "articles.dismiss",     "page.next",          "page.previous",
    "page.print",           "page.save-search",   "articles.copy",
  };
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = exm_articles_page_dispose;
  object_class->finalize = exm_articles_page_finalize;
  g_type_ensure (EXM_TYPE_ARTICLE_READER);
  bind_template (widget_class);
  for (guint i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i], NULL, run_action);
  gtk_widget_class_install_action (widget_class, "articles.main", "x", run_main);
  gtk_widget_class_install_action (widget_class, "articles.menu", "x", run_menu);
  exm_articles_page_install_reading (widget_class);
  exm_articles_page_install_problems (widget_class);
}

static void
exm_articles_page_init (ExmArticlesPage *self)
{
  GtkEventController *controller;

  self->deleted = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  self->list = exm_article_list_new ();
  exm_articles_page_init_filter (self);
  gtk_widget_init_template (GTK_WIDGET (self));
  self->calm = exm_batched_list_model_new (G_LIST_MODEL (self->list));
  g_autoptr (GListStore) parts = g_list_store_new (G_TYPE_LIST_MODEL);
  g_list_store_append (parts, exm_articles_page_make_problems (self));
  g_list_store_append (parts, self->calm);
  g_autoptr (GtkFlattenListModel) rows
      = gtk_flatten_list_model_new (G_LIST_MODEL (g_steal_pointer (&parts)));
  gtk_multi_selection_set_model (self->selection, G_LIST_MODEL (rows));
  exm_stay_at_top (self->view);
  g_signal_connect_object (self->selection, "items-changed", G_CALLBACK (on_rows_changed),
                           self, G_CONNECT_AFTER | G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list, "notify", G_CALLBACK (update_list), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->list_actions, "action-state-changed",
                           G_CALLBACK (exm_articles_page_update_filter), self,
                           G_CONNECT_SWAPPED);
  controller = gtk_shortcut_controller_new ();
  gtk_shortcut_controller_set_scope (GTK_SHORTCUT_CONTROLLER (controller),
                                     GTK_SHORTCUT_SCOPE_GLOBAL);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("<Control>f"),
                        gtk_callback_action_new (on_find_shortcut, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
  update_list (self);
}

void
exm_articles_page_show_first (ExmArticlesPage *self, const char *uid)
{
  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));
  char *copy = g_strdup (uid);
  g_free (self->first_uid);
  self->first_uid = copy;
  self->wants_first = g_strcmp0 (uid, self->task_uid) == 0;
  take_first (self);
}

void
exm_articles_page_set_to_review (ExmArticlesPage *self, gboolean to_review)
{
  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));
  gtk_toggle_button_set_active (self->to_review, to_review);
}

void
exm_articles_page_set_search (ExmArticlesPage *self, const char *words)
{
  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));

  g_autofree char *old = self->saved_words;
  if (g_strcmp0 (old, words) == 0)
    {
      self->saved_words = g_steal_pointer (&old);
      return;
    }
  self->saved_words = g_strdup (words);
  if (words != NULL)
    gtk_editable_set_text (GTK_EDITABLE (self->search), words);
  else if (g_strcmp0 (gtk_editable_get_text (GTK_EDITABLE (self->search)), old) == 0)
    gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  exm_articles_page_update_filter (self);
}
