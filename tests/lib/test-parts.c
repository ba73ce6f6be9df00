/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-parts.h"

#include "base/exm-text.h"

#include <string.h>

void
test_parts_init (ExmPageTextParts *parts, const char *url)
{
  ExmNode root = {
    .parent = EXM_NONE, .first_line = EXM_NONE, .last_line = EXM_NONE, .tag = EXM_TAG_BODY
  };

  exm_page_text_parts_init (parts);
  parts->url = g_strdup (url);
  exm_array_append (&parts->nodes, root);
}

void
test_parts_add_line (ExmPageTextParts *parts, const char *text, guint8 heading)
{
  guint index = parts->lines.len;
  ExmNode *root = &parts->nodes.data[0];
  ExmLine line = {
    .text = parts->text.len,
    .n_bytes = (guint32) strlen (text),
    .n_chars = (guint32) g_utf8_strlen (text, -1),
    .n_tokens = exm_text_count_tokens (text, strlen (text)),
    .heading = heading,
    .key = exm_text_key (text, strlen (text)),
  };

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    line.length += exm_char_is_cjk (g_utf8_get_char (p)) ? 3 : 1;
  if (index > 0)
    {
      const ExmLine *last = &parts->lines.data[index - 1];
      line.start = last->start + last->n_chars + 1;
    }
  exm_array_extend (&parts->text, text, (guint) strlen (text) + 1);
  exm_array_append (&parts->lines, line);
  root->first_line = 0;
  root->last_line = index;
  root->n_chars += line.n_chars;
}

static guint32
add_string (ExmPageTextParts *parts, const char *text)
{
  if (*text == '\0')
    return 0;
  guint32 offset = (guint32) parts->strings->len;
  g_string_append_len (parts->strings, text, (gssize) strlen (text) + 1);
  return offset;
}

void
test_parts_add_slice (ExmPageTextParts *parts,
                      ExmSliceKind kind,
                      const char *name,
                      const char *value)
{
  ExmSlice slice = { .kind = kind, .line = parts->lines.len };

  slice.name = add_string (parts, name);
  slice.value = add_string (parts, value);
  exm_array_append (&parts->slices, slice);
}
