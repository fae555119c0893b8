/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.mpi.MapOutputs.Wanted;

/** Outputs of maps for the containers of one slot, and for slots of other nodes. Thread-safe. */
public final class OutputService {
  /** What each MPI takes as a tag. */
  private static final int TAG_MASK = 0x7fff;

  /** A node's slots know the same disks, unless they have had no container yet. */
  private static final int MOST_ASKED = 8;

  /** Of all slots that are asked, and of each. */
  private static final Duration ASK_BOUND = Duration.ofSeconds(5);

  private static final Duration ANSWER_BOUND = Duration.ofSeconds(2);

  /** A slot that has not answered is the last one to be asked for so long. */
  private static final Duration DISTRUST = Duration.ofMinutes(1);

  private final OutputDirectories directories;
  private final List<InetAddress> own;
  private final Remote remote;
  private final Set<ReceivedOutputs> open = ConcurrentHashMap.newKeySet();

  /** When slots have failed, by {@link System#nanoTime}. */
  private final Map<Integer, Long> failedNanos = new ConcurrentHashMap<>();

  /** Whether the container's threads must not wait any more. */
  private volatile boolean cutOff;

  /** Null when all ranks are on this node. */
  private record Remote(
      int rank,
      Intracomm communicator,
      PoolSecret secret,
      List<OutputListener> listeners,
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
    List<InetAddress> own = OutputListener.ownAddresses();
    if (oneNode) {
      return new OutputService(directories, own, null);
    }
    Intracomm communicator = all.dup();
    PoolSecret secret = PoolSecret.share(communicator);
    ServerSocketChannel server = ServerSocketChannel.open().bind(null);
    TransferLoop loop =
        new TransferLoop(
            server,
            channel -> new Sending(channel, communicator, secret, directories),
            () -> communicator.iProbe(MPI.ANY_SOURCE, MPI.ANY_TAG));
    int port = ((InetSocketAddress) server.getLocalAddress()).getPort();
    List<OutputListener> listeners =
        OutputListener.exchange(communicator, new OutputListener(all.getRank(), port, own));
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
    cutOff = false;
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
    long deadline = System.nanoTime() + ASK_BOUND.toNanos();
    for (OutputListener each : candidates(names)) {
      if (cutOff || Thread.currentThread().isInterrupted()) {
        throw new IOException("the container ends");
      }
      if (System.nanoTime() - deadline > 0) {
        break;
      }
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
        failedNanos.put(each.rank(), System.nanoTime());
        outputs.close();
      }
    }
    if (failure != null) {
      throw failure;
    }
    return Optional.empty();
  }

  /** Each slot begins with another one, so that none has to serve all. */
  private List<OutputListener> candidates(List<InetAddress> names) {
    List<OutputListener> candidates = new ArrayList<>(remote.listeners());
    candidates.removeIf(each -> each.at(names).isEmpty());
    Collections.rotate(candidates, -remote.rank());
    candidates.sort(Comparator.comparing(this::isDistrusted));
    return candidates.subList(0, Math.min(MOST_ASKED, candidates.size()));
  }

  private boolean isDistrusted(OutputListener listener) {
    Long failed = failedNanos.get(listener.rank());
    return failed != null && System.nanoTime() - failed < DISTRUST.toNanos();
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
    cutOff = true;
    open.forEach(ReceivedOutputs::close);
  }

  /**
   * Ends all transfers of the container. None of its threads is left.
   *
   * @param bound how long that may take
   * @return empty when nothing is under way, else why this process cannot go on
   */
  public String end(Duration bound) {
    if (remote != null && remote.loop().hasEnded()) {
      return "its thread for map outputs has ended";
    }
    cutOff();
    long deadline = System.nanoTime() + bound.toNanos();
    for (ReceivedOutputs each : open) {
      try {
        each.end().get(Math.max(1, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return "its release was interrupted";
      } catch (ExecutionException | TimeoutException e) {
        return "transfers of map outputs have not ended in " + bound.toSeconds() + " s";
      }
    }
    open.clear();
    return "";
  }
}
