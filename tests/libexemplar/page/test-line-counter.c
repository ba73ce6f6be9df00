/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line of all the characters that a page may have, and of more: what is looked at for
 * it is counted. */

#include "base/exm-limits.h"
#include "page/exm-line-counter.h"

#include <string.h>

/* Returns: bytes taken, run by run, without the white space between them */
static gsize
put_all (ExmLineCounter *line, const char *text, gsize n_bytes)
{
  const char *end = text + n_bytes;
  gsize n_taken = 0;

  for (const char *p = text; p < end;)
    {
      const char *next = exm_line_put_run (line, p, end);
      n_taken += (gsize) (next - p);
      if (next == p && line->line.n_chars == EXM_MAX_PAGE_CHARS)
        break;
      for (p = next; p < end && (guint8) *p <= ' '; p++)
        ;
    }
  return n_taken;
}

static void
test_long_text (gconstpointer data)
{
  const char *unit = data;
  gsize n_unit = strlen (unit);
  GString *text = g_string_new (NULL);
  ExmBytes written = { 0 };
  ExmLineCounter line;

  while (text->len
         <= 6 * (gsize) EXM_MAX_PAGE_CHARS / 5 * n_unit / g_utf8_strlen (unit, -1))
    g_string_append_len (text, unit, (gssize) n_unit);
  exm_line_counter_init (&line, &written, text->str + text->len);
  exm_array_reserve (&written, (guint) text->len + EXM_LINE_ROOM);
  gsize n_taken = put_all (&line, text->str, text->len);
  g_assert_cmpuint (line.line.n_chars, ==, EXM_MAX_PAGE_CHARS);
  g_assert_cmpuint (written.len, ==, n_taken);
  g_assert_true (g_utf8_validate_len (written.data, written.len, NULL));
  g_test_message ("%" G_GUINT64_FORMAT " bytes sought", line.n_sought);
  g_assert_cmpuint (line.n_sought, <, text->len);
  exm_line_counter_clear (&line);
  exm_array_clear (&written);
  g_string_free (text, TRUE);
}

/* Characters of one to four bytes, of which so many more fit. */
static void
test_last_characters (void)
{
  static const char *const units[]
      = { "a", "é", "市", "\U00020000", "aé市\U00020000", "市 a é " };

  for (gsize i = 0; i < G_N_ELEMENTS (units); i++)
    for (guint room = 0; room < 12; room++)
      {
        g_autofree char *four
            = g_strconcat (units[i], units[i], units[i], units[i], NULL);
        g_autofree char *text = g_strconcat (four, four, four, NULL);
        ExmBytes written = { 0 };
        ExmLineCounter line;

        exm_line_counter_init (&line, &written, text + strlen (text));
        exm_array_reserve (&written, (guint) strlen (text) + EXM_LINE_ROOM);
        line.line.n_chars = EXM_MAX_PAGE_CHARS - room;
        put_all (&line, text, strlen (text));
        g_assert_cmpuint (line.line.n_chars, ==, EXM_MAX_PAGE_CHARS);
        g_assert_cmpint (g_utf8_strlen (written.data, written.len), ==, room);
        exm_line_counter_clear (&line);
        exm_array_clear (&written);
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/page/line-counter/line-feeds",
                        "eight words of text and then the end of line\n", test_long_text);
  g_test_add_data_func ("/page/line-counter/han", "市图书馆新馆今天上午开放\n",
                        test_long_text);
  g_test_add_func ("/page/line-counter/last-characters", test_last_characters);
  return g_test_run ();
}
