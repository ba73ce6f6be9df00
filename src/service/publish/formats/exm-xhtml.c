/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-xhtml.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <string.h>

/* Elements open at once; deeper ones are left out. */
#define MAX_DEPTH 100u

/* Digits of a number that an attribute holds: HTML knows 1,000 columns. */
#define MAX_DIGITS 3u

static const char *const ELEMENTS[]
    = { "a",    "abbr",   "b",   "blockquote", "caption",    "cite",   "code", "dd",
        "del",  "dl",     "dt",  "em",         "figcaption", "figure", "h1",   "h2",
        "h3",   "h4",     "h5",  "h6",         "i",          "ins",    "kbd",  "li",
        "mark", "ol",     "p",   "q",          "pre",        "s",      "samp", "small",
        "span", "strong", "sub", "sup",        "table",      "tbody",  "td",   "tfoot",
        "th",   "thead",  "tr",  "u",          "ul",         NULL };
static const char *const VOID_ELEMENTS[] = { "br", "hr", NULL };

typedef struct
{
  GString *out;         /* (unowned) */
  GPtrArray *open;      /* (owned) (element-type utf8): names that stand in ELEMENTS */
  GHashTable *pictures; /* (unowned) (nullable) (element-type utf8 utf8) */
} Writer;

/* Puts characters in the place of the references that a body has. */
static void
resolve_references (GString *text)
{
  g_string_replace (text, "&lt;", "<", 0);
  g_string_replace (text, "&gt;", ">", 0);
  g_string_replace (text, "&quot;", "\"", 0);
  g_string_replace (text, "&#39;", "'", 0);
  g_string_replace (text, "&amp;", "&", 0);
}

/* Text with references, which stay, as in HTML; all else of XML is quoted. */
static void
append_text (GString *out, const char *text, gsize n_bytes)
{
  g_autofree char *copy = g_strndup (text, n_bytes);
  g_autoptr (GString) plain = g_string_new (copy);
  g_autoptr (GString) quoted = g_string_new (NULL);

  resolve_references (plain);
  exm_quote_xml (quoted, plain->str);
  g_string_replace (quoted, "&#10;", "\n", 0);
  g_string_append (out, quoted->str);
}

/* The known name that is @n_bytes long at @name; (transfer none) (nullable). */
static const char *
find_name (const char *const *names, const char *name, gsize n_bytes)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strlen (names[i]) == n_bytes
        && g_ascii_strncasecmp (names[i], name, n_bytes) == 0)
      return names[i];
  return NULL;
}

/* The value of an attribute inside the tag, as it is written; (transfer full) (nullable).
 */
static char *
find_attribute (const char *tag, gsize n_bytes, const char *name)
{
  g_autofree char *copy = g_strndup (tag, n_bytes);
  g_autofree char *start = g_strdup_printf (" %s=\"", name);
  const char *value = strstr (copy, start);

  if (value == NULL)
    return NULL;
  value += strlen (start);
  const char *end = strchr (value, '"');
  return end != NULL ? g_strndup (value, (gsize) (end - value)) : NULL;
}

static gboolean
is_plain_uri (const char *url)
{
  for (const char *p = url; *p != '\0'; p++)
    if (*p <= 0x20 || *p >= 0x7f || strchr ("<>\"{}|\\^`", *p) != NULL)
      return FALSE;
  return exm_article_is_web_address (url) && g_uri_is_valid (url, G_URI_FLAGS_NONE, NULL);
}

/* Whether @name is that of a place inside a body, as these are numbered. */
static gboolean
is_place (const char *name)
{
  return *name == 'n' && name[1] != '\0'
         && strspn (name + 1, "0123456789") == strlen (name + 1);
}

static void
append_link (GString *out, const char *tag, gsize n_bytes)
{
  g_autofree char *value = find_attribute (tag, n_bytes, "href");
  g_autofree char *id = find_attribute (tag, n_bytes, "id");
  g_autoptr (GString) url = g_string_new (value);

  if (id != NULL && is_place (id))
    g_string_append_printf (out, " id=\"%s\"", id);
  if (*url->str == '#' && is_place (url->str + 1))
    g_string_append_printf (out, " href=\"%s\"", url->str);
  g_string_replace (url, "&quot;", "\"", 0);
  g_string_replace (url, "&amp;", "&", 0);
  if (!is_plain_uri (url->str))
    return;
  g_string_append (out, " href=\"");
  exm_quote_xml (out, url->str);
  g_string_append_c (out, '"');
}

/* A number that a cell or a list has, as it is; nothing else. */
static void
append_number (GString *out, const char *tag, gsize n_bytes, const char *name)
{
  g_autofree char *value = find_attribute (tag, n_bytes, name);

  if (value != NULL && *value != '\0' && *value != '0' && strlen (value) <= MAX_DIGITS
      && strspn (value, "0123456789") == strlen (value))
    g_string_append_printf (out, " %s=\"%s\"", name, value);
}

/* The language of code, and how a formula is set; no other class. */
static void
append_class (GString *out, const char *tag, gsize n_bytes)
{
  g_autofree char *value = find_attribute (tag, n_bytes, "class");

  if (value != NULL
      && (g_str_has_prefix (value, "language-") || g_str_has_prefix (value, "math "))
      && strspn (value,
                 "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+#- ")
             == strlen (value))
    g_string_append_printf (out, " class=\"%s\"", value);
}

static void
open_element (Writer *self, const char *name, const char *tag, gsize n_bytes)
{
  if (self->open->len >= MAX_DEPTH)
    return;
  g_ptr_array_add (self->open, (gpointer) name);
  g_string_append_printf (self->out, "<%s", name);
  if (strcmp (name, "a") == 0)
    append_link (self->out, tag, n_bytes);
  else if (strcmp (name, "code") == 0 || strcmp (name, "span") == 0)
    append_class (self->out, tag, n_bytes);
  else if (strcmp (name, "ol") == 0)
    append_number (self->out, tag, n_bytes, "start");
  else if (strcmp (name, "td") == 0 || strcmp (name, "th") == 0)
    {
      append_number (self->out, tag, n_bytes, "colspan");
      append_number (self->out, tag, n_bytes, "rowspan");
    }
  g_string_append_c (self->out, '>');
}

/* Closes the element and those that are open in it; nothing where it is not open. */
static void
close_element (Writer *self, const char *name)
{
  guint depth = self->open->len;

  while (depth > 0 && g_ptr_array_index (self->open, depth - 1) != name)
    depth--;
  if (depth == 0)
    return;
  while (self->open->len >= depth)
    {
      guint last = self->open->len - 1;
      g_string_append_printf (self->out, "</%s>",
                              (const char *) g_ptr_array_index (self->open, last));
      g_ptr_array_set_size (self->open, (int) last);
    }
}

/* A picture that lies beside the page; of another one, its description. */
static void
append_picture (Writer *self, const char *tag, gsize n_bytes)
{
  g_autofree char *address = find_attribute (tag, n_bytes, "src");
  g_autofree char *alt = find_attribute (tag, n_bytes, "alt");
  g_autoptr (GString) key = g_string_new (address);
  const char *path = NULL;

  resolve_references (key);
  if (self->pictures != NULL)
    path = g_hash_table_lookup (self->pictures, key->str);
  if (path != NULL)
    {
      exm_quote_xml_element (self->out, "<img src=\"", path, "\" alt=\"");
      if (alt != NULL)
        append_text (self->out, alt, strlen (alt));
      g_string_append (self->out, "\"/>");
    }
  else if (alt != NULL)
    append_text (self->out, alt, strlen (alt));
}

/* @tag is what stands between "<" and ">". */
static void
read_tag (Writer *self, const char *tag, gsize n_bytes)
{
  gboolean closes = n_bytes > 0 && *tag == '/';
  const char *start = tag + closes;
  gsize n_name = 0;

  while (start + n_name < tag + n_bytes && g_ascii_isalnum (start[n_name]))
    n_name++;
  const char *name = find_name (ELEMENTS, start, n_name);
  const char *empty = find_name (VOID_ELEMENTS, start, n_name);
  if (name != NULL && closes)
    close_element (self, name);
  else if (name != NULL)
    open_element (self, name, tag, n_bytes);
  else if (empty != NULL && !closes)
    g_string_append_printf (self->out, "<%s/>", empty);
  else if (n_name == 3 && g_ascii_strncasecmp (start, "img", 3) == 0)
    append_picture (self, tag, n_bytes);
}

void
exm_xhtml_append (GString *out, const char *html, GHashTable *pictures)
{
  Writer self = { .out = out, .open = g_ptr_array_new (), .pictures = pictures };
  const char *at = html;

  while (*at != '\0')
    {
      gsize n_text = strcspn (at, "<");
      append_text (out, at, n_text);
      at += n_text;
      const char *end = *at == '<' ? strchr (at, '>') : NULL;
      if (end != NULL)
        read_tag (&self, at + 1, (gsize) (end - at - 1));
      else if (*at == '<')
        {
          append_text (out, at, strlen (at));
          break;
        }
      at = end != NULL ? end + 1 : at;
    }
  while (self.open->len > 0)
    close_element (&self, g_ptr_array_index (self.open, self.open->len - 1));
  g_ptr_array_unref (self.open);
}
