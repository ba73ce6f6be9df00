/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Caches of a pair of pages do not show: its curves are those of the kernel. */

#include "engine/exm-curves-pair.h"
#include "engine/exm-engine.h"
#include "extract/exm-similarity.h"

#include <string.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveLiteral, exm_curve_literal_free)

#define N_THREADS 4

typedef struct
{
  ExmPrepared *target;  /* (owned) */
  ExmPrepared *example; /* (owned) */
  ExmCurvesPair *pair;  /* (owned) */
  ExmCurveText *text;   /* (owned) */
  ExmCurveTrack *track; /* (owned) */
  gsize n;
} Fixture;

static ExmPrepared *
prepare (const GString *html)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GBytes) raw = g_bytes_new (html->str, html->len);
  g_autoptr (GError) error = NULL;
  const ExmPageHints hints = { .http_charset = "utf-8" };
  ExmPrepared *prepared = exm_engine_prepare (engine, raw, &hints, NULL, &error);

  g_assert_no_error (error);
  return prepared;
}

static void
fixture_init (Fixture *self, const GString *target, const GString *example)
{
  g_autoptr (GError) error = NULL;

  self->target = prepare (target);
  self->example = prepare (example);
  self->pair = exm_curves_pair_new (self->target, self->example);
  self->text = exm_similarity_pair (self->target, self->example, NULL, &error);
  g_assert_no_error (error);
  self->n = exm_curve_text_get_length (self->text);
  g_assert_cmpint (exm_curve_track_new (self->text, NULL, NULL, NULL, &self->track), ==,
                   EXM_KERNEL_OK);
}

static void
fixture_clear (Fixture *self)
{
  exm_curves_pair_unref (self->pair);
  exm_prepared_unref (self->target);
  exm_prepared_unref (self->example);
  exm_curve_text_free (self->text);
  exm_curve_track_free (self->track);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Fixture, fixture_clear)

static GString *
make_page (guint seed, guint n_paragraphs)
{
  GString *html = g_string_new ("<title>A page</title><p>The head of every page</p>");

  for (guint i = 0; i < n_paragraphs; i++)
    g_string_append_printf (html, "<p>Paragraph %u says %u, and %u more</p>", i,
                            (i + seed) * 7919 % 1000, i * seed);
  g_string_append (html, "<p>Imprint, privacy, terms of use</p>");
  return html;
}

static void
check (const Fixture *self, gboolean literal, guint window, gsize stride)
{
  g_autofree float *fs = g_new (float, self->n + 1);
  g_autofree float *bs = g_new (float, self->n + 1);
  g_autofree float *right_fs = g_new (float, self->n + 1);
  g_autofree float *right_bs = g_new (float, self->n + 1);
  g_autoptr (GError) error = NULL;
  gsize every = literal ? stride : 1;

  const ExmCurvePart all = { 0, exm_curve_n_samples (self->n, stride) };
  g_assert_true (exm_curves_pair_measure (self->pair, literal, window, stride, &all, fs,
                                          bs, NULL, &error));
  g_assert_no_error (error);
  if (literal)
    exm_curve_literal (self->text, window, right_fs, right_bs, NULL, NULL);
  else
    exm_curve_tracked (self->text, self->track, window, stride, right_fs, right_bs, NULL,
                       NULL);
  for (gsize k = 0; k * stride < self->n; k++)
    {
      g_assert_cmpfloat (fs[k], ==, right_fs[k * every]);
      g_assert_cmpfloat (bs[k], ==, right_bs[k * every]);
    }
  const ExmCurvePart part = { all.n / 3, all.n / 2 };
  g_assert_true (exm_curves_pair_measure (self->pair, literal, window, stride, &part, fs,
                                          bs, NULL, &error));
  for (gsize k = 0; k < part.n; k++)
    {
      g_assert_cmpfloat (fs[k], ==, right_fs[(part.first + k) * every]);
      g_assert_cmpfloat (bs[k], ==, right_bs[(part.first + k) * every]);
    }
}

static void
check_widths (const Fixture *self)
{
  static const guint widths[] = { 32, 1, 64, 256, 33 };

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      check (self, TRUE, widths[i], 1);
      check (self, FALSE, widths[i], 4);
      check (self, TRUE, widths[i], 3);
    }
}

static void
test_widths (void)
{
  g_autoptr (GString) target = make_page (2, 40);
  g_autoptr (GString) example = make_page (3, 30);
  g_auto (Fixture) self = { NULL };

  fixture_init (&self, target, example);
  g_assert_cmpuint (self.n, >, 1000);
  check_widths (&self);
  g_assert_true (exm_curves_pair_is_of (self.pair, self.target, self.example));
  g_assert_false (exm_curves_pair_is_of (self.pair, self.example, self.target));
}

static void
test_empty (void)
{
  g_autoptr (GString) nothing = g_string_new ("");
  g_autoptr (GString) page = make_page (2, 1);
  g_auto (Fixture) none = { NULL };
  g_auto (Fixture) some = { NULL };

  fixture_init (&none, nothing, page);
  g_assert_cmpuint (none.n, ==, 0);
  check_widths (&none);
  fixture_init (&some, page, nothing);
  check_widths (&some);
}

static gpointer
run_thread (gpointer data)
{
  check_widths (data);
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (GString) target = make_page (2, 40);
  g_autoptr (GString) example = make_page (3, 30);
  g_auto (Fixture) self = { NULL };
  GThread *threads[N_THREADS];

  fixture_init (&self, target, example);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("curves", run_thread, &self);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
}

static void
append_characters (GString *html, gunichar first, gunichar last)
{
  for (gunichar c = first; c <= last; c++)
    {
      g_string_append_unichar (html, c);
      if (c % 64 == 63)
        g_string_append (html, "<p>");
    }
}

/* More characters than the curves of all widths can tell apart. */
static void
test_many_characters (void)
{
  g_autoptr (GString) target = g_string_new ("<p>");
  g_autoptr (GString) example = make_page (3, 3);
  g_auto (Fixture) self = { NULL };
  ExmCurveLiteral *none;

  append_characters (target, 0x3400, 0x9fff);
  append_characters (target, 0x20000, 0x2a6d6);
  fixture_init (&self, target, example);
  g_assert_cmpint (exm_curve_literal_new (self.text, 8, NULL, NULL, &none), ==,
                   EXM_KERNEL_REFUSED);
  g_assert_null (none);
  for (guint window = 8; window <= 24; window += 8)
    check (&self, TRUE, window, 1);
  check (&self, FALSE, 32, 4);
}

static void
test_cancelled (void)
{
  g_autoptr (GString) target = make_page (2, 8000);
  g_autoptr (GString) example = make_page (3, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_auto (Fixture) self = { NULL };

  fixture_init (&self, target, example);
  g_assert_cmpuint (self.n, >, 200 * 1000);
  g_autofree float *fs = g_new (float, self.n + 1);
  g_autofree float *bs = g_new (float, self.n + 1);
  const ExmCurvePart all = { 0, self.n };
  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (GError) error = NULL;
      g_assert_false (exm_curves_pair_measure (self.pair, i % 2 == 0, 32, 1, &all, fs, bs,
                                               cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
    }
  check (&self, TRUE, 16, 1);
  check (&self, FALSE, 32, 4);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/engine/curves-pair/widths", test_widths);
  g_test_add_func ("/engine/curves-pair/empty", test_empty);
  g_test_add_func ("/engine/curves-pair/threads", test_threads);
  g_test_add_func ("/engine/curves-pair/many-characters", test_many_characters);
  g_test_add_func ("/engine/curves-pair/cancelled", test_cancelled);
  return g_test_run ();
}
