/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.List;
import org.hpcreuse.cleanup.hadoop.Codecs;
import org.hpcreuse.cleanup.hadoop.CommonsLogging;
import org.hpcreuse.cleanup.hadoop.ConfigurationClasses;
import org.hpcreuse.cleanup.hadoop.FileSystemCache;
import org.hpcreuse.cleanup.hadoop.HadoopShutdownHooks;
import org.hpcreuse.cleanup.hadoop.HdfsClientContexts;
import org.hpcreuse.cleanup.hadoop.HdfsOpenStreams;
import org.hpcreuse.cleanup.hadoop.HdfsReadPools;
import org.hpcreuse.cleanup.hadoop.JettyShutdownMonitor;
import org.hpcreuse.cleanup.hadoop.LateOptions;
import org.hpcreuse.cleanup.hadoop.Log4jLogging;
import org.hpcreuse.cleanup.hadoop.MetricsSystem;
import org.hpcreuse.cleanup.hadoop.ResetShutdownHookManager;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.hadoop.RpcClients;
import org.hpcreuse.cleanup.hadoop.SocketSelectors;
import org.hpcreuse.cleanup.hadoop.StaticServiceLoaders;
import org.hpcreuse.cleanup.hadoop.ThreadStatistics;
import org.hpcreuse.cleanup.hadoop.WebServerConnectors;
import org.hpcreuse.cleanup.step.ReleaseStep;

/** The steps for state of the framework, in order. */
public final class HadoopSteps {
  private HadoopSteps() {}

  /** What Hadoop does when a JVM exits in order. */
  public static List<ReleaseStep> atExit() {
    return List.of(new HadoopShutdownHooks());
  }

  /**
   * What cuts the container off from the outside: open streams before the file systems that own
   * them, metrics while their sources live, RPC clients when nothing needs them any more.
   */
  public static List<ReleaseStep> beforeThreadsEnd() {
    return List.of(
        new HdfsOpenStreams(),
        new FileSystemCache(),
        new MetricsSystem(),
        new RpcClients(),
        new HdfsReadPools(),
        new HdfsClientContexts(),
        new SocketSelectors());
  }

  /** What lets threads go that interrupts do not end; run again and again until they have ended. */
  public static List<ReleaseStep> whileThreadsEnd() {
    return List.of(new WebServerConnectors());
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
        new JettyShutdownMonitor(),
        new Log4jLogging(),
        new CommonsLogging(),
        new ThreadStatistics(),
        new LateOptions(),
        new RestoreStatics(),
        new Log4jLogging(),
        new ConfigurationClasses(),
        new Codecs(),
        new StaticServiceLoaders());
  }
}
