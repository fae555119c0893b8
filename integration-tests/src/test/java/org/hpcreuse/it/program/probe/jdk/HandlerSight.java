/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.MalformedURLException;
import java.net.ProxySelector;
import java.net.ResponseCache;
import java.net.URL;
import javax.naming.NamingException;
import javax.naming.spi.NamingManager;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Handlers that a program can set for its whole process. */
public final class HandlerSight implements Sight {
  @Override
  public void look(Report report) throws ReflectiveOperationException {
    kind("uncaught", Thread.getDefaultUncaughtExceptionHandler(), report);
    kind("authenticator", Authenticator.getDefault(), report);
    kind("proxy", ProxySelector.getDefault(), report);
    kind("cookie", CookieHandler.getDefault(), report);
    kind("response-cache", ResponseCache.getDefault(), report);
    kind("url-factory", Peek.at("java.net.URL", "factory"), report);
    kind("content-factory", Peek.at("java.net.URLConnection", "factory"), report);
    kind("socket-factory", Peek.at("java.net.Socket", "factory"), report);
    kind("server-socket-factory", Peek.at("java.net.ServerSocket", "factory"), report);
    kind("datagram-factory", Peek.at("java.net.DatagramSocket", "factory"), report);
    kind("rmi-factory", Peek.at("java.rmi.server.RMISocketFactory", "factory"), report);
    report.put("handler.left", left());
    report.put("handler.naming.contexts", NamingManager.hasInitialContextFactoryBuilder());
    report.put("handler.naming.objects", objectMaker());
  }

  /** A maker can be set but once, and not be asked for. */
  private static String objectMaker() {
    try {
      NamingManager.setObjectFactoryBuilder((object, environment) -> null);
      return "none";
    } catch (NamingException | IllegalStateException e) {
      return "" + e;
    }
  }

  /** Who handles a protocol that only a hostile program knows. */
  private static String left() {
    try {
      return "" + new URL("left:behind");
    } catch (MalformedURLException e) {
      return e.getMessage();
    }
  }

  private static void kind(String name, Object handler, Report report) {
    report.put("handler." + name, handler == null ? null : Digest.name(handler.getClass()));
  }
}
