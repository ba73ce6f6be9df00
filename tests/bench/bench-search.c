/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Full-text search over 200,000 articles a script, made by the store's own functions of
 * words that are as frequent as those of a language: bytes of the index for 100 bytes of
 * text, time to fill it, and of searches.
 *
 * Words are drawn by Zipf's law; every fourth was in the article before. */

#include "config.h"

#include "store-fixture.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-search-index.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#define N_ROUNDS 15u
#define N_TASKS 40u
#define N_SITES 400u
#define GROUP_ARTICLES 500u

/* Articles of every so many sites end with a phrase that is searched for. */
#define SITES_A_PHRASE 50u
#define SITE_OF_PHRASE 7u

/* Rows that a window and the command line ask for. */
#define N_ROWS 50u

/* Characters of GB 2312 that are in common use, in rows of 94. */
#define FIRST_ROW 0xb0u
#define LAST_ROW 0xd6u

/* The shift of Mandelbrot's form of the law. */
#define SHIFT 2.7

typedef struct
{
  const char *name;
  gboolean is_chinese;
  guint n_words; /* of the language */
  guint min_length;
  guint max_length;          /* of an article, in words */
  const char *phrase;        /* at the end of some */
  const char *queries[4][2]; /* (nullable): name and words */
} Script;

static const Script scripts[] = {
  { "zh",
    TRUE,
    8000,
    150,
    900,
    "北江隧道开通。",
    { { "word", "隧道" },
      { "phrase", "\"北江隧道\"" },
      { "two-filters", "隧道 site:n7.example after:2026-01-20" },
      { "common", "公司" } } },
  { "latin",
    FALSE,
    6000,
    100,
    700,
    " The northern tunnel opens.",
    { { "word", "tunnel" },
      { "phrase", "\"the northern tunnel\"" },
      { "two-filters", "tunnel site:n7.example after:2026-01-20" },
      { "prefix", "tunn*" } } },
};

/* A language: words, the most frequent first. */
typedef struct
{
  GPtrArray *words; /* (element-type utf8) */
  GArray *reach;    /* (element-type double): the sum of frequencies up to each */
} Language;

static void
expect (gboolean right, const GError *error)
{
  if (!right)
    g_error ("%s", error != NULL ? error->message : "a wrong result");
}

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

  fields.task_uid = g_strdup (store_task_uid (1 + number % N_TASKS));
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

/* Returns: bytes of titles and bodies */
static gsize
add_articles (const char *folder, const Script *script, guint n)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  g_autoptr (GRand) rand = g_rand_new_with_seed (23);
  Language language;
  gsize n_bytes = 0;

  expect (store != NULL, error);
  language_init (&language, script, rand);
  for (guint i = 1; i <= N_TASKS; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      expect (exm_store_add_task (store, task, STORE_NOW, &error), error);
    }
  for (guint i = 0; i < n; i += GROUP_ARTICLES)
    {
      expect (exm_store_begin_group (store, &error), error);
      for (guint j = i; j < MIN (n, i + GROUP_ARTICLES); j++)
        n_bytes += add_article (store, &language, script, j, rand);
      expect (exm_store_commit_group (store, &error), error);
    }
  language_clear (&language);
  return n_bytes;
}

static void
print_row (const char *script,
           const char *what,
           const double values[3],
           const char *unit,
           guint n)
{
  g_autofree char *name = g_strconcat (script, "-", what, NULL);

  g_print ("%-28s %10.2f %10.2f %10.2f %s, n = %u\n", name, values[0], values[1],
           values[2], unit, n);
}

static void
print_one (const char *script, const char *what, double value, const char *unit, guint n)
{
  print_row (script, what, (const double[]){ value, value, value }, unit, n);
}

static double
get_cpu_seconds (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double) usage.ru_utime.tv_sec + (double) usage.ru_utime.tv_usec / 1e6
         + (double) usage.ru_stime.tv_sec + (double) usage.ru_stime.tv_usec / 1e6;
}

static void
bench_fill (const char *folder, const Script *script, guint n, gsize n_text)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (folder, EXM_STORE_SEARCH_FILE, NULL);
  guint n_changed = 0;
  GStatBuf info;
  double start = get_cpu_seconds ();
  ExmSearchIndex *index = exm_search_index_open (folder, NULL, &error);

  expect (index != NULL && exm_search_index_update (index, &n_changed, NULL, &error)
              && n_changed == n,
          error);
  double filled = get_cpu_seconds ();
  expect (exm_search_index_update (index, &n_changed, NULL, &error) && n_changed == 0,
          error);
  double looked = get_cpu_seconds ();
  exm_search_index_close (index);
  expect (g_stat (path, &info) == 0, NULL);
  print_one (script->name, "fill", (filled - start) / n * 1e6, "CPU usec/article", n);
  print_one (script->name, "nothing-new", (looked - filled) * 1e3, "CPU msec", n);
  print_one (script->name, "size", (double) info.st_size / (double) n_text * 100,
             "% of the text", n);
}

static int
compare_doubles (const void *a, const void *b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;
  return x < y ? -1 : x > y;
}

static void
bench_query (ExmSearchIndex *index, const Script *script, const char *const *query)
{
  g_autoptr (ExmSearchQuery) parsed = exm_search_query_new (query[1]);
  double times[N_ROUNDS];
  guint n_found = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GError) error = NULL;
      gint64 start = g_get_monotonic_time ();
      g_autoptr (GPtrArray) hits
          = exm_search_index_find (index, parsed, NULL, N_ROWS, NULL, NULL, &error);
      times[round] = (double) (g_get_monotonic_time () - start) / 1000;
      expect (hits != NULL && hits->len > 0, error);
      n_found = hits->len;
    }
  qsort (times, N_ROUNDS, sizeof *times, compare_doubles);
  print_row (script->name, query[0],
             (const double[]){ times[0], times[N_ROUNDS / 2], times[N_ROUNDS - 1] },
             "msec", n_found);
}

static void
bench (const Script *script, guint n)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (GError) error = NULL;
  double start = get_cpu_seconds ();
  gsize n_bytes = add_articles (folder, script, n);

  print_one (script->name, "store", (get_cpu_seconds () - start) / n * 1e6,
             "CPU usec/article", n);
  print_one (script->name, "text", (double) n_bytes / n, "bytes/article", n);
  bench_fill (folder, script, n, n_bytes);
  g_autoptr (ExmSearchIndex) index = exm_search_index_open (folder, NULL, &error);
  expect (index != NULL, error);
  for (guint i = 0; i < G_N_ELEMENTS (script->queries); i++)
    bench_query (index, script, script->queries[i]);
}

int
main (int argc, char *argv[])
{
  gboolean quick = argc > 1 && strcmp (argv[1], "--quick") == 0;
  guint n = argc > 1 && !quick ? (guint) atoi (argv[1]) : quick ? 1200 : 200000;

  if (argc > 2 || n < 1000)
    {
      g_printerr ("usage: %s [--quick | ARTICLES]\n", argv[0]);
      return EXIT_FAILURE;
    }
  g_print ("%-28s %10s %10s %10s\n", "", "min", "median", "max");
  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    bench (&scripts[i], n);
  return EXIT_SUCCESS;
}
