/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "test-vfs.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

/* A write, or a truncation where bytes is NULL. */
typedef struct
{
  gint64 offset;
  GBytes *bytes; /* (owned) (nullable) */
} Change;

/* A file while the power may go: what its readers see, and what is not on the disk. */
typedef struct
{
  char *path; /* (owned) */
  guint n_open;
  GByteArray *content; /* (owned) */
  GArray *pending;     /* (owned) (element-type Change) */
} Volatile;

typedef struct
{
  sqlite3_file base;
  Volatile *memory;   /* (unowned) (nullable) */
  sqlite3_file *real; /* (unowned): behind this struct */
} File;

static struct
{
  sqlite3_vfs vfs;
  sqlite3_vfs *real; /* (unowned) */
  gint64 space;
  gboolean read_only;
  gboolean may_lose_power;
  gboolean lost;
  guint writes_left;
  guint32 seed;
  GHashTable *files; /* (owned) (element-type utf8 Volatile) */
  guint unlocks_left;
  void (*at_unlock) (gpointer); /* (nullable) */
  gpointer at_unlock_data;      /* (unowned) */
} state;

static void
clear_change (gpointer data)
{
  g_clear_pointer (&((Change *) data)->bytes, g_bytes_unref);
}

static void
volatile_free (gpointer data)
{
  Volatile *memory = data;

  g_free (memory->path);
  g_byte_array_unref (memory->content);
  g_array_unref (memory->pending);
  g_free (memory);
}

static void
apply_to_disk (Volatile *memory, const Change *change)
{
  int fd = open (memory->path, O_WRONLY | O_CLOEXEC);

  g_assert_cmpint (fd, >=, 0);
  if (change->bytes == NULL)
    g_assert_cmpint (ftruncate (fd, change->offset), ==, 0);
  else
    {
      gsize n_bytes = 0;
      gconstpointer bytes = g_bytes_get_data (change->bytes, &n_bytes);
      g_assert_cmpint (pwrite (fd, bytes, n_bytes, change->offset), ==, n_bytes);
    }
  close (fd);
}

static void
lose_power (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (state.seed);
  GHashTableIter iter;
  gpointer value;

  state.lost = TRUE;
  g_hash_table_iter_init (&iter, state.files);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      Volatile *memory = value;
      for (guint i = 0; i < memory->pending->len; i++)
        if (state.seed != 0 && g_rand_boolean (random))
          apply_to_disk (memory, &g_array_index (memory->pending, Change, i));
    }
}

/* Before each change of a file: whether it happens. */
static gboolean
has_power (void)
{
  if (!state.may_lose_power)
    return TRUE;
  if (!state.lost && state.writes_left-- == 0)
    lose_power ();
  return !state.lost;
}

static void
add_change (Volatile *memory, gint64 offset, GBytes *bytes)
{
  Change change = { .offset = offset, .bytes = bytes };

  g_array_append_val (memory->pending, change);
}

static int
on_close (sqlite3_file *base)
{
  File *file = (File *) base;
  int code = file->real->pMethods->xClose (file->real);

  if (file->memory != NULL && --file->memory->n_open == 0
      && file->memory->pending->len == 0)
    g_hash_table_remove (state.files, file->memory->path);
  return code;
}

static int
on_read (sqlite3_file *base, void *buffer, int n_bytes, sqlite3_int64 offset)
{
  File *file = (File *) base;

  if (file->memory == NULL)
    return file->real->pMethods->xRead (file->real, buffer, n_bytes, offset);
  GByteArray *content = file->memory->content;
  gint64 n_there = CLAMP ((gint64) content->len - offset, 0, n_bytes);
  memset (buffer, 0, (gsize) n_bytes);
  if (n_there > 0)
    memcpy (buffer, content->data + offset, (gsize) n_there);
  return n_there == n_bytes ? SQLITE_OK : SQLITE_IOERR_SHORT_READ;
}

static int
on_file_size (sqlite3_file *base, sqlite3_int64 *size)
{
  File *file = (File *) base;

  if (file->memory == NULL)
    return file->real->pMethods->xFileSize (file->real, size);
  *size = file->memory->content->len;
  return SQLITE_OK;
}

/* Whether there is space for the file to reach to @end. */
static gboolean
take_space (sqlite3_file *base, gint64 end)
{
  sqlite3_int64 size = 0;

  if (state.space < 0)
    return TRUE;
  on_file_size (base, &size);
  gint64 growth = MAX (end - size, 0);
  if (growth > state.space)
    return FALSE;
  state.space -= growth;
  return TRUE;
}

static int
on_write (sqlite3_file *base, const void *bytes, int n_bytes, sqlite3_int64 offset)
{
  File *file = (File *) base;

  if (!has_power ())
    return SQLITE_IOERR_WRITE;
  if (state.read_only)
    return SQLITE_IOERR_WRITE;
  if (!take_space (base, offset + n_bytes))
    return SQLITE_FULL;
  if (file->memory == NULL)
    return file->real->pMethods->xWrite (file->real, bytes, n_bytes, offset);
  GByteArray *content = file->memory->content;
  if (offset + n_bytes > content->len)
    {
      guint before = content->len;
      g_byte_array_set_size (content, (guint) (offset + n_bytes));
      memset (content->data + before, 0, content->len - before);
    }
  memcpy (content->data + offset, bytes, (gsize) n_bytes);
  add_change (file->memory, offset, g_bytes_new (bytes, (gsize) n_bytes));
  return SQLITE_OK;
}

static int
on_truncate (sqlite3_file *base, sqlite3_int64 size)
{
  File *file = (File *) base;

  if (!has_power ())
    return SQLITE_IOERR_TRUNCATE;
  if (file->memory == NULL)
    return file->real->pMethods->xTruncate (file->real, size);
  if (size < file->memory->content->len)
    g_byte_array_set_size (file->memory->content, (guint) size);
  add_change (file->memory, size, NULL);
  return SQLITE_OK;
}

static int
on_sync (sqlite3_file *base, int flags)
{
  File *file = (File *) base;

  if (!has_power ())
    return SQLITE_IOERR_FSYNC;
  /* The disk itself is not waited for: a test ends processes, not the computer. */
  if (file->memory == NULL)
    return SQLITE_OK;
  GArray *pending = file->memory->pending;
  for (guint i = 0; i < pending->len; i++)
    apply_to_disk (file->memory, &g_array_index (pending, Change, i));
  g_array_set_size (pending, 0);
  return SQLITE_OK;
}

static int
on_lock (sqlite3_file *base, int level)
{
  File *file = (File *) base;
  return file->real->pMethods->xLock (file->real, level);
}

static int
on_unlock (sqlite3_file *base, int level)
{
  File *file = (File *) base;
  int code = file->real->pMethods->xUnlock (file->real, level);

  if (level == SQLITE_LOCK_NONE && state.at_unlock != NULL && state.unlocks_left-- == 0)
    {
      void (*func) (gpointer) = g_steal_pointer (&state.at_unlock);
      func (state.at_unlock_data);
    }
  return code;
}

static int
on_check_reserved (sqlite3_file *base, int *result)
{
  File *file = (File *) base;
  return file->real->pMethods->xCheckReservedLock (file->real, result);
}

static int
on_file_control (sqlite3_file *base, int operation, void *argument)
{
  File *file = (File *) base;

  if (operation == SQLITE_FCNTL_SIZE_HINT && file->memory != NULL)
    return SQLITE_NOTFOUND;
  return file->real->pMethods->xFileControl (file->real, operation, argument);
}

static int
on_sector_size (sqlite3_file *base)
{
  File *file = (File *) base;
  return file->real->pMethods->xSectorSize (file->real);
}

/* None: a disk that promises nothing. */
static int
on_characteristics (sqlite3_file *base)
{
  return 0;
}

static int
on_shm_map (sqlite3_file *base, int page, int size, int extend, void volatile **memory)
{
  File *file = (File *) base;
  return file->real->pMethods->xShmMap (file->real, page, size, extend, memory);
}

static int
on_shm_lock (sqlite3_file *base, int offset, int n_locks, int flags)
{
  File *file = (File *) base;
  return file->real->pMethods->xShmLock (file->real, offset, n_locks, flags);
}

static void
on_shm_barrier (sqlite3_file *base)
{
  File *file = (File *) base;
  file->real->pMethods->xShmBarrier (file->real);
}

static int
on_shm_unmap (sqlite3_file *base, int delete_flag)
{
  File *file = (File *) base;
  return file->real->pMethods->xShmUnmap (file->real, delete_flag);
}

/* Version 2: shared memory, but no mapping of the file, which would pass us by. */
static const sqlite3_io_methods methods = {
  .iVersion = 2,
  .xClose = on_close,
  .xRead = on_read,
  .xWrite = on_write,
  .xTruncate = on_truncate,
  .xSync = on_sync,
  .xFileSize = on_file_size,
  .xLock = on_lock,
  .xUnlock = on_unlock,
  .xCheckReservedLock = on_check_reserved,
  .xFileControl = on_file_control,
  .xSectorSize = on_sector_size,
  .xDeviceCharacteristics = on_characteristics,
  .xShmMap = on_shm_map,
  .xShmLock = on_shm_lock,
  .xShmBarrier = on_shm_barrier,
  .xShmUnmap = on_shm_unmap,
};

static Volatile *
hold_in_memory (const char *path)
{
  Volatile *memory = g_hash_table_lookup (state.files, path);

  if (memory == NULL)
    {
      char *bytes = NULL;
      gsize n_bytes = 0;
      g_assert_true (g_file_get_contents (path, &bytes, &n_bytes, NULL));
      memory = g_new0 (Volatile, 1);
      memory->path = g_strdup (path);
      memory->content = g_byte_array_new_take ((guint8 *) bytes, n_bytes);
      memory->pending = g_array_new (FALSE, FALSE, sizeof (Change));
      g_array_set_clear_func (memory->pending, clear_change);
      g_hash_table_insert (state.files, memory->path, memory);
    }
  memory->n_open++;
  return memory;
}

static int
on_open (
    sqlite3_vfs *vfs, const char *name, sqlite3_file *base, int flags, int *out_flags)
{
  File *file = (File *) base;

  memset (file, 0, sizeof *file);
  file->real = (sqlite3_file *) (file + 1);
  if (state.lost)
    return SQLITE_IOERR;
  if (state.read_only && (flags & SQLITE_OPEN_READWRITE) != 0)
    {
      flags &= ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
      flags |= SQLITE_OPEN_READONLY;
    }
  int code = state.real->xOpen (state.real, name, file->real, flags, out_flags);
  if (code != SQLITE_OK)
    return code;
  if (state.may_lose_power && name != NULL)
    file->memory = hold_in_memory (name);
  base->pMethods = &methods;
  return SQLITE_OK;
}

static int
on_delete (sqlite3_vfs *vfs, const char *name, int sync_dir)
{
  if (!has_power ())
    return SQLITE_IOERR_DELETE;
  g_hash_table_remove (state.files, name);
  return state.real->xDelete (state.real, name, 0);
}

static int
on_access (sqlite3_vfs *vfs, const char *name, int flags, int *result)
{
  if (state.read_only && flags == SQLITE_ACCESS_READWRITE)
    {
      *result = 0;
      return SQLITE_OK;
    }
  return state.real->xAccess (state.real, name, flags, result);
}

void
test_vfs_set_up (void)
{
  if (state.real == NULL)
    {
      state.real = sqlite3_vfs_find (NULL);
      state.vfs = *state.real;
      state.vfs.zName = TEST_VFS;
      state.vfs.pNext = NULL;
      state.vfs.szOsFile = (int) sizeof (File) + state.real->szOsFile;
      state.vfs.xOpen = on_open;
      state.vfs.xDelete = on_delete;
      state.vfs.xAccess = on_access;
      g_assert_cmpint (sqlite3_vfs_register (&state.vfs, 0), ==, SQLITE_OK);
    }
  test_vfs_reset ();
}

void
test_vfs_make_default (void)
{
  test_vfs_set_up ();
  g_assert_cmpint (sqlite3_vfs_register (&state.vfs, 1), ==, SQLITE_OK);
}

void
test_vfs_reset (void)
{
  g_clear_pointer (&state.files, g_hash_table_unref);
  state.files = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, volatile_free);
  state.space = -1;
  state.read_only = FALSE;
  state.may_lose_power = FALSE;
  state.lost = FALSE;
  state.at_unlock = NULL;
}

void
test_vfs_call_at_unlock (guint n_unlocks, void (*func) (gpointer), gpointer data)
{
  state.unlocks_left = n_unlocks;
  state.at_unlock = func;
  state.at_unlock_data = data;
}

gboolean
test_vfs_call_is_due (void)
{
  return state.at_unlock != NULL;
}

void
test_vfs_set_space (gint64 n_bytes)
{
  state.space = n_bytes;
}

void
test_vfs_set_read_only (gboolean read_only)
{
  state.read_only = read_only;
}

void
test_vfs_lose_power_after (guint n_writes, guint32 seed)
{
  state.may_lose_power = TRUE;
  state.writes_left = n_writes;
  state.seed = seed;
}

gboolean
test_vfs_power_is_lost (void)
{
  return state.lost;
}
