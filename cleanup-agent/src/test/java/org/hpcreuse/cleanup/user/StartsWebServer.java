/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.user;

import java.util.concurrent.Callable;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Leaves a web server behind whose connector behaves as Jetty's over a closed channel. */
public final class StartsWebServer implements Callable<Object> {
  @Override
  public Object call() throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool();
    pool.setName("user web");
    Server server = new Server(pool);
    server.addConnector(new Connector(server));
    server.start();
    return server;
  }

  private static final class Connector extends AbstractConnector {
    Connector(Server server) {
      super(server, null, null, null, 1, new HttpConnectionFactory());
    }

    @Override
    protected void accept(int acceptor) {
      Thread.onSpinWait();
    }

    @Override
    public Object getTransport() {
      return null;
    }
  }
}
