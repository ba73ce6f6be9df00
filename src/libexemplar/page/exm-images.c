/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-images.h"

#include "html/exm-html-scan.h"
#include "page/exm-nodes.h"
#include "page/exm-parts.h"

#include <string.h>

/* Width in pixels up to which a wider picture of a srcset is the better one. */
#define MAX_USEFUL_WIDTH 2560.0

/* Width in pixels that a picture of density 1 is taken to have. */
#define DENSITY_WIDTH 640.0

gboolean
exm_images_is_one (const ExmHtmlToken *token)
{
  return token->tag == EXM_TAG_IMG
         || (token->tag == EXM_TAG_UNKNOWN && token->name.n_bytes == 7
             && exm_html_part_is (token->name, "amp-img"));
}

/* Whether @mark stands there, the first @c of it at @p. Both are known when this is
 * compiled, which makes it a comparison of words. */
static inline gboolean
stands_around (
    const char *start, const char *p, const char *end, char c, const char *mark)
{
  gsize n = strlen (mark);
  gsize before = (gsize) (strchr (mark, c) - mark);

  return (gsize) (p - start) >= before && (gsize) (end - p) >= n - before
         && memcmp (p - before, mark, n) == 0;
}

/* Whether the file's name @start … @end is one of placeholders. Each mark of these has a
 * character that few names of files have more than once. */
static gboolean
names_placeholder (const char *start, const char *end)
{
  static const ExmHtmlStops stops = { { '.', 'p', 'x', 'z' } };

  for (const char *p = start; (p = exm_html_find_in_short (p, end, stops)) < end; p++)
    switch (*p)
      {
      case '.':
        if (stands_around (start, p, end, '.', "blank.")
            || stands_around (start, p, end, '.', "grey.")
            || stands_around (start, p, end, '.', "loading."))
          return TRUE;
        break;
      case 'p':
        if (stands_around (start, p, end, 'p', "placeholder")
            || stands_around (start, p, end, 'p', "spacer")
            || stands_around (start, p, end, 'p', "transparent"))
          return TRUE;
        break;
      case 'x':
        if (stands_around (start, p, end, 'x', "1x1"))
          return TRUE;
        break;
      default:
        if (stands_around (start, p, end, 'z', "lazyload"))
          return TRUE;
      }
  return FALSE;
}

/* Whether an address is only there until a script puts another one in its place. */
static gboolean
is_placeholder (ExmHtmlPart address)
{
  const char *name = memrchr (address.text, '/', address.n_bytes);

  if (address.n_bytes >= 5
      && exm_html_part_is ((ExmHtmlPart){ address.text, 5 }, "data:"))
    return TRUE;
  return names_placeholder (name != NULL ? name + 1 : address.text,
                            address.text + address.n_bytes);
}

/* Reads a candidate's descriptors from @p to the comma behind them.
 *
 * Returns: width in pixels, a density counted as of a picture DENSITY_WIDTH wide */
static double
read_descriptors (const char **p, const char *end)
{
  double width = DENSITY_WIDTH;

  while (*p < end && **p != ',')
    {
      double number = 0, unit = 1;
      gboolean fraction = FALSE;

      for (; *p < end && (g_ascii_isdigit (**p) || **p == '.'); (*p)++)
        if (**p == '.')
          fraction = TRUE;
        else
          {
            number = MIN (10 * number + (**p - '0'), 1e12);
            unit = fraction ? MIN (10 * unit, 1e12) : 1;
          }
      if (*p >= end || **p == ',')
        break;
      /* A height stands only beside a width. */
      if (**p == 'w')
        width = number / unit;
      else if (**p == 'x')
        width = DENSITY_WIDTH * number / unit;
      (*p)++;
    }
  return width;
}

/* Whether a candidate serves better than the best one yet: the wider, up to
 * MAX_USEFUL_WIDTH, and the narrower beyond it. */
static gboolean
is_better (double width, double best)
{
  if (best < 0)
    return TRUE;
  return best > MAX_USEFUL_WIDTH ? width < best
                                 : width > best && width <= MAX_USEFUL_WIDTH;
}

/* The address of the widest useful candidate of a srcset. @best_width: (inout): that of
 * @best, negative if there is none; in the end that of the address. */
static ExmHtmlPart
find_wider (ExmHtmlPart set, ExmHtmlPart best, double *best_width)
{
  const char *p = set.text, *end = set.text + set.n_bytes;

  while (p < end)
    {
      while (p < end && (g_ascii_isspace (*p) || *p == ','))
        p++;
      const char *start = p;
      while (p < end && !g_ascii_isspace (*p))
        p++;
      const char *stop = p;
      while (stop > start && stop[-1] == ',')
        stop--;
      double width = stop == p ? read_descriptors (&p, end) : DENSITY_WIDTH;
      if (stop > start && is_better (width, *best_width))
        {
          *best_width = width;
          best = (ExmHtmlPart){ start, (gsize) (stop - start) };
        }
    }
  return best;
}

static gboolean
is_pixel (const ExmHtmlToken *token)
{
  static const ExmHtmlAttributeName names[]
      = { EXM_ATTRIBUTE_WIDTH, EXM_ATTRIBUTE_HEIGHT };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ExmHtmlAttribute *side = exm_html_get_attribute (token, names[i]);
      if (side != NULL && side->value.n_bytes > 0
          && (*side->value.text == '0' || *side->value.text == '1')
          && (side->value.n_bytes == 1 || exm_html_part_is (side->value, "1px")))
        return TRUE;
    }
  return FALSE;
}

/* The address in an attribute of @token that is no srcset. */
static ExmHtmlPart
find_address (const ExmHtmlToken *token)
{
  static const ExmHtmlAttributeName names[] = { EXM_ATTRIBUTE_DATA_SRC,
                                                EXM_ATTRIBUTE_DATA_ORIGINAL,
                                                EXM_ATTRIBUTE_DATA_LAZY_SRC,
                                                EXM_ATTRIBUTE_DATA_ACTUALSRC,
                                                EXM_ATTRIBUTE_DATA_ORIGINAL_SRC,
                                                EXM_ATTRIBUTE_DATA_URL,
                                                EXM_ATTRIBUTE_DATA_ECHO,
                                                EXM_ATTRIBUTE_ZOOMFILE,
                                                EXM_ATTRIBUTE_SRC };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      const ExmHtmlAttribute *other = exm_html_get_attribute (token, names[i]);
      if (other != NULL && other->value.n_bytes > 0 && !is_placeholder (other->value))
        return other->value;
    }
  return (ExmHtmlPart){ NULL, 0 };
}

/* The address of the widest useful candidate in the first srcset of @token that has one
 * which is no placeholder. @width: (out): of that */
static ExmHtmlPart
find_source (const ExmHtmlToken *token, double *width)
{
  static const ExmHtmlAttributeName sets[]
      = { EXM_ATTRIBUTE_DATA_SRCSET, EXM_ATTRIBUTE_SRCSET,
          EXM_ATTRIBUTE_DATA_LAZY_SRCSET };

  for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      const ExmHtmlAttribute *set = exm_html_get_attribute (token, sets[i]);
      ExmHtmlPart found = { NULL, 0 };
      *width = -1;
      if (set != NULL)
        found = find_wider (set->value, found, width);
      if (found.n_bytes > 0 && !is_placeholder (found))
        return found;
    }
  *width = -1;
  return (ExmHtmlPart){ NULL, 0 };
}

/* Whether @type is one that every reader shows; a source that names none is as good. */
static gboolean
is_shown_type (const ExmHtmlAttribute *type)
{
  static const char *const types[]
      = { "image/jpeg", "image/jpg", "image/png", "image/gif", "image/webp" };

  for (gsize i = 0; type != NULL && i < G_N_ELEMENTS (types); i++)
    if (exm_html_part_is (type->value, types[i]))
      return TRUE;
  return type == NULL;
}

void
exm_images_see_source (ExmEventList *events, const ExmHtmlToken *token, guint32 node)
{
  guint32 parent = exm_event_list_node (events, node)->parent;
  double width;
  ExmHtmlPart found = find_source (token, &width);

  if (parent == EXM_NONE || exm_event_list_node (events, parent)->tag != EXM_TAG_PICTURE
      || found.n_bytes == 0
      || !is_shown_type (exm_html_get_attribute (token, EXM_ATTRIBUTE_TYPE)))
    return;
  if (events->picture.node != parent)
    events->picture = (ExmEventPicture){ .node = parent, .width = -1 };
  if (!is_better (width, events->picture.width))
    return;
  events->picture.widest = found;
  events->picture.width = width;
}

static gboolean
are_equal (ExmHtmlPart a, ExmHtmlPart b)
{
  return a.n_bytes == b.n_bytes && memcmp (a.text, b.text, a.n_bytes) == 0;
}

/* The best address that srcset and sources offer. @width: (out): of that */
static ExmHtmlPart
find_best (const ExmEventList *events,
           const ExmHtmlToken *token,
           guint32 node,
           double *width)
{
  ExmHtmlPart found = find_source (token, width);
  const ExmEventPicture *picture = &events->picture;

  if (picture->widest.n_bytes > 0
      && exm_event_list_node (events, node)->parent == picture->node
      && is_better (picture->width, *width))
    {
      *width = picture->width;
      return picture->widest;
    }
  return found;
}

guint32
exm_images_find (ExmEventList *events, const ExmHtmlToken *token, guint32 node)
{
  const ExmHtmlAttribute *alt = exm_html_get_attribute (token, EXM_ATTRIBUTE_ALT);
  ExmHtmlPart address = find_address (token);
  ExmSpan span = { .kind = EXM_SPAN_IMAGE, .node = node };
  double width;
  ExmHtmlPart best = find_best (events, token, node, &width);

  if (address.n_bytes == 0)
    {
      address = best;
      best.n_bytes = 0;
    }
  if (address.n_bytes == 0 || is_pixel (token))
    return 0;
  span.value = exm_parts_append_value (events->parts, address);
  /* A candidate of density 1 is the image itself, in another format at the most. */
  if (best.n_bytes > 0 && width > DENSITY_WIDTH && !are_equal (best, address))
    span.source = exm_parts_append_value (events->parts, best);
  if (alt != NULL)
    span.label = exm_parts_append_value (events->parts, alt->value);
  exm_array_append (&events->images, span);
  return events->images.len;
}
