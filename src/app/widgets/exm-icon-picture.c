/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-icon-picture.h"

#include "resources/exm-resource-type.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

/* Bytes of the head of an ICO file, and of a line of its table. */
#define ICO_HEAD 6u
#define ICO_LINE 16u

/* Pictures of one file that are looked at. */
#define MAX_PICTURES 64u

/* Up to the one all channels of dark ink are, and from the other one those of light ink.
 */
#define DARK 70u
#define LIGHT 205u

/* A picture of a known kind, and the name of its decoder. */
typedef struct
{
  GBytes *bytes;    /* (owned) */
  const char *type; /* (unowned) */
} Picture;

static guint
read_word (const guint8 *at)
{
  return at[0] | (guint) at[1] << 8;
}

static guint32
read_long (const guint8 *at)
{
  return read_word (at) | (guint32) read_word (at + 2) << 16;
}

static gboolean
is_small (guint width, guint height)
{
  return width > 0 && height > 0 && width <= EXM_ICON_MAX_SIDE
         && height <= EXM_ICON_MAX_SIDE;
}

/* Whether a picture of @width is a better one than one of @other: the smallest that is
 * large enough, or else the largest. */
static gboolean
is_better (guint width, guint other, guint size)
{
  if (other == 0)
    return TRUE;
  return width >= size ? other < size || width < other : width > other;
}

/* Returns: (nullable): the line of the table of an ICO file that suits best */
static const guint8 *
choose_line (const guint8 *bytes, gsize n_bytes, guint size)
{
  guint n = n_bytes >= ICO_HEAD ? MIN (read_word (bytes + 4), MAX_PICTURES) : 0;
  const guint8 *best = NULL;
  guint width = 0;

  for (guint i = 0; i < n && n_bytes - ICO_HEAD >= (gsize) (i + 1) * ICO_LINE; i++)
    {
      const guint8 *line = bytes + ICO_HEAD + i * ICO_LINE;
      guint own = *line != 0 ? *line : 256;
      gsize length = read_long (line + 8), start = read_long (line + 12);
      if (start > n_bytes || length > n_bytes - start || length < 40
          || !is_better (own, width, size))
        continue;
      best = line;
      width = own;
    }
  return best;
}

/* Takes one picture out of an ICO file: its table may say another size than the picture,
 * so that is asked. Returns: (nullable): %NULL where there is none */
static GBytes *
take_of_ico (GBytes *file, guint size, const char **type)
{
  gsize n_bytes = 0;
  const guint8 *bytes = g_bytes_get_data (file, &n_bytes);
  const guint8 *line = choose_line (bytes, n_bytes, size);
  guint8 head[ICO_HEAD + ICO_LINE] = { 0, 0, 1, 0, 1, 0 };
  guint width = 0, height = 0;

  if (line == NULL)
    return NULL;
  gsize length = read_long (line + 8), start = read_long (line + 12);
  if (exm_resource_find_size (bytes + start, length, &width, &height))
    {
      *type = "png";
      return g_bytes_new_from_bytes (file, start, length);
    }
  /* A bitmap counts its mask among its lines. The decoder reserves memory for as many
   * colours as it says that there are. */
  width = read_long (bytes + start + 4);
  height = read_long (bytes + start + 8) / 2;
  if (read_long (bytes + start) != 40 || !is_small (width, height)
      || read_long (bytes + start + 16) != 0 || read_long (bytes + start + 32) > 256)
    return NULL;
  memcpy (head + ICO_HEAD, line, 12);
  head[ICO_HEAD + 12] = sizeof head;
  GByteArray *one = g_byte_array_sized_new ((guint) (sizeof head + length));
  g_byte_array_append (one, head, sizeof head);
  g_byte_array_append (one, bytes + start, (guint) length);
  *type = "ico";
  return g_byte_array_free_to_bytes (one);
}

/* Returns: whether @bytes are a picture that may be decoded */
static gboolean
find_picture (GBytes *bytes, guint size, Picture *picture)
{
  static const char *const types[] = { "png", "jpeg", "gif", NULL };
  gsize n = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  const char *type
      = n > 0 ? exm_resource_type_find (EXM_RESOURCE_IMAGE, data, n, NULL) : NULL;
  guint width = 0, height = 0;

  if (type == NULL)
    return FALSE;
  if (strcmp (type, "image/x-icon") == 0)
    picture->bytes = take_of_ico (bytes, size, &picture->type);
  else if (g_strv_contains (types, type + strlen ("image/")))
    {
      picture->bytes = g_bytes_ref (bytes);
      picture->type = type + strlen ("image/");
    }
  if (picture->bytes == NULL)
    return FALSE;
  if (strcmp (picture->type, "ico") == 0)
    return TRUE;
  data = g_bytes_get_data (picture->bytes, &n);
  type = exm_resource_type_find (EXM_RESOURCE_IMAGE, data, n, NULL);
  return g_strcmp0 (type + strlen ("image/"), picture->type) == 0
         && exm_resource_find_size (data, n, &width, &height) && is_small (width, height);
}

/* The decoder has another idea of its size than its header. */
static void
on_size_prepared (GdkPixbufLoader *loader, int width, int height, gboolean *refused)
{
  if (is_small ((guint) width, (guint) height))
    return;
  *refused = TRUE;
  gdk_pixbuf_loader_set_size (loader, 1, 1);
}

static GdkPixbuf *
decode (const Picture *picture)
{
  g_autoptr (GdkPixbufLoader) loader
      = gdk_pixbuf_loader_new_with_type (picture->type, NULL);
  gboolean refused = FALSE;

  if (loader == NULL)
    return NULL;
  g_signal_connect (loader, "size-prepared", G_CALLBACK (on_size_prepared), &refused);
  gboolean good = gdk_pixbuf_loader_write_bytes (loader, picture->bytes, NULL);
  good &= gdk_pixbuf_loader_close (loader, NULL);
  GdkPixbuf *pixbuf = good ? gdk_pixbuf_loader_get_pixbuf (loader) : NULL;
  return pixbuf != NULL && !refused
                 && is_small ((guint) gdk_pixbuf_get_width (pixbuf),
                              (guint) gdk_pixbuf_get_height (pixbuf))
             ? g_object_ref (pixbuf)
             : NULL;
}

/* Returns: (transfer full): @pixbuf (transfer full) with an alpha channel, no side longer
 * than @size */
static GdkPixbuf *
fit (GdkPixbuf *pixbuf, guint size)
{
  g_autoptr (GdkPixbuf) whole = pixbuf;
  guint width = (guint) gdk_pixbuf_get_width (whole),
        height = (guint) gdk_pixbuf_get_height (whole);
  guint side = MAX (width, height);

  if (side > size)
    {
      GdkPixbuf *small = gdk_pixbuf_scale_simple (
          whole, (int) MAX (width * size / side, 1), (int) MAX (height * size / side, 1),
          GDK_INTERP_BILINEAR);
      if (small == NULL)
        return NULL;
      g_object_unref (whole);
      whole = small;
    }
  return gdk_pixbuf_get_has_alpha (whole) ? g_steal_pointer (&whole)
                                          : gdk_pixbuf_add_alpha (whole, FALSE, 0, 0, 0);
}

/* An icon that fills its square brings its own ground. */
static ExmIconGround
find_ground (const GdkPixbuf *pixbuf)
{
  const guint8 *pixels = gdk_pixbuf_read_pixels (pixbuf);
  guint width = (guint) gdk_pixbuf_get_width (pixbuf),
        height = (guint) gdk_pixbuf_get_height (pixbuf),
        stride = (guint) gdk_pixbuf_get_rowstride (pixbuf);
  guint64 ink = 0, most = 0, least = 0;

  for (guint y = 0; y < height; y++)
    for (guint x = 0; x < width; x++)
      {
        const guint8 *at = pixels + (gsize) y * stride + (gsize) x * 4;
        ink += at[3];
        most += (guint64) MAX (MAX (at[0], at[1]), at[2]) * at[3];
        least += (guint64) MIN (MIN (at[0], at[1]), at[2]) * at[3];
      }
  if (ink == 0 || ink >= (guint64) width * height * 255 * 9 / 10)
    return EXM_ICON_ON_ANY;
  if (most / ink <= DARK)
    return EXM_ICON_ON_LIGHT;
  return least / ink >= LIGHT ? EXM_ICON_ON_DARK : EXM_ICON_ON_ANY;
}

GdkTexture *
exm_icon_picture_new (GBytes *bytes, guint size, ExmIconGround *ground)
{
  Picture picture = { NULL };
  g_autoptr (GdkPixbuf) pixbuf = NULL;

  *ground = EXM_ICON_ON_ANY;
  if (find_picture (bytes, size, &picture))
    pixbuf = decode (&picture);
  g_clear_pointer (&picture.bytes, g_bytes_unref);
  if (pixbuf != NULL)
    pixbuf = fit (g_steal_pointer (&pixbuf), size);
  if (pixbuf == NULL)
    return NULL;
  *ground = find_ground (pixbuf);
  g_autoptr (GBytes) pixels = gdk_pixbuf_read_pixel_bytes (pixbuf);
  return gdk_memory_texture_new (gdk_pixbuf_get_width (pixbuf),
                                 gdk_pixbuf_get_height (pixbuf), GDK_MEMORY_R8G8B8A8,
                                 pixels, (gsize) gdk_pixbuf_get_rowstride (pixbuf));
}
