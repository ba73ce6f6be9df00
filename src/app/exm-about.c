/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "exm-about.h"

#include <glib/gi18n-lib.h>

/* The window alone takes most of a frame. */
static gboolean
add_credits (gpointer data)
{
  AdwAboutWindow *about = data;
  const char *patent[]
      = { "CN103699591 A, Hunan University (2014)",
          N_ ("Forward and backward similarity, turning points; its legal status was not "
              "checked"),
          NULL };
  const char *papers[]
      = { "G. Myers (J. ACM 46, 1999)", "H. Hyyrö (Nordic J. Computing 10, 2003)",
          "N. Otsu (IEEE Trans. SMC 9, 1979)", NULL };

  patent[1] = _ (patent[1]);
  adw_about_window_set_license_type (about, GTK_LICENSE_GPL_3_0);
  /* translators: your name, and perhaps an address; shown in About */
  adw_about_window_set_translator_credits (about, _ ("translator-credits"));
  adw_about_window_add_credit_section (
      about, _ ("The method follows a patent publication"), patent);
  adw_about_window_add_credit_section (about, _ ("Papers"), papers);
  return G_SOURCE_REMOVE;
}

GtkWindow *
exm_about_new (GtkWindow *parent)
{
  GtkWidget *about = adw_about_window_new ();

  g_object_set (about, "transient-for", parent, "modal", TRUE, "application-name",
                "Exemplar", "application-icon", EXM_APP_ID, "version", EXM_VERSION,
                "developer-name", _ ("The Exemplar authors"), "copyright",
                "© 2026 The Exemplar authors", "comments",
                _ ("Takes the article out of a web page by comparing it with another "
                   "page of the same site."),
                NULL);
  g_idle_add_full (G_PRIORITY_DEFAULT, add_credits, g_object_ref (about), g_object_unref);
  return GTK_WINDOW (about);
}
