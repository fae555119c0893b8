/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.metrics;

import java.io.Closeable;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/**
 * All that a pool manager shows of its pool besides {@code hpc-reuse status}. What cannot be shown
 * is said in the log and keeps no pool from running. Used by one thread.
 */
public final class PoolMetrics implements Closeable {
  private static final String NAME = "org.hpcreuse:type=Pool";
  private static final Logger LOG = Logger.getLogger(PoolMetrics.class.getName());

  private final PoolFiles files;
  private Optional<MetricsEndpoint> endpoint = Optional.empty();

  /** Shows nothing yet. */
  public PoolMetrics(PoolFiles files) {
    this.files = files;
  }

  /** Shows the pool, whose manager listens in this process. */
  public void show() {
    PoolView view = new PoolView(files);
    register(view);
    int port = files.get(Options.METRICS_PORT).intValue();
    if (port != 0) {
      listen(view, port);
    }
  }

  private void listen(PoolView view, int port) {
    try {
      endpoint = Optional.of(new MetricsEndpoint(view, port, files.createMetricsToken()));
      LOG.info(() -> "metrics on port " + port + " of the loopback address");
    } catch (IOException e) {
      LOG.log(Level.SEVERE, e, () -> "no metrics on port " + port);
    }
  }

  private static void register(PoolView view) {
    try {
      MBeanServer server = ManagementFactory.getPlatformMBeanServer();
      ObjectName name = new ObjectName(NAME);
      if (server.isRegistered(name)) {
        server.unregisterMBean(name);
      }
      server.registerMBean(new PoolBean(view), name);
    } catch (JMException e) {
      LOG.log(Level.WARNING, "the pool is not shown in JMX", e);
    }
  }

  @Override
  public void close() {
    endpoint.ifPresent(MetricsEndpoint::close);
  }
}
