/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any line as a batch record: one JSON object on one line comes out. */

#include "fuzz.h"

#include "engine/exm-batch.h"

#include <json-glib/json-glib.h>
#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  /* Nothing of this machine is read: a record cannot be made to name a file, not even
   * with letters written as escapes. */
  if (memmem (data, size, "path", 4) != NULL || memmem (data, size, "\\u006", 5) != NULL
      || memmem (data, size, "\\u007", 5) != NULL)
    return 0;

  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (GError) error = NULL;
  const ExmExtractOptions options = { .method = "line-block" };
  g_autofree char *out
      = exm_batch_process (engine, (const char *) data, size, &options, NULL);
  g_autoptr (JsonNode) node = NULL;

  if (!g_utf8_validate (out, -1, NULL))
    g_error ("not UTF-8: %s, from %.*s", out, (int) size, data);
  FUZZ_EXPECT (strchr (out, '\n') == NULL);
  node = json_from_string (out, &error);
  if (node == NULL)
    g_error ("%s: %s", error->message, out);
  FUZZ_EXPECT (JSON_NODE_HOLDS_OBJECT (node));
  FUZZ_EXPECT (json_object_has_member (json_node_get_object (node), "error"));
  return 0;
}
