/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-network.h"

#define TEST_TYPE_NETWORK (test_network_get_type ())
G_DECLARE_FINAL_TYPE (TestNetwork, test_network, TEST, NETWORK, GObject)

struct _TestNetwork
{
  GObject parent_instance;

  gboolean available;
};

enum
{
  PROP_AVAILABLE = 1,
  PROP_METERED,
  PROP_CONNECTIVITY,
};

static gboolean
test_network_init_initable (GInitable *initable,
                            GCancellable *cancellable,
                            GError **error)
{
  return TRUE;
}

static void
test_network_initable_init (GInitableIface *iface)
{
  iface->init = test_network_init_initable;
}

/* Everything else is as GLib has it. */
static void
test_network_monitor_init (GNetworkMonitorInterface *iface)
{
}

G_DEFINE_FINAL_TYPE_WITH_CODE (TestNetwork,
                               test_network,
                               G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_INITABLE,
                                                      test_network_initable_init)
                                   G_IMPLEMENT_INTERFACE (G_TYPE_NETWORK_MONITOR,
                                                          test_network_monitor_init))

static void
test_network_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  TestNetwork *self = TEST_NETWORK (object);

  if (id == PROP_AVAILABLE)
    g_value_set_boolean (value, self->available);
  else if (id == PROP_METERED)
    g_value_set_boolean (value, FALSE);
  else
    g_value_set_enum (value, self->available ? G_NETWORK_CONNECTIVITY_FULL
                                             : G_NETWORK_CONNECTIVITY_LOCAL);
}

static void
test_network_class_init (TestNetworkClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = test_network_get_property;
  g_object_class_override_property (object_class, PROP_AVAILABLE, "network-available");
  g_object_class_override_property (object_class, PROP_METERED, "network-metered");
  g_object_class_override_property (object_class, PROP_CONNECTIVITY, "connectivity");
}

static void
test_network_init (TestNetwork *self)
{
  self->available = TRUE;
}

void
test_network_install (void)
{
  g_io_extension_point_register (G_NETWORK_MONITOR_EXTENSION_POINT_NAME);
  g_io_extension_point_implement (G_NETWORK_MONITOR_EXTENSION_POINT_NAME,
                                  TEST_TYPE_NETWORK, "test", G_MAXINT);
  g_setenv ("GIO_USE_NETWORK_MONITOR", "test", TRUE);
  g_assert_true (TEST_IS_NETWORK (g_network_monitor_get_default ()));
  /* Processes that are started from here do not know it. */
  g_setenv ("GIO_USE_NETWORK_MONITOR", "base", TRUE);
}

void
test_network_set_available (gboolean available)
{
  GNetworkMonitor *monitor = g_network_monitor_get_default ();

  TEST_NETWORK (monitor)->available = available;
  g_object_notify (G_OBJECT (monitor), "network-available");
  g_signal_emit_by_name (monitor, "network-changed", available);
}
