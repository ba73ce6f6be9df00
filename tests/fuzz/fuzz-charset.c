/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes in any encoding: valid UTF-8 without NULs comes out, and the counts are
 * right. The first byte chooses who declares which encoding. */

#include "fuzz.h"

#include "base/exm-limits.h"
#include "charset/exm-decode.h"
#include "types/exm-page-error.h"

#include <string.h>

static const char *const labels[]
    = { NULL,           "utf-8",  "gb2312",       "gbk",           "big5",   "shift_jis",
        "euc-jp",       "euc-kr", "iso-2022-jp",  "hz-gb-2312",    "utf-16", "utf-16be",
        "windows-1252", "koi8-r", "windows-1251", "x-user-defined" };

static void
check (GBytes *decoded, const ExmCharset *charset, gsize size)
{
  gsize n;
  const char *text = g_bytes_get_data (decoded, &n);
  guint n_seen = 0;
  guint64 before = 0;

  FUZZ_EXPECT (n == 0 || g_utf8_validate_len (text, n, NULL));
  FUZZ_EXPECT (charset->name != NULL && charset->replaced != NULL);
  FUZZ_EXPECT (charset->n_nul <= size);
  for (gsize i = 0; i + 2 < n; i++)
    n_seen += memcmp (text + i, "\ufffd", 3) == 0;
  FUZZ_EXPECT (charset->n_replaced <= n_seen);
  FUZZ_EXPECT (charset->replaced->len <= EXM_MAX_REPLACED_KEPT);
  FUZZ_EXPECT (charset->replaced->len <= charset->n_replaced);
  for (guint i = 0; i < charset->replaced->len; i++)
    {
      guint64 at = g_array_index (charset->replaced, guint64, i);
      FUZZ_EXPECT (at < size);
      FUZZ_EXPECT (at >= before);
      before = at;
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size == 0)
    return 0;

  const char *label = labels[data[0] % G_N_ELEMENTS (labels)];
  gboolean override = data[0] >= 0x80;
  g_autoptr (GBytes) raw = g_bytes_new_static (data + 1, size - 1);
  g_autoptr (GError) error = NULL;
  ExmCharset charset = { 0 };
  g_autoptr (GBytes) decoded = exm_decode (raw, override ? label : NULL,
                                           override ? NULL : label, &charset, &error);
  if (decoded == NULL)
    g_error ("%s", error->message);
  FUZZ_EXPECT (error == NULL);
  check (decoded, &charset, size - 1);
  g_free (charset.name);
  g_free (charset.declared);
  g_array_unref (charset.replaced);
  return 0;
}
