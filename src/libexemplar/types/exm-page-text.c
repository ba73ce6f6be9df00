/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-page-text.h"

#include <gio/gio.h>
#include <string.h>

struct _ExmPageText
{
  gatomicrefcount ref_count;
  ExmPageTextParts parts; /* (owned) */
  guint n_chars;
};

G_DEFINE_BOXED_TYPE (ExmPageText, exm_page_text, exm_page_text_ref, exm_page_text_unref)

void
exm_page_text_parts_init (ExmPageTextParts *parts)
{
  *parts = (ExmPageTextParts){
    .charset = { .replaced = g_array_new (FALSE, FALSE, sizeof (guint64)) },
    .strings = g_string_new (NULL),
  };
  g_string_append_c (parts->strings, '\0');
}

void
exm_page_text_parts_clear (ExmPageTextParts *parts)
{
  g_clear_pointer (&parts->url, g_free);
  g_clear_pointer (&parts->source, g_bytes_unref);
  g_clear_pointer (&parts->charset.name, g_free);
  g_clear_pointer (&parts->charset.declared, g_free);
  g_clear_pointer (&parts->charset.replaced, g_array_unref);
  exm_array_clear (&parts->text);
  if (parts->strings != NULL)
    g_string_free (g_steal_pointer (&parts->strings), TRUE);
  exm_array_clear (&parts->lines);
  exm_array_clear (&parts->nodes);
  exm_array_clear (&parts->slices);
  exm_array_clear (&parts->spans);
  g_clear_pointer (&parts->joined, g_ptr_array_unref);
}

ExmPageText *
exm_page_text_new (ExmPageTextParts *parts)
{
  ExmPageText *self = g_new0 (ExmPageText, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parts = *parts;
  *parts = (ExmPageTextParts){ 0 };
  if (self->parts.source == NULL)
    self->parts.source = g_bytes_new_static ("", 0);

  const ExmLine *lines = self->parts.lines.data;
  for (guint i = 0; i < self->parts.lines.len; i++)
    if ((lines[i].flags & EXM_LINE_FLAGGED) == 0)
      self->n_chars = lines[i].start + lines[i].n_chars;
  return self;
}

ExmPageText *
exm_page_text_ref (ExmPageText *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_page_text_unref (ExmPageText *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  exm_page_text_parts_clear (&self->parts);
  g_free (self);
}

#define DEFINE_ARRAY_GETTER(name, Type)                                                  \
  const Type *exm_page_text_get_##name (const ExmPageText *self, guint *n)               \
  {                                                                                      \
    *n = self->parts.name.len;                                                           \
    return self->parts.name.data;                                                        \
  }

DEFINE_ARRAY_GETTER (lines, ExmLine)
DEFINE_ARRAY_GETTER (nodes, ExmNode)
DEFINE_ARRAY_GETTER (slices, ExmSlice)
DEFINE_ARRAY_GETTER (spans, ExmSpan)

#define ARRAY_BYTES(array) ((gsize) (array).room * sizeof *(array).data)

gsize
exm_page_text_get_n_bytes (const ExmPageText *self)
{
  const ExmPageTextParts *parts = &self->parts;

  gsize n_bytes = sizeof *self + g_bytes_get_size (parts->source)
                  + ARRAY_BYTES (parts->text) + parts->strings->allocated_len
                  + ARRAY_BYTES (parts->lines) + ARRAY_BYTES (parts->nodes)
                  + ARRAY_BYTES (parts->slices) + ARRAY_BYTES (parts->spans);
  for (guint i = 0; parts->joined != NULL && i < parts->joined->len; i++)
    n_bytes += exm_page_text_get_n_bytes (g_ptr_array_index (parts->joined, i));
  return n_bytes;
}

guint
exm_page_text_get_n_joined (const ExmPageText *self)
{
  return self->parts.joined != NULL ? self->parts.joined->len : 1;
}

ExmPageText *
exm_page_text_get_joined (ExmPageText *self, guint index, guint *first_line)
{
  *first_line = 0;
  if (self->parts.joined == NULL)
    return self;
  g_return_val_if_fail (index < self->parts.joined->len, self);
  for (guint i = 0; i < index; i++)
    {
      const ExmPageText *page = g_ptr_array_index (self->parts.joined, i);
      *first_line += page->parts.lines.len;
    }
  return g_ptr_array_index (self->parts.joined, index);
}

guint
exm_page_text_get_n_strangers (const ExmPageText *self)
{
  return self->parts.n_strangers;
}

const ExmCharset *
exm_page_text_get_charset (const ExmPageText *self)
{
  return &self->parts.charset;
}

GBytes *
exm_page_text_get_source (const ExmPageText *self)
{
  return self->parts.source;
}

const char *
exm_page_text_get_url (const ExmPageText *self)
{
  return self->parts.url;
}

gboolean
exm_page_text_get_cut (const ExmPageText *self)
{
  return self->parts.cut;
}

gboolean
exm_page_text_is_closed (GBytes *source)
{
  gsize size;
  const char *data = g_bytes_get_data (source, &size);
  const char *p = data + size;

  while (size > 0 && (p = memrchr (data, '<', (gsize) (p - data))) != NULL)
    if ((gsize) (data + size - p) >= strlen ("</body") && p[1] == '/'
        && (g_ascii_strncasecmp (p + 2, "body", 4) == 0
            || g_ascii_strncasecmp (p + 2, "html", 4) == 0))
      return TRUE;
  return FALSE;
}

gboolean
exm_page_text_get_truncated (const ExmPageText *self)
{
  return self->parts.truncated;
}

const char *
exm_page_text_get_line (const ExmPageText *self, guint line)
{
  g_return_val_if_fail (line < self->parts.lines.len, "");
  return self->parts.text.data + self->parts.lines.data[line].text;
}

const char *
exm_page_text_get_string (const ExmPageText *self, guint32 offset)
{
  g_return_val_if_fail (offset < self->parts.strings->len, "");
  return self->parts.strings->str + offset;
}

const char *
exm_page_text_get_title (const ExmPageText *self)
{
  const ExmSlice *slices = self->parts.slices.data;

  for (guint i = 0; i < self->parts.slices.len; i++)
    if (slices[i].kind == EXM_SLICE_TITLE)
      return exm_page_text_get_string (self, slices[i].value);
  return "";
}

guint
exm_page_text_get_n_chars (const ExmPageText *self)
{
  return self->n_chars;
}

/* Returns: @n */
static inline guint
lower_ascii (const char *text, guint n, guint32 *codes)
{
  for (guint i = 0; i < n; i++)
    {
      guint32 c = (guchar) text[i];
      codes[i] = c + (c - 'A' < 26u ? 0x20 : 0);
    }
  return n;
}

guint32 *
exm_page_text_dup_codes (const ExmPageText *self)
{
  guint32 *codes = g_new (guint32, (gsize) self->n_chars + 1);
  const ExmLine *lines = self->parts.lines.data;
  gsize n = 0;

  for (guint i = 0; i < self->parts.lines.len; i++)
    {
      if (lines[i].flags & EXM_LINE_FLAGGED)
        continue;
      if (n > 0)
        codes[n++] = '\n';
      const char *p = self->parts.text.data + lines[i].text;
      if (lines[i].n_bytes == lines[i].n_chars)
        {
          n += lower_ascii (p, lines[i].n_chars, codes + n);
          continue;
        }
      for (guint k = 0; k < lines[i].n_chars; k++, p = g_utf8_next_char (p))
        codes[n++] = (guchar) *p < 0x80
                         ? (guint32) (*p | (g_ascii_isupper (*p) ? 0x20 : 0))
                         : g_unichar_tolower (g_utf8_get_char (p));
    }
  g_assert (n == self->n_chars);
  return codes;
}

static gboolean
broken (GError **error, const char *what, guint index)
{
  g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA, "page text: %s at index %u",
               what, index);
  return FALSE;
}

static gboolean
validate_lines (const ExmPageText *self, GError **error)
{
  const ExmPageTextParts *parts = &self->parts;
  guint32 start = 0;
  gboolean any = FALSE;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if ((gsize) line->text + line->n_bytes >= parts->text.len
          || parts->text.data[line->text + line->n_bytes] != '\0')
        return broken (error, "a line outside the text", i);
      if (!g_utf8_validate (parts->text.data + line->text, line->n_bytes, NULL))
        return broken (error, "a line that is not UTF-8", i);
      if (line->n_bytes == 0
          || g_utf8_strlen (parts->text.data + line->text, line->n_bytes)
                 != line->n_chars)
        return broken (error, "an empty or miscounted line", i);
      if (line->n_link_chars > line->n_chars || line->n_marks > line->n_chars)
        return broken (error, "more link characters or marks than characters", i);
      if (line->node >= parts->nodes.len || line->block >= parts->nodes.len)
        return broken (error, "a line without an element", i);
      if (line->source_start > line->source_end
          || line->source_end > g_bytes_get_size (parts->source))
        return broken (error, "a line outside the source", i);
      if ((line->flags & EXM_LINE_FLAGGED) == 0)
        {
          if (line->start != start + (any ? 1 : 0))
            return broken (error, "a line at a wrong position", i);
          start = line->start + line->n_chars;
          any = TRUE;
        }
    }
  return TRUE;
}

static gboolean
validate_nodes (const ExmPageText *self, GError **error)
{
  const ExmPageTextParts *parts = &self->parts;

  for (guint i = 0; i < parts->nodes.len; i++)
    {
      const ExmNode *node = &parts->nodes.data[i];
      if (node->parent != EXM_NONE && node->parent >= i)
        return broken (error, "an element before its parent", i);
      if ((node->first_line == EXM_NONE) != (node->last_line == EXM_NONE))
        return broken (error, "an element with half a range of lines", i);
      if (node->first_line != EXM_NONE
          && (node->first_line > node->last_line || node->last_line >= parts->lines.len))
        return broken (error, "an element with a wrong range of lines", i);
      if (node->id >= parts->strings->len || node->class_names >= parts->strings->len)
        return broken (error, "an element with a string outside the strings", i);
      if (node->tag >= EXM_N_TAGS || node->n_link_chars > node->n_chars)
        return broken (error, "an element with wrong counts", i);
    }
  return TRUE;
}

gboolean
exm_page_text_validate (const ExmPageText *self, GError **error)
{
  const ExmPageTextParts *parts = &self->parts;

  if (!validate_lines (self, error) || !validate_nodes (self, error))
    return FALSE;
  for (guint i = 0; i < parts->slices.len; i++)
    {
      const ExmSlice *slice = &parts->slices.data[i];
      if (slice->name >= parts->strings->len || slice->value >= parts->strings->len)
        return broken (error, "a slice outside the strings", i);
      if (slice->line != EXM_NONE && slice->line > parts->lines.len)
        return broken (error, "a slice at a wrong line", i);
    }
  for (guint i = 0; i < parts->spans.len; i++)
    {
      const ExmSpan *span = &parts->spans.data[i];
      if (span->line >= parts->lines.len || span->start > span->end
          || span->end > parts->lines.data[span->line].n_bytes
          || span->value >= parts->strings->len || span->label >= parts->strings->len
          || span->node >= parts->nodes.len)
        return broken (error, "a span outside its line", i);
      if (i > 0 && span->line < parts->spans.data[i - 1].line)
        return broken (error, "a span out of order", i);
    }
  return TRUE;
}
