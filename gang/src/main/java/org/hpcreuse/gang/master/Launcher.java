/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.ApplicationConstants;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.hpcreuse.gang.member.GangMember;
import org.hpcreuse.gang.plan.GangPlan;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops the ranks' containers. Thread-safe; nothing waits for a NodeManager. */
final class Launcher implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);

  /** Connections at once to NodeManagers. */
  private static final int THREADS = 16;

  private final NMClient nodes = NMClient.createNMClient();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "gang-launcher");
            thread.setDaemon(true);
            return thread;
          });

  private final GangPlan plan;
  private final Consumer<Event> events;
  private final Map<String, String> environment;
  private final String command;

  /** Null when the program does not use Hadoop. */
  private final ByteBuffer tokens;

  /**
   * Makes one.
   *
   * @param host where the master listens
   * @param port where the master listens
   */
  Launcher(GangPlan plan, String host, int port, Configuration conf, Consumer<Event> events)
      throws IOException {
    this.plan = plan;
    this.events = events;
    nodes.cleanupRunningContainersOnStop(false); // the ResourceManager ends what is left
    nodes.init(conf);
    nodes.start();
    environment = environment(plan, conf);
    command = command(host, port);
    tokens = plan.withHadoop() ? tokens() : null;
  }

  /** A new one for each container: several threads must not use one at the same time. */
  private ContainerLaunchContext context() {
    return ContainerLaunchContext.newInstance(
        resources(),
        environment,
        List.of(command),
        null,
        tokens == null ? null : tokens.duplicate(),
        null);
  }

  private Map<String, LocalResource> resources() {
    Map<String, LocalResource> resources = new HashMap<>();
    for (GangPlan.StagedFile file : plan.files()) {
      resources.put(
          file.name(),
          LocalResource.newInstance(
              URL.fromURI(java.net.URI.create(file.uri())),
              LocalResourceType.FILE,
              LocalResourceVisibility.APPLICATION,
              file.bytes(),
              file.timeMs()));
    }
    return resources;
  }

  private static Map<String, String> environment(GangPlan plan, Configuration conf) {
    List<String> classPath = new ArrayList<>();
    for (GangPlan.StagedFile file : plan.files()) {
      if (file.name().endsWith(".jar")) {
        classPath.add(ApplicationConstants.Environment.PWD.$$() + "/" + file.name());
      }
    }
    if (plan.withHadoop()) {
      classPath.addAll(
          conf.getTrimmedStringCollection(YarnConfiguration.YARN_APPLICATION_CLASSPATH));
      classPath.addAll(conf.getTrimmedStringCollection("mapreduce.application.classpath"));
    }
    return Map.of("CLASSPATH", String.join(":", classPath), "HPC_REUSE_MODE", "mpi");
  }

  private String command(String host, int port) {
    return ApplicationConstants.Environment.JAVA_HOME.$$()
        + "/bin/java -Xmx"
        + plan.heapMb()
        + "m "
        + GangMember.class.getName()
        + " "
        + host
        + " "
        + port
        + " 1>"
        + ApplicationConstants.LOG_DIR_EXPANSION_VAR
        + "/stdout 2>"
        + ApplicationConstants.LOG_DIR_EXPANSION_VAR
        + "/stderr";
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

  void start(Container container) {
    threads.execute(
        () -> {
          try {
            nodes.startContainer(container, context());
          } catch (IOException | YarnException | RuntimeException e) {
            events.accept(new Event.NotStarted(container.getId(), String.valueOf(e.getMessage())));
          }
        });
  }

  /** YARN ends it with SIGTERM, and with SIGKILL after its own grace. */
  void stop(Container container) {
    threads.execute(
        () -> {
          try {
            nodes.stopContainer(container.getId(), container.getNodeId());
          } catch (IOException | YarnException | RuntimeException e) {
            LOG.info("{} is not stopped: {}", container.getId(), e.getMessage());
          }
        });
  }

  @Override
  public void close() throws IOException {
    threads.shutdown();
    nodes.stop();
  }
}
