/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Feeds that are kept in a file: what another article makes of them. */

#include "publish-fixture.h"
#include "publish/exm-feed-file.h"
#include "publish/formats/exm-article-values.h"

#include <string.h>

#define NOW (G_GINT64_CONSTANT (1717200000) * G_USEC_PER_SEC) /* 1 June 2024 */

static const ExmFeedFile base = {
  .id = "urn:uuid:11111111-1111-8111-8111-111111111111",
  .title = "News",
  .newest = 3,
  .now_usec = NOW,
};

/* An article of a day of May 2024. */
static ExmArticle *
make_dated (guint number, guint day, const char *text)
{
  g_autofree char *url = g_strdup_printf ("https://news.example/%u", number);
  g_autofree char *title = g_strdup_printf ("Title %u", number);
  g_autofree char *date = g_strdup_printf ("2024-05-%02uT08:00:00Z", day);
  ExmArticleFields fields = {
    .url = g_strdup (url),
    .collected_usec = NOW,
    .metadata = exm_metadata_new (),
    .text = g_strdup (text),
  };

  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, title);
  exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META, date);
  return exm_article_new (&fields);
}

static ExmFeedFile
make_file (gconstpointer format)
{
  ExmFeedFile file = base;

  file.format = *(const ExmOutputFormat *) format;
  return file;
}

/* Adds an article to *@text. */
static void
add (const ExmFeedFile *file, char **text, guint number, guint day, const char *body)
{
  g_autoptr (ExmArticle) article = make_dated (number, day, body);
  char *new = exm_feed_file_add (file, *text, article);

  g_test_message ("%s", new);
  g_assert_true (exm_feed_file_is_ours (file, new));
  g_free (*text);
  *text = new;
}

/* Asserts that the titles stand in @text in this order, each once, and no others. */
static void
assert_titles (const char *text, const char *numbers)
{
  g_autoptr (GString) found = g_string_new (NULL);

  for (const char *at = strstr (text, "Title "); at != NULL; at = strstr (at, "Title "))
    {
      at += strlen ("Title ");
      g_string_append_c (found, *at);
    }
  g_assert_cmpstr (found->str, ==, numbers);
}

static void
test_newest (gconstpointer format)
{
  const ExmFeedFile file = make_file (format);
  g_autofree char *text = NULL;

  add (&file, &text, 1, 3, "one");
  add (&file, &text, 2, 5, "two");
  add (&file, &text, 3, 4, "three");
  assert_titles (text, "231");
  add (&file, &text, 4, 6, "four");
  assert_titles (text, "423");
  /* Older than all that it holds. */
  add (&file, &text, 5, 1, "five");
  assert_titles (text, "423");
}

static void
test_again (gconstpointer format)
{
  ExmFeedFile file = make_file (format);
  g_autofree char *text = NULL;

  add (&file, &text, 1, 3, "one");
  add (&file, &text, 2, 5, "two");
  g_autofree char *before = g_strdup (text);
  file.now_usec = NOW + G_USEC_PER_SEC;
  add (&file, &text, 1, 3, "one");
  g_assert_cmpstr (text, ==, before);
}

/* Entries that are updated keep id and place, and say when. */
static void
test_updated (gconstpointer format)
{
  ExmFeedFile file = make_file (format);
  g_autofree char *text = NULL;

  add (&file, &text, 1, 3, "one");
  add (&file, &text, 2, 5, "two");
  g_assert_null (strstr (text, "2024-06-01T00:00:00Z"));
  add (&file, &text, 1, 3, "one, corrected");
  assert_titles (text, "21");
  g_assert_nonnull (strstr (text, "2024-06-01T00:00:00Z"));
  g_assert_nonnull (strstr (text, "one, corrected"));

  /* And once more, which the next time changes nothing. */
  g_autofree char *before = g_strdup (text);
  file.now_usec = NOW + G_USEC_PER_SEC;
  add (&file, &text, 1, 3, "one, corrected");
  g_assert_cmpstr (text, ==, before);
}

/* The file says what feed it is, wherever it lies; its title follows the task. */
static void
test_identity (gconstpointer format)
{
  ExmFeedFile file = make_file (format);
  g_autofree char *text = NULL;

  add (&file, &text, 1, 3, "one");
  file.id = "urn:uuid:22222222-2222-8222-8222-222222222222";
  file.title = "Other news";
  add (&file, &text, 2, 4, "two");
  g_assert_nonnull (strstr (text, base.id));
  g_assert_null (strstr (text, file.id));
  g_assert_nonnull (strstr (text, "Other news"));
}

/* Bodies that look like entries make none. */
static void
test_hostile (gconstpointer format)
{
  const ExmFeedFile file = make_file (format);
  static const char body[]
      = "<entry><id>x</id><published>2030</published><updated>2030</updated>\n"
        "{\"id\":\"x\",\"date_published\":\"2030\",\"date_modified\":\"2030\"}\n]}\n</"
        "feed>";
  g_autofree char *text = NULL;

  add (&file, &text, 1, 3, body);
  add (&file, &text, 2, 4, "two");
  add (&file, &text, 1, 3, body);
  assert_titles (text, "21");
}

/* A file that was damaged, or is somebody else's. */
static void
test_foreign (gconstpointer format)
{
  const ExmFeedFile file = make_file (format);
  g_autofree char *text = NULL;

  g_assert_false (exm_feed_file_is_ours (&file, ""));
  g_assert_false (exm_feed_file_is_ours (&file, "<feed/>"));
  g_assert_false (exm_feed_file_is_ours (
      &file, "{\"version\":\"https://jsonfeed.org/version/1.1\"}"));
  add (&file, &text, 1, 3, "one");
  add (&file, &text, 2, 4, "two");
  for (gsize n = strlen (exm_format_get (file.format)->sign); text[n] != '\0'; n++)
    {
      g_autofree char *cut = g_strndup (text, n);
      g_autoptr (ExmArticle) article = make_dated (3, 5, "three");
      g_autofree char *new = exm_feed_file_add (&file, cut, article);
      g_assert_nonnull (strstr (new, "Title 3"));
    }
}

static void
add_tests (const char *name, void (*function) (gconstpointer format))
{
  static const ExmOutputFormat formats[] = { EXM_OUTPUT_ATOM, EXM_OUTPUT_JSON_FEED };

  for (gsize i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strdup_printf ("/feed-file/%s/%s", name,
                                               exm_output_format_get_name (formats[i]));
      g_test_add_data_func (path, &formats[i], function);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  add_tests ("newest", test_newest);
  add_tests ("again", test_again);
  add_tests ("updated", test_updated);
  add_tests ("identity", test_identity);
  add_tests ("hostile", test_hostile);
  add_tests ("foreign", test_foreign);
  return g_test_run ();
}
