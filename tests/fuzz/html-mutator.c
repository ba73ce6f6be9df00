/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Changes an input by whole tags as often as by bytes. What swallows all behind it comes
 * seldom, since an input that is one comment tells nothing of tree construction. Only
 * for libFuzzer. */

#include "fuzz.h"

#include <string.h>

/* Function of libFuzzer, which has no header. */
gsize LLVMFuzzerMutate (guint8 *data, gsize size, gsize max_size);
gsize LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed);

#define SWALLOWING_SHARE 64u

static const char *const names[] = {
  "a",
  "b",
  "i",
  "em",
  "font",
  "nobr",
  "strong",
  "code",
  "u",
  "s",
  "div",
  "p",
  "h1",
  "h2",
  "ul",
  "ol",
  "li",
  "dl",
  "dd",
  "dt",
  "table",
  "tbody",
  "thead",
  "tfoot",
  "tr",
  "td",
  "th",
  "caption",
  "colgroup",
  "col",
  "form",
  "button",
  "input",
  "select",
  "option",
  "optgroup",
  "hr",
  "br",
  "img",
  "pre",
  "listing",
  "span",
  "body",
  "html",
  "head",
  "frameset",
  "frame",
  "template",
  "svg",
  "math",
  "mi",
  "mtext",
  "desc",
  "title",
  "object",
  "applet",
  "marquee",
  "ruby",
  "rb",
  "rt",
  "rp",
  "rtc",
  "address",
  "article",
  "section",
  "blockquote",
  "center",
  "details",
  "summary",
  "noscript",
  "base",
  "link",
  "meta",
  "param",
  "source",
  "image",
  "x-y",
  "area",
  "keygen",
  "figure",
  "menu",
  "menuitem",
  "dialog",
  "main",
  "search",
  "malignmark",
  "mglyph",
  "annotation-xml",
  "foreignobject",
  "time",
};

static const char *const swallowing[] = {
  "<script>",    "</script>",  "<style>", "</style>",   "<textarea>",  "</textarea>",
  "<title>",     "</title>",   "<xmp>",   "</xmp>",     "<iframe>",    "</iframe>",
  "<noembed>",   "</noembed>", "<!--",    "-->",        "<![CDATA[",   "]]>",
  "<plaintext>", "<!DOCTYPE",  "<?",      "<noframes>", "</noframes>", "<script><!--",
};

static const char *const attributes[] = {
  " hidden",
  " class=c",
  " class='a1 b'",
  " id=i",
  " href=u",
  " style=display:none",
  " type=hidden",
  " color=red",
  " size=7",
  " face=f",
  " itemprop=name",
  " src=s alt=t",
  " encoding=text/html",
  " itemscope",
  " datetime=2026",
  " name=n content=v",
  "/",
  " x=\"",
  " xlink:href=q",
  " definitionurl=d",
  " lang=en",
  " rel=canonical",
};

static const char *const texts[] = {
  "x",
  " ",
  "\n",
  "text. ",
  "&amp;",
  "&lt",
  "&#x80;",
  "&notit;",
  "&nbsp;",
  "\xe4\xb8\xad",
  "\xe3\x80\x80",
  "\xc2\xa0",
  "\t",
  "\r\n",
  "&#0;",
  "&ngE;",
  "0",
  "<!DOCTYPE html>",
};

static guint
next (guint *state, guint n)
{
  *state = *state * 1664525u + 1013904223u;
  return (*state >> 8) % n;
}

static void
append_tag (guint *state, GString *piece)
{
  gboolean is_end = next (state, 3) == 0;

  g_string_append (piece, is_end ? "</" : "<");
  g_string_append (piece, names[next (state, G_N_ELEMENTS (names))]);
  while (!is_end && next (state, 4) == 0)
    g_string_append (piece, attributes[next (state, G_N_ELEMENTS (attributes))]);
  g_string_append_c (piece, '>');
}

static void
append_piece (guint *state, GString *piece)
{
  if (next (state, SWALLOWING_SHARE) == 0)
    g_string_append (piece, swallowing[next (state, G_N_ELEMENTS (swallowing))]);
  else if (next (state, 4) == 0)
    g_string_append (piece, texts[next (state, G_N_ELEMENTS (texts))]);
  else
    append_tag (state, piece);
}

/* A place where a tag begins, or any. */
static gsize
find_place (guint *state, const guint8 *data, gsize size)
{
  gsize at = next (state, (guint) size + 1);

  if (next (state, 8) == 0)
    return at;
  const guint8 *tag = memchr (data + at, '<', size - at);
  return tag != NULL ? (gsize) (tag - data) : size;
}

gsize
LLVMFuzzerCustomMutator (guint8 *data, gsize size, gsize max_size, guint seed)
{
  guint state = seed;

  if (next (&state, 2) == 0)
    return LLVMFuzzerMutate (data, size, max_size);
  gsize at = find_place (&state, data, size);
  gsize to = find_place (&state, data, size);
  if (to < at)
    {
      gsize swap = at;
      at = to;
      to = swap;
    }
  g_autoptr (GString) piece = g_string_new (NULL);
  switch (next (&state, 4))
    {
    case 0: /* some tags again, somewhere else */
      g_string_append_len (piece, (const char *) data + at, (gssize) (to - at));
      to = at = find_place (&state, data, size);
      break;
    case 1: /* others in their place */
      break;
    default:
      to = at;
      break;
    }
  do
    append_piece (&state, piece);
  while (next (&state, 2) == 0);
  if (size - (to - at) + piece->len > max_size)
    return LLVMFuzzerMutate (data, size, max_size);
  memmove (data + at + piece->len, data + to, size - to);
  memcpy (data + at, piece->str, piece->len);
  return size - (to - at) + piece->len;
}
