/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-date-private.h"

#include "base/exm-lower.h"
#include "base/exm-text.h"

#include <string.h>

#define MAX_BYTES 1000u
static const char *const months[12] = {
  " january 一月 ocak jan januar jänner janvier janv enero ene gennaio gen "
  "janeiro januari январь января янв stycznia styczeń ledna január "
  "januára gener ianuarie janar siječnja јануар януари січня січень "
  "ιανουαρίου ιανουάριος ιαν يناير ينایر جانفي tammikuuta ינואר בינואר "
  "มกราคม ",
  " february 二月 şubat feb februar février févr fevrier febrero febbraio "
  "fevereiro fev februari февраль февраля фев lutego luty února február "
  "febrer februarie shkurt veljače фебруар февруари лютого лютий "
  "φεβρουαρίου φεβρουάριος φεβ فبراير helmikuuta פברואר בפברואר "
  "กุมภาพันธ์ ",
  " march 三月 mart mar märz maerz mär mars marzo março marco maart март "
  "марта мар marts marca marzec března március març martie ožujka березня "
  "березень μαρτίου μάρτιος مارس maaliskuuta maret מרץ במרץ มีนาคม ",
  " april 四月 nisan apr avril avr abril abr aprile апрель апреля апр "
  "kwietnia kwiecień dubna április prill aprilie travnja април квітня "
  "квітень απριλίου απρίλιος أبريل ابريل huhtikuuta אפריל באפריל เมษายน ",
  " may 五月 mayıs mai mayo maggio mag maio mei май мая maj maja května "
  "május maig svibnja травня травень μαΐου μάιος مايو toukokuuta מאי במאי "
  "พฤษภาคม ",
  " june 六月 haziran jun juni juin junio giugno giu junho июнь июня июн "
  "czerwca czerwiec června június juny iunie qershor lipnja јун юни "
  "червня червень ιουνίου ιούνιος يونيو kesäkuuta יוני ביוני มิถุนายน ",
  " july 七月 temmuz jul juli juillet juil julio luglio lug julho июль июля "
  "июл lipca lipiec července július juliol iulie korrik srpnja јул юли "
  "липня липень ιουλίου ιούλιος يوليو heinäkuuta יולי ביולי กรกฎาคม ",
  " august 八月 ağustos aug août aout agosto ago augustus август августа авг "
  "sierpnia sierpień srpna augusztus agost gusht kolovoza серпня серпень "
  "αυγούστου αύγουστος أغسطس اغسطس elokuuta agustus augusti אוגוסט "
  "באוגוסט สิงหาคม ",
  " september 九月 eylül sep sept septembre septiembre settembre set "
  "setembro сентябрь сентября сен сент września wrzesień září szeptember "
  "setembre septembrie shtator rujna септембар септември вересня вересень "
  "σεπτεμβρίου σεπτέμβριος سبتمبر syyskuuta ספטמבר בספטמבר กันยายน ",
  " october 十月 ekim oct oktober okt octobre octubre ottobre ott outubro "
  "out октябрь октября окт października październik října október "
  "octombrie tetor октобар октомври жовтня жовтень οκτωβρίου οκτώβριος "
  "أكتوبر اكتوبر lokakuuta אוקטובר באוקטובר ตุลาคม ",
  " november 十一月 kasım nov novembre noviembre novembro ноябрь ноября ноя "
  "нояб listopada listopad listopadu noiembrie nëntor studenoga studenog "
  "новембар ноември листопада νοεμβρίου νοέμβριος نوفمبر marraskuuta "
  "נובמבר בנובמבר พฤศจิกายน ",
  " december 十二月 aralık dec dezember dez décembre déc diciembre dic "
  "dicembre dezembro декабрь декабря дек grudnia grudzień prosince "
  "desembre decembrie dhjetor prosinca децембар декември грудня грудень "
  "δεκεμβρίου δεκέμβριος ديسمبر joulukuuta desember דצמבר בדצמבר ธันวาคม ",
};

/* Minutes east of Greenwich. */
static const struct
{
  const char *name; /* (unowned) */
  gint minutes;
} zones[] = {
  { "utc", 0 },    { "gmt", 0 },    { "ut", 0 },     { "z", 0 },      { "est", -300 },
  { "edt", -240 }, { "cdt", -300 }, { "mst", -420 }, { "mdt", -360 }, { "pst", -480 },
  { "pdt", -420 }, { "wet", 0 },    { "bst", 60 },   { "west", 60 },  { "cet", 60 },
  { "cest", 120 }, { "mez", 60 },   { "mesz", 120 }, { "eet", 120 },  { "eest", 180 },
  { "msk", 180 },  { "trt", 180 },  { "ist", 330 },  { "hkt", 480 },  { "sgt", 480 },
  { "jst", 540 },  { "kst", 540 },  { "aest", 600 }, { "aedt", 660 },
};

/* "CST" is China's, or the middle of America's. */
#define CHINA_MINUTES 480
#define CENTRAL_MINUTES (-360)

/* Reads between @min and @max digits at *@p, and no digit after them. */
static gboolean
read_digits (const char **p, guint min, guint max, gint *value)
{
  guint n = 0;
  gint sum = 0;

  while (n < max && g_ascii_isdigit ((*p)[n]))
    sum = sum * 10 + ((*p)[n++] - '0');
  if (n < min || g_ascii_isdigit ((*p)[n]))
    return FALSE;
  *p += n;
  *value = sum;
  return TRUE;
}

/* Reads exactly @n digits, whatever follows. */
static gboolean
read_fixed (const char **p, guint n, gint *value)
{
  gint sum = 0;

  for (guint i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit ((*p)[i]))
        return FALSE;
      sum = sum * 10 + ((*p)[i] - '0');
    }
  *p += n;
  *value = sum;
  return TRUE;
}

static gboolean
skip_word (const char **p, const char *word)
{
  if (!exm_text_begins (*p, word))
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
is_plausible (const ExmDate *date, const ExmDateManner *manner)
{
  gint first = manner->is_value ? 1 : EXM_DATE_MIN_YEAR;
  gint last = manner->is_value ? 9999 : EXM_DATE_MAX_YEAR;

  return date->year >= first && date->year <= last && date->month >= 1
         && date->month <= 12 && date->day >= 1
         && g_date_valid_dmy ((GDateDay) date->day, (GDateMonth) date->month,
                              (GDateYear) date->year);
}

/* Bytes of the longest name of a month. */
#define MAX_NAME_BYTES 32

/* Returns: (transfer none): the month of each name, from 1 on; the first of a name that
 * two have */
static GHashTable *
get_month_names (void)
{
  static GHashTable *names;
  static gsize made = 0;

  if (!g_once_init_enter (&made))
    return names;
  names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (months); i++)
    {
      g_auto (GStrv) words = g_strsplit (months[i], " ", -1);
      for (guint k = 0; words[k] != NULL; k++)
        if (*words[k] != '\0' && !g_hash_table_contains (names, words[k]))
          g_hash_table_insert (names, g_strdup (words[k]), GUINT_TO_POINTER (i + 1));
    }
  g_once_init_leave (&made, 1);
  return names;
}

/* The month whose name stands at *@p, 0 if none does. */
static guint
read_month_name (const char **p)
{
  const char *end = *p;
  char word[MAX_NAME_BYTES + 1];

  while (g_unichar_isalpha (g_utf8_get_char (end)))
    end = g_utf8_next_char (end);
  gsize n = (gsize) (end - *p);
  if (n == 0 || n > MAX_NAME_BYTES)
    return 0;
  memcpy (word, *p, n);
  word[n] = '\0';
  guint month = GPOINTER_TO_UINT (g_hash_table_lookup (get_month_names (), word));
  if (month != 0)
    *p = *end == '.' ? end + 1 : end;
  return month;
}

/* 2026-11-20, 2026/11/20, 2026.11.20, 2026年11月20日, 20261120 */
static gboolean
read_year_first (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = *p;

  if (!read_fixed (&q, 4, &date->year))
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
  return is_plausible (date, manner);
}

/* Years are counted from a beginning of their own: 令和8年11月20日, 民國115年11月20日 */
static const struct
{
  const char *name; /* (unowned) */
  gint before;      /* the year before its first */
} eras[] = {
  { "令和", 2018 },
  { "平成", 1988 },
  { "民国", 1911 },
  { "民國", 1911 },
};

static gboolean
read_era (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = *p;
  gint year = 0, before = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (eras) && before == 0; i++)
    if (skip_word (&q, eras[i].name))
      before = eras[i].before;
  skip_spaces (&q);
  if (before == 0 || (!skip_word (&q, "元") && !read_digits (&q, 1, 3, &year)))
    return FALSE;
  date->year = before + MAX (year, 1);
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
  return is_plausible (date, manner);
}

/* 20.11.2026, 20/11/2026, 11/20/2026, 20-11-2026 */
static gboolean
read_year_last (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *language = manner->language;
  const char *q = *p;
  gint first;
  gint second;

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
  gboolean is_short = manner->has_short_years && mark == '.'
                      && read_digits (&q, 2, 2, &date->year) && *q != '.';
  if (is_short)
    date->year += 2000;
  else if (!read_digits (&q, 4, 4, &date->year))
    return FALSE;

  gboolean month_first = mark != '.' && language != NULL
                         && exm_text_begins (language, "en")
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
  return is_plausible (date, manner);
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

/* Reads a year. Of two digits, 00 to 49 belong to this century (RFC 2822, section 4.3).
 * Only values that are meant to be dates write years so. */
static gboolean
read_year (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  if (read_digits (p, 4, 4, &date->year))
    return TRUE;
  const char *q = *p;
  if (!manner->is_value || !read_digits (&q, 2, 2, &date->year) || *q == ':')
    return FALSE;
  date->year += date->year < 50 ? 2000 : 1900;
  *p = q;
  return TRUE;
}

/* 20 November 2026, 20. November 2026, 20 de noviembre de 2026, 20-Nov-26, 20 11月 2026
 */
static gboolean
read_day_month_name (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = *p;

  if (!read_digits (&q, 1, 2, &date->day))
    return FALSE;
  skip_date_words (&q);
  date->month = read_month_name (&q);
  if (date->month == 0
      && (!read_digits (&q, 1, 2, &date->month) || !skip_word (&q, "月")))
    return FALSE;
  skip_date_words (&q);
  if (!read_year (&q, manner, date))
    return FALSE;
  *p = q;
  return is_plausible (date, manner);
}

static const char *read_time (const char *p, const ExmDateManner *manner, ExmDate *date);

/* November 20, 2026; Nov. 20th 2026; Nov 20 08:30:00 CST 2026 */
static gboolean
read_month_name_day (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = *p;

  date->month = read_month_name (&q);
  if (date->month == 0)
    return FALSE;
  skip_date_words (&q);
  if (!read_digits (&q, 1, 2, &date->day))
    return FALSE;
  skip_date_words (&q);
  if (!read_year (&q, manner, date))
    {
      q = read_time (q, manner, date);
      skip_date_words (&q);
      if (date->hour < 0 || !read_digits (&q, 4, 4, &date->year))
        return FALSE;
    }
  *p = q;
  return is_plausible (date, manner);
}

/* "+08:00", "+0800", "+8", "−0330" */
static gboolean
read_offset (const char **p, ExmDate *date)
{
  const char *q = *p;
  gint sign = *q == '+' ? 1 : -1;
  gint hours;
  gint minutes = 0;

  if (!skip_word (&q, "+") && !skip_word (&q, "-") && !skip_word (&q, "−"))
    return FALSE;
  if (!read_fixed (&q, 2, &hours) && !read_digits (&q, 1, 1, &hours))
    return FALSE;
  const char *more = q;
  more += *more == ':';
  if (read_fixed (&more, 2, &minutes))
    q = more;
  if (hours > 14 || minutes > 59)
    return FALSE;
  date->has_zone = TRUE;
  date->zone_minutes = sign * (60 * hours + minutes);
  *p = q;
  return TRUE;
}

/* Returns: what follows the zone, or @p if there is none */
static const char *
read_zone (const char *p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = p;
  gsize n = 0;

  skip_spaces (&q);
  q += *q == '(';
  while (g_ascii_isalpha (q[n]))
    n++;
  if (g_unichar_isalnum (g_utf8_get_char (q + n)))
    n = 0;
  for (guint i = 0; i < G_N_ELEMENTS (zones) && !date->has_zone; i++)
    if (strlen (zones[i].name) == n && strncmp (q, zones[i].name, n) == 0)
      {
        date->has_zone = TRUE;
        date->zone_minutes = zones[i].minutes;
      }
  if (n == 3 && strncmp (q, "cst", n) == 0)
    {
      date->has_zone = TRUE;
      date->zone_minutes
          = manner->zone_minutes == CHINA_MINUTES ? CHINA_MINUTES : CENTRAL_MINUTES;
    }
  if (date->has_zone)
    q += n;
  /* "GMT+0800" */
  return read_offset (&q, date) || date->has_zone ? q : p;
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

/* "30.123456789": what is beyond microseconds is left out. */
static void
read_fraction (const char **p, ExmDate *date)
{
  const char *q = *p + 1;
  gint unit = G_USEC_PER_SEC / 10;

  if ((**p != '.' && **p != ',') || !g_ascii_isdigit (*q))
    return;
  for (; g_ascii_isdigit (*q); q++, unit /= 10)
    date->usec += unit * (*q - '0');
  *p = q;
}

/* The time behind a date, if one stands there. */
static const char *
read_time (const char *p, const ExmDateManner *manner, ExmDate *date)
{
  static const char *const gaps[]
      = { " ",    "t",    ",",   "|",    "·",  "-",  "–",     "—",      "(",
          ")",    "at ",  "um ", "à ",   "в ", "г.", "alle ", "a las ", "às ",
          "ore ", "星期", "周",  "曜日", "一", "二", "三",    "四",     "五",
          "六",   "日",   "月",  "火",   "水", "木", "金",    "土",     NULL };
  static const char *const hour_marks[] = { ":", "时", "点", "時", "시", "h", NULL };
  static const char *const minute_marks[] = { ":", "分", "분", NULL };
  const char *before = p;
  gint hour;
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
        return before;
      skip_spaces (&p);
      if (!skip_any (&p, hour_marks))
        return before;
      skip_spaces (&p);
      if (!read_digits (&p, 2, 2, &date->minute))
        return before;
      if (skip_any (&p, minute_marks) && !read_digits (&p, 2, 2, &date->second))
        date->second = 0;
      read_fraction (&p, date);
      skip_word (&p, "秒");
    }
  guint after = read_half (&p);
  half = half != 0 ? half : after;
  if (half == 2 && hour < 12)
    hour += 12;
  else if (half == 1 && hour == 12)
    hour = 0;
  gboolean ends_day = hour == 24 && date->minute == 0 && date->second == 0;
  if ((hour > 23 && !ends_day) || date->minute > 59 || date->second > 60)
    {
      date->minute = date->second = date->usec = 0;
      return before;
    }
  date->second = MIN (date->second, 59); /* a leap second is the one before it */
  date->hour = hour;
  return read_zone (p, manner, date);
}

/* Digits of other scripts as those of ASCII. */
static char *
dup_with_plain_digits (const char *text)
{
  GString *out = g_string_sized_new (strlen (text) + 1);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      int digit = c >= 0x660 ? g_unichar_digit_value (c) : -1;
      g_string_append_unichar (out, digit >= 0 ? (gunichar) ('0' + digit) : c);
    }
  return g_string_free (out, FALSE);
}

/* Whether @text has a digit of Arabic, Persian or another script of the South. */
static gboolean
has_other_digits (const char *text)
{
  for (; *text != '\0'; text = g_utf8_next_char (text))
    {
      gunichar c = g_utf8_get_char (text);
      if (c >= 0x660 && c < 0x1000 && g_unichar_isdigit (c))
        return TRUE;
    }
  return FALSE;
}

/* The lower-cased NFKC of the beginning of @text: full-width digits and colons are the
 * plain ones, as are the digits of other scripts. */
char *
exm_date_fold (const char *text)
{
  gsize n = 0;

  while (n < MAX_BYTES && text[n] != '\0' && (guchar) text[n] < 0x80)
    n++;
  if (n == MAX_BYTES || text[n] == '\0')
    return g_ascii_strdown (text, (gssize) n);
  n = strnlen (text, MAX_BYTES);
  g_autofree char *cut = g_utf8_make_valid (text, (gssize) n);
  g_autofree char *normal = g_utf8_normalize (cut, -1, G_NORMALIZE_ALL_COMPOSE);
  g_autofree char *lower = exm_text_lower (normal == NULL ? "" : normal, -1);

  return has_other_digits (lower) ? dup_with_plain_digits (lower)
                                  : g_steal_pointer (&lower);
}

/* 24:00 is the beginning of the next day. */
static void
settle (ExmDate *date)
{
  if (date->hour != 24)
    return;
  GDate day;
  g_date_clear (&day, 1);
  g_date_set_dmy (&day, (GDateDay) date->day, (GDateMonth) date->month,
                  (GDateYear) date->year);
  g_date_add_days (&day, 1);
  date->year = g_date_get_year (&day);
  date->month = g_date_get_month (&day);
  date->day = g_date_get_day (&day);
  date->hour = 0;
}

/* 2026. november 20., 2026 november 20 */
static gboolean
read_year_month_name (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  const char *q = *p;

  if (!read_digits (&q, 4, 4, &date->year))
    return FALSE;
  skip_date_words (&q);
  date->month = read_month_name (&q);
  skip_date_words (&q);
  if (date->month == 0 || !read_digits (&q, 1, 2, &date->day))
    return FALSE;
  *p = q;
  return is_plausible (date, manner);
}

static gboolean
read_date (const char **p, const ExmDateManner *manner, ExmDate *date)
{
  if (!g_ascii_isdigit (**p))
    return read_month_name_day (p, manner, date) || read_era (p, manner, date);
  return read_year_first (p, manner, date) || read_year_last (p, manner, date)
         || read_day_month_name (p, manner, date)
         || read_year_month_name (p, manner, date);
}

/* A year, or a year and a month, and nothing else. */
static gboolean
read_part (const char *p, const ExmDateManner *manner, ExmDate *date)
{
  *date = (ExmDate){ .month = 1, .day = 1, .hour = -1 };
  skip_spaces (&p);
  if (!read_digits (&p, 4, 4, &date->year))
    return FALSE;
  if ((*p == '-' || *p == '/' || *p == '.') && p++
      && !read_digits (&p, 1, 2, &date->month))
    return FALSE;
  skip_spaces (&p);
  return *p == '\0' && is_plausible (date, manner);
}

gboolean
exm_date_read (const char *folded,
               const ExmDateManner *manner,
               ExmDate *date,
               gsize *start)
{
  gunichar before = ' ';

  for (const char *p = folded; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean digit = g_ascii_isdigit (*p);
      gboolean starts
          = digit ? !(before < 0x80 && g_ascii_isdigit ((char) before))
                  : g_unichar_isalpha (c)
                        && (!g_unichar_isalpha (before) || (c >= 0x4e00 && c < 0xa000));
      const char *end = p;
      before = c;
      *date = (ExmDate){ .hour = -1 };
      if (!starts || !read_date (&end, manner, date))
        continue;
      if (date->hour < 0)
        read_time (end, manner, date);
      settle (date);
      *start = (gsize) (p - folded);
      return TRUE;
    }
  *start = 0;
  return manner->is_value && read_part (folded, manner, date);
}
