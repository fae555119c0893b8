/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.network;

import java.net.Authenticator;
import java.net.CacheRequest;
import java.net.CacheResponse;
import java.net.CookieHandler;
import java.net.CookieManager;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URI;
import java.net.URLConnection;
import java.util.List;
import java.util.Map;

/** Leaves an Authenticator, ProxySelector, CookieHandler and ResponseCache. */
public final class SetsNetDefaults {
  private SetsNetDefaults() {}

  /** Leaves it. */
  public static void main(String[] args) {

    Authenticator.setDefault(new Authenticator() {});
    CookieHandler.setDefault(new CookieManager());
    ProxySelector.setDefault(null);
    ResponseCache.setDefault(new NoCache());
  }

  private static final class NoCache extends ResponseCache {
    @Override
    public CacheResponse get(URI uri, String method, Map<String, List<String>> headers) {
      return null;
    }

    @Override
    public CacheRequest put(URI uri, URLConnection connection) {
      return null;
    }
  }
}
