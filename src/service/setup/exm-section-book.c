/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-section-book.h"

#include "base/exm-fail-point.h"
#include "store/db/exm-store-folder.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>
#include <unistd.h>

#define LOCK_NAME "sections.lock"

/* How long another process may have the file. */
#define LOCK_MS 500u

/* A line is "+", and a section, or "=", and what became of one. Cells are parted by tabs;
 * what is no plain character in them is written as g_strescape() does. */
#define N_SECTION_CELLS 5u
#define N_NOTE_CELLS 7u

struct _ExmSectionBook
{
  char *path;         /* (owned) */
  GPtrArray *entries; /* (owned) (element-type ExmSectionEntry) */
  int lock;
  int file; /* open for appending, or -1 */
};

static void
entry_free (gpointer data)
{
  ExmSectionEntry *self = data;

  exm_section_free (self->section);
  g_free (self->uid);
  g_free (self->question);
  g_free (self->example);
  g_free (self);
}

static void
take_section (GPtrArray *entries, ExmSection *section)
{
  ExmSectionEntry *entry = g_new0 (ExmSectionEntry, 1);

  entry->section = section;
  g_ptr_array_add (entries, entry);
}

/* Writing */

static void
append_cell (GString *line, const char *text)
{
  static char high[129];

  if (high[0] == '\0')
    for (guint i = 0; i < 128; i++)
      high[i] = (char) (128 + i);
  g_autofree char *escaped = g_strescape (text != NULL ? text : "", high);
  g_string_append_printf (line, "\t%s", escaped);
}

static void
append_section (GString *text, const ExmSection *section)
{
  g_string_append_printf (text, "+\t%u", section->line);
  append_cell (text, section->address);
  append_cell (text, section->name);
  append_cell (text, section->group);
  g_string_append_c (text, '\n');
}

static void
append_note (GString *text, guint index, const ExmSectionEntry *entry)
{
  g_string_append_printf (text, "=\t%u\t%s\t%d", index,
                          exm_section_state_get_name (entry->state), entry->is_stored);
  append_cell (text, entry->uid);
  append_cell (text, entry->question);
  append_cell (text, entry->example);
  g_string_append_c (text, '\n');
}

/* Reading */

/* Returns: (transfer full) (nullable): %NULL for an empty cell */
static char *
dup_cell (const char *cell)
{
  g_autofree char *text = g_strcompress (cell);

  return *text != '\0' && g_utf8_validate (text, -1, NULL) ? g_steal_pointer (&text)
                                                           : NULL;
}

static gboolean
read_number (const char *cell, guint *number)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (cell, 10, 0, G_MAXUINT, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

static void
read_section (ExmSectionBook *self, char **cells)
{
  g_autofree ExmSection *section = g_new0 (ExmSection, 1);

  if (!read_number (cells[1], &section->line)
      || self->entries->len >= EXM_SECTION_LIST_MAX)
    return;
  section->address = dup_cell (cells[2]);
  section->name = dup_cell (cells[3]);
  section->group = dup_cell (cells[4]);
  take_section (self->entries, g_steal_pointer (&section));
}

static void
read_note (ExmSectionBook *self, char **cells)
{
  ExmSectionState state;
  guint index;

  if (!read_number (cells[1], &index) || index >= self->entries->len
      || !exm_section_state_find (cells[2], &state))
    return;
  ExmSectionEntry *entry = g_ptr_array_index (self->entries, index);
  entry->state = state;
  entry->is_stored = g_str_equal (cells[3], "1");
  g_free (entry->uid);
  entry->uid = dup_cell (cells[4]);
  g_free (entry->question);
  entry->question = dup_cell (cells[5]);
  g_free (entry->example);
  entry->example = dup_cell (cells[6]);
}

static void
read_text (ExmSectionBook *self, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  /* The last one has no end: it is empty, or a write was broken off. */
  for (guint i = 0; lines[i] != NULL && lines[i + 1] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      guint n_cells = g_strv_length (cells);
      if (n_cells == N_SECTION_CELLS && g_str_equal (cells[0], "+"))
        read_section (self, cells);
      else if (n_cells == N_NOTE_CELLS && g_str_equal (cells[0], "="))
        read_note (self, cells);
    }
}

/* Writes all of @entries in place of the file, which is open for more then. */
static gboolean
write_all (ExmSectionBook *self, const GPtrArray *entries, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < entries->len; i++)
    append_section (text, ((const ExmSectionEntry *) entries->pdata[i])->section);
  for (guint i = 0; i < entries->len; i++)
    if (((const ExmSectionEntry *) entries->pdata[i])->state != EXM_SECTION_WAITING)
      append_note (text, i, entries->pdata[i]);
  exm_fail_point ("sections.list.before");
  if (!g_file_set_contents_full (
          self->path, text->str, (gssize) text->len,
          G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, error))
    return FALSE;
  exm_fail_point ("sections.list.after");
  if (self->file >= 0)
    close (self->file);
  self->file = open (self->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  return TRUE;
}

ExmSectionBook *
exm_section_book_open (const char *folder, GError **error)
{
  g_autoptr (ExmSectionBook) self = g_new0 (ExmSectionBook, 1);
  g_autofree char *lock_path = g_build_filename (folder, LOCK_NAME, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) failure = NULL;

  self->file = -1;
  self->lock = -1;
  self->path = g_build_filename (folder, EXM_SECTION_BOOK_NAME, NULL);
  self->entries = g_ptr_array_new_with_free_func (entry_free);
  if (!exm_store_folder_make (folder, error))
    return NULL;
  self->lock = exm_store_folder_lock (lock_path, self->path, LOCK_MS, NULL, error);
  if (self->lock < 0)
    return NULL;
  if (g_file_get_contents (self->path, &text, NULL, &failure))
    read_text (self, text);
  else if (!g_error_matches (failure, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }
  /* Behind a line that was broken off none could be appended. */
  if (text != NULL && *text != '\0' && !write_all (self, self->entries, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
exm_section_book_close (ExmSectionBook *self)
{
  if (self->file >= 0)
    close (self->file);
  if (self->lock >= 0)
    close (self->lock);
  g_ptr_array_unref (self->entries);
  g_free (self->path);
  g_free (self);
}

guint
exm_section_book_get_n (const ExmSectionBook *self)
{
  return self->entries->len;
}

const ExmSectionEntry *
exm_section_book_get (const ExmSectionBook *self, guint index)
{
  return g_ptr_array_index (self->entries, index);
}

void
exm_section_book_resolve (ExmSectionBook *self, GHashTable *uids)
{
  for (guint i = 0; i < self->entries->len; i++)
    {
      ExmSectionEntry *entry = g_ptr_array_index (self->entries, i);
      if (entry->uid == NULL || entry->is_stored)
        continue;
      entry->is_stored = g_hash_table_contains (uids, entry->uid);
      if (!entry->is_stored)
        entry->state = EXM_SECTION_WAITING;
    }
}

/* Whether an entry leaves when those of @addresses are added. @addresses: (nullable) */
static gboolean
is_done (const ExmSectionEntry *entry, GHashTable *addresses)
{
  if (addresses == NULL)
    return FALSE;
  return entry->state == EXM_SECTION_READY || entry->state == EXM_SECTION_THERE
         || (entry->section->address != NULL
             && g_hash_table_contains (addresses, entry->section->address));
}

gboolean
exm_section_book_add (ExmSectionBook *self,
                      GPtrArray *sections,
                      gboolean keep_all,
                      GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new ();
  g_autoptr (GHashTable) addresses
      = keep_all ? NULL : g_hash_table_new (g_str_hash, g_str_equal);
  guint n_old;

  for (guint i = 0; i < sections->len && !keep_all; i++)
    if (((const ExmSection *) sections->pdata[i])->address != NULL)
      g_hash_table_add (addresses, ((const ExmSection *) sections->pdata[i])->address);
  for (guint i = 0; i < self->entries->len; i++)
    if (!is_done (self->entries->pdata[i], addresses))
      g_ptr_array_add (entries, self->entries->pdata[i]);
  n_old = entries->len;
  if (n_old + sections->len > EXM_SECTION_LIST_MAX)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The list has more than %u sections"), EXM_SECTION_LIST_MAX);
      return FALSE;
    }
  for (guint i = 0; i < sections->len; i++)
    take_section (entries, sections->pdata[i]);
  if (!write_all (self, entries, error))
    {
      for (guint i = n_old; i < entries->len; i++)
        g_free (entries->pdata[i]);
      return FALSE;
    }
  g_ptr_array_set_free_func (sections, NULL);
  g_ptr_array_set_size (sections, 0);
  /* Entries that stay change their owner; those that are done go. */
  for (guint i = 0; i < self->entries->len; i++)
    if (is_done (self->entries->pdata[i], addresses))
      entry_free (self->entries->pdata[i]);
  g_ptr_array_set_free_func (self->entries, NULL);
  g_ptr_array_unref (self->entries);
  self->entries = g_steal_pointer (&entries);
  g_ptr_array_set_free_func (self->entries, entry_free);
  return TRUE;
}

static gboolean
append (ExmSectionBook *self, const GString *line)
{
  return self->file >= 0
         && write (self->file, line->str, line->len) == (gssize) line->len;
}

static void
set_text (char **field, const char *text)
{
  char *copy = g_strdup (text);

  g_free (*field);
  *field = copy;
}

gboolean
exm_section_book_note (ExmSectionBook *self,
                       guint index,
                       ExmSectionState state,
                       const char *uid,
                       const char *question,
                       const char *example,
                       gboolean is_stored,
                       GError **error)
{
  ExmSectionEntry *entry = g_ptr_array_index (self->entries, index);
  g_autoptr (GString) line = g_string_new (NULL);

  entry->state = state;
  entry->is_stored = is_stored;
  set_text (&entry->uid, uid);
  set_text (&entry->question, question);
  set_text (&entry->example, example);
  append_note (line, index, entry);
  exm_fail_point ("sections.note.before");
  if (!append (self, line))
    {
      int code = self->file >= 0 ? errno : EBADF;
      g_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                   /* translators: a file, then the cause */
                   _ ("%s cannot be written: %s"), self->path, g_strerror (code));
      return FALSE;
    }
  exm_fail_point ("sections.note.after");
  return TRUE;
}

guint
exm_section_book_count_shared (const ExmSectionBook *self, guint *n_examples)
{
  g_autoptr (GHashTable) counts = g_hash_table_new (g_str_hash, g_str_equal);
  GHashTableIter iter;
  gpointer count;
  guint n_sections = 0;

  *n_examples = 0;
  for (guint i = 0; i < self->entries->len; i++)
    {
      const ExmSectionEntry *entry = self->entries->pdata[i];
      if (entry->example == NULL || entry->uid == NULL)
        continue;
      gpointer n = g_hash_table_lookup (counts, entry->example);
      g_hash_table_insert (counts, entry->example,
                           GUINT_TO_POINTER (GPOINTER_TO_UINT (n) + 1));
    }
  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, NULL, &count))
    if (GPOINTER_TO_UINT (count) > 1)
      {
        n_sections += GPOINTER_TO_UINT (count);
        (*n_examples)++;
      }
  return n_sections;
}
