/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Elements of one type behind each other, for what is filled element by element without a
 * call for each. GArray always has room for a power of two, which of a page's elements
 * and lines would be twice what they take; here the room is what was asked for, and the
 * compiler knows the type. An array is a value: all zero is an empty one. Not for two
 * threads at once; arguments may be evaluated more than once. */

#pragma once

#include <glib.h>
#include <string.h>

G_BEGIN_DECLS

/**
 * EXM_ARRAY:
 * @Type: of an element
 *
 * The type of an array: its elements, how many there are, and for how many there is room.
 */
#define EXM_ARRAY(Type)                                                                  \
  struct                                                                                 \
  {                                                                                      \
    Type *data; /* (owned) (nullable) */                                                 \
    guint len;                                                                           \
    guint room;                                                                          \
  }

typedef EXM_ARRAY (char) ExmBytes;

/**
 * exm_array_make_room:
 * @data: (nullable) (transfer full): elements
 * @len: how many there are
 * @room: (inout): for how many there is room
 * @n: for how many more there must be
 * @size: bytes of an element
 *
 * Does the work of exm_array_reserve(); call that. Much room is asked for in huge pages
 * where the system has them: else the system takes longer to hand it out, 4 KiB at a
 * time, than it takes to fill it. O(@len) where there is no room.
 *
 * Returns: (transfer full): the elements, which may have moved
 */
gpointer exm_array_make_room (gpointer data, guint len, guint *room, guint n, gsize size);

/* Does the work of exm_array_trim(); call that. Returns: (transfer full) (nullable): the
 * elements, which may have moved */
gpointer exm_array_give_back (gpointer data, guint len, guint *room, gsize size);

/**
 * exm_array_move_rest:
 * @index: of an element
 * @to: where it and those behind it go; there is room
 */
void exm_array_move_rest (gpointer data, guint len, guint index, guint to, gsize size);

/**
 * exm_array_reserve:
 * @n: elements to make room for, beside those that are there
 *
 * There is no more room than that, if there was less.
 */
#define exm_array_reserve(array, n)                                                      \
  ((array)->data = exm_array_make_room ((array)->data, (array)->len, &(array)->room,     \
                                        (n), sizeof *(array)->data))

/**
 * exm_array_foresee:
 * @len: elements that came until now
 * @n_done: bytes that they came of
 * @n_left: bytes that are left
 * @most: a beginning tells only so much of the rest: so many times @len at the most
 *
 * Returns: how many elements will come, if the rest is like what was before it
 */
static inline guint
exm_array_foresee (guint len, gsize n_done, gsize n_left, double most)
{
  double times = (double) n_left / (double) MAX (n_done, 1);
  return (guint) (len * MIN (times, most));
}

/* Size from which malloc() maps fresh pages instead of reusing memory; the system commits
 * such pages on first use. */
#define EXM_ARRAY_SYSTEM_BYTES ((gsize) 128 * 1024)

/**
 * exm_array_trim:
 *
 * Gives back the room that is not used, unless it came from the system: memory that is
 * got from there and given back for each page takes longer than reading the page.
 */
#define exm_array_trim(array)                                                            \
  ((array)->data = exm_array_give_back ((array)->data, (array)->len, &(array)->room,     \
                                        sizeof *(array)->data))

/**
 * exm_array_expect:
 * @n: elements that come now; more are likely to come behind them
 */
#define exm_array_expect(array, n)                                                       \
  (G_UNLIKELY ((array)->room - (array)->len < (n))                                       \
       ? (void) exm_array_reserve (array, MAX ((n), (array)->len / 2 + 8))               \
       : (void) 0)

/**
 * exm_array_next:
 *
 * Returns: (transfer none): a new last element, not initialised
 */
#define exm_array_next(array)                                                            \
  (exm_array_expect (array, 1), &(array)->data[(array)->len++])

/**
 * exm_array_append:
 * @...: a value, which may be an element of the array
 */
#define exm_array_append(array, ...)                                                     \
  G_STMT_START                                                                           \
  {                                                                                      \
    __typeof__ (*(array)->data) exm_array_value = __VA_ARGS__;                           \
    *exm_array_next (array) = exm_array_value;                                           \
  }                                                                                      \
  G_STMT_END

/**
 * exm_array_insert:
 * @index: where the first of them will stand
 * @values: (array length=n) (nullable): not of the array itself
 */
#define exm_array_insert(array, index, values, n)                                        \
  G_STMT_START                                                                           \
  {                                                                                      \
    const __typeof__ (*(array)->data) *exm_array_values = (values);                      \
    const guint exm_array_index = (index), exm_array_n = (n);                            \
    exm_array_expect (array, exm_array_n);                                               \
    exm_array_move_rest ((array)->data, (array)->len, exm_array_index,                   \
                         exm_array_index + exm_array_n, sizeof *(array)->data);          \
    if (exm_array_n > 0)                                                                 \
      memcpy (&(array)->data[exm_array_index], exm_array_values,                         \
              exm_array_n * sizeof *(array)->data);                                      \
    (array)->len += exm_array_n;                                                         \
  }                                                                                      \
  G_STMT_END

/**
 * exm_array_extend:
 * @values: (array length=n) (nullable): not of the array itself
 *
 * Appends them.
 */
#define exm_array_extend(array, values, n)                                               \
  exm_array_insert (array, (array)->len, values, n)

/**
 * exm_array_remove:
 * @index: of the element that goes; those behind it follow
 */
#define exm_array_remove(array, index)                                                   \
  (exm_array_move_rest ((array)->data, (array)->len, (index) + 1, (index),               \
                        sizeof *(array)->data),                                          \
   (array)->len--)

/**
 * exm_array_sort:
 * @compare: a #GCompareDataFunc, called without data
 *
 * Elements that are equal keep their order.
 */
#define exm_array_sort(array, compare)                                                   \
  g_qsort_with_data ((array)->data, (gint) (array)->len, sizeof *(array)->data, compare, \
                     NULL)

/**
 * exm_array_clear:
 *
 * Frees the elements; the array is an empty one then.
 */
#define exm_array_clear(array)                                                           \
  (g_free (g_steal_pointer (&(array)->data)), (array)->len = (array)->room = 0)

/* Compares two guint64, for sorting and searching. */
static inline int
exm_array_compare_uint64 (gconstpointer a, gconstpointer b)
{
  const guint64 x = *(const guint64 *) a, y = *(const guint64 *) b;

  return x < y ? -1 : x > y;
}

/**
 * exm_array_sort_uint64:
 * @data: (array length=n): sorted then
 *
 * O(n) whatever the values are, unlike sorting by a comparison.
 */
void exm_array_sort_uint64 (guint64 *data, gsize n);

G_END_DECLS
