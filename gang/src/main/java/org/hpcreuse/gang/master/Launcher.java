/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.master;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.DataOutputBuffer;
import org.apache.hadoop.security.Credentials;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.client.api.NMClient;
import org.apache.hadoop.yarn.exceptions.YarnException;
import org.apache.hadoop.yarn.security.AMRMTokenIdentifier;
import org.hpcreuse.gang.member.GangMember;
import org.hpcreuse.gang.plan.GangPlan;
import org.hpcreuse.gang.yarn.JavaContainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts and stops the ranks' containers. Thread-safe; nothing waits for a NodeManager. */
final class Launcher implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Launcher.class);

  /** Connections at once to NodeManagers. */
  private static final int THREADS = 16;

  private static final Map<String, String> ONLY_WITH_MPI = Map.of("HPC_REUSE_MODE", "mpi");

  private final NMClient nodes = NMClient.createNMClient();
  private final ExecutorService threads =
      Executors.newFixedThreadPool(
          THREADS,
          work -> {
            Thread thread = new Thread(work, "gang-launcher");
            thread.setDaemon(true);
            return thread;
          });

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
    nodes.cleanupRunningContainersOnStop(false); // the ResourceManager ends what is left
    nodes.init(conf);
    nodes.start();
    String main = GangMember.class.getName();
    List<String> master = List.of(host, Integer.toString(port));
    rank =
        plan.withHadoop()
            ? JavaContainer.withHadoop(conf, plan.files(), plan.heapMb(), main, master)
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

  void start(Container container) {
    threads.execute(
        () -> {
          try {
            nodes.startContainer(container, rank.context(ONLY_WITH_MPI, tokens));
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
