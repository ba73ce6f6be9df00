/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-article-words.h"

#include "app/session/exm-local-time.h"
#include "app/widgets/exm-bidi.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static ExmArticleState
parse (const char *name)
{
  ExmArticleState state = EXM_ARTICLE_EMPTY;

  exm_article_state_from_name (name, &state);
  return state;
}

/* Form and colour of each verdict, in each view. */
static const struct
{
  const char *icon;
  const char *style;
} signs[] = {
  [EXM_NOT_SURE] = { "dialog-question-symbolic", "exm-error" },
  [EXM_TAKE_A_LOOK] = { "dialog-warning-symbolic", "exm-warning" },
  [EXM_SURE] = { "object-select-symbolic", "exm-body" },
};

/* A good article is one whose body is not unsure: whether to take a look is said too. */
static ExmSureness
judge (ExmArticleState state, double confidence)
{
  return state == EXM_ARTICLE_UNSURE ? EXM_NOT_SURE
                                     : exm_sureness_from_confidence (confidence);
}

static gboolean
has_sureness (ExmArticleState state)
{
  return state == EXM_ARTICLE_GOOD || state == EXM_ARTICLE_UNSURE;
}

char *
exm_article_words_state (const char *state, double confidence)
{
  switch (parse (state))
    {
    case EXM_ARTICLE_GOOD:
    case EXM_ARTICLE_UNSURE:
      /* translators: how sure the body of an article is: a verdict and a percentage */
      return g_strdup_printf (_ ("%1$s %2$u%%"), exm_sureness_describe (confidence),
                              exm_confidence_get_percent (confidence));
    case EXM_ARTICLE_DOES_NOT_FIT:
      return g_strdup (_ ("Does not fit"));
    case EXM_ARTICLE_INCOMPLETE:
      /* translators: an article of which a part is missing */
      return g_strdup (_ ("Incomplete"));
    case EXM_ARTICLE_EMPTY:
    default:
      return g_strdup (_ ("No text found"));
    }
}

char *
exm_article_words_cause (const ExmArticleInfo *info)
{
  ExmArticleState state = parse (info->state);
  g_autofree char *words = exm_article_words_state (info->state, info->confidence);

  if (state == EXM_ARTICLE_DOES_NOT_FIT && info->template_similarity >= 0)
    /* translators: how much of the page's layout is that of the example */
    return g_strdup_printf (_ ("Does not fit: layout %.0f%% alike"),
                            info->template_similarity * 100);
  const char *parts[] = {
    words,
    /* translators: none was found on the page */
    state == EXM_ARTICLE_UNSURE && info->published == NULL ? _ ("no date") : NULL,
  };
  return exm_article_words_join (parts, G_N_ELEMENTS (parts));
}

char *
exm_article_words_reason (const ExmArticleFields *fields)
{
  if (fields->state == EXM_ARTICLE_GOOD)
    return NULL;
  if (fields->state == EXM_ARTICLE_DOES_NOT_FIT && fields->template_similarity >= 0)
    return g_strdup_printf (_ ("Does not look like your example (layout %d%% alike)"),
                            (int) (100 * fields->template_similarity + .5));
  if (fields->state == EXM_ARTICLE_UNSURE)
    return g_strdup_printf (_ ("Not sure this is the whole article (%u%%)"),
                            exm_confidence_get_percent (fields->confidence));
  return g_strdup (fields->reason);
}

const char *
exm_article_words_deed (ExmReviewAction deed)
{
  switch (deed)
    {
    case EXM_REVIEW_ACTION_APPROVE:
      return _ ("Looks Right");
    case EXM_REVIEW_ACTION_OPEN:
      return _ ("Wrong…");
    case EXM_REVIEW_ACTION_NONE:
    default:
      return NULL;
    }
}

const char *
exm_article_words_icon (const char *state, double confidence)
{
  ExmArticleState parsed = parse (state);

  return has_sureness (parsed) ? signs[judge (parsed, confidence)].icon
                               : "dialog-error-symbolic";
}

const char *
exm_article_words_class (const char *state, double confidence)
{
  ExmArticleState parsed = parse (state);

  return has_sureness (parsed) ? signs[judge (parsed, confidence)].style : "exm-error";
}

const char *
exm_sureness_get_icon (ExmSureness sureness)
{
  return signs[sureness].icon;
}

const char *
exm_sureness_get_class (ExmSureness sureness)
{
  return signs[sureness].style;
}

static int
count_days_ago (GDateTime *time)
{
  g_autoptr (GDateTime) now = exm_local_time_new_now ();
  GDate today, day;

  g_date_clear (&today, 1);
  g_date_clear (&day, 1);
  g_date_set_dmy (&today, (GDateDay) g_date_time_get_day_of_month (now),
                  (GDateMonth) g_date_time_get_month (now),
                  (GDateYear) g_date_time_get_year (now));
  g_date_set_dmy (&day, (GDateDay) g_date_time_get_day_of_month (time),
                  (GDateMonth) g_date_time_get_month (time),
                  (GDateYear) g_date_time_get_year (time));
  return g_date_days_between (&day, &today);
}

char *
exm_article_words_day (gint64 usec)
{
  g_autoptr (GDateTime) time = exm_local_time_new (usec);

  if (time == NULL)
    return g_strdup ("");
  int days = count_days_ago (time);
  if (days == 0)
    return g_strdup (_ ("Today"));
  if (days == 1)
    return g_strdup (_ ("Yesterday"));
  if (days == -1)
    return g_strdup (_ ("Tomorrow"));
  /* translators: a day as g_date_time_format() writes it: weekday, day, month, year */
  return g_date_time_format (time, _ ("%A, %-d %B %Y"));
}

char *
exm_article_words_time (gint64 usec)
{
  g_autoptr (GDateTime) time = exm_local_time_new (usec);

  /* translators: a time of the day as g_date_time_format() writes it */
  return time != NULL ? g_date_time_format (time, _ ("%-H:%M")) : g_strdup ("");
}

static char *
join_day_and_time (const char *day, gint64 usec)
{
  g_autofree char *time = exm_article_words_time (usec);

  /* translators: a day and a time of it */
  return g_strdup_printf (_ ("%s %s"), day, time);
}

char *
exm_article_words_when (gint64 usec)
{
  g_autoptr (GDateTime) date = exm_local_time_new (usec);
  g_autofree char *day = date != NULL && ABS (count_days_ago (date)) > 1
                             ? g_date_time_format (date, "%F")
                             : exm_article_words_day (usec);

  return join_day_and_time (day, usec);
}

char *
exm_article_words_when_inside (gint64 usec)
{
  g_autoptr (GDateTime) date = exm_local_time_new (usec);
  int days = date != NULL ? count_days_ago (date) : G_MAXINT;

  if (days == 0)
    return join_day_and_time (C_ ("inside a sentence", "today"), usec);
  if (days == 1)
    return join_day_and_time (C_ ("inside a sentence", "yesterday"), usec);
  if (days == -1)
    return join_day_and_time (C_ ("inside a sentence", "tomorrow"), usec);
  return exm_article_words_when (usec);
}

char *
exm_article_words_when_due (gint64 usec)
{
  g_autoptr (GDateTime) date = exm_local_time_new (usec);

  return date != NULL && count_days_ago (date) == 0
             ? exm_article_words_time (usec)
             : exm_article_words_when_inside (usec);
}

char *
exm_article_words_join (const char *const *parts, guint n_parts)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n_parts; i++)
    if (parts[i] != NULL && *parts[i] != '\0')
      {
        g_autofree char *part = exm_bidi_isolate (parts[i]);
        g_string_append_printf (text, "%s%s", text->len > 0 ? " · " : "", part);
      }
  return g_string_free (text, FALSE);
}
