/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-destination.h"

#include <glib/gi18n-lib.h>

static const ExmDestination folder = {
  .id = "folder",
  .title = N_ ("Folder"),
  .guarantee = N_ ("Exactly once: an article is there whole, and never twice."),
};

static const ExmDestination feed = {
  .id = "feed",
  .title = N_ ("Feed"),
  .guarantee = N_ ("Exactly once: an article is in the feed once, and whoever reads the "
                   "file finds it whole."),
};

const ExmDestination *
exm_destination_get (ExmOutputFormat format)
{
  return exm_format_get (format)->kind == EXM_FORMAT_FEED ? &feed : &folder;
}
