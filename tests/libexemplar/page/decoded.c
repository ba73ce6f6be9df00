/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "decoded.h"

#include "base/exm-limits.h"

void
decoded_clear (Decoded *self)
{
  g_clear_pointer (&self->text, g_bytes_unref);
  g_clear_pointer (&self->charset.name, g_free);
  g_clear_pointer (&self->charset.declared, g_free);
  g_clear_pointer (&self->charset.replaced, g_array_unref);
}

void
decoded_read (
    Decoded *result, const char *data, gsize n, const char *override, const char *http)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) raw = g_bytes_new (data, n);

  *result = (Decoded){ 0 };
  result->text = exm_decode (raw, override, http, &result->charset, &error);
  g_assert_no_error (error);
  gsize length;
  const char *text = g_bytes_get_data (result->text, &length);
  g_assert_true (length == 0 || g_utf8_validate_len (text, length, NULL));
  g_assert_cmpuint (result->charset.replaced->len, ==,
                    MIN (result->charset.n_replaced, EXM_MAX_REPLACED_KEPT));
}

void
decoded_assert_text (const Decoded *result, const char *expected)
{
  gsize n;
  const char *text = g_bytes_get_data (result->text, &n);
  g_autofree char *copy = g_strndup (text, n);
  g_assert_cmpstr (copy, ==, expected);
}

void
decoded_assert_contains (const Decoded *result, const char *text)
{
  gsize n;
  const char *data = g_bytes_get_data (result->text, &n);
  g_assert_nonnull (g_strstr_len (data, (gssize) n, text));
}

char *
page_encode (const char *text, const char *codeset, gsize *n)
{
  g_autoptr (GError) error = NULL;
  char *bytes = g_convert (text, -1, codeset, "UTF-8", NULL, n, &error);
  g_assert_no_error (error);
  return bytes;
}

char *
page_declare (const char *label, const char *text, const char *codeset, gsize *n)
{
  g_autoptr (GString) page = g_string_new ("<!DOCTYPE html><html><head>");
  gsize n_text;
  g_autofree char *bytes = page_encode (text, codeset, &n_text);

  if (label != NULL)
    g_string_append_printf (page, "<meta charset=\"%s\">", label);
  g_string_append (page, "<title>x</title></head><body><p>");
  g_string_append_len (page, bytes, (gssize) n_text);
  g_string_append (page, "</p></body></html>");
  *n = page->len;
  return g_string_free (g_steal_pointer (&page), FALSE);
}
