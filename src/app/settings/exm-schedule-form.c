/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-schedule-form.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const char *const rules[EXM_N_SCHEDULE_RULES] = {
  [EXM_SCHEDULE_EVERY_10_MIN] = "every 10 min",
  [EXM_SCHEDULE_EVERY_15_MIN] = "every 15 min",
  [EXM_SCHEDULE_EVERY_30_MIN] = "every 30 min",
  [EXM_SCHEDULE_EVERY_HOUR] = "every 1 h",
  [EXM_SCHEDULE_EVERY_2_HOURS] = "every 2 h",
  [EXM_SCHEDULE_EVERY_6_HOURS] = "every 6 h",
  [EXM_SCHEDULE_EVERY_12_HOURS] = "every 12 h",
  [EXM_SCHEDULE_EVERY_DAY] = "every 1 d",
  [EXM_SCHEDULE_MANUAL] = "manual",
  [EXM_SCHEDULE_CUSTOM] = "",
};

static const char *const days[EXM_N_SCHEDULE_DAYS] = {
  [EXM_SCHEDULE_ALL_DAYS] = "",
  [EXM_SCHEDULE_WORKDAYS] = "mon-fri",
  [EXM_SCHEDULE_WEEKEND] = "sat-sun",
};

void
exm_schedule_form_clear (ExmScheduleForm *self)
{
  g_clear_pointer (&self->hours, g_free);
  g_clear_pointer (&self->zone, g_free);
  g_clear_pointer (&self->custom, g_free);
}

/* The parts of a schedule's text; what comes of them is compared with it afterwards. */
static void
take_apart (ExmScheduleForm *self, const char *text)
{
  g_autofree char *rest = g_strdup (text);
  char *zone = strstr (rest, " zone ");

  if (zone != NULL)
    {
      *zone = '\0';
      self->zone = g_strdup (zone + strlen (" zone "));
    }
  char *window = strstr (rest, " in ");
  if (window != NULL)
    {
      *window = '\0';
      window += strlen (" in ");
      for (ExmScheduleDays i = EXM_SCHEDULE_WORKDAYS; i < EXM_N_SCHEDULE_DAYS; i++)
        if (g_str_has_prefix (window, days[i]))
          {
            self->days = i;
            window += strlen (days[i]);
            break;
          }
      self->hours = g_strdup (g_strstrip (window));
    }
  self->rule = EXM_SCHEDULE_CUSTOM;
  for (ExmScheduleRule i = 0; i < EXM_SCHEDULE_CUSTOM; i++)
    if (strcmp (rest, rules[i]) == 0)
      self->rule = i;
}

static void
complete (ExmScheduleForm *self)
{
  if (self->hours == NULL)
    self->hours = g_strdup ("");
  if (self->zone == NULL)
    self->zone = g_strdup ("");
}

void
exm_schedule_form_init (ExmScheduleForm *self, const ExmSchedule *schedule)
{
  g_autofree char *text = exm_schedule_to_string (schedule);

  memset (self, 0, sizeof *self);
  self->custom = g_strdup (text);
  take_apart (self, text);
  complete (self);
  if (self->rule == EXM_SCHEDULE_CUSTOM)
    return;
  g_autoptr (ExmSchedule) again = exm_schedule_form_parse (self, NULL);
  if (again == NULL || !exm_schedule_equal (again, schedule))
    self->rule = EXM_SCHEDULE_CUSTOM;
}

ExmSchedule *
exm_schedule_form_parse (const ExmScheduleForm *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (rules[self->rule]);

  if (self->rule == EXM_SCHEDULE_CUSTOM)
    return exm_schedule_parse (self->custom, error);
  if (self->rule != EXM_SCHEDULE_MANUAL)
    {
      if (self->days != EXM_SCHEDULE_ALL_DAYS || *self->hours != '\0')
        g_string_append_printf (text, " in %s %s", days[self->days], self->hours);
      if (*self->zone != '\0')
        g_string_append_printf (text, " zone %s", self->zone);
    }
  return exm_schedule_parse (text->str, error);
}

const char *
exm_schedule_form_get_rule_name (ExmScheduleRule rule)
{
  const char *const names[EXM_N_SCHEDULE_RULES] = {
    [EXM_SCHEDULE_EVERY_10_MIN] = _ ("Every 10 minutes"),
    [EXM_SCHEDULE_EVERY_15_MIN] = _ ("Every 15 minutes"),
    [EXM_SCHEDULE_EVERY_30_MIN] = _ ("Every 30 minutes"),
    [EXM_SCHEDULE_EVERY_HOUR] = C_ ("schedule", "Every hour"),
    [EXM_SCHEDULE_EVERY_2_HOURS] = _ ("Every 2 hours"),
    [EXM_SCHEDULE_EVERY_6_HOURS] = _ ("Every 6 hours"),
    [EXM_SCHEDULE_EVERY_12_HOURS] = _ ("Every 12 hours"),
    [EXM_SCHEDULE_EVERY_DAY] = C_ ("schedule", "Every day"),
    [EXM_SCHEDULE_MANUAL] = _ ("Only when started by hand"),
    [EXM_SCHEDULE_CUSTOM] = _ ("Custom"),
  };

  return names[rule];
}

GArray *
exm_schedule_form_list_next (const ExmSchedule *schedule,
                             gint64 due_usec,
                             gint64 now_usec,
                             guint n_times)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  gint64 last_usec = due_usec != 0 ? due_usec : now_usec;

  if (due_usec != 0 && n_times > 0)
    g_array_append_val (times, due_usec);
  while (times->len < n_times)
    {
      gint64 next = exm_schedule_get_next (schedule, last_usec, last_usec + 1);
      if (next == G_MAXINT64)
        break;
      g_array_append_val (times, next);
      last_usec = next;
    }
  return times;
}
