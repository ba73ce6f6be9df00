/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The filter that `exemplar-cli batch` and cluster jobs run: one JSON record in, one JSON
 * record out. Nothing here reads or writes a stream. */

#pragma once

#include "engine/exm-batch-sites.h"

G_BEGIN_DECLS

/* Further examples of one record. */
#define EXM_BATCH_EXAMPLES 64u

/**
 * exm_batch_process:
 * @engine: shared by all threads that process records
 * @line: one JSON object, UTF-8, need not be terminated
 * @n_bytes: its length
 * @defaults: (nullable): method for records that name none, and all other options
 * @sites: (nullable): what was learned of the sites that records name as `site`
 *
 * Fields read: `example_path` or `example_html`, `target_path` or `target_html`, `url`,
 * `example_url`, `example_body`, `examples` (more of them: an array of at most
 * %EXM_BATCH_EXAMPLES objects with `path` or `html`, `url`, `body`), `method`. Written:
 * `site`, `example`, `target` as they came in, then `text`, `title`, `author`, `date`,
 * `fields` (by name: `value`, `origin`, `confidence`), `head`, `tail`, `confidence`,
 * `fits`, `template_similarity`, `method`, and `error` (null where all went well). Files
 * are read; no address is fetched. A record that cannot be used gives a record with
 * `error`. Any thread; memory in proportion to the record's pages.
 *
 * Returns: (transfer full): one JSON object on one line, without a line feed
 */
char *exm_batch_process (ExmEngine *engine,
                         const char *line,
                         gsize n_bytes,
                         const ExmExtractOptions *defaults,
                         ExmBatchSites *sites);

/**
 * exm_batch_learn:
 * @line: as for exm_batch_process()
 * @sites: gets what the record's page teaches
 *
 * The first of two passes over records: nothing is answered, and what cannot be used
 * teaches nothing. A page is counted once, however many records name it: with an example
 * rather than without one. Any thread.
 */
void exm_batch_learn (ExmEngine *engine,
                      const char *line,
                      gsize n_bytes,
                      const ExmExtractOptions *defaults,
                      ExmBatchSites *sites);

/**
 * exm_batch_refuse:
 * @reason: why a record was not even read
 *
 * Returns: (transfer full): a record with that error, as exm_batch_process() gives
 */
char *exm_batch_refuse (const char *reason);

G_END_DECLS
