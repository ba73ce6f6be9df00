/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-said-error.h"

#include <string.h>

typedef struct
{
  char *said; /* (owned) (nullable) */
} Kept;

typedef const char *(*Getter) (const GError *error);

static GMutex lock;
static GHashTable *getters; /* (element-type GQuark Getter): under the lock */

/* Returns the private data, which G_DEFINE_EXTENDED_ERROR() keeps before the error. */
static Kept *
get_kept (const GError *error)
{
  const gsize unit = 2 * sizeof (gsize);
  const gsize n_bytes = (sizeof (Kept) + unit - 1) & ~(unit - 1);

  return (Kept *) (gpointer) ((guint8 *) error - n_bytes);
}

static void
init (GError *error)
{
  get_kept (error)->said = NULL;
}

static void
copy (const GError *from, GError *to)
{
  get_kept (to)->said = g_strdup (get_kept (from)->said);
}

static void
clear (GError *error)
{
  g_free (get_kept (error)->said);
}

static const char *
get_said (const GError *error)
{
  return get_kept (error)->said;
}

static Getter
find_getter (GQuark domain)
{
  g_mutex_lock (&lock);
  Getter get = getters != NULL
                   ? (Getter) g_hash_table_lookup (getters, GUINT_TO_POINTER (domain))
                   : NULL;
  g_mutex_unlock (&lock);
  return get;
}

void
exm_said_add_getter (GQuark domain, const char *(*get) (const GError *error))
{
  g_mutex_lock (&lock);
  if (getters == NULL)
    getters = g_hash_table_new (NULL, NULL);
  g_hash_table_insert (getters, GUINT_TO_POINTER (domain), (gpointer) get);
  g_mutex_unlock (&lock);
}

GQuark
exm_said_add_domain (const char *name)
{
  GQuark domain = g_error_domain_register_static (name, sizeof (Kept), init, copy, clear);

  exm_said_add_getter (domain, get_said);
  return domain;
}

void
exm_said_set_error (GError **error, GQuark domain, int code, const char *format, ...)
{
  va_list arguments;

  if (error == NULL)
    return;
  va_start (arguments, format);
  g_autofree char *said = exm_said_new_valist (format, arguments);
  va_end (arguments);
  g_autofree char *words = exm_said_to_words (said);
  g_set_error_literal (error, domain, code, words);
  if (find_getter (domain) == get_said)
    get_kept (*error)->said = g_steal_pointer (&said);
}

void
exm_said_prefix_error (GError **error, const char *format, ...)
{
  va_list arguments;

  if (error == NULL || *error == NULL)
    return;
  va_start (arguments, format);
  g_autofree char *before = exm_said_new_valist (format, arguments);
  va_end (arguments);
  g_autofree char *words = exm_said_to_words (before);
  g_prefix_error (error, "%s", words);
  if (find_getter ((*error)->domain) != get_said || get_said (*error) == NULL)
    return;
  Kept *kept = get_kept (*error);
  g_autofree char *said = g_steal_pointer (&kept->said);
  kept->said = exm_said_new ("%s%s", before, said);
}

const char *
exm_said_from_error (const GError *error)
{
  Getter get = find_getter (error->domain);

  return get != NULL ? get (error) : NULL;
}

const char *
exm_said_errno (int number)
{
  const char *words = strerrordesc_np (number);

  return words != NULL ? words : "Unknown error";
}
