/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/settings/exm-task-form.h"

#include "app/session/exm-keep-estimate.h"
#include "app/settings/exm-form-examples.h"
#include "app/settings/exm-form-list.h"
#include "app/settings/exm-form-outputs.h"
#include "app/settings/exm-form-schedule.h"
#include "app/settings/exm-form-sources.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-init.h"
#include "extract/exm-method.h"
#include "methods/exm-method-table.h"
#include "setup/exm-group-defaults.h"
#include "url/exm-url-pattern.h"

#include <glib/gi18n-lib.h>
#include <math.h>

struct _ExmTaskForm
{
  AdwBin parent_instance;

  ExmTask *task;   /* (owned) (nullable) */
  ExmTask *stored; /* (owned) (nullable): that the worker goes by */
  gint64 due_usec; /* when it is due next; 0 for never */
  gboolean setting;
  gboolean stepping; /* the changes are ours */
  gboolean touched;  /* by a person while it was set */
  guint step;        /* of steps; all of them where nothing is to be done */

  /* Children of the template. */
  GtkBox *box;
  GtkWidget *name;
  GtkWidget *group;
  GtkSwitch *paused;
  ExmFormExamples *examples;
  ExmFormSources *sources;

  /* Children of the parts. */
  ExmFormList *include;
  ExmFormList *exclude;
  AdwComboRow *first_run;
  guint n_passed; /* by the first run */
  GtkWidget *first_run_days_row;
  GtkSpinButton *first_run_days;
  GtkWidget *first_run_newest_row;
  GtkSpinButton *first_run_newest;
  GtkSpinButton *max_articles;
  ExmFormSchedule *schedule;
  ExmFormOutputs *outputs;
  char *folder;                   /* (owned) (nullable): the data folder */
  char *from[EXM_N_GROUP_VALUES]; /* (owned) (nullable): groups that they are from */
  AdwComboRow *keep;
  guint64 kept_a_day; /* bytes, as it is estimated; 0: not known */
  AdwComboRow *method;
  GtkSpinButton *sensitivity;
  GtkSpinButton *delay;
  GtkSpinButton *timeout;
  GtkWidget *user_agent;
  GtkSwitch *rendered;
  GtkWidget *two_pass_row;
  GtkSwitch *two_pass;
  GtkSwitch *articles_only;
  ExmFormList *headers;
  ExmFormList *private_hosts;
};

static guint changed_signal;

G_DEFINE_FINAL_TYPE (ExmTaskForm, exm_task_form, ADW_TYPE_BIN)

static char *
check_pattern (const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, &error);

  return pattern == NULL ? g_strdup (error->message) : NULL;
}

static char *
get_method (ExmTaskForm *self)
{
  guint selected = adw_combo_row_get_selected (self->method);
  GtkStringList *model = GTK_STRING_LIST (adw_combo_row_get_model (self->method));

  return selected > 0 ? g_strdup (gtk_string_list_get_string (model, selected)) : NULL;
}

static void
update_rows (ExmTaskForm *self)
{
  g_autofree char *name = get_method (self);
  const ExmMethod *method = exm_method_find (name, NULL);

  gtk_widget_set_visible (self->first_run_days_row,
                          adw_combo_row_get_selected (self->first_run)
                              == EXM_FIRST_RUN_DAYS);
  gtk_widget_set_visible (self->first_run_newest_row,
                          adw_combo_row_get_selected (self->first_run)
                              == EXM_FIRST_RUN_NEWEST);
  /* Others would find the same again. */
  gtk_widget_set_visible (self->two_pass_row, method != NULL && method->uses_site);
}

static void
on_changed (ExmTaskForm *self)
{
  if (self->setting)
    {
      self->touched = self->touched || !self->stepping;
      return;
    }
  update_rows (self);
  g_signal_emit (self, changed_signal, 0);
}

/* Numbers that no step of the spin button gives stay as they are until they are changed:
 * a delay of 1,234 ms, say. */
static guint
get_ms (GtkSpinButton *spin, guint before_ms)
{
  double seconds = gtk_spin_button_get_value (spin);

  return fabs (seconds - before_ms / 1000.0) < 0.05 ? before_ms
                                                    : (guint) (seconds * 1000 + .5);
}

static double
get_sensitivity (ExmTaskForm *self, double before)
{
  double value = gtk_spin_button_get_value (self->sensitivity);

  return fabs (value - before) < 0.005 ? before : value;
}

static char *
get_nullable (GtkWidget *row)
{
  g_autofree char *text
      = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (row))));

  return *text != '\0' ? g_steal_pointer (&text) : NULL;
}

static void
set_method (ExmTaskForm *self, const char *name)
{
  g_autoptr (GtkStringList) model = gtk_string_list_new (NULL);
  guint n_methods = 0, selected = 0;
  const ExmMethod *const *methods = exm_method_get_all (&n_methods);
  gboolean known = name == NULL;

  gtk_string_list_append (model, _ ("Default"));
  for (guint i = 0; i < n_methods; i++)
    {
      gtk_string_list_append (model, methods[i]->name);
      if (g_strcmp0 (methods[i]->name, name) == 0)
        {
          selected = i + 1;
          known = TRUE;
        }
    }
  /* Keep a method that only another version knows. */
  if (!known)
    {
      gtk_string_list_append (model, name);
      selected = n_methods + 1;
    }
  adw_combo_row_set_model (self->method, G_LIST_MODEL (model));
  adw_combo_row_set_selected (self->method, selected);
}

static void
set_text (GtkWidget *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (row), text != NULL ? text : "");
}

/* Parts: they are made when the form shows its first task. */

typedef struct
{
  const char *id;
  gsize offset; /* of the member of ExmTaskForm */
} Member;

#define MEMBER(name)                                                                     \
  {                                                                                      \
#name, G_STRUCT_OFFSET(ExmTaskForm, name)                                            \
  }

static const Member pages_members[] = { MEMBER (include),
                                        MEMBER (exclude),
                                        MEMBER (first_run),
                                        MEMBER (first_run_days),
                                        MEMBER (first_run_newest),
                                        MEMBER (max_articles),
                                        MEMBER (first_run_days_row),
                                        MEMBER (first_run_newest_row),
                                        { NULL } };
static const Member output_members[]
    = { MEMBER (schedule), MEMBER (outputs), MEMBER (keep), { NULL } };
static const Member advanced_members[]
    = { MEMBER (method),       MEMBER (sensitivity),   MEMBER (delay),
        MEMBER (timeout),      MEMBER (user_agent),    MEMBER (rendered),
        MEMBER (two_pass_row), MEMBER (two_pass),      MEMBER (articles_only),
        MEMBER (headers),      MEMBER (private_hosts), { NULL } };

static void
add_part (ExmTaskForm *self, const char *file, const Member *members)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new ();
  g_autoptr (GtkBuilderScope) scope = gtk_builder_cscope_new ();
  g_autofree char *path = g_strconcat (EXM_APP_RESOURCES, file, NULL);
  g_autoptr (GError) error = NULL;

  gtk_builder_cscope_add_callback (GTK_BUILDER_CSCOPE (scope), on_changed);
  gtk_builder_set_scope (builder, scope);
  gtk_builder_set_current_object (builder, G_OBJECT (self));
  if (!gtk_builder_add_from_resource (builder, path, &error))
    g_error ("%s", error->message);
  for (const Member *member = members; member->id != NULL; member++)
    G_STRUCT_MEMBER (gpointer, self, member->offset)
        = gtk_builder_get_object (builder, member->id);
  gtk_box_append (self->box, GTK_WIDGET (gtk_builder_get_object (builder, "part")));
}

static void
add_pages (ExmTaskForm *self)
{
  if (self->include != NULL)
    return;
  add_part (self, "exm-task-form-pages.ui", pages_members);
  exm_form_list_set_check (self->include, check_pattern);
  exm_form_list_set_check (self->exclude, check_pattern);
}

static void
add_output (ExmTaskForm *self)
{
  if (self->outputs == NULL)
    add_part (self, "exm-task-form-output.ui", output_members);
}

static void
add_advanced (ExmTaskForm *self)
{
  if (self->method == NULL)
    add_part (self, "exm-task-form-advanced.ui", advanced_members);
}

static void
show_names (ExmTaskForm *self)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  set_text (self->name, fields->name);
  set_text (self->group, fields->group);
  gtk_switch_set_active (self->paused, fields->paused);
}

static void
show_examples (ExmTaskForm *self)
{
  exm_form_examples_set (self->examples, exm_task_get (self->task));
}

static void
show_sources (ExmTaskForm *self)
{
  exm_form_sources_set (self->sources, exm_task_get (self->task));
}

static void
show_passed_over (ExmTaskForm *self)
{
  g_autofree char *words = g_strdup_printf (
      ngettext ("The first run passed over %u address; Collect Older "
                "Articles takes it",
                "The first run passed over %u addresses; Collect Older "
                "Articles takes them",
                self->n_passed),
      self->n_passed);

  if (self->first_run != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->first_run),
                                 self->n_passed > 0 ? words : "");
}

void
exm_task_form_set_passed_over (ExmTaskForm *self, guint n_passed)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));
  self->n_passed = n_passed;
  show_passed_over (self);
}

static void
show_pages (ExmTaskForm *self)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  exm_form_list_set_texts (self->include, fields->include);
  exm_form_list_set_texts (self->exclude, fields->exclude);
  adw_combo_row_set_selected (self->first_run, fields->first_run);
  gtk_spin_button_set_value (self->first_run_days, fields->first_run_days);
  gtk_spin_button_set_value (self->first_run_newest, fields->first_run_newest);
  gtk_spin_button_set_value (self->max_articles, fields->max_articles);
  show_passed_over (self);
}

static void
show_due (ExmTaskForm *self)
{
  if (self->schedule != NULL && self->stored != NULL)
    exm_form_schedule_set_due (self->schedule, exm_task_get (self->stored)->schedule,
                               self->due_usec);
}

/* Returns: (transfer full) (nullable): where a value is from */
static char *
describe_group (ExmTaskForm *self, ExmGroupValue value)
{
  g_autofree char *group = exm_bidi_isolate (self->from[value]);

  /* translators: a group of tasks */
  return group != NULL ? g_strdup_printf (_ ("From the group “%s”"), group) : NULL;
}

static void
show_group (ExmTaskForm *self, gpointer group, ExmGroupValue value)
{
  g_autofree char *words = describe_group (self, value);
  g_autofree char *escaped = words != NULL ? g_markup_escape_text (words, -1) : NULL;

  if (group != NULL)
    adw_preferences_group_set_description (group, escaped);
}

static void
show_schedule (ExmTaskForm *self)
{
  exm_form_schedule_set (self->schedule, exm_task_get (self->task));
  show_group (self, self->schedule, EXM_GROUP_SCHEDULE);
  show_due (self);
}

static void
show_kept (ExmTaskForm *self)
{
  g_autofree char *a_day = g_format_size (self->kept_a_day);
  g_autofree char *article = g_format_size (EXM_KEEP_ESTIMATE_ARTICLE_BYTES);
  g_autofree char *words = self->kept_a_day > 0
                               /* translators: an amount, as "40 MB" */
                               ? g_strdup_printf (_ ("About %s a day"), a_day)
                               /* translators: an amount, as "500 kB" */
                               : g_strdup_printf (_ ("About %s an article"), article);
  g_autofree char *from = describe_group (self, EXM_GROUP_KEEP);
  g_autofree char *both = from != NULL ? g_strdup_printf ("%s · %s", words, from) : NULL;

  g_autofree char *escaped = g_markup_escape_text (both != NULL ? both : words, -1);

  if (self->keep != NULL)
    adw_action_row_set_subtitle (ADW_ACTION_ROW (self->keep), escaped);
}

void
exm_task_form_set_groups (ExmTaskForm *self, const GPtrArray *groups)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));

  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    {
      g_free (self->from[i]);
      self->from[i] = g_strdup (groups->pdata[i]);
    }
  show_group (self, self->schedule, EXM_GROUP_SCHEDULE);
  show_group (self, self->outputs, EXM_GROUP_OUTPUTS);
  show_kept (self);
}

void
exm_task_form_set_kept (ExmTaskForm *self, guint64 bytes_a_day)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));

  self->kept_a_day = bytes_a_day;
  show_kept (self);
}

static void
show_outputs (ExmTaskForm *self)
{
  exm_form_outputs_set (self->outputs, exm_task_get (self->task), self->folder);
  show_group (self, self->outputs, EXM_GROUP_OUTPUTS);
  adw_combo_row_set_selected (self->keep, exm_task_get (self->task)->keep);
  show_kept (self);
}

static void
show_advanced (ExmTaskForm *self)
{
  const ExmTaskFields *fields = exm_task_get (self->task);

  set_method (self, fields->method);
  gtk_spin_button_set_value (self->sensitivity, fields->sensitivity);
  gtk_spin_button_set_value (self->delay, fields->delay_ms / 1000.0);
  gtk_spin_button_set_value (self->timeout, fields->timeout_ms / 1000.0);
  set_text (self->user_agent, fields->user_agent);
  gtk_switch_set_active (self->rendered, fields->rendered);
  gtk_switch_set_active (self->two_pass, fields->two_pass);
  gtk_switch_set_active (self->articles_only, fields->articles_only);
  exm_form_list_set_texts (self->headers, fields->headers);
  exm_form_list_set_texts (self->private_hosts, fields->private_hosts);
}

static void (*const steps[]) (ExmTaskForm *self) = {
  add_pages,    add_output, add_advanced,  show_names,   show_examples,
  show_sources, show_pages, show_schedule, show_outputs, show_advanced,
};

void
exm_task_form_begin (ExmTaskForm *self, ExmTask *task)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));

  exm_task_ref (task);
  g_clear_pointer (&self->task, exm_task_unref);
  self->task = task;
  self->step = 0;
  self->setting = TRUE;
  self->touched = FALSE;
}

gboolean
exm_task_form_step (ExmTaskForm *self)
{
  g_return_val_if_fail (self->step < G_N_ELEMENTS (steps), FALSE);

  self->stepping = TRUE;
  steps[self->step++](self);
  self->stepping = FALSE;
  if (self->step < G_N_ELEMENTS (steps))
    return TRUE;
  self->setting = FALSE;
  if (self->touched)
    on_changed (self);
  else
    update_rows (self);
  return FALSE;
}

void
exm_task_form_set_task (ExmTaskForm *self, ExmTask *task)
{
  exm_task_form_begin (self, task);
  while (exm_task_form_step (self))
    ;
}

void
exm_task_form_set_due (ExmTaskForm *self, ExmTask *stored, gint64 due_usec)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));
  exm_task_ref (stored);
  g_clear_pointer (&self->stored, exm_task_unref);
  self->stored = stored;
  self->due_usec = due_usec;
  show_due (self);
}

/* Empties what the rows are about to fill. */
static void
empty_lists (ExmTaskFields *fields)
{
  g_clear_pointer (&fields->include, g_ptr_array_unref);
  g_clear_pointer (&fields->exclude, g_ptr_array_unref);
  g_clear_pointer (&fields->headers, g_ptr_array_unref);
  g_clear_pointer (&fields->private_hosts, g_ptr_array_unref);
  g_array_set_size (fields->examples, 0);
  g_array_set_size (fields->sources, 0);
  g_array_set_size (fields->outputs, 0);
}

static void
replace_text (char **place, char *text)
{
  g_free (*place);
  *place = text;
}

ExmTask *
exm_task_form_make_task (ExmTaskForm *self)
{
  const ExmTaskFields *before = exm_task_get (self->task);
  g_auto (ExmTaskFields) fields = { 0 };
  char *name = get_nullable (self->name);

  exm_task_fields_copy (self->task, &fields);
  empty_lists (&fields);
  replace_text (&fields.name, name != NULL ? name : g_strdup (""));
  replace_text (&fields.group, get_nullable (self->group));
  exm_form_examples_get (self->examples, &fields);
  exm_form_sources_get (self->sources, &fields);
  fields.include = exm_form_list_get_texts (self->include);
  fields.exclude = exm_form_list_get_texts (self->exclude);
  fields.first_run = (ExmFirstRun) adw_combo_row_get_selected (self->first_run);
  fields.first_run_days = (guint) gtk_spin_button_get_value_as_int (self->first_run_days);
  fields.first_run_newest
      = (guint) gtk_spin_button_get_value_as_int (self->first_run_newest);
  fields.max_articles = (guint) gtk_spin_button_get_value_as_int (self->max_articles);
  fields.paused = gtk_switch_get_active (self->paused);
  exm_form_schedule_get (self->schedule, &fields);
  exm_form_outputs_get (self->outputs, &fields);
  fields.keep = (ExmKeep) adw_combo_row_get_selected (self->keep);
  replace_text (&fields.method, get_method (self));
  /* Drop the parameters of the method before. */
  if (g_strcmp0 (fields.method, before->method) != 0)
    replace_text (&fields.parameters, NULL);
  fields.sensitivity = get_sensitivity (self, before->sensitivity);
  fields.delay_ms = get_ms (self->delay, before->delay_ms);
  fields.timeout_ms = get_ms (self->timeout, before->timeout_ms);
  replace_text (&fields.user_agent, get_nullable (self->user_agent));
  fields.rendered = gtk_switch_get_active (self->rendered);
  fields.two_pass = gtk_switch_get_active (self->two_pass);
  fields.articles_only = gtk_switch_get_active (self->articles_only);
  fields.headers = exm_form_list_get_texts (self->headers);
  fields.private_hosts = exm_form_list_get_texts (self->private_hosts);
  return exm_task_new (&fields);
}

char *
exm_task_form_check (ExmTaskForm *self)
{
  g_autoptr (ExmTask) task = exm_task_form_make_task (self);
  g_autoptr (GError) error = NULL;
  char *message = exm_form_sources_check (self->sources);

  if (message == NULL
      && (exm_form_list_has_error (self->include)
          || exm_form_list_has_error (self->exclude)))
    message = g_strdup (_ ("A pattern is wrong."));
  if (message == NULL)
    message = exm_form_schedule_check (self->schedule);
  if (message == NULL)
    message = exm_form_outputs_check (self->outputs);
  if (message == NULL && !exm_task_check (task, &error))
    message = g_strdup (error->message);
  return message;
}

static void
exm_task_form_dispose (GObject *object)
{
  ExmTaskForm *self = EXM_TASK_FORM (object);

  /* Before the template lets go of it, which leaves the bin with what is no more. */
  self->setting = TRUE;
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_TASK_FORM);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->stored, exm_task_unref);
  g_clear_pointer (&self->folder, g_free);
  for (guint i = 0; i < EXM_N_GROUP_VALUES; i++)
    g_clear_pointer (&self->from[i], g_free);
  G_OBJECT_CLASS (exm_task_form_parent_class)->dispose (object);
}

#define BIND(name) gtk_widget_class_bind_template_child (widget_class, ExmTaskForm, name)

static void
exm_task_form_class_init (ExmTaskFormClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_task_form_dispose;
  g_type_ensure (EXM_TYPE_FORM_EXAMPLES);
  g_type_ensure (EXM_TYPE_FORM_LIST);
  g_type_ensure (EXM_TYPE_FORM_OUTPUTS);
  g_type_ensure (EXM_TYPE_FORM_SCHEDULE);
  g_type_ensure (EXM_TYPE_FORM_SOURCES);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-task-form.ui");
  BIND (box);
  BIND (name);
  BIND (group);
  BIND (paused);
  BIND (examples);
  BIND (sources);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  changed_signal = g_signal_new ("changed", EXM_TYPE_TASK_FORM, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_task_form_init (ExmTaskForm *self)
{
  self->setting = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_task_form_set_folder (ExmTaskForm *self, const char *folder)
{
  g_return_if_fail (EXM_IS_TASK_FORM (self));

  g_free (self->folder);
  self->folder = g_strdup (folder);
}
