/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-page-input.h"

#include "archive/exm-mhtml.h"
#include "archive/exm-saved-page.h"
#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "base/exm-sniff.h"
#include "fetch/exm-url.h"
#include "files/exm-spool.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Folders in folders. */
#define MAX_DEPTH 64u

/* Bytes of MHTML that are read at first, and at most: its page may be coded, and has its
 * pictures behind it. */
#define FIRST_MHTML (1u << 20)
#define MAX_MHTML (4u * EXM_MAX_PAGE_BYTES)

#define COPY_BYTES 65536u

/* Folder that is gone through. */
typedef struct
{
  char *path;       /* (owned) */
  GPtrArray *names; /* (owned) (element-type filename): sorted */
  guint next;
} Folder;

/* Kind of a file, by its content. */
typedef enum
{
  KIND_OTHER,
  KIND_ARCHIVE,
  KIND_MHTML,
  KIND_PAGE
} Kind;

struct _ExmPageInput
{
  gint64 now_usec;
  GArray *folders;     /* (owned) (element-type Folder): from the outermost on */
  char *file;          /* (owned): the one that is read */
  GFileIOStream *kept; /* (owned) (nullable): its bytes, where it is no file */
  gboolean leaves_records;
  Kind kind;                               /* of it, until its page is taken */
  ExmArchiveInput *archive;                /* (owned) (nullable): if it is one */
  guint64 n_records;                       /* but for those of @archive */
  guint64 n_passed[EXM_N_ARCHIVE_REASONS]; /* the same */
};

static void
clear_folder (gpointer data)
{
  Folder *folder = data;

  g_free (folder->path);
  g_ptr_array_unref (folder->names);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return g_strcmp0 (*(const char *const *) a, *(const char *const *) b);
}

/* Lists the folder, and goes on with what is in it. */
static gboolean
enter (ExmPageInput *self, const char *path, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, error);

  if (dir == NULL)
    return FALSE;
  Folder folder = { g_strdup (path), g_ptr_array_new_with_free_func (g_free), 0 };
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    if (name[0] != '.')
      g_ptr_array_add (folder.names, g_strdup (name));
  g_ptr_array_sort (folder.names, compare_names);
  g_array_append_val (self->folders, folder);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the file from its start */
static GInputStream *
open_start (const ExmPageInput *self, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (self->file);

  if (self->kept == NULL)
    return (GInputStream *) g_file_read (file, NULL, error);
  return exm_spool_seek (self->kept, 0, error)
             ? g_object_ref (g_io_stream_get_input_stream (G_IO_STREAM (self->kept)))
             : NULL;
}

/* Returns: (transfer full): the first bytes of the file */
static GBytes *
read_start (const ExmPageInput *self, gsize n_bytes, GError **error)
{
  g_autoptr (GInputStream) stream = open_start (self, error);
  g_autofree char *buffer = stream != NULL ? g_malloc (n_bytes) : NULL;
  gsize n_read = 0;

  if (stream == NULL
      || !g_input_stream_read_all (stream, buffer, n_bytes, &n_read, NULL, error))
    {
      g_autofree char *name = g_filename_display_name (self->file);
      g_prefix_error (error, "%s: ", name);
      return NULL;
    }
  return g_bytes_new_take (g_realloc (g_steal_pointer (&buffer), MAX (n_read, 1)),
                           n_read);
}

static gboolean
has_suffix (const char *path, const char *const *suffixes)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (; *suffixes != NULL; suffixes++)
    if (g_str_has_suffix (lower, *suffixes))
      return TRUE;
  return FALSE;
}

static Kind
find_kind (const char *path, const char *bytes, gsize n_bytes)
{
  static const char *const pages[] = { ".html", ".htm", ".xhtml", ".shtml", NULL };
  ExmSniffed sniffed = exm_sniff ((const guint8 *) bytes, n_bytes);

  if (n_bytes == 0)
    return KIND_OTHER;
  if (n_bytes >= 6 && memcmp (bytes, "WARC/1", 6) == 0)
    return KIND_ARCHIVE;
  if (exm_mhtml_sniff (bytes, n_bytes))
    return KIND_MHTML;
  if (sniffed == EXM_SNIFFED_HTML)
    return KIND_PAGE;
  if (sniffed == EXM_SNIFFED_XML)
    return memmem (bytes, n_bytes, "<html", 5) != NULL ? KIND_PAGE : KIND_OTHER;
  return sniffed == EXM_SNIFFED_TEXT && has_suffix (path, pages) ? KIND_PAGE : KIND_OTHER;
}

static gboolean
refuse (const char *path, const char *cause, GError **error)
{
  g_autofree char *name = g_filename_display_name (path);

  exm_said_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                      /* translators: a file, and what is wrong with it */
                      N_ ("%s was left out: %s"), name, cause);
  return FALSE;
}

/* Whether a folder is called as the host is whose pages are in it. */
static gboolean
is_host (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot != name && g_ascii_isalpha (dot[1]) && strlen (dot) > 2
         && strspn (name, "abcdefghijklmnopqrstuvwxyz0123456789.-") == strlen (name);
}

/* Returns: (nullable): the path of the file in the outermost folder */
static const char *
path_inside (const ExmPageInput *self)
{
  if (self->folders->len == 0)
    return NULL;
  const char *root = g_array_index (self->folders, Folder, 0).path;
  const char *inside = self->file + strlen (root);
  return inside + strspn (inside, "/");
}

/* Returns: (transfer full): the address of the file by its path */
static char *
address_of (const ExmPageInput *self)
{
  const char *inside = path_inside (self);
  const char *slash = inside != NULL ? strchr (inside, '/') : NULL;
  g_autofree char *host
      = slash != NULL ? g_strndup (inside, (gsize) (slash - inside)) : NULL;

  if (host != NULL && is_host (host))
    {
      const char *name = strrchr (inside, '/') + 1;
      gboolean index = strcmp (name, "index.html") == 0;
      g_autofree char *page
          = g_strndup (inside, index ? (gsize) (name - inside) : strlen (inside));
      g_autofree char *text = g_strconcat ("https://", page, NULL);
      char *url = exm_url_normalize_input (text, NULL);
      if (url != NULL)
        return url;
    }
  g_autofree char *whole = g_canonicalize_filename (self->file, NULL);
  return g_filename_to_uri (whole, NULL, NULL);
}

/* Fills what a page itself may tell. */
static void
finish (const ExmPageInput *self, ExmCapture *capture)
{
  gint64 saved_usec = 0;

  if (capture->url == NULL)
    capture->url
        = exm_saved_page_find_address (capture->bytes, capture->charset, &saved_usec);
  if (capture->url == NULL)
    capture->url = address_of (self);
  capture->time_usec = exm_capture_check_time (
      capture->time_usec != 0 ? capture->time_usec : saved_usec, self->now_usec);
}

static gboolean
take_page (ExmPageInput *self, ExmCapture *capture, GError **error)
{
  g_autoptr (GBytes) bytes = read_start (self, EXM_MAX_PAGE_BYTES + 1, error);

  if (bytes == NULL)
    return FALSE;
  if (g_bytes_get_size (bytes) > EXM_MAX_PAGE_BYTES)
    return refuse (self->file, _ ("it is larger than any page"), error);
  capture->bytes = g_steal_pointer (&bytes);
  finish (self, capture);
  return TRUE;
}

static gboolean
take_mhtml (ExmPageInput *self, ExmCapture *capture, GError **error)
{
  ExmMhtmlResult result = EXM_MHTML_CUT;
  g_auto (ExmMhtml) mhtml = { 0 };
  gboolean whole = FALSE;

  for (gsize n_asked = FIRST_MHTML;
       result != EXM_MHTML_READ && !whole && n_asked <= MAX_MHTML; n_asked *= 4)
    {
      gsize n_bytes = 0;
      g_autoptr (GBytes) bytes = read_start (self, n_asked, error);
      if (bytes == NULL)
        return FALSE;
      const char *data = g_bytes_get_data (bytes, &n_bytes);
      whole = n_bytes < n_asked;
      result = exm_mhtml_read (&mhtml, data, n_bytes, whole);
    }
  if (result == EXM_MHTML_NO_PAGE)
    return refuse (self->file, _ ("no part of it is a page"), error);
  if (result == EXM_MHTML_CUT && whole)
    return refuse (self->file, _ ("the file ends in its middle"), error);
  if (result == EXM_MHTML_CUT || g_bytes_get_size (mhtml.bytes) > EXM_MAX_PAGE_BYTES)
    return refuse (self->file, _ ("it is larger than any page"), error);
  capture->url = g_steal_pointer (&mhtml.url);
  capture->charset = g_steal_pointer (&mhtml.charset);
  capture->time_usec = mhtml.time_usec;
  capture->bytes = g_steal_pointer (&mhtml.bytes);
  finish (self, capture);
  return TRUE;
}

/* Begins with an archive. @stream: (nullable): of the file; %NULL with @error */
static gboolean
begin_archive (ExmPageInput *self, GInputStream *stream, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->file);

  if (stream == NULL)
    {
      g_prefix_error (error, "%s: ", name);
      return FALSE;
    }
  self->archive = exm_archive_input_new (stream, name, self->now_usec, error);
  if (self->archive != NULL && self->leaves_records)
    exm_archive_input_leave_records (self->archive);
  return self->archive != NULL;
}

/* Begins with the file. @named: whether the user named it: then any file that is no page
 * is taken for an archive, which tells what is wrong with it. */
static gboolean
begin_file (ExmPageInput *self, gboolean named, GError **error)
{
  static const char *const archives[]
      = { ".warc", ".warc.gz", ".warc.zst", ".wacz", NULL };
  gboolean regular = g_file_test (self->file, G_FILE_TEST_IS_REGULAR);
  g_autoptr (GBytes) start
      = regular ? read_start (self, EXM_MHTML_SNIFF_BYTES, error) : NULL;

  if (regular && start == NULL)
    return FALSE;
  gsize n_bytes = 0;
  const char *bytes = start != NULL ? g_bytes_get_data (start, &n_bytes) : NULL;
  Kind kind = find_kind (self->file, bytes, n_bytes);
  if (kind == KIND_OTHER && (named || (regular && has_suffix (self->file, archives))))
    kind = KIND_ARCHIVE;
  self->kind = kind;
  if (kind != KIND_ARCHIVE)
    return TRUE;
  g_autoptr (GInputStream) stream = open_start (self, error);
  return begin_archive (self, stream, error);
}

static void
end_archive (ExmPageInput *self)
{
  self->n_records += exm_archive_input_get_n_records (self->archive);
  for (guint i = 0; i < EXM_N_ARCHIVE_REASONS; i++)
    self->n_passed[i] += exm_archive_input_count (self->archive, i);
  g_clear_pointer (&self->archive, exm_archive_input_free);
}

/* Goes to the next name in the folders. Returns: (transfer full) (nullable): its path */
static char *
next_path (ExmPageInput *self)
{
  while (self->folders->len > 0)
    {
      Folder *folder = &g_array_index (self->folders, Folder, self->folders->len - 1);
      if (folder->next < folder->names->len)
        return g_build_filename (folder->path,
                                 g_ptr_array_index (folder->names, folder->next++), NULL);
      g_array_set_size (self->folders, self->folders->len - 1);
    }
  return NULL;
}

/* Begins with the next file or folder of the folder. */
static gboolean
begin_path (ExmPageInput *self, char *path, GError **error)
{
  g_free (self->file);
  self->file = path;
  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return begin_file (self, FALSE, error);
  if (g_file_test (path, G_FILE_TEST_IS_SYMLINK))
    return TRUE;
  if (self->folders->len >= MAX_DEPTH)
    return refuse (path, _ ("it is in too many folders"), error);
  return enter (self, path, error);
}

static gboolean
take_saved (ExmPageInput *self, ExmCapture *capture, GError **error)
{
  Kind kind = self->kind;

  self->kind = KIND_OTHER;
  self->n_records++;
  return kind == KIND_PAGE ? take_page (self, capture, error)
                           : take_mhtml (self, capture, error);
}

gboolean
exm_page_input_next (ExmPageInput *self, ExmCapture *capture, GError **error)
{
  for (;;)
    {
      g_autoptr (GError) problem = NULL;
      if (self->kind == KIND_PAGE || self->kind == KIND_MHTML)
        return take_saved (self, capture, error);
      if (self->archive != NULL)
        {
          if (exm_archive_input_next (self->archive, capture, &problem))
            return TRUE;
          if (problem != NULL)
            {
              g_propagate_error (error, g_steal_pointer (&problem));
              return FALSE;
            }
          end_archive (self);
        }
      char *path = next_path (self);
      if (path == NULL || !begin_path (self, path, error))
        return FALSE;
    }
}

static ExmPageInput *
new_input (char *file, gint64 now_usec)
{
  ExmPageInput *self = g_new0 (ExmPageInput, 1);

  self->now_usec = now_usec;
  self->file = file;
  self->folders = g_array_new (FALSE, FALSE, sizeof (Folder));
  g_array_set_clear_func (self->folders, clear_folder);
  return self;
}

ExmPageInput *
exm_page_input_open (const char *path, gint64 now_usec, GError **error)
{
  gsize n = strlen (path);

  while (n > 1 && path[n - 1] == '/')
    n--;
  g_autoptr (ExmPageInput) self = new_input (g_strndup (path, n), now_usec);
  gboolean good = g_file_test (self->file, G_FILE_TEST_IS_DIR)
                      ? enter (self, self->file, error)
                      : begin_file (self, TRUE, error);
  return good ? g_steal_pointer (&self) : NULL;
}

/* Writes what is left of the stream into a file, @n_bytes at most. */
static gboolean
keep_bytes (ExmPageInput *self,
            GInputStream *stream,
            const char *folder,
            guint64 n_bytes,
            GError **error)
{
  g_autofree char *buffer = g_malloc (COPY_BYTES);
  gsize n_read = 1;

  self->kept = exm_spool_new (folder, error);
  if (self->kept == NULL)
    return FALSE;
  GOutputStream *out = g_io_stream_get_output_stream (G_IO_STREAM (self->kept));
  for (; n_bytes > 0 && n_read > 0; n_bytes -= n_read)
    if (!g_input_stream_read_all (stream, buffer, (gsize) MIN (n_bytes, COPY_BYTES),
                                  &n_read, NULL, error)
        || !g_output_stream_write_all (out, buffer, n_read, NULL, NULL, error))
      return FALSE;
  return exm_spool_seek (self->kept, 0, error);
}

/* Begins with a WACZ, or with a page that is no WARC. */
static gboolean
begin_kept (ExmPageInput *self,
            GInputStream *stream,
            const char *folder,
            Kind kind,
            GError **error)
{
  const guint64 limits[] = { [KIND_OTHER] = G_MAXUINT64,
                             [KIND_ARCHIVE] = G_MAXUINT64,
                             [KIND_MHTML] = MAX_MHTML,
                             [KIND_PAGE] = EXM_MAX_PAGE_BYTES + 1 };

  if (!keep_bytes (self, stream, folder, limits[kind], error))
    return FALSE;
  if (kind == KIND_MHTML || kind == KIND_PAGE)
    {
      self->kind = kind;
      return TRUE;
    }
  return begin_archive (self, g_io_stream_get_input_stream (G_IO_STREAM (self->kept)),
                        error);
}

/* Begins with the stream, of which nothing was read. */
static gboolean
begin_stream (ExmPageInput *self,
              GInputStream *stream,
              const char *folder,
              GError **error)
{
  g_autoptr (GInputStream) buffered
      = g_buffered_input_stream_new_sized (stream, EXM_MHTML_SNIFF_BYTES);
  GBufferedInputStream *start = G_BUFFERED_INPUT_STREAM (buffered);
  gsize n_bytes = 0, n_before = 1;
  g_autofree char *name = g_filename_display_name (self->file);

  while (n_bytes < EXM_MHTML_SNIFF_BYTES && n_bytes != n_before)
    {
      n_before = n_bytes;
      if (g_buffered_input_stream_fill (start, -1, NULL, error) < 0)
        {
          g_prefix_error (error, "%s: ", name);
          return FALSE;
        }
      g_buffered_input_stream_peek_buffer (start, &n_bytes);
    }
  const char *bytes = g_buffered_input_stream_peek_buffer (start, &n_bytes);
  Kind kind = find_kind (self->file, bytes, n_bytes);
  gboolean zip = n_bytes >= 4 && memcmp (bytes, "PK\x03\x04", 4) == 0;
  if (kind == KIND_MHTML || kind == KIND_PAGE || zip)
    return begin_kept (self, buffered, folder, kind, error);
  return begin_archive (self, buffered, error);
}

ExmPageInput *
exm_page_input_open_stream (GInputStream *stream,
                            const char *name,
                            const char *folder,
                            gint64 now_usec,
                            GError **error)
{
  g_autoptr (ExmPageInput) self = new_input (g_strdup (name), now_usec);

  return begin_stream (self, stream, folder, error) ? g_steal_pointer (&self) : NULL;
}

void
exm_page_input_leave_records (ExmPageInput *self)
{
  self->leaves_records = TRUE;
  if (self->archive != NULL)
    exm_archive_input_leave_records (self->archive);
}

void
exm_page_input_free (ExmPageInput *self)
{
  g_clear_pointer (&self->archive, exm_archive_input_free);
  g_array_unref (self->folders);
  g_clear_object (&self->kept);
  g_free (self->file);
  g_free (self);
}

guint64
exm_page_input_get_n_records (const ExmPageInput *self)
{
  return self->n_records
         + (self->archive != NULL ? exm_archive_input_get_n_records (self->archive) : 0);
}

guint64
exm_page_input_count (const ExmPageInput *self, ExmArchiveReason reason)
{
  return self->n_passed[reason]
         + (self->archive != NULL ? exm_archive_input_count (self->archive, reason) : 0);
}

const char *
exm_page_input_get_file (const ExmPageInput *self)
{
  return self->file;
}
