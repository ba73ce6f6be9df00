/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The HTTP server of feeds: addresses, methods, conditions and limits. It runs in the
 * thread-default main context of the thread that made it. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_FEED_SERVER_PORT 8585u
#define EXM_FEED_SERVER_LISTEN "127.0.0.1:8585"

/* Requests that are under way at most; others are told to come again. */
#define EXM_FEED_SERVER_REQUESTS 32u

/* Connections that say or take nothing for so long are closed. */
#define EXM_FEED_SERVER_IDLE_S 60u

typedef struct _ExmFeedServer ExmFeedServer;

/**
 * ExmFeedServerOptions:
 * @folder: the data folder
 * @listen: an IP address or "localhost", maybe with ":PORT"; port 0 for any that is free
 * @base_url: (nullable): by which readers reach the server; %NULL for @listen itself
 */
typedef struct
{
  const char *folder;   /* (unowned) */
  const char *listen;   /* (unowned) */
  const char *base_url; /* (unowned) (nullable) */
} ExmFeedServerOptions;

/**
 * exm_feed_server_make_base_url:
 * @options: what is asked for
 * @error: (out): %G_IO_ERROR_INVALID_ARGUMENT, naming what is wrong
 *
 * Returns: (transfer full): the base of all addresses, without "/" at its end
 */
char *exm_feed_server_make_base_url (const ExmFeedServerOptions *options, GError **error);

/**
 * exm_feed_server_new:
 * @error: (out): as above; %G_IO_ERROR naming the address that cannot be listened at
 *
 * Listens. Only requests by the listen address or the host of the base address are
 * answered: a page of the Web that gives its own name to this computer reads nothing.
 *
 * Returns: (transfer full): the server
 */
ExmFeedServer *exm_feed_server_new (const ExmFeedServerOptions *options, GError **error);

/* Closes all connections; does not wait for what is being read. */
void exm_feed_server_free (ExmFeedServer *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFeedServer, exm_feed_server_free)

/* Returns: (transfer none): the base of all addresses, with the port that was taken */
const char *exm_feed_server_get_base_url (const ExmFeedServer *self);

/* Returns: the port that it listens at */
guint exm_feed_server_get_port (const ExmFeedServer *self);

G_END_DECLS
