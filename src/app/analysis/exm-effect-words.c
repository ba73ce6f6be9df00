/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-effect-words.h"

#include "types/exm-result.h"

#include <glib/gi18n-lib.h>
#include <math.h>

static char *
dup_sureness (double confidence_before, double confidence, double part)
{
  const char *word = exm_sureness_describe (confidence);
  guint before = exm_confidence_get_percent (confidence_before);
  guint after = exm_confidence_get_percent (confidence);
  double shown = before + part * ((double) after - before);

  if (before == after)
    /* translators: %1$s is "Sure", "Take a look" or "Not sure" */
    return g_strdup_printf (_ ("%1$s %2$u%%"), word, after);
  /* translators: %1$s is "Sure" or the like; then percents before and after a change */
  return g_strdup_printf (_ ("%1$s %2$u → %3$u%%"), word, before, (guint) round (shown));
}

static char *
dup_lines (guint n_added, guint n_removed)
{
  if (n_added > 0 && n_removed > 0)
    /* translators: lines that came into the body and lines that went, by a change */
    return g_strdup_printf (_ ("+%u −%u lines"), n_added, n_removed);
  if (n_added > 0)
    return g_strdup_printf (ngettext ("+%u line", "+%u lines", n_added), n_added);
  if (n_removed > 0)
    return g_strdup_printf (ngettext ("−%u line", "−%u lines", n_removed), n_removed);
  return g_strdup (_ ("same lines"));
}

char *
exm_effect_dup_words_on_the_way (
    double before, double after, guint n_added, guint n_removed, double part)
{
  g_autofree char *sureness = dup_sureness (before, after, CLAMP (part, 0, 1));
  g_autofree char *lines = dup_lines (n_added, n_removed);

  /* translators: what a mark on the example did: %1$s as "Sure 81 → 97%", %2$s as
   * "+3 −5 lines" or "same lines" */
  return g_strdup_printf (_ ("%1$s, %2$s"), sureness, lines);
}

char *
exm_effect_dup_words (double before, double after, guint n_added, guint n_removed)
{
  return exm_effect_dup_words_on_the_way (before, after, n_added, n_removed, 1);
}

gboolean
exm_effect_is_seen (double before, double after)
{
  return exm_confidence_get_percent (before) != exm_confidence_get_percent (after);
}
