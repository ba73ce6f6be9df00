/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-page-builder.h"

#include "base/exm-limits.h"
#include "base/exm-shingles.h"
#include "base/exm-text.h"
#include "page/exm-hidden.h"
#include "page/exm-line-builder.h"
#include "page/exm-nodes.h"
#include "page/exm-parts.h"
#include "page/exm-script-text.h"
#include "types/exm-page-text.h"

#include <string.h>

/* --- Insertion of a document into another --- */

/* @host: the element of the page that holds the document; @line: the page's line that
 * its lines stand before; @source_start: where the page's source has it; @source_end:
 * where it ends there; @flags: what its lines are marked with. */
typedef struct
{
  guint32 host;
  guint line;
  guint32 source_start;
  guint32 source_end;
  guint16 flags;
} ExmInsertion;

static gboolean
has_room (const ExmPageTextParts *parts, const ExmPageTextParts *fragment)
{
  return parts->lines.len + fragment->lines.len <= EXM_MAX_LINES
         && parts->nodes.len + fragment->nodes.len <= EXM_MAX_NODES
         && parts->text.len + fragment->text.len <= EXM_MAX_PAGE_CHARS
         && parts->strings->len + fragment->strings->len <= G_MAXINT32;
}

static guint32
shift (guint32 offset, guint32 by)
{
  return offset != 0 ? offset + by : 0;
}

static void
insert_nodes (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              const ExmInsertion *insertion,
              guint32 strings)
{
  const guint32 first = parts->nodes.len;
  const guint outer = parts->nodes.data[insertion->host].depth + 1u;

  for (guint i = 0; i < fragment->nodes.len; i++)
    {
      ExmNode node = fragment->nodes.data[i];
      guint depth = node.depth + outer;
      node.parent = node.parent != EXM_NONE ? node.parent + first : insertion->host;
      /* As the reader does with what is too deep. */
      while (depth >= EXM_MAX_NODE_DEPTH)
        {
          node.parent = parts->nodes.data[node.parent].parent;
          depth = parts->nodes.data[node.parent].depth + 1u;
        }
      node.depth = (guint16) depth;
      node.id = shift (node.id, strings);
      node.class_names = shift (node.class_names, strings);
      exm_array_append (&parts->nodes, node);
    }
}

static void
insert_spans (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              guint line,
              guint32 nodes,
              guint32 strings)
{
  guint at = 0;

  while (at < parts->spans.len && parts->spans.data[at].line < line)
    at++;
  for (guint i = at; i < parts->spans.len; i++)
    parts->spans.data[i].line += fragment->lines.len;
  if (fragment->spans.len == 0)
    return;
  exm_array_insert (&parts->spans, at, fragment->spans.data, fragment->spans.len);
  for (guint i = at; i < at + fragment->spans.len; i++)
    {
      ExmSpan *span = &parts->spans.data[i];
      span->line += line;
      span->value = shift (span->value, strings);
      span->label = shift (span->label, strings);
      span->node += nodes;
    }
}

static void
insert_lines (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              const ExmInsertion *insertion,
              guint32 nodes,
              guint32 text)
{
  exm_array_insert (&parts->lines, insertion->line, fragment->lines.data,
                    fragment->lines.len);
  for (guint i = 0; i < fragment->lines.len; i++)
    {
      ExmLine *line = &parts->lines.data[insertion->line + i];
      line->text += text;
      line->node += nodes;
      line->block += nodes;
      line->source_start = insertion->source_start;
      line->source_end = insertion->source_end;
      line->flags |= insertion->flags;
    }
  for (guint i = 0; i < parts->slices.len; i++)
    {
      ExmSlice *slice = &parts->slices.data[i];
      if (slice->line != EXM_NONE && slice->line >= insertion->line)
        slice->line += fragment->lines.len;
    }
}

static void
clear_ranges (ExmPageTextParts *parts)
{
  for (guint i = 0; i < parts->nodes.len; i++)
    {
      ExmNode *node = &parts->nodes.data[i];
      node->first_line = node->last_line = EXM_NONE;
      node->n_chars = node->n_link_chars = 0;
    }
}

/* Lines, elements and spans of @fragment become those of @parts; positions, ranges and
 * counts are set again. What would go beyond a limit of the page is left out, which
 * "truncated" tells. O(both). @parts: (inout): a complete page; @fragment: a complete
 * document; its slices are left out. */
static void
parts_insert (ExmPageTextParts *parts,
              const ExmPageTextParts *fragment,
              const ExmInsertion *insertion)
{
  const guint32 nodes = parts->nodes.len;
  const guint32 text = parts->text.len;
  const guint32 strings = (guint32) parts->strings->len;

  parts->truncated |= fragment->truncated;
  if (fragment->lines.len == 0)
    return;
  if (!has_room (parts, fragment))
    {
      parts->truncated = TRUE;
      return;
    }
  exm_array_extend (&parts->text, fragment->text.data, fragment->text.len);
  g_string_append_len (parts->strings, fragment->strings->str,
                       (gssize) fragment->strings->len);
  insert_nodes (parts, fragment, insertion, strings);
  insert_spans (parts, fragment, insertion->line, nodes, strings);
  insert_lines (parts, fragment, insertion, nodes, text);
  exm_parts_place_lines (parts);
  clear_ranges (parts);
  exm_nodes_complete (parts);
}

/* --- Embedded documents --- */

/* A page with more prose of its own is not searched for it in its scripts, tokens. */
#define POOR_PAGE 100u

/* An embedded body is used when it has so many tokens, and so many times the page's own
 * prose: what pages show of a body that they keep is its beginning. */
#define MIN_BODY 60u
#define BODY_TIMES 2u

/* Frames of one page that are read, and bodies in its JSON-LD. */
#define MAX_FRAMES 32u
#define MAX_BODIES 8u

/* A line of which so much stands in a body is one of its lines. */
#define IS_DOUBLE .8

/* A body of which the page shows so much itself is on the page. Of what no one declares
 * to be the article's body, the page must not even show the beginning: galleries and
 * lists of other articles lie in scripts too. */
#define MAX_SHOWN_SHARE .5
#define MAX_SHOWN_SHARE_UNDECLARED .02

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageTextParts, exm_page_text_parts_clear)

static void
read_fragment (ExmPageTextParts *fragment, const char *html)
{
  exm_page_text_parts_init (fragment);
  fragment->source = g_bytes_new (html, strlen (html));
  exm_lines_build_fragment (fragment);
}

/* Finds the text of the script @node in the source. */
static gboolean
find_script (const ExmEventList *events, guint32 node, guint32 *start, guint32 *end)
{
  gboolean found = FALSE;

  for (guint i = 0; i < events->items.len; i++)
    {
      const ExmEvent *item = &events->items.data[i];
      if (item->kind == EXM_ITEM_ELEMENT || item->node != node)
        continue;
      *start = found ? MIN (*start, item->start) : item->start;
      *end = found ? MAX (*end, item->end) : item->end;
      found = TRUE;
    }
  return found;
}

static const char *
get_line (const ExmPageTextParts *parts, guint line)
{
  return parts->text.data + parts->lines.data[line].text;
}

static char *
join_lines (const ExmPageTextParts *parts)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < parts->lines.len; i++)
    {
      if (parts->lines.data[i].flags & EXM_LINE_FLAGGED)
        continue;
      if (out->len > 0)
        g_string_append_c (out, '\n');
      g_string_append (out, get_line (parts, i));
    }
  return g_string_free (out, FALSE);
}

static void
add_slice (ExmPageTextParts *parts, const char *name, const char *text, guint32 node)
{
  const ExmSlice slice = {
    .kind = EXM_SLICE_BODY,
    .name = exm_parts_append_string (parts, name),
    .value = exm_parts_append_string (parts, text),
    .node = node,
    .line = EXM_NONE,
  };

  if (parts->slices.len < EXM_MAX_SLICES)
    exm_array_append (&parts->slices, slice);
  else
    parts->truncated = TRUE;
}

/* The lines of the page whose text stands in @body as well. @share: (out): how much of
 * @body they are. Returns: (transfer full) (element-type guint): their indices */
static GArray *
find_doubles (const ExmPageTextParts *parts, const char *body, double *share)
{
  g_autoptr (ExmShingles) said = exm_shingles_new ();
  g_autoptr (ExmShingles) shown = exm_shingles_new ();
  GArray *doubles = g_array_new (FALSE, FALSE, sizeof (guint));

  exm_shingles_add (said, body, strlen (body));

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *line = &parts->lines.data[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      const char *text = get_line (parts, i);
      if (exm_shingles_measure (said, text, line->n_bytes) < IS_DOUBLE)
        continue;
      exm_shingles_add (shown, text, line->n_bytes);
      g_array_append_val (doubles, i);
    }
  *share = exm_shingles_measure (shown, body, strlen (body));
  return doubles;
}

/* The body of @html stands in the script @node; its lines become the page's, unless the
 * page shows them. */
static void
use_body (ExmEventList *events, const char *html, guint32 node, gboolean declared)
{
  ExmPageTextParts *parts = events->parts;
  g_auto (ExmPageTextParts) fragment = { 0 };
  ExmInsertion insertion = { .host = node, .flags = EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN };
  double share = 0;

  read_fragment (&fragment, html);
  if (fragment.lines.len == 0
      || !find_script (events, node, &insertion.source_start, &insertion.source_end))
    return;
  g_autofree char *text = join_lines (&fragment);
  g_autoptr (GArray) doubles = find_doubles (parts, text, &share);
  if (!declared)
    add_slice (parts, "script", text, node);
  if (share >= (declared ? MAX_SHOWN_SHARE : MAX_SHOWN_SHARE_UNDECLARED))
    return;
  insertion.line = parts->lines.len;
  for (guint i = doubles->len; i-- > 0;)
    {
      guint line = g_array_index (doubles, guint, i);
      parts->lines.data[line].flags |= EXM_LINE_DOUBLE;
      insertion.line = line;
    }
  parts_insert (parts, &fragment, &insertion);
}

typedef struct
{
  char *html;     /* (owned) (nullable) */
  guint32 node;   /* the script it stands in */
  guint n_tokens; /* of prose */
} Body;

static void
body_clear (Body *self)
{
  g_free (self->html);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Body, body_clear)

/* Takes @html if it is more than what there is. */
static void
offer (Body *best, char *html, guint n_tokens, guint32 node)
{
  g_autofree char *owned = html;

  if (html == NULL || n_tokens <= best->n_tokens)
    return;
  g_free (best->html);
  best->html = g_steal_pointer (&owned);
  best->n_tokens = n_tokens;
  best->node = node;
}

static void
read_json_ld (ExmPageTextParts *parts, Body *best)
{
  static const char *const keys[] = { "articleBody", "reviewBody" };
  guint n_slices = parts->slices.len, n_found = 0;

  for (guint i = 0; i < n_slices; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (keys) && n_found < MAX_BODIES; k++)
      {
        /* Slices are added meanwhile. */
        const ExmSlice slice = parts->slices.data[i];
        const char *json = parts->strings->str + slice.value;
        guint n_tokens;
        if (slice.kind != EXM_SLICE_JSON_LD || strstr (json, keys[k]) == NULL)
          continue;
        ExmScriptText *search = exm_script_text_new (keys[k]);
        exm_script_text_scan (search, json, strlen (json));
        char *html = exm_script_text_finish (search, &n_tokens);
        if (html == NULL)
          continue;
        g_auto (ExmPageTextParts) fragment = { 0 };
        read_fragment (&fragment, html);
        g_autofree char *text = join_lines (&fragment);
        add_slice (parts, "json-ld", text, slice.node);
        offer (best, html, n_tokens, slice.node);
        n_found++;
      }
}

static gboolean
is_json_ld (const ExmPageTextParts *parts, guint32 node)
{
  for (guint i = 0; i < parts->slices.len; i++)
    {
      const ExmSlice *slice = &parts->slices.data[i];
      if (slice->kind == EXM_SLICE_JSON_LD && slice->node == node)
        return TRUE;
    }
  return FALSE;
}

/* Scripts one by one; a text of many pieces is one script's. */
static void
read_scripts (const ExmEventList *events, Body *best)
{
  const ExmPageTextParts *parts = events->parts;
  const char *source = g_bytes_get_data (parts->source, NULL);
  gsize n_left = EXM_SCRIPT_TEXT_MAX_BYTES;

  for (guint i = 0; i < events->items.len; i++)
    {
      const ExmEvent *item = &events->items.data[i];
      guint n_tokens;
      gsize n_bytes = item->end - item->start;
      if (item->kind != EXM_ITEM_TEXT
          || exm_event_list_node (events, item->node)->tag != EXM_TAG_SCRIPT
          || n_bytes < MIN_BODY || n_bytes > n_left || is_json_ld (parts, item->node))
        continue;
      n_left -= n_bytes;
      ExmScriptText *search = exm_script_text_new (NULL);
      exm_script_text_scan (search, source + item->start, n_bytes);
      char *html = exm_script_text_finish (search, &n_tokens);
      offer (best, html, n_tokens, item->node);
    }
}

static gboolean
is_enough (const Body *body, guint n_shown)
{
  return body->n_tokens >= MIN_BODY && body->n_tokens > BODY_TIMES * n_shown;
}

static void
add_bodies (ExmEventList *events)
{
  g_auto (Body) declared = { 0 }, found = { 0 };
  guint n_shown = exm_parts_count_prose (events->parts, 0);

  read_json_ld (events->parts, &declared);
  if (is_enough (&declared, n_shown))
    {
      use_body (events, declared.html, declared.node, TRUE);
      return;
    }
  if (n_shown >= POOR_PAGE)
    return;
  read_scripts (events, &found);
  if (is_enough (&found, n_shown))
    use_body (events, found.html, found.node, FALSE);
}

/* Lines that begin behind @position in the source come after it. */
static guint
find_line_behind (const ExmPageTextParts *parts, guint32 position)
{
  guint i = 0;

  while (i < parts->lines.len && parts->lines.data[i].source_start < position)
    i++;
  return i;
}

static void
add_frames (ExmEventList *events)
{
  for (guint i = 0; i < MIN (events->frames.len, MAX_FRAMES); i++)
    {
      const ExmEventFrame *frame = &events->frames.data[i];
      g_auto (ExmPageTextParts) fragment = { 0 };
      if (exm_event_list_info (events, frame->node)->flags & EXM_LINE_FLAGGED)
        continue;
      read_fragment (&fragment, events->parts->strings->str + frame->html);
      const ExmInsertion insertion = {
        .host = frame->node,
        .line = find_line_behind (events->parts, frame->end),
        .source_start = frame->start,
        .source_end = frame->end,
        .flags = EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN,
      };
      parts_insert (events->parts, &fragment, &insertion);
    }
}

void
exm_page_build (ExmPageTextParts *parts)
{
  ExmEventList events;

  exm_lines_open (&events, parts, TRUE);
  add_frames (&events);
  add_bodies (&events);
  exm_lines_close (&events);
}
