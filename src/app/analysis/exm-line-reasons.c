/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-line-reasons.h"

#include "extract/exm-words.h"

#include <glib/gi18n-lib.h>

/* Contributions smaller than this are not worth a word. */
#define WORTH_SAYING .15f

/* Longest heading that is quoted, characters. */
#define MAX_QUOTE 24

/* The value of a lane from which a line is what the lane looks for. */
#define MOSTLY .5f

typedef struct
{
  const ExmPageText *page;
  guint line;
  float value;
  float contribution;
} Evidence;

typedef struct
{
  const char *lane;
  char *(*describe) (const Evidence *evidence);
} Words;

static guint
percent (float share)
{
  return (guint) (CLAMP (share, 0, 1) * 100 + .5f);
}

static char *
describe_known (const Evidence *evidence)
{
  /* New text speaks for the body; what it is not needs no words. */
  return evidence->value > 0 ? g_strdup (_ ("Seen in the example")) : NULL;
}

static char *
describe_similar (const Evidence *evidence)
{
  /* translators: of a line's text */
  return g_strdup_printf (_ ("%u%% like the example"), percent (evidence->value));
}

static char *
describe_prose (const Evidence *evidence)
{
  gboolean running = evidence->value > MOSTLY;

  /* A paragraph that speaks against the body does so for another reason. */
  if (running != (evidence->contribution > 0))
    return NULL;
  return g_strdup (running ? _ ("Running text") : _ ("A few words, no sentence"));
}

static char *
describe_title (const Evidence *evidence)
{
  return evidence->value > MOSTLY ? g_strdup (_ ("Repeats the title")) : NULL;
}

static char *
describe_links (const Evidence *evidence)
{
  if (evidence->contribution > 0)
    return NULL;
  return g_strdup_printf (_ ("%u%% link text"), percent (evidence->value));
}

static char *
describe_place (const Evidence *evidence)
{
  if (evidence->value == 0 || (evidence->value > 0) != (evidence->contribution > 0))
    return NULL;
  return g_strdup (evidence->contribution > 0
                       ? _ ("Inside the page’s article part")
                       : _ ("In a menu, side column, header or footer"));
}

/* The nearest element around the line whose names say @wanted. */
static const char *
find_name (const Evidence *evidence, ExmWordClass wanted)
{
  guint n_lines, n_nodes;
  const ExmLine *lines = exm_page_text_get_lines (evidence->page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (evidence->page, &n_nodes);

  for (guint i = lines[evidence->line].node; i < n_nodes; i = nodes[i].parent)
    {
      const guint32 names[] = { nodes[i].class_names, nodes[i].id };
      for (guint k = 0; k < G_N_ELEMENTS (names); k++)
        {
          const char *name = exm_page_text_get_string (evidence->page, names[k]);
          if (exm_words_classify (name) & wanted)
            return name;
        }
    }
  return NULL;
}

/* At most MAX_QUOTE characters of @text. */
static char *
dup_start (const char *text)
{
  if (g_utf8_strlen (text, -1) <= MAX_QUOTE)
    return g_strdup (text);
  g_autofree char *start = g_utf8_substring (text, 0, MAX_QUOTE - 1);
  return g_strconcat (start, "…", NULL);
}

static char *
describe_names (const Evidence *evidence)
{
  gboolean good = evidence->contribution > 0;
  const char *name = find_name (evidence, good ? EXM_WORDS_BODY : EXM_WORDS_NOISE);

  if (name == NULL)
    return NULL;
  g_autofree char *quoted = dup_start (name);
  /* translators: %s is a class name of the page's own source, as "sidebar" */
  return g_strdup_printf (_ ("In a block named “%s”"), quoted);
}

static char *
describe_comments (const Evidence *evidence)
{
  return evidence->value > 0 ? g_strdup (_ ("Among the comments")) : NULL;
}

static char *
describe_declared (const Evidence *evidence)
{
  return g_strdup (evidence->contribution > 0
                       ? _ ("In the body that the page declares to machines")
                       : _ ("Not in the body that the page declares to machines"));
}

static char *
describe_markers (const Evidence *evidence)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (evidence->page, &n_lines);

  for (guint i = evidence->line + 1; i-- > 0;)
    {
      const char *text = exm_page_text_get_line (evidence->page, i);
      if ((lines[i].flags & EXM_LINE_FLAGGED) != 0
          || exm_words_classify_line (text, lines[i].n_bytes) == EXM_WORDS_NONE)
        continue;
      g_autofree char *quoted = dup_start (text);
      /* translators: %s is a heading on the page, as "Comments" */
      return g_strdup_printf (_ ("After “%s”"), quoted);
    }
  return NULL;
}

static char *
describe_container (const Evidence *evidence)
{
  if ((evidence->value > MOSTLY) != (evidence->contribution > 0))
    return NULL;
  return g_strdup (evidence->contribution > 0 ? _ ("Beside the article’s paragraphs")
                                              : _ ("Away from the article’s paragraphs"));
}

static char *
describe_region (const Evidence *evidence)
{
  return g_strdup (evidence->contribution > 0
                       ? _ ("Where you marked the body on the example")
                       : _ ("Outside what you marked on the example"));
}

static char *
describe_ends (const Evidence *evidence)
{
  if (evidence->value == 0)
    return NULL;
  return g_strdup (_ ("Beyond the lines that frame the body on the example"));
}

static char *
describe_taste (const Evidence *evidence)
{
  return g_strdup (evidence->contribution > 0
                       ? _ ("You marked such a line as body on the example")
                       : _ ("You left such a line out on the example"));
}

static char *
describe_bias (const Evidence *evidence)
{
  return g_strdup (evidence->contribution > 0
                       ? _ ("You marked such a line as body on another page")
                       : _ ("You marked such a line as noise on another page"));
}

static char *
describe_site (const Evidence *evidence)
{
  /* translators: of a line's text */
  return g_strdup_printf (_ ("On %u%% of the task’s pages"), percent (evidence->value));
}

static char *
describe_learned (const Evidence *evidence)
{
  return g_strdup (evidence->value > 0
                       ? _ ("Stands where other articles of the task have their body")
                       : _ ("Stands where other articles of the task have no body"));
}

static char *
describe_appended (const Evidence *evidence)
{
  return g_strdup (_ ("Part of another article behind the page’s own"));
}

static char *
describe_gallery (const Evidence *evidence)
{
  return g_strdup (_ ("A caption, on a page of pictures"));
}

static const Words all_words[] = {
  { "known", describe_known },         { "fs", describe_similar },
  { "bs", describe_similar },          { "prose", describe_prose },
  { "title", describe_title },         { "links", describe_links },
  { "place", describe_place },         { "names", describe_names },
  { "comments", describe_comments },   { "markers", describe_markers },
  { "container", describe_container }, { "region", describe_region },
  { "ends", describe_ends },           { "taste", describe_taste },
  { "bias", describe_bias },           { "declared", describe_declared },
  { "site", describe_site },           { "appended", describe_appended },
  { "gallery", describe_gallery },     { "learned", describe_learned },
};

/* Traits of the page itself that no lane measures. */
static const char *
describe_flags (guint16 flags)
{
  if (flags & EXM_LINE_HIDDEN)
    return _ ("Hidden on the page");
  if (flags & EXM_LINE_NOSCRIPT)
    return _ ("Shown only without scripts");
  if (flags & EXM_LINE_TEMPLATE)
    return _ ("In a template of the page’s scripts");
  if (flags & EXM_LINE_SELECT)
    return _ ("A choice of a drop-down list");
  if (flags & EXM_LINE_DOUBLE)
    return _ ("Said again by the body in the page’s scripts");
  if (flags & EXM_LINE_GUTTER)
    return _ ("The number of a line of code");
  if (flags & EXM_LINE_REVEALED)
    return _ ("Hidden until a script shows it, as most of the page’s prose");
  if (flags & EXM_LINE_EMBEDDED)
    return _ ("From the page’s scripts or an embedded frame; not in its markup");
  return NULL;
}

static const Words *
find_words (const char *lane)
{
  for (guint i = 0; i < G_N_ELEMENTS (all_words); i++)
    if (g_str_equal (all_words[i].lane, lane))
      return &all_words[i];
  return NULL;
}

static int
compare_up (gconstpointer a, gconstpointer b, gpointer contributions)
{
  const float *values = contributions;
  float x = values[*(const guint *) a], y = values[*(const guint *) b];
  return (x > y) - (x < y);
}

char **
exm_line_reasons_dup (const ExmPageText *page,
                      const ExmResultData *data,
                      guint line,
                      gboolean kept)
{
  guint n_lines, n_lanes = data->lanes->len;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_autofree float *contributions = g_new0 (float, MAX (n_lanes, 1));
  g_autofree guint *order = g_new0 (guint, MAX (n_lanes, 1));
  g_autoptr (GStrvBuilder) reasons = g_strv_builder_new ();

  if (line >= n_lines || line >= data->n_lines)
    return g_strv_builder_end (reasons);
  const char *flagged = describe_flags (lines[line].flags);
  if (flagged != NULL)
    g_strv_builder_add (reasons, flagged);
  for (guint i = 0; i < n_lanes; i++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, i);
      contributions[i] = lane->contributions[line] * (kept ? -1 : 1);
      order[i] = i;
    }
  g_qsort_with_data (order, (int) n_lanes, sizeof *order, compare_up, contributions);
  for (guint i = 0; i < n_lanes; i++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, order[i]);
      const Words *words = find_words (lane->id);
      const Evidence evidence
          = { page, line, lane->values[line], lane->contributions[line] };
      if (words == NULL || contributions[order[i]] > -WORTH_SAYING)
        continue;
      g_autofree char *reason = words->describe (&evidence);
      if (reason != NULL)
        g_strv_builder_add (reasons, reason);
    }
  return g_strv_builder_end (reasons);
}

static void
append (GString *all, const char *reason)
{
  if (all->len > 0)
    g_string_append (all, ", ");
  g_string_append (all, reason);
}

char *
exm_body_reasons_dup (const ExmPageText *page, const ExmResultData *data)
{
  GString *all = g_string_new (NULL);

  if (page != NULL && exm_page_text_get_cut (page))
    append (all, _ ("the page arrived incomplete"));
  else if (data->same_article)
    append (all, _ ("an example holds the same article and was left out"));
  else if (data->template_similarity >= 0)
    g_string_append_printf (all, _ ("%.0f%% same layout"),
                            data->template_similarity * 100);
  if (data->head == EXM_NONE)
    append (all, _ ("no running text that the example lacks"));
  else if (data->margin < .2)
    append (all, _ ("another part is nearly as likely"));
  else if (data->strength < .5)
    append (all, _ ("weak evidence inside"));
  return g_string_free (all, FALSE);
}
