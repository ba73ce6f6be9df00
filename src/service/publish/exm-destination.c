/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-destination.h"

#include <glib/gi18n-lib.h>

const char *
exm_destination_get_guarantee (ExmOutputFormat format)
{
  if (exm_format_get (format)->kind == EXM_FORMAT_FEED)
    return N_ ("Exactly once: an article is in the feed once, and whoever reads the file "
               "finds it whole.");
  return N_ ("Exactly once: an article is there whole, and never twice.");
}
