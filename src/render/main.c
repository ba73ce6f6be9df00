/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* exemplar-render: requests on standard input, answers on standard output; see
 * exm-render-frame.h. Started by ExmRender, not by hand. */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-frame.h"
#include "render/exm-render-layout.h"
#include "render/exm-render-page.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib/gi18n-lib.h>
#include <locale.h>
#include <unistd.h>
#include <webkit/webkit.h>

typedef struct
{
  GMainLoop *loop;         /* (owned) */
  GInputStream *in;        /* (owned) */
  GOutputStream *out;      /* (owned) */
  ExmRenderPage *page;     /* (owned) (nullable) */
  ExmRenderLayout *layout; /* (owned) (nullable) */
  guint idle_ms;
  guint idle_id; /* while it waits for another page */
  gboolean is_busy;
  int status;
} Program;

/* Whoever asked starts another one for the next page. */
static gboolean
on_idle (gpointer data)
{
  Program *self = data;

  self->idle_id = 0;
  g_main_loop_quit (self->loop);
  return G_SOURCE_REMOVE;
}

static void
on_answer (ExmRenderFrame *answer, gpointer data)
{
  Program *self = data;
  g_autoptr (ExmRenderFrame) frame = answer;
  g_autoptr (GBytes) bytes = exm_render_frame_encode (frame);
  g_autoptr (GError) error = NULL;

  self->is_busy = FALSE;
  if (!g_output_stream_write_all (self->out, g_bytes_get_data (bytes, NULL),
                                  g_bytes_get_size (bytes), NULL, NULL, &error))
    {
      g_printerr ("exemplar-render: %s\n", error->message);
      self->status = 1;
    }
  else if (self->layout != NULL && exm_render_frame_get_string (frame, "error") == NULL)
    {
      /* The next one may come. */
      self->idle_id = g_timeout_add (self->idle_ms, on_idle, self);
      return;
    }
  g_main_loop_quit (self->loop);
}

static void wait_for_next (Program *self);

/* Without another page to lay out, whoever asked is gone or breaks the rules: nobody
 * waits for an answer. */
static void
on_input (GObject *source, GAsyncResult *result, gpointer data)
{
  Program *self = data;
  g_autoptr (ExmRenderFrame) request
      = exm_render_frame_read_finish (G_INPUT_STREAM (source), result, NULL);

  g_clear_handle_id (&self->idle_id, g_source_remove);
  if (request != NULL && self->layout != NULL && !self->is_busy)
    {
      self->is_busy = TRUE;
      exm_render_layout_next (self->layout, request);
      wait_for_next (self);
      return;
    }
  self->status = self->is_busy ? 1 : 0;
  g_main_loop_quit (self->loop);
}

static void
wait_for_next (Program *self)
{
  exm_render_frame_read_async (self->in, NULL, on_input, self);
}

static void
begin (Program *self, const ExmRenderFrame *request)
{
  self->is_busy = TRUE;
  if (exm_render_frame_get_uint (request, "layout", 0) == 0)
    {
      self->page = exm_render_page_new (request, on_answer, self);
      return;
    }
  self->idle_ms = exm_render_frame_get_uint (request, "idle-ms", 0);
  self->layout = exm_render_layout_new (request, on_answer, self);
  exm_render_layout_next (self->layout, request);
}

static void
run (Program *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRenderFrame) request = exm_render_frame_read (self->in, NULL, &error);

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
                     N_ ("There is no screen to lay pages out on; without one, run "
                         "under xvfb-run")),
                 self);
      return;
    }
  begin (self, request);
  wait_for_next (self);
  g_main_loop_run (self->loop);
  g_clear_pointer (&self->page, exm_render_page_free);
  g_clear_pointer (&self->layout, exm_render_layout_free);
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
  /* Whoever asked says it in his language, what the browser says too. */
  setlocale (LC_MESSAGES, "C");
  /* Whatever a library prints must not get between the bytes of an answer. */
  int out = dup (STDOUT_FILENO);
  if (out < 0 || dup2 (STDERR_FILENO, STDOUT_FILENO) < 0)
    return 1;
  self.in = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  self.loop = g_main_loop_new (NULL, FALSE);
  self.out = g_unix_output_stream_new (out, TRUE);
  run (&self);
  /* Nothing to save: the processes of the browser end with this one. */
  _exit (self.status);
}
