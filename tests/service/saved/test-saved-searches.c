/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Saved searches: a file that people edit, of which no line is lost. */

#include "config.h"

#include "saved/exm-saved-searches.h"
#include "task/exm-task.h"

#include "test-folder.h"

#include <string.h>

typedef struct
{
  char *folder;        /* (owned) */
  char *path;          /* (owned) */
  GPtrArray *messages; /* (owned) (element-type utf8) */
} Fixture;

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  self->path = g_build_filename (self->folder, EXM_SAVED_SEARCHES_NAME, NULL);
  self->messages = g_ptr_array_new_with_free_func (g_free);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_ptr_array_unref (self->messages);
  g_free (self->path);
  test_folder_free (self->folder);
}

static void
write_bytes (Fixture *self, const char *bytes, gssize n_bytes)
{
  g_assert_true (g_file_set_contents (self->path, bytes, n_bytes, NULL));
}

static void
assert_file (Fixture *self, const char *text)
{
  g_autofree char *found = NULL;

  g_assert_true (g_file_get_contents (self->path, &found, NULL, NULL));
  g_assert_cmpstr (found, ==, text);
}

/* As "name=words|name=!words|", with a "!" for one that alerts. */
static void
assert_searches (Fixture *self, const char *expected, guint n_messages)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) out = g_string_new (NULL);

  g_ptr_array_set_size (self->messages, 0);
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, self->messages, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      g_string_append_printf (out, "%s=%s%s|", search->name, search->alerts ? "!" : "",
                              search->words);
    }
  g_assert_cmpstr (out->str, ==, expected);
  g_assert_cmpuint (self->messages->len, ==, n_messages);
}

static void
add (Fixture *self, const char *name, const char *words)
{
  g_autoptr (GError) error = NULL;

  const ExmSavedSearch search = { .name = (char *) name, .words = (char *) words };
  exm_saved_searches_add (self->folder, &search, G_MAXUINT, &error);
  g_assert_no_error (error);
}

static void
assert_refused (Fixture *self, const char *name, const char *words, ExmStoreError code)
{
  g_autoptr (GError) error = NULL;

  const ExmSavedSearch search = { .name = (char *) name, .words = (char *) words };
  g_assert_false (exm_saved_searches_add (self->folder, &search, G_MAXUINT, &error));
  g_assert_error (error, EXM_STORE_ERROR, (int) code);
}

static void
changes (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint position = 0;

  assert_searches (self, "", 0);
  add (self, " Tunnels ", "隧道\n-sport site:a.example");
  add (self, "Été", "title:x = y");
  assert_searches (self, "Tunnels=隧道 -sport site:a.example|Été=title:x = y|", 0);
  assert_refused (self, "TUNNELS", "x", EXM_STORE_ERROR_CONSTRAINT);
  assert_refused (self, "e\u0301te\u0301", "x", EXM_STORE_ERROR_CONSTRAINT);
  exm_saved_searches_rename (self->folder, "tunnels", "Été", &error);
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT);
  g_clear_error (&error);
  g_assert_true (exm_saved_searches_rename (self->folder, "tunnels", "TUNNELS", &error));
  assert_searches (self, "TUNNELS=隧道 -sport site:a.example|Été=title:x = y|", 0);
  g_autoptr (ExmSavedSearch) old
      = exm_saved_searches_remove (self->folder, "Tunnels", &position, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (old->words, ==, "隧道 -sport site:a.example");
  g_assert_cmpuint (position, ==, 0);
  g_assert_null (exm_saved_searches_remove (self->folder, "Tunnels", NULL, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  assert_file (self, "Été = title:x = y\n");
}

/* Lines without the mark are read as ever; one that was removed comes back as it was. */
static void
alerts (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  guint position = 0;

  write_bytes (self, "A = a\n# note\nB =[alert]  b [alert]\nC = [alert]\nD = d\n", -1);
  assert_searches (self, "A=a|B=!b [alert]|D=d|", 1);
  g_assert_true (exm_saved_searches_set_alerts (self->folder, "a", TRUE, &error));
  g_assert_true (exm_saved_searches_set_alerts (self->folder, "B", FALSE, &error));
  g_assert_true (exm_saved_searches_rename (self->folder, "A", "AA", &error));
  assert_file (self, "AA = [alert] a\n# note\nB = b [alert]\nC = [alert]\nD = d\n");
  g_autoptr (ExmSavedSearch) old
      = exm_saved_searches_remove (self->folder, "AA", &position, &error);
  assert_searches (self, "B=b [alert]|D=d|", 1);
  g_assert_true (exm_saved_searches_add (self->folder, old, position, &error));
  g_assert_no_error (error);
  assert_file (self, "# note\nAA = [alert] a\nB = b [alert]\nC = [alert]\nD = d\n");
  exm_saved_searches_set_alerts (self->folder, "E", TRUE, &error);
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Outputs, as they stand in the file. */
static void
outputs (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_auto (ExmTaskFields) fields = { 0 };

  write_bytes (self,
               "A = [to slack:Desk] [daily 08:00] [alert] [to text:/a b] words\n"
               "B = [to nowhere:x] b\nC = [to text:here] c\nD = [to text:/d] [run] d\n"
               "E = [to slack:Desk] [daily 25:00] e\nF = [run] f\nG = [to text:/g\n",
               -1);
  assert_searches (self, "A=!words|F=[run] f|G=[to text:/g|", 4);
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, self->messages, &error);
  exm_task_fields_init (&fields);
  exm_saved_search_add_outputs (searches->pdata[0], &fields);
  g_assert_cmpuint (fields.outputs->len, ==, 2);
  const ExmTaskOutput *slack = &g_array_index (fields.outputs, ExmTaskOutput, 0);
  g_assert_cmpstr (slack->kind, ==, "slack");
  g_assert_cmpstr (slack->to, ==, "Desk");
  g_assert_cmpstr (slack->when, ==, "daily 08:00");
  const ExmTaskOutput *text = &g_array_index (fields.outputs, ExmTaskOutput, 1);
  g_assert_cmpstr (text->folder, ==, "/a b");

  write_bytes (self, "A = [alert] a\n", -1);
  exm_saved_searches_set_outputs (self->folder, "a", "[to text:/out]", &error);
  g_assert_no_error (error);
  assert_file (self, "A = [alert] [to text:/out] a\n");
  exm_saved_searches_rename (self->folder, "A", "B", &error);
  assert_file (self, "B = [alert] [to text:/out] a\n");
  g_autoptr (ExmSavedSearch) old
      = exm_saved_searches_remove (self->folder, "B", NULL, &error);
  exm_saved_searches_add (self->folder, old, 0, &error);
  assert_file (self, "B = [alert] [to text:/out] a\n");
  exm_saved_searches_set_outputs (self->folder, "B", "", &error);
  g_assert_no_error (error);
  assert_file (self, "B = [alert] a\n");
  g_assert_false (
      exm_saved_searches_set_outputs (self->folder, "B", "[to text:out]", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED);
}

/* For the entry of a name, while it is typed. */
static void
names (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  write_bytes (self, "A = a\n", -1);
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, self->messages, NULL);
  g_assert_true (exm_saved_searches_check_name (searches, " B ", &error));
  g_assert_no_error (error);
  g_assert_false (exm_saved_searches_check_name (searches, " a", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT);
  g_clear_error (&error);
  g_assert_false (exm_saved_searches_check_name (searches, "x = y", &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED);
}

static void
refused (Fixture *self, gconstpointer unused)
{
  g_autofree char *long_name = g_strnfill (EXM_SAVED_SEARCH_MAX_NAME + 1, 'n');
  g_autofree char *long_words = g_strnfill (EXM_SAVED_SEARCH_MAX_WORDS + 1, 'w');

  assert_refused (self, "", "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a=b", "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "#a", "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a\nb", "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a\xff", "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a", "x\xff", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a", " \n … ", EXM_STORE_ERROR_FAILED);
  assert_refused (self, long_name, "x", EXM_STORE_ERROR_FAILED);
  assert_refused (self, "a", long_words, EXM_STORE_ERROR_FAILED);
  assert_searches (self, "", 0);
}

/* Lines that cannot be read are told, and outlive every change. */
static void
bad_lines (Fixture *self, gconstpointer unused)
{
  static const char text[] = "\xef\xbb\xbf# note\r\n\r\nno sign\nA = a\r\n= nameless\n"
                             "B =\na = again\n\xfe\xff = x\nC = c";

  write_bytes (self, text, -1);
  assert_searches (self, "A=a|C=c|", 5);
  g_assert_nonnull (strstr (g_ptr_array_index (self->messages, 0), "line 3"));
  add (self, "D", "d");
  g_assert_true (exm_saved_searches_rename (self->folder, "A", "AA", NULL));
  assert_file (self, "\xef\xbb\xbf# note\r\n\r\nno sign\nAA = a\n= nameless\n"
                     "B =\na = again\n\xfe\xff = x\nC = c\nD = d\n");
}

/* A file of something else: bytes of any kind, which stay. */
static void
damaged (Fixture *self, gconstpointer unused)
{
  static const char bytes[] = "A = a\n\0\0\0 = \0\nB\0 = b\nC = c\n";
  g_autofree char *found = NULL;
  gsize n_bytes = 0;

  write_bytes (self, bytes, sizeof bytes - 1);
  assert_searches (self, "A=a|C=c|", 2);
  g_autoptr (ExmSavedSearch) old
      = exm_saved_searches_remove (self->folder, "C", NULL, NULL);
  g_assert_nonnull (old);
  g_assert_true (g_file_get_contents (self->path, &found, &n_bytes, NULL));
  g_assert_cmpmem (found, n_bytes, bytes, sizeof bytes - 1 - strlen ("C = c\n"));
}

static void
many_lines (Fixture *self, gconstpointer unused)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < EXM_SAVED_SEARCHES_MAX + 5; i++)
    g_string_append_printf (text, "Name %u = word%u\n", i, i);
  write_bytes (self, text->str, (gssize) text->len);
  g_autoptr (GPtrArray) searches
      = exm_saved_searches_load (self->folder, self->messages, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (searches->len, ==, EXM_SAVED_SEARCHES_MAX);
  g_assert_cmpuint (self->messages->len, ==, 5);
  assert_refused (self, "One more", "x", EXM_STORE_ERROR_CONSTRAINT);
  /* A thousand bad lines are not a thousand sentences. */
  g_string_truncate (text, 0);
  for (guint i = 0; i < 1000; i++)
    g_string_append (text, "bad\n");
  write_bytes (self, text->str, (gssize) text->len);
  assert_searches (self, "", 21);
}

static void
long_search (Fixture *self, gconstpointer unused)
{
  g_autofree char *words = g_strnfill (10000, 'w');
  g_autofree char *expected = g_strdup_printf ("Long=%s|", words);

  add (self, "Long", words);
  assert_searches (self, expected, 0);
}

static void
long_file (Fixture *self, gconstpointer unused)
{
  g_autofree char *text = g_strnfill (EXM_SAVED_SEARCHES_MAX_BYTES + 1, 'x');
  g_autoptr (GError) error = NULL;

  write_bytes (self, text, -1);
  g_assert_null (exm_saved_searches_load (self->folder, self->messages, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_TOO_LONG);
  assert_refused (self, "a", "x", EXM_STORE_ERROR_TOO_LONG);
  assert_file (self, text);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func)                                                                  \
  g_test_add ("/saved/searches/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("changes", changes);
  ADD ("alerts", alerts);
  ADD ("outputs", outputs);
  ADD ("names", names);
  ADD ("refused", refused);
  ADD ("bad-lines", bad_lines);
  ADD ("damaged", damaged);
  ADD ("many-lines", many_lines);
  ADD ("long-search", long_search);
  ADD ("long-file", long_file);
  return g_test_run ();
}
