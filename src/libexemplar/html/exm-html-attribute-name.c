/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "html/exm-html-attribute-name.h"

static const char *const names[EXM_N_ATTRIBUTES]
    = { "",
#define EXM_HTML_ATTRIBUTE_ROW(NAME, name) name,
        EXM_HTML_ATTRIBUTES (EXM_HTML_ATTRIBUTE_ROW)
#undef EXM_HTML_ATTRIBUTE_ROW
      };

#define ALL G_MAXUINT64
#define MARK(n) ((guint64) (0x80 | (n)) << 56)

const guint64 exm_html_attribute_masks[17] = {
  0,   ALL >> 56, ALL >> 48, ALL >> 40, ALL >> 32, ALL >> 24, ALL >> 16, ALL >> 8, ALL,
  ALL, ALL,       ALL,       ALL,       ALL,       ALL,       ALL,       ALL,
};

const guint64 exm_html_attribute_marks[17] = {
  [9] = MARK (9),   [10] = MARK (10), [11] = MARK (11), [12] = MARK (12),
  [13] = MARK (13), [14] = MARK (14), [15] = MARK (15), [16] = MARK (16),
};

#undef ALL
#undef MARK

/* Returns: whether each name got a slot of its own. */
static gboolean
fill_slots (ExmHtmlAttributeNames *table)
{
  memset (table->slots, 0, sizeof table->slots);
  for (guint i = 1; i < EXM_N_ATTRIBUTES; i++)
    {
      gsize n_bytes = strlen (names[i]);
      ExmHtmlAttributeKey key = exm_html_attribute_key (
          exm_word_first (names[i], n_bytes), MIN (n_bytes, 16));
      gsize at = exm_html_attribute_names_slot (table, key);
      if (table->slots[at].name != EXM_ATTRIBUTE_OTHER)
        return FALSE;
      table->slots[at] = (ExmHtmlAttributeSlot){ key, i };
    }
  return TRUE;
}

/* A multiplier that tells all names apart is found within a few hundred. */
static ExmHtmlAttributeNames *
build_table (void)
{
  ExmHtmlAttributeNames *table = g_new (ExmHtmlAttributeNames, 1);

  table->mix = EXM_WORD_MIX;
  while (!fill_slots (table))
    table->mix *= EXM_WORD_MIX;
  return table;
}

gboolean
exm_html_attribute_name_is_long (ExmHtmlAttributeName is, const char *name, gsize n_bytes)
{
  return n_bytes == strlen (names[is])
         && g_ascii_strncasecmp (name, names[is], n_bytes) == 0;
}

const ExmHtmlAttributeNames *
exm_html_attribute_names_get (void)
{
  static gsize built; /* ExmHtmlAttributeNames, never freed */

  if (g_once_init_enter (&built))
    g_once_init_leave (&built, (gsize) build_table ());
  return (const ExmHtmlAttributeNames *) built;
}
