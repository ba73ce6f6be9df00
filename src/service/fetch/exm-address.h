/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Which addresses belong to the machine, its network or nobody, and so must not be
 * reached by following what a page says. Pure functions, any thread. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_address_is_private:
 * @address: an IPv4 or IPv6 address
 *
 * Loopback, private, link-local, unique local, carrier-grade NAT, multicast, reserved,
 * documentation and "this network" ranges (the IANA special-purpose registries, RFC
 * 6890), cloud metadata services outside them, and the same IPv4 addresses written into
 * IPv6 (mapped, compatible, NAT64, 6to4); Teredo as a whole.
 */
gboolean exm_address_is_private (GInetAddress *address);

/**
 * exm_socket_address_is_private:
 * @address: the remote end of a connection
 *
 * Returns: as exm_address_is_private(); %TRUE for what is not an Internet address
 */
gboolean exm_socket_address_is_private (GSocketAddress *address);

/**
 * exm_host_is_private_literal:
 * @host: the host of a URL, with or without the brackets of IPv6
 *
 * Judges the name alone, nothing is looked up: "localhost" and what ends in
 * ".localhost", and private addresses in every form that the system's resolver takes
 * ("127.1", "0x7f000001", "2130706433").
 */
gboolean exm_host_is_private_literal (const char *host);

/**
 * exm_host_parse_ipv4:
 * @host: the host of a URL
 *
 * IPv4 in the forms of inet_aton(): one to four parts, decimal, octal or hexadecimal.
 *
 * Returns: (transfer full) (nullable): the address, %NULL where it is a name
 */
GInetAddress *exm_host_parse_ipv4 (const char *host);

/**
 * exm_host_equal:
 * @a: (nullable): a host
 * @b: (nullable): another
 *
 * Returns: whether both are given and name the same host: case, a trailing dot, brackets
 *   and the script of an international name do not matter
 */
gboolean exm_host_equal (const char *a, const char *b);

/**
 * exm_host_is_listed:
 * @hosts: (nullable): %NULL-terminated
 *
 * Returns: whether one of @hosts equals @host, as exm_host_equal() compares
 */
gboolean exm_host_is_listed (char *const *hosts, const char *host);

G_END_DECLS
