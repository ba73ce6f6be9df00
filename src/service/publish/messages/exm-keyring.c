/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-keyring.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Names of the Secret Service API. */
#define SERVICE "org.freedesktop.secrets"
#define ROOT "/org/freedesktop/secrets"
#define IFACE "org.freedesktop.Secret."
#define IS_LOCKED IFACE "Error.IsLocked"
#define NO_OBJECT IFACE "Error.NoSuchObject"

/* The longest that a whole question takes. */
#define TIMEOUT_USEC (5 * G_TIME_SPAN_SECOND)

/* The largest secret that is taken for one of ours. */
#define MAX_BYTES (64u * 1024u)

/* Attributes of our secrets, by which they are found. */
#define SCHEMA EXM_APP_ID ".Connection"

EXM_DEFINE_SAID_ERROR (exm - keyring - error, exm_keyring_error)

/* A talk with the service, over a connection of its own: another thread's end is not its
 * end. */
typedef struct
{
  GDBusConnection *bus;      /* (owned) (nullable) */
  char *session;             /* (owned) (nullable) */
  GCancellable *cancellable; /* (unowned) (nullable) */
  gint64 end_usec;
} Talk;

/* Ends the session with it: the service drops those of who has left. */
static void
talk_clear (Talk *self)
{
  if (self->bus != NULL)
    g_dbus_connection_close_sync (self->bus, NULL, NULL);
  g_clear_object (&self->bus);
  g_free (self->session);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Talk, talk_clear)

/* @format: of the name of an error, which is no secret as its words may be */
static const struct
{
  const char *format;
} failures[] = {
  [EXM_KEYRING_ERROR_ABSENT] = { N_ ("No keyring answers in this session (%s): log in to "
                                     "the desktop whose keyring it is.") },
  [EXM_KEYRING_ERROR_LOCKED] = { N_ ("The keyring is locked (%s): unlock it.") },
  [EXM_KEYRING_ERROR_DENIED] = { N_ ("The keyring does not let this program in (%s).") },
  [EXM_KEYRING_ERROR_LOST] = { N_ ("The keyring gave no answer (%s).") },
  [EXM_KEYRING_ERROR_MISSING]
  = { N_ ("The keyring has it no longer (%s): enter the connection anew.") },
  [EXM_KEYRING_ERROR_WRONG]
  = { N_ ("What the keyring has was not written by this program "
          "(%s): enter the connection anew.") },
  [EXM_KEYRING_ERROR_FAILED] = { N_ ("The keyring refuses (%s).") },
};

/* The formats are those of the table above. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"

/* @why: a word of ours, or the name of an error */
static gboolean
fail (ExmKeyringError code, const char *why, GError **error)
{
  exm_said_set_error (error, EXM_KEYRING_ERROR, (int) code, failures[code].format, why);
  return FALSE;
}

#pragma GCC diagnostic pop

static ExmKeyringError
find_code (const GError *cause, const char *name)
{
  static const struct
  {
    GDBusError number;
    ExmKeyringError code;
  } codes[] = {
    { G_DBUS_ERROR_SERVICE_UNKNOWN, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_NAME_HAS_NO_OWNER, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_SPAWN_FAILED, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_SPAWN_CHILD_EXITED, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_SPAWN_EXEC_FAILED, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND, EXM_KEYRING_ERROR_ABSENT },
    { G_DBUS_ERROR_ACCESS_DENIED, EXM_KEYRING_ERROR_DENIED },
    { G_DBUS_ERROR_AUTH_FAILED, EXM_KEYRING_ERROR_DENIED },
    { G_DBUS_ERROR_NO_REPLY, EXM_KEYRING_ERROR_LOST },
    { G_DBUS_ERROR_TIMEOUT, EXM_KEYRING_ERROR_LOST },
    { G_DBUS_ERROR_TIMED_OUT, EXM_KEYRING_ERROR_LOST },
    { G_DBUS_ERROR_DISCONNECTED, EXM_KEYRING_ERROR_LOST },
    { G_DBUS_ERROR_UNKNOWN_OBJECT, EXM_KEYRING_ERROR_MISSING },
  };

  if (g_strcmp0 (name, IS_LOCKED) == 0)
    return EXM_KEYRING_ERROR_LOCKED;
  if (g_strcmp0 (name, NO_OBJECT) == 0)
    return EXM_KEYRING_ERROR_MISSING;
  for (gsize i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (cause, G_DBUS_ERROR, (int) codes[i].number))
      return codes[i].code;
  return cause->domain == G_IO_ERROR && cause->code != G_IO_ERROR_DBUS_ERROR
                 && cause->code != G_IO_ERROR_INVALID_ARGUMENT
             ? EXM_KEYRING_ERROR_LOST
             : EXM_KEYRING_ERROR_FAILED;
}

/* Returns: (transfer full) (nullable): the answer */
static GVariant *
call (const Talk *self,
      const char *path,
      const char *interface,
      const char *method,
      GVariant *parameters,
      const char *type,
      GError **error)
{
  g_autoptr (GError) cause = NULL;
  gint64 left_usec = self->end_usec - g_get_monotonic_time ();
  GVariant *answer = g_dbus_connection_call_sync (
      self->bus, SERVICE, path, interface, method, parameters, G_VARIANT_TYPE (type),
      G_DBUS_CALL_FLAGS_NONE, (int) MAX (left_usec / G_TIME_SPAN_MILLISECOND, 1),
      self->cancellable, &cause);

  if (answer != NULL)
    return answer;
  g_autofree char *name = g_dbus_error_get_remote_error (cause);
  fail (find_code (cause, name), name != NULL ? name : method, error);
  return NULL;
}

/* The bus that the session has: none is ever started, which GDBus would do on a screen.
 */
static char *
find_bus (void)
{
  const char *told = g_getenv ("DBUS_SESSION_BUS_ADDRESS");
  g_autofree char *usual = g_build_filename (g_get_user_runtime_dir (), "bus", NULL);

  if (told != NULL && *told != '\0')
    return g_strdup (told);
  if (!g_file_test (usual, G_FILE_TEST_EXISTS))
    return NULL;
  g_autofree char *escaped = g_dbus_address_escape_value (usual);
  return g_strconcat ("unix:path=", escaped, NULL);
}

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static gboolean
on_late (gpointer limit)
{
  g_cancellable_cancel (limit);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *cancellable, gpointer limit)
{
  g_cancellable_cancel (limit);
}

/* A bus may take a connection, and say nothing. Returns: (transfer full) (nullable) */
static GDBusConnection *
connect_to (const char *address, GCancellable *cancellable)
{
  g_autoptr (GMainContext) context = g_main_context_new ();
  g_autoptr (GCancellable) limit = g_cancellable_new ();
  g_autoptr (GSource) timer
      = g_timeout_source_new (TIMEOUT_USEC / G_TIME_SPAN_MILLISECOND);
  g_autoptr (GAsyncResult) result = NULL;
  gulong id = cancellable != NULL
                  ? g_cancellable_connect (cancellable, G_CALLBACK (on_cancelled),
                                           g_object_ref (limit), g_object_unref)
                  : 0;

  g_source_set_callback (timer, on_late, limit, NULL);
  g_source_attach (timer, context);
  g_main_context_push_thread_default (context);
  g_dbus_connection_new_for_address (address,
                                     G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
                                         | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                     NULL, limit, on_connected, &result);
  while (result == NULL)
    g_main_context_iteration (context, TRUE);
  g_main_context_pop_thread_default (context);
  g_source_destroy (timer);
  if (id != 0)
    g_cancellable_disconnect (cancellable, id);
  return g_dbus_connection_new_for_address_finish (result, NULL);
}

static gboolean
begin (Talk *self, GCancellable *cancellable, GError **error)
{
  g_autofree char *address = find_bus ();

  self->cancellable = cancellable;
  self->end_usec = g_get_monotonic_time () + TIMEOUT_USEC;
  if (address == NULL)
    return fail (EXM_KEYRING_ERROR_ABSENT, "D-Bus", error);
  self->bus = connect_to (address, cancellable);
  if (self->bus == NULL)
    return fail (EXM_KEYRING_ERROR_ABSENT, "D-Bus", error);
  /* Programs of this user alone hear what is said on the bus. */
  g_autoptr (GVariant) answer
      = call (self, ROOT, IFACE "Service", "OpenSession",
              g_variant_new ("(sv)", "plain", g_variant_new_string ("")), "(vo)", error);
  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(vo)", NULL, &self->session);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the default collection */
static char *
find_collection (const Talk *self, GError **error)
{
  g_autofree char *path = NULL;
  g_autoptr (GVariant) answer = call (self, ROOT, IFACE "Service", "ReadAlias",
                                      g_variant_new ("(s)", "default"), "(o)", error);

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(o)", &path);
  if (strcmp (path, "/") != 0)
    return g_steal_pointer (&path);
  fail (EXM_KEYRING_ERROR_ABSENT, "ReadAlias", error);
  return NULL;
}

/* Whether it is there and unlocked. */
static gboolean
check_open (const Talk *self, const char *collection, GError **error)
{
  g_autoptr (GVariant) value = NULL;
  g_autoptr (GVariant) answer
      = call (self, collection, "org.freedesktop.DBus.Properties", "Get",
              g_variant_new ("(ss)", IFACE "Collection", "Locked"), "(v)", error);

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(v)", &value);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_BOOLEAN)
      && !g_variant_get_boolean (value))
    return TRUE;
  return fail (EXM_KEYRING_ERROR_LOCKED, "Locked", error);
}

static GVariant *
make_attributes (const char *id)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a{ss}"));

  g_variant_builder_add (&builder, "{ss}", "xdg:schema", SCHEMA);
  g_variant_builder_add (&builder, "{ss}", "connection", id);
  return g_variant_builder_end (&builder);
}

/* A service that wants to ask a person something is told not to. */
static gboolean
dismiss (const Talk *self, const char *prompt, GError **error)
{
  g_autoptr (GVariant) answer = NULL;

  if (strcmp (prompt, "/") == 0)
    return TRUE;
  answer = call (self, prompt, IFACE "Prompt", "Dismiss", NULL, "()", NULL);
  return fail (EXM_KEYRING_ERROR_LOCKED, "Prompt", error);
}

/* Looks for what lies under @id. @items: (out) (transfer full): paths, which may be none
 */
static gboolean
search (const Talk *self, const char *id, GStrv *items, GError **error)
{
  g_auto (GStrv) open = NULL;
  g_auto (GStrv) locked = NULL;
  g_autoptr (GVariant) answer
      = call (self, ROOT, IFACE "Service", "SearchItems",
              g_variant_new ("(@a{ss})", make_attributes (id)), "(aoao)", error);

  if (answer == NULL)
    return FALSE;
  g_variant_get (answer, "(^ao^ao)", &open, &locked);
  if (open[0] == NULL && locked[0] != NULL)
    return fail (EXM_KEYRING_ERROR_LOCKED, "Locked", error);
  /* Some show nothing of what is locked. */
  g_autofree char *collection = open[0] == NULL ? find_collection (self, error) : NULL;
  if (open[0] == NULL && (collection == NULL || !check_open (self, collection, error)))
    return FALSE;
  *items = g_steal_pointer (&open);
  return TRUE;
}

/* Returns: (transfer full) (nullable): the secret of an item */
static char *
read_item (const Talk *self, const char *item, GError **error)
{
  g_autoptr (GVariant) bytes = NULL;
  gsize n_bytes = 0;
  g_autoptr (GVariant) answer
      = call (self, item, IFACE "Item", "GetSecret", g_variant_new ("(o)", self->session),
              "((oayays))", error);

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "((o@ay@ays))", NULL, NULL, &bytes, NULL);
  const char *text = g_variant_get_fixed_array (bytes, &n_bytes, 1);
  if (n_bytes > 0 && n_bytes <= MAX_BYTES && g_utf8_validate_len (text, n_bytes, NULL))
    return g_strndup (text, n_bytes);
  fail (EXM_KEYRING_ERROR_WRONG, "GetSecret", error);
  return NULL;
}

static GVariant *
make_properties (const char *id, const char *label)
{
  GVariantBuilder builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE_VARDICT);

  g_variant_builder_add (&builder, "{sv}", IFACE "Item.Label",
                         g_variant_new_string (label));
  g_variant_builder_add (&builder, "{sv}", IFACE "Item.Attributes", make_attributes (id));
  return g_variant_builder_end (&builder);
}

/* Returns: (transfer full) (nullable): the new item */
static char *
create_item (const Talk *self,
             const char *collection,
             const char *id,
             const char *label,
             const char *text,
             GError **error)
{
  g_autofree char *item = NULL;
  g_autofree char *prompt = NULL;
  GVariant *none = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "", 0, 1);
  GVariant *bytes
      = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, text, strlen (text), 1);
  g_autoptr (GVariant) answer = call (
      self, collection, IFACE "Collection", "CreateItem",
      g_variant_new ("(@a{sv}(o@ay@ays)b)", make_properties (id, label), self->session,
                     none, bytes, "text/plain; charset=utf8", TRUE),
      "(oo)", error);

  if (answer == NULL)
    return NULL;
  g_variant_get (answer, "(oo)", &item, &prompt);
  if (strcmp (item, "/") != 0)
    return g_steal_pointer (&item);
  if (dismiss (self, prompt, error))
    fail (EXM_KEYRING_ERROR_FAILED, "CreateItem", error);
  return NULL;
}

gboolean
exm_keyring_store (const char *id,
                   const char *label,
                   const char *text,
                   GCancellable *cancellable,
                   GError **error)
{
  g_auto (Talk) talk = { 0 };

  if (!begin (&talk, cancellable, error))
    return FALSE;
  g_autofree char *collection = find_collection (&talk, error);
  if (collection == NULL || !check_open (&talk, collection, error))
    return FALSE;
  g_autofree char *item = create_item (&talk, collection, id, label, text, error);
  g_autofree char *read = item != NULL ? read_item (&talk, item, error) : NULL;
  if (read == NULL)
    return FALSE;
  return strcmp (read, text) == 0 || fail (EXM_KEYRING_ERROR_WRONG, "CreateItem", error);
}

char *
exm_keyring_load (const char *id, GCancellable *cancellable, GError **error)
{
  g_auto (Talk) talk = { 0 };
  g_auto (GStrv) items = NULL;

  if (!begin (&talk, cancellable, error) || !search (&talk, id, &items, error))
    return NULL;
  if (items[0] != NULL)
    return read_item (&talk, items[0], error);
  fail (EXM_KEYRING_ERROR_MISSING, "SearchItems", error);
  return NULL;
}

gboolean
exm_keyring_remove (const char *id, GCancellable *cancellable, GError **error)
{
  g_auto (Talk) talk = { 0 };
  g_auto (GStrv) items = NULL;

  if (!begin (&talk, cancellable, error) || !search (&talk, id, &items, error))
    return FALSE;
  for (guint i = 0; items[i] != NULL; i++)
    {
      g_autofree char *prompt = NULL;
      g_autoptr (GVariant) answer
          = call (&talk, items[i], IFACE "Item", "Delete", NULL, "(o)", error);
      if (answer == NULL)
        return FALSE;
      g_variant_get (answer, "(o)", &prompt);
      if (!dismiss (&talk, prompt, error))
        return FALSE;
    }
  return TRUE;
}
