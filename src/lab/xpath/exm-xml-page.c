/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xml-page-private.h"

#include <string.h>

static GArray *
find_line_starts (const char *source, gsize n_bytes)
{
  GArray *starts = g_array_new (FALSE, FALSE, sizeof (guint32));
  const char *end = source + n_bytes;

  for (const char *p = source; p != NULL && p < end;)
    {
      guint32 at = (guint32) (p - source);
      g_array_append_val (starts, at);
      p = memchr (p, '\n', (gsize) (end - p));
      p = p != NULL ? p + 1 : end;
    }
  return starts;
}

ExmXmlPage *
exm_xml_page_new (GBytes *source, gboolean scripting)
{
  gsize n_bytes;
  const char *text = g_bytes_get_data (source, &n_bytes);
  ExmXmlPage *self = g_new0 (ExmXmlPage, 1);

  if (text == NULL)
    text = "";
  self->facts = g_array_new (FALSE, FALSE, sizeof (ExmXmlFacts));
  self->line_starts = find_line_starts (text, n_bytes);
  self->doc = exm_xml_build (text, n_bytes, scripting, self->facts, &self->truncated);
  return self;
}

ExmXmlPage *
exm_xml_page_read (GBytes *raw, const ExmPageHints *hints, GError **error)
{
  ExmCharset charset = { 0 };
  g_autoptr (GBytes) source = exm_page_decode (raw, hints, &charset, error);

  if (source == NULL)
    return NULL;
  g_free (charset.name);
  g_free (charset.declared);
  g_array_unref (charset.replaced);
  return exm_xml_page_new (source, FALSE);
}

void
exm_xml_page_free (ExmXmlPage *self)
{
  xmlFreeDoc (self->doc);
  g_array_unref (self->facts);
  g_array_unref (self->line_starts);
  g_free (self);
}

xmlDoc *
exm_xml_page_get_doc (const ExmXmlPage *self)
{
  return self->doc;
}

gboolean
exm_xml_page_is_truncated (const ExmXmlPage *self)
{
  return self->truncated;
}

ExmXmlFacts *
exm_xml_page_get_facts (const ExmXmlPage *self, const xmlNode *node)
{
  if (node->type == XML_NAMESPACE_DECL || node->_private == NULL)
    return NULL;
  return &g_array_index (self->facts, ExmXmlFacts, GPOINTER_TO_SIZE (node->_private) - 1);
}

gboolean
exm_xml_page_get_range (const ExmXmlPage *self,
                        const xmlNode *node,
                        gsize *start,
                        gsize *end)
{
  const ExmXmlFacts *facts = exm_xml_page_get_facts (self, node);

  if (facts == NULL || facts->end == 0)
    return FALSE;
  *start = facts->start;
  *end = facts->end;
  return TRUE;
}

guint
exm_xml_page_get_line (const ExmXmlPage *self, const xmlNode *node)
{
  if (node->type == XML_NAMESPACE_DECL)
    node = exm_xml_get_ns_owner (node);
  const ExmXmlFacts *facts = exm_xml_page_get_facts (self, node);
  const guint32 *starts = (const guint32 *) (void *) self->line_starts->data;
  guint low = 0, high = self->line_starts->len;

  if (facts == NULL)
    return 1;
  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (starts[middle] <= facts->start)
        low = middle + 1;
      else
        high = middle;
    }
  return MAX (low, 1);
}
