/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "word-store.h"

#include "store-fixture.h"

#include <stdlib.h>
#include <string.h>

#define N_SITES 400u
#define GROUP_ARTICLES 500u

/* Articles of every so many sites end with a phrase that is searched for. */
#define SITES_A_PHRASE 50u
#define SITE_OF_PHRASE 7u

/* Characters of GB 2312 that are in common use, in rows of 94. */
#define FIRST_ROW 0xb0u
#define LAST_ROW 0xd6u

/* The shift of Mandelbrot's form of the law. */
#define SHIFT 2.7

/* The writing of a language. */
typedef struct
{
  gboolean is_chinese;
  guint n_words; /* of the language */
  guint min_length;
  guint max_length;   /* of an article, in words */
  const char *phrase; /* at the end of some */
} Script;

static const Script scripts[] = {
  [WORD_STORE_CHINESE] = { TRUE, 8000, 150, 900, "北江隧道开通。" },
  [WORD_STORE_LATIN] = { FALSE, 6000, 100, 700, " The northern tunnel opens." },
};

static void
expect (gboolean right, const GError *error)
{
  if (!right)
    g_error ("%s", error != NULL ? error->message : "a wrong result");
}

/* A language: words, the most frequent first. */
typedef struct
{
  GPtrArray *words; /* (element-type utf8) */
  GArray *reach;    /* (element-type double): the sum of frequencies up to each */
} Language;

static guint
draw (GRand *rand, const GArray *reach)
{
  double at = g_rand_double (rand) * g_array_index (reach, double, reach->len - 1);
  guint low = 0;
  guint high = reach->len - 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;
      if (g_array_index (reach, double, middle) < at)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static GArray *
make_reach (guint n)
{
  GArray *reach = g_array_new (FALSE, FALSE, sizeof (double));
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += 1 / (i + 1 + SHIFT);
      g_array_append_val (reach, sum);
    }
  return reach;
}

static void
shuffle (GPtrArray *items, guint from, GRand *rand)
{
  for (guint i = items->len; i-- > from + 1;)
    {
      guint other = (guint) g_rand_int_range (rand, (gint32) from, (gint32) i + 1);
      gpointer item = items->pdata[i];
      items->pdata[i] = items->pdata[other];
      items->pdata[other] = item;
    }
}

static GPtrArray *
list_characters (void)
{
  GPtrArray *characters = g_ptr_array_new_with_free_func (g_free);

  for (guint row = FIRST_ROW; row <= LAST_ROW; row++)
    for (guint cell = 0xa1; cell <= 0xfe; cell++)
      {
        const char bytes[] = { (char) row, (char) cell };
        char *text = g_convert (bytes, 2, "UTF-8", "GB2312", NULL, NULL, NULL);
        if (text != NULL)
          g_ptr_array_add (characters, text);
      }
  return characters;
}

static void
add_chinese (GPtrArray *words, guint n_words, GRand *rand)
{
  static const char *const frequent[]
      = { "的", "了",   "在",   "是",   "和",   "一",   "有",   "将",  "也",
          "对", "公司", "表示", "记者", "工程", "建设", "我们", "城市" };
  g_autoptr (GPtrArray) characters = list_characters ();
  g_autoptr (GArray) reach = make_reach (characters->len);

  shuffle (characters, 0, rand);
  for (guint i = 0; i < G_N_ELEMENTS (frequent); i++)
    g_ptr_array_add (words, g_strdup (frequent[i]));
  while (words->len < n_words)
    {
      g_autoptr (GString) word = g_string_new (NULL);
      guint n = g_rand_int_range (rand, 0, 5) == 0 ? 3 : 2;
      for (guint i = 0; i < n; i++)
        g_string_append (word, characters->pdata[draw (rand, reach)]);
      g_ptr_array_add (words, g_strdup (word->str));
    }
}

static void
add_latin (GPtrArray *words, guint n_words, GRand *rand)
{
  static const char *const frequent[]
      = { "the", "of", "and", "to",   "in",   "a",    "is",   "that", "for", "it",
          "was", "on", "as",  "with", "said", "from", "were", "has",  "not", "its" };
  static const char *const starts[]
      = { "",    "re",    "in",    "un",  "dis",   "over", "con",
          "pre", "trans", "inter", "sub", "super", "out",  "under" };
  static const char *const roots[]
      = { "form", "act",    "port",  "press", "cover", "mark", "turn",   "work",
          "land", "state",  "count", "serve", "train", "call", "build",  "set",
          "play", "rule",   "test",  "fold",  "grow",  "view", "weigh",  "tract",
          "vert", "script", "duct",  "spect", "pose",  "sign", "scribe", "struct" };
  static const char *const ends[]
      = { "",     "s",    "ed",  "ing",  "er",   "ers", "able", "ion",
          "ions", "ment", "ful", "less", "ness", "ly",  "al",   "ive" };
  guint n_made = 0;

  for (guint i = 0; i < G_N_ELEMENTS (frequent); i++)
    g_ptr_array_add (words, g_strdup (frequent[i]));
  for (guint start = 0; start < G_N_ELEMENTS (starts); start++)
    for (guint root = 0; root < G_N_ELEMENTS (roots); root++)
      for (guint end = 0; end < G_N_ELEMENTS (ends) && words->len < n_words; end++)
        {
          g_ptr_array_add (words,
                           g_strconcat (starts[start], roots[root], ends[end], NULL));
          n_made++;
        }
  expect (n_made > 1000, NULL);
  shuffle (words, G_N_ELEMENTS (frequent), rand);
}

/* Words that are searched for are neither the most frequent nor rare. */
static void
language_init (Language *self, const Script *script, GRand *rand)
{
  static const char *const chinese[] = { "隧道", "北江", "渡轮" };
  static const char *const latin[] = { "tunnel", "northern", "tunnels" };

  self->words = g_ptr_array_new_with_free_func (g_free);
  if (script->is_chinese)
    add_chinese (self->words, script->n_words, rand);
  else
    add_latin (self->words, script->n_words, rand);
  for (guint i = 0; i < G_N_ELEMENTS (chinese); i++)
    g_ptr_array_insert (self->words, 150 * ((gint) i + 1),
                        g_strdup (script->is_chinese ? chinese[i] : latin[i]));
  self->reach = make_reach (self->words->len);
}

static void
language_clear (Language *self)
{
  g_ptr_array_unref (self->words);
  g_array_unref (self->reach);
}

/* Writes @n words with punctuation. */
static char *
write_words (const Language *language, const Script *script, guint n, GRand *rand)
{
  GString *out = g_string_new (NULL);
  g_autofree guint *used = g_new (guint, n + 1);

  for (guint i = 0; i < n; i++)
    {
      gboolean again = i > 10 && g_rand_int_range (rand, 0, 4) == 0;
      used[i] = again ? used[g_rand_int_range (rand, 0, (gint32) i)]
                      : draw (rand, language->reach);
      if (!script->is_chinese && i > 0)
        g_string_append_c (out, ' ');
      g_string_append (out, language->words->pdata[used[i]]);
      if (i % 60 == 59)
        g_string_append (out, script->is_chinese ? "。\n" : ".\n");
      else if (g_rand_int_range (rand, 0, 12) == 0)
        g_string_append (out, script->is_chinese ? "，" : ",");
    }
  return g_string_free (out, FALSE);
}

/* Returns: bytes of its title and body */
static gsize
add_article (ExmStore *store,
             const Language *language,
             const Script *script,
             guint n_tasks,
             guint number,
             GRand *rand)
{
  g_auto (ExmArticleFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  gint64 id = 0;
  guint n_words = (guint) g_rand_int_range (rand, (gint32) script->min_length,
                                            (gint32) script->max_length);
  g_autofree char *title = write_words (language, script, 8, rand);
  g_autofree char *day = g_strdup_printf ("2026-01-%02u", 1 + number % 28);

  fields.task_uid = g_strdup (store_task_uid (1 + number % n_tasks));
  fields.task_version = 1;
  fields.url = g_strdup_printf ("https://n%u.example/%u", number % N_SITES, number);
  fields.url_key = g_strdup (fields.url);
  fields.collected_usec = STORE_NOW + number * G_TIME_SPAN_SECOND;
  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_TEXT, title);
  exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT, day);
  g_autofree char *body = write_words (language, script, n_words, rand);
  fields.text = g_strconcat (
      body, number % SITES_A_PHRASE == SITE_OF_PHRASE ? script->phrase : "", NULL);
  fields.method = g_strdup ("exemplar");
  fields.template_similarity = -1;
  gsize n_bytes = strlen (title) + strlen (fields.text);
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  const ExmArticleCommit commit = { .article = article, .replace = TRUE };
  expect (exm_store_commit_article (store, &commit, &id, &error), error);
  return n_bytes;
}

gsize
word_store_fill (const char *folder, WordStoreScript language, guint n_tasks, guint n)
{
  const Script *script = &scripts[language];
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  Language words;
  gsize n_bytes = 0;

  expect (store != NULL, error);
  language_init (&words, script, rand);
  for (guint i = 1; i <= n_tasks; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      expect (exm_store_add_task (store, task, STORE_NOW, &error), error);
    }
  for (guint i = 0; i < n; i += GROUP_ARTICLES)
    {
      expect (exm_store_begin_group (store, &error), error);
      for (guint j = i; j < MIN (n, i + GROUP_ARTICLES); j++)
        n_bytes += add_article (store, &words, script, n_tasks, j, rand);
      expect (exm_store_commit_group (store, &error), error);
    }
  language_clear (&words);
  return n_bytes;
}
