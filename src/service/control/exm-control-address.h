/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Address of the control socket of a data folder: exemplar-HASH.sock in $XDG_RUNTIME_DIR
 * if that is a folder of ours, else run/control.sock in the data folder. A process
 * without that variable (cron, sudo) must find a worker that has it, so in the first case
 * run/control.sock is a symbolic link to it. Any thread. */

#pragma once

#include <glib.h>
#include <sys/un.h>

G_BEGIN_DECLS

/**
 * exm_control_address_get_runtime_path:
 * @folder: data folder; it exists
 *
 * Returns: (transfer full) (nullable): file name of the socket in $XDG_RUNTIME_DIR, the
 *   same for all names of @folder; %NULL if there is no such place
 */
char *exm_control_address_get_runtime_path (const char *folder);

/**
 * exm_control_address_get_folder_path:
 *
 * Returns: (transfer full): file name of the socket, or link to it, in @folder
 */
char *exm_control_address_get_folder_path (const char *folder);

/**
 * exm_control_address_fill:
 * @address: (out): what to connect or bind to
 * @path: file name
 *
 * Returns: %FALSE if @path is longer than the system takes, about 100 bytes
 */
gboolean exm_control_address_fill (struct sockaddr_un *address, const char *path);

G_END_DECLS
