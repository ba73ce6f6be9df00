/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors between a worker and the processes beside it. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_WORKER_ERROR_BUSY,        /* another process collects from this folder */
  EXM_WORKER_ERROR_LOCK,        /* the lock could not be taken for another reason */
  EXM_WORKER_ERROR_SOCKET,      /* the control socket cannot be used */
  EXM_WORKER_ERROR_NOT_RUNNING, /* nobody collects from this folder */
  EXM_WORKER_ERROR_NO_ANSWER,   /* somebody does, but did not answer in time */
  EXM_WORKER_ERROR_TOO_LONG,    /* a page took too long in all */
  EXM_WORKER_ERROR_REFUSED,     /* the worker answered that it will not */
  EXM_WORKER_ERROR_STUCK,       /* the watchdog cancelled what reads or extracts a page */
  EXM_WORKER_ERROR_SET_ASIDE,   /* work on an input ended hard too often */
} ExmWorkerError;

#define EXM_WORKER_ERROR (exm_worker_error_quark ())
GQuark exm_worker_error_quark (void);

G_END_DECLS
