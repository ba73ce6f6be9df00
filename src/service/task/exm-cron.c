/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-cron.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "task/exm-schedule-error.h"

#define N_CRON_FIELDS 5u
#define NAME_LENGTH 3u

/* Lists longer than this say nothing that a shorter one does not. */
#define MAX_FIELD_BYTES 400u

typedef struct
{
  const char *title; /* (unowned): for messages */
  guint low;
  guint high;
  guint accepted; /* more than high where the highest is another name of the lowest */
  const char *const *names; /* (unowned) (nullable): from low on */
} Field;

static const char *const month_names[]
    = { "jan", "feb", "mar", "apr", "may", "jun", "jul",
        "aug", "sep", "oct", "nov", "dec", NULL };
static const char *const weekday_names[]
    = { "sun", "mon", "tue", "wed", "thu", "fri", "sat", NULL };

static const Field fields[N_CRON_FIELDS] = {
  { N_ ("minute"), 0, 59, 59, NULL },
  { N_ ("hour"), 0, 23, 23, NULL },
  { N_ ("day of the month"), 1, 31, 31, NULL },
  { N_ ("month"), 1, 12, 12, month_names },
  { N_ ("day of the week"), 0, 6, 7, weekday_names },
};

static const struct
{
  const char *name;       /* (unowned) */
  const char *expression; /* (unowned) */
} shorthands[] = {
  { "@hourly", "0 * * * *" },   { "@daily", "0 0 * * *" },   { "@midnight", "0 0 * * *" },
  { "@weekly", "0 0 * * 0" },   { "@monthly", "0 0 1 * *" }, { "@yearly", "0 0 1 1 *" },
  { "@annually", "0 0 1 1 *" },
};

static guint64
full_mask (const Field *field)
{
  return ((G_GUINT64_CONSTANT (1) << (field->high - field->low + 1)) - 1) << field->low;
}

/* A number or a name at *@at, which moves behind it. */
static gboolean
read_value (const Field *field, const char **at, guint *value)
{
  const char *c = *at;

  for (guint i = 0; field->names != NULL && field->names[i] != NULL; i++)
    if (g_ascii_strncasecmp (c, field->names[i], NAME_LENGTH) == 0)
      {
        *value = field->low + i;
        *at = c + NAME_LENGTH;
        return TRUE;
      }
  *value = 0;
  while (g_ascii_isdigit (*c) && c - *at < 4)
    *value = *value * 10 + (guint) (*c++ - '0');
  if (c == *at || *value < field->low || *value > field->accepted)
    return FALSE;
  *at = c;
  return TRUE;
}

static gboolean
read_step (const char **at, guint *step)
{
  const char *c = *at;

  *step = 0;
  while (g_ascii_isdigit (*c) && c - *at < 4)
    *step = *step * 10 + (guint) (*c++ - '0');
  *at = c;
  return *step > 0;
}

/* One entry of a list, without comma: adds to *@bits. */
static gboolean
read_entry (const Field *field, const char *c, guint64 *bits)
{
  guint first = field->low;
  guint last = field->high;
  guint step = 1;
  gboolean is_range = TRUE;

  if (*c == '*')
    c++;
  else
    {
      if (!read_value (field, &c, &first))
        return FALSE;
      is_range = *c == '-';
      if (is_range)
        {
          c++;
          if (!read_value (field, &c, &last))
            return FALSE;
          /* Sunday ends the week in "sat-sun", and begins it in "sun-mon". */
          if (last == 0 && first > 0 && field->accepted > field->high)
            last = field->accepted;
        }
    }
  if (*c == '/')
    {
      c++;
      if (!read_step (&c, &step))
        return FALSE;
    }
  else if (!is_range)
    last = first;
  if (*c != '\0' || first > last)
    return FALSE;
  for (guint i = first; i <= last; i += step)
    *bits |= G_GUINT64_CONSTANT (1) << (i > field->high ? field->low : i);
  return TRUE;
}

static gboolean
read_field (const Field *field, const char *text, guint64 *bits, GError **error)
{
  g_auto (GStrv) entries = g_strsplit (text, ",", -1);

  *bits = 0;
  for (guint i = 0; entries[i] != NULL; i++)
    if (strlen (text) > MAX_FIELD_BYTES || !read_entry (field, entries[i], bits))
      {
        exm_said_set_error (
            error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_SYNTAX,
            /* translators: a word of a cron expression, the name of its field
             * ("day of the month"), least and greatest number */
            N_ ("“%s” is no %s of a cron expression: it takes %u to %u, “*”, "
                "ranges (a-b), lists (a,b) and steps (*/n)."),
            entries[i], field->title, field->low, field->high);
        return FALSE;
      }
  return TRUE;
}

/* One form for what matches the same days. */
static void
settle_days (ExmCron *self)
{
  if (!self->either)
    return;
  if (self->days == full_mask (&fields[2]) || self->weekdays == full_mask (&fields[4]))
    {
      self->days = full_mask (&fields[2]);
      self->weekdays = full_mask (&fields[4]);
      self->either = FALSE;
    }
}

static const char *
expand_shorthand (const char *text)
{
  for (guint i = 0; i < G_N_ELEMENTS (shorthands); i++)
    if (g_ascii_strcasecmp (text, shorthands[i].name) == 0)
      return shorthands[i].expression;
  return NULL;
}

gboolean
exm_cron_parse (const char *text, ExmCron *self, GError **error)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new ();
  const char *expansion = expand_shorthand (text);
  g_auto (GStrv) split = g_strsplit_set (expansion != NULL ? expansion : text, " \t", -1);
  guint64 bits[N_CRON_FIELDS];

  for (guint i = 0; split[i] != NULL; i++)
    if (*split[i] != '\0')
      g_ptr_array_add (words, split[i]);
  if (*text == '@' && expansion == NULL)
    {
      exm_said_set_error (
          error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_SYNTAX,
          N_ ("“%s” is not known; there are @hourly, @daily, @weekly, @monthly "
              "and @yearly."),
          text);
      return FALSE;
    }
  if (words->len != N_CRON_FIELDS)
    {
      exm_said_set_error (
          error, EXM_SCHEDULE_ERROR, EXM_SCHEDULE_ERROR_SYNTAX,
          N_ ("A cron expression has five fields (minute, hour, day of the month, "
              "month, day of the week); “%s” has %u."),
          text, words->len);
      return FALSE;
    }
  for (guint i = 0; i < N_CRON_FIELDS; i++)
    if (!read_field (&fields[i], g_ptr_array_index (words, i), &bits[i], error))
      return FALSE;
  self->minutes = bits[0];
  self->hours = bits[1];
  self->days = bits[2];
  self->months = bits[3];
  self->weekdays = bits[4];
  self->either = *(const char *) g_ptr_array_index (words, 2) != '*'
                 && *(const char *) g_ptr_array_index (words, 4) != '*';
  settle_days (self);
  return TRUE;
}

/* The n of "*" "/n" that gives @bits, 0 if none does. */
static guint
find_step (const Field *field, guint64 bits)
{
  for (guint step = 2; field->low + 2 * step <= field->high; step++)
    {
      guint64 stepped = 0;

      for (guint i = field->low; i <= field->high; i += step)
        stepped |= G_GUINT64_CONSTANT (1) << i;
      if (stepped == bits)
        return step;
    }
  return 0;
}

static void
append_list (GString *text, const Field *field, guint64 bits)
{
  const char *separator = "";

  for (guint i = field->low; i <= field->high; i++)
    {
      guint end = i;

      if ((bits >> i & 1) == 0)
        continue;
      while (end < field->high && (bits >> (end + 1) & 1) != 0)
        end++;
      if (end < i + 2)
        {
          g_string_append_printf (text, "%s%u", separator, i);
          separator = ",";
          continue;
        }
      g_string_append_printf (text, "%s%u-%u", separator, i, end);
      separator = ",";
      i = end;
    }
}

static void
append_field (GString *text, const Field *field, guint64 bits, gboolean star)
{
  guint step = star ? find_step (field, bits) : 0;

  if (text->len > 0)
    g_string_append_c (text, ' ');
  if (bits == full_mask (field))
    g_string_append_c (text, '*');
  else if (step > 0)
    g_string_append_printf (text, "*/%u", step);
  else
    append_list (text, field, bits);
}

char *
exm_cron_to_string (const ExmCron *self)
{
  const guint64 bits[N_CRON_FIELDS]
      = { self->minutes, self->hours, self->days, self->months, self->weekdays };
  GString *text = g_string_new (NULL);
  /* Without a star of their own, two restricted fields would mean "either". */
  gboolean both = !self->either && self->days != full_mask (&fields[2])
                  && self->weekdays != full_mask (&fields[4]);
  gboolean starred = find_step (&fields[2], self->days) > 0
                     || find_step (&fields[4], self->weekdays) > 0;

  for (guint i = 0; i < N_CRON_FIELDS; i++)
    {
      gboolean is_day = i == 2 || i == 4;
      guint64 lowest = G_GUINT64_CONSTANT (1) << fields[i].low;

      if (both && !starred && is_day && (bits[i] & lowest) != 0)
        {
          /* A step past the end is the lowest value, said with a star. */
          g_string_append_printf (text, " */%u", fields[i].high - fields[i].low + 1);
          if (bits[i] != lowest)
            {
              g_string_append_c (text, ',');
              append_list (text, &fields[i], bits[i] & ~lowest);
            }
          starred = TRUE;
        }
      else
        append_field (text, &fields[i], bits[i], !(is_day && self->either));
    }
  return g_string_free (text, FALSE);
}

gboolean
exm_cron_matches_day (const ExmCron *self, guint day, guint month, guint weekday)
{
  gboolean by_day = (self->days >> day & 1) != 0;
  gboolean by_weekday = (self->weekdays >> weekday & 1) != 0;

  if ((self->months >> month & 1) == 0)
    return FALSE;
  return self->either ? by_day || by_weekday : by_day && by_weekday;
}
