/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "exm-trouble.h"

static const char *const names[] = {
  [EXM_TROUBLE_NONE] = "none",           [EXM_TROUBLE_FAILED] = "failed",
  [EXM_TROUBLE_BROKEN] = "broken",       [EXM_TROUBLE_UNREACHABLE] = "unreachable",
  [EXM_TROUBLE_REFUSED] = "refused",     [EXM_TROUBLE_VERIFICATION] = "verification",
  [EXM_TROUBLE_FORBIDDEN] = "forbidden", [EXM_TROUBLE_GONE] = "gone",
  [EXM_TROUBLE_UNLISTED] = "unlisted",   [EXM_TROUBLE_REDESIGN] = "redesign",
  [EXM_TROUBLE_SILENT] = "silent",       [EXM_TROUBLE_LIST] = "list",
  [EXM_TROUBLE_OUTPUT] = "output",
};

G_STATIC_ASSERT (G_N_ELEMENTS (names) == EXM_N_TROUBLES);

void
exm_trouble_clear (ExmTrouble *self)
{
  g_free (self->message);
  g_free (self->said);
  g_free (self->url);
  *self = (ExmTrouble){ 0 };
}

gboolean
exm_trouble_equal (const ExmTrouble *a, const ExmTrouble *b)
{
  return a->kind == b->kind && a->since_usec == b->since_usec
         && g_strcmp0 (a->message, b->message) == 0 && g_strcmp0 (a->url, b->url) == 0
         && a->amount == b->amount && a->ignored == b->ignored;
}

const char *
exm_trouble_kind_get_name (ExmTroubleKind kind)
{
  g_return_val_if_fail (kind < EXM_N_TROUBLES, names[EXM_TROUBLE_FAILED]);
  return names[kind];
}

ExmTroubleKind
exm_trouble_kind_from_name (const char *name)
{
  if (name == NULL)
    return EXM_TROUBLE_NONE;
  for (guint kind = 0; kind < EXM_N_TROUBLES; kind++)
    if (g_str_equal (names[kind], name))
      return kind;
  return EXM_TROUBLE_FAILED;
}
