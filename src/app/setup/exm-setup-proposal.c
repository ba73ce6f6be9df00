/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The proposal of what is set up. Its first reading, an example and a page beside it,
 * stands while the list is still looked for. Once all is known, no page changes that the
 * operator works on; what would be better is offered. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup.h"

#include "app/setup/exm-setup-private.h"
#include "fetch/exm-url-display.h"

#include <glib/gi18n-lib.h>
#include <string.h>

gboolean
exm_setup_is_worked_on (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), FALSE);

  const GArray *examples
      = self->proposal != NULL ? self->proposal->fields.examples : NULL;
  for (guint i = 0; examples != NULL && i < examples->len; i++)
    {
      const ExmTaskExample *example = &g_array_index (examples, ExmTaskExample, i);
      if (i > 0 || example->region_text != NULL || example->charset != NULL)
        return TRUE;
    }
  return FALSE;
}

static void
swap_pointers (gpointer *a, gpointer *b)
{
  gpointer kept = *a;

  *a = *b;
  *b = kept;
}

/* Keeps what the operator changed of the first reading. */
static void
keep_work (ExmTaskFields *fields, ExmTaskFields *first)
{
  swap_pointers ((gpointer *) &fields->examples, (gpointer *) &first->examples);
  swap_pointers ((gpointer *) &fields->method, (gpointer *) &first->method);
  swap_pointers ((gpointer *) &fields->parameters, (gpointer *) &first->parameters);
}

/* Lists the pages behind the one beside the example, which stays. */
static void
list_behind (ExmSetup *self, ExmPageItem *beside)
{
  const GPtrArray *targets = self->proposal->targets;
  g_autoptr (GPtrArray) pages = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_before = g_list_model_get_n_items (G_LIST_MODEL (self->pages));

  for (guint i = 0; i < targets->len && pages->len + 1 < EXM_SETUP_PAGES; i++)
    {
      const char *url = g_ptr_array_index (targets, i);
      if (strcmp (url, exm_page_item_get_url (beside)) != 0
          && !exm_setup_is_example (self, url))
        g_ptr_array_add (pages, exm_page_item_new (url));
    }
  g_list_store_splice (self->pages, 1, n_before - 1, pages->pdata, pages->len);
}

void
exm_setup_offer_page (ExmSetup *self, ExmPageItem *item)
{
  g_return_if_fail (EXM_IS_SETUP (self));

  if (item == NULL)
    {
      if (self->offered != NULL)
        exm_setup_set_note (self, exm_setup_describe_rendering (self));
      return;
    }
  const char *url = exm_page_item_get_url (item);
  const char *title = exm_setup_get_link_title (self, url);
  g_autofree char *shown
      = title == NULL || *title == '\0' ? exm_url_to_display (url) : NULL;
  g_autofree char *note = g_strdup_printf (
      /* translators: %s is the title of a page, or its address */
      _ ("“%s” is another article of the list; it may stand better beside the example"),
      shown != NULL ? shown : title);

  exm_setup_set_note (self, note);
  self->offered = g_object_ref (item);
  exm_setup_notify_counts (self);
}

ExmPageItem *
exm_setup_get_noted (ExmSetup *self)
{
  g_return_val_if_fail (EXM_IS_SETUP (self), NULL);
  return self->offered != NULL ? self->offered : self->fallen;
}

/* The operator works on an example that was not chosen in the end: the one that was is a
 * page like all others. */
static void
keep_example (ExmProposal *proposal, const char *example)
{
  const char *chosen = g_ptr_array_index (proposal->known, 0);

  g_ptr_array_insert (proposal->targets, 0, g_strdup (chosen));
  g_ptr_array_insert (proposal->known, 0, g_strdup (example));
}

static gboolean
settle (ExmSetup *self, ExmProposal *proposal)
{
  ExmProposal *first = self->proposal;
  gboolean worked_on = exm_setup_is_worked_on (self);
  gboolean is_same = strcmp (first->known->pdata[0], proposal->known->pdata[0]) == 0;

  /* Scripts make another text of the pages. */
  if ((!is_same && !worked_on) || first->fields.rendered != proposal->fields.rendered)
    return FALSE;
  if (!is_same)
    keep_example (proposal, g_ptr_array_index (first->known, 0));
  keep_work (&proposal->fields, &first->fields);
  self->proposal = proposal;
  exm_proposal_free (first);
  g_clear_pointer (&self->filter, exm_url_filter_unref);
  exm_setup_add_defaults (self);
  exm_setup_lead (self);

  g_autoptr (ExmPageItem) beside = g_list_model_get_item (G_LIST_MODEL (self->pages), 0);
  gboolean is_listed
      = beside != NULL && exm_setup_matches (self, exm_page_item_get_url (beside));
  if (beside != NULL && (is_listed || worked_on))
    list_behind (self, beside);
  else
    {
      exm_setup_stop_pages (self);
      exm_setup_list_pages (self);
      self->n_fetched = 0;
      self->n_wanted = MIN (g_list_model_get_n_items (G_LIST_MODEL (self->pages)), 1);
    }
  g_autoptr (ExmPageItem) better = g_list_model_get_item (G_LIST_MODEL (self->pages), 1);
  if (better != NULL && worked_on && !is_listed)
    exm_setup_offer_page (self, better);
  self->choosing = TRUE;
  exm_setup_choose_target (self);
  exm_setup_fetch_next (self);
  return TRUE;
}

static void
on_look (const char *url, gpointer data)
{
  ExmSetup *self = EXM_SETUP (data);
  g_autofree char *shown = exm_url_to_display (url);
  /* translators: %s is an address */
  g_autofree char *message = g_strdup_printf (_ ("Looking at %s…"), shown);

  exm_setup_set_stage (
      self, self->proposal != NULL ? EXM_SETUP_FINDING : EXM_SETUP_LOOKING, message);
}

static void
show (ExmSetup *self, ExmSetupStage stage, const char *note)
{
  g_autofree char *message = stage == EXM_SETUP_FINDING ? g_strdup (self->message) : NULL;

  self->n_fetched = 0;
  self->choosing = TRUE;
  self->fell = FALSE;
  g_clear_object (&self->fallen);
  self->scripted = FALSE;
  exm_setup_keep_example (self);
  exm_setup_list_pages (self);
  exm_setup_set_note (self, note);
  exm_setup_set_stage (self, stage, message);
  exm_setup_notify_counts (self);
  g_signal_emit_by_name (self, "proposed");
  exm_setup_emit_changed (self);
  /* The first target is shown beside the example; the others wait for the check. */
  self->n_wanted = MIN (g_list_model_get_n_items (G_LIST_MODEL (self->pages)), 1);
  exm_setup_fetch_next (self);
}

void
exm_setup_show_proposal (ExmSetup *self, const char *note)
{
  show (self, EXM_SETUP_READY, note);
}

/* Returns: (nullable): a warning of a proposal that lists nothing, or that a site may
 * forbid */
static const char *
describe_lack (ExmSetup *self)
{
  if (self->proposal->fields.sources->len > 0)
    return exm_probe_is_search (self->place)
               ? _ ("This is what a search on the site found. Many sites forbid programs "
                    "to search (robots.txt), and then runs find nothing. If the site has "
                    "a section with these articles, paste its address instead")
               : NULL;
  self->list_scripted = self->proposal->scripted && !self->proposal->fields.rendered;
  if (self->list_scripted)
    return _ ("The text and the links of this page are filled in by scripts, and not in "
              "what the site serves. Have it rendered, which is slower, or look for "
              "another address of it, such as a feed");
  return _ ("No feed or list page was found. Paste the address of the page that lists "
            "these articles");
}

static void
show_settled (ExmSetup *self)
{
  const char *lack = describe_lack (self);

  if (lack != NULL || self->offered == NULL)
    exm_setup_set_note (self, lack != NULL ? lack : exm_setup_describe_rendering (self));
  exm_setup_set_stage (self, EXM_SETUP_READY, NULL);
  exm_setup_notify_counts (self);
  exm_setup_emit_changed (self);
}

static void
take_proposal (ExmSetup *self, ExmProposal *proposal)
{
  if (self->proposal != NULL && settle (self, proposal))
    {
      show_settled (self);
      return;
    }
  exm_setup_drop_proposal (self);
  self->proposal = proposal;
  exm_setup_add_defaults (self);
  const char *lack = describe_lack (self);
  exm_setup_show_proposal (self,
                           lack != NULL ? lack : exm_setup_describe_rendering (self));
}

/* Returns: (nullable): what to do about a place of which nothing can be made */
static const char *
advise (const GError *error)
{
  if (g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_NO_ARTICLE))
    return _ ("Paste the address of one of its articles, or of another page that lists "
              "some.");
  if (g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_LOGIN))
    return _ (
        "What only members see cannot be collected; paste an address that everybody "
        "may read.");
  return NULL;
}

static void
fail (ExmSetup *self, const GError *error)
{
  const char *advice = advise (error);
  g_autofree char *searched = NULL;
  g_autofree char *advised
      = advice != NULL ? g_strdup_printf ("%s\n%s", error->message, advice) : NULL;

  exm_setup_drop_proposal (self);
  if (exm_probe_is_search (self->place))
    /* translators: %s is what went wrong with the page that a search on a site gave */
    searched = g_strdup_printf (_ ("%s\nThis is what a search on the site found: open an "
                                   "article there and paste its address, or that of a "
                                   "section"),
                                error->message);
  exm_setup_set_stage (self, EXM_SETUP_FAILED,
                       searched != NULL  ? searched
                       : advised != NULL ? advised
                                         : error->message);
}

static void
on_proposed (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSetup) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmProposal) proposal = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->looking);
  if (proposal != NULL)
    {
      take_proposal (self, g_steal_pointer (&proposal));
      return;
    }
  self->list_scripted
      = g_error_matches (error, EXM_PROPOSAL_ERROR, EXM_PROPOSAL_ERROR_SCRIPTED);
  fail (self, error);
}

static void
on_first (ExmProposal *first, gpointer data)
{
  ExmSetup *self = EXM_SETUP (data);

  self->proposal = first;
  exm_setup_add_defaults (self);
  show (self, EXM_SETUP_FINDING, NULL);
}

void
exm_setup_propose (ExmSetup *self)
{
  g_auto (ExmTaskFields) fields = { 0 };
  const ExmProposalRequest request = {
    .place = self->place,
    .renderer = self->no_browser ? NULL : exm_session_get_renderer (self->session),
    .example = self->place_example,
    .find_list = TRUE,
    .first = on_first,
    .first_data = self,
  };

  exm_task_fields_init (&fields);
  self->looking = g_cancellable_new ();
  on_look (self->place, self);
  exm_proposal_new_async (&request, &fields, self->looking, on_look, self, on_proposed,
                          g_object_ref (self));
}

/* @example: (nullable): the one that there is */
static void
propose (ExmSetup *self, const char *text, const char *example)
{
  g_autofree char *kept = g_strdup (example);
  g_autoptr (GError) error = NULL;
  g_autofree char *url = exm_probe_find_address (text, &error);

  exm_setup_forget (self);
  exm_setup_set_note (self, NULL);
  if (url == NULL)
    {
      exm_setup_set_stage (self, EXM_SETUP_FAILED, error->message);
      return;
    }
  self->place = g_steal_pointer (&url);
  self->place_example = g_steal_pointer (&kept);
  exm_setup_propose (self);
}

void
exm_setup_start (ExmSetup *self, const char *text)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  propose (self, text, NULL);
}

void
exm_setup_set_list (ExmSetup *self, const char *text)
{
  g_return_if_fail (EXM_IS_SETUP (self));
  g_return_if_fail (self->proposal != NULL);
  ExmPageHints hints;
  exm_setup_get_example (self, 0, &hints);
  propose (self, text, hints.url);
}
