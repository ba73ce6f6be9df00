/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define READ_BYTES (64u * 1024u)

/* A buffer that a long line made large is given back when the next line is short. */
#define KEEP_BYTES (1024u * 1024u)

struct _ExmCliLines
{
  int fd;
  gsize max_bytes;
  char *buffer;      /* (owned) */
  gsize allocated;   /* bytes of @buffer */
  gsize start;       /* the current line begins here */
  gsize searched;    /* no line feed from @start up to here */
  gsize end;         /* bytes read */
  gboolean skipping; /* inside a line that is too long */
  gboolean at_end;
};

ExmCliLines *
exm_cli_lines_new (int fd, gsize max_bytes)
{
  ExmCliLines *self = g_new0 (ExmCliLines, 1);

  self->fd = fd;
  self->max_bytes = max_bytes;
  return self;
}

void
exm_cli_lines_free (ExmCliLines *self)
{
  g_free (self->buffer);
  g_free (self);
}

static char *
find_line_feed (ExmCliLines *self)
{
  char *found = NULL;

  if (self->searched < self->end)
    found = memchr (self->buffer + self->searched, '\n', self->end - self->searched);
  self->searched = found != NULL ? (gsize) (found - self->buffer) : self->end;
  return found;
}

gboolean
exm_cli_lines_has_line (ExmCliLines *self)
{
  return find_line_feed (self) != NULL;
}

/* The bytes from the start up to @stop are done with; @skip more belong to no line. */
static void
consume (ExmCliLines *self, gsize stop, gsize skip)
{
  self->start = stop + skip;
  self->searched = self->start;
}

static void
make_room (ExmCliLines *self)
{
  gsize held = self->end - self->start;

  if (self->start > 0 && held > 0)
    memmove (self->buffer, self->buffer + self->start, held);
  self->searched -= self->start;
  self->start = 0;
  self->end = held;
  gsize wanted = held + READ_BYTES;
  if (wanted > self->allocated)
    wanted = MAX (wanted, MIN (2 * self->allocated, self->max_bytes + READ_BYTES));
  else if (self->allocated <= KEEP_BYTES || wanted > KEEP_BYTES)
    return;
  self->buffer = g_realloc (self->buffer, wanted);
  self->allocated = wanted;
}

static ExmCliLinesStatus
read_once (ExmCliLines *self)
{
  gssize n;

  make_room (self);
  do
    n = read (self->fd, self->buffer + self->end, self->allocated - self->end);
  while (n < 0 && errno == EINTR);
  if (n < 0)
    return EXM_CLI_LINES_FAILED;
  self->end += (gsize) n;
  self->at_end = n == 0;
  return EXM_CLI_LINES_MORE;
}

/* No line feed is in the buffer: is the line already too long, or the last one? */
static ExmCliLinesStatus
take_rest (ExmCliLines *self, const char **line, gsize *n_bytes)
{
  gsize held = self->end - self->start;

  if (self->skipping || held > self->max_bytes)
    {
      self->skipping = TRUE;
      consume (self, self->end, 0);
    }
  if (!self->at_end)
    return EXM_CLI_LINES_MORE;
  if (self->skipping)
    {
      self->skipping = FALSE;
      return EXM_CLI_LINES_TOO_LONG;
    }
  if (held == 0)
    return EXM_CLI_LINES_END;
  *line = self->buffer + self->start;
  *n_bytes = held;
  consume (self, self->end, 0);
  return EXM_CLI_LINES_LINE;
}

ExmCliLinesStatus
exm_cli_lines_next (ExmCliLines *self, const char **line, gsize *n_bytes)
{
  char *line_feed = find_line_feed (self);

  if (line_feed == NULL)
    {
      if (!self->at_end && read_once (self) == EXM_CLI_LINES_FAILED)
        return EXM_CLI_LINES_FAILED;
      line_feed = find_line_feed (self);
    }
  if (line_feed == NULL)
    return take_rest (self, line, n_bytes);

  gsize stop = (gsize) (line_feed - self->buffer);
  *line = self->buffer + self->start;
  *n_bytes = stop - self->start;
  consume (self, stop, 1);
  if (!self->skipping && *n_bytes <= self->max_bytes)
    return EXM_CLI_LINES_LINE;
  self->skipping = FALSE;
  return EXM_CLI_LINES_TOO_LONG;
}
