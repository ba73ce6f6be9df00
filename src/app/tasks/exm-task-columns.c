/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/tasks/exm-task-columns.h"

#include "app/session/exm-task-item.h"
#include "app/tasks/exm-sparkline.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-site-icon.h"
#include "app/widgets/exm-task-words.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

/* Pixels of a side of what stands before a name. */
#define AVATAR 24

/* A column: its cells, and its order. */
typedef struct
{
  const char *title; /* untranslated */
  GtkWidget *(*make) (void);
  void (*fill) (GtkWidget *cell, ExmTaskItem *item);
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
make_with (GtkWidget *first)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);

  gtk_accessible_update_state (GTK_ACCESSIBLE (first), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE,
                               -1);
  gtk_box_append (GTK_BOX (box), first);
  gtk_box_append (GTK_BOX (box), make_label ());
  return box;
}

static GtkWidget *
make_name (void)
{
  GtkWidget *avatar = adw_avatar_new (AVATAR, NULL, TRUE);
  GtkWidget *icon = g_object_new (EXM_TYPE_SITE_ICON, "child", avatar, NULL);

  /* It keeps it, shown or not. */
  g_object_set_data (G_OBJECT (icon), "exm-avatar", avatar);
  gtk_widget_set_size_request (icon, AVATAR, AVATAR);
  return make_with (icon);
}

static GtkWidget *
make_state (void)
{
  return make_with (g_object_new (GTK_TYPE_IMAGE, NULL));
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
fill_name (GtkWidget *cell, ExmTaskItem *item)
{
  GtkWidget *icon = gtk_widget_get_first_child (cell);

  adw_avatar_set_text (g_object_get_data (G_OBJECT (icon), "exm-avatar"),
                       exm_task_item_get_name (item));
  set_text (gtk_widget_get_next_sibling (icon), exm_task_item_get_name (item));
}

static char *
dup_group (ExmTaskItem *item)
{
  char *group = NULL;

  g_object_get (item, "group", &group, NULL);
  return group != NULL ? group : g_strdup ("");
}

static void
fill_group (GtkWidget *cell, ExmTaskItem *item)
{
  g_autofree char *group = dup_group (item);

  set_text (cell, group);
}

static void
fill_daily (GtkWidget *cell, ExmTaskItem *item)
{
  exm_sparkline_set_counts (EXM_SPARKLINE (cell), exm_task_item_get_daily (item));
}

static gint64
get_last_run (ExmTaskItem *item)
{
  gint64 usec = 0;

  g_object_get (item, "last-run", &usec, NULL);
  return usec;
}

static void
fill_last (GtkWidget *cell, ExmTaskItem *item)
{
  g_autofree char *state = NULL;
  gint64 usec = get_last_run (item);
  g_autofree char *when
      = usec != 0 ? exm_article_words_when (usec) : g_strdup (_ ("Never"));

  g_object_get (item, "last-state", &state, NULL);
  gboolean failed = g_strcmp0 (state, "failed") == 0;
  g_autofree char *words
      = failed ? g_strdup_printf ("%s · %s", _ ("Failed"), when) : g_strdup (when);
  set_text (cell, words);
}

static void
fill_state (GtkWidget *cell, ExmTaskItem *item)
{
  ExmTaskState state = exm_task_item_get_state (item);
  GtkWidget *icon = gtk_widget_get_first_child (cell);
  g_autofree char *words = state == EXM_TASK_STATE_IDLE ? g_strdup (_ ("In order"))
                                                        : exm_task_words_state (item);
  const char *const classes[] = { exm_task_words_class (state), NULL };

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), state == EXM_TASK_STATE_IDLE
                                                      ? "object-select-symbolic"
                                                      : exm_task_words_icon (state));
  gtk_widget_set_css_classes (icon, (const char **) classes);
  set_text (gtk_widget_get_next_sibling (icon), words);
}

static void
fill_next (GtkWidget *cell, ExmTaskItem *item)
{
  gint64 due_usec = exm_task_item_get_next_due (item);
  g_autofree char *when = exm_task_item_get_paused (item) || due_usec == 0
                              ? g_strdup ("")
                              : exm_article_words_when_due (due_usec);

  set_text (cell, when);
}

static void
fill_articles (GtkWidget *cell, ExmTaskItem *item)
{
  g_autofree char *number = g_strdup_printf ("%u", exm_task_item_get_n_articles (item));

  gtk_label_set_label (GTK_LABEL (cell), number);
}

/* Orders */

static int
compare_numbers (gint64 a, gint64 b)
{
  return (a > b) - (a < b);
}

static int
compare_names (gconstpointer a, gconstpointer b, gpointer unused)
{
  return g_utf8_collate (exm_task_item_get_name ((ExmTaskItem *) a),
                         exm_task_item_get_name ((ExmTaskItem *) b));
}

static int
compare_groups (gconstpointer a, gconstpointer b, gpointer unused)
{
  g_autofree char *one = dup_group ((ExmTaskItem *) a);
  g_autofree char *other = dup_group ((ExmTaskItem *) b);

  return g_utf8_collate (one, other);
}

static guint
count_daily (ExmTaskItem *item)
{
  const guint *counts = exm_task_item_get_daily (item);
  guint n = 0;

  for (guint i = 0; i < EXM_DAILY_DAYS; i++)
    n += counts[i];
  return n;
}

static int
compare_daily (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (count_daily ((ExmTaskItem *) a),
                          count_daily ((ExmTaskItem *) b));
}

static int
compare_last (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (get_last_run ((ExmTaskItem *) a),
                          get_last_run ((ExmTaskItem *) b));
}

static int
compare_states (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (exm_task_item_get_state ((ExmTaskItem *) a),
                          exm_task_item_get_state ((ExmTaskItem *) b));
}

/* Those that never run come last. */
static guint64
get_due (gconstpointer item)
{
  return (guint64) exm_task_item_get_next_due ((ExmTaskItem *) item) - 1;
}

static int
compare_next (gconstpointer a, gconstpointer b, gpointer unused)
{
  return (get_due (a) > get_due (b)) - (get_due (a) < get_due (b));
}

static int
compare_articles (gconstpointer a, gconstpointer b, gpointer unused)
{
  return compare_numbers (exm_task_item_get_n_articles ((ExmTaskItem *) a),
                          exm_task_item_get_n_articles ((ExmTaskItem *) b));
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
on_notify (ExmTaskItem *item, GParamSpec *pspec, GtkListItem *list_item)
{
  const Column *column = g_object_get_data (G_OBJECT (list_item), "exm-column");

  column->fill (gtk_list_item_get_child (list_item), item);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, const Column *column)
{
  ExmTaskItem *task = gtk_list_item_get_item (item);
  GtkWidget *first = gtk_widget_get_first_child (gtk_list_item_get_child (item));

  g_object_set_data (G_OBJECT (item), "exm-column", (gpointer) column);
  if (EXM_IS_SITE_ICON (first))
    exm_site_icon_set_task (EXM_SITE_ICON (first),
                            g_object_get_data (G_OBJECT (factory), "exm-icons"),
                            exm_task_item_get_uid (task));
  g_signal_connect_object (task, "notify", G_CALLBACK (on_notify), item, 0);
  column->fill (gtk_list_item_get_child (item), task);
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
