/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-tasks-page.h"

#include "app/tasks/exm-task-columns.h"
#include "app/tasks/exm-task-editor.h"
#include "app/tasks/exm-task-name-cell.h"
#include "app/tasks/exm-task-tree.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-row-menu.h"
#include "app/widgets/exm-screen.h"
#include "app/widgets/exm-task-words.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmTasksPage
{
  AdwBin parent_instance;

  ExmSession *session;          /* (owned) (nullable) */
  GtkMultiSelection *selection; /* (owned) */
  GtkFilterListModel *filtered; /* (owned) */
  ExmTaskTree *tree;            /* (owned): of those that are left, sorted */
  GtkFilter *filter;            /* (owned) */
  GCancellable *reading;        /* (owned) (nullable): of the counts of days */
  char *wanted;                 /* (owned): what is typed, folded; may be empty */
  ExmTaskEditor *editor;        /* (owned) (nullable): while there is a session */
  GtkWidget *menu;              /* (unowned) (nullable): while it is shown */

  /* Children of the template, all (unowned). */
  GtkSearchEntry *search;
  GtkDropDown *which;
  GtkColumnView *view;
  GtkActionBar *bar;
  GtkLabel *selected;
  GMenuModel *row_menu;
};

/* Tasks that are shown. */
enum
{
  WHICH_ALL,
  WHICH_NEEDS_YOU,
  WHICH_RUNNING,
  WHICH_PAUSED,
};

static void init_screen (ExmScreenInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmTasksPage,
                               exm_tasks_page,
                               ADW_TYPE_BIN,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_SCREEN, init_screen))

static gboolean
is_shown (gpointer item, gpointer data)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (data);
  guint which = gtk_drop_down_get_selected (self->which);
  g_autofree char *group = NULL;

  if ((which == WHICH_NEEDS_YOU && !exm_task_item_get_needs_you (item))
      || (which == WHICH_RUNNING && !exm_task_item_get_running (item))
      || (which == WHICH_PAUSED && !exm_task_item_get_paused (item)))
    return FALSE;
  if (*self->wanted == '\0')
    return TRUE;
  g_object_get (item, "group", &group, NULL);
  g_autofree char *all
      = g_strjoin ("\n", exm_task_item_get_name (item), group != NULL ? group : "", NULL);
  g_autofree char *folded = exm_task_words_fold (all);
  return strstr (folded, self->wanted) != NULL;
}

/* Shows what is looked for, also in groups that are closed. */
static void
on_filter_changed (ExmTasksPage *self)
{
  g_free (self->wanted);
  self->wanted
      = exm_task_words_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)));
  exm_task_tree_set_expanded (self->tree, *self->wanted != '\0'
                                              || gtk_drop_down_get_selected (self->which)
                                                     != WHICH_ALL);
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Selected rows */

/* Returns: (transfer full) (element-type GObject): tasks and groups, from above */
static GPtrArray *
list_rows (ExmTasksPage *self)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (self->selection);
  g_autoptr (GtkBitset) bits = gtk_selection_model_get_selection (model);
  GPtrArray *rows = g_ptr_array_new_with_free_func (g_object_unref);
  GtkBitsetIter iter;
  guint position;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, bits, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    g_ptr_array_add (rows, g_list_model_get_item (G_LIST_MODEL (model), position));
  return rows;
}

/* Returns: (transfer full) (nullable): the group that alone is selected */
static ExmGroupItem *
dup_group (ExmTasksPage *self)
{
  g_autoptr (GPtrArray) rows = list_rows (self);

  return rows->len == 1 && EXM_IS_GROUP_ITEM (rows->pdata[0])
             ? g_object_ref (rows->pdata[0])
             : NULL;
}

/* A group stands for its tasks, unless some of what is below it is selected: then that is
 * meant, as where several rows of it are marked with its own.
 *
 * Returns: (transfer full) (element-type utf8): identities of the selected tasks */
static GPtrArray *
list_selected (ExmTasksPage *self)
{
  g_autoptr (GPtrArray) rows = list_rows (self);
  GPtrArray *uids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < rows->len; i++)
    {
      gpointer row = rows->pdata[i];
      if (EXM_IS_TASK_ITEM (row))
        g_ptr_array_add (uids, g_strdup (exm_task_item_get_uid (row)));
      else if (i + 1 == rows->len || !exm_task_tree_is_below (rows->pdata[i + 1], row))
        {
          g_auto (GStrv) below = exm_task_tree_dup_uids (self->tree, row);
          for (char **uid = below; *uid != NULL; uid++)
            g_ptr_array_add (uids, g_strdup (*uid));
        }
    }
  return uids;
}

static void
on_selection_changed (ExmTasksPage *self)
{
  static const char *const of_several[]
      = { "tasks.run",      "tasks.pause",   "tasks.resume", "tasks.move",
          "tasks.schedule", "tasks.outputs", "tasks.trash" };
  g_autoptr (GPtrArray) uids = list_selected (self);
  g_autoptr (ExmGroupItem) group = dup_group (self);
  GtkWidget *widget = GTK_WIDGET (self);
  g_autofree char *words = g_strdup_printf (
      ngettext ("%u task selected", "%u tasks selected", uids->len), uids->len);

  gtk_label_set_label (self->selected, words);
  gtk_action_bar_set_revealed (self->bar, uids->len > 0);
  for (gsize i = 0; i < G_N_ELEMENTS (of_several); i++)
    gtk_widget_action_set_enabled (widget, of_several[i], uids->len > 0);
  gtk_widget_action_set_enabled (widget, "tasks.rename", uids->len == 1 || group != NULL);
  gtk_widget_action_set_enabled (widget, "tasks.open", uids->len == 1 && group == NULL);
}

/* Changes, and back */

static void
on_editor_changed (ExmTasksPage *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.undo",
                                 self->editor != NULL
                                     && exm_task_editor_can_undo (self->editor));
}

static void
activate_undo (GtkWidget *widget, const char *name, GVariant *target)
{
  exm_task_editor_undo (EXM_TASKS_PAGE (widget)->editor);
}

static void
activate_run (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (widget);
  g_autoptr (GPtrArray) uids = list_selected (self);

  exm_task_editor_run (self->editor, uids);
}

static void
activate_pause (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (widget);
  g_autoptr (GPtrArray) uids = list_selected (self);

  exm_task_editor_set_paused (self->editor, uids, g_str_equal (name, "tasks.pause"));
}

/* A group that alone is selected gets a name, a schedule and outputs itself, and its
 * tasks with it.
 *
 * Returns: whether it is asked so */
static gboolean
ask_of_group (ExmTasksPage *self, ExmTaskChangeKind kind, const GPtrArray *uids)
{
  g_autoptr (ExmGroupItem) group = dup_group (self);

  if (group == NULL || kind == EXM_TASK_CHANGE_GROUP || kind == EXM_TASK_CHANGE_TRASH)
    return FALSE;
  exm_task_editor_ask_of_group (
      self->editor, kind == EXM_TASK_CHANGE_NAME ? EXM_TASK_CHANGE_GROUP_NAME : kind,
      exm_group_item_get_path (group), uids);
  return TRUE;
}

/* Asks for what the action is about, or takes what needs no question. */
static void
activate_change (GtkWidget *widget, const char *name, GVariant *target)
{
  static const struct
  {
    const char *action;
    ExmTaskChangeKind kind;
  } kinds[] = {
    { "tasks.rename", EXM_TASK_CHANGE_NAME },
    { "tasks.move", EXM_TASK_CHANGE_GROUP },
    { "tasks.schedule", EXM_TASK_CHANGE_SCHEDULE },
    { "tasks.outputs", EXM_TASK_CHANGE_OUTPUTS },
    { "tasks.trash", EXM_TASK_CHANGE_TRASH },
  };
  ExmTasksPage *self = EXM_TASKS_PAGE (widget);
  g_autoptr (GPtrArray) uids = list_selected (self);

  for (gsize i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (g_str_equal (name, kinds[i].action) && !ask_of_group (self, kinds[i].kind, uids))
      exm_task_editor_ask (self->editor, kinds[i].kind, uids);
}

static void
open_task (ExmTasksPage *self, const char *uid)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go", "(ss)", uid, "articles");
}

static void
activate_open (GtkWidget *widget, const char *name, GVariant *target)
{
  g_autoptr (GPtrArray) uids = list_selected (EXM_TASKS_PAGE (widget));

  if (uids->len > 0)
    open_task (EXM_TASKS_PAGE (widget), uids->pdata[0]);
}

static void
on_activate (GtkColumnView *view, guint position, ExmTasksPage *self)
{
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (EXM_IS_GROUP_ITEM (item))
    exm_task_tree_toggle (self->tree, EXM_GROUP_ITEM (item));
  else if (item != NULL)
    open_task (self, exm_task_item_get_uid (EXM_TASK_ITEM (item)));
}

/* Groups */

static void
activate_toggle (GtkWidget *widget, const char *name, GVariant *target)
{
  g_autoptr (ExmGroupItem) group
      = exm_group_item_new (g_variant_get_string (target, NULL));

  exm_task_tree_toggle (EXM_TASKS_PAGE (widget)->tree, group);
}

static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                ExmTasksPage *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  gpointer item = exm_task_name_cell_find (focus, NULL);
  gboolean rtl = gtk_widget_get_direction (GTK_WIDGET (self->view)) == GTK_TEXT_DIR_RTL;

  return EXM_IS_GROUP_ITEM (item)
         && (state & gtk_accelerator_get_default_mod_mask ()) == 0
         && exm_task_tree_take_key (self->tree, item, key, rtl);
}

/* The menu of the selected rows */

/* @row: (nullable): gets the keyboard afterwards */
static void
show_menu (ExmTasksPage *self, GtkWidget *row, double x, double y)
{
  const GdkRectangle place = { (int) x, (int) y, 1, 1 };
  GtkWidget *menu = exm_row_menu_popup (self->row_menu, GTK_WIDGET (self), row, &place);

  g_set_weak_pointer (&self->menu, menu);
}

/* The menu is that of the row below the pointer, or of all that are selected with it.
 *
 * Returns: (nullable): the row */
static GtkWidget *
select_at (ExmTasksPage *self, double x, double y)
{
  GtkSelectionModel *model = GTK_SELECTION_MODEL (self->selection);
  GtkWidget *row;
  gpointer item = exm_task_name_cell_find (
      gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT), &row);

  for (guint i = 0; item != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (model));
       i++)
    {
      g_autoptr (GObject) listed = g_list_model_get_item (G_LIST_MODEL (model), i);
      if (listed == item && !gtk_selection_model_is_selected (model, i))
        gtk_selection_model_select_item (model, i, TRUE);
    }
  return row;
}

static void
on_secondary (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmTasksPage *self)
{
  GtkWidget *row = select_at (self, x, y);
  g_autoptr (GtkBitset) bits
      = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  double at_x, at_y;

  if (gtk_bitset_is_empty (bits))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), GTK_WIDGET (self), x, y,
                                    &at_x, &at_y);
  show_menu (self, row, at_x, at_y);
}

static void
activate_menu (GtkWidget *widget, const char *name, GVariant *target)
{
  GtkWidget *row;
  graphene_rect_t bounds;

  exm_task_name_cell_find (gtk_root_get_focus (gtk_widget_get_root (widget)), &row);
  if (row != NULL && gtk_widget_compute_bounds (row, widget, &bounds))
    show_menu (EXM_TASKS_PAGE (widget), row, bounds.origin.x,
               bounds.origin.y + bounds.size.height);
}

/* Articles a day */

static gint64
get_first_day (void)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autoptr (GDateTime) day
      = g_date_time_new_local (g_date_time_get_year (now), g_date_time_get_month (now),
                               g_date_time_get_day_of_month (now), 0, 0, 0);
  g_autoptr (GDateTime) first
      = g_date_time_add_days (day != NULL ? day : now, 1 - (int) EXM_DAILY_DAYS);

  return g_date_time_to_unix (first) * G_USEC_PER_SEC;
}

/* @all: (element-type ExmDailyCount) */
static void
show_daily (ExmTasksPage *self, const GPtrArray *all)
{
  GListModel *tasks = exm_session_get_tasks (self->session);
  g_autoptr (GHashTable) by_uid
      = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_free);
  static const guint none[EXM_DAILY_DAYS];

  for (guint i = 0; i < all->len; i++)
    {
      const ExmDailyCount *count = all->pdata[i];
      guint *counts = g_hash_table_lookup (by_uid, count->uid);
      if (counts == NULL)
        {
          counts = g_new0 (guint, EXM_DAILY_DAYS);
          g_hash_table_insert (by_uid, count->uid, counts);
        }
      counts[MIN (count->day, EXM_DAILY_DAYS - 1)] += count->n;
    }
  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) item = g_list_model_get_item (tasks, i);
      const guint *counts = g_hash_table_lookup (by_uid, exm_task_item_get_uid (item));
      exm_task_item_set_daily (item, counts != NULL ? counts : none);
    }
  exm_task_tree_update (self->tree);
}

static void
on_daily_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) all
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);
  g_autoptr (ExmTasksPage) self = data;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->session == NULL)
    return;
  g_clear_object (&self->reading);
  if (all == NULL)
    {
      exm_toast_show_error (GTK_WIDGET (self), error);
      return;
    }
  show_daily (self, all);
}

static void
read_daily (ExmTasksPage *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_DAILY, .id = get_first_day () };

  if (self->session == NULL || !exm_session_is_started (self->session)
      || self->reading != NULL)
    return;
  self->reading = g_cancellable_new ();
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->reading, on_daily_read, g_object_ref (self));
}

static void
on_event (ExmTasksPage *self, const ExmWorkerEvent *event)
{
  gboolean turns
      = event->kind == EXM_WORKER_RUN_STARTED || event->kind == EXM_WORKER_RUN_FINISHED
        || event->kind == EXM_WORKER_CHANGED || event->kind == EXM_WORKER_PROBLEM
        || event->kind == EXM_WORKER_RECOVERED;

  /* States are what some choices of the list go by; items follow events first. */
  if (turns && gtk_drop_down_get_selected (self->which) != WHICH_ALL)
    gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
  if (event->kind == EXM_WORKER_RUN_FINISHED && gtk_widget_get_mapped (GTK_WIDGET (self)))
    read_daily (self);
}

/* Leaves it to the one who sees the table next, if nobody sees it. */
static void
on_tasks_changed (ExmTasksPage *self)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    exm_task_tree_update (self->tree);
}

static void
exm_tasks_page_map (GtkWidget *widget)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (widget);

  GTK_WIDGET_CLASS (exm_tasks_page_parent_class)->map (widget);
  exm_task_tree_update (self->tree);
  read_daily (self);
}

static void
set_session (ExmScreen *screen, ExmSession *session)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (screen);

  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->session, self);
  g_set_object (&self->session, session);
  g_clear_object (&self->editor);
  if (session != NULL)
    {
      self->editor = exm_task_editor_new (GTK_WIDGET (self), session);
      g_signal_connect_object (self->editor, "changed", G_CALLBACK (on_editor_changed),
                               self, G_CONNECT_SWAPPED);
      exm_task_tree_set_closed (self->tree, exm_closed_groups_get (session));
    }
  exm_task_columns_set_icons (self->view,
                              session != NULL ? exm_site_icons_get_of (session) : NULL);
  gtk_filter_list_model_set_model (
      self->filtered, session != NULL ? exm_session_get_tasks (session) : NULL);
  if (session != NULL)
    {
      g_signal_connect_swapped (session, "event", G_CALLBACK (on_event), self);
      g_signal_connect_swapped (session, "tasks-changed", G_CALLBACK (on_tasks_changed),
                                self);
    }
}

static void
set_task (ExmScreen *screen, const char *uid)
{
}

static gboolean
can_undo (ExmScreen *screen)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (screen);

  return self->editor != NULL && exm_task_editor_can_undo (self->editor);
}

static void
init_screen (ExmScreenInterface *iface)
{
  iface->set_session = set_session;
  iface->set_task = set_task;
  iface->can_undo = can_undo;
}

static void
exm_tasks_page_dispose (GObject *object)
{
  ExmTasksPage *self = EXM_TASKS_PAGE (object);

  if (self->reading != NULL)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  if (self->menu != NULL)
    gtk_widget_unparent (self->menu);
  g_clear_weak_pointer (&self->menu);
  if (self->filtered != NULL)
    set_session (EXM_SCREEN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_TASKS_PAGE);
  g_clear_object (&self->selection);
  g_clear_object (&self->tree);
  g_clear_object (&self->filtered);
  g_clear_object (&self->filter);
  G_OBJECT_CLASS (exm_tasks_page_parent_class)->dispose (object);
}

static void
exm_tasks_page_finalize (GObject *object)
{
  g_free (EXM_TASKS_PAGE (object)->wanted);
  G_OBJECT_CLASS (exm_tasks_page_parent_class)->finalize (object);
}

static void
exm_tasks_page_class_init (ExmTasksPageClass *klass)
{
  static const struct
  {
    const char *name;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "tasks.run", activate_run },        { "tasks.pause", activate_pause },
    { "tasks.resume", activate_pause },   { "tasks.move", activate_change },
    { "tasks.rename", activate_change },  { "tasks.schedule", activate_change },
    { "tasks.outputs", activate_change }, { "tasks.trash", activate_change },
    { "tasks.open", activate_open },      { "tasks.menu", activate_menu },
    { "page.undo", activate_undo },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_tasks_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_tasks_page_finalize;
  widget_class->map = exm_tasks_page_map;
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, NULL,
                                     actions[i].func);
  gtk_widget_class_install_action (widget_class, "tasks.toggle-group", "s",
                                   activate_toggle);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "tasks.rename", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "tasks.trash",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F10, GDK_SHIFT_MASK,
                                       "tasks.menu", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Menu, 0, "tasks.menu", NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-tasks-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, search);
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, which);
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, view);
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, bar);
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, selected);
  gtk_widget_class_bind_template_child (widget_class, ExmTasksPage, row_menu);
  gtk_widget_class_bind_template_callback (widget_class, on_filter_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_secondary);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
}

static void
exm_tasks_page_init (ExmTasksPage *self)
{
  const char *choices[]
      = { _ ("All Tasks"), _ ("Needs You"), _ ("Running"), _ ("Paused"), NULL };

  self->wanted = g_strdup ("");
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_shown, self, NULL));
  gtk_widget_init_template (GTK_WIDGET (self));
  self->filtered = gtk_filter_list_model_new (NULL, g_object_ref (self->filter));
  exm_task_columns_add (self->view);
  GtkSorter *sorter = gtk_column_view_get_sorter (self->view);
  g_autoptr (GtkSortListModel) sorted = gtk_sort_list_model_new (
      g_object_ref (G_LIST_MODEL (self->filtered)), g_object_ref (sorter));
  self->tree = exm_task_tree_new (G_LIST_MODEL (sorted));
  exm_task_tree_set_sorter (self->tree, sorter);
  self->selection = gtk_multi_selection_new (g_object_ref (G_LIST_MODEL (self->tree)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_autoptr (GtkStringList) list = gtk_string_list_new (choices);
  gtk_drop_down_set_model (self->which, G_LIST_MODEL (list));
  g_signal_connect_object (self->selection, "selection-changed",
                           G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->selection, "items-changed",
                           G_CALLBACK (on_selection_changed), self, G_CONNECT_SWAPPED);
  on_editor_changed (self);
  on_selection_changed (self);
}
