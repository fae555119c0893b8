/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.hpcreuse.protocol.Bounds;
import org.hpcreuse.protocol.ContainerSignal;
import org.hpcreuse.protocol.files.KnownPool;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.wire.Message;
import org.hpcreuse.protocol.wire.MessageChannel;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reaches the pool manager of this node. Thread-safe: each call makes a connection of its own. */
public final class PoolClient {
  /** What the manager has to answer in. */
  public static final Duration TIMEOUT = Bounds.SILENT;

  private static final Logger LOG = LoggerFactory.getLogger(PoolClient.class);

  private final Path poolDir;
  private final KnownPool known;

  /** Of the containers that are over, those of which no manager is known to have heard. */
  private final Set<Message.Collected> taken = ConcurrentHashMap.newKeySet();

  public PoolClient(Path poolDir) {
    this.poolDir = poolDir;
    known = new KnownPool(poolDir);
  }

  /** The pool's files as they are now; the same object while they have not changed. */
  public PoolFiles files() throws IOException {
    return known.files();
  }

  Path poolDir() {
    return poolDir;
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
      return MessageChannel.connect(files(), Message.Role.EXECUTOR, timeout);
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
      Files.createFile(files().managerSilent());
    } catch (FileAlreadyExistsException e) {
      LOG.debug("{} is there already", e.getFile());
    } catch (IOException | RuntimeException e) {
      LOG.warn("the keeper of the pool manager is not told", e);
    }
  }

  /** A container's exit status is known here: {@link #tellTaken} is to be called. */
  void taken(Message.Exited status) {
    taken.add(new Message.Collected(status.containerId(), status.lease()));
  }

  /** Whether there is something to tell. */
  boolean hasTaken() {
    return !taken.isEmpty();
  }

  /**
   * Tells a manager which exit statuses have been taken, so that it and the slots forget them.
   *
   * @throws IOException when it has gone, and perhaps has not heard it
   * @throws TimeoutException when it does not show in time that it has heard it
   */
  void tellTaken(MessageChannel channel) throws IOException, TimeoutException {
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

  /** Gives up to tell it; managers forget by themselves what none has asked for. */
  void forgetTaken(String why) {
    List<Message.Collected> untold = List.copyOf(taken);
    LOG.warn("no pool manager learns that {} exit statuses were taken: {}", untold.size(), why);
    untold.forEach(taken::remove);
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
