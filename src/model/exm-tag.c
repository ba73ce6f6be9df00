/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "exm-tag.h"

#include <string.h>

static const struct
{
  const char *name;
  ExmTagClass tag_class;
} tags[EXM_N_TAGS] = { { "?", EXM_TAG_INLINE },
#define EXM_TAG_ROW(NAME, name, class) { name, class },
                       EXM_TAGS (EXM_TAG_ROW)
#undef EXM_TAG_ROW
};

ExmTag
exm_tag_from_name (const char *name, gsize n_bytes)
{
  guint low = 1, high = EXM_N_TAGS;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      int order = g_ascii_strncasecmp (name, tags[middle].name, n_bytes);
      if (order == 0 && tags[middle].name[n_bytes] != '\0')
        order = -1;
      if (order == 0)
        return (ExmTag) middle;
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return EXM_TAG_UNKNOWN;
}

const char *
exm_tag_get_name (ExmTag tag)
{
  g_return_val_if_fail (tag < EXM_N_TAGS, "?");
  return tags[tag].name;
}

ExmTagClass
exm_tag_get_class (ExmTag tag)
{
  g_return_val_if_fail (tag < EXM_N_TAGS, EXM_TAG_INLINE);
  return tags[tag].tag_class;
}

guint
exm_tag_get_heading_level (ExmTag tag)
{
  return tag >= EXM_TAG_H1 && tag <= EXM_TAG_H6 ? (guint) (tag - EXM_TAG_H1) + 1 : 0;
}
