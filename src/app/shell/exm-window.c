/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window.h"

#include "app/review/exm-articles-page.h"
#include "app/shell/exm-preload.h"
#include "app/shell/exm-scope.h"
#include "app/shell/exm-shortcuts.h"
#include "app/shell/exm-window-private.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-fold-width.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A header of this width has room for a name of this width beside the views' names,
 * pixels. */
#define ROOMY_HEADER 560
#define ROOMY_NAME 112
#define NARROW_NAME 30
/* Approximate width of the header's buttons in each of its halves, px. */
#define HALF_BUTTONS 135

enum
{
  PROP_0,
  PROP_SESSION,
  PROP_TASK_UID,
  PROP_VIEW,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmWindow, exm_window, ADW_TYPE_APPLICATION_WINDOW)

static void
on_visible_child_name_notify (AdwViewStack *views, GParamSpec *pspec, gpointer data)
{
  exm_window_actions_forget_undo (EXM_WINDOW (data));
  g_object_notify_by_pspec (G_OBJECT (data), properties[PROP_VIEW]);
}

static void
exm_window_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmWindow *self = EXM_WINDOW (object);

  switch (id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;
    case PROP_TASK_UID:
      g_value_set_string (value, exm_window_get_task_uid (self));
      break;
    case PROP_VIEW:
      g_value_set_string (value, exm_window_get_view (self));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_window_set_property (GObject *object,
                         guint id,
                         const GValue *value,
                         GParamSpec *pspec)
{
  ExmWindow *self = EXM_WINDOW (object);

  switch (id)
    {
    case PROP_TASK_UID:
      exm_window_set_task_uid (self, g_value_get_string (value));
      break;
    case PROP_VIEW:
      exm_window_set_view (self, g_value_get_string (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_window_dispose (GObject *object)
{
  ExmWindow *self = EXM_WINDOW (object);

  g_clear_handle_id (&self->seen_id, g_source_remove);
  g_clear_handle_id (&self->bar_id, g_source_remove);
  g_clear_object (&self->of_task);
  g_clear_object (&self->prepared);
  g_clear_object (&self->editor);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_WINDOW);
  g_clear_object (&self->task);
  g_clear_object (&self->search);
  g_clear_weak_pointer (&self->sections);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  G_OBJECT_CLASS (exm_window_parent_class)->dispose (object);
}

static void
exm_window_finalize (GObject *object)
{
  ExmWindow *self = EXM_WINDOW (object);

  g_free (self->scope);
  g_free (self->address);
  g_free (self->network_words);
  g_free (self->review_scope);
  exm_window_actions_forget_undo (self);
  G_OBJECT_CLASS (exm_window_parent_class)->finalize (object);
}

/* How much of a name the header is to keep: what the views' names leave, which may be
 * much where texts are large. Without them beside it a name has half of the header, and
 * the window can still be made narrower. */
static int
get_name_room (ExmWindow *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)), names;

  if (!gtk_widget_get_visible (GTK_WIDGET (self->switcher_title))
      || adw_view_switcher_title_get_title_visible (self->switcher_title))
    return MAX (NARROW_NAME, width / 2 - HALF_BUTTONS);
  gtk_widget_measure (GTK_WIDGET (self->switcher_title), GTK_ORIENTATION_HORIZONTAL, -1,
                      NULL, &names, NULL, NULL);
  return MAX (width >= ROOMY_HEADER ? ROOMY_NAME : NARROW_NAME,
              width - names - 2 * HALF_BUTTONS);
}

/* The header would rather squeeze the name than the views' names; a name of usual length
 * is to be read in full where there is room for it. */
static void
fit_scope_label (ExmWindow *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (
      GTK_WIDGET (self->scope_label), gtk_label_get_label (self->scope_label));
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_widget_set_size_request (GTK_WIDGET (self->scope_label),
                               MIN (width, get_name_room (self)), -1);
}

static void
exm_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_native_get_surface (GTK_NATIVE (widget)), "layout",
                           G_CALLBACK (fit_scope_label), widget,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
}

void
exm_window_update_title (ExmWindow *self)
{
  const char *title
      = exm_window_setup_is_shown (self) ? _ ("New Task")
        : self->task != NULL             ? exm_task_item_get_name (self->task)
        : self->search != NULL           ? exm_saved_search_item_get_name (self->search)
        : g_str_equal (self->scope, EXM_SCOPE_TRASH)     ? _ ("Trash")
        : g_str_equal (self->scope, EXM_SCOPE_NEEDS_YOU) ? _ ("Needs You")
                                                         : _ ("All Articles");
  g_autofree char *isolated = exm_bidi_isolate (title);
  /* translators: a task, then the program */
  g_autofree char *full = g_strdup_printf (_ ("%s – Exemplar"), isolated);

  gtk_label_set_label (self->scope_label, title);
  fit_scope_label (self);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->scope_button), title);
  gtk_window_set_title (GTK_WINDOW (self),
                        self->task != NULL || self->search != NULL ? full : "Exemplar");
}

static void
on_task_notify (GObject *task, GParamSpec *pspec, gpointer data)
{
  exm_window_update_title (EXM_WINDOW (data));
  exm_window_actions_update (EXM_WINDOW (data));
}

/* @scope: (transfer full): see exm-scope.h
 * @view: (nullable): that is shown of it; else the one that is shown, if it can be */
static void
take_scope (ExmWindow *self, char *scope, const char *view)
{
  ExmTaskItem *task = exm_session_find_task (self->session, scope);
  ExmSavedSearchItem *search
      = exm_saved_search_list_find (exm_session_get_searches (self->session), scope);
  g_autofree char *old = self->scope;

  self->scope = scope;
  g_set_object (&self->task, task);
  g_set_object (&self->search, search);
  g_signal_group_set_target (self->of_task, task);
  exm_scope_list_set_scope (self->sidebar, scope);
  exm_scope_list_set_scope (self->picker, scope);
  exm_window_leave_review (self);
  exm_window_actions_forget_undo (self);
  exm_window_pages_set_task (self, exm_window_get_task_uid (self), view);
  exm_window_pages_update_trash (self);
  exm_window_update_title (self);
  exm_window_actions_update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TASK_UID]);
}

/* Whether it is a saved search, as far as is known yet. */
static gboolean
may_be_search (ExmWindow *self, const char *scope)
{
  ExmSavedSearchList *list = exm_session_get_searches (self->session);

  return g_str_has_prefix (scope, EXM_SAVED_SEARCH_SCOPE)
         && (!exm_saved_search_list_is_loaded (list)
             || exm_saved_search_list_find (list, scope) != NULL);
}

void
exm_window_go (ExmWindow *self, const char *scope, const char *view)
{
  if (g_str_has_prefix (scope, EXM_SAVED_SEARCH_SCOPE) && !may_be_search (self, scope))
    scope = EXM_SCOPE_ALL;
  gboolean is_search = g_str_has_prefix (scope, EXM_SAVED_SEARCH_SCOPE);
  if (is_search)
    exm_window_setup_leave (self);
  if (g_strcmp0 (self->scope, scope) != 0)
    take_scope (self, g_strdup (scope), view);
  else
    exm_window_set_view (self, view);
  /* Articles that a saved search tells of wait for nobody. */
  if (is_search)
    exm_articles_page_set_to_review (
        EXM_ARTICLES_PAGE (exm_window_pages_get (self, "articles")), FALSE);
}

static void
on_scope_picked (ExmScopeList *list, const char *scope, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);

  gtk_popover_popdown (self->picker_popover);
  exm_window_setup_leave (self);
  if (adw_flap_get_folded (self->flap))
    adw_flap_set_reveal_flap (self->flap, FALSE);
  if (g_strcmp0 (self->scope, scope) == 0)
    return;
  gboolean is_task = exm_session_find_task (self->session, scope) != NULL;
  take_scope (self, g_strdup (scope), is_task ? NULL : "articles");
  exm_articles_page_set_to_review (
      EXM_ARTICLES_PAGE (exm_window_pages_get (self, "articles")),
      g_str_equal (scope, EXM_SCOPE_NEEDS_YOU));
}

/* The saved search that is the scope may be called so now, and have another query. */
static void
update_search (ExmWindow *self, const char *scope)
{
  g_autofree char *old = self->scope;

  self->scope = g_strdup (scope);
  exm_scope_list_set_scope (self->sidebar, scope);
  exm_scope_list_set_scope (self->picker, scope);
  exm_window_pages_update_search (self);
  exm_window_update_title (self);
}

/* The scope follows the search that it is, as long as that is there. */
static void
on_searches_changed (ExmWindow *self)
{
  ExmSavedSearchList *list = exm_session_get_searches (self->session);

  if (!self->tasks_known || !g_str_has_prefix (self->scope, EXM_SAVED_SEARCH_SCOPE))
    return;
  const char *scope = self->search != NULL
                          ? exm_saved_search_item_get_scope (self->search)
                          : self->scope;
  ExmSavedSearchItem *item = exm_saved_search_list_find (list, scope);
  if (item != NULL && item == self->search)
    update_search (self, scope);
  else
    take_scope (self, g_strdup (item != NULL ? scope : EXM_SCOPE_ALL), NULL);
}

/* The scope of the settings, if it is still there; else the first task, else all. */
static char *
choose_scope (ExmWindow *self)
{
  GListModel *tasks = exm_session_get_tasks (self->session);
  g_autoptr (ExmTaskItem) first = g_list_model_get_item (tasks, 0);

  if (g_str_equal (self->scope, EXM_SCOPE_ALL)
      || g_str_equal (self->scope, EXM_SCOPE_NEEDS_YOU)
      || (g_str_equal (self->scope, EXM_SCOPE_TRASH)
          && !exm_window_pages_is_trash_over (self))
      || may_be_search (self, self->scope)
      || exm_session_find_task (self->session, self->scope) != NULL)
    return g_strdup (self->scope);
  return g_strdup (first != NULL ? exm_task_item_get_uid (first) : EXM_SCOPE_ALL);
}

static void
on_tasks_changed (ExmSession *session, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  gboolean first = !self->tasks_known;
  gboolean gone
      = self->task != NULL && exm_session_find_task (session, self->scope) != self->task;

  if (!first && self->task == NULL
      && exm_session_find_task (session, self->scope) != NULL)
    take_scope (self, g_strdup (self->scope), NULL);
  else if (first || gone || exm_window_pages_is_trash_over (self))
    {
      /* Keep the undo of the sidebar: the scope is another one, but nobody chose it. */
      g_autoptr (ExmTaskEditor) editor = g_steal_pointer (&self->editor);
      take_scope (self, choose_scope (self), NULL);
      self->editor = g_steal_pointer (&editor);
    }
  if (first)
    {
      self->tasks_known = TRUE;
      exm_window_state_restore_view (self);
      exm_window_pages_get (self, exm_window_get_view (self));
      exm_preload_start ();
    }
  exm_window_pages_update_trash (self);
  exm_window_setup_update (self);
}

/* Hides the sidebar if there is no room beside the view. Shown over the view, it takes
 * the task's name from the header, which may make the room: then it stays. */
static void
on_folded_notify (AdwFlap *flap, GParamSpec *pspec, gpointer data)
{
  adw_flap_set_reveal_flap (flap, !adw_flap_get_folded (flap)
                                      && (EXM_WINDOW (data)->sidebar_wanted
                                          || adw_flap_get_reveal_flap (flap)));
}

static void
on_reveal_notify (AdwFlap *flap, GParamSpec *pspec, gpointer data)
{
  if (!adw_flap_get_folded (flap))
    EXM_WINDOW (data)->sidebar_wanted = adw_flap_get_reveal_flap (flap);
}

static void
on_retry (GtkButton *button, gpointer data)
{
  exm_window_problem_start_session (EXM_WINDOW (data));
}

static void
on_picker_shown (GtkPopover *popover, gpointer data)
{
  exm_scope_list_start_search (EXM_WINDOW (data)->picker);
}

/* Other processes may have changed something meanwhile. */
static void
on_is_active_notify (GtkWindow *window, GParamSpec *pspec, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (window);

  if (gtk_window_is_active (window) && self->session != NULL)
    exm_session_refresh (self->session);
}

static gboolean
exm_window_close_request (GtkWindow *window)
{
  exm_window_state_save (EXM_WINDOW (window));
  return GTK_WINDOW_CLASS (exm_window_parent_class)->close_request (window);
}

static void
install_properties (GObjectClass *object_class)
{
  properties[PROP_SESSION] = g_param_spec_object (
      "session", NULL, NULL, EXM_TYPE_SESSION, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_TASK_UID] = g_param_spec_string (
      "task-uid", NULL, NULL, NULL,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_VIEW] = g_param_spec_string ("view", NULL, NULL, NULL,
                                               G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY
                                                   | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_window_class_init (ExmWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = exm_window_get_property;
  object_class->set_property = exm_window_set_property;
  object_class->dispose = exm_window_dispose;
  object_class->finalize = exm_window_finalize;
  GTK_WIDGET_CLASS (klass)->realize = exm_window_realize;
  GTK_WINDOW_CLASS (klass)->close_request = exm_window_close_request;
  install_properties (object_class);
  exm_window_actions_install (widget_class);
  exm_window_review_install (widget_class);
  exm_window_repair_install (widget_class);
  exm_window_searches_install (widget_class);
  exm_window_tasks_install (widget_class);

  g_type_ensure (EXM_TYPE_FOLD_WIDTH);
  g_type_ensure (EXM_TYPE_SCOPE_LIST);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, flap);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, sidebar);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, picker);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, header);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, scope_button);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, scope_label);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, picker_popover);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, run_button);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, switcher_title);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, switcher_bar);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, offline_bar);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, offline);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, notice_bar);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, notice);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, main_stack);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, views);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, problem);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, problem_detail);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, repair);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, restore);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, retry);
  gtk_widget_class_bind_template_child (widget_class, ExmWindow, task_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_scope_picked);
  gtk_widget_class_bind_template_callback (widget_class, on_folded_notify);
  gtk_widget_class_bind_template_callback (widget_class, on_reveal_notify);
  gtk_widget_class_bind_template_callback (widget_class, exm_window_bars_close_notice);
  gtk_widget_class_bind_template_callback (widget_class, on_retry);
}

static gboolean
on_bar_due (gpointer data)
{
  ExmWindow *self = data;

  self->bar_id = 0;
  adw_view_switcher_bar_set_reveal (
      self->switcher_bar,
      gtk_widget_get_visible (GTK_WIDGET (self->switcher_title))
          && adw_view_switcher_title_get_title_visible (self->switcher_title));
  fit_scope_label (self);
  return G_SOURCE_REMOVE;
}

/* The header finds that it has no room for the switcher while places are given: the bar
 * below, which had none, is shown next, before anything is drawn. Where there is nothing
 * to switch, neither is shown. */
static void
on_switcher_notify (ExmWindow *self)
{
  if (self->bar_id == 0)
    self->bar_id = g_idle_add_full (G_PRIORITY_HIGH, on_bar_due, self, NULL);
}

/* Returns: (transfer none) (nullable): the page of the set-up or the view that is shown;
 * %NULL for the trash, and while it is not known which view that is */
static GtkWidget *
get_shown_page (ExmWindow *self)
{
  if (exm_window_setup_is_shown (self))
    return exm_window_setup_get_shown (self);
  if (!self->tasks_known || exm_window_pages_shows_trash (self))
    return NULL;
  return GTK_WIDGET (exm_window_pages_get (self, exm_window_get_view (self)));
}

static gboolean
on_key_pressed (GtkEventControllerKey *keys,
                guint keyval,
                guint keycode,
                GdkModifierType state,
                gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  GtkWidget *page = get_shown_page (self);
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (keys));
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (self));
  gboolean in_sidebar
      = focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->sidebar));

  /* Prefer the undo of the page, but in the sidebar: its action is newer than the
   * deletion, which changed the scope. */
  if ((in_sidebar || page == NULL || !EXM_IS_SCREEN (page)
       || !exm_screen_can_undo (EXM_SCREEN (page)))
      && exm_window_actions_take_undo (self, event))
    return GDK_EVENT_STOP;
  return exm_shortcuts_take_key (GTK_WINDOW (self), page, event);
}

/* Tells whether there are views, and something to switch. */
static gboolean
is_views (GBinding *binding, const GValue *from, GValue *to, gpointer data)
{
  g_value_set_boolean (to, g_strcmp0 (g_value_get_string (from), "views") == 0);
  return TRUE;
}

/* Returns: (transfer full): what is dropped: text, or files of the web as their
 * addresses, a line each */
static char *
dup_dropped (const GValue *value)
{
  g_autoptr (GString) lines = g_string_new (NULL);

  if (!G_VALUE_HOLDS (value, GDK_TYPE_FILE_LIST))
    return g_value_dup_string (value);
  g_autoptr (GSList) files
      = gdk_file_list_get_files ((GdkFileList *) g_value_get_boxed (value));
  for (GSList *file = files; file != NULL; file = file->next)
    {
      g_autofree char *uri = g_file_get_uri (file->data);
      g_string_append_printf (lines, "%s\n", uri);
    }
  return g_string_free (g_steal_pointer (&lines), FALSE);
}

/* Keeps the lines that are addresses of the web: some programs drop the title of a page
 * below its address. @n_lines: (out): how many there are */
static char *
keep_addresses (const char *text, guint *n_lines)
{
  g_auto (GStrv) lines = g_strsplit_set (text, "\r\n", -1);
  g_autoptr (GString) kept = g_string_new (NULL);

  *n_lines = 0;
  for (char **line = lines; *line != NULL; line++)
    {
      const char *address = g_strstrip (*line);
      if (strstr (address, "://") == NULL || g_str_has_prefix (address, "file:"))
        continue;
      g_string_append_printf (kept, "%s%s", kept->len > 0 ? "\n" : "", address);
      ++*n_lines;
    }
  return g_string_free (g_steal_pointer (&kept), FALSE);
}

/* An address that is dropped anywhere begins the set-up of a task; several are lines of
 * the list that can be added. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, gpointer data)
{
  g_autofree char *text = dup_dropped (value);
  guint n_lines = 0;

  if (text == NULL)
    return FALSE;
  g_autofree char *addresses = keep_addresses (text, &n_lines);
  if (n_lines > 1)
    exm_window_setup_add_list (EXM_WINDOW (data), addresses);
  else if (n_lines == 1)
    exm_window_set_up (EXM_WINDOW (data), addresses);
  return n_lines > 0;
}

static void
exm_window_init (ExmWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (G_TYPE_INVALID, GDK_ACTION_COPY);
  GtkEventController *keys = gtk_event_controller_key_new ();
  GType dropped[] = { G_TYPE_STRING, GDK_TYPE_FILE_LIST };

  gtk_drop_target_set_gtypes (target, dropped, G_N_ELEMENTS (dropped));
  self->scope = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (on_key_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
  self->of_task = g_signal_group_new (EXM_TYPE_TASK_ITEM);
  g_signal_group_connect (self->of_task, "notify", G_CALLBACK (on_task_notify), self);
  g_signal_connect_object (self->views, "notify::visible-child-name",
                           G_CALLBACK (on_visible_child_name_notify), self, 0);
  g_object_bind_property_full (self->main_stack, "visible-child-name",
                               self->switcher_title, "visible", G_BINDING_SYNC_CREATE,
                               is_views, NULL, NULL, NULL);
  g_signal_connect_object (self->switcher_title, "notify::title-visible",
                           G_CALLBACK (on_switcher_notify), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->switcher_title, "notify::visible",
                           G_CALLBACK (on_switcher_notify), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->picker_popover, "map", G_CALLBACK (on_picker_shown),
                           self, 0);
  g_signal_connect (self, "notify::is-active", G_CALLBACK (on_is_active_notify), NULL);
}

ExmWindow *
exm_window_new (GtkApplication *app, ExmSession *session, GSettings *settings)
{
  ExmWindow *self = g_object_new (EXM_TYPE_WINDOW, "application", app, NULL);

  self->session = g_object_ref (session);
  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  /* Its tasks are read while the rest is made. */
  exm_window_problem_start_session (self);
  exm_scope_list_set_session (self->sidebar, self->session);
  exm_scope_list_set_session (self->picker, self->session);
  g_signal_connect_object (exm_session_get_searches (self->session), "changed",
                           G_CALLBACK (on_searches_changed), self, G_CONNECT_SWAPPED);
  exm_window_pages_add (self);
  exm_window_state_restore (self);
  exm_window_state_prepare_view (self);
  exm_window_pages_set_task (self, NULL, NULL);
  exm_window_update_title (self);
  exm_window_actions_update (self);
  g_signal_connect_object (self->session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                           self, 0);
  exm_window_bars_connect (self);
  return self;
}

ExmSession *
exm_window_get_session (ExmWindow *self)
{
  return self->session;
}

const char *
exm_window_get_task_uid (ExmWindow *self)
{
  return self->task != NULL ? exm_task_item_get_uid (self->task) : NULL;
}

void
exm_window_set_task_uid (ExmWindow *self, const char *uid)
{
  g_return_if_fail (EXM_IS_WINDOW (self));

  const char *scope = uid != NULL ? uid : EXM_SCOPE_ALL;
  if (g_strcmp0 (self->scope, scope) != 0)
    take_scope (self, g_strdup (scope), NULL);
}

const char *
exm_window_get_view (ExmWindow *self)
{
  return adw_view_stack_get_visible_child_name (self->views);
}

void
exm_window_set_view (ExmWindow *self, const char *name)
{
  g_return_if_fail (EXM_IS_WINDOW (self));

  GtkWidget *child
      = name != NULL ? adw_view_stack_get_child_by_name (self->views, name) : NULL;
  if (child != NULL
      && adw_view_stack_page_get_visible (adw_view_stack_get_page (self->views, child)))
    adw_view_stack_set_visible_child_name (self->views, name);
}
