/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text as a date: what is read is a real day in the years that are allowed, and read
 * again as the same; each reader agrees with the others. The first byte chooses the
 * language. */

#include "fuzz.h"

#include "base/exm-date.h"

#include <stdio.h>
#include <string.h>

#define FIRST_YEAR 1990
#define LAST_YEAR 2100

/* Zones reach 14 hours to either side; 24:00 of the last day is the year behind. */
#define YEAR_USEC (G_GINT64_CONSTANT (366) * 86400 * G_USEC_PER_SEC)

static const char *const languages[] = { NULL, "en", "en-GB", "zh-CN", "de", "fr", "ko" };

/* "2026-11-20", "2026-11-20T08:30:00", with "Z" or "+08:00" behind it or not. */
static void
expect_form (const char *date)
{
  static const char form[] = "dddd-dd-ddTdd:dd:dd";
  gsize n = strlen (date);

  FUZZ_EXPECT (n == 10 || n == 19 || (n == 20 && date[19] == 'Z')
               || (n == 25 && (date[19] == '+' || date[19] == '-') && date[22] == ':'));
  for (gsize i = 0; i < MIN (n, 19); i++)
    FUZZ_EXPECT (form[i] == 'd' ? g_ascii_isdigit (date[i]) : date[i] == form[i]);
  for (gsize i = 20; i < n; i++)
    FUZZ_EXPECT (i == 22 || g_ascii_isdigit (date[i]));
}

static void
check_date (const char *date, const char *language)
{
  int year, month, day, hour = 0, minute = 0, second = 0;
  gint zone = exm_date_zone_for_language (language);
  gboolean has_zone;

  expect_form (date);
  FUZZ_EXPECT (
      sscanf (date, "%d-%d-%dT%d:%d:%d", &year, &month, &day, &hour, &minute, &second)
      >= 3);
  /* One more: 24:00 of its last day. */
  FUZZ_EXPECT (year >= FIRST_YEAR && year <= LAST_YEAR + 1);
  FUZZ_EXPECT (month >= 1 && month <= 12 && day >= 1);
  FUZZ_EXPECT (g_date_valid_dmy ((GDateDay) day, (GDateMonth) month, (GDateYear) year));
  FUZZ_EXPECT (hour <= 23 && minute <= 59 && second <= 59);
  if (year > LAST_YEAR)
    return;
  g_autofree char *again = exm_date_parse (date, language);
  if (g_strcmp0 (again, date) != 0)
    g_error ("%s is read as %s", date, again);
  gint64 usec = exm_date_parse_time (date, zone, &has_zone);
  FUZZ_EXPECT (usec != EXM_DATE_NONE);
  FUZZ_EXPECT (has_zone == (strlen (date) > 19));
}

static void
expect_year (gint64 usec, int first, int last)
{
  FUZZ_EXPECT (
      usec == EXM_DATE_NONE
      || (usec >= (first - 1971) * YEAR_USEC && usec <= (last - 1968) * YEAR_USEC));
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *language = size > 0 ? languages[data[0] % G_N_ELEMENTS (languages)] : NULL;
  g_autofree char *text
      = size > 0 ? g_strndup ((const char *) data + 1, size - 1) : g_strdup ("");
  gint zone = exm_date_zone_for_language (language);
  gsize start = 0;

  g_autofree char *parsed = exm_date_parse (text, language);
  g_autofree char *from_url = exm_date_from_url (text);
  if (parsed != NULL)
    check_date (parsed, language);
  if (from_url != NULL)
    check_date (from_url, language);
  expect_year (exm_date_parse_time (text, zone, NULL), 1, 9999);

  g_autofree char *valid = g_utf8_make_valid (text, -1);
  g_autofree char *found = exm_date_find (valid, language, &start);
  gint64 usec = exm_date_find_time (valid, zone);
  expect_year (usec, FIRST_YEAR, LAST_YEAR);
  if (found == NULL)
    return 0;
  check_date (found, language);
  g_autofree char *second = exm_date_parse (valid, language);
  FUZZ_EXPECT (second != NULL);
  return 0;
}
