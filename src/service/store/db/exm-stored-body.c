/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-stored-body.h"

#include "article/exm-derived-body.h"

#include <string.h>

/* Before a form that begins with the character of marks itself. */
#define ESCAPE                                                                           \
  "\001"                                                                                 \
  "0"

char *
exm_stored_body_pack (const char *form, gboolean derives)
{
  if (derives)
    return g_strdup (EXM_STORED_BODY_MARK);
  return g_strconcat (*form == *ESCAPE ? ESCAPE : "", form, NULL);
}

gboolean
exm_stored_body_is_derived (const char *stored)
{
  return g_strcmp0 (stored, EXM_STORED_BODY_MARK) == 0;
}

static char *
dup_form (const char *html, const char *stored, char *(*derive) (const char *html))
{
  if (stored == NULL)
    return NULL;
  if (exm_stored_body_is_derived (stored))
    return derive (html != NULL ? html : "");
  return g_strdup (g_str_has_prefix (stored, ESCAPE) ? stored + strlen (ESCAPE) : stored);
}

char *
exm_stored_body_dup_text (const char *html, const char *stored)
{
  return dup_form (html, stored, exm_derived_body_write_text);
}

char *
exm_stored_body_dup_markdown (const char *html, const char *stored)
{
  return dup_form (html, stored, exm_derived_body_write_markdown);
}
