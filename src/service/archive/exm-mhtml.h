/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* MHTML (RFC 2557): a page and its resources as one message of mail, of which the page is
 * wanted. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes at the start of a file that decide. */
#define EXM_MHTML_SNIFF_BYTES 16384u

/**
 * ExmMhtml:
 * @url: (owned) (nullable): address of the page
 * @charset: (owned) (nullable): as its part declares it
 * @time_usec: Date of the message, Unix time in microseconds; 0 where it has none
 * @bytes: (owned): the page, decoded
 */
typedef struct
{
  char *url;
  char *charset;
  gint64 time_usec;
  GBytes *bytes;
} ExmMhtml;

void exm_mhtml_clear (ExmMhtml *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMhtml, exm_mhtml_clear)

typedef enum
{
  EXM_MHTML_READ,
  EXM_MHTML_NO_PAGE, /* no part of it is one */
  EXM_MHTML_CUT,     /* what is there ends within the page */
} ExmMhtmlResult;

/* Returns: whether a file that begins so is MHTML */
gboolean exm_mhtml_sniff (const char *bytes, gsize n_bytes);

/**
 * exm_mhtml_read:
 * @self: (out): filled where the page was read
 * @bytes: (array length=n_bytes): the file, or its start
 * @whole: whether it is the file
 *
 * The page is the part that "start" names, else the first of HTML. Undoes base64 and
 * quoted-printable. O(bytes).
 *
 * Returns: where it is not %EXM_MHTML_READ, more of the file may help
 */
ExmMhtmlResult
exm_mhtml_read (ExmMhtml *self, const char *bytes, gsize n_bytes, gboolean whole);

G_END_DECLS
