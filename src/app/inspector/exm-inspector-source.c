/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-source.h"

#include "app/inspector/exm-source-text.h"
#include "app/inspector/exm-tag-colour.h"
#include "app/widgets/exm-init.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <gtksourceview/gtksource.h>

/* Bytes that are put into the view at a time: a frame's worth. */
#define SLICE_BYTES (8u * 1024u)

/* Above it, colours of the markup cost more than they tell. */
#define MAX_COLOURED_BYTES (300u * 1024u)

struct _ExmInspectorSource
{
  GtkWidget parent_instance;

  GtkWidget *box;        /* (unowned) */
  GtkSourceView *view;   /* (unowned) */
  GtkRevealer *revealer; /* (unowned) */
  GtkLabel *note;        /* (unowned) */
  ExmAnalysis *analysis; /* (owned) (nullable) */
  ExmPageText *page;     /* (owned) (nullable): whose source is shown */
  ExmSourceText *text;   /* (owned) (nullable) */
  gsize n_put;           /* bytes of it that are in the view */
  guint slice_id;
};

G_DEFINE_FINAL_TYPE (ExmInspectorSource, exm_inspector_source, GTK_TYPE_WIDGET)

static GtkTextBuffer *
get_buffer (ExmInspectorSource *self)
{
  return gtk_text_view_get_buffer (GTK_TEXT_VIEW (self->view));
}

static void
set_scheme (ExmInspectorSource *self)
{
  GtkSourceStyleSchemeManager *manager = gtk_source_style_scheme_manager_get_default ();
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());

  gtk_source_buffer_set_style_scheme (GTK_SOURCE_BUFFER (get_buffer (self)),
                                      gtk_source_style_scheme_manager_get_scheme (
                                          manager, dark ? "Adwaita-dark" : "Adwaita"));
}

static void
set_colours (ExmInspectorSource *self)
{
  /* Not of whole lines of the source: many a page is a single one. */
  exm_tag_colour_set (GTK_TEXT_VIEW (self->view), "body", "background-rgba", "exm_body",
                      .14);
  exm_tag_colour_set (GTK_TEXT_VIEW (self->view), "current", "background-rgba",
                      "exm_body", .3);
}

static gboolean
find_iter (ExmInspectorSource *self, gsize offset, GtkTextIter *iter)
{
  guint line, index;

  if (!exm_source_text_find (self->text, offset, &line, &index)
      || (int) line >= gtk_text_buffer_get_line_count (get_buffer (self)))
    return FALSE;
  gtk_text_buffer_get_iter_at_line (get_buffer (self), iter, (int) line);
  guint n_bytes = (guint) gtk_text_iter_get_bytes_in_line (iter);
  gtk_text_iter_set_line_index (iter, (int) MIN (index, n_bytes > 0 ? n_bytes - 1 : 0));
  return TRUE;
}

static void
tag_lines (ExmInspectorSource *self, const char *tag, guint first, guint last)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter start, end;
  guint n_lines;
  const ExmLine *lines;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  gtk_text_buffer_remove_tag_by_name (buffer, tag, &start, &end);
  if (self->page == NULL || self->text == NULL || first == EXM_NONE)
    return;
  lines = exm_page_text_get_lines (self->page, &n_lines);
  if (last >= n_lines || !find_iter (self, lines[first].source_start, &start))
    return;
  if (!find_iter (self, lines[last].source_end, &end))
    gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_apply_tag_by_name (buffer, tag, &start, &end);
}

static void
scroll_to (ExmInspectorSource *self, guint line)
{
  GtkTextIter iter;
  guint n_lines;
  const ExmLine *lines;

  if (self->page == NULL || line == EXM_NONE)
    return;
  lines = exm_page_text_get_lines (self->page, &n_lines);
  if (line >= n_lines || !find_iter (self, lines[line].source_start, &iter))
    return;
  gtk_text_buffer_place_cursor (get_buffer (self), &iter);
  gtk_text_view_scroll_to_mark (GTK_TEXT_VIEW (self->view),
                                gtk_text_buffer_get_insert (get_buffer (self)), .1, TRUE,
                                0, .3);
}

static void
show_marks (ExmInspectorSource *self)
{
  guint head = exm_analysis_get_head (self->analysis);
  guint tail = exm_analysis_get_tail (self->analysis);
  guint current
      = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));

  tag_lines (self, "body", head, tail);
  tag_lines (self, "current", current, current);
}

static gboolean
on_slice (gpointer data)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (data);
  const GString *text = self->text->text;
  gsize end = MIN (self->n_put + SLICE_BYTES, text->len);
  GtkTextIter iter;

  while (end < text->len && ((guchar) text->str[end] & 0xc0) == 0x80)
    end++;
  gtk_text_buffer_get_end_iter (get_buffer (self), &iter);
  gtk_text_buffer_insert_with_tags_by_name (get_buffer (self), &iter,
                                            text->str + self->n_put,
                                            (int) (end - self->n_put), "source", NULL);
  self->n_put = end;
  if (end < text->len)
    return G_SOURCE_CONTINUE;
  self->slice_id = 0;
  show_marks (self);
  guint current
      = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));
  scroll_to (self,
             current != EXM_NONE ? current : exm_analysis_get_head (self->analysis));
  return G_SOURCE_REMOVE;
}

static void
show_note (ExmInspectorSource *self)
{
  gboolean cut = self->text->n_left_out > 0;
  g_autofree char *left_out = g_format_size (self->text->n_left_out);
  g_autofree char *all = g_format_size (self->text->n_bytes);
  /* translators: two sizes, as "3 MB of 5 MB" */
  g_autofree char *note = g_strdup_printf (_ ("%s of %s are not shown"), left_out, all);

  gtk_label_set_label (self->note, note);
  gtk_revealer_set_reveal_child (self->revealer, cut);
}

static void
empty (ExmInspectorSource *self)
{
  g_clear_handle_id (&self->slice_id, g_source_remove);
  g_clear_pointer (&self->text, exm_source_text_free);
  g_clear_pointer (&self->page, exm_page_text_unref);
  self->n_put = 0;
  if (self->view != NULL)
    gtk_text_buffer_set_text (get_buffer (self), "", 0);
}

/* Makes the text on the pool: with a long source it takes longer than a frame. */
static void
make_text (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, exm_source_text_new (data),
                         (GDestroyNotify) exm_source_text_free);
}

static void
on_text_made (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (source);
  g_autoptr (ExmPageText) page = data;
  g_autoptr (ExmSourceText) text = g_task_propagate_pointer (G_TASK (result), NULL);

  if (page != self->page || self->text != NULL || self->view == NULL)
    return;
  self->text = g_steal_pointer (&text);
  gtk_source_buffer_set_highlight_syntax (GTK_SOURCE_BUFFER (get_buffer (self)),
                                          self->text->n_bytes <= MAX_COLOURED_BYTES);
  show_note (self);
  self->slice_id = g_idle_add (on_slice, self);
}

/* Only while it is seen: most pages are judged without it. */
static void
fill (ExmInspectorSource *self)
{
  ExmPageText *page
      = self->analysis != NULL ? exm_analysis_get_page (self->analysis) : NULL;

  if (page == self->page || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  empty (self);
  if (page == NULL)
    return;
  self->page = exm_page_text_ref (page);
  g_autoptr (GTask) task
      = g_task_new (self, NULL, on_text_made, exm_page_text_ref (page));
  g_task_set_source_tag (task, fill);
  g_task_set_task_data (task, g_bytes_ref (exm_page_text_get_source (page)),
                        (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, make_text);
}

/* Marks that nobody sees are drawn when somebody does: to find their places, the lines
 * around them have to be laid out. */
static gboolean
is_shown (ExmInspectorSource *self)
{
  return self->text != NULL && self->slice_id == 0
         && gtk_widget_get_mapped (GTK_WIDGET (self));
}

static void
on_changed (ExmAnalysis *analysis, gpointer data)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (data);

  fill (self);
  if (is_shown (self))
    show_marks (self);
}

static void
show_current (ExmInspectorSource *self)
{
  guint line = exm_view_state_get_current_line (exm_analysis_get_view (self->analysis));

  if (!is_shown (self))
    return;
  tag_lines (self, "current", line, line);
  scroll_to (self, line);
}

static void
exm_inspector_source_map (GtkWidget *widget)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (widget);

  GTK_WIDGET_CLASS (exm_inspector_source_parent_class)->map (widget);
  fill (self);
  if (!is_shown (self))
    return;
  show_marks (self);
  scroll_to (self,
             exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)));
}

static void
exm_inspector_source_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (widget);

  GTK_WIDGET_CLASS (exm_inspector_source_parent_class)->css_changed (widget, change);
  if (self->view == NULL)
    return;
  set_scheme (self);
  set_colours (self);
}

static void
exm_inspector_source_dispose (GObject *object)
{
  ExmInspectorSource *self = EXM_INSPECTOR_SOURCE (object);

  exm_analysis_unbind (&self->analysis, self);
  empty (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_INSPECTOR_SOURCE);
  self->view = NULL;
  G_OBJECT_CLASS (exm_inspector_source_parent_class)->dispose (object);
}

static void
exm_inspector_source_class_init (ExmInspectorSourceClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (GTK_SOURCE_TYPE_VIEW);
  G_OBJECT_CLASS (klass)->dispose = exm_inspector_source_dispose;
  widget_class->map = exm_inspector_source_map;
  widget_class->css_changed = exm_inspector_source_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-inspector-source.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorSource, box);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorSource, view);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorSource, revealer);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorSource, note);
}

static void
exm_inspector_source_init (ExmInspectorSource *self)
{
  GtkSourceLanguageManager *languages = gtk_source_language_manager_get_default ();
  GtkTextBuffer *buffer;

  gtk_widget_init_template (GTK_WIDGET (self));
  buffer = get_buffer (self);
  gtk_source_buffer_set_language (
      GTK_SOURCE_BUFFER (buffer),
      gtk_source_language_manager_get_language (languages, "html"));
  /* Hyphens where it wraps would look like its own. */
  gtk_text_buffer_create_tag (buffer, "source", "insert-hyphens", FALSE, NULL);
  gtk_text_buffer_create_tag (buffer, "body", NULL);
  gtk_text_buffer_create_tag (buffer, "current", NULL);
  set_scheme (self);
  set_colours (self);
}

void
exm_inspector_source_set_analysis (ExmInspectorSource *self, ExmAnalysis *analysis)
{
  exm_analysis_unbind (&self->analysis, self);
  empty (self);
  if (analysis == NULL)
    return;
  self->analysis = g_object_ref (analysis);
  g_signal_connect (analysis, "changed", G_CALLBACK (on_changed), self);
  g_signal_connect (analysis, "boundaries-changed", G_CALLBACK (on_changed), self);
  g_signal_connect (analysis, "pages-changed", G_CALLBACK (on_changed), self);
  g_signal_connect_swapped (exm_analysis_get_view (analysis), "notify::current-line",
                            G_CALLBACK (show_current), self);
  fill (self);
}
