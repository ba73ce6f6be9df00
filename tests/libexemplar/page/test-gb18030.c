/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Our decoder against the steps of the Encoding Standard, one byte at a time, which take
 * their characters from ICU. */

#include "charset/exm-charset-decoder.h"

#include "base/exm-limits.h"

#include <string.h>
#include <unicode/ucnv.h>

typedef struct
{
  UConverter *icu; /* (owned) */
  GString *text;   /* (owned) */
  GArray *bad;     /* (owned) (element-type guint64) */
} Naive;

static void
naive_clear (Naive *self)
{
  ucnv_close (self->icu);
  g_string_free (self->text, TRUE);
  g_array_unref (self->bad);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Naive, naive_clear)

static void
naive_init (Naive *self)
{
  UErrorCode status = U_ZERO_ERROR;

  self->icu = ucnv_open ("gb18030", &status);
  ucnv_setToUCallBack (self->icu, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  g_assert_true (U_SUCCESS (status));
  self->text = g_string_new (NULL);
  self->bad = g_array_new (FALSE, FALSE, sizeof (guint64));
}

/* The character of @n bytes, or 0. */
static gunichar
look_up (Naive *self, const guint8 *bytes, gsize n)
{
  UErrorCode status = U_ZERO_ERROR;
  const char *source = (const char *) bytes;
  const char *end = source + n;

  if (n == 2 && bytes[0] == 0xa3 && bytes[1] == 0xa0)
    return 0x3000;
  ucnv_reset (self->icu);
  UChar32 c = ucnv_getNextUChar (self->icu, &source, end, &status);
  return U_SUCCESS (status) && source == end ? (gunichar) c : 0;
}

static void
put (Naive *self, gunichar c, gsize at)
{
  guint64 position = at;

  if (c == 0)
    g_array_append_val (self->bad, position);
  g_string_append_unichar (self->text, c != 0 ? c : 0xfffd);
}

/* 10.2.1, "gb18030's decoder's handler". */
static void
decode_naively (Naive *self, const guint8 *data, gsize n)
{
  guint8 first = 0, second = 0, third = 0;
  gsize start = 0;

  g_string_truncate (self->text, 0);
  g_array_set_size (self->bad, 0);
  for (gsize at = 0; at < n; at++)
    {
      guint8 byte = data[at];
      if (third != 0)
        {
          gboolean whole = byte >= 0x30 && byte <= 0x39;
          put (self, whole ? look_up (self, data + start, 4) : 0, start);
          at = whole ? at : start;
          first = second = third = 0;
        }
      else if (second != 0 && byte >= 0x81 && byte <= 0xfe)
        third = byte;
      else if (second != 0)
        {
          put (self, 0, start);
          at = start;
          first = second = 0;
        }
      else if (first != 0 && byte >= 0x30 && byte <= 0x39)
        second = byte;
      else if (first != 0)
        {
          gboolean trail = byte >= 0x40 && byte <= 0xfe && byte != 0x7f;
          gunichar c = trail ? look_up (self, data + start, 2) : 0;
          put (self, c, start);
          at -= c == 0 && byte < 0x80;
          first = 0;
        }
      else if (byte >= 0x81 && byte <= 0xfe)
        {
          first = byte;
          start = at;
        }
      else if (byte == 0x80)
        put (self, 0x20ac, at);
      else if (byte == 0xff)
        put (self, 0, at);
      else if (byte != 0)
        put (self, byte, at);
    }
  if (first != 0)
    put (self, 0, start);
}

static void
assert_same (Naive *naive, const guint8 *data, gsize n)
{
  /* As large as its text, for the sanitizers. */
  g_autofree guint8 *copy = g_memdup2 (n > 0 ? data : (const guint8 *) "", MAX (n, 1));
  g_auto (ExmDecoded) ours = { 0 };

  exm_decoded_init (&ours, exm_encoding_lookup ("gb18030"), copy, n);
  decode_naively (naive, data, n);
  g_assert_cmpuint (ours.text->len, ==, naive->text->len);
  g_assert_cmpstr (ours.text->str, ==, naive->text->str);
  g_assert_cmpuint (ours.n_replaced, ==, naive->bad->len);
  for (guint i = 0; i < MIN (naive->bad->len, EXM_MAX_REPLACED_KEPT); i++)
    g_assert_cmpuint (g_array_index (ours.replaced, guint64, i), ==,
                      g_array_index (naive->bad, guint64, i));
}

static void
test_two_bytes (void)
{
  g_auto (Naive) naive = { 0 };

  naive_init (&naive);
  for (guint first = 0; first < 0x100; first++)
    for (guint second = 0; second < 0x100; second++)
      {
        const guint8 alone[] = { (guint8) first, (guint8) second };
        const guint8 inside[] = { 'a', (guint8) first, (guint8) second, '<', 'b' };
        assert_same (&naive, alone, sizeof alone);
        assert_same (&naive, inside, sizeof inside);
      }
}

/* All 1,587,600 of them, many in one text. */
static void
test_four_bytes (void)
{
  g_auto (Naive) naive = { 0 };
  g_autoptr (GByteArray) text = g_byte_array_new ();

  naive_init (&naive);
  for (guint first = 0x81; first <= 0xfe; first++)
    {
      g_byte_array_set_size (text, 0);
      for (guint k = 0; k < 12600; k++)
        {
          const guint8 bytes[] = {
            (guint8) first,
            (guint8) (0x30 + k / 1260),
            (guint8) (0x81 + k / 10 % 126),
            (guint8) (0x30 + k % 10),
          };
          g_byte_array_append (text, bytes, sizeof bytes);
        }
      assert_same (&naive, text->data, text->len);
    }
}

/* Text, and bytes that break it, cut anywhere. */
static void
test_random (void)
{
  static const guint8 odd[] = { 0,    '<',  '0',  '5',  '9',  0x3a, 0x40, 0x7e,
                                0x7f, 0x80, 0x81, 0xa1, 0xe3, 0xfe, 0xff };
  g_auto (Naive) naive = { 0 };
  g_autoptr (GRand) random = g_rand_new_with_seed (11);

  naive_init (&naive);
  for (guint round = 0; round < 20000; round++)
    {
      guint8 text[120];
      gsize n = (gsize) g_rand_int_range (random, 0, sizeof text);
      int rare = g_rand_int_range (random, 1, 30);
      for (gsize i = 0; i < n; i++)
        if (g_rand_int_range (random, 0, rare) == 0)
          text[i] = odd[g_rand_int_range (random, 0, sizeof odd)];
        else
          text[i]
              = (guint8) (round % 2 == 0 ? 'x' : g_rand_int_range (random, 0xb0, 0xf8));
      assert_same (&naive, text, n);
    }
}

/* Each byte becomes three, over more than one piece of output. */
static void
test_growth (void)
{
  g_auto (Naive) naive = { 0 };
  gsize n = 100000;
  g_autofree guint8 *bytes = g_malloc (n);

  naive_init (&naive);
  memset (bytes, 0x80, n);
  assert_same (&naive, bytes, n);
  memset (bytes, 0xff, n);
  assert_same (&naive, bytes, n);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/gb18030/two-bytes", test_two_bytes);
  g_test_add_func ("/gb18030/four-bytes", test_four_bytes);
  g_test_add_func ("/gb18030/random", test_random);
  g_test_add_func ("/gb18030/growth", test_growth);
  return g_test_run ();
}
