/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.GetContainerStatusesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StopContainersRequest;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.client.api.impl.ContainerManagementProtocolProxy;
import org.apache.hadoop.yarn.client.api.impl.ContainerManagementProtocolProxy.ContainerManagementProtocolProxyData;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.hpcreuse.gang.GangPlan;
import org.hpcreuse.gang.master.core.Event;
import org.hpcreuse.gang.master.core.RankContainers;
import org.hpcreuse.gang.member.GangMember;
import org.hpcreuse.gang.yarn.JavaContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops the ranks' containers. Thread-safe; nothing waits for a NodeManager. */
final class Launcher implements RankContainers, Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);

  /** Connections at once to NodeManagers. */
  private static final int THREADS = 16;

  private static final Map<String, String> ONLY_WITH_MPI = Map.of("HPC_REUSE_MODE", "mpi");

  private final ContainerManagementProtocolProxy nodes;
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "gang-launcher");
            thread.setDaemon(true);
            return thread;
          });

  /** The last start or stop on each node; used by the master's thread. */
  private final Map<NodeId, CompletableFuture<Void>> turns = new HashMap<>();

  /** Nodes with a look under way: one that does not answer must not take all threads. */
  private final Set<NodeId> looking = ConcurrentHashMap.newKeySet();

  private final Consumer<Event> events;
  private final JavaContainer rank;

  /** For a program that uses Hadoop. */
  private final Optional<ByteBuffer> tokens;

  /**
   * Makes one.
   *
   * @param host where the master listens
   * @param port where the master listens
   */
  Launcher(GangPlan plan, String host, int port, Configuration conf, Consumer<Event> events)
      throws IOException {
    this.events = events;
    nodes = new ContainerManagementProtocolProxy(conf);
    String main = GangMember.class.getName();
    List<String> master = List.of(host, Integer.toString(port));
    rank =
        plan.withHadoop()
            ? JavaContainer.withHadoop(conf, plan.files(), List.of(), plan.heapMb(), main, master)
            : new JavaContainer(plan.files(), plan.heapMb(), main, master);
    tokens = plan.withHadoop() ? Optional.of(tokens()) : Optional.empty();
  }

  /** Those of the user for other services; the one of this ApplicationMaster stays here. */
  private static ByteBuffer tokens() throws IOException {
    Credentials credentials =
        new Credentials(UserGroupInformation.getCurrentUser().getCredentials());
    credentials.getAllTokens().stream()
        .filter(token -> token.getKind().equals(AMRMTokenIdentifier.KIND_NAME))
        .map(org.apache.hadoop.security.token.Token::getService)
        .toList()
        .forEach(credentials::removeToken);
    DataOutputBuffer buffer = new DataOutputBuffer();
    credentials.writeTokenStorageToStream(buffer);
    return ByteBuffer.wrap(buffer.getData(), 0, buffer.getLength());
  }

  /** Those of one node with one call: a connection costs more than a start. */
  @Override
  public void start(List<Container> containers) {
    byNode(containers).forEach((node, own) -> inTurn(node, () -> startOn(node, own)));
  }

  private void startOn(NodeId node, List<Container> containers) {
    try {
      List<StartContainerRequest> requests = new ArrayList<>();
      for (Container each : containers) {
        requests.add(
            StartContainerRequest.newInstance(
                rank.context(ONLY_WITH_MPI, tokens), each.getContainerToken()));
      }
      ask(
              node,
              containers.get(0).getId(),
              manager -> manager.startContainers(StartContainersRequest.newInstance(requests)))
          .getFailedRequests()
          .forEach((id, reason) -> notStarted(id, reason.getMessage()));
    } catch (IOException | YarnException | RuntimeException e) {
      containers.forEach(each -> notStarted(each.getId(), e.getMessage()));
    }
  }

  private void notStarted(ContainerId container, String reason) {
    events.accept(new Event.NotStarted(container, String.valueOf(reason)));
  }

  @Override
  public void stop(List<Container> containers) {
    byNode(containers).forEach((node, own) -> inTurn(node, () -> stopOn(node, own)));
  }

  private void stopOn(NodeId node, List<Container> containers) {
    List<ContainerId> ids = containers.stream().map(Container::getId).toList();
    try {
      ask(
              node,
              ids.get(0),
              manager -> manager.stopContainers(StopContainersRequest.newInstance(ids)))
          .getFailedRequests()
          .forEach((id, reason) -> LOG.info("{} is not stopped: {}", id, reason.getMessage()));
    } catch (IOException | YarnException | RuntimeException e) {
      LOG.info("{} are not stopped: {}", ids, e.getMessage());
    }
  }

  /**
   * Asks the NodeManagers which of these are over. The ResourceManager would tell it, too, but up
   * to a heartbeat of the NodeManager later: containers that end while one is under way have to
   * wait for the next.
   */
  @Override
  public void look(List<Container> containers) {
    byNode(containers)
        .forEach(
            (node, own) -> {
              if (looking.add(node)) {
                threads.execute(() -> lookOn(node, own));
              }
            });
  }

  private void lookOn(NodeId node, List<Container> containers) {
    List<ContainerId> ids = containers.stream().map(Container::getId).toList();
    try {
      ask(
              node,
              ids.get(0),
              manager -> manager.getContainerStatuses(GetContainerStatusesRequest.newInstance(ids)))
          .getContainerStatuses()
          .stream()
          .filter(status -> status.getState() == ContainerState.COMPLETE)
          .forEach(status -> events.accept(Event.Completed.of(status)));
    } catch (IOException | YarnException | RuntimeException e) {
      LOG.info("not known whether {} are over: {}", ids, e.getMessage());
    } finally {
      looking.remove(node);
    }
  }

  /** A stop must not overtake a start. */
  private void inTurn(NodeId node, Runnable call) {
    CompletableFuture<Void> last =
        turns.getOrDefault(node, CompletableFuture.completedFuture(null));
    turns.put(node, last.thenRunAsync(call, threads));
  }

  private static Map<NodeId, List<Container>> byNode(List<Container> containers) {
    return containers.stream().collect(Collectors.groupingBy(Container::getNodeId));
  }

  /** A call to a NodeManager. */
  private interface Call<T> {
    T on(ContainerManagementProtocol manager) throws IOException, YarnException;
  }

  private <T> T ask(NodeId node, ContainerId first, Call<T> call)
      throws IOException, YarnException {
    ContainerManagementProtocolProxyData manager = nodes.getProxy(node.toString(), first);
    try {
      return call.on(manager.getContainerManagementProtocol());
    } finally {
      nodes.mayBeCloseProxy(manager);
    }
  }

  @Override
  public void close() throws IOException {
    threads.shutdownNow();
    nodes.stopAllProxies();
  }
}
