/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.NodeAttribute;
import org.apache.hadoop.yarn.api.records.NodeAttributeType;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.server.nodemanager.nodelabels.NodeAttributesProvider;
import org.hpcreuse.nodemanager.launch.ExecutorSettings;
import org.hpcreuse.nodemanager.launch.ManagerClient;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.hpcreuse.protocol.wire.RankAttributes;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The node's attributes. The NodeManager makes it, starts and stops it, and asks it at each
 * heartbeat; what has changed goes to the ResourceManager, and all of it now and then.
 */
public final class RankAttributesProvider extends NodeAttributesProvider {
  private static final Logger LOG = LoggerFactory.getLogger(RankAttributesProvider.class);

  /** What was lost with a heartbeat is sent again after this; the stock interval is 120 s. */
  private static final String RESYNC_MS = "10000";

  private RanksListener listener;

  /** The NodeManager calls it by the name of the class. */
  public RankAttributesProvider() {
    super(RankAttributesProvider.class.getSimpleName());
  }

  /**
   * Has the NodeManager use this class, if it has none that the site wants. To be called before the
   * NodeManager looks: when the executor is initialised.
   */
  public static void install(Configuration conf) {
    String key = YarnConfiguration.NM_NODE_ATTRIBUTES_PROVIDER_CONFIG;
    String other = conf.getTrimmed(key, "");
    if (other.isEmpty()) {
      conf.set(key, RankAttributesProvider.class.getName());
      conf.setIfUnset(YarnConfiguration.NM_NODE_ATTRIBUTES_RESYNC_INTERVAL, RESYNC_MS);
    } else if (!other.equals(RankAttributesProvider.class.getName())) {
      LOG.warn("{} is {}: clients do not learn how many ranks are alive", key, other);
    }
  }

  @Override
  protected void serviceInit(Configuration conf) throws IOException {
    listener = new RanksListener(new ManagerClient(ExecutorSettings.of(conf).poolDir()));
  }

  @Override
  protected void serviceStart() {
    listener.start();
  }

  @Override
  protected void serviceStop() throws IOException {
    if (listener != null) {
      listener.close();
    }
  }

  @Override
  public Set<NodeAttribute> getDescriptors() {
    return listener.attributes().values().entrySet().stream()
        .map(
            value ->
                NodeAttribute.newInstance(
                    NodeAttribute.PREFIX_DISTRIBUTED,
                    value.getKey(),
                    NodeAttributeType.STRING,
                    value.getValue()))
        .collect(Collectors.toSet());
  }

  @Override
  protected void cleanUp() {}

  /**
   * Never called: the pool manager tells what changes.
   *
   * @throws UnsupportedOperationException always
   */
  @Override
  public TimerTask createTimerTask() {
    throw new UnsupportedOperationException("attributes do not come by a timer");
  }

  /**
   * Keeps a connection to the pool manager, which says on it what ranks there are, and makes
   * another one when it has broken. Thread-safe; a thread of its own listens.
   */
  private static final class RanksListener implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(RanksListener.class);

    /** From the end of a connection to the next one; twice as long after each failure. */
    private static final Duration AGAIN = Duration.ofMillis(500);

    /** A manager logs each caller that it refuses: then every 16 s. */
    private static final int MOST_DOUBLINGS = 5;

    /** What a manager is to say something in; it need not. */
    private static final Duration LONG = Duration.ofHours(1);

    private final ManagerClient pool;
    private final Thread thread = new Thread(this::listen, "hpc-reuse-ranks");
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile RankAttributes attributes = RankAttributes.UNKNOWN;

    /** Why there was no connection last, for the log; used by the thread alone. */
    private String failure = "";

    /** Guarded by this; null while there is none. */
    private MessageChannel connection;

    RanksListener(ManagerClient pool) {
      this.pool = pool;
      thread.setDaemon(true);
    }

    void start() {
      thread.start();
    }

    /** What the pool manager has said last; unknown while it is not reached. */
    RankAttributes attributes() {
      return attributes;
    }

    private void listen() {
      int failures = 0;
      do {
        failures = listenOnce() ? 0 : Math.min(failures + 1, MOST_DOUBLINGS);
        attributes = RankAttributes.UNKNOWN;
      } while (!isClosedWithin(AGAIN.multipliedBy(1L << failures)));
    }

    /** Listens until the connection ends; returns whether the pool has said anything. */
    private boolean listenOnce() {
      boolean heard = false;
      try (MessageChannel channel = pool.connect()) {
        if (!isKept(channel)) {
          return heard;
        }
        channel.send(new Message.WatchRanks(), ManagerClient.TIMEOUT);
        while (true) {
          heard |= hasHeard(channel);
        }
      } catch (IOException | TimeoutException | RuntimeException e) {
        failed(e.toString());
        return heard;
      }
    }

    private void failed(String why) {
      if (!why.equals(failure)) {
        failure = why;
        LOG.info("the pool manager does not say what ranks there are: {}", why);
      }
    }

    /** Waits for the next message; false when none has come for a long time. */
    private boolean hasHeard(MessageChannel channel) throws IOException {
      try {
        Message message = channel.receive(LONG);
        if (message instanceof Message.Ranks ranks) {
          failure = "";
          attributes = RankAttributes.of(ranks);
          return true;
        }
        throw new IOException("the pool manager answers " + message);
      } catch (TimeoutException e) {
        LOG.debug("no change within {}", LONG, e);
        return false;
      }
    }

    private boolean isClosedWithin(Duration wait) {
      try {
        return closed.await(wait.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        return true; // nobody else ends this thread
      }
    }

    /** Remembers the connection, to be closed by another thread, unless that has come before. */
    private synchronized boolean isKept(MessageChannel channel) {
      connection = channel;
      return closed.getCount() > 0;
    }

    @Override
    public void close() throws IOException {
      closed.countDown();
      synchronized (this) {
        if (connection != null) {
          connection.close();
        }
      }
    }
  }
}
