/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Page and section of the printed paper that an article stood in: 第03版：要闻. */

#pragma once

#include "metadata/exm-metadata-field.h"

G_BEGIN_DECLS

/**
 * exm_metadata_read_print:
 * @self: where to put what is found
 * @anchor: a line near the body's head, %EXM_NONE if not known
 * @body_last: last line of the body, %EXM_NONE if not known
 *
 * Reads "第03版：要闻", "A03版", "（2026年11月20日 第 03 版）", "版次：" and "版名：" in
 * short lines before and behind the body. A page that lists several pages of its paper
 * gives the one that is no link. O(lines before the anchor).
 */
void exm_metadata_read_print (ExmMetadataReader *self, guint anchor, guint body_last);

G_END_DECLS
