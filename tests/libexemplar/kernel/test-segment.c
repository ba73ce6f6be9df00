/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-segment.h"

#include "oracle.h"

#include <math.h>

static void
assert_segment (const double *weights, gsize n, gsize head, gsize tail, double gain)
{
  ExmSegment segment;
  exm_segment_max (weights, n, NULL, &segment);
  g_assert_true (segment.found);
  g_assert_cmpuint (segment.head, ==, head);
  g_assert_cmpuint (segment.tail, ==, tail);
  g_assert_cmpfloat (segment.gain, ==, gain);
}

static void
test_known (void)
{
  const double body[] = { -3, -1, 4, -1, 5, -9, 2, -1 };
  assert_segment (body, G_N_ELEMENTS (body), 2, 4, 8);
  assert_segment ((double[]){ 1 }, 1, 0, 0, 1);
  assert_segment ((double[]){ 1, 2, 3 }, 3, 0, 2, 6);
  ExmSegment segment;
  exm_segment_max (body, G_N_ELEMENTS (body), NULL, &segment);
  g_assert_cmpfloat (segment.second_gain, ==, 2);
  g_assert_cmpfloat (segment.head_margin, ==, 1);
  g_assert_cmpfloat (segment.tail_margin, ==, 4);
}

static void
test_ties (void)
{
  /* The first of equals, without zeros at its edges. */
  assert_segment ((double[]){ 5, -5, 5 }, 3, 0, 0, 5);
  assert_segment ((double[]){ 0, 5, 0 }, 3, 1, 1, 5);
  assert_segment ((double[]){ 2, -2, 3 }, 3, 2, 2, 3);
}

static void
test_empty (void)
{
  ExmSegment segment;
  exm_segment_max (NULL, 0, NULL, &segment);
  g_assert_false (segment.found);
  exm_segment_max ((double[]){ -1, 0, -2 }, 3, NULL, &segment);
  g_assert_false (segment.found);
  g_assert_cmpfloat (segment.gain, ==, 0);
  g_assert_cmpfloat (segment.second_gain, ==, 0);
}

static void
test_not_finite (void)
{
  assert_segment ((double[]){ 1, NAN, 1, -INFINITY, -9, INFINITY }, 6, 0, 2, 2);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1984);
  guint rounds = g_test_slow () ? 50000 : 3000;
  for (guint round = 0; round < rounds; round++)
    {
      gsize n = (gsize) g_rand_int_range (rand, 0, 40);
      g_autofree double *weights = g_new (double, n);
      g_autofree double *sums = g_new (double, n);
      for (gsize i = 0; i < n; i++)
        weights[i] = round % 2 == 0 ? g_rand_int_range (rand, -3, 4)
                                    : g_rand_double_range (rand, -3, 3);
      ExmSegment segment, expected = oracle_segment (weights, n);
      exm_segment_max (weights, n, sums, &segment);
      g_assert_cmpint (segment.found, ==, expected.found);
      g_assert_cmpuint (segment.head, ==, expected.head);
      g_assert_cmpuint (segment.tail, ==, expected.tail);
      g_assert_cmpfloat (segment.gain, ==, expected.gain);
      g_assert_cmpfloat (segment.head_margin, ==, expected.head_margin);
      g_assert_cmpfloat (segment.tail_margin, ==, expected.tail_margin);
      g_assert_cmpfloat (segment.second_gain, ==, expected.second_gain);
      double sum = 0;
      for (gsize i = 0; i < n; i++)
        g_assert_cmpfloat (sums[i], ==, sum += weights[i]);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/segment/known", test_known);
  g_test_add_func ("/kernel/segment/ties", test_ties);
  g_test_add_func ("/kernel/segment/empty", test_empty);
  g_test_add_func ("/kernel/segment/not-finite", test_not_finite);
  g_test_add_func ("/kernel/segment/random", test_random);
  return g_test_run ();
}
