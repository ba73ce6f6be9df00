/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>

typedef struct
{
  guint8 net[16];
  guint bits;
} Range;

static const Range private_ipv4[] = {
  { { 0 }, 8 },
  { { 10 }, 8 },
  { { 100, 64 }, 10 },
  { { 127 }, 8 },
  /* The platform endpoint of Azure's virtual machines: a public number, not a public
   * service. */
  { { 168, 63, 129, 16 }, 32 },
  { { 169, 254 }, 16 },
  { { 172, 16 }, 12 },
  { { 192, 0, 0 }, 24 },
  { { 192, 0, 2 }, 24 },
  { { 192, 168 }, 16 },
  { { 198, 18 }, 15 },
  { { 198, 51, 100 }, 24 },
  { { 203, 0, 113 }, 24 },
  { { 224 }, 4 },
  { { 240 }, 4 },
};

static const Range private_ipv6[] = {
  { { 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01 }, 48 },
  { { 0x01 }, 64 },
  { { 0x20, 0x01, 0x00, 0x00 }, 32 },
  { { 0x20, 0x01, 0x0d, 0xb8 }, 32 },
  { { 0xfc }, 7 },
  { { 0xfe, 0x80 }, 10 },
  { { 0xfe, 0xc0 }, 10 },
  { { 0xff }, 8 },
};

/* IPv6 ranges that carry an IPv4 address, and where. */
static const struct
{
  Range range;
  guint offset;
} embedding[] = {
  { { { 0 }, 96 }, 12 },
  { { { [10] = 0xff, [11] = 0xff }, 96 }, 12 },
  { { { 0x00, 0x64, 0xff, 0x9b }, 96 }, 12 },
  { { { 0x20, 0x02 }, 16 }, 2 },
};

static gboolean
in_range (const guint8 *address, const Range *range)
{
  guint whole = range->bits / 8;
  guint rest = range->bits % 8;

  if (memcmp (address, range->net, whole) != 0)
    return FALSE;
  return rest == 0 || ((address[whole] ^ range->net[whole]) >> (8 - rest)) == 0;
}

static gboolean
in_ranges (const guint8 *address, const Range *ranges, gsize n_ranges)
{
  for (gsize i = 0; i < n_ranges; i++)
    if (in_range (address, &ranges[i]))
      return TRUE;
  return FALSE;
}

gboolean
exm_address_is_private (GInetAddress *address)
{
  const guint8 *bytes = g_inet_address_to_bytes (address);

  if (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV4)
    return in_ranges (bytes, private_ipv4, G_N_ELEMENTS (private_ipv4));
  if (in_ranges (bytes, private_ipv6, G_N_ELEMENTS (private_ipv6)))
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (embedding); i++)
    if (in_range (bytes, &embedding[i].range)
        && in_ranges (bytes + embedding[i].offset, private_ipv4,
                      G_N_ELEMENTS (private_ipv4)))
      return TRUE;
  return FALSE;
}

gboolean
exm_socket_address_is_private (GSocketAddress *address)
{
  if (!G_IS_INET_SOCKET_ADDRESS (address))
    return TRUE;
  return exm_address_is_private (
      g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
}

/* Lower-cased ASCII, without brackets, scope and trailing dot. */
static char *
canonical_host (const char *host)
{
  g_autofree char *ascii = g_hostname_to_ascii (host);
  char *name = g_ascii_strdown (ascii != NULL ? ascii : host, -1);
  gsize length = strlen (name);

  if (name[0] == '[')
    {
      char *inner = g_strndup (name + 1, strcspn (name + 1, "%]"));
      g_free (name);
      return inner;
    }
  if (length > 1 && name[length - 1] == '.')
    name[length - 1] = '\0';
  return name;
}

GInetAddress *
exm_host_parse_ipv4 (const char *host)
{
  struct in_addr address;

  /* inet_aton() takes what follows a space for a comment. */
  if (host[strspn (host, "0123456789abcdefABCDEFxX.")] != '\0')
    return NULL;
  if (inet_aton (host, &address) == 0)
    return NULL;
  return g_inet_address_new_from_bytes ((const guint8 *) &address, G_SOCKET_FAMILY_IPV4);
}

gboolean
exm_host_is_private_literal (const char *host)
{
  g_autofree char *name = canonical_host (host);
  g_autoptr (GInetAddress) address = exm_host_parse_ipv4 (name);

  if (strcmp (name, "localhost") == 0 || g_str_has_suffix (name, ".localhost"))
    return TRUE;
  if (address == NULL && strchr (name, ':') != NULL)
    {
      name[strcspn (name, "%")] = '\0';
      address = g_inet_address_new_from_string (name);
    }
  return address != NULL && exm_address_is_private (address);
}

gboolean
exm_host_equal (const char *a, const char *b)
{
  if (a == NULL || b == NULL)
    return FALSE;
  g_autofree char *name_a = canonical_host (a);
  g_autofree char *name_b = canonical_host (b);
  return strcmp (name_a, name_b) == 0;
}

gboolean
exm_host_is_listed (char *const *hosts, const char *host)
{
  for (guint i = 0; hosts != NULL && hosts[i] != NULL; i++)
    if (exm_host_equal (hosts[i], host))
      return TRUE;
  return FALSE;
}
