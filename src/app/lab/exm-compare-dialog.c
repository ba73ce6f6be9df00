/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/lab/exm-compare-dialog.h"

#include "app/widgets/exm-tooltip.h"
#include "lab/benchmark/exm-method-comparison.h"
#include "app/analysis/exm-method-words.h"
#include "app/lab/exm-task-comparison.h"
#include "app/widgets/exm-idle-fill.h"
#include "app/widgets/exm-init.h"
#include "methods/exm-method-table.h"

#include <glib/gi18n-lib.h>
#include <adwaita.h>
#include <math.h>

#define EXM_TYPE_AGREEMENT_GRID (exm_agreement_grid_get_type ())
G_DECLARE_FINAL_TYPE (ExmAgreementGrid, exm_agreement_grid, EXM, AGREEMENT_GRID, AdwBin)

#define FIGURE_SPACE "\xe2\x80\x87"

struct _ExmAgreementGrid
{
  AdwBin parent_instance;
};

G_DEFINE_FINAL_TYPE (ExmAgreementGrid, exm_agreement_grid, ADW_TYPE_BIN)

static void
exm_agreement_grid_class_init (ExmAgreementGridClass *klass)
{
}

static void
exm_agreement_grid_init (ExmAgreementGrid *self)
{
}

static const char *
get_words (const ExmMethodComparison *comparison, guint index)
{
  const ExmComparedMethod *method = g_ptr_array_index (comparison->methods, index);

  return exm_method_describe (method->method);
}

/* Shades begin where bodies have half in common; the last one is the same body. */
static const char *
get_shade (double agreement)
{
  if (agreement >= .95)
    return "exm-shade-4";
  if (agreement >= .85)
    return "exm-shade-3";
  if (agreement >= .7)
    return "exm-shade-2";
  return agreement >= .5 ? "exm-shade-1" : "exm-shade-0";
}

static void
attach_cell (GtkGrid *grid,
             const ExmMethodComparison *comparison,
             guint row,
             guint column)
{
  double agreement = exm_method_comparison_get_agreement (comparison, row, column);
  g_autofree char *text
      = isfinite (agreement) ? g_strdup_printf ("%.2f", agreement) : g_strdup ("–");
  GtkWidget *cell = gtk_label_new (text);
  g_autofree char *words = g_strdup_printf (
      /* translators: two methods of extraction, and how far they agree: “0.97” */
      _ ("%s and %s agree %s"), get_words (comparison, row),
      get_words (comparison, column), text);

  gtk_widget_add_css_class (cell, "exm-agreement");
  gtk_widget_add_css_class (cell, "numeric");
  if (isfinite (agreement))
    gtk_widget_add_css_class (cell, get_shade (agreement));
  exm_tooltip_set (cell, words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (cell), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  gtk_grid_attach (grid, cell, (int) column + 1, (int) row + 1, 1, 1);
}

/* Columns have the numbers of the rows: names would not fit above them. */
static void
attach_headings (GtkGrid *grid, const ExmMethodComparison *comparison, guint index)
{
  /* Numbers of two digits are as wide. */
  g_autofree char *number
      = g_strdup_printf ("%s%u", index < 9 ? FIGURE_SPACE : "", index + 1);
  /* translators: a number in a list, and the method of extraction that has it */
  g_autofree char *name
      = g_strdup_printf (_ ("%s  %s"), number, get_words (comparison, index));
  GtkWidget *row = gtk_label_new (name), *column = gtk_label_new (number);

  gtk_label_set_xalign (GTK_LABEL (row), 0);
  gtk_widget_add_css_class (column, "heading");
  exm_tooltip_set (column, get_words (comparison, index));
  gtk_widget_set_margin_end (row, 12);
  gtk_grid_attach (grid, row, 0, (int) index + 1, 1, 1);
  gtk_grid_attach (grid, column, (int) index + 1, 0, 1, 1);
}

static void
exm_agreement_grid_show (ExmAgreementGrid *self, const ExmMethodComparison *comparison)
{
  GtkGrid *grid = GTK_GRID (gtk_grid_new ());
  guint n = comparison->methods->len;

  gtk_grid_set_row_spacing (grid, 2);
  gtk_grid_set_column_spacing (grid, 2);
  for (guint row = 0; row < n; row++)
    {
      attach_headings (grid, comparison, row);
      for (guint column = 0; column < n; column++)
        attach_cell (grid, comparison, row, column);
    }
  adw_bin_set_child (ADW_BIN (self), GTK_WIDGET (grid));
}

struct _ExmCompareDialog
{
  AdwWindow parent_instance;

  GtkStack *stack;                 /* (unowned), as all of the template */
  GtkListBox *methods;             /* (unowned) */
  GtkWidget *start;                /* (unowned) */
  GtkWidget *back;                 /* (unowned) */
  GtkWidget *switcher;             /* (unowned) */
  GtkProgressBar *progress;        /* (unowned) */
  GtkColumnView *table;            /* (unowned) */
  ExmAgreementGrid *agreement;     /* (unowned) */
  GtkLabel *about;                 /* (unowned) */
  AdwStatusPage *problem;          /* (unowned) */
  GtkWidget *export;               /* (unowned) */
  ExmSession *session;             /* (owned) */
  char *uid;                       /* (owned): of the task */
  GCancellable *cancellable;       /* (owned) (nullable): of the comparison that runs */
  ExmMethodComparison *comparison; /* (owned) (nullable) */
  guint fill_id;                   /* while not all methods are listed; else 0 */
};

G_DEFINE_FINAL_TYPE (ExmCompareDialog, exm_compare_dialog, ADW_TYPE_WINDOW)

/* A row of the table. */
#define EXM_TYPE_COMPARED_ITEM (exm_compared_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmComparedItem, exm_compared_item, EXM, COMPARED_ITEM, GObject)

struct _ExmComparedItem
{
  GObject parent_instance;

  guint index; /* of the method */
};

G_DEFINE_FINAL_TYPE (ExmComparedItem, exm_compared_item, G_TYPE_OBJECT)

static void
exm_compared_item_class_init (ExmComparedItemClass *klass)
{
}

static void
exm_compared_item_init (ExmComparedItem *self)
{
}

/* Texts */

static void
show_view (ExmCompareDialog *self, const char *name)
{
  gboolean chooses = g_str_equal (name, "choose"),
           has_table = g_str_equal (name, "table");

  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_set_visible (self->start, chooses);
  gtk_widget_set_visible (self->back, has_table || g_str_equal (name, "problem"));
  gtk_widget_set_visible (self->switcher, has_table);
  gtk_widget_set_visible (self->export, has_table);
  gtk_window_set_default_widget (GTK_WINDOW (self), chooses ? self->start : NULL);
}

static GtkCheckButton *
get_check (GtkListBoxRow *row)
{
  return GTK_CHECK_BUTTON (adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row)));
}

/* (transfer full) (element-type ExmComparedMethod): those that are chosen */
static GPtrArray *
make_methods (ExmCompareDialog *self)
{
  GPtrArray *methods = exm_compared_methods_new ();
  guint n;
  const ExmMethod *const *all = exm_method_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->methods, (int) i);
      if (row != NULL && gtk_check_button_get_active (get_check (row)))
        exm_compared_methods_add (methods, all[i]->name, NULL, NULL);
    }
  return methods;
}

static void
on_method_toggled (ExmCompareDialog *self)
{
  g_autoptr (GPtrArray) methods = make_methods (self);

  gtk_widget_set_sensitive (self->start, self->fill_id == 0 && methods->len > 0);
}

static void
add_method (ExmCompareDialog *self, const ExmMethod *method)
{
  GtkWidget *row = adw_action_row_new (), *check = gtk_check_button_new ();
  gboolean looks = (method->needs & EXM_NEEDS_LAYOUT) != 0;
  g_autofree char *how
      = looks ? g_strdup_printf (
            /* translators: %s is how a method works */
            _ ("%s. Slow: each page is laid out"), exm_method_explain (method->name))
              : g_strdup (exm_method_explain (method->name));

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row),
                                 exm_method_describe (method->name));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), how != NULL ? how : method->name);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), !looks);
  g_signal_connect_object (check, "toggled", G_CALLBACK (on_method_toggled), self,
                           G_CONNECT_SWAPPED);
  gtk_list_box_append (self->methods, row);
}

/* A row at a time, and a frame in between: a window that comes up waits for the layout of
 * all that it has, and that of a row takes longer than the row. */
static gboolean
on_fill (gpointer data)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (data);
  guint n, n_listed = 0;
  const ExmMethod *const *all = exm_method_get_all (&n);

  while (gtk_list_box_get_row_at_index (self->methods, (int) n_listed) != NULL)
    n_listed++;
  add_method (self, all[n_listed]);
  if (n_listed + 1 < n)
    return G_SOURCE_CONTINUE;
  self->fill_id = 0;
  on_method_toggled (self);
  return G_SOURCE_REMOVE;
}

/* The table */

typedef enum
{
  COLUMN_METHOD,
  COLUMN_PRECISION,
  COLUMN_RECALL,
  COLUMN_F1,
  COLUMN_GOOD,
  COLUMN_LOST,
  COLUMN_FAILED,
  COLUMN_SPEED,
  N_COLUMNS
} Column;

static char *
dup_cell (ExmCompareDialog *self, guint index, Column column)
{
  const ExmMethodComparison *comparison = self->comparison;
  const ExmComparedMethod *method = g_ptr_array_index (comparison->methods, index);
  const ExmComparedScore *score = &comparison->scores[index];

  switch (column)
    {
    case COLUMN_METHOD:
      return g_strdup (exm_method_describe (method->method));
    case COLUMN_PRECISION:
      return g_strdup_printf ("%.3f", score->precision);
    case COLUMN_RECALL:
      return g_strdup_printf ("%.3f", score->recall);
    case COLUMN_F1:
      return g_strdup_printf ("%.3f", score->f1);
    case COLUMN_GOOD:
      return g_strdup_printf ("%.0f%%", 100 * score->good);
    case COLUMN_LOST:
      return g_strdup_printf ("%.0f%%", 100 * score->lost);
    case COLUMN_FAILED:
      return g_strdup_printf ("%u", score->n_failed);
    case COLUMN_SPEED:
      return g_strdup_printf ("%.0f",
                              exm_method_comparison_get_speed (comparison, index));
    case N_COLUMNS:
    default:
      g_return_val_if_reached (g_strdup (""));
    }
}

static Column
get_column (gpointer factory)
{
  return (Column) GPOINTER_TO_UINT (g_object_get_data (factory, "exm-column"));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_name = get_column (factory) == COLUMN_METHOD;

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0 : 1);
  if (!is_name)
    gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (data);
  const ExmComparedItem *row = gtk_list_item_get_item (item);
  g_autofree char *text = dup_cell (self, row->index, get_column (factory));
  GtkWidget *label = gtk_list_item_get_child (item);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (get_column (factory) == COLUMN_METHOD)
    gtk_widget_set_tooltip_text (label, ((const ExmComparedMethod *) g_ptr_array_index (
                                             self->comparison->methods, row->index))
                                            ->method);
}

/* A head stands above its numbers, at their end; GTK 4.8 has no property for that. */
static void
align_heads (GtkColumnView *table)
{
  GtkWidget *head = gtk_widget_get_first_child (GTK_WIDGET (table));

  for (GtkWidget *title = gtk_widget_get_first_child (head); title != NULL;
       title = gtk_widget_get_next_sibling (title))
    if (title != gtk_widget_get_first_child (head))
      gtk_widget_set_halign (gtk_widget_get_first_child (title), GTK_ALIGN_END);
}

static void
add_columns (ExmCompareDialog *self)
{
  const char *const titles[N_COLUMNS] = {
    [COLUMN_METHOD] = _ ("Method"),
    [COLUMN_PRECISION] = _ ("Precision"),
    [COLUMN_RECALL] = _ ("Recall"),
    [COLUMN_F1] = "F1",
    /* A mark says where these begin: they have no letter that would. */
    [COLUMN_GOOD] = "\u200e≥ .95",
    [COLUMN_LOST] = "\u200e< .5",
    /* translators: the number of pages on which a method of extraction failed */
    [COLUMN_FAILED] = _ ("Failed"),
    [COLUMN_SPEED] = _ ("Pages/s"),
  };

  for (guint i = 0; i < N_COLUMNS; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_object_set_data (G_OBJECT (factory), "exm-column", GUINT_TO_POINTER (i));
      g_signal_connect (factory, "setup", G_CALLBACK (on_setup), self);
      g_signal_connect (factory, "bind", G_CALLBACK (on_bind), self);
      g_autoptr (GtkColumnViewColumn) column
          = gtk_column_view_column_new (titles[i], factory);
      gtk_column_view_column_set_expand (column, i == COLUMN_METHOD);
      gtk_column_view_append_column (self->table, column);
    }
  align_heads (self->table);
}

static int
compare_items (gconstpointer a, gconstpointer b, gpointer data)
{
  const ExmMethodComparison *comparison = data;
  double of_a = comparison->scores[((const ExmComparedItem *) a)->index].f1;
  double of_b = comparison->scores[((const ExmComparedItem *) b)->index].f1;

  return of_a < of_b ? 1 : of_a > of_b ? -1 : 0;
}

static void
show_table (ExmCompareDialog *self)
{
  g_autoptr (GListStore) items = g_list_store_new (EXM_TYPE_COMPARED_ITEM);
  g_autofree char *about = exm_method_comparison_describe (
      self->comparison, exm_method_describe (EXM_METHOD_DEFAULT));

  for (guint i = 0; i < self->comparison->methods->len; i++)
    {
      g_autoptr (ExmComparedItem) item = g_object_new (EXM_TYPE_COMPARED_ITEM, NULL);
      item->index = i;
      g_list_store_insert_sorted (items, item, compare_items, self->comparison);
    }
  g_autoptr (GtkNoSelection) model
      = gtk_no_selection_new (G_LIST_MODEL (g_steal_pointer (&items)));
  gtk_column_view_set_model (self->table, GTK_SELECTION_MODEL (model));
  gtk_label_set_label (self->about, g_strchomp (about));
  exm_agreement_grid_show (self->agreement, self->comparison);
  show_view (self, "table");
}

/* The run */

static void
on_progress (GObject *object, guint done, guint all)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (object);

  if (self->progress == NULL || all == 0)
    return;
  /* translators: pages that are compared, and all that are to be */
  g_autofree char *text = g_strdup_printf (_ ("%u of %u pages"), done, all);
  gtk_progress_bar_set_text (self->progress, text);
  gtk_progress_bar_set_fraction (self->progress, (double) done / all);
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmCompareDialog) self = data;
  g_autoptr (GError) error = NULL;
  ExmMethodComparison *comparison = g_task_propagate_pointer (G_TASK (result), &error);

  g_clear_pointer (&self->comparison, exm_method_comparison_free);
  self->comparison = comparison;
  if (self->stack == NULL)
    return;
  g_clear_object (&self->cancellable);
  if (comparison != NULL && comparison->n_done > 0)
    {
      show_table (self);
      return;
    }
  adw_status_page_set_description (
      self->problem, error != NULL ? error->message : _ ("No page was compared"));
  show_view (self, "problem");
}

static void
on_start (ExmCompareDialog *self)
{
  GPtrArray *methods = make_methods (self);

  gtk_progress_bar_set_fraction (self->progress, 0);
  gtk_progress_bar_set_text (self->progress, _ ("Reading the stored pages"));
  show_view (self, "progress");
  self->cancellable = g_cancellable_new ();
  exm_task_comparison_run_async (self->session, self->uid, methods, G_OBJECT (self),
                                 on_progress, self->cancellable, on_compared,
                                 g_object_ref (self));
}

static void
on_stop (ExmCompareDialog *self)
{
  g_cancellable_cancel (self->cancellable);
}

static void
on_back (ExmCompareDialog *self)
{
  show_view (self, "choose");
}

/* The file */

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmCompareDialog) self = data;
  g_autoptr (GError) error = NULL;

  if (g_file_replace_contents_finish (G_FILE (source), result, NULL, &error)
      || self->about == NULL)
    return;
  /* translators: %s is the cause */
  g_autofree char *words
      = g_strdup_printf (_ ("The file was not written: %s"), error->message);
  gtk_label_set_label (self->about, words);
}

/* Returns: (nullable): the text of a file, by how its name ends */
static GString *
write_as (ExmCompareDialog *self, const char *name)
{
  if (g_str_has_suffix (name, ".svg"))
    return exm_method_comparison_write_svg (self->comparison,
                                            gtk_window_get_title (GTK_WINDOW (self)));
  if (g_str_has_suffix (name, ".md"))
    return exm_method_comparison_write_markdown (self->comparison);
  return exm_method_comparison_write_csv (self->comparison);
}

static void
on_file_response (GtkNativeDialog *dialog, int response, ExmCompareDialog *self)
{
  g_autoptr (GtkNativeDialog) owned = dialog;

  if (response != GTK_RESPONSE_ACCEPT || self->comparison == NULL)
    return;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  exm_compare_dialog_save (self, file);
}

void
exm_compare_dialog_save (ExmCompareDialog *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  g_return_if_fail (self->comparison != NULL);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (write_as (self, name));
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_written, g_object_ref (self));
}

static void
on_export (ExmCompareDialog *self, GtkButton *button)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (_ ("Save the Comparison"), GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), NULL);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog),
                                     gtk_widget_get_name (GTK_WIDGET (button)));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_file_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
exm_compare_dialog_dispose (GObject *object)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (object);

  g_clear_handle_id (&self->fill_id, g_source_remove);
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  /* The window would still ask it, of its default widget, when it is gone. */
  gtk_window_set_default_widget (GTK_WINDOW (self), NULL);
  if (self->table != NULL)
    gtk_column_view_set_model (self->table, NULL);
  adw_window_set_content (ADW_WINDOW (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_COMPARE_DIALOG);
  G_OBJECT_CLASS (exm_compare_dialog_parent_class)->dispose (object);
}

static void
exm_compare_dialog_finalize (GObject *object)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_clear_object (&self->session);
  g_free (self->uid);
  g_clear_pointer (&self->comparison, exm_method_comparison_free);
  G_OBJECT_CLASS (exm_compare_dialog_parent_class)->finalize (object);
}

static void
exm_compare_dialog_class_init (ExmCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (EXM_TYPE_AGREEMENT_GRID);
  G_OBJECT_CLASS (klass)->dispose = exm_compare_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_compare_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-compare-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, methods);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, start);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, back);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, switcher);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, table);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, agreement);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, about);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, export);
  gtk_widget_class_bind_template_callback (widget_class, on_start);
  gtk_widget_class_bind_template_callback (widget_class, on_back);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
exm_compare_dialog_init (ExmCompareDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  add_columns (self);
  show_view (self, "choose");
}

void
exm_compare_dialog_present (GtkWindow *parent, ExmSession *session, const char *uid)
{
  ExmCompareDialog *self
      = g_object_new (EXM_TYPE_COMPARE_DIALOG, "transient-for", parent, NULL);

  self->session = g_object_ref (session);
  self->uid = g_strdup (uid);
  exm_idle_fill_present (GTK_WINDOW (self));
  self->fill_id = g_idle_add (on_fill, self);
  on_method_toggled (self);
}
