/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/warc/exm-cli-warc-output.h"

#include "archive/exm-zstd-frame.h"
#include "base/exm-fail-point.h"
#include "cli/base/exm-cli-output.h"

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define GROUP "state"
#define LEVEL 9

struct _ExmCliWarcOutput
{
  char *path;      /* (owned) (nullable): of a file */
  int fd;          /* −1 for standard output */
  char *state;     /* (owned) (nullable): path; none of what is no regular file */
  char *run;       /* (owned) */
  GString *block;  /* (owned) */
  gboolean packs;  /* by zstd */
  guint64 n_bytes; /* of the file */
  guint n_done;
  char *pages; /* (owned) (nullable): tells those of all archives; not known yet */
  gboolean complete;
  ExmCliWarcCounts counts;
};

static gboolean
fail (const ExmCliWarcOutput *self, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  g_set_error (error, G_IO_ERROR, (int) g_io_error_from_errno (code), "%s: %s", name,
               g_strerror (code));
  return FALSE;
}

static gboolean
save_state (const ExmCliWarcOutput *self, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gsize n_text = 0;

  if (self->state == NULL)
    return TRUE;
  g_key_file_set_string (file, GROUP, "run", self->run);
  g_key_file_set_uint64 (file, GROUP, "bytes", self->n_bytes);
  g_key_file_set_uint64 (file, GROUP, "done", self->n_done);
  if (self->pages != NULL)
    g_key_file_set_string (file, GROUP, "pages", self->pages);
  g_key_file_set_boolean (file, GROUP, "complete", self->complete);
  exm_cli_warc_counts_save (&self->counts, file);
  g_autofree char *text = g_key_file_to_data (file, &n_text, NULL);
  return g_file_set_contents_full (
      self->state, text, (gssize) n_text,
      G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}

/* Reads the state. Returns: %FALSE with @error where there is one of another run */
static gboolean
load_state (ExmCliWarcOutput *self, GError **error)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GError) problem = NULL;

  if (!g_key_file_load_from_file (file, self->state, G_KEY_FILE_NONE, &problem))
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   /* translators: a file, and why it cannot be read */
                   _ ("%s cannot be read (%s); run without --resume to write anew"),
                   self->state, problem->message);
      return FALSE;
    }
  g_autofree char *run = g_key_file_get_string (file, GROUP, "run", NULL);
  if (g_strcmp0 (run, self->run) != 0)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                   _ ("%s is of other archives or options; run without --resume to write "
                      "anew"),
                   self->state);
      return FALSE;
    }
  self->n_bytes = g_key_file_get_uint64 (file, GROUP, "bytes", NULL);
  self->n_done = (guint) g_key_file_get_uint64 (file, GROUP, "done", NULL);
  self->pages = g_key_file_get_string (file, GROUP, "pages", NULL);
  self->complete = g_key_file_get_boolean (file, GROUP, "complete", NULL);
  exm_cli_warc_counts_load (&self->counts, file);
  return TRUE;
}

/* Goes to the end of the last block that the state knows. */
static gboolean
go_on (ExmCliWarcOutput *self, guint64 n_there, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->path);

  if (!g_file_test (self->state, G_FILE_TEST_EXISTS) && n_there == 0)
    return save_state (self, error);
  if (!load_state (self, error))
    return FALSE;
  if (n_there < self->n_bytes)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("%s is shorter than when it was written; run without --resume to "
                      "write anew"),
                   name);
      return FALSE;
    }
  exm_fail_point ("warc.cut.before");
  if (ftruncate (self->fd, (off_t) self->n_bytes) != 0)
    return fail (self, errno, error);
  return TRUE;
}

static gboolean
open_file (ExmCliWarcOutput *self, gboolean resume, GError **error)
{
  struct stat info;

  self->fd = open (self->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (self->fd < 0)
    self->fd = open (self->path, O_WRONLY | O_CLOEXEC);
  if (self->fd < 0 || fstat (self->fd, &info) != 0)
    return fail (self, errno, error);
  if (!S_ISREG (info.st_mode))
    return TRUE;
  if (flock (self->fd, LOCK_EX | LOCK_NB) != 0)
    {
      g_autofree char *name = g_filename_display_name (self->path);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_BUSY,
                   _ ("%s is being written by another process"), name);
      return FALSE;
    }
  self->state = g_strconcat (self->path, EXM_CLI_WARC_STATE, NULL);
  if (resume)
    return go_on (self, (guint64) info.st_size, error);
  /* First the state: it never names bytes that are not there. */
  if (!save_state (self, error))
    return FALSE;
  exm_fail_point ("warc.cut.before");
  return ftruncate (self->fd, 0) == 0 || fail (self, errno, error);
}

ExmCliWarcOutput *
exm_cli_warc_output_open (const char *path,
                          const char *run,
                          gboolean resume,
                          GError **error)
{
  g_autoptr (ExmCliWarcOutput) self = g_new0 (ExmCliWarcOutput, 1);

  self->fd = -1;
  self->path = g_strdup (path);
  self->run = g_strdup (run);
  self->block = g_string_new (NULL);
  self->packs = path != NULL && g_str_has_suffix (path, ".zst");
  if (path != NULL && !open_file (self, resume, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
exm_cli_warc_output_free (ExmCliWarcOutput *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_free (self->path);
  g_free (self->state);
  g_free (self->run);
  g_free (self->pages);
  g_string_free (self->block, TRUE);
  g_free (self);
}

gboolean
exm_cli_warc_output_is_complete (const ExmCliWarcOutput *self, ExmCliWarcCounts *counts)
{
  *counts = self->counts;
  return self->complete;
}

gboolean
exm_cli_warc_output_begin (ExmCliWarcOutput *self,
                           const char *pages,
                           ExmCliWarcCounts *counts,
                           guint *n_done,
                           GError **error)
{
  if (self->pages != NULL && strcmp (self->pages, pages) != 0)
    {
      g_autofree char *name = g_filename_display_name (self->path);
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG,
                   _ ("The archives had other pages when %s was begun; run without "
                      "--resume to write anew"),
                   name);
      return FALSE;
    }
  g_free (self->pages);
  self->pages = g_strdup (pages);
  for (guint i = EXM_CLI_WARC_ANSWERED; i < EXM_N_CLI_WARC_COUNTS; i++)
    counts->n[i] = self->counts.n[i];
  *n_done = self->n_done;
  return TRUE;
}

void
exm_cli_warc_output_add (ExmCliWarcOutput *self, const char *text, gsize n_bytes)
{
  g_string_append_len (self->block, text, (gssize) n_bytes);
}

static gboolean
write_all (ExmCliWarcOutput *self, const char *bytes, gsize n_bytes, GError **error)
{
  if (self->state != NULL && lseek (self->fd, (off_t) self->n_bytes, SEEK_SET) < 0)
    return fail (self, errno, error);
  for (gsize done = 0; done < n_bytes;)
    {
      gssize n = write (self->fd, bytes + done, n_bytes - done);
      if (n < 0 && errno != EINTR)
        return fail (self, errno, error);
      done += n > 0 ? (gsize) n : 0;
    }
  self->n_bytes += n_bytes;
  exm_fail_point ("warc.sync.before");
  return self->state == NULL || fdatasync (self->fd) == 0 || fail (self, errno, error);
}

static gboolean
write_block (ExmCliWarcOutput *self, GError **error)
{
  const GString *block = self->block;

  if (self->fd < 0)
    {
      if (exm_cli_save (NULL, block->str, block->len))
        return TRUE;
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE,
                           _ ("The answers cannot be written"));
      return FALSE;
    }
  if (!self->packs || (block->len == 0 && self->n_bytes > 0))
    return write_all (self, block->str, block->len, error);
  g_autoptr (GByteArray) frame = exm_zstd_frame_pack (block->str, block->len, LEVEL);
  return write_all (self, (const char *) frame->data, frame->len, error);
}

gboolean
exm_cli_warc_output_commit (ExmCliWarcOutput *self,
                            guint n_done,
                            gboolean complete,
                            const ExmCliWarcCounts *counts,
                            GError **error)
{
  exm_fail_point ("warc.write.before");
  if (!write_block (self, error))
    return FALSE;
  g_string_truncate (self->block, 0);
  self->n_done = n_done;
  self->complete = complete;
  self->counts = *counts;
  exm_fail_point ("warc.state.before");
  if (!save_state (self, error))
    return FALSE;
  exm_fail_point ("warc.state.after");
  return TRUE;
}
