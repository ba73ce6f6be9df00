/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-judge.h"

#include "fetch/exm-url.h"

#include <string.h>

#define DIGITS "0123456789"

/* Directories whose pages list others. */
static const char *const list_words[]
    = { "archive",    "archives",  "author",     "authors",   "autor",      "autoren",
        "cat",        "categoria", "categorias", "categorie", "categories", "category",
        "columnist",  "etiqueta",  "etiquetas",  "kategorie", "kategorien", "keyword",
        "keywords",   "label",     "labels",     "page",      "pages",      "rubrik",
        "schlagwort", "search",    "seite",      "series",    "tag",        "tags",
        "taxonomy",   "thema",     "topic",      "topics",    "user",       "users" };

/* Names of pages that are about the site, or do something. */
static const char *const service_words[] = {
  "about",      "about-us", "aboutus",   "account",    "advertise", "agb",
  "app",        "apps",     "cart",      "checkout",   "comments",  "contact",
  "contact-us", "contacto", "contactus", "contatti",   "cookies",   "datenschutz",
  "donate",     "faq",      "feed",      "feeds",      "friends",   "guestbook",
  "help",       "home",     "imprint",   "impressum",  "index",     "jobs",
  "join",       "kontakt",  "legal",     "license",    "link",      "links",
  "login",      "logout",   "map",       "newsletter", "privacy",   "privacy-policy",
  "register",   "rss",      "shop",      "signin",     "signup",    "sitemap",
  "subscribe",  "support",  "terms",     "tos",        "wp-admin",  "wp-login.php"
};

/* Sections of other things than articles. */
static const char *const other_words[]
    = { "career",   "careers",  "empleo",           "empleos",  "job",       "jobs",
        "karriere", "product",  "product-category", "producto", "productos", "products",
        "produkt",  "produkte", "produto",          "produtos", "shop",      "stellen",
        "store",    "trabajo",  "vacancies",        "vacancy",  "vagas" };

/* Endings of files that are no pages. */
static const char *const other_files[]
    = { ".7z",  ".apk", ".atom", ".avi",  ".css",  ".csv",  ".doc", ".docx", ".epub",
        ".exe", ".gif", ".gz",   ".ico",  ".jpeg", ".jpg",  ".js",  ".json", ".mov",
        ".mp3", ".mp4", ".pdf",  ".png",  ".ppt",  ".pptx", ".rar", ".rdf",  ".rss",
        ".svg", ".tgz", ".txt",  ".webp", ".xls",  ".xlsx", ".xml", ".zip" };

static gboolean
is_one_of (const char *word, const char *const *words, gsize n)
{
  for (gsize i = 0; i < n; i++)
    if (g_ascii_strcasecmp (word, words[i]) == 0)
      return TRUE;
  return FALSE;
}

#define IS_ONE_OF(word, words) is_one_of (word, words, G_N_ELEMENTS (words))

/* The path without a file name that says nothing, nor its last slash. */
static char **
cut_path (const char *path)
{
  g_autofree char *copy = g_strdup (*path == '/' ? path + 1 : path);
  gsize n = strlen (copy);

  if (g_str_has_suffix (copy, "/"))
    copy[n - 1] = '\0';
  char **parts = g_strsplit (copy, "/", 64);
  guint last = g_strv_length (parts);
  if (last > 0
      && (g_ascii_strncasecmp (parts[last - 1], "index.", 6) == 0
          || g_ascii_strncasecmp (parts[last - 1], "default.", 8) == 0
          || *parts[last - 1] == '\0'))
    g_clear_pointer (&parts[last - 1], g_free);
  return parts;
}

static gboolean
begins_with_year (const char *text)
{
  return (strncmp (text, "20", 2) == 0 || strncmp (text, "19", 2) == 0)
         && strspn (text, DIGITS) >= 4;
}

/* "2026", "2026-05", "202605", "2026-05-01" and nothing else; eight digits are the number
 * of something. */
static gboolean
names_period (const char *text)
{
  if (!begins_with_year (text) || strspn (text, DIGITS) > 6)
    return FALSE;
  text += 4;
  for (guint i = 0; i < 2 && *text != '\0'; i++)
    {
      text += *text == '-';
      gsize n = MIN (strspn (text, DIGITS), 2);
      if (n == 0)
        return FALSE;
      text += n;
    }
  return *text == '\0';
}

/* "2026", "2026/05", "2026/05/01", "2026-05": the archive of a year, a month, a day. */
static gboolean
ends_with_period (char **parts, guint n)
{
  for (guint i = 1; i <= MIN (n, 3); i++)
    {
      g_autofree char *end = g_strjoinv ("-", parts + n - i);
      if (names_period (end))
        return TRUE;
    }
  return FALSE;
}

/* How much the last part says that it is the name of one thing. */
static double
judge_name (const char *name)
{
  guint n_joints = 0, n_digits = 0, n_escapes = 0;
  gsize n = strlen (name);
  const char *dot = strrchr (name, '.');
  double sum = 0;

  for (const char *p = name; *p != '\0'; p++)
    {
      n_joints += *p == '-' || *p == '_' || *p == '+';
      n_digits += g_ascii_isdigit (*p);
      n_escapes += *p == '%';
    }
  if (n_joints >= 2 || n_escapes >= 4 || n >= 24)
    sum += 1;
  if (n_joints >= 4 || n_escapes >= 12)
    sum += .5;
  if (n_digits >= 3)
    sum += .7;
  if (dot != NULL && dot > name && strlen (dot) <= 6 && n_digits > 0)
    sum += .3;
  return sum;
}

/* "2026/05/name", "2026-05-01/name", "2026-05-01-name" */
static gboolean
has_date (char **parts, guint n)
{
  for (guint i = 0; i < n; i++)
    if (begins_with_year (parts[i])
        && (i + 1 < n
            || (strlen (parts[i]) > 7
                && strspn (parts[i] + 4 + (parts[i][4] == '-'), DIGITS) >= 2)))
      return TRUE;
  return FALSE;
}

/* Weighs the parameters: "?p=12", "?id=3" name a thing, "?page=2", "?cat=3" a list. */
static double
judge_query (const char *query)
{
  static const char *const things[] = { "id",        "p",   "aid", "newsid", "article",
                                        "articleid", "sid", "nid", "tid",    "story" };
  static const char *const lists[]
      = { "cat", "page",  "paged", "tag",        "s",     "q",     "search", "author",
          "m",   "order", "sort",  "replytocom", "share", "print", "lang" };
  g_auto (GStrv) parts = g_strsplit_set (query, "&;", 64);
  double sum = 0;

  for (char **part = parts; *part != NULL; part++)
    {
      g_autofree char *name = g_strndup (*part, strcspn (*part, "="));
      if (IS_ONE_OF (name, lists))
        sum -= 2.5;
      else if (IS_ONE_OF (name, things))
        sum += 1;
    }
  return sum;
}

static gboolean
names_list (char **parts, guint n)
{
  for (guint i = 0; i < n; i++)
    if (IS_ONE_OF (parts[i], list_words) && (i + 2 >= n || i == 0))
      return TRUE;
  return ends_with_period (parts, n);
}

double
exm_url_judge (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);
  double sum = 0;

  if (uri == NULL)
    return EXM_URL_NEVER;
  g_auto (GStrv) parts = cut_path (g_uri_get_path (uri));
  guint n = g_strv_length (parts);
  const char *query = g_uri_get_query (uri);
  if (n == 0 && query == NULL)
    return EXM_URL_NEVER;
  for (gsize i = 0; n > 0 && i < G_N_ELEMENTS (other_files); i++)
    {
      g_autofree char *lower = g_ascii_strdown (parts[n - 1], -1);
      if (g_str_has_suffix (lower, other_files[i]))
        return EXM_URL_NEVER;
    }
  if (names_list (parts, n))
    sum -= 3;
  if (n > 0)
    {
      g_autofree char *stem = g_strndup (parts[n - 1], strcspn (parts[n - 1], "."));
      if (IS_ONE_OF (stem, service_words))
        sum -= 3;
      sum += judge_name (parts[n - 1]);
    }
  for (guint i = 0; i + 1 < n; i++)
    if (IS_ONE_OF (parts[i], other_words))
      sum -= 3;
  if (has_date (parts, n))
    sum += 1;
  if (query != NULL)
    sum += judge_query (query);
  return MAX (sum, EXM_URL_NEVER);
}

gboolean
exm_url_names_list (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);

  if (uri == NULL)
    return FALSE;
  g_auto (GStrv) parts = cut_path (g_uri_get_path (uri));
  return names_list (parts, g_strv_length (parts));
}

gboolean
exm_url_has_date (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);

  if (uri == NULL)
    return FALSE;
  g_auto (GStrv) parts = cut_path (g_uri_get_path (uri));
  guint n = g_strv_length (parts);
  return has_date (parts, n) && !ends_with_period (parts, n);
}
