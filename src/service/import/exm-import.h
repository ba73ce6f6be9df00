/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of archives that become articles of a task, as if it had collected them when they
 * were captured: by its patterns, examples, method and rules. Each address once; an
 * article that is there stays as it is. It may end anywhere: what is stored is whole, and
 * the same archive again brings the rest. The thread of the store. */

#pragma once

#include "archive/exm-archive-input.h"
#include "engine/exm-engine.h"
#include "store/exm-store.h"

G_BEGIN_DECLS

typedef struct _ExmImport ExmImport;

/**
 * ExmImportOutcome:
 * @EXM_IMPORT_STORED: an article of the task now
 * @EXM_IMPORT_KNOWN: the task has it already, by its address or by its text
 * @EXM_IMPORT_OTHER: the patterns do not take its address
 * @EXM_IMPORT_MISSING: a revisit of a page that is not there
 *
 * Result of a page.
 */
typedef enum
{
  EXM_IMPORT_STORED,
  EXM_IMPORT_KNOWN,
  EXM_IMPORT_OTHER,
  EXM_IMPORT_MISSING,
  EXM_N_IMPORT_OUTCOMES
} ExmImportOutcome;

/**
 * exm_import_new:
 * @store: must outlive it; no group is open
 * @engine: does the work
 * @uid: of the task
 * @publish: whether the outputs of the task get the articles, as they get those of a
 *   backlog; else they are stored alone
 *
 * Returns: (transfer full): an import, or %NULL with @error
 */
ExmImport *exm_import_new (ExmStore *store,
                           ExmEngine *engine,
                           const char *uid,
                           gboolean publish,
                           GError **error);

void exm_import_free (ExmImport *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmImport, exm_import_free)

/**
 * exm_import_add:
 * @capture: a page
 * @outcome: (out): what became of it
 * @error: (out): %EXM_STORE_ERROR; others are about this page alone
 *
 * Cost: extracts the page.
 */
gboolean exm_import_add (ExmImport *self,
                         const ExmCapture *capture,
                         ExmImportOutcome *outcome,
                         GError **error);

/**
 * exm_import_finish:
 * @error: (out): of the first article that could not be settled; the others are
 *
 * Extracts the pages of examples, which are compared with the others. Extracts what was
 * imported again, now that it is known which lines the pages share, if
 * the task does so after its runs, and lets it be published.
 */
gboolean exm_import_finish (ExmImport *self, GError **error);

G_END_DECLS
