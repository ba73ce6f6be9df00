/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A file system layer for SQLite over the usual one that is full, read-only, or loses its
 * power when a test says so: what file modes cannot do for root. It never waits for the
 * disk. For one process, and one thread that writes. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* For ExmDbOptions and ExmStoreOptions. */
#define TEST_VFS "exm-test"

/* Registers the layer, with plenty of space, writable, and with power. */
void test_vfs_set_up (void);

/* The same, for databases too that are opened without a word about it. */
void test_vfs_make_default (void);

/* Ends all that was set; no file may be open. */
void test_vfs_reset (void);

/* From now on files can grow by @n_bytes together; −1 for any. */
void test_vfs_set_space (gint64 n_bytes);

/* Whether files can only be read, those that are open already too. */
void test_vfs_set_read_only (gboolean read_only);

/**
 * test_vfs_lose_power_after:
 * @n_writes: changes of files that still happen
 * @seed: of what survives
 *
 * From now on writes stay in memory until the file is synced. At the change after
 * @n_writes the power goes: of what was not synced, by @seed, each write is on the disk
 * or not (0: none is), and everything fails until test_vfs_reset().
 */
void test_vfs_lose_power_after (guint n_writes, guint32 seed);

/**
 * test_vfs_call_at_unlock:
 * @n_unlocks: how many times a file is given free before
 * @func: (scope async): called once, when nobody holds a lock through this layer's file
 * @data: for @func
 *
 * Calls @func in the gap between two readings, as if another program acted there.
 */
void test_vfs_call_at_unlock (guint n_unlocks, void (*func) (gpointer), gpointer data);

/* Whether that call has not come about yet. */
gboolean test_vfs_call_is_due (void);

/* Whether the power is gone. */
gboolean test_vfs_power_is_lost (void);

G_END_DECLS
