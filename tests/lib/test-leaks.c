/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Leaks of libsoup 3.2.3, whose server keeps its listeners' addresses and the sockets
 * that it accepted. What these two functions allocate is not looked for, so that the leak
 * sanitizer needs no stacks through libsoup, which make each allocation slow. They take
 * the place of the libraries' own in a program that is linked with this file. */

#include <dlfcn.h>
#include <libsoup/soup.h>
#include <sanitizer/lsan_interface.h>

typedef GSocket *(*Accept) (GSocket *, GCancellable *, GError **);
typedef gboolean (*Listen) (SoupServer *, guint, SoupServerListenOptions, GError **);

GSocket *
g_socket_accept (GSocket *socket, GCancellable *cancellable, GError **error)
{
  Accept accept = (Accept) dlsym (RTLD_NEXT, "g_socket_accept");

  __lsan_disable ();
  GSocket *accepted = accept (socket, cancellable, error);
  __lsan_enable ();
  return accepted;
}

gboolean
soup_server_listen_local (SoupServer *server,
                          guint port,
                          SoupServerListenOptions options,
                          GError **error)
{
  Listen listen = (Listen) dlsym (RTLD_NEXT, "soup_server_listen_local");

  __lsan_disable ();
  gboolean listens = listen (server, port, options, error);
  __lsan_enable ();
  return listens;
}
