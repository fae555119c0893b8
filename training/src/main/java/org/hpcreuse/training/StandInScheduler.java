/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterResponse;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NMToken;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.Token;

/**
 * Replaces the ResourceManager's scheduler: grants one container at a time on the one node, in the
 * order of priorities.
 *
 * <p>Called by the threads of its server.
 */
final class StandInScheduler implements ApplicationMasterProtocol {
  private static final Resource NODE = Resource.newInstance(1 << 20, 1 << 10);

  private final NodeTokens tokens;
  private final ApplicationAttemptId attempt;
  private final LocalNodeManager node;

  /** What is asked for and not granted; the most urgent first. */
  private final Map<Priority, ResourceRequest> asked =
      new TreeMap<>((a, b) -> Integer.compare(a.getPriority(), b.getPriority()));

  private Server server;
  private int containers = 1;
  private int responses;

  private StandInScheduler(NodeTokens tokens, ApplicationAttemptId attempt, LocalNodeManager node) {
    this.tokens = tokens;
    this.attempt = attempt;
    this.node = node;
  }

  /**
   * Starts the server; {@link #stop} ends it.
   *
   * @param tokens for the node
   * @param masterTokens who has none of these is not served
   */
  static StandInScheduler start(
      Configuration conf,
      NodeTokens tokens,
      MasterTokens masterTokens,
      ApplicationAttemptId attempt,
      LocalNodeManager node) {
    StandInScheduler scheduler = new StandInScheduler(tokens, attempt, node);
    scheduler.server =
        TrainingJob.server(ApplicationMasterProtocol.class, scheduler, conf, masterTokens);
    scheduler.server.start();
    return scheduler;
  }

  InetSocketAddress address() {
    return server.getListenerAddress();
  }

  void stop() {
    server.stop();
  }

  @Override
  public RegisterApplicationMasterResponse registerApplicationMaster(
      RegisterApplicationMasterRequest request) {
    return RegisterApplicationMasterResponse.newInstance(
        Resource.newInstance(1, 1), NODE, Map.of(), null, List.of(), "training", List.of());
  }

  @Override
  public synchronized AllocateResponse allocate(AllocateRequest request) {
    for (ResourceRequest ask : request.getAskList()) {
      if (ask.getResourceName().equals(ResourceRequest.ANY)) {
        asked.put(ask.getPriority(), ask);
      }
    }
    Optional<Container> granted = grant();
    List<NMToken> nodeTokens =
        granted.isPresent() ? List.of(tokens.issue(attempt, node.id())) : List.of();
    return AllocateResponse.newInstance(
        ++responses,
        node.takeCompleted(),
        granted.map(List::of).orElse(List.of()),
        List.of(),
        NODE,
        null,
        1,
        null,
        nodeTokens);
  }

  private Optional<Container> grant() {
    Optional<ResourceRequest> next =
        asked.values().stream().filter(ask -> ask.getNumContainers() > 0).findFirst();
    if (next.isEmpty() || !node.reserve()) {
      return Optional.empty();
    }
    ResourceRequest ask = next.get();
    ask.setNumContainers(ask.getNumContainers() - 1);
    ContainerId id = ContainerId.newContainerId(attempt, ++containers);
    byte[] identifier = id.toString().getBytes(StandardCharsets.UTF_8);
    Token token = Token.newInstance(identifier, "training", new byte[0], "");
    Container container =
        Container.newInstance(
            id, node.id(), TrainingJob.HOST + ":0", ask.getCapability(), ask.getPriority(), token);
    return Optional.of(container);
  }

  /** The container that a token was made for. */
  static ContainerId container(Token token) {
    ByteBuffer identifier = token.getIdentifier().duplicate();
    return ContainerId.fromString(StandardCharsets.UTF_8.decode(identifier).toString());
  }

  @Override
  public FinishApplicationMasterResponse finishApplicationMaster(
      FinishApplicationMasterRequest request) {
    return FinishApplicationMasterResponse.newInstance(true);
  }
}
