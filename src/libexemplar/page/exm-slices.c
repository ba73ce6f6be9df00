/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-slices.h"

#include "base/exm-fill.h"
#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "page/exm-parts.h"

#include <string.h>

/* Bytes of a microdata value: names, headlines and dates, not the article. */
#define MAX_ITEMPROP_BYTES 2000u

/* Bytes of a formula. */
#define MAX_TEX_BYTES 10000u

/* A slice that the lines have not come to. */
typedef struct
{
  ExmSlice slice;
  gsize max_bytes; /* of a text to gather, 0 if the value is known */
} Pending;

/* Nearly all that is gathered is one piece, and stays where it is until its end. */
typedef struct
{
  ExmSlice slice;
  ExmHtmlPart first; /* (unowned) */
  GString *text;     /* (owned) (nullable): all of it, where there are more pieces */
  gsize max_bytes;
} Capture;

struct _ExmSlices
{
  ExmPageTextParts *parts; /* (unowned) */
  EXM_ARRAY (Pending) pending;
  Capture captures[EXM_SLICES_MAX_CAPTURES];
  guint n_captures;
  gboolean has_title;
  gboolean has_language;
};

ExmSlices *
exm_slices_new (ExmPageTextParts *parts)
{
  ExmSlices *self = g_new0 (ExmSlices, 1);
  self->parts = parts;
  return self;
}

static void
clear_capture (Capture *slot)
{
  if (slot->text != NULL)
    g_string_free (g_steal_pointer (&slot->text), TRUE);
}

void
exm_slices_free (ExmSlices *self)
{
  while (self->n_captures > 0)
    clear_capture (&self->captures[--self->n_captures]);
  exm_array_clear (&self->pending);
  g_free (self);
}

static gboolean
has_room (ExmSlices *self, gsize n_bytes)
{
  if (self->pending.len < EXM_MAX_SLICES && n_bytes <= EXM_MAX_SLICE_BYTES)
    return TRUE;
  self->parts->truncated = TRUE;
  return FALSE;
}

/* Adds the string from @start on as a name, in lower case. Returns: its offset, 0 if it
 * is empty */
static guint32
end_name (ExmSlices *self, gsize start)
{
  GString *strings = self->parts->strings;

  if (strings->len == start)
    return 0;
  for (gsize i = start; i < strings->len; i++)
    strings->str[i] = exm_html_lower (strings->str[i]);
  exm_fill_bytes (strings, "", 1);
  return (guint32) start;
}

static guint32
append_name (ExmSlices *self, const ExmHtmlAttribute *name)
{
  gsize start = self->parts->strings->len;

  if (name != NULL)
    exm_html_append (self->parts->strings, name->value, EXM_HTML_REFERENCES);
  return end_name (self, start);
}

/* A slice whose name stands at @name. */
static void
add (ExmSlices *self,
     ExmSliceKind kind,
     guint32 name,
     const ExmHtmlAttribute *value,
     guint32 node)
{
  GString *strings = self->parts->strings;
  gsize start = strings->len;
  guint32 offset = exm_parts_append_value (self->parts, value->value);

  if (!has_room (self, strings->len - start))
    {
      g_string_truncate (strings, start);
      return;
    }
  Pending pending = {
    .slice = { .kind = kind, .name = name, .value = offset, .node = node },
  };
  exm_array_append (&self->pending, pending);
}

static void
capture (ExmSlices *self, ExmSliceKind kind, guint32 name, guint32 node, gsize max_bytes)
{
  if (!has_room (self, 0))
    return;
  Pending pending = {
    .slice = { .kind = kind, .name = name, .node = node },
    .max_bytes = max_bytes,
  };
  exm_array_append (&self->pending, pending);
}

/* The first of @names that @token has. */
static const ExmHtmlAttribute *
find_first (const ExmHtmlToken *token, const ExmHtmlAttributeName *names, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const ExmHtmlAttribute *attribute = exm_html_get_attribute (token, names[i]);
      if (attribute != NULL)
        return attribute;
    }
  return NULL;
}

static void
find_meta (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  static const ExmHtmlAttributeName keys[]
      = { EXM_ATTRIBUTE_PROPERTY, EXM_ATTRIBUTE_NAME, EXM_ATTRIBUTE_HTTP_EQUIV,
          EXM_ATTRIBUTE_ITEMPROP };
  const ExmHtmlAttribute *content = exm_html_get_attribute (token, EXM_ATTRIBUTE_CONTENT);

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      const ExmHtmlAttribute *key = exm_html_get_attribute (token, keys[i]);
      if (key == NULL || key->value.n_bytes == 0)
        continue;
      if (content != NULL)
        add (self, EXM_SLICE_META, append_name (self, key), content, node);
      return;
    }
}

/* Most links are style sheets: not even the search for a word is worth while there. */
static gboolean
says_alternate (const char *rel)
{
  static const char word[] = "alternate";

  if (g_ascii_strcasecmp (rel, "stylesheet") == 0)
    return FALSE;
  for (const char *p = rel; *p != '\0'; p++)
    if (g_ascii_strncasecmp (p, word, strlen (word)) == 0)
      return TRUE;
  return FALSE;
}

/* Tells by its type whether a rel=alternate is a feed or a version for another device. */
static void
find_link (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *rel = exm_html_get_attribute (token, EXM_ATTRIBUTE_REL);
  const ExmHtmlAttribute *language
      = exm_html_get_attribute (token, EXM_ATTRIBUTE_HREFLANG);
  const ExmHtmlAttribute *type = exm_html_get_attribute (token, EXM_ATTRIBUTE_TYPE);
  const ExmHtmlAttribute *href = exm_html_get_attribute (token, EXM_ATTRIBUTE_HREF);
  GString *name = self->parts->strings;
  gsize start = name->len;

  if (rel == NULL || href == NULL)
    return;
  exm_html_append (name, rel->value, EXM_HTML_REFERENCES);
  gboolean is_alternate = says_alternate (name->str + start);
  if (language != NULL)
    {
      g_string_append_c (name, ' ');
      exm_html_append (name, language->value, EXM_HTML_REFERENCES);
    }
  if (type != NULL && is_alternate)
    {
      g_string_append_c (name, ' ');
      gsize type_start = name->len;
      exm_html_append (name, type->value, EXM_HTML_REFERENCES);
      g_string_truncate (name, type_start + strcspn (name->str + type_start, "; \t\r\n"));
    }
  add (self, EXM_SLICE_LINK, end_name (self, start), href, node);
}

/* Bytes of a rel that are looked at. */
#define MAX_REL_BYTES 63u

/* The text of a tag, the address of a licence. Most rels tell robots not to follow. */
static void
find_anchor (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *rel = exm_html_get_attribute (token, EXM_ATTRIBUTE_REL);
  const ExmHtmlAttribute *href = exm_html_get_attribute (token, EXM_ATTRIBUTE_HREF);
  char words[MAX_REL_BYTES + 1];

  if (rel == NULL)
    return;
  gsize n = MIN (rel->value.n_bytes, MAX_REL_BYTES);
  for (gsize i = 0; i < n; i++)
    words[i] = exm_html_lower (rel->value.text[i]);
  words[n] = '\0';
  if (strstr (words, "tag") == NULL && strstr (words, "license") == NULL)
    return;
  if (exm_text_has_word (words, "license") && href != NULL)
    add (self, EXM_SLICE_REL, append_name (self, rel), href, node);
  else if (exm_text_has_word (words, "tag"))
    capture (self, EXM_SLICE_REL, append_name (self, rel), node, MAX_ITEMPROP_BYTES);
}

/* Whether a value begins with @lower in any case. */
static gboolean
starts_with (const ExmHtmlAttribute *attribute, const char *lower)
{
  gsize n = strlen (lower);

  if (memchr (attribute->value.text, '&', attribute->value.n_bytes) == NULL)
    return attribute->value.n_bytes >= n
           && exm_html_part_is ((ExmHtmlPart){ attribute->value.text, n }, lower);
  g_autoptr (GString) value = g_string_new (NULL);
  exm_html_append (value, attribute->value, EXM_HTML_REFERENCES);
  return g_ascii_strncasecmp (value->str, lower, n) == 0;
}

static void
find_script (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *type = exm_html_get_attribute (token, EXM_ATTRIBUTE_TYPE);

  if (type == NULL)
    return;
  if (starts_with (type, "application/ld+json"))
    capture (self, EXM_SLICE_JSON_LD, 0, node, EXM_MAX_SLICE_BYTES);
  else if (starts_with (type, "application/json"))
    capture (self, EXM_SLICE_SCRIPT_JSON,
             append_name (self, exm_html_get_attribute (token, EXM_ATTRIBUTE_ID)), node,
             EXM_MAX_SLICE_BYTES);
  else if (starts_with (type, "math/tex"))
    capture (self, EXM_SLICE_TEX, append_name (self, type), node, MAX_TEX_BYTES);
}

/* MathML says by its encoding that an annotation is the formula in TeX. */
static void
find_annotation (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *encoding
      = exm_html_get_attribute (token, EXM_ATTRIBUTE_ENCODING);

  if (encoding == NULL)
    return;
  if (starts_with (encoding, "application/x-tex") || starts_with (encoding, "tex")
      || starts_with (encoding, "latex"))
    capture (self, EXM_SLICE_TEX, append_name (self, encoding), node, MAX_TEX_BYTES);
}

static void
find_itemprop (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  static const ExmHtmlAttributeName keys[]
      = { EXM_ATTRIBUTE_CONTENT, EXM_ATTRIBUTE_DATETIME, EXM_ATTRIBUTE_HREF,
          EXM_ATTRIBUTE_SRC };
  const ExmHtmlAttribute *name = exm_html_get_attribute (token, EXM_ATTRIBUTE_ITEMPROP);

  if (name == NULL || name->value.n_bytes == 0)
    return;
  const ExmHtmlAttribute *value = find_first (token, keys, G_N_ELEMENTS (keys));
  guint32 offset = append_name (self, name);
  if (value != NULL)
    add (self, EXM_SLICE_ITEMPROP, offset, value, node);
  else
    capture (self, EXM_SLICE_ITEMPROP, offset, node, MAX_ITEMPROP_BYTES);
}

/* The value of @name as a slice of @kind. */
static void
find_value (ExmSlices *self,
            ExmSliceKind kind,
            const ExmHtmlToken *token,
            ExmHtmlAttributeName name,
            guint32 node)
{
  const ExmHtmlAttribute *value = exm_html_get_attribute (token, name);

  if (value != NULL)
    add (self, kind, 0, value, node);
}

static void
find_language (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  guint before = self->pending.len;

  if (!self->has_language)
    find_value (self, EXM_SLICE_LANGUAGE, token, EXM_ATTRIBUTE_LANG, node);
  self->has_language |= self->pending.len > before;
}

static void
find_all (ExmSlices *self, const ExmHtmlToken *token, guint32 node)
{
  switch (token->tag)
    {
    case EXM_TAG_META:
      find_meta (self, token, node);
      return;
    case EXM_TAG_LINK:
      find_link (self, token, node);
      return;
    case EXM_TAG_SCRIPT:
      find_script (self, token, node);
      return;
    case EXM_TAG_ANNOTATION:
      find_annotation (self, token, node);
      return;
    case EXM_TAG_HTML:
      find_language (self, token, node);
      return;
    case EXM_TAG_BASE:
      find_value (self, EXM_SLICE_BASE, token, EXM_ATTRIBUTE_HREF, node);
      return;
    case EXM_TAG_TITLE:
      if (!self->has_title)
        capture (self, EXM_SLICE_TITLE, 0, node, EXM_MAX_SLICE_BYTES);
      self->has_title = TRUE;
      return;
    case EXM_TAG_A:
      find_anchor (self, token, node);
      break;
    case EXM_TAG_TIME:
      find_value (self, EXM_SLICE_TIME, token, EXM_ATTRIBUTE_DATETIME, node);
      break;
    default:
      break;
    }
  find_itemprop (self, token, node);
}

guint32
exm_slices_find (ExmSlices *self,
                 const ExmHtmlToken *token,
                 guint32 node,
                 gboolean *captures)
{
  guint before = self->pending.len;

  find_all (self, token, node);
  *captures = FALSE;
  for (guint i = before; i < self->pending.len; i++)
    *captures = *captures || self->pending.data[i].max_bytes > 0;
  return self->pending.len > before ? before + 1 : 0;
}

gboolean
exm_slices_found_tex (const ExmSlices *self)
{
  return self->pending.len > 0
         && self->pending.data[self->pending.len - 1].slice.kind == EXM_SLICE_TEX;
}

void
exm_slices_renumber (ExmSlices *self, const guint32 *number)
{
  for (guint i = 0; i < self->pending.len; i++)
    {
      ExmSlice *slice = &self->pending.data[i].slice;
      slice->node = number[slice->node];
    }
}

void
exm_slices_move (ExmSlices *self, guint32 first, guint32 node)
{
  if (first == 0)
    return;
  guint32 old = self->pending.data[first - 1].slice.node;
  for (guint i = first - 1; i < self->pending.len; i++)
    {
      ExmSlice *slice = &self->pending.data[i].slice;
      if (slice->node != old)
        return;
      slice->node = node;
    }
}

static void
start_capture (ExmSlices *self, const Pending *pending)
{
  if (self->n_captures >= EXM_SLICES_MAX_CAPTURES)
    return;
  Capture *slot = &self->captures[self->n_captures++];
  *slot = (Capture){ .slice = pending->slice, .max_bytes = pending->max_bytes };
}

void
exm_slices_reach (ExmSlices *self, guint32 index)
{
  guint32 node = self->pending.data[index].slice.node;

  for (; index < self->pending.len; index++)
    {
      Pending *pending = &self->pending.data[index];
      if (pending->slice.node != node)
        return;
      pending->slice.line = self->parts->lines.len;
      if (pending->max_bytes > 0)
        start_capture (self, pending);
      else
        exm_array_append (&self->parts->slices, pending->slice);
    }
}

gboolean
exm_slices_is_open (const ExmSlices *self)
{
  return self->n_captures > 0;
}

static void
add_text (Capture *slot, const char *text, gsize n_bytes, gboolean stays)
{
  if (slot->text == NULL && slot->first.n_bytes == 0 && stays)
    {
      slot->first = (ExmHtmlPart){ text, n_bytes };
      return;
    }
  if (slot->text == NULL)
    slot->text = g_string_new_len (slot->first.text, (gssize) slot->first.n_bytes);
  if (slot->text->len < slot->max_bytes)
    g_string_append_len (slot->text, text, (gssize) n_bytes);
}

void
exm_slices_text (ExmSlices *self, const char *text, gsize n_bytes, gboolean stays)
{
  for (guint i = 0; i < self->n_captures; i++)
    add_text (&self->captures[i], text, n_bytes, stays);
}

static void
end_capture (ExmSlices *self)
{
  Capture *slot = &self->captures[--self->n_captures];
  ExmHtmlPart all = slot->first;

  if (slot->text != NULL)
    all = (ExmHtmlPart){ slot->text->str, slot->text->len };
  gsize n_bytes = MIN (all.n_bytes, slot->max_bytes);
  while (n_bytes < all.n_bytes && n_bytes > 0 && (all.text[n_bytes] & 0xc0) == 0x80)
    n_bytes--;
  if (all.n_bytes > EXM_MAX_SLICE_BYTES)
    self->parts->truncated = TRUE;
  slot->slice.value = exm_parts_append_bytes (self->parts, all.text, n_bytes);
  exm_array_append (&self->parts->slices, slot->slice);
  clear_capture (slot);
}

static gboolean
holds (const ExmEventList *events, guint32 outer, guint32 node)
{
  for (guint32 at = exm_event_list_info (events, node)->around.capture; at != EXM_NONE;)
    {
      if (at == outer)
        return TRUE;
      guint32 parent = exm_event_list_node (events, at)->parent;
      at = parent != EXM_NONE ? exm_event_list_info (events, parent)->around.capture
                              : EXM_NONE;
    }
  return FALSE;
}

void
exm_slices_leave (ExmSlices *self, const ExmEventList *events, guint32 node)
{
  while (self->n_captures > 0
         && !holds (events, self->captures[self->n_captures - 1].slice.node, node))
    end_capture (self);
}

void
exm_slices_finish (ExmSlices *self)
{
  while (self->n_captures > 0)
    end_capture (self);
  for (guint i = 0; i < self->parts->slices.len; i++)
    {
      ExmSlice *slice = &self->parts->slices.data[i];
      if (slice->line >= self->parts->lines.len)
        slice->line = EXM_NONE;
    }
}
