/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Choices whether pages are shown with style sheets: for all tasks and for one, kept in
 * the settings and without any. */

#define G_SETTINGS_ENABLE_BACKEND

#include "app/session/exm-style-choice.h"

#include <gio/gsettingsbackend.h>

static void
count_changes (guint *n)
{
  (*n)++;
}

static GSettings *
make_settings (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSettingsSchemaSource) source = g_settings_schema_source_new_from_directory (
      g_getenv ("GSETTINGS_SCHEMA_DIR"), NULL, TRUE, &error);
  g_assert_no_error (error);
  g_autoptr (GSettingsSchema) schema = g_settings_schema_source_lookup (
      source, "io.github.exemplar_workbench.Exemplar", FALSE);
  g_autoptr (GSettingsBackend) backend = g_memory_settings_backend_new ();

  return g_settings_new_full (schema, backend, NULL);
}

static void
test_alone (void)
{
  g_autoptr (ExmStyleChoice) choice = exm_style_choice_new ();
  guint n = 0;

  g_signal_connect_swapped (choice, "changed", G_CALLBACK (count_changes), &n);
  g_assert_true (exm_style_choice_get (choice, "a"));
  g_assert_true (exm_style_choice_get (choice, NULL));
  exm_style_choice_set (choice, "a", TRUE);
  g_assert_cmpuint (n, ==, 0);
  exm_style_choice_set (choice, "a", FALSE);
  exm_style_choice_set (choice, NULL, FALSE);
  g_assert_cmpuint (n, ==, 2);
  g_assert_false (exm_style_choice_get (choice, "a"));
  g_assert_true (exm_style_choice_get (choice, "b"));
  g_assert_false (exm_style_choice_get (choice, NULL));
}

static void
test_settings (void)
{
  g_autoptr (GSettings) settings = make_settings ();
  g_autoptr (ExmStyleChoice) choice = exm_style_choice_new ();
  g_autoptr (ExmStyleChoice) other = exm_style_choice_new ();
  guint n = 0;

  exm_style_choice_set_settings (choice, settings);
  exm_style_choice_set_settings (other, settings);
  g_signal_connect_swapped (other, "changed", G_CALLBACK (count_changes), &n);
  exm_style_choice_set (choice, "a", FALSE);
  g_assert_cmpuint (n, ==, 1);
  g_assert_false (exm_style_choice_get (other, "a"));
  g_settings_set_boolean (settings, "page-styles", FALSE);
  g_assert_false (exm_style_choice_get (choice, "b"));
  exm_style_choice_set (choice, "b", TRUE);
  g_assert_true (exm_style_choice_get (other, "b"));
  g_assert_false (exm_style_choice_get (other, "c"));
  /* A choice that all tasks have is none of its own. */
  exm_style_choice_set (choice, "b", FALSE);
  g_settings_set_boolean (settings, "page-styles", TRUE);
  g_assert_true (exm_style_choice_get (choice, "b"));
  /* A task without a name is not kept. */
  exm_style_choice_set (choice, NULL, FALSE);
  g_assert_true (exm_style_choice_get (other, NULL));
}

/* So many tasks are kept; the oldest choice goes first. */
static void
test_many (void)
{
  g_autoptr (GSettings) settings = make_settings ();
  g_autoptr (ExmStyleChoice) choice = exm_style_choice_new ();

  exm_style_choice_set_settings (choice, settings);
  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *uid = g_strdup_printf ("task %u", i);
      exm_style_choice_set (choice, uid, FALSE);
      g_assert_false (exm_style_choice_get (choice, uid));
    }
  g_assert_true (exm_style_choice_get (choice, "task 0"));
  g_assert_false (exm_style_choice_get (choice, "task 150"));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/style-choice/alone", test_alone);
  g_test_add_func ("/style-choice/settings", test_settings);
  g_test_add_func ("/style-choice/many", test_many);
  return g_test_run ();
}
