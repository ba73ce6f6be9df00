/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "archive/exm-revisits.h"

#define AT(second) ((G_GINT64_CONSTANT (1700000000) + (second)) * G_USEC_PER_SEC)

/* Texts that captures own elsewhere. */
#define T(text) ((char *) (text))
#define A T ("https://a.example/")
#define B T ("https://b.example/")
#define C T ("https://c.example/")

static void
add_page (ExmRevisits *revisits,
          const char *url,
          gint64 usec,
          const char *digest,
          const char *id)
{
  const ExmCapture page = {
    .url = (char *) url, .time_usec = usec, .digest = (char *) digest, .id = (char *) id
  };

  exm_revisits_add_page (revisits, &page);
}

static ExmRevisits *
new_revisits (void)
{
  ExmRevisits *self = exm_revisits_new ();

  add_page (self, A, AT (0), "sha1:ONE", "<urn:1>");
  add_page (self, B, AT (0), "sha1:TWO", "<urn:2>");
  add_page (self, B, AT (9), "sha1:ONE", "<urn:twice>");
  add_page (self, A, AT (9), NULL, "<urn:twice>");
  add_page (self, C, 0, "sha1:THREE", NULL);
  return self;
}

/* Each way to a page, and what leads to none. */
static void
test_ways (void)
{
  const struct
  {
    ExmCapture revisit;
    ExmRevisitFate fate;
    guint page;
  } cases[] = {
    /* Its own address has the digest, though another one has it first. */
    { { .url = B, .digest = T ("sha1:ONE") }, EXM_REVISIT_SAME, 2 },
    { { .url = A, .digest = T ("SHA1:one") }, EXM_REVISIT_SAME, 0 },
    { { .url = C, .digest = T ("sha1:ONE") }, EXM_REVISIT_OTHER, 0 },
    { { .url = C, .digest = T ("sha1:NONE") }, EXM_REVISIT_ALONE, 0 },
    /* Parts of a second are left out. */
    { { .url = C, .original_url = B, .original_usec = AT (9) + 1 },
      EXM_REVISIT_OTHER,
      2 },
    { { .url = C, .original_url = B, .original_usec = AT (8) }, EXM_REVISIT_ALONE, 0 },
    { { .url = C, .original_url = B }, EXM_REVISIT_ALONE, 0 },
    /* Without a clock there is no time that could be the same. */
    { { .url = A, .original_url = C }, EXM_REVISIT_ALONE, 0 },
    { { .url = C,
        .digest = T ("sha1:ONE"),
        .original_url = B,
        .original_usec = AT (9),
        .original_id = T ("<urn:2>") },
      EXM_REVISIT_OTHER,
      2 },
    /* Digests that differ are of different pages, whatever else is said. */
    { { .url = C,
        .digest = T ("sha1:THREE"),
        .original_url = B,
        .original_usec = AT (0) },
      EXM_REVISIT_SAME,
      4 },
    { { .url = C, .digest = T ("sha1:NONE"), .original_id = T ("<urn:1>") },
      EXM_REVISIT_ALONE,
      0 },
    { { .url = C, .original_id = T ("<urn:1>") }, EXM_REVISIT_OTHER, 0 },
    { { .url = C, .original_id = T ("<urn:twice>") }, EXM_REVISIT_ALONE, 0 },
    { { .url = B, .unmodified = TRUE }, EXM_REVISIT_SAME, 1 },
    { { .url = T ("https://d.example/"), .unmodified = TRUE }, EXM_REVISIT_ALONE, 0 },
    { { .url = B }, EXM_REVISIT_ALONE, 0 },
  };
  g_autoptr (ExmRevisits) revisits = new_revisits ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (exm_revisits_add (revisits, &cases[i].revisit), ==, i);
  exm_revisits_settle (revisits);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      guint page = 0;
      g_test_message ("case %u", i);
      g_assert_cmpint (exm_revisits_get (revisits, i, &page), ==, cases[i].fate);
      if (cases[i].fate != EXM_REVISIT_ALONE)
        g_assert_cmpuint (page, ==, cases[i].page);
    }
}

/* Pages behind their revisits count as those before them. */
static void
test_order (void)
{
  const ExmCapture revisit = { .url = C, .digest = T ("sha1:TWO") };
  g_autoptr (ExmRevisits) revisits = exm_revisits_new ();
  guint page = 0;

  exm_revisits_add (revisits, &revisit);
  add_page (revisits, A, AT (0), "sha1:ONE", NULL);
  add_page (revisits, B, AT (0), "sha1:TWO", NULL);
  exm_revisits_settle (revisits);
  g_assert_cmpint (exm_revisits_get (revisits, 0, &page), ==, EXM_REVISIT_OTHER);
  g_assert_cmpuint (page, ==, 1);
}

static void
test_nothing (void)
{
  const ExmCapture revisit = { .url = C, .digest = T ("sha1:TWO") };
  g_autoptr (ExmRevisits) revisits = exm_revisits_new ();
  guint page = 0;

  exm_revisits_add (revisits, &revisit);
  exm_revisits_settle (revisits);
  g_assert_cmpint (exm_revisits_get (revisits, 0, &page), ==, EXM_REVISIT_ALONE);
}

/* Pages that all say the same of themselves cost no revisit more than others. */
static void
test_many (void)
{
  const ExmCapture revisit = { .url = C,
                               .digest = T ("sha1:NONE"),
                               .original_url = A,
                               .original_usec = AT (0),
                               .original_id = T ("<urn:1>") };
  g_autoptr (ExmRevisits) revisits = exm_revisits_new ();
  guint page = 0;

  for (guint i = 0; i < 100000; i++)
    {
      add_page (revisits, A, AT (0), "sha1:ONE", "<urn:1>");
      exm_revisits_add (revisits, &revisit);
    }
  exm_revisits_settle (revisits);
  g_assert_cmpint (exm_revisits_get (revisits, 99999, &page), ==, EXM_REVISIT_ALONE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/archive/revisits/ways", test_ways);
  g_test_add_func ("/archive/revisits/order", test_order);
  g_test_add_func ("/archive/revisits/nothing", test_nothing);
  g_test_add_func ("/archive/revisits/many", test_many);
  return g_test_run ();
}
