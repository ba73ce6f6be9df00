/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-order-effect.h"

/* Counts so far; the key of a line leads to its place among them. */
typedef struct
{
  GHashTable *places; /* (owned) (element-type guint64 GUINT) */
  GArray *lines;      /* (owned) (element-type ExmSiteStatLine) */
  guint n_pages;
} Counts;

static void
counts_init (Counts *self)
{
  self->places = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->lines = g_array_new (FALSE, TRUE, sizeof (ExmSiteStatLine));
  self->n_pages = 0;
}

static void
counts_clear (Counts *self)
{
  g_hash_table_unref (self->places);
  g_array_unref (self->lines);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Counts, counts_clear)

static void
counts_add (Counts *self, ExmPrepared *page)
{
  g_autoptr (GArray) keys = exm_site_line_list_keys (exm_prepared_get_page (page));

  self->n_pages++;
  for (guint i = 0; i < keys->len; i++)
    {
      guint64 key = g_array_index (keys, guint64, i);
      gpointer place;
      if (g_hash_table_lookup_extended (self->places, &key, NULL, &place))
        {
          g_array_index (self->lines, ExmSiteStatLine, GPOINTER_TO_UINT (place))
              .n_pages++;
          continue;
        }
      const ExmSiteStatLine line = { .key = key, .n_pages = 1 };
      g_hash_table_insert (self->places, g_memdup2 (&key, sizeof key),
                           GUINT_TO_POINTER (self->lines->len));
      g_array_append_val (self->lines, line);
    }
}

static ExmSiteStat *
counts_get (const Counts *self)
{
  return exm_site_stat_new (self->n_pages,
                            (const ExmSiteStatLine *) (gpointer) self->lines->data,
                            self->lines->len);
}

/* Adds to @part what @second dropped of what @first kept. */
static void
add_page (ExmOrderPart *part,
          const ExmPageText *page,
          const ExmResult *first,
          const ExmResult *second)
{
  const guint8 *before = exm_result_get (first)->verdicts;
  const guint8 *after = exm_result_get (second)->verdicts;
  guint n_lines, n_kept = 0, n_dropped = 0;
  guint64 kept_chars = 0, dropped_chars = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      if (before[i] != EXM_VERDICT_KEPT)
        continue;
      n_kept++;
      kept_chars += lines[i].n_chars;
      if (after[i] == EXM_VERDICT_KEPT)
        continue;
      n_dropped++;
      dropped_chars += lines[i].n_chars;
    }
  part->lines += n_dropped / (double) MAX (n_kept, 1);
  part->chars += (double) dropped_chars / (double) MAX (kept_chars, 1);
}

static GArray *
make_parts (guint n_pages)
{
  GArray *parts = g_array_new (FALSE, TRUE, sizeof (ExmOrderPart));
  guint n_parts = MIN (EXM_ORDER_PARTS, n_pages);

  for (guint i = 0; i < n_parts; i++)
    {
      ExmOrderPart part = { .first = i * n_pages / n_parts };
      part.n_pages = (i + 1) * n_pages / n_parts - part.first;
      g_array_append_val (parts, part);
    }
  return parts;
}

GArray *
exm_order_effect_measure (ExmEngine *engine,
                          ExmPrepared *const *pages,
                          guint n_pages,
                          ExmPrepared *const *examples,
                          guint n_examples,
                          const ExmExtractOptions *options,
                          GCancellable *cancellable,
                          GError **error)
{
  g_auto (Counts) all = { 0 }, so_far = { 0 };
  g_autoptr (GArray) parts = make_parts (n_pages);

  counts_init (&all);
  counts_init (&so_far);
  for (guint i = 0; i < n_pages; i++)
    counts_add (&all, pages[i]);
  g_autoptr (ExmSiteStat) site = counts_get (&all);
  for (guint k = 0; k < parts->len; k++)
    {
      ExmOrderPart *part = &g_array_index (parts, ExmOrderPart, k);
      for (guint i = part->first; i < part->first + part->n_pages; i++)
        {
          g_autoptr (ExmSiteStat) known = counts_get (&so_far);
          ExmExtractOptions how = *options;
          how.brief = TRUE;
          how.site = known;
          g_autoptr (ExmResult) first = exm_engine_extract (
              engine, pages[i], examples, n_examples, &how, cancellable, error);
          how.site = site;
          g_autoptr (ExmResult) second
              = first != NULL ? exm_engine_extract (engine, pages[i], examples,
                                                    n_examples, &how, cancellable, error)
                              : NULL;
          if (second == NULL)
            return NULL;
          add_page (part, exm_prepared_get_page (pages[i]), first, second);
          counts_add (&so_far, pages[i]);
        }
      part->lines /= part->n_pages;
      part->chars /= part->n_pages;
    }
  return g_steal_pointer (&parts);
}
