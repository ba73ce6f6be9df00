/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-robots.h"

#include <string.h>

#define MAX_SITEMAPS 1000u
#define MAX_DELAY_MS (24 * 3600 * 1000)
#define MAX_FAILING_USEC (30 * G_TIME_SPAN_DAY)

/* A path in the two forms that are compared: @plain keeps the query's reserved characters
 * as they are, @coded has them percent-encoded. */
typedef struct
{
  GString *plain; /* (owned) */
  GString *coded; /* (owned) */
} Path;

typedef struct
{
  ExmRobotsRule rule;
  Path path;
} Rule;

typedef struct
{
  GPtrArray *agents; /* (owned) (element-type utf8): tokens, lower case; "*" for all */
  GArray *rules;     /* (owned) (element-type Rule) */
  gint64 delay_ms;   /* −1 where there is none */
} Group;

struct _ExmRobots
{
  gatomicrefcount ref_count;
  GPtrArray *groups;   /* (owned) (element-type Group) */
  GPtrArray *sitemaps; /* (owned) (element-type utf8): ends with NULL */
  guint n_unknown;
  gboolean truncated;
};

/* While a file is read. */
typedef struct
{
  ExmRobots *robots; /* (unowned) */
  Group *group;      /* (unowned) (nullable) */
  gboolean in_rules; /* the next User-agent begins another group */
  guint line;
} Parser;

G_DEFINE_BOXED_TYPE (ExmRobots, exm_robots, exm_robots_ref, exm_robots_unref)

static void
path_clear (Path *path)
{
  g_string_free (path->plain, TRUE);
  g_string_free (path->coded, TRUE);
}

static void
rule_clear (gpointer data)
{
  Rule *rule = data;

  g_free (rule->rule.pattern);
  path_clear (&rule->path);
}

static void
group_free (gpointer data)
{
  Group *group = data;

  g_ptr_array_unref (group->agents);
  g_array_unref (group->rules);
  g_free (group);
}

static gboolean
is_unreserved (guchar c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("-._~", c) != NULL);
}

/* RFC 9309, section 2.2.2: octets outside ASCII are percent-encoded, encoded ones that
 * need not be are decoded. "*" and "$" are the pattern's own where they are not encoded,
 * so a path has them encoded. */
static Path
path_new (const char *text, gsize n_bytes, gboolean is_pattern)
{
  Path path = { g_string_new (NULL), g_string_new (NULL) };
  gboolean in_query = FALSE;

  for (gsize i = 0; i < n_bytes; i++)
    {
      guchar c = text[i];
      char coded[4] = { (char) c, '\0' };
      gboolean was_encoded = c == '%' && i + 2 < n_bytes && g_ascii_isxdigit (text[i + 1])
                             && g_ascii_isxdigit (text[i + 2]);
      if (was_encoded)
        {
          c = (guchar) (g_ascii_xdigit_value (text[i + 1]) * 16
                        + g_ascii_xdigit_value (text[i + 2]));
          i += 2;
        }
      gboolean must = c <= 0x20 || c >= 0x7f || (was_encoded && !is_unreserved (c))
                      || (!is_pattern && (c == '*' || c == '$'));
      gboolean may = in_query && strchr (":/?#[]@", c) != NULL;
      g_snprintf (coded, sizeof coded, must || may ? "%%%02X" : "%c", c);
      g_string_append (path.coded, coded);
      g_snprintf (coded, sizeof coded, must ? "%%%02X" : "%c", c);
      g_string_append (path.plain, coded);
      in_query = in_query || (c == '?' && !was_encoded);
    }
  return path;
}

/* Whether the pattern, of which "*" is any run and a last "$" the end, matches from the
 * start of @text on. Taking the leftmost place for each piece is enough: what follows a
 * "*" may move right freely. */
static gboolean
matches (const GString *pattern, const GString *text)
{
  const char *piece = pattern->str;
  const char *pattern_end = piece + pattern->len;
  const char *place = text->str;
  const char *text_end = place + text->len;
  gboolean to_end = pattern->len > 0 && pattern_end[-1] == '$';

  if (to_end)
    pattern_end--;
  for (gboolean first = TRUE;; first = FALSE)
    {
      const char *star = memchr (piece, '*', (gsize) (pattern_end - piece));
      gsize n_piece = (gsize) ((star != NULL ? star : pattern_end) - piece);
      gsize n_left = (gsize) (text_end - place);
      if (n_piece > n_left)
        return FALSE;
      if (star == NULL && to_end)
        return (!first || n_piece == n_left)
               && memcmp (text_end - n_piece, piece, n_piece) == 0;
      if (first && memcmp (place, piece, n_piece) != 0)
        return FALSE;
      const char *found = first ? place : memmem (place, n_left, piece, n_piece);
      if (found == NULL)
        return FALSE;
      if (star == NULL)
        return TRUE;
      place = found + n_piece;
      piece = star + 1;
    }
}

ExmRobotsPolicy
exm_robots_policy_for_status (guint status, gint64 failing_usec)
{
  if (status >= 200 && status < 300)
    return EXM_ROBOTS_POLICY_READ;
  if (status >= 300 && status < 500 && status != 429)
    return EXM_ROBOTS_POLICY_ALLOW_ALL;
  return failing_usec >= MAX_FAILING_USEC ? EXM_ROBOTS_POLICY_ALLOW_ALL
                                          : EXM_ROBOTS_POLICY_WAIT;
}

/* Length of the product token at the start: versions and remarks are cut off. */
static gsize
token_length (const char *text, gsize n_bytes)
{
  gsize n = 0;

  while (n < n_bytes && (guchar) text[n] > 0x20 && strchr ("/(;,", text[n]) == NULL)
    n++;
  return n;
}

static void
read_agent (Parser *self, const char *value, gsize n_bytes)
{
  gsize n_token = token_length (value, n_bytes);

  if (self->group == NULL || self->in_rules)
    {
      self->group = g_new0 (Group, 1);
      self->group->agents = g_ptr_array_new_with_free_func (g_free);
      self->group->rules = g_array_new (FALSE, FALSE, sizeof (Rule));
      g_array_set_clear_func (self->group->rules, rule_clear);
      self->group->delay_ms = -1;
      g_ptr_array_add (self->robots->groups, self->group);
      self->in_rules = FALSE;
    }
  if (n_token > 0)
    g_ptr_array_add (self->group->agents, g_ascii_strdown (value, (gssize) n_token));
}

static void
read_rule (Parser *self, gboolean allow, const char *value, gsize n_bytes)
{
  if (self->group == NULL)
    return;
  self->in_rules = TRUE;
  if (n_bytes == 0)
    return;
  Rule rule = {
    .rule = { .allow = allow,
              .line = self->line,
              .pattern = g_utf8_make_valid (value, (gssize) n_bytes) },
    .path = path_new (value, n_bytes, TRUE),
  };
  g_array_append_val (self->group->rules, rule);
}

static void
read_delay (Parser *self, const char *value, gsize n_bytes)
{
  g_autofree char *text = g_strndup (value, n_bytes);
  char *end = NULL;
  double seconds = g_ascii_strtod (text, &end);

  if (self->group == NULL || end == text || !(seconds >= 0))
    return;
  self->group->delay_ms = (gint64) MIN (seconds * 1000, (double) MAX_DELAY_MS);
}

static void
read_record (Parser *self, const char *name, const char *value, gsize n_value)
{
  static const char *const agents[] = { "user-agent", "useragent", "user agent", NULL };
  static const char *const disallows[]
      = { "disallow", "dissallow", "disalow", "dissalow", NULL };

  if (g_strv_contains (agents, name))
    read_agent (self, value, n_value);
  else if (g_strv_contains (disallows, name))
    read_rule (self, FALSE, value, n_value);
  else if (strcmp (name, "allow") == 0)
    read_rule (self, TRUE, value, n_value);
  else if (strcmp (name, "crawl-delay") == 0)
    read_delay (self, value, n_value);
  else if (strcmp (name, "sitemap") == 0 || strcmp (name, "site-map") == 0)
    {
      if (n_value > 0 && self->robots->sitemaps->len < MAX_SITEMAPS)
        g_ptr_array_add (self->robots->sitemaps, g_strndup (value, n_value));
    }
  else
    self->robots->n_unknown++;
}

static void
trim (const char **start, const char **end)
{
  while (*start < *end && (guchar) * *start <= 0x20)
    (*start)++;
  while (*start < *end && (guchar) (*end)[-1] <= 0x20)
    (*end)--;
}

static void
read_line (Parser *self, const char *start, const char *end)
{
  const char *comment = memchr (start, '#', (gsize) (end - start));

  self->line++;
  if (comment != NULL)
    end = comment;
  trim (&start, &end);
  if (start == end)
    return;
  const char *colon = memchr (start, ':', (gsize) (end - start));
  if (colon == NULL)
    {
      self->robots->n_unknown++;
      return;
    }
  const char *name_end = colon;
  const char *value = colon + 1;
  trim (&start, &name_end);
  trim (&value, &end);
  g_autofree char *name = g_ascii_strdown (start, name_end - start);
  read_record (self, name, value, (gsize) (end - value));
}

ExmRobots *
exm_robots_parse (const char *text, gsize n_bytes)
{
  ExmRobots *self = g_new0 (ExmRobots, 1);
  Parser parser = { .robots = self };

  g_atomic_ref_count_init (&self->ref_count);
  self->groups = g_ptr_array_new_with_free_func (group_free);
  self->sitemaps = g_ptr_array_new_with_free_func (g_free);
  if (n_bytes > EXM_ROBOTS_MAX_BYTES)
    {
      self->truncated = TRUE;
      n_bytes = EXM_ROBOTS_MAX_BYTES;
      while (n_bytes > 0 && text[n_bytes - 1] != '\n' && text[n_bytes - 1] != '\r')
        n_bytes--;
    }
  const char *end = text + n_bytes;
  if (n_bytes >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  while (text < end)
    {
      const char *line_end = text;
      while (line_end < end && *line_end != '\n' && *line_end != '\r')
        line_end++;
      read_line (&parser, text, line_end);
      text = line_end + 1;
      if (line_end + 1 < end && line_end[0] == '\r' && line_end[1] == '\n')
        text++;
    }
  g_ptr_array_add (self->sitemaps, NULL);
  return self;
}

ExmRobots *
exm_robots_ref (ExmRobots *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_robots_unref (ExmRobots *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_ptr_array_unref (self->groups);
  g_ptr_array_unref (self->sitemaps);
  g_free (self);
}

/* How well @token, lower case, names @agent: its length, 1 for "*", 0 for not at all. */
static gsize
rank_token (const char *token, const char *agent)
{
  gsize n_agent = token_length (agent, strlen (agent));
  gsize n_token = strlen (token);

  if (strcmp (token, "*") == 0)
    return 1;
  if (n_token > n_agent || g_ascii_strncasecmp (token, agent, n_token) != 0
      || (n_token < n_agent && agent[n_token] != '-'))
    return 0;
  return n_token + 1;
}

static gsize
rank_group (const Group *group, const char *agent)
{
  gsize best = 0;

  for (guint i = 0; i < group->agents->len; i++)
    best = MAX (best, rank_token (g_ptr_array_index (group->agents, i), agent));
  return best;
}

static gsize
best_rank (const ExmRobots *self, const char *agent)
{
  gsize best = 1;

  for (guint i = 0; i < self->groups->len; i++)
    best = MAX (best, rank_group (g_ptr_array_index (self->groups, i), agent));
  return best;
}

static const Rule *
find_in_group (const Group *group, const Path *path, const Rule *best)
{
  for (guint i = 0; i < group->rules->len; i++)
    {
      const Rule *rule = &g_array_index (group->rules, Rule, i);
      gsize length = rule->path.coded->len;
      if (best != NULL && length < best->path.coded->len)
        continue;
      if (best != NULL && length == best->path.coded->len
          && rule->rule.allow <= best->rule.allow)
        continue;
      if (matches (rule->path.plain, path->plain)
          || matches (rule->path.coded, path->coded))
        best = rule;
    }
  return best;
}

gboolean
exm_robots_allows (const ExmRobots *self,
                   const char *agent,
                   const char *path,
                   const ExmRobotsRule **rule)
{
  gsize rank = best_rank (self, agent);
  const Rule *best = NULL;

  if (rule != NULL)
    *rule = NULL;
  if (*path == '\0')
    path = "/";
  Path asked
      = path_new (path, MIN (strcspn (path, "#"), EXM_ROBOTS_MAX_PATH_BYTES), FALSE);
  if (strcmp (asked.plain->str, "/robots.txt") != 0)
    for (guint i = 0; i < self->groups->len; i++)
      {
        const Group *group = g_ptr_array_index (self->groups, i);
        if (rank_group (group, agent) == rank)
          best = find_in_group (group, &asked, best);
      }
  path_clear (&asked);
  if (rule != NULL && best != NULL)
    *rule = &best->rule;
  return best == NULL || best->rule.allow;
}

gint64
exm_robots_get_crawl_delay_ms (const ExmRobots *self, const char *agent)
{
  gsize rank = best_rank (self, agent);
  gint64 delay_ms = -1;

  for (guint i = 0; i < self->groups->len; i++)
    {
      const Group *group = g_ptr_array_index (self->groups, i);
      if (rank_group (group, agent) == rank)
        delay_ms = MAX (delay_ms, group->delay_ms);
    }
  return delay_ms;
}

const char *const *
exm_robots_get_sitemaps (const ExmRobots *self)
{
  return (const char *const *) self->sitemaps->pdata;
}

guint
exm_robots_get_n_unknown (const ExmRobots *self)
{
  return self->n_unknown;
}

gboolean
exm_robots_get_truncated (const ExmRobots *self)
{
  return self->truncated;
}
