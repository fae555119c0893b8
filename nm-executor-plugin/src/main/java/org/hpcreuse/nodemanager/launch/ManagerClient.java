/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.Uninterrupted;
import org.hpcreuse.protocol.option.Options;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reaches the pool manager of this node. Each conversation has a connection of its own. One that
 * has said Hello already is kept for the next launch; a thread of its own makes it, so that no
 * launch waits for it. On it the manager hears first which exit statuses have been taken.
 * Thread-safe.
 */
public final class ManagerClient implements Closeable {
  /** What the manager has to answer in. */
  public static final Duration TIMEOUT = Bounds.SILENT;

  private static final Logger LOG = LoggerFactory.getLogger(ManagerClient.class);
  private static final long IDLE_THREAD_SECONDS = 10;
  private static final Duration PAUSE = Duration.ofMillis(100);

  private final Path poolDir;
  private final ExecutorService maker;

  /** Of the containers that are over, those of which no manager is known to have heard. */
  private final Set<Message.Collected> taken = ConcurrentHashMap.newKeySet();

  // All guarded by this.
  private PoolSession session;
  private Optional<Ready> ready = Optional.empty();
  private boolean closed;

  /** A connection for the next launch, and what was known of the pool when it was made. */
  private record Ready(MessageChannel channel, PoolSession session) {}

  public ManagerClient(Path poolDir) {
    this.poolDir = poolDir;
    ThreadPoolExecutor threads =
        new ThreadPoolExecutor(
            1,
            1,
            IDLE_THREAD_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(1),
            work -> {
              Thread thread = new Thread(work, "hpc-reuse-connection");
              thread.setDaemon(true);
              return thread;
            },
            new ThreadPoolExecutor.DiscardPolicy());
    threads.allowCoreThreadTimeOut(true);
    maker = threads;
  }

  /**
   * What is known of the pool; the same object while its options have not changed.
   *
   * @throws IOException when there is no pool, its options are malformed, or it is open to others
   */
  public synchronized PoolSession session() throws IOException {
    PoolSession before = session;
    session = null;
    session = PoolSession.open(poolDir, before);
    return session;
  }

  /** How long a container is looked for in the pool. */
  Duration search() {
    try {
      return Bounds.search(session().files().get(Options.RECONNECT_MS));
    } catch (IOException | IllegalArgumentException e) {
      LOG.warn("{}: {}", poolDir, e.getMessage());
      return Bounds.search(Options.RECONNECT_MS.in(Map.of()));
    }
  }

  /**
   * Connects and says hello.
   *
   * @throws IOException when there is no manager, or it refuses this caller
   * @throws TimeoutException when it takes no connection, or does not answer, in time
   */
  public MessageChannel connect() throws IOException, TimeoutException {
    return connect(TIMEOUT);
  }

  /** Connects and says hello; the manager must answer within that time. */
  MessageChannel connect(Duration timeout) throws IOException, TimeoutException {
    try {
      return MessageChannel.connect(session().files(), Message.Role.EXECUTOR, timeout);
    } catch (TimeoutException e) {
      complain(e.getMessage());
      throw e;
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e); // an option of the pool is malformed
    }
  }

  /**
   * Tells the manager's keeper that the manager has not answered in time. The keeper asks it by
   * itself, and ends it when it does not answer.
   */
  void complain(String reason) {
    LOG.warn("{}: {}", poolDir, reason);
    try {
      Files.createFile(session().files().managerSilent());
    } catch (FileAlreadyExistsException e) {
      LOG.debug("{} is there already", e.getFile());
    } catch (IOException | RuntimeException e) {
      LOG.warn("the keeper of the pool manager is not told", e);
    }
  }

  /**
   * The connection that was kept for a launch, unless its manager has gone or the pool has been set
   * up again; or a new one. The caller closes it.
   *
   * @throws IOException when there is no manager, or it refuses this caller
   * @throws TimeoutException when the manager takes no connection, or does not answer, in time
   */
  MessageChannel take() throws IOException, TimeoutException {
    PoolSession now = session();
    Optional<Ready> kept = keep(Optional.empty());
    if (kept.isPresent()) {
      MessageChannel channel = kept.get().channel();
      if (kept.get().session() == now && channel.isQuiet()) {
        return channel;
      }
      channel.close();
    }
    return connect();
  }

  /** A container's exit status is known here; {@link #prepare} has the manager told of it. */
  void taken(Message.Exited status) {
    taken.add(new Message.Collected(status.containerId(), status.lease()));
  }

  /** Whether no manager is known to have heard of an exit status that was taken. */
  boolean hasTaken() {
    return !taken.isEmpty();
  }

  /**
   * Has a connection made for the next launch, if there is none, and the manager told which exit
   * statuses have been taken. Returns at once.
   */
  void prepare() {
    try {
      maker.execute(this::makeReady);
    } catch (OutOfMemoryError e) { // of memory or of threads: the launch that is over counts
      LOG.debug("no connection for the next launch", e);
    }
  }

  /** The next manager learns what has been taken when this one dies. */
  private void makeReady() {
    long sinceNanos = System.nanoTime();
    Duration limit = search();
    try (Uninterrupted waits = new Uninterrupted()) {
      while (hasTaken() || !isReady()) {
        try {
          makeReadyOnce();
        } catch (IOException | TimeoutException | RuntimeException e) {
          LOG.debug("no connection for the next launch", e);
          if (!hasTaken()) {
            return;
          }
          if (isClosed() || System.nanoTime() - sinceNanos >= limit.toNanos()) {
            forgetTaken("tried for " + limit.toMillis() + " ms: " + e.getMessage());
            return;
          }
          waits.pause(PAUSE);
        }
      }
    }
  }

  private void makeReadyOnce() throws IOException, TimeoutException {
    PoolSession now = session();
    Optional<Ready> kept = keep(Optional.empty());
    MessageChannel channel = kept.isPresent() ? kept.get().channel() : connect();
    boolean told = false;
    try {
      tellTaken(channel);
      told = true;
    } finally {
      if (!told) {
        channel.close();
      }
    }
    Optional<Ready> other = keep(Optional.of(kept.orElse(new Ready(channel, now))));
    if (other.isPresent()) {
      other.get().channel().close();
    }
  }

  /** The manager and the slots forget them. It answers the question when it has heard of all. */
  private void tellTaken(MessageChannel channel) throws IOException, TimeoutException {
    List<Message.Collected> told = List.copyOf(taken);
    if (told.isEmpty()) {
      return;
    }
    for (Message.Collected status : told) {
      channel.send(status, TIMEOUT);
    }
    channel.send(new Message.Ping(), TIMEOUT);
    Message answer = channel.receive(TIMEOUT);
    if (!(answer instanceof Message.Pong)) {
      throw new IOException("the pool manager answers Ping with " + answer);
    }
    told.forEach(taken::remove);
  }

  /** Managers forget by themselves what none has asked for. */
  private void forgetTaken(String why) {
    List<Message.Collected> untold = List.copyOf(taken);
    LOG.warn("no pool manager learns that {} exit statuses were taken: {}", untold.size(), why);
    untold.forEach(taken::remove);
  }

  private synchronized boolean isReady() {
    return closed || ready.isPresent();
  }

  private synchronized boolean isClosed() {
    return closed;
  }

  /** Keeps a connection, and returns what must be used or closed by the caller. */
  private synchronized Optional<Ready> keep(Optional<Ready> next) {
    if (closed) {
      return next;
    }
    Optional<Ready> before = ready;
    ready = next;
    return before;
  }

  /** Closes what is kept for the next launch. */
  @Override
  public void close() throws IOException {
    maker.shutdown();
    Optional<Ready> last;
    synchronized (this) {
      closed = true;
      last = ready;
      ready = Optional.empty();
    }
    if (last.isPresent()) {
      last.get().channel().close();
    }
  }

  /**
   * Signals a container.
   *
   * @return whether it was there to be signalled
   * @throws IOException when the pool manager cannot be asked
   */
  public boolean signal(String containerId, ContainerSignal signal) throws IOException {
    try (MessageChannel channel = connect()) {
      channel.send(new Message.Signal(containerId, signal), TIMEOUT);
      return channel.receive(TIMEOUT) instanceof Message.Done;
    } catch (TimeoutException e) {
      throw new IOException(signal + " to " + containerId + ": " + e.getMessage(), e);
    }
  }
}
