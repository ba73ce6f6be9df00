/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-scope-list.h"

#include "app/session/exm-batched-list-model.h"
#include "app/shell/exm-scope-row.h"
#include "app/shell/exm-scope.h"
#include "app/tasks/exm-task-tree.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-row-menu.h"
#include "app/widgets/exm-task-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmScopeList
{
  GtkBox parent_instance;

  GtkSingleSelection *selection; /* (owned) (nullable): until there is a session */
  GtkFilter *filter;             /* (owned) */
  GListModel *all;               /* (owned) (nullable): what is looked through */
  ExmTaskTree *tree;             /* (owned) (nullable): in the sidebar alone */
  ExmScope *trash;               /* (owned) (nullable): likewise */
  GListStore *below;   /* (owned) (nullable): holds it while anything is in it */
  ExmSiteIcons *icons; /* (owned) (nullable): while there is a session */
  char *scope;         /* (owned) (nullable) */
  GtkWidget *menu;     /* (unowned) (nullable): while it is shown */
  char *wanted;        /* (owned): what is typed, folded; may be empty */
  gboolean picker;
  gboolean syncing;

  /* Children of the template, all (unowned). */
  GtkSearchEntry *search;
  GtkStack *stack;
  GtkListView *view;
  GtkLabel *nothing;
  GtkLabel *unread_lines;
};

enum
{
  PROP_0,
  PROP_SCOPE,
  PROP_PICKER,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];
static guint picked_signal;

G_DEFINE_FINAL_TYPE (ExmScopeList, exm_scope_list, GTK_TYPE_BOX)

/* Returns: (nullable): %NULL of a group, which is no scope */
static const char *
get_name (gpointer item)
{
  if (EXM_IS_GROUP_ITEM (item))
    return NULL;
  if (EXM_IS_SAVED_SEARCH_ITEM (item))
    return exm_saved_search_item_get_scope (item);
  return EXM_IS_TASK_ITEM (item) ? exm_task_item_get_uid (item)
                                 : exm_scope_get_name (EXM_SCOPE (item));
}

static const char *
get_title (gpointer item)
{
  if (EXM_IS_SAVED_SEARCH_ITEM (item))
    return exm_saved_search_item_get_name (item);
  return EXM_IS_TASK_ITEM (item) ? exm_task_item_get_name (item)
                                 : exm_scope_get_title (EXM_SCOPE (item));
}

static gboolean
is_wanted (gpointer item, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);

  /* The tree has the groups of those that are wanted. */
  if (self->wanted[0] == '\0' || EXM_IS_GROUP_ITEM (item))
    return TRUE;
  g_autofree char *title = exm_task_words_fold (get_title (item));
  return strstr (title, self->wanted) != NULL;
}

static void
pick (ExmScopeList *self, gpointer item)
{
  if (EXM_IS_GROUP_ITEM (item))
    exm_task_tree_toggle (self->tree, item);
  else if (item != NULL)
    g_signal_emit (self, picked_signal, 0, get_name (item));
}

/* The selection goes where the scope is; where nobody sees it, when somebody does. */
static void
sync_selection (ExmScopeList *self)
{
  GListModel *model = G_LIST_MODEL (self->selection);
  guint found = GTK_INVALID_LIST_POSITION;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      if (self->scope != NULL && g_strcmp0 (get_name (item), self->scope) == 0)
        found = i;
    }
  self->syncing = TRUE;
  gtk_single_selection_set_selected (self->selection, found);
  self->syncing = FALSE;
}

static void
on_items_changed (
    GListModel *model, guint position, guint removed, guint added, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  gboolean empty = g_list_model_get_n_items (model) == 0;

  if (empty)
    {
      /* translators: %s is what was typed to find a task */
      g_autofree char *text = g_strdup_printf (_ ("No task matches “%s”"), typed);
      gtk_label_set_label (self->nothing, text);
    }
  gtk_stack_set_visible_child_name (self->stack, empty ? "nothing" : "list");
  sync_selection (self);
}

/* Lines of the file of searches that cannot be read: told where the searches are. */
static void
show_message (ExmSavedSearchList *searches, GParamSpec *pspec, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  const char *message = exm_saved_search_list_get_message (searches);

  gtk_label_set_label (self->unread_lines, message != NULL ? message : "");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->unread_lines), message);
  gtk_widget_set_visible (GTK_WIDGET (self->unread_lines), message != NULL);
}

/* The trash is listed, below the tasks, only while there is something in it. */
static void
update_below (
    GListModel *trash, guint position, guint removed, guint added, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  gboolean wanted = g_list_model_get_n_items (trash) > 0;
  gboolean listed = g_list_model_get_n_items (G_LIST_MODEL (self->below)) > 0;

  if (wanted && !listed)
    g_list_store_append (self->below, self->trash);
  else if (!wanted && listed)
    g_list_store_remove_all (self->below);
}

static void
on_selected_item_notify (GtkSingleSelection *selection, GParamSpec *pspec, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  gpointer item = gtk_single_selection_get_selected_item (selection);

  if (self->syncing || self->picker)
    return;
  /* The keyboard stays at a group, which is none that is chosen. */
  if (EXM_IS_GROUP_ITEM (item))
    sync_selection (self);
  else
    pick (self, item);
}

static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  g_autoptr (GObject) item
      = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  pick (self, item);
}

static void
take_wanted (ExmScopeList *self)
{
  g_free (self->wanted);
  self->wanted
      = exm_task_words_fold (gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
on_search_changed (GtkSearchEntry *search, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);

  take_wanted (self);
  if (self->tree != NULL)
    exm_task_tree_set_expanded (self->tree, *self->wanted != '\0');
  gtk_filter_changed (self->filter, GTK_FILTER_CHANGE_DIFFERENT);
}

/* Enter takes the first one, also where the list has not followed yet. */
static void
on_search_activate (GtkSearchEntry *search, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);
  guint n_items = g_list_model_get_n_items (self->all);
  g_autoptr (GObject) found = NULL;

  take_wanted (self);
  for (guint i = 0; i < n_items && found == NULL; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (self->all, i);
      if (is_wanted (item, self))
        found = g_steal_pointer (&item);
    }
  pick (self, found);
  gtk_editable_set_text (GTK_EDITABLE (search), "");
}

static void
on_stop_search (GtkSearchEntry *search, gpointer data)
{
  ExmScopeList *self = EXM_SCOPE_LIST (data);

  gtk_editable_set_text (GTK_EDITABLE (search), "");
  if (self->picker)
    gtk_popover_popdown (
        GTK_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER)));
}

/* Menu of a saved search, and of a task */

static gboolean
has_menu (gpointer item)
{
  return EXM_IS_SAVED_SEARCH_ITEM (item) || EXM_IS_TASK_ITEM (item)
         || EXM_IS_GROUP_ITEM (item);
}

/* Returns: (transfer floating): by what the window knows what it is asked for: the name
 * of a search, identities of tasks */
static GVariant *
make_target (ExmScopeList *self, gpointer item)
{
  if (EXM_IS_SAVED_SEARCH_ITEM (item))
    return g_variant_new_string (exm_saved_search_item_get_name (item));
  if (EXM_IS_GROUP_ITEM (item))
    {
      g_auto (GStrv) uids = exm_task_tree_dup_uids (self->tree, item);
      return g_variant_new_strv ((const char *const *) uids, -1);
    }
  const char *const uid = exm_task_item_get_uid (item);
  return g_variant_new_strv (&uid, 1);
}

/* @target: as of make_target(). Returns: (transfer floating): path and tasks of a group
 */
static GVariant *
make_group_target (ExmGroupItem *item, GVariant *target)
{
  return g_variant_new ("(s@as)", exm_group_item_get_path (item), target);
}

/* Runs an action of the window for the item, @widget being in it. */
static gboolean
do_with (ExmScopeList *self,
         GtkWidget *widget,
         gpointer item,
         const char *of_search,
         const char *of_task)
{
  return gtk_widget_activate_action_variant (
      widget, EXM_IS_TASK_ITEM (item) ? of_task : of_search, make_target (self, item));
}

static void
on_alerts_changed (GSimpleAction *action, GVariant *state, gpointer data)
{
  GtkWidget *menu = GTK_WIDGET (data);
  ExmSavedSearchItem *item = g_object_get_data (G_OBJECT (menu), "exm-search");

  g_simple_action_set_state (action, state);
  gtk_widget_activate_action (menu, "win.set-search-alerts", "(sb)",
                              exm_saved_search_item_get_name (item),
                              g_variant_get_boolean (state));
}

/* A section of a menu; @names and @actions end with %NULL and belong together. */
static void
append_section (GMenu *menu,
                GVariant *target,
                const char *const *names,
                const char *const *actions)
{
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; names[i] != NULL; i++)
    {
      g_autoptr (GMenuItem) entry = g_menu_item_new (names[i], NULL);
      g_menu_item_set_action_and_target_value (entry, actions[i], target);
      g_menu_append_item (section, entry);
    }
  g_menu_append_section (menu, NULL, G_MENU_MODEL (section));
}

static void
append_search (GMenu *menu, GVariant *target)
{
  g_autoptr (GMenu) alerts = g_menu_new ();
  const char *const names[] = { _ ("Outputs…"), _ ("Rename…"), _ ("Remove"), NULL };
  const char *const actions[]
      = { "win.set-search-outputs", "win.rename-search", "win.remove-search" };

  g_menu_append (alerts, _ ("Tell of New Articles on the Desktop"), "saved.alerts");
  g_menu_append_section (menu, NULL, G_MENU_MODEL (alerts));
  append_section (menu, target, names, actions);
}

static void
append_task (GMenu *menu, GVariant *target, ExmTaskItem *item)
{
  gboolean paused = exm_task_item_get_paused (item);
  const char *const runs[]
      = { _ ("_Run Now"), paused ? _ ("R_esume") : _ ("_Pause"), NULL };
  const char *const run_actions[]
      = { "win.task-run", paused ? "win.task-resume" : "win.task-pause" };
  const char *const names[] = { _ ("Re_name…"), _ ("_Move to Group…"), NULL };
  const char *const name_actions[] = { "win.task-rename", "win.task-move" };
  const char *const ends[] = { _ ("_Delete"), NULL };
  const char *const end_actions[] = { "win.task-delete" };

  append_section (menu, target, runs, run_actions);
  append_section (menu, target, names, name_actions);
  append_section (menu, target, ends, end_actions);
}

/* A group says when its tasks run and where their articles go, also of later ones. */
static void
append_group (GMenu *menu, GVariant *target, ExmGroupItem *item)
{
  const char *const runs[] = { _ ("_Run Now"), _ ("_Pause"), _ ("R_esume"), NULL };
  const char *const run_actions[]
      = { "win.task-run", "win.task-pause", "win.task-resume" };
  const char *const values[] = { _ ("_Schedule…"), _ ("O_utputs…"), NULL };
  const char *const value_actions[] = { "win.group-schedule", "win.group-outputs" };
  const char *const names[] = { _ ("Re_name…"), NULL };
  const char *const name_actions[] = { "win.group-rename" };
  g_autoptr (GVariant) of_group = g_variant_ref_sink (make_group_target (item, target));

  append_section (menu, target, runs, run_actions);
  append_section (menu, of_group, values, value_actions);
  append_section (menu, of_group, names, name_actions);
}

static GMenuModel *
make_menu (ExmScopeList *self, gpointer item)
{
  g_autoptr (GVariant) target = g_variant_ref_sink (make_target (self, item));
  GMenu *menu = g_menu_new ();

  if (EXM_IS_TASK_ITEM (item))
    append_task (menu, target, item);
  else if (EXM_IS_GROUP_ITEM (item))
    append_group (menu, target, item);
  else
    append_search (menu, target);
  return G_MENU_MODEL (menu);
}

/* A search tells on the desktop, or not. */
static void
add_alerts (GtkWidget *menu, ExmSavedSearchItem *item)
{
  g_autoptr (GSimpleActionGroup) actions = g_simple_action_group_new ();
  g_autoptr (GSimpleAction) alerts = g_simple_action_new_stateful (
      "alerts", NULL, g_variant_new_boolean (exm_saved_search_item_get_alerts (item)));

  g_object_set_data_full (G_OBJECT (menu), "exm-search", g_object_ref (item),
                          g_object_unref);
  g_signal_connect (alerts, "change-state", G_CALLBACK (on_alerts_changed), menu);
  g_action_map_add_action (G_ACTION_MAP (actions), G_ACTION (alerts));
  gtk_widget_insert_action_group (menu, "saved", G_ACTION_GROUP (actions));
}

static void
show_menu (ExmScopeList *self, GtkWidget *row, gpointer item, const GdkRectangle *place)
{
  g_autoptr (GMenuModel) model = make_menu (self, item);
  GtkWidget *menu
      = exm_row_menu_popup (model, GTK_WIDGET (self), gtk_widget_get_parent (row), place);

  g_set_weak_pointer (&self->menu, menu);
  if (EXM_IS_SAVED_SEARCH_ITEM (item))
    add_alerts (menu, item);
}

static void
on_secondary (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmScopeList *self)
{
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row
      = picked != NULL ? gtk_widget_get_ancestor (picked, EXM_TYPE_SCOPE_ROW) : NULL;
  g_autoptr (GObject) item
      = row != NULL ? exm_scope_row_dup_item (EXM_SCOPE_ROW (row)) : NULL;
  double at_x, at_y;

  if (!has_menu (item))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  gtk_widget_translate_coordinates (GTK_WIDGET (self->view), GTK_WIDGET (self), x, y,
                                    &at_x, &at_y);
  const GdkRectangle place = { (int) at_x, (int) at_y, 1, 1 };
  show_menu (self, row, item, &place);
}

static gboolean
take_plain_key (ExmScopeList *self, GtkWidget *row, gpointer item, guint key)
{
  gboolean rtl = gtk_widget_get_direction (row) == GTK_TEXT_DIR_RTL;

  if (EXM_IS_GROUP_ITEM (item))
    {
      if (key == GDK_KEY_F2)
        return gtk_widget_activate_action_variant (
            row, "win.group-rename", make_group_target (item, make_target (self, item)));
      return exm_task_tree_take_key (self->tree, item, key, rtl);
    }
  if (key == GDK_KEY_F2)
    return do_with (self, row, item, "win.rename-search", "win.task-rename");
  if (key == GDK_KEY_Delete)
    return do_with (self, row, item, "win.remove-search", "win.task-delete");
  return FALSE;
}

/* Keys are for the row that has the keyboard; the entry would take Delete. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                ExmScopeList *self)
{
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWidget *row = focus != NULL ? gtk_widget_get_first_child (focus) : NULL;
  graphene_rect_t bounds;

  if (!EXM_IS_SCOPE_ROW (row))
    return GDK_EVENT_PROPAGATE;
  g_autoptr (GObject) item = exm_scope_row_dup_item (EXM_SCOPE_ROW (row));
  if (!has_menu (item))
    return GDK_EVENT_PROPAGATE;
  if ((state & gtk_accelerator_get_default_mod_mask ()) == 0
      && take_plain_key (self, row, item, key))
    return GDK_EVENT_STOP;
  if ((key != GDK_KEY_Menu && (key != GDK_KEY_F10 || (state & GDK_SHIFT_MASK) == 0))
      || !gtk_widget_compute_bounds (row, GTK_WIDGET (self), &bounds))
    return GDK_EVENT_PROPAGATE;
  const GdkRectangle place
      = { (int) bounds.origin.x, (int) (bounds.origin.y + bounds.size.height), 1, 1 };
  show_menu (self, row, item, &place);
  return GDK_EVENT_STOP;
}

/* A click opens and closes a group; it is none that is chosen. */
static void
on_row_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmScopeList *self)
{
  GtkWidget *row = gtk_event_controller_get_widget (GTK_EVENT_CONTROLLER (gesture));
  g_autoptr (GObject) item = exm_scope_row_dup_item (EXM_SCOPE_ROW (row));

  if (!EXM_IS_GROUP_ITEM (item))
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  exm_task_tree_toggle (self->tree, EXM_GROUP_ITEM (item));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, ExmScopeList *self)
{
  GtkWidget *row = exm_scope_row_new (self->icons);
  GtkGesture *click = gtk_gesture_click_new ();

  g_signal_connect_object (click, "pressed", G_CALLBACK (on_row_pressed), self, 0);
  gtk_widget_add_controller (row, GTK_EVENT_CONTROLLER (click));
  gtk_list_item_set_child (item, row);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, ExmScopeList *self)
{
  gpointer shown = gtk_list_item_get_item (item);
  ExmScopeRow *row = EXM_SCOPE_ROW (gtk_list_item_get_child (item));

  exm_scope_row_set_item (row, shown, self->tree != NULL);
}

static void
exm_scope_list_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmScopeList *self = EXM_SCOPE_LIST (object);

  if (id == PROP_SCOPE)
    g_value_set_string (value, self->scope);
  else if (id == PROP_PICKER)
    g_value_set_boolean (value, self->picker);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_scope_list_set_property (GObject *object,
                             guint id,
                             const GValue *value,
                             GParamSpec *pspec)
{
  ExmScopeList *self = EXM_SCOPE_LIST (object);

  if (id == PROP_SCOPE)
    exm_scope_list_set_scope (self, g_value_get_string (value));
  else if (id == PROP_PICKER)
    {
      self->picker = g_value_get_boolean (value);
      gtk_list_view_set_single_click_activate (self->view, self->picker);
    }
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_scope_list_dispose (GObject *object)
{
  ExmScopeList *self = EXM_SCOPE_LIST (object);

  if (self->menu != NULL)
    gtk_widget_unparent (self->menu);
  g_clear_weak_pointer (&self->menu);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SCOPE_LIST);
  g_clear_object (&self->selection);
  g_clear_object (&self->filter);
  g_clear_object (&self->all);
  g_clear_object (&self->tree);
  g_clear_object (&self->trash);
  g_clear_object (&self->below);
  g_clear_object (&self->icons);
  G_OBJECT_CLASS (exm_scope_list_parent_class)->dispose (object);
}

static void
exm_scope_list_finalize (GObject *object)
{
  ExmScopeList *self = EXM_SCOPE_LIST (object);

  g_free (self->scope);
  g_free (self->wanted);
  G_OBJECT_CLASS (exm_scope_list_parent_class)->finalize (object);
}

static void
exm_scope_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_scope_list_parent_class)->map (widget);
  if (EXM_SCOPE_LIST (widget)->selection != NULL)
    sync_selection (EXM_SCOPE_LIST (widget));
}

static gboolean
exm_scope_list_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (GTK_WIDGET (EXM_SCOPE_LIST (widget)->view));
}

static void
exm_scope_list_class_init (ExmScopeListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = exm_scope_list_get_property;
  object_class->set_property = exm_scope_list_set_property;
  object_class->dispose = exm_scope_list_dispose;
  object_class->finalize = exm_scope_list_finalize;
  widget_class->grab_focus = exm_scope_list_grab_focus;
  widget_class->map = exm_scope_list_map;
  properties[PROP_SCOPE] = g_param_spec_string (
      "scope", NULL, NULL, NULL,
      G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);
  properties[PROP_PICKER] = g_param_spec_boolean (
      "picker", NULL, NULL, FALSE, G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  picked_signal = g_signal_new ("picked", EXM_TYPE_SCOPE_LIST, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-scope-list.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmScopeList, search);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeList, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeList, view);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeList, nothing);
  gtk_widget_class_bind_template_child (widget_class, ExmScopeList, unread_lines);
  gtk_widget_class_bind_template_callback (widget_class, on_secondary);
  gtk_widget_class_bind_template_callback (widget_class, on_key_pressed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_stop_search);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
exm_scope_list_init (ExmScopeList *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->wanted = g_strdup ("");
  self->filter = GTK_FILTER (gtk_custom_filter_new (is_wanted, self, NULL));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
  gtk_list_view_set_factory (self->view, factory);
  gtk_search_entry_set_key_capture_widget (self->search, GTK_WIDGET (self->view));
}

/* Returns: (transfer full): parts of the list, @tasks being that of tasks */
static GListModel *
join (ExmScopeList *self, ExmSession *session, GListModel *scopes, GListModel *tasks)
{
  GListStore *parts = g_list_store_new (G_TYPE_LIST_MODEL);

  g_list_store_append (parts, scopes);
  g_list_store_append (
      parts, exm_saved_search_list_get_model (exm_session_get_searches (session)));
  g_list_store_append (parts, tasks);
  g_list_store_append (parts, self->below);
  return G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (parts)));
}

/* Tasks below their groups, which are there as long as one of their tasks is wanted. */
static void
make_tree (ExmScopeList *self, ExmSession *session)
{
  g_autoptr (GtkFilterListModel) wanted = gtk_filter_list_model_new (
      g_object_ref (exm_session_get_tasks (session)), g_object_ref (self->filter));

  self->tree = exm_task_tree_new (G_LIST_MODEL (wanted));
  exm_task_tree_set_closed (self->tree, exm_closed_groups_get (session));
  g_signal_connect_object (session, "tasks-changed", G_CALLBACK (exm_task_tree_update),
                           self->tree, G_CONNECT_SWAPPED);
}

static void
watch_trash (ExmScopeList *self, ExmSession *session)
{
  GListModel *trash = exm_session_get_trash (session);

  self->below = g_list_store_new (EXM_TYPE_SCOPE);
  g_signal_connect_object (trash, "items-changed", G_CALLBACK (update_below), self, 0);
  self->trash = exm_scope_new (EXM_SCOPE_TRASH, session);
  update_below (trash, 0, 0, 0, self);
}

void
exm_scope_list_set_session (ExmScopeList *self, ExmSession *session)
{
  g_return_if_fail (EXM_IS_SCOPE_LIST (self));
  g_return_if_fail (self->selection == NULL);

  g_autoptr (GListStore) scopes = g_list_store_new (EXM_TYPE_SCOPE);
  GListModel *tasks = exm_session_get_tasks (session);
  ExmSavedSearchList *searches = exm_session_get_searches (session);
  g_autoptr (ExmScope) needs_you = exm_scope_new (EXM_SCOPE_NEEDS_YOU, session);
  g_autoptr (ExmScope) all = exm_scope_new (EXM_SCOPE_ALL, session);

  g_set_object (&self->icons, exm_site_icons_get_of (session));
  g_list_store_append (scopes, needs_you);
  g_list_store_append (scopes, all);
  watch_trash (self, session);
  if (!self->picker)
    make_tree (self, session);
  self->all = join (self, session, G_LIST_MODEL (scopes), tasks);
  g_autoptr (GtkFilterListModel) filtered = gtk_filter_list_model_new (
      join (self, session, G_LIST_MODEL (scopes),
            self->tree != NULL ? G_LIST_MODEL (self->tree) : tasks),
      g_object_ref (self->filter));
  self->selection = gtk_single_selection_new (NULL);
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_single_selection_set_can_unselect (self->selection, TRUE);
  g_autoptr (ExmBatchedListModel) calm
      = exm_batched_list_model_new (G_LIST_MODEL (filtered));
  gtk_single_selection_set_model (self->selection, G_LIST_MODEL (calm));
  g_signal_connect_object (self->selection, "items-changed",
                           G_CALLBACK (on_items_changed), self, G_CONNECT_AFTER);
  g_signal_connect_object (self->selection, "notify::selected-item",
                           G_CALLBACK (on_selected_item_notify), self, 0);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (searches, "notify::message", G_CALLBACK (show_message), self,
                           0);
  show_message (searches, NULL, self);
  sync_selection (self);
}

const char *
exm_scope_list_get_scope (ExmScopeList *self)
{
  return self->scope;
}

void
exm_scope_list_set_scope (ExmScopeList *self, const char *scope)
{
  g_return_if_fail (EXM_IS_SCOPE_LIST (self));

  if (g_strcmp0 (self->scope, scope) == 0)
    return;
  g_free (self->scope);
  self->scope = g_strdup (scope);
  if (self->selection != NULL)
    sync_selection (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SCOPE]);
}

void
exm_scope_list_start_search (ExmScopeList *self)
{
  g_return_if_fail (EXM_IS_SCOPE_LIST (self));
  gtk_editable_set_text (GTK_EDITABLE (self->search), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->search));
}
