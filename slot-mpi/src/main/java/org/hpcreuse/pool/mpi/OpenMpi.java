/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi;

import java.io.IOException;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;
import org.hpcreuse.cleanup.agent.Rewrite;
import org.hpcreuse.mpi.MapOutputs;
import org.hpcreuse.mpi.Place;
import org.hpcreuse.mpi.RankService;
import org.hpcreuse.mpi.SlotMpi;
import org.hpcreuse.pool.mpi.calls.Bindings;
import org.hpcreuse.pool.mpi.calls.MpiObjects;
import org.hpcreuse.pool.mpi.calls.MpiRewrites;
import org.hpcreuse.pool.mpi.calls.NativeMemory;
import org.hpcreuse.pool.mpi.outputs.OutputService;
import org.hpcreuse.pool.slot.extension.ExtensionFailure;
import org.hpcreuse.pool.slot.extension.PoolMembership;
import org.hpcreuse.protocol.wire.SlotFigure;

/**
 * Open MPI 4.1 through its own Java bindings.
 *
 * <p>At start the real world is duplicated for the pool alone. {@code MPI.COMM_WORLD} and {@code
 * COMM_SELF} as container code sees them stand for communicators of the container ({@link
 * ContainerWorld}). So nothing a container sends, frees or waits for can meet the pool's traffic.
 *
 * <p>One mpirun may have the ranks of several nodes. A pool is one node's: its processes are the
 * ranks of that node, counted from 0.
 */
public final class OpenMpi implements PoolMembership {
  private static final String CONNECTS =
      "mpi: MPI connects its ranks when they first speak, and loads a component when one needs it";

  private static final Pattern COMPONENT = Pattern.compile(".*/(lib)?mca_\\w+\\.so[.\\d]*");

  /** Requests and communicators of broken gangs; each holds some memory for ever. */
  private static final int MOST_LEFT = 1_000;

  /** Buffers of calls in broken gangs. */
  private static final long MOST_LOST_BYTES = 64L << 20;

  /** The pool manager retires a slot that has not answered 30 s after a check was over. */
  private static final Duration CHECK_BOUND = Duration.ofSeconds(20);

  /** For ranks that have met; making a communicator takes milliseconds. */
  private static final Duration JOIN_BOUND = Duration.ofSeconds(20);

  /** Longer than each of its waits for the other slot. */
  private static final Duration OUTPUTS_BOUND = Duration.ofSeconds(10);

  private final Intracomm pool;
  private final int number;
  private final Place place;
  private final String description;
  private final Groups groups;
  private final MpiNames names = new MpiNames();
  private final ContainerWorld container;
  private final OutputService outputs;

  private OpenMpi(Intracomm all, Intracomm pool, String job, String version)
      throws MPIException, IOException {
    this.pool = pool;
    number = pool.getRank();
    place = new Place(job, all.getRank(), all.getSize());
    description = version + ", THREAD_MULTIPLE, " + all.getSize() + " ranks";
    groups = new Groups(all);
    outputs = OutputService.start(all, pool.getSize() == all.getSize());
    container = new ContainerWorld(MPI.COMM_SELF.dup());
  }

  /** What the slot finds: the start of MPI. */
  public static final class Provider implements PoolMembership.Provider {
    @Override
    public List<Rewrite> rewrites() {
      return MpiRewrites.all();
    }

    /**
     * Starts MPI.
     *
     * @throws ExtensionFailure when MPI does not start or grants less than THREAD_MULTIPLE
     */
    @Override
    public PoolMembership join() throws ExtensionFailure {
      OpenMpi started = start();
      SlotMpi.install(started.ranks());
      return started;
    }
  }

  private static OpenMpi start() throws ExtensionFailure {
    try {
      int level = MPI.InitThread(new String[0], MPI.THREAD_MULTIPLE);
      if (level < MPI.THREAD_MULTIPLE) {
        throw new ExtensionFailure(
            "MPI grants thread level " + level + ", slots need THREAD_MULTIPLE", null);
      }
      // A wrong call of a container must not end the slot. What is made from them inherits that.
      MPI.COMM_WORLD.setErrhandler(MPI.ERRORS_RETURN);
      MPI.COMM_SELF.setErrhandler(MPI.ERRORS_RETURN);
      Intracomm all = MPI.COMM_WORLD.dup();
      // Every rank takes part in that, so all have come out of MPI_Init.
      SharedSegments.unlink();
      Intracomm pool = all.splitType(mpi.Comm.TYPE_SHARED, all.getRank(), MPI.INFO_NULL);
      String job = nameOfJob(all);
      String version = MPI.getLibVersion().lines().findFirst().orElse("MPI").strip();
      makeSharedTypes();
      OpenMpi binding = new OpenMpi(all, pool, job, version);
      letAllStart(all);
      return binding;
    } catch (MPIException | IOException e) {
      throw new ExtensionFailure("MPI does not start: " + e.getMessage(), e);
    }
  }

  /** The bindings make these at their first use and keep them: they must not be a container's. */
  private static void makeSharedTypes() throws MPIException {
    MPI.int2.getType();
    MPI.shortInt.getType();
    MPI.longInt.getType();
    MPI.floatInt.getType();
    MPI.doubleInt.getType();
  }

  /** The same in all ranks of one mpirun, and different in each other. */
  private static String nameOfJob(Intracomm all) throws MPIException {
    LongBuffer random = MPI.newLongBuffer(1);
    random.put(0, new SecureRandom().nextLong());
    all.bcast(random, 1, MPI.LONG, 0);
    return Long.toHexString(random.get(0));
  }

  /**
   * Returns when nothing of the start is under way any more. Open MPI moves messages only while its
   * rank is in a call, and a slot may not make another one for long: what this rank has sent last,
   * to a peer whose connection was not there yet, would never leave, and that peer not start. The
   * first barrier ends when all have what they needed; what it has connected serves the second.
   */
  private static void letAllStart(Intracomm all) throws MPIException {
    all.barrier();
    all.barrier();
  }

  @Override
  public String description() {
    return description;
  }

  @Override
  public int number() {
    return number;
  }

  @Override
  public String job() {
    return place.job();
  }

  /** What containers may ask for. */
  private RankService ranks() {
    return new RankService() {
      @Override
      public Optional<Place> place() {
        return Optional.of(place);
      }

      @Override
      public Intracomm join(List<Integer> ranks, int key, Duration bound)
          throws MPIException, TimeoutException, InterruptedException {
        requireMember(ranks);
        return container.joined(groups.make(List.copyOf(ranks), key, bound), key);
      }

      @Override
      public Intracomm meet(String name, int number, int members, Duration bound)
          throws MPIException, TimeoutException, InterruptedException {
        long deadline = System.nanoTime() + bound.toNanos();
        RankRendezvous.Place here = new RankRendezvous.Place(number, members, place.rank());
        try (RankRendezvous meeting = new RankRendezvous(names, here, deadline)) {
          RankRendezvous.Party party = meeting.hold(RankRendezvous.name(name));
          // All are there. With less time the last to come would leave the others a half-made one.
          return join(party.ranks(), party.key(), JOIN_BOUND);
        }
      }

      @Override
      public void makeWorld(Intracomm communicator) {
        container.makeWorld(communicator);
      }

      @Override
      public boolean leave(Intracomm communicator, Duration bound) throws MPIException {
        return container.leave(communicator, bound);
      }

      @Override
      public void giveUp(String reason) {
        container.giveUp(reason);
      }

      @Override
      public Optional<MapOutputs> mapOutputs(MapOutputs.Wanted wanted, Duration bound)
          throws IOException {
        return outputs.open(wanted, bound);
      }
    };
  }

  private void requireMember(List<Integer> ranks) {
    boolean valid =
        ranks.stream().allMatch(rank -> rank >= 0 && rank < place.size())
            && ranks.stream().distinct().count() == ranks.size()
            && ranks.contains(place.rank());
    if (!valid) {
      throw new IllegalArgumentException(
          "ranks "
              + ranks
              + ": wanted are different ranks below "
              + place.size()
              + ", among them this one, "
              + place.rank());
    }
  }

  @Override
  public void prepare(Map<String, String> environment) throws ExtensionFailure {
    outputs.begin(environment);
    try {
      container.begin();
    } catch (MPIException e) {
      throw new ExtensionFailure("rank " + place.rank() + ": no private communicator", e);
    }
  }

  @Override
  public void cutOff() {
    container.giveUp("the container has ended");
    outputs.cutOff();
  }

  @Override
  public void release() throws ExtensionFailure {
    String outputsLeft = outputs.end(OUTPUTS_BOUND);
    if (!outputsLeft.isEmpty()) {
      throw new ExtensionFailure("rank " + place.rank() + ": " + outputsLeft, null);
    }
    try {
      container.end();
    } catch (MPIException e) {
      throw new ExtensionFailure(
          "rank " + place.rank() + ": private communicator cannot be freed", e);
    }
    try {
      String unfit = unfit();
      if (!unfit.isEmpty()) {
        throw new ExtensionFailure("rank " + place.rank() + ": " + unfit, null);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExtensionFailure("rank " + place.rank() + ": its release was interrupted", e);
    }
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of(
        SlotFigure.MPI_OBJECTS.key(), (long) MpiObjects.left(),
        SlotFigure.MPI_COMMUNICATORS.key(), (long) container.communicators());
  }

  @Override
  public String allows(String target) {
    boolean isTransport =
        target.startsWith("socket:")
            || target.startsWith("pipe:")
            || target.startsWith("anon_inode:")
            || target.startsWith("/dev/shm/");
    return isTransport || COMPONENT.matcher(target).matches() ? CONNECTS : "";
  }

  /** Empty, or why this process must not have another container. */
  private String unfit() throws InterruptedException {
    for (String stuck : List.of(groups.stuck(), names.stuck())) {
      if (!stuck.isEmpty()) {
        return stuck;
      }
    }
    if (Bindings.hasAttachedBuffer()) {
      return "its container has left a buffer that it had attached";
    }
    long bytes = NativeMemory.lostBytes() + MpiObjects.leftBytes();
    if (MpiObjects.left() > MOST_LEFT || bytes > MOST_LOST_BYTES) {
      return String.format(
          "its containers have left %d MPI objects and %d bytes of messages",
          MpiObjects.left(), bytes);
    }
    return "";
  }

  @Override
  public long sumOver(List<Integer> numbers, int tag) throws ExtensionFailure {
    try {
      return new Sum(pool, tag, CHECK_BOUND).over(numbers, number + 1L);
    } catch (MPIException | TimeoutException e) {
      throw new ExtensionFailure("rank " + number + ": sum over " + numbers + " failed", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ExtensionFailure("rank " + number + ": sum over " + numbers + " interrupted", e);
    }
  }

  /**
   * The files behind the memory that ranks of a node share (Open MPI's component vader). A rank
   * maps its own and those of all others in MPI_Init, and never opens one again; a spawned rank of
   * another job uses none of them. So they need no name any more when all ranks have come out of
   * MPI_Init, and without one the kernel frees the memory with the last process that maps it,
   * however that ends.
   */
  private static final class SharedSegments {
    private static final String NAME = "vader_segment.";

    private SharedSegments() {}

    /** Takes away the names of those that this process maps; another rank may do so as well. */
    static void unlink() {
      try {
        for (Path segment : mapped()) {
          Files.deleteIfExists(segment);
        }
      } catch (IOException e) {
        System.err.println("shared memory of MPI keeps its name until mpirun ends: " + e);
      }
    }

    private static List<Path> mapped() throws IOException {
      try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
        return maps.filter(line -> line.contains("/" + NAME))
            .map(line -> Path.of(line.substring(line.indexOf('/'))))
            .filter(path -> path.getFileName().toString().startsWith(NAME))
            .toList();
      }
    }
  }
}
