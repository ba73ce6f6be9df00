/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-tdmrep.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "fetch/exm-robots.h"

#include <json-glib/json-glib.h>
#include <string.h>

/* The number or string @member of @rule as a number; −1 where it is none. */
static gint64
get_number (JsonObject *rule, const char *member)
{
  JsonNode *node = json_object_get_member (rule, member);

  if (node == NULL || !JSON_NODE_HOLDS_VALUE (node))
    return -1;
  if (json_node_get_value_type (node) != G_TYPE_STRING)
    return json_node_get_int (node);
  const char *text = json_node_get_string (node);
  return strcmp (text, "0") == 0 || strcmp (text, "1") == 0 ? *text - '0' : -1;
}

static const char *
get_text (JsonObject *rule, const char *member)
{
  JsonNode *node = json_object_get_member (rule, member);

  return node != NULL && json_node_get_value_type (node) == G_TYPE_STRING
             ? json_node_get_string (node)
             : NULL;
}

/* The object of @rules by its number, if it is a whole rule. */
static JsonObject *
get_rule (JsonArray *rules, guint index)
{
  JsonNode *node = json_array_get_element (rules, index);
  JsonObject *rule = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *location = rule != NULL ? get_text (rule, "location") : NULL;
  gint64 number = rule != NULL ? get_number (rule, "tdm-reservation") : -1;

  return location != NULL && strpbrk (location, "\r\n#") == NULL
                 && (number == 0 || number == 1)
             ? rule
             : NULL;
}

/* Writes the rules as a robots.txt, one a line, so that paths match as there. */
static ExmRobots *
make_robots (JsonArray *rules, guint n_rules)
{
  g_autoptr (GString) text = g_string_new ("User-agent: *\n");

  for (guint i = 0; i < n_rules; i++)
    {
      JsonObject *rule = get_rule (rules, i);
      if (rule == NULL)
        g_string_append (text, "\n");
      else
        g_string_append_printf (text, "%s: %s\n",
                                get_number (rule, "tdm-reservation") == 1 ? "Disallow"
                                                                          : "Allow",
                                get_text (rule, "location"));
    }
  return exm_robots_parse (text->str, text->len);
}

gboolean
exm_tdmrep_find (const char *json,
                 const char *path,
                 const char **reservation,
                 char **policy)
{
  g_autoptr (JsonParser) parser = json_parser_new_immutable ();
  const ExmRobotsRule *found = NULL;
  gsize n_bytes = json != NULL ? strlen (json) : 0;

  *policy = NULL;
  if (n_bytes == 0 || n_bytes > EXM_TDMREP_MAX_BYTES
      || !exm_json_is_shallow (json, n_bytes, EXM_MAX_JSON_DEPTH)
      || exm_json_count_values (json, n_bytes) > EXM_MAX_JSON_VALUES
      || !json_parser_load_from_data (parser, json, (gssize) n_bytes, NULL))
    return FALSE;
  JsonNode *root = json_parser_get_root (parser);
  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    return FALSE;
  JsonArray *rules = json_node_get_array (root);
  guint n_rules = MIN (json_array_get_length (rules), EXM_TDMREP_MAX_RULES);
  g_autoptr (ExmRobots) robots = make_robots (rules, n_rules);
  exm_robots_allows (robots, "*", path, &found);
  if (found == NULL)
    return FALSE;
  /* The first line names the robots. */
  JsonObject *rule = get_rule (rules, found->line - 2);
  *reservation = found->allow ? "0" : "1";
  *policy = g_strdup (get_text (rule, "tdm-policy"));
  return TRUE;
}
