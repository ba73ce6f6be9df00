/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lower case is what GLib makes of it in the C locale. */

#include "base/exm-lower.h"

#include <locale.h>
#include <string.h>

static void
assert_as_glib (const char *text)
{
  g_autofree char *ours = exm_text_lower (text, -1);
  g_autofree char *known = g_utf8_strdown (text, -1);

  g_assert_cmpstr (ours, ==, known);
}

/* Each by itself, before a letter, before a space and between letters. */
static void
test_characters (void)
{
  static const char *const places[] = { "%s", "%sa", "%s b", "A%sB", "Σ%sΣ", "İ%s" };

  for (gunichar c = 1; c <= 0x10ffff; c++)
    {
      char character[7] = "";
      if (!g_unichar_validate (c))
        continue;
      g_unichar_to_utf8 (c, character);
      for (gsize i = 0; i < G_N_ELEMENTS (places); i++)
        {
          const char *at = strchr (places[i], '%');
          g_autofree char *text = g_strdup_printf ("%.*s%s%s", (int) (at - places[i]),
                                                   places[i], character, at + 2);
          assert_as_glib (text);
        }
    }
}

static void
test_words (void)
{
  assert_as_glib ("");
  assert_as_glib ("TITLE in Istanbul, ISTANBUL, İSTANBUL ılık");
  assert_as_glib ("ΟΔΟΣ ΟΔΟΣ, ΣΑΣ Σ");
  assert_as_glib ("盐巷里有四家面包房，WWW。");
  g_autofree char *title = exm_text_lower ("TITLE, Σ İ", -1);
  g_assert_cmpstr (title, ==, "title, ς i\xcc\x87");
}

/* A given length may end inside a character: nothing behind it is read. */
static void
test_lengths (void)
{
  static const char text[] = "ÄΣ中İ😀";

  for (gsize n = 0; n < sizeof text; n++)
    {
      g_autofree char *exact = g_malloc (MAX (n, 1));
      const char *end;
      memcpy (exact, text, n);
      g_autofree char *lower = exm_text_lower (exact, (gssize) n);
      g_assert_true (g_utf8_validate (lower, -1, NULL));
      g_utf8_validate (text, (gssize) n, &end);
      g_autofree char *known = g_utf8_strdown (text, end - text);
      g_assert_cmpstr (lower, ==, known);
      char into[EXM_LOWER_ROOM (sizeof text)];
      exm_text_lower_into (into, exact, n);
      g_assert_cmpstr (into, ==, known);
    }
  g_autofree char *cut = exm_text_lower ("AB\0CD", 5);
  g_assert_cmpstr (cut, ==, "ab");
}

/* Bytes that are no UTF-8 are not written past the end. */
static void
test_damaged (void)
{
  for (guint lead = 0x80; lead <= 0xff; lead++)
    {
      char text[65] = "";
      memset (text, (int) lead, 64);
      g_autofree char *lower = exm_text_lower (text, 64);
      g_assert_cmpuint (strlen (lower), <=, 96);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  setlocale (LC_CTYPE, "C");
  g_test_add_func ("/lower/characters", test_characters);
  g_test_add_func ("/lower/words", test_words);
  g_test_add_func ("/lower/lengths", test_lengths);
  g_test_add_func ("/lower/damaged", test_damaged);
  return g_test_run ();
}
