/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.yarn.api.ContainerManagementProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.CommitResponse;
import org.apache.hadoop.yarn.api.protocolrecords.ContainerUpdateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ContainerUpdateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetContainerStatusesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetContainerStatusesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.GetLocalizationStatusesRequest;
import org.apache.hadoop.yarn.api.protocolrecords.GetLocalizationStatusesResponse;
import org.apache.hadoop.yarn.api.protocolrecords.IncreaseContainersResourceRequest;
import org.apache.hadoop.yarn.api.protocolrecords.IncreaseContainersResourceResponse;
import org.apache.hadoop.yarn.api.protocolrecords.ReInitializeContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ReInitializeContainerResponse;
import org.apache.hadoop.yarn.api.protocolrecords.ResourceLocalizationRequest;
import org.apache.hadoop.yarn.api.protocolrecords.ResourceLocalizationResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RestartContainerResponse;
import org.apache.hadoop.yarn.api.protocolrecords.RollbackResponse;
import org.apache.hadoop.yarn.api.protocolrecords.SignalContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.SignalContainerResponse;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainerRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StartContainersResponse;
import org.apache.hadoop.yarn.api.protocolrecords.StopContainersRequest;
import org.apache.hadoop.yarn.api.protocolrecords.StopContainersResponse;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.ContainerState;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.NodeId;

/**
 * Replaces a NodeManager: runs each container's program in a thread of this JVM, one at a time. The
 * other requests of the protocol are not made by a MapReduce job.
 */
final class LocalNodeManager implements ContainerManagementProtocol {
  private final MapOutputServer mapOutput;
  private Server server;

  private boolean busy;
  private final List<ContainerStatus> completed = new ArrayList<>();

  private LocalNodeManager(MapOutputServer mapOutput) {
    this.mapOutput = mapOutput;
  }

  /**
   * Starts the server; {@link #stop} ends it.
   *
   * @param tokens who has none of these is not served
   */
  static LocalNodeManager start(Configuration conf, NodeTokens tokens, MapOutputServer mapOutput) {
    LocalNodeManager node = new LocalNodeManager(mapOutput);
    node.server = TrainingJob.server(ContainerManagementProtocol.class, node, conf, tokens);
    node.server.start();
    return node;
  }

  NodeId id() {
    InetSocketAddress address = server.getListenerAddress();
    return NodeId.newInstance(TrainingJob.HOST, address.getPort());
  }

  void stop() {
    server.stop();
  }

  /** Takes the node for a container; false when it has one. */
  synchronized boolean reserve() {
    boolean free = !busy;
    busy = true;
    return free;
  }

  /** The containers that are over since the last call. */
  synchronized List<ContainerStatus> takeCompleted() {
    List<ContainerStatus> taken = List.copyOf(completed);
    completed.clear();
    return taken;
  }

  private synchronized void complete(ContainerId id, int status) {
    completed.add(ContainerStatus.newInstance(id, ContainerState.COMPLETE, "", status));
    busy = false;
  }

  @Override
  public StartContainersResponse startContainers(StartContainersRequest request) {
    List<ContainerId> started = new ArrayList<>();
    for (StartContainerRequest start : request.getStartContainerRequests()) {
      ContainerId id = StandInScheduler.container(start.getContainerToken());
      mapOutput.admit(start.getContainerLaunchContext());
      new TaskProgram(start.getContainerLaunchContext(), status -> complete(id, status)).start();
      started.add(id);
    }
    ByteBuffer port = ByteBuffer.allocate(Integer.BYTES).putInt(mapOutput.port()).flip();
    return StartContainersResponse.newInstance(
        Map.of("mapreduce_shuffle", port), started, Map.of());
  }

  @Override
  public StopContainersResponse stopContainers(StopContainersRequest request) {
    return StopContainersResponse.newInstance(request.getContainerIds(), Map.of());
  }

  @Override
  public GetContainerStatusesResponse getContainerStatuses(GetContainerStatusesRequest request) {
    throw notServed();
  }

  @Override
  @Deprecated
  public IncreaseContainersResourceResponse increaseContainersResource(
      IncreaseContainersResourceRequest request) {
    throw notServed();
  }

  @Override
  public ContainerUpdateResponse updateContainer(ContainerUpdateRequest request) {
    throw notServed();
  }

  @Override
  public SignalContainerResponse signalToContainer(SignalContainerRequest request) {
    throw notServed();
  }

  @Override
  public ResourceLocalizationResponse localize(ResourceLocalizationRequest request) {
    throw notServed();
  }

  @Override
  public ReInitializeContainerResponse reInitializeContainer(ReInitializeContainerRequest request) {
    throw notServed();
  }

  @Override
  public RestartContainerResponse restartContainer(ContainerId container) {
    throw notServed();
  }

  @Override
  public RollbackResponse rollbackLastReInitialization(ContainerId container) {
    throw notServed();
  }

  @Override
  public CommitResponse commitLastReInitialization(ContainerId container) {
    throw notServed();
  }

  @Override
  public GetLocalizationStatusesResponse getLocalizationStatuses(
      GetLocalizationStatusesRequest request) {
    throw notServed();
  }

  private static UnsupportedOperationException notServed() {
    return new UnsupportedOperationException("not served by the training job's node");
  }
}
