/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-refusal.h"

#include "fetch/exm-url-display.h"
#include "setup/exm-probe.h"

#include <glib/gi18n-lib.h>

G_DEFINE_QUARK (exm - proposal - error - quark, exm_proposal_error)

GError *
exm_refusal_new (const char *url, const ExmPageText *page, gboolean rendered)
{
  g_autofree char *shown = exm_url_to_display (url);

  if (rendered)
    return g_error_new (
        EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE,
        _ ("%s: no article was found on it, even after its scripts have run"), shown);
  if (page != NULL && exm_probe_is_scripted (page))
    return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED,
                        _ ("%s: no article was found on it; its text seems to be filled "
                           "in by scripts"),
                        shown);
  return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE,
                      _ ("%s: no article was found on it"), shown);
}
