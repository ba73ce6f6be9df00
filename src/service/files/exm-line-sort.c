/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-files"

#include "config.h"

#include "files/exm-line-sort.h"

#include "files/exm-spool.h"

#include <string.h>

/* Bytes of a run that are read at once. */
#define BLOCK_BYTES (256u << 10)

/* Sorted lines on the disk, and those of them that are in memory. */
typedef struct
{
  guint64 at;     /* in the file */
  guint64 end;    /* in the file */
  GString *block; /* (owned) (nullable): from @from on; %NULL before and after */
  gsize from;
} Run;

struct _ExmLineSort
{
  char *folder; /* (owned) */
  gsize n_memory;
  GPtrArray *lines;     /* (owned) (element-type utf8) */
  gsize n_bytes;        /* of these */
  GFileIOStream *spool; /* (owned) (nullable): once there are runs */
  guint64 n_spooled;
  GArray *runs; /* (owned) (element-type Run) */
};

static void
clear_run (gpointer data)
{
  Run *run = data;

  if (run->block != NULL)
    g_string_free (run->block, TRUE);
}

ExmLineSort *
exm_line_sort_new (const char *folder, gsize n_memory)
{
  ExmLineSort *self = g_new0 (ExmLineSort, 1);

  self->folder = g_strdup (folder);
  self->n_memory = n_memory;
  self->lines = g_ptr_array_new_with_free_func (g_free);
  self->runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_array_set_clear_func (self->runs, clear_run);
  return self;
}

void
exm_line_sort_free (ExmLineSort *self)
{
  g_free (self->folder);
  g_ptr_array_unref (self->lines);
  g_clear_object (&self->spool);
  g_array_unref (self->runs);
  g_free (self);
}

int
exm_line_sort_compare (gconstpointer a, gconstpointer b)
{
  const char *const *one = a, *const *other = b;

  return strcmp (*one, *other);
}

/* Writes the lines as a run. */
static gboolean
write_run (ExmLineSort *self, GError **error)
{
  g_autoptr (GString) text = g_string_sized_new (self->n_bytes);
  Run run = { .at = self->n_spooled, .end = self->n_spooled + self->n_bytes };

  g_ptr_array_sort (self->lines, exm_line_sort_compare);
  for (guint i = 0; i < self->lines->len; i++)
    g_string_append (text, g_ptr_array_index (self->lines, i));
  if (self->spool == NULL)
    self->spool = exm_spool_new (self->folder, error);
  if (self->spool == NULL
      || !g_output_stream_write_all (
          g_io_stream_get_output_stream (G_IO_STREAM (self->spool)), text->str, text->len,
          NULL, NULL, error))
    return FALSE;
  self->n_spooled = run.end;
  g_array_append_val (self->runs, run);
  g_ptr_array_set_size (self->lines, 0);
  self->n_bytes = 0;
  return TRUE;
}

gboolean
exm_line_sort_add (ExmLineSort *self, char *line, GError **error)
{
  g_ptr_array_add (self->lines, line);
  self->n_bytes += strlen (line);
  return self->n_bytes < self->n_memory || write_run (self, error);
}

/* Has a whole line of the run in memory, if there is one. */
static gboolean
fill (ExmLineSort *self, Run *run, GError **error)
{
  if (run->block == NULL)
    run->block = g_string_new (NULL);
  while (run->at < run->end && strchr (run->block->str + run->from, '\n') == NULL)
    {
      gsize n = (gsize) MIN (BLOCK_BYTES, run->end - run->at), n_read = 0;
      g_string_erase (run->block, 0, (gssize) run->from);
      run->from = 0;
      gsize n_before = run->block->len;
      g_string_set_size (run->block, n_before + n);
      if (!exm_spool_seek (self->spool, run->at, error)
          || !g_input_stream_read_all (
              g_io_stream_get_input_stream (G_IO_STREAM (self->spool)),
              run->block->str + n_before, n, &n_read, NULL, error))
        return FALSE;
      if (n_read < n)
        {
          g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT, self->folder);
          return FALSE;
        }
      run->at += n;
    }
  return TRUE;
}

/* Returns: (nullable): the run with the line that comes next */
static Run *
find_least (ExmLineSort *self)
{
  Run *least = NULL;

  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = &g_array_index (self->runs, Run, i);
      if (run->from < run->block->len
          && (least == NULL
              || strcmp (run->block->str + run->from, least->block->str + least->from)
                     < 0))
        least = run;
    }
  return least;
}

gboolean
exm_line_sort_foreach (ExmLineSort *self,
                       void (*func) (const char *line, gpointer data),
                       gpointer data,
                       GError **error)
{
  if (self->runs->len == 0)
    {
      g_ptr_array_sort (self->lines, exm_line_sort_compare);
      for (guint i = 0; i < self->lines->len; i++)
        func (g_ptr_array_index (self->lines, i), data);
      return TRUE;
    }
  if (!write_run (self, error))
    return FALSE;
  for (guint i = 0; i < self->runs->len; i++)
    if (!fill (self, &g_array_index (self->runs, Run, i), error))
      return FALSE;
  for (Run *run = find_least (self); run != NULL; run = find_least (self))
    {
      const char *start = run->block->str + run->from;
      gsize n = (gsize) (strchr (start, '\n') + 1 - start);
      g_autofree char *line = g_strndup (start, n);
      func (line, data);
      run->from += n;
      if (!fill (self, run, error))
        return FALSE;
    }
  return TRUE;
}
