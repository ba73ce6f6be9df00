/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-similarity.h"

#include "base/exm-said-error.h"
#include "extract/net/exm-extract-error.h"

#include <glib/gi18n-lib.h>

gboolean
exm_similarity_check (ExmKernelStatus status, GError **error)
{
  switch (status)
    {
    case EXM_KERNEL_OK:
      return TRUE;
    case EXM_KERNEL_CANCELLED:
      g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                           _ ("The comparison was cancelled"));
      return FALSE;
    case EXM_KERNEL_REFUSED:
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_WINDOW,
                          N_ ("The window must be between %u and %u characters"),
                          EXM_KERNEL_MIN_WINDOW, EXM_KERNEL_MAX_WINDOW);
      return FALSE;
    case EXM_KERNEL_NO_MEMORY:
    default:
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MEMORY,
                          N_ ("Not enough memory to compare the pages"));
      return FALSE;
    }
}

bool
exm_similarity_stop (void *cancellable)
{
  return g_cancellable_is_cancelled (cancellable);
}

ExmCurveText *
exm_similarity_pair (const ExmPrepared *target,
                     const ExmPrepared *example,
                     GCancellable *cancellable,
                     GError **error)
{
  guint n_target, n_example;
  const guint32 *a = exm_prepared_get_codes (target, &n_target);
  const guint32 *b = exm_prepared_get_codes (example, &n_example);
  ExmCurveText *text = NULL;

  if (MAX (n_target, n_example) > EXM_KERNEL_MAX_CHARS)
    {
      exm_said_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_TOO_LARGE,
                          n_target > n_example
                              ? N_ ("The page has more than %u characters of text")
                              : N_ ("The example has more than %u characters of text"),
                          EXM_KERNEL_MAX_CHARS);
      return NULL;
    }
  ExmKernelStatus status = exm_curve_text_new (a, n_target, b, n_example,
                                               exm_similarity_stop, cancellable, &text);
  return exm_similarity_check (status, error) ? text : NULL;
}

static void
free_workspace (gpointer workspace)
{
  exm_curve_workspace_free (workspace);
}

/* A thread compares page after page in the same memory. */
static ExmCurveWorkspace *
get_workspace (void)
{
  static GPrivate workspace = G_PRIVATE_INIT (free_workspace);

  if (g_private_get (&workspace) == NULL)
    g_private_set (&workspace, exm_curve_workspace_new ());
  return g_private_get (&workspace);
}

gboolean
exm_similarity_tracked (const ExmPrepared *target,
                        const ExmPrepared *example,
                        GCancellable *cancellable,
                        float **fs,
                        float **bs,
                        GError **error)
{
  g_autoptr (ExmCurveText) text
      = exm_similarity_pair (target, example, cancellable, error);
  g_autoptr (ExmCurveTrack) track = NULL;

  if (text == NULL)
    return FALSE;
  ExmKernelStatus status = exm_curve_track_new (text, get_workspace (),
                                                exm_similarity_stop, cancellable, &track);
  if (!exm_similarity_check (status, error))
    return FALSE;
  gsize n = exm_curve_text_get_length (text);
  *fs = g_new (float, n + 1);
  *bs = g_new (float, n + 1);
  exm_curve_track_fill (track, *fs, *bs);
  return TRUE;
}
