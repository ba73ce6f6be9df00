/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli.h"

#include "article/exm-body.h"
#include "base/exm-limits.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-pair.h"
#include "cli/base/exm-cli-wrap.h"
#include "demo/exm-sample-thread.h"
#include "engine/exm-curves.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <string.h>

#define N_TARGETS 2
#define BODY_INDENT 4
#define CURVE_STRIDE 4

static const struct
{
  const char *name;
  const char *title;
  gboolean scripted; /* its pages hold no article before scripts have run */
} sections[] = {
  { "news", N_ ("English news"), FALSE },
  { "zh", N_ ("Chinese news, served in GB18030"), FALSE },
  { "blog", N_ ("A blog with comments"), FALSE },
  { "app", N_ ("A section that scripts fill in"), TRUE },
};

/* Options of the command. */
typedef struct
{
  char *curves;   /* (owned) (nullable) */
  char *data_dir; /* (owned) (nullable) */
  int port;
  gboolean redesign;
  gboolean serve;
} Request;

static void
request_clear (Request *self)
{
  g_free (self->curves);
  g_free (self->data_dir);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Request, request_clear)

static gboolean
parse (Request *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "port", 'p', 0, G_OPTION_ARG_INT, &self->port,
      N_ ("Serve on this port of 127.0.0.1; 0 for any that is free (0)"), N_ ("N") },
    { "redesign", 'r', 0, G_OPTION_ARG_NONE, &self->redesign,
      N_ ("With the second layout of the site"), NULL },
    { "curves", 'C', 0, G_OPTION_ARG_FILENAME, &self->curves,
      N_ ("Draw the curves of one page into this file"), N_ ("FILE.svg") },
    { "serve", 's', 0, G_OPTION_ARG_NONE, &self->serve,
      N_ ("Only serve, until interrupted"), NULL },
    { "data", 'd', 0, G_OPTION_ARG_FILENAME, &self->data_dir,
      N_ ("Folder of the site’s files"), N_ ("DIR") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (NULL);

  g_option_context_set_summary (
      context,
      _ ("Serves the sample site on this computer, fetches an example and a few targets\n"
         "of each of its sections, and prints what is extracted from them."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

/* %NULL for the installed folder; the one of the source if run from a build in it. */
static char *
find_data (const char *given)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);

  if (given != NULL || program == NULL)
    return g_strdup (given);
  g_autofree char *folder = g_path_get_dirname (program);
  g_autofree char *data
      = g_build_filename (folder, "..", "..", "..", "data", "sample", NULL);
  g_autofree char *list = g_build_filename (data, "site.ini", NULL);
  return g_file_test (list, G_FILE_TEST_IS_REGULAR) ? g_steal_pointer (&data) : NULL;
}

static gboolean
on_signal (gpointer user_data)
{
  g_main_loop_quit (user_data);
  return G_SOURCE_CONTINUE;
}

static ExmExit
serve (const char *base)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GString) out = g_string_new (NULL);

  g_string_append_printf (out, "%s/\n", base);
  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    g_string_append_printf (out, "%s/%s/\t%s\n", base, sections[i].name,
                            _ (sections[i].title));
  if (!exm_cli_print (out->str) || !exm_cli_flush ())
    return EXM_EXIT_FAILED;
  g_unix_signal_add (SIGINT, on_signal, loop);
  g_unix_signal_add (SIGTERM, on_signal, loop);
  g_main_loop_run (loop);
  return EXM_EXIT_OK;
}

static void
append_facts (GString *out, const ExmCliFound *found, guint width)
{
  static const ExmField fields[]
      = { EXM_FIELD_PUBLISHED, EXM_FIELD_AUTHOR, EXM_FIELD_SOURCE };
  g_autoptr (GString) facts = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    {
      const char *value = exm_metadata_get (found->metadata, fields[i]);
      if (value != NULL)
        g_string_append_printf (facts, "%s%s", facts->len > 0 ? " · " : "", value);
    }
  if (found->result != NULL)
    g_string_append_printf (
        facts, "%s%s", facts->len > 0 ? " · " : "",
        exm_sureness_describe (exm_result_get (found->result)->confidence));
  exm_cli_wrap (out, facts->str, width, 2);
}

static void
append_body (GString *out, const ExmCliFound *found, guint width)
{
  g_autofree char *body
      = exm_body_write_text (exm_prepared_get_page (found->target), found->result);
  g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);

  for (guint i = 0; paragraphs[i] != NULL; i++)
    {
      g_string_append_c (out, '\n');
      exm_cli_wrap (out, paragraphs[i], width, BODY_INDENT);
    }
}

static void
print_article (const ExmCliFound *found)
{
  guint width = exm_cli_get_width ();
  g_autoptr (GString) out = g_string_new ("\n");
  const char *title = found->metadata != NULL
                          ? exm_metadata_get (found->metadata, EXM_FIELD_TITLE)
                          : NULL;

  exm_cli_wrap (out, title != NULL ? title : _ ("(no title)"), width, 2);
  if (found->metadata != NULL)
    append_facts (out, found, width);
  g_string_append_printf (out, "  %s\n", found->name);
  if (exm_cli_found_judge (found) == EXM_EXIT_OK)
    {
      append_body (out, found, width);
    }
  else
    {
      g_string_append_c (out, '\n');
      exm_cli_wrap (
          out, found->error != NULL ? found->error->message : _ ("No article was found"),
          width, BODY_INDENT);
    }
  exm_cli_print (out->str);
}

static ExmExit
draw (const ExmCliFound *found, ExmPrepared *example, const char *path)
{
  g_autoptr (GError) error = NULL;
  const ExmCurvesOptions options = { .stride = CURVE_STRIDE };
  g_autoptr (ExmCurves) curves
      = exm_curves_new (found->target, example, found->result, &options, NULL, &error);

  if (curves == NULL)
    {
      exm_cli_complain ("%s: %s", found->name, error->message);
      return EXM_EXIT_FAILED;
    }
  g_autoptr (GString) picture = exm_curves_write_svg (curves, found->name);
  return exm_cli_save (path, picture->str, picture->len) ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

/* A page is as expected if it gave a body, or none where scripts would fill it in. */
static ExmExit
judge (const ExmCliFound *found, gboolean scripted)
{
  ExmExit expected = scripted ? EXM_EXIT_NOTHING : EXM_EXIT_OK;

  return exm_cli_found_judge (found) == expected ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static ExmExit
show_section (ExmSampleServer *server, gsize section, const char *curves)
{
  g_auto (GStrv) paths = exm_sample_server_list_articles (server, sections[section].name);
  g_auto (ExmCliExamples) examples = { 0 };
  g_autoptr (GError) error = NULL;
  const char *base = exm_sample_server_get_base_url (server);
  ExmExit exit_code = EXM_EXIT_OK;

  if (g_strv_length (paths) <= N_TARGETS)
    {
      exm_cli_complain (_ ("The section “%s” of the sample site has too few articles"),
                        sections[section].name);
      return EXM_EXIT_FAILED;
    }
  g_autofree char *example = g_strconcat (base, paths[0], NULL);
  char *arguments[] = { example, NULL };
  g_autofree char *heading = g_strdup_printf (
      /* translators: title of a section; the address of a page */
      _ ("\n══ %s ══\n   Example: %s\n"), _ (sections[section].title), example);
  exm_cli_print (heading);
  exm_cli_examples_init (&examples, NULL);
  if (!exm_cli_examples_load (&examples, arguments, NULL, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  for (guint i = 1; i <= N_TARGETS; i++)
    {
      g_auto (ExmCliFound) found = { 0 };
      g_autofree char *target = g_strconcat (base, paths[i], NULL);
      exm_cli_examples_apply (&examples, target, NULL, &found);
      print_article (&found);
      exit_code = exm_cli_worse (exit_code, judge (&found, sections[section].scripted));
      if (curves != NULL && i == 1 && found.result != NULL)
        exit_code = exm_cli_worse (
            exit_code, draw (&found, g_ptr_array_index (examples.pages, 0), curves));
    }
  return exm_cli_flush () ? exit_code : EXM_EXIT_FAILED;
}

ExmExit
exm_cli_sample (int argc, char **argv)
{
  g_auto (Request) request = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;

  if (!parse (&request, &argc, &argv, &exit_code))
    return exit_code;
  if (argc > 1)
    return exm_cli_refuse (_ ("“%s” is one argument too many"), argv[1]);
  if (request.port < 0 || request.port > G_MAXUINT16)
    return exm_cli_refuse (_ ("--port must be from 0 to %d"), G_MAXUINT16);
  if (request.serve && request.curves != NULL)
    return exm_cli_refuse (_ ("--curves and --serve exclude each other"));

  g_autofree char *data_dir = find_data (request.data_dir);
  g_autoptr (ExmSampleThread) thread = exm_sample_thread_start (
      data_dir, EXM_SAMPLE_SERVER_CONTROLS, (guint) request.port, &error);
  if (thread == NULL)
    {
      exm_cli_complain (_ ("The sample site cannot be served: %s"), error->message);
      return EXM_EXIT_FAILED;
    }
  ExmSampleServer *server = exm_sample_thread_get_server (thread);
  exm_sample_server_set_redesign (server, request.redesign);
  if (request.serve)
    return serve (exm_sample_server_get_base_url (server));
  exit_code = EXM_EXIT_OK;
  for (gsize i = 0; i < G_N_ELEMENTS (sections); i++)
    exit_code = exm_cli_worse (exit_code,
                               show_section (server, i, i == 0 ? request.curves : NULL));
  if (request.curves != NULL && exit_code == EXM_EXIT_OK)
    {
      g_autofree char *text = g_strdup_printf (
          _ ("\nThe curves of the first article are drawn in %s\n"), request.curves);
      exm_cli_print (text);
    }
  return exit_code;
}
