/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "base/exm-said-error.h"
#include "task/exm-schedule-private.h"
#include "task/exm-zone.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAX_TEXT_BYTES 2000u
#define MAX_INTERVAL_MINUTES (366u * EXM_DAY_MINUTES)
#define DAY_NAME_LENGTH 3u
#define HOUR_DIGITS 2

static const struct
{
  const char *name; /* (unowned) */
  guint minutes;
} units[] = {
  { "min", 1 },
  { "minute", 1 },
  { "minutes", 1 },
  { "h", EXM_HOUR_MINUTES },
  { "hour", EXM_HOUR_MINUTES },
  { "hours", EXM_HOUR_MINUTES },
  { "d", EXM_DAY_MINUTES },
  { "day", EXM_DAY_MINUTES },
  { "days", EXM_DAY_MINUTES },
  { "w", 7 * EXM_DAY_MINUTES },
  { "week", 7 * EXM_DAY_MINUTES },
  { "weeks", 7 * EXM_DAY_MINUTES },
};

static gboolean G_GNUC_PRINTF (2, 3) fail (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *what = exm_said_new_valist (format, arguments);
  va_end (arguments);
  exm_said_set_error (error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_SYNTAX, "%s", what);
  return FALSE;
}

/* "7:30" or "07:30" at *@at, which moves behind it; up to "24:00". */
static gboolean
read_time (const char **at, guint *minute)
{
  const char *c = *at;
  guint hours = 0;
  guint minutes = 0;

  while (g_ascii_isdigit (*c) && c - *at < HOUR_DIGITS)
    hours = hours * 10 + (guint) (*c++ - '0');
  if (c == *at || c[0] != ':' || !g_ascii_isdigit (c[1]) || !g_ascii_isdigit (c[2]))
    return FALSE;
  minutes = (guint) (c[1] - '0') * 10 + (guint) (c[2] - '0');
  *minute = hours * 60 + minutes;
  *at = c + 3;
  return minutes < 60 && *minute <= EXM_DAY_MINUTES;
}

static gboolean
read_day (const char **at, guint *day)
{
  static const char *const names[] = { "mon", "tue", "wed", "thu", "fri", "sat", "sun" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (g_ascii_strncasecmp (*at, names[i], DAY_NAME_LENGTH) == 0)
      {
        *day = i;
        *at += DAY_NAME_LENGTH;
        return TRUE;
      }
  return FALSE;
}

static gboolean
read_days (const char *word, ExmWindow *window)
{
  if (!read_day (&word, &window->first_day))
    return FALSE;
  window->last_day = window->first_day;
  if (*word == '-')
    {
      word++;
      if (!read_day (&word, &window->last_day))
        return FALSE;
    }
  window->every_day = FALSE;
  return *word == '\0';
}

static gboolean
read_times (const char *word, ExmWindow *window)
{
  return read_time (&word, &window->start) && *word++ == '-'
         && read_time (&word, &window->end) && *word == '\0'
         && window->start < EXM_DAY_MINUTES && window->start != window->end;
}

/* "mon-fri", "07:00-23:00" or both. */
static gboolean
read_window (const char *text, ExmWindow *window)
{
  g_auto (GStrv) words = g_strsplit (text, " ", -1);
  guint n_words = g_strv_length (words);

  *window = (ExmWindow){ .last_day = 6, .every_day = TRUE, .end = EXM_DAY_MINUTES };
  if (n_words == 2)
    return read_days (words[0], window) && read_times (words[1], window);
  return n_words == 1
         && (read_days (words[0], window)
             || (window->every_day && read_times (words[0], window)));
}

static gboolean
read_windows (ExmSchedule *self, char **words, guint n_words, GError **error)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? " " : "", words[i]);
  g_auto (GStrv) parts = g_strsplit (joined->str, ",", -1);
  for (guint i = 0; parts[i] != NULL; i++)
    {
      ExmWindow window;

      if (!read_window (g_strstrip (parts[i]), &window))
        return fail (
            error,
            N_ ("“%s” is not a time range; write “mon-fri 07:00-23:00”, “sat” or "
                "“22:00-06:00”."),
            parts[i]);
      exm_week_add (&self->week, &window);
    }
  if (!self->week.limited)
    return fail (error, N_ ("After “in” comes a time range: “in mon-fri 07:00-23:00”."));
  exm_week_settle (&self->week);
  return TRUE;
}

static guint
find_unit (const char *word)
{
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_strcasecmp (word, units[i].name) == 0)
      return units[i].minutes;
  return 0;
}

static gboolean
read_at (ExmSchedule *self, const char *word, GError **error)
{
  const char *at = word;
  guint minute;

  if (!read_time (&at, &minute) || *at != '\0' || minute >= EXM_DAY_MINUTES)
    return fail (error, N_ ("“%s” is no time of the day, like 07:30."), word);
  self->rule = EXM_RULE_DAYS_AT;
  self->n_days = self->minutes / EXM_DAY_MINUTES;
  if (!exm_cron_parse ("@daily", &self->cron, error))
    return FALSE;
  self->cron.hours = G_GUINT64_CONSTANT (1) << (minute / 60);
  self->cron.minutes = G_GUINT64_CONSTANT (1) << (minute % 60);
  return TRUE;
}

/* "30 min", "2 h", "hour", "1 d at 07:30". */
static gboolean
read_interval (ExmSchedule *self, char **words, guint n_words, GError **error)
{
  gboolean has_number = n_words > 0 && g_ascii_isdigit (*words[0]);
  guint unit_at = has_number ? 1 : 0;
  guint64 n = 1;

  if (n_words <= unit_at)
    return fail (error, N_ ("After “every” come a number and a unit: “every 30 min”."));
  if (has_number
      && !g_ascii_string_to_unsigned (words[0], 10, 1, MAX_INTERVAL_MINUTES, &n, NULL))
    return fail (error, N_ ("“%s” is no number of minutes, hours or days above 0."),
                 words[0]);
  guint unit = find_unit (words[unit_at]);
  if (unit == 0)
    return fail (error, N_ ("“%s” is no unit of time; there are min, h, d and w."),
                 words[unit_at]);
  if (n * unit > MAX_INTERVAL_MINUTES)
    return fail (error, N_ ("“every %s %s” is too long: at most 366 days."), words[0],
                 words[unit_at]);
  self->rule = EXM_RULE_INTERVAL;
  self->minutes = (guint) n * unit;
  if (n_words == unit_at + 1)
    return TRUE;
  if (g_ascii_strcasecmp (words[unit_at + 1], "at") != 0)
    return fail (error,
                 N_ ("“%s” is not understood; “in”, “zone” or the end was "
                     "expected."),
                 words[unit_at + 1]);
  if (unit < EXM_DAY_MINUTES)
    return fail (error, N_ ("“at” goes with days: “every 1 d at 07:30”."));
  if (n_words != unit_at + 3)
    return fail (error, N_ ("After “at” comes one time: “every 1 d at 07:30”."));
  return read_at (self, words[unit_at + 2], error);
}

static gboolean
read_cron (ExmSchedule *self, char **words, guint n_words, GError **error)
{
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < n_words; i++)
    g_string_append_printf (joined, "%s%s", i > 0 ? " " : "", words[i]);
  self->rule = EXM_RULE_CRON;
  return exm_cron_parse (joined->str, &self->cron, error);
}

static gboolean
read_rule (ExmSchedule *self, char **words, guint n_words, GError **error)
{
  if (n_words > 0 && g_ascii_strcasecmp (words[0], "every") == 0)
    return read_interval (self, words + 1, n_words - 1, error);
  if (n_words > 0 && g_ascii_strcasecmp (words[0], "cron") == 0)
    return read_cron (self, words + 1, n_words - 1, error);
  if (n_words == 0 || g_ascii_strcasecmp (words[0], "manual") != 0)
    return fail (error,
                 N_ ("“%s” is no schedule; it begins with “every”, “cron” or “manual”."),
                 n_words > 0 ? words[0] : "");
  if (n_words > 1)
    return fail (error,
                 N_ ("After “manual” nothing more is expected, but there is "
                     "“%s”."),
                 words[1]);
  self->rule = EXM_RULE_MANUAL;
  return TRUE;
}

static gboolean
read_zone (ExmSchedule *self, char **words, guint n_words, GError **error)
{
  const char *name = n_words > 0 ? words[0] : "";

  if (n_words > 1)
    return fail (error,
                 N_ ("After the zone nothing more is expected, but there is "
                     "“%s”."),
                 words[1]);
  if (exm_zone_name_is_valid (name))
    self->zone = g_time_zone_new_identifier (name);
  if (self->zone == NULL)
    {
      exm_said_set_error (
          error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_ZONE,
          N_ ("“%s” is no time zone that this computer knows; they have names "
              "like Asia/Shanghai."),
          name);
      return FALSE;
    }
  self->zone_name = g_strdup (name);
  return TRUE;
}

static guint
find_word (const GPtrArray *words, const char *word, guint otherwise)
{
  for (guint i = 0; i < words->len; i++)
    if (g_ascii_strcasecmp (g_ptr_array_index (words, i), word) == 0)
      return i;
  return otherwise;
}

static gboolean
read_words (ExmSchedule *self, const GPtrArray *words, GError **error)
{
  guint zone_at = find_word (words, "zone", words->len);
  guint in_at = MIN (find_word (words, "in", zone_at), zone_at);
  char **all = (char **) words->pdata;

  if (!read_rule (self, all, in_at, error))
    return FALSE;
  if (in_at < zone_at
      && !read_windows (self, all + in_at + 1, zone_at - in_at - 1, error))
    return FALSE;
  return zone_at == words->len
         || read_zone (self, all + zone_at + 1, words->len - zone_at - 1, error);
}

ExmSchedule *
exm_schedule_parse (const char *text, GError **error)
{
  g_autoptr (ExmSchedule) self = g_new0 (ExmSchedule, 1);
  g_autoptr (GPtrArray) words = g_ptr_array_new ();

  g_atomic_ref_count_init (&self->ref_count);
  if (strlen (text) > MAX_TEXT_BYTES || !g_utf8_validate (text, -1, NULL))
    {
      fail (error, N_ ("A schedule is a line of text of at most %u bytes."),
            MAX_TEXT_BYTES);
      return NULL;
    }
  g_auto (GStrv) split = g_strsplit_set (text, " \t", -1);
  for (guint i = 0; split[i] != NULL; i++)
    if (*split[i] != '\0')
      g_ptr_array_add (words, split[i]);
  if (!read_words (self, words, error))
    return NULL;
  return g_steal_pointer (&self);
}
