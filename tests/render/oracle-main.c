/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* ./dev oracle [--damage [SEED]] [--write FOLDER] PAGES…: files, or folders whose HTML
 * files are pages. The last line says how many pages are equal. */

#define G_LOG_DOMAIN "exm-oracle"

#include "config.h"

#include "page-oracle.h"

#include <stdlib.h>
#include <string.h>

static gboolean is_damaging;
static char *seed_text;    /* (owned) (nullable) */
static char *write_folder; /* (owned) (nullable) */
static char **paths;       /* (owned) */

static gboolean
on_damage (const char *name, const char *value, gpointer data, GError **error)
{
  is_damaging = TRUE;
  g_free (seed_text);
  seed_text = g_strdup (value);
  return TRUE;
}

static const GOptionEntry entries[] = {
  { "damage", 0, G_OPTION_FLAG_OPTIONAL_ARG, G_OPTION_ARG_CALLBACK, on_damage,
    "Compare damaged copies (another seed gives others)", "SEED" },
  { "write", 0, 0, G_OPTION_ARG_FILENAME, &write_folder,
    "Keep the pages that are not equal, as they were compared", "FOLDER" },
  { G_OPTION_REMAINING, 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &paths, NULL, "PAGES…" },
  { NULL },
};

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
add_pages (GPtrArray *pages, const char *path, gboolean is_named)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, NULL);
  const char *name;

  if (folder == NULL)
    {
      if (is_named || g_str_has_suffix (path, ".html") || g_str_has_suffix (path, ".htm"))
        g_ptr_array_add (pages, g_strdup (path));
      return;
    }
  while ((name = g_dir_read_name (folder)) != NULL)
    {
      g_autofree char *inside = g_build_filename (path, name, NULL);
      add_pages (pages, inside, FALSE);
    }
}

static void
keep (GBytes *page, const char *path)
{
  g_autofree char *name = g_strdelimit (g_strdup (path), "/", '_');
  g_autofree char *target = g_build_filename (write_folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (!g_file_set_contents (target, g_bytes_get_data (page, NULL),
                            (gssize) g_bytes_get_size (page), &error))
    g_printerr ("%s\n", error->message);
}

static gboolean
compare_file (Oracle *oracle, const char *path, guint32 seed)
{
  g_autoptr (GString) report = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  char *data;
  gsize size;

  if (!g_file_get_contents (path, &data, &size, &error))
    {
      g_print ("not read: %s\n", error->message);
      return FALSE;
    }
  g_autoptr (GBytes) whole = g_bytes_new_take (data, size);
  g_autoptr (GBytes) page
      = is_damaging ? oracle_damage (whole, seed) : g_bytes_ref (whole);
  if (oracle_compare (oracle, page, report))
    return TRUE;
  g_print ("differs: %s\n%s", path, report->str);
  if (write_folder != NULL)
    keep (page, path);
  return FALSE;
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) options = g_option_context_new (NULL);
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint n_equal = 0;

  g_option_context_add_main_entries (options, entries, NULL);
  if (!g_option_context_parse (options, &argc, &argv, &error) || paths == NULL)
    {
      g_printerr ("oracle: %s\n", error != NULL ? error->message : "no pages");
      return 2;
    }
  guint32 seed = seed_text != NULL ? (guint32) g_ascii_strtoull (seed_text, NULL, 10)
                                   : g_random_int ();
  if (is_damaging)
    g_print ("seed %u\n", seed);
  for (char **path = paths; *path != NULL; path++)
    add_pages (pages, *path, TRUE);
  g_ptr_array_sort (pages, compare_names);
  g_autoptr (Oracle) oracle = oracle_new (g_getenv ("EXM_ORACLE_RENDER"));
  for (guint i = 0; i < pages->len; i++)
    n_equal += compare_file (oracle, g_ptr_array_index (pages, i), seed + i);
  g_print ("WebKitGTK %s\n",
           oracle_get_version (oracle) != NULL ? oracle_get_version (oracle) : "?");
  g_print ("oracle: %u of %u pages equal\n", n_equal, pages->len);
  return n_equal == pages->len && pages->len > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
