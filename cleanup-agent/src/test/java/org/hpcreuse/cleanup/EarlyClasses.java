/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.statics.StaticState;

/**
 * The framework classes whose statics tests look at, initialised before anything else as a slot
 * initialises its early classes. One state for this JVM, as in a slot.
 */
final class EarlyClasses {
  private static final List<String> NAMES =
      List.of(
          "com.google.inject.servlet.GuiceFilter",
          "org.apache.hadoop.conf.Configuration",
          "org.apache.hadoop.fs.AbstractFileSystem",
          "org.apache.hadoop.fs.FileSystem",
          "org.apache.hadoop.fs.GlobalStorageStatistics",
          "org.apache.hadoop.fs.LocalDirAllocator",
          "org.apache.hadoop.fs.statistics.impl.IOStatisticsContextIntegration",
          "org.apache.hadoop.io.BytesWritable",
          "org.apache.hadoop.io.IntWritable",
          "org.apache.hadoop.io.LongWritable",
          "org.apache.hadoop.io.NullWritable",
          "org.apache.hadoop.io.Text",
          "org.apache.hadoop.io.WritableComparator",
          "org.apache.hadoop.io.WritableFactories",
          "org.apache.hadoop.io.WritableName",
          "org.apache.hadoop.ipc.RPC",
          "org.apache.hadoop.mapred.TaskLog",
          "org.apache.hadoop.mapred.YarnChild",
          "org.apache.hadoop.mapreduce.counters.Limits",
          "org.apache.hadoop.mapreduce.jobhistory.JobHistoryEventHandler",
          "org.apache.hadoop.mapreduce.task.reduce.Fetcher",
          "org.apache.hadoop.mapreduce.util.MRJobConfUtil",
          "org.apache.hadoop.mapreduce.v2.app.MRAppMaster",
          "org.apache.hadoop.mapreduce.v2.app.job.impl.TaskAttemptImpl",
          "org.apache.hadoop.mapreduce.v2.util.MRWebAppUtil",
          "org.apache.hadoop.metrics2.impl.MetricsSystemImpl",
          "org.apache.hadoop.metrics2.lib.DefaultMetricsSystem",
          "org.apache.hadoop.metrics2.source.JvmMetrics",
          "org.apache.hadoop.metrics2.source.JvmMetrics$Singleton",
          "org.apache.hadoop.security.Groups",
          "org.apache.hadoop.security.SaslMechanismFactory",
          "org.apache.hadoop.security.SecurityUtil",
          "org.apache.hadoop.security.UserGroupInformation",
          "org.apache.hadoop.security.authentication.util.KerberosName",
          "org.apache.hadoop.security.token.SecretManager",
          "org.apache.hadoop.security.token.Token",
          "org.apache.hadoop.util.ReflectionUtils",
          "org.apache.hadoop.util.ShutdownHookManager",
          "org.apache.hadoop.yarn.client.api.NMTokenCache",
          "org.apache.hadoop.yarn.factories.impl.pb.RpcClientFactoryPBImpl",
          "org.apache.hadoop.yarn.factories.impl.pb.RpcServerFactoryPBImpl",
          "org.apache.hadoop.yarn.util.RackResolver",
          "org.apache.hadoop.yarn.util.resource.ResourceUtils");

  private static final List<Class<?>> INITIALIZED = new ArrayList<>();
  static final LoadedClasses FRAMEWORK =
      new LoadedClasses(EarlyClasses.class.getClassLoader(), () -> List.copyOf(INITIALIZED));
  static final StaticState STATICS = new StaticState(FRAMEWORK);

  static {
    STATICS.warmUp(() -> NAMES.forEach(EarlyClasses::initialize));
  }

  private EarlyClasses() {}

  /** Says so itself, as a rewritten initialiser would. */
  private static void initialize(String name) {
    try {
      Class<?> type = Class.forName(name, true, EarlyClasses.class.getClassLoader());
      INITIALIZED.add(type);
      STATICS.initialized(type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
