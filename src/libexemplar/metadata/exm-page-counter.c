/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-page-counter.h"

#include <string.h>

/* An address in parts; the path without slashes at its end. */
typedef struct
{
  char *host;  /* (owned) */
  char *path;  /* (owned) */
  char *query; /* (owned): "" for none */
  gboolean is_folder;
} Parts;

static void
parts_clear (Parts *self)
{
  g_free (self->host);
  g_free (self->path);
  g_free (self->query);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Parts, parts_clear)

/* Parts of addresses whose pages are replies, older entries or pictures. */
static const char *const no_articles[] = { "category",
                                           "categories",
                                           "tag",
                                           "tags",
                                           "author",
                                           "authors",
                                           "archive",
                                           "archives",
                                           "search",
                                           "forum",
                                           "forums",
                                           "thread",
                                           "threads",
                                           "topic",
                                           "topics",
                                           "bbs",
                                           "gallery",
                                           "galleries",
                                           "photo",
                                           "photos",
                                           "pictures",
                                           "slideshow",
                                           "slideshows",
                                           "label",
                                           "comments",
                                           "reviews",
                                           "board",
                                           "boards",
                                           "cat",
                                           "community",
                                           "showthread.php",
                                           "viewtopic.php",
                                           "page",
                                           "forumdisplay.php",
                                           "viewthread.php",
                                           NULL };

static const char *const query_names[]
    = { "page",    "p",         "pg",      "paged",      "pn",
        "pageno",  "page_no",   "pagenum", "pagenumber", "currentpage",
        "curpage", "pageindex", NULL };

/* Separators between the name of a file and its counter; longer ones first. */
static const char *const separators[]
    = { "_page_", "-page-", "_page", "-page", "_p", "-p", "_", "-", NULL };

static void
parts_init (Parts *self, const char *url)
{
  const char *start = strstr (url, "://");

  start = start != NULL ? start + 3 : url;
  if (g_ascii_strncasecmp (start, "www.", 4) == 0)
    start += 4;
  gsize n_host = strcspn (start, "/?#");
  gsize n_path = strcspn (start + n_host, "?#");
  const char *path = start + n_host, *query = path + n_path;
  self->host = g_ascii_strdown (start, (gssize) n_host);
  self->is_folder = n_path > 0 && path[n_path - 1] == '/';
  while (n_path > 0 && path[n_path - 1] == '/')
    n_path--;
  self->path = g_strndup (path, n_path);
  self->query
      = *query == '?' ? g_strndup (query + 1, strcspn (query + 1, "#")) : g_strdup ("");
}

static gboolean
is_forum (const char *host)
{
  static const char *const names[]
      = { "forum.", "forums.", "bbs.", "discuss.", "community.", "board.", "boards." };

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_str_has_prefix (host, names[i]))
      return TRUE;
  return FALSE;
}

/* The number that all of @text but @tail is, 0 for none. */
static guint
read_number (const char *text, const char *tail)
{
  gsize n = strspn (text, "0123456789");

  if (n == 0 || n > 5 || *text == '0' || strcmp (text + n, tail) != 0)
    return 0;
  return (guint) g_ascii_strtoull (text, NULL, 10);
}

/* Whether @path can be that of an article: not a root, a section or a day. */
static gboolean
names_article (const Parts *self)
{
  g_auto (GStrv) segments = g_strsplit (self->path, "/", -1);
  guint n = g_strv_length (segments);
  gboolean has_name = FALSE;

  if (n < 2)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *lower = g_ascii_strdown (segments[i], -1);
      if (g_strv_contains (no_articles, lower))
        return FALSE;
      has_name = has_name || strpbrk (lower, "abcdefghijklmnopqrstuvwxyz%") != NULL;
    }
  const char *last = segments[n - 1];
  gsize n_digits = strspn (last, "0123456789");
  if (last[n_digits] == '\0')
    return has_name && n_digits >= 4 && (n_digits > 4 || n > 3);
  if (g_str_has_prefix (last, "index.") || g_str_has_prefix (last, "default."))
    return strpbrk (self->path, "0123456789") != NULL;
  return strpbrk (last, "0123456789-_.%") != NULL || strlen (last) >= 20
         || strpbrk (self->path, "0123456789") != NULL;
}

/* Takes the counter out of a query. Returns: it, 0 for none */
static guint
take_counter (const char *query, char **rest)
{
  g_auto (GStrv) all = g_strsplit (query, "&", -1);
  g_autoptr (GString) out = g_string_new (NULL);
  guint counter = 0;

  for (guint i = 0; all[i] != NULL; i++)
    {
      const char *equals = strchr (all[i], '=');
      g_autofree char *name
          = equals != NULL ? g_ascii_strdown (all[i], equals - all[i]) : g_strdup ("");
      guint number = equals != NULL && g_strv_contains (query_names, name)
                         ? read_number (equals + 1, "")
                         : 0;
      if (number > 0 && counter == 0)
        counter = number;
      else if (*all[i] != '\0' && !g_str_has_prefix (all[i], "utm_"))
        g_string_append_printf (out, "%s%s", out->len > 0 ? "&" : "", all[i]);
    }
  *rest = g_string_free (g_steal_pointer (&out), FALSE);
  return counter;
}

static guint
read_query (const Parts *own, const Parts *other, guint *own_counter)
{
  g_autofree char *own_rest = NULL, *rest = NULL;

  if (strcmp (own->path, other->path) != 0)
    return 0;
  *own_counter = take_counter (own->query, &own_rest);
  guint counter = take_counter (other->query, &rest);
  /* "?p=12" alone is mostly the number of an article. */
  if (*own_counter > 0 && *own_rest == '\0'
      && g_ascii_strncasecmp (own->query, "p=", 2) == 0)
    return 0;
  return strcmp (own_rest, rest) == 0 ? counter : 0;
}

/* "/2", "/page/2", "/p2" behind the path. */
static guint
read_below (const Parts *own, const Parts *other)
{
  static const char *const marks[] = { "page/", "page-", "page_", "page", "p/", "p", "" };
  gsize n = strlen (own->path);

  if (strncmp (own->path, other->path, n) != 0 || other->path[n] != '/')
    return 0;
  const char *rest = other->path + n + 1;
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (rest, marks[i]))
      return read_number (rest + strlen (marks[i]), "");
  return 0;
}

/* "_2.html" in place of ".html". */
static guint
read_suffix (const char *own, const char *other)
{
  const char *slash = strrchr (own, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;

  if (dot == NULL || dot == slash + 1 || strncmp (own, other, (gsize) (dot - own)) != 0)
    return 0;
  const char *rest = other + (dot - own);
  for (guint i = 0; separators[i] != NULL; i++)
    if (g_str_has_prefix (rest, separators[i]))
      return read_number (rest + strlen (separators[i]), dot);
  return 0;
}

/* The path of the first page if @own is a later one: "/a_2.html" is of "/a.html". */
static char *
dup_first_path (const Parts *own, guint *own_counter)
{
  const char *slash = strrchr (own->path, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;
  const char *mark = slash != NULL ? strrchr (slash, '_') : NULL;

  if (dot != NULL && mark != NULL && mark < dot && mark - slash > 5)
    {
      *own_counter = read_number (mark + 1, dot);
      if (*own_counter > 0)
        return g_strdup_printf ("%.*s%s", (int) (mark - own->path), own->path, dot);
    }
  if (slash != NULL && slash - own->path > 5 && strncmp (slash - 5, "/page", 5) == 0)
    {
      *own_counter = read_number (slash + 1, "");
      if (*own_counter > 0)
        return g_strndup (own->path, (gsize) (slash - 5 - own->path));
    }
  return NULL;
}

static guint
read_path (const Parts *own, const Parts *other)
{
  guint counter = read_below (own, other);

  if (counter == 0)
    counter = read_suffix (own->path, other->path);
  if (counter == 0 && own->is_folder)
    {
      g_autofree char *index = g_strconcat (own->path, "/index.html", NULL);
      g_autofree char *short_index = g_strconcat (own->path, "/index.htm", NULL);
      g_autofree char *parsed_index = g_strconcat (own->path, "/index.shtml", NULL);
      counter = read_suffix (index, other->path) + read_suffix (short_index, other->path)
                + read_suffix (parsed_index, other->path);
    }
  return counter;
}

guint
exm_page_counter_read (const char *own, const char *url, guint *own_counter)
{
  g_auto (Parts) a = { 0 };
  g_auto (Parts) b = { 0 };

  *own_counter = 0;
  parts_init (&a, own);
  parts_init (&b, url);
  if (strcmp (a.host, b.host) != 0 || is_forum (a.host))
    return 0;
  guint first_counter = 0;
  g_autofree char *first = dup_first_path (&a, &first_counter);
  if (first != NULL)
    {
      g_free (a.path);
      a.path = g_steal_pointer (&first);
      *own_counter = first_counter;
    }
  if (!names_article (&a))
    return 0;
  guint counter = 0;
  if (first_counter == 0)
    counter = read_query (&a, &b, own_counter);
  if (counter == 0 && (*b.query == '\0' || strcmp (a.query, b.query) == 0))
    counter = read_path (&a, &b);
  return *own_counter <= EXM_PAGE_COUNTER_MAX ? counter : 0;
}

gboolean
exm_page_counter_names_all (const char *own, const char *url)
{
  g_auto (Parts) a = { 0 };
  g_auto (Parts) b = { 0 };

  parts_init (&a, own);
  parts_init (&b, url);
  if (strcmp (a.host, b.host) != 0 || is_forum (a.host) || !names_article (&a))
    return FALSE;
  if (strcmp (a.path, b.path) == 0)
    return *b.query != '\0' && strcmp (a.query, b.query) != 0;
  const char *slash = strrchr (a.path, '/');
  const char *dot = slash != NULL ? strrchr (slash, '.') : NULL;
  gsize n_stem
      = dot != NULL && dot > slash + 1 ? (gsize) (dot - a.path) : strlen (a.path);
  return strncmp (a.path, b.path, n_stem) == 0 && strchr ("_-/", b.path[n_stem]) != NULL
         && b.path[n_stem] != '\0' && strlen (b.path + n_stem) <= 24;
}

char *
exm_page_counter_make (const char *own, const char *url, guint counter)
{
  guint own_counter = 0, read = exm_page_counter_read (own, url, &own_counter);
  g_autofree char *digits = g_strdup_printf ("%u", read);

  /* The counter is the last number that tells. */
  for (const char *p = url + strlen (url); read > 0 && p-- > url;)
    {
      if (!g_str_has_prefix (p, digits))
        continue;
      g_autofree char *made = g_strdup_printf ("%.*s%u%s", (int) (p - url), url, counter,
                                               p + strlen (digits));
      if (exm_page_counter_read (own, made, &own_counter) == counter)
        return g_steal_pointer (&made);
    }
  return NULL;
}
