/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A list that follows another one in steps: it ends the same, each step is small near the
 * top, and what it tells of each step is what changed. */

#include "app/session/exm-batched-list-model.h"

#define N_ROUNDS 400

typedef struct
{
  GListStore *source;        /* (owned) */
  ExmBatchedListModel *list; /* (owned) */
  GPtrArray *replayed;       /* (owned) (element-type GObject): by what was told */
  guint largest;             /* of what a step near the top took out or put in */
  gboolean told_behind;      /* whether more was to follow at the last step */
} Fixture;

static void
on_items_changed (
    GListModel *list, guint position, guint n_old, guint n_new, Fixture *self)
{
  self->told_behind = exm_batched_list_model_is_behind (EXM_BATCHED_LIST_MODEL (list));
  if (position < 200)
    self->largest = MAX (self->largest, MAX (n_old, n_new));
  if (n_old > 0)
    g_ptr_array_remove_range (self->replayed, position, n_old);
  for (guint i = 0; i < n_new; i++)
    g_ptr_array_insert (self->replayed, (int) (position + i),
                        g_list_model_get_item (list, position + i));
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->source = g_list_store_new (G_TYPE_OBJECT);
  self->list = exm_batched_list_model_new (G_LIST_MODEL (self->source));
  self->replayed = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect (self->list, "items-changed", G_CALLBACK (on_items_changed), self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_ptr_array_unref (self->replayed);
  g_object_unref (self->source);
  g_assert_finalize_object (self->list);
}

static void
assert_replayed (Fixture *self)
{
  GListModel *list = G_LIST_MODEL (self->list);

  g_assert_cmpuint (g_list_model_get_n_items (list), ==, self->replayed->len);
  for (guint i = 0; i < self->replayed->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (list, i);
      g_assert_true (item == g_ptr_array_index (self->replayed, i));
    }
}

static void
assert_followed (Fixture *self)
{
  GListModel *list = G_LIST_MODEL (self->list), *source = G_LIST_MODEL (self->source);

  while (exm_batched_list_model_is_behind (self->list))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (list), ==,
                    g_list_model_get_n_items (source));
  for (guint i = 0; i < g_list_model_get_n_items (source); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (list, i),
                          wanted = g_list_model_get_item (source, i);
      g_assert_true (item == wanted);
    }
  assert_replayed (self);
}

static void
change (Fixture *self, guint position, guint n_old, guint n_new)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_new; i++)
    g_ptr_array_add (items, g_object_new (G_TYPE_OBJECT, NULL));
  g_list_store_splice (self->source, position, n_old, items->pdata, n_new);
}

static void
test_small (Fixture *self, gconstpointer unused)
{
  change (self, 0, 0, EXM_BATCHED_LIST_MODEL_STEP);
  g_assert_false (exm_batched_list_model_is_behind (self->list));
  assert_followed (self);
  change (self, 1, 2, 1);
  g_assert_false (exm_batched_list_model_is_behind (self->list));
  assert_followed (self);
}

static void
test_steps (Fixture *self, gconstpointer unused)
{
  change (self, 0, 0, 2000);
  /* Items in sight are there at once. */
  g_assert_true (exm_batched_list_model_is_behind (self->list));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (self->list)), ==,
                    EXM_BATCHED_LIST_MODEL_STEP);
  /* Listeners of a step know whether more follow. */
  g_assert_true (self->told_behind);
  assert_followed (self);
  g_assert_false (self->told_behind);
  change (self, 0, 2000, 11);
  g_autoptr (GObject) first = g_list_model_get_item (G_LIST_MODEL (self->source), 0),
                      shown = g_list_model_get_item (G_LIST_MODEL (self->list), 0);
  g_assert_true (first == shown);
  assert_followed (self);
  g_assert_cmpuint (self->largest, ==, EXM_BATCHED_LIST_MODEL_STEP);
}

/* Counts objects that are gone. */
static void
on_gone (gpointer data, GObject *object)
{
  (*(guint *) data)++;
}

/* Many items that nobody else holds are let go of in several turns of the main loop, each
 * of them within its part; all of them in the end. */
static void
test_letting_go (Fixture *self, gconstpointer unused)
{
  const guint n_items = 3000, most = 400;
  g_autoptr (GListStore) source = g_list_store_new (G_TYPE_OBJECT);
  g_autoptr (ExmBatchedListModel) list
      = exm_batched_list_model_new (G_LIST_MODEL (source));
  guint n_gone = 0;

  for (guint i = 0; i < n_items; i++)
    {
      g_autoptr (GObject) item = g_object_new (G_TYPE_OBJECT, NULL);
      g_object_weak_ref (item, on_gone, &n_gone);
      g_list_store_append (source, item);
    }
  while (exm_batched_list_model_is_behind (list))
    g_main_context_iteration (NULL, TRUE);
  g_list_store_remove_all (source);
  /* The rows are gone before their items are. */
  while (exm_batched_list_model_is_behind (list))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 0);
  for (guint before = n_gone; n_gone < n_items; before = n_gone)
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (n_gone - before, <=, most);
    }
  g_assert_cmpuint (n_gone, ==, n_items);
}

/* Whatever comes while it is behind. */
static void
test_random (Fixture *self, gconstpointer unused)
{
  for (guint i = 0; i < N_ROUNDS; i++)
    {
      guint n = g_list_model_get_n_items (G_LIST_MODEL (self->source));
      guint position = (guint) g_test_rand_int_range (0, (int) n + 1);
      guint n_old = (guint) g_test_rand_int_range (0, (int) (n - position) + 1);
      guint n_new = (guint) g_test_rand_int_range (0, i % 3 == 0 ? 900 : 20);
      change (self, position, n_old, n_new);
      for (int turns = g_test_rand_int_range (0, 5); turns > 0; turns--)
        g_main_context_iteration (NULL, FALSE);
      assert_replayed (self);
      if (i % 7 == 0)
        assert_followed (self);
    }
  assert_followed (self);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name)                                                                        \
  g_test_add ("/app/calm-list/" #name, Fixture, NULL, set_up, test_##name, tear_down)
  ADD (small);
  ADD (steps);
  ADD (letting_go);
  ADD (random);
  return g_test_run ();
}
