/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-refusal.h"

#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url-display.h"
#include "jobs/exm-wait-time.h"
#include "metadata/exm-completeness.h"
#include "setup/exm-probe.h"
#include "setup/exm-sentences.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (exm - proposal - error - quark, exm_proposal_error)

GError *
exm_refusal_new (const char *url, const ExmPageText *page, gboolean rendered)
{
  g_autofree char *shown = exm_url_to_display (url);

  if (page != NULL && exm_completeness_find_password (page) > 0)
    return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_LOGIN,
                        _ ("%s: it asks for a login, and no article was found on it"),
                        shown);
  if (rendered)
    return g_error_new (
        EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE,
        _ ("%s: no article was found on it, even after its scripts have run"), shown);
  if (page != NULL && exm_probe_is_scripted (page))
    return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED,
                        _ ("%s: no article was found on it; its text seems to be filled "
                           "in by scripts"),
                        shown);
  return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE,
                      _ ("%s: no article was found on it"), shown);
}

GError *
exm_refusal_new_unread (const char *url, const GError *cause)
{
  GError *error = g_error_copy (cause);
  g_autofree char *shown = exm_url_to_display (url);

  /* translators: the address of a page; why none of those that it links to could be read
   * follows */
  g_prefix_error (&error, _ ("%s: none of the articles that it lists could be read. "),
                  shown);
  return error;
}

GError *
exm_refusal_new_unrendered (const GError *refusal, const GError *cause)
{
  return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED,
                      /* translators: a page that scripts fill in, and why they cannot be
                       * run */
                      _ ("%1$s. It could not be rendered: %2$s"), refusal->message,
                      cause->message);
}

GError *
exm_refusal_new_unmatched (const char *list, guint n_listed, const char *example)
{
  if (example != NULL)
    return g_error_new (EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE,
                        /* translators: a pattern of addresses, an address */
                        _ ("%1$s lists no address that is built as %2$s"), list, example);
  return g_error_new (
      EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_SOURCE,
      /* translators: an address, a number */
      ngettext ("%1$s lists %2$u address, which fits none of the patterns given",
                "%1$s lists %2$u addresses, none of which fits the patterns given",
                n_listed),
      list, n_listed);
}

static const ExmFetched *
get_answer (const GError *error)
{
  return g_error_matches (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_HTTP)
             ? exm_fetch_error_get_fetched (error)
             : NULL;
}

gboolean
exm_refusal_is_wait (const GError *error)
{
  const ExmFetched *answer = get_answer (error);

  return answer != NULL && (answer->status == 429 || answer->status == 503);
}

static char *
advise_status (const ExmFetched *answer, gint64 now_usec)
{
  switch (answer->status)
    {
    case 401:
      return g_strdup (_ ("What only members see cannot be collected; paste an address "
                          "that everybody may read."));
    case 403:
      return g_strdup (_ ("Open it in a browser: if it shows there, the site refuses "
                          "programs."));
    case 404:
    case 410:
      return g_strdup (_ ("Check the address, or paste that of the site’s front page."));
    default:
      break;
    }
  if (answer->status != 429 && answer->status < 500)
    return NULL;
  if (answer->retry_after_s <= 0)
    return g_strdup (_ ("Try again in a few minutes."));
  g_autofree char *until = exm_wait_time_format (
      now_usec + answer->retry_after_s * G_USEC_PER_SEC, now_usec);
  /* translators: %s is a time of day, as 14:05 */
  return g_strdup_printf (_ ("It wants no requests until %s; try again then."), until);
}

/* Returns: (transfer full) (nullable): what to do about @error */
static char *
advise (const GError *error, gint64 now_usec)
{
  const ExmFetched *answer = get_answer (error);

  if (answer != NULL)
    return advise_status (answer, now_usec);
  if (error->domain != EXM_FETCH_ERROR)
    return NULL;
  switch ((ExmFetchErrorCode) error->code)
    {
    case EXM_FETCH_ERROR_CONNECT:
    case EXM_FETCH_ERROR_TIMED_OUT:
      return g_strdup (_ ("Check the address and the network, and try again."));
    case EXM_FETCH_ERROR_REDIRECT:
      return g_strdup (_ ("Open it in a browser, and paste the address where it ends."));
    case EXM_FETCH_ERROR_FORBIDDEN:
      return g_strdup (_ ("Paste another address of the site, as that of its feed."));
    default:
      return NULL;
    }
}

void
exm_refusal_advise (GError *error, gint64 now_usec)
{
  g_autofree char *advice = advise (error, now_usec);

  if (advice == NULL)
    return;
  g_autofree char *said = error->message;
  gboolean is_sentence = g_str_has_suffix (said, ".") || g_str_has_suffix (said, "。");
  error->message = is_sentence
                       ? exm_sentences_join (said, advice)
                       /* translators: two sentences, the first without its full stop */
                       : g_strdup_printf (_ ("%1$s. %2$s"), said, advice);
}
