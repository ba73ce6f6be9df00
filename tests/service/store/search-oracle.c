/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "search-oracle.h"

#include "store-fixture.h"

#include <string.h>

/* Words of each language; those without spaces between are characters in a row. */
static const struct
{
  const char *between;
  const char *words;
} languages[] = {
  { " ", "tunnel bridge opens river the of new Tunnels IPHONE 5G don't e-mail city" },
  { " ", "École ecole Été e\u0301te\u0301 tunnel nai\u0308ve cœur garçon le pont œuvre" },
  { " ", "Straße STRASSE Brücke bru\u0308cke über der Tunnel Fluß grün Öl ol" },
  { " ", "Γέφυρα γεφυρα ΓΕΦΥΡΑ σήραγγα ποταμός ΠΟΤΑΜΟΣ η νέα πόλη ῥόδον" },
  { " ", "тоннель Тоннели ёлка елка мост МОСТ река й и новый город" },
  { " ", "نفق نَفَق جسر جِسْر أحمد احمد إلى الى آخر كــتاب كتاب مدينة" },
  { " ", "גשר גֶּשֶׁר מנהרה נהר שָׁלוֹם שלום עיר חדש של" },
  { "", "隧道 海底 开通 大桥 城市 新 的 人 iPhone 手机 长江 道路 ２０２６年 桥 ，" },
  { "", "トンネル ﾄﾝﾈﾙ 橋 開通 が か\u3099 新しい コーヒー 東京 川 。 は" },
  { " ", "터널 터널이 다리 개통 한국 \u1112\u1161\u11ab국 새로운 강 도시 서울" },
  { "", "อุโมงค์ สะพาน เปิด แม่น้ำ ใหม่ เมือง ที่ กรุงเทพ การ " },
  { " ", "सुरंग पुल नदी नया शहर हिन्दी हिन्दि भाषा खुला" },
};

/* The same characters as the search folds, found by GLib instead of ICU. */

static gboolean
is_spaceless (gunichar c)
{
  switch ((int) g_unichar_get_script (c))
    {
    case G_UNICODE_SCRIPT_HAN:
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
    case G_UNICODE_SCRIPT_HANGUL:
    case G_UNICODE_SCRIPT_THAI:
    case G_UNICODE_SCRIPT_LAO:
    case G_UNICODE_SCRIPT_KHMER:
    case G_UNICODE_SCRIPT_MYANMAR:
      return TRUE;
    default:
      return c == 0x30fc;
    }
}

static gboolean
is_silent_mark (gunichar c)
{
  GUnicodeScript script = g_unichar_get_script (c);

  if (c == 0x0640)
    return TRUE;
  return g_unichar_type (c) == G_UNICODE_NON_SPACING_MARK
         && (script == G_UNICODE_SCRIPT_INHERITED || script == G_UNICODE_SCRIPT_COMMON
             || script == G_UNICODE_SCRIPT_LATIN || script == G_UNICODE_SCRIPT_GREEK
             || script == G_UNICODE_SCRIPT_CYRILLIC || script == G_UNICODE_SCRIPT_ARABIC
             || script == G_UNICODE_SCRIPT_HEBREW);
}

static char *
fold (const char *text)
{
  g_autofree char *composed = g_utf8_normalize (text, -1, G_NORMALIZE_ALL_COMPOSE);
  g_autofree char *lower = g_utf8_casefold (composed, -1);
  GString *out = g_string_new (NULL);

  for (const char *p = lower; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gunichar parts[18] = { c };
      gsize n = is_spaceless (c) ? 1 : g_unichar_fully_decompose (c, FALSE, parts, 18);
      for (gsize i = 0; i < n; i++)
        if (parts[i] == 0x153)
          g_string_append (out, "oe");
        else if (!is_silent_mark (parts[i]))
          g_string_append_unichar (out, parts[i]);
    }
  return g_string_free (out, FALSE);
}

/* Words and characters in a row, with " " where something stands between two of them. */
static GPtrArray *
split (const char *text)
{
  GPtrArray *parts = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *folded = fold (text);
  g_autoptr (GString) word = g_string_new (NULL);

  for (const char *p = folded;; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_letter = g_unichar_isalnum (c) || g_unichar_ismark (c);
      if (is_letter && !is_spaceless (c))
        {
          g_string_append_unichar (word, c);
          continue;
        }
      if (word->len > 0)
        g_ptr_array_add (parts, g_strdup (word->str));
      g_string_set_size (word, 0);
      if (c == 0)
        return parts;
      if (!is_letter && c != 0x30fc)
        g_ptr_array_add (parts, g_strdup (" "));
      else
        g_ptr_array_add (parts, g_strndup (p, (gsize) (g_utf8_next_char (p) - p)));
    }
}

static gboolean
is_gap (GPtrArray *parts, guint i)
{
  return strcmp (g_ptr_array_index (parts, i), " ") == 0;
}

static gboolean
stands_at (GPtrArray *text, guint at, GPtrArray *wanted, gboolean prefix)
{
  guint last = wanted->len;
  gboolean gap = FALSE;

  while (last > 0 && is_gap (wanted, last - 1))
    last--;
  for (guint i = 0; i < last; i++)
    {
      if (is_gap (wanted, i))
        {
          gap = TRUE;
          continue;
        }
      while (gap && at < text->len && is_gap (text, at))
        at++;
      gap = FALSE;
      if (at == text->len)
        return FALSE;
      const char *found = g_ptr_array_index (text, at);
      const char *part = g_ptr_array_index (wanted, i);
      gboolean begins = prefix && i == last - 1 && !is_spaceless (g_utf8_get_char (part));
      if (begins ? !g_str_has_prefix (found, part) : strcmp (found, part) != 0)
        return FALSE;
      at++;
    }
  return TRUE;
}

static gboolean
holds (GPtrArray *text, GPtrArray *wanted, gboolean prefix)
{
  guint first = 0;

  while (first < wanted->len && is_gap (wanted, first))
    first++;
  if (first == wanted->len)
    return FALSE;
  g_autoptr (GPtrArray) part = g_ptr_array_new ();
  for (guint i = first; i < wanted->len; i++)
    g_ptr_array_add (part, g_ptr_array_index (wanted, i));
  for (guint at = 0; at < text->len; at++)
    if (!is_gap (text, at) && stands_at (text, at, part, prefix))
      return TRUE;
  return FALSE;
}

/* Articles */

void
oracle_article_free (gpointer data)
{
  OracleArticle *article = data;

  g_free (article->url);
  g_free (article->host);
  g_free (article->title);
  g_free (article->text);
  g_ptr_array_unref (article->title_parts);
  g_ptr_array_unref (article->text_parts);
  g_free (article);
}

static void
append_words (GString *out, GRand *rand, guint language, guint n_words)
{
  g_auto (GStrv) words = g_strsplit (languages[language].words, " ", -1);
  guint n = g_strv_length (words);

  for (guint i = 0; i < n_words; i++)
    {
      g_string_append (out, words[g_rand_int_range (rand, 0, (gint) n)]);
      g_string_append (
          out, g_rand_int_range (rand, 0, 12) == 0 ? ". " : languages[language].between);
    }
}

static char *
make_words (GRand *rand, guint n_words)
{
  GString *out = g_string_new (NULL);
  guint language = (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (languages));

  append_words (out, rand, language, n_words);
  if (g_rand_int_range (rand, 0, 4) == 0)
    append_words (out, rand, (guint) g_rand_int_range (rand, 0, G_N_ELEMENTS (languages)),
                  3);
  return g_string_free (out, FALSE);
}

OracleArticle *
oracle_article_new (GRand *rand, guint number, guint n_tasks)
{
  OracleArticle *article = g_new0 (OracleArticle, 1);

  article->task = number % n_tasks;
  article->host
      = g_strdup_printf ("%s%u.example", number % 3 == 0 ? "www.s" : "s", number % 4);
  article->url = g_strdup_printf ("https://%s/%u.html", article->host, number);
  article->title = make_words (rand, (guint) g_rand_int_range (rand, 1, 5));
  article->text = make_words (rand, (guint) g_rand_int_range (rand, 0, 25));
  g_snprintf (article->day, sizeof article->day, "2026-%02d-%02d",
              g_rand_int_range (rand, 1, 13), g_rand_int_range (rand, 1, 29));
  /* Some at the same time. */
  article->collected_usec
      = STORE_NOW + g_rand_int_range (rand, 0, 100) * G_TIME_SPAN_HOUR;
  article->title_parts = split (article->title);
  article->text_parts = split (article->text);
  return article;
}

void
oracle_article_store (OracleArticle *article, ExmStore *store)
{
  g_auto (ExmArticleFields) fields = { 0 };
  g_autoptr (GError) error = NULL;

  fields.task_uid = g_strdup (store_task_uid (article->task + 1));
  fields.task_version = 1;
  fields.url = g_strdup (article->url);
  fields.url_key = g_strdup (article->url);
  fields.collected_usec = article->collected_usec;
  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_TEXT, article->title);
  exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT, article->day);
  fields.text = g_strdup (article->text);
  fields.method = g_strdup ("exemplar");
  fields.template_similarity = -1;
  g_autoptr (ExmArticle) stored = exm_article_new (&fields);
  const ExmArticleCommit commit = { .article = stored, .replace = TRUE };
  exm_store_commit_article (store, &commit, &article->id, &error);
  g_assert_no_error (error);
}

/* Queries */

typedef enum
{
  PART_WORDS,
  PART_TITLE,
  PART_SITE,
  PART_TASK,
  PART_AFTER,
  PART_BEFORE,
  N_PARTS,
} PartKind;

typedef struct
{
  PartKind kind;
  gboolean negated;
  gboolean prefix;
  char *value;
  GPtrArray *wanted; /* (element-type utf8): of words */
} Part;

static void
part_free (gpointer data)
{
  Part *part = data;

  g_free (part->value);
  g_ptr_array_unref (part->wanted);
  g_free (part);
}

void
oracle_query_free (OracleQuery *query)
{
  g_string_free (query->words, TRUE);
  g_ptr_array_unref (query->parts);
  g_free (query);
}

/* A piece of an article, from anywhere in it. */
static char *
cut_piece (GRand *rand, GPtrArray *articles)
{
  const OracleArticle *article = g_ptr_array_index (
      articles, (guint) g_rand_int_range (rand, 0, (gint) articles->len));
  const char *source = g_rand_boolean (rand) ? article->title : article->text;
  glong n_chars = g_utf8_strlen (source, -1);

  if (n_chars == 0)
    return g_strdup ("隧道");
  glong start = g_rand_int_range (rand, 0, (gint) n_chars);
  glong length = g_rand_int_range (rand, 1, 14);
  /* Mostly from the beginning of a word. */
  if (g_rand_int_range (rand, 0, 4) != 0)
    while (start > 0 && *g_utf8_offset_to_pointer (source, start - 1) != ' ')
      start--;
  return g_utf8_substring (source, start, MIN (n_chars, start + length));
}

static void
add_words (OracleQuery *query, GRand *rand, Part *part, GPtrArray *articles)
{
  g_autofree char *piece = cut_piece (rand, articles);
  gboolean quoted = g_rand_int_range (rand, 0, 3) == 0;

  /* A minus would be one of the language. */
  g_strchug (g_strdelimit (g_strchomp (piece), "-", ' '));
  if (*piece == '\0')
    {
      g_free (piece);
      piece = g_strdup ("桥");
    }
  for (char *p = piece; !quoted && *p != '\0'; p++)
    if (*p == ' ')
      *p = '\0'; /* the first word alone */
  part->prefix = g_rand_int_range (rand, 0, 4) == 0;
  part->value = g_strdup (piece);
  part->wanted = split (piece);
  g_string_append_printf (query->words, quoted ? "\"%s%s\"" : "%s%s", piece,
                          part->prefix ? "*" : "");
}

static void
add_part (OracleQuery *query, GRand *rand, GPtrArray *articles, guint n_tasks)
{
  static const char *const names[N_PARTS]
      = { "", "title:", "site:", "task:", "after:", "before:" };
  Part *part = g_new0 (Part, 1);
  gint kind = g_rand_int_range (rand, 0, 12);

  part->kind = kind < N_PARTS ? (PartKind) kind : PART_WORDS;
  part->negated = g_rand_int_range (rand, 0, 5) == 0;
  g_string_append_printf (query->words, "%s%s%s", query->words->len > 0 ? " " : "",
                          part->negated ? "-" : "", names[part->kind]);
  if (part->kind == PART_SITE)
    part->value = g_strdup_printf ("s%d.example", g_rand_int_range (rand, 0, 4));
  else if (part->kind == PART_TASK)
    part->value
        = g_strdup_printf ("%05d", g_rand_int_range (rand, 1, (gint) n_tasks + 1));
  else if (part->kind >= PART_AFTER)
    part->value = g_strdup_printf ("2026-%02d-%02d", g_rand_int_range (rand, 1, 13),
                                   g_rand_int_range (rand, 1, 29));
  if (part->value == NULL)
    {
      add_words (query, rand, part, articles);
    }
  else
    {
      part->wanted = g_ptr_array_new ();
      g_string_append (query->words, part->value);
    }
  g_ptr_array_add (query->parts, part);
}

OracleQuery *
oracle_query_new (GRand *rand, GPtrArray *articles, guint n_tasks)
{
  OracleQuery *query = g_new0 (OracleQuery, 1);
  gint n_parts = g_rand_int_range (rand, 1, 4);

  query->words = g_string_new (NULL);
  query->parts = g_ptr_array_new_with_free_func (part_free);
  for (gint i = 0; i < n_parts; i++)
    add_part (query, rand, articles, n_tasks);
  return query;
}

static gboolean
has_letters (const Part *part)
{
  for (guint i = 0; i < part->wanted->len; i++)
    if (!is_gap (part->wanted, i))
      return TRUE;
  return FALSE;
}

static gboolean
part_holds (const Part *part, const OracleArticle *article)
{
  g_autofree char *domain = g_strconcat (".", part->value, NULL);

  switch (part->kind)
    {
    case PART_TITLE:
      return holds (article->title_parts, part->wanted, part->prefix);
    case PART_SITE:
      return strcmp (article->host, part->value) == 0
             || g_str_has_suffix (article->host, domain);
    case PART_TASK:
      return (guint64) article->task + 1 == g_ascii_strtoull (part->value, NULL, 10);
    case PART_AFTER:
      return strcmp (article->day, part->value) >= 0;
    case PART_BEFORE:
      return strcmp (article->day, part->value) < 0;
    case PART_WORDS:
    case N_PARTS:
    default:
      return holds (article->title_parts, part->wanted, part->prefix)
             || holds (article->text_parts, part->wanted, part->prefix);
    }
}

/* Whether one of the sites, or tasks, that are wanted holds; none are wanted: all do. */
static gboolean
any_holds (const OracleQuery *query, PartKind kind, const OracleArticle *article)
{
  gboolean wanted = FALSE;

  for (guint i = 0; i < query->parts->len; i++)
    {
      const Part *part = g_ptr_array_index (query->parts, i);
      if (part->kind != kind || part->negated)
        continue;
      if (part_holds (part, article))
        return TRUE;
      wanted = TRUE;
    }
  return !wanted;
}

gboolean
oracle_finds (const OracleQuery *query, const OracleArticle *article)
{
  gboolean asks = FALSE;

  for (guint i = 0; i < query->parts->len; i++)
    {
      const Part *part = g_ptr_array_index (query->parts, i);
      gboolean is_words = part->kind <= PART_TITLE;
      gboolean any
          = (part->kind == PART_SITE || part->kind == PART_TASK) && !part->negated;
      if (is_words && !has_letters (part))
        continue;
      asks = TRUE;
      if (!any && part_holds (part, article) == part->negated)
        return FALSE;
    }
  return asks && any_holds (query, PART_SITE, article)
         && any_holds (query, PART_TASK, article);
}
