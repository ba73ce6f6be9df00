/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Messages that an article went out as: a line each, with what became of it and a button
 * that sends it again. Nothing is shown of an article without any. */

#pragma once

#include "app/session/exm-session.h"

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define EXM_TYPE_DELIVERY_LIST (exm_delivery_list_get_type ())
G_DECLARE_FINAL_TYPE (ExmDeliveryList, exm_delivery_list, EXM, DELIVERY_LIST, GtkBox)

/* @id: of an article, whose messages are read and shown from now on */
void exm_delivery_list_show (ExmDeliveryList *self, ExmSession *session, gint64 id);

G_END_DECLS
