/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-page-join.h"

#include "base/exm-limits.h"
#include "base/exm-text.h"

#include <string.h>

/* --- Pages of other articles --- */

/* Words of the first @n_bytes of @title, in lower case, but for numbers, which count the
 * pages. */
static GHashTable *
list_words (const char *title, gsize n_bytes)
{
  GHashTable *words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *p = title;; p = g_utf8_next_char (p))
    {
      gunichar c = p < title + n_bytes ? g_utf8_get_char (p) : 0;
      /* Each character of a script without spaces is a word. */
      gboolean alone = c >= 0x2e80 && g_unichar_isalpha (c);
      if ((alone || !g_unichar_isalpha (c)) && word->len > 0)
        {
          g_hash_table_add (words, g_strdup (word->str));
          g_string_truncate (word, 0);
        }
      if (c == 0)
        return words;
      if (g_unichar_isalpha (c))
        g_string_append_unichar (word, g_unichar_tolower (c));
    }
}

/* Bytes at the end that both titles have: the name of the site. */
static gsize
measure_end (const char *a, const char *b)
{
  gsize n_a = strlen (a), n_b = strlen (b), n = 0;

  while (n < MIN (n_a, n_b) && a[n_a - n - 1] == b[n_b - n - 1])
    n++;
  /* Not within a character. */
  while (n > 0 && ((guchar) a[n_a - n] & 0xc0) == 0x80)
    n--;
  return n;
}

/* Whether the words of one title are mostly those of the other. */
static gboolean
shares_title (const ExmPageText *page, const ExmPageText *other)
{
  const char *a = exm_page_text_get_title (page), *b = exm_page_text_get_title (other);
  gsize n_end = measure_end (a, b);
  g_autoptr (GHashTable) x = list_words (a, strlen (a) - n_end);
  g_autoptr (GHashTable) y = list_words (b, strlen (b) - n_end);
  guint n_x = g_hash_table_size (x), n_y = g_hash_table_size (y), n_both = 0;
  GHashTableIter iter;
  gpointer word;

  g_hash_table_iter_init (&iter, x);
  while (g_hash_table_iter_next (&iter, &word, NULL))
    n_both += g_hash_table_contains (y, word);
  return n_x == 0 || n_y == 0 || 2 * n_both >= MIN (n_x, n_y);
}

/* The headlines that both have, where both have one: sites with one title for all. */
static const char *
find_headline (const ExmPageText *page)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  const char *found = NULL;

  for (guint i = 0; i < n; i++)
    if (lines[i].heading == 1 && (lines[i].flags & EXM_LINE_FLAGGED) == 0)
      {
        if (found != NULL)
          return NULL;
        found = exm_page_text_get_line (page, i);
      }
  return found;
}

/* The address without scheme, query and what is behind it. */
static char *
dup_bare_url (const char *url, const char *base)
{
  g_autofree char *all
      = g_uri_resolve_relative (base, url, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *start = all != NULL ? strstr (all, "://") : NULL;

  return start != NULL ? g_strndup (start + 3, strcspn (start + 3, "?#")) : NULL;
}

static char *
dup_canonical (const ExmPageText *page)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *own = exm_page_text_get_url (page);

  for (guint i = 0; i < n && own != NULL; i++)
    if (slices[i].kind == EXM_SLICE_LINK
        && exm_text_has_word (exm_page_text_get_string (page, slices[i].name),
                              "canonical"))
      return dup_bare_url (exm_page_text_get_string (page, slices[i].value), own);
  return NULL;
}

/* The length of what two addresses have in common, up to where a counter may stand. */
static gsize
measure_common (const char *a, const char *b)
{
  gsize n = 0;

  while (a[n] != '\0' && a[n] == b[n])
    n++;
  return n;
}

/* Whether the page names an address that is neither its own, nor like that of the first:
 * but for a counter. */
static gboolean
names_another (const ExmPageText *page, const ExmPageText *first)
{
  const char *url = exm_page_text_get_url (page),
             *first_url = exm_page_text_get_url (first);
  g_autofree char *canonical = dup_canonical (page);

  if (canonical == NULL || url == NULL || first_url == NULL)
    return FALSE;
  g_autofree char *own = dup_bare_url (url, url);
  g_autofree char *start = dup_bare_url (first_url, first_url);
  g_autofree char *first_canonical = dup_canonical (first);
  if (own == NULL || start == NULL || strcmp (canonical, own) == 0
      || strcmp (canonical, start) == 0 || g_strcmp0 (canonical, first_canonical) == 0)
    return FALSE;
  /* The name of the file before the counter and its ending. */
  const char *slash = strrchr (start, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;
  gsize n_stem = dot != NULL && dot > slash + 1 ? (gsize) (dot - start) : strlen (start);
  return measure_common (canonical, start) < n_stem;
}

static gboolean
is_stranger (const ExmPageText *page, const ExmPageText *first)
{
  const char *headline = find_headline (page), *first_headline = find_headline (first);

  if (names_another (page, first))
    return TRUE;
  if (shares_title (page, first))
    return FALSE;
  /* Titles may be those of the pages: "The second day". */
  return headline == NULL || first_headline == NULL
         || strcmp (headline, first_headline) != 0;
}

/* --- Joining --- */

typedef struct
{
  ExmPageTextParts parts; /* (owned): its fields */
  GByteArray *source;     /* (owned) */
  guint32 n_chars;        /* of the lines that are not flagged, and between them */
} Joined;

static guint32
add_string (Joined *self, const char *text)
{
  gsize offset = self->parts.strings->len;

  if (*text == '\0')
    return 0;
  g_string_append_len (self->parts.strings, text, (gssize) strlen (text) + 1);
  return (guint32) offset;
}

static char *
dup_base (const ExmPageText *page)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *url = exm_page_text_get_url (page);

  for (guint i = 0; i < n && url != NULL; i++)
    if (slices[i].kind == EXM_SLICE_BASE)
      {
        char *base = g_uri_resolve_relative (
            url, exm_page_text_get_string (page, slices[i].value),
            G_URI_FLAGS_PARSE_RELAXED, NULL);
        if (base != NULL)
          return base;
      }
  return g_strdup (url);
}

static void
add_lines (Joined *self, const ExmPageText *page, guint32 first_node)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint32 start = self->n_chars > 0 ? self->n_chars + 1 : 0;

  exm_array_reserve (&self->parts.lines, n);
  for (guint i = 0; i < n; i++)
    {
      ExmLine line = lines[i];
      const char *text = exm_page_text_get_line (page, i);
      line.text = self->parts.text.len;
      exm_array_insert (&self->parts.text, self->parts.text.len, text, line.n_bytes + 1);
      line.start += start;
      line.node += first_node;
      line.block += first_node;
      line.source_start += self->source->len;
      line.source_end += self->source->len;
      exm_array_append (&self->parts.lines, line);
      if ((line.flags & EXM_LINE_FLAGGED) == 0)
        self->n_chars = line.start + line.n_chars;
    }
}

static void
add_nodes (Joined *self, const ExmPageText *page, guint32 first_line)
{
  guint n = 0;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  guint32 first = self->parts.nodes.len;

  exm_array_reserve (&self->parts.nodes, n);
  for (guint i = 0; i < n; i++)
    {
      ExmNode node = nodes[i];
      if (node.parent != EXM_NONE)
        node.parent += first;
      if (node.first_line != EXM_NONE)
        {
          node.first_line += first_line;
          node.last_line += first_line;
        }
      node.id = add_string (self, exm_page_text_get_string (page, nodes[i].id));
      node.class_names
          = add_string (self, exm_page_text_get_string (page, nodes[i].class_names));
      exm_array_append (&self->parts.nodes, node);
    }
}

/* @base: (nullable): where it starts */
static guint32
add_address (Joined *self, const char *address, const char *base)
{
  g_autofree char *absolute
      = base != NULL && *address != '\0'
            ? g_uri_resolve_relative (base, address, G_URI_FLAGS_PARSE_RELAXED, NULL)
            : NULL;

  return add_string (self, absolute != NULL ? absolute : address);
}

static void
add_spans (Joined *self, const ExmPageText *page, guint32 first_line, guint32 first_node)
{
  guint n = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);
  g_autofree char *base = first_line > 0 ? dup_base (page) : NULL;

  exm_array_reserve (&self->parts.spans, n);
  for (guint i = 0; i < n; i++)
    {
      ExmSpan span = spans[i];
      const char *from = span.kind != EXM_SPAN_FORMULA ? base : NULL;
      span.line += first_line;
      span.node += first_node;
      span.value = add_address (self, exm_page_text_get_string (page, span.value), from);
      span.source
          = add_address (self, exm_page_text_get_string (page, span.source), from);
      span.label = add_string (self, exm_page_text_get_string (page, spans[i].label));
      exm_array_append (&self->parts.spans, span);
    }
}

/* Adds what describes the page, which is done of the first one alone. */
static void
add_slices (Joined *self, const ExmPageText *page)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    {
      ExmSlice slice = slices[i];
      slice.name = add_string (self, exm_page_text_get_string (page, slices[i].name));
      slice.value = add_string (self, exm_page_text_get_string (page, slices[i].value));
      exm_array_append (&self->parts.slices, slice);
    }
}

/* Whether there is room for @page. */
static gboolean
has_room (const Joined *self, const ExmPageText *page)
{
  guint n_lines = 0, n_nodes = 0;

  exm_page_text_get_lines (page, &n_lines);
  exm_page_text_get_nodes (page, &n_nodes);
  return (gsize) self->parts.lines.len + n_lines <= EXM_MAX_LINES
         && (gsize) self->parts.nodes.len + n_nodes <= EXM_MAX_NODES
         && (gsize) self->n_chars + exm_page_text_get_n_chars (page) < EXM_MAX_PAGE_CHARS
         && self->source->len + g_bytes_get_size (exm_page_text_get_source (page))
                <= EXM_MAX_PAGE_BYTES;
}

static void
add_page (Joined *self, ExmPageText *page)
{
  guint32 first_line = self->parts.lines.len, first_node = self->parts.nodes.len;
  gsize size = 0;
  const guint8 *source = g_bytes_get_data (exm_page_text_get_source (page), &size);

  if (self->parts.joined->len == 0)
    add_slices (self, page);
  add_lines (self, page, first_node);
  add_nodes (self, page, first_line);
  add_spans (self, page, first_line, first_node);
  if (size > 0)
    g_byte_array_append (self->source, source, (guint) size);
  self->parts.truncated = self->parts.truncated || exm_page_text_get_truncated (page);
  self->parts.cut = self->parts.cut || exm_page_text_get_cut (page);
  g_ptr_array_add (self->parts.joined, exm_page_text_ref (page));
}

static void
take_charset (Joined *self, const ExmCharset *charset)
{
  self->parts.charset.name = g_strdup (charset->name);
  self->parts.charset.origin = charset->origin;
  self->parts.charset.declared = g_strdup (charset->declared);
  self->parts.charset.n_replaced = charset->n_replaced;
  self->parts.charset.n_nul = charset->n_nul;
  if (charset->replaced != NULL && charset->replaced->len > 0)
    g_array_append_vals (self->parts.charset.replaced, charset->replaced->data,
                         charset->replaced->len);
}

ExmPageText *
exm_page_join (const GPtrArray *pages)
{
  ExmPageText *first = g_ptr_array_index (pages, 0);
  Joined self = { .source = g_byte_array_new () };

  exm_page_text_parts_init (&self.parts);
  self.parts.joined
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_page_text_unref);
  self.parts.url = g_strdup (exm_page_text_get_url (first));
  take_charset (&self, exm_page_text_get_charset (first));
  for (guint i = 0; i < pages->len; i++)
    {
      ExmPageText *page = g_ptr_array_index (pages, i);
      if (i > 0 && is_stranger (page, first))
        self.parts.n_strangers++;
      else if (i > 0 && !has_room (&self, page))
        self.parts.truncated = TRUE;
      else
        add_page (&self, page);
    }
  self.parts.source = g_byte_array_free_to_bytes (self.source);
  return exm_page_text_new (&self.parts);
}
