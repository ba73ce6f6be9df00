/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-about.h"

#include "app/widgets/exm-idle-fill.h"

#include <glib/gi18n-lib.h>

/* The window alone takes most of a frame. */
static void
add_credits (GtkWindow *window, gconstpointer unused)
{
  AdwAboutWindow *about = ADW_ABOUT_WINDOW (window);
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
}

static void
add_words (GtkWindow *window, gconstpointer unused)
{
  g_object_set (window, "application-name", "Exemplar", "application-icon", EXM_APP_ID,
                "version", EXM_VERSION, "developer-name", _ ("The Exemplar authors"),
                "copyright", "© 2026 The Exemplar authors", "comments",
                _ ("Takes the article out of a web page by comparing it with another "
                   "page of the same site."),
                NULL);
}

GtkWindow *
exm_about_new (GtkWindow *parent)
{
  GtkWindow *about = GTK_WINDOW (adw_about_window_new ());

  gtk_window_set_transient_for (about, parent);
  gtk_window_set_modal (about, TRUE);
  /* Not seen, but said: the dialog has none of its own. */
  gtk_window_set_title (about, "Exemplar");
  exm_idle_fill_then (about, add_words, NULL);
  exm_idle_fill_then (about, add_credits, NULL);
  return about;
}
