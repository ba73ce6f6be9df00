/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Icons from bytes: pictures of all kinds, and bytes that are none, are cut or lie. */

#include "app/widgets/exm-icon-picture.h"

#include <gdk-pixbuf/gdk-pixbuf.h>
#include <string.h>

/* Returns: (transfer full): a file of @type, all of one colour (0xRRGGBBAA) */
static GBytes *
make_file (const char *type, int width, int height, guint32 colour)
{
  g_autoptr (GdkPixbuf) pixbuf
      = gdk_pixbuf_new (GDK_COLORSPACE_RGB, TRUE, 8, width, height);
  g_autoptr (GError) error = NULL;
  char *data = NULL;
  gsize n = 0;

  gdk_pixbuf_fill (pixbuf, colour);
  gdk_pixbuf_save_to_buffer (pixbuf, &data, &n, type, &error, NULL);
  g_assert_no_error (error);
  return g_bytes_new_take (data, n);
}

static void
append_number (GByteArray *to, guint value, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint8 byte = (guint8) (value >> 8 * i);
      g_byte_array_append (to, &byte, 1);
    }
}

/* Returns: (transfer full): an ICO file of PNG pictures, the first of @sides[0] pixels
 * and so on, which the table tells as @said */
static GBytes *
make_ico (const guint *sides, const guint *said, guint n)
{
  GByteArray *file = g_byte_array_new ();
  g_autoptr (GPtrArray) all
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  gsize at = 6 + 16 * n;

  append_number (file, 0, 2);
  append_number (file, 1, 2);
  append_number (file, n, 2);
  for (guint i = 0; i < n; i++)
    {
      GBytes *one = make_file ("png", (int) sides[i], (int) sides[i], 0xff0000ff);
      append_number (file, said[i] & 0xff, 1);
      append_number (file, said[i] & 0xff, 1);
      append_number (file, 0, 2);
      append_number (file, 1, 2);
      append_number (file, 32, 2);
      append_number (file, (guint) g_bytes_get_size (one), 4);
      append_number (file, (guint) at, 4);
      at += g_bytes_get_size (one);
      g_ptr_array_add (all, one);
    }
  for (guint i = 0; i < n; i++)
    {
      gsize length = 0;
      const guint8 *data = g_bytes_get_data (g_ptr_array_index (all, i), &length);
      g_byte_array_append (file, data, (guint) length);
    }
  return g_byte_array_free_to_bytes (file);
}

/* @side: 0: refused */
static void
assert_side (GBytes *bytes, guint size, int side)
{
  ExmIconGround ground;
  g_autoptr (GdkTexture) texture = exm_icon_picture_new (bytes, size, &ground);

  if (side == 0)
    g_assert_null (texture);
  else
    {
      g_assert_nonnull (texture);
      g_assert_cmpint (gdk_texture_get_width (texture), ==, side);
    }
}

static void
test_kinds (void)
{
  static const char *const types[] = { "png", "jpeg", "ico" };

  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GBytes) bytes = make_file (types[i], 48, 48, 0x2080c0ff);
      g_test_message ("%s", types[i]);
      assert_side (bytes, 16, 16);
      assert_side (bytes, 32, 32);
      assert_side (bytes, 64, 48);
    }
  /* A picture of one pixel. */
  static const guint8 gif[]
      = { 'G', 'I', 'F', '8', '9', 'a', 1, 0, 1, 0, 0x80, 0, 0, 255,  0, 0, 0,  0,
          255, ',', 0,   0,   0,   0,   1, 0, 1, 0, 0,    2, 2, 0x44, 1, 0, ';' };
  g_autoptr (GBytes) small = g_bytes_new_static (gif, sizeof gif);
  assert_side (small, 16, 1);
  /* Wide ones keep their form. */
  g_autoptr (GBytes) wide = make_file ("png", 128, 32, 0x2080c0ff);
  ExmIconGround ground;
  g_autoptr (GdkTexture) texture = exm_icon_picture_new (wide, 16, &ground);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 16);
  g_assert_cmpint (gdk_texture_get_height (texture), ==, 4);
}

static void
test_ico (void)
{
  static const guint three[] = { 16, 32, 256 }, large[] = { 600 }, lied[] = { 16 };
  g_autoptr (GBytes) bytes = make_ico (three, three, 3);
  g_autoptr (GBytes) bomb = make_ico (large, lied, 1);

  assert_side (bytes, 16, 16);
  assert_side (bytes, 24, 24);
  assert_side (bytes, 32, 32);
  assert_side (bytes, 300, 256);
  assert_side (bomb, 16, 0);
}

/* Pictures that are too large by what their header says, and other kinds of files. */
static void
test_refused (void)
{
  static const char *const texts[]
      = { "",
          "x",
          "<svg xmlns='http://www.w3.org/2000/svg' width='16' height='16'/>",
          "<!DOCTYPE html><title>404</title>",
          "GIF89a",
          "BM",
          "\x89PNG\r\n\x1a\n",
          "RIFF\1\1\1\1WEBPVP8 ",
          "/* XPM */ static char *a[] = {\"1 1 1 1\"};" };
  g_autoptr (GBytes) most = make_file ("png", 512, 512, 0xff);
  g_autoptr (GBytes) wide = make_file ("png", 513, 4, 0xff);
  g_autoptr (GBytes) high = make_file ("jpeg", 4, 513, 0xff);
  g_autoptr (GBytes) tiff = make_file ("tiff", 16, 16, 0xff);
  g_autoptr (GBytes) bmp = make_file ("bmp", 16, 16, 0xff);

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (texts[i], strlen (texts[i]));
      assert_side (bytes, 16, 0);
    }
  assert_side (most, 16, 16);
  assert_side (wide, 16, 0);
  assert_side (high, 16, 0);
  assert_side (tiff, 16, 0);
  assert_side (bmp, 16, 0);
}

/* Bytes that are cut at each place, and with each of some bytes changed: a picture of the
 * right size, or none. */
static void
try_damaged (GBytes *bytes)
{
  gsize n = 0;
  const guint8 *data = g_bytes_get_data (bytes, &n);
  GRand *random = g_rand_new_with_seed (7);

  for (gsize i = 0; i < n; i += 1 + n / 200)
    {
      g_autoptr (GBytes) cut = g_bytes_new_from_bytes (bytes, 0, i);
      ExmIconGround ground;
      g_autoptr (GdkTexture) texture = exm_icon_picture_new (cut, 16, &ground);
      g_assert_true (texture == NULL || gdk_texture_get_width (texture) <= 16);
    }
  for (guint i = 0; i < 1500; i++)
    {
      g_autofree guint8 *copy = g_memdup2 (data, n);
      ExmIconGround ground;
      /* Heads are small, and say the most. */
      gsize range = i % 2 == 0 ? MIN (n, 80) : n;
      for (guint k = 0; k <= i % 4; k++)
        copy[g_rand_int_range (random, 0, (gint32) range)]
            = (guint8) (i % 3 == 0 ? 0xff : g_rand_int_range (random, 0, 256));
      g_autoptr (GBytes) changed = g_bytes_new (copy, n);
      g_autoptr (GdkTexture) texture = exm_icon_picture_new (changed, 16, &ground);
      g_assert_true (texture == NULL || gdk_texture_get_width (texture) <= 16);
    }
  g_rand_free (random);
}

static void
test_damaged (void)
{
  static const guint sides[] = { 16, 32, 48 };
  static const char *const types[] = { "png", "jpeg", "ico" };
  g_autoptr (GBytes) ico = make_ico (sides, sides, 3);

  try_damaged (ico);
  for (gsize i = 0; i < G_N_ELEMENTS (types); i++)
    {
      g_autoptr (GBytes) bytes = make_file (types[i], 20, 20, 0x2080c080);
      try_damaged (bytes);
    }
}

/* Ink of one brightness around which a row is seen gets a ground; what fills its square
 * has one. */
static void
test_ground (void)
{
  static const struct
  {
    guint32 colour;
    ExmIconGround ground;
  } cases[] = {
    { 0x00000080, EXM_ICON_ON_LIGHT }, { 0xffffff80, EXM_ICON_ON_DARK },
    { 0xc0102080, EXM_ICON_ON_ANY },   { 0x000000ff, EXM_ICON_ON_ANY },
    { 0xffffffff, EXM_ICON_ON_ANY },   { 0x00000000, EXM_ICON_ON_ANY },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = make_file ("png", 16, 16, cases[i].colour);
      ExmIconGround ground;
      g_autoptr (GdkTexture) texture = exm_icon_picture_new (bytes, 16, &ground);
      g_assert_nonnull (texture);
      g_assert_cmpint (ground, ==, cases[i].ground);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/icon-picture/kinds", test_kinds);
  g_test_add_func ("/icon-picture/ico", test_ico);
  g_test_add_func ("/icon-picture/refused", test_refused);
  g_test_add_func ("/icon-picture/damaged", test_damaged);
  g_test_add_func ("/icon-picture/ground", test_ground);
  return g_test_run ();
}
