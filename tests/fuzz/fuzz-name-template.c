/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text as a name template, with any values in its fields: refused with a reason, or a
 * path of as many parts as the template has, each of which may name a file everywhere and
 * none of which leaves the folder. NULs part template and values. */

#include "fuzz.h"

#include "publish/exm-file-name.h"
#include "publish/exm-name-template.h"
#include "task/exm-output-format.h"

#include <string.h>

static const char *const forbidden[] = { "con", "prn", "aux", "nul", "com1", "lpt9" };

static void
expect_name (const char *part)
{
  gsize n = strlen (part);

  FUZZ_EXPECT (n > 0 && n <= EXM_FILE_NAME_MAX_BYTES);
  FUZZ_EXPECT (g_utf8_validate (part, (gssize) n, NULL));
  FUZZ_EXPECT (part[0] != '.' && part[0] != '-' && part[0] != ' ');
  FUZZ_EXPECT (part[n - 1] != '.' && part[n - 1] != ' ');
  FUZZ_EXPECT (strpbrk (part, "/\\:*?\"<>|\r\n\t") == NULL);
  for (const char *p = part; *p != '\0'; p = g_utf8_next_char (p))
    FUZZ_EXPECT (!g_unichar_iscntrl (g_utf8_get_char (p)));
  gsize n_stem = strcspn (part, ".");
  for (gsize i = 0; i < G_N_ELEMENTS (forbidden); i++)
    FUZZ_EXPECT (n_stem != strlen (forbidden[i])
                 || g_ascii_strncasecmp (part, forbidden[i], n_stem) != 0);
  /* One byte is kept for the "_" before a device's name. */
  g_autofree char *clean = exm_file_name_clean (part, n, EXM_FILE_NAME_MAX_BYTES + 1);
  if (strcmp (clean, part) != 0)
    g_error ("“%s” is cleaned to “%s”", part, clean);
}

static void
check (const ExmNameTemplate *template, const char *text, const char *const *values)
{
  g_autofree char *path = exm_name_template_expand (template, values);
  g_autofree char *again = exm_name_template_expand (template, values);
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);
  g_auto (GStrv) wanted = g_strsplit (text, "/", -1);

  FUZZ_EXPECT (strcmp (path, again) == 0);
  FUZZ_EXPECT (g_strv_length (parts) == g_strv_length (wanted));
  for (guint i = 0; parts[i] != NULL; i++)
    {
      expect_name (parts[i]);
      g_autofree char *other
          = exm_file_name_add_suffix (parts[i], "1a2b", EXM_FILE_NAME_MAX_BYTES);
      expect_name (other);
      FUZZ_EXPECT (strcmp (other, parts[i]) != 0);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) given = g_ptr_array_new_with_free_func (g_free);
  const char *values[EXM_N_NAME_FIELDS] = { NULL };

  for (gsize at = strlen (text) + 1; at <= size;
       at += strlen (given->pdata[given->len - 1]) + 1)
    g_ptr_array_add (given, g_strndup ((const char *) data + at, size - at));
  for (guint i = 0; given->len > 0 && i < EXM_N_NAME_FIELDS; i++)
    values[i] = g_ptr_array_index (given, i % given->len);
  g_autoptr (ExmNameTemplate) template = exm_name_template_new (text, &error);
  FUZZ_EXPECT ((template == NULL) == (error != NULL));
  if (template == NULL)
    FUZZ_EXPECT (g_utf8_validate (error->message, -1, NULL));
  else
    check (template, text, values);
  /* The values behind a template that is good. */
  const char *format = exm_name_template_get_default (
      size % 2 == 0 ? EXM_OUTPUT_TEXT : EXM_OUTPUT_JSON_LINES);
  g_autoptr (ExmNameTemplate) usual = exm_name_template_new (format, NULL);
  FUZZ_EXPECT (usual != NULL);
  values[EXM_NAME_TITLE] = text;
  check (usual, format, values);
  return 0;
}
