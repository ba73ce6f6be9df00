/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-page-kind.h"

#include <glib/gi18n-lib.h>

static const struct
{
  const char *name;
  ExmShownKind shown;
} kinds[EXM_N_PAGE_KINDS] = {
  [EXM_PAGE_ARTICLE] = { "article", EXM_SHOWN_ARTICLE },
  [EXM_PAGE_DOCUMENTATION] = { "documentation", EXM_SHOWN_OTHER },
  [EXM_PAGE_SERVICE] = { "service", EXM_SHOWN_OTHER },
  [EXM_PAGE_FORUM] = { "forum", EXM_SHOWN_DISCUSSION },
  [EXM_PAGE_COLLECTION] = { "collection", EXM_SHOWN_LIST },
  [EXM_PAGE_LISTING] = { "listing", EXM_SHOWN_LIST },
  [EXM_PAGE_PRODUCT] = { "product", EXM_SHOWN_OTHER },
};

static const struct
{
  const char *name;
  const char *words;
} shown_kinds[EXM_N_SHOWN_KINDS] = {
  [EXM_SHOWN_ARTICLE] = { "article", NC_ ("kind of page", "Article") },
  [EXM_SHOWN_DISCUSSION] = { "discussion", NC_ ("kind of page", "Discussion") },
  [EXM_SHOWN_LIST] = { "list", NC_ ("kind of page", "List") },
  [EXM_SHOWN_OTHER] = { "other", NC_ ("kind of page", "Other") },
};

const char *
exm_page_kind_get_name (ExmPageKind kind)
{
  return kinds[kind].name;
}

ExmPageKind
exm_page_kind_find (const char *name)
{
  ExmPageKind kind = 0;

  while (kind < EXM_N_PAGE_KINDS && g_strcmp0 (kinds[kind].name, name) != 0)
    kind++;
  return kind;
}

ExmShownKind
exm_page_kind_get_shown (ExmPageKind kind)
{
  return kinds[kind].shown;
}

const char *
exm_shown_kind_get_name (ExmShownKind kind)
{
  return shown_kinds[kind].name;
}

const char *
exm_shown_kind_describe (ExmShownKind kind)
{
  return g_dpgettext2 (GETTEXT_PACKAGE, "kind of page", shown_kinds[kind].words);
}
