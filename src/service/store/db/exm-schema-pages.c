/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

/* The hash is that of the bytes before compression, so a page says itself whether it is
 * still what was stored. */
static const char version_1_pages[] = "CREATE TABLE page ("
                                      "  hash TEXT PRIMARY KEY NOT NULL,"
                                      "  size INTEGER NOT NULL,"
                                      "  bytes BLOB NOT NULL"
                                      ") STRICT;"
                                      /* "EXM2" */
                                      "PRAGMA application_id = 0x45584d32;"
                                      "PRAGMA user_version = 1;";

static const char *const version_1[] = { version_1_pages, NULL };

static const char *const *const migrations[] = { version_1 };

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == EXM_SCHEMA_PAGES_NEXT - 1);

const ExmSchema exm_schema_pages = {
  .application_id = 0x45584d32,
  .version = G_N_ELEMENTS (migrations),
  .migrations = migrations,
};
