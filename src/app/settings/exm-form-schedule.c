/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-form-schedule.h"

#include "app/settings/exm-form-list.h"
#include "app/settings/exm-schedule-form.h"
#include "app/widgets/exm-article-words.h"

#include <glib/gi18n-lib.h>

#define N_NEXT 5u

struct _ExmFormSchedule
{
  AdwPreferencesGroup parent_instance;

  gboolean setting;
  ExmSchedule *stored; /* (owned) (nullable): that the worker goes by */
  gint64 due_usec;     /* when it is due next; 0 for never */
  GtkWidget *rule;     /* (unowned) */
  GtkWidget *days;     /* (unowned) */
  GtkWidget *hours;    /* (unowned) */
  GtkWidget *zone;     /* (unowned) */
  GtkWidget *custom;   /* (unowned) */
  GtkWidget *words;    /* (unowned) */
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmFormSchedule, exm_form_schedule, ADW_TYPE_PREFERENCES_GROUP)

static char *
dup_text (GtkWidget *row)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));
}

static ExmScheduleRule
get_rule (ExmFormSchedule *self)
{
  return (ExmScheduleRule) adw_combo_row_get_selected (ADW_COMBO_ROW (self->rule));
}

static ExmSchedule *
parse (ExmFormSchedule *self, GError **error)
{
  g_auto (ExmScheduleForm) form = {
    .rule = get_rule (self),
    .days = (ExmScheduleDays) adw_combo_row_get_selected (ADW_COMBO_ROW (self->days)),
    .hours = dup_text (self->hours),
    .zone = dup_text (self->zone),
    .custom = dup_text (self->custom),
  };

  return exm_schedule_form_parse (&form, error);
}

static char *
list_next (ExmFormSchedule *self, const ExmSchedule *schedule)
{
  gboolean is_stored
      = self->stored != NULL && exm_schedule_equal (schedule, self->stored);
  g_autoptr (GArray) times = exm_schedule_form_list_next (
      schedule, is_stored ? self->due_usec : 0, g_get_real_time (), N_NEXT);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < times->len; i++)
    {
      g_autofree char *when
          = exm_article_words_when_inside (g_array_index (times, gint64, i));
      g_string_append_printf (text, "%s%s", i > 0 ? " · " : "", when);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
update (ExmFormSchedule *self)
{
  ExmScheduleRule rule = get_rule (self);
  gboolean windows = rule != EXM_SCHEDULE_MANUAL && rule != EXM_SCHEDULE_CUSTOM;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSchedule) schedule = parse (self, &error);
  g_autofree char *words = schedule != NULL ? exm_schedule_describe (schedule) : NULL;
  g_autofree char *next = schedule != NULL ? list_next (self, schedule) : NULL;
  g_autofree char *title
      = g_markup_escape_text (words != NULL ? words : error->message, -1);
  g_autofree char *subtitle = next != NULL && *next != '\0'
                                  /* translators: %s is a list of times */
                                  ? g_strdup_printf (_ ("Next: %s"), next)
                                  : NULL;

  gtk_widget_set_visible (self->days, windows);
  gtk_widget_set_visible (self->hours, windows);
  gtk_widget_set_visible (self->zone, windows);
  gtk_widget_set_visible (self->custom, rule == EXM_SCHEDULE_CUSTOM);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->words), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->words),
                               subtitle != NULL ? subtitle : "");
  exm_form_row_set_message (self->words, error != NULL ? error->message : NULL);
}

char *
exm_form_schedule_check (ExmFormSchedule *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSchedule) schedule = parse (self, &error);

  return schedule == NULL ? g_strdup (error->message) : NULL;
}

/* Emits "changed". Writes the schedule of the rows into the text as well, so that a
 * custom schedule begins with it. */
static void
emit_changed (ExmFormSchedule *self)
{
  if (self->setting)
    return;
  if (get_rule (self) != EXM_SCHEDULE_CUSTOM)
    {
      g_autoptr (ExmSchedule) schedule = parse (self, NULL);
      g_autofree char *text = schedule != NULL ? exm_schedule_to_string (schedule) : NULL;
      self->setting = TRUE;
      if (text != NULL)
        gtk_editable_set_text (GTK_EDITABLE (self->custom), text);
      self->setting = FALSE;
    }
  update (self);
  g_signal_emit (self, changed_signal, 0);
}

static GtkWidget *
add_combo (ExmFormSchedule *self, const char *title, const char *const *names)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (names);
  GtkWidget *row = adw_combo_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (model));
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return row;
}

static GtkWidget *
add_entry (ExmFormSchedule *self, const char *title)
{
  GtkWidget *row = adw_entry_row_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  g_signal_connect_object (row, "changed", G_CALLBACK (emit_changed), self,
                           G_CONNECT_SWAPPED);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  return row;
}

static void
exm_form_schedule_finalize (GObject *object)
{
  g_clear_pointer (&EXM_FORM_SCHEDULE (object)->stored, exm_schedule_unref);
  G_OBJECT_CLASS (exm_form_schedule_parent_class)->finalize (object);
}

static void
exm_form_schedule_class_init (ExmFormScheduleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_form_schedule_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_FORM_SCHEDULE, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_form_schedule_init (ExmFormSchedule *self)
{
  const char *rules[EXM_N_SCHEDULE_RULES + 1] = { NULL };
  const char *const days[] = { C_ ("days of the week", "Every day"),
                               _ ("Monday to Friday"), _ ("Saturday and Sunday"), NULL };

  for (ExmScheduleRule i = 0; i < EXM_N_SCHEDULE_RULES; i++)
    rules[i] = exm_schedule_form_get_rule_name (i);
  self->setting = TRUE;
  self->rule = add_combo (self, _ ("How often"), rules);
  self->days = add_combo (self, _ ("Days"), days);
  self->hours = add_entry (self, _ ("Hours (07:00–23:00; empty: all day)"));
  self->zone = add_entry (self, _ ("Time zone (empty: this computer’s)"));
  self->custom = add_entry (self, _ ("Schedule, such as “cron 0,30 7-22 * * 1-5”"));
  self->words = adw_action_row_new ();
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), self->words);
  g_signal_connect_object (self->rule, "notify::selected", G_CALLBACK (emit_changed),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->days, "notify::selected", G_CALLBACK (emit_changed),
                           self, G_CONNECT_SWAPPED);
  self->setting = FALSE;
}

void
exm_form_schedule_set (ExmFormSchedule *self, const ExmTaskFields *fields)
{
  g_auto (ExmScheduleForm) form = { 0 };

  exm_schedule_form_init (&form, fields->schedule);
  self->setting = TRUE;
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->rule), form.rule);
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->days), form.days);
  gtk_editable_set_text (GTK_EDITABLE (self->hours), form.hours);
  gtk_editable_set_text (GTK_EDITABLE (self->zone), form.zone);
  gtk_editable_set_text (GTK_EDITABLE (self->custom), form.custom);
  self->setting = FALSE;
  update (self);
}

void
exm_form_schedule_set_due (ExmFormSchedule *self, ExmSchedule *schedule, gint64 due_usec)
{
  g_clear_pointer (&self->stored, exm_schedule_unref);
  self->stored = schedule != NULL ? exm_schedule_ref (schedule) : NULL;
  self->due_usec = due_usec;
  update (self);
}

void
exm_form_schedule_get (ExmFormSchedule *self, ExmTaskFields *fields)
{
  g_autoptr (ExmSchedule) schedule = parse (self, NULL);

  if (schedule == NULL)
    return;
  g_clear_pointer (&fields->schedule, exm_schedule_unref);
  fields->schedule = g_steal_pointer (&schedule);
}
