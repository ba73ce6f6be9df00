/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a sitemap: read or refused, every entry a web address, none uncounted. */

#include "fuzz.h"

#include "discover/exm-sitemap.h"

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  guint *n = data;

  FUZZ_EXPECT (g_str_has_prefix (entry->url, "http://")
               || g_str_has_prefix (entry->url, "https://"));
  FUZZ_EXPECT (entry->title == NULL || g_utf8_validate (entry->title, -1, NULL));
  return ++*n < 1000;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (data, size);
  g_autoptr (GError) error = NULL;
  g_auto (ExmSitemapReport) report = { 0 };
  guint n = 0;
  gboolean read = exm_sitemap_read (bytes, "https://a.example/sitemap.xml", NULL,
                                    on_entry, &n, &report, &error);

  FUZZ_EXPECT (read == (error == NULL));
  FUZZ_EXPECT (report.n_entries == n);
  FUZZ_EXPECT (read || n == 0);
  return 0;
}
