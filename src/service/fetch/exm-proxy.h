/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The only way out of a process that runs a stranger's scripts: a SOCKS5 proxy (RFC 1928,
 * RFC 1929) on the loopback interface that applies the fetcher's rules on addresses.
 * Names are resolved here, so what a page says about addresses does not matter; what was
 * reached is judged by the connection's real remote end, before a byte passes. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

#define EXM_TYPE_PROXY (exm_proxy_get_type ())
G_DECLARE_FINAL_TYPE (ExmProxy, exm_proxy, EXM, PROXY, GObject)

/**
 * exm_proxy_new:
 * @private_hosts: (nullable): %NULL-terminated: hosts that may have private addresses
 * @error: where no port could be had
 *
 * Listens on a free port of 127.0.0.1 from now until exm_proxy_stop(), under the
 * thread-default main context of this call, which must be that of all calls.
 *
 * At most %EXM_PROXY_MAX_CONNECTIONS at once; more are closed at once.
 *
 * Returns: (transfer full) (nullable): the proxy
 */
ExmProxy *exm_proxy_new (const char *const *private_hosts, GError **error);

#define EXM_PROXY_MAX_CONNECTIONS 64u

/**
 * exm_proxy_get_uri:
 *
 * Returns: (transfer none): "socks5://NAME:TOKEN@127.0.0.1:PORT"; the token is random and
 *   only who knows it is served
 */
const char *exm_proxy_get_uri (ExmProxy *self);

/**
 * exm_proxy_get_n_refused:
 *
 * Returns: connections that were refused for their address so far
 */
guint exm_proxy_get_n_refused (ExmProxy *self);

/**
 * exm_proxy_stop:
 *
 * Closes every connection. Also happens when the last reference goes.
 */
void exm_proxy_stop (ExmProxy *self);

G_END_DECLS
