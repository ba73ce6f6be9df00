/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-curves.h"

#include "engine/exm-svg.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Layout of the picture, pixels. */
#define WIDTH 1200
#define HEIGHT 556
#define LEFT 72.0
#define COLUMNS 1100
#define START_FLAG_Y 84.0
#define END_FLAG_Y 102.0
#define PLOT_TOP 112.0
#define MIDDLE 202.0
#define CURVE_HEIGHT 84.0
#define C_TOP 306.0
#define C_BOTTOM 392.0
#define SEEN_TOP 408.0
#define TICKS_TOP 428.0
#define AXIS_Y 446.0
#define STRIP_TOP 478.0
#define STRIP_HEIGHT 16.0
#define LEGEND_Y 534.0

/* A flag's words need so much room on their side of the line. */
#define FLAG_ROOM 200.0

#define MAX_TITLE_CHARS 90

/* The colours have been chosen to stay apart for colour-blind readers, and against both
 * backgrounds; shape and words say the same again. */
static const char style[]
    = "<style>\n"
      "text{font:13px system-ui,'Noto Sans','Noto Sans CJK SC',sans-serif;fill:#2e3436}\n"
      ".title{font-size:20px;font-weight:700}.mute{fill:#5e5c64}.end{text-anchor:end}\n"
      ".mid{text-anchor:middle}.back{fill:#fff}.small{font-size:11px}\n"
      ".fs{fill:#1a5fb4}.fsl{stroke:#1a5fb4;fill:#1a5fb4}\n"
      ".bs{fill:#b5460f}.bsl{stroke:#b5460f;fill:#b5460f}\n"
      ".body{fill:#0d6640}.hatch{stroke:#2e3436}.seen{fill:#77767b}\n"
      ".ink{stroke:#2e3436;fill:none}.ring{stroke:#2e3436;fill:#fff}\n"
      ".rule{stroke:#c0bfbc;fill:none}.tick{stroke:#77767b;fill:none}\n"
      "@media (prefers-color-scheme:dark){\n"
      "text{fill:#f6f5f4}.mute{fill:#c0bfbc}.back{fill:#1e1e1e}\n"
      ".fs{fill:#78aeed}.fsl{stroke:#78aeed;fill:#78aeed}\n"
      ".bs{fill:#ff9e64}.bsl{stroke:#ff9e64;fill:#ff9e64}\n"
      ".body{fill:#5bd0a6}.hatch{stroke:#f6f5f4}.seen{fill:#9a9996}\n"
      ".ink{stroke:#f6f5f4}.ring{stroke:#f6f5f4;fill:#1e1e1e}\n"
      ".rule{stroke:#5e5c64}.tick{stroke:#9a9996}}\n"
      "</style>\n"
      "<defs><pattern id='trimmed' width='6' height='6' patternUnits='userSpaceOnUse' "
      "patternTransform='rotate(45)'><path d='M0 0V6' class='hatch' stroke-width='1.6' "
      "stroke-opacity='.55'/></pattern></defs>\n";

static double
x_of (const ExmCurves *self, double position)
{
  return LEFT + COLUMNS * position / (double) MAX (self->n_chars, 1);
}

static const ExmLine *
get_line (const ExmCurves *self, guint i)
{
  guint n_lines;
  return exm_page_text_get_lines (self->page, &n_lines) + i;
}

static double
line_start (const ExmCurves *self, guint i)
{
  return x_of (self, get_line (self, i)->start);
}

static double
line_end (const ExmCurves *self, guint i)
{
  const ExmLine *line = get_line (self, i);
  guint32 n_chars = line->flags & EXM_LINE_FLAGGED ? 0 : line->n_chars;
  return x_of (self, (double) line->start + n_chars);
}

static gboolean
has_body (const ExmCurves *self)
{
  return self->data->head != EXM_NONE;
}

/* Flagged lines take no room, so they are not shown as taken out. */
static gboolean
is_trimmed (const ExmCurves *self, guint i)
{
  return self->data->verdicts[i] == EXM_VERDICT_TRIMMED
         && !(get_line (self, i)->flags & EXM_LINE_FLAGGED);
}

/* Reads the range of a column of pixels: samples from @first to before @end, at least
 * one. */
static void
get_column (const ExmCurves *self, guint column, gsize *first, gsize *end)
{
  *first = column * self->n_samples / COLUMNS;
  *end = MAX ((column + 1) * self->n_samples / COLUMNS, *first + 1);
}

static void
append_heading (GString *out, const ExmCurves *self, const char *name)
{
  const ExmResultData *data = self->data;
  glong n_chars = g_utf8_strlen (name, -1);
  g_autofree char *cut = n_chars > MAX_TITLE_CHARS
                             ? g_utf8_substring (name, n_chars - MAX_TITLE_CHARS, n_chars)
                             : g_strdup (name);
  g_autofree char *title
      = n_chars > MAX_TITLE_CHARS ? g_strconcat ("…", cut, NULL) : g_strdup (name);
  guint n_kept = 0, n_kept_chars = 0;
  char confidence[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (confidence, sizeof confidence, "%.2f", data->confidence);
  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        n_kept++;
        n_kept_chars += get_line (self, i)->n_chars;
      }
  /* translators: "exemplar, windows of 32 characters, tracked" */
  g_autofree char *how = g_strdup_printf (
      self->tracked ? _ ("%s, windows of %u characters, tracked")
                    : _ ("%s, windows of %u characters, at the same distance"),
      data->method, self->window);
  /* translators: "Sure (0.97) · 42 of 310 lines, 3118 characters · layout 94% alike" */
  g_autofree char *what = g_strdup_printf (
      _ ("%s (%s) · %u of %u lines, %u characters · layout %.0f%% alike"),
      exm_sureness_describe (data->confidence), confidence, n_kept, data->n_lines,
      n_kept_chars, floor (100 * MAX (data->template_similarity, 0)));
  exm_svg_text (out, LEFT, 34, "title", title);
  exm_svg_text (out, LEFT, 56, "mute", what);
  exm_svg_text (out, LEFT + COLUMNS, 56, "mute end", how);
}

static void
append_rect (
    GString *out, const char *attributes, double x0, double x1, double y, double height)
{
  exm_svg_numbers (out, "<rect x='%' y='%' width='%' height='%' ", x0, y,
                   MAX (x1 - x0, 1.0), height);
  g_string_append_printf (out, "%s/>\n", attributes);
}

static void
append_body (GString *out, const ExmCurves *self)
{
  const ExmResultData *data = self->data;

  if (!has_body (self))
    return;
  append_rect (out, "class='body' fill-opacity='.14'", line_start (self, data->head),
               line_end (self, data->tail), PLOT_TOP, AXIS_Y - PLOT_TOP);
  for (guint i = data->head; i <= data->tail; i++)
    if (is_trimmed (self, i))
      append_rect (out, "fill='url(#trimmed)'", line_start (self, i), line_end (self, i),
                   PLOT_TOP, AXIS_Y - PLOT_TOP);
}

/* The envelope of @curve from @middle to @direction: the greatest value of each column
 * filled lightly down to the middle, and from least to greatest in full. */
static void
append_curve (GString *out,
              const ExmCurves *self,
              const float *curve,
              const char *class_name,
              double direction)
{
  g_autoptr (GString) upper = g_string_new (NULL);
  g_autoptr (GString) lower = g_string_new (NULL);
  double floor_y[COLUMNS];

  for (guint column = 0; column < COLUMNS; column++)
    {
      gsize first, end;
      float least = 1, greatest = 0;
      get_column (self, column, &first, &end);
      for (gsize k = first; k < end; k++)
        {
          least = MIN (least, curve[k]);
          greatest = MAX (greatest, curve[k]);
        }
      double x = LEFT + column + .5;
      exm_svg_numbers (upper, "L% %", x,
                       MIDDLE + direction * CURVE_HEIGHT * (double) greatest);
      floor_y[column] = MIDDLE + direction * CURVE_HEIGHT * (double) least;
    }
  for (guint column = COLUMNS; column-- > 0;)
    exm_svg_numbers (lower, "L% %", LEFT + column + .5, floor_y[column]);
  exm_svg_numbers (out, "<path d='M% %", LEFT, MIDDLE);
  g_string_append_printf (out, "%s", upper->str);
  exm_svg_numbers (out, "L% %Z' class='", LEFT + COLUMNS, MIDDLE);
  g_string_append_printf (out, "%s' fill-opacity='.2'/>\n", class_name);
  g_string_append_printf (out,
                          "<path d='M%s%sZ' class='%sl' stroke-width='1.1' "
                          "stroke-linejoin='round' fill-opacity='.45'/>\n",
                          upper->str + 1, lower->str, class_name);
}

static void
get_c_range (const ExmCurves *self, double *least, double *greatest)
{
  *least = 0;
  *greatest = 0;
  for (guint i = 0; i < self->data->n_lines; i++)
    {
      *least = MIN (*least, self->c[i]);
      *greatest = MAX (*greatest, self->c[i]);
    }
}

static double
y_of_c (double c, double least, double greatest)
{
  return C_BOTTOM - (C_BOTTOM - C_TOP) * (c - least) / MAX (greatest - least, 1e-9);
}

static void
append_ring (GString *out, double x, double y)
{
  exm_svg_numbers (out, "<circle cx='%' cy='%' r='4.5' class='ring' stroke-width='2'/>\n",
                   x, y);
}

static void
append_evidence (GString *out, const ExmCurves *self)
{
  const ExmResultData *data = self->data;
  double least, greatest;

  if (self->c == NULL)
    return;
  get_c_range (self, &least, &greatest);
  exm_svg_numbers (out, "<path d='M% %", LEFT, y_of_c (0, least, greatest));
  for (guint column = 0; column < COLUMNS; column++)
    {
      gsize first, end;
      get_column (self, column, &first, &end);
      double low = G_MAXDOUBLE, high = -G_MAXDOUBLE;
      for (gsize k = first; k < end; k++)
        {
          double c = exm_curves_get_c (self, k);
          low = MIN (low, c);
          high = MAX (high, c);
        }
      gboolean rises = exm_curves_get_c (self, end - 1) >= exm_curves_get_c (self, first);
      double x = LEFT + column + .5;
      exm_svg_numbers (out, "L% %L% %", x, y_of_c (rises ? low : high, least, greatest),
                       x, y_of_c (rises ? high : low, least, greatest));
    }
  g_string_append (out, "' class='ink' stroke-width='2' stroke-linejoin='round'/>\n");
  if (!has_body (self))
    return;
  append_ring (out, line_start (self, data->head),
               y_of_c (self->c[data->head] - data->weights[data->head], least, greatest));
  append_ring (out, line_end (self, data->tail),
               y_of_c (self->c[data->tail], least, greatest));
}

/* Lines seen in the example, runs of them as one. */
static void
append_seen (GString *out, const ExmCurves *self)
{
  guint n_lines = self->data->n_lines, i = 0;

  while (i < n_lines)
    {
      guint first = i;
      if (!self->seen[i++])
        continue;
      guint last = first;
      for (; i < n_lines
             && (self->seen[i] || (get_line (self, i)->flags & EXM_LINE_FLAGGED));
           i++)
        if (self->seen[i])
          last = i;
      append_rect (out, "class='seen'", line_start (self, first), line_end (self, last),
                   SEEN_TOP, 12);
    }
}

static void
append_line_ticks (GString *out, const ExmCurves *self)
{
  double before = -1;

  g_string_append (out, "<path d='");
  for (guint i = 0; i < self->data->n_lines; i++)
    {
      double x = line_start (self, i);
      if ((get_line (self, i)->flags & EXM_LINE_FLAGGED) || x < before + 1.5)
        continue;
      exm_svg_numbers (out, "M% %v8", x, TICKS_TOP);
      before = x;
    }
  g_string_append (out, "' class='tick' stroke-width='1'/>\n");
}

static void
append_axis (GString *out, const ExmCurves *self)
{
  gsize step = 1;

  /* 1, 2, 5, 10, 20, 50 … so that there are at most eleven. */
  for (guint i = 0; self->n_chars / step > 10; i++)
    step = i % 3 == 1 ? step / 2 * 5 : step * 2;
  exm_svg_numbers (out, "<path d='M% %h%", LEFT, AXIS_Y, (double) COLUMNS);
  for (gsize x = 0; x <= self->n_chars; x += step)
    exm_svg_numbers (out, "M% %v5", x_of (self, (double) x), AXIS_Y);
  g_string_append (out, "' class='tick'/>\n");
  for (gsize x = 0; x <= self->n_chars; x += step)
    {
      g_autofree char *label = g_strdup_printf ("%" G_GSIZE_FORMAT, x);
      gboolean last = x_of (self, (double) (x + step)) > LEFT + COLUMNS;
      g_autofree char *with_unit
          = last && x > 0 ? g_strdup_printf (_ ("%s characters"), label) : NULL;
      exm_svg_text (out, x_of (self, (double) x), AXIS_Y + 19,
                    with_unit != NULL ? "mute small end" : "mute small mid",
                    with_unit != NULL ? with_unit : label);
    }
}

/* The page at a glance: its body, and what is taken out of it. */
static void
append_strip (GString *out, const ExmCurves *self)
{
  const ExmResultData *data = self->data;

  if (has_body (self))
    append_rect (out, "class='body' fill-opacity='.6'", line_start (self, data->head),
                 line_end (self, data->tail), STRIP_TOP, STRIP_HEIGHT);
  for (guint i = 0; has_body (self) && i < data->n_lines; i++)
    if (is_trimmed (self, i))
      append_rect (out, "class='back'", line_start (self, i), line_end (self, i),
                   STRIP_TOP, STRIP_HEIGHT);
  append_rect (out, "class='rule'", LEFT, LEFT + COLUMNS, STRIP_TOP, STRIP_HEIGHT);
}

static void
append_flag (GString *out, double x, double y, gboolean start, guint line)
{
  /* The bracket stands at the line, the words where there is room for them. */
  gboolean to_right = x < LEFT + COLUMNS - FLAG_ROOM;
  /* translators: the number of a line */
  g_autofree char *words = g_strdup_printf (
      start ? _ ("Body starts, line %u") : _ ("Body ends, line %u"), line + 1);
  g_autofree char *text = to_right ? g_strdup_printf ("%s %s", start ? "⌜" : "⌟", words)
                                   : g_strdup_printf ("%s %s", words, start ? "⌜" : "⌟");

  /* The line itself is the bracket's upright. */
  if (start)
    exm_svg_numbers (out, "<path d='M% %H%V%", x + 9, y - 12, x, AXIS_Y);
  else
    exm_svg_numbers (out, "<path d='M% %V%H%", x, y - 12, AXIS_Y, x - 9);
  g_string_append (out, "' stroke-width='1.6' style='fill:none' class='");
  g_string_append_printf (out, "%sl'/>\n", start ? "fs" : "bs");
  g_autofree char *class_names
      = g_strdup_printf ("%s%s", start ? "fs" : "bs", to_right ? "" : " end");
  exm_svg_text (out, to_right ? x + 4 : x - 4, y, class_names, text);
}

static void
append_flags (GString *out, const ExmCurves *self)
{
  const ExmResultData *data = self->data;

  if (!has_body (self))
    return;
  append_flag (out, line_start (self, data->head), START_FLAG_Y, TRUE, data->head);
  append_flag (out, line_end (self, data->tail), END_FLAG_Y, FALSE, data->tail);
}

static void
append_labels (GString *out, const ExmCurves *self)
{
  const double x = LEFT - 12;

  exm_svg_numbers (out, "<path d='M% %h%M% %h%M% %h%' class='rule'/>\n", LEFT,
                   MIDDLE - CURVE_HEIGHT, (double) COLUMNS, LEFT, MIDDLE,
                   (double) COLUMNS, LEFT, MIDDLE + CURVE_HEIGHT, (double) COLUMNS);
  exm_svg_text (out, x, MIDDLE - CURVE_HEIGHT / 2 + 4, "fs end", "FS ▲");
  exm_svg_text (out, x, MIDDLE + CURVE_HEIGHT / 2 + 4, "bs end", "BS ▼");
  exm_svg_text (out, x, MIDDLE - CURVE_HEIGHT + 4, "mute small end", "1");
  exm_svg_text (out, x, MIDDLE + 4, "mute small end", "0");
  exm_svg_text (out, x, MIDDLE + CURVE_HEIGHT + 4, "mute small end", "1");
  if (self->c != NULL)
    exm_svg_text (out, x, (C_TOP + C_BOTTOM) / 2 + 4, "end", "C(x)");
  /* translators: lines of the page that occur in the example; a short label */
  exm_svg_text (out, x, SEEN_TOP + 10, "mute small end", _ ("seen"));
  /* translators: where the lines of the page begin; a short label */
  exm_svg_text (out, x, TICKS_TOP + 8, "mute small end", _ ("lines"));
  /* translators: the whole page as a strip; a short label */
  exm_svg_text (out, x, STRIP_TOP + 12, "mute small end", _ ("page"));
}

static void
append_legend (GString *out, const ExmCurves *self)
{
  const struct
  {
    const char *attributes, *text; /* (unowned) */
    double width;
  } entries[] = {
    { "class='fs'", _ ("Forward similarity FS"), 190 },
    { "class='bs'", _ ("Backward similarity BS"), 196 },
    { "class='hatch' stroke-width='2'", _ ("Cumulative evidence C(x)"), 210 },
    { "class='seen'", _ ("Seen in the example"), 182 },
    { "class='body' fill-opacity='.4'", _ ("Body"), 90 },
    { "fill='url(#trimmed)' stroke='#77767b'", _ ("Trimmed"), 110 },
  };
  double x = LEFT;

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      gboolean is_evidence = i == 2;
      if (is_evidence && self->c == NULL)
        continue;
      append_rect (out, entries[i].attributes, x, x + 18,
                   is_evidence ? LEGEND_Y - 5 : LEGEND_Y - 10, is_evidence ? 1 : 11);
      exm_svg_text (out, x + 25, LEGEND_Y, "mute", entries[i].text);
      x += entries[i].width;
    }
}

GString *
exm_curves_write_svg (const ExmCurves *self, const char *name)
{
  GString *out = g_string_new ("<?xml version='1.0' encoding='UTF-8'?>\n");

  exm_svg_numbers (out,
                   "<svg xmlns='http://www.w3.org/2000/svg' role='img' width='%' "
                   "height='%' viewBox='0 0 % %'>\n<title>",
                   (double) WIDTH, (double) HEIGHT, (double) WIDTH, (double) HEIGHT);
  exm_svg_escape (out, name);
  g_string_append (out, "</title>\n");
  g_string_append (out, style);
  g_string_append (out, "<rect width='100%' height='100%' class='back'/>\n");
  append_heading (out, self, name);
  append_body (out, self);
  append_labels (out, self);
  if (self->n_samples > 0)
    {
      if (self->fs != NULL)
        append_curve (out, self, self->fs, "fs", -1);
      if (self->bs != NULL)
        append_curve (out, self, self->bs, "bs", 1);
      append_flags (out, self);
      append_evidence (out, self);
      append_seen (out, self);
      append_line_ticks (out, self);
    }
  append_axis (out, self);
  append_strip (out, self);
  append_legend (out, self);
  g_string_append (out, "</svg>\n");
  return out;
}
