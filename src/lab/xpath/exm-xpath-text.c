/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xpath-text.h"

#include "lab/xpath/exm-xpath.h"

#include <string.h>

static char *
find_by (ExmXmlPage *page, const char *path)
{
  g_autoptr (ExmXPath) expression = exm_xpath_compile (path, NULL);
  g_autoptr (ExmXPathResult) result
      = expression != NULL ? exm_xpath_evaluate (expression, page, NULL) : NULL;
  g_autoptr (GString) text = g_string_new (NULL);

  if (result == NULL || exm_xpath_result_get_kind (result) != EXM_XPATH_NODES)
    return NULL;
  for (guint i = 0; i < exm_xpath_result_get_n_nodes (result); i++)
    {
      g_autofree char *one = exm_xpath_result_make_text (result, i);
      g_string_append_printf (text, "%s\n", one);
    }
  return strspn (text->str, " \t\r\n") < text->len
             ? g_string_free (g_steal_pointer (&text), FALSE)
             : NULL;
}

char *
exm_xpath_find_text (GBytes *raw, const ExmPageHints *hints, const char *const *paths)
{
  g_autoptr (ExmXmlPage) page = exm_xml_page_read (raw, hints, NULL);
  char *text = NULL;

  for (guint i = 0; page != NULL && paths[i] != NULL && text == NULL; i++)
    text = find_by (page, paths[i]);
  return text;
}
