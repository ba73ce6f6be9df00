/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "soak-site.h"

#include "demo/exm-sample-fault.h"
#include "demo/exm-sample-numbered.h"

#include <errno.h>
#include <libsoup/soup.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SLOW_MS 250u

typedef struct
{
  ExmSampleFaults *faults; /* (owned) */
  GHashTable *met;         /* (owned) (element-type utf8): pages that failed once */
  guint percent;
} Site;

/* An answer that is held back. */
typedef struct
{
  SoupServerMessage *message; /* (owned) */
  GBytes *bytes;              /* (owned) */
} Slow;

SoakFault
soak_site_get_fault (guint host, guint number, guint percent)
{
  static const SoakFault faults[]
      = { SOAK_FAULT_SERVER_ERROR, SOAK_FAULT_TRUNCATED, SOAK_FAULT_SLOW,
          SOAK_FAULT_MISSING, SOAK_FAULT_LOOP };
  /* The multiplier of Knuth's multiplicative hash. */
  guint32 mixed = (host * 100003u + number) * 2654435761u;
  guint draw = (mixed >> 8) % 10000;

  if (draw >= percent * 100)
    return SOAK_FAULT_NONE;
  return faults[draw % G_N_ELEMENTS (faults)];
}

char *
soak_site_make_base (guint host, guint port)
{
  return g_strdup_printf ("http://127.0.%u.%u:%u", host / 250, host % 250 + 1, port);
}

static void
send_page (SoupServerMessage *message, GBytes *bytes)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_COPY,
                                    data, size);
}

static gboolean
on_slow (gpointer data)
{
  Slow *slow = data;

  send_page (slow->message, slow->bytes);
  soup_server_message_unpause (slow->message);
  g_object_unref (slow->message);
  g_bytes_unref (slow->bytes);
  g_free (slow);
  return G_SOURCE_REMOVE;
}

/* The host's number is in the address that the request came to. */
static guint
get_host (SoupServerMessage *message)
{
  GSocketAddress *address = soup_server_message_get_local_address (message);
  GInetAddress *inet
      = g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address));
  const guint8 *bytes = g_inet_address_to_bytes (inet);

  return bytes[2] * 250u + bytes[3] - 1u;
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  static const char *const names[] = { [SOAK_FAULT_SERVER_ERROR] = "500",
                                       [SOAK_FAULT_TRUNCATED] = "truncated",
                                       [SOAK_FAULT_MISSING] = "404",
                                       [SOAK_FAULT_LOOP] = "loop" };
  Site *site = data;
  g_autoptr (ExmSamplePage) page = exm_sample_numbered_render (path);
  guint host = get_host (message);
  const char *number = strrchr (path, '/') + 1;
  SoakFault fault = *number != '\0' ? soak_site_get_fault (
                        host, (guint) strtoul (number, NULL, 10), site->percent)
                                    : SOAK_FAULT_NONE;

  if (page == NULL)
    {
      soup_server_message_set_status (message, 404, NULL);
      return;
    }
  if ((fault == SOAK_FAULT_SERVER_ERROR || fault == SOAK_FAULT_TRUNCATED)
      && !g_hash_table_add (site->met, g_strdup_printf ("%u%s", host, path)))
    fault = SOAK_FAULT_NONE;
  g_autoptr (GBytes) bytes = exm_sample_page_encode (page, NULL);
  if (fault == SOAK_FAULT_NONE)
    send_page (message, bytes);
  else if (fault == SOAK_FAULT_SLOW)
    {
      Slow *slow = g_new0 (Slow, 1);
      slow->message = g_object_ref (message);
      slow->bytes = g_bytes_ref (bytes);
      soup_server_message_pause (message);
      g_timeout_add (SLOW_MS, on_slow, slow);
    }
  else
    exm_sample_faults_serve (site->faults, message, names[fault], page);
}

static void
serve (guint percent, int channel)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  Site site = { .faults = exm_sample_faults_new (), .percent = percent };

  site.met = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  soup_server_add_handler (server, NULL, on_request, &site, NULL);
  if (!soup_server_listen_all (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    g_error ("%s", error->message);
  GSList *uris = soup_server_get_uris (server);
  int port = g_uri_get_port (uris->data);
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);
  if (write (channel, &port, sizeof port) != sizeof port)
    g_error ("nobody reads which port it is");
  g_main_loop_run (g_main_loop_new (NULL, FALSE));
}

pid_t
soak_site_start (guint percent, guint *port)
{
  int channel[2], number = 0;

  if (pipe (channel) != 0)
    g_error ("pipe: %s", g_strerror (errno));
  pid_t pid = fork ();
  if (pid < 0)
    g_error ("fork: %s", g_strerror (errno));
  if (pid == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      serve (percent, channel[1]);
      _exit (1);
    }
  close (channel[1]);
  if (read (channel[0], &number, sizeof number) != sizeof number)
    g_error ("the site did not start");
  close (channel[0]);
  *port = (guint) number;
  return pid;
}

void
soak_site_stop (pid_t pid)
{
  kill (pid, SIGKILL);
  waitpid (pid, NULL, 0);
}
