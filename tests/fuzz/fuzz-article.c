/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole way from bytes to an article: an example, a NUL, and a target; after a second
 * NUL, the example's body. */

#include "config.h"

#include "exm-body.h"
#include "exm-engine.h"
#include "fuzz.h"

#include <string.h>

/* Longer inputs only take longer. */
#define MAX_BYTES 16384u

static void
check (const ExmPrepared *target, const ExmResult *result)
{
  const ExmPageText *page = exm_prepared_get_page (target);
  const ExmResultData *data = exm_result_get (result);
  g_autofree char *text = exm_body_write_text (page, result);
  g_autoptr (GString) joined = g_string_new (NULL);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  FUZZ_EXPECT (data->n_lines == n_lines);
  FUZZ_EXPECT ((data->head == EXM_NONE) == (data->tail == EXM_NONE));
  FUZZ_EXPECT (data->head == EXM_NONE
               || (data->head <= data->tail && data->tail < n_lines));
  FUZZ_EXPECT (data->confidence >= 0 && data->confidence <= 1);
  for (guint i = 0; i < n_lines; i++)
    {
      if (data->verdicts[i] != EXM_VERDICT_KEPT)
        continue;
      FUZZ_EXPECT (data->head != EXM_NONE && i >= data->head && i <= data->tail);
      g_string_append_printf (joined, "%s%s", joined->len > 0 ? "\n" : "",
                              exm_page_text_get_line (page, i));
    }
  FUZZ_EXPECT (g_str_equal (joined->str, text));
}

static void
extract (ExmEngine *engine, ExmPrepared *target, ExmPrepared *example, const char *method)
{
  const ExmExtractOptions options = { .method = method };
  const ExmExtractOptions brief = { .method = method, .brief = TRUE };
  g_autoptr (ExmResult) a
      = exm_engine_extract (engine, target, &example, 1, &options, NULL, NULL);
  g_autoptr (ExmResult) b
      = exm_engine_extract (engine, target, &example, 1, &brief, NULL, NULL);

  FUZZ_EXPECT ((a == NULL) == (b == NULL));
  if (a == NULL)
    return;
  check (target, a);
  const ExmResultData *x = exm_result_get (a), *y = exm_result_get (b);
  FUZZ_EXPECT (memcmp (x->verdicts, y->verdicts, x->n_lines) == 0);
  FUZZ_EXPECT (x->confidence == y->confidence && x->head == y->head);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const methods[]
      = { "exemplar", "exemplar-single", "exemplar-rules" };
  if (size > MAX_BYTES)
    return 0;
  const guint8 *cut = size > 0 ? memchr (data, 0, size) : NULL;
  gsize n = cut != NULL ? (gsize) (cut - data) : size / 2;
  gsize rest = n + (cut != NULL);
  const guint8 *second = size > rest ? memchr (data + rest, 0, size - rest) : NULL;
  gsize end = second != NULL ? (gsize) (second - data) : size;
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) example_bytes = g_bytes_new (data, n);
  g_autoptr (GBytes) target_bytes = g_bytes_new (data + rest, end - rest);
  g_autofree char *raw
      = second != NULL ? g_strndup ((const char *) second + 1, size - end - 1) : NULL;
  g_autofree char *body = raw != NULL ? g_utf8_make_valid (raw, -1) : NULL;
  g_autoptr (ExmPrepared) target
      = exm_engine_prepare (engine, target_bytes, NULL, NULL, NULL);
  g_autoptr (ExmPrepared) example
      = exm_engine_prepare (engine, example_bytes, NULL, body, NULL);

  if (example == NULL)
    example = exm_engine_prepare (engine, example_bytes, NULL, NULL, NULL);
  for (gsize i = 0; target != NULL && example != NULL && i < G_N_ELEMENTS (methods); i++)
    extract (engine, target, example, methods[i]);
  return 0;
}
