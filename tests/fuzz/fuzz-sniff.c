/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as the start of a file: one kind, which has words, and which hangs on nothing
 * behind the bytes that decide; markup is never taken for an image. */

#include "fuzz.h"

#include "base/exm-sniff.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  ExmSniffed sniffed = exm_sniff (data, size);
  const char *words = exm_sniffed_describe (sniffed);

  FUZZ_EXPECT (sniffed <= EXM_SNIFFED_BINARY);
  FUZZ_EXPECT ((sniffed == EXM_SNIFFED_EMPTY) == (size == 0));
  FUZZ_EXPECT (words != NULL && *words != '\0' && g_utf8_validate (words, -1, NULL));
  FUZZ_EXPECT (exm_sniff (data, MIN (size, EXM_SNIFF_BYTES)) == sniffed);
  FUZZ_EXPECT (exm_sniffed_is_page (sniffed)
               == (sniffed == EXM_SNIFFED_EMPTY || sniffed == EXM_SNIFFED_HTML
                   || sniffed == EXM_SNIFFED_XML || sniffed == EXM_SNIFFED_TEXT));

  /* Behind the beginning of a page nothing makes it another thing. */
  g_autoptr (GByteArray) page = g_byte_array_new ();
  g_byte_array_append (page, (const guint8 *) "<!doctype html>\n", 16);
  if (size > 0)
    g_byte_array_append (page, data, (guint) size);
  FUZZ_EXPECT (exm_sniff (page->data, page->len) == EXM_SNIFFED_HTML);
  return 0;
}
