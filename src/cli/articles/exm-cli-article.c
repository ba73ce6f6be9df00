/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-article.h"

#include "article/exm-body.h"

#include <glib/gi18n.h>
#include <string.h>

static const char *const format_names[] = {
  [EXM_CLI_FORMAT_TEXT] = "text",
  [EXM_CLI_FORMAT_MARKDOWN] = "markdown",
  [EXM_CLI_FORMAT_HTML] = "html",
  [EXM_CLI_FORMAT_JSON] = "json",
};

/* Fields printed before the body, in this order. */
static const struct
{
  ExmField field;
  const char *label;
} header_fields[] = {
  { EXM_FIELD_TITLE, N_ ("Title: ") },
  { EXM_FIELD_PUBLISHED, N_ ("Date: ") },
  { EXM_FIELD_SOURCE, N_ ("Source: ") },
};

gboolean
exm_cli_format_parse (const char *name, ExmCliFormat *format)
{
  *format = EXM_CLI_FORMAT_TEXT;
  for (gsize i = 0; name != NULL && i < G_N_ELEMENTS (format_names); i++)
    if (strcmp (name, format_names[i]) == 0)
      {
        *format = (ExmCliFormat) i;
        return TRUE;
      }
  return name == NULL;
}

/* On one line, with what Markdown could take for markup escaped. */
static void
append_markdown (GString *out, const char *text)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (strchr ("\\`*_{}[]<>()#+-.!|&~", *p) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, g_ascii_iscntrl (*p) ? ' ' : *p);
    }
}

static void
append_html (GString *out, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);
  g_string_append (out, escaped);
}

/* Names are the user's own; a comment of HTML must still not end within one. */
static void
append_comment (GString *out, const char *text)
{
  g_string_append (out, "<!-- ");
  for (const char *p = text; *p != '\0'; p++)
    g_string_append_c (out, *p == '>' || (*p == '-' && p[1] == '-') ? '_' : *p);
  g_string_append (out, " -->\n\n");
}

static void
append_separator (GString *out, const ExmCliFound *found, const ExmCliArticleStyle *style)
{
  if (!style->many)
    return;
  if (style->n_before > 0)
    g_string_append_c (out, '\n');
  if (style->format == EXM_CLI_FORMAT_TEXT)
    g_string_append_printf (out, "==> %s <==\n\n", found->name);
  else
    append_comment (out, found->name);
}

static void
append_field (GString *out,
              ExmCliFormat format,
              ExmField field,
              const char *label,
              const char *value)
{
  gboolean is_title = field == EXM_FIELD_TITLE;

  if (format == EXM_CLI_FORMAT_TEXT)
    {
      g_string_append_printf (out, "%s%s\n", label, value);
    }
  else if (format == EXM_CLI_FORMAT_MARKDOWN)
    {
      g_string_append (out, is_title ? "# " : "*");
      append_markdown (out, value);
      g_string_append (out, is_title ? "\n\n" : "*\n\n");
    }
  else
    {
      g_string_append (out, is_title ? "<h1>" : "<p>");
      append_html (out, value);
      g_string_append (out, is_title ? "</h1>\n" : "</p>\n");
    }
}

static void
append_header (GString *out, const ExmCliFound *found, ExmCliFormat format)
{
  gsize before = out->len;

  for (gsize i = 0; i < G_N_ELEMENTS (header_fields); i++)
    {
      const char *value = exm_metadata_get (found->metadata, header_fields[i].field);
      if (value != NULL)
        append_field (out, format, header_fields[i].field, _ (header_fields[i].label),
                      value);
    }
  if (format == EXM_CLI_FORMAT_TEXT && out->len > before)
    g_string_append_c (out, '\n');
}

static char *
write_body (const ExmCliFound *found, ExmCliFormat format)
{
  const ExmPageText *page = exm_prepared_get_page (found->target);

  switch (format)
    {
    case EXM_CLI_FORMAT_MARKDOWN:
      return exm_body_write_markdown (page, found->result);
    case EXM_CLI_FORMAT_HTML:
      return exm_body_write_html (page, found->result);
    case EXM_CLI_FORMAT_TEXT:
    case EXM_CLI_FORMAT_JSON:
    default:
      return exm_body_write_text (page, found->result);
    }
}

void
exm_cli_article_append (GString *out,
                        const ExmCliFound *found,
                        const ExmCliArticleStyle *style)
{
  if (style->format == EXM_CLI_FORMAT_JSON)
    {
      exm_cli_article_append_json (out, found, style->reasons);
      return;
    }
  append_separator (out, found, style);
  if (style->with_metadata && found->metadata != NULL)
    append_header (out, found, style->format);
  if (found->result == NULL)
    return;
  g_autofree char *body = write_body (found, style->format);
  g_string_append (out, body);
  if (*body != '\0' && !g_str_has_suffix (body, "\n"))
    g_string_append_c (out, '\n');
}
