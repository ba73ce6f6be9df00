/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-file-name.h"

#include <string.h>
#include <unicode/ubrk.h>

#include "base/exm-text.h"

/* Longest extension: the part behind the last dot. */
#define MAX_EXTENSION_BYTES 16u

/* Text is cut to this many times the length of the name before it is looked at: what is
 * left out and collapsed is rarely more. */
#define LOOK_AT 64u

static gboolean
is_dropped (gunichar c)
{
  GUnicodeType type = g_unichar_type (c);

  /* The joiners belong to emoji and to Persian and Indic words. */
  if (c == 0x200c || c == 0x200d)
    return FALSE;
  if (type == G_UNICODE_CONTROL || type == G_UNICODE_FORMAT
      || type == G_UNICODE_SURROGATE)
    return TRUE;
  /* Letters that show nothing, and code points that are no characters. */
  return c == 0x115f || c == 0x1160 || c == 0x3164 || c == 0xffa0
         || (c & 0xfffe) == 0xfffe;
}

static gboolean
is_reserved (gunichar c)
{
  return c == 0xfffd || (c < 0x80 && strchr ("/\\:*?\"<>|", (int) c) != NULL);
}

/* NFC of the start of @text, with bytes that are not UTF-8 as U+FFFD and NUL as a space.
 */
static char *
compose (const char *text, gsize n_bytes, gsize max_bytes)
{
  gsize n = MIN (n_bytes, LOOK_AT * max_bytes);

  /* Whole characters only, or the last one would count as broken. */
  while (n < n_bytes && n > 0 && ((guchar) text[n] & 0xc0) == 0x80)
    n--;
  g_autofree char *copy = g_malloc (n + 1);
  for (gsize i = 0; i < n; i++)
    copy[i] = text[i] != '\0' ? text[i] : ' ';
  copy[n] = '\0';
  g_autofree char *valid = g_utf8_make_valid (copy, (gssize) n);
  return g_utf8_normalize (valid, -1, G_NORMALIZE_DEFAULT_COMPOSE);
}

/* Dots, dashes and spaces at the start, dots and spaces at the end. */
static void
trim (GString *name)
{
  gsize start = strspn (name->str, ".- ");

  g_string_erase (name, 0, (gssize) start);
  while (name->len > 0 && strchr (". ", name->str[name->len - 1]) != NULL)
    g_string_truncate (name, name->len - 1);
}

gsize
exm_file_name_cut (const char *text, gsize max_bytes)
{
  gsize n_bytes = strlen (text);
  UErrorCode status = U_ZERO_ERROR;
  gsize n = max_bytes;

  if (n_bytes <= max_bytes)
    return n_bytes;
  while (n > 0 && ((guchar) text[n] & 0xc0) == 0x80)
    n--;

  UText utext = UTEXT_INITIALIZER;
  utext_openUTF8 (&utext, text, (int64_t) MIN (n_bytes, max_bytes + 256), &status);
  UBreakIterator *graphemes = ubrk_open (UBRK_CHARACTER, "", NULL, 0, &status);
  ubrk_setUText (graphemes, &utext, &status);
  if (U_SUCCESS (status) && !ubrk_isBoundary (graphemes, (int32_t) n))
    {
      int32_t before = ubrk_preceding (graphemes, (int32_t) n);
      n = before > 0 ? (gsize) before : n;
    }
  ubrk_close (graphemes);
  utext_close (&utext);
  return n;
}

char *
exm_file_name_clean_part (const char *text, gsize n_bytes, gsize max_bytes)
{
  g_autofree char *composed = compose (text, n_bytes, max_bytes);
  g_autoptr (GString) name = g_string_new (NULL);
  gboolean was_space = FALSE;

  for (const char *p = composed; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_space = exm_char_is_space (c);
      if (is_space && !was_space)
        g_string_append_c (name, ' ');
      else if (!is_space && is_dropped (c))
        continue;
      else if (!is_space)
        g_string_append_unichar (name, is_reserved (c) ? '_' : c);
      was_space = is_space;
    }
  trim (name);
  g_string_truncate (name, exm_file_name_cut (name->str, max_bytes));
  trim (name);
  return g_string_free (g_steal_pointer (&name), FALSE);
}

/* Windows knows them with any extension, and with spaces before it. */
static gboolean
is_device (const char *name)
{
  static const char *const devices[]
      = { "con", "prn", "aux", "nul", "conin$", "conout$", "clock$" };
  gsize n = strcspn (name, ".");

  while (n > 0 && name[n - 1] == ' ')
    n--;
  g_autofree char *stem = g_ascii_strdown (name, (gssize) n);
  for (gsize i = 0; i < G_N_ELEMENTS (devices); i++)
    if (strcmp (stem, devices[i]) == 0)
      return TRUE;
  if (!g_str_has_prefix (stem, "com") && !g_str_has_prefix (stem, "lpt"))
    return FALSE;
  if (n == 4)
    return g_ascii_isdigit (stem[3]);
  return strcmp (stem + 3, "\u00b9") == 0 || strcmp (stem + 3, "\u00b2") == 0
         || strcmp (stem + 3, "\u00b3") == 0;
}

char *
exm_file_name_clean (const char *text, gsize n_bytes, gsize max_bytes)
{
  g_return_val_if_fail (max_bytes >= 16, NULL);

  g_autofree char *name = exm_file_name_clean_part (text, n_bytes, max_bytes - 1);
  if (*name == '\0')
    return g_strdup ("untitled");
  if (is_device (name))
    return g_strconcat ("_", name, NULL);
  return g_steal_pointer (&name);
}

char *
exm_file_name_add_suffix (const char *name, const char *suffix, gsize max_bytes)
{
  const char *dot = strrchr (name, '.');
  gsize n_name = strlen (name);

  if (dot == NULL || dot == name || strlen (dot) > MAX_EXTENSION_BYTES)
    dot = name + n_name;
  gsize n_rest = strlen (suffix) + 1 + strlen (dot);
  g_return_val_if_fail (n_rest < max_bytes, NULL);

  g_autofree char *stem = g_strndup (name, (gsize) (dot - name));
  stem[exm_file_name_cut (stem, max_bytes - n_rest)] = '\0';
  return g_strconcat (stem, "-", suffix, dot, NULL);
}
