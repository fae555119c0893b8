/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.hpcreuse.protocol.option.Option;
import org.hpcreuse.protocol.option.Options;

/**
 * The executor's part of yarn-site.xml.
 *
 * @param poolDir the pool's directory
 * @param fallback what happens to a container that gets no slot
 * @param holdMs how long a container waits for a slot, milliseconds
 * @param jvmFlags what happens to a container whose JVM options only tune
 * @param signals what YARN may take to end a cancelled container by its own signals
 * @param logDirMode mode of the containers' log directories, for example 0710
 * @param logScript whether the launch script is copied into the log directory
 * @param obstacle a setting that only forked containers can honour; empty when there is none
 */
public record ExecutorSettings(
    Path poolDir,
    Options.Fallback fallback,
    long holdMs,
    Options.JvmFlags jvmFlags,
    Duration signals,
    int logDirMode,
    boolean logScript,
    String obstacle) {
  /** For a NodeManager that is busy. */
  private static final Duration SIGNALS_EXTRA = Duration.ofSeconds(10);

  public static ExecutorSettings of(Configuration conf) throws IOException {
    Map<String, String> texts = new HashMap<>();
    for (Option<?> option :
        List.of(Options.POOL_DIR, Options.FALLBACK, Options.HOLD_MS, Options.JVM_FLAGS)) {
      texts.put(option.key(), conf.getTrimmed(option.key(), ""));
    }
    String dir = Options.POOL_DIR.in(texts);
    if (dir.isEmpty()) {
      throw new IOException(
          Options.POOL_DIR.key() + " is not set; HpcReuseContainerExecutor needs it");
    }
    Path poolDir = Path.of(dir);
    return new ExecutorSettings(
        poolDir,
        Options.FALLBACK.in(texts),
        Options.HOLD_MS.in(texts),
        Options.JVM_FLAGS.in(texts),
        signals(conf),
        logDirMode(conf),
        conf.getBoolean(
            YarnConfiguration.NM_LOG_CONTAINER_DEBUG_INFO,
            YarnConfiguration.DEFAULT_NM_LOG_CONTAINER_DEBUG_INFO),
        obstacle(conf));
  }

  private static int logDirMode(Configuration conf) {
    String mode =
        conf.get(
            YarnConfiguration.NM_DEFAULT_CONTAINER_EXECUTOR_LOG_DIRS_PERMISSIONS,
            YarnConfiguration.NM_DEFAULT_CONTAINER_EXECUTOR_LOG_DIRS_PERMISSIONS_DEFAULT);
    return new FsPermission(mode).toShort();
  }

  /** It waits for the pid file, sends TERM, waits, sends KILL. */
  private static Duration signals(Configuration conf) {
    return Duration.ofMillis(
            conf.getLong(
                YarnConfiguration.NM_PROCESS_KILL_WAIT_MS,
                YarnConfiguration.DEFAULT_NM_PROCESS_KILL_WAIT_MS))
        .plusMillis(
            conf.getLong(
                YarnConfiguration.NM_SLEEP_DELAY_BEFORE_SIGKILL_MS,
                YarnConfiguration.DEFAULT_NM_SLEEP_DELAY_BEFORE_SIGKILL_MS))
        .plus(SIGNALS_EXTRA);
  }

  private static String obstacle(Configuration conf) {
    if (YarnConfiguration.numaAwarenessEnabled(conf)) {
      return "NUMA awareness is configured";
    }
    if (conf.get(YarnConfiguration.NM_CONTAINER_EXECUTOR_SCHED_PRIORITY) != null) {
      return YarnConfiguration.NM_CONTAINER_EXECUTOR_SCHED_PRIORITY + " is set";
    }
    return "";
  }
}
