/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-render"

#include "config.h"

#include "render/exm-render-guard.h"

static void
on_download_started (WebKitNetworkSession *session, WebKitDownload *download)
{
  webkit_download_cancel (download);
}

WebKitNetworkSession *
exm_render_guard_make_session (const char *proxy)
{
  WebKitNetworkSession *session = webkit_network_session_new_ephemeral ();
  WebKitNetworkProxySettings *settings = webkit_network_proxy_settings_new (proxy, NULL);

  webkit_network_session_set_proxy_settings (session, WEBKIT_NETWORK_PROXY_MODE_CUSTOM,
                                             settings);
  webkit_network_proxy_settings_free (settings);
  webkit_network_session_set_persistent_credential_storage_enabled (session, FALSE);
  g_signal_connect (session, "download-started", G_CALLBACK (on_download_started), NULL);
  return session;
}

void
exm_render_guard_turn_off (WebKitSettings *settings, const char *const *others)
{
  static const char *const features[] = { "LinkDNSPrefetch",
                                          "LinkPreconnect",
                                          "LinkPreconnectEarlyHints",
                                          "LinkPrefetch",
                                          "ServiceWorkers",
                                          "SharedWorker",
                                          "WebTransport",
                                          "FullScreen",
                                          "Notifications",
                                          NULL };
  WebKitFeatureList *known = webkit_settings_get_all_features ();

  g_object_set (settings, "enable-page-cache", FALSE, "enable-media", FALSE,
                "enable-webaudio", FALSE, "enable-webgl", FALSE, "enable-media-stream",
                FALSE, "enable-webrtc", FALSE, "enable-fullscreen", FALSE,
                "allow-modal-dialogs", FALSE, "javascript-can-open-windows-automatically",
                FALSE, NULL);
  for (gsize i = 0; i < webkit_feature_list_get_length (known); i++)
    {
      WebKitFeature *feature = webkit_feature_list_get (known, i);
      const char *identifier = webkit_feature_get_identifier (feature);
      if (g_strv_contains (features, identifier) || g_strv_contains (others, identifier))
        webkit_settings_set_feature_enabled (settings, feature, FALSE);
    }
  webkit_feature_list_unref (known);
}
