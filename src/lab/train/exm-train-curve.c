/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-curve.h"

#include "engine/exm-svg.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Layout of the picture, pixels. */
#define WIDTH 960.0
#define HEIGHT 420.0
#define LEFT 72.0
#define RIGHT 936.0
#define TOP 84.0
#define BOTTOM 360.0
#define LEGEND_Y 402.0
#define N_RULES 5u

/* Base line of a text below the middle of what it stands beside. */
#define BASE 5.0

/* The curves are told apart by their dashes too. */
static const char style[]
    = "<style>\n"
      "text{font:13px system-ui,'Noto Sans','Noto Sans CJK SC',sans-serif;fill:#2e3436}\n"
      ".title{font-size:20px;font-weight:700}.mute{fill:#5e5c64}.end{text-anchor:end}\n"
      ".back{fill:#fff}.rule{stroke:#c0bfbc;fill:none}\n"
      ".learned{stroke:#1a5fb4;fill:none;stroke-width:2}\n"
      ".held{stroke:#b5460f;fill:none;stroke-width:2;stroke-dasharray:6 4}\n"
      "@media (prefers-color-scheme:dark){\n"
      "text{fill:#f6f5f4}.mute{fill:#c0bfbc}.back{fill:#1e1e1e}\n"
      ".learned{stroke:#78aeed}.held{stroke:#ff9e64}.rule{stroke:#5e5c64}}\n"
      "</style>\n";

static double
get_loss (const GArray *losses, guint i)
{
  return g_array_index (losses, double, i);
}

double
exm_train_curve_get_top (const GArray *losses, const GArray *held_losses)
{
  static const double tops[] = { .05, .1, .15, .2, .25, .3, .4, .5 };
  double most = 0;

  for (guint i = 0; i < losses->len; i++)
    most = MAX (most, get_loss (losses, i));
  for (guint i = 0; i < held_losses->len; i++)
    most = MAX (most, get_loss (held_losses, i));
  for (gsize i = 0; i < G_N_ELEMENTS (tops); i++)
    if (most <= tops[i])
      return tops[i];
  return 1;
}

static void
append_loss (GString *out, const GArray *losses, guint i)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  if (i < losses->len)
    g_string_append (
        out, g_ascii_formatd (digits, sizeof digits, "%.6f", get_loss (losses, i)));
}

GString *
exm_train_curve_write_csv (const ExmTrainModelReport *report)
{
  GString *out = g_string_new ("epoch,learned,held_back\n");

  for (guint i = 0; i < report->losses->len; i++)
    {
      g_string_append_printf (out, "%u,", i + 1);
      append_loss (out, report->losses, i);
      g_string_append_c (out, ',');
      append_loss (out, report->held_losses, i);
      g_string_append_c (out, '\n');
    }
  return out;
}

static void
append_rules (GString *out, double top)
{
  for (guint i = 0; i <= N_RULES; i++)
    {
      double y = BOTTOM - (BOTTOM - TOP) * i / N_RULES;
      char digits[G_ASCII_DTOSTR_BUF_SIZE];
      exm_svg_numbers (out, "<path d='M% %H%' class='rule'/>\n", LEFT, y, RIGHT);
      g_ascii_formatd (digits, sizeof digits, "%.2f", top * i / N_RULES);
      exm_svg_text (out, LEFT - 8, y + BASE, "mute end", digits);
    }
}

static void
append_curve (GString *out, const GArray *losses, double top, const char *class_name)
{
  guint n = losses->len;

  if (n == 0)
    return;
  g_string_append (out, "<path d='");
  for (guint i = 0; i < n; i++)
    {
      g_string_append_c (out, i == 0 ? 'M' : 'L');
      exm_svg_numbers (out, "% %", LEFT + (RIGHT - LEFT) * i / MAX (n - 1, 1),
                       BOTTOM - (BOTTOM - TOP) * get_loss (losses, i) / top);
    }
  g_string_append_printf (out, "' class='%s'/>\n", class_name);
}

static void
append_legend (GString *out, double x, const char *class_name, const char *words)
{
  exm_svg_numbers (out, "<path d='M% %h32' ", x, LEGEND_Y - BASE);
  g_string_append_printf (out, "class='%s'/>\n", class_name);
  exm_svg_text (out, x + 40, LEGEND_Y, "", words);
}

GString *
exm_train_curve_write_svg (const ExmTrainModelReport *report, const char *name)
{
  GString *out = g_string_new (NULL);
  double top = exm_train_curve_get_top (report->losses, report->held_losses);
  guint n = report->losses->len;
  g_autofree char *epochs = g_strdup_printf (ngettext ("%u epoch", "%u epochs", n), n);

  exm_svg_numbers (out,
                   "<svg xmlns='http://www.w3.org/2000/svg' width='%' height='%' "
                   "viewBox='0 0 % %'>\n<title>",
                   WIDTH, HEIGHT, WIDTH, HEIGHT);
  exm_svg_escape (out, name);
  g_string_append (out, "</title>\n");
  g_string_append (out, style);
  g_string_append (out, "<rect width='100%' height='100%' class='back'/>\n");
  exm_svg_text (out, LEFT, 34, "title", name);
  exm_svg_text (out, LEFT, 60, "mute", _ ("Mean square error of each epoch"));
  append_rules (out, top);
  append_curve (out, report->losses, top, "learned");
  append_curve (out, report->held_losses, top, "held");
  exm_svg_text (out, RIGHT, BOTTOM + 20, "mute end", epochs);
  append_legend (out, LEFT, "learned", _ ("Pages learned from"));
  if (report->held_losses->len > 0)
    append_legend (out, LEFT + 260, "held", _ ("Pages held back"));
  g_string_append (out, "</svg>\n");
  return out;
}
