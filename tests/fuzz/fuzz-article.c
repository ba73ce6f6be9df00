/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole way from bytes to an article, as text, Markdown, HTML and metadata. Parts of
 * an input are parted by NULs: an example, a target, the example's body, a second
 * example. */

#include "config.h"

#include "article/exm-body.h"
#include "article/exm-derived-body.h"
#include "engine/exm-engine.h"
#include "fuzz.h"

#include <string.h>

/* Longer inputs only take longer. */
#define MAX_BYTES 16384u

#define MAX_PARTS 4u
#define MAX_EXAMPLES 2u

typedef struct
{
  const char *text;
  gsize size;
} Part;

typedef struct
{
  ExmEngine *engine;                   /* (owned) */
  ExmPrepared *target;                 /* (owned) (nullable) */
  ExmPrepared *examples[MAX_EXAMPLES]; /* (owned) */
  guint n_examples;
} Chain;

/* Without a NUL, the first half is the example. */
static void
split (const guint8 *data, gsize size, Part *parts)
{
  const char *text = (const char *) data;

  for (guint i = 0; i < MAX_PARTS; i++)
    parts[i] = (Part){ NULL, 0 };
  if (size == 0 || memchr (data, 0, size) == NULL)
    {
      parts[0] = (Part){ text, size / 2 };
      parts[1] = (Part){ text + size / 2, size - size / 2 };
      return;
    }
  for (guint i = 0; i < MAX_PARTS; i++)
    {
      const char *end = i + 1 < MAX_PARTS ? memchr (text, 0, size) : NULL;
      gsize n = end != NULL ? (gsize) (end - text) : size;
      parts[i] = (Part){ text, n };
      if (end == NULL)
        return;
      text = end + 1;
      size -= n + 1;
    }
}

/* A body that is not on the page is none. */
static ExmPrepared *
prepare (ExmEngine *engine, const Part *page, const Part *body)
{
  const ExmPageHints hints = { .url = "https://fuzz.example/a/b" };
  g_autoptr (GBytes) bytes = g_bytes_new (page->text, page->size);
  ExmPrepared *prepared = NULL;

  if (body != NULL && body->text != NULL)
    {
      g_autofree char *raw = g_strndup (body->text, body->size);
      g_autofree char *text = g_utf8_make_valid (raw, -1);
      prepared = exm_engine_prepare (engine, bytes, &hints, text, NULL);
    }
  if (prepared == NULL)
    prepared = exm_engine_prepare (engine, bytes, &hints, NULL, NULL);
  return prepared;
}

static void
chain_init (Chain *self, const Part *parts)
{
  self->engine = exm_engine_new ();
  self->n_examples = 0;
  self->target = prepare (self->engine, &parts[1], NULL);
  for (guint i = 0; i < MAX_EXAMPLES; i++)
    {
      const Part *page = i == 0 ? &parts[0] : &parts[3];
      ExmPrepared *example = page->text != NULL
                                 ? prepare (self->engine, page, i == 0 ? &parts[2] : NULL)
                                 : NULL;
      if (example != NULL)
        self->examples[self->n_examples++] = example;
    }
}

static void
chain_clear (Chain *self)
{
  for (guint i = 0; i < self->n_examples; i++)
    exm_prepared_unref (self->examples[i]);
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_object (&self->engine);
}

/* Whatever HTML a store holds gives some text and Markdown. */
static void
check_derived (const char *html)
{
  g_autofree char *text = exm_derived_body_write_text (html);
  g_autofree char *markdown = exm_derived_body_write_markdown (html);

  FUZZ_EXPECT (g_utf8_validate (text, -1, NULL));
  FUZZ_EXPECT (g_utf8_validate (markdown, -1, NULL));
}

static void
check_formats (Chain *self, const ExmResult *result)
{
  const ExmPageText *page = exm_prepared_get_page (self->target);
  g_autofree char *markdown = exm_body_write_markdown (page, result);
  g_autofree char *html = exm_body_write_html (page, result);
  g_autoptr (ExmMetadata) metadata = exm_engine_read_metadata_beside (
      self->engine, self->target, result, self->examples, self->n_examples, NULL);

  FUZZ_EXPECT (g_utf8_validate (markdown, -1, NULL));
  FUZZ_EXPECT (g_utf8_validate (html, -1, NULL));
  FUZZ_EXPECT (strstr (html, "<script") == NULL);
  FUZZ_EXPECT (strstr (html, "=\"javascript:") == NULL);
  check_derived (html);
  for (ExmField field = 0; field < EXM_N_FIELDS; field++)
    {
      const char *value = exm_metadata_get (metadata, field);
      double confidence = exm_metadata_get_confidence (metadata, field);
      FUZZ_EXPECT (confidence >= 0 && confidence <= 1);
      FUZZ_EXPECT (value == NULL
                   || (value[0] != '\0' && g_utf8_validate (value, -1, NULL)));
    }
}

static void
check (Chain *self, const ExmResult *result)
{
  const ExmPageText *page = exm_prepared_get_page (self->target);
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
  check_formats (self, result);
}

static ExmResult *
extract (Chain *self, const char *method, gboolean brief)
{
  const ExmExtractOptions options = { .method = method, .brief = brief };

  return exm_engine_extract (self->engine, self->target, self->examples, self->n_examples,
                             &options, NULL, NULL);
}

/* The same bytes read anew, and without reasons, give the same answer. */
static void
check_again (const Part *parts, const char *method, const ExmResult *first)
{
  Chain chain;

  chain_init (&chain, parts);
  g_autoptr (ExmResult) again = extract (&chain, method, TRUE);
  FUZZ_EXPECT ((first == NULL) == (again == NULL));
  if (first != NULL)
    {
      const ExmResultData *x = exm_result_get (first), *y = exm_result_get (again);
      FUZZ_EXPECT (x->n_lines == y->n_lines);
      FUZZ_EXPECT (memcmp (x->verdicts, y->verdicts, x->n_lines) == 0);
      FUZZ_EXPECT (x->confidence == y->confidence && x->head == y->head);
    }
  chain_clear (&chain);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  static const char *const others[] = { "exemplar-single", "exemplar-rules" };
  Part parts[MAX_PARTS];
  Chain chain;

  if (size > MAX_BYTES)
    return 0;
  g_autofree char *raw = g_strndup ((const char *) data, size);
  check_derived (raw);
  split (data, size, parts);
  chain_init (&chain, parts);
  if (chain.target != NULL && chain.n_examples > 0)
    {
      /* By the size, so that an input's answer hangs on nothing else. */
      const char *other = others[size % G_N_ELEMENTS (others)];
      g_autoptr (ExmResult) result = extract (&chain, NULL, FALSE);
      g_autoptr (ExmResult) second = extract (&chain, other, FALSE);
      if (result != NULL)
        check (&chain, result);
      if (second != NULL)
        check (&chain, second);
      check_again (parts, size % 3 == 0 ? other : NULL, size % 3 == 0 ? second : result);
    }
  chain_clear (&chain);
  return 0;
}
