/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-layout.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAGIC "EXL1"

/* Size above that of any page, exact to the pixel in a float. */
#define MAX_PIXELS 16e6

/* A script's words, one after the other. */
typedef struct
{
  const char *next; /* (unowned) */
  const char *end;  /* (unowned) */
  gboolean failed;
} Words;

static const char *
next_word (Words *self, gsize *n)
{
  while (self->next < self->end && g_ascii_isspace (*self->next))
    self->next++;
  const char *word = self->next;
  while (self->next < self->end && !g_ascii_isspace (*self->next))
    self->next++;
  *n = (gsize) (self->next - word);
  self->failed = self->failed || *n == 0;
  return word;
}

/* A number between @low and @high; anything else is a failure. */
static double
next_number (Words *self, double low, double high)
{
  char copy[32];
  char *end = NULL;
  gsize n;
  const char *word = next_word (self, &n);

  if (n == 0 || n >= sizeof copy)
    {
      self->failed = TRUE;
      return low;
    }
  memcpy (copy, word, n);
  copy[n] = '\0';
  double value = g_ascii_strtod (copy, &end);
  /* Not a number is not between them either. */
  if (*end == '\0' && value >= low && value <= high)
    return value;
  self->failed = TRUE;
  return low;
}

static guint
next_uint (Words *self, guint high)
{
  return (guint) next_number (self, 0, high);
}

static ExmBox
next_box (Words *self)
{
  ExmBox box;

  box.x = (float) next_number (self, -MAX_PIXELS, MAX_PIXELS);
  box.y = (float) next_number (self, -MAX_PIXELS, MAX_PIXELS);
  box.width = (float) next_number (self, 0, MAX_PIXELS);
  box.height = (float) next_number (self, 0, MAX_PIXELS);
  return box;
}

static void
read_node (Words *words, GArray *nodes)
{
  ExmLayoutNode node = { 0 };
  gsize n_name;

  double parent = next_number (words, -1, nodes->len);
  node.parent = parent < 0 ? EXM_NONE : (guint32) parent;
  const char *name = next_word (words, &n_name);
  node.tag = (guint16) exm_tag_from_name (name, n_name);
  node.box = next_box (words);
  node.background = next_uint (words, 0xffffff);
  node.font_size = (float) next_number (words, 0, MAX_PIXELS);
  node.font_weight = (guint16) next_number (words, 0, 1000);
  node.flags = (guint8) next_uint (words, G_MAXUINT8);
  g_array_append_val (nodes, node);
}

static gboolean
is_in_select (const GArray *nodes, guint32 at)
{
  for (; at != EXM_NONE; at = g_array_index (nodes, ExmLayoutNode, at).parent)
    if (g_array_index (nodes, ExmLayoutNode, at).tag == EXM_TAG_SELECT)
      return TRUE;
  return FALSE;
}

/* Whether a line of the page text stands in the document as a browser builds it, in the
 * same way in all of them. */
static gboolean
is_in_document (const ExmLine *line)
{
  return (line->flags & (EXM_LINE_EMBEDDED | EXM_LINE_SELECT)) == 0;
}

static gboolean
other_page (GError **error, guint line)
{
  exm_said_set_error (error, EXM_LAYOUT_ERROR, EXM_LAYOUT_ERROR_OTHER_PAGE,
                      N_ ("The layout is that of another page: line %u differs"),
                      line + 1);
  return FALSE;
}

/* Gives the page text's next line in the document what the browser says of it. */
static gboolean
read_line (Words *words,
           ExmLayoutParts *parts,
           const ExmPageText *page,
           guint *at,
           GError **error)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  ExmLayoutLine line = { .node = next_uint (words, parts->nodes->len - 1) };

  line.box = next_box (words);
  guint n_chars = next_uint (words, EXM_MAX_PAGE_CHARS);
  guint32 hash = next_uint (words, G_MAXUINT32);
  if (words->failed || is_in_select (parts->nodes, line.node))
    return TRUE;
  while (*at < n_lines && !is_in_document (&lines[*at]))
    (*at)++;
  if (*at == n_lines || lines[*at].n_chars != n_chars
      || exm_layout_hash_line (exm_page_text_get_line (page, *at)) != hash)
    return other_page (error, MIN (*at, n_lines));
  g_array_index (parts->lines, ExmLayoutLine, (*at)++) = line;
  return TRUE;
}

static gboolean
read_lines (
    Words *words, ExmLayoutParts *parts, const ExmPageText *page, guint n, GError **error)
{
  const ExmLayoutLine none = { .node = EXM_NONE };
  guint n_lines, at = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    g_array_append_val (parts->lines, none);
  for (guint i = 0; i < n && !words->failed; i++)
    if (!read_line (words, parts, page, &at, error))
      return FALSE;
  while (at < n_lines && !is_in_document (&lines[at]))
    at++;
  return words->failed || at == n_lines || other_page (error, at);
}

static gboolean
read_parts (Words *words, ExmLayoutParts *parts, const ExmPageText *page, GError **error)
{
  gsize n_magic;
  const char *magic = next_word (words, &n_magic);

  words->failed = n_magic != strlen (MAGIC) || memcmp (magic, MAGIC, n_magic) != 0;
  guint n_nodes = next_uint (words, EXM_MAX_NODES);
  guint n_lines = next_uint (words, EXM_MAX_LINES);
  parts->width = (float) next_number (words, 0, MAX_PIXELS);
  parts->height = (float) next_number (words, 0, MAX_PIXELS);
  parts->view_width = (float) next_number (words, 0, MAX_PIXELS);
  for (guint i = 0; i < n_nodes && !words->failed; i++)
    read_node (words, parts->nodes);
  words->failed = words->failed || (n_lines > 0 && parts->nodes->len == 0);
  if (!read_lines (words, parts, page, n_lines, error))
    return FALSE;
  if (words->failed)
    exm_said_set_error (error, EXM_LAYOUT_ERROR, EXM_LAYOUT_ERROR_DAMAGED,
                        N_ ("The page’s layout is damaged"));
  return !words->failed;
}

ExmLayout *
exm_layout_parse (GBytes *bytes, ExmPageText *page, GError **error)
{
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);
  Words words = { .next = text, .end = text + size };
  ExmLayoutParts parts;

  exm_layout_parts_init (&parts);
  if (!read_parts (&words, &parts, page, error))
    {
      exm_layout_parts_clear (&parts);
      return NULL;
    }
  return exm_layout_new (&parts, page, error);
}
