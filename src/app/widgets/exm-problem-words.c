/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-problem-words.h"

#include "app/widgets/exm-article-words.h"

#include <glib/gi18n-lib.h>

static const struct
{
  ExmRemedy remedy;
  const char *words; /* in two or three words */
  const char *cause; /* (nullable): %s is since when; others are made by the function */
  const char *advice;
} kinds[] = {
  [EXM_PROBLEM_NONE] = { EXM_REMEDY_TRY_AGAIN, "", "", "" },
  [EXM_PROBLEM_FAILED] = {
    EXM_REMEDY_TRY_AGAIN,
    N_ ("Failed"),
    /* translators: %s is a day and a time */
    N_ ("The run failed, since %s"),
    N_ ("What was collected is kept."),
  },
  [EXM_PROBLEM_BROKEN] = {
    EXM_REMEDY_SETTINGS,
    N_ ("Cannot run"),
    /* translators: %s is a day and a time */
    N_ ("The task cannot run, since %s"),
    N_ ("What was collected is kept. Mend what is named above in the task’s settings."),
  },
  [EXM_PROBLEM_UNREACHABLE] = {
    EXM_REMEDY_TRY_AGAIN,
    N_ ("Unreachable"),
    /* translators: %s is a day and a time */
    N_ ("Unreachable since %s"),
    N_ ("What was collected is kept; what was missed is caught up with when the site is "
        "back."),
  },
  [EXM_PROBLEM_REFUSED] = {
    EXM_REMEDY_OPEN_PAGE,
    N_ ("Access refused"),
    /* translators: %s is a day and a time */
    N_ ("The site refuses access since %s"),
    N_ ("What was collected is kept. Look at the page in a browser: does it want a login, "
        "or does it refuse there too? Collecting less often may help."),
  },
  [EXM_PROBLEM_VERIFICATION] = {
    EXM_REMEDY_OPEN_PAGE,
    N_ ("Asks for verification"),
    /* translators: %s is a day and a time */
    N_ ("The site asks for verification since %s"),
    N_ ("What was collected is kept. Exemplar does not get around such a page. Look at it "
        "in a browser; a feed, or collecting less often, may help."),
  },
  [EXM_PROBLEM_FORBIDDEN] = {
    EXM_REMEDY_SETTINGS,
    N_ ("Forbidden by robots.txt"),
    /* translators: %s is a day and a time */
    N_ ("The site’s robots.txt forbids it since %s"),
    N_ ("What was collected is kept. Take another list or feed of the site that is "
        "allowed, or ask the publisher."),
  },
  [EXM_PROBLEM_GONE] = {
    EXM_REMEDY_SETTINGS,
    N_ ("List is gone"),
    /* translators: %s is a day and a time */
    N_ ("The list page is gone since %s"),
    N_ ("What was collected is kept. The section has probably moved: give its new address "
        "in the task’s settings."),
  },
  [EXM_PROBLEM_UNLISTED] = {
    EXM_REMEDY_SETTINGS,
    N_ ("Nothing listed"),
    /* translators: %s is a day and a time */
    N_ ("The list names no articles since %s"),
    N_ ("The list page was read, but none of its links is one that the task collects. The "
        "site may have changed its addresses: see which pages are collected."),
  },
  [EXM_PROBLEM_REDESIGN] = {
    EXM_REMEDY_USE_EXAMPLE,
    N_ ("Site may have changed"),
    NULL,
    N_ ("New pages do not look like the example any more. They are kept with their pages, "
        "and not published. The proposed example is the newest page that looks like most "
        "of the others: it is added beside the old one, and what does not fit is extracted "
        "anew. Undo takes all of it back."),
  },
  [EXM_PROBLEM_SILENT] = {
    EXM_REMEDY_OPEN_PAGE,
    N_ ("Nothing new"),
    NULL,
    N_ ("The list is read without trouble, but names nothing new. Look at it in a browser: "
        "has the section moved, or is it only quiet?"),
  },
  [EXM_PROBLEM_FLOOD] = {
    EXM_REMEDY_SETTINGS,
    N_ ("Far more than usual"),
    NULL,
    N_ ("All of it was collected and is kept. The list may name pages that are no "
        "articles, or old ones under new addresses: see which pages are collected."),
  },
  [EXM_PROBLEM_UNSURE] = {
    EXM_REMEDY_WORKBENCH,
    N_ ("Less sure"),
    NULL,
    N_ ("What was collected is kept, and what is not sure enough waits for you. The site "
        "may have changed a little: see a new page beside the example, and correct it "
        "once."),
  },
  [EXM_PROBLEM_SHORTER] = {
    EXM_REMEDY_WORKBENCH,
    N_ ("Shorter articles"),
    NULL,
    N_ ("What was collected is kept. A part may be cut off, or stand behind a paywall: see "
        "a new page beside the example, and correct it once."),
  },
  [EXM_PROBLEM_CUT] = {
    EXM_REMEDY_WORKBENCH,
    N_ ("Cut short"),
    NULL,
    N_ ("What was collected is kept. The site may show only a beginning by now, or a line "
        "that ends the body stands in its middle: see a new page beside the example, and "
        "correct it once."),
  },
  [EXM_PROBLEM_LIST] = {
    EXM_REMEDY_SETTINGS,
    N_ ("A list fails"),
    NULL,
    N_ ("The task still runs, and what its other lists name is collected. If the list has "
        "moved or is gone, give its new address in the task’s settings, or take it out."),
  },
  [EXM_PROBLEM_OUTPUT] = {
    EXM_REMEDY_TRY_AGAIN,
    N_ ("Not published"),
    NULL,
    N_ ("Articles are collected and kept, and go out by themselves as soon as the output "
        "takes them again. What keeps it from that is named above."),
  },
};

G_STATIC_ASSERT (G_N_ELEMENTS (kinds) == EXM_N_PROBLEMS);

ExmRemedy
exm_problem_get_remedy (const ExmProblem *problem)
{
  ExmRemedy remedy = kinds[problem->kind].remedy;

  return remedy == EXM_REMEDY_OPEN_PAGE && problem->url == NULL ? EXM_REMEDY_TRY_AGAIN
                                                                : remedy;
}

const char *
exm_problem_words_remedy (const ExmProblem *problem)
{
  switch (exm_problem_get_remedy (problem))
    {
    case EXM_REMEDY_OPEN_PAGE:
      return _ ("Open Page…");
    case EXM_REMEDY_SETTINGS:
      return _ ("Task Settings…");
    case EXM_REMEDY_WORKBENCH:
      return _ ("Open Workbench");
    case EXM_REMEDY_USE_EXAMPLE:
      return _ ("Use the Proposed Example");
    case EXM_REMEDY_TRY_AGAIN:
    default:
      return _ ("Try Now");
    }
}

const char *
exm_problem_words_short (const ExmProblem *problem)
{
  return _ (kinds[problem->kind].words);
}

static char *
describe_silence (const ExmProblem *problem)
{
  guint days = exm_problem_count_days (problem, g_get_real_time ());
  g_autofree char *usual
      = g_strdup_printf (ngettext ("usually %u on days with articles",
                                   "usually %u on days with articles", problem->amount),
                         problem->amount);

  /* translators: a number of days, then "usually 12 on days with articles" */
  return g_strdup_printf (ngettext ("Nothing new for %1$u day (%2$s)",
                                    "Nothing new for %1$u days (%2$s)", days),
                          days, usual);
}

static char *
describe_lists (const ExmProblem *problem)
{
  g_autofree char *since = exm_article_words_when_inside (problem->since_usec);

  /* translators: a number, then a day and a time */
  return g_strdup_printf (ngettext ("%1$u list cannot be read since %2$s",
                                    "%1$u lists cannot be read since %2$s",
                                    problem->amount),
                          problem->amount, since);
}

static char *
describe_output (const ExmProblem *problem)
{
  g_autofree char *since = exm_article_words_when_inside (problem->since_usec);

  /* translators: a number, then a day and a time */
  return g_strdup_printf (ngettext ("%1$u article could not be published since %2$s",
                                    "%1$u articles could not be published since %2$s",
                                    problem->amount),
                          problem->amount, since);
}

/* The row has the whole of the message. */
static gboolean
is_told_by_cause (const ExmProblem *problem)
{
  return problem->kind == EXM_PROBLEM_FLOOD || problem->kind == EXM_PROBLEM_UNSURE
         || problem->kind == EXM_PROBLEM_SHORTER || problem->kind == EXM_PROBLEM_CUT;
}

char *
exm_problem_words_cause (const ExmProblem *problem)
{
  if (problem->kind == EXM_PROBLEM_SILENT)
    return describe_silence (problem);
  if (is_told_by_cause (problem))
    return g_strdup (problem->message != NULL ? problem->message
                                              : exm_problem_words_short (problem));
  if (problem->kind == EXM_PROBLEM_LIST)
    return describe_lists (problem);
  if (problem->kind == EXM_PROBLEM_OUTPUT)
    return describe_output (problem);
  if (problem->kind == EXM_PROBLEM_REDESIGN)
    return g_strdup_printf (
        ngettext ("Site may have changed: %u article kept, publishing held",
                  "Site may have changed: %u articles kept, publishing held",
                  problem->amount),
        problem->amount);
  g_autofree char *since = exm_article_words_when_inside (problem->since_usec);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  return g_strdup_printf (_ (kinds[problem->kind].cause), since);
#pragma GCC diagnostic pop
}

const char *
exm_problem_words_detail (const ExmProblem *problem)
{
  return problem->message != NULL && problem->kind != EXM_PROBLEM_SILENT
                 && !is_told_by_cause (problem)
             ? problem->message
             : problem->url;
}

char *
exm_problem_words_advice (const ExmProblem *problem, gint64 next_usec)
{
  GString *words = g_string_new (NULL);

  if (problem->message != NULL && problem->kind != EXM_PROBLEM_SILENT
      && !is_told_by_cause (problem))
    g_string_append_printf (words, "%s\n\n", problem->message);
  g_string_append (words, _ (kinds[problem->kind].advice));
  if (next_usec != 0 && exm_problem_get_remedy (problem) != EXM_REMEDY_USE_EXAMPLE
      && !is_told_by_cause (problem))
    {
      g_autofree char *when = exm_article_words_when_inside (next_usec);
      g_string_append_c (words, ' ');
      /* translators: %s is a day and a time */
      g_string_append_printf (words, _ ("Next try by itself: %s."), when);
    }
  return g_string_free (words, FALSE);
}

const char *
exm_problem_get_help (const ExmProblem *problem)
{
  switch (problem->kind)
    {
    case EXM_PROBLEM_REDESIGN:
    case EXM_PROBLEM_UNSURE:
    case EXM_PROBLEM_SHORTER:
    case EXM_PROBLEM_CUT:
      return "redesign";
    case EXM_PROBLEM_GONE:
    case EXM_PROBLEM_UNLISTED:
    case EXM_PROBLEM_SILENT:
    case EXM_PROBLEM_FLOOD:
    case EXM_PROBLEM_LIST:
      return "which-pages";
    case EXM_PROBLEM_VERIFICATION:
      return "scripts";
    case EXM_PROBLEM_NONE:
    case EXM_PROBLEM_FAILED:
    case EXM_PROBLEM_BROKEN:
    case EXM_PROBLEM_UNREACHABLE:
    case EXM_PROBLEM_REFUSED:
    case EXM_PROBLEM_FORBIDDEN:
    case EXM_PROBLEM_OUTPUT:
    case EXM_N_PROBLEMS:
    default:
      return "troubleshooting";
    }
}

/* The site is read, and what comes of it is kept. */
static gboolean
still_collects (const ExmProblem *problem)
{
  return is_told_by_cause (problem) || problem->kind == EXM_PROBLEM_REDESIGN
         || problem->kind == EXM_PROBLEM_SILENT || problem->kind == EXM_PROBLEM_LIST
         || problem->kind == EXM_PROBLEM_OUTPUT;
}

const char *
exm_problem_get_icon (const ExmProblem *problem)
{
  return still_collects (problem) ? "dialog-warning-symbolic" : "dialog-error-symbolic";
}

const char *
exm_problem_get_class (const ExmProblem *problem)
{
  return still_collects (problem) ? "exm-warning" : "exm-error";
}
