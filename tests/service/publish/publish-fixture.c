/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "publish-fixture.h"

#include "publish/exm-article-writer.h"

#include <gio/gio.h>
#include <string.h>

ExmArticle *
make_article (const char *url, const char *title, const char *text)
{
  ExmMetadata *metadata = exm_metadata_new ();
  ExmArticleFields fields = {
    .id = 7,
    .task_uid = g_strdup ("0123456789abcdef0123456789abcdef"),
    .task_version = 3,
    .url = g_strdup (url),
    .final_url = g_strdup (url),
    .url_key = g_strdup (url),
    .page_hash = g_strdup ("00ff"),
    .collected_usec = G_GINT64_CONSTANT (1714608000) * G_USEC_PER_SEC,
    .state = EXM_ARTICLE_GOOD,
    .metadata = metadata,
    .text = g_strdup (text),
    .method = g_strdup ("exemplar"),
    .confidence = 0.875,
    .template_similarity = -1,
  };

  exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_JSON_LD, title);
  exm_metadata_set (metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META,
                    "2024-05-01T23:30:00+08:00");
  exm_metadata_set (metadata, EXM_FIELD_AUTHOR, EXM_ORIGIN_TEXT, title);
  return exm_article_new (&fields);
}

ExmArticle *
make_numbered_article (guint number)
{
  g_autofree char *url = g_strdup_printf ("https://news.example/%u", number);
  g_autofree char *title = g_strdup_printf ("标题, \"%u\"", number / 2);
  g_autoptr (GString) text = g_string_new (NULL);

  while (text->len < 20000)
    g_string_append_printf (text, "Line, of \"%u\"\n正文。", number);
  return make_article (url, title, text->str);
}

char *
make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *path = g_dir_make_tmp ("exm-publish-XXXXXX", &error);

  g_assert_no_error (error);
  return path;
}

static void
visit (const char *folder, const char *below, gboolean hidden, GPtrArray *found)
{
  g_autofree char *path = g_build_filename (folder, below, NULL);
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child
          = *below != '\0' ? g_build_filename (below, name, NULL) : g_strdup (name);
      g_autofree char *full = g_build_filename (folder, child, NULL);
      if (g_file_test (full, G_FILE_TEST_IS_DIR)
          && !g_file_test (full, G_FILE_TEST_IS_SYMLINK))
        visit (folder, child, hidden, found);
      else if (hidden || *name != '.')
        g_ptr_array_add (found, g_steal_pointer (&child));
    }
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

GStrv
list_files (const char *folder, gboolean hidden)
{
  g_autoptr (GPtrArray) found = g_ptr_array_new ();

  visit (folder, "", hidden, found);
  g_ptr_array_sort (found, compare_names);
  g_ptr_array_add (found, NULL);
  return (GStrv) g_ptr_array_steal (found, NULL);
}

static void
delete_tree (GFile *file)
{
  g_autoptr (GFileEnumerator) children
      = g_file_enumerate_children (file, G_FILE_ATTRIBUTE_STANDARD_NAME,
                                   G_FILE_QUERY_INFO_NOFOLLOW_SYMLINKS, NULL, NULL);
  GFile *child;

  while (children != NULL
         && g_file_enumerator_iterate (children, NULL, &child, NULL, NULL)
         && child != NULL)
    delete_tree (child);
  g_file_delete (file, NULL, NULL);
}

void
remove_folder (char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  delete_tree (file);
  g_assert_false (g_file_query_exists (file, NULL));
  g_free (path);
}

char *
read_file (const char *folder, const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;

  g_file_get_contents (path, &bytes, NULL, &error);
  g_assert_no_error (error);
  return bytes;
}

void
assert_reads_back (const char *first, ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *script
      = g_test_build_filename (G_TEST_DIST, "service", "publish", "read-back.py", NULL);
  g_autofree char *output = NULL;
  g_autofree char *problem = NULL;
  g_autoptr (GError) error = NULL;
  int status = 0;
  va_list rest;

  g_ptr_array_add (argv, (char *) "python3");
  g_ptr_array_add (argv, script);
  va_start (rest, first);
  for (const char *argument = first; argument != NULL; argument = va_arg (rest, char *))
    g_ptr_array_add (argv, (char *) argument);
  va_end (rest);
  g_ptr_array_add (argv, NULL);
  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL,
                &output, &problem, &status, &error);
  g_assert_no_error (error);
  g_test_message ("%s%s", output, problem);
  g_assert_cmpint (status, ==, 0);
  /* It counts what it compared: nothing compared is no success. */
  g_assert_true (g_str_has_prefix (output, "compared "));
  g_assert_false (g_str_has_prefix (output, "compared 0 "));
}

ExmArticle *
make_feed_article (guint i)
{
  g_autofree char *url = g_strdup_printf ("https://news.example/%u?a=1&b=2", i);
  ExmArticleFields fields = {
    .url = g_strdup (url),
    .url_key = g_strdup (url),
    .collected_usec = G_GINT64_CONSTANT (1714608000) * G_USEC_PER_SEC,
    .metadata = exm_metadata_new (),
    .html = g_strdup ("<p>正文 <em>a</em> &amp; b</p>\n<pre>one\n\ttwo ]]></pre>"),
  };

  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META,
                    "标题 <b> & \"q\"");
  exm_metadata_set (fields.metadata, EXM_FIELD_SECTION, EXM_ORIGIN_META, "要闻 & more");
  exm_metadata_set (fields.metadata, EXM_FIELD_LANGUAGE, EXM_ORIGIN_META,
                    i == 0 ? "zh-CN" : "not a language");
  exm_metadata_set (fields.metadata, EXM_FIELD_IMAGE, EXM_ORIGIN_META,
                    "https://news.example/i.jpg");
  if (i == 0)
    exm_metadata_set (fields.metadata, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META,
                      "2024-05-01 08:00");
  if (i == 1)
    exm_metadata_set (fields.metadata, EXM_FIELD_MODIFIED, EXM_ORIGIN_META,
                      "2024-05-03T00:00:00Z");
  if (i == 2)
    {
      fields.feed = exm_feed_facts_parse ("tag:news.example,2024:a&b'c",
                                          "published\t1714521600000000\n"
                                          "updated\t1714694400000000\n"
                                          "category\t要闻 & \"more\"\ncategory\t<b>\n");
      exm_feed_facts_add_enclosure (fields.feed, "https://news.example/2.mp3?a=1&b=2",
                                    "audio/mpeg", "123");
      exm_feed_facts_add_enclosure (fields.feed, "https://news.example/2.bin", NULL, "x");
    }
  return exm_article_new (&fields);
}

char *
write_feed (ExmOutputFormat format, guint n_articles)
{
  const ExmFormatHead head = {
    .id = "urn:uuid:00000000-0000-8000-8000-000000000000",
    .title = "A <feed>",
    .updated_usec = 0,
  };
  const char *separator = exm_format_get (format)->separator;
  g_autofree char *start = exm_article_write_start (format, &head);
  g_autofree char *end = exm_article_write_end (format);
  g_autoptr (GString) out = g_string_new (start);

  for (guint i = 0; i < n_articles; i++)
    {
      g_autoptr (ExmArticle) article = make_feed_article (i);
      g_autofree char *bytes = exm_article_write (article, format);
      g_string_append (out, i > 0 && separator != NULL ? separator : "");
      g_string_append (out, bytes);
    }
  g_string_append (out, end);
  return g_string_free (g_steal_pointer (&out), FALSE);
}
