/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.masters;

import java.io.IOException;
import java.security.PrivilegedExceptionAction;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.ipc.RPC;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationMasterProtocol;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateRequest;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.protocolrecords.FinishApplicationMasterRequest;
import org.apache.hadoop.yarn.api.protocolrecords.RegisterApplicationMasterRequest;
import org.apache.hadoop.yarn.api.records.ApplicationAttemptId;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceRequest;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.api.records.YarnApplicationState;
import org.apache.hadoop.yarn.client.ClientRMProxy;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.util.Records;

/**
 * An ApplicationMaster in this process (an unmanaged one: YARN gives it no container). It has a
 * connection to the ResourceManager of its own, as one in a container has. Used by one thread at a
 * time.
 */
final class Master implements Allocator.ResourceManager {
  /** That of MapReduce's maps. */
  private static final Priority PRIORITY = Priority.newInstance(20);

  /** YARN makes it its smallest container. */
  private static final Resource SMALLEST = Resource.newInstance(1, 1);

  private static final float PROGRESS = 0;
  private static final long LIMIT_SECONDS = 60;
  private static final long POLL_MS = 20;

  private final ApplicationId id;
  private ApplicationMasterProtocol manager;
  private int responseId;

  private Master(ApplicationId id) {
    this.id = id;
  }

  /** Submits an application; {@link #register} makes it run. */
  static Master submit(YarnClient yarn, String name) throws IOException, YarnException {
    ApplicationSubmissionContext context =
        yarn.createApplication().getApplicationSubmissionContext();
    context.setApplicationName(name);
    context.setUnmanagedAM(true);
    context.setMaxAppAttempts(1);
    context.setAMContainerSpec(Records.newRecord(ContainerLaunchContext.class));
    return new Master(yarn.submitApplication(context));
  }

  /** Connects it, when the ResourceManager expects it. */
  void register(YarnClient yarn, YarnConfiguration conf)
      throws IOException, YarnException, InterruptedException, TimeoutException {
    await(
        id + " to be accepted",
        () ->
            yarn.getApplicationReport(id).getYarnApplicationState()
                == YarnApplicationState.ACCEPTED);
    ApplicationReport report = yarn.getApplicationReport(id);
    ApplicationAttemptId attempt = report.getCurrentApplicationAttemptId();
    await(
        "the ResourceManager to expect the master of " + id,
        () ->
            yarn.getApplicationAttemptReport(attempt).getYarnApplicationAttemptState()
                == YarnApplicationAttemptState.LAUNCHED);
    UserGroupInformation user = UserGroupInformation.createRemoteUser(attempt.toString());
    user.addToken(yarn.getAMRMToken(id));
    manager =
        user.doAs(
            (PrivilegedExceptionAction<ApplicationMasterProtocol>)
                () -> ClientRMProxy.createRMProxy(conf, ApplicationMasterProtocol.class));
    manager.registerApplicationMaster(
        RegisterApplicationMasterRequest.newInstance("localhost", -1, ""));
  }

  @Override
  public void allocate(int containers, boolean changed) throws IOException, YarnException {
    heartbeat(changed ? List.of(request(containers)) : List.of());
  }

  /** Takes so many containers of the smallest size; none of them is ever launched. */
  void take(int containers)
      throws IOException, YarnException, InterruptedException, TimeoutException {
    int[] taken = {granted(List.of(request(containers)))};
    await(
        containers + " containers, the whole cluster, for " + id,
        () -> {
          taken[0] += granted(List.of());
          return taken[0] >= containers;
        });
  }

  /** Ends the application well. */
  void unregister() throws IOException, YarnException, InterruptedException, TimeoutException {
    FinishApplicationMasterRequest request =
        FinishApplicationMasterRequest.newInstance(FinalApplicationStatus.SUCCEEDED, "", "");
    await("the end of " + id, () -> manager.finishApplicationMaster(request).getIsUnregistered());
    RPC.stopProxy(manager);
  }

  private int granted(List<ResourceRequest> ask) throws IOException, YarnException {
    return heartbeat(ask).getAllocatedContainers().size();
  }

  private AllocateResponse heartbeat(List<ResourceRequest> ask) throws IOException, YarnException {
    AllocateResponse response =
        manager.allocate(AllocateRequest.newInstance(responseId, PROGRESS, ask, List.of(), null));
    responseId = response.getResponseId();
    return response;
  }

  private static ResourceRequest request(int containers) {
    return ResourceRequest.newInstance(PRIORITY, ResourceRequest.ANY, SMALLEST, containers);
  }

  /** Something that the ResourceManager says only when it is asked. */
  @FunctionalInterface
  private interface Question {
    boolean ask() throws IOException, YarnException;
  }

  /** Asks until the answer is yes. */
  private static void await(String what, Question question)
      throws IOException, YarnException, InterruptedException, TimeoutException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
    while (!question.ask()) {
      if (System.nanoTime() - deadline >= 0) {
        throw new TimeoutException("waited " + LIMIT_SECONDS + " s in vain for " + what);
      }
      TimeUnit.MILLISECONDS.sleep(POLL_MS);
    }
  }
}
