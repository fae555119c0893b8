/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.job;

import java.io.File;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.protocolrecords.AllocateResponse;
import org.apache.hadoop.yarn.api.records.ApplicationId;
import org.apache.hadoop.yarn.api.records.ApplicationSubmissionContext;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.ContainerRetryContext;
import org.apache.hadoop.yarn.api.records.ContainerRetryPolicy;
import org.apache.hadoop.yarn.api.records.ContainerStatus;
import org.apache.hadoop.yarn.api.records.FinalApplicationStatus;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.YarnApplicationAttemptState;
import org.apache.hadoop.yarn.client.api.AMRMClient;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.client.api.NMTokenCache;
import org.apache.hadoop.yarn.client.api.YarnClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;

/**
 * An application of one container, and its master: {@code OneContainer RETRIES COMMAND
 * [NAME=VALUE]…}. The command is a line of shell, which has this jar as its class path and the
 * variables; the NodeManager runs it again in the same directory as long as it fails. Prints {@code
 * exit STATUS} and the diagnostics.
 */
public final class OneContainer {
  private static final int MEMORY_MB = 256;
  private static final int RETRY_PAUSE_MS = 100;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final YarnClient yarn = YarnClient.createYarnClient();
  private final NMTokenCache tokens = new NMTokenCache();
  private final long endNanos = System.nanoTime() + LIMIT.toNanos();

  private OneContainer() {}

  /** Runs the container. */
  public static void main(String[] words) throws Exception {
    new OneContainer().run(Integer.parseInt(words[0]), List.of(words).subList(1, words.length));
  }

  private void run(int retries, List<String> words) throws Exception {
    Configuration configuration = new YarnConfiguration();
    yarn.init(configuration);
    yarn.start();
    ApplicationId application = submit();
    UserGroupInformation.getCurrentUser().addToken(yarn.getAMRMToken(application));
    AMRMClient<ContainerRequest> master = AMRMClient.createAMRMClient();
    master.setNMTokenCache(tokens);
    NMClient node = NMClient.createNMClient();
    node.setNMTokenCache(tokens);
    master.init(configuration);
    master.start();
    node.init(configuration);
    node.start();
    master.registerApplicationMaster("", 0, "");
    Resource resource = Resource.newInstance(MEMORY_MB, 1);
    master.addContainerRequest(new ContainerRequest(resource, null, null, Priority.newInstance(1)));
    Container container = null;
    ContainerStatus status = null;
    while (status == null) {
      AllocateResponse response = master.allocate(0);
      if (container == null && !response.getAllocatedContainers().isEmpty()) {
        container = response.getAllocatedContainers().get(0);
        System.out.println("container " + container.getId());
        node.startContainer(container, context(retries, words));
      }
      if (!response.getCompletedContainersStatuses().isEmpty()) {
        status = response.getCompletedContainersStatuses().get(0);
      }
      pause("the container to end");
    }
    System.out.println("exit " + status.getExitStatus());
    System.out.println(status.getDiagnostics());
    master.unregisterApplicationMaster(FinalApplicationStatus.SUCCEEDED, "", "");
    master.stop();
    node.stop();
    yarn.stop();
  }

  /** Submits an application whose master is this program. */
  private ApplicationId submit() throws Exception {
    ApplicationSubmissionContext context =
        yarn.createApplication().getApplicationSubmissionContext();
    context.setApplicationName("one container");
    context.setUnmanagedAM(true);
    context.setResource(Resource.newInstance(MEMORY_MB, 1));
    context.setAMContainerSpec(
        ContainerLaunchContext.newInstance(
            Map.of(), Map.of(), List.of(), Map.of(), null, Map.of()));
    ApplicationId application = yarn.submitApplication(context);
    System.out.println("Submitted application " + application);
    while (yarn.getApplicationAttemptReport(
                yarn.getApplicationReport(application).getCurrentApplicationAttemptId())
            .getYarnApplicationAttemptState()
        != YarnApplicationAttemptState.LAUNCHED) {
      pause("the application to be accepted");
    }
    return application;
  }

  private ContainerLaunchContext context(int retries, List<String> words) throws Exception {
    File jar =
        new File(OneContainer.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    Map<String, String> environment = new HashMap<>(Map.of("CLASSPATH", jar.getPath()));
    for (String variable : words.subList(1, words.size())) {
      String[] parts = variable.split("=", 2);
      environment.put(parts[0], parts[1]);
    }
    String logs = ApplicationConstants.LOG_DIR_EXPANSION_VAR;
    String command = words.get(0) + " 1>" + logs + "/stdout 2>" + logs + "/stderr";
    ContainerLaunchContext context =
        ContainerLaunchContext.newInstance(
            Map.of(), environment, List.of(command), Map.of(), (ByteBuffer) null, Map.of());
    context.setContainerRetryContext(
        ContainerRetryContext.newInstance(
            ContainerRetryPolicy.RETRY_ON_ALL_ERRORS, Set.of(), retries, RETRY_PAUSE_MS));
    return context;
  }

  private void pause(String what) throws InterruptedException {
    if (System.nanoTime() - endNanos > 0) {
      throw new IllegalStateException("waited " + LIMIT + " in vain for " + what);
    }
    Thread.sleep(RETRY_PAUSE_MS);
  }
}
