/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-rights.h"

#include "base/exm-text.h"

#include <string.h>

#define MAX_HEADER_BYTES 4000u

/* Whether @address leads to a licence of Creative Commons. */
static gboolean
is_commons (const char *address)
{
  static const char *const starts[] = { "https:", "http:", "//", "www." };

  for (gsize i = 0; i < G_N_ELEMENTS (starts); i++)
    if (exm_text_begins (address, starts[i]))
      address += strlen (starts[i]);
  return exm_text_begins (address, "creativecommons.org/licenses/")
         || exm_text_begins (address, "creativecommons.org/publicdomain/");
}

void
exm_rights_choose_license (ExmMetadataReader *self, guint body_first, guint body_last)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);

  for (guint i = 0; i < n; i++)
    {
      const char *name = exm_page_text_get_string (self->page, slices[i].name);
      if ((slices[i].kind == EXM_SLICE_LINK || slices[i].kind == EXM_SLICE_REL)
          && exm_text_has_word (name, "license"))
        exm_metadata_put (self, EXM_FIELD_LICENSE, EXM_ORIGIN_ELEMENT,
                          exm_page_text_get_string (self->page, slices[i].value));
    }
  if (exm_metadata_get (self->out, EXM_FIELD_LICENSE) != NULL)
    return;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);
  for (guint i = 0; i < n; i++)
    {
      const char *address = exm_page_text_get_string (self->page, spans[i].value);
      gboolean around = body_last == EXM_NONE || spans[i].line < body_first
                        || spans[i].line > body_last;
      if (spans[i].kind == EXM_SPAN_LINK && around && is_commons (address)
          && exm_metadata_put (self, EXM_FIELD_LICENSE, EXM_ORIGIN_TEXT, address))
        return;
    }
}

/* Adds @words to what robots are told already. */
static void
add_robots (ExmMetadata *metadata, const char *words)
{
  const char *before = exm_metadata_get (metadata, EXM_FIELD_ROBOTS);
  g_autofree char *both = g_strdup_printf ("%s, %s", before != NULL ? before : "", words);
  g_autofree char *all = exm_metadata_dup_robots (both);

  if (before == NULL || strcmp (before, all) == 0)
    exm_metadata_set (metadata, EXM_FIELD_ROBOTS, EXM_ORIGIN_HTTP, all);
  else
    exm_metadata_replace (metadata, EXM_FIELD_ROBOTS, EXM_ORIGIN_HTTP, all);
}

/* The address of rel=license in a Link header, or %NULL. */
static char *
dup_license_link (const char *value)
{
  for (const char *start = strchr (value, '<'); start != NULL;
       start = strchr (start, '<'))
    {
      const char *end = strchr (start, '>');
      if (end == NULL)
        return NULL;
      const char *next = strchr (end, '<');
      g_autofree char *rest
          = g_ascii_strdown (end, next != NULL ? next - end : (gssize) strlen (end));
      char *rel = strstr (rest, "rel=");
      if (rel != NULL)
        {
          rel += strlen ("rel=");
          rel[strcspn (rel, ";,")] = '\0';
          if (exm_text_has_word (g_strdelimit (rel, "\"'", ' '), "license"))
            return g_strndup (start + 1, (gsize) (end - start - 1));
        }
      start = end;
    }
  return NULL;
}

void
exm_rights_read_header (ExmMetadata *metadata,
                        const char *url,
                        const char *name,
                        const char *value)
{
  static const struct
  {
    const char *name;
    ExmField field;
  } plain[] = {
    { "tdm-reservation", EXM_FIELD_TDM },
    { "tdm-policy", EXM_FIELD_TDM_POLICY },
  };
  ExmMetadataReader reader = { .out = metadata, .base = (char *) url };

  if (strnlen (value, MAX_HEADER_BYTES) == MAX_HEADER_BYTES)
    return;
  for (gsize i = 0; i < G_N_ELEMENTS (plain); i++)
    if (g_ascii_strcasecmp (name, plain[i].name) == 0)
      exm_metadata_put (&reader, plain[i].field, EXM_ORIGIN_HTTP, value);
  if (g_ascii_strcasecmp (name, "X-Robots-Tag") == 0)
    {
      g_autofree char *words = exm_metadata_dup_robots (value);
      if (words != NULL)
        add_robots (metadata, words);
    }
  else if (g_ascii_strcasecmp (name, "Link") == 0)
    {
      g_autofree char *license = dup_license_link (value);
      exm_metadata_put (&reader, EXM_FIELD_LICENSE, EXM_ORIGIN_HTTP, license);
    }
}

void
exm_rights_add_site (ExmMetadata *metadata,
                     const char *url,
                     const char *reservation,
                     const char *policy)
{
  ExmMetadataReader reader = { .out = metadata, .base = (char *) url };

  if (exm_metadata_get (metadata, EXM_FIELD_TDM) == NULL)
    exm_metadata_put (&reader, EXM_FIELD_TDM_POLICY, EXM_ORIGIN_TDMREP, policy);
  exm_metadata_put (&reader, EXM_FIELD_TDM, EXM_ORIGIN_TDMREP, reservation);
}

gboolean
exm_rights_forbids_ai (const char *robots)
{
  g_auto (GStrv) words = robots != NULL ? g_strsplit (robots, ", ", -1) : NULL;

  return words != NULL && g_strv_contains ((const char *const *) words, "noai");
}

gboolean
exm_rights_is_reserved (const ExmMetadata *metadata)
{
  return metadata != NULL
         && (g_strcmp0 (exm_metadata_get (metadata, EXM_FIELD_TDM), EXM_TDM_RESERVED) == 0
             || exm_rights_forbids_ai (exm_metadata_get (metadata, EXM_FIELD_ROBOTS)));
}
