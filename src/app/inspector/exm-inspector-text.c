/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-inspector-text.h"

#include "app/chart/exm-lane-words.h"
#include "app/inspector/exm-tag-colour.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Lines that are put into the view at a time: a part of a frame's worth. */
#define SLICE_LINES 40u

typedef enum
{
  LOOK_TITLE,
  LOOK_META,
  LOOK_BODY,
  LOOK_HEADING,
  LOOK_TRIMMED,
} Look;

static const char *const look_tags[][2] = {
  [LOOK_TITLE] = { "title", NULL },       [LOOK_META] = { "meta", NULL },
  [LOOK_BODY] = { "body", NULL },         [LOOK_HEADING] = { "body", "heading" },
  [LOOK_TRIMMED] = { "body", "trimmed" },
};

/* Line of the buffer. */
typedef struct
{
  guint line; /* of the page, EXM_NONE for those of the head */
  Look look;
} Shown;

struct _ExmInspectorText
{
  GtkWidget parent_instance;

  GtkWidget *box;           /* (unowned) */
  GtkStack *stack;          /* (unowned) */
  GtkTextView *view;        /* (unowned) */
  GtkToggleButton *trimmed; /* (unowned) */
  GtkLabel *counts;         /* (unowned) */
  GtkLabel *kind;           /* (unowned) */
  GtkLabel *empty;          /* (unowned) */
  ExmAnalysis *analysis;    /* (owned) (nullable) */
  GArray *lines;            /* (owned) (element-type Shown): what is in the buffer */
  GArray *wanted; /* (owned) (element-type Shown): of the page, what is to be in it */
  guint n_head;   /* lines of the head */
  guint next;     /* of the wanted ones, that is put in next */
  guint slice_id;
  guint hovered; /* line of the buffer, EXM_NONE for none */
  guint current; /* line of the buffer, EXM_NONE for none */
};

G_DEFINE_FINAL_TYPE (ExmInspectorText, exm_inspector_text, GTK_TYPE_WIDGET)

/* The buffer */

static GtkTextBuffer *
get_buffer (ExmInspectorText *self)
{
  return gtk_text_view_get_buffer (self->view);
}

static void
make_tags (GtkTextBuffer *buffer)
{
  /* The colours of the last four come with the theme. */
  gtk_text_buffer_create_tag (buffer, "title", "scale", 1.35, "weight", PANGO_WEIGHT_BOLD,
                              "line-height", 1.25f, NULL);
  gtk_text_buffer_create_tag (buffer, "meta", "scale", 0.87, "pixels-below-lines", 12,
                              NULL);
  gtk_text_buffer_create_tag (buffer, "body", "line-height", 1.35f, NULL);
  gtk_text_buffer_create_tag (buffer, "heading", "weight", PANGO_WEIGHT_BOLD, NULL);
  gtk_text_buffer_create_tag (buffer, "trimmed", "strikethrough", TRUE, NULL);
  gtk_text_buffer_create_tag (buffer, "current", NULL);
  gtk_text_buffer_create_tag (buffer, "hovered", NULL);
}

static void
set_colours (ExmInspectorText *self)
{
  exm_tag_colour_set (self->view, "meta", "foreground-rgba", "view_fg_color", .65);
  exm_tag_colour_set (self->view, "trimmed", "foreground-rgba", "view_fg_color", .55);
  exm_tag_colour_set (self->view, "hovered", "paragraph-background-rgba", "view_fg_color",
                      .07);
  exm_tag_colour_set (self->view, "current", "paragraph-background-rgba", "exm_body",
                      .16);
}

/* Puts a line in before the one that is at @at now. */
static void
insert (ExmInspectorText *self, guint at, const char *text, Shown shown)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter begin, end;

  if (at < self->lines->len)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &end, (int) at);
      gtk_text_buffer_insert (buffer, &end, "\n", 1);
      gtk_text_iter_backward_char (&end);
    }
  else
    {
      gtk_text_buffer_get_end_iter (buffer, &end);
      if (at > 0)
        gtk_text_buffer_insert (buffer, &end, "\n", 1);
    }
  g_array_insert_val (self->lines, at, shown);
  int start = gtk_text_iter_get_offset (&end);
  gtk_text_buffer_insert (buffer, &end, text, -1);
  gtk_text_buffer_get_iter_at_offset (buffer, &begin, start);
  for (guint i = 0; i < G_N_ELEMENTS (look_tags[0]); i++)
    if (look_tags[shown.look][i] != NULL)
      gtk_text_buffer_apply_tag_by_name (buffer, look_tags[shown.look][i], &begin, &end);
}

static void
insert_line (ExmInspectorText *self, guint at, Shown shown)
{
  ExmPageText *page = exm_analysis_get_page (self->analysis);

  insert (self, at, exm_page_text_get_line (page, shown.line), shown);
}

/* Takes out the lines of the buffer from @begin to before @end. */
static void
take_out (ExmInspectorText *self, guint begin, guint end)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter from, to;

  if (begin == end)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &from, (int) begin);
  if (end < self->lines->len)
    gtk_text_buffer_get_iter_at_line (buffer, &to, (int) end);
  else
    {
      gtk_text_buffer_get_end_iter (buffer, &to);
      gtk_text_iter_backward_char (&from);
    }
  gtk_text_buffer_delete (buffer, &from, &to);
  g_array_remove_range (self->lines, begin, end - begin);
}

static void
append_head_line (ExmInspectorText *self, const char *text, Look look)
{
  const Shown shown = { EXM_NONE, look };

  insert (self, self->lines->len, text, shown);
  self->n_head = self->lines->len;
}

/* "2026-08-18 01:55" of an ISO date: what an operator reads. */
static char *
shorten_date (const char *date)
{
  char *words = g_strndup (date, strlen ("2026-08-18T01:55"));

  return g_strdelimit (words, "T", ' ');
}

static void
append_head (ExmInspectorText *self)
{
  static const ExmField fields[]
      = { EXM_FIELD_SOURCE, EXM_FIELD_PUBLISHED, EXM_FIELD_AUTHOR };
  ExmMetadata *metadata = exm_analysis_get_metadata (self->analysis);
  g_autoptr (GPtrArray) parts = g_ptr_array_new_with_free_func (g_free);
  const char *title;

  if (metadata == NULL)
    return;
  title = exm_metadata_get (metadata, EXM_FIELD_TITLE);
  if (title != NULL)
    append_head_line (self, title, LOOK_TITLE);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const char *value = exm_metadata_get (metadata, fields[i]);
      if (value != NULL && *value != '\0')
        g_ptr_array_add (parts, fields[i] == EXM_FIELD_PUBLISHED ? shorten_date (value)
                                                                 : g_strdup (value));
    }
  g_ptr_array_add (parts, NULL);
  g_autofree char *joined = g_strjoinv (" · ", (char **) parts->pdata);
  if (*joined != '\0')
    append_head_line (self, joined, LOOK_META);
}

static GArray *
gather (ExmInspectorText *self)
{
  GArray *wanted = g_array_new (FALSE, FALSE, sizeof (Shown));
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  gboolean with_trimmed = gtk_toggle_button_get_active (self->trimmed);
  guint n_lines = 0, n_verdicts = 0;
  const ExmLine *lines = page != NULL ? exm_page_text_get_lines (page, &n_lines) : NULL;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n_verdicts);

  for (guint i = 0; i < MIN (n_lines, n_verdicts); i++)
    {
      gboolean kept = verdicts[i] == EXM_VERDICT_KEPT;
      const Shown shown = { i, !kept                  ? LOOK_TRIMMED
                               : lines[i].heading > 0 ? LOOK_HEADING
                                                      : LOOK_BODY };
      if (kept || (verdicts[i] == EXM_VERDICT_TRIMMED && with_trimmed))
        g_array_append_val (wanted, shown);
    }
  return wanted;
}

static void
draw_line (ExmInspectorText *self, const char *tag, guint *drawn, guint line)
{
  GtkTextBuffer *buffer = get_buffer (self);
  GtkTextIter start, end;
  guint at = EXM_NONE;

  for (guint i = 0; line != EXM_NONE && i < self->lines->len; i++)
    if (g_array_index (self->lines, Shown, i).line == line)
      at = i;
  if (*drawn != EXM_NONE && *drawn < self->lines->len)
    {
      gtk_text_buffer_get_iter_at_line (buffer, &start, (int) *drawn);
      end = start;
      gtk_text_iter_forward_to_line_end (&end);
      gtk_text_buffer_remove_tag_by_name (buffer, tag, &start, &end);
    }
  *drawn = at;
  if (at == EXM_NONE)
    return;
  gtk_text_buffer_get_iter_at_line (buffer, &start, (int) at);
  end = start;
  gtk_text_iter_forward_to_line_end (&end);
  gtk_text_buffer_apply_tag_by_name (buffer, tag, &start, &end);
}

static gboolean
on_slice (gpointer data)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (data);

  for (guint n = 0; self->next < self->wanted->len && n < SLICE_LINES; n++, self->next++)
    insert_line (self, self->lines->len, g_array_index (self->wanted, Shown, self->next));
  if (self->next < self->wanted->len)
    return G_SOURCE_CONTINUE;
  self->slice_id = 0;
  draw_line (self, "current", &self->current,
             exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)));
  return G_SOURCE_REMOVE;
}

static void
show_counts (ExmInspectorText *self)
{
  guint n_lines, n_chars;

  exm_analysis_count_body (self->analysis, &n_lines, &n_chars);
  g_autofree char *lines
      = g_strdup_printf (ngettext ("%'u line", "%'u lines", n_lines), n_lines);
  g_autofree char *chars
      = g_strdup_printf (ngettext ("%'u character", "%'u characters", n_chars), n_chars);
  /* translators: "42 lines · 3,118 characters" */
  g_autofree char *all = g_strdup_printf (_ ("%s · %s"), lines, chars);
  gtk_label_set_label (self->counts, all);
}

/* Shows the kind of the page with how sure it is; its reasons are the tip. */
static void
show_kind (ExmInspectorText *self)
{
  ExmResult *result
      = self->analysis != NULL ? exm_analysis_get_result (self->analysis) : NULL;
  const ExmKindAnswer *kind = result != NULL ? &exm_result_get (result)->kind : NULL;
  g_autoptr (GString) tip = g_string_new (NULL);
  gboolean known = kind != NULL && kind->known;

  gtk_widget_set_visible (GTK_WIDGET (self->kind), known);
  if (!known)
    return;
  /* translators: "Article 97%": the kind of a page, and how sure that is */
  g_autofree char *words
      = g_strdup_printf (_ ("%s %u%%"), exm_shown_kind_describe (kind->shown),
                         exm_confidence_get_percent (kind->confidence));
  g_string_append (tip, _ ("Kind of page, by:"));
  for (guint i = 0; i < kind->n_reasons; i++)
    g_string_append_printf (tip, "\n%s %+.1f", exm_lane_describe (kind->reasons[i].sign),
                            kind->reasons[i].amount);
  gtk_label_set_label (self->kind, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->kind), tip->str);
}

static const char *
why_empty (ExmInspectorText *self)
{
  const char *message = exm_analysis_get_message (self->analysis, NULL);

  if (message != NULL)
    return message;
  if (!exm_analysis_get_fits (self->analysis))
    return _ ("Nothing extracted: this page does not look like your example");
  if (exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_READY)
    return _ ("No article was found on this page");
  return "";
}

/* Before the next frame; a result that tells of several changes has it done once. The
 * view is emptied here too: were that done while a frame is laid out, the view would find
 * its height only when it is drawn, and its scroll bar would have no place then. */
static gboolean
on_begin (gpointer data)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (data);

  self->slice_id = 0;
  gtk_text_buffer_set_text (get_buffer (self), "", 0);
  if (self->analysis == NULL || exm_analysis_get_head (self->analysis) == EXM_NONE)
    return G_SOURCE_REMOVE;
  append_head (self);
  g_array_unref (self->wanted);
  self->wanted = gather (self);
  if (on_slice (self) == G_SOURCE_CONTINUE)
    self->slice_id = g_idle_add (on_slice, self);
  return G_SOURCE_REMOVE;
}

static void
fill (ExmInspectorText *self)
{
  guint head;

  g_clear_handle_id (&self->slice_id, g_source_remove);
  g_array_set_size (self->lines, 0);
  g_array_set_size (self->wanted, 0);
  self->n_head = self->next = 0;
  self->hovered = self->current = EXM_NONE;
  head = self->analysis != NULL ? exm_analysis_get_head (self->analysis) : EXM_NONE;
  gtk_stack_set_visible_child_name (self->stack, head != EXM_NONE ? "text" : "empty");
  self->slice_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, on_begin, self, NULL);
  if (self->analysis == NULL)
    return;
  gtk_label_set_label (self->empty, why_empty (self));
  if (head != EXM_NONE)
    show_counts (self);
  show_kind (self);
}

static gboolean
is_same (const Shown *a, const Shown *b)
{
  return a->line == b->line && a->look == b->look;
}

/* The ends moved: what stays stays, so that it costs what moved. */
static void
refill (ExmInspectorText *self)
{
  g_autoptr (GArray) wanted = gather (self);
  const Shown *old = (const Shown *) self->wanted->data,
              *new = (const Shown *) wanted->data;
  guint n_old = self->wanted->len, n_new = wanted->len, first = 0, last = 0;

  while (first < MIN (n_old, n_new) && is_same (&old[first], &new[first]))
    first++;
  while (last < MIN (n_old, n_new) - first
         && is_same (&old[n_old - 1 - last], &new[n_new - 1 - last]))
    last++;
  if (self->slice_id != 0 || n_old == 0 || n_new == 0 || self->n_head == 0
      || n_new - first - last > SLICE_LINES)
    {
      fill (self);
      return;
    }
  draw_line (self, "hovered", &self->hovered, EXM_NONE);
  draw_line (self, "current", &self->current, EXM_NONE);
  take_out (self, self->n_head + first, self->n_head + n_old - last);
  for (guint i = first; i < n_new - last; i++)
    insert_line (self, self->n_head + i, new[i]);
  g_array_unref (self->wanted);
  self->wanted = g_steal_pointer (&wanted);
  self->next = n_new;
  show_counts (self);
  draw_line (self, "hovered", &self->hovered,
             exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis)));
  draw_line (self, "current", &self->current,
             exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)));
}

/* The view */

static guint
line_at (ExmInspectorText *self, double x, double y)
{
  GtkTextIter iter;
  int buffer_x, buffer_y, top, height;

  gtk_text_view_window_to_buffer_coords (self->view, GTK_TEXT_WINDOW_WIDGET, (int) x,
                                         (int) y, &buffer_x, &buffer_y);
  gtk_text_view_get_line_at_y (self->view, &iter, buffer_y, NULL);
  gtk_text_view_get_line_yrange (self->view, &iter, &top, &height);
  guint line = (guint) gtk_text_iter_get_line (&iter);
  if (buffer_y < top || buffer_y >= top + height || line >= self->lines->len)
    return EXM_NONE;
  return g_array_index (self->lines, Shown, line).line;
}

static void
on_motion (GtkEventControllerMotion *motion, double x, double y, gpointer data)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (data);

  if (self->analysis != NULL)
    exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis),
                                   line_at (self, x, y));
}

static void
on_leave (GtkEventControllerMotion *motion, gpointer data)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (data);

  if (self->analysis != NULL)
    exm_view_state_set_hover_line (exm_analysis_get_view (self->analysis), EXM_NONE);
}

static void
on_released (GtkGestureClick *click, int n_press, double x, double y, gpointer data)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (data);
  guint line = line_at (self, x, y);

  /* A pointer that selects text does that alone. */
  if (self->analysis != NULL && line != EXM_NONE
      && !gtk_text_buffer_get_has_selection (get_buffer (self)))
    exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
}

static void
on_trimmed_toggled (GtkToggleButton *button, gpointer data)
{
  fill (EXM_INSPECTOR_TEXT (data));
}

static void
show_hovered (ExmInspectorText *self)
{
  draw_line (self, "hovered", &self->hovered,
             exm_view_state_get_hover_line (exm_analysis_get_view (self->analysis)));
}

static void
show_current (ExmInspectorText *self)
{
  GtkTextIter iter;

  draw_line (self, "current", &self->current,
             exm_view_state_get_current_line (exm_analysis_get_view (self->analysis)));
  if (self->current == EXM_NONE)
    return;
  gtk_text_buffer_get_iter_at_line (get_buffer (self), &iter, (int) self->current);
  GtkTextMark *mark = gtk_text_buffer_get_insert (get_buffer (self));
  gtk_text_buffer_place_cursor (get_buffer (self), &iter);
  gtk_text_view_scroll_to_mark (self->view, mark, .1, FALSE, 0, 0);
}

static void
exm_inspector_text_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (exm_inspector_text_parent_class)->css_changed (widget, change);
  if (EXM_INSPECTOR_TEXT (widget)->view != NULL)
    set_colours (EXM_INSPECTOR_TEXT (widget));
}

static void
unbind (ExmInspectorText *self)
{
  g_clear_handle_id (&self->slice_id, g_source_remove);
  exm_analysis_unbind (&self->analysis, self);
}

static void
exm_inspector_text_dispose (GObject *object)
{
  ExmInspectorText *self = EXM_INSPECTOR_TEXT (object);

  unbind (self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_INSPECTOR_TEXT);
  self->view = NULL;
  G_OBJECT_CLASS (exm_inspector_text_parent_class)->dispose (object);
}

static void
exm_inspector_text_finalize (GObject *object)
{
  g_array_unref (EXM_INSPECTOR_TEXT (object)->lines);
  g_array_unref (EXM_INSPECTOR_TEXT (object)->wanted);
  G_OBJECT_CLASS (exm_inspector_text_parent_class)->finalize (object);
}

static void
exm_inspector_text_class_init (ExmInspectorTextClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_inspector_text_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_inspector_text_finalize;
  widget_class->css_changed = exm_inspector_text_css_changed;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-inspector-text.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, box);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, view);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, trimmed);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, counts);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, kind);
  gtk_widget_class_bind_template_child (widget_class, ExmInspectorText, empty);
  gtk_widget_class_bind_template_callback (widget_class, on_motion);
  gtk_widget_class_bind_template_callback (widget_class, on_leave);
  gtk_widget_class_bind_template_callback (widget_class, on_released);
  gtk_widget_class_bind_template_callback (widget_class, on_trimmed_toggled);
}

static void
exm_inspector_text_init (ExmInspectorText *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (Shown));
  self->wanted = g_array_new (FALSE, FALSE, sizeof (Shown));
  self->hovered = self->current = EXM_NONE;
  gtk_widget_init_template (GTK_WIDGET (self));
  make_tags (get_buffer (self));
  set_colours (self);
}

void
exm_inspector_text_set_analysis (ExmInspectorText *self, ExmAnalysis *analysis)
{
  unbind (self);
  if (analysis != NULL)
    {
      self->analysis = g_object_ref (analysis);
      g_signal_connect_swapped (analysis, "changed", G_CALLBACK (fill), self);
      g_signal_connect_swapped (analysis, "boundaries-changed", G_CALLBACK (refill),
                                self);
      g_signal_connect_swapped (analysis, "pages-changed", G_CALLBACK (fill), self);
      ExmViewState *view = exm_analysis_get_view (analysis);
      g_signal_connect_swapped (view, "notify::hover-line", G_CALLBACK (show_hovered),
                                self);
      g_signal_connect_swapped (view, "notify::current-line", G_CALLBACK (show_current),
                                self);
    }
  fill (self);
}
