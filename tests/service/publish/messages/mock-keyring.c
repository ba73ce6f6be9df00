/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* mock-keyring FOLDER: the secret service, as far as it is asked, on the session bus. It
 * keeps its items in FOLDER/items and behaves as FOLDER/mode says, which is read at each
 * call: locked, hidden (locked, and shows nothing), empty (no default collection),
 * denied, prompt, wrong (secrets of others), changed (it stores another secret), or
 * hang-METHOD and die-METHOD. FOLDER/calls gets the name of each call. */

#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ROOT "/org/freedesktop/secrets"
#define COLLECTION ROOT "/collection/login"
#define IFACE "org.freedesktop.Secret."

static const char *folder;

static char *
read_file (const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  char *text = NULL;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return g_strdup ("");
  return g_strstrip (text);
}

static GKeyFile *
load_items (void)
{
  GKeyFile *items = g_key_file_new ();
  g_autofree char *path = g_build_filename (folder, "items", NULL);

  g_key_file_load_from_file (items, path, G_KEY_FILE_NONE, NULL);
  return items;
}

static void
save_items (GKeyFile *items)
{
  g_autofree char *path = g_build_filename (folder, "items", NULL);

  g_assert_true (g_key_file_save_to_file (items, path, NULL));
}

static void
note (const char *method)
{
  g_autofree char *path = g_build_filename (folder, "calls", NULL);
  g_autofree char *before = read_file ("calls");
  g_autofree char *after = g_strconcat (before, "\n", method, "\n", NULL);

  g_assert_true (g_file_set_contents (path, after, -1, NULL));
}

static GVariant *
search (GVariant *body, const char *mode)
{
  g_autoptr (GKeyFile) items = load_items ();
  g_autoptr (GVariant) attributes = g_variant_get_child_value (body, 0);
  g_auto (GStrv) groups = g_key_file_get_groups (items, NULL);
  gboolean locked = strcmp (mode, "locked") == 0;
  const char *wanted = NULL;
  GVariantBuilder open, closed;

  g_variant_builder_init (&open, G_VARIANT_TYPE ("ao"));
  g_variant_builder_init (&closed, G_VARIANT_TYPE ("ao"));
  g_variant_lookup (attributes, "connection", "&s", &wanted);
  for (guint i = 0;
       groups[i] != NULL && strcmp (mode, "hidden") != 0 && strcmp (mode, "empty") != 0;
       i++)
    {
      g_autofree char *id = g_key_file_get_string (items, groups[i], "connection", NULL);
      g_autofree char *path = g_strconcat (COLLECTION "/", groups[i], NULL);
      if (g_strcmp0 (id, wanted) == 0)
        g_variant_builder_add (locked ? &closed : &open, "o", path);
    }
  return g_variant_new ("(aoao)", &open, &closed);
}

/* As the standard has it: an item of the same attributes is replaced. */
static GVariant *
create (GVariant *body, const char *mode)
{
  g_autoptr (GKeyFile) items = load_items ();
  g_autoptr (GVariant) properties = NULL;
  g_autoptr (GVariant) bytes = NULL;
  g_autoptr (GVariant) attributes = NULL;
  g_autofree char *label = NULL;
  const char *id = NULL, *schema = NULL;

  if (strcmp (mode, "prompt") == 0)
    return g_variant_new ("(oo)", "/", ROOT "/prompt/1");
  g_variant_get (body, "(@a{sv}(o@ay@ays)b)", &properties, NULL, NULL, &bytes, NULL,
                 NULL);
  g_assert_true (g_variant_lookup (properties, IFACE "Item.Label", "s", &label));
  attributes = g_variant_lookup_value (properties, IFACE "Item.Attributes",
                                       G_VARIANT_TYPE ("a{ss}"));
  g_assert_true (g_variant_lookup (attributes, "connection", "&s", &id));
  g_assert_true (g_variant_lookup (attributes, "xdg:schema", "&s", &schema));
  g_autofree char *group = g_compute_checksum_for_string (G_CHECKSUM_MD5, id, -1);
  g_autofree char *path = g_strconcat (COLLECTION "/", group, NULL);
  g_autofree char *secret
      = g_strndup (g_variant_get_data (bytes), g_variant_get_size (bytes));
  g_key_file_set_string (items, group, "connection", id);
  g_key_file_set_string (items, group, "schema", schema);
  g_key_file_set_string (items, group, "label", label);
  g_key_file_set_string (items, group, "secret",
                         strcmp (mode, "changed") == 0 ? "other" : secret);
  save_items (items);
  return g_variant_new ("(oo)", path, "/");
}

static GVariant *
get_secret (const char *path, GVariant *body, const char *mode)
{
  g_autoptr (GKeyFile) items = load_items ();
  const char *session = NULL;
  g_autofree char *secret
      = g_key_file_get_string (items, strrchr (path, '/') + 1, "secret", NULL);

  if (secret == NULL)
    return NULL;
  g_variant_get (body, "(&o)", &session);
  const char *shown = strcmp (mode, "wrong") == 0 ? "\xff\xfe nothing of ours" : secret;
  GVariant *none = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, "", 0, 1);
  GVariant *bytes
      = g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, shown, strlen (shown), 1);
  return g_variant_new ("((o@ay@ays))", session, none, bytes, "text/plain");
}

static GVariant *
delete_item (const char *path)
{
  g_autoptr (GKeyFile) items = load_items ();

  if (!g_key_file_remove_group (items, strrchr (path, '/') + 1, NULL))
    return NULL;
  save_items (items);
  return g_variant_new ("(o)", "/");
}

/* Returns: (transfer full) (nullable): the answer */
static GVariant *
answer (const char *method, const char *path, GVariant *body, const char *mode)
{
  gboolean locked = strcmp (mode, "locked") == 0 || strcmp (mode, "hidden") == 0;

  if (strcmp (method, "OpenSession") == 0)
    return g_variant_new ("(vo)", g_variant_new_string (""), ROOT "/session/1");
  if (strcmp (method, "ReadAlias") == 0)
    return g_variant_new ("(o)", strcmp (mode, "empty") == 0 ? "/" : COLLECTION);
  if (strcmp (method, "Get") == 0)
    return g_variant_new ("(v)", g_variant_new_boolean (locked));
  if (strcmp (method, "Dismiss") == 0)
    return g_variant_new ("()");
  if (strcmp (method, "SearchItems") == 0)
    return search (body, mode);
  if (strcmp (method, "CreateItem") == 0)
    return create (body, mode);
  if (strcmp (method, "GetSecret") == 0)
    return get_secret (path, body, mode);
  return strcmp (method, "Delete") == 0 ? delete_item (path) : NULL;
}

static GDBusMessage *
on_message (GDBusConnection *bus, GDBusMessage *message, gboolean incoming, gpointer data)
{
  const char *method = g_dbus_message_get_member (message);
  const char *path = g_dbus_message_get_path (message);
  g_autofree char *mode = NULL;
  g_autoptr (GDBusMessage) reply = NULL;

  if (!incoming || path == NULL || !g_str_has_prefix (path, ROOT)
      || g_dbus_message_get_message_type (message) != G_DBUS_MESSAGE_TYPE_METHOD_CALL)
    return message;
  mode = read_file ("mode");
  note (method);
  if (g_str_has_prefix (mode, "die-") && strcmp (mode + 4, method) == 0)
    _exit (1);
  if (!g_str_has_prefix (mode, "hang-") || strcmp (mode + 5, method) != 0)
    {
      GVariant *body
          = strcmp (mode, "denied") == 0
                ? NULL
                : answer (method, path, g_dbus_message_get_body (message), mode);
      reply = strcmp (mode, "denied") == 0 ? g_dbus_message_new_method_error_literal (
                  message, "org.freedesktop.DBus.Error.AccessDenied", "not you")
              : body == NULL ? g_dbus_message_new_method_error_literal (
                    message, IFACE "Error.NoSuchObject", "nothing here")
                             : g_dbus_message_new_method_reply (message);
      if (body != NULL)
        g_dbus_message_set_body (reply, body);
      g_assert_true (g_dbus_connection_send_message (
          bus, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, NULL, NULL));
    }
  g_object_unref (message);
  return NULL;
}

static void
on_lost (GDBusConnection *bus, const char *name, gpointer data)
{
  exit (0);
}

int
main (int argc, char **argv)
{
  g_autoptr (GDBusConnection) bus = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (argc, ==, 2);
  folder = argv[1];
  bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_assert_no_error (error);
  g_dbus_connection_add_filter (bus, on_message, NULL, NULL);
  g_bus_own_name_on_connection (bus, "org.freedesktop.secrets",
                                G_BUS_NAME_OWNER_FLAGS_NONE, NULL, on_lost, NULL, NULL);
  g_main_loop_run (loop);
  return 0;
}
