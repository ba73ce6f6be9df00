/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

/* Bytes are stored once by their hash, and found by the addresses that gave them. What
 * nobody holds goes by its last use. */
static const char version_1_resource[]
    = "CREATE TABLE resource ("
      "  hash TEXT PRIMARY KEY NOT NULL,"
      "  size INTEGER NOT NULL,"
      "  used_usec INTEGER NOT NULL,"
      "  type TEXT NOT NULL,"
      "  bytes BLOB NOT NULL"
      ") STRICT;"
      /* Sums and sweeps read this alone, not the bytes. */
      "CREATE INDEX resource_used ON resource (used_usec, size, hash);";
static const char version_1_address[]
    = "CREATE TABLE address ("
      "  url TEXT PRIMARY KEY NOT NULL,"
      "  hash TEXT NOT NULL REFERENCES resource (hash) ON DELETE CASCADE,"
      "  final_url TEXT NOT NULL,"
      "  charset TEXT,"
      "  fetched_usec INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX address_hash ON address (hash);"
      /* "EXM3" */
      "PRAGMA application_id = 0x45584d33;"
      "PRAGMA user_version = 1;";

static const char *const version_1[] = { version_1_resource, version_1_address, NULL };

/* An article holds what its page shows: wanted while there is neither a hash nor a
 * failure. Drawings of before were stored as they came. */
static const char version_2_holder[]
    = "DELETE FROM resource WHERE type = 'image/svg+xml';"
      "ALTER TABLE resource ADD COLUMN held INTEGER NOT NULL DEFAULT 0;"
      "DROP INDEX resource_used;"
      "CREATE INDEX resource_used ON resource (held, used_usec, size, hash);"
      "CREATE TABLE holder ("
      "  task TEXT NOT NULL,"
      "  url_key TEXT NOT NULL,"
      "  address TEXT NOT NULL,"
      "  kind TEXT NOT NULL,"
      "  url TEXT NOT NULL,"
      /* The style sheet that asks for it. */
      "  via TEXT NOT NULL,"
      "  hash TEXT REFERENCES resource (hash) ON DELETE SET NULL,"
      "  failure TEXT,"
      "  PRIMARY KEY (task, url_key, address, kind, via)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX holder_hash ON holder (hash);"
      "CREATE INDEX holder_url ON holder (url);"
      "CREATE INDEX holder_via ON holder (via) WHERE via <> '';";
/* A resource goes with the last that holds it. The file has a name of its own, by which
 * it shows that it was made anew. */
static const char version_2_held[]
    = "CREATE TRIGGER holder_added AFTER INSERT ON holder WHEN NEW.hash IS NOT NULL BEGIN"
      "  UPDATE resource SET held = 1 WHERE hash = NEW.hash AND held = 0;"
      "END;"
      "CREATE TRIGGER holder_filled AFTER UPDATE OF hash ON holder"
      "  WHEN NEW.hash IS NOT NULL BEGIN"
      "  UPDATE resource SET held = 1 WHERE hash = NEW.hash AND held = 0;"
      "END;"
      "CREATE TRIGGER holder_removed AFTER DELETE ON holder WHEN OLD.hash IS NOT NULL"
      "  AND NOT EXISTS (SELECT 1 FROM holder WHERE hash = OLD.hash) BEGIN"
      "  DELETE FROM resource WHERE hash = OLD.hash;"
      "END;"
      "CREATE TABLE identity (name TEXT NOT NULL) STRICT;"
      "INSERT INTO identity VALUES (lower (hex (randomblob (16))));"
      "PRAGMA user_version = 2;";

static const char *const version_2[] = { version_2_holder, version_2_held, NULL };

static const char *const *const migrations[] = { version_1, version_2 };

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == EXM_SCHEMA_RESOURCES_NEXT - 1);

const ExmSchema exm_schema_resources = {
  .application_id = 0x45584d33,
  .version = G_N_ELEMENTS (migrations),
  .migrations = migrations,
};
