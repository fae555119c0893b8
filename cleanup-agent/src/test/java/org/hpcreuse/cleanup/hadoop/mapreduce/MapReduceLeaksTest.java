/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop.mapreduce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hpcreuse.cleanup.LeakCase.leak;
import static org.hpcreuse.cleanup.state.ReflectiveAccess.ofClass;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapred.TaskAttemptID;
import org.apache.hadoop.mapred.TaskLog;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.counters.Limits;
import org.apache.hadoop.mapreduce.jobhistory.JobHistoryEventHandler;
import org.apache.hadoop.mapreduce.util.MRJobConfUtil;
import org.apache.hadoop.mapreduce.v2.app.MRAppMaster;
import org.apache.hadoop.mapreduce.v2.app.job.impl.TaskAttemptImpl;
import org.apache.hadoop.yarn.api.records.ContainerLaunchContext;
import org.apache.hadoop.yarn.util.Records;
import org.hpcreuse.cleanup.LeakCase;
import org.hpcreuse.cleanup.LeakCases;
import org.hpcreuse.cleanup.hadoop.RestoreStatics;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/** What the masters and tasks of MapReduce leave. */
class MapReduceLeaksTest extends LeakCases {
  private static final TaskAttemptID TASK = TaskAttemptID.forName("attempt_1_0001_m_000000_0");

  @Override
  protected Stream<LeakCase<?, ?>> leaks() {
    return Stream.of(
        leak("the mark that main() of MRAppMaster has begun")
            .without(RestoreStatics.class)
            .container(() -> ofClass(MRAppMaster.class).set("mainStarted", true))
            .look(() -> ofClass(MRAppMaster.class).get("mainStarted"))
            .leftOut(started -> assertThat(started).isEqualTo(true))
            .released(started -> assertThat(started).isEqualTo(false)),
        leak("the limit of counters")
            .without(RestoreStatics.class)
            .container(() -> limitCounters(7))
            .look(Limits::getCountersMax)
            .leftOut(most -> assertThat(most).isEqualTo(7))
            .released(most -> assertThat(most).isEqualTo(120)),
        leak("the open files of the job history")
            .without(RestoreStatics.class)
            .container(() -> historyFiles().put(JobID.forName("job_1_0001"), "a writer"))
            .look(MapReduceLeaksTest::historyFiles)
            .leftOut(files -> assertThat(files).isNotEmpty())
            .released(files -> assertThat(files).isEmpty()),
        leak("the progress that a task reports at least")
            .without(RestoreStatics.class)
            .container(() -> setThreshold(0.5))
            .look(() -> setThreshold(0.25))
            .leftOut(percent -> assertThat(percent).isEqualTo(50.0))
            .released(percent -> assertThat(percent).isEqualTo(25.0)),
        leak("what a master starts each task with")
            .without(RestoreStatics.class)
            .container(MapReduceLeaksTest::makeLaunchContext)
            .look(MapReduceLeaksTest::hasLaunchContext)
            .leftOut(left -> assertThat(left).isTrue())
            .released(left -> assertThat(left).isFalse()),
        leak("the task that a log is of")
            .without(RestoreStatics.class)
            .container(() -> ofClass(TaskLog.class).set("currentTaskid", TASK))
            .look(() -> ofClass(TaskLog.class).get("currentTaskid"))
            .leftOut(task -> assertThat(task).isNotNull())
            .released(task -> assertThat(task).isNull()),
        leak("the task of YarnChild")
            .without(RestoreStatics.class)
            .container(() -> yarnChild().set("taskid", TASK))
            .look(() -> yarnChild().get("taskid"))
            .leftOut(task -> assertThat(task).isNotNull())
            .released(task -> assertThat(task).isNull()));
  }

  private static void limitCounters(int most) {
    Configuration conf = new Configuration(false);
    conf.setInt("mapreduce.job.counters.max", most);
    Limits.init(conf);
  }

  @SuppressWarnings("unchecked") // a static map of job ids to open files
  private static Map<Object, Object> historyFiles() throws ReflectiveOperationException {
    return (Map<Object, Object>) ofClass(JobHistoryEventHandler.class).get("fileMap");
  }

  /** Returns the threshold that then holds, in per cent. */
  private static double setThreshold(double delta) {
    Configuration conf = new Configuration();
    conf.setDouble("mapreduce.task.log.progress.delta.threshold", delta);
    MRJobConfUtil.setTaskLogProgressDeltaThresholds(conf);
    return MRJobConfUtil.getTaskProgressMinDeltaThreshold();
  }

  private static void makeLaunchContext() throws ReflectiveOperationException {
    ReflectiveAccess statics = ofClass(TaskAttemptImpl.class);
    statics.set("commonContainerSpec", Records.newRecord(ContainerLaunchContext.class));
    statics.get("initialClasspathFlag", AtomicBoolean.class).set(true);
  }

  private static boolean hasLaunchContext() throws ReflectiveOperationException {
    ReflectiveAccess statics = ofClass(TaskAttemptImpl.class);
    return statics.get("commonContainerSpec") != null
        || statics.get("initialClasspathFlag", AtomicBoolean.class).get();
  }

  private static ReflectiveAccess yarnChild() throws ClassNotFoundException {
    return ofClass(Class.forName("org.apache.hadoop.mapred.YarnChild"));
  }
}
