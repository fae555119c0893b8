/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master.core;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.hpcreuse.gang.GangMessage;
import org.hpcreuse.gang.GangPeer;
import org.hpcreuse.gang.GangPlan;

/**
 * Drives a gang: plays YARN, the ranks and a client, and has a clock of its own. What the gang asks
 * of them is kept.
 */
final class GangDriver {
  private static final ApplicationAttemptId ATTEMPT =
      ApplicationAttemptId.newInstance(ApplicationId.newInstance(1700000000000L, 7), 1);

  final Requests requests = new Requests();
  final Containers containers = new Containers();
  final Audience clients = new Audience();
  final Reports reports;
  final Gang gang;

  /** What each rank has been told, by the number of its container. */
  private final Map<Integer, Peer> ranks = new HashMap<>();

  private long nowNanos;

  /** What the ResourceManager is asked for. */
  static final class Requests implements ResourceRequests {
    /** Containers that are asked for and have not come. */
    int open;

    final List<Integer> released = new ArrayList<>();
    final Set<String> avoided = new TreeSet<>();
    float progress;

    @Override
    public void request(int count) {
      open += count;
    }

    @Override
    public void taken() {
      open--;
    }

    @Override
    public void cancelRequests() {
      open = 0;
    }

    @Override
    public void release(List<Container> given) {
      released.addAll(numbers(given));
    }

    @Override
    public void avoid(Set<String> hosts) {
      avoided.addAll(hosts);
    }

    @Override
    public void avoidNoMore(Set<String> hosts) {
      avoided.removeAll(hosts);
    }

    @Override
    public void expectNews() {
      // How often it asks is its own affair.
    }

    @Override
    public void relax() {
      // As above.
    }

    @Override
    public void progress(float share) {
      progress = share;
    }
  }

  /** What NodeManagers are asked for. */
  static final class Containers implements RankContainers {
    final List<Integer> started = new ArrayList<>();
    final List<Integer> stopped = new ArrayList<>();
    int looks;

    @Override
    public void start(List<Container> given) {
      started.addAll(numbers(given));
    }

    @Override
    public void stop(List<Container> given) {
      stopped.addAll(numbers(given));
    }

    @Override
    public void look(List<Container> given) {
      looks++;
    }
  }

  /** A client that has come, unless it is told otherwise. */
  static final class Audience implements Clients {
    final List<GangMessage> told = new ArrayList<>();
    boolean come = true;
    boolean slow;

    @Override
    public void add(GangPeer client) {
      come = true;
    }

    @Override
    public boolean haveCome() {
      return come;
    }

    @Override
    public boolean closed(GangPeer peer) {
      return peer.peer().equals("client");
    }

    @Override
    public boolean areSlow() {
      return slow;
    }

    @Override
    public void tell(GangMessage message) {
      told.add(message);
    }
  }

  /** One end of a connection. */
  private static final class Peer implements GangPeer {
    private final String name;
    private final List<GangMessage> told = new ArrayList<>();
    private boolean gone;

    Peer(String name) {
      this.name = name;
    }

    @Override
    public void send(GangMessage message) throws IOException {
      if (gone) {
        throw new IOException("broken pipe");
      }
      told.add(message);
    }

    @Override
    public String peer() {
      return name;
    }
  }

  /** What the ResourceManager says. */
  final class Reports implements ClusterReports {
    private final boolean olderGang;
    Optional<String> missing = Optional.empty();
    boolean known = true;
    Duration answerTakes = Duration.ZERO;
    int questions;

    Reports(boolean olderGang) {
      this.olderGang = olderGang;
    }

    @Override
    public boolean olderGangNeedsThePlace() {
      return olderGang;
    }

    @Override
    public Optional<String> missingRanks() throws IOException {
      questions++;
      nowNanos += answerTakes.toNanos();
      if (!known) {
        throw new IOException("the ResourceManager does not answer");
      }
      return missing;
    }
  }

  private GangDriver(GangPlan plan, boolean olderGang) {
    reports = new Reports(olderGang);
    gang =
        new Gang(
            plan,
            requests,
            containers,
            clients,
            reports,
            new Random(1),
            () -> nowNanos,
            new Timeline());
    gang.begin();
  }

  /** A gang of so many ranks that has asked for its containers. */
  static GangDriver of(int ranks) {
    return new GangDriver(plan(ranks, Optional.empty(), false), false);
  }

  /** The same whose client need not stay. */
  static GangDriver detached(int ranks) {
    return new GangDriver(plan(ranks, Optional.empty(), true), false);
  }

  /** The same with a time limit. */
  static GangDriver withLimit(int ranks, long seconds) {
    return new GangDriver(plan(ranks, Optional.of(seconds), false), false);
  }

  /** The same beside an older one that needs its place. */
  static GangDriver besideAnOlderGang(int ranks) {
    return new GangDriver(plan(ranks, Optional.empty(), false), true);
  }

  /** Both. */
  static GangDriver detachedBesideAnOlderGang(int ranks) {
    return new GangDriver(plan(ranks, Optional.empty(), true), true);
  }

  /** A gang whose program runs, in containers 1 to so many. */
  static GangDriver running(int ranks) {
    GangDriver driver = of(ranks);
    driver.run();
    return driver;
  }

  private static GangPlan plan(int ranks, Optional<Long> limit, boolean detached) {
    return new GangPlan(
        "Main", List.of("argument"), ranks, 512, 400, false, List.of(), limit, detached);
  }

  /** Takes a gang that has asked for containers 1 to n to where its program runs. */
  void run() {
    int ranks = requests.open;
    allocate(IntStream.rangeClosed(1, ranks).toArray());
    IntStream.rangeClosed(1, ranks).forEach(this::arrive);
    IntStream.rangeClosed(1, ranks).forEach(this::join);
  }

  private void happens(Event event) {
    gang.handle(event);
    gang.tick();
  }

  /** YARN gives containers, each on a host of its own: container 1 on host1. */
  void allocate(int... numbers) {
    happens(new Event.Allocated(IntStream.of(numbers).mapToObj(GangDriver::container).toList()));
  }

  /** A container reaches a slot of the one MPI job that there is. */
  void arrive(int number) {
    arrive(number, "job");
  }

  /** A container reaches a slot; the slot's rank is ten times the container's number. */
  void arrive(int number, String job) {
    Peer peer = new Peer("rank in " + number);
    ranks.put(number, peer);
    happens(
        new Event.Said(
            peer,
            new GangMessage.Here(
                id(number).toString(), job, number * 10, "host" + number, 1_000 + number)));
  }

  /** A rank has joined. */
  void join(int number) {
    says(number, new GangMessage.Joined());
  }

  /** A rank says something. */
  void says(int number, GangMessage message) {
    happens(new Event.Said(ranks.get(number), message));
  }

  /** The connection of a rank ends. */
  void disconnect(int number) {
    ranks.get(number).gone = true;
    happens(new Event.Closed(ranks.get(number)));
  }

  /** YARN says that a container is over. */
  void complete(int number, int status) {
    happens(new Event.Completed(id(number), status, ""));
  }

  /** A rank needs no other one any more. */
  void done(int number) {
    says(number, new GangMessage.Done());
  }

  /** The process of a rank ends: its connection, then its container. */
  void exit(int number, int status) {
    disconnect(number);
    complete(number, status);
  }

  /** A rank has finished its program. */
  void end(int number, int status) {
    done(number);
    exit(number, status);
  }

  /** A NodeManager does not start a container. */
  void notStarted(int number) {
    happens(new Event.NotStarted(id(number), "no token"));
  }

  /** The client says something. */
  void clientSays(GangMessage message) {
    happens(new Event.Said(new Peer("client"), message));
  }

  /** The client's connection ends. */
  void clientGoes() {
    happens(new Event.Closed(new Peer("client")));
  }

  /** YARN wants the application to end. */
  void stop() {
    happens(new Event.Stop("YARN has ended the application"));
  }

  /** So much time passes; the gang does what is due meanwhile, as its loop does. */
  void pass(Duration time) {
    long end = nowNanos + time.toNanos();
    while (nowNanos < end && !gang.isOver()) {
      nowNanos = Math.min(end, nowNanos + Duration.ofMillis(gang.patienceMs()).toNanos());
      gang.tick();
    }
  }

  /** What a rank has been told, of one kind. */
  <T extends GangMessage> List<T> told(int number, Class<T> kind) {
    return ranks.get(number).told.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<Integer> numbers(List<Container> containers) {
    return containers.stream().map(each -> (int) each.getId().getContainerId()).toList();
  }

  private static Container container(int number) {
    return Container.newInstance(
        id(number),
        NodeId.newInstance("host" + number, 1),
        "host" + number + ":2",
        Resource.newInstance(512, 1),
        Priority.newInstance(1),
        null);
  }

  private static ContainerId id(int number) {
    return ContainerId.newContainerId(ATTEMPT, number);
  }
}
