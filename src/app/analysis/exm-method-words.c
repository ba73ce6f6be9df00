/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-method-words.h"

#include "types/exm-result.h"

#include <glib/gi18n-lib.h>

/* From these on two bodies are as good as the same, and have more in common than not. */
#define AGREES_FROM .95
#define PARTLY_FROM .5

static const struct
{
  const char *name;
  gboolean is_usual;
  const char *words;
  const char *how;
} methods[] = {
  /* translators: names of methods of extraction; short, they stand in a narrow list */
  { "exemplar", TRUE, N_ ("By example, learned"),
    N_ ("Compares the page with the example; what it learned on many sites weighs the "
        "evidence of each line") },
  { "exemplar-rules", TRUE, N_ ("By example, by rules"),
    N_ ("Compares the page with the example; rules written by hand weigh the evidence of "
        "each line") },
  { "exemplar-literal", FALSE, N_ ("By example, as published"),
    N_ ("The similarity curves FS and BS alone, as first published: the body lies where "
        "they fall") },
  { "exemplar-single", FALSE, N_ ("Page alone, learned"),
    N_ ("As the first, but without an example") },
  { "line-block", FALSE, N_ ("Blocks of lines"),
    N_ ("The longest stretch of the source where neighbouring lines hold much text") },
  { "boilerpipe-article", TRUE, N_ ("Boilerpipe, for articles"),
    N_ ("Words and links of neighbouring text blocks; keeps the one great article") },
  { "boilerpipe-default", FALSE, N_ ("Boilerpipe, for any page"),
    N_ ("Text density and links of neighbouring text blocks; keeps every dense one") },
  { "line-statistics", FALSE, N_ ("Lines of the whole site"),
    N_ ("Keeps sentences that hardly any other page of the site has; learns from the "
        "task’s pages") },
  { "block-features", FALSE, N_ ("Features of blocks"),
    N_ ("Looks for the blocks of title, date, body and related links by their marks") },
  { "node-prune", FALSE, N_ ("Best element, pruned"),
    N_ ("The element with the best text, without the parts at its edges that do not "
        "fit") },
  { "bp-net", FALSE, N_ ("Net over source lines"),
    N_ ("A small neural net over the length of each source line and its likeness to the "
        "title") },
  { "density-net", FALSE, N_ ("Net over text density"),
    N_ ("A small neural net over the share of text in each source line") },
  { "vips", FALSE, N_ ("By its looks (VIPS)"),
    N_ ("Cuts the page as it is laid out into blocks, along its visible gaps") },
  { "ensemble", FALSE, N_ ("Vote of the methods"),
    N_ ("Several methods vote on each line") },
};

static const struct
{
  const char *method; /* NULL for any */
  const char *name;
  const char *words;
} parameters[] = {
  /* translators: names of what can be turned on a method, with the unit; short */
  { "boilerpipe-article", "min-words", N_ ("Minimum words") },
  { "line-statistics", "pages-a-repeat", N_ ("Pages that allow a repeat") },
  { "line-statistics", "max-marks", N_ ("Largest share of punctuation") },
  { "line-block", "width", N_ ("Block, lines") },
  { "line-block", "threshold", N_ ("Start above, characters") },
  { "block-features", "title-chars", N_ ("Titles shorter than, characters") },
  { "block-features", "tag-density", N_ ("Maximum tags per 1,000 characters") },
  { "block-features", "text-share", N_ ("Minimum text, share of the HTML") },
  { "block-features", "marks", N_ ("Minimum commas and full stops") },
  { "node-prune", "more", N_ ("Drop edges with more text, times") },
  { "vips", "permitted-coherence", N_ ("Divide blocks below, coherence") },
  { "node-prune", "less", N_ ("Drop edges with less text, times") },
  { NULL, "threshold", N_ ("Threshold") },
  { NULL, "window", N_ ("Window, characters") },
};

static gsize
find (const char *method)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (methods) && !g_str_equal (methods[i].name, method))
    i++;
  return i;
}

const char *
exm_method_describe (const char *method)
{
  gsize i = find (method);

  return i < G_N_ELEMENTS (methods) ? _ (methods[i].words) : method;
}

const char *
exm_method_explain (const char *method)
{
  gsize i = find (method);

  return i < G_N_ELEMENTS (methods) ? _ (methods[i].how) : NULL;
}

gboolean
exm_method_is_usual (const char *method)
{
  gsize i = find (method);

  return i < G_N_ELEMENTS (methods) && methods[i].is_usual;
}

const char *
exm_method_describe_parameter (const char *method, const char *parameter)
{
  for (gsize i = 0; i < G_N_ELEMENTS (parameters); i++)
    if (g_str_equal (parameters[i].name, parameter)
        && (parameters[i].method == NULL || g_str_equal (parameters[i].method, method)))
      return _ (parameters[i].words);
  return parameter;
}

char *
exm_method_describe_agreement (double agreement, const char **icon)
{
  guint percent = exm_confidence_get_percent (agreement);
  const char *name = agreement >= AGREES_FROM   ? "object-select-symbolic"
                     : agreement >= PARTLY_FROM ? "list-remove-symbolic"
                                                : "window-close-symbolic";

  if (icon != NULL)
    *icon = name;
  /* translators: how far another method's body is the body that is shown */
  return g_strdup_printf (agreement >= AGREES_FROM   ? _ ("Agrees %u%%")
                          : agreement >= PARTLY_FROM ? _ ("Partly %u%%")
                                                     : _ ("Differs %u%%"),
                          percent);
}
