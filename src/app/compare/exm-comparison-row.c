/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-row.h"

#include "app/compare/exm-comparison-words.h"

#include <adwaita.h>
#include <string.h>

/* Bytes of a line that are laid out; nobody reads more in a row. */
#define MAX_BYTES 400u
/* Characters in front of the first difference, where the line does not begin at its
 * beginning because that difference would not be seen. */
#define LEAD_CHARS 12u
#define ELLIPSIS "…"

#define PADDING 4
#define BAR_WIDTH 4
#define NUMBER_SCALE .83

/* How much of a side's colour lies under a line that only it has, and under the words in
 * which a changed one differs. */
#define TINT .13f
#define MARK_TINT .34f
#define CHANGED_TINT .07f
/* Opacity of equal text; 4.5:1 and more. */
#define QUIET .75f

struct _ExmComparisonRow
{
  GtkWidget parent_instance;

  ExmLineComparison *comparison; /* (owned) (nullable) */
  ExmLineDiff *diff;             /* (owned) (nullable): that @row is of */
  ExmComparedRow row;
  gboolean beside;
  GArray *spans[2]; /* (owned) (nullable): of a changed line, once it was drawn */
};

G_DEFINE_FINAL_TYPE (ExmComparisonRow, exm_comparison_row, GTK_TYPE_WIDGET)

static const char *const side_colours[] = { "exm_bs", "exm_fs" };
static const char *const side_signs[] = { "−", "+" };

/* Colours and measures */

static GdkRGBA
get_colour (GtkWidget *widget, const char *name, float alpha)
{
  GtkStyleContext *context = gtk_widget_get_style_context (widget);
  GdkRGBA colour;

  if (name == NULL || !gtk_style_context_lookup_color (context, name, &colour))
    gtk_style_context_get_color (context, &colour);
  colour.alpha *= alpha;
  return colour;
}

static int
get_text_height (GtkWidget *widget)
{
  PangoFontMetrics *metrics
      = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  int height = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (metrics));

  pango_font_metrics_unref (metrics);
  return height;
}

static int
get_line_height (GtkWidget *widget)
{
  return get_text_height (widget) + 2 * PADDING;
}

/* As wide as a sign needs it. */
static int
get_sign_width (GtkWidget *widget)
{
  return get_text_height (widget) * 4 / 5;
}

/* The space between both lines, where they are linked. */
static int
get_gap (GtkWidget *widget)
{
  return get_text_height (widget) * 6 / 5;
}

static GdkRGBA
get_quiet (GtkWidget *widget)
{
  gboolean loud = adw_style_manager_get_high_contrast (adw_style_manager_get_default ());

  return get_colour (widget, NULL, loud ? 1 : QUIET);
}

static guint
count_digits (const ExmDiffText *text)
{
  guint n, digits = 1;
  const ExmDiffLine *lines = exm_diff_text_get_lines (text, &n);

  for (guint number = n > 0 ? lines[n - 1].line + 1 : 0; number >= 10; number /= 10)
    digits++;
  return digits;
}

static int
get_number_width (ExmComparisonRow *self)
{
  guint digits = MAX (count_digits (exm_line_diff_get_left (self->diff)),
                      count_digits (exm_line_diff_get_right (self->diff)));
  PangoFontMetrics *metrics = pango_context_get_metrics (
      gtk_widget_get_pango_context (GTK_WIDGET (self)), NULL, NULL);
  int width = pango_font_metrics_get_approximate_digit_width (metrics);

  pango_font_metrics_unref (metrics);
  return PANGO_PIXELS_CEIL ((int) (MAX (digits, 2) * NUMBER_SCALE * width));
}

static guint
count_lines (ExmComparisonRow *self)
{
  return self->beside || self->row.kind != EXM_ROW_CHANGED ? 1 : 2;
}

static void
exm_comparison_row_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  ExmComparisonRow *self = EXM_COMPARISON_ROW (widget);

  *minimum = *natural = orientation == GTK_ORIENTATION_HORIZONTAL
                            ? 200
                            : (int) count_lines (self) * get_line_height (widget);
}

/* Drawing */

/* A part of the row, from the side on which a text begins. */
static graphene_rect_t
place (ExmComparisonRow *self, int x, int y, int width, int height)
{
  int all = gtk_widget_get_width (GTK_WIDGET (self));

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = all - x - width;
  return GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height);
}

static void
draw_layout (GtkSnapshot *snapshot,
             PangoLayout *layout,
             const graphene_rect_t *where,
             const GdkRGBA *colour)
{
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_push_clip (snapshot, where);
  gtk_snapshot_translate (
      snapshot, &GRAPHENE_POINT_INIT (
                    where->origin.x,
                    where->origin.y + (float) (((int) where->size.height - height) / 2)));
  gtk_snapshot_append_layout (snapshot, layout, colour);
  gtk_snapshot_pop (snapshot);
  gtk_snapshot_restore (snapshot);
}

static void
draw_words (ExmComparisonRow *self,
            GtkSnapshot *snapshot,
            const char *words,
            const graphene_rect_t *where,
            PangoAlignment alignment,
            double scale,
            const GdkRGBA *colour)
{
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self), words);
  PangoAttrList *attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (scale));
  pango_layout_set_attributes (layout, attributes);
  pango_attr_list_unref (attributes);
  pango_layout_set_width (layout, (int) where->size.width * PANGO_SCALE);
  pango_layout_set_alignment (layout, alignment);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  draw_layout (snapshot, layout, where, colour);
}

static void
ensure_spans (ExmComparisonRow *self)
{
  const ExmDiffLine *left = exm_compared_row_get_line (&self->row, self->diff, FALSE),
                    *right = exm_compared_row_get_line (&self->row, self->diff, TRUE);

  if (self->spans[0] == NULL && left != NULL && right != NULL)
    exm_diff_mark_words (left->text, right->text, &self->spans[0], &self->spans[1]);
}

/* The byte from which on a line is shown, so that its first difference is seen in
 * @width. */
static guint
find_begin (ExmComparisonRow *self, const char *text, const GArray *spans, int width)
{
  int n_fit = width / MAX (get_text_height (GTK_WIDGET (self)) / 2, 1);

  if (spans == NULL || spans->len == 0)
    return 0;
  const char *p = text + g_array_index (spans, ExmDiffSpan, 0).start;
  if (g_utf8_pointer_to_offset (text, p) <= n_fit * 2 / 3)
    return 0;
  for (guint i = 0; i < LEAD_CHARS && p > text; i++)
    p = g_utf8_prev_char (p);
  return (guint) (p - text);
}

static void
draw_text (ExmComparisonRow *self,
           GtkSnapshot *snapshot,
           gboolean right,
           const graphene_rect_t *where)
{
  const ExmDiffLine *line = exm_compared_row_get_line (&self->row, self->diff, right);
  gboolean changed = self->row.kind == EXM_ROW_CHANGED;
  const GArray *spans = changed ? self->spans[right] : NULL;
  guint begin = find_begin (self, line->text, spans, (int) where->size.width);
  const char *end = line->text + begin + strnlen (line->text + begin, MAX_BYTES);
  const GdkRGBA colour = self->row.kind == EXM_ROW_SAME
                             ? get_quiet (GTK_WIDGET (self))
                             : get_colour (GTK_WIDGET (self), NULL, 1);

  while (end > line->text + begin && ((guchar) *end & 0xc0) == 0x80)
    end--;
  g_autofree char *part
      = g_strndup (line->text + begin, (gsize) (end - line->text - begin));
  g_autofree char *shown = g_strconcat (begin > 0 ? ELLIPSIS : "", part, NULL);
  g_autoptr (PangoLayout) layout
      = gtk_widget_create_pango_layout (GTK_WIDGET (self), shown);
  if (changed)
    {
      int shift = begin > 0 ? (int) strlen (ELLIPSIS) - (int) begin : 0;
      PangoAttrList *attributes
          = exm_comparison_row_mark (GTK_WIDGET (self), right, spans, shift);
      pango_layout_set_attributes (layout, attributes);
      pango_attr_list_unref (attributes);
    }
  pango_layout_set_single_paragraph_mode (layout, TRUE);
  pango_layout_set_width (layout, (int) where->size.width * PANGO_SCALE);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  draw_layout (snapshot, layout, where, &colour);
}

/* A line with its bar, number and sign. */
static void
draw_cell (ExmComparisonRow *self,
           GtkSnapshot *snapshot,
           gboolean right,
           int x,
           int y,
           int width)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const ExmDiffLine *line = exm_compared_row_get_line (&self->row, self->diff, right);
  int height = get_line_height (widget), number_width = get_number_width (self),
      sign_width = get_sign_width (widget);
  gboolean apart = self->row.kind == EXM_ROW_APART;

  if (line == NULL)
    return;
  const GdkRGBA tint
      = apart ? get_colour (widget, side_colours[right], TINT)
              : get_colour (widget, NULL,
                            self->row.kind == EXM_ROW_CHANGED ? CHANGED_TINT : 0);
  graphene_rect_t where = place (self, x, y, width, height);
  gtk_snapshot_append_color (snapshot, &tint, &where);
  if (exm_line_comparison_is_body (self->comparison, right,
                                   right ? self->row.right : self->row.left))
    {
      const GdkRGBA body = get_colour (widget, "exm_body", 1);
      where = place (self, x, y, BAR_WIDTH, height);
      gtk_snapshot_append_color (snapshot, &body, &where);
    }
  g_autofree char *number = g_strdup_printf ("%u", line->line + 1);
  const GdkRGBA quiet = get_quiet (widget),
                sign = get_colour (widget, side_colours[right], 1);
  int at = x + BAR_WIDTH + PADDING;
  where = place (self, at, y, number_width, height);
  draw_words (self, snapshot, number, &where, PANGO_ALIGN_RIGHT, NUMBER_SCALE, &quiet);
  at += number_width + PADDING;
  where = place (self, at, y, sign_width, height);
  if (apart || (self->row.kind == EXM_ROW_CHANGED && !self->beside))
    draw_words (self, snapshot, side_signs[right], &where, PANGO_ALIGN_CENTER, 1, &sign);
  at += sign_width + PADDING;
  where = place (self, at, y, MAX (x + width - at - PADDING, 1), height);
  draw_text (self, snapshot, right, &where);
}

/* Draws the link of a changed line between both sides. */
static void
draw_link (ExmComparisonRow *self, GtkSnapshot *snapshot, int x)
{
  GtkWidget *widget = GTK_WIDGET (self);
  int height = get_line_height (widget);
  const GdkRGBA tint = get_colour (widget, NULL, 2 * CHANGED_TINT),
                colour = get_quiet (widget);
  const graphene_rect_t where = place (self, x, 0, get_gap (widget), height);

  gtk_snapshot_append_color (snapshot, &tint, &where);
  draw_words (self, snapshot, "≠", &where, PANGO_ALIGN_CENTER, 1, &colour);
}

static void
draw_fold (ExmComparisonRow *self, GtkSnapshot *snapshot)
{
  GtkWidget *widget = GTK_WIDGET (self);
  const GdkRGBA tint = get_colour (widget, NULL, .05f), colour = get_quiet (widget);
  g_autofree char *words = exm_comparison_dup_fold_words (self->row.n);
  g_autofree char *all = g_strdup_printf ("⋯  %s  ⋯", words);
  const graphene_rect_t where
      = place (self, 0, 0, gtk_widget_get_width (widget), get_line_height (widget));

  gtk_snapshot_append_color (snapshot, &tint, &where);
  draw_words (self, snapshot, all, &where, PANGO_ALIGN_CENTER, NUMBER_SCALE, &colour);
}

static void
exm_comparison_row_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  ExmComparisonRow *self = EXM_COMPARISON_ROW (widget);
  int width = gtk_widget_get_width (widget), height = get_line_height (widget);
  int half = (width - get_gap (widget)) / 2;

  if (self->diff == NULL)
    return;
  if (self->row.kind == EXM_ROW_FOLD)
    {
      draw_fold (self, snapshot);
      return;
    }
  if (self->row.kind == EXM_ROW_CHANGED)
    ensure_spans (self);
  if (self->beside)
    {
      draw_cell (self, snapshot, FALSE, 0, 0, half);
      draw_cell (self, snapshot, TRUE, width - half, 0, half);
      if (self->row.kind == EXM_ROW_CHANGED)
        draw_link (self, snapshot, half);
      return;
    }
  if (self->row.kind != EXM_ROW_SAME)
    draw_cell (self, snapshot, FALSE, 0, 0, width);
  draw_cell (self, snapshot, TRUE, 0, (int) (count_lines (self) - 1) * height, width);
}

/* The widget */

static void
forget (ExmComparisonRow *self)
{
  g_clear_object (&self->comparison);
  g_clear_pointer (&self->diff, exm_line_diff_unref);
  g_clear_pointer (&self->spans[0], g_array_unref);
  g_clear_pointer (&self->spans[1], g_array_unref);
}

static void
exm_comparison_row_dispose (GObject *object)
{
  forget (EXM_COMPARISON_ROW (object));
  G_OBJECT_CLASS (exm_comparison_row_parent_class)->dispose (object);
}

static void
exm_comparison_row_class_init (ExmComparisonRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_comparison_row_dispose;
  widget_class->measure = exm_comparison_row_measure;
  widget_class->snapshot = exm_comparison_row_snapshot;
  gtk_widget_class_set_css_name (widget_class, "exmcompared");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_LABEL);
}

static void
exm_comparison_row_init (ExmComparisonRow *self)
{
  self->row = (ExmComparedRow){ EXM_ROW_FOLD, EXM_NONE, EXM_NONE, 0 };
}

/* A reader of the screen reads the item of the list, which has no name of its own. */
static void
say (ExmComparisonRow *self)
{
  GtkWidget *item = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *words = exm_comparison_dup_row_words (self->comparison, &self->row);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
  if (item != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (item), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    words, -1);
}

void
exm_comparison_row_show (ExmComparisonRow *self,
                         ExmLineComparison *comparison,
                         const ExmComparedRow *row,
                         gboolean beside)
{
  ExmLineDiff *diff;
  guint n_before = count_lines (self);
  diff = exm_line_comparison_get_diff (comparison);
  forget (self);
  if (diff == NULL)
    return;
  self->comparison = g_object_ref (comparison);
  self->diff = exm_line_diff_ref (diff);
  self->row = *row;
  self->beside = beside;
  say (self);
  if (count_lines (self) != n_before)
    gtk_widget_queue_resize (GTK_WIDGET (self));
  else
    gtk_widget_queue_draw (GTK_WIDGET (self));
}

const ExmComparedRow *
exm_comparison_row_get (ExmComparisonRow *self)
{
  return &self->row;
}

PangoAttrList *
exm_comparison_row_mark (GtkWidget *widget,
                         gboolean right,
                         const GArray *spans,
                         int shift)
{
  const GdkRGBA colour = get_colour (widget, side_colours[right], MARK_TINT);
  PangoAttrList *list = pango_attr_list_new ();

  for (guint i = 0; i < spans->len; i++)
    {
      const ExmDiffSpan *span = &g_array_index (spans, ExmDiffSpan, i);
      PangoAttribute *attributes[]
          = { pango_attr_background_new ((guint16) (colour.red * 65535),
                                         (guint16) (colour.green * 65535),
                                         (guint16) (colour.blue * 65535)),
              pango_attr_background_alpha_new ((guint16) (colour.alpha * 65535)),
              pango_attr_weight_new (PANGO_WEIGHT_BOLD) };
      for (guint k = 0; k < G_N_ELEMENTS (attributes); k++)
        {
          attributes[k]->start_index = (guint) MAX ((int) span->start + shift, 0);
          attributes[k]->end_index = (guint) MAX ((int) span->end + shift, 0);
          pango_attr_list_insert (list, attributes[k]);
        }
    }
  return list;
}
