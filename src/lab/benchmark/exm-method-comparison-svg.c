/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "lab/benchmark/exm-method-comparison.h"

#include "engine/exm-svg.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Layout of the picture, pixels. */
#define LEFT 72.0
#define NAME_WIDTH 210.0
#define TOP 96.0
#define ROW 34.0
#define BAR_HEIGHT 20.0
#define BAR_WIDTH 480.0
#define WORDS_LEFT (LEFT + NAME_WIDTH + BAR_WIDTH + 16)
#define GAP 72.0
#define CELL_WIDTH 62.0
#define CELL_HEIGHT 30.0
#define MIN_WIDTH 1200.0
#define BOTTOM 32.0

/* Base line of a text below the middle of what it stands in. */
#define BASE 5.0

/* A picture's name that is longer is cut at its beginning. */
#define MAX_TITLE_CHARS 90

/* The darkest shade of a cell: numbers stay readable on it, on either background. */
#define DARKEST .6

/* One hue; what it says is in the lightness and the numbers, so that nothing is lost in
 * greyscale. The backgrounds are those of the pictures of curves. */
static const char style[]
    = "<style>\n"
      "text{font:13px system-ui,'Noto Sans','Noto Sans CJK SC',sans-serif;fill:#2e3436}\n"
      ".title{font-size:20px;font-weight:700}.head{font-size:15px;font-weight:700}\n"
      ".mute{fill:#5e5c64}.end{text-anchor:end}.mid{text-anchor:middle}\n"
      ".back{fill:#fff}.bar{fill:#1a5fb4}.rest{fill:#1a5fb4;fill-opacity:.12}\n"
      ".cell{fill:#1a5fb4}.rule{stroke:#c0bfbc;fill:none}\n"
      "@media (prefers-color-scheme:dark){\n"
      "text{fill:#f6f5f4}.mute{fill:#c0bfbc}.back{fill:#1e1e1e}\n"
      ".bar,.rest,.cell{fill:#78aeed}.rule{stroke:#5e5c64}}\n"
      "</style>\n";

static double
get_matrix_top (const ExmMethodComparison *self)
{
  return TOP + ROW * self->methods->len + GAP;
}

static double
get_width (const ExmMethodComparison *self)
{
  return MAX (MIN_WIDTH, LEFT + NAME_WIDTH + CELL_WIDTH * self->methods->len + LEFT);
}

static double
get_height (const ExmMethodComparison *self, guint n_notes)
{
  return get_matrix_top (self) + CELL_HEIGHT * (self->methods->len + 1) + 24
         + 20 * n_notes + BOTTOM;
}

static void
append_two_digits (GString *out, double x, double y, const char *look, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (digits, sizeof digits, "%.2f", value);
  exm_svg_text (out, x, y, look, isfinite (value) ? digits : "–");
}

static void
append_bar (GString *out, const ExmMethodComparison *self, guint i)
{
  const ExmComparedScore *score = &self->scores[i];
  g_autofree char *name
      = exm_compared_method_describe (g_ptr_array_index (self->methods, i));
  double y = TOP + ROW * i, base = y + BAR_HEIGHT / 2 + BASE;
  char f1[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (f1, sizeof f1, "%.3f", score->f1);
  /* translators: beside a bar: "F1 0.912 · 63 % good, 4 % lost · 120 pages/s" */
  g_autofree char *words = g_strdup_printf (
      _ ("F1 %s · %.0f %% ≥ .95, %.0f %% < .5 · %.0f pages/s"),
      self->n_scored > 0 ? f1 : "–", floor (100 * score->good), ceil (100 * score->lost),
      exm_method_comparison_get_speed (self, i));
  exm_svg_text (out, LEFT, base, "name", name);
  exm_svg_numbers (out, "<rect x='%' y='%' width='%' height='%' class='rest'/>\n",
                   LEFT + NAME_WIDTH, y, BAR_WIDTH, BAR_HEIGHT);
  exm_svg_numbers (out, "<rect x='%' y='%' width='%' height='%' class='bar'/>\n",
                   LEFT + NAME_WIDTH, y, BAR_WIDTH * score->f1, BAR_HEIGHT);
  exm_svg_text (out, WORDS_LEFT, base, "mute", words);
}

static void
append_cell (GString *out, double x, double y, double value)
{
  double shade = isfinite (value) ? DARKEST * value * value : 0;

  exm_svg_numbers (out,
                   "<rect x='%' y='%' width='%' height='%' class='cell' "
                   "fill-opacity='%'/>\n",
                   x, y, CELL_WIDTH - 2, CELL_HEIGHT - 2, shade);
  append_two_digits (out, x + CELL_WIDTH / 2 - 1, y + CELL_HEIGHT / 2 + BASE - 1, "mid",
                     value);
}

static void
append_matrix (GString *out, const ExmMethodComparison *self)
{
  double top = get_matrix_top (self);

  exm_svg_text (out, LEFT, top - 16, "head",
                _ ("Agreement: mean F1 of the bodies of two methods"));
  for (guint k = 0; k < self->methods->len; k++)
    {
      g_autofree char *number = g_strdup_printf ("%u", k + 1);
      exm_svg_text (out, LEFT + NAME_WIDTH + CELL_WIDTH * k + CELL_WIDTH / 2,
                    top + CELL_HEIGHT / 2 + BASE, "mid mute", number);
    }
  for (guint i = 0; i < self->methods->len; i++)
    {
      const ExmComparedMethod *method = g_ptr_array_index (self->methods, i);
      g_autofree char *name = g_strdup_printf ("%u  %s", i + 1, method->method);
      double y = top + CELL_HEIGHT * (i + 1);
      exm_svg_text (out, LEFT, y + CELL_HEIGHT / 2 + BASE - 1, "name", name);
      for (guint k = 0; k < self->methods->len; k++)
        append_cell (out, LEFT + NAME_WIDTH + CELL_WIDTH * k, y,
                     exm_method_comparison_get_agreement (self, i, k));
    }
}

static char *
cut_name (const char *name)
{
  glong n = g_utf8_strlen (name, -1);

  if (n <= MAX_TITLE_CHARS)
    return g_strdup (name);
  g_autofree char *end = g_utf8_substring (name, n - MAX_TITLE_CHARS, n);
  return g_strconcat ("…", end, NULL);
}

GString *
exm_method_comparison_write_svg (const ExmMethodComparison *self, const char *name)
{
  GString *out = g_string_new (NULL);
  g_autofree char *about = exm_method_comparison_describe (self, NULL);
  g_auto (GStrv) notes = g_strsplit (about, "\n", -1);
  g_autofree char *title = cut_name (name);
  guint n_notes = g_strv_length (notes);
  double width = get_width (self), height = get_height (self, n_notes);
  g_autofree char *what
      = g_strdup_printf (_ ("Methods beside each other on %u pages"), self->n_done);

  exm_svg_numbers (out,
                   "<svg xmlns='http://www.w3.org/2000/svg' width='%' height='%' "
                   "viewBox='0 0 % %'>\n<title>",
                   width, height, width, height);
  exm_svg_escape (out, what);
  g_string_append (out, "</title>\n");
  g_string_append (out, style);
  g_string_append (out, "<rect width='100%' height='100%' class='back'/>\n");
  exm_svg_text (out, LEFT, 34, "title", title);
  exm_svg_text (out, LEFT, 60, "mute", what);
  for (guint i = 0; i < self->methods->len; i++)
    append_bar (out, self, i);
  append_matrix (out, self);
  for (guint i = 0; i < n_notes; i++)
    exm_svg_text (out, LEFT, height - BOTTOM - 20 * (n_notes - 1 - i), "mute", notes[i]);
  g_string_append (out, "</svg>\n");
  return out;
}
