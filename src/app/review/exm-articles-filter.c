/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Sort and filters of the list of articles: a menu, and a chip for each filter that is
 * on.
 */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/session/exm-local-time.h"
#include "base/exm-date.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Filters with a value of text; "" is off. */
static const char *const text_filters[] = { "task", "state", "date", "tag" };

static const char *const flag_filters[] = { "unread", "starred" };

static const struct
{
  const char *value;
  const char *label;
} states[] = {
  { "good", N_ ("Sure") },
  { "unsure", N_ ("Not Sure") },
  { "does-not-fit", N_ ("Does Not Fit") },
  { "incomplete", N_ ("Incomplete") },
  { "empty", N_ ("No Text Found") },
},
  dates[] = {
    { "today", N_ ("Today") },
    { "week", N_ ("Last 7 Days") },
    { "month", N_ ("Last 30 Days") },
  };

static GSimpleAction *
get_action (ExmArticlesPage *self, const char *name)
{
  return G_SIMPLE_ACTION (
      g_action_map_lookup_action (G_ACTION_MAP (self->list_actions), name));
}

/* Returns: (transfer none) (nullable): the value of a filter that is on. It lives as long
 * as the action's state, which is interned */
static const char *
get_text (ExmArticlesPage *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (get_action (self, name)));
  const char *text = g_variant_get_string (state, NULL);

  return *text != '\0' ? g_intern_string (text) : NULL;
}

static gboolean
get_flag (ExmArticlesPage *self, const char *name)
{
  g_autoptr (GVariant) state = g_action_get_state (G_ACTION (get_action (self, name)));

  return g_variant_get_boolean (state);
}

/* Midnight of the day that is @days_ago, Unix time in µs. */
static gint64
find_midnight (int days_ago)
{
  g_autoptr (GDateTime) now = exm_local_time_new_now ();
  g_autoptr (GDateTime) day
      = g_date_time_new_local (g_date_time_get_year (now), g_date_time_get_month (now),
                               g_date_time_get_day_of_month (now), 0, 0, 0);
  g_autoptr (GDateTime) then = g_date_time_add_days (day, -days_ago);

  return g_date_time_to_unix (then) * G_USEC_PER_SEC;
}

/* @date: "2026-03-01": its first moment here, @days later */
static gint64
find_day (const char *date, int days)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *midnight = g_strdup_printf ("%.10sT00:00:00", date);
  g_autoptr (GDateTime) day = g_date_time_new_from_iso8601 (midnight, zone);
  g_autoptr (GDateTime) then = day != NULL ? g_date_time_add_days (day, days) : NULL;

  return then != NULL ? g_date_time_to_unix (then) * G_USEC_PER_SEC : 0;
}

/* A range is "2026-03-01/2026-03-08", with either of them left out. */
static void
apply_date (const char *date, ExmArticleFilter *filter)
{
  if (g_strcmp0 (date, "today") == 0)
    filter->since_usec = find_midnight (0);
  else if (g_strcmp0 (date, "week") == 0)
    filter->since_usec = find_midnight (6);
  else if (g_strcmp0 (date, "month") == 0)
    filter->since_usec = find_midnight (29);
  else if (date != NULL)
    {
      g_auto (GStrv) ends = g_strsplit (date, "/", 2);
      filter->since_usec = *ends[0] != '\0' ? find_day (ends[0], 0) : 0;
      filter->until_usec
          = ends[1] != NULL && *ends[1] != '\0' ? find_day (ends[1], 1) : 0;
    }
}

/* Returns: all that is asked for; valid until something else is */
static ExmArticleFilter
make_filter (ExmArticlesPage *self)
{
  ExmArticleFilter filter = {
    .task_uid = self->task_uid,
    .to_review = gtk_toggle_button_get_active (self->to_review),
    .search = self->words,
    .state = get_text (self, "state"),
    .tag = get_text (self, "tag"),
    .unread = get_flag (self, "unread"),
    .starred = get_flag (self, "starred"),
  };

  if (self->task_uid == NULL)
    filter.task_uid = get_text (self, "task");
  apply_date (get_text (self, "date"), &filter);
  g_autoptr (GVariant) sort = g_action_group_get_action_state (
      G_ACTION_GROUP (self->list_actions), "articles-sort");
  if (sort != NULL && g_str_equal (g_variant_get_string (sort, NULL), "published"))
    filter.order = EXM_ARTICLE_ORDER_PUBLISHED;
  return filter;
}

/* In words */

static char *
dup_task_name (ExmArticlesPage *self, const char *uid)
{
  GListModel *tasks
      = self->session != NULL ? exm_session_get_tasks (self->session) : NULL;

  for (guint i = 0; tasks != NULL && i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (tasks, i);
      if (g_str_equal (exm_task_item_get_uid (task), uid))
        return g_strdup (exm_task_item_get_name (task));
    }
  return g_strdup (_ ("A deleted task"));
}

static char *
describe_date (const char *date)
{
  for (gsize i = 0; i < G_N_ELEMENTS (dates); i++)
    if (g_str_equal (dates[i].value, date))
      return g_strdup (_ (dates[i].label));
  g_auto (GStrv) ends = g_strsplit (date, "/", 2);
  if (*ends[0] == '\0')
    /* translators: %s is a date */
    return g_strdup_printf (_ ("Until %s"), ends[1]);
  if (*ends[1] == '\0')
    /* translators: %s is a date */
    return g_strdup_printf (_ ("From %s"), ends[0]);
  /* translators: a range of dates */
  return g_strdup_printf (_ ("%s to %s"), ends[0], ends[1]);
}

/* Returns: (transfer full) (nullable): the filter in words, %NULL where it is off */
static char *
describe (ExmArticlesPage *self, const char *name)
{
  if (g_str_equal (name, "unread"))
    return get_flag (self, name) ? g_strdup (_ ("Unread")) : NULL;
  if (g_str_equal (name, "starred"))
    return get_flag (self, name) ? g_strdup (_ ("Starred")) : NULL;
  const char *value = get_text (self, name);
  if (value == NULL || (g_str_equal (name, "task") && self->task_uid != NULL))
    return NULL;
  if (g_str_equal (name, "task"))
    return dup_task_name (self, value);
  if (g_str_equal (name, "date"))
    return describe_date (value);
  if (g_str_equal (name, "tag"))
    /* translators: %s is a tag of an article */
    return g_strdup_printf (_ ("Tag: %s"), value);
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    if (g_str_equal (states[i].value, value))
      return g_strdup (_ (states[i].label));
  return g_strdup (value);
}

char *
exm_articles_page_describe_filters (ExmArticlesPage *self)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (gsize i = 0; i < G_N_ELEMENTS (text_filters) + G_N_ELEMENTS (flag_filters); i++)
    {
      const char *name = i < G_N_ELEMENTS (text_filters)
                             ? text_filters[i]
                             : flag_filters[i - G_N_ELEMENTS (text_filters)];
      char *one = describe (self, name);
      if (one != NULL)
        g_ptr_array_add (words, one);
    }
  if (words->len == 0)
    return NULL;
  g_ptr_array_add (words, NULL);
  /* translators: between filters of a list that are on at once */
  return g_strjoinv (_ (", "), (char **) words->pdata);
}

/* Chips */

static void
set_off (ExmArticlesPage *self, const char *name)
{
  gboolean is_flag = g_str_equal (name, "unread") || g_str_equal (name, "starred");

  g_simple_action_set_state (get_action (self, name), is_flag
                                                          ? g_variant_new_boolean (FALSE)
                                                          : g_variant_new_string (""));
}

static void
on_chip_clicked (GtkButton *button, ExmArticlesPage *self)
{
  set_off (self, g_object_get_data (G_OBJECT (button), "exm-filter"));
}

static void
add_chip (ExmArticlesPage *self, const char *name)
{
  g_autofree char *words = describe (self, name);

  if (words == NULL)
    return;
  GtkWidget *button = gtk_button_new (),
            *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  /* translators: of a button that takes a filter away; %s is the filter */
  g_autofree char *label = g_strdup_printf (_ ("Remove the filter “%s”"), words);
  gtk_box_append (GTK_BOX (box), gtk_label_new (words));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("window-close-symbolic"));
  gtk_button_set_child (GTK_BUTTON (button), box);
  gtk_widget_set_halign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "exm-chip");
  gtk_widget_set_tooltip_text (button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  label, -1);
  g_object_set_data (G_OBJECT (button), "exm-filter", (gpointer) name);
  g_signal_connect (button, "clicked", G_CALLBACK (on_chip_clicked), self);
  gtk_flow_box_append (self->chips, button);
  gtk_widget_set_focusable (gtk_widget_get_parent (button), FALSE);
}

static void
show_chips (ExmArticlesPage *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->chips))) != NULL)
    gtk_flow_box_remove (self->chips, child);
  for (gsize i = 0; i < G_N_ELEMENTS (text_filters); i++)
    add_chip (self, text_filters[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (flag_filters); i++)
    add_chip (self, flag_filters[i]);
  gtk_widget_set_visible (GTK_WIDGET (self->chips),
                          gtk_widget_get_first_child (GTK_WIDGET (self->chips)) != NULL);
}

/* The range */

static char *
parse_day (AdwEntryRow *row)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  g_autofree char *date = *text != '\0' ? exm_date_parse (text, NULL) : g_strdup ("");

  return date != NULL ? g_strndup (date, 10) : NULL;
}

static void
on_range_changed (AdwEntryRow *row, AdwMessageDialog *dialog)
{
  AdwEntryRow *from = g_object_get_data (G_OBJECT (dialog), "exm-from");
  AdwEntryRow *to = g_object_get_data (G_OBJECT (dialog), "exm-to");
  g_autofree char *first = parse_day (from);
  g_autofree char *last = parse_day (to);
  gboolean right = first != NULL && last != NULL && (*first != '\0' || *last != '\0');

  if (first == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (from), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (from), "error");
  if (last == NULL)
    gtk_widget_add_css_class (GTK_WIDGET (to), "error");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (to), "error");
  adw_message_dialog_set_response_enabled (dialog, "show", right);
}

static void
on_range_response (AdwMessageDialog *dialog, const char *response, ExmArticlesPage *self)
{
  g_autofree char *first = parse_day (g_object_get_data (G_OBJECT (dialog), "exm-from"));
  g_autofree char *last = parse_day (g_object_get_data (G_OBJECT (dialog), "exm-to"));

  if (g_str_equal (response, "show") && first != NULL && last != NULL)
    g_simple_action_set_state (
        get_action (self, "date"),
        g_variant_new_take_string (g_strconcat (first, "/", last, NULL)));
}

static GtkWidget *
add_day (AdwMessageDialog *dialog, GtkListBox *list, const char *title, const char *key)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  gtk_list_box_append (list, row);
  g_object_set_data (G_OBJECT (dialog), key, row);
  g_signal_connect (row, "changed", G_CALLBACK (on_range_changed), dialog);
  return row;
}

static void
ask_range (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);
  GtkWidget *root = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self)));
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (root), _ ("Range of Dates"),
      _ ("Both days belong to it; one of them may be left out.")));
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  add_day (dialog, GTK_LIST_BOX (list), _ ("From, as 2026-03-01"), "exm-from");
  add_day (dialog, GTK_LIST_BOX (list), _ ("To, as 2026-03-31"), "exm-to");
  adw_message_dialog_set_extra_child (dialog, list);
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "show", _ ("_Show"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "show", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_response_enabled (dialog, "show", FALSE);
  adw_message_dialog_set_default_response (dialog, "show");
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_range_response), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

/* The menu */

static void
append_choice (GMenu *menu, const char *label, const char *action, const char *value)
{
  g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

  g_menu_item_set_action_and_target (item, action, "s", value);
  g_menu_append_item (menu, item);
}

static void
append_submenu (GMenu *menu, const char *label, GMenu *submenu)
{
  g_menu_append_submenu (menu, label, G_MENU_MODEL (submenu));
  g_object_unref (submenu);
}

static GMenu *
make_states (void)
{
  GMenu *menu = g_menu_new ();

  append_choice (menu, _ ("Any State"), "list.state", "");
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    append_choice (menu, _ (states[i].label), "list.state", states[i].value);
  return menu;
}

static GMenu *
make_dates (void)
{
  GMenu *menu = g_menu_new ();

  append_choice (menu, _ ("Any Time"), "list.date", "");
  for (gsize i = 0; i < G_N_ELEMENTS (dates); i++)
    append_choice (menu, _ (dates[i].label), "list.date", dates[i].value);
  g_menu_append (menu, _ ("Range…"), "list.range");
  return menu;
}

static GMenu *
make_tasks (ExmArticlesPage *self)
{
  GListModel *tasks = exm_session_get_tasks (self->session);
  GMenu *menu = g_menu_new ();

  append_choice (menu, _ ("All Tasks"), "list.task", "");
  for (guint i = 0; i < g_list_model_get_n_items (tasks); i++)
    {
      g_autoptr (ExmTaskItem) task = g_list_model_get_item (tasks, i);
      append_choice (menu, exm_task_item_get_name (task), "list.task",
                     exm_task_item_get_uid (task));
    }
  return menu;
}

static GMenu *
make_tags (const GPtrArray *tags)
{
  GMenu *menu = g_menu_new ();

  append_choice (menu, _ ("Any Tag"), "list.tag", "");
  for (guint i = 0; i < tags->len; i++)
    append_choice (menu, g_ptr_array_index (tags, i), "list.tag",
                   g_ptr_array_index (tags, i));
  return menu;
}

/* Made whenever it is opened: what there is to be chosen from may have changed. */
static void
make_menu (GtkMenuButton *button, gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);
  g_autoptr (GMenu) menu = g_menu_new (), sort = g_menu_new (), flags = g_menu_new (),
                    more = g_menu_new ();

  append_choice (sort, _ ("Collected Last"), "list.articles-sort", "collected");
  append_choice (sort, _ ("Published Last"), "list.articles-sort", "published");
  g_menu_append (flags, _ ("Unread"), "list.unread");
  g_menu_append (flags, _ ("Starred"), "list.starred");
  append_submenu (more, _ ("Date"), make_dates ());
  append_submenu (more, _ ("State"), make_states ());
  if (self->tags != NULL && self->tags->len > 0)
    append_submenu (more, _ ("Tag"), make_tags (self->tags));
  if (self->task_uid == NULL && self->session != NULL)
    append_submenu (more, _ ("Task"), make_tasks (self));
  g_menu_append_section (menu, _ ("First in the List"), G_MENU_MODEL (sort));
  g_menu_append_section (menu, _ ("Only"), G_MENU_MODEL (flags));
  g_menu_append_section (menu, NULL, G_MENU_MODEL (more));
  gtk_menu_button_set_menu_model (button, G_MENU_MODEL (menu));
}

static void
on_tags_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  GPtrArray *tags
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  if (tags == NULL)
    return;
  g_clear_pointer (&self->tags, g_ptr_array_unref);
  self->tags = tags;
  if (self->list != NULL)
    exm_article_reader_set_all_tags (self->reader, tags);
}

void
exm_articles_page_read_tags (ExmArticlesPage *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_TAGS };

  if (self->session != NULL)
    exm_store_reader_read_async (exm_session_get_reader (self->session), &query, NULL,
                                 on_tags_read, g_object_ref (self));
}

static void
clear_all (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ExmArticlesPage *self = EXM_ARTICLES_PAGE (data);

  for (gsize i = 0; i < G_N_ELEMENTS (text_filters); i++)
    set_off (self, text_filters[i]);
  for (gsize i = 0; i < G_N_ELEMENTS (flag_filters); i++)
    set_off (self, flag_filters[i]);
}

static void
add_action (ExmArticlesPage *self, GSimpleAction *action)
{
  g_signal_connect_object (action, "notify::state", G_CALLBACK (show_chips), self,
                           G_CONNECT_SWAPPED);
  g_action_map_add_action (G_ACTION_MAP (self->list_actions), G_ACTION (action));
  g_object_unref (action);
}

void
exm_articles_page_init_filter (ExmArticlesPage *self)
{
  static const GActionEntry entries[]
      = { { "range", ask_range, NULL, NULL, NULL, { 0 } },
          { "clear", clear_all, NULL, NULL, NULL, { 0 } } };

  self->list_actions = g_simple_action_group_new ();
  for (gsize i = 0; i < G_N_ELEMENTS (text_filters); i++)
    add_action (self,
                g_simple_action_new_stateful (text_filters[i], G_VARIANT_TYPE_STRING,
                                              g_variant_new_string ("")));
  for (gsize i = 0; i < G_N_ELEMENTS (flag_filters); i++)
    add_action (self, g_simple_action_new_stateful (flag_filters[i], NULL,
                                                    g_variant_new_boolean (FALSE)));
  g_action_map_add_action_entries (G_ACTION_MAP (self->list_actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "list",
                                  G_ACTION_GROUP (self->list_actions));
}

void
exm_articles_page_update_filter (ExmArticlesPage *self)
{
  exm_articles_page_read_search (self);
  /* Begin the new list at its top. */
  gtk_adjustment_set_value (gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->view)),
                            0);
  exm_articles_page_keep_selected (self);
  exm_articles_page_read_tags (self);
  self->wants_first
      = exm_articles_page_is_queue (self)
        || (self->first_uid != NULL && g_strcmp0 (self->first_uid, self->task_uid) == 0);
  /* First what makes the list wait for other articles: else the first of those that were
   * shown until now would be taken, when the rows of tasks change. */
  const ExmArticleFilter filter = make_filter (self);
  exm_article_list_set_filter (self->list, &filter);
  gtk_filter_changed (self->problem_filter, GTK_FILTER_CHANGE_DIFFERENT);
  /* Undo is of another list from now on, or of this one again. */
  exm_articles_page_update_review (self);
}

void
exm_articles_page_set_settings (ExmArticlesPage *self, GSettings *settings)
{
  g_autoptr (GAction) sort = g_settings_create_action (settings, "articles-sort");

  g_return_if_fail (EXM_IS_ARTICLES_PAGE (self));
  g_action_map_add_action (G_ACTION_MAP (self->list_actions), sort);
  gtk_menu_button_set_create_popup_func (self->filter_button, make_menu, self, NULL);
  exm_article_reader_set_settings (self->reader, settings);
  exm_articles_page_update_filter (self);
}
