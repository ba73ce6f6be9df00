/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-a11y.h"

#include "test-gui.h"

#define REGISTRY "org.a11y.atspi.Registry"
#define ROOT "/org/a11y/atspi/accessible/root"
#define ACCESSIBLE "org.a11y.atspi.Accessible"
#define COMPONENT "org.a11y.atspi.Component"
#define VALUE "org.a11y.atspi.Value"
#define PROPERTIES "org.freedesktop.DBus.Properties"
/* Deeper than any tree of widgets. */
#define MAX_DEPTH 100
#define CALL_MS 30000
/* A value of ATSPI_COORD_TYPE. */
#define COORDS_OF_WINDOW 1u

typedef struct
{
  GDBusConnection *bus; /* (owned) (nullable) */
  TestA11yNode *root;   /* (owned) (nullable) */
  GError *error;        /* (owned) (nullable) */
  int done;             /* atomic */
} Reading;

static GVariant *
call (GDBusConnection *bus,
      const char *name,
      const char *path,
      const char *interface,
      const char *method,
      GVariant *parameters,
      GError **error)
{
  return g_dbus_connection_call_sync (bus, name, path, interface, method, parameters,
                                      NULL, G_DBUS_CALL_FLAGS_NONE, CALL_MS, NULL, error);
}

static GDBusConnection *
connect_to_bus (GError **error)
{
  g_autoptr (GDBusConnection) session = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, error);

  if (session == NULL)
    return NULL;
  g_autoptr (GVariant) answer = call (session, "org.a11y.Bus", "/org/a11y/bus",
                                      "org.a11y.Bus", "GetAddress", NULL, error);
  if (answer == NULL)
    return NULL;
  const char *address;
  g_variant_get (answer, "(&s)", &address);
  return g_dbus_connection_new_for_address_sync (
      address,
      G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT
          | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
      NULL, NULL, error);
}

void
test_a11y_node_free (TestA11yNode *self)
{
  g_free (self->role);
  g_free (self->name);
  g_free (self->description);
  g_ptr_array_unref (self->children);
  g_free (self);
}

static char *
dup_property (GVariant *all, const char *name)
{
  const char *value = "";

  g_variant_lookup (all, name, "&s", &value);
  return g_strdup (value);
}

/* Whether the answer came; one that went away meanwhile is none. */
static gboolean
read_words (TestA11yNode *self, GDBusConnection *bus, const char *name, const char *path)
{
  g_autoptr (GVariant) words
      = call (bus, name, path, PROPERTIES, "GetAll", g_variant_new ("(s)", ACCESSIBLE),
              NULL),
      role = call (bus, name, path, ACCESSIBLE, "GetRoleName", NULL, NULL),
      states = call (bus, name, path, ACCESSIBLE, "GetState", NULL, NULL);

  if (words == NULL || role == NULL || states == NULL)
    return FALSE;
  g_autoptr (GVariant) all = g_variant_get_child_value (words, 0),
                       bits = g_variant_get_child_value (states, 0);
  guint32 low = 0, high = 0;
  g_variant_get_child (bits, 0, "u", &low);
  g_variant_get_child (bits, 1, "u", &high);
  self->states = low | (guint64) high << 32;
  g_variant_get (role, "(s)", &self->role);
  self->name = dup_property (all, "Name");
  self->description = dup_property (all, "Description");
  return TRUE;
}

static void
read_size (TestA11yNode *self, GDBusConnection *bus, const char *name, const char *path)
{
  int x, y, width = 0, height = 0;
  g_autoptr (GVariant) extents = call (bus, name, path, COMPONENT, "GetExtents",
                                       g_variant_new ("(u)", COORDS_OF_WINDOW), NULL);

  if (extents != NULL)
    g_variant_get (extents, "((iiii))", &x, &y, &width, &height);
  self->has_size = width > 0 && height > 0;
}

static void
read_value (TestA11yNode *self, GDBusConnection *bus, const char *name, const char *path)
{
  g_autoptr (GVariant) interfaces
      = call (bus, name, path, ACCESSIBLE, "GetInterfaces", NULL, NULL);
  g_autofree const char **list = NULL;

  if (interfaces == NULL)
    return;
  g_variant_get (interfaces, "(^a&s)", &list);
  if (!g_strv_contains (list, VALUE))
    return;
  g_autoptr (GVariant) answer
      = call (bus, name, path, PROPERTIES, "GetAll", g_variant_new ("(s)", VALUE), NULL);
  g_autoptr (GVariant) all
      = answer != NULL ? g_variant_get_child_value (answer, 0) : NULL;
  self->has_value = all != NULL
                    && g_variant_lookup (all, "CurrentValue", "d", &self->value)
                    && g_variant_lookup (all, "MinimumValue", "d", &self->minimum)
                    && g_variant_lookup (all, "MaximumValue", "d", &self->maximum);
}

/* Returns: (transfer full) (nullable): %NULL if it is not there any more */
static TestA11yNode *
read_node (GDBusConnection *bus,
           const char *name,
           const char *path,
           TestA11yNode *parent,
           guint depth)
{
  g_autoptr (TestA11yNode) self = g_new0 (TestA11yNode, 1);
  g_autoptr (GVariantIter) iter = NULL;
  const char *child_name, *child_path;

  self->parent = parent;
  self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) test_a11y_node_free);
  if (!read_words (self, bus, name, path))
    return NULL;
  read_value (self, bus, name, path);
  if (test_a11y_has_state (self, TEST_A11Y_FOCUSABLE))
    read_size (self, bus, name, path);
  g_autoptr (GVariant) children
      = call (bus, name, path, ACCESSIBLE, "GetChildren", NULL, NULL);
  if (children == NULL || depth >= MAX_DEPTH)
    return g_steal_pointer (&self);
  g_variant_get (children, "(a(so))", &iter);
  while (g_variant_iter_next (iter, "(&s&o)", &child_name, &child_path))
    {
      TestA11yNode *child = read_node (bus, child_name, child_path, self, depth + 1);
      if (child != NULL)
        g_ptr_array_add (self->children, child);
    }
  return g_steal_pointer (&self);
}

/* The only program on the bus is this one. */
static gpointer
read_program (gpointer data)
{
  Reading *self = data;
  g_autoptr (GVariantIter) iter = NULL;
  const char *name, *path;

  self->bus = connect_to_bus (&self->error);
  g_autoptr (GVariant) programs = self->bus != NULL
                                      ? call (self->bus, REGISTRY, ROOT, ACCESSIBLE,
                                              "GetChildren", NULL, &self->error)
                                      : NULL;
  if (programs != NULL)
    {
      g_variant_get (programs, "(a(so))", &iter);
      if (g_variant_iter_next (iter, "(&s&o)", &name, &path))
        self->root = read_node (self->bus, name, path, NULL, 0);
    }
  g_atomic_int_set (&self->done, 1);
  g_main_context_wakeup (NULL);
  return NULL;
}

static gboolean
is_done (gpointer data)
{
  return g_atomic_int_get (&((Reading *) data)->done);
}

TestA11yNode *
test_a11y_read (void)
{
  Reading self = { 0 };
  GThread *thread = g_thread_new ("a11y", read_program, &self);

  test_gui_wait_until (is_done, &self, "the accessible tree");
  g_thread_join (thread);
  g_clear_object (&self.bus);
  if (self.error != NULL)
    g_error ("There is no accessibility bus: %s", self.error->message);
  if (self.root == NULL)
    g_error ("The program is not on the accessibility bus");
  return self.root;
}

gboolean
test_a11y_has_state (const TestA11yNode *self, TestA11yState state)
{
  return (self->states >> state & 1) != 0;
}

const TestA11yNode *
test_a11y_find (const TestA11yNode *root, const char *role, const char *name)
{
  if (g_str_equal (root->role, role)
      && (name == NULL || g_str_has_prefix (root->name, name)))
    return root;
  for (guint i = 0; i < root->children->len; i++)
    {
      const TestA11yNode *found
          = test_a11y_find (g_ptr_array_index (root->children, i), role, name);
      if (found != NULL)
        return found;
    }
  return NULL;
}

guint
test_a11y_count (const TestA11yNode *root, const char *role)
{
  guint n = g_str_equal (root->role, role);

  for (guint i = 0; i < root->children->len; i++)
    n += test_a11y_count (g_ptr_array_index (root->children, i), role);
  return n;
}

static void
append (GString *text, const TestA11yNode *node, guint depth)
{
  static const struct
  {
    TestA11yState state;
    const char *name;
  } states[] = {
    { TEST_A11Y_CHECKED, "checked" },     { TEST_A11Y_EXPANDED, "expanded" },
    { TEST_A11Y_FOCUSABLE, "focusable" }, { TEST_A11Y_FOCUSED, "focused" },
    { TEST_A11Y_PRESSED, "pressed" },     { TEST_A11Y_SELECTED, "selected" },
  };

  g_string_append_printf (text, "%*s%s “%s”", (int) depth * 2, "", node->role,
                          node->name);
  if (*node->description != '\0')
    g_string_append_printf (text, " (%s)", node->description);
  if (node->has_value)
    g_string_append_printf (text, " %g of %g..%g", node->value, node->minimum,
                            node->maximum);
  if (node->has_size)
    g_string_append (text, " sized");
  for (gsize i = 0; i < G_N_ELEMENTS (states); i++)
    if (test_a11y_has_state (node, states[i].state))
      g_string_append_printf (text, " %s", states[i].name);
  g_string_append_c (text, '\n');
  for (guint i = 0; i < node->children->len; i++)
    append (text, g_ptr_array_index (node->children, i), depth + 1);
}

char *
test_a11y_describe (const TestA11yNode *root)
{
  GString *text = g_string_new (NULL);

  append (text, root, 0);
  return g_string_free (text, FALSE);
}
