/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-archive-page.h"

void
exm_archive_page_free (ExmArchivePage *self)
{
  g_free (self->url);
  g_free (self->record);
  g_free (self->charset);
  g_bytes_unref (self->bytes);
  g_free (self);
}
