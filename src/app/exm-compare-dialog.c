/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-compare-dialog.h"

#include "exm-app.h"
#include "exm-method-words.h"
#include "exm-stored-pages.h"

#include <glib/gi18n-lib.h>

/* The newest of a task: enough to tell methods apart, and done within a minute. */
#define MAX_PAGES 200u

/* What the pool and the dialog share; reference counted. */
typedef struct
{
  ExmEngine *engine;      /* (owned) */
  ExmStoreReader *reader; /* (owned) */
  char *uid;              /* (owned) */
  GWeakRef dialog;
  int n_done; /* atomic */
  int n_all;  /* atomic */
  int told;   /* atomic: the main loop has been asked to show it */
} Run;

struct _ExmCompareDialog
{
  AdwWindow parent_instance;

  GtkStack *stack;                 /* (unowned), as all of the template */
  GtkProgressBar *progress;        /* (unowned) */
  GtkColumnView *table;            /* (unowned) */
  GtkLabel *about;                 /* (unowned) */
  AdwStatusPage *problem;          /* (unowned) */
  GtkWidget *export;               /* (unowned) */
  GCancellable *cancellable;       /* (owned) */
  ExmMethodComparison *comparison; /* (owned) (nullable) */
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

/* The pool */

static void
run_clear (gpointer data)
{
  Run *run = data;

  g_object_unref (run->engine);
  g_object_unref (run->reader);
  g_free (run->uid);
  g_weak_ref_clear (&run->dialog);
}

static void
run_release (gpointer data)
{
  g_atomic_rc_box_release_full (data, run_clear);
}

static gboolean
on_progress (gpointer data)
{
  Run *run = data;
  g_autoptr (ExmCompareDialog) self = g_weak_ref_get (&run->dialog);
  int n_all = g_atomic_int_get (&run->n_all);

  g_atomic_int_set (&run->told, FALSE);
  int n_done = g_atomic_int_get (&run->n_done);
  if (self == NULL || self->progress == NULL || n_all == 0)
    return G_SOURCE_REMOVE;
  /* translators: pages that are compared, and all that are to be */
  g_autofree char *text = g_strdup_printf (_ ("%d of %d pages"), n_done, n_all);
  gtk_progress_bar_set_text (self->progress, text);
  gtk_progress_bar_set_fraction (self->progress, (double) n_done / n_all);
  return G_SOURCE_REMOVE;
}

/* Any thread: the main loop is asked once, however many pages are done meanwhile. */
static void
tell_progress (Run *run, guint done, guint all)
{
  g_atomic_int_set (&run->n_done, (int) done);
  g_atomic_int_set (&run->n_all, (int) all);
  if (g_atomic_int_compare_and_exchange (&run->told, FALSE, TRUE))
    g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_progress, g_atomic_rc_box_acquire (run),
                     run_release);
}

/* Pages, and whom to tell. */
typedef struct
{
  ExmStoredPages *pages; /* (unowned) */
  Run *run;              /* (unowned) */
} Source;

static gboolean
load_page (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const Source *source = data;

  return exm_stored_pages_load (index, source->pages, page, error);
}

static void
on_page_done (guint done, guint all, gpointer data)
{
  const Source *source = data;

  tell_progress (source->run, done, all);
}

static void
compare (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Run *run = data;
  GError *error = NULL;
  g_autoptr (ExmStoredPages) pages
      = exm_stored_pages_new (run->engine, run->reader, run->uid, MAX_PAGES, &error);
  g_autoptr (GPtrArray) methods = exm_compared_methods_new ();
  Source source = { pages, run };
  guint n_methods;
  const ExmMethod *const *all = exm_method_get_all (&n_methods);

  if (pages != NULL && exm_stored_pages_get_n (pages) == 0)
    error = g_error_new_literal (EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                                 _ ("The task has no articles yet"));
  if (error != NULL)
    {
      g_task_return_error (task, error);
      return;
    }
  for (guint i = 0; i < n_methods; i++)
    exm_compared_methods_add (methods, all[i]->name, NULL, NULL);
  /* What cannot be used of them is told where the method is looked at. */
  exm_compared_methods_use_models (
      methods, exm_task_get (exm_stored_pages_get_task (pages))->models, NULL);
  const ExmMethodComparisonOptions options = {
    .methods = methods,
    .reference = exm_stored_pages_get_reference (pages),
    .n_pages = exm_stored_pages_get_n (pages),
    .load = load_page,
    .progress = on_page_done,
    .data = &source,
    .site = exm_stored_pages_get_site (pages),
    .sensitivity = exm_task_get (exm_stored_pages_get_task (pages))->sensitivity,
    /* The processor is the worker's and the window's too. */
    .n_threads = MAX (g_get_num_processors () / 2, 1),
  };
  g_task_return_pointer (task,
                         exm_method_comparison_run (run->engine, &options, cancellable),
                         (GDestroyNotify) exm_method_comparison_free);
}

/* The table */

typedef enum
{
  COLUMN_METHOD,
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

static void
add_columns (ExmCompareDialog *self)
{
  const char *const titles[N_COLUMNS] = {
    [COLUMN_METHOD] = _ ("Method"),
    [COLUMN_F1] = "F1",
    [COLUMN_GOOD] = "≥ .95",
    [COLUMN_LOST] = "< .5",
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
  g_autofree char *about = exm_method_comparison_describe (self->comparison);

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
  gtk_widget_set_visible (self->export, TRUE);
  gtk_stack_set_visible_child_name (self->stack, "table");
}

static void
on_compared (GObject *source, GAsyncResult *result, gpointer data)
{
  const Run *run = g_task_get_task_data (G_TASK (result));
  g_autoptr (ExmCompareDialog) self = g_weak_ref_get ((GWeakRef *) &run->dialog);
  g_autoptr (GError) error = NULL;
  ExmMethodComparison *comparison = g_task_propagate_pointer (G_TASK (result), &error);

  if (self == NULL || self->stack == NULL)
    {
      g_clear_pointer (&comparison, exm_method_comparison_free);
      return;
    }
  self->comparison = comparison;
  if (comparison != NULL && comparison->n_done > 0)
    {
      show_table (self);
      return;
    }
  adw_status_page_set_description (
      self->problem, error != NULL ? error->message : _ ("No page was compared"));
  gtk_stack_set_visible_child_name (self->stack, "problem");
}

static void
on_stop (ExmCompareDialog *self)
{
  g_cancellable_cancel (self->cancellable);
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

static void
on_file_response (GtkNativeDialog *dialog, int response, ExmCompareDialog *self)
{
  g_autoptr (GtkNativeDialog) owned = dialog;

  if (response != GTK_RESPONSE_ACCEPT || self->comparison == NULL)
    return;
  g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
  g_autofree char *name = g_file_get_basename (file);
  GString *out = g_str_has_suffix (name, ".md")
                     ? exm_method_comparison_write_markdown (self->comparison)
                     : exm_method_comparison_write_csv (self->comparison);
  g_autoptr (GBytes) bytes = g_string_free_to_bytes (out);
  g_file_replace_contents_bytes_async (file, bytes, NULL, FALSE, G_FILE_CREATE_NONE, NULL,
                                       on_written, g_object_ref (self));
}

static void
on_export (ExmCompareDialog *self, GtkButton *button)
{
  gboolean as_csv = g_str_equal (gtk_button_get_label (button), "CSV");
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (_ ("Save the Comparison"), GTK_WINDOW (self),
                                     GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"), NULL);

  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog),
                                     as_csv ? "methods.csv" : "methods.md");
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_file_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
exm_compare_dialog_dispose (GObject *object)
{
  ExmCompareDialog *self = EXM_COMPARE_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
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

  g_object_unref (self->cancellable);
  g_clear_pointer (&self->comparison, exm_method_comparison_free);
  G_OBJECT_CLASS (exm_compare_dialog_parent_class)->finalize (object);
}

static void
exm_compare_dialog_class_init (ExmCompareDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_compare_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_compare_dialog_finalize;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-compare-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, progress);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, table);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, about);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, problem);
  gtk_widget_class_bind_template_child (widget_class, ExmCompareDialog, export);
  gtk_widget_class_bind_template_callback (widget_class, on_stop);
  gtk_widget_class_bind_template_callback (widget_class, on_export);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
exm_compare_dialog_init (ExmCompareDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  add_columns (self);
}

void
exm_compare_dialog_present (GtkWindow *parent, ExmSession *session, const char *uid)
{
  ExmCompareDialog *self
      = g_object_new (EXM_TYPE_COMPARE_DIALOG, "transient-for", parent, NULL);
  Run *run = g_atomic_rc_box_new0 (Run);

  run->engine = g_object_ref (exm_session_get_engine (session));
  run->reader = g_object_ref (exm_session_get_reader (session));
  run->uid = g_strdup (uid);
  g_weak_ref_init (&run->dialog, self);
  g_autoptr (GTask) task = g_task_new (NULL, self->cancellable, on_compared, NULL);
  /* Ended early, it gives what is done so far. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_source_tag (task, exm_compare_dialog_present);
  g_task_set_task_data (task, run, run_release);
  g_task_run_in_thread (task, compare);
  gtk_window_present (GTK_WINDOW (self));
}
