/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* WARC: the pages of articles as they were fetched, with what was made of them. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-format.h"

#include <glib/gi18n-lib.h>

const ExmFormat exm_format_warc = {
  .id = "warc",
  .title = N_ ("WARC"),
  .summary = N_ ("pages as they were fetched, with headers and text, for archives"),
  .extension = "warc.gz",
  .media_type = "application/warc",
  .kind = EXM_FORMAT_RECORDS,
  .name = "{task}-{collected}.{ext}",
  .sign = "\x1f\x8b\x08",
  .line_end = "",
  .archive = exm_warc_writer_add_article,
};
