/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.List;
import org.hpcreuse.cleanup.ReleaseStep;
import org.hpcreuse.cleanup.statics.RestoreStatics;

/** The steps for state of the framework, in order. */
public final class HadoopSteps {
  private HadoopSteps() {}

  /** What Hadoop does when a JVM exits in order. */
  public static List<ReleaseStep> atExit() {
    return List.of(new HadoopShutdownHooks());
  }

  /**
   * What cuts the container off from the outside: open streams before the file systems that own
   * them, RPC servers before their selectors are closed, metrics while their sources live, RPC
   * clients when nothing needs them any more.
   */
  public static List<ReleaseStep> beforeThreadsEnd() {
    return List.of(
        new HdfsOpenStreams(),
        new FileSystemCache(),
        new RpcServers(),
        new MetricsSystem(),
        new RpcClients(),
        new HdfsReadPools(),
        new HdfsClientContexts(),
        new SocketSelectors());
  }

  /**
   * The rest. The first steps come again for what threads did before they ended.
   *
   * <p>Statics only now, since closing a file system or a log still changes some; the sweeps of
   * what may not be captured after them.
   */
  public static List<ReleaseStep> afterThreadsEnd() {
    return List.of(
        new ResetShutdownHookManager(),
        new FileSystemCache(),
        new RpcClients(),
        new SocketSelectors(),
        new Logging(),
        new CommonsLogging(),
        new RestoreStatics(),
        new Logging(),
        new ConfigurationClasses(),
        new Codecs(),
        new StaticServiceLoaders());
  }
}
