/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-said-error.h"
#include "publish/exm-file-name.h"
#include "publish/exm-name-template.h"
#include "publish/exm-publish-error.h"
#include "task/exm-output-format.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#define FAMILY "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466"

static const struct
{
  const char *text;
  const char *name;
} NAMES[] = {
  { "A plain title", "A plain title" },
  { "上海：新桥通车", "上海：新桥通车" },
  { "../../etc/passwd", "_.._etc_passwd" },
  { "..", "untitled" },
  { "...............", "untitled" },
  { "", "untitled" },
  { " \u3000\u00a0\u200b\ufeff", "untitled" },
  { "C:\\Windows\\x?*<>|\"", "C__Windows_x______" },
  { "CON", "_CON" },
  { "con.txt", "_con.txt" },
  { "NUL .tar.gz", "_NUL .tar.gz" },
  { "Lpt9", "_Lpt9" },
  { "COM\u00b2", "_COM\u00b2" },
  { "CONIN$", "_CONIN$" },
  { "COMA", "COMA" },
  { "COM10", "COM10" },
  { "Console", "Console" },
  { "line\none\r\n\ttwo", "line one two" },
  { "-rf --no", "rf --no" },
  { ".hidden", "hidden" },
  { " . - .bashrc", "bashrc" },
  { "ends with dots. . .", "ends with dots" },
  { "bell\a and \x7f delete", "bell and delete" },
  /* "gpj.exe" shown as "exe.jpg". */
  { "photo\u202egpj.exe", "photogpj.exe" },
  { "\u2066a\u2069\u200e\u200f\u061c\u2067b", "ab" },
  { "مرحبا بالعالم", "مرحبا بالعالم" },
  { "نامه\u200cای", "نامه\u200cای" },
  { "soft\u00adhyphen\u2060word", "softhyphenword" },
  { "\u3164\u115f", "untitled" },
  { "e\u0301te\u0301", "été" },
  { "broken \xff\xc3 utf-8", "broken __ utf-8" },
  { "\xc0\xaf\xe0\x80\xaf", "_____" },
  { "zero\u2028line\u2029paragraph", "zero line paragraph" },
  { FAMILY " day", FAMILY " day" },
  { "=cmd|' /C calc'!A0", "=cmd_' _C calc'!A0" },
  { "$(reboot) `x` ; %PATH%", "$(reboot) `x` ; %PATH%" },
  { "\ufffe\uffff", "untitled" },
};

static void
assert_name_is_good (const char *name)
{
  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_assert_cmpuint (strlen (name), <=, EXM_FILE_NAME_MAX_BYTES);
  g_assert_cmpuint (strlen (name), >, 0);
  g_assert_null (strpbrk (name, "/\\:*?\"<>|\n\r\t"));
  g_assert_null (strchr (".- ", name[0]));
  g_assert_null (strchr (". ", name[strlen (name) - 1]));
}

static void
test_clean (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (NAMES); i++)
    {
      g_autofree char *name = exm_file_name_clean (NAMES[i].text, strlen (NAMES[i].text),
                                                   EXM_FILE_NAME_MAX_BYTES);
      g_assert_cmpstr (name, ==, NAMES[i].name);
      assert_name_is_good (name);
      g_autofree char *again
          = exm_file_name_clean (name, strlen (name), EXM_FILE_NAME_MAX_BYTES);
      g_assert_cmpstr (again, ==, name);
    }

  g_autofree char *nul = exm_file_name_clean ("a\0/b", 4, EXM_FILE_NAME_MAX_BYTES);
  g_assert_cmpstr (nul, ==, "a _b");
}

/* Creates each file whose name is called good. */
static void
test_files (void)
{
  g_autofree char *folder = g_dir_make_tmp ("exm-names-XXXXXX", NULL);
  g_assert_nonnull (folder);

  for (gsize i = 0; i < G_N_ELEMENTS (NAMES); i++)
    {
      g_autofree char *path = g_build_filename (folder, NAMES[i].name, NULL);
      int fd = g_open (path, O_WRONLY | O_CREAT, 0600);
      g_assert_cmpint (fd, >=, 0);
      close (fd);
      g_autofree char *base = g_path_get_dirname (path);
      g_assert_cmpstr (base, ==, folder);
      g_assert_cmpint (g_unlink (path), ==, 0);
      if (strcmp (NAMES[i].name, "untitled") != 0)
        g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static char *
repeat (const char *text, guint n)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append (all, text);
  return g_string_free (all, FALSE);
}

static void
test_long (void)
{
  static const struct
  {
    const char *unit;
    guint n;
    gsize n_bytes; /* of the name: whole units below 200 bytes */
  } cases[] = {
    { "x", 10000, 199 },
    { "新", 4000, 198 },
    /* One grapheme of 25 bytes. */
    { FAMILY, 400, 175 },
    /* A letter under two marks that do not compose. */
    { "x\u0332\u0347", 2000, 195 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = repeat (cases[i].unit, cases[i].n);
      g_autofree char *name
          = exm_file_name_clean (text, strlen (text), EXM_FILE_NAME_MAX_BYTES);
      g_assert_cmpuint (strlen (name), ==, cases[i].n_bytes);
      g_assert_true (g_str_has_prefix (text, name));
      g_assert_cmpuint (strlen (name) % strlen (cases[i].unit), ==, 0);
    }

  /* One letter under a thousand marks is a grapheme too long for any name. */
  g_autofree char *marks = repeat ("\u0332", 1000);
  g_autofree char *tower = g_strconcat ("x", marks, NULL);
  g_autofree char *name
      = exm_file_name_clean (tower, strlen (tower), EXM_FILE_NAME_MAX_BYTES);
  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_assert_cmpuint (strlen (name), ==, 199);
}

/* Names of random bytes and code points: always good, and clean already. */
static void
test_random (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      char bytes[300];
      gsize n = (gsize) g_test_rand_int_range (0, sizeof bytes);
      for (gsize j = 0; j < n; j++)
        bytes[j] = (char) g_test_rand_int_range (0, i % 2 == 0 ? 256 : 64);
      g_autofree char *name = exm_file_name_clean (bytes, n, EXM_FILE_NAME_MAX_BYTES);
      assert_name_is_good (name);
      g_autofree char *again
          = exm_file_name_clean (name, strlen (name), EXM_FILE_NAME_MAX_BYTES);
      g_assert_cmpstr (again, ==, name);
    }
}

static void
test_suffix (void)
{
  g_autofree char *plain = exm_file_name_add_suffix ("Title.md", "1a2b", 200);
  g_assert_cmpstr (plain, ==, "Title-1a2b.md");
  g_autofree char *bare = exm_file_name_add_suffix ("Title", "1a2b", 200);
  g_assert_cmpstr (bare, ==, "Title-1a2b");
  g_autofree char *sentence
      = exm_file_name_add_suffix ("No. 12 is a long sentence", "1a2b", 200);
  g_assert_cmpstr (sentence, ==, "No. 12 is a long sentence-1a2b");

  g_autofree char *han = repeat ("新", 65);
  g_autofree char *full = g_strconcat (han, ".html", NULL);
  g_autofree char *cut = exm_file_name_add_suffix (full, "12345678", 200);
  g_assert_cmpuint (strlen (cut), ==, 200);
  g_assert_true (g_str_has_suffix (cut, "新-12345678.html"));
}

static void
test_expand (void)
{
  static const struct
  {
    const char *name_template;
    const char *title;
    const char *path;
  } cases[] = {
    { "{date}/{title}-{id}.{ext}", "A title", "2024-05-01/A title-7.md" },
    { "{year}/{month}/{day}/{key}", "A", "2024/05/01/1a2b3c" },
    { "{site}-{section}_{source}+{author}~{task}.{ext}", "A",
      "site-unknown_a_b+unknown~unknown.md" },
    { "{title}.{ext}", "../../etc/passwd", "_.._etc_passwd.md" },
    { "{title}/{title}.{ext}", "..", "untitled/untitled.md" },
    { "{title}.{ext}", "CON", "_CON.md" },
    { "CO{title}.{ext}", "N", "_CON.md" },
    { "{{{title}}}", "x", "{x}" },
    { "{title}{title}.{ext}", "-", "untitleduntitled.md" },
    { "all.txt", "x", "all.txt" },
    { "新闻/{title}.{ext}", "题", "新闻/题.md" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmNameTemplate) name_template
          = exm_name_template_new (cases[i].name_template, &error);
      g_assert_no_error (error);
      const char *values[EXM_N_NAME_FIELDS] = {
        [EXM_NAME_TITLE] = cases[i].title,
        [EXM_NAME_DATE] = "2024-05-01",
        [EXM_NAME_YEAR] = "2024",
        [EXM_NAME_MONTH] = "05",
        [EXM_NAME_DAY] = "01",
        [EXM_NAME_ID] = "7",
        [EXM_NAME_SITE] = "site",
        [EXM_NAME_SOURCE] = "a/b",
        [EXM_NAME_AUTHOR] = "",
        [EXM_NAME_TASK] = "\u202e",
        [EXM_NAME_EXT] = "md",
        [EXM_NAME_KEY] = "1a2b3c",
      };
      g_autofree char *path = exm_name_template_expand (name_template, values);
      g_assert_cmpstr (path, ==, cases[i].path);
    }
}

static void
test_expand_long (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmNameTemplate) name_template
      = exm_name_template_new ("{title}/{author} {title}-{id}.{ext}", &error);
  g_assert_no_error (error);
  g_autofree char *title = repeat ("新", 4000);
  g_autofree char *author = repeat ("y", 400);
  const char *values[EXM_N_NAME_FIELDS] = {
    [EXM_NAME_TITLE] = title,
    [EXM_NAME_AUTHOR] = author,
    [EXM_NAME_ID] = "123456789",
    [EXM_NAME_EXT] = "html",
  };
  g_autofree char *path = exm_name_template_expand (name_template, values);
  g_auto (GStrv) parts = g_strsplit (path, "/", -1);

  g_assert_cmpuint (g_strv_length (parts), ==, 2);
  g_assert_cmpuint (strlen (parts[0]), >, 190);
  assert_name_is_good (parts[0]);
  g_assert_cmpuint (strlen (parts[1]), >, 190);
  assert_name_is_good (parts[1]);
  /* The part that makes the name unique stays. */
  g_assert_true (g_str_has_suffix (parts[1], "新-123456789.html"));
  g_assert_true (g_str_has_prefix (parts[1], "yyy"));
}

static void
test_bad_templates (void)
{
  static const struct
  {
    const char *text;
    const char *names; /* what the message must name */
  } cases[] = {
    { "{titel}.{ext}", "{titel}" },
    { "{title", "{title" },
    { "{}", "{}" },
    { "", "empty" },
    { "/abs/{title}", "empty" },
    { "{title}/", "empty" },
    { "a//b", "empty" },
    { "../{title}", ".." },
    { "a/../{title}", ".." },
    { "./{title}", "." },
    { ".{title}", ".x" },
    { "{title}.", "x." },
    { "a:b/{title}", "a:b" },
    { "CON/{title}", "CON" },
    { "a\n{title}", "a\n" },
    { "\u202e{title}", "\u202e" },
    { "a\\{title}", "a\\" },
    { "-{title}", "-x" },
    { "{title\xff}", "UTF-8" },
    { "a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p/q", "15" },
    { "{Title}", "{Title}" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *shown = g_utf8_make_valid (cases[i].text, -1);
      g_test_message ("%s", shown);
      g_assert_null (exm_name_template_new (cases[i].text, &error));
      g_assert_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE);
      g_assert_nonnull (strstr (error->message, cases[i].names));
    }

  g_autofree char *literal = repeat ("a", 101);
  g_autoptr (GError) error = NULL;
  g_assert_null (exm_name_template_new (literal, &error));
  g_assert_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE);
}

static void
test_defaults (void)
{
  for (guint i = 0; i <= EXM_OUTPUT_CSV; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmNameTemplate) name_template
          = exm_name_template_new (exm_name_template_get_default (i), &error);
      g_assert_no_error (error);
      g_assert_nonnull (name_template);
    }
}

static void
test_system_errors (void)
{
  static const struct
  {
    int number;
    ExmPublishError code;
  } cases[] = {
    { ENOSPC, EXM_PUBLISH_ERROR_FULL },       { EDQUOT, EXM_PUBLISH_ERROR_FULL },
    { EFBIG, EXM_PUBLISH_ERROR_FULL },        { EROFS, EXM_PUBLISH_ERROR_READ_ONLY },
    { EACCES, EXM_PUBLISH_ERROR_DENIED },     { ENOTDIR, EXM_PUBLISH_ERROR_NOT_FOLDER },
    { ENOENT, EXM_PUBLISH_ERROR_NOT_FOLDER }, { ELOOP, EXM_PUBLISH_ERROR_SYMLINK },
    { ENAMETOOLONG, EXM_PUBLISH_ERROR_NAME }, { EIO, EXM_PUBLISH_ERROR_FAILED },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      exm_publish_error_set_errno (&error, cases[i].number, "/a/folder/\xff.csv");
      g_assert_error (error, EXM_PUBLISH_ERROR, (int) cases[i].code);
      g_assert_nonnull (strstr (error->message, "/a/folder/"));
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      /* And can be said again. */
      g_autofree char *words = exm_said_to_words (exm_said_from_error (error));
      g_assert_cmpstr (words, ==, error->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/file-name/clean", test_clean);
  g_test_add_func ("/file-name/files", test_files);
  g_test_add_func ("/file-name/long", test_long);
  g_test_add_func ("/file-name/random", test_random);
  g_test_add_func ("/file-name/suffix", test_suffix);
  g_test_add_func ("/name-template/expand", test_expand);
  g_test_add_func ("/name-template/long", test_expand_long);
  g_test_add_func ("/name-template/bad", test_bad_templates);
  g_test_add_func ("/name-template/defaults", test_defaults);
  g_test_add_func ("/publish-error/system", test_system_errors);
  return g_test_run ();
}
