/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-svg.h"

#include "base/exm-text.h"

void
exm_svg_numbers (GString *out, const char *format, ...)
{
  va_list args;

  va_start (args, format);
  for (const char *p = format; *p != '\0'; p++)
    {
      if (*p == '%')
        exm_text_append_number (out, va_arg (args, double));
      else
        g_string_append_c (out, *p);
    }
  va_end (args);
}

void
exm_svg_escape (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      if (c == '&')
        g_string_append (out, "&amp;");
      else if (c == '<')
        g_string_append (out, "&lt;");
      else if (c == '>')
        g_string_append (out, "&gt;");
      else if (c == '"')
        g_string_append (out, "&quot;");
      else if (c == '\'')
        g_string_append (out, "&#39;");
      else if (c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0xfffe || c == 0xffff)
        g_string_append_c (out, ' ');
      else
        g_string_append_unichar (out, c);
    }
}

void
exm_svg_text (GString *out, double x, double y, const char *class_names, const char *text)
{
  exm_svg_numbers (out, "<text x='%' y='%' class='", x, y);
  g_string_append_printf (out, "%s'>", class_names);
  exm_svg_escape (out, text);
  g_string_append (out, "</text>\n");
}
