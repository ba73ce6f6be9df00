/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Memory of a page while it is read: the program's own malloc() counts.
 *
 * test-page-memory [PAGE…]
 *
 * With pages, it says what each of them takes, in times its size, and tests nothing. */

#include "test-page.h"
#include "test-site.h"

#include "page/exm-page-reader.h"

#include <malloc.h>
#include <string.h>

extern void *__libc_malloc (size_t n);
extern void *__libc_calloc (size_t n, size_t size);
extern void *__libc_realloc (void *p, size_t n);
extern void __libc_free (void *p);

static size_t used, most;

static void *
count (void *p)
{
  used += malloc_usable_size (p);
  most = MAX (most, used);
  return p;
}

void *
malloc (size_t n)
{
  return count (__libc_malloc (n));
}

void *
calloc (size_t n, size_t size)
{
  return count (__libc_calloc (n, size));
}

void *
realloc (void *p, size_t n)
{
  used -= malloc_usable_size (p);
  return count (__libc_realloc (p, n));
}

void
free (void *p)
{
  used -= malloc_usable_size (p);
  __libc_free (p);
}

/* Most memory of a page of one letter: room for the first few elements. */
#define MOST_FIXED_BYTES (16 * 1024)

typedef struct
{
  GBytes *raw;       /* (unowned) */
  ExmPageText *page; /* (owned) (nullable) */
  GError *error;     /* (owned) (nullable) */
} Reading;

static void *
read_page (void *data)
{
  Reading *self = data;

  self->page = exm_page_read (self->raw, NULL, &self->error);
  return NULL;
}

/* On a thread of its own, which has kept nothing from the page before. Returns: bytes at
 * the most, beside those of the page itself. */
static size_t
measure (GBytes *raw)
{
  Reading reading = { .raw = raw };
  size_t before = used;

  most = used;
  g_thread_join (g_thread_new ("reader", read_page, &reading));
  g_assert_no_error (reading.error);
  g_assert_cmpuint (most, >, before);
  exm_page_text_unref (reading.page);
  return most - before;
}

static double
measure_times (GBytes *raw)
{
  /* Tables that are made once are not the page's. */
  measure (raw);
  return (double) measure (raw) / (double) g_bytes_get_size (raw);
}

static void
assert_memory (GBytes *raw, const char *what, double most_times)
{
  double times = measure_times (raw);

  g_test_message ("%s: %.1f times the page", what, times);
  g_assert_cmpfloat (times, <=, most_times);
}

static void
test_fixed (void)
{
  g_autoptr (GBytes) raw = g_bytes_new_static ("x", 1);

  measure (raw);
  size_t fixed = measure (raw);
  g_test_message ("%" G_GSIZE_FORMAT " bytes for a page of one", fixed);
  g_assert_cmpuint (fixed, <=, MOST_FIXED_BYTES);
}

/* Also of GB 18030, of which two bytes are three of the UTF-8 that its text is kept as.
 */
#define MOST_OF_PAGES 6.0

static void
test_pages (void)
{
  for (guint i = 0; i < 20; i++)
    {
      TestSiteLanguage language = i % 2 == 0 ? TEST_SITE_ENGLISH : TEST_SITE_CHINESE;
      TestSitePage page = test_site_make_page (40, i, 100 + 20 * i, language,
                                               TEST_SITE_DRIFT | TEST_SITE_COMMENTS);
      gsize n = strlen (page.html), n_gb;
      g_autoptr (GBytes) raw = g_bytes_new (page.html, n);
      char *gb = g_convert (page.html, (gssize) n, "GB18030", "UTF-8", NULL, &n_gb, NULL);
      g_autoptr (GBytes) raw_gb = g_bytes_new_take (gb, n_gb);
      assert_memory (raw, "UTF-8", MOST_OF_PAGES);
      assert_memory (raw_gb, "GB 18030", MOST_OF_PAGES);
      g_free (page.html);
      g_free (page.body);
    }
}

/* An element takes some 100 bytes, and a line as much: far more than the three of its
 * tag. */
#define MOST_OF_MARKUP 50.

/* Nothing but markup: each element takes what it takes, however short its tag is. */
static void
test_markup (void)
{
  static const char *const pieces[]
      = { "<b>", "<p>", "<br>x", "<td>", "&lt;", "<a href=x>" };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autofree char *html = test_page_repeat ("<table>", pieces[i], 100000, "");
      g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
      assert_memory (raw, pieces[i], MOST_OF_MARKUP);
    }
}

/* However many elements there are: no page takes more than this, whatever it is of. */
#define MOST_OF_ANY ((size_t) 640 * 1024 * 1024)
#define LONG_BYTES (31u * 1000 * 1000)

static void
test_bounded (void)
{
  static const char *const pieces[] = { "<p>", "<p>x", "x<br>", "<b>x", "<a href=x>y" };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      guint n = LONG_BYTES / (guint) strlen (pieces[i]);
      g_autofree char *html = test_page_repeat ("", pieces[i], n, "");
      g_autoptr (GBytes) raw = g_bytes_new (html, strlen (html));
      size_t bytes = measure (raw);
      g_test_message ("%s: %" G_GSIZE_FORMAT " MiB", pieces[i], bytes >> 20);
      g_assert_cmpuint (bytes, <=, MOST_OF_ANY);
    }
}

static int
print_pages (char *const *paths)
{
  for (; *paths != NULL; paths++)
    {
      g_autoptr (GError) error = NULL;
      char *data = NULL;
      gsize n = 0;
      if (!g_file_get_contents (*paths, &data, &n, &error))
        {
          g_printerr ("%s\n", error->message);
          return 1;
        }
      g_autoptr (GBytes) raw = g_bytes_new_take (data, n);
      if (n > 0)
        g_print ("%.2f %s\n", measure_times (raw), *paths);
    }
  return 0;
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (argc > 1)
    return print_pages (argv + 1);
  g_test_add_func ("/page/memory/fixed", test_fixed);
  g_test_add_func ("/page/memory/pages", test_pages);
  g_test_add_func ("/page/memory/markup", test_markup);
  g_test_add_func ("/page/memory/bounded", test_bounded);
  return g_test_run ();
}
