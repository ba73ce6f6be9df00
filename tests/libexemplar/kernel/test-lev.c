/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/literal/exm-lev.h"

#include "oracle.h"
#include "texts.h"

static gsize
distance (const Text *a, const Text *b)
{
  gsize d = G_MAXSIZE;
  ExmKernelStatus status
      = exm_lev_distance (a->chars, a->n, b->chars, b->n, NULL, NULL, &d);
  g_assert_cmpint (status, ==, EXM_KERNEL_OK);
  return d;
}

static void
test_known (void)
{
  static const struct
  {
    const char *a, *b;
    gsize d;
  } cases[] = {
    { "", "", 0 },
    { "", "abc", 3 },
    { "abc", "", 3 },
    { "same", "same", 0 },
    { "kitten", "sitting", 3 },
    { "intention", "execution", 5 },
    { "abcdef", "ghijkl", 6 },
    { "上海新闻网", "上海晚报网", 2 },
    { "a\U0001f600b", "ab", 1 },
    { "ab", "ba", 2 },
  };
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (Text) a = text_from_utf8 (cases[i].a);
      g_auto (Text) b = text_from_utf8 (cases[i].b);
      g_assert_cmpuint (distance (&a, &b), ==, cases[i].d);
    }
}

/* Lengths around the word boundaries, at every kind of likeness. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20140402);
  guint rounds = g_test_slow () ? 20000 : 1500;
  for (guint round = 0; round < rounds; round++)
    {
      gint32 most = round % 10 == 0 ? 400 : 140;
      guint n_distinct = (guint) g_rand_int_range (rand, 1, 60);
      g_auto (Text) a
          = text_random (rand, (gsize) g_rand_int_range (rand, 0, most), n_distinct);
      g_auto (Text) b
          = round % 2 == 0
                ? text_edited (rand, &a, (guint) g_rand_int_range (rand, 1, 20))
                : text_random (rand, (gsize) g_rand_int_range (rand, 0, most),
                               n_distinct);
      gsize d = distance (&a, &b);
      g_assert_cmpuint (d, ==, oracle_distance (a.chars, a.n, b.chars, b.n));
      g_assert_cmpuint (d, ==, distance (&b, &a));
    }
}

static void
test_any_32_bit_value (void)
{
  guint32 a[] = { 0, G_MAXUINT32, 0x110000, 5 };
  guint32 b[] = { 0xffff, 0, 0x110000, G_MAXUINT32 };
  gsize d;
  g_assert_cmpint (exm_lev_distance (a, 4, b, 4, NULL, NULL, &d), ==, EXM_KERNEL_OK);
  g_assert_cmpuint (d, ==, oracle_distance (a, 4, b, 4));
}

static void
test_many_distinct (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  gsize n = 70000;
  g_autofree guint32 *a = g_new (guint32, n);
  g_autofree guint32 *b = g_new (guint32, n);
  for (gsize i = 0; i < n; i++)
    a[i] = b[i] = (guint32) i * 7;
  /* 50 characters of its own in b, far from each other, so nothing else is cheaper. */
  for (gsize i = 0; i < 50; i++)
    b[i * 1000 + 10] = (guint32) (1000000 + i);
  gsize d;
  g_assert_cmpint (exm_lev_distance (a, n, b, n, NULL, NULL, &d), ==, EXM_KERNEL_OK);
  g_assert_cmpuint (d, ==, 50);
}

static void
test_refuses (void)
{
  guint32 one = 1;
  gsize d = 77;
  g_assert_cmpint (
      exm_lev_distance (&one, EXM_KERNEL_MAX_CHARS + 1, &one, 1, NULL, NULL, &d), ==,
      EXM_KERNEL_REFUSED);
  g_assert_cmpint (exm_lev_distance (&one, 1, &one, SIZE_MAX, NULL, NULL, &d), ==,
                   EXM_KERNEL_REFUSED);
  g_assert_cmpuint (d, ==, 77);
}

static bool
stop_at_third (void *data)
{
  guint *asked = data;
  g_assert_cmpuint (*asked, <, 3);
  return ++*asked == 3;
}

static void
test_cancel (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_auto (Text) a = text_random (rand, 50000, 40);
  g_auto (Text) b = text_random (rand, 50000, 40);
  guint asked = 0;
  gsize d = 77;
  g_assert_cmpint (
      exm_lev_distance (a.chars, a.n, b.chars, b.n, stop_at_third, &asked, &d), ==,
      EXM_KERNEL_CANCELLED);
  g_assert_cmpuint (asked, ==, 3);
  g_assert_cmpuint (d, ==, 77);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/lev/known", test_known);
  g_test_add_func ("/kernel/lev/random", test_random);
  g_test_add_func ("/kernel/lev/any-value", test_any_32_bit_value);
  g_test_add_func ("/kernel/lev/many-distinct", test_many_distinct);
  g_test_add_func ("/kernel/lev/refuses", test_refuses);
  g_test_add_func ("/kernel/lev/cancel", test_cancel);
  return g_test_run ();
}
