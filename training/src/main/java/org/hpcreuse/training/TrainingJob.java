/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.training;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonConfigurationKeysPublic;
import org.apache.hadoop.ipc.Server;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.security.SaslRpcServer.AuthMethod;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.security.token.SecretManager;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.ipc.YarnRPC;

/**
 * Runs one small MapReduce job to its end in this JVM: the stock {@code MRAppMaster}, and for each
 * task the stock {@code YarnChild}. What they call over the network they call here too, over the
 * loopback interface: the scheduler, the node, the ApplicationMaster's umbilical, the map output.
 *
 * <p>Each run compiles more of what real ApplicationMasters and tasks execute. The job's files are
 * in the working directory, which also is the first entry of the class path; the caller removes it.
 * The environment is that of an ApplicationMaster. The program ends as the ApplicationMaster does:
 * exit status 0 when the job has succeeded.
 */
public final class TrainingJob {
  /** The loopback address by number, so that no resolver is asked. */
  static final String HOST = "127.0.0.1";

  /** Before Hadoop's own hooks, which close what the stand-ins use. */
  private static final int HOOK_PRIORITY = 100;

  private TrainingJob() {}

  /**
   * Runs the job; does not return before the ApplicationMaster has started.
   *
   * @param args none
   * @throws IOException when the files or the servers cannot be made
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    ContainerId master = ContainerId.fromString(System.getenv("CONTAINER_ID"));
    JobFiles files = new JobFiles(Path.of("").toAbsolutePath(), master.getApplicationAttemptId());
    Configuration conf = files.configuration();
    UserGroupInformation.setConfiguration(conf);
    NodeTokens tokens = new NodeTokens();
    MapOutputServer mapOutput = MapOutputServer.start(files.localDirectory(), conf);
    LocalNodeManager node = LocalNodeManager.start(conf, tokens, mapOutput);
    MasterTokens masterTokens = new MasterTokens();
    UserGroupInformation.getCurrentUser()
        .addToken(masterTokens.issue(master.getApplicationAttemptId()));
    StandInScheduler scheduler =
        StandInScheduler.start(conf, tokens, masterTokens, master.getApplicationAttemptId(), node);
    ShutdownHookManager.get()
        .addShutdownHook(
            () -> {
              scheduler.stop();
              node.stop();
              mapOutput.stop();
            },
            HOOK_PRIORITY);
    files.write(scheduler.address());
    MRAppMaster.main(new String[0]);
  }

  /**
   * Makes a server that runs programs, or gives out what they run on, for holders of a token alone.
   * Hadoop's own daemons do the same. With the job's configuration, which is that of a cluster
   * without Kerberos, it would serve everyone who comes.
   */
  static Server server(
      Class<?> protocol, Object served, Configuration conf, SecretManager<?> tokens) {
    Configuration tokensOnly = new Configuration(conf);
    tokensOnly.set(
        CommonConfigurationKeysPublic.HADOOP_SECURITY_AUTHENTICATION, AuthMethod.TOKEN.toString());
    return YarnRPC.create(conf).getServer(protocol, served, anyPort(), tokensOnly, tokens, 1);
  }

  /** Where a server listens on {@link #HOST}. */
  static InetSocketAddress anyPort() {
    try {
      return new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0);
    } catch (UnknownHostException e) {
      throw unchecked(e);
    }
  }

  /** For failures where an interface of Hadoop allows none. */
  static UncheckedIOException unchecked(IOException e) {
    return new UncheckedIOException(e);
  }
}
