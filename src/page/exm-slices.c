/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-slices.h"

#include "exm-limits.h"
#include "exm-nodes.h"

#include <string.h>

/* Elements whose text is gathered at once; microdata nest a few deep. */
#define MAX_CAPTURES 8u

/* Bytes of a microdata value: names, headlines and dates, not the article. */
#define MAX_ITEMPROP_BYTES 2000u

typedef struct
{
  ExmSlice slice;
  GString *text; /* (owned) */
  gsize max_bytes;
} Capture;

struct _ExmSlices
{
  ExmPageTextParts *parts; /* (unowned) */
  Capture captures[MAX_CAPTURES];
  guint n_captures;
  gboolean has_title;
};

ExmSlices *
exm_slices_new (ExmPageTextParts *parts)
{
  ExmSlices *self = g_new0 (ExmSlices, 1);
  self->parts = parts;
  return self;
}

void
exm_slices_free (ExmSlices *self)
{
  while (self->n_captures > 0)
    g_string_free (self->captures[--self->n_captures].text, TRUE);
  g_free (self);
}

/* Names are compared in lower case. */
static guint32
append_name (ExmSlices *self, const char *name)
{
  g_autofree char *folded = name != NULL ? g_ascii_strdown (name, -1) : NULL;
  return exm_parts_append_string (self->parts, folded);
}

static gboolean
has_room (ExmSlices *self, gsize n_bytes)
{
  if (self->parts->slices->len < EXM_MAX_SLICES && n_bytes <= EXM_MAX_SLICE_BYTES)
    return TRUE;
  self->parts->truncated = TRUE;
  return FALSE;
}

static void
add (
    ExmSlices *self, ExmSliceKind kind, const char *name, const char *value, guint32 node)
{
  if (value == NULL || !has_room (self, strlen (value)))
    return;
  ExmSlice slice = {
    .kind = kind,
    .name = append_name (self, name),
    .value = exm_parts_append_string (self->parts, value),
    .node = node,
    .line = self->parts->lines->len,
  };
  g_array_append_val (self->parts->slices, slice);
}

static void
capture (
    ExmSlices *self, ExmSliceKind kind, const char *name, guint32 node, gsize max_bytes)
{
  if (self->n_captures >= MAX_CAPTURES || !has_room (self, 0))
    return;
  Capture *slot = &self->captures[self->n_captures++];
  slot->slice = (ExmSlice){
    .kind = kind,
    .name = append_name (self, name),
    .node = node,
    .line = self->parts->lines->len,
  };
  slot->text = g_string_new (NULL);
  slot->max_bytes = max_bytes;
}

static void
open_meta (ExmSlices *self, const ExmAttribute *attributes, guint n, guint32 node)
{
  static const char *const keys[] = { "property", "name", "http-equiv", "itemprop" };
  const char *content = exm_attributes_find (attributes, n, "content");

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *key = exm_attributes_find (attributes, n, keys[i]);
      if (key != NULL && *key != '\0')
        {
          add (self, EXM_SLICE_META, key, content, node);
          return;
        }
    }
}

/* What a rel=alternate is an alternate of shows only in its type: a feed, another device.
 */
static void
open_link (ExmSlices *self, const ExmAttribute *attributes, guint n, guint32 node)
{
  const char *rel = exm_attributes_find (attributes, n, "rel");
  const char *language = exm_attributes_find (attributes, n, "hreflang");
  const char *type = exm_attributes_find (attributes, n, "type");

  if (rel == NULL)
    return;
  g_autoptr (GString) name = g_string_new (rel);
  if (language != NULL)
    g_string_append_printf (name, " %s", language);
  if (type != NULL && strcasestr (rel, "alternate") != NULL)
    {
      g_string_append_c (name, ' ');
      g_string_append_len (name, type, (gssize) strcspn (type, "; \t\r\n"));
    }
  add (self, EXM_SLICE_LINK, name->str, exm_attributes_find (attributes, n, "href"),
       node);
}

static void
open_script (ExmSlices *self, const ExmAttribute *attributes, guint n, guint32 node)
{
  const char *type = exm_attributes_find (attributes, n, "type");

  if (type == NULL)
    return;
  if (g_ascii_strncasecmp (type, "application/ld+json", 19) == 0)
    capture (self, EXM_SLICE_JSON_LD, NULL, node, EXM_MAX_SLICE_BYTES);
  else if (g_ascii_strncasecmp (type, "application/json", 16) == 0)
    capture (self, EXM_SLICE_SCRIPT_JSON, exm_attributes_find (attributes, n, "id"), node,
             EXM_MAX_SLICE_BYTES);
}

static void
open_itemprop (ExmSlices *self,
               const char *name,
               const ExmAttribute *attributes,
               guint n,
               guint32 node)
{
  static const char *const keys[] = { "content", "datetime", "href", "src" };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const char *value = exm_attributes_find (attributes, n, keys[i]);
      if (value != NULL)
        {
          add (self, EXM_SLICE_ITEMPROP, name, value, node);
          return;
        }
    }
  capture (self, EXM_SLICE_ITEMPROP, name, node, MAX_ITEMPROP_BYTES);
}

void
exm_slices_open (
    ExmSlices *self, ExmTag tag, const ExmAttribute *attributes, guint n, guint32 node)
{
  const char *itemprop = exm_attributes_find (attributes, n, "itemprop");

  switch (tag)
    {
    case EXM_TAG_META:
      open_meta (self, attributes, n, node);
      return;
    case EXM_TAG_LINK:
      open_link (self, attributes, n, node);
      return;
    case EXM_TAG_SCRIPT:
      open_script (self, attributes, n, node);
      return;
    case EXM_TAG_HTML:
      add (self, EXM_SLICE_LANGUAGE, NULL, exm_attributes_find (attributes, n, "lang"),
           node);
      return;
    case EXM_TAG_BASE:
      add (self, EXM_SLICE_BASE, NULL, exm_attributes_find (attributes, n, "href"), node);
      return;
    case EXM_TAG_TITLE:
      if (!self->has_title)
        capture (self, EXM_SLICE_TITLE, NULL, node, EXM_MAX_SLICE_BYTES);
      self->has_title = TRUE;
      return;
    case EXM_TAG_TIME:
      add (self, EXM_SLICE_TIME, NULL, exm_attributes_find (attributes, n, "datetime"),
           node);
      break;
    default:
      break;
    }
  if (itemprop != NULL && *itemprop != '\0')
    open_itemprop (self, itemprop, attributes, n, node);
}

void
exm_slices_text (ExmSlices *self, const char *text, gsize n_bytes)
{
  for (guint i = 0; i < self->n_captures; i++)
    {
      Capture *slot = &self->captures[i];
      if (slot->text->len < slot->max_bytes)
        g_string_append_len (slot->text, text, (gssize) n_bytes);
    }
}

void
exm_slices_close (ExmSlices *self, guint32 node)
{
  if (self->n_captures == 0 || self->captures[self->n_captures - 1].slice.node != node)
    return;
  Capture *slot = &self->captures[--self->n_captures];
  gsize n_bytes = MIN (slot->text->len, slot->max_bytes);

  while (n_bytes < slot->text->len && n_bytes > 0
         && (slot->text->str[n_bytes] & 0xc0) == 0x80)
    n_bytes--;
  if (slot->text->len > EXM_MAX_SLICE_BYTES)
    self->parts->truncated = TRUE;
  g_string_truncate (slot->text, n_bytes);
  slot->slice.value = exm_parts_append_string (self->parts, slot->text->str);
  g_array_append_val (self->parts->slices, slot->slice);
  g_string_free (slot->text, TRUE);
}

void
exm_slices_finish (ExmSlices *self)
{
  for (guint i = 0; i < self->parts->slices->len; i++)
    {
      ExmSlice *slice = &g_array_index (self->parts->slices, ExmSlice, i);
      if (slice->line >= self->parts->lines->len)
        slice->line = EXM_NONE;
    }
}
