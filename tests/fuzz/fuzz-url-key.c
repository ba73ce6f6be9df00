/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text as an address: its key is ASCII, and its own key; its site is part of it. */

#include "fuzz.h"

#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *url = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autofree char *key = exm_url_get_key (url, &error);

  FUZZ_EXPECT ((key == NULL) == (error != NULL));
  if (key == NULL)
    return 0;
  FUZZ_EXPECT (g_str_is_ascii (key));
  FUZZ_EXPECT (g_str_has_prefix (key, "https://"));
  g_autofree char *again = exm_url_get_key (key, NULL);
  FUZZ_EXPECT (g_strcmp0 (again, key) == 0);

  g_autofree char *site = exm_url_get_site (url, NULL);
  g_autofree char *key_site = exm_url_get_site (key, NULL);
  FUZZ_EXPECT (site != NULL && *site != '\0');
  FUZZ_EXPECT (g_strcmp0 (site, key_site) == 0);
  FUZZ_EXPECT (strstr (key, site) != NULL);

  /* Addresses that differ in tracking alone have one key. */
  g_autofree char *normal = exm_url_normalize_input (url, NULL);
  g_autofree char *bare = exm_url_without_tracking (normal);
  g_autofree char *bare_key = exm_url_get_key (bare, NULL);
  FUZZ_EXPECT (g_strcmp0 (bare_key, key) == 0);
  return 0;
}
