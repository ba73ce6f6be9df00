/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "exm-date.h"

#include <string.h>

#define MAX_BYTES 1000
#define MIN_YEAR 1990
#define MAX_YEAR 2100

typedef struct
{
  guint year;
  guint month;
  guint day;
  gint hour; /* -1 if no time is written */
  guint minute;
  guint second;
  char zone[8];
} Date;

static const char *const months[12] = {
  " january jan januar jänner janvier janv enero ene gennaio gen janeiro januari январь "
  "января янв ",
  " february feb februar février févr fevrier febrero febbraio fevereiro fev februari "
  "февраль февраля фев ",
  " march mar märz maerz mär mars marzo março marco maart март марта мар ",
  " april apr avril avr abril abr aprile апрель апреля апр ",
  " may mai mayo maggio mag maio mei май мая ",
  " june jun juni juin junio giugno giu junho июнь июня июн ",
  " july jul juli juillet juil julio luglio lug julho июль июля июл ",
  " august aug août aout agosto ago augustus август августа авг ",
  " september sep sept septembre septiembre settembre set setembro сентябрь сентября сен "
  "сент ",
  " october oct oktober okt octobre octubre ottobre ott outubro out октябрь октября окт ",
  " november nov novembre noviembre novembro ноябрь ноября ноя нояб ",
  " december dec dezember dez décembre déc diciembre dic dicembre dezembro декабрь "
  "декабря дек ",
};

static const struct
{
  const char *name;   /* (unowned) */
  const char *offset; /* (unowned) */
} zones[] = {
  { "utc", "Z" },       { "gmt", "Z" },      { "z", "Z" },         { "est", "-05:00" },
  { "edt", "-04:00" },  { "pst", "-08:00" }, { "pdt", "-07:00" },  { "cet", "+01:00" },
  { "cest", "+02:00" }, { "mez", "+01:00" }, { "mesz", "+02:00" }, { "msk", "+03:00" },
  { "jst", "+09:00" },  { "kst", "+09:00" }, { "bst", "+01:00" },
};

/* Reads between @min and @max digits at *@p, and no digit after them. */
static gboolean
read_digits (const char **p, guint min, guint max, guint *value)
{
  guint n = 0;
  guint sum = 0;

  while (n < max && g_ascii_isdigit ((*p)[n]))
    sum = sum * 10 + (guint) ((*p)[n++] - '0');
  if (n < min || g_ascii_isdigit ((*p)[n]))
    return FALSE;
  *p += n;
  *value = sum;
  return TRUE;
}

/* Reads exactly @n digits, whatever follows. */
static gboolean
read_fixed (const char **p, guint n, guint *value)
{
  guint sum = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit ((*p)[i]))
        return FALSE;
      sum = sum * 10 + (guint) ((*p)[i] - '0');
    }
  *p += n;
  *value = sum;
  return TRUE;
}

static gboolean
skip_word (const char **p, const char *word)
{
  if (!g_str_has_prefix (*p, word))
    return FALSE;
  *p += strlen (word);
  return TRUE;
}

static gboolean
skip_any (const char **p, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (skip_word (p, words[i]))
      return TRUE;
  return FALSE;
}

static void
skip_spaces (const char **p)
{
  while (**p == ' ' || **p == '\t' || **p == '\n' || **p == '\r')
    (*p)++;
}

static gboolean
is_plausible (const Date *date)
{
  return date->year >= MIN_YEAR && date->year <= MAX_YEAR
         && g_date_valid_dmy ((GDateDay) date->day, (GDateMonth) date->month,
                              (GDateYear) date->year);
}

/* The month whose name stands at *@p, 0 if none does. */
static guint
read_month_name (const char **p)
{
  const char *end = *p;

  while (g_unichar_isalpha (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  if (end == *p || end - *p > 24)
    return 0;
  g_autofree char *word = g_strndup (*p, (gsize) (end - *p));
  g_autofree char *padded = g_strdup_printf (" %s ", word);
  for (guint i = 0; i < G_N_ELEMENTS (months); i++)
    if (strstr (months[i], padded) != NULL)
      {
        *p = *end == '.' ? end + 1 : end;
        return i + 1;
      }
  return 0;
}

/* 2026-11-20, 2026/11/20, 2026.11.20, 2026年11月20日, 20261120 */
static gboolean
read_year_first (const char **p, Date *date)
{
  const char *q = *p;

  if (!read_fixed (&q, 4, &date->year) || date->year < MIN_YEAR || date->year > MAX_YEAR)
    return FALSE;
  if (g_ascii_isdigit (*q))
    {
      if (!read_fixed (&q, 2, &date->month) || !read_fixed (&q, 2, &date->day))
        return FALSE;
      const char *after = q;
      while (g_ascii_isdigit (*after))
        after++;
      if (after != q && after - q != 6)
        return FALSE;
    }
  else
    {
      static const char *const marks[] = { "年", "년", "-", "/", ".", NULL };
      static const char *const month_marks[] = { "月", "월", "-", "/", ".", NULL };
      static const char *const day_marks[] = { "日", "일", "号", NULL };
      skip_spaces (&q);
      if (!skip_any (&q, marks))
        return FALSE;
      skip_spaces (&q);
      if (!read_digits (&q, 1, 2, &date->month))
        return FALSE;
      skip_spaces (&q);
      if (!skip_any (&q, month_marks))
        return FALSE;
      skip_spaces (&q);
      if (!read_digits (&q, 1, 2, &date->day))
        return FALSE;
      const char *mark = q;
      skip_spaces (&mark);
      if (skip_any (&mark, day_marks))
        q = mark;
    }
  *p = q;
  return is_plausible (date);
}

/* Years are counted from a beginning of their own: 令和8年11月20日, 民國115年11月20日 */
static const struct
{
  const char *name; /* (unowned) */
  guint before;     /* the year before its first */
} eras[] = {
  { "令和", 2018 },
  { "平成", 1988 },
  { "民国", 1911 },
  { "民國", 1911 },
};

static gboolean
read_era (const char **p, Date *date)
{
  const char *q = *p;
  guint year = 0, before = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (eras) && before == 0; i++)
    if (skip_word (&q, eras[i].name))
      before = eras[i].before;
  skip_spaces (&q);
  if (before == 0 || (!skip_word (&q, "元") && !read_digits (&q, 1, 3, &year)))
    return FALSE;
  date->year = before + MAX (year, 1u);
  skip_spaces (&q);
  if (!skip_word (&q, "年"))
    return FALSE;
  skip_spaces (&q);
  if (!read_digits (&q, 1, 2, &date->month))
    return FALSE;
  skip_spaces (&q);
  if (!skip_word (&q, "月"))
    return FALSE;
  skip_spaces (&q);
  if (!read_digits (&q, 1, 2, &date->day))
    return FALSE;
  skip_spaces (&q);
  skip_word (&q, "日");
  *p = q;
  return is_plausible (date);
}

/* 20.11.2026, 20/11/2026, 11/20/2026, 20-11-2026 */
static gboolean
read_year_last (const char **p, const char *language, Date *date)
{
  const char *q = *p;
  guint first;
  guint second;

  if (!read_digits (&q, 1, 2, &first))
    return FALSE;
  char mark = *q;
  if (mark != '.' && mark != '/' && mark != '-')
    return FALSE;
  q++;
  if (mark == '.')
    skip_spaces (&q);
  if (!read_digits (&q, 1, 2, &second) || *q++ != mark)
    return FALSE;
  if (mark == '.')
    skip_spaces (&q);
  if (!read_digits (&q, 4, 4, &date->year))
    return FALSE;

  gboolean month_first = mark != '.' && language != NULL
                         && g_str_has_prefix (language, "en")
                         && strcmp (language, "en-GB") != 0;
  gboolean both_ways = first <= 12 && second <= 12 && first != second;
  if (both_ways && mark != '.' && language == NULL)
    return FALSE;
  if (first <= 12 && (second > 12 || (both_ways && month_first)))
    {
      date->month = first;
      date->day = second;
    }
  else
    {
      date->day = first;
      date->month = second;
    }
  *p = q;
  return is_plausible (date);
}

static void
skip_date_words (const char **p)
{
  static const char *const words[]
      = { "st ", "nd ", "rd ",  "th ", "st,", "nd,", "rd,", "th,", "er ",
          "º ",  "de ", "del ", "of ", "-",   ".",   ",",   " ",   NULL };
  while (skip_any (p, words))
    continue;
}

/* 20 November 2026, 20. November 2026, 20 de noviembre de 2026 */
static gboolean
read_day_month_name (const char **p, Date *date)
{
  const char *q = *p;

  if (!read_digits (&q, 1, 2, &date->day))
    return FALSE;
  skip_date_words (&q);
  date->month = read_month_name (&q);
  if (date->month == 0)
    return FALSE;
  skip_date_words (&q);
  if (!read_digits (&q, 4, 4, &date->year))
    return FALSE;
  *p = q;
  return is_plausible (date);
}

/* November 20, 2026; Nov. 20th 2026 */
static gboolean
read_month_name_day (const char **p, Date *date)
{
  const char *q = *p;

  date->month = read_month_name (&q);
  if (date->month == 0)
    return FALSE;
  skip_date_words (&q);
  if (!read_digits (&q, 1, 2, &date->day))
    return FALSE;
  skip_date_words (&q);
  if (!read_digits (&q, 4, 4, &date->year))
    return FALSE;
  *p = q;
  return is_plausible (date);
}

static void
read_zone (const char *p, Date *date)
{
  guint hours;
  guint minutes = 0;

  skip_spaces (&p);
  if (*p == '(')
    p++;
  for (guint i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      const char *q = p;
      if (skip_word (&q, zones[i].name) && !g_unichar_isalnum (g_utf8_get_char (q)))
        {
          if (*q != '+' && *q != '-')
            {
              g_strlcpy (date->zone, zones[i].offset, sizeof date->zone);
              return;
            }
          p = q;
          break;
        }
    }
  if (*p != '+' && *p != '-')
    return;
  char sign = *p++;
  if (!read_fixed (&p, 2, &hours))
    return;
  if (*p == ':')
    p++;
  read_fixed (&p, 2, &minutes);
  if (hours <= 14 && minutes < 60)
    g_snprintf (date->zone, sizeof date->zone, "%c%02u:%02u", sign, hours % 100,
                minutes % 100);
}

/* The half of the day before or after the time; 0 if not written, 1 morning, 2 later. */
static guint
read_half (const char **p)
{
  static const char *const mornings[]
      = { "上午", "早上", "凌晨", "午前", "오전", "a.m.", "am", NULL };
  static const char *const later[]
      = { "下午", "晚上", "傍晚", "午後", "오후", "p.m.", "pm", NULL };
  const char *q = *p;
  guint half = 0;

  skip_spaces (&q);
  if (skip_any (&q, mornings))
    half = 1;
  else if (skip_any (&q, later))
    half = 2;
  if (half != 0)
    {
      *p = q;
      skip_spaces (p);
    }
  return half;
}

/* The time behind a date, if one stands there. */
static void
read_time (const char *p, Date *date)
{
  static const char *const gaps[]
      = { " ",    "t",    ",",   "|",    "·",  "-",  "–",     "—",      "(",
          ")",    "at ",  "um ", "à ",   "в ", "г.", "alle ", "a las ", "às ",
          "ore ", "星期", "周",  "曜日", "一", "二", "三",    "四",     "五",
          "六",   "日",   "月",  "火",   "水", "木", "金",    "土",     NULL };
  static const char *const hour_marks[] = { ":", "时", "点", "時", "시", "h", NULL };
  static const char *const minute_marks[] = { ":", "分", "분", NULL };
  guint hour;
  guint half = 0;

  for (guint i = 0; i < 8 && skip_any (&p, gaps); i++)
    continue;
  half = read_half (&p);
  const char *compact = p;
  if (read_digits (&compact, 6, 6, &hour))
    {
      date->minute = hour / 100 % 100;
      date->second = hour % 100;
      hour /= 10000;
      p = compact;
    }
  else
    {
      if (!read_digits (&p, 1, 2, &hour))
        return;
      skip_spaces (&p);
      if (!skip_any (&p, hour_marks))
        return;
      skip_spaces (&p);
      if (!read_digits (&p, 2, 2, &date->minute))
        return;
      if (skip_any (&p, minute_marks) && !read_digits (&p, 2, 2, &date->second))
        date->second = 0;
      if (*p == '.' && g_ascii_isdigit (p[1]))
        for (p++; g_ascii_isdigit (*p);)
          p++;
    }
  guint after = read_half (&p);
  half = half != 0 ? half : after;
  if (half == 2 && hour < 12)
    hour += 12;
  else if (half == 1 && hour == 12)
    hour = 0;
  if (hour > 23 || date->minute > 59 || date->second > 60)
    return;
  date->second = MIN (date->second, 59);
  date->hour = (gint) hour;
  read_zone (p, date);
}

static char *
format (const Date *date)
{
  if (date->hour < 0)
    return g_strdup_printf ("%04u-%02u-%02u", date->year, date->month, date->day);
  return g_strdup_printf ("%04u-%02u-%02uT%02d:%02u:%02u%s", date->year, date->month,
                          date->day, date->hour, date->minute, date->second, date->zone);
}

/* The lower-cased NFKC of the beginning of @text: full-width digits and colons are the
 * plain ones. */
static char *
fold (const char *text)
{
  gsize n = strnlen (text, MAX_BYTES);
  g_autofree char *cut = g_utf8_make_valid (text, (gssize) n);
  g_autofree char *normal = g_utf8_normalize (cut, -1, G_NORMALIZE_ALL_COMPOSE);
  return g_utf8_strdown (normal == NULL ? "" : normal, -1);
}

static gboolean
read_date (const char **p, const char *language, Date *date)
{
  if (!g_ascii_isdigit (**p))
    return read_month_name_day (p, date) || read_era (p, date);
  return read_year_first (p, date) || read_year_last (p, language, date)
         || read_day_month_name (p, date);
}

char *
exm_date_find (const char *text, const char *language, gsize *start)
{
  g_autofree char *folded = fold (text);
  gunichar before = ' ';

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean digit = g_ascii_isdigit (*p);
      gboolean starts
          = digit ? !(before < 0x80 && g_ascii_isdigit ((char) before))
                  : g_unichar_isalpha (c)
                        && (!g_unichar_isalpha (before) || (c >= 0x4e00 && c < 0xa000));
      Date date = { .hour = -1 };
      const char *end = p;
      before = c;
      if (!starts || !read_date (&end, language, &date))
        continue;
      read_time (end, &date);
      if (start != NULL)
        *start = (gsize) (p - folded);
      return format (&date);
    }
  return NULL;
}

char *
exm_date_parse (const char *text, const char *language)
{
  const char *p = text;
  guint n = 0;

  while (g_ascii_isspace (*p))
    p++;
  while (g_ascii_isdigit (p[n]) && n < 14)
    n++;
  if ((n == 10 || n == 13) && p[n] == '\0')
    {
      gint64 seconds = g_ascii_strtoll (p, NULL, 10) / (n == 13 ? 1000 : 1);
      g_autoptr (GDateTime) when = g_date_time_new_from_unix_utc (seconds);
      if (when == NULL || g_date_time_get_year (when) < MIN_YEAR
          || g_date_time_get_year (when) > MAX_YEAR)
        return NULL;
      return g_date_time_format (when, "%Y-%m-%dT%H:%M:%SZ");
    }
  return exm_date_find (p, language, NULL);
}

static gboolean
is_url_mark (char c)
{
  return c == '/' || c == '-' || c == '_' || c == '.';
}

char *
exm_date_from_url (const char *url)
{
  const char *path = strstr (url, "://");
  path = strchr (path == NULL ? url : path + 3, '/');

  for (const char *p = path; p != NULL && *p != '\0' && *p != '?' && *p != '#'; p++)
    {
      Date date = { .hour = -1 };
      const char *q = p;
      if (!g_ascii_isdigit (*p) || (p > path && g_ascii_isdigit (p[-1]))
          || !read_fixed (&q, 4, &date.year))
        continue;
      q += is_url_mark (*q);
      if (!read_fixed (&q, 2, &date.month))
        continue;
      q += is_url_mark (*q);
      if (!read_fixed (&q, 2, &date.day))
        continue;
      const char *after = q;
      while (g_ascii_isdigit (*after))
        after++;
      if ((after == q || after - q == 6) && is_plausible (&date))
        return format (&date);
    }
  return NULL;
}
