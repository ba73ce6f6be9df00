/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Templates of reports: documents of Word (DOCX) with fields in double braces, as
 * docs/reports.md tells. Pure; any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * ExmWordReport:
 * @title: of the report
 * @date: its day, as readers are shown it
 *
 * Values of the fields that are of the whole. All (unowned).
 */
typedef struct
{
  const char *title;
  const char *date;
} ExmWordReport;

/**
 * exm_word_template_make:
 *
 * Returns: (transfer full): the template of who has none, a DOCX
 */
GBytes *exm_word_template_make (void);

/**
 * exm_word_template_fill:
 * @template: a DOCX
 * @items: (element-type ExmFormatItem): its articles in their order
 * @error: (out): %EXM_PUBLISH_ERROR_FAILED: what is wrong with the template
 *
 * Styles and lists that the texts need are added where the template has none of their
 * name. O(bytes).
 *
 * Returns: (transfer full) (nullable): the report, a DOCX
 */
GBytes *exm_word_template_fill (GBytes *template,
                                const GPtrArray *items,
                                const ExmWordReport *report,
                                GError **error);

G_END_DECLS
