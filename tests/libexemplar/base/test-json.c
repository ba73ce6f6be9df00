/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-json.h"

#include <string.h>

static void
test_depth (void)
{
  static const struct
  {
    const char *text;
    guint depth;
  } cases[] = {
    { "", 0 },           { "1", 0 },          { "[]", 1 },          { "[[],[]]", 2 },
    { "{\"a\":[]}", 2 }, { "\"[[[\"", 0 },    { "\"\\\"[[\"[", 1 }, { "]]][", 1 },
    { "[\"]\",[]]", 2 }, { "\"\\\\\"[[", 2 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize n = strlen (cases[i].text);
      g_test_message ("%s", cases[i].text);
      g_assert_true (exm_json_is_shallow (cases[i].text, n, cases[i].depth));
      if (cases[i].depth > 0)
        g_assert_false (exm_json_is_shallow (cases[i].text, n, cases[i].depth - 1));
    }
}

static void
test_escapes (void)
{
  static const struct
  {
    const char *text;
    const char *repaired;
  } cases[] = {
    { "\"a\\u0000b\"", "\"ab\"" },
    { "\"a\\\\u0000b\"", "\"a\\\\u0000b\"" },
    { "\"\\\\\\u0000\"", "\"\\\\\"" },
    { "\"\\ud83d\\ude00\"", "\"\\ud83d\\ude00\"" },
    { "\"\\uD83D\\uDE00\\u0000\"", "\"\\uD83D\\uDE00\"" },
    { "\"\\ud83d\"", "\"\\ufffd\"" },
    { "\"\\ude00\\ud83d\"", "\"\\ufffd\\ufffd\"" },
    { "\"\\ud83d\\ud83d\\ude00\"", "\"\\ufffd\\ud83d\\ude00\"" },
    { "\"\\ud83d\\u0041\"", "\"\\ufffd\\u0041\"" },
    { "\"\\u00", "\"u00" },
    { "\"\\u00zz\\u0000", "\"u00zz" },
    { "\"\\ud8\\u0041\\\\u\"", "\"ud8\\u0041\\\\u\"" },
    { "\\", "\\" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup (cases[i].text);
      text[exm_json_repair_escapes (text, strlen (text))] = '\0';
      g_assert_cmpstr (text, ==, cases[i].repaired);
    }
}

static void
test_plain (void)
{
  static const char *const plain[]
      = { "",      "[1,-2,3.5e8]", "9223372036854775807", "\"1e999\"",        "[\"'\"]",
          "1e308", "[{}] \n",      "\"// # \\\" ' /*\"",  "{\"a1e999\":true}" };
  static const char *const odd[] = { "9223372036854775808",
                                     "[123456789012345678901]",
                                     "1e999",
                                     "-1E999",
                                     "{'a':1}",
                                     "// remark",
                                     "# remark",
                                     "\"\\\\\" 'x'",
                                     "0xfffffffffffffffff",
                                     "\"\\ud8&#146;\"",
                                     "\"\\q\"",
                                     "\"\\",
                                     "{}{}",
                                     "[] 1",
                                     "2{}",
                                     "-2.5 []",
                                     "\"a\" {}",
                                     "null[1]",
                                     "1 2",
                                     "[[]]]" };

  for (gsize i = 0; i < G_N_ELEMENTS (plain); i++)
    g_assert_true (exm_json_is_plain (plain[i], strlen (plain[i])));
  for (gsize i = 0; i < G_N_ELEMENTS (odd); i++)
    g_assert_false (exm_json_is_plain (odd[i], strlen (odd[i])));
  g_assert_false (exm_json_is_plain ("1\0", 2));
}

/* "|" stands where the text is cut. */
static void
test_trim (void)
{
  static const char *const cases[] = { "",
                                       "{\"a\":[{}]}",
                                       "{\"a\":1}|{\"b\":2}",
                                       "2|{\"a\":[1]}",
                                       "[1] |[2]",
                                       "\"a\"|[]",
                                       "null |{}",
                                       "{\"a\":\"}\"}|{}",
                                       "[\"\\\"]\"]|[]",
                                       "{'}':1}|{}",
                                       "{'\\':[]}|[]",
                                       "{/*}*/}|{}",
                                       "/* {} */[]|[]",
                                       "// [1]|[2]",
                                       "[1],|[2]",
                                       "[1] x",
                                       "{",
                                       "]]|{}",
                                       "\"\\",
                                       "/",
                                       "/*",
                                       "'" };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (GStrv) parts = g_strsplit (cases[i], "|", 2);
      g_autofree char *text = g_strjoinv ("", parts);
      gsize n = parts[0] != NULL ? strlen (parts[0]) : 0;
      g_assert_cmpuint (exm_json_trim (text, strlen (text)), ==, n);
    }
}

static void
test_exponents (void)
{
  static const struct
  {
    const char *text;
    const char *repaired;
  } cases[] = {
    { "[1e+22.0,-1e-07.0,1.5e+300]", "[1e+22,-1e-07,1.5e+300]" },
    { "{\"a\":1.0,\"b\":true}", "{\"a\":1.0,\"b\":true}" },
    { "\"1e+22.0 \\\" 1e5.0\"", "\"1e+22.0 \\\" 1e5.0\"" },
    { "[\"\\\\\",1e5.0]", "[\"\\\\\",1e5]" },
    { "", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup (cases[i].text);
      exm_json_repair_exponents (text);
      g_assert_cmpstr (text, ==, cases[i].repaired);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/json/depth", test_depth);
  g_test_add_func ("/json/escapes", test_escapes);
  g_test_add_func ("/json/plain", test_plain);
  g_test_add_func ("/json/trim", test_trim);
  g_test_add_func ("/json/exponents", test_exponents);
  return g_test_run ();
}
