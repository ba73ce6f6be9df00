/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "exm-web-date.h"

#include <string.h>

#define MAX_PARSE_BYTES 200u
#define MAX_FIND_BYTES 1000u
#define CHINA_MINUTES 480

typedef struct
{
  gint year;
  gint month;
  gint day;
  gint hour;
  gint minute;
  gint second;
  gint usec;
  gint zone_minutes;
  gboolean has_zone;
} Parts;

static const char *const months[12] = { "jan", "feb", "mar", "apr", "may", "jun",
                                        "jul", "aug", "sep", "oct", "nov", "dec" };

/* Longest first: 十一月 ends with 一月. */
static const struct
{
  const char *name; /* (unowned) */
  gint month;
} chinese_months[] = {
  { "十一月", 11 }, { "十二月", 12 }, { "十月", 10 }, { "一月", 1 },
  { "二月", 2 },    { "三月", 3 },    { "四月", 4 },  { "五月", 5 },
  { "六月", 6 },    { "七月", 7 },    { "八月", 8 },  { "九月", 9 },
};

static const struct
{
  const char *name; /* (unowned) */
  gint minutes;
} zones[] = {
  { "UTC", 0 },    { "GMT", 0 },    { "UT", 0 },     { "EST", -300 }, { "EDT", -240 },
  { "CDT", -300 }, { "MST", -420 }, { "MDT", -360 }, { "PST", -480 }, { "PDT", -420 },
  { "WET", 0 },    { "BST", 60 },   { "WEST", 60 },  { "CET", 60 },   { "CEST", 120 },
  { "EET", 120 },  { "EEST", 180 }, { "MSK", 180 },  { "IST", 330 },  { "HKT", 480 },
  { "SGT", 480 },  { "JST", 540 },  { "KST", 540 },  { "AEST", 600 }, { "AEDT", 660 },
};

static void
skip_spaces (const char **p)
{
  while (**p == ' ' || **p == '\t' || **p == '\r' || **p == '\n' || **p == ',')
    (*p)++;
}

/* Reads up to @max digits; returns how many there were. */
static guint
read_number (const char **p, guint max, gint *value)
{
  guint n = 0;

  *value = 0;
  while (n < max && g_ascii_isdigit (**p))
    {
      *value = *value * 10 + (*(*p)++ - '0');
      n++;
    }
  return n;
}

static gboolean
skip_text (const char **p, const char *text)
{
  if (!g_str_has_prefix (*p, text))
    return FALSE;
  *p += strlen (text);
  return TRUE;
}

/* "08:30", "8:30:15.5", "8时30分": hours and minutes, then what more there is. */
static gboolean
read_clock (const char **p, Parts *parts)
{
  const char *q = *p;
  gint fraction = 0;
  gint compact = 0;

  if (read_number (&q, 6, &compact) == 6)
    {
      parts->hour = compact / 10000;
      parts->minute = compact / 100 % 100;
      parts->second = compact % 100;
      *p = q;
      return TRUE;
    }
  q = *p;
  if (read_number (&q, 2, &parts->hour) == 0
      || !(skip_text (&q, ":") || skip_text (&q, "时") || skip_text (&q, "：")))
    return FALSE;
  if (read_number (&q, 2, &parts->minute) == 0)
    return FALSE;
  if (skip_text (&q, "分") || *q == ':' || g_str_has_prefix (q, "："))
    {
      if (!skip_text (&q, ":"))
        skip_text (&q, "：");
      if (read_number (&q, 2, &parts->second) > 0)
        skip_text (&q, "秒");
    }
  if ((*q == '.' || *q == ',') && g_ascii_isdigit (q[1]))
    {
      q++;
      guint n = read_number (&q, 6, &fraction);
      for (; n < 6; n++)
        fraction *= 10;
      parts->usec = fraction;
      while (g_ascii_isdigit (*q))
        q++;
    }
  *p = q;
  return TRUE;
}

/* "8:30 pm", once the clock is read. */
static void
read_half_day (const char **p, Parts *parts)
{
  const char *q = *p;

  while (*q == ' ')
    q++;
  if ((*q == 'a' || *q == 'A' || *q == 'p' || *q == 'P') && (q[1] == 'm' || q[1] == 'M')
      && !g_ascii_isalpha (q[2]) && parts->hour >= 1 && parts->hour <= 12)
    {
      parts->hour = parts->hour % 12 + (*q == 'p' || *q == 'P' ? 12 : 0);
      *p = q + 2;
    }
}

static gboolean
read_offset (const char **p, Parts *parts)
{
  const char *q = *p;
  gint sign = *q == '-' || g_str_has_prefix (q, "−") ? -1 : 1;
  gint hours = 0;
  gint minutes = 0;

  if (!skip_text (&q, "+") && !skip_text (&q, "-") && !skip_text (&q, "−"))
    return FALSE;
  guint n = read_number (&q, 2, &hours);
  if (n == 0)
    return FALSE;
  skip_text (&q, ":");
  read_number (&q, 2, &minutes);
  if (hours > 14 || minutes > 59)
    return FALSE;
  parts->zone_minutes = sign * (hours * 60 + minutes);
  parts->has_zone = TRUE;
  *p = q;
  return TRUE;
}

static void
read_zone (const char **p, Parts *parts)
{
  const char *q = *p;
  gsize n = 0;

  while (*q == ' ')
    q++;
  if (read_offset (&q, parts))
    {
      *p = q;
      return;
    }
  while (g_ascii_isalpha (q[n]))
    n++;
  if (n == 1 && (*q == 'Z' || *q == 'z'))
    {
      parts->zone_minutes = 0;
      parts->has_zone = TRUE;
    }
  else if (n == 3 && g_ascii_strncasecmp (q, "CST", 3) == 0)
    {
      parts->zone_minutes = parts->zone_minutes == CHINA_MINUTES ? CHINA_MINUTES : -360;
      parts->has_zone = TRUE;
    }
  else
    for (gsize i = 0; i < G_N_ELEMENTS (zones); i++)
      if (strlen (zones[i].name) == n && g_ascii_strncasecmp (q, zones[i].name, n) == 0)
        {
          parts->zone_minutes = zones[i].minutes;
          parts->has_zone = TRUE;
        }
  if (parts->has_zone)
    {
      *p = q + n;
      /* "GMT+0800" */
      read_offset (p, parts);
    }
}

/* The time behind a date, where there is one. */
static void
read_time (const char **p, Parts *parts)
{
  const char *q = *p;

  if ((*q == 'T' || *q == 't') && g_ascii_isdigit (q[1]))
    q++;
  skip_spaces (&q);
  if (g_ascii_strncasecmp (q, "at ", 3) == 0)
    q += 3;
  if (!read_clock (&q, parts))
    {
      parts->hour = parts->minute = 0;
      return;
    }
  read_half_day (&q, parts);
  read_zone (&q, parts);
  *p = q;
}

static gboolean
read_separator (const char **p, const char *chinese)
{
  if (**p == '-' || **p == '/' || **p == '.')
    {
      (*p)++;
      return TRUE;
    }
  return skip_text (p, chinese);
}

/* A year, then as much of month, day and time as there is; at least @n_needed parts. */
static gboolean
read_iso (const char **p, Parts *parts, guint n_needed)
{
  const char *q = *p;
  const char *compact = q;
  gint number = 0;

  if (read_number (&compact, 8, &number) == 8 && !g_ascii_isdigit (*compact))
    {
      parts->year = number / 10000;
      parts->month = number / 100 % 100;
      parts->day = number % 100;
      *p = compact;
      return TRUE;
    }
  if (read_number (&q, 4, &parts->year) != 4 || g_ascii_isdigit (*q))
    return FALSE;
  guint n_parts = 1;
  if (read_separator (&q, "年"))
    {
      if (read_number (&q, 2, &parts->month) > 0)
        n_parts++;
      if (n_parts == 2 && read_separator (&q, "月")
          && read_number (&q, 2, &parts->day) > 0)
        n_parts++;
      skip_text (&q, "日");
    }
  *p = q;
  return n_parts >= n_needed;
}

static gboolean
read_month_name (const char **p, gint *month)
{
  for (gint i = 0; i < 12; i++)
    if (g_ascii_strncasecmp (*p, months[i], 3) == 0)
      {
        *month = i + 1;
        while (g_ascii_isalpha (**p))
          (*p)++;
        skip_text (p, ".");
        return TRUE;
      }
  for (gsize i = 0; i < G_N_ELEMENTS (chinese_months); i++)
    if (skip_text (p, chinese_months[i].name))
      {
        *month = chinese_months[i].month;
        return TRUE;
      }
  const char *q = *p;
  if (read_number (&q, 2, month) > 0 && skip_text (&q, "月"))
    {
      *p = q;
      return TRUE;
    }
  return FALSE;
}

/* RFC 2822, section 4.3: of two digits 00 to 49 are this century's. */
static gboolean
read_year (const char **p, gint *year)
{
  guint n = read_number (p, 4, year);

  if (n == 2)
    *year += *year < 50 ? 2000 : 1900;
  return n == 2 || n == 4;
}

static void
skip_ordinal (const char **p)
{
  static const char *const endings[] = { "st", "nd", "rd", "th" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    if (g_ascii_strncasecmp (*p, endings[i], 2) == 0)
      {
        *p += 2;
        return;
      }
}

/* "20 Nov 2026", "20-Nov-26" */
static gboolean
read_day_first (const char **p, Parts *parts)
{
  const char *q = *p;

  if (read_number (&q, 2, &parts->day) == 0)
    return FALSE;
  skip_ordinal (&q);
  skip_spaces (&q);
  skip_text (&q, "-");
  if (!read_month_name (&q, &parts->month))
    return FALSE;
  skip_spaces (&q);
  skip_text (&q, "-");
  if (!read_year (&q, &parts->year))
    return FALSE;
  *p = q;
  return TRUE;
}

/* "Nov 20, 2026", "Nov 20 08:30:00 2026" */
static gboolean
read_month_first (const char **p, Parts *parts)
{
  const char *q = *p;

  if (!read_month_name (&q, &parts->month))
    return FALSE;
  skip_spaces (&q);
  if (read_number (&q, 2, &parts->day) == 0)
    return FALSE;
  skip_ordinal (&q);
  read_time (&q, parts);
  skip_spaces (&q);
  if (!read_year (&q, &parts->year))
    return FALSE;
  *p = q;
  return TRUE;
}

static gint64
to_usec (const Parts *parts)
{
  gint second = MIN (parts->second, 59); /* a leap second is the one before it */

  if (parts->year < 1 || parts->hour > 24 || parts->second > 60
      || (parts->hour == 24 && (parts->minute > 0 || parts->second > 0)))
    return EXM_WEB_DATE_NONE;
  g_autoptr (GDateTime) day = g_date_time_new_utc (
      parts->year, parts->month, parts->day, parts->hour % 24, parts->minute, second);
  if (day == NULL)
    return EXM_WEB_DATE_NONE;
  gint64 minutes = (parts->hour == 24 ? 24 * 60 : 0) - parts->zone_minutes;
  return g_date_time_to_unix (day) * G_USEC_PER_SEC + parts->usec
         + minutes * 60 * G_USEC_PER_SEC;
}

/* A date at @text; @n_needed parts of one that begins with its year. */
static gint64
read_date (const char *text, gint zone_minutes, guint n_needed, gboolean *has_zone)
{
  Parts parts = { .month = 1, .day = 1, .zone_minutes = zone_minutes };
  const char *p = text;
  gboolean found = read_iso (&p, &parts, n_needed);

  if (!found)
    {
      parts = (Parts){ .zone_minutes = zone_minutes };
      p = text;
      found = read_day_first (&p, &parts) || read_month_first (&p, &parts);
    }
  if (!found)
    return EXM_WEB_DATE_NONE;
  if (parts.hour == 0 && parts.minute == 0)
    read_time (&p, &parts);
  if (has_zone != NULL)
    *has_zone = parts.has_zone;
  return to_usec (&parts);
}

gint64
exm_web_date_parse (const char *text, gint zone_minutes, gboolean *has_zone)
{
  g_autofree char *copy = g_strndup (text != NULL ? text : "", MAX_PARSE_BYTES);
  const char *p = copy;
  gint64 usec = EXM_WEB_DATE_NONE;

  if (has_zone != NULL)
    *has_zone = FALSE;
  skip_spaces (&p);
  usec = read_date (p, zone_minutes, 1, has_zone);
  if (usec == EXM_WEB_DATE_NONE && *p != '\0' && !g_ascii_isdigit (*p))
    {
      /* a weekday in any language */
      p += strcspn (p, ", \t");
      skip_spaces (&p);
      usec = read_date (p, zone_minutes, 1, has_zone);
    }
  return usec;
}

gint64
exm_web_date_find (const char *text, gint zone_minutes)
{
  g_autofree char *copy = g_strndup (text, MAX_FIND_BYTES);

  for (const char *p = copy; *p != '\0'; p++)
    {
      gboolean digit = g_ascii_isdigit (*p);
      gboolean inside
          = p > copy && (digit ? g_ascii_isdigit (p[-1]) : g_ascii_isalpha (p[-1]));
      if (inside || !(digit || g_ascii_isalpha (*p)))
        continue;
      gint64 usec = read_date (p, zone_minutes, 3, NULL);
      if (usec != EXM_WEB_DATE_NONE)
        return usec;
    }
  return EXM_WEB_DATE_NONE;
}

gint
exm_web_zone_for_language (const char *language)
{
  if (language != NULL && g_ascii_strncasecmp (language, "zh", 2) == 0
      && !g_ascii_isalpha (language[2]))
    return CHINA_MINUTES;
  return 0;
}
