/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-author.h"

#include "base/exm-char.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"

#include <string.h>

/* --- Names --- */

/* Longer values are prose, or names and lives. */
#define MAX_NAMES_BYTES 300u
#define MAX_PART_BYTES 120u
#define MAX_NAME_BYTES 70u
#define MAX_WORDS 7u

/* Words before a name, in lower case; the longer of two goes first. */
static const char *const openings[] = {
  "article written by",
  "this article was written by",
  "written and edited by",
  "article by",
  "written by",
  "posted by",
  "published by",
  "authored by",
  "reported by",
  "created by",
  "submitted by",
  "contributed by",
  "story by",
  "words by",
  "text by",
  "post by",
  "words",
  "by",
  "author",
  "authors",
  "contributor",
  "contributors",
  "writer",
  "geschrieben von",
  "verfasst von",
  "ein beitrag von",
  "eingestellt von",
  "erstellt von",
  "beitrag von",
  "autorin",
  "autoren",
  "autor",
  "text",
  "von",
  "escrito por",
  "publicado por",
  "autores",
  "autora",
  "por",
  "écrit par",
  "publié par",
  "rédigé par",
  "auteurs",
  "auteur",
  "par",
  "scritto da",
  "pubblicato da",
  "a cura di",
  "autore",
  "di",
  "da",
  "door",
  "geschreven door",
  "автор",
  "автори",
  "текст",
  "yazar",
  "yazan",
  "作者",
  "撰文",
  "撰稿",
  "記者",
  "记者",
  "文",
  "執筆",
  "著者",
  "筆者",
  "글",
  "글쓴이",
  "작성자",
  NULL,
};

/* Words in the place of a name that are none. */
static const char *const no_names[] = {
  "about the author",
  "about the authors",
  "about author",
  "about us",
  "about me",
  "about",
  "home",
  "share",
  "share this",
  "follow",
  "follow us",
  "read more",
  "more",
  "see more",
  "view all posts",
  "view profile",
  "view bio",
  "bio",
  "profile",
  "website",
  "twitter",
  "facebook",
  "linkedin",
  "instagram",
  "email",
  "contact",
  "comments",
  "comment",
  "reply",
  "search",
  "menu",
  "subscribe",
  "published",
  "updated",
  "posted",
  "last updated",
  "edited",
  "reviewed",
  "date",
  "author bio",
  "meet the author",
  "meet the team",
  "our team",
  "our authors",
  "editor",
  "anonymous",
  "guest",
  "member",
  "moderator",
  "verified",
  "expert",
  "reviewer",
  "in",
  "on",
  "at",
  "the",
  "articles",
  "posts",
  "blog",
  "news",
  "all posts",
  "log in",
  "login",
  "sign in",
  "sign up",
  "register",
  "team",
  "authors",
  "author",
  "staff writer",
  "guest author",
  "top",
  "username",
  "user name",
  "user",
  "post",
  "quote",
  "the author",
  "view",
  "get",
  "guide",
  "editorial",
  "next",
  "previous",
  "new",
  "follow author",
  "add a comment",
  "leave a comment",
  "print",
  "save",
  "skip",
  "über den autor",
  "zur person",
  "redaktion",
  "l'auteur",
  "à propos",
  NULL,
};

/* Users of a program, not people. */
static const char *const accounts[] = {
  "admin",
  "administrator",
  "root",
  "undefined",
  "null",
  "none",
  "n/a",
  "unknown",
  "webmaster",
  "user",
  "wordpress",
  "default",
  "[object object]",
  "superuser",
  "site admin",
  "website admin",
  "name",
  "test",
  "false",
  "true",
  "nobody",
  NULL,
};

static gboolean
is_joiner (const char *word)
{
  static const char *const joiners[] = { ",", "&",   "and", "und", "et", "y", "e",
                                         "и", "and", "、",  "，",  "·",  ";", NULL };

  return g_strv_contains (joiners, word);
}

static gboolean
is_particle (const char *word)
{
  static const char *const particles[]
      = { "van", "von", "de",  "da",  "di",   "del", "der", "den", "la",
          "le",  "al",  "bin", "ibn", "dos",  "du",  "ten", "ter", "of",
          "the", "and", "und", "et",  "&",    "y",   "e",   "и",   "für",
          "for", "zu",  "el",  "/",   "with", "–",   "-",   NULL };

  return g_strv_contains (particles, word);
}

/* Returns: what stands behind a word of @openings and its colon, else @text */
static const char *
skip_opening (const char *text)
{
  for (guint i = 0; openings[i] != NULL; i++)
    {
      if ((guchar) *text < 0x80 && g_ascii_tolower (*text) != openings[i][0])
        continue;
      gsize n = strlen (openings[i]);
      g_autofree char *head = exm_text_lower (text, (gssize) strnlen (text, n));
      if (strnlen (text, n) < n || strcmp (head, openings[i]) != 0)
        continue;
      const char *p = text + n;
      gboolean cjk = exm_char_is_cjk (g_utf8_get_char (text));
      gboolean marked = FALSE;
      while (*p == ' ' || *p == ':' || exm_text_begins (p, "：") || *p == '/'
             || exm_text_begins (p, "／") || exm_text_begins (p, "\u00a0"))
        {
          marked = TRUE;
          p = g_utf8_next_char (p);
        }
      if (*p == '\0' || marked || (cjk && p[0] == '|'))
        return p;
    }
  return text;
}

/* Measures up to where names end: a mark that parts them from the rest, or a date. */
static gsize
measure_names (const char *text)
{
  static const char *const ends[]
      = { " | ",        " · ",    " • ",  " – ",        " — ",      " - ",     "｜",
          " on ",       " am ",   " at ", " (",         "(",        "\n",      "•",
          "|",          " // ",   " in ", " Published", " Updated", " Posted", ": ",
          " Read more", " Last ", "（",   NULL };
  gsize n = strlen (text);

  for (guint i = 0; ends[i] != NULL; i++)
    {
      const char *end = strstr (text, ends[i]);
      if (end != NULL && end > text && (gsize) (end - text) < n)
        n = (gsize) (end - text);
    }
  return n;
}

/* Whether @text is more than marks of notes and affiliations, which stand between names.
 */
static gboolean
has_letter (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    if (g_unichar_isalpha (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

static gboolean
has_digit (const char *text)
{
  return strpbrk (text, "0123456789") != NULL;
}

/* Whether @word may be part of a name of several words. */
static gboolean
is_name_word (const char *word)
{
  gunichar c = g_utf8_get_char (word);

  if (is_particle (word))
    return TRUE;
  if (c == '"' || c == '\'' || c == 0x201c || c == 0x2018 || c == '(')
    c = g_utf8_get_char (g_utf8_next_char (word));
  if (has_digit (word) || !g_unichar_isalpha (c))
    return FALSE;
  return !g_unichar_islower (c) || strlen (word) <= 2;
}

/* Whether @text looks like somebody's name: few words, each with a capital where its
 * script has them. A single word may be a name that somebody chose. */
static gboolean
is_name (const char *text, gboolean single)
{
  g_autofree char *lower = exm_text_lower (text, -1);
  g_auto (GStrv) words = g_strsplit (text, " ", MAX_WORDS + 2);
  guint n = g_strv_length (words);

  if (strlen (text) < 2 || strlen (text) > MAX_NAME_BYTES || n > MAX_WORDS
      || strpbrk (text, "<>{}=\"?!@;#*_[]\\") != NULL || strstr (text, "://") != NULL)
    return FALSE;
  if (g_strv_contains (no_names, lower) || g_strv_contains (accounts, lower))
    return FALSE;
  if (n == 1)
    {
      gunichar c = g_utf8_get_char (text);
      gboolean cjk = exm_char_is_cjk (c);
      glong length = g_utf8_strlen (text, -1);
      if (cjk)
        return length >= 2 && length <= 8;
      return single && g_unichar_isalpha (c) && length >= 3 && length <= 25
             && !g_str_has_suffix (text, ".") && !g_str_has_suffix (text, ",");
    }
  guint n_capital = 0;
  for (guint i = 0; i < n; i++)
    {
      if (!is_name_word (words[i]))
        return FALSE;
      n_capital += !is_particle (words[i]);
    }
  return n_capital >= 1;
}

/* @text without what names do not end in. */
static char *
trim (const char *text, gsize n)
{
  char *name = g_strndup (text, n);
  gsize end;

  g_strstrip (name);
  while ((end = strlen (name)) > 0 && strchr (",;:/|-&", name[end - 1]) != NULL)
    {
      name[end - 1] = '\0';
      g_strchomp (name);
    }
  return name;
}

/* A token of letters and digits that a program made: "262588213843476", "x9f-21ab". */
static gboolean
is_id (const char *text)
{
  guint n_digits = 0, n = 0;

  for (const char *p = text; *p != '\0'; p++, n++)
    {
      if (*p == ' ' || (guchar) *p >= 0x80)
        return FALSE;
      n_digits += g_ascii_isdigit (*p) != 0;
    }
  return n > 0 && (n_digits == n || (n >= 16 && n_digits >= 3));
}

/* Whether a part of @text, between marks that part names, is longer than any name. */
static gboolean
is_prose (const char *text)
{
  for (const char *p = text; *p != '\0'; p += *p != '\0')
    {
      gsize n = strcspn (p, ",;|&");
      if (n > MAX_PART_BYTES)
        return TRUE;
      p += n;
    }
  return FALSE;
}

/* The names in a declared value, or %NULL. */
static char *
dup_declared (const char *value)
{
  g_autofree char *clean = exm_metadata_clean (value);
  g_autofree char *lower = exm_text_lower (clean, -1);
  const char *p = skip_opening (clean);

  /* Commas of empty names. */
  p += strspn (p, ", ");
  if (is_prose (p) || strstr (p, "://") != NULL || *p == '/' || *p == '.'
      || exm_text_begins (p, "www.") || strpbrk (p, "<>{}=\\") != NULL)
    return NULL;
  if (g_strv_contains (accounts, lower) || g_strv_contains (no_names, lower)
      || is_id (clean))
    return NULL;
  /* A name of a program's own: "page.head.author". */
  const char *dot = strchr (p, '.');
  if (strchr (p, ' ') == NULL && strchr (p, '@') == NULL && dot != NULL
      && strchr (dot + 1, '.') != NULL && !g_unichar_isupper (g_utf8_get_char (p)))
    return NULL;
  char *names = trim (p, strlen (p));
  if (*names != '\0')
    return names;
  g_free (names);
  return NULL;
}

/* Whether @value names the site or its publisher rather than a person. */
static gboolean
is_publisher (const ExmMetadataReader *self, const char *value)
{
  g_autofree char *name = exm_text_squeeze (value, strlen (value));
  const char *site = exm_metadata_get (self->out, EXM_FIELD_SITE);

  if (site != NULL)
    {
      g_autofree char *squeezed = exm_text_squeeze (site, strlen (site));
      if (*squeezed != '\0'
          && (strstr (squeezed, name) != NULL
              || (strlen (squeezed) >= 4 && strstr (name, squeezed) != NULL)))
        return TRUE;
    }
  if (self->base == NULL || strlen (name) < 4)
    return FALSE;
  const char *host = strstr (self->base, "://");
  host = host != NULL ? host + 3 : self->base;
  g_autofree char *squeezed = exm_text_squeeze (host, strcspn (host, "/?#"));
  return strstr (squeezed, name) != NULL;
}

gboolean
exm_metadata_add_author (ExmMetadataReader *self,
                         ExmOrigin origin,
                         const char *value,
                         gboolean is_body)
{
  char *names = value != NULL ? dup_declared (value) : NULL;
  char **slot = is_body ? &self->bodies[origin] : &self->authors[origin];

  if (names == NULL || *slot != NULL)
    {
      g_free (names);
      return FALSE;
    }
  *slot = names;
  return TRUE;
}

/* --- Elements that say author --- */

#define MAX_MARKS 60u
#define MAX_ELEMENT_BYTES 6000u
#define MAX_SEGMENTS 24u
#define MAX_PEOPLE 8u

/* Lines around the body's head in which its authors stand. */
#define LINES_ABOVE 30u
#define LINES_INTO 3u
#define LINES_BELOW 25u

typedef enum
{
  MARK_NONE,
  MARK_PROFILE, /* a link to somebody's page, or the name of a user */
  MARK_AUTHOR,  /* its class or relation says author */
} MarkKind;

typedef struct
{
  MarkKind kind;
  guint line;  /* where its text begins */
  char *names; /* (owned) */
} Mark;

static void
clear_mark (gpointer data)
{
  g_free (((Mark *) data)->names);
}

/* The end of the tag at @p, behind its ">". */
static const char *
skip_tag (const char *p, const char *end)
{
  const char *close = memchr (p, '>', (gsize) (end - p));

  /* A value in quotes may hold the mark that ends tags. */
  while (close != NULL && (p = memchr (p, '=', (gsize) (close - p))) != NULL)
    {
      char quote = *++p;
      if (quote != '"' && quote != '\'')
        continue;
      p = memchr (p + 1, quote, (gsize) (end - p - 1));
      if (p == NULL)
        return end;
      if (++p > close)
        close = memchr (p, '>', (gsize) (end - p));
    }
  return close != NULL ? close + 1 : end;
}

/* Returns: bytes of letters and digits from @p on */
static gsize
measure_tag_name (const char *p, const char *end)
{
  gsize n = 0;

  while (p + n < end && g_ascii_isalnum (p[n]))
    n++;
  return n;
}

static gboolean
has_at (const char *p, const char *end, const char *word)
{
  if (p >= end || (*p | 0x20) != (*word | 0x20))
    return FALSE;
  gsize n = strlen (word);

  return (gsize) (end - p) >= n && g_ascii_strncasecmp (p, word, n) == 0;
}

/* Whether a class or id in the tag says author: not its picture, and no "authority". */
static gboolean
says_author (const char *tag, const char *p, const char *end)
{
  static const char *const others[]
      = { "avatar",   "image",     "img",    "photo",   "picture", "headshot",
          "role",     "social",    "job",    "desc",    "bio",     "about",
          "count",    "date",      "icon",   "comment", "related", "title",
          "position", "link-list", "follow", "thumb",   NULL };
  const char *start = p, *stop = p;

  if (has_at (p, end, "author"))
    {
      const char *behind = p + strlen ("author");
      if (behind == end)
        return FALSE;
      if (g_ascii_islower (*behind) && *behind != 's' && !has_at (behind, end, "name")
          && !has_at (behind, end, "line") && !has_at (behind, end, "info")
          && !has_at (behind, end, "link"))
        return FALSE;
      if (p > tag && g_ascii_isalpha (p[-1]) && g_ascii_islower (*p))
        return FALSE;
    }
  while (start > tag && !strchr (" \t\n\"'=", start[-1]))
    start--;
  while (stop < end && !strchr (" \t\n\"'>", *stop))
    stop++;
  g_autofree char *token = g_ascii_strdown (start, stop - start);
  for (guint i = 0; others[i] != NULL; i++)
    if (strstr (token, others[i]) != NULL)
      return FALSE;
  return TRUE;
}

/* Whether the address at @p leads to somebody's page. */
static gboolean
leads_to_person (const char *p, const char *end)
{
  static const char *const folders[]
      = { "author/",      "authors/",    "autor/",       "autoren/", "auteur/",
          "auteurs/",     "autore/",     "writers/",     "writer/",  "contributors/",
          "contributor/", "journalist/", "journalists/", "people/",  "profile/",
          "profiles/",    "profil/",     "users/",       "user/",    "members/",
          "member/",      "team/",       "staff/",       "experts/", "redaktion/",
          "u/",           NULL };

  for (; p < end && *p != '"' && *p != '\'' && *p != '>' && *p != ' '; p++)
    for (guint i = 0; *p == '/' && folders[i] != NULL; i++)
      {
        gsize n = strlen (folders[i]);
        if (has_at (p + 1, end, folders[i]) && p + 1 + n < end
            && !strchr ("\"' >", p[1 + n]))
          return TRUE;
      }
  return FALSE;
}

/* Second letters of the words that read_tag() looks for, by the first one. */
static const char second_letters[256] = {
  ['a'] = 'u', ['A'] = 'u', ['b'] = 'y', ['B'] = 'y',
  ['h'] = 'r', ['H'] = 'r', ['u'] = 's', ['U'] = 's',
};

/* The next place where such a word may begin: most letters of a tag begin none. */
static inline const char *
find_begin (const char *p, const char *end)
{
  for (; p + 1 < end; p++)
    {
      char second = second_letters[(guchar) *p];
      if (second != 0 && (p[1] | 0x20) == second)
        return p;
    }
  return NULL;
}

/* Reads what a tag says of its element. */
static MarkKind
read_tag (const char *tag, const char *end)
{
  MarkKind kind = MARK_NONE;

  if (end - tag < 12 || *tag == '/' || has_at (tag, end, "meta")
      || has_at (tag, end, "link") || has_at (tag, end, "img")
      || has_at (tag, end, "input") || has_at (tag, end, "svg")
      || has_at (tag, end, "body") || has_at (tag, end, "article"))
    return MARK_NONE;
  for (const char *p = tag; (p = find_begin (p, end)) != NULL; p++)
    {
      char c = *p | 0x20;
      if (c == 'a' && has_at (p, end, "author") && says_author (tag, p, end))
        {
          /* An address of an author, or of a page about "author", is a link to one. */
          const char *q = p;
          while (q > tag && *q != '"' && *q != '\'' && *q != '=')
            q--;
          while (q > tag && (*q == '"' || *q == '\'' || *q == '='))
            q--;
          if (q - tag >= 4
              && (has_at (q - 3, end, "href") || has_at (q - 2, end, "src")
                  || has_at (q - 2, end, "alt") || has_at (q - 4, end, "title")))
            continue;
          return MARK_AUTHOR;
        }
      if (c == 'b' && (has_at (p, end, "byline") || has_at (p, end, "by-line")))
        return says_author (tag, p, end) ? MARK_AUTHOR : kind;
      if (c == 'h' && has_at (p, end, "href=") && leads_to_person (p + 5, end))
        kind = MARK_PROFILE;
      if (c == 'u' && (has_at (p, end, "username") || has_at (p, end, "user-name")))
        kind = MARK_PROFILE;
    }
  return kind;
}

/* The texts inside the element whose tag ends before @p, a line each, up to its end. */
static char *
dup_segments (const char *name, gsize n_name, const char *p, const char *end)
{
  GString *out = g_string_new (NULL);
  guint depth = 1;

  if (end - p > (gssize) MAX_ELEMENT_BYTES)
    end = p + MAX_ELEMENT_BYTES;
  while (p < end && depth > 0 && out->len < 2 * MAX_NAMES_BYTES)
    {
      const char *tag = memchr (p, '<', (gsize) (end - p));
      if (tag == NULL || end - tag < 3)
        break;
      g_string_append_len (out, p, tag - p);
      if (tag[1] == '!')
        {
          const char *close = g_strstr_len (tag, end - tag, "-->");
          p = close != NULL ? close + 3 : end;
          continue;
        }
      gboolean closes = tag[1] == '/';
      const char *word = tag + 1 + closes;
      p = skip_tag (word, end);
      if (has_at (word, end, "script") || has_at (word, end, "style")
          || has_at (word, end, "svg"))
        {
          g_autofree char *close
              = g_strdup_printf ("</%.*s", (int) measure_tag_name (word, end), word);
          const char *stop = closes ? NULL : g_strstr_len (p, end - p, close);
          p = stop != NULL ? stop : p;
          continue;
        }
      if (has_at (word, end, name) && measure_tag_name (word, end) == n_name)
        depth += closes ? -1 : 1;
      g_string_append_c (out, '\n');
    }
  return g_string_free (out, FALSE);
}

/* The names in the texts of an element: those that follow each other, parted by no more
 * than a word that joins them. %NULL if it holds none. */
static char *
dup_people (const char *segments)
{
  g_auto (GStrv) parts = g_strsplit (segments, "\n", 0);
  g_autoptr (GString) names = g_string_new (NULL);
  gboolean joined = TRUE;
  guint n = 0;

  for (guint i = 0; parts[i] != NULL && i < 8 * MAX_SEGMENTS && n < MAX_PEOPLE; i++)
    {
      g_autofree char *clean = exm_metadata_clean (parts[i]);
      const char *p = skip_opening (clean);
      if (*p == '\0')
        continue;
      if (is_joiner (p))
        {
          joined = TRUE;
          continue;
        }
      if (exm_text_begins (p, ", ") || exm_text_begins (p, "and "))
        {
          joined = TRUE;
          p += exm_text_begins (p, ", ") ? 2 : 4;
        }
      if (!has_letter (p))
        {
          joined = joined || n > 0;
          continue;
        }
      gsize length = measure_names (p);
      gboolean more = length == strlen (p) && length > 0 && p[length - 1] == ',';
      g_autofree char *name = trim (p, length);
      if (!is_name (name, TRUE) && n == 0 && length < 40 && i < 4)
        continue;
      if (!joined || !is_name (name, TRUE))
        break;
      if (strstr (names->str, name) == NULL)
        g_string_append_printf (names, "%s%s", n++ > 0 ? ", " : "", name);
      joined = more;
    }
  return n > 0 ? g_string_free (g_steal_pointer (&names), FALSE) : NULL;
}

/* All elements of the page that say author and hold a name, in their order. */
static GArray *
find_marks (const ExmPageText *page)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (Mark));
  gsize size;
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), &size);
  guint n, line = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  const char *end = source + size;

  g_array_set_clear_func (marks, clear_mark);
  for (const char *p = source; p < end && marks->len < MAX_MARKS;)
    {
      const char *tag = memchr (p, '<', (gsize) (end - p));
      if (tag == NULL || ++tag == end)
        break;
      p = g_ascii_isalpha (*tag) ? skip_tag (tag, end) : tag;
      MarkKind kind = p > tag ? read_tag (tag, p) : MARK_NONE;
      if (kind == MARK_NONE)
        continue;
      gsize at = (gsize) (p - source);
      while (line < n && lines[line].source_end <= at)
        line++;
      gsize n_name = measure_tag_name (tag, p);
      g_autofree char *name = g_strndup (tag, n_name);
      g_autofree char *segments = dup_segments (name, n_name, p, end);
      char *people = dup_people (segments);
      if (people == NULL)
        continue;
      if (line >= n || (lines[line].flags & EXM_LINE_FLAGGED) != 0)
        {
          g_free (people);
          continue;
        }
      Mark mark = { kind, line, people };
      g_array_append_val (marks, mark);
    }
  return marks;
}

/* The first line in which the article's authors may stand: that of its headline. */
static guint
find_head (const ExmPageText *page, guint anchor)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint first = anchor > LINES_ABOVE ? anchor - LINES_ABOVE : 0;

  for (guint i = MIN (anchor + 1, n); i-- > first;)
    if (lines[i].heading == 1 && (lines[i].flags & EXM_LINE_FLAGGED) == 0)
      return i;
  return anchor > LINES_ABOVE / 2 ? anchor - LINES_ABOVE / 2 : 0;
}

/* The first mark from @first to @last; of two kinds, the one that says more. */
static const Mark *
find_between (const GArray *marks, guint first, guint last)
{
  const Mark *found = NULL;

  for (guint i = 0; i < marks->len; i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      if (mark->line < first || mark->line > last)
        continue;
      if (found == NULL || mark->kind > found->kind)
        found = mark;
    }
  return found;
}

/* The only author that the page's elements name. */
static const Mark *
find_only (const GArray *marks)
{
  const Mark *found = NULL;

  for (guint i = 0; i < marks->len; i++)
    {
      const Mark *mark = &g_array_index (marks, Mark, i);
      if (mark->kind != MARK_AUTHOR)
        continue;
      if (found != NULL && strcmp (found->names, mark->names) != 0)
        return NULL;
      found = found != NULL ? found : mark;
    }
  return found;
}

static char *
dup_shown (const ExmMetadataReader *self, guint anchor, guint body_last)
{
  guint n;
  exm_page_text_get_lines (self->page, &n);
  g_autoptr (GArray) marks = find_marks (self->page);
  const Mark *mark = NULL;

  if (anchor < n)
    {
      guint head = find_head (self->page, anchor);
      mark = find_between (marks, head, anchor + LINES_INTO);
      if (mark == NULL)
        mark = find_between (marks, head > LINES_INTO ? head - LINES_INTO : 0, head);
    }
  if (mark == NULL && body_last < n)
    mark = find_between (marks, body_last > 2 ? body_last - 2 : 0,
                         body_last + LINES_BELOW);
  if (mark == NULL)
    mark = find_only (marks);
  return mark != NULL ? g_strdup (mark->names) : NULL;
}

/* --- The choice --- */

void
exm_metadata_choose_author (ExmMetadataReader *self, guint anchor, guint body_last)
{
  for (guint i = 0; i < EXM_ORIGIN_TEXT; i++)
    if (self->authors[i] != NULL && !is_publisher (self, self->authors[i]))
      exm_metadata_set (self->out, EXM_FIELD_AUTHOR, (ExmOrigin) i, self->authors[i]);
  if (exm_metadata_get (self->out, EXM_FIELD_AUTHOR) == NULL && !self->is_other)
    {
      g_autofree char *shown = dup_shown (self, anchor, body_last);
      exm_metadata_set (self->out, EXM_FIELD_AUTHOR, EXM_ORIGIN_ELEMENT, shown);
    }
  exm_metadata_set (self->out, EXM_FIELD_AUTHOR, EXM_ORIGIN_TEXT,
                    self->authors[EXM_ORIGIN_TEXT]);
  for (guint i = 0; i < EXM_ORIGIN_TEXT && !self->is_other; i++)
    exm_metadata_set (self->out, EXM_FIELD_AUTHOR, (ExmOrigin) i,
                      self->authors[i] != NULL ? self->authors[i] : self->bodies[i]);
}
