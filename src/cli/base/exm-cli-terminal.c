/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-terminal.h"

#include <stdio.h>
#include <string.h>

gboolean
exm_cli_steers_terminal (gunichar c)
{
  return (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7f && c < 0xa0) || c == 0x61c
         || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e)
         || (c >= 0x2066 && c <= 0x2069);
}

/* Returns: bytes of the character at @text, 0 where it is none */
static gsize
read_char (const char *text, gsize n, gunichar *c)
{
  *c = g_utf8_get_char_validated (text, (gssize) n);
  /* A NUL that is in range is said to be an incomplete character. */
  if (*text == '\0')
    *c = 0;
  return *c >= (gunichar) -2 ? 0 : (gsize) g_unichar_to_utf8 (*c, NULL);
}

char *
exm_cli_escape (const char *text, gsize n)
{
  GString *out = NULL;

  for (gsize i = 0, length; i < n; i += MAX (length, 1))
    {
      gunichar c;
      length = read_char (text + i, n - i, &c);
      if (length > 0 && !exm_cli_steers_terminal (c))
        {
          if (out != NULL)
            g_string_append_len (out, text + i, (gssize) length);
          continue;
        }
      if (out == NULL)
        out = g_string_new_len (text, (gssize) i);
      if (length > 0)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_printf (out, "\\x%02x", (guchar) text[i]);
    }
  return out != NULL ? g_string_free (out, FALSE) : NULL;
}

/* In the encoding of the terminal. */
void
exm_cli_steer (const char *text)
{
  const char *charset;
  g_autofree char *converted
      = g_get_charset (&charset)
            ? NULL
            : g_convert_with_fallback (text, -1, charset, "UTF-8", "?", NULL, NULL, NULL);

  fputs (converted != NULL ? converted : text, stderr);
  fflush (stderr);
}

static void
print_error (const char *text)
{
  g_autofree char *escaped = exm_cli_escape (text, strlen (text));

  exm_cli_steer (escaped != NULL ? escaped : text);
}

void
exm_cli_guard_errors (void)
{
  g_set_printerr_handler (print_error);
}
