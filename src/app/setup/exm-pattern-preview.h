/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which of the addresses that a task has seen, and of those on its list page, its unsaved
 * patterns take. */

#pragma once

#include "app/session/exm-session.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define EXM_TYPE_PATTERN_PREVIEW (exm_pattern_preview_get_type ())
G_DECLARE_FINAL_TYPE (
    ExmPatternPreview, exm_pattern_preview, EXM, PATTERN_PREVIEW, AdwBin)

void exm_pattern_preview_set_session (ExmPatternPreview *self, ExmSession *session);

/**
 * exm_pattern_preview_set_task:
 * @task: with the patterns of the moment
 *
 * Soon afterwards the preview follows. Addresses are read anew for another task.
 */
void exm_pattern_preview_set_task (ExmPatternPreview *self, ExmTask *task);

G_END_DECLS
