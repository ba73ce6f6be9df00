/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Arrays of known types, against GLib's. */

#include "base/exm-array.h"

typedef struct
{
  guint32 number;
  guint8 more[9];
} Element;

static Element
make (guint32 number)
{
  return (Element){ .number = number, .more = { [8] = (guint8) number } };
}

typedef EXM_ARRAY (Element) Elements;

static void
assert_same (const Elements *array, const GArray *expected)
{
  g_assert_cmpuint (array->len, ==, expected->len);
  g_assert_cmpuint (array->len, <=, array->room);
  for (guint i = 0; i < array->len; i++)
    {
      const Element *element = &g_array_index (expected, Element, i);
      g_assert_cmpuint (array->data[i].number, ==, element->number);
      g_assert_cmpuint (array->data[i].more[8], ==, element->more[8]);
    }
}

static int
compare (const void *a, const void *b, void *unused)
{
  guint32 x = ((const Element *) a)->number % 8, y = ((const Element *) b)->number % 8;
  return x < y ? -1 : x > y;
}

static int
compare_plainly (const void *a, const void *b)
{
  return compare (a, b, NULL);
}

static void
change (Elements *array, GArray *expected, GRand *random)
{
  guint at = (guint) g_rand_int_range (random, 0, (int) array->len + 1);
  guint n = (guint) g_rand_int_range (random, 0, 5);
  Element values[5];

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = make (g_rand_int (random));
  switch (g_rand_int_range (random, 0, 8))
    {
    case 0:
      *exm_array_next (array) = values[0];
      g_array_append_val (expected, values[0]);
      break;
    case 1:
      exm_array_append (array, make (7));
      g_array_append_vals (expected, &(Element){ .number = 7, .more = { [8] = 7 } }, 1);
      break;
    case 2:
      exm_array_insert (array, at, values, n);
      g_array_insert_vals (expected, at, values, n);
      break;
    case 3:
      exm_array_extend (array, values, n);
      g_array_append_vals (expected, values, n);
      break;
    case 4:
      if (at == array->len)
        break;
      exm_array_remove (array, at);
      g_array_remove_index (expected, at);
      break;
    case 5:
      /* An element of the array itself, which moves as it grows. */
      if (at == array->len)
        break;
      values[0] = array->data[at];
      exm_array_append (array, array->data[at]);
      g_array_append_val (expected, values[0]);
      break;
    case 6:
      exm_array_trim (array);
      g_assert_cmpuint (array->room, ==, array->len);
      break;
    default:
      exm_array_sort (array, compare);
      g_array_sort (expected, compare_plainly);
    }
}

static void
test_changes (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  for (guint round = 0; round < 200; round++)
    {
      Elements array = { 0 };
      g_autoptr (GArray) expected = g_array_new (FALSE, FALSE, sizeof (Element));
      for (guint i = 0; i < 200; i++)
        {
          change (&array, expected, random);
          assert_same (&array, expected);
        }
      exm_array_clear (&array);
      g_assert_null (array.data);
      g_assert_cmpuint (array.len + array.room, ==, 0);
    }
}

static void
test_room (void)
{
  Elements array = { 0 };

  exm_array_reserve (&array, 1000);
  g_assert_cmpuint (array.room, ==, 1000);
  const Element *data = array.data;
  for (guint i = 0; i < 1000; i++)
    exm_array_append (&array, make (i));
  g_assert_true (array.data == data);
  g_assert_cmpuint (array.room, ==, 1000);
  exm_array_reserve (&array, 0);
  g_assert_cmpuint (array.room, ==, 1000);

  /* Without a reservation it grows by half at least. */
  exm_array_append (&array, make (1000));
  g_assert_cmpuint (array.room, >=, 1500);
  exm_array_trim (&array);
  g_assert_cmpuint (array.room, ==, 1001);
  for (guint i = 0; i <= 1000; i++)
    g_assert_cmpuint (array.data[i].number, ==, i);

  /* Memory from the system stays. */
  exm_array_reserve (&array, EXM_ARRAY_SYSTEM_BYTES);
  guint room = array.room;
  exm_array_trim (&array);
  g_assert_cmpuint (array.room, ==, room);
  exm_array_clear (&array);
}

static void
test_foresee (void)
{
  g_assert_cmpuint (exm_array_foresee (100, 10, 5, 1), ==, 50);
  g_assert_cmpuint (exm_array_foresee (100, 10, 50, 1), ==, 100);
  g_assert_cmpuint (exm_array_foresee (100, 10, 50, 8), ==, 500);
  g_assert_cmpuint (exm_array_foresee (100, 10, 5000, 8), ==, 800);
  g_assert_cmpuint (exm_array_foresee (100, 0, 3, 8), ==, 300);
  g_assert_cmpuint (exm_array_foresee (0, 0, 0, 8), ==, 0);
}

/* @bits: how many of a value's bits differ, so that few values recur or many */
static void
assert_sorts (GRand *random, guint n, guint bits)
{
  g_autofree guint64 *ours = g_new (guint64, n + 1);

  for (guint i = 0; i < n; i++)
    ours[i] = ((guint64) g_rand_int (random) << 32 | g_rand_int (random)) >> (64 - bits);
  g_autofree guint64 *known = g_memdup2 (ours, (n + 1) * sizeof *ours);
  exm_array_sort_uint64 (ours, n);
  g_qsort_with_data (known, (int) n, sizeof *known,
                     (GCompareDataFunc) (void (*) (void)) exm_array_compare_uint64, NULL);
  g_assert_cmpmem (ours, n * sizeof *ours, known, n * sizeof *known);
}

static void
test_sort (void)
{
  static const guint lengths[] = { 0, 1, 2, 47, 48, 49, 50, 255, 1000, 10000 };
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      assert_sorts (random, lengths[i], 64);
      assert_sorts (random, lengths[i], 40);
      assert_sorts (random, lengths[i], 3);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/array/changes", test_changes);
  g_test_add_func ("/array/room", test_room);
  g_test_add_func ("/array/sort", test_sort);
  g_test_add_func ("/array/foresee", test_foresee);
  return g_test_run ();
}
