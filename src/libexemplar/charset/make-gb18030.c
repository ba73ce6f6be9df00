/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* make-gb18030 OUTPUT: writes the tables of exm-charset-decoder.c, when the program is
 * built, from what ICU makes of all sequences of two and of four bytes. One differs from
 * ICU, after the Encoding Standard: 0xa3a0, which pages use as a full-width space. */

#include <stdio.h>
#include <stdlib.h>
#include <unicode/ucnv.h>
#include <unicode/utf8.h>

#define N_TRAILS 190

/* The character that @n bytes are, or 0. */
static UChar32
convert (UConverter *converter, const unsigned char *bytes, int n)
{
  UErrorCode status = U_ZERO_ERROR;
  const char *source = (const char *) bytes;

  ucnv_reset (converter);
  UChar32 c = ucnv_getNextUChar (converter, &source, source + n, &status);
  return U_SUCCESS (status) && source == (const char *) bytes + n ? c : 0;
}

/* UTF-8, the first byte in the lowest, and in the highest how many there are. */
static unsigned
encode (UChar32 c)
{
  unsigned char bytes[U8_MAX_LENGTH] = { 0 };
  int n = 0;

  U8_APPEND_UNSAFE (bytes, n, c);
  return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (unsigned) n << 24;
}

static void
write_two_bytes (FILE *out, UConverter *converter)
{
  fprintf (out, "const guint32 exm_gb18030_two_bytes[126 * EXM_GB18030_N_TRAILS] = {");
  for (int lead = 0x81; lead <= 0xfe; lead++)
    for (int i = 0; i < N_TRAILS; i++)
      {
        const unsigned char bytes[2]
            = { (unsigned char) lead, (unsigned char) (i + (i < 0x3f ? 0x40 : 0x41)) };
        UChar32 c = convert (converter, bytes, 2);
        if (bytes[0] == 0xa3 && bytes[1] == 0xa0)
          c = 0x3000;
        if (c <= 0 || c > 0xffff)
          exit (EXIT_FAILURE);
        fprintf (out, "%s0x%08x,", i % 6 == 0 ? "\n  " : " ", encode (c));
      }
  fprintf (out, "\n};\n\n");
}

/* Four bytes count on: runs in which the characters do too. */
static void
write_four_bytes (FILE *out, UConverter *converter)
{
  UChar32 expected = -1;

  fprintf (out, "const ExmGb18030Range exm_gb18030_four_bytes[] = {\n");
  for (int pointer = 0; pointer < 126 * 10 * 126 * 10; pointer++)
    {
      const unsigned char bytes[4] = {
        (unsigned char) (0x81 + pointer / 12600),
        (unsigned char) (0x30 + pointer / 1260 % 10),
        (unsigned char) (0x81 + pointer / 10 % 126),
        (unsigned char) (0x30 + pointer % 10),
      };
      UChar32 c = convert (converter, bytes, 4);
      if (c != expected)
        fprintf (out, "  { %d, 0x%x },\n", pointer, (unsigned) c);
      expected = c == 0 ? 0 : c + 1;
    }
  fprintf (out, "};\n\nconst guint exm_gb18030_n_four_bytes"
                " = G_N_ELEMENTS (exm_gb18030_four_bytes);\n");
}

int
main (int argc, char *argv[])
{
  UErrorCode status = U_ZERO_ERROR;
  UConverter *converter = ucnv_open ("gb18030", &status);
  FILE *out = argc == 2 ? fopen (argv[1], "w") : NULL;

  if (U_FAILURE (status) || out == NULL)
    return EXIT_FAILURE;
  ucnv_setToUCallBack (converter, UCNV_TO_U_CALLBACK_STOP, NULL, NULL, NULL, &status);
  fprintf (out, "#include \"charset/exm-gb18030-tables.h\"\n\n");
  write_two_bytes (out, converter);
  write_four_bytes (out, converter);
  ucnv_close (converter);
  return fclose (out) == 0 && U_SUCCESS (status) ? EXIT_SUCCESS : EXIT_FAILURE;
}
