/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "fetch/exm-url.h"

/* Position of each element, the last one changing fastest, as on an odometer. */
typedef struct
{
  ExmUrlPattern *pattern; /* (unowned) */
  GPtrArray *dates;       /* (owned) (element-type GDateTime) */
  guint64 *at;            /* (owned): a counter a part */
} Odometer;

static void
odometer_clear (Odometer *self)
{
  g_clear_pointer (&self->dates, g_ptr_array_unref);
  g_clear_pointer (&self->at, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Odometer, odometer_clear)

static guint64
count_numbers (const ExmUrlPart *part)
{
  guint64 low = MIN (part->first, part->last);
  guint64 high = MAX (part->first, part->last);

  return (high - low) / part->step + 1;
}

/* Dates count where the first element of one stands: the others follow it. */
static guint64
count_part (ExmUrlPattern *self, guint index, guint n_dates, guint first_date)
{
  const ExmUrlPart *part = g_ptr_array_index (self->parts, index);

  if (part->kind == EXM_URL_PART_NUMBERS)
    return count_numbers (part);
  if (part->kind == EXM_URL_PART_CHOICES)
    return part->choices->len;
  return part->kind == EXM_URL_PART_DATE && index == first_date ? n_dates : 1;
}

static guint
find_first_date (ExmUrlPattern *self)
{
  guint i = 0;

  while (i < self->parts->len
         && ((ExmUrlPart *) g_ptr_array_index (self->parts, i))->kind
                != EXM_URL_PART_DATE)
    i++;
  return i;
}

static guint
count_dates (ExmUrlPattern *self)
{
  return abs (self->dates.to - self->dates.from) + 1;
}

gboolean
exm_url_pattern_can_generate (ExmUrlPattern *self)
{
  if (self->regex != NULL)
    return FALSE;
  for (guint i = 0; i < self->parts->len; i++)
    {
      const ExmUrlPart *part = g_ptr_array_index (self->parts, i);
      if (part->kind == EXM_URL_PART_WILDCARD || part->kind == EXM_URL_PART_ANYTHING)
        return FALSE;
    }
  return TRUE;
}

guint64
exm_url_pattern_count (ExmUrlPattern *self)
{
  guint first_date = find_first_date (self);
  guint64 product = 1;

  if (!exm_url_pattern_can_generate (self))
    return 0;
  for (guint i = 0; i < self->parts->len; i++)
    {
      guint64 n = count_part (self, i, count_dates (self), first_date);
      if (!g_uint64_checked_mul (&product, product, n))
        return G_MAXUINT64;
    }
  return product;
}

/* The date elements of the pattern for one date, to know equal ones by. */
static char *
describe_date (ExmUrlPattern *self, GDateTime *date)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      const ExmUrlPart *part = g_ptr_array_index (self->parts, i);
      if (part->kind != EXM_URL_PART_DATE)
        continue;
      exm_url_date_field_append (part->field, date, out);
      g_string_append_c (out, ' ');
    }
  return g_string_free (out, FALSE);
}

/* All dates that make a difference: of 30 days two months, if days are not written. @now
 * is %NULL for a time that no calendar has. */
static GPtrArray *
list_dates (ExmUrlPattern *self, GDateTime *now, GError **error)
{
  g_autoptr (GPtrArray) dates
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_date_time_unref);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < count_dates (self); i++)
    {
      g_autoptr (GDateTime) date
          = now != NULL ? exm_url_dates_get (&self->dates, now, i) : NULL;
      if (date == NULL)
        {
          exm_said_set_error (error, EXM_URL_PATTERN_ERROR,
                              EXM_URL_PATTERN_ERROR_CANNOT_GENERATE,
                              N_ ("The dates of “%s” leave the years %d to %d."),
                              self->text, EXM_MIN_URL_YEAR, EXM_MAX_URL_YEAR);
          return NULL;
        }
      if (g_hash_table_add (seen, describe_date (self, date)))
        g_ptr_array_add (dates, g_steal_pointer (&date));
    }
  return g_steal_pointer (&dates);
}

static void
append_number (const ExmUrlPart *part, guint64 at, GString *out)
{
  guint64 number = part->first <= part->last ? part->first + at * part->step
                                             : part->first - at * part->step;

  g_string_append_printf (out, "%0*" G_GUINT64_FORMAT, (int) part->width, number);
}

static char *
odometer_read (Odometer *self, guint first_date)
{
  ExmUrlPattern *pattern = self->pattern;
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < pattern->parts->len; i++)
    {
      const ExmUrlPart *part = g_ptr_array_index (pattern->parts, i);
      if (part->kind == EXM_URL_PART_NUMBERS)
        append_number (part, self->at[i], out);
      else if (part->kind == EXM_URL_PART_CHOICES)
        g_string_append (out, g_ptr_array_index (part->choices, self->at[i]));
      else if (part->kind == EXM_URL_PART_DATE)
        exm_url_date_field_append (
            part->field, g_ptr_array_index (self->dates, self->at[first_date]), out);
      else
        g_string_append (out, part->text);
    }
  if (pattern->plain_http)
    g_string_erase (out, strlen ("http"), 1);
  return g_string_free (out, FALSE);
}

/* Returns: %FALSE after the last combination. */
static gboolean
odometer_turn (Odometer *self, guint first_date)
{
  for (guint i = self->pattern->parts->len; i-- > 0;)
    {
      self->at[i]++;
      if (self->at[i] < count_part (self->pattern, i, self->dates->len, first_date))
        return TRUE;
      self->at[i] = 0;
    }
  return FALSE;
}

/* The address as it will be requested, if the pattern knows it again. */
static char *
check_address (ExmUrlPattern *self, const char *address, GError **error)
{
  g_autofree char *normal = exm_url_normalize_input (address, error);

  if (normal == NULL)
    return NULL;
  if (exm_url_pattern_matches (self, normal, NULL))
    return g_steal_pointer (&normal);
  exm_said_set_error (
      error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_CANNOT_GENERATE,
      /* translators: a pattern, and two addresses */
      N_ ("“%s” makes “%s”, which is requested as “%s”: write the pattern so that "
          "it makes that."),
      self->text, address, normal);
  return NULL;
}

GPtrArray *
exm_url_pattern_generate (
    ExmUrlPattern *self, gint64 now_usec, GTimeZone *zone, guint max, GError **error)
{
  guint first_date = find_first_date (self);
  g_auto (Odometer) odometer = { .pattern = self };
  g_autoptr (GPtrArray) addresses = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);

  if (!exm_url_pattern_can_generate (self))
    {
      exm_said_set_error (
          error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_CANNOT_GENERATE,
          N_ ("“%s” can recognise addresses but not make them: that takes a "
              "pattern without “(*)”, “(**)” and “re:”."),
          self->text);
      return NULL;
    }
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (now_usec / G_USEC_PER_SEC);
  g_autoptr (GDateTime) now = utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
  odometer.dates = list_dates (self, now, error);
  if (odometer.dates == NULL)
    return NULL;
  odometer.at = g_new0 (guint64, self->parts->len);

  for (guint i = 0; i < max; i++)
    {
      g_autofree char *raw = odometer_read (&odometer, first_date);
      g_autofree char *address = check_address (self, raw, error);
      if (address == NULL)
        return NULL;
      if (!g_hash_table_contains (seen, address))
        {
          g_hash_table_add (seen, address);
          g_ptr_array_add (addresses, g_steal_pointer (&address));
        }
      if (!odometer_turn (&odometer, first_date))
        break;
    }
  return g_steal_pointer (&addresses);
}
