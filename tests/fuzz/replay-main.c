/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Runs a fuzz target on the files of a folder, then on seeded changes of them: what a
 * fuzzer found stays found, without a fuzzer. Usage: replay FOLDER [DICTIONARY] */

#include "fuzz.h"

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

/* The changes end after so many, or so much time, whichever comes first. */
#define N_CHANGES 4000u
#define MAX_USEC (2 * G_USEC_PER_SEC)

#define MAX_BYTES 4096

/* Words written into an input besides random bytes. */
static GPtrArray *words; /* (owned) (element-type GBytes) */

static int
compare_names (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static GPtrArray *
load_folder (const char *path, GError **error)
{
  g_autoptr (GDir) folder = g_dir_open (path, 0, error);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) files
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  const char *name;

  if (folder == NULL)
    return NULL;
  while ((name = g_dir_read_name (folder)) != NULL)
    g_ptr_array_add (names, g_build_filename (path, name, NULL));
  g_ptr_array_sort (names, compare_names);
  for (guint i = 0; i < names->len; i++)
    {
      char *data;
      gsize size;
      if (!g_file_get_contents (g_ptr_array_index (names, i), &data, &size, error))
        return NULL;
      g_ptr_array_add (files, g_bytes_new_take (data, size));
    }
  return g_steal_pointer (&files);
}

/* The tokens of a libFuzzer dictionary: a quoted one a line. */
static void
load_words (const char *path)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (path, &text, NULL, &error))
    g_error ("%s", error->message);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize n = strlen (lines[i]);
      if (n < 3 || lines[i][0] != '"' || lines[i][n - 1] != '"')
        continue;
      lines[i][n - 1] = '\0';
      char *word = g_strcompress (lines[i] + 1);
      g_ptr_array_add (words, g_bytes_new_take (word, strlen (word)));
    }
}

/* Puts @n bytes of @with in the place of @n_old bytes at @at. */
static void
splice (GByteArray *input, guint at, guint n_old, const guint8 *with, guint n)
{
  n_old = MIN (n_old, input->len - at);
  if (n_old > 0)
    g_byte_array_remove_range (input, at, n_old);
  guint tail = input->len - at;
  g_byte_array_set_size (input, input->len + n);
  memmove (input->data + at + n, input->data + at, tail);
  memcpy (input->data + at, with, n);
}

static void
change_once (GRand *rand, GPtrArray *files, GByteArray *input)
{
  guint at = (guint) g_rand_int_range (rand, 0, (gint) input->len + 1);
  guint n_old = (guint) g_rand_int_range (rand, 0, 9);
  guint8 bytes[4];
  gsize n;
  const guint8 *with;

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0: /* random bytes */
      for (guint i = 0; i < sizeof bytes; i++)
        bytes[i] = (guint8) g_rand_int (rand);
      splice (input, at, n_old, bytes, (guint) g_rand_int_range (rand, 0, 5));
      return;
    case 1: /* cut */
      splice (input, at, (guint) g_rand_int_range (rand, 0, 200), bytes, 0);
      return;
    case 2: /* a part of the same or another file */
      with = g_bytes_get_data (
          g_ptr_array_index (files, g_rand_int_range (rand, 0, (gint) files->len)), &n);
      if (n > 0)
        {
          guint start = (guint) g_rand_int_range (rand, 0, (gint) n);
          guint n_part = (guint) g_rand_int_range (rand, 0, (gint) (n - start) + 1);
          splice (input, at, n_old, with + start, MIN (n_part, 512));
        }
      return;
    default: /* a word */
      if (words->len == 0)
        return;
      with = g_bytes_get_data (
          g_ptr_array_index (words, g_rand_int_range (rand, 0, (gint) words->len)), &n);
      splice (input, at, n_old, with, (guint) n);
      return;
    }
}

/* An exact copy on the heap, so that a sanitizer sees one step beyond its end. */
static void
run (const guint8 *data, gsize size)
{
  g_autofree guint8 *copy = g_malloc (MAX (size, 1));

  if (size > 0)
    memcpy (copy, data, size);
  LLVMFuzzerTestOneInput (copy, size);
}

static guint
run_changes (GPtrArray *files)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20260101);
  gint64 end = g_get_monotonic_time () + MAX_USEC;
  guint n = 0;

  for (; n < N_CHANGES && g_get_monotonic_time () < end; n++)
    {
      gsize size;
      const guint8 *data
          = g_bytes_get_data (g_ptr_array_index (files, n % files->len), &size);
      /* With an address, even of an empty file. */
      g_autoptr (GByteArray) input = g_byte_array_sized_new (MAX_BYTES);
      guint n_steps = (guint) g_rand_int_range (rand, 1, 9);
      g_byte_array_append (input, data, (guint) MIN (size, MAX_BYTES));
      for (guint i = 0; i < n_steps; i++)
        change_once (rand, files, input);
      run (input->data, input->len);
    }
  return n;
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;

  if (argc < 2)
    {
      g_printerr ("usage: %s FOLDER [DICTIONARY]\n", argv[0]);
      return EXIT_FAILURE;
    }
  words = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  if (argc > 2)
    load_words (argv[2]);
  g_autoptr (GPtrArray) files = load_folder (argv[1], &error);
  if (files == NULL || files->len == 0)
    g_error ("no corpus: %s", error != NULL ? error->message : argv[1]);
  g_print ("1..2\n");
  for (guint i = 0; i < files->len; i++)
    {
      gsize size;
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (files, i), &size);
      run (data, size);
    }
  g_print ("ok 1 %u files\n", files->len);
  guint n = run_changes (files);
  g_print ("%s 2 %u changes of them\n", n > 0 ? "ok" : "not ok", n);
  g_ptr_array_unref (words);
  return n > 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
