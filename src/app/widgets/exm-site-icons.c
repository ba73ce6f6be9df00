/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-site-icons.h"

#include "resources/exm-icon-cache.h"

#include <glib/gstdio.h>
#include <string.h>

/* Pause before tasks are looked at, in which a window opens and a person scrolls by. */
#define PAUSE_MS 100u

struct _ExmSiteIcons
{
  GObject parent_instance;

  ExmSession *session;       /* (unowned) (nullable): it has this, until it ends */
  GCancellable *cancellable; /* (owned) */
  char *folder;              /* (owned) */
  GFileMonitor *monitor;     /* (owned) (nullable): of it, once that is there */
  GHashTable *files;         /* (owned) (element-type utf8): names in the folder */
  GHashTable *names;         /* (owned) (element-type utf8 utf8): by task, "" for none,
                              * %NULL while that is asked for */
  GHashTable *pictures;      /* (owned) (element-type utf8 Picture): by size and name */
  GQueue asked;              /* (element-type utf8): owned: tasks to be looked at */
  guint pump_id;             /* source, 0: none */
  guint changed_id;          /* likewise */
  gboolean opened;           /* the folder is looked at, or was */
  gboolean reading;          /* a task is being read */
  gboolean any;              /* an icon was there */
};

/* A file at a size. */
typedef struct
{
  GdkTexture *texture; /* (owned) (nullable): %NULL: none, or none yet */
  ExmIconGround ground;
} Picture;

/* An icon on its way through the pool. */
typedef struct
{
  char *folder;         /* (owned) */
  char *name;           /* (owned) */
  guint size;           /* in pixels */
  ExmIconGround ground; /* found */
} Load;

static guint changed_signal;

static void pump_soon (ExmSiteIcons *self);

G_DEFINE_FINAL_TYPE (ExmSiteIcons, exm_site_icons, G_TYPE_OBJECT)

static void
picture_free (gpointer data)
{
  Picture *picture = data;

  g_clear_object (&picture->texture);
  g_free (picture);
}

static void
load_free (gpointer data)
{
  Load *load = data;

  g_free (load->folder);
  g_free (load->name);
  g_free (load);
}

static char *
make_key (guint size, const char *name)
{
  return g_strdup_printf ("%u %s", size, name);
}

static gboolean
tell (gpointer data)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (data);

  self->changed_id = 0;
  g_signal_emit (self, changed_signal, 0);
  return G_SOURCE_REMOVE;
}

/* Several changes are told once. */
static void
tell_soon (ExmSiteIcons *self)
{
  if (self->changed_id == 0)
    self->changed_id = g_idle_add_full (G_PRIORITY_LOW, tell, self, NULL);
}

/* Files */

static void
load_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Load *load = data;
  g_autoptr (GBytes) bytes = exm_icon_cache_load (load->folder, load->name);

  g_task_return_pointer (
      task,
      bytes != NULL ? exm_icon_picture_new (bytes, load->size, &load->ground) : NULL,
      g_object_unref);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (source);
  const Load *load = g_task_get_task_data (G_TASK (result));
  g_autoptr (GdkTexture) texture = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *key = make_key (load->size, load->name);
  Picture *picture = g_hash_table_lookup (self->pictures, key);

  if (picture == NULL || (texture == NULL && picture->texture == NULL))
    return;
  g_set_object (&picture->texture, texture);
  picture->ground = load->ground;
  self->any |= texture != NULL;
  tell_soon (self);
}

static void
load (ExmSiteIcons *self, guint size, const char *name)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_loaded, NULL);
  Load *load = g_new0 (Load, 1);

  load->folder = g_strdup (self->folder);
  load->name = g_strdup (name);
  load->size = size;
  g_task_set_task_data (task, load, load_free);
  g_task_run_in_thread (task, load_in_pool);
}

/* A file came, or another one in its place: it is loaded again at the sizes that were
 * asked for. */
static void
take_file (ExmSiteIcons *self, GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);
  GHashTableIter iter;
  gpointer key;

  g_hash_table_add (self->files, g_strdup (name));
  g_hash_table_iter_init (&iter, self->pictures);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      char *rest = NULL;
      guint size = (guint) g_ascii_strtoull (key, &rest, 10);
      if (strcmp (rest + 1, name) == 0)
        load (self, size, name);
    }
  pump_soon (self);
  tell_soon (self);
}

/* Takes files that come. Icons that are shown stay where theirs goes: the cache may be
 * emptied at any time. */
static void
on_file_changed (GFileMonitor *monitor,
                 GFile *file,
                 GFile *other,
                 GFileMonitorEvent event,
                 ExmSiteIcons *self)
{
  if (event == G_FILE_MONITOR_EVENT_RENAMED && other != NULL)
    take_file (self, other);
  else if (event == G_FILE_MONITOR_EVENT_MOVED_IN)
    take_file (self, file);
}

static void open_folder (ExmSiteIcons *self);

/* Makes the folder, by which workers see that icons are wanted, and lists it. */
static void
open_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GDir) folder = NULL;
  const char *name;

  if (g_mkdir_with_parents (data, 0700) == 0)
    folder = g_dir_open (data, 0, NULL);
  while (folder != NULL && (name = g_dir_read_name (folder)) != NULL)
    g_hash_table_add (files, g_strdup (name));
  g_task_return_pointer (task, files, (GDestroyNotify) g_hash_table_unref);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (source);
  g_autoptr (GHashTable) files = g_task_propagate_pointer (G_TASK (result), NULL);
  GHashTableIter iter;
  gpointer name;

  if (files == NULL)
    return;
  /* It can be watched now that it is there, and is listed again for what came between. */
  if (self->monitor == NULL)
    {
      g_autoptr (GFile) folder = g_file_new_for_path (self->folder);
      self->monitor
          = g_file_monitor_directory (folder, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
      if (self->monitor != NULL)
        {
          g_signal_connect_object (self->monitor, "changed", G_CALLBACK (on_file_changed),
                                   self, 0);
          open_folder (self);
          return;
        }
    }
  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &name, NULL))
    g_hash_table_add (self->files, g_strdup (name));
  pump_soon (self);
}

static void
open_folder (ExmSiteIcons *self)
{
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_opened, NULL);

  self->opened = TRUE;
  g_task_set_task_data (task, g_strdup (self->folder), g_free);
  g_task_run_in_thread (task, open_in_pool);
}

/* Tasks */

/* A task that is being read. */
typedef struct
{
  ExmSiteIcons *icons; /* (owned) */
  char *uid;           /* (owned) */
} Reading;

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autofree Reading *reading = data;
  g_autoptr (ExmSiteIcons) self = reading->icons;
  g_autofree char *uid = reading->uid;
  g_autoptr (ExmTask) task
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);
  const char *site = task != NULL ? exm_icon_cache_get_site_url (task) : NULL;
  char *name = site != NULL ? exm_icon_cache_dup_name (site) : NULL;

  self->reading = FALSE;
  if (name != NULL && g_hash_table_contains (self->files, name))
    tell_soon (self);
  if (task != NULL)
    g_hash_table_insert (self->names, g_steal_pointer (&uid),
                         name != NULL ? name : g_strdup (""));
  else
    g_hash_table_remove (self->names, uid);
  pump_soon (self);
}

/* Looks at one task after another, those that were asked for last first: they are what is
 * seen. Where there is no icon at all, none is read. */
static gboolean
pump (gpointer data)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (data);

  self->pump_id = 0;
  if (!self->opened)
    open_folder (self);
  while (!self->reading && g_hash_table_size (self->files) > 0)
    {
      g_autofree char *uid = g_queue_pop_tail (&self->asked);
      const ExmStoreQuery query = { .kind = EXM_READ_TASK, .uid = uid };
      Reading *reading = NULL;
      if (uid == NULL)
        break;
      reading = g_new0 (Reading, 1);
      reading->icons = g_object_ref (self);
      reading->uid = g_steal_pointer (&uid);
      self->reading = TRUE;
      exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                                   self->cancellable, on_read, reading);
    }
  return G_SOURCE_REMOVE;
}

static void
pump_soon (ExmSiteIcons *self)
{
  if (self->pump_id != 0 || self->reading || g_queue_is_empty (&self->asked))
    return;
  if (!self->opened)
    self->pump_id = g_timeout_add_full (G_PRIORITY_LOW, PAUSE_MS, pump, self, NULL);
  else
    self->pump_id = g_idle_add_full (G_PRIORITY_LOW, pump, self, NULL);
}

/* A task may have another site now. */
static void
on_task_changed (ExmSession *session, const char *uid, ExmSiteIcons *self)
{
  if (uid != NULL && g_hash_table_remove (self->names, uid))
    tell_soon (self);
}

ExmSiteIconLook
exm_site_icons_get (ExmSiteIcons *self, const char *uid, guint size)
{
  ExmSiteIconLook look = { .has_room = self->any };
  gpointer name = NULL;

  if (!g_hash_table_lookup_extended (self->names, uid, NULL, &name)
      && self->session != NULL)
    {
      g_hash_table_insert (self->names, g_strdup (uid), NULL);
      g_queue_push_tail (&self->asked, g_strdup (uid));
      pump_soon (self);
    }
  if (name == NULL || !g_hash_table_contains (self->files, name))
    return look;
  g_autofree char *key = make_key (size, name);
  const Picture *picture = g_hash_table_lookup (self->pictures, key);
  if (picture == NULL)
    {
      g_hash_table_insert (self->pictures, g_steal_pointer (&key), g_new0 (Picture, 1));
      load (self, size, name);
      return look;
    }
  look.texture = picture->texture;
  look.ground = picture->ground;
  return look;
}

static void
exm_site_icons_finalize (GObject *object)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (object);

  g_clear_handle_id (&self->pump_id, g_source_remove);
  g_clear_handle_id (&self->changed_id, g_source_remove);
  g_queue_clear_full (&self->asked, g_free);
  g_clear_object (&self->monitor);
  g_object_unref (self->cancellable);
  g_hash_table_unref (self->files);
  g_hash_table_unref (self->names);
  g_hash_table_unref (self->pictures);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_site_icons_parent_class)->finalize (object);
}

static void
exm_site_icons_class_init (ExmSiteIconsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_site_icons_finalize;
  changed_signal = g_signal_new ("changed", EXM_TYPE_SITE_ICONS, G_SIGNAL_RUN_LAST, 0,
                                 NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_site_icons_init (ExmSiteIcons *self)
{
  self->cancellable = g_cancellable_new ();
  self->folder = exm_icon_cache_dup_folder ();
  self->files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->pictures = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, picture_free);
  g_queue_init (&self->asked);
}

/* The session ends: rows may keep this a little longer. */
static void
end (gpointer data)
{
  ExmSiteIcons *self = EXM_SITE_ICONS (data);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->pump_id, g_source_remove);
  g_queue_clear_full (&self->asked, g_free);
  self->session = NULL;
  g_object_unref (self);
}

ExmSiteIcons *
exm_site_icons_get_of (ExmSession *session)
{
  ExmSiteIcons *self = g_object_get_data (G_OBJECT (session), "exm-site-icons");

  if (self != NULL)
    return self;
  self = g_object_new (EXM_TYPE_SITE_ICONS, NULL);
  self->session = session;
  g_signal_connect_object (session, "task-changed", G_CALLBACK (on_task_changed), self,
                           0);
  g_object_set_data_full (G_OBJECT (session), "exm-site-icons", self, end);
  return self;
}
