/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a style sheet, as the address of a resource and as a picture: a sheet
 * stays within bounds, and addresses of ours lead to the web alone. */

#include "fuzz.h"

#include "resources/exm-resource-type.h"
#include "resources/exm-resource-url.h"
#include "resources/exm-style-rewrite.h"

#include <string.h>

#define BASE "https://site.example/css/a.css"

/* Each address that was written is one that is understood, and a web address. */
static void
check_written (const char *text)
{
  for (const char *at = strstr (text, "url(\"" EXM_RESOURCE_SCHEME "://"); at != NULL;
       at = strstr (at + 1, "url(\"" EXM_RESOURCE_SCHEME "://"))
    {
      ExmResourceKind kind;
      g_autofree char *own = g_strndup (at + 5, strcspn (at + 5, "\""));
      g_autofree char *url = exm_resource_url_parse (own, &kind);
      if (url == NULL)
        continue;
      FUZZ_EXPECT (g_str_has_prefix (url, "http://")
                   || g_str_has_prefix (url, "https://"));
      FUZZ_EXPECT (strchr (url, '#') == NULL);
    }
}

static void
check_sheet (const guint8 *data, gsize size)
{
  GString *once = exm_style_rewrite ((const char *) data, size, BASE);

  FUZZ_EXPECT (once->len <= size * 8 + 300 * (gsize) EXM_STYLE_MAX_URLS);
  check_written (once->str);
  g_string_free (once, TRUE);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autofree char *own = g_strconcat (EXM_RESOURCE_SCHEME "://image/", text, NULL);
  ExmResourceKind kind;
  guint width, height;

  check_sheet (data, size);
  g_autofree char *url = exm_resource_url_parse (text, &kind);
  g_autofree char *other = exm_resource_url_parse (own, &kind);
  if (other != NULL)
    {
      g_autofree char *again = exm_resource_url_new (kind, other);
      g_autofree char *back = exm_resource_url_parse (again, &kind);
      FUZZ_EXPECT (g_strcmp0 (back, other) == 0);
    }
  for (guint i = 0; i < EXM_N_RESOURCE_KINDS; i++)
    exm_resource_type_find ((ExmResourceKind) i, data, size, text);
  exm_resource_find_size (data, size, &width, &height);
  return 0;
}
