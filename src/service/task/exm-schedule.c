/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-schedule.h"

#include "base/exm-said-error.h"
#include "task/exm-schedule-private.h"

#include <string.h>

static const char *const day_names[]
    = { "mon", "tue", "wed", "thu", "fri", "sat", "sun", NULL };

G_DEFINE_BOXED_TYPE (ExmSchedule, exm_schedule, exm_schedule_ref, exm_schedule_unref)
ExmSchedule *
exm_schedule_ref (ExmSchedule *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_schedule_unref (ExmSchedule *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->zone, g_time_zone_unref);
  g_free (self->zone_name);
  g_free (self);
}

gboolean
exm_schedule_is_manual (const ExmSchedule *self)
{
  return self->rule == EXM_RULE_MANUAL;
}

gboolean
exm_schedule_equal (const ExmSchedule *a, const ExmSchedule *b)
{
  g_autofree char *text_a = exm_schedule_to_string (a);
  g_autofree char *text_b = exm_schedule_to_string (b);

  return strcmp (text_a, text_b) == 0;
}

static void
append_interval (GString *text, guint minutes)
{
  if (minutes % EXM_DAY_MINUTES == 0)
    g_string_append_printf (text, "every %u d", minutes / EXM_DAY_MINUTES);
  else if (minutes % EXM_HOUR_MINUTES == 0)
    g_string_append_printf (text, "every %u h", minutes / EXM_HOUR_MINUTES);
  else
    g_string_append_printf (text, "every %u min", minutes);
}

static void
append_windows (GString *text, const ExmWeek *week)
{
  g_autoptr (GArray) windows = exm_week_get_windows (week);

  for (guint i = 0; i < windows->len; i++)
    {
      const ExmWindow *window = &g_array_index (windows, ExmWindow, i);

      g_string_append (text, i == 0 ? " in " : ", ");
      if (!window->every_day)
        g_string_append (text, day_names[window->first_day]);
      if (!window->every_day && window->last_day != window->first_day)
        g_string_append_printf (text, "-%s", day_names[window->last_day]);
      if (!window->every_day)
        g_string_append_c (text, ' ');
      g_string_append_printf (text, "%02u:%02u-%02u:%02u", window->start / 60,
                              window->start % 60, window->end / 60, window->end % 60);
    }
}

char *
exm_schedule_to_string (const ExmSchedule *self)
{
  GString *text = g_string_new (NULL);

  switch (self->rule)
    {
    case EXM_RULE_INTERVAL:
      append_interval (text, self->minutes);
      break;
    case EXM_RULE_DAYS_AT:
      g_string_append_printf (text, "every %u d at %02d:%02d", self->n_days,
                              g_bit_nth_lsf ((gulong) self->cron.hours, -1),
                              g_bit_nth_lsf ((gulong) self->cron.minutes, -1));
      break;
    case EXM_RULE_CRON:
      {
        g_autofree char *expression = exm_cron_to_string (&self->cron);

        g_string_append_printf (text, "cron %s", expression);
        break;
      }
    case EXM_RULE_MANUAL:
    default:
      g_string_append (text, "manual");
    }
  append_windows (text, &self->week);
  if (self->zone_name != NULL)
    g_string_append_printf (text, " zone %s", self->zone_name);
  return g_string_free (text, FALSE);
}
