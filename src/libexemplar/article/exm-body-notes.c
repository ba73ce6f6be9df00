/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "article/exm-body-notes.h"

#include <string.h>

/* The text of a mark or of a link back is no longer, in characters. */
#define MAX_MARK 4

/* Elements around a mark that may say what it is. */
#define MAX_DEPTH 3u

/* A link to an element of its page. @target: that element */
typedef struct
{
  guint span;
  guint32 target;
  guint line; /* the first kept line there */
} Link;

struct _ExmBodyNotes
{
  const ExmPageText *page; /* (unowned) */
  const ExmNode *nodes;    /* (unowned) */
  GHashTable *jumps;       /* (owned): 1 + span → ExmBodyJump */
  GHashTable *anchors;     /* (owned): 1 + line → number */
  GHashTable *labels;      /* (owned): 1 + element → its label */
};

static gpointer
as_key (guint index)
{
  return GUINT_TO_POINTER (index + 1);
}

/* The name of the element of its own page that @href leads to. */
static char *
dup_fragment (const ExmPageText *page, const char *href)
{
  const char *url = exm_page_text_get_url (page);
  const char *hash = strchr (href, '#');

  if (hash == NULL || hash[1] == '\0')
    return NULL;
  gsize n = (gsize) (hash - href);
  if (n > 0 && (url == NULL || strcspn (url, "#") != n || strncmp (href, url, n) != 0))
    return NULL;
  char *plain = g_uri_unescape_string (hash + 1, NULL);
  return plain != NULL ? plain : g_strdup (hash + 1);
}

/* The elements that kept links lead to, by their names; all %EXM_NONE. */
static GHashTable *
find_names (const ExmPageText *page, const ExmResultData *data)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);
  GHashTable *names = NULL;

  for (guint i = 0; i < n; i++)
    {
      if (spans[i].kind != EXM_SPAN_LINK
          || data->verdicts[spans[i].line] != EXM_VERDICT_KEPT)
        continue;
      char *name = dup_fragment (page, exm_page_text_get_string (page, spans[i].value));
      if (name == NULL)
        continue;
      if (names == NULL)
        names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_hash_table_insert (names, name, GUINT_TO_POINTER (EXM_NONE));
    }
  return names;
}

/* The first element of a name counts, as in browsers. */
static void
find_targets (const ExmPageText *page, GHashTable *names)
{
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);

  for (guint i = n; i-- > 0;)
    {
      const char *id = exm_page_text_get_string (page, nodes[i].id);
      if (*id != '\0' && g_hash_table_contains (names, id))
        g_hash_table_insert (names, g_strdup (id), GUINT_TO_POINTER (i));
    }
}

/* An empty element marks the place where it stands. Code is written without anchors. */
static guint
find_line (const ExmBodyNotes *self, const ExmResultData *data, guint32 node)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);

  if (self->nodes[node].first_line == EXM_NONE && self->nodes[node].parent != EXM_NONE)
    node = self->nodes[node].parent;
  if (self->nodes[node].first_line == EXM_NONE)
    return EXM_NONE;
  for (guint i = self->nodes[node].first_line; i <= self->nodes[node].last_line; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      return (lines[i].flags & EXM_LINE_CODE) == 0 ? i : EXM_NONE;
  return EXM_NONE;
}

static GArray *
find_links (const ExmBodyNotes *self, const ExmResultData *data, GHashTable *names)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);
  GArray *links = g_array_new (FALSE, FALSE, sizeof (Link));

  for (guint i = 0; i < n; i++)
    {
      if (spans[i].kind != EXM_SPAN_LINK
          || data->verdicts[spans[i].line] != EXM_VERDICT_KEPT)
        continue;
      g_autofree char *name = dup_fragment (
          self->page, exm_page_text_get_string (self->page, spans[i].value));
      Link link = { .span = i, .target = EXM_NONE };
      if (name != NULL)
        link.target = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
      if (link.target == EXM_NONE || name == NULL)
        continue;
      link.line = find_line (self, data, link.target);
      if (link.line != EXM_NONE)
        g_array_append_val (links, link);
    }
  return links;
}

/* The text of a short link without the brackets around it; %NULL if it is longer. */
static char *
dup_mark (const ExmPageText *page, const ExmSpan *span)
{
  const char *text = exm_page_text_get_line (page, span->line) + span->start;
  const char *end = text + (span->end - span->start);

  while (text < end && strchr ("[(^ ", *text) != NULL)
    text++;
  while (end > text && strchr ("]) ", end[-1]) != NULL)
    end--;
  if (end == text || g_utf8_strlen (text, end - text) > MAX_MARK)
    return NULL;
  return g_strndup (text, (gsize) (end - text));
}

/* Whether a link is set as marks of footnotes are. */
static gboolean
is_set_as_mark (const ExmBodyNotes *self, guint32 node)
{
  static const char *const words[] = { "footnote", "fnref", "noteref" };

  for (guint i = 0; i < MAX_DEPTH && node != EXM_NONE; i++)
    {
      const char *classes
          = exm_page_text_get_string (self->page, self->nodes[node].class_names);
      if (self->nodes[node].tag == EXM_TAG_SUP)
        return TRUE;
      for (gsize k = 0; k < G_N_ELEMENTS (words); k++)
        if (strstr (classes, words[k]) != NULL)
          return TRUE;
      node = self->nodes[node].parent;
    }
  return FALSE;
}

/* The block that the footnote @link leads to is; %EXM_NONE where it begins before it. */
static guint32
find_note (const ExmBodyNotes *self, const Link *link)
{
  guint32 node = link->target;

  while (node != EXM_NONE
         && (exm_tag_get_class (self->nodes[node].tag) & EXM_TAG_BLOCK) == 0)
    node = self->nodes[node].parent;
  if (node == EXM_NONE || self->nodes[node].first_line > link->line
      || self->nodes[node].tag == EXM_TAG_BODY)
    return EXM_NONE;
  return node;
}

static gboolean
is_word (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (!g_unichar_isalnum (g_utf8_get_char (p)))
      return FALSE;
  return TRUE;
}

/* Marks that are no words, as asterisks, become numbers. Two footnotes never have one
 * label. */
static const char *
take_label (ExmBodyNotes *self, guint32 note, const char *mark, GHashTable *taken)
{
  char *label = g_hash_table_lookup (self->labels, as_key (note));

  if (label != NULL)
    return label;
  if (is_word (mark) && !g_hash_table_contains (taken, mark))
    label = g_strdup (mark);
  for (guint i = g_hash_table_size (taken) + 1; label == NULL; i++)
    {
      g_autofree char *number = g_strdup_printf ("n%u", i);
      if (!g_hash_table_contains (taken, number))
        label = g_steal_pointer (&number);
    }
  g_hash_table_add (taken, label);
  g_hash_table_insert (self->labels, as_key (note), label);
  return label;
}

static guint
take_anchor (ExmBodyNotes *self, guint line)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (self->anchors, as_key (line)));

  if (number > 0)
    return number;
  number = g_hash_table_size (self->anchors) + 1;
  g_hash_table_insert (self->anchors, as_key (line), GUINT_TO_POINTER (number));
  return number;
}

static void
add_jumps (ExmBodyNotes *self, const GArray *links)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);
  g_autoptr (GHashTable) taken = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = &g_array_index (links, Link, i);
      const ExmSpan *span = &spans[link->span];
      ExmBodyJump *jump = g_new0 (ExmBodyJump, 1);
      g_autofree char *mark = dup_mark (self->page, span);
      guint32 note = EXM_NONE;
      jump->anchor = take_anchor (self, link->line);
      if (mark != NULL && link->line > span->line && is_set_as_mark (self, span->node))
        note = find_note (self, link);
      if (note != EXM_NONE)
        jump->label = take_label (self, note, mark, taken);
      g_hash_table_insert (self->jumps, as_key (link->span), jump);
    }
}

static gboolean
stands_in_note (const ExmBodyNotes *self, guint32 node)
{
  while (node != EXM_NONE && exm_body_notes_get_label (self, node) == NULL)
    node = self->nodes[node].parent;
  return node != EXM_NONE;
}

static void
mark_back_links (ExmBodyNotes *self, const GArray *links)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (self->page, &n);

  for (guint i = 0; i < links->len; i++)
    {
      const Link *link = &g_array_index (links, Link, i);
      const ExmSpan *span = &spans[link->span];
      ExmBodyJump *jump = g_hash_table_lookup (self->jumps, as_key (link->span));
      g_autofree char *mark = dup_mark (self->page, span);
      jump->goes_back = jump->label == NULL && link->line < span->line && mark != NULL
                        && stands_in_note (self, span->node);
    }
}

ExmBodyNotes *
exm_body_notes_new (const ExmPageText *page, const ExmResultData *data)
{
  g_autoptr (GHashTable) names = find_names (page, data);
  guint n;

  if (names == NULL)
    return NULL;
  find_targets (page, names);
  ExmBodyNotes *self = g_new0 (ExmBodyNotes, 1);
  self->page = page;
  self->nodes = exm_page_text_get_nodes (page, &n);
  self->jumps = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  self->anchors = g_hash_table_new (NULL, NULL);
  self->labels = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  g_autoptr (GArray) links = find_links (self, data, names);
  add_jumps (self, links);
  mark_back_links (self, links);
  return self;
}

void
exm_body_notes_free (ExmBodyNotes *self)
{
  g_hash_table_unref (self->jumps);
  g_hash_table_unref (self->anchors);
  g_hash_table_unref (self->labels);
  g_free (self);
}

const ExmBodyJump *
exm_body_notes_find_jump (const ExmBodyNotes *self, guint span)
{
  return self != NULL ? g_hash_table_lookup (self->jumps, as_key (span)) : NULL;
}

guint
exm_body_notes_get_anchor (const ExmBodyNotes *self, guint line)
{
  return self != NULL
             ? GPOINTER_TO_UINT (g_hash_table_lookup (self->anchors, as_key (line)))
             : 0;
}

const char *
exm_body_notes_get_label (const ExmBodyNotes *self, guint32 node)
{
  return self != NULL ? g_hash_table_lookup (self->labels, as_key (node)) : NULL;
}
