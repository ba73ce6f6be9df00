/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render.h"

#include "base/exm-said-error.h"
#include "fetch/exm-proxy.h"
#include "render/exm-render-frame.h"
#include "render/exm-render-memory.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define DEFAULT_TIMEOUT_MS 20000u
#define DEFAULT_MEMORY_MB 1024u
/* Beyond the page's own time: starting the browser, taking the page. */
#define GRACE_MS 15000u
#define WATCH_MS 500u
/* Pages that one helper lays out: what a browser keeps of each adds up. */
#define PAGES_PER_HELPER 50u
#define MAX_IDLE 16u
/* How long a helper waits for another page: a browser takes memory. */
#define DEFAULT_IDLE_MS 60000u

/* A process that renders one page, or lays out some. */
typedef struct
{
  GSubprocess *process; /* (owned) */
  guint n_pages;        /* that it laid out */
} Helper;

struct _ExmRender
{
  GObject parent_instance;

  char *program; /* (owned) */
  guint memory_mb;
  guint idle_ms;
  GMutex lock; /* of what follows */
  GQueue idle; /* (owned) (element-type Helper): that lay out pages offline */
};

static void renderer_init (ExmRendererInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (ExmRender,
                               exm_render,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (EXM_TYPE_RENDERER, renderer_init))

/* A page under way. */
typedef struct
{
  char *url;         /* (owned) (nullable) */
  GBytes *request;   /* (owned) */
  ExmProxy *proxy;   /* (owned) (nullable): without one there is no net */
  Helper *helper;    /* (owned) (nullable) */
  GCancellable *own; /* (owned): ends the waiting */
  gboolean layout;   /* that of the page is wanted */
  GSource *watch;    /* (owned) */
  GSource *deadline; /* (owned) */
  gulong cancelled;  /* handler of the caller's cancellable */
  guint timeout_ms;
  guint64 max_bytes;
  guint n_waiting;       /* for the request to be written, for the answer */
  gboolean is_second;    /* the helper is, after one that died */
  GError *error;         /* (owned) (nullable): why it was ended */
  ExmRendered *rendered; /* (owned) (nullable) */
} Job;

static void
helper_free (Helper *helper)
{
  g_subprocess_force_exit (helper->process);
  g_object_unref (helper->process);
  g_free (helper);
}

static void
end_source (GSource **source)
{
  if (*source != NULL)
    g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
job_free (gpointer data)
{
  Job *job = data;

  end_source (&job->watch);
  end_source (&job->deadline);
  g_clear_pointer (&job->helper, helper_free);
  if (job->proxy != NULL)
    exm_proxy_stop (job->proxy);
  g_clear_object (&job->proxy);
  g_clear_object (&job->own);
  g_clear_pointer (&job->request, g_bytes_unref);
  g_clear_pointer (&job->rendered, exm_rendered_free);
  g_clear_error (&job->error);
  g_free (job->url);
  g_free (job);
}

/* @message: in English, as the helper gives it, or what exm_said_new() makes */
static void
set_error (Job *job, ExmRenderErrorCode code, const char *message)
{
  if (job->error != NULL)
    return;
  exm_said_set_error (&job->error, EXM_RENDER_ERROR, (int) code, "%s", message);
  if (job->url != NULL)
    exm_said_prefix_error (&job->error, "%s: ", job->url);
}

static void
end_early (Job *job, ExmRenderErrorCode code, const char *message)
{
  set_error (job, code, message);
  g_subprocess_force_exit (job->helper->process);
  g_cancellable_cancel (job->own);
}

static ExmRenderErrorCode
code_from_name (const char *name)
{
  if (strcmp (name, "no-display") == 0)
    return EXM_RENDER_ERROR_NO_DISPLAY;
  if (strcmp (name, "crashed") == 0)
    return EXM_RENDER_ERROR_CRASHED;
  if (strcmp (name, "timed-out") == 0)
    return EXM_RENDER_ERROR_TIMED_OUT;
  return EXM_RENDER_ERROR_FAILED;
}

static void
take_answer (Job *job, const ExmRenderFrame *answer)
{
  const char *error = exm_render_frame_get_string (answer, "error");
  const char *message = exm_render_frame_get_string (answer, "message");
  const char *url = exm_render_frame_get_string (answer, "url");
  gsize size;
  const char *body = g_bytes_get_data (answer->body, &size);

  if (error != NULL)
    {
      set_error (job, code_from_name (error), message != NULL ? message : error);
      return;
    }
  if (!g_utf8_validate_len (body, size, NULL)
      || (!job->layout && exm_render_frame_get_uint (answer, "quiet", 2) == 2))
    {
      set_error (job, EXM_RENDER_ERROR_FAILED, N_ ("The renderer's answer is damaged"));
      return;
    }
  job->rendered = g_new0 (ExmRendered, 1);
  *(job->layout ? &job->rendered->layout : &job->rendered->html)
      = g_bytes_ref (answer->body);
  job->rendered->url = g_strdup (url != NULL ? url : job->url);
  job->rendered->was_quiet = exm_render_frame_get_uint (answer, "quiet", 0) != 0;
}

/* Answers with the layout; a page laid out alone may be followed by another. */
static void
keep_helper (ExmRender *self, Job *job)
{
  if (!job->layout || job->proxy != NULL || ++job->helper->n_pages >= PAGES_PER_HELPER)
    return;
  g_mutex_lock (&self->lock);
  if (self->idle.length < MAX_IDLE)
    g_queue_push_head (&self->idle, g_steal_pointer (&job->helper));
  g_mutex_unlock (&self->lock);
}

static gboolean start (ExmRender *self, Job *job, GError **error);

static void ask (GTask *task);

/* A helper that is gone without a word may have died of the pages before, or of whatever
 * befell it: the page has another try. */
static gboolean
try_again (GTask *task)
{
  Job *job = g_task_get_task_data (task);
  GError *error = NULL;

  if (job->rendered != NULL || job->error != NULL)
    return FALSE;
  if (job->is_second)
    {
      set_error (job, EXM_RENDER_ERROR_CRASHED,
                 N_ ("The renderer ended without an answer"));
      return FALSE;
    }
  job->is_second = TRUE;
  g_clear_pointer (&job->helper, helper_free);
  if (start (g_task_get_source_object (task), job, &error))
    ask (task);
  else
    g_task_return_error (task, error);
  return TRUE;
}

/* The request is written and the answer read, or both failed. Takes @task. */
static void
finish_if_done (GTask *finished)
{
  g_autoptr (GTask) task = finished;
  Job *job = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  if (--job->n_waiting > 0)
    return;
  end_source (&job->watch);
  end_source (&job->deadline);
  g_cancellable_disconnect (cancellable, job->cancelled);
  job->cancelled = 0;
  if (g_task_return_error_if_cancelled (task) || try_again (task))
    return;
  if (job->rendered != NULL)
    keep_helper (g_task_get_source_object (task), job);
  if (job->rendered != NULL)
    g_task_return_pointer (task, g_steal_pointer (&job->rendered),
                           (GDestroyNotify) exm_rendered_free);
  else
    g_task_return_error (task, g_steal_pointer (&job->error));
}

static void
on_answer_read (GObject *source, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Job *job = g_task_get_task_data (task);
  g_autoptr (ExmRenderFrame) answer
      = exm_render_frame_read_finish (G_INPUT_STREAM (source), result, NULL);

  if (answer != NULL)
    take_answer (job, answer);
  finish_if_done (task);
}

static void
on_request_written (GObject *source, GAsyncResult *result, gpointer data)
{
  /* A helper that does not read its request does not answer it either. */
  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, NULL, NULL);
  finish_if_done (data);
}

static gboolean
on_watch (gpointer data)
{
  Job *job = data;
  const char *pid = g_subprocess_get_identifier (job->helper->process);

  if (pid == NULL
      || exm_render_memory_of ((int) g_ascii_strtoll (pid, NULL, 10)) <= job->max_bytes)
    return G_SOURCE_CONTINUE;
  end_early (job, EXM_RENDER_ERROR_CRASHED, N_ ("The page needed too much memory"));
  return G_SOURCE_CONTINUE;
}

static gboolean
on_deadline (gpointer data)
{
  end_early (data, EXM_RENDER_ERROR_TIMED_OUT, N_ ("The renderer does not answer"));
  return G_SOURCE_CONTINUE;
}

/* Any thread: killing and cancelling are all that happens here. */
static void
on_cancelled (GCancellable *cancellable, gpointer data)
{
  Job *job = data;

  g_subprocess_force_exit (job->helper->process);
  g_cancellable_cancel (job->own);
}

static GSource *
add_timer (guint ms, GSourceFunc func, Job *job)
{
  GSource *source = g_timeout_source_new (ms);

  g_source_set_callback (source, func, job, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());
  return source;
}

static GBytes *
make_request (ExmRender *self, const ExmRenderRequest *request, Job *job)
{
  JsonObject *header = json_object_new ();

  if (request->url != NULL)
    json_object_set_string_member (header, "url", request->url);
  json_object_set_boolean_member (header, "html", request->html != NULL);
  if (request->charset != NULL)
    json_object_set_string_member (header, "charset", request->charset);
  if (request->user_agent != NULL)
    json_object_set_string_member (header, "user-agent", request->user_agent);
  if (job->proxy != NULL)
    json_object_set_string_member (header, "proxy", exm_proxy_get_uri (job->proxy));
  if (request->layout)
    json_object_set_boolean_member (header, "layout", TRUE);
  json_object_set_int_member (header, "idle-ms", self->idle_ms);
  json_object_set_int_member (header, "timeout-ms", job->timeout_ms);
  json_object_set_int_member (header, "memory-mb", self->memory_mb);
  g_autoptr (ExmRenderFrame) frame = exm_render_frame_new (header, request->html);
  return exm_render_frame_encode (frame);
}

/* %TRUE with a helper that has no page. */
static gboolean
start (ExmRender *self, Job *job, GError **error)
{
  g_autoptr (GError) failed = NULL;

  if (job->layout && job->proxy == NULL && !job->is_second)
    {
      g_mutex_lock (&self->lock);
      job->helper = g_queue_pop_head (&self->idle);
      g_mutex_unlock (&self->lock);
    }
  if (job->helper != NULL)
    return TRUE;
  GSubprocess *process
      = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE | G_SUBPROCESS_FLAGS_STDOUT_PIPE
                              | G_SUBPROCESS_FLAGS_STDERR_SILENCE,
                          &failed, self->program, NULL);
  if (process != NULL)
    {
      job->helper = g_new0 (Helper, 1);
      job->helper->process = process;
      return TRUE;
    }
  if (g_error_matches (failed, G_SPAWN_ERROR, G_SPAWN_ERROR_NOENT))
    {
      set_error (job, EXM_RENDER_ERROR_NO_PROGRAM,
                 N_ ("Laying pages out needs the program exemplar-render, which is not "
                     "installed"));
    }
  else
    {
      g_autofree char *said
          = exm_said_new (N_ ("The renderer cannot be started: %s"), failed->message);
      set_error (job, EXM_RENDER_ERROR_CRASHED, said);
    }
  g_propagate_error (error, g_steal_pointer (&job->error));
  return FALSE;
}

/* Hands the request to the helper and waits for its answer. */
static void
ask (GTask *task)
{
  Job *job = g_task_get_task_data (task);
  GCancellable *cancellable = g_task_get_cancellable (task);

  job->watch = add_timer (WATCH_MS, on_watch, job);
  job->deadline = add_timer (job->timeout_ms + GRACE_MS, on_deadline, job);
  if (cancellable != NULL)
    job->cancelled
        = g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled), job, NULL);
  job->n_waiting = 2;
  g_output_stream_write_all_async (g_subprocess_get_stdin_pipe (job->helper->process),
                                   g_bytes_get_data (job->request, NULL),
                                   g_bytes_get_size (job->request), G_PRIORITY_DEFAULT,
                                   job->own, on_request_written, g_object_ref (task));
  exm_render_frame_read_async (g_subprocess_get_stdout_pipe (job->helper->process),
                               job->own, on_answer_read, g_object_ref (task));
}

static ExmProxy *
make_proxy (Job *job, const ExmRenderRequest *request, GError **error)
{
  g_autoptr (GError) failed = NULL;
  ExmProxy *proxy = exm_proxy_new (request->private_hosts, &failed);

  if (proxy != NULL)
    return proxy;
  g_autofree char *said
      = exm_said_new (N_ ("The renderer has no way to the network: %s"), failed->message);
  set_error (job, EXM_RENDER_ERROR_CRASHED, said);
  g_propagate_error (error, g_steal_pointer (&job->error));
  return NULL;
}

static void
exm_render_render_async (ExmRenderer *renderer,
                         const ExmRenderRequest *request,
                         GCancellable *cancellable,
                         GAsyncReadyCallback callback,
                         gpointer data)
{
  ExmRender *self = EXM_RENDER (renderer);
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  GError *error = NULL;
  Job *job = g_new0 (Job, 1);

  g_task_set_source_tag (task, exm_render_render_async);
  g_task_set_task_data (task, job, job_free);
  job->url = g_strdup (request->url);
  job->own = g_cancellable_new ();
  job->timeout_ms = request->timeout_ms > 0 ? request->timeout_ms : DEFAULT_TIMEOUT_MS;
  /* The helper's own limit comes first: it knows better what to say. */
  job->max_bytes = (guint64) self->memory_mb * 3 / 2 * 1024 * 1024;
  if (g_task_return_error_if_cancelled (task))
    return;
  job->layout = request->layout;
  if (!request->offline)
    job->proxy = make_proxy (job, request, &error);
  if (error != NULL || !start (self, job, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  job->request = make_request (self, request, job);
  ask (task);
}

static ExmRendered *
exm_render_render_finish (ExmRenderer *renderer, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
renderer_init (ExmRendererInterface *iface)
{
  iface->render_async = exm_render_render_async;
  iface->render_finish = exm_render_render_finish;
}

static void
exm_render_finalize (GObject *object)
{
  ExmRender *self = EXM_RENDER (object);

  g_queue_clear_full (&self->idle, (GDestroyNotify) helper_free);
  g_mutex_clear (&self->lock);
  g_free (self->program);
  G_OBJECT_CLASS (exm_render_parent_class)->finalize (object);
}

static void
exm_render_class_init (ExmRenderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_render_finalize;
}

static void
exm_render_init (ExmRender *self)
{
  self->memory_mb = DEFAULT_MEMORY_MB;
  self->idle_ms = DEFAULT_IDLE_MS;
  g_mutex_init (&self->lock);
  g_queue_init (&self->idle);
}

/* The helper beside this program, where that runs from its build tree. */
static char *
find_uninstalled (void)
{
  g_autofree char *own = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = own != NULL ? g_path_get_dirname (own) : g_strdup (".");
  g_autofree char *path
      = g_build_filename (folder, "..", "render", "exemplar-render", NULL);

  return g_file_test (path, G_FILE_TEST_IS_EXECUTABLE) ? g_steal_pointer (&path) : NULL;
}

static char *
find_program (void)
{
  const char *named = g_getenv ("EXEMPLAR_RENDER");
  char *found = named != NULL ? g_strdup (named) : find_uninstalled ();

  return found != NULL ? found
                       : g_build_filename (EXM_LIBEXEC_DIR, "exemplar-render", NULL);
}

ExmRender *
exm_render_new (const char *program)
{
  ExmRender *self = g_object_new (EXM_TYPE_RENDER, NULL);

  self->program = program != NULL ? g_strdup (program) : find_program ();
  return self;
}

void
exm_render_set_memory (ExmRender *self, guint megabytes)
{
  g_return_if_fail (EXM_IS_RENDER (self));

  self->memory_mb = megabytes;
}

void
exm_render_set_idle (ExmRender *self, guint ms)
{
  g_return_if_fail (EXM_IS_RENDER (self));

  self->idle_ms = ms;
}
