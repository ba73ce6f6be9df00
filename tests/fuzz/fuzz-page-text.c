/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a page: read or refused, and every rule of a page text holds. */

#include "fuzz.h"

#include "page/exm-page-reader.h"

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) raw = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPageText) page = exm_page_read (raw, NULL, &error);

  FUZZ_EXPECT ((page == NULL) == (error != NULL));
  if (page == NULL)
    return 0;
  if (!exm_page_text_validate (page, &error))
    g_error ("%s", error->message);
  g_autofree guint32 *codes = exm_page_text_dup_codes (page);
  return 0;
}
