/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-comparison-rows.h"

/* A view has a widget for each of 200 items, seen or not: so many come at once, as long
 * as it is them. */
#define STEP 16u
#define WITH_WIDGETS 240u

struct _ExmComparisonItem
{
  GObject parent_instance;

  ExmComparedRow row;
};

G_DEFINE_FINAL_TYPE (ExmComparisonItem, exm_comparison_item, G_TYPE_OBJECT)

static void
exm_comparison_item_class_init (ExmComparisonItemClass *klass)
{
}

static void
exm_comparison_item_init (ExmComparisonItem *self)
{
}

const ExmComparedRow *
exm_comparison_item_get_row (ExmComparisonItem *self)
{
  return &self->row;
}

struct _ExmComparisonRows
{
  GObject parent_instance;

  ExmComparisonLayout *layout; /* (owned) (nullable) */
  gboolean beside;
  GArray *rows;   /* (owned) (element-type ExmComparedRow): all that are shown */
  GArray *starts; /* (owned) (element-type guint): rows with which differences begin */
  gboolean own;   /* these are not the layout's */
  guint n_told;   /* of them: what views know of */
  guint opening;  /* the rest of a fold that opens step by step, G_MAXUINT for none */
  guint n_opened; /* lines of it so far */
  guint step_id;
};

/* @given: (nullable): of a layout */
static GArray *
share (GArray *given, gsize size)
{
  return given != NULL ? g_array_ref (given) : g_array_new (FALSE, FALSE, (guint) size);
}

static void list_model_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmComparisonRows,
                               exm_comparison_rows,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static GType
get_item_type (GListModel *list)
{
  return EXM_TYPE_COMPARISON_ITEM;
}

static guint
get_n_items (GListModel *list)
{
  return EXM_COMPARISON_ROWS (list)->n_told;
}

static gpointer
get_item (GListModel *list, guint position)
{
  ExmComparisonRows *self = EXM_COMPARISON_ROWS (list);

  if (position >= self->n_told)
    return NULL;
  ExmComparisonItem *item = g_object_new (EXM_TYPE_COMPARISON_ITEM, NULL);
  item->row = g_array_index (self->rows, ExmComparedRow, position);
  return item;
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static const ExmComparedRow *
get (ExmComparisonRows *self, guint position)
{
  return &g_array_index (self->rows, ExmComparedRow, position);
}

/* Differences */

/* How many of them are before @position. */
static guint
count_starts (ExmComparisonRows *self, guint position)
{
  guint low = 0, high = self->starts->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (self->starts, guint, middle) < position)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/* Step by step */

static void
set_told (ExmComparisonRows *self, guint position, guint n_old, guint n_new)
{
  self->n_told += n_new - n_old;
  if (n_old > 0 || n_new > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_old, n_new);
}

/* Copies the rows before they are changed. */
static void
make_own (ExmComparisonRows *self)
{
  if (self->own)
    return;
  GArray *rows = g_array_copy (self->rows), *starts = g_array_copy (self->starts);
  g_array_unref (self->rows);
  g_array_unref (self->starts);
  self->rows = rows;
  self->starts = starts;
  self->own = TRUE;
}

/* The next @n lines of the fold that opens stand in front of what is left of it. */
static void
open_lines (ExmComparisonRows *self, guint n)
{
  guint position = self->opening;
  make_own (self);
  ExmComparedRow *fold = &g_array_index (self->rows, ExmComparedRow, position);
  gboolean whole = n == fold->n;
  g_autofree ExmComparedRow *lines = g_new (ExmComparedRow, n);

  for (guint i = 0; i < n; i++)
    lines[i] = (ExmComparedRow){ EXM_ROW_SAME, fold->left + i, fold->right + i, 1 };
  fold->left += n;
  fold->right += n;
  fold->n -= n;
  if (whole)
    g_array_remove_index (self->rows, position);
  g_array_insert_vals (self->rows, position, lines, n);
  for (guint i = count_starts (self, position); i < self->starts->len; i++)
    g_array_index (self->starts, guint, i) += whole ? n - 1 : n;
  self->n_opened += n;
  self->opening = whole ? G_MAXUINT : position + n;
  /* The rest of the fold has another number. */
  set_told (self, position, 1, whole ? n : n + 1);
}

static void
finish_opening (ExmComparisonRows *self)
{
  if (self->opening != G_MAXUINT)
    open_lines (self, get (self, self->opening)->n);
}

static gboolean
on_step (gpointer data)
{
  ExmComparisonRows *self = data;

  if (self->n_told < self->rows->len)
    {
      guint n = self->rows->len - self->n_told;
      set_told (self, self->n_told, 0, self->n_told < WITH_WIDGETS ? MIN (n, STEP) : n);
    }
  else if (self->opening != G_MAXUINT)
    {
      guint n = get (self, self->opening)->n;
      open_lines (self, self->n_opened < WITH_WIDGETS ? MIN (n, STEP) : n);
    }
  if (self->n_told < self->rows->len || self->opening != G_MAXUINT)
    return G_SOURCE_CONTINUE;
  self->step_id = 0;
  return G_SOURCE_REMOVE;
}

static void
step_on (ExmComparisonRows *self)
{
  if (self->step_id == 0)
    self->step_id = g_idle_add (on_step, self);
}

static void
exm_comparison_rows_dispose (GObject *object)
{
  g_clear_handle_id (&EXM_COMPARISON_ROWS (object)->step_id, g_source_remove);
  G_OBJECT_CLASS (exm_comparison_rows_parent_class)->dispose (object);
}

static void
exm_comparison_rows_finalize (GObject *object)
{
  ExmComparisonRows *self = EXM_COMPARISON_ROWS (object);

  g_clear_pointer (&self->layout, exm_comparison_layout_unref);
  g_array_unref (self->rows);
  g_array_unref (self->starts);
  G_OBJECT_CLASS (exm_comparison_rows_parent_class)->finalize (object);
}

static void
exm_comparison_rows_class_init (ExmComparisonRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_comparison_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_comparison_rows_finalize;
}

static void
exm_comparison_rows_init (ExmComparisonRows *self)
{
  self->rows = share (NULL, sizeof (ExmComparedRow));
  self->starts = share (NULL, sizeof (guint));
  self->own = TRUE;
  self->opening = G_MAXUINT;
}

ExmComparisonRows *
exm_comparison_rows_new (void)
{
  return g_object_new (EXM_TYPE_COMPARISON_ROWS, NULL);
}

void
exm_comparison_rows_set (ExmComparisonRows *self,
                         ExmComparisonLayout *layout,
                         gboolean beside)
{
  if (layout == self->layout && beside == self->beside)
    return;
  if (layout != NULL)
    exm_comparison_layout_ref (layout);
  g_clear_pointer (&self->layout, exm_comparison_layout_unref);
  self->layout = layout;
  self->beside = beside;
  g_array_unref (self->rows);
  g_array_unref (self->starts);
  self->rows
      = share (layout != NULL ? exm_comparison_layout_get_rows (layout, beside) : NULL,
               sizeof (ExmComparedRow));
  self->starts
      = share (layout != NULL ? exm_comparison_layout_get_starts (layout, beside) : NULL,
               sizeof (guint));
  self->own = layout == NULL;
  self->opening = G_MAXUINT;
  set_told (self, 0, self->n_told, MIN (self->rows->len, MAX (self->n_told, STEP)));
  if (self->n_told < self->rows->len)
    step_on (self);
}

const ExmComparedRow *
exm_comparison_rows_get (ExmComparisonRows *self, guint position)
{
  return position < self->n_told ? get (self, position) : NULL;
}

gboolean
exm_comparison_rows_get_beside (ExmComparisonRows *self)
{
  return self->beside;
}

void
exm_comparison_rows_open (ExmComparisonRows *self, guint position)
{
  g_return_if_fail (position < self->n_told);

  if (get (self, position)->kind != EXM_ROW_FOLD || position == self->opening)
    return;
  const ExmComparedRow fold = *get (self, position);
  finish_opening (self);
  position = exm_comparison_rows_find (self, FALSE, fold.left);
  self->opening = position;
  self->n_opened = 0;
  open_lines (self, MIN (fold.n, STEP));
  if (self->opening != G_MAXUINT)
    step_on (self);
}

guint
exm_comparison_rows_find (ExmComparisonRows *self, gboolean right, guint index)
{
  for (guint i = 0; i < self->n_told; i++)
    {
      const ExmComparedRow *row = get (self, i);
      guint first = right ? row->right : row->left;
      if (first != EXM_NONE && index >= first && index - first < row->n)
        return i;
    }
  return G_MAXUINT;
}

guint
exm_comparison_rows_step (ExmComparisonRows *self, guint position, gboolean forward)
{
  guint n;
  if (forward)
    n = position != G_MAXUINT ? count_starts (self, position + 1) : 0;
  else
    n = count_starts (self, MIN (position, self->n_told)) - 1;
  if (n >= self->starts->len)
    return G_MAXUINT;
  guint start = g_array_index (self->starts, guint, n);
  return start < self->n_told ? start : G_MAXUINT;
}

guint
exm_comparison_rows_count (ExmComparisonRows *self, guint position, guint *n)
{
  *n = self->starts->len;
  return position != G_MAXUINT ? count_starts (self, position + 1) : 0;
}
