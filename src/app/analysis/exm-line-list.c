/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/analysis/exm-line-list.h"

/* A view has a widget for each of 200 items, seen or not: so many come or go at once, as
 * long as it is them. */
#define STEP 40u
#define WITH_WIDGETS 240u

struct _ExmLineItem
{
  GObject parent_instance;

  guint line;
};

G_DEFINE_FINAL_TYPE (ExmLineItem, exm_line_item, G_TYPE_OBJECT)

static void
exm_line_item_class_init (ExmLineItemClass *klass)
{
}

static void
exm_line_item_init (ExmLineItem *self)
{
}

guint
exm_line_item_get_line (ExmLineItem *self)
{
  return self->line;
}

struct _ExmLineList
{
  GObject parent_instance;

  ExmAnalysis *analysis; /* (owned) (nullable) */
  ExmLineFilter filter;
  GArray *lines;    /* (owned) (element-type guint): those that are shown, in order */
  guint n_told;     /* of them: what views know of */
  gboolean leaving; /* there is no page any more; views are told step by step */
  guint step_id;    /* 0 where views know of all */
};

static void exm_line_list_iface_init (GListModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmLineList,
                               exm_line_list,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      exm_line_list_iface_init))

static GType
exm_line_list_get_item_type (GListModel *list)
{
  return EXM_TYPE_LINE_ITEM;
}

static guint
exm_line_list_get_n_items (GListModel *list)
{
  return EXM_LINE_LIST (list)->n_told;
}

static gpointer
exm_line_list_get_item (GListModel *list, guint position)
{
  ExmLineList *self = EXM_LINE_LIST (list);

  if (position >= self->n_told)
    return NULL;
  ExmLineItem *item = g_object_new (EXM_TYPE_LINE_ITEM, NULL);
  item->line = g_array_index (self->lines, guint, position);
  return item;
}

static void
exm_line_list_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = exm_line_list_get_item_type;
  iface->get_n_items = exm_line_list_get_n_items;
  iface->get_item = exm_line_list_get_item;
}

static gboolean
is_shown (ExmLineList *self, guint line, guint8 verdict)
{
  switch (self->filter)
    {
    case EXM_LINES_KEPT:
      return verdict == EXM_VERDICT_KEPT;
    case EXM_LINES_TRIMMED:
      return verdict == EXM_VERDICT_TRIMMED;
    case EXM_LINES_DROPPED:
      return verdict == EXM_VERDICT_DROPPED;
    case EXM_LINES_HIDDEN:
      return verdict == EXM_VERDICT_KEPT
             && exm_view_state_is_hidden (exm_analysis_get_view (self->analysis), line);
    case EXM_LINES_ALL:
    default:
      return TRUE;
    }
}

static GArray *
gather (ExmLineList *self)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (guint));
  ExmPageText *page
      = self->analysis != NULL ? exm_analysis_get_page (self->analysis) : NULL;
  guint n_lines = 0, n_verdicts = 0;
  const guint8 *verdicts;

  if (page == NULL)
    return lines;
  exm_page_text_get_lines (page, &n_lines);
  verdicts = exm_analysis_get_verdicts (self->analysis, &n_verdicts);
  for (guint i = 0; i < n_lines; i++)
    if (is_shown (self, i, i < n_verdicts ? verdicts[i] : EXM_VERDICT_DROPPED))
      g_array_append_val (lines, i);
  return lines;
}

static void
set_told (ExmLineList *self, guint position, guint n_old, guint n_new)
{
  self->n_told = self->n_told - n_old + n_new;
  if (n_old > 0 || n_new > 0)
    g_list_model_items_changed (G_LIST_MODEL (self), position, n_old, n_new);
}

/* Leaving, the last ones go first, and those that no widget shows all together. */
static gboolean
on_step (gpointer data)
{
  ExmLineList *self = data;
  guint n = self->leaving ? self->n_told : self->lines->len - self->n_told;

  if (self->n_told < WITH_WIDGETS)
    n = MIN (n, STEP);
  else if (self->leaving)
    n -= WITH_WIDGETS - 1;
  if (self->leaving)
    set_told (self, self->n_told - n, n, 0);
  else
    set_told (self, self->n_told, 0, n);
  if (self->n_told != (self->leaving ? 0 : self->lines->len))
    return G_SOURCE_CONTINUE;
  if (self->leaving)
    g_array_set_size (self->lines, 0);
  self->leaving = FALSE;
  self->step_id = 0;
  return G_SOURCE_REMOVE;
}

/* Puts @lines in the place of all. */
static void
replace (ExmLineList *self, GArray *lines)
{
  guint n_new = MIN (lines->len, MAX (self->n_told, STEP));

  g_array_unref (self->lines);
  self->lines = lines;
  self->leaving = FALSE;
  g_clear_handle_id (&self->step_id, g_source_remove);
  if (n_new < lines->len)
    self->step_id = g_idle_add (on_step, self);
  set_told (self, 0, self->n_told, n_new);
}

/* Tells views of what lies between the parts that stayed, so that they keep their place.
 */
static void
update (ExmLineList *self)
{
  GArray *lines = gather (self);
  guint n_head = 0, n_tail = 0, n_least = MIN (self->lines->len, lines->len);

  if (self->step_id != 0)
    {
      replace (self, lines);
      return;
    }
  g_autoptr (GArray) old = self->lines;
  self->lines = lines;
  while (n_head < n_least
         && g_array_index (old, guint, n_head) == g_array_index (lines, guint, n_head))
    n_head++;
  while (n_tail < n_least - n_head
         && g_array_index (old, guint, old->len - 1 - n_tail)
                == g_array_index (lines, guint, lines->len - 1 - n_tail))
    n_tail++;
  set_told (self, n_head, old->len - n_head - n_tail, lines->len - n_head - n_tail);
}

static void
on_boundaries_changed (ExmAnalysis *analysis, gpointer data)
{
  ExmLineList *self = EXM_LINE_LIST (data);

  if (self->filter != EXM_LINES_ALL)
    update (self);
}

static void
on_hidden_changed (ExmLineList *self)
{
  if (self->filter == EXM_LINES_HIDDEN)
    update (self);
}

/* Lines of another page are others, whatever their numbers. */
static void
on_pages_changed (ExmAnalysis *analysis, gpointer data)
{
  ExmLineList *self = EXM_LINE_LIST (data);
  g_autoptr (GArray) lines = gather (self);

  if (lines->len > 0)
    replace (self, g_steal_pointer (&lines));
  else if (self->n_told > 0)
    {
      self->leaving = TRUE;
      if (self->step_id == 0)
        self->step_id = g_idle_add (on_step, self);
    }
}

static void
let_go (ExmLineList *self)
{
  exm_analysis_unbind (&self->analysis, self);
}

static void
exm_line_list_dispose (GObject *object)
{
  ExmLineList *self = EXM_LINE_LIST (object);

  let_go (self);
  g_clear_handle_id (&self->step_id, g_source_remove);
  G_OBJECT_CLASS (exm_line_list_parent_class)->dispose (object);
}

static void
exm_line_list_finalize (GObject *object)
{
  g_array_unref (EXM_LINE_LIST (object)->lines);
  G_OBJECT_CLASS (exm_line_list_parent_class)->finalize (object);
}

static void
exm_line_list_class_init (ExmLineListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_line_list_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_line_list_finalize;
}

static void
exm_line_list_init (ExmLineList *self)
{
  self->lines = g_array_new (FALSE, FALSE, sizeof (guint));
}

ExmLineList *
exm_line_list_new (void)
{
  return g_object_new (EXM_TYPE_LINE_LIST, NULL);
}

void
exm_line_list_set_analysis (ExmLineList *self, ExmAnalysis *analysis)
{
  let_go (self);
  if (analysis != NULL)
    {
      self->analysis = g_object_ref (analysis);
      g_signal_connect (analysis, "pages-changed", G_CALLBACK (on_pages_changed), self);
      g_signal_connect (analysis, "boundaries-changed",
                        G_CALLBACK (on_boundaries_changed), self);
      g_signal_connect_swapped (exm_analysis_get_view (analysis), "hidden-changed",
                                G_CALLBACK (on_hidden_changed), self);
    }
  replace (self, gather (self));
  g_clear_handle_id (&self->step_id, g_source_remove);
  set_told (self, self->n_told, 0, self->lines->len - self->n_told);
}

void
exm_line_list_set_filter (ExmLineList *self, ExmLineFilter filter)
{
  if (self->filter == filter)
    return;
  self->filter = filter;
  update (self);
}

guint
exm_line_list_get_n_lines (ExmLineList *self)
{
  return self->leaving ? 0 : self->lines->len;
}

guint
exm_line_list_find (ExmLineList *self, guint line)
{
  guint low = 0, high;

  for (high = self->lines->len; low < high;)
    {
      guint middle = low + (high - low) / 2;
      if (g_array_index (self->lines, guint, middle) < line)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}
