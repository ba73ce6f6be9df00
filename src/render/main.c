/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* exemplar-render: one request on standard input, one answer on standard output; see
 * exm-render-frame.h. Started by ExmRender, not by hand. */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "exm-render-frame.h"
#include "exm-render-page.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <unistd.h>
#include <webkit/webkit.h>

typedef struct
{
  GMainLoop *loop;     /* (owned) */
  GOutputStream *out;  /* (owned) */
  ExmRenderPage *page; /* (owned) (nullable) */
  char waiting[1];
  int status;
} Program;

static void
on_answer (ExmRenderFrame *answer, gpointer data)
{
  Program *self = data;
  g_autoptr (ExmRenderFrame) frame = answer;
  g_autoptr (GBytes) bytes = exm_render_frame_encode (frame);
  g_autoptr (GError) error = NULL;

  if (!g_output_stream_write_all (self->out, g_bytes_get_data (bytes, NULL),
                                  g_bytes_get_size (bytes), NULL, NULL, &error))
    {
      g_printerr ("exemplar-render: %s\n", error->message);
      self->status = 1;
    }
  g_main_loop_quit (self->loop);
}

/* Whoever asked is gone, or breaks the rules: nobody waits for an answer. */
static void
on_input_ended (GObject *source, GAsyncResult *result, gpointer data)
{
  Program *self = data;

  self->status = 1;
  g_main_loop_quit (self->loop);
}

static void
run (Program *self, GInputStream *in)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRenderFrame) request = exm_render_frame_read (in, NULL, &error);

  if (request == NULL)
    {
      g_printerr ("exemplar-render: %s\n", error->message);
      self->status = 2;
      return;
    }
  if (!gtk_init_check ())
    {
      on_answer (exm_render_answer_error (
                     "no-display",
                     _ ("Pages with scripts need a screen to be laid out on; without "
                        "one, run under xvfb-run")),
                 self);
      return;
    }
  g_input_stream_read_async (in, self->waiting, 1, G_PRIORITY_DEFAULT, NULL,
                             on_input_ended, self);
  self->page = exm_render_page_new (request, on_answer, self);
  g_main_loop_run (self->loop);
  exm_render_page_free (self->page);
}

int
main (int argc, char **argv)
{
  Program self = { 0 };

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, EXM_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
  if (isatty (STDIN_FILENO))
    {
      g_printerr (_ ("exemplar-render is started by Exemplar, not by hand\n"));
      return 2;
    }
  /* Whatever a library prints must not get between the bytes of an answer. */
  int out = dup (STDOUT_FILENO);
  if (out < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
    return 1;
  g_autoptr (GInputStream) in = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  self.loop = g_main_loop_new (NULL, FALSE);
  self.out = g_unix_output_stream_new (out, TRUE);
  run (&self, in);
  /* Nothing to save: the processes of the browser end with this one. */
  _exit (self.status);
}
