/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-page-spool.h"

#include "archive/exm-zstd-frame.h"
#include "base/exm-said-error.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Pages recur at most as examples: speed counts more than room. */
#define LEVEL 1

/* Place of a page in the file. */
typedef struct
{
  guint64 at;
  guint32 n_packed; /* of the frame of the head and the page */
  guint32 n_bytes;  /* of both as they are */
} Place;

/* Head of a page in its frame; three strings with their ends follow, then the page. */
typedef struct
{
  guint64 offset;
  gint64 time_usec;
  guint32 file;
  guint32 n_url, n_charset, n_id; /* with the end; 0 for none */
} Head;

struct _ExmPageSpool
{
  int fd;
  char *folder;  /* (owned) */
  GArray *pages; /* (owned) (element-type Place) */
  guint64 n_bytes;
};

static gboolean
fail (const ExmPageSpool *self, int code, GError **error)
{
  g_autofree char *name = g_filename_display_name (self->folder);

  exm_said_set_error (error, G_FILE_ERROR, (int) g_file_error_from_errno (code),
                      /* translators: %s: a folder, and what failed */
                      N_ ("The pages cannot be kept in a file in %s: %s"), name,
                      g_strerror (code));
  return FALSE;
}

ExmPageSpool *
exm_page_spool_new (const char *folder, GError **error)
{
  g_autoptr (ExmPageSpool) self = g_new0 (ExmPageSpool, 1);
  g_autofree char *path = g_build_filename (folder, ".exemplar-pages-XXXXXX", NULL);

  self->folder = g_strdup (folder);
  self->pages = g_array_new (FALSE, FALSE, sizeof (Place));
  self->fd = g_mkstemp_full (path, O_RDWR | O_CLOEXEC, 0600);
  if (self->fd < 0)
    {
      fail (self, errno, error);
      return NULL;
    }
  g_unlink (path);
  return g_steal_pointer (&self);
}

void
exm_page_spool_free (ExmPageSpool *self)
{
  if (self->fd >= 0)
    close (self->fd);
  g_array_unref (self->pages);
  g_free (self->folder);
  g_free (self);
}

guint
exm_page_spool_get_n_pages (const ExmPageSpool *self)
{
  return self->pages->len;
}

gsize
exm_page_spool_get_page_bytes (const ExmPageSpool *self, guint page)
{
  return g_array_index (self->pages, Place, page).n_bytes;
}

static guint32
append_text (GByteArray *out, const char *text)
{
  guint32 n = text != NULL ? (guint32) strlen (text) + 1 : 0;

  g_byte_array_append (out, (const guint8 *) text, n);
  return n;
}

static gboolean
write_all (ExmPageSpool *self, const GByteArray *bytes, GError **error)
{
  for (guint done = 0; done < bytes->len;)
    {
      gssize n = pwrite (self->fd, bytes->data + done, bytes->len - done,
                         (off_t) (self->n_bytes + done));
      if (n < 0 && errno != EINTR)
        return fail (self, errno, error);
      done += n > 0 ? (guint) n : 0;
    }
  return TRUE;
}

gboolean
exm_page_spool_add (ExmPageSpool *self,
                    const ExmCapture *capture,
                    guint file,
                    GError **error)
{
  g_autoptr (GByteArray) plain = g_byte_array_new ();
  gsize n_page = 0;
  const guint8 *page
      = capture->bytes != NULL ? g_bytes_get_data (capture->bytes, &n_page) : NULL;
  Head head = { 0 };

  head.offset = capture->offset;
  head.time_usec = capture->time_usec;
  head.file = file;
  g_byte_array_append (plain, (const guint8 *) &head, sizeof head);
  head.n_url = append_text (plain, capture->url);
  head.n_charset = append_text (plain, capture->charset);
  head.n_id = append_text (plain, capture->id);
  memcpy (plain->data, &head, sizeof head);
  g_byte_array_append (plain, page, (guint) n_page);
  g_autoptr (GByteArray) packed
      = exm_zstd_frame_pack ((const char *) plain->data, plain->len, LEVEL);
  if (!write_all (self, packed, error))
    return FALSE;
  const Place place = { self->n_bytes, packed->len, plain->len };
  g_array_append_val (self->pages, place);
  self->n_bytes += packed->len;
  return TRUE;
}

static gboolean
read_all (const ExmPageSpool *self, const Place *place, guint8 *bytes, GError **error)
{
  for (guint done = 0; done < place->n_packed;)
    {
      gssize n = pread (self->fd, bytes + done, place->n_packed - done,
                        (off_t) (place->at + done));
      if (n == 0 || (n < 0 && errno != EINTR))
        return fail (self, n == 0 ? EIO : errno, error);
      done += n > 0 ? (guint) n : 0;
    }
  return TRUE;
}

static char *
take_text (const char **at, guint32 n)
{
  char *text = n > 0 ? g_strndup (*at, n - 1) : NULL;

  *at += n;
  return text;
}

gboolean
exm_page_spool_read (
    ExmPageSpool *self, guint page, ExmCapture *capture, guint *file, GError **error)
{
  const Place *place = &g_array_index (self->pages, Place, page);
  g_autofree guint8 *packed = g_malloc (place->n_packed);
  Head head;

  if (!read_all (self, place, packed, error))
    return FALSE;
  g_autoptr (GBytes) plain
      = exm_zstd_frame_unpack (packed, place->n_packed, place->n_bytes);
  if (plain == NULL)
    return fail (self, EIO, error);
  const char *start = g_bytes_get_data (plain, NULL);
  memcpy (&head, start, sizeof head);
  const char *at = start + sizeof head;
  *capture = (ExmCapture){ .time_usec = head.time_usec, .offset = head.offset };
  capture->url = take_text (&at, head.n_url);
  capture->charset = take_text (&at, head.n_charset);
  capture->id = take_text (&at, head.n_id);
  gsize n_before = (gsize) (at - start);
  capture->bytes = g_bytes_new_from_bytes (plain, n_before, place->n_bytes - n_before);
  *file = head.file;
  return TRUE;
}
