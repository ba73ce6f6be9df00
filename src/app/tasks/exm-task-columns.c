/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-columns.h"

#include "app/tasks/exm-sparkline.h"
#include "app/tasks/exm-task-name-cell.h"
#include "app/tasks/exm-task-tree.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-task-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A column: its cells, and its order. Items are tasks and groups; what is compared are
 * either two tasks or two groups. */
typedef struct
{
  const char *title; /* untranslated */
  GtkWidget *(*make) (void);
  void (*fill) (GtkWidget *cell, gpointer item);
  GCompareDataFunc compare;
  gboolean expands;
} Column;

/* Cells */

static GtkWidget *
make_label (void)
{
  return g_object_new (GTK_TYPE_LABEL, "xalign", 0., "ellipsize", PANGO_ELLIPSIZE_END,
                       NULL);
}

static GtkWidget *
make_number (void)
{
  GtkWidget *label = g_object_new (GTK_TYPE_LABEL, "xalign", 1., NULL);

  gtk_widget_add_css_class (label, "numeric");
  return label;
}

static GtkWidget *
make_name (void)
{
  return g_object_new (EXM_TYPE_TASK_NAME_CELL, NULL);
}

static GtkWidget *
make_state (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, NULL);

  gtk_accessible_update_state (GTK_ACCESSIBLE (icon), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE,
                               -1);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), make_label ());
  return box;
}

static GtkWidget *
make_sparkline (void)
{
  return g_object_new (EXM_TYPE_SPARKLINE, NULL);
}

static void
set_text (GtkWidget *label, const char *text)
{
  gtk_label_set_label (GTK_LABEL (label), text);
  gtk_widget_set_tooltip_text (label, text);
}

static void
fill_name (GtkWidget *cell, gpointer item)
{
  exm_task_name_cell_set_item (EXM_TASK_NAME_CELL (cell), item);
}

/* Returns: (transfer full): that of a task; of a group its path */
static char *
dup_group (gpointer item)
{
  char *group = NULL;

  if (EXM_IS_GROUP_ITEM (item))
    return g_strdup (exm_group_item_get_path (item));
  g_object_get (item, "group", &group, NULL);
  return group != NULL ? group : g_strdup ("");
}

static void
fill_group (GtkWidget *cell, gpointer item)
{
  g_autofree char *group = EXM_IS_GROUP_ITEM (item) ? g_strdup ("") : dup_group (item);

  set_text (cell, group);
}

/* Returns: (array fixed-size=EXM_DAILY_DAYS) */
static const guint *
get_daily (gpointer item)
{
  return EXM_IS_GROUP_ITEM (item) ? exm_group_item_get_counts (item)->daily
                                  : exm_task_item_get_daily (item);
}

static void
fill_daily (GtkWidget *cell, gpointer item)
{
  exm_sparkline_set_counts (EXM_SPARKLINE (cell), get_daily (item));
}

/* Returns: 0 for never */
static gint64
get_last_run (gpointer item)
{
  gint64 usec = 0;

  if (EXM_IS_GROUP_ITEM (item))
    return exm_group_item_get_counts (item)->last_run_usec;
  g_object_get (item, "last-run", &usec, NULL);
  return usec;
}

static void
fill_last (GtkWidget *cell, gpointer item)
{
  g_autofree char *state = NULL;
  gint64 usec = get_last_run (item);
  g_autofree char *when
      = usec != 0 ? exm_article_words_when (usec) : g_strdup (_ ("Never"));

  if (EXM_IS_TASK_ITEM (item))
    g_object_get (item, "last-state", &state, NULL);
  gboolean failed = g_strcmp0 (state, "failed") == 0;
  g_autofree char *words
      = failed ? g_strdup_printf ("%s · %s", _ ("Failed"), when) : g_strdup (when);
  set_text (cell, words);
}

/* Returns: of a group whether a task in it needs a person */
static ExmTaskState
get_state (gpointer item)
{
  if (EXM_IS_TASK_ITEM (item))
    return exm_task_item_get_state (item);
  return exm_group_item_get_counts (item)->n_needs_you > 0 ? EXM_TASK_STATE_REVIEW
                                                           : EXM_TASK_STATE_IDLE;
}

/* Returns: (transfer full): of a group how many of its tasks need a person, if any */
static char *
describe_state (gpointer item)
{
  if (EXM_IS_TASK_ITEM (item))
    return get_state (item) == EXM_TASK_STATE_IDLE ? g_strdup (_ ("In order"))
                                                   : exm_task_words_state (item);
  guint n = exm_group_item_get_counts (item)->n_needs_you;
  return n == 0 ? g_strdup ("")
                : g_strdup_printf (ngettext ("%u task needs you", "%u tasks need you", n),
                                   n);
}

static void
fill_state (GtkWidget *cell, gpointer item)
{
  ExmTaskState state = get_state (item);
  GtkWidget *icon = gtk_widget_get_first_child (cell);
  g_autofree char *words = describe_state (item);
  const char *const classes[] = { exm_task_words_class (state), NULL };

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), state == EXM_TASK_STATE_IDLE
                                                      ? "object-select-symbolic"
                                                      : exm_task_words_icon (state));
  gtk_widget_set_css_classes (icon, (const char **) classes);
  gtk_widget_set_visible (icon, *words != '\0');
  set_text (gtk_widget_get_next_sibling (icon), words);
}

/* Returns: 0 for never */
static gint64
get_next_due (gpointer item)
{
  return EXM_IS_GROUP_ITEM (item) ? exm_group_item_get_counts (item)->next_due_usec
                                  : exm_task_item_get_next_due (item);
}

static void
fill_next (GtkWidget *cell, gpointer item)
{
  gint64 due_usec = get_next_due (item);
  gboolean paused = EXM_IS_TASK_ITEM (item) && exm_task_item_get_paused (item);
  g_autofree char *when
      = due_usec == 0 || paused ? g_strdup ("") : exm_article_words_when_due (due_usec);

  set_text (cell, when);
}

static guint
get_n_articles (gpointer item)
{
  return EXM_IS_GROUP_ITEM (item) ? exm_group_item_get_counts (item)->n_articles
                                  : exm_task_item_get_n_articles (item);
}

static void
fill_articles (GtkWidget *cell, gpointer item)
{
  g_autofree char *number = g_strdup_printf ("%u", get_n_articles (item));

  gtk_label_set_label (GTK_LABEL (cell), number);
}

/* Orders */

static int
compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

static const char *
get_name (gconstpointer item)
{
  return EXM_IS_GROUP_ITEM ((gpointer) item)
             ? exm_group_item_get_title ((ExmGroupItem *) item)
             : exm_task_item_get_name ((ExmTaskItem *) item);
}

/* In the order of the sidebar. */
static int
compare_names (gconstpointer a, gconstpointer b, gpointer unused)
{
  g_autofree char *one = g_utf8_collate_key_for_filename (get_name (a), -1);
  g_autofree char *other = g_utf8_collate_key_for_filename (get_name (b), -1);

  return strcmp (one, other);
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer unused)
{
  g_autofree char *one = dup_group ((gpointer) a);
  g_autofree char *other = dup_group ((gpointer) b);

  return g_utf8_collate (one, other);
}

static guint
count_daily (gconstpointer item)
{
  const guint *counts = get_daily ((gpointer) item);
  guint n = 0;

  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    n += counts[i];
  return n;
}

static int
compare_daily (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (count_daily (a), count_daily (b));
}

static int
compare_last (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (get_last_run ((gpointer) a), get_last_run ((gpointer) b));
}

static int
compare_states (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (get_state ((gpointer) a), get_state ((gpointer) b));
}

/* Those that never run come last. */
static guint64
get_due (gconstpointer item)
{
  return (guint64) get_next_due ((gpointer) item) - 1;
}

static int
compare_next (gconstpointer a, gconstpointer b, gpointer unused)
{
  return (get_due (a) > get_due (b)) - (get_due (a) < get_due (b));
}

static int
compare_articles (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (get_n_articles ((gpointer) a), get_n_articles ((gpointer) b));
}

static const Column columns[] = {
  { N_ ("Name"), make_name, fill_name, compare_names, TRUE },
  { N_ ("Group"), make_label, fill_group, compare_groups, FALSE },
  { N_ ("14 days"), make_sparkline, fill_daily, compare_daily, FALSE },
  { N_ ("State"), make_state, fill_state, compare_states, TRUE },
  { N_ ("Last run"), make_label, fill_last, compare_last, FALSE },
  { N_ ("Next run"), make_label, fill_next, compare_next, FALSE },
  { N_ ("Articles"), make_number, fill_articles, compare_articles, FALSE },
};

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, const Column *column)
{
  gtk_list_item_set_child (item, column->make ());
}

static void
on_notify (GObject *item, GParamSpec *pspec, GtkListItem *list_item)
{
  const Column *column = g_object_get_data (G_OBJECT (list_item), "exm-column");

  column->fill (gtk_list_item_get_child (list_item), item);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, const Column *column)
{
  GObject *shown = gtk_list_item_get_item (item);
  GtkWidget *cell = gtk_list_item_get_child (item);

  g_object_set_data (G_OBJECT (item), "exm-column", (gpointer) column);
  g_signal_connect_object (shown, "notify", G_CALLBACK (on_notify), item, 0);
  if (EXM_IS_TASK_NAME_CELL (cell))
    exm_task_name_cell_set_icons (EXM_TASK_NAME_CELL (cell),
                                  g_object_get_data (G_OBJECT (factory), "exm-icons"));
  column->fill (cell, shown);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, const Column *column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (item), on_notify, item);
}

void
exm_task_columns_add (GtkColumnView *view)
{
  for (gsize i = 0; i < G_N_ELEMENTS (columns); i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_signal_connect (factory, "setup", G_CALLBACK (on_setup), (gpointer) &columns[i]);
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind), (gpointer) &columns[i]);
      g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind),
                        (gpointer) &columns[i]);
      g_autoptr (GtkColumnViewColumn) column
          = gtk_column_view_column_new (_ (columns[i].title), factory);
      g_autoptr (GtkSorter) sorter
          = GTK_SORTER (gtk_custom_sorter_new (columns[i].compare, NULL, NULL));
      gtk_column_view_column_set_sorter (column, sorter);
      gtk_column_view_column_set_resizable (column, TRUE);
      gtk_column_view_column_set_expand (column, columns[i].expands);
      gtk_column_view_append_column (view, column);
      if (i == 0)
        gtk_column_view_sort_by_column (view, column, GTK_SORT_ASCENDING);
    }
}

void
exm_task_columns_set_icons (GtkColumnView *view, ExmSiteIcons *icons)
{
  GListModel *added = gtk_column_view_get_columns (view);
  g_autoptr (GtkColumnViewColumn) name = g_list_model_get_item (added, 0);

  g_object_set_data_full (G_OBJECT (gtk_column_view_column_get_factory (name)),
                          "exm-icons", icons != NULL ? g_object_ref (icons) : NULL,
                          g_object_unref);
}
