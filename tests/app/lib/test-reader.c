/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "test-reader.h"

#include "app/web/exm-page-script.h"
#include "app/web/exm-reader-view.h"
#include "test-gui.h"

typedef struct
{
  char *text; /* (owned) (nullable) */
  gboolean done;
} Answer;

static void
on_answered (GObject *source, GAsyncResult *result, gpointer data)
{
  Answer *answer = data;

  answer->text = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);
  answer->done = TRUE;
}

char *
test_reader_dup_text (gpointer root)
{
  GtkWidget *view = test_gui_find (root, EXM_TYPE_READER_VIEW, NULL);
  Answer answer = { 0 };

  if (view == NULL
      || exm_reader_view_get_state (EXM_READER_VIEW (view)) != EXM_READER_VIEW_LOADED)
    return NULL;
  exm_page_script_call (WEBKIT_WEB_VIEW (gtk_widget_get_first_child (view)),
                        "return document.body.innerText", NULL, NULL, on_answered,
                        &answer);
  while (!answer.done)
    g_main_context_iteration (NULL, TRUE);
  return answer.text;
}

void
test_reader_click_mark (gpointer root, guint n)
{
  GtkWidget *view = test_gui_need (root, EXM_TYPE_READER_VIEW, NULL);
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);

  g_variant_dict_insert (&arguments, "n", "u", n);
  exm_page_script_call (WEBKIT_WEB_VIEW (gtk_widget_get_first_child (view)),
                        "document.getElementsByClassName ('exemplar-why')[n].click ()",
                        g_variant_dict_end (&arguments), NULL, NULL, NULL);
}
