/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-turning.h"

#include "kernel/exm-curve.h"
#include "texts.h"

#include <glib.h>
#include <math.h>

static ExmTurningPoint
turn_of_fs (const float *fs, gsize n, guint w)
{
  ExmTurningPoint head, tail;
  exm_turning_points (fs, fs, n, w, &head, &tail);
  return head;
}

static void
test_step (void)
{
  const float fs[] = { 1, 1, 1, 1, .2f, .2f, .2f, .2f, .2f, .2f };
  ExmTurningPoint head = turn_of_fs (fs, G_N_ELEMENTS (fs), 1);
  g_assert_true (head.found);
  g_assert_cmpfloat_with_epsilon (head.threshold, .6, .01);
  g_assert_cmpfloat_with_epsilon (head.low, .2, .003);
  g_assert_cmpfloat_with_epsilon (head.high, 1, .003);
  /* The fall is at 4; half the window of 1 on, rounded. */
  g_assert_cmpuint (head.position, ==, 5);
  g_assert_cmpuint (turn_of_fs (fs, G_N_ELEMENTS (fs), 6).position, ==, 7);
  g_assert_cmpuint (turn_of_fs (fs, G_N_ELEMENTS (fs), 200).position, ==, 9);
}

static void
test_for_good (void)
{
  /* A dip in the template and a chance likeness in the body are outvoted. */
  const float fs[] = { 1, 1, 0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0 };
  g_assert_cmpuint (turn_of_fs (fs, G_N_ELEMENTS (fs), 2).position, ==, 9);
}

static void
test_tail_is_mirrored (void)
{
  const float fs[] = { 1, 1, 1, 0, 0, 0, 0, 0, 0, 0 };
  const float bs[] = { 0, 0, 0, 0, 0, 0, 1, 1, 1, 1 };
  ExmTurningPoint head, tail;
  exm_turning_points (fs, bs, 10, 2, &head, &tail);
  g_assert_true (head.found && tail.found);
  g_assert_cmpuint (head.position, ==, 4);
  g_assert_cmpuint (tail.position, ==, 4);
}

static void
test_no_turn (void)
{
  const float flat[] = { .3f, .3f, .3f, .3f };
  g_assert_false (turn_of_fs (flat, 4, 32).found);
  const float close[] = { .9f, .9f, .8f, .8f };
  g_assert_false (turn_of_fs (close, 4, 32).found);
  const float never_low_for_long[] = { 0, 1, 1, 1 };
  g_assert_false (turn_of_fs (never_low_for_long, 4, 32).found);
  g_assert_false (turn_of_fs (NULL, 0, 32).found);
}

static void
test_low_from_the_start (void)
{
  const float fs[] = { 0, 0, 0, 0, 1, 1, 0 };
  ExmTurningPoint head = turn_of_fs (fs, 7, 32);
  g_assert_true (head.found);
  g_assert_cmpuint (head.position, ==, 0);
}

static void
test_odd_values (void)
{
  const float fs[] = { 7, INFINITY, 1, NAN, -3, -INFINITY, 0, 0 };
  ExmTurningPoint head = turn_of_fs (fs, 8, 0);
  g_assert_true (head.found);
  g_assert_cmpuint (head.position, ==, 3);
  g_assert_cmpfloat (head.high, ==, 1);
  g_assert_cmpfloat (head.low, ==, 0);
}

/* Two pages of one template without drift, bodies of random characters. */
static void
test_of_literal_curves (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (13699591);
  g_auto (Text) a = text_random (rand, 1000, 50);
  g_auto (Text) b = text_random (rand, 1100, 50);
  for (gsize i = 0; i < 300; i++)
    {
      b.chars[i] = a.chars[i];
      b.chars[1099 - i] = a.chars[999 - i];
    }
  ExmCurveText *text;
  float fs[1000], bs[1000];
  g_assert_cmpint (exm_curve_text_new (a.chars, a.n, b.chars, b.n, NULL, NULL, &text), ==,
                   EXM_KERNEL_OK);
  for (guint w = 16; w <= 128; w *= 2)
    {
      ExmTurningPoint head, tail;
      g_assert_cmpint (exm_curve_literal (text, w, fs, bs, NULL, NULL), ==,
                       EXM_KERNEL_OK);
      exm_turning_points (fs, bs, 1000, w, &head, &tail);
      g_assert_true (head.found && tail.found);
      g_assert_cmpuint (ABS ((gint) head.position - 300), <=, w / 8);
      g_assert_cmpuint (ABS ((gint) tail.position - 699), <=, w / 8);
    }
  exm_curve_text_free (text);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/turning/step", test_step);
  g_test_add_func ("/kernel/turning/for-good", test_for_good);
  g_test_add_func ("/kernel/turning/tail", test_tail_is_mirrored);
  g_test_add_func ("/kernel/turning/none", test_no_turn);
  g_test_add_func ("/kernel/turning/low-from-start", test_low_from_the_start);
  g_test_add_func ("/kernel/turning/odd-values", test_odd_values);
  g_test_add_func ("/kernel/turning/literal", test_of_literal_curves);
  return g_test_run ();
}
