/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names that screen readers say, where GTK 4.8 has none or says it twice. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * exm_spoken_names_install:
 *
 * From now on, what is shown gets the names that GTK 4.8 does not give it: a row of a
 * list view goes by the words in it (of later GTK, gtk_list_item_set_accessible_label()
 * would do), the button and the list of a drop-down list by the drop-down list's name, a
 * menu button by its words; and a button with a mnemonic is not called “_Retry Retry”.
 * Words that change are said as they are when they are asked for. Main thread; once.
 */
void exm_spoken_names_install (void);

G_END_DECLS
