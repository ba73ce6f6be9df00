/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "kinds/exm-kind-signs.h"

#include "html/exm-tag.h"

#include <math.h>
#include <string.h>

/* Words of class names and ids, without a plural s. */
static const char *const words[]
    = { "accordion",   "api",        "archive",  "article",     "author",     "avatar",
        "badge",       "banner",     "blog",     "board",       "breadcrumb", "button",
        "buy",         "caption",    "card",     "cart",        "carousel",   "catalog",
        "category",    "checkout",   "client",   "code",        "collection", "column",
        "comment",     "contact",    "content",  "cta",         "currency",   "date",
        "description", "discussion", "doc",      "entry",       "excerpt",    "facet",
        "faq",         "feature",    "feed",     "filter",      "form",       "forum",
        "gallery",     "grid",       "headline", "hero",        "highlight",  "icon",
        "image",       "item",       "landing",  "list",        "listing",    "loop",
        "markdown",    "masonry",    "member",   "message",     "meta",       "page",
        "pagination",  "partner",    "plan",     "post",        "posted",     "preview",
        "price",       "pricing",    "product",  "profile",     "quantity",   "question",
        "quote",       "rank",       "rating",   "related",     "reply",      "result",
        "review",      "search",     "section",  "service",     "shop",       "sidebar",
        "signature",   "single",     "sku",      "slide",       "slider",     "solution",
        "sort",        "sphinx",     "spec",     "story",       "summary",    "tab",
        "tag",         "team",       "teaser",   "testimonial", "text",       "thread",
        "thumbnail",   "tile",       "time",     "timestamp",   "toc",        "topic",
        "tutorial",    "user",       "variant",  "video",       "view",       "vote",
        "wiki",        "wishlist" };

/* Types that JSON-LD, Open Graph and descriptions of a program declare; parts of words
 * count, in lower case. */
static const char *const types[]
    = { "article", "blogposting", "newsarticle",    "techarticle",   "product",
        "offer",   "itemlist",    "collectionpage", "discussion",    "question",
        "answer",  "faqpage",     "service",        "localbusiness", "organization",
        "website", "webpage",     "breadcrumblist", "person",        "event",
        "recipe",  "video",       "software",       "profile" };

/* Names of meta elements, microdata and relations that a page may have. */
static const char *const names[] = { "article:published_time",
                                     "article:modified_time",
                                     "article:section",
                                     "article:tag",
                                     "article:author",
                                     "og:updated_time",
                                     "og:price:amount",
                                     "product:price:amount",
                                     "twitter:label1",
                                     "twitter:creator",
                                     "author",
                                     "keywords",
                                     "description",
                                     "date",
                                     "datepublished",
                                     "datemodified",
                                     "articlebody",
                                     "headline",
                                     "price",
                                     "pricecurrency",
                                     "availability",
                                     "itemlistelement",
                                     "ratingvalue",
                                     "reviewcount",
                                     "text",
                                     "upvotecount",
                                     "answercount",
                                     "articlesection",
                                     "wordcount",
                                     "offers",
                                     "telephone",
                                     "next",
                                     "prev",
                                     "amphtml",
                                     "shortlink",
                                     "tag",
                                     "license" };

/* Words of the path of an address. */
static const char *const path_words[]
    = { "about",      "answer",  "api",       "archive",    "article", "author",
        "blog",       "book",    "category",  "collection", "comment", "community",
        "company",    "contact", "course",    "discussion", "doc",     "documentation",
        "event",      "faq",     "feature",   "forum",      "guide",   "help",
        "index",      "insight", "item",      "learn",      "list",    "manual",
        "message",    "news",    "page",      "post",       "press",   "product",
        "question",   "recipe",  "reference", "resource",   "review",  "search",
        "service",    "shop",    "solution",  "sort",       "story",   "support",
        "tag",        "thread",  "topic",     "tutorial",   "video",   "viewtopic",
        "showthread", "wiki" };

/* Elements that are counted. */
#define TAGS(X)                                                                          \
  X (ADDRESS, "address")                                                                 \
  X (ARTICLE, "article")                                                                 \
  X (ASIDE, "aside")                                                                     \
  X (BLOCKQUOTE, "blockquote")                                                           \
  X (BUTTON, "button")                                                                   \
  X (CODE, "code")                                                                       \
  X (DETAILS, "details")                                                                 \
  X (DIV, "div")                                                                         \
  X (DL, "dl")                                                                           \
  X (FIGURE, "figure")                                                                   \
  X (FORM, "form")                                                                       \
  X (H1, "h1")                                                                           \
  X (H2, "h2")                                                                           \
  X (H3, "h3")                                                                           \
  X (H4, "h4")                                                                           \
  X (LI, "li")                                                                           \
  X (NAV, "nav")                                                                         \
  X (OL, "ol")                                                                           \
  X (P, "p")                                                                             \
  X (PRE, "pre")                                                                         \
  X (SECTION, "section")                                                                 \
  X (TABLE, "table")                                                                     \
  X (TD, "td")                                                                           \
  X (UL, "ul")

/* Facts of the whole page. */
#define FACTS(X)                                                                         \
  X (LINES, "lines", "length")                                                           \
  X (TOKENS, "tokens", "length")                                                         \
  X (PARAGRAPHS, "paragraphs", "prose")                                                  \
  X (LONGEST_PART, "longest-part", "prose")                                              \
  X (QUESTIONS, "questions", "prose")                                                    \
  X (LINKED, "linked", "links")                                                          \
  X (LINKED_HEADINGS, "linked-headings", "links")                                        \
  X (HEADINGS, "headings", "title")                                                      \
  X (IMAGES, "images", "form")                                                           \
  X (PRICES, "prices", "prices")                                                         \
  X (PRICE_SHARE, "price-share", "prices")                                               \
  X (TIMES, "times", "form")                                                             \
  X (H1, "h1", "title")                                                                  \
  X (H1_TOKENS, "h1-tokens", "title")                                                    \
  X (H1_TITLE, "h1-title", "title")                                                      \
  X (TITLE_TOKENS, "title-tokens", "title")                                              \
  X (DATES_DECLARED, "times-declared", "declared")                                       \
  X (OTHER_LINKS, "other-links", "links")                                                \
  X (LINK_WORDS, "link-words", "links")                                                  \
  X (HAS_PATH, "has-path", "address")                                                    \
  X (PATH_DEPTH, "path-depth", "address")                                                \
  X (PATH_HYPHENS, "path-hyphens", "address")                                            \
  X (PATH_DIGITS, "path-digits", "address")                                              \
  X (PATH_YEAR, "path-year", "address")                                                  \
  X (PATH_FILE, "path-file", "address")                                                  \
  X (PATH_HOME, "path-home", "address")                                                  \
  X (PATH_QUERY, "path-query", "address")                                                \
  X (BODY_TOKENS, "body-tokens", "body")                                                 \
  X (BODY_SHARE, "body-share", "body")                                                   \
  X (BODY_SURE, "body-sure", "body")                                                     \
  X (BODY_SPREAD, "body-spread", "body")

enum
{
#define FACT_ENUM(ID, name, group) FACT_##ID,
  FACTS (FACT_ENUM)
#undef FACT_ENUM
      N_FACTS
};

static const struct
{
  ExmTag tag;
  const char *name;
} tags[] = {
#define TAG_ROW(ID, name) { EXM_TAG_##ID, name },
  TAGS (TAG_ROW)
#undef TAG_ROW
};

static const ExmKindSign facts[N_FACTS] = {
#define FACT_ROW(ID, name, group) { "page-" name, group },
  FACTS (FACT_ROW)
#undef FACT_ROW
};

#define N_WORDS G_N_ELEMENTS (words)
#define N_TYPES G_N_ELEMENTS (types)
#define N_NAMES G_N_ELEMENTS (names)
#define N_PATH_WORDS G_N_ELEMENTS (path_words)
#define N_TAGS G_N_ELEMENTS (tags)

/* Tells whether the means of a column are signs: those that an example moves are none. */
static gboolean
is_mean (ExmColumn column)
{
  return exm_columns[column].need == EXM_KNOWN_PAGE && column != EXM_COLUMN_UNIT_ANCHOR
         && !g_str_equal (exm_columns[column].lane, "distance");
}

static void
append_sign (GArray *all, const char *kind, const char *name, const char *group)
{
  g_autofree char *whole = g_strconcat (kind, name, NULL);
  const ExmKindSign sign = { g_intern_string (whole), g_intern_string (group) };

  g_array_append_val (all, sign);
}

const ExmKindSign *
exm_kind_signs_list (guint *n)
{
  static GArray *all = NULL;

  if (g_once_init_enter (&all))
    {
      GArray *list = g_array_new (FALSE, FALSE, sizeof (ExmKindSign));
      for (guint c = 0; c < EXM_N_COLUMNS; c++)
        if (is_mean (c))
          {
            append_sign (list, "text-", exm_columns[c].name, exm_columns[c].lane);
            append_sign (list, "lines-", exm_columns[c].name, exm_columns[c].lane);
          }
      for (gsize i = 0; i < N_WORDS; i++)
        append_sign (list, "name-", words[i], "names");
      for (gsize i = 0; i < N_WORDS; i++)
        append_sign (list, "root-", words[i], "names");
      for (gsize i = 0; i < N_TYPES; i++)
        append_sign (list, "type-", types[i], "declared");
      for (gsize i = 0; i < N_NAMES; i++)
        append_sign (list, "has-", names[i], "declared");
      for (gsize i = 0; i < N_PATH_WORDS; i++)
        append_sign (list, "path-", path_words[i], "address");
      for (gsize i = 0; i < N_TAGS; i++)
        append_sign (list, "tag-", tags[i].name, "tag");
      g_array_append_vals (list, facts, N_FACTS);
      g_once_init_leave (&all, list);
    }
  *n = all->len;
  return (const ExmKindSign *) (void *) all->data;
}

/* Columns up to the last one whose means are signs. */
static guint
count_mean_columns (void)
{
  guint n = EXM_N_COLUMNS;

  while (n > 0 && !is_mean (n - 1))
    n--;
  return n;
}

/* Fills the means by text and by lines of each column. Returns: how many signs */
static guint
measure_means (const ExmPageText *page, const ExmFeatures *features, float *signs)
{
  guint n_lines, k = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double by_text[EXM_N_COLUMNS] = { 0 }, by_lines[EXM_N_COLUMNS] = { 0 };
  double n_tokens = 0;
  guint n_columns = count_mean_columns ();

  for (guint row = 0; row < features->n_rows; row++)
    {
      const float *columns = features->rows + (gsize) row * EXM_N_COLUMNS;
      double tokens = lines[features->lines[row]].n_tokens;
      n_tokens += tokens;
      for (guint c = 0; c < n_columns; c++)
        {
          by_text[c] += tokens * (double) columns[c];
          by_lines[c] += (double) columns[c];
        }
    }
  for (guint c = 0; c < EXM_N_COLUMNS; c++)
    if (is_mean (c))
      {
        signs[k++] = (float) (by_text[c] / MAX (n_tokens, 1));
        signs[k++] = (float) (by_lines[c] / MAX (features->n_rows, 1));
      }
  return k;
}

#define LONGEST_WORD 14u

/* Slots of a list's table: at least twice the words. */
#define N_SLOTS 512u
G_STATIC_ASSERT (G_N_ELEMENTS (words) * 2 < N_SLOTS);

/* A list of words with a table of them, by hash. */
typedef struct
{
  const char *const *words; /* (unowned) */
  guint n;
  guint8 *slots; /* (owned) (nullable): index of a word + 1 */
} WordList;

static WordList class_words = { words, N_WORDS, NULL };
static WordList declared_names = { names, N_NAMES, NULL };
static WordList words_of_paths = { path_words, N_PATH_WORDS, NULL };

static inline guint
hash_letter (guint hash, char letter)
{
  return (hash ^ (guint8) letter) * 16777619u;
}

static guint
find_slot (const guint8 *slots, const WordList *list, guint hash, const char *word)
{
  guint slot = (hash ^ hash >> 16) % N_SLOTS;

  while (slots[slot] != 0 && strcmp (list->words[slots[slot] - 1], word) != 0)
    slot = (slot + 1) % N_SLOTS;
  return slot;
}

static guint
hash_word (const char *word)
{
  guint hash = 0;

  while (*word != '\0')
    hash = hash_letter (hash, *word++);
  return hash;
}

/* Returns: index of a word + 1, 0 if it is none of the list. @hash: of its letters */
static guint
find_word (WordList *list, guint hash, const char *word)
{
  if (g_once_init_enter (&list->slots))
    {
      guint8 *slots = g_new0 (guint8, N_SLOTS);
      for (guint i = 0; i < list->n; i++)
        slots[find_slot (slots, list, hash_word (list->words[i]), list->words[i])]
            = (guint8) (i + 1);
      g_once_init_leave (&list->slots, slots);
    }
  return list->slots[find_slot (list->slots, list, hash, word)];
}

#define LONGEST_WORD 14u

/* Reads the next word of a text: it ends where a letter is none, and before upper case
 * behind lower. Returns: its end; @word is empty where it is too short or too long */
static const char *
read_word (const char *at, char word[LONGEST_WORD + 1], guint *hash, guint *before_last)
{
  guint n = 0;

  *hash = *before_last = 0;
  while (*at != '\0' && !g_ascii_isalpha (*at))
    at++;
  for (; g_ascii_isalpha (*at); at++, n++)
    {
      if (n > 0 && g_ascii_isupper (*at) && !g_ascii_isupper (at[-1]))
        break;
      char letter = g_ascii_tolower (*at);
      if (n < LONGEST_WORD)
        word[n] = letter;
      *before_last = *hash;
      *hash = hash_letter (*hash, letter);
    }
  word[n <= LONGEST_WORD && n > 1 ? n : 0] = '\0';
  return at;
}

/* Counts the words of a list in a text, with or without a plural s, @weight times. */
static void
count_words (WordList *list, const char *text, float weight, float *counts)
{
  char word[LONGEST_WORD + 1];
  guint hash, before_last;

  while (*text != '\0')
    {
      text = read_word (text, word, &hash, &before_last);
      gsize n = strlen (word);
      guint found = n > 0 ? find_word (list, hash, word) : 0;
      if (found == 0 && n > 2 && word[n - 1] == 's')
        {
          word[n - 1] = '\0';
          found = find_word (list, before_last, word);
        }
      if (found > 0)
        counts[found - 1] += weight;
    }
}

/* Elements above this depth are the page's own: html, body and what holds all. */
#define ROOT_DEPTH 2u

/* Elements of one tag and the same class names, which are read once. */
typedef struct
{
  guint first; /* of them + 1, 0 in an empty slot */
  guint n;
} Alike;

/* Returns: (transfer full) (array length=mask + 1): by hash, elements below the roots
 * that have class names */
static Alike *
count_alike (const ExmNode *nodes, guint n_nodes, guint *mask)
{
  *mask = 63;
  while (*mask < 2 * n_nodes)
    *mask = 2 * *mask + 1;
  Alike *alike = g_new0 (Alike, *mask + 1u);

  for (guint i = 0; i < n_nodes; i++)
    {
      if (nodes[i].class_names == 0 || nodes[i].depth < ROOT_DEPTH)
        continue;
      guint slot = (guint) (nodes[i].own ^ nodes[i].own >> 32) & *mask;
      while (alike[slot].first != 0 && nodes[alike[slot].first - 1].own != nodes[i].own)
        slot = (slot + 1) & *mask;
      if (alike[slot].first == 0)
        alike[slot].first = i + 1;
      alike[slot].n++;
    }
  return alike;
}

/* Class names that differ in digits alone have the same words. */
static void
measure_classes (const ExmPageText *page, float *of_words, float *of_roots)
{
  guint n_nodes, mask;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree Alike *alike = count_alike (nodes, n_nodes, &mask);

  for (guint slot = 0; slot <= mask; slot++)
    if (alike[slot].first != 0)
      {
        guint32 names_at = nodes[alike[slot].first - 1].class_names;
        count_words (&class_words, exm_page_text_get_string (page, names_at),
                     (float) alike[slot].n, of_words);
      }
  for (guint i = 0; i < n_nodes; i++)
    if (nodes[i].class_names != 0 && nodes[i].depth < ROOT_DEPTH)
      count_words (&class_words, exm_page_text_get_string (page, nodes[i].class_names), 1,
                   of_roots);
}

static void
measure_nodes (const ExmPageText *page, float *of_words, float *of_roots, float *of_tags)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  guint8 slots[EXM_N_TAGS] = { 0 };

  for (gsize k = 0; k < N_TAGS; k++)
    slots[tags[k].tag] = (guint8) (k + 1);
  measure_classes (page, of_words, of_roots);
  for (guint i = 0; i < n_nodes; i++)
    {
      guint8 tag = nodes[i].tag < G_N_ELEMENTS (slots) ? slots[nodes[i].tag] : 0;
      float *counts = nodes[i].depth < ROOT_DEPTH ? of_roots : of_words;
      if (nodes[i].id != 0)
        count_words (&class_words, exm_page_text_get_string (page, nodes[i].id), 1,
                     counts);
      if (tag > 0)
        of_tags[tag - 1]++;
    }
  for (gsize i = 0; i < N_WORDS; i++)
    {
      of_words[i] = log1pf (of_words[i]);
      of_roots[i] = of_roots[i] > 0;
    }
  for (gsize k = 0; k < N_TAGS; k++)
    of_tags[k] = log1pf (of_tags[k]);
}

/* Bytes of a JSON-LD script that are looked at. */
#define MAX_JSON_LD 65536u

static void
find_types (const char *text, gsize n_bytes, float *of_types)
{
  g_autofree char *lower = g_ascii_strdown (text, (gssize) n_bytes);

  for (gsize i = 0; i < N_TYPES; i++)
    if (strstr (lower, types[i]) != NULL)
      of_types[i] = 1;
}

/* Values of "@type" of a JSON-LD script, by their text alone. */
static void
find_json_types (const char *json, float *of_types)
{
  const char *end = json + strnlen (json, MAX_JSON_LD);

  for (const char *at = json; (at = strstr (at, "\"@type\"")) != NULL && at < end;)
    {
      at += strlen ("\"@type\"");
      gsize n = strcspn (at, ",}");
      find_types (at, n, of_types);
      at += n;
    }
}

/* Fills the types that a page declares, and the names under which it declares anything.
 */
static void
measure_declared (const ExmPageText *page,
                  float *of_types,
                  float *of_names,
                  float *of_facts)
{
  guint n_slices;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n_slices);

  for (guint i = 0; i < n_slices; i++)
    {
      const char *value = exm_page_text_get_string (page, slices[i].value);
      const char *name = exm_page_text_get_string (page, slices[i].name);
      guint found = find_word (&declared_names, hash_word (name), name);
      if (found > 0)
        of_names[found - 1] = 1;
      if (slices[i].kind == EXM_SLICE_JSON_LD)
        find_json_types (value, of_types);
      else if (slices[i].kind == EXM_SLICE_META && g_str_equal (name, "og:type"))
        find_types (value, strlen (value), of_types);
      else if (slices[i].kind == EXM_SLICE_TIME)
        of_facts[FACT_DATES_DECLARED]++;
    }
  of_facts[FACT_DATES_DECLARED] = log1pf (of_facts[FACT_DATES_DECLARED]);
}

/* The address of the page, or the one that it declares. */
static const char *
find_address (const ExmPageText *page)
{
  guint n_slices;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n_slices);
  const char *url = exm_page_text_get_url (page);

  for (guint i = 0; url == NULL && i < n_slices; i++)
    {
      const char *name = exm_page_text_get_string (page, slices[i].name);
      if ((slices[i].kind == EXM_SLICE_LINK && g_str_equal (name, "canonical"))
          || (slices[i].kind == EXM_SLICE_META && g_str_equal (name, "og:url")))
        url = exm_page_text_get_string (page, slices[i].value);
    }
  return url;
}

/* Years that a path may begin with. */
static gboolean
has_year (const char *path)
{
  for (; *path != '\0'; path++)
    if (*path == '/' && (path[1] == '1' || path[1] == '2') && g_ascii_isdigit (path[2])
        && g_ascii_isdigit (path[3]) && g_ascii_isdigit (path[4])
        && !g_ascii_isdigit (path[5]))
      return TRUE;
  return FALSE;
}

/* Looks at the path alone: a host says nothing. */
static void
measure_address (const ExmPageText *page, float *of_words, float *of_facts)
{
  const char *url = find_address (page);
  const char *path = url != NULL ? strstr (url, "://") : NULL;

  path = path != NULL ? strchr (path + 3, '/') : NULL;
  if (path == NULL)
    return;
  g_autofree char *own = g_strndup (path, strcspn (path, "?#"));
  gsize n = strlen (own);
  while (n > 0 && own[n - 1] == '/')
    own[--n] = '\0';
  const char *last = strrchr (own, '/');
  last = last != NULL ? last + 1 : own;
  of_facts[FACT_HAS_PATH] = 1;
  of_facts[FACT_PATH_HOME] = n == 0;
  of_facts[FACT_PATH_QUERY] = path[strcspn (path, "?#")] == '?';
  of_facts[FACT_PATH_YEAR] = has_year (own);
  of_facts[FACT_PATH_FILE] = strchr (last, '.') != NULL;
  for (const char *at = own; *at != '\0'; at++)
    {
      of_facts[FACT_PATH_DEPTH] += *at == '/';
      of_facts[FACT_PATH_HYPHENS] += at >= last && (*at == '-' || *at == '_');
      of_facts[FACT_PATH_DIGITS] += at >= last && g_ascii_isdigit (*at);
    }
  of_facts[FACT_PATH_HYPHENS] = log1pf (of_facts[FACT_PATH_HYPHENS]);
  of_facts[FACT_PATH_DIGITS] = log1pf (of_facts[FACT_PATH_DIGITS]);
  count_words (&words_of_paths, path, 1, of_words);
  for (gsize i = 0; i < N_PATH_WORDS; i++)
    of_words[i] = of_words[i] > 0;
}

/* Tells whether a line names an amount of money. */
static gboolean
has_price (const char *text)
{
  static const char *const signs[]
      = { "$", "€", "£", "¥", "￥", "₹", "元", " kr", " zł", "руб", "USD", "EUR" };

  if (strpbrk (text, "0123456789") == NULL)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strstr (text, signs[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* A line of running text, in characters as #ExmLine counts its length. */
#define PARAGRAPH_LENGTH 120u

static void
measure_lines (const ExmPageText *page, const ExmFeatures *features, float *of_facts)
{
  guint n_lines, n_nodes, n_spans;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);
  g_autofree float *parts = g_new0 (float, n_nodes + 1);
  float n_tokens = 0, n_chars = 0, n_linked = 0, longest = 0;

  for (guint row = 0; row < features->n_rows; row++)
    {
      const ExmLine *line = &lines[features->lines[row]];
      const char *text = exm_page_text_get_line (page, features->lines[row]);
      const float *columns = features->rows + (gsize) row * EXM_N_COLUMNS;
      guint parent = line->block < n_nodes ? nodes[line->block].parent : EXM_NONE;
      n_tokens += (float) line->n_tokens;
      n_chars += (float) line->n_chars;
      n_linked += (float) line->n_link_chars;
      of_facts[FACT_PARAGRAPHS]
          += line->length >= PARAGRAPH_LENGTH && line->n_link_chars * 2 < line->n_chars;
      of_facts[FACT_HEADINGS] += line->heading > 0;
      of_facts[FACT_LINKED_HEADINGS]
          += line->heading > 0 && line->n_link_chars * 2 > line->n_chars;
      of_facts[FACT_QUESTIONS] += line->n_bytes > 0 && text[line->n_bytes - 1] == '?';
      of_facts[FACT_PRICES] += line->n_chars < 80 && has_price (text);
      of_facts[FACT_TIMES] += columns[EXM_COLUMN_DATE] > 0;
      if (parent < n_nodes)
        {
          parts[parent] += (float) line->n_tokens;
          longest = MAX (longest, parts[parent]);
        }
    }
  for (guint i = 0; i < n_spans; i++)
    of_facts[FACT_IMAGES] += spans[i].kind == EXM_SPAN_IMAGE;
  of_facts[FACT_LINKED_HEADINGS] /= of_facts[FACT_HEADINGS] + 1;
  of_facts[FACT_PRICE_SHARE] = of_facts[FACT_PRICES] / ((float) features->n_rows + 1);
  of_facts[FACT_LONGEST_PART] = longest / MAX (n_tokens, 1);
  of_facts[FACT_LINKED] = n_linked / MAX (n_chars, 1);
  of_facts[FACT_LINES] = (float) features->n_rows;
  of_facts[FACT_TOKENS] = n_tokens;
  static const guint counted[]
      = { FACT_LINES,     FACT_TOKENS, FACT_PARAGRAPHS, FACT_HEADINGS,
          FACT_QUESTIONS, FACT_PRICES, FACT_TIMES,      FACT_IMAGES };
  for (gsize i = 0; i < G_N_ELEMENTS (counted); i++)
    of_facts[counted[i]] = log1pf (of_facts[counted[i]]);
}

/* The first headline, and the title. */
static void
measure_title (const ExmPageText *page, const ExmFeatures *features, float *of_facts)
{
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const char *title = exm_page_text_get_title (page);

  for (const char *at = title; *at != '\0'; at++)
    of_facts[FACT_TITLE_TOKENS] += *at == ' ';
  of_facts[FACT_TITLE_TOKENS] = log1pf (of_facts[FACT_TITLE_TOKENS]);
  for (guint row = 0; row < features->n_rows; row++)
    {
      const ExmLine *line = &lines[features->lines[row]];
      if (line->heading != 1)
        continue;
      if (of_facts[FACT_H1] == 0)
        {
          of_facts[FACT_H1_TOKENS] = log1pf ((float) line->n_tokens);
          of_facts[FACT_H1_TITLE]
              = strstr (title, exm_page_text_get_line (page, features->lines[row]))
                != NULL;
        }
      of_facts[FACT_H1]++;
    }
  of_facts[FACT_H1] = MIN (of_facts[FACT_H1], 3);
}

/* Links outside of navigation, and how many words they have. */
static void
measure_links (const ExmPageText *page, const ExmFeatures *features, float *of_facts)
{
  guint n_lines, n_words = 0, n_links = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint row = 0; row < features->n_rows; row++)
    {
      const ExmLine *line = &lines[features->lines[row]];
      const float *columns = features->rows + (gsize) row * EXM_N_COLUMNS;
      if (columns[EXM_COLUMN_IN_NAV] > 0 || columns[EXM_COLUMN_IN_HEADER] > 0
          || columns[EXM_COLUMN_IN_FOOTER] > 0 || line->n_link_chars * 2 < line->n_chars)
        continue;
      n_links++;
      n_words += line->n_tokens;
    }
  of_facts[FACT_OTHER_LINKS] = log1pf ((float) n_links);
  of_facts[FACT_LINK_WORDS] = n_links > 0 ? (float) n_words / (float) n_links : 0;
  of_facts[FACT_LINK_WORDS] = log1pf (of_facts[FACT_LINK_WORDS]);
}

/* The body that the page would have as an article: how much of it there is, how sure it
 * is, over how much of the page it lies. */
static void
measure_body (const ExmPageText *page,
              const ExmFeatures *features,
              const float *evidence,
              float *of_facts)
{
  guint n_lines, first = EXM_NONE, last = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  double n_all = 0, n_body = 0, n_unsure = 0;

  for (guint row = 0; row < features->n_rows; row++)
    {
      double n = lines[features->lines[row]].n_tokens;
      double chance = (double) exm_net_logistic (evidence[row]);
      n_all += n;
      n_body += n * chance;
      n_unsure += n * MIN (chance, 1 - chance);
      if (chance < .5)
        continue;
      first = MIN (first, row);
      last = row;
    }
  of_facts[FACT_BODY_TOKENS] = log1pf ((float) n_body);
  of_facts[FACT_BODY_SHARE] = (float) (n_body / MAX (n_all, 1));
  of_facts[FACT_BODY_SURE] = (float) (n_unsure / MAX (n_body, 1));
  of_facts[FACT_BODY_SPREAD]
      = first == EXM_NONE ? 0 : (float) (last - first + 1) / (float) features->n_rows;
}

void
exm_kind_signs_measure (const ExmPageText *page,
                        const ExmFeatures *features,
                        const float *evidence,
                        float *signs)
{
  guint n;

  exm_kind_signs_list (&n);
  memset (signs, 0, n * sizeof *signs);
  float *of_words = signs + measure_means (page, features, signs);
  float *of_roots = of_words + N_WORDS, *of_types = of_roots + N_WORDS;
  float *of_names = of_types + N_TYPES, *of_paths = of_names + N_NAMES;
  float *of_tags = of_paths + N_PATH_WORDS, *of_facts = of_tags + N_TAGS;
  measure_nodes (page, of_words, of_roots, of_tags);
  measure_declared (page, of_types, of_names, of_facts);
  measure_address (page, of_paths, of_facts);
  measure_title (page, features, of_facts);
  measure_links (page, features, of_facts);
  measure_lines (page, features, of_facts);
  measure_body (page, features, evidence, of_facts);
}
