/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Work of the pool at this moment, parsed or extracted, where it outlives the process:
 * in a file that is mapped into memory. A thread that begins and ends such work writes a
 * number there, which costs nothing; what a process that died was at can be read
 * afterwards. A computer that lost its power says nothing: marks hold until it starts
 * anew. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmWorkMarks ExmWorkMarks;

#define EXM_WORK_MARKS_NONE G_MAXUINT

/**
 * exm_work_marks_open:
 * @folder: the data folder, which this process collects in
 * @left: (element-type gint64) (inout): numbers are appended of what a process was at
 * when it died, since this computer was started
 *
 * Without the file, marks do not outlive the process.
 *
 * Returns: (transfer full): marks, none of them set
 */
ExmWorkMarks *exm_work_marks_open (const char *folder, GArray *left);

ExmWorkMarks *exm_work_marks_ref (ExmWorkMarks *self);

void exm_work_marks_unref (ExmWorkMarks *self);

/**
 * exm_work_marks_begin:
 * @number: of a job; of a stored article that is extracted again, −1 times its own; not 0
 *
 * Any thread.
 *
 * Returns: for exm_work_marks_end()
 */
guint exm_work_marks_begin (ExmWorkMarks *self, gint64 number);

/* Any thread. @mark: of exm_work_marks_begin() */
void exm_work_marks_end (ExmWorkMarks *self, guint mark);

/**
 * exm_work_marks_close:
 *
 * The process ends in order: what is still at work then was not what ended it.
 */
void exm_work_marks_close (ExmWorkMarks *self);

G_END_DECLS
