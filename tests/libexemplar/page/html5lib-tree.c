/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "html5lib-tree.h"

#include <string.h>

static guint n_cases;
static guint n_failed;
static Html5libDump dump_page;

/* The part of a case behind the line @name, up to the next line that begins with "#" and
 * is one of the format; %NULL if there is none. */
static char *
find_part (const char *test, const char *name)
{
  g_autofree char *start = g_strconcat ("\n", name, "\n", NULL);
  const char *p = strstr (test, start);

  if (p == NULL)
    return NULL;
  p += strlen (start);
  static const char *const ends[]
      = { "\n#errors\n", "\n#document-fragment\n", "\n#script-off\n", "\n#script-on\n",
          "\n#document\n" };
  const char *end = p + strlen (p);
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      const char *found = strstr (p - 1, ends[i]);
      if (found != NULL && found < end)
        end = found;
    }
  return g_strndup (p, (gsize) MAX (end - p, 0));
}

/* NULs of a file come as the byte 0xff, which UTF-8 has not. */
static void
restore_nuls (char *text, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if ((guint8) text[i] == 0xff)
      text[i] = '\0';
}

static void
run (const char *data, const char *expected, gboolean scripting)
{
  gsize n = strlen (data);
  /* Exactly as large as the page, so that a sanitizer sees what is read behind it. */
  g_autofree char *html = g_memdup2 (data, n);

  restore_nuls (html, n);
  g_autofree char *found = dump_page (html, n, scripting);
  g_strchomp (found);
  n_cases++;
  if (strcmp (found, expected) == 0)
    return;
  n_failed++;
  g_test_message ("scripting %d: %s\nexpected:\n%s\nfound:\n%s", scripting, data,
                  expected, found);
}

static void
run_case (const char *test)
{
  g_autofree char *data = find_part (test, "#data");
  g_autofree char *expected = find_part (test, "#document");

  if (strstr (test, "\n#document-fragment\n") != NULL)
    return;
  g_assert_nonnull (data);
  g_assert_nonnull (expected);
  g_strchomp (expected);
  if (strstr (test, "\n#script-on\n") == NULL)
    run (data, expected, FALSE);
  if (strstr (test, "\n#script-off\n") == NULL)
    run (data, expected, TRUE);
}

static void
test_file (const void *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize n;

  g_file_get_contents (path, &text, &n, &error);
  g_assert_no_error (error);
  for (gsize i = 0; i < n; i++)
    if (text[i] == '\0')
      text[i] = (char) 0xff;
  g_autofree char *whole = g_strconcat ("\n", text, NULL);
  guint before = n_failed;
  for (char *p = whole; p != NULL;)
    {
      char *next = strstr (p + 1, "\n\n#data\n");
      if (next != NULL)
        *next++ = '\0';
      run_case (p);
      p = next;
    }
  if (n_failed > before)
    g_test_fail_printf ("%u cases", n_failed - before);
}

int
html5lib_tree_run (int argc, char *argv[], const char *name_space, Html5libDump dump)
{
  dump_page = dump;
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);
  const char *name;
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".dat"))
      {
        g_autofree char *test = g_strconcat (name_space, name, NULL);
        g_test_add_data_func_full (test, g_build_filename (argv[1], name, NULL),
                                   test_file, g_free);
      }
  int status = g_test_run ();
  g_test_message ("%u cases", n_cases);
  g_assert_cmpuint (n_cases, >, 2000);
  return status;
}
