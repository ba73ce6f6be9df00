/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The command `articles mark`. */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/articles/exm-cli-articles.h"

#include "cli/base/exm-cli-output.h"
#include "store/exm-store-reading.h"

typedef struct
{
  char *data; /* (owned) (nullable) */
  gboolean read;
  gboolean unread;
  gboolean star;
  gboolean unstar;
  char **tags;   /* (owned) (nullable) */
  char **untags; /* (owned) (nullable) */
} Options;

static void
options_clear (Options *self)
{
  g_free (self->data);
  g_strfreev (self->tags);
  g_strfreev (self->untags);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

/* Puts the tags into the form in which they are stored. */
static gboolean
check_tags (char **tags)
{
  for (char **tag = tags; tag != NULL && *tag != NULL; tag++)
    {
      char *made = exm_tag_make (*tag);
      if (made == NULL)
        {
          exm_cli_refuse (_ ("“%s” is no tag: it has 1 to %d characters"), *tag,
                          EXM_TAG_MAX_CHARS);
          return FALSE;
        }
      g_free (*tag);
      *tag = made;
    }
  return TRUE;
}

static gboolean
check (const Options *options, char **numbers)
{
  if ((options->read && options->unread) || (options->star && options->unstar))
    return exm_cli_refuse (_ ("--read and --unread, --star and --unstar exclude each "
                              "other"))
           == EXM_EXIT_OK;
  if (!options->read && !options->unread && !options->star && !options->unstar
      && options->tags == NULL && options->untags == NULL)
    return exm_cli_refuse (_ ("Say how to mark: --read, --unread, --star, --unstar, "
                              "--tag or --untag"))
           == EXM_EXIT_OK;
  return exm_cli_articles_check_numbers (numbers) && check_tags (options->tags)
         && check_tags (options->untags);
}

static gboolean
set_tags (ExmStore *store, gint64 id, char **tags, gboolean tagged, GError **error)
{
  for (char **tag = tags; tag != NULL && *tag != NULL; tag++)
    if (!exm_store_set_tagged (store, id, *tag, tagged, error))
      return FALSE;
  return TRUE;
}

static gboolean
mark_one (const Options *options, ExmStore *store, gint64 id, GError **error)
{
  if ((options->read || options->unread)
      && !exm_store_set_unread (store, id, options->unread, error))
    return FALSE;
  if ((options->star || options->unstar)
      && !exm_store_set_starred (store, id, options->star, error))
    return FALSE;
  return set_tags (store, id, options->tags, TRUE, error)
         && set_tags (store, id, options->untags, FALSE, error);
}

/* All of them, or none. */
static gboolean
mark_all (const Options *options, ExmStore *store, int argc, char **argv, GError **error)
{
  gboolean good = exm_store_begin_group (store, error);

  if (!good)
    return FALSE;
  for (int i = 1; i < argc && good; i++)
    good = mark_one (options, store, g_ascii_strtoll (argv[i], NULL, 10), error);
  if (good)
    return exm_store_commit_group (store, error);
  exm_store_drop_group (store);
  return FALSE;
}

ExmExit
exm_cli_articles_mark (int argc, char **argv)
{
  g_auto (Options) options = { 0 };
  g_autoptr (GError) error = NULL;
  ExmExit exit_code;
  const GOptionEntry entries[] = {
    { "read", 'r', 0, G_OPTION_ARG_NONE, &options.read, N_ ("They were read"), NULL },
    { "unread", 'u', 0, G_OPTION_ARG_NONE, &options.unread,
      N_ ("They are to be read yet"), NULL },
    { "star", 0, 0, G_OPTION_ARG_NONE, &options.star, N_ ("Give them a star"), NULL },
    { "unstar", 0, 0, G_OPTION_ARG_NONE, &options.unstar, N_ ("Take the star away"),
      NULL },
    { "tag", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.tags,
      N_ ("Give them a tag; may be repeated"), N_ ("TAG") },
    { "untag", 0, 0, G_OPTION_ARG_STRING_ARRAY, &options.untags,
      N_ ("Take a tag away; may be repeated"), N_ ("TAG") },
    EXM_CLI_DATA_ENTRY (&options.data),
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("ARTICLE…"));

  g_option_context_set_summary (
      context, _ ("Marks articles, called by their numbers, for reading: all of them or, "
                  "where one\n"
                  "is missing, none."));
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  if (!exm_cli_parse (context, &argc, &argv, &exit_code))
    return exit_code;
  if (!check (&options, argv + 1))
    return EXM_EXIT_USAGE;
  g_autoptr (ExmStore) store = exm_cli_data_open (options.data);
  if (store == NULL
      || !exm_cli_complain_unless (mark_all (&options, store, argc, argv, &error),
                                   &error))
    return EXM_EXIT_FAILED;
  exm_cli_data_wake (options.data);
  return EXM_EXIT_OK;
}
