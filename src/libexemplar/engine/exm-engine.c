/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-engine.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "extract/exm-joined-result.h"
#include "extract/exm-region-locate.h"
#include "metadata/exm-metadata-reader.h"
#include "methods/exm-method-table.h"

#include <glib/gi18n-lib.h>
#include <string.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

struct _ExmEngine
{
  GObject parent_instance;

  guint64 seed; /* of the keys of the cache */

  ExmLayoutFunc lay_out; /* (nullable) */
  gpointer lay_out_data;
  GDestroyNotify free_lay_out_data; /* (nullable) */

  GMutex lock;       /* of what follows: pool threads prepare examples at the same time */
  GHashTable *cache; /* (owned) (element-type utf8 ExmPrepared) */
  GQueue recent;     /* (owned) (element-type utf8): keys, the latest first */
  gsize cache_bytes; /* of the pages in the cache */
  GQueue layouts;    /* (owned) (element-type ExmLayout): the latest first */
  gsize layout_bytes;
};

G_DEFINE_FINAL_TYPE (ExmEngine, exm_engine, G_TYPE_OBJECT)
EXM_DEFINE_SAID_ERROR (exm - engine - error, exm_engine_error)

static void
exm_engine_finalize (GObject *object)
{
  ExmEngine *self = EXM_ENGINE (object);

  if (self->free_lay_out_data != NULL)
    self->free_lay_out_data (self->lay_out_data);
  g_queue_clear_full (&self->layouts, (GDestroyNotify) exm_layout_unref);
  g_queue_clear (&self->recent);
  g_hash_table_unref (self->cache);
  g_mutex_clear (&self->lock);
  G_OBJECT_CLASS (exm_engine_parent_class)->finalize (object);
}

static void
exm_engine_class_init (ExmEngineClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_engine_finalize;
}

/* Differs from one engine to the next, so that nobody can make pages of one key. */
static guint64
make_seed (void)
{
  return (guint64) g_random_int () << 32 | g_random_int ();
}

static void
exm_engine_init (ExmEngine *self)
{
  self->seed = make_seed ();
  g_mutex_init (&self->lock);
  g_queue_init (&self->recent);
  g_queue_init (&self->layouts);
  self->cache = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                       (GDestroyNotify) exm_prepared_unref);
}

ExmEngine *
exm_engine_new (void)
{
  return g_object_new (EXM_TYPE_ENGINE, NULL);
}

void
exm_engine_set_lay_out (ExmEngine *self,
                        ExmLayoutFunc lay_out,
                        gpointer data,
                        GDestroyNotify free_data)
{
  g_return_if_fail (EXM_IS_ENGINE (self));
  g_return_if_fail (self->lay_out == NULL);

  self->lay_out = lay_out;
  self->lay_out_data = data;
  self->free_lay_out_data = free_data;
}

static void
update_with_string (XXH3_state_t *state, const char *text)
{
  /* The end mark keeps "a" + "b" apart from "ab" + "". */
  if (text != NULL)
    XXH3_128bits_update (state, text, strlen (text) + 1);
  XXH3_128bits_update (state, "\xff", 1);
}

static void
update_with_bytes (XXH3_state_t *state, GBytes *bytes)
{
  gsize size = 0;
  const char *data = g_bytes_get_data (bytes, &size);

  XXH3_128bits_update (state, &size, sizeof size);
  if (size > 0)
    XXH3_128bits_update (state, data, size);
}

/* @raw: (nullable): of no matter where there is a name */
static char *
make_key (ExmEngine *self,
          GBytes *raw,
          const ExmPageHints *hints,
          const char *region_text)
{
  XXH3_state_t state;

  XXH3_INITSTATE (&state);
  XXH3_128bits_reset_withSeed (&state, self->seed);
  update_with_string (&state, hints != NULL ? hints->url : NULL);
  update_with_string (&state, hints != NULL ? hints->http_charset : NULL);
  update_with_string (&state, hints != NULL ? hints->override_charset : NULL);
  update_with_string (&state, hints != NULL ? hints->name : NULL);
  update_with_string (&state, region_text);
  for (guint i = 0; hints != NULL && hints->further != NULL && i < hints->further->len;
       i++)
    {
      const ExmFurtherPage *further = g_ptr_array_index (hints->further, i);
      update_with_string (&state, further->url);
      update_with_string (&state, further->charset);
      update_with_bytes (&state, further->bytes);
    }
  if (hints == NULL || hints->name == NULL)
    update_with_bytes (&state, raw);
  XXH128_hash_t hash = XXH3_128bits_digest (&state);
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x%016" G_GINT64_MODIFIER "x",
                          (guint64) hash.high64, (guint64) hash.low64);
}

static ExmPrepared *
look_up (ExmEngine *self, const char *key)
{
  g_mutex_lock (&self->lock);
  ExmPrepared *found = g_hash_table_lookup (self->cache, key);
  if (found != NULL)
    {
      GList *link = g_queue_find_custom (&self->recent, key, (GCompareFunc) strcmp);
      g_queue_unlink (&self->recent, link);
      g_queue_push_head_link (&self->recent, link);
      exm_prepared_ref (found);
    }
  g_mutex_unlock (&self->lock);
  return found;
}

/* With the lock held. @link: of the page's key in the queue */
static void
forget (ExmEngine *self, GList *link)
{
  const char *key = link->data;

  self->cache_bytes -= exm_prepared_get_n_bytes (g_hash_table_lookup (self->cache, key));
  g_hash_table_remove (self->cache, key);
  g_queue_delete_link (&self->recent, link);
}

void
exm_engine_forget_unused (ExmEngine *self)
{
  GList *next;

  g_return_if_fail (EXM_IS_ENGINE (self));

  g_mutex_lock (&self->lock);
  for (GList *link = self->recent.head; link != NULL; link = next)
    {
      next = link->next;
      if (exm_prepared_is_held_once (g_hash_table_lookup (self->cache, link->data)))
        forget (self, link);
    }
  g_mutex_unlock (&self->lock);
}

static void
remember (ExmEngine *self, const char *key, ExmPrepared *prepared)
{
  gsize n_bytes = exm_prepared_get_n_bytes (prepared);

  if (n_bytes > EXM_MAX_CACHE_BYTES)
    return;
  g_mutex_lock (&self->lock);
  /* Another thread may have been first. */
  if (!g_hash_table_contains (self->cache, key))
    {
      char *owned_key = g_strdup (key);
      while (self->recent.length > 0
             && (self->recent.length >= EXM_ENGINE_CACHE
                 || self->cache_bytes > EXM_MAX_CACHE_BYTES - n_bytes))
        forget (self, self->recent.tail);
      g_hash_table_insert (self->cache, owned_key, exm_prepared_ref (prepared));
      g_queue_push_head (&self->recent, owned_key);
      self->cache_bytes += n_bytes;
    }
  g_mutex_unlock (&self->lock);
}

gsize
exm_engine_get_cache_bytes (ExmEngine *self, gsize *layout_bytes)
{
  g_return_val_if_fail (EXM_IS_ENGINE (self), 0);

  g_mutex_lock (&self->lock);
  gsize n_bytes = self->cache_bytes;
  *layout_bytes = self->layout_bytes;
  g_mutex_unlock (&self->lock);
  return n_bytes;
}

static ExmPrepared *
read_page (GBytes *raw,
           const ExmPageHints *hints,
           const char *region_text,
           GError **error)
{
  g_autoptr (ExmPageText) page = exm_page_read (raw, hints, error);
  g_autoptr (ExmRegion) region = NULL;

  if (page == NULL)
    return NULL;
  if (region_text != NULL)
    {
      region = exm_region_locate (page, region_text);
      if (region == NULL)
        {
          exm_said_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION,
                              N_ ("The given body text is not on the example page"));
          return NULL;
        }
    }
  return exm_prepared_new (page, region);
}

ExmPrepared *
exm_engine_prepare (ExmEngine *self,
                    GBytes *raw,
                    const ExmPageHints *hints,
                    const char *region_text,
                    GError **error)
{
  g_return_val_if_fail (EXM_IS_ENGINE (self), NULL);

  g_autofree char *key = make_key (self, raw, hints, region_text);
  ExmPrepared *prepared = look_up (self, key);

  if (prepared != NULL)
    return prepared;
  prepared = read_page (raw, hints, region_text, error);
  if (prepared != NULL)
    remember (self, key, prepared);
  return prepared;
}

ExmPrepared *
exm_engine_prepare_once (ExmEngine *self,
                         GBytes *raw,
                         const ExmPageHints *hints,
                         GError **error)
{
  g_return_val_if_fail (EXM_IS_ENGINE (self), NULL);

  g_autofree char *key = make_key (self, raw, hints, NULL);
  ExmPrepared *prepared = look_up (self, key);

  return prepared != NULL ? prepared : read_page (raw, hints, NULL, error);
}

ExmPrepared *
exm_engine_find_prepared (ExmEngine *self,
                          const ExmPageHints *hints,
                          const char *region_text)
{
  g_return_val_if_fail (EXM_IS_ENGINE (self), NULL);

  if (hints->name == NULL)
    return NULL;
  g_autofree char *key = make_key (self, NULL, hints, region_text);
  return look_up (self, key);
}

static ExmLayout *
look_up_layout (ExmEngine *self, const ExmPageText *page)
{
  ExmLayout *found = NULL;

  g_mutex_lock (&self->lock);
  for (GList *link = self->layouts.head; link != NULL && found == NULL; link = link->next)
    if (exm_layout_is_of (link->data, page))
      found = exm_layout_ref (link->data);
  g_mutex_unlock (&self->lock);
  return found;
}

static void
remember_layout (ExmEngine *self, ExmLayout *layout)
{
  gsize n_bytes = exm_layout_get_n_bytes (layout);

  if (n_bytes > EXM_MAX_CACHE_BYTES)
    return;
  g_mutex_lock (&self->lock);
  while (self->layouts.length > 0
         && (self->layouts.length >= EXM_ENGINE_LAYOUTS
             || self->layout_bytes > EXM_MAX_CACHE_BYTES - n_bytes))
    {
      ExmLayout *oldest = g_queue_pop_tail (&self->layouts);
      self->layout_bytes -= exm_layout_get_n_bytes (oldest);
      exm_layout_unref (oldest);
    }
  g_queue_push_head (&self->layouts, exm_layout_ref (layout));
  self->layout_bytes += n_bytes;
  g_mutex_unlock (&self->lock);
}

static ExmLayout *
get_layout (ExmEngine *self, ExmPageText *page, GCancellable *cancellable, GError **error)
{
  ExmLayout *layout = look_up_layout (self, page);

  if (layout != NULL)
    return layout;
  layout = self->lay_out (page, self->lay_out_data, cancellable, error);
  if (layout != NULL)
    remember_layout (self, layout);
  return layout;
}

/* @input: of the method, but for the page and its layout */
static ExmResult *
extract_page (ExmEngine *self,
              const ExmMethod *method,
              ExmPrepared *target,
              const ExmMethodInput *input,
              GError **error)
{
  g_autoptr (ExmLayout) layout = NULL;
  ExmMethodInput own = *input;

  if ((method->needs & EXM_NEEDS_LAYOUT) && self->lay_out != NULL)
    {
      layout
          = get_layout (self, exm_prepared_get_page (target), input->cancellable, error);
      if (layout == NULL)
        return NULL;
    }
  own.target = target;
  own.layout = layout;
  return exm_method_run (method, &own, error);
}

/* Each page of the article alone, as its method knows pages. */
static ExmResult *
extract_joined (ExmEngine *self,
                const ExmMethod *method,
                ExmPrepared *target,
                const ExmMethodInput *input,
                GError **error)
{
  ExmPageText *page = exm_prepared_get_page (target);
  g_autoptr (GPtrArray) results
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_result_unref);

  for (guint i = 0; i < exm_page_text_get_n_joined (page); i++)
    {
      guint first_line = 0;
      g_autoptr (ExmPrepared) one
          = exm_prepared_new (exm_page_text_get_joined (page, i, &first_line), NULL);
      ExmResult *result = extract_page (self, method, one, input, error);
      if (result == NULL)
        return NULL;
      g_ptr_array_add (results, result);
    }
  return exm_joined_result_new (page, results);
}

ExmResult *
exm_engine_extract (ExmEngine *self,
                    ExmPrepared *target,
                    ExmPrepared *const *examples,
                    guint n_examples,
                    const ExmExtractOptions *options,
                    GCancellable *cancellable,
                    GError **error)
{
  static const ExmExtractOptions defaults = { 0 };
  g_return_val_if_fail (EXM_IS_ENGINE (self), NULL);

  if (options == NULL)
    options = &defaults;
  const ExmMethod *method = exm_method_find (options->method, error);
  if (method == NULL)
    return NULL;
  g_autofree double *parameters
      = exm_method_parse_parameters (method, options->parameters, error);
  if (parameters == NULL)
    return NULL;
  const ExmMethodInput input = {
    .examples = examples,
    .n_examples = n_examples,
    .window = options->window != 0 ? options->window : EXM_DEFAULT_WINDOW,
    .sensitivity = options->sensitivity,
    .site = options->site,
    .bias = options->bias,
    .teaches = options->teaches,
    .parameters = parameters,
    .table = options->table,
    .model = options->model,
    .brief = options->brief,
    .cancellable = cancellable,
  };
  ExmPageText *page = exm_prepared_get_page (target);
  g_autoptr (ExmResult) result
      = exm_page_text_get_n_joined (page) > 1
            ? extract_joined (self, method, target, &input, error)
            : extract_page (self, method, target, &input, error);
  if (result == NULL || options->n_labels == 0)
    return g_steal_pointer (&result);
  return exm_corrections_obey (page, result, options->labels, options->n_labels);
}

ExmMetadata *
exm_engine_read_metadata_beside (ExmEngine *self,
                                 ExmPrepared *target,
                                 const ExmResult *result,
                                 ExmPrepared *const *examples,
                                 guint n_examples,
                                 const char *link)
{
  g_return_val_if_fail (EXM_IS_ENGINE (self), NULL);

  const ExmResultData *data = result != NULL ? exm_result_get (result) : NULL;
  g_autofree const char **titles = g_new0 (const char *, (gsize) n_examples + 1);
  guint n = 0;
  const char *url = exm_page_text_get_url (exm_prepared_get_page (target));
  for (guint i = 0; i < n_examples; i++)
    {
      const ExmPageText *page = exm_prepared_get_page (examples[i]);
      const char *title = exm_page_text_get_title (page);
      /* A page does not share its title with itself. */
      if (*title != '\0'
          && (url == NULL || g_strcmp0 (url, exm_page_text_get_url (page)) != 0))
        titles[n++] = title;
    }
  return exm_metadata_read_beside (exm_prepared_get_page (target),
                                   data != NULL ? data->head : EXM_NONE,
                                   data != NULL ? data->tail : EXM_NONE, titles, link);
}

ExmMetadata *
exm_engine_read_metadata (ExmEngine *self, ExmPrepared *target, const ExmResult *result)
{
  return exm_engine_read_metadata_beside (self, target, result, NULL, 0, NULL);
}
