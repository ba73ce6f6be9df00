/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "lab/methods/exm-lab-methods.h"

#include "extract/boundaries/exm-boundaries.h"
#include "extract/exm-headline.h"
#include "extract/exm-word-set.h"

/* node-prune: the best text node is the element with the most text right under it, in its
 * paragraphs or in itself; links are no text. It grows to the elements around it until
 * one holds far more. From both edges of its lines those are dropped whose element's
 * parent holds far less than the best node. The title is that of several candidates whose
 * words are most contained in the body, and that is not in the body itself. */

enum
{
  MORE,
  LESS,
};

static const ExmMethodParameter parameters[] = {
  [MORE] = { "more", 1, 100, 1 },
  [LESS] = { "less", 1, 1000, 5 },
};

/* Words that a title has, at least: a character of a script without spaces is one. */
#define MIN_TITLE_WORDS 3u

/* A page and the text of its elements, links left out. */
typedef struct
{
  const ExmPageText *page;
  const ExmLine *lines;
  guint n_lines;
  const ExmNode *nodes;
  guint n_nodes;
} Tree;

static guint
get_text (const Tree *tree, guint node)
{
  return tree->nodes[node].n_chars - tree->nodes[node].n_link_chars;
}

/* The element that a line's block is a part of. */
static guint
get_holder (const Tree *tree, guint line)
{
  guint parent = tree->nodes[tree->lines[line].block].parent;

  return parent != EXM_NONE ? parent : tree->lines[line].block;
}

/* The innermost element with the most text in itself and in its children. */
static guint
find_best (const Tree *tree)
{
  g_autofree guint64 *held = g_new0 (guint64, tree->n_nodes);
  guint best = 0;

  for (guint i = 0; i < tree->n_lines; i++)
    {
      const ExmLine *line = &tree->lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      guint n_text = line->n_chars - line->n_link_chars;
      held[line->block] += n_text;
      if (get_holder (tree, i) != line->block)
        held[get_holder (tree, i)] += n_text;
    }
  for (guint node = 1; node < tree->n_nodes; node++)
    if (held[node] >= held[best])
      best = node;
  return best;
}

static guint
grow (const Tree *tree, guint best, double more)
{
  guint whole = best;

  while (tree->nodes[whole].parent != EXM_NONE
         && get_text (tree, tree->nodes[whole].parent) <= more * get_text (tree, best))
    whole = tree->nodes[whole].parent;
  return whole;
}

/* Keeps the lines of @whole but for those at its edges that hang under little text. */
static void
prune (const Tree *tree, guint whole, const float *shares, double less, guint8 *kept)
{
  guint first = tree->nodes[whole].first_line, last = tree->nodes[whole].last_line;

  if (first == EXM_NONE)
    return;
  while (first < last && (double) shares[first] * less < 1)
    first++;
  while (last > first && (double) shares[last] * less < 1)
    last--;
  for (guint i = first; i <= last; i++)
    kept[i] = (tree->lines[i].flags & EXM_LINE_FLAGGED) == 0;
}

/* Whether the line is a first heading, or begins in strong, b or font. */
static gboolean
stands_out (const Tree *tree, guint index)
{
  const ExmLine *line = &tree->lines[index];
  guint node = line->node;

  if (line->heading == 1)
    return TRUE;
  while (node != line->block && node != EXM_NONE)
    {
      guint tag = tree->nodes[node].tag;
      if (tag == EXM_TAG_STRONG || tag == EXM_TAG_B || tag == EXM_TAG_FONT)
        return TRUE;
      node = tree->nodes[node].parent;
    }
  return FALSE;
}

typedef struct
{
  const ExmWordSet *words; /* of the body */
  double share;            /* of the best candidate so far */
  guint n_words;
  guint line;
  const char *text; /* (nullable) */
} Title;

/* Takes the candidate if more of its words are in the body; of equal ones the longest. */
static void
offer (Title *best, guint line, const char *text)
{
  ExmWordCutter cutter = { 0 };
  guint32 words[2];
  guint n_words = 0, n_known = 0;

  for (const char *p = text;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      guint n = exm_word_cutter_feed (&cutter, c != 0 ? g_unichar_tolower (c) : 0, words);
      for (guint k = 0; k < n; k++)
        n_known += exm_word_set_has (best->words, words[k]);
      n_words += n;
      if (c == 0)
        break;
    }
  if (n_words < MIN_TITLE_WORDS || n_known == 0)
    return;
  double share = (double) n_known / n_words;
  if (share < best->share || (n_words <= best->n_words && !(share > best->share)))
    return;
  *best = (Title){ best->words, share, n_words, line, text };
}

static void
add_title (const Tree *tree, const guint8 *kept, ExmResultData *data)
{
  ExmWordSet words;
  const char *declared = exm_page_text_get_title (tree->page);
  g_autofree char *cut = exm_headline_dup_cut (declared);
  gsize n_bytes = 0;

  for (guint i = 0; i < tree->n_lines; i++)
    n_bytes += kept[i] ? tree->lines[i].n_bytes : 0;
  exm_word_set_init (&words, n_bytes);
  for (guint i = 0; i < tree->n_lines; i++)
    if (kept[i])
      exm_word_set_add_text (&words, exm_page_text_get_line (tree->page, i));
  Title title = { .words = &words, .line = EXM_NONE };
  offer (&title, EXM_NONE, declared);
  offer (&title, EXM_NONE, cut);
  for (guint i = 0; i < tree->n_lines; i++)
    if (!kept[i] && (tree->lines[i].flags & EXM_LINE_FLAGGED) == 0
        && stands_out (tree, i))
      offer (&title, i, exm_page_text_get_line (tree->page, i));
  if (title.text != NULL)
    exm_result_data_add_answer (data, EXM_ANSWER_TITLE, title.line, title.text);
  exm_word_set_clear (&words);
}

static gboolean
extract (const ExmMethodInput *input, ExmResultData *data, GError **error)
{
  const ExmMethod *self = &exm_method_node_prune;
  Tree tree = { .page = exm_prepared_get_page (input->target) };
  tree.lines = exm_page_text_get_lines (tree.page, &tree.n_lines);
  tree.nodes = exm_page_text_get_nodes (tree.page, &tree.n_nodes);
  g_autofree guint8 *kept = g_new0 (guint8, tree.n_lines);
  float *shares = exm_result_data_add_lane (data, "parent-text")->values;

  guint best = find_best (&tree);
  double text = MAX (get_text (&tree, best), 1);
  for (guint i = 0; i < tree.n_lines; i++)
    shares[i] = (float) (get_text (&tree, get_holder (&tree, i)) / text);
  guint whole = grow (&tree, best, exm_method_get_parameter (input, self, MORE));
  prune (&tree, whole, shares, exm_method_get_parameter (input, self, LESS), kept);
  add_title (&tree, kept, data);
  exm_boundaries_keep (tree.page, data, kept);
  return TRUE;
}

const ExmMethod exm_method_node_prune = {
  .name = "node-prune",
  .needs = EXM_NEEDS_NOTHING,
  .parameters = parameters,
  .n_parameters = G_N_ELEMENTS (parameters),
  .extract = extract,
};
