/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/tables/exm-table-checksum.h"

#include "base/exm-said-error.h"
#include "store/db/exm-stored-body.h"

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <string.h>
#include <xxhash.h>

/* Places of the body among the checked columns. */
enum
{
  TEXT = EXM_N_CHECKED_COLUMNS - 3,
  HTML,
  MARKDOWN,
};

gint64
exm_checksum_of_texts (const char *const *texts, guint n_texts)
{
  XXH3_state_t *state = XXH3_createState ();

  XXH3_64bits_reset (state);
  for (guint i = 0; i < n_texts; i++)
    {
      /* Lengths tell where a text ends, and which is none. */
      guint64 length = texts[i] != NULL ? strlen (texts[i]) : G_MAXUINT64;
      guint64 ordered = GUINT64_TO_LE (length);
      XXH3_64bits_update (state, &ordered, sizeof ordered);
      if (texts[i] != NULL)
        XXH3_64bits_update (state, texts[i], length);
    }
  guint64 sum = XXH3_64bits_digest (state);
  XXH3_freeState (state);
  return (gint64) sum;
}

gint64
exm_checksum_of_row (ExmStatement *row, int first)
{
  const char *texts[EXM_N_CHECKED_COLUMNS];

  for (guint i = 0; i < EXM_N_CHECKED_COLUMNS; i++)
    texts[i] = exm_statement_get_text (row, first + (int) i);
  g_autofree char *text = exm_stored_body_dup_text (texts[HTML], texts[TEXT]);
  g_autofree char *markdown = exm_stored_body_dup_markdown (texts[HTML], texts[MARKDOWN]);
  texts[TEXT] = text;
  texts[MARKDOWN] = markdown;
  return exm_checksum_of_texts (texts, EXM_N_CHECKED_COLUMNS);
}

gboolean
exm_table_checksum_put (ExmDb *db, gint64 article, gint64 checksum, GError **error)
{
  return exm_db_run (db,
                     "INSERT INTO article_checksum (article, checksum) VALUES (?, ?)"
                     " ON CONFLICT (article) DO UPDATE SET checksum = excluded.checksum",
                     EXM_VALUES (EXM_INT (article), EXM_INT (checksum)), error);
}

gboolean
exm_table_checksum_add (ExmDb *db, gint64 article, gint64 checksum, GError **error)
{
  return exm_db_run (db,
                     "INSERT OR IGNORE INTO article_checksum (article, checksum)"
                     " SELECT id, ?2 FROM article WHERE id = ?1",
                     EXM_VALUES (EXM_INT (article), EXM_INT (checksum)), error);
}

void
exm_table_checksum_set_error (ExmDb *db, gint64 article, const char *url, GError **error)
{
  g_autofree char *file = g_filename_display_name (exm_db_get_path (db));

  exm_said_set_error (
      error, EXM_STORE_ERROR, EXM_STORE_ERROR_CHECKSUM,
      /* translators: a number, an address, a file */
      N_ ("Article %" PRId64 " (%s) in %s is not what was stored: some bytes of it "
          "changed. Extract its page again, or restore a backup: “exemplar-cli store "
          "restore”."),
      article, url != NULL ? url : "", file);
}
