/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Program as a screen reader has it: the tree of accessible objects, read over the
 * accessibility bus (AT-SPI). The program that is run needs GTK_A11Y=atspi, and a
 * session bus that starts org.a11y.Bus. */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* States, by their numbers in AT-SPI. */
typedef enum
{
  TEST_A11Y_CHECKED = 4,
  TEST_A11Y_EXPANDED = 10,
  TEST_A11Y_FOCUSABLE = 11,
  TEST_A11Y_FOCUSED = 12,
  TEST_A11Y_PRESSED = 20,
  TEST_A11Y_SELECTED = 23,
} TestA11yState;

typedef struct _TestA11yNode TestA11yNode;

struct _TestA11yNode
{
  char *role;        /* (owned): as "push button" */
  char *name;        /* (owned) */
  char *description; /* (owned) */
  guint64 states;    /* a bit a #TestA11yState */
  gboolean has_size; /* whether it has been laid out; of what can have the focus */
  gboolean has_value;
  double value, minimum, maximum; /* where it has one */
  TestA11yNode *parent;           /* (unowned) (nullable) */
  GPtrArray *children;            /* (owned) (element-type TestA11yNode) */
};

/**
 * test_a11y_read:
 *
 * Asks for all objects of this program, one by one, while the main loop turns. Fails the
 * test where there is no accessibility bus, or where the program is not on it.
 *
 * Returns: (transfer full): the program, whose children are its windows
 */
TestA11yNode *test_a11y_read (void);

void test_a11y_node_free (TestA11yNode *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TestA11yNode, test_a11y_node_free)

gboolean test_a11y_has_state (const TestA11yNode *self, TestA11yState state);

/* Returns: (transfer none) (nullable): the first one with that role whose name begins
 * with
 *   @name, where it is not %NULL; GTK 4.8 does not tell which ones are seen */
const TestA11yNode *
test_a11y_find (const TestA11yNode *root, const char *role, const char *name);

/* Returns: how many of that role there are below @root, itself included */
guint test_a11y_count (const TestA11yNode *root, const char *role);

/* Returns: (transfer full): the tree in lines, indented, for people */
char *test_a11y_describe (const TestA11yNode *root);

G_END_DECLS
