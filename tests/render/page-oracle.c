/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-oracle"

#include "config.h"

#include "page-oracle.h"

#include "charset/exm-decode.h"
#include "oracle-facts.h"
#include "page/exm-line-builder.h"
#include "render/exm-render-frame.h"

#include <string.h>

#define MAX_REPORTED 3u

struct _Oracle
{
  char *program;        /* (owned) */
  char *version;        /* (owned) (nullable) */
  GSubprocess *process; /* (owned) (nullable) */
  /* Equal paths have equal hashes on all pages, others have others. */
  GHashTable *hash_of_path; /* (owned) (element-type utf8 utf8) */
  GHashTable *path_of_hash; /* (owned) (element-type utf8 utf8) */
};

Oracle *
oracle_new (const char *program)
{
  Oracle *self = g_new0 (Oracle, 1);

  self->program = g_strdup (program);
  self->hash_of_path = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->path_of_hash = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  return self;
}

static void
stop (Oracle *self)
{
  if (self->process != NULL)
    g_subprocess_force_exit (self->process);
  g_clear_object (&self->process);
}

void
oracle_free (Oracle *self)
{
  stop (self);
  g_hash_table_unref (self->hash_of_path);
  g_hash_table_unref (self->path_of_hash);
  g_free (self->program);
  g_free (self->version);
  g_free (self);
}

const char *
oracle_get_version (const Oracle *self)
{
  return self->version;
}

static ExmRenderFrame *
ask (Oracle *self, GBytes *source, GError **error)
{
  g_autoptr (ExmRenderFrame) request = exm_render_frame_new (json_object_new (), source);
  g_autoptr (GBytes) bytes = exm_render_frame_encode (request);

  if (self->process == NULL)
    self->process
        = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                            error, self->program, NULL);
  if (self->process == NULL
      || !g_output_stream_write_all (g_subprocess_get_stdin_pipe (self->process),
                                     g_bytes_get_data (bytes, NULL),
                                     g_bytes_get_size (bytes), NULL, NULL, error))
    return NULL;
  return exm_render_frame_read (g_subprocess_get_stdout_pipe (self->process), NULL,
                                error);
}

/* Returns: (transfer full) (nullable): what the script found */
static JsonNode *
walk_page (Oracle *self, GBytes *source, GError **error)
{
  g_autoptr (ExmRenderFrame) answer = ask (self, source, error);

  if (answer == NULL)
    {
      stop (self);
      return NULL;
    }
  const char *failed = exm_render_frame_get_string (answer, "error");
  g_free (self->version);
  self->version = g_strdup (exm_render_frame_get_string (answer, "webkit"));
  if (failed != NULL)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_FAILED, "the walk failed: %s", failed);
      return NULL;
    }
  gsize n;
  const char *json = g_bytes_get_data (answer->body, &n);
  g_autofree char *text = g_strndup (json, n);
  return json_from_string (text, error);
}

/* WebKit leaves out such addresses where scripts are off; the reader knows nothing of
 * them. */
static GBytes *
without_script_addresses (GBytes *source)
{
  static const char scheme[] = "javascript:";
  gsize n;
  const char *data = g_bytes_get_data (source, &n);
  char *copy = g_memdup2 (data, n);

  for (gsize i = 0; i + sizeof scheme - 1 <= n; i++)
    if (copy[i + sizeof scheme - 2] == ':'
        && g_ascii_strncasecmp (copy + i, scheme, sizeof scheme - 1) == 0)
      copy[i] = 'x';
  return g_bytes_new_take (copy, n);
}

/* The document by itself: what the reader takes from scripts, frames and hidden parts
 * beyond it is no browser's business. */
static ExmPageText *
read_page (GBytes *raw, GBytes **source, GError **error)
{
  ExmPageTextParts parts;

  exm_page_text_parts_init (&parts);
  g_clear_pointer (&parts.charset.replaced, g_array_unref); /* it brings its own */
  g_autoptr (GBytes) decoded = exm_decode (raw, NULL, NULL, &parts.charset, error);
  if (decoded == NULL)
    {
      exm_page_text_parts_clear (&parts);
      return NULL;
    }
  *source = without_script_addresses (decoded);
  parts.source = g_bytes_ref (*source);
  exm_lines_build_fragment (&parts);
  return exm_page_text_new (&parts);
}

static gboolean
is_consistent (Oracle *self, const char *kind, const char *path, guint64 hash)
{
  g_autofree char *key = g_strdup_printf ("%s %s", kind, path);
  g_autofree char *number = g_strdup_printf ("%s %" G_GINT64_MODIFIER "x", kind, hash);
  const char *known_number = g_hash_table_lookup (self->hash_of_path, key);
  const char *known_path = g_hash_table_lookup (self->path_of_hash, number);

  if (known_number == NULL && known_path == NULL)
    {
      g_hash_table_insert (self->hash_of_path, g_strdup (key), g_strdup (number));
      g_hash_table_insert (self->path_of_hash, g_strdup (number), g_strdup (key));
      return TRUE;
    }
  return g_strcmp0 (known_number, number) == 0 && g_strcmp0 (known_path, key) == 0;
}

/* Returns: how many facts differ */
static guint
compare_line (Oracle *self,
              guint index,
              const LineFacts *ours,
              const LineFacts *theirs,
              GString *report)
{
  static const char *const kinds[] = { "block path", "class path" };
  guint n = 0;

  for (guint i = 0; i < N_FACTS; i++)
    if (strcmp (ours->facts[i], theirs->facts[i]) != 0 && n++ < MAX_REPORTED)
      g_string_append_printf (report, "  line %u, %s:\n    reader %s\n    webkit %s\n",
                              index, fact_names[i], ours->facts[i], theirs->facts[i]);
  for (guint i = 0; n == 0 && i < G_N_ELEMENTS (kinds); i++)
    if (!is_consistent (self, kinds[i], theirs->paths[i], ours->hashes[i]) && n++ == 0)
      g_string_append_printf (report, "  line %u, hash of %s: %s\n", index, kinds[i],
                              theirs->paths[i]);
  return n;
}

static gboolean
compare_lines (Oracle *self, GPtrArray *ours, GPtrArray *theirs, GString *report)
{
  guint n_differ = 0;

  for (guint i = 0; i < MIN (ours->len, theirs->len) && n_differ < MAX_REPORTED; i++)
    n_differ += compare_line (self, i, g_ptr_array_index (ours, i),
                              g_ptr_array_index (theirs, i), report);
  if (ours->len == theirs->len)
    return n_differ == 0;
  g_string_append_printf (report, "  lines: reader %u, webkit %u\n", ours->len,
                          theirs->len);
  return FALSE;
}

gboolean
oracle_compare (Oracle *self, GBytes *raw, GString *report)
{
  g_autoptr (GBytes) source = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) walk = NULL;
  g_autoptr (ExmPageText) page = read_page (raw, &source, &error);

  if (page != NULL)
    walk = walk_page (self, source, &error);
  if (walk == NULL)
    {
      g_string_append_printf (report, "  %s\n", error->message);
      return FALSE;
    }
  g_autoptr (GPtrArray) ours = facts_of_page (page);
  g_autoptr (GPtrArray) theirs = facts_of_walk (json_node_get_object (walk));
  return compare_lines (self, ours, theirs, report);
}
