/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-destination.h"

#include "publish/formats/exm-format.h"
#include "publish/messages/exm-message.h"

#include <glib/gi18n-lib.h>

static gboolean
is_feed (const ExmTaskOutput *output)
{
  return exm_format_get (output->format)->kind == EXM_FORMAT_FEED;
}

const char *
exm_destination_get_id (const ExmTaskOutput *output)
{
  if (output->kind != NULL)
    return output->kind;
  return is_feed (output) ? "feed" : "folder";
}

const char *
exm_destination_get_guarantee (const ExmTaskOutput *output)
{
  const ExmMessageKind *kind = exm_message_kind_find (output->kind);

  if (kind != NULL)
    return exm_guarantee_get_words (kind->guarantee);
  if (output->kind != NULL)
    return N_ ("This version does not know it.");
  if (is_feed (output))
    return N_ ("Exactly once: an article is in the feed once, and whoever reads the file "
               "finds it whole.");
  return N_ ("Exactly once: an article is there whole, and never twice.");
}
