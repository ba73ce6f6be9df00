/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "methods/exm-boilerpipe.h"

#include "base/exm-byte-pairs.h"

#include <string.h>

/* The numbers of the decision trees are the paper's, learned there from news pages. */
#define LINK_DENSITY 0.333333
#define LINK_DENSITY_BEFORE 0.555556

/* Words a line from which text is "full text". */
#define FULL_TEXT_DENSITY 9

/* A line that ends the text is short. */
#define MAX_END_WORDS 20

const ExmTextBlock exm_text_block_none = { .n_wrapped = 1 };

gboolean
exm_boilerpipe_is_content_by_words (const ExmTextBlock *before,
                                    const ExmTextBlock *block,
                                    const ExmTextBlock *after)
{
  if (exm_text_block_get_link_density (block) > LINK_DENSITY)
    return FALSE;
  if (exm_text_block_get_link_density (before) > LINK_DENSITY_BEFORE)
    return block->n_words > 40 || after->n_words > 17;
  if (block->n_words > 16 || after->n_words > 15)
    return TRUE;
  return before->n_words > 4;
}

gboolean
exm_boilerpipe_is_content_by_density (const ExmTextBlock *before,
                                      const ExmTextBlock *block,
                                      const ExmTextBlock *after)
{
  double density_after = exm_text_block_get_text_density (after);

  if (exm_text_block_get_link_density (block) > LINK_DENSITY)
    return FALSE;
  if (exm_text_block_get_link_density (before) > LINK_DENSITY_BEFORE)
    return density_after > 11;
  if (exm_text_block_get_text_density (block) > 9)
    return density_after > 0;
  return density_after > 10 || exm_text_block_get_text_density (before) > 4;
}

/* Bytes of a block that needs no memory of its own. */
#define SHORT_BYTES 512u

/* “12 Comments”, “3 users responded in …”. */
static gboolean
counts_responses (const char *text)
{
  const char *rest = text + strspn (text, "0123456789");

  return rest > text
         && (g_str_has_prefix (rest, " comments")
             || g_str_has_prefix (rest, " users responded in"));
}

gboolean
exm_boilerpipe_ends_text (const char *text, guint n_words)
{
  static const char *const starts[] = { "comments", "© reuters", "please rate this" };
  static const char *const parts[]
      = { "what you think...", "what you think…", "add your comment", "add comment",
          "reader views",      "have your say",   "reader comments" };
  static const char *const wholes[]
      = { "thanks for your comments - this feedback is now closed",
          "thanks for your comments – this feedback is now closed", NULL };

  char room[SHORT_BYTES];
  ExmBytePairs pairs;

  if (n_words >= MAX_END_WORDS)
    return FALSE;
  gsize n = strlen (text);
  g_autofree char *larger = n < sizeof room ? NULL : g_malloc (n + 1);
  char *lower = larger != NULL ? larger : room;
  for (gsize i = 0; i <= n; i++)
    lower[i] = (char) (text[i] | (text[i] >= 'A' && text[i] <= 'Z' ? 0x20 : 0));
  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    if (*lower == *starts[i] && g_str_has_prefix (lower, starts[i]))
      return TRUE;
  exm_byte_pairs_read (&pairs, lower);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (exm_byte_pairs_may_have (&pairs, parts[i]) && strstr (lower, parts[i]) != NULL)
      return TRUE;
  return counts_responses (lower) || g_strv_contains (wholes, lower);
}

static guint
count_full_text (const ExmTextBlock *block)
{
  return exm_text_block_get_text_density (block) >= FULL_TEXT_DENSITY ? block->n_words
                                                                      : 0;
}

void
exm_boilerpipe_ignore_after_content (GArray *blocks, guint min_words)
{
  guint64 n_words = 0;
  gboolean ended = FALSE;

  for (guint i = 0; i < blocks->len; i++)
    {
      ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      if (block->content)
        n_words += count_full_text (block);
      ended |= (block->labels & EXM_TEXT_BLOCK_ENDS_TEXT) && n_words >= min_words;
      block->content &= !ended;
    }
}

void
exm_boilerpipe_fuse_near (GArray *blocks, gboolean content_only)
{
  ExmTextBlock *all = (ExmTextBlock *) (void *) blocks->data;
  guint n = 0; /* blocks done; the last of them is the one before */

  for (guint i = 0; i < blocks->len; i++)
    {
      ExmTextBlock *before = n > 0 ? &all[n - 1] : NULL;
      gboolean near = before != NULL && all[i].first - before->last <= 2;
      if (all[i].content && near && (before->content || !content_only))
        exm_text_block_merge (before, &all[i]);
      else
        all[n++] = all[i];
    }
  g_array_set_size (blocks, n);
}

void
exm_boilerpipe_fuse_alike (GArray *blocks)
{
  ExmTextBlock *all = (ExmTextBlock *) (void *) blocks->data;
  guint n = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      /* Both are quotients of small whole numbers: equal ones are equal to the bit. */
      if (n > 0
          && !(exm_text_block_get_text_density (&all[n - 1])
                   < exm_text_block_get_text_density (&all[i])
               || exm_text_block_get_text_density (&all[n - 1])
                      > exm_text_block_get_text_density (&all[i])))
        exm_text_block_merge (&all[n - 1], &all[i]);
      else
        all[n++] = all[i];
    }
  g_array_set_size (blocks, n);
}

void
exm_boilerpipe_remove_boilerplate (GArray *blocks)
{
  ExmTextBlock *all = (ExmTextBlock *) (void *) blocks->data;
  guint n = 0;

  for (guint i = 0; i < blocks->len; i++)
    if (all[i].content)
      all[n++] = all[i];
  g_array_set_size (blocks, n);
}

void
exm_boilerpipe_keep_largest (GArray *blocks)
{
  ExmTextBlock *largest = NULL;

  for (guint i = 0; i < blocks->len; i++)
    {
      ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      if (block->content
          && (largest == NULL || count_full_text (block) > count_full_text (largest)))
        largest = block;
    }
  for (guint i = 0; largest != NULL && i < blocks->len; i++)
    {
      ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      block->content = block == largest;
      if (block != largest)
        block->labels |= EXM_TEXT_BLOCK_MIGHT_BE_BODY;
    }
}

void
exm_boilerpipe_expand_to_title (GArray *blocks)
{
  guint title = EXM_NONE, start = EXM_NONE;

  for (guint i = 0; start == EXM_NONE && i < blocks->len; i++)
    {
      const ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      if (block->labels & EXM_TEXT_BLOCK_TITLE)
        title = i;
      if (block->content)
        start = i;
    }
  if (title == EXM_NONE || start == EXM_NONE)
    return;
  for (guint i = title; i < start; i++)
    {
      ExmTextBlock *block = &g_array_index (blocks, ExmTextBlock, i);
      block->content |= (block->labels & EXM_TEXT_BLOCK_MIGHT_BE_BODY) != 0;
    }
}
