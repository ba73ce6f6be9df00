/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-reader.h"

#include "base/exm-date.h"
#include "metadata/exm-metadata-field.h"
#include "metadata/exm-metadata-json-ld.h"
#include "metadata/exm-metadata-meta.h"
#include "metadata/exm-metadata-text.h"
#include "metadata/exm-metadata-title.h"

static void
reader_clear (ExmMetadataReader *self)
{
  g_free (self->base);
  g_free (self->language);
  for (guint i = 0; i < G_N_ELEMENTS (self->titles); i++)
    g_free (self->titles[i]);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMetadataReader, reader_clear)

static const char *
get_slice (const ExmPageText *page, ExmSliceKind kind)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == kind)
      return exm_page_text_get_string (page, slices[i].value);
  return NULL;
}

/* Resolves the base of relative addresses of @page: its <base> against its own address.
 */
static char *
dup_base (const ExmPageText *page)
{
  const char *url = exm_page_text_get_url (page);
  const char *base = get_slice (page, EXM_SLICE_BASE);
  char *resolved = NULL;

  if (base != NULL && *base != '\0')
    resolved = g_uri_resolve_relative (url, base, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (resolved != NULL
      && (g_str_has_prefix (resolved, "http:") || g_str_has_prefix (resolved, "https:")))
    return resolved;
  g_free (resolved);
  return g_strdup (url);
}

/* The language that dates are read in: what <html lang> says, else what the script says.
 */
static char *
dup_date_language (const ExmPageText *page, const char *guess)
{
  const char *value = get_slice (page, EXM_SLICE_LANGUAGE);
  char *language = value == NULL ? NULL : exm_metadata_dup_language (value);

  if (language != NULL && (guess == NULL || exm_metadata_language_fits (language, guess)))
    return language;
  g_free (language);
  return g_strdup (guess);
}

ExmMetadata *
exm_metadata_read (const ExmPageText *page, guint body_first, guint body_last)
{
  return exm_metadata_read_beside (page, body_first, body_last, NULL);
}

ExmMetadata *
exm_metadata_read_beside (const ExmPageText *page,
                          guint body_first,
                          guint body_last,
                          const char *const *siblings)
{
  g_autoptr (ExmMetadata) out = exm_metadata_new ();
  guint anchor = exm_metadata_find_anchor (page, body_first);
  g_auto (ExmMetadataReader) self = {
    .page = page,
    .out = out,
    .base = dup_base (page),
    .guess = exm_metadata_guess_language (page),
    .siblings = siblings,
  };

  self.language = dup_date_language (page, self.guess);
  exm_metadata_read_canonical (&self);
  exm_metadata_read_json_ld (&self, get_slice (page, EXM_SLICE_TITLE));
  exm_metadata_read_declared (&self);
  exm_metadata_read_elements (&self, anchor);
  exm_metadata_read_text (&self, anchor, body_last);
  exm_metadata_put (&self, EXM_FIELD_LANGUAGE, EXM_ORIGIN_TEXT, self.guess);
  exm_metadata_choose_title (&self, anchor);

  const char *url = exm_page_text_get_url (page);
  g_autofree char *date = url == NULL ? NULL : exm_date_from_url (url);
  exm_metadata_put (&self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_URL, date);
  return g_steal_pointer (&out);
}
