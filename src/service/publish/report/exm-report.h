/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports: articles of a day as a file, a document by a template or the list of them. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The template of the reports in a folder, and where the names of reports are kept. */
#define EXM_REPORT_TEMPLATE "template.docx"
#define EXM_REPORT_NAMES ".exemplar-reports"

/**
 * exm_report_write_template:
 * @path: of a file that is not there
 *
 * Writes the usual template, to be changed.
 */
gboolean exm_report_write_template (const char *path, GError **error);

G_END_DECLS
