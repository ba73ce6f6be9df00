/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-json.h"

#include "base/exm-text.h"
#include "types/exm-page-text.h"

#include <math.h>

static void
append_quoted (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *p = text; *p != '\0'; p++)
    {
      guchar c = (guchar) *p;
      if (c == '"' || c == '\\')
        g_string_append_printf (out, "\\%c", c);
      else if (c == '\n')
        g_string_append (out, "\\n");
      else if (c < 0x20 || c == 0x7f)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_c (out, *p);
    }
  g_string_append_c (out, '"');
}

static void
begin_value (ExmCliJson *self, const char *name)
{
  if (self->follows)
    g_string_append_c (self->out, ',');
  self->follows = TRUE;
  if (name == NULL)
    return;
  append_quoted (self->out, name);
  g_string_append_c (self->out, ':');
}

void
exm_cli_json_open (ExmCliJson *self, const char *name, char bracket)
{
  begin_value (self, name);
  g_string_append_c (self->out, bracket);
  self->follows = FALSE;
}

void
exm_cli_json_close (ExmCliJson *self, char bracket)
{
  g_string_append_c (self->out, bracket);
  self->follows = TRUE;
}

void
exm_cli_json_string (ExmCliJson *self, const char *name, const char *value)
{
  begin_value (self, name);
  if (value != NULL)
    append_quoted (self->out, value);
  else
    g_string_append (self->out, "null");
}

void
exm_cli_json_number (ExmCliJson *self, const char *name, double value)
{
  begin_value (self, name);
  if (isfinite (value))
    exm_text_append_number (self->out, value);
  else
    g_string_append (self->out, "null");
}

void
exm_cli_json_integer (ExmCliJson *self, const char *name, gint64 value)
{
  begin_value (self, name);
  g_string_append_printf (self->out, "%" G_GINT64_FORMAT, value);
}

void
exm_cli_json_boolean (ExmCliJson *self, const char *name, gboolean value)
{
  begin_value (self, name);
  g_string_append (self->out, value ? "true" : "false");
}

void
exm_cli_json_null (ExmCliJson *self, const char *name)
{
  begin_value (self, name);
  g_string_append (self->out, "null");
}

void
exm_cli_json_line (ExmCliJson *self, const char *name, guint value)
{
  if (value == EXM_NONE)
    exm_cli_json_null (self, name);
  else
    exm_cli_json_integer (self, name, value);
}
