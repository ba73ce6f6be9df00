/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-sniff.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct
{
  guint8 offset;
  guint8 length;
  /* The signature is plain ASCII that a text could begin with: the bytes must look binary
   * too. */
  gboolean needs_binary;
  ExmSniffed what;
  const char *bytes; /* (unowned) */
} Signature;

static const Signature signatures[] = {
  { 0, 5, FALSE, EXM_SNIFFED_PDF, "%PDF-" },
  { 0, 8, FALSE, EXM_SNIFFED_IMAGE, "\x89PNG\r\n\x1a\n" },
  { 0, 3, FALSE, EXM_SNIFFED_IMAGE, "\xff\xd8\xff" },
  { 0, 6, FALSE, EXM_SNIFFED_IMAGE, "GIF87a" },
  { 0, 6, FALSE, EXM_SNIFFED_IMAGE, "GIF89a" },
  { 8, 4, TRUE, EXM_SNIFFED_IMAGE, "WEBP" },
  { 0, 2, TRUE, EXM_SNIFFED_IMAGE, "BM" },
  { 0, 4, FALSE, EXM_SNIFFED_IMAGE, "II*\0" },
  { 0, 4, FALSE, EXM_SNIFFED_IMAGE, "MM\0*" },
  { 0, 4, FALSE, EXM_SNIFFED_IMAGE, "\0\0\1\0" },
  { 4, 8, TRUE, EXM_SNIFFED_IMAGE, "ftypavif" },
  { 4, 8, TRUE, EXM_SNIFFED_IMAGE, "ftypheic" },
  { 4, 8, TRUE, EXM_SNIFFED_AUDIO, "ftypM4A " },
  { 4, 4, TRUE, EXM_SNIFFED_VIDEO, "ftyp" },
  { 0, 4, FALSE, EXM_SNIFFED_VIDEO, "\x1a\x45\xdf\xa3" },
  { 8, 4, TRUE, EXM_SNIFFED_VIDEO, "AVI " },
  { 0, 4, TRUE, EXM_SNIFFED_VIDEO, "FLV\1" },
  { 0, 4, FALSE, EXM_SNIFFED_VIDEO, "\0\0\1\xba" },
  { 8, 4, TRUE, EXM_SNIFFED_AUDIO, "WAVE" },
  { 0, 3, TRUE, EXM_SNIFFED_AUDIO, "ID3" },
  { 0, 4, TRUE, EXM_SNIFFED_AUDIO, "OggS" },
  { 0, 4, TRUE, EXM_SNIFFED_AUDIO, "fLaC" },
  { 0, 8, FALSE, EXM_SNIFFED_OFFICE, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" },
  { 0, 5, FALSE, EXM_SNIFFED_OFFICE, "{\\rtf" },
  { 0, 3, FALSE, EXM_SNIFFED_COMPRESSED, "\x1f\x8b\x08" },
  { 0, 4, FALSE, EXM_SNIFFED_COMPRESSED, "\x28\xb5\x2f\xfd" },
  { 0, 6, FALSE, EXM_SNIFFED_COMPRESSED,
    "\xfd"
    "7zXZ\0" },
  { 0, 3, TRUE, EXM_SNIFFED_COMPRESSED, "BZh" },
  { 0, 6, FALSE, EXM_SNIFFED_COMPRESSED, "7z\xbc\xaf\x27\x1c" },
  { 0, 7, FALSE, EXM_SNIFFED_COMPRESSED, "Rar!\x1a\x07\x00" },
  { 0, 7, FALSE, EXM_SNIFFED_COMPRESSED, "Rar!\x1a\x07\x01" },
  { 0, 4, TRUE, EXM_SNIFFED_FONT, "wOFF" },
  { 0, 4, TRUE, EXM_SNIFFED_FONT, "wOF2" },
  { 0, 4, TRUE, EXM_SNIFFED_FONT, "OTTO" },
  { 0, 5, FALSE, EXM_SNIFFED_FONT, "\0\1\0\0\0" },
  { 0, 4, FALSE, EXM_SNIFFED_PROGRAM,
    "\x7f"
    "ELF" },
  { 0, 2, TRUE, EXM_SNIFFED_PROGRAM, "MZ" },
  { 0, 16, FALSE, EXM_SNIFFED_DATABASE, "SQLite format 3\0" },
};

/* Control characters that no text encoding of the web uses (ESC is in ISO-2022-JP), as in
 * "binary data byte" of the WHATWG MIME Sniffing standard, section 3. */
static gboolean
is_binary_byte (guint8 c)
{
  return c <= 0x08 || c == 0x0b || (c >= 0x0e && c <= 0x1a) || (c >= 0x1c && c <= 0x1f);
}

/* A stray control character happens on real pages; random bytes have one in ten. */
static gboolean
looks_binary (const guint8 *bytes, gsize n_bytes)
{
  gsize n_binary = 0;

  for (gsize i = 0; i < n_bytes; i++)
    n_binary += is_binary_byte (bytes[i]);
  return n_binary * 50 > n_bytes;
}

static ExmSniffed
sniff_signature (const guint8 *bytes, gsize n_bytes, gboolean binary)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signatures); i++)
    {
      const Signature *s = &signatures[i];
      if (n_bytes < (gsize) s->offset + s->length)
        continue;
      if (s->needs_binary && !binary)
        continue;
      if (memcmp (bytes + s->offset, s->bytes, s->length) == 0)
        return s->what;
    }
  return EXM_SNIFFED_EMPTY;
}

/* The first entry of the archive tells OOXML, OpenDocument and EPUB from a plain ZIP; its
 * name is at byte 30. */
static ExmSniffed
sniff_zip (const guint8 *bytes, gsize n_bytes)
{
  static const struct
  {
    const char *entry; /* (unowned) */
    ExmSniffed what;
  } entries[] = {
    { "mimetypeapplication/epub+zip", EXM_SNIFFED_EPUB },
    { "mimetypeapplication/vnd.oasis.opendocument", EXM_SNIFFED_OFFICE },
    { "[Content_Types].xml", EXM_SNIFFED_OFFICE },
    { "_rels/", EXM_SNIFFED_OFFICE },
    { "word/", EXM_SNIFFED_OFFICE },
    { "xl/", EXM_SNIFFED_OFFICE },
    { "ppt/", EXM_SNIFFED_OFFICE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      gsize length = strlen (entries[i].entry);
      if (n_bytes >= 30 + length && memcmp (bytes + 30, entries[i].entry, length) == 0)
        return entries[i].what;
    }
  return EXM_SNIFFED_ZIP;
}

/* Every second byte of UTF-16 without the zero ones, so that markup can be looked for;
 * 0 where the bytes are not UTF-16. */
static gsize
fold_utf16 (const guint8 *bytes, gsize n_bytes, guint8 out[EXM_SNIFF_BYTES])
{
  gboolean has_mark = n_bytes >= 2
                      && ((bytes[0] == 0xff && bytes[1] == 0xfe)
                          || (bytes[0] == 0xfe && bytes[1] == 0xff));
  gboolean little = n_bytes >= 4 && bytes[0] == '<' && bytes[1] == 0 && bytes[3] == 0;
  gboolean big = n_bytes >= 4 && bytes[0] == 0 && bytes[1] == '<' && bytes[2] == 0;
  gsize n = 0;

  if (!has_mark && !little && !big)
    return 0;
  gsize start = has_mark ? 2 : 0;
  gsize low = (has_mark ? bytes[0] == 0xfe : big) ? 1 : 0;
  for (gsize i = start; i + 1 < n_bytes; i += 2)
    out[n++] = bytes[i + 1 - low] == 0 ? bytes[i + low] : 'x';
  return n;
}

static ExmSniffed
sniff_markup (const guint8 *bytes, gsize n_bytes)
{
  gsize i = 0;

  if (n_bytes >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0)
    i = 3;
  while (i < n_bytes && g_ascii_isspace (bytes[i]))
    i++;
  if (i + 1 >= n_bytes || bytes[i] != '<')
    return EXM_SNIFFED_TEXT;
  if (n_bytes - i >= 5 && memcmp (bytes + i, "<?xml", 5) == 0)
    return EXM_SNIFFED_XML;
  if (g_ascii_isalpha (bytes[i + 1]) || strchr ("!?/", bytes[i + 1]) != NULL)
    return EXM_SNIFFED_HTML;
  return EXM_SNIFFED_TEXT;
}

ExmSniffed
exm_sniff (const guint8 *bytes, gsize n_bytes)
{
  guint8 folded[EXM_SNIFF_BYTES];

  n_bytes = MIN (n_bytes, EXM_SNIFF_BYTES);
  if (n_bytes == 0)
    return EXM_SNIFFED_EMPTY;

  gboolean binary = looks_binary (bytes, n_bytes);
  ExmSniffed what = sniff_signature (bytes, n_bytes, binary);
  if (what != EXM_SNIFFED_EMPTY)
    return what;
  if (n_bytes >= 4 && memcmp (bytes, "PK\3\4", 4) == 0)
    return sniff_zip (bytes, n_bytes);

  gsize n_folded = fold_utf16 (bytes, n_bytes, folded);
  if (n_folded > 0)
    return sniff_markup (folded, n_folded);
  what = sniff_markup (bytes, n_bytes);
  if (what == EXM_SNIFFED_TEXT && binary)
    return EXM_SNIFFED_BINARY;
  return what;
}

gboolean
exm_sniffed_is_page (ExmSniffed sniffed)
{
  return sniffed <= EXM_SNIFFED_TEXT;
}

const char *
exm_sniffed_describe (ExmSniffed sniffed)
{
  static const char *const names[] = {
    [EXM_SNIFFED_EMPTY] = N_ ("an empty file"),
    [EXM_SNIFFED_HTML] = N_ ("an HTML page"),
    [EXM_SNIFFED_XML] = N_ ("an XML file"),
    [EXM_SNIFFED_TEXT] = N_ ("plain text"),
    [EXM_SNIFFED_PDF] = N_ ("a PDF document"),
    [EXM_SNIFFED_IMAGE] = N_ ("an image"),
    [EXM_SNIFFED_VIDEO] = N_ ("a video"),
    [EXM_SNIFFED_AUDIO] = N_ ("an audio file"),
    [EXM_SNIFFED_OFFICE] = N_ ("an office document"),
    [EXM_SNIFFED_EPUB] = N_ ("an e-book"),
    [EXM_SNIFFED_ZIP] = N_ ("a ZIP archive"),
    [EXM_SNIFFED_COMPRESSED] = N_ ("a compressed file"),
    [EXM_SNIFFED_FONT] = N_ ("a font"),
    [EXM_SNIFFED_PROGRAM] = N_ ("a program"),
    [EXM_SNIFFED_DATABASE] = N_ ("a database"),
    [EXM_SNIFFED_BINARY] = N_ ("binary data"),
  };

  g_return_val_if_fail ((gsize) sniffed < G_N_ELEMENTS (names),
                        names[EXM_SNIFFED_BINARY]);
  return names[sniffed];
}
