/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import mpi.Intracomm;
import mpi.MPIException;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.mpi.MapOutputs.Wanted;
import org.hpcreuse.pool.mpi.outputs.files.OutputDirectories;
import org.hpcreuse.pool.mpi.outputs.files.OutputFiles;

/** Outputs of maps for the containers of one slot, and for slots of other nodes. Thread-safe. */
public final class OutputService {
  /** What each MPI takes as a tag. */
  private static final int TAG_MASK = 0x7fff;

  /** A node's slots know the same disks, unless they have had no container yet. */
  private static final int MOST_ASKED = 8;

  /** Of each slot that is asked. */
  private static final Duration ANSWER_BOUND = Duration.ofSeconds(5);

  private final OutputDirectories directories;
  private final List<InetAddress> own;
  private final Remote remote;
  private final Set<ReceivedOutputs> open = ConcurrentHashMap.newKeySet();

  /** Null when all ranks are on this node. */
  private record Remote(
      int rank,
      Intracomm communicator,
      PoolSecret secret,
      List<Listener> listeners,
      TransferLoop loop,
      AtomicInteger transfers) {}

  private OutputService(OutputDirectories directories, List<InetAddress> own, Remote remote) {
    this.directories = directories;
    this.own = own;
    this.remote = remote;
  }

  /**
   * Starts it; collective over all ranks.
   *
   * @param oneNode whether all ranks are on one node; then there is nobody to ask or to answer
   */
  public static OutputService start(Intracomm all, boolean oneNode)
      throws MPIException, IOException {
    OutputDirectories directories = new OutputDirectories();
    List<InetAddress> own = Listener.ownAddresses();
    if (oneNode) {
      return new OutputService(directories, own, null);
    }
    Intracomm communicator = all.dup();
    PoolSecret secret = PoolSecret.share(communicator);
    ServerSocketChannel server = ServerSocketChannel.open().bind(null);
    TransferLoop loop =
        new TransferLoop(
            server, channel -> new Sending(channel, communicator, secret, directories));
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    List<Listener> listeners =
        Listener.exchange(communicator, new Listener(all.getRank(), port, own));
    loop.start();
    AtomicInteger transfers = new AtomicInteger(new SecureRandom().nextInt());
    return new OutputService(
        directories,
        own,
        new Remote(all.getRank(), communicator, secret, listeners, loop, transfers));
  }

  /**
   * A container begins: other slots may ask for what it writes.
   *
   * @param environment of the container
   */
  public void begin(Map<String, String> environment) {
    directories.learn(environment.get(OutputDirectories.VARIABLE));
  }

  /** {@code SlotMpi.mapOutputs}; called by a container's thread. */
  public Optional<MapOutputs> open(Wanted wanted, Duration bound) throws IOException {
    Optional<String> application =
        OutputDirectories.application(System.getenv(OutputDirectories.VARIABLE));
    if (application.isEmpty()) {
      return Optional.empty();
    }
    List<InetAddress> names = List.of(InetAddress.getAllByName(wanted.host()));
    if (names.stream().anyMatch(name -> name.isLoopbackAddress() || own.contains(name))) {
      return directories
          .find(application.get(), wanted.maps())
          .map(found -> new OutputFiles(wanted.reduce(), wanted.maps(), found));
    }
    return remote == null ? Optional.empty() : ask(application.get(), wanted, names, bound);
  }

  private Optional<MapOutputs> ask(
      String application, Wanted wanted, List<InetAddress> names, Duration bound)
      throws IOException {
    IOException failure = null;
    for (Listener each : candidates(names)) {
      InetSocketAddress address = each.at(names).orElseThrow();
      Receiving receiving =
          new Receiving(
              each,
              address,
              remote.communicator(),
              remote.secret(),
              request(application, wanted),
              ANSWER_BOUND);
      ReceivedOutputs outputs =
          new ReceivedOutputs(wanted.maps(), receiving, bound, remote.loop()::wake);
      open.removeIf(ReceivedOutputs::isOver);
      open.add(outputs);
      try {
        if (isFound(receiving)) {
          return Optional.of(outputs);
        }
      } catch (IOException e) {
        failure = e;
        outputs.close();
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  /** Each slot begins with another one, so that none has to serve all. */
  private List<Listener> candidates(List<InetAddress> names) {
    List<Listener> there =
        remote.listeners().stream().filter(each -> each.at(names).isPresent()).toList();
    List<Listener> candidates = new ArrayList<>();
    int first = remote.rank();
    for (int each = 0; each < Math.min(MOST_ASKED, there.size()); each++) {
      candidates.add(there.get((first + each) % there.size()));
    }
    return candidates;
  }

  private OutputRequest request(String application, Wanted wanted) {
    int tag = remote.transfers().incrementAndGet() & TAG_MASK;
    return new OutputRequest(
        remote.rank(),
        tag,
        new SecureRandom().nextLong(),
        application,
        wanted.reduce(),
        wanted.maps());
  }

  private boolean isFound(Receiving receiving) throws IOException {
    remote.loop().add(receiving);
    try {
      return receiving.found().get(2 * ANSWER_BOUND.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw new IOException(e.getCause().getMessage(), e);
    } catch (TimeoutException e) {
      throw new IOException(receiving + " has not begun: the slot's own thread is held up", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(receiving + ": interrupted", e);
    }
  }

  /** The container's threads must not wait any more. */
  public void cutOff() {
    open.forEach(ReceivedOutputs::close);
  }

  /**
   * Ends all transfers of the container. None of its threads is left.
   *
   * @param bound how long that may take
   * @return whether nothing is under way
   */
  public boolean end(Duration bound) {
    cutOff();
    long deadline = System.nanoTime() + bound.toNanos();
    for (ReceivedOutputs each : open) {
      try {
        each.end().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      } catch (ExecutionException | TimeoutException e) {
        return false;
      }
    }
    open.clear();
    return true;
  }
}
