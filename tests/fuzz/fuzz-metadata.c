/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a page, and its first line as headers: its metadata are valid text of one
 * line each. */

#include "fuzz.h"

#include "metadata/exm-metadata-reader.h"
#include "metadata/exm-rights.h"
#include "page/exm-page-reader.h"

#include <string.h>

static void
check (const ExmPageText *page, guint first, guint last)
{
  static const char *const headers[]
      = { "X-Robots-Tag", "Link", "tdm-reservation", "tdm-policy" };
  g_autoptr (ExmMetadata) metadata = exm_metadata_read (page, first, last);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  for (gsize i = 0; n_lines > 0 && i < G_N_ELEMENTS (headers); i++)
    exm_rights_read_header (metadata, exm_page_text_get_url (page), headers[i],
                            exm_page_text_get_line (page, 0));
  for (guint field = 0; field < EXM_N_FIELDS; field++)
    {
      const char *value = exm_metadata_get (metadata, (ExmField) field);
      if (value == NULL)
        continue;
      FUZZ_EXPECT (*value != '\0');
      FUZZ_EXPECT (g_utf8_validate (value, -1, NULL));
      FUZZ_EXPECT (strpbrk (value, "\r\n") == NULL);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) raw = g_bytes_new_static (data, size);
  const ExmPageHints hints
      = { .url = "https://site.example/2026/01/02/a.html", .override_charset = "utf-8" };
  g_autoptr (ExmPageText) page = exm_page_read (raw, &hints, NULL);
  guint n_lines;

  if (page == NULL)
    return 0;
  exm_page_text_get_lines (page, &n_lines);
  check (page, EXM_NONE, EXM_NONE);
  if (n_lines > 0)
    check (page, size % n_lines, n_lines - 1);
  return 0;
}
