/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-output-rules.h"

#include "task/exm-zone.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DAY_S (24 * 60 * 60)
#define DAILY "daily "

/* "HH:MM" at the start of @text, as seconds of the day. */
static gboolean
read_clock (const char *text, gint64 *seconds)
{
  if (!g_ascii_isdigit (text[0]) || !g_ascii_isdigit (text[1]) || text[2] != ':'
      || !g_ascii_isdigit (text[3]) || !g_ascii_isdigit (text[4]))
    return FALSE;
  int hour = (text[0] - '0') * 10 + text[1] - '0';
  int minute = (text[3] - '0') * 10 + text[4] - '0';
  *seconds = hour * 3600 + minute * 60;
  return hour < 24 && minute < 60;
}

static gboolean
read_daily (const ExmTaskOutput *output, gint64 *seconds)
{
  return output->when != NULL && g_str_has_prefix (output->when, DAILY)
         && strlen (output->when) == strlen (DAILY "00:00")
         && read_clock (output->when + strlen (DAILY), seconds);
}

static gboolean
read_quiet (const ExmTaskOutput *output, gint64 *from, gint64 *to)
{
  return output->quiet != NULL && strlen (output->quiet) == strlen ("00:00-00:00")
         && output->quiet[5] == '-' && read_clock (output->quiet, from)
         && read_clock (output->quiet + 6, to);
}

/* Percent; 0 where none is asked for, more than 100 for what is no number. */
static guint64
read_least_sure (const ExmTaskOutput *output)
{
  guint64 percent = 0;

  if (output->least_sure == NULL)
    return 0;
  return g_ascii_string_to_unsigned (output->least_sure, 10, 0, 100, &percent, NULL)
             ? percent
             : G_MAXUINT64;
}

static gboolean
is_name (const char *text)
{
  return text != NULL && *text != '\0'
         && strspn (text, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen (text);
}

gboolean
exm_output_rules_is_report (const ExmTaskOutput *output)
{
  return g_strcmp0 (output->kind, "report") == 0;
}

static gboolean
is_file (const ExmTaskOutput *output)
{
  return g_strcmp0 (output->kind, "sqlite") == 0 || exm_output_rules_is_report (output);
}

gboolean
exm_output_rules_is_database (const ExmTaskOutput *output)
{
  static const char *const kinds[] = { "sqlite", "postgresql", "mysql", NULL };

  return output->kind != NULL && g_strv_contains (kinds, output->kind);
}

gboolean
exm_output_rules_wants_backlog (const ExmTaskOutput *output)
{
  return output->kind == NULL || output->backlog || exm_output_rules_is_database (output);
}

const char *
exm_output_rules_check (const ExmTaskOutput *output, const char **problem)
{
  gint64 from = 0, to = 0;

  *problem = N_ ("not the id of a kind of output");
  if (!is_name (output->kind))
    return "kind";
  *problem = N_ ("the connection has no name, or one with “[” or “]”");
  if (output->to == NULL || *output->to == '\0'
      || (!is_file (output) && strpbrk (output->to, "[]") != NULL))
    return "to";
  *problem = N_ ("not an absolute path");
  if (is_file (output) && !g_path_is_absolute (output->to))
    return "to";
  *problem = N_ ("not from 0 to 100");
  if (read_least_sure (output) > 100)
    return "least-sure";
  *problem = N_ ("a report needs a time of day, as “daily 08:00”");
  if (exm_output_rules_is_report (output) && !read_daily (output, &from))
    return "when";
  *problem = N_ ("not “each”, “run” or “daily HH:MM”");
  if (output->when != NULL && strcmp (output->when, "each") != 0
      && strcmp (output->when, "run") != 0 && !read_daily (output, &from))
    return "when";
  *problem = N_ ("not hours as “22:00-07:00”");
  if (output->quiet != NULL && !read_quiet (output, &from, &to))
    return "quiet";
  return NULL;
}

static char *
fold (const char *text)
{
  g_autofree char *same = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (same != NULL ? same : text, -1);
}

static gboolean
has_word (const char *const *words, const char *text)
{
  g_autofree char *folded = fold (text);

  for (; *words != NULL; words++)
    {
      g_autofree char *word = fold (*words);
      g_strstrip (word);
      if (*word != '\0' && strstr (folded, word) != NULL)
        return TRUE;
    }
  return FALSE;
}

gboolean
exm_output_rules_take (const ExmTaskOutput *output, const ExmArticleFields *article)
{
  const char *title = article->metadata != NULL
                          ? exm_metadata_get (article->metadata, EXM_FIELD_TITLE)
                          : NULL;

  if (output->kind == NULL)
    return TRUE;
  if (article->confidence * 100 < (double) MIN (read_least_sure (output), 100))
    return FALSE;
  if (output->words == NULL)
    return TRUE;
  g_auto (GStrv) words = g_strsplit_set (output->words, ",，、", -1);
  return (title != NULL && has_word ((const char *const *) words, title))
         || (article->text != NULL
             && has_word ((const char *const *) words, article->text));
}

gboolean
exm_output_rules_is_daily (const ExmTaskOutput *output)
{
  gint64 seconds = 0;

  return read_daily (output, &seconds);
}

gboolean
exm_output_rules_gather (const ExmTaskOutput *output)
{
  return g_strcmp0 (output->when, "run") == 0 || exm_output_rules_is_daily (output);
}

/* The first time from @from_usec on at which a clock shows @seconds of the day. */
static gint64
find_clock (GTimeZone *zone, gint64 from_usec, gint64 seconds)
{
  gint64 from_s = (from_usec + G_USEC_PER_SEC - 1) / G_USEC_PER_SEC;
  gint64 local = from_s + exm_zone_get_offset (zone, from_s);
  gint64 day = local / DAY_S;

  for (gint64 i = 0; i < 3; i++)
    {
      gint64 at = exm_zone_to_unix (zone, (day + i) * DAY_S + seconds);
      if (at >= from_s)
        return at * G_USEC_PER_SEC;
    }
  return from_usec;
}

gint64
exm_output_rules_get_time (const ExmTaskOutput *output,
                           GTimeZone *zone,
                           gint64 due_usec,
                           gboolean tried,
                           gint64 now_usec)
{
  gint64 daily = 0, from = 0, to = 0;

  if (read_daily (output, &daily))
    return tried || find_clock (zone, due_usec, daily) == due_usec
               ? now_usec
               : find_clock (zone, now_usec, daily);
  if (!read_quiet (output, &from, &to))
    return now_usec;
  gint64 now_s = now_usec / G_USEC_PER_SEC;
  gint64 clock = (now_s + exm_zone_get_offset (zone, now_s)) % DAY_S;
  gboolean is_quiet
      = from <= to ? clock >= from && clock < to : clock >= from || clock < to;
  return is_quiet ? find_clock (zone, now_usec, to) : now_usec;
}
