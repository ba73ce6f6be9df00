/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-page-jumps.h"

#include <string.h>

/* The text of a mark or of a link back is no longer, in characters. */
#define MAX_MARK 4

/* Elements around a mark that may say what it is. */
#define MAX_DEPTH 3u

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

char *
exm_page_dup_mark (const ExmPageText *page, const ExmSpan *span)
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

/* Whether what stands in the link is raised, as <a><sup>. */
static gboolean
is_raised_inside (const ExmPageText *page, guint index)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);
  const ExmSpan *link = &spans[index];

  for (guint i = index + 1;
       i < n && spans[i].line == link->line && spans[i].end <= link->end; i++)
    if (spans[i].kind == EXM_SPAN_SUPERSCRIPT)
      return TRUE;
  return FALSE;
}

/* Whether a link is set as marks of footnotes are. */
static gboolean
is_set_as_mark (const ExmPageText *page, guint index)
{
  static const char *const words[] = { "footnote", "fnref", "noteref" };
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  guint32 node = exm_page_text_get_spans (page, &n)[index].node;

  for (guint i = 0; i < MAX_DEPTH && node != EXM_NONE; i++)
    {
      const char *classes = exm_page_text_get_string (page, nodes[node].class_names);
      if (nodes[node].tag == EXM_TAG_SUP)
        return TRUE;
      for (gsize k = 0; k < G_N_ELEMENTS (words); k++)
        if (strstr (classes, words[k]) != NULL)
          return TRUE;
      node = nodes[node].parent;
    }
  return is_raised_inside (page, index);
}

/* Adds the link at @index, with its fragment's name for a while in @names. */
static void
add_link (const ExmPageText *page, guint index, GArray *jumps, GHashTable *names)
{
  guint n;
  const ExmSpan *span = &exm_page_text_get_spans (page, &n)[index];
  char *name = dup_fragment (page, exm_page_text_get_string (page, span->value));
  const ExmPageJump jump = { .span = index, .target = EXM_NONE };

  if (name == NULL)
    return;
  g_hash_table_insert (names, name, GUINT_TO_POINTER (EXM_NONE));
  g_array_append_val (jumps, jump);
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

/* Whether a link to @target is the mark of a footnote that comes behind it. */
static gboolean
is_mark (const ExmPageText *page, guint index, guint32 target)
{
  guint n;
  const ExmSpan *span = &exm_page_text_get_spans (page, &n)[index];
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  g_autofree char *mark = exm_page_dup_mark (page, span);

  if (mark == NULL || !is_set_as_mark (page, index))
    return FALSE;
  if (nodes[target].first_line == EXM_NONE && nodes[target].parent != EXM_NONE)
    target = nodes[target].parent;
  return nodes[target].last_line != EXM_NONE && nodes[target].last_line > span->line;
}

static void
settle (const ExmPageText *page, GArray *jumps, GHashTable *names)
{
  guint n, n_left = 0;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);

  for (guint i = 0; i < jumps->len; i++)
    {
      ExmPageJump jump = g_array_index (jumps, ExmPageJump, i);
      g_autofree char *name
          = dup_fragment (page, exm_page_text_get_string (page, spans[jump.span].value));
      jump.target = GPOINTER_TO_UINT (g_hash_table_lookup (names, name));
      if (jump.target == EXM_NONE)
        continue;
      jump.is_mark = is_mark (page, jump.span, jump.target);
      g_array_index (jumps, ExmPageJump, n_left++) = jump;
    }
  g_array_set_size (jumps, n_left);
}

GArray *
exm_page_find_jumps (const ExmPageText *page, const guint8 *verdicts, guint8 verdict)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);
  g_autoptr (GArray) jumps = g_array_new (FALSE, FALSE, sizeof (ExmPageJump));
  g_autoptr (GHashTable) names
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < n; i++)
    if (spans[i].kind == EXM_SPAN_LINK
        && (verdicts == NULL || verdicts[spans[i].line] == verdict))
      add_link (page, i, jumps, names);
  if (jumps->len > 0)
    {
      find_targets (page, names);
      settle (page, jumps, names);
    }
  return jumps->len > 0 ? g_steal_pointer (&jumps) : NULL;
}

guint32
exm_page_find_note (const ExmPageText *page, guint32 target, guint line)
{
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);

  while (target != EXM_NONE
         && (exm_tag_get_class (nodes[target].tag) & EXM_TAG_BLOCK) == 0)
    target = nodes[target].parent;
  if (target == EXM_NONE || nodes[target].first_line > line
      || nodes[target].tag == EXM_TAG_BODY)
    return EXM_NONE;
  return target;
}
