/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;

/** Leaves a web server of the JDK behind, whose thread goes on after every failure. */
public final class StartsHttpServer implements Callable<Object> {
  @Override
  public Object call() throws Exception {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(address, 0);
    server.start();
    return server;
  }
}
