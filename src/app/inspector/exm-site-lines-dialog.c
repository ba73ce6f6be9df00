/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-site-lines-dialog.h"

#include "app/session/exm-paged-list.h"
#include "types/exm-site-line.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-toast.h"
#include "methods/exm-line-rule.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define EXM_TYPE_SITE_LINE_ITEM (exm_site_line_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmSiteLineItem, exm_site_line_item, EXM, SITE_LINE_ITEM, GObject)

#define EXM_TYPE_SITE_LINE_LIST (exm_site_line_list_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmSiteLineList, exm_site_line_list, EXM, SITE_LINE_LIST, ExmPagedList)

struct _ExmSiteLineItem
{
  GObject parent_instance;

  ExmSiteLine *line; /* (owned) */
};

G_DEFINE_FINAL_TYPE (ExmSiteLineItem, exm_site_line_item, G_TYPE_OBJECT)

static guint changed_signal;

static void
exm_site_line_item_finalize (GObject *object)
{
  exm_site_line_unref (EXM_SITE_LINE_ITEM (object)->line);
  G_OBJECT_CLASS (exm_site_line_item_parent_class)->finalize (object);
}

static void
exm_site_line_item_class_init (ExmSiteLineItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_site_line_item_finalize;
  changed_signal = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_site_line_item_init (ExmSiteLineItem *self)
{
}

static const ExmSiteLine *
exm_site_line_item_get_line (ExmSiteLineItem *self)
{
  return self->line;
}

struct _ExmSiteLineList
{
  ExmPagedList parent_instance;

  char *task_uid; /* (owned) */
  char *search;   /* (owned) (nullable): until the first one */
};

G_DEFINE_FINAL_TYPE (ExmSiteLineList, exm_site_line_list, EXM_TYPE_PAGED_LIST)

static void
make_query (ExmPagedList *list, GObject *last, guint limit, ExmStoreQuery *query)
{
  ExmSiteLineList *self = EXM_SITE_LINE_LIST (list);

  query->kind = EXM_READ_SITE_LINES;
  query->uid = self->task_uid;
  query->filter.search = self->search;
  query->offset = last != NULL ? g_list_model_get_n_items (G_LIST_MODEL (list)) : 0;
  query->limit = limit;
}

static GObject *
make_item (ExmPagedList *list, gpointer row)
{
  ExmSiteLineItem *item = g_object_new (EXM_TYPE_SITE_LINE_ITEM, NULL);

  item->line = exm_site_line_ref (row);
  return G_OBJECT (item);
}

static gboolean
is_same (GObject *item, gpointer row)
{
  return EXM_SITE_LINE_ITEM (item)->line->key == ((const ExmSiteLine *) row)->key;
}

static void
update_item (GObject *object, gpointer row)
{
  ExmSiteLineItem *item = EXM_SITE_LINE_ITEM (object);
  ExmSiteLine *line = row;
  gboolean same = item->line->n_pages == line->n_pages
                  && item->line->n_site_pages == line->n_site_pages
                  && item->line->ruling == line->ruling
                  && g_strcmp0 (item->line->text, line->text) == 0;

  if (same)
    return;
  exm_site_line_ref (line);
  exm_site_line_unref (item->line);
  item->line = line;
  g_signal_emit (item, changed_signal, 0);
}

static void
exm_site_line_list_finalize (GObject *object)
{
  ExmSiteLineList *self = EXM_SITE_LINE_LIST (object);

  g_free (self->task_uid);
  g_free (self->search);
  G_OBJECT_CLASS (exm_site_line_list_parent_class)->finalize (object);
}

static void
exm_site_line_list_class_init (ExmSiteLineListClass *klass)
{
  ExmPagedListClass *list_class = EXM_PAGED_LIST_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = exm_site_line_list_finalize;
  list_class->item_type = EXM_TYPE_SITE_LINE_ITEM;
  list_class->make_query = make_query;
  list_class->make_item = make_item;
  list_class->is_same = is_same;
  list_class->update_item = update_item;
}

static void
exm_site_line_list_init (ExmSiteLineList *self)
{
}

static ExmSiteLineList *
exm_site_line_list_new (ExmStoreReader *reader, const char *task_uid)
{
  ExmSiteLineList *self = g_object_new (EXM_TYPE_SITE_LINE_LIST, NULL);

  self->task_uid = g_strdup (task_uid);
  exm_paged_list_set_reader (EXM_PAGED_LIST (self), reader);
  return self;
}

static void
exm_site_line_list_search (ExmSiteLineList *self, const char *text)
{
  if (g_strcmp0 (text, self->search) == 0)
    return;
  g_free (self->search);
  self->search = g_strdup (text);
  exm_paged_list_reset (EXM_PAGED_LIST (self));
}

struct _ExmSiteLinesDialog
{
  AdwWindow parent_instance;

  ExmSession *session;           /* (owned) */
  char *task_uid;                /* (owned) */
  GCancellable *cancellable;     /* (owned): of reading the task */
  ExmSiteStat *site;             /* (owned) (nullable): until it is read */
  double repeat;                 /* see exm_line_rule_get_limit(); 0 until it is read */
  ExmSiteLineList *lines;        /* (owned) */
  GtkSingleSelection *selection; /* (owned) */

  /* Children of the template, all (unowned). */
  AdwToastOverlay *toasts;
  GtkStack *stack;
  AdwStatusPage *none;
  GtkSearchEntry *search;
  GtkWidget *learned;
  GtkLabel *learned_label;
  GtkColumnView *view;
  GtkColumnViewColumn *pages_column;
  GtkColumnViewColumn *is_column;
  GtkColumnViewColumn *line_column;
};

G_DEFINE_FINAL_TYPE (ExmSiteLinesDialog, exm_site_lines_dialog, ADW_TYPE_WINDOW)

/* Cells */

static void
show_pages (ExmSiteLinesDialog *self, GtkWidget *cell, const ExmSiteLine *line)
{
  g_autofree char *text
      /* translators: pages that have a line, all pages */
      = g_strdup_printf (_ ("%u of %u"), line->n_pages, line->n_site_pages);

  gtk_label_set_text (GTK_LABEL (cell), text);
}

static void
show_line (ExmSiteLinesDialog *self, GtkWidget *cell, const ExmSiteLine *line)
{
  gtk_label_set_text (GTK_LABEL (cell),
                      line->text != NULL ? line->text : _ ("(not seen since an update)"));
}

/* Shows the ruling of a line, and whether a person made it: form and word beside the
 * colour. */
static void
show_kind (ExmSiteLinesDialog *self, GtkWidget *cell, const ExmSiteLine *line)
{
  GtkWidget *icon = gtk_widget_get_first_child (cell);
  GtkWidget *label = gtk_widget_get_next_sibling (icon);
  gboolean kept = exm_line_rule_keeps (line->n_pages, line->n_site_pages, self->repeat,
                                       line->ruling);
  const char *words[] = { kept ? _ ("Kept") : _ ("Noise"),
                          kept ? _ ("Body, by you") : _ ("Noise, by you") };

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), kept ? "object-select-symbolic"
                                                       : "window-close-symbolic");
  gtk_label_set_text (GTK_LABEL (label),
                      words[line->ruling != EXM_LINE_LABEL_AUTO ? 1 : 0]);
  gtk_widget_remove_css_class (cell, kept ? "exm-dropped" : "exm-kept");
  gtk_widget_add_css_class (cell, kept ? "exm-kept" : "exm-dropped");
}

static GtkWidget *
make_label (gboolean is_number)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), is_number ? 1 : 0);
  gtk_label_set_ellipsize (GTK_LABEL (label),
                           is_number ? PANGO_ELLIPSIZE_NONE : PANGO_ELLIPSIZE_END);
  if (is_number)
    gtk_widget_add_css_class (label, "numeric");
  return label;
}

static GtkWidget *
make_kind (void)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = g_object_new (GTK_TYPE_IMAGE, "accessible-role",
                                  GTK_ACCESSIBLE_ROLE_PRESENTATION, NULL);

  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), make_label (FALSE));
  return box;
}

/* How a column shows a line. */
typedef void (*ShowFunc) (ExmSiteLinesDialog *self,
                          GtkWidget *cell,
                          const ExmSiteLine *line);

typedef struct
{
  ExmSiteLinesDialog *dialog; /* (unowned): outlives its columns */
  ShowFunc show;
} Column;

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *row, Column *column)
{
  gtk_list_item_set_child (row, column->show == show_kind
                                    ? make_kind ()
                                    : make_label (column->show == show_pages));
  g_object_set_data (G_OBJECT (row), "exm-column", column);
}

static void
on_item_changed (ExmSiteLineItem *item, GtkListItem *row)
{
  const Column *column = g_object_get_data (G_OBJECT (row), "exm-column");

  column->show (column->dialog, gtk_list_item_get_child (row),
                exm_site_line_item_get_line (item));
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer unused)
{
  ExmSiteLineItem *item = gtk_list_item_get_item (row);

  g_signal_connect (item, "changed", G_CALLBACK (on_item_changed), row);
  on_item_changed (item, row);
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *row, gpointer unused)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (row), on_item_changed,
                                        row);
}

static void
free_column (gpointer column, GClosure *closure)
{
  g_free (column);
}

static void
set_up_column (ExmSiteLinesDialog *self, GtkColumnViewColumn *view_column, ShowFunc show)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();
  Column *column = g_new0 (Column, 1);

  column->dialog = self;
  column->show = show;
  g_signal_connect_data (factory, "setup", G_CALLBACK (on_setup), column, free_column, 0);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_column_view_column_set_factory (view_column, factory);
}

/* Ruling */

/* A ruling on its way to the store. */
typedef struct
{
  ExmSiteLinesDialog *dialog; /* (owned) */
  ExmSiteLine *line;          /* (owned): with the new ruling */
  ExmLineLabel before;
  gboolean can_undo;
} Ruling;

static void
ruling_free (gpointer data)
{
  Ruling *self = data;

  g_object_unref (self->dialog);
  exm_site_line_unref (self->line);
  g_free (self);
}

static void
ruling_closure_free (gpointer data, GClosure *closure)
{
  ruling_free (data);
}

static void rule (ExmSiteLinesDialog *self,
                  const ExmSiteLine *line,
                  ExmLineLabel ruling,
                  gboolean can_undo);

static void
on_undo_clicked (AdwToast *toast, Ruling *ruling)
{
  rule (ruling->dialog, ruling->line, ruling->before, FALSE);
}

static AdwToast *
make_toast (const Ruling *ruling)
{
  const char *const words[] = {
    [EXM_LINE_LABEL_AUTO] = _ ("The counts decide about the line again"),
    [EXM_LINE_LABEL_BODY] = _ ("The line is body on pages that come"),
    [EXM_LINE_LABEL_NOISE] = _ ("The line is noise on pages that come"),
  };

  return exm_toast_new (words[ruling->line->ruling]);
}

static gboolean
write_ruling (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Ruling *self = data;

  return exm_store_rule_line (store, self->dialog->task_uid, self->line, error);
}

static void
on_ruled (GObject *source, GAsyncResult *result, gpointer data)
{
  Ruling *ruling = data;
  ExmSiteLinesDialog *self = ruling->dialog;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    {
      adw_toast_overlay_add_toast (self->toasts, exm_toast_new (error->message));
      ruling_free (ruling);
      return;
    }
  exm_paged_list_refresh (EXM_PAGED_LIST (self->lines));
  if (!ruling->can_undo)
    {
      ruling_free (ruling);
      return;
    }
  AdwToast *toast = make_toast (ruling);
  adw_toast_set_button_label (toast, _ ("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_undo_clicked), ruling,
                         ruling_closure_free, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
rule (ExmSiteLinesDialog *self,
      const ExmSiteLine *line,
      ExmLineLabel ruling,
      gboolean can_undo)
{
  Ruling *new = g_new0 (Ruling, 1);

  new->dialog = g_object_ref (self);
  new->line = exm_site_line_new (line->key, line->text,
                                 line->text != NULL ? strlen (line->text) : 0);
  new->line->ruling = ruling;
  new->before = line->ruling;
  new->can_undo = can_undo;
  exm_session_write_async (self->session, self->task_uid, write_ruling, new, NULL,
                           on_ruled, new);
}

static void
rule_selected (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmSiteLinesDialog *self = EXM_SITE_LINES_DIALOG (widget);
  ExmSiteLineItem *item = gtk_single_selection_get_selected_item (self->selection);
  ExmLineLabel ruling = EXM_LINE_LABEL_AUTO;

  if (item == NULL
      || !exm_ruling_from_name (g_variant_get_string (parameter, NULL), &ruling))
    return;
  /* Until what was searched for is there, the rows of before are; nobody means them. */
  if (!exm_paged_list_is_settled (EXM_PAGED_LIST (self->lines)))
    {
      gtk_widget_error_bell (widget);
      return;
    }
  const ExmSiteLine *line = exm_site_line_item_get_line (item);
  if (line->ruling != ruling)
    rule (self, line, ruling, TRUE);
}

/* Learned places */

static void
on_site_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSiteLinesDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSiteStat) site
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);
  guint n = site != NULL ? exm_site_stat_get_n_learned (site) : 0;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (error != NULL)
    adw_toast_overlay_add_toast (self->toasts, exm_toast_new (error->message));
  g_autofree char *text = g_strdup_printf (
      ngettext ("Learned from %u article where the bodies of this task are",
                "Learned from %u articles where the bodies of this task are", n),
      n);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  self->site = g_steal_pointer (&site);
  gtk_label_set_label (self->learned_label, text);
  gtk_widget_set_visible (self->learned, n > 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "site-lines.forget-learned", n > 0);
}

static void
read_site (ExmSiteLinesDialog *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_SITE_STAT, .uid = self->task_uid };

  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->cancellable, on_site_read, g_object_ref (self));
}

/* Learned places on their way out of the store or back. */
typedef struct
{
  ExmSiteLinesDialog *dialog; /* (owned) */
  ExmSiteStat *site;          /* (owned) */
  gboolean back;
} Learned;

static void
learned_free (gpointer data)
{
  Learned *self = data;

  g_object_unref (self->dialog);
  exm_site_stat_unref (self->site);
  g_free (self);
}

static void
learned_closure_free (gpointer data, GClosure *closure)
{
  learned_free (data);
}

static gboolean
write_learned (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Learned *self = data;
  const char *uid = self->dialog->task_uid;

  return self->back ? exm_store_learn (store, uid, self->site, error)
                    : exm_store_forget_learned (store, uid, error);
}

static void
write_learned_async (ExmSiteLinesDialog *self, ExmSiteStat *site, gboolean back);

static void
on_learn_again (AdwToast *toast, Learned *learned)
{
  write_learned_async (learned->dialog, learned->site, TRUE);
}

static void
on_learned_written (GObject *source, GAsyncResult *result, gpointer data)
{
  Learned *learned = data;
  ExmSiteLinesDialog *self = learned->dialog;
  g_autoptr (GError) error = NULL;

  read_site (self);
  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    adw_toast_overlay_add_toast (self->toasts, exm_toast_new (error->message));
  if (error != NULL || learned->back)
    {
      learned_free (learned);
      return;
    }
  AdwToast *toast = exm_toast_new (_ ("Forgotten; articles that come teach it anew"));
  adw_toast_set_button_label (toast, _ ("_Undo"));
  g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_learn_again), learned,
                         learned_closure_free, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
write_learned_async (ExmSiteLinesDialog *self, ExmSiteStat *site, gboolean back)
{
  Learned *learned = g_new (Learned, 1);

  *learned = (Learned){ g_object_ref (self), exm_site_stat_ref (site), back };
  exm_session_write_async (self->session, self->task_uid, write_learned, learned, NULL,
                           on_learned_written, learned);
}

static void
forget_learned (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmSiteLinesDialog *self = EXM_SITE_LINES_DIALOG (widget);

  if (self->site != NULL)
    write_learned_async (self, self->site, FALSE);
}

/* Window */

static void
update (ExmSiteLinesDialog *self)
{
  ExmPagedList *list = EXM_PAGED_LIST (self->lines);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (list));
  const char *message = exm_paged_list_get_message (list);
  gboolean searches = *gtk_editable_get_text (GTK_EDITABLE (self->search)) != '\0';
  ExmSiteLineItem *item = gtk_single_selection_get_selected_item (self->selection);

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "site-lines.rule", item != NULL);
  if (n == 0 && !exm_paged_list_is_settled (list))
    return;
  g_autofree char *escaped = message != NULL ? g_markup_escape_text (message, -1) : NULL;
  adw_status_page_set_title (self->none, message != NULL ? _ ("The lines cannot be read")
                                         : searches      ? _ ("No line contains that")
                                                         : _ ("No lines yet"));
  adw_status_page_set_description (self->none,
                                   message != NULL ? escaped
                                   : searches      ? NULL
                                              : _ ("They are counted as pages come in."));
  gtk_stack_set_visible_child_name (self->stack, n > 0 ? "lines" : "none");
}

static void
on_search_changed (GtkSearchEntry *search, ExmSiteLinesDialog *self)
{
  if (self->repeat > 0)
    exm_site_line_list_search (self->lines,
                               gtk_editable_get_text (GTK_EDITABLE (search)));
}

/* Down goes from what is searched to what was found, also where the list has not followed
 * yet. */
static void
on_search_activate (GtkSearchEntry *search, ExmSiteLinesDialog *self)
{
  on_search_changed (search, self);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* The rulings of the task's method are known before the first count is shown. */
static void
on_task_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSiteLinesDialog) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmTask) task
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  self->repeat = task != NULL ? exm_line_rule_get_repeat (exm_task_get (task)->method,
                                                          exm_task_get (task)->parameters)
                              : EXM_LINE_RULE_REPEAT;
  exm_site_line_list_search (self->lines,
                             gtk_editable_get_text (GTK_EDITABLE (self->search)));
}

static void
exm_site_lines_dialog_dispose (GObject *object)
{
  ExmSiteLinesDialog *self = EXM_SITE_LINES_DIALOG (object);

  g_cancellable_cancel (self->cancellable);

  if (self->lines != NULL)
    g_signal_handlers_disconnect_by_data (self->lines, self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_SITE_LINES_DIALOG);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->selection);
  g_clear_object (&self->lines);
  g_clear_object (&self->session);
  g_clear_pointer (&self->site, exm_site_stat_unref);
  g_clear_pointer (&self->task_uid, g_free);
  G_OBJECT_CLASS (exm_site_lines_dialog_parent_class)->dispose (object);
}

static void
exm_site_lines_dialog_class_init (ExmSiteLinesDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_site_lines_dialog_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-site-lines-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, toasts);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, none);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, search);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, learned);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, learned_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, view);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, pages_column);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, is_column);
  gtk_widget_class_bind_template_child (widget_class, ExmSiteLinesDialog, line_column);
  gtk_widget_class_bind_template_callback (widget_class, on_search_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_search_activate);
  gtk_widget_class_bind_template_callback (widget_class, gtk_window_close);
  gtk_widget_class_install_action (widget_class, "site-lines.rule", "s", rule_selected);
  gtk_widget_class_install_action (widget_class, "site-lines.forget-learned", NULL,
                                   forget_learned);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_b, 0, "site-lines.rule", "s",
                                       "body");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_n, 0, "site-lines.rule", "s",
                                       "noise");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_BackSpace, 0,
                                       "site-lines.rule", "s", "none");
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close",
                                       NULL);
}

static void
exm_site_lines_dialog_init (ExmSiteLinesDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  set_up_column (self, self->pages_column, show_pages);
  set_up_column (self, self->is_column, show_kind);
  set_up_column (self, self->line_column, show_line);
}

GtkWindow *
exm_site_lines_dialog_new (ExmSession *session, const char *task_uid)
{
  ExmSiteLinesDialog *self = g_object_new (EXM_TYPE_SITE_LINES_DIALOG, NULL);

  self->session = g_object_ref (session);
  self->task_uid = g_strdup (task_uid);
  self->lines = exm_site_line_list_new (exm_session_get_reader (session), task_uid);
  self->selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->lines)));
  gtk_column_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_swapped (self->lines, "notify", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->selection, "notify::selected-item", G_CALLBACK (update),
                            self);
  const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = task_uid };
  exm_store_reader_read_async (exm_session_get_reader (session), &query,
                               self->cancellable, on_task_read, g_object_ref (self));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "site-lines.forget-learned", FALSE);
  read_site (self);
  update (self);
  return GTK_WINDOW (self);
}
