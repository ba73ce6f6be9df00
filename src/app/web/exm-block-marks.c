/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-block-marks.h"

#include "app/web/exm-page-script.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

void
exm_block_marks_init (ExmBlockMarks *self)
{
  *self = (ExmBlockMarks){ .current = EXM_NONE };
  self->numbers = g_strdup ("");
  self->words = g_strdup ("");
}

void
exm_block_marks_clear (ExmBlockMarks *self)
{
  g_clear_pointer (&self->result, exm_result_unref);
  g_free (self->numbers);
  g_free (self->words);
}

char *
exm_block_marks_describe (const ExmBlock *block, guint index)
{
  g_autofree char *lines = NULL;

  if (block->first_line == EXM_NONE)
    /* translators: a part of "Block 12 · coherence 8 · without text" */
    lines = g_strdup (_ ("without text"));
  else if (block->first_line == block->last_line)
    lines = g_strdup_printf (_ ("line %u"), block->first_line + 1);
  else
    lines = g_strdup_printf (_ ("lines %1$u–%2$u"), block->first_line + 1,
                             block->last_line + 1);
  return g_strdup_printf (
      block->is_main
          /* translators: a part of a page as one sees it, its number, how well its
           * content hangs together (1 … 10), "lines 4–9" */
          ? _ ("Block %1$u, the article · coherence %2$u · %3$s")
          : _ ("Block %1$u · coherence %2$u · %3$s"),
      index + 1, block->coherence, lines);
}

/* Returns: (nullable): the method's measure before each line, %NULL if it has none */
static const float *
find_separators (const ExmResultData *data)
{
  for (guint i = 0; i < data->lanes->len; i++)
    {
      const ExmLane *lane = &g_array_index (data->lanes, ExmLane, i);
      if (strcmp (lane->id, "separator") == 0)
        return lane->values;
    }
  return NULL;
}

/* The weight of what separates a block from the one before it in the same block. */
static guint
weigh (const ExmBlock *block, const float *separators, guint8 *has_parts)
{
  gboolean is_first = block->parent == EXM_NONE || !has_parts[block->parent];

  if (block->parent != EXM_NONE)
    has_parts[block->parent] = TRUE;
  if (is_first || separators == NULL || block->first_line == EXM_NONE)
    return 0;
  return (guint) lroundf (separators[block->first_line] * EXM_MAX_COHERENCE);
}

static void
append_line (GString *numbers, guint32 line)
{
  g_string_append_printf (numbers, "%d ", line == EXM_NONE ? -1 : (int) line);
}

gboolean
exm_block_marks_set (ExmBlockMarks *self, ExmResult *result)
{
  const ExmResultData *data = result != NULL ? exm_result_get (result) : NULL;
  const GArray *blocks = data != NULL ? data->blocks : NULL;
  const float *separators = blocks != NULL ? find_separators (data) : NULL;
  guint n = blocks != NULL ? blocks->len : 0;
  g_autofree guint8 *has_parts = g_new0 (guint8, MAX (n, 1));
  g_autoptr (GString) numbers = g_string_new (NULL), words = g_string_new (NULL);

  if (self->result == result)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const ExmBlock *block = &g_array_index (blocks, ExmBlock, i);
      g_autofree char *description = exm_block_marks_describe (block, i);
      if (i > 0)
        {
          g_string_append_c (numbers, ' ');
          g_string_append_c (words, '\n');
        }
      append_line (numbers, block->parent);
      append_line (numbers, block->first_line);
      append_line (numbers, block->last_line);
      g_string_append_printf (numbers, "%u %d %u", block->coherence, block->is_main,
                              weigh (block, separators, has_parts));
      g_string_append (words, description);
    }
  exm_block_marks_clear (self);
  self->result = result != NULL ? exm_result_ref (result) : NULL;
  self->numbers = g_strdup (numbers->str);
  self->words = g_strdup (words->str);
  self->current = EXM_NONE;
  return TRUE;
}

static double
get_current (const ExmBlockMarks *self)
{
  return self->current != EXM_NONE ? (double) self->current : -1.0;
}

void
exm_block_marks_send (const ExmBlockMarks *self,
                      WebKitWebView *view,
                      GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "numbers", "s", self->numbers);
  g_variant_dict_insert (&arguments, "words", "s", self->words);
  g_variant_dict_insert (&arguments, "current", "d", get_current (self));
  exm_page_script_call (view, "await exemplar.setBlocks(numbers, words, current)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

void
exm_block_marks_send_current (const ExmBlockMarks *self,
                              WebKitWebView *view,
                              GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "current", "d", get_current (self));
  exm_page_script_call (view, "exemplar.setBlock(current)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}
