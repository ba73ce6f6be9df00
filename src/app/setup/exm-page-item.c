/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-page-item.h"

#include <glib/gi18n-lib.h>

struct _ExmPageItem
{
  GObject parent_instance;

  char *url; /* (owned) */
  gint64 article_id;
  GBytes *bytes;      /* (owned) (nullable) */
  char *final_url;    /* (owned) (nullable) */
  char *http_charset; /* (owned) (nullable) */
  char *record;       /* (owned) (nullable) */
  ExmPageOutcome outcome;
};

enum
{
  PROP_0,
  PROP_URL,
  PROP_MARK,
  PROP_TITLE,
  PROP_MARK_WORDS,
  PROP_DETAILS,
  PROP_EXCERPT,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

G_DEFINE_FINAL_TYPE (ExmPageItem, exm_page_item, G_TYPE_OBJECT)

void
exm_page_outcome_clear (ExmPageOutcome *self)
{
  g_free (self->message);
  g_free (self->title);
  g_free (self->excerpt);
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  *self = (ExmPageOutcome){ 0 };
}

static char *
describe_mark (const ExmPageOutcome *outcome)
{
  guint percent = exm_confidence_get_percent (outcome->confidence);

  switch (outcome->mark)
    {
    case EXM_PAGE_PASS:
      /* translators: how sure the app is of an article, such as "Sure 97%" */
      return g_strdup_printf (_ ("Sure %u%%"), percent);
    case EXM_PAGE_LOOK:
      if (outcome->confidence >= EXM_CONFIDENCE_LOOK)
        return g_strdup_printf (_ ("Take a look %u%%"), percent);
      return g_strdup_printf (_ ("Not sure %u%%"), percent);
    case EXM_PAGE_FAIL:
      return g_strdup (_ ("Failed"));
    case EXM_PAGE_BUSY:
      return g_strdup (_ ("Checking…"));
    case EXM_PAGE_WAITING:
    default:
      return g_strdup (_ ("Waiting"));
    }
}

static char *
describe_details (const ExmPageOutcome *outcome)
{
  g_autofree char *lines = NULL;
  g_autofree char *chars = NULL;

  if (outcome->message != NULL)
    return g_strdup (outcome->message);
  if (outcome->n_chars == 0)
    return g_strdup ("");
  chars = g_strdup_printf (ngettext ("%'u character", "%'u characters", outcome->n_chars),
                           outcome->n_chars);
  if (outcome->n_lines == 0)
    return g_steal_pointer (&chars);
  lines = g_strdup_printf (ngettext ("%'u line", "%'u lines", outcome->n_lines),
                           outcome->n_lines);
  /* translators: "42 lines · 3,118 characters" */
  return g_strdup_printf (_ ("%s · %s"), lines, chars);
}

/* A label counts its lines anew at each line break, and a row has room for two. */
static char *
dup_one_line (const char *text)
{
  return g_strdelimit (g_strdup (text != NULL ? text : ""), "\n", ' ');
}

static void
exm_page_item_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmPageItem *self = EXM_PAGE_ITEM (object);
  const ExmPageOutcome *outcome = &self->outcome;

  switch (id)
    {
    case PROP_URL:
      g_value_set_string (value, self->url);
      break;
    case PROP_MARK:
      g_value_set_uint (value, outcome->mark);
      break;
    case PROP_TITLE:
      g_value_set_string (value, outcome->title != NULL ? outcome->title : self->url);
      break;
    case PROP_MARK_WORDS:
      g_value_take_string (value, describe_mark (outcome));
      break;
    case PROP_DETAILS:
      g_value_take_string (value, describe_details (outcome));
      break;
    case PROP_EXCERPT:
      g_value_take_string (value, dup_one_line (outcome->excerpt));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_page_item_finalize (GObject *object)
{
  ExmPageItem *self = EXM_PAGE_ITEM (object);

  g_free (self->url);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_free (self->final_url);
  g_free (self->http_charset);
  g_free (self->record);
  exm_page_outcome_clear (&self->outcome);
  G_OBJECT_CLASS (exm_page_item_parent_class)->finalize (object);
}

static void
install_string (guint id, const char *name)
{
  properties[id] = g_param_spec_string (name, NULL, NULL, NULL,
                                        G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
}

static void
exm_page_item_class_init (ExmPageItemClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = exm_page_item_get_property;
  object_class->finalize = exm_page_item_finalize;
  install_string (PROP_URL, "url");
  properties[PROP_MARK] = g_param_spec_uint ("mark", NULL, NULL, 0, EXM_PAGE_FAIL, 0,
                                             G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  install_string (PROP_TITLE, "title");
  install_string (PROP_MARK_WORDS, "mark-words");
  install_string (PROP_DETAILS, "details");
  install_string (PROP_EXCERPT, "excerpt");
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
exm_page_item_init (ExmPageItem *self)
{
}

ExmPageItem *
exm_page_item_new (const char *url)
{
  ExmPageItem *self = g_object_new (EXM_TYPE_PAGE_ITEM, NULL);

  self->url = g_strdup (url);
  return self;
}

/* The outcome is a copy of another's: its words become its own, pages and results go. */
static void
copy_words (ExmPageItem *self)
{
  ExmPageOutcome *outcome = &self->outcome;

  outcome->message = g_strdup (outcome->message);
  outcome->title = g_strdup (outcome->title);
  outcome->excerpt = g_strdup (outcome->excerpt);
  outcome->target = NULL;
  outcome->result = NULL;
}

ExmPageItem *
exm_page_item_new_stored (const char *url,
                          gint64 article_id,
                          const ExmPageOutcome *outcome)
{
  ExmPageItem *self = exm_page_item_new (url);

  self->article_id = article_id;
  self->outcome = *outcome;
  copy_words (self);
  return self;
}

static void
notify_all (ExmPageItem *self)
{
  for (guint i = PROP_MARK; i < N_PROPS; i++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[i]);
}

void
exm_page_item_update_stored (ExmPageItem *self, const ExmPageOutcome *outcome)
{
  const ExmPageOutcome *old = &self->outcome;
  gboolean same = old->mark == outcome->mark && old->n_chars == outcome->n_chars
                  && old->confidence == outcome->confidence
                  && g_strcmp0 (old->message, outcome->message) == 0
                  && g_strcmp0 (old->title, outcome->title) == 0
                  && g_strcmp0 (old->excerpt, outcome->excerpt) == 0;

  if (same)
    return;
  exm_page_outcome_clear (&self->outcome);
  self->outcome = *outcome;
  copy_words (self);
  notify_all (self);
}

gint64
exm_page_item_get_article_id (ExmPageItem *self)
{
  return self->article_id;
}

const char *
exm_page_item_get_url (ExmPageItem *self)
{
  return self->url;
}

const ExmPageOutcome *
exm_page_item_get_outcome (ExmPageItem *self)
{
  return &self->outcome;
}

GBytes *
exm_page_item_get_bytes (ExmPageItem *self,
                         const char **final_url,
                         const char **http_charset)
{
  if (final_url != NULL)
    *final_url = self->final_url;
  if (http_charset != NULL)
    *http_charset = self->http_charset;
  return self->bytes;
}

void
exm_page_item_set_bytes (ExmPageItem *self,
                         GBytes *bytes,
                         const char *final_url,
                         const char *http_charset)
{
  g_clear_pointer (&self->bytes, g_bytes_unref);
  self->bytes = g_bytes_ref (bytes);
  g_free (self->final_url);
  self->final_url = g_strdup (final_url);
  g_free (self->http_charset);
  self->http_charset = g_strdup (http_charset);
}

const char *
exm_page_item_get_record (ExmPageItem *self)
{
  return self->record;
}

void
exm_page_item_set_record (ExmPageItem *self, const char *record)
{
  g_free (self->record);
  self->record = g_strdup (record);
}

void
exm_page_item_set_busy (ExmPageItem *self)
{
  self->outcome.mark = EXM_PAGE_BUSY;
  notify_all (self);
}

void
exm_page_item_take_outcome (ExmPageItem *self, ExmPageOutcome *outcome)
{
  exm_page_outcome_clear (&self->outcome);
  self->outcome = *outcome;
  *outcome = (ExmPageOutcome){ 0 };
  notify_all (self);
}
