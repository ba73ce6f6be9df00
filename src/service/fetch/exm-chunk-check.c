/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-chunk-check.h"

#define MAX_DIGITS 15u

static void
end_size (ExmChunkCheck *self)
{
  if (self->n_digits == 0)
    self->state = EXM_CHUNK_BAD;
  else
    self->state = self->left > 0 ? EXM_CHUNK_IN_DATA : EXM_CHUNK_COMPLETE;
  self->n_digits = 0;
  self->size_ended = FALSE;
}

static void
read_size (ExmChunkCheck *self, guint8 c)
{
  if (c == '\n')
    {
      end_size (self);
    }
  else if (c == ';')
    {
      self->state = self->n_digits > 0 ? EXM_CHUNK_IN_EXTENSION : EXM_CHUNK_BAD;
    }
  else if (c == ' ' || c == '\t' || c == '\r')
    {
      self->size_ended = self->n_digits > 0;
    }
  else if (g_ascii_isxdigit (c) && !self->size_ended && self->n_digits < MAX_DIGITS)
    {
      self->left = self->left * 16 + (guint64) g_ascii_xdigit_value ((char) c);
      self->n_digits++;
    }
  else
    {
      self->state = EXM_CHUNK_BAD;
    }
}

/* Between the data and the next size: a line end, nothing else. */
static void
read_line_end (ExmChunkCheck *self, guint8 c)
{
  if (c == '\n')
    self->state = EXM_CHUNK_IN_SIZE;
  else if (c != '\r' || self->size_ended)
    self->state = EXM_CHUNK_BAD;
  self->size_ended = c == '\r';
}

void
exm_chunk_check_feed (ExmChunkCheck *self, const guint8 *data, gsize n)
{
  for (gsize i = 0; i < n;)
    switch (self->state)
      {
      case EXM_CHUNK_IN_SIZE:
        read_size (self, data[i++]);
        break;
      case EXM_CHUNK_IN_EXTENSION:
        if (data[i++] == '\n')
          end_size (self);
        break;
      case EXM_CHUNK_IN_DATA:
        {
          gsize taken = (gsize) MIN (self->left, n - i);
          i += taken;
          self->n_bytes += taken;
          self->left -= taken;
          if (self->left == 0)
            self->state = EXM_CHUNK_AFTER_DATA;
          break;
        }
      case EXM_CHUNK_AFTER_DATA:
        read_line_end (self, data[i++]);
        break;
      case EXM_CHUNK_COMPLETE:
      case EXM_CHUNK_BAD:
      default:
        return;
      }
}
