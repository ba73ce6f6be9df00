/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/lab/exm-cli-compare.h"

#include <glib/gi18n.h>
#include <string.h>

/* Tables of text as corpora have them: a line of names, then a line a row, cells
 * separated by tabs, nothing quoted. */
typedef struct
{
  char **names;    /* (owned) */
  GPtrArray *rows; /* (owned) (element-type GStrv) */
} Sheet;

static void
sheet_clear (Sheet *self)
{
  g_clear_pointer (&self->names, g_strfreev);
  g_clear_pointer (&self->rows, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Sheet, sheet_clear)

/* Names of a page or a pair of pages. */
typedef struct
{
  char *folder;      /* (owned): of the set */
  char *site;        /* (owned) */
  char *target;      /* (owned) */
  char *example;     /* (owned) (nullable) */
  char *url;         /* (owned) (nullable) */
  char *example_url; /* (owned) (nullable) */
  gboolean has_example_body;
  gboolean target_titled; /* the first line of the body is the headline */
  gboolean example_titled;
  const ExmWeights *table; /* (unowned) (nullable) */
} Entry;

typedef struct
{
  ExmEngine *engine; /* (unowned) */
  ExmCliCompareMode mode;
  GPtrArray *entries; /* (owned) (element-type Entry) */
  GPtrArray *tables;  /* (owned) (element-type ExmWeights): one a fold */
  GHashTable *folds;  /* (owned) (nullable): "set/site" → fold + 1 */
} Corpus;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->folder);
  g_free (entry->site);
  g_free (entry->target);
  g_free (entry->example);
  g_free (entry->url);
  g_free (entry->example_url);
  g_free (entry);
}

static void
corpus_free (gpointer data)
{
  Corpus *self = data;

  g_ptr_array_unref (self->entries);
  g_ptr_array_unref (self->tables);
  g_clear_pointer (&self->folds, g_hash_table_unref);
  g_free (self);
}

static void
fail (GError **error, const char *path, const char *what)
{
  g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD, "%s: %s", path, what);
}

static gboolean
read_sheet (const char *path, Sheet *sheet, GError **error)
{
  g_autofree char *text = NULL;
  gsize n_bytes = 0;

  if (!g_file_get_contents (path, &text, &n_bytes, error))
    return FALSE;
  if (!g_utf8_validate (text, (gssize) n_bytes, NULL))
    {
      fail (error, path, _ ("the table is not UTF-8"));
      return FALSE;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  sheet->rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      gsize length = strlen (lines[i]);
      if (length > 0 && lines[i][length - 1] == '\r')
        lines[i][length - 1] = '\0';
      if (sheet->names == NULL)
        sheet->names = g_strsplit (lines[i], "\t", -1);
      else if (*lines[i] != '\0')
        g_ptr_array_add (sheet->rows, g_strsplit (lines[i], "\t", -1));
    }
  return TRUE;
}

/* The cell of a row; %NULL where there is none or nothing in it. */
static const char *
get_cell (const Sheet *sheet, guint row, const char *name)
{
  char **cells = g_ptr_array_index (sheet->rows, row);

  for (guint i = 0; sheet->names[i] != NULL && cells[i] != NULL; i++)
    if (strcmp (sheet->names[i], name) == 0)
      return *cells[i] != '\0' ? cells[i] : NULL;
  return NULL;
}

static gboolean
is_cell (const Sheet *sheet, guint row, const char *name, const char *value)
{
  return g_strcmp0 (get_cell (sheet, row, name), value) == 0;
}

/* Names of pages become names of files. */
static gboolean
check_names (const Sheet *sheet,
             const char *path,
             const char *const *columns,
             GError **error)
{
  for (guint i = 0; i < sheet->rows->len; i++)
    for (guint k = 0; columns[k] != NULL; k++)
      {
        const char *name = get_cell (sheet, i, columns[k]);
        if (name != NULL && strchr (name, '/') == NULL && strcmp (name, "..") != 0)
          continue;
        g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                     _ ("%s, row %u: “%s” is missing, or no name of a file"), path, i + 2,
                     columns[k]);
        return FALSE;
      }
  return TRUE;
}

/* Rows of an index by "site/page". */
static GHashTable *
index_pages (const Sheet *index)
{
  GHashTable *pages = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < index->rows->len; i++)
    g_hash_table_insert (
        pages,
        g_strconcat (get_cell (index, i, "site"), "/", get_cell (index, i, "page"), NULL),
        GUINT_TO_POINTER (i + 1));
  return pages;
}

/* The index's row of a page, %FALSE if it has none. */
static gboolean
find_row (GHashTable *pages, const char *site, const char *page, guint *row)
{
  g_autofree char *key = g_strconcat (site, "/", page, NULL);
  guint found = GPOINTER_TO_UINT (g_hash_table_lookup (pages, key));

  *row = found - 1;
  return found != 0;
}

static Entry *
add_entry (Corpus *self, const char *folder, const Sheet *index, guint row)
{
  Entry *entry = g_new0 (Entry, 1);
  g_autofree char *set = g_path_get_basename (folder);

  entry->folder = g_strdup (folder);
  entry->site = g_strdup (get_cell (index, row, "site"));
  entry->target = g_strdup (get_cell (index, row, "page"));
  entry->url = g_strdup (get_cell (index, row, "url"));
  entry->target_titled = is_cell (index, row, "gold_kind", "full+title");
  if (self->folds != NULL)
    {
      g_autofree char *key = g_strconcat (set, "/", entry->site, NULL);
      guint fold = GPOINTER_TO_UINT (g_hash_table_lookup (self->folds, key));
      /* Let any fold judge pages that no fold was trained on. */
      entry->table = g_ptr_array_index (self->tables, fold > 0 ? fold - 1 : 0);
    }
  g_ptr_array_add (self->entries, entry);
  return entry;
}

static gboolean
add_pairs (Corpus *self,
           const char *folder,
           const Sheet *index,
           guint *n_left_out,
           GError **error)
{
  static const char *const columns[] = { "site", "example_page", "target_page", NULL };
  g_autofree char *path = g_build_filename (folder, "pairs.tsv", NULL);
  g_autoptr (GHashTable) pages = index_pages (index);
  g_auto (Sheet) pairs = { 0 };

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  if (!read_sheet (path, &pairs, error) || !check_names (&pairs, path, columns, error))
    return FALSE;
  for (guint i = 0; i < pairs.rows->len; i++)
    {
      const char *site = get_cell (&pairs, i, "site");
      const char *example = get_cell (&pairs, i, "example_page");
      guint target_row, example_row;
      if (!find_row (pages, site, get_cell (&pairs, i, "target_page"), &target_row)
          || !find_row (pages, site, example, &example_row))
        {
          g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_RECORD,
                       _ ("%s, row %u: index.tsv has no such page"), path, i + 2);
          return FALSE;
        }
      if (!is_cell (index, target_row, "has_gold", "1"))
        {
          ++*n_left_out;
          continue;
        }
      Entry *entry = add_entry (self, folder, index, target_row);
      entry->example = g_strdup (example);
      entry->example_url = g_strdup (get_cell (index, example_row, "url"));
      entry->example_titled = is_cell (index, example_row, "gold_kind", "full+title");
      entry->has_example_body = is_cell (index, example_row, "has_gold", "1");
    }
  return TRUE;
}

static gboolean
add_set (Corpus *self, const char *folder, guint *n_left_out, GError **error)
{
  static const char *const columns[] = { "site", "page", NULL };
  g_autofree char *path = g_build_filename (folder, "index.tsv", NULL);
  g_auto (Sheet) index = { 0 };

  if (!read_sheet (path, &index, error) || !check_names (&index, path, columns, error))
    return FALSE;
  if (self->mode != EXM_CLI_COMPARE_SINGLE)
    return add_pairs (self, folder, &index, n_left_out, error);
  for (guint i = 0; i < index.rows->len; i++)
    if (is_cell (&index, i, "has_gold", "1"))
      add_entry (self, folder, &index, i);
    else
      ++*n_left_out;
  return TRUE;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static gboolean
is_set (const char *folder)
{
  g_autofree char *index = g_build_filename (folder, "index.tsv", NULL);
  return g_file_test (index, G_FILE_TEST_IS_REGULAR);
}

/* Folders of the sets, by name; @folder itself if it is one. */
static GPtrArray *
list_sets (const char *folder, char **only, GError **error)
{
  g_autoptr (GPtrArray) sets = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *whole = g_canonicalize_filename (folder, NULL);

  if (is_set (whole))
    {
      g_ptr_array_add (sets, g_steal_pointer (&whole));
      return g_steal_pointer (&sets);
    }
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  for (const char *name; (name = g_dir_read_name (dir)) != NULL;)
    {
      g_autofree char *path = g_build_filename (whole, name, NULL);
      if (is_set (path)
          && (only == NULL || g_strv_contains ((const char *const *) only, name)))
        g_ptr_array_add (sets, g_steal_pointer (&path));
    }
  g_ptr_array_sort (sets, compare_names);
  if (sets->len > 0 && (only == NULL || g_strv_length (only) == sets->len))
    return g_steal_pointer (&sets);
  fail (error, folder,
        only != NULL ? _ ("not all of these sets are there")
                     : _ ("there is no set of pages, a folder with index.tsv"));
  return NULL;
}

/* The tables of the folds, and which site is in which. */
static gboolean
load_tables (Corpus *self, const char *folder, GError **error)
{
  g_autofree char *path = g_build_filename (folder, "folds.tsv", NULL);
  g_auto (Sheet) sheet = { 0 };

  if (!read_sheet (path, &sheet, error))
    return FALSE;
  self->folds = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint k = 0;; k++)
    {
      g_autofree char *name = g_strdup_printf ("fold-%u.table", k);
      g_autofree char *file = g_build_filename (folder, name, NULL);
      g_autofree char *text = NULL;
      gsize n_bytes = 0;
      if (k > 0 && !g_file_test (file, G_FILE_TEST_EXISTS))
        break;
      if (!g_file_get_contents (file, &text, &n_bytes, error))
        return FALSE;
      ExmWeights *table = exm_weights_parse (text, n_bytes, error);
      if (table == NULL)
        {
          g_prefix_error (error, "%s: ", file);
          return FALSE;
        }
      g_ptr_array_add (self->tables, table);
    }
  for (guint i = 0; i < sheet.rows->len; i++)
    {
      const char *set = get_cell (&sheet, i, "set"), *site = get_cell (&sheet, i, "site");
      const char *fold = get_cell (&sheet, i, "fold");
      guint64 k = fold != NULL ? g_ascii_strtoull (fold, NULL, 10) : G_MAXUINT;
      if (site == NULL || k >= self->tables->len)
        {
          fail (error, path, _ ("a row lacks its site, or its fold has no table"));
          return FALSE;
        }
      g_hash_table_insert (self->folds,
                           g_strconcat (set != NULL ? set : "", "/", site, NULL),
                           GUINT_TO_POINTER ((guint) k + 1));
    }
  return TRUE;
}

static GBytes *
load_html (const Entry *entry, const char *page, GError **error)
{
  g_autofree char *file = g_strconcat (page, ".html", NULL);
  g_autofree char *path = g_build_filename (entry->folder, entry->site, file, NULL);
  char *bytes = NULL;
  gsize n_bytes = 0;

  if (!g_file_get_contents (path, &bytes, &n_bytes, error))
    return NULL;
  return g_bytes_new_take (bytes, n_bytes);
}

/* A body that is known, without the headline that some have as their first line. */
static char *
load_body (const Entry *entry, const char *page, gboolean titled, GError **error)
{
  g_autofree char *file = g_strconcat (page, ".txt", NULL);
  g_autofree char *path = g_build_filename (entry->folder, entry->site, file, NULL);
  g_autofree char *text = NULL;
  gsize n_bytes = 0;

  if (!g_file_get_contents (path, &text, &n_bytes, error))
    return NULL;
  if (!g_utf8_validate (text, (gssize) n_bytes, NULL))
    {
      fail (error, path, _ ("the body is not UTF-8"));
      return NULL;
    }
  gsize first = strcspn (text, "\r\n");
  gsize rest = first + strspn (text + first, "\r\n");
  return g_strdup (titled && text[rest] != '\0' ? text + rest : text);
}

static ExmPrepared *
prepare (const Corpus *self,
         const Entry *entry,
         const char *page,
         const char *url,
         const char *body,
         GError **error)
{
  const ExmPageHints hints = { .url = url };
  g_autoptr (GBytes) bytes = load_html (entry, page, error);

  return bytes != NULL ? exm_engine_prepare (self->engine, bytes, &hints, body, error)
                       : NULL;
}

/* Any thread. */
static gboolean
load (guint index, gpointer data, ExmComparedPage *page, GError **error)
{
  const Corpus *self = data;
  const Entry *entry = g_ptr_array_index (self->entries, index);
  g_autofree char *marked = NULL;

  page->table = entry->table;
  page->body = load_body (entry, entry->target, entry->target_titled, error);
  if (page->body == NULL)
    return FALSE;
  page->target = prepare (self, entry, entry->target, entry->url, NULL, error);
  if (page->target == NULL)
    return FALSE;
  page->examples = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  if (entry->example == NULL)
    return TRUE;
  if (self->mode == EXM_CLI_COMPARE_CLICK && entry->has_example_body
      && (marked = load_body (entry, entry->example, entry->example_titled, error))
             == NULL)
    return FALSE;
  ExmPrepared *example
      = prepare (self, entry, entry->example, entry->example_url, marked, error);
  if (example == NULL)
    return FALSE;
  g_ptr_array_add (page->examples, example);
  return TRUE;
}

static char *
get_name (guint index, gpointer data)
{
  const Corpus *self = data;
  const Entry *entry = g_ptr_array_index (self->entries, index);

  return g_strconcat (entry->site, "/", entry->target, NULL);
}

gboolean
exm_cli_pages_open_corpus (ExmCliPages *self,
                           const char *folder,
                           char **only,
                           ExmCliCompareMode mode,
                           const char *tables,
                           guint limit,
                           GError **error)
{
  Corpus *corpus = g_new0 (Corpus, 1);

  corpus->engine = self->engine;
  corpus->mode = mode;
  corpus->entries = g_ptr_array_new_with_free_func (entry_free);
  corpus->tables = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_weights_unref);
  self->data = corpus;
  self->free_data = corpus_free;
  self->load = load;
  self->get_name = get_name;
  self->reference = EXM_COMPARED_WITH_KNOWN;
  self->name = g_filename_display_basename (folder);
  if (only != NULL)
    {
      g_autofree char *sets_named = g_strjoinv (", ", only);
      g_autofree char *whole = g_steal_pointer (&self->name);
      self->name = g_strconcat (whole, ": ", sets_named, NULL);
    }
  if (tables != NULL && !load_tables (corpus, tables, error))
    return FALSE;
  g_autoptr (GPtrArray) sets = list_sets (folder, only, error);
  if (sets == NULL)
    return FALSE;
  for (guint i = 0; i < sets->len; i++)
    if (!add_set (corpus, g_ptr_array_index (sets, i), &self->n_left_out, error))
      return FALSE;
  self->n = corpus->entries->len;
  if (limit > 0)
    self->n = MIN (self->n, limit);
  if (self->n == 0)
    fail (error, folder,
          mode == EXM_CLI_COMPARE_SINGLE
              ? _ ("no page has a known body")
              : _ ("there are no pairs of pages; try --mode=single"));
  return self->n > 0;
}
