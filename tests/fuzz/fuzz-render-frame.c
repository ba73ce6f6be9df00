/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a frame of the renderer: refused with a reason, or a header and a body
 * that are written and read as the same. Once as they are, once as the header of a frame
 * whose lengths are right, with what follows a NUL as its body. */

#include "fuzz.h"

#include "render/exm-render-frame.h"

#include <string.h>

/* More declared bytes are only more memory. */
#define MAX_DECLARED 65536u

static ExmRenderFrame *
read_frame (gconstpointer data, gsize size, GError **error)
{
  g_autoptr (GInputStream) stream
      = g_memory_input_stream_new_from_data (data, (gssize) size, NULL);

  return exm_render_frame_read (stream, NULL, error);
}

static void
check_members (const ExmRenderFrame *frame)
{
  g_autoptr (GList) names = json_object_get_members (frame->header);

  for (GList *i = names; i != NULL; i = i->next)
    {
      const char *text = exm_render_frame_get_string (frame, i->data);
      FUZZ_EXPECT (text == NULL || g_utf8_validate (text, -1, NULL));
      FUZZ_EXPECT (exm_render_frame_get_uint (frame, i->data, 7)
                   == exm_render_frame_get_uint (frame, i->data, 7));
    }
  FUZZ_EXPECT (exm_render_frame_get_string (frame, "no such member") == NULL);
}

static void
check (gconstpointer data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmRenderFrame) frame = read_frame (data, size, &error);

  FUZZ_EXPECT ((frame == NULL) == (error != NULL));
  if (frame == NULL)
    return;
  check_members (frame);
  g_autoptr (GBytes) written = exm_render_frame_encode (frame);
  gsize n_written;
  gconstpointer bytes = g_bytes_get_data (written, &n_written);
  g_autoptr (ExmRenderFrame) again = read_frame (bytes, n_written, &error);
  if (again == NULL)
    g_error ("%s: %.*s", error->message, (int) n_written, (const char *) bytes);
  FUZZ_EXPECT (g_bytes_equal (frame->body, again->body));
  g_autoptr (GBytes) second = exm_render_frame_encode (again);
  FUZZ_EXPECT (g_bytes_equal (written, second));
}

static void
append_length (GByteArray *bytes, gsize length)
{
  guint32 number = GUINT32_TO_BE ((guint32) length);

  g_byte_array_append (bytes, (const guint8 *) &number, sizeof number);
}

/* Whether the lengths, if there are any, are worth the memory. */
static gboolean
is_small (const guint8 *data, gsize size)
{
  for (gsize i = 4; i + 4 <= size && i <= 8; i += 4)
    {
      guint32 number;
      memcpy (&number, data + i, sizeof number);
      if (GUINT32_FROM_BE (number) > MAX_DECLARED
          && GUINT32_FROM_BE (number) <= EXM_RENDER_MAX_BODY_BYTES)
        return FALSE;
    }
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GByteArray) frame = g_byte_array_new ();
  const guint8 *end = size > 0 ? memchr (data, 0, size) : NULL;
  gsize n_header = end != NULL ? (gsize) (end - data) : size;
  gsize n_body = end != NULL ? size - n_header - 1 : 0;

  if (is_small (data, size))
    check (data, size);
  g_byte_array_append (frame, (const guint8 *) "EXR1", 4);
  append_length (frame, n_header);
  append_length (frame, n_body);
  if (n_header > 0)
    g_byte_array_append (frame, data, (guint) n_header);
  if (n_body > 0)
    g_byte_array_append (frame, end + 1, (guint) n_body);
  check (frame->data, frame->len);
  return 0;
}
