/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.TreeMap;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.Reason;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Through Hadoop's metrics system as it runs in a NodeManager, read as /jmx reads it. */
class LaunchMetricsTest {
  private static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();

  private final LaunchCounters counters = new LaunchCounters();
  private final LaunchMetrics metrics = new LaunchMetrics(counters);

  @AfterEach
  void stop() {
    metrics.unregister();
    DefaultMetricsSystem.shutdown();
  }

  private static ObjectName bean() throws Exception {
    return new ObjectName("Hadoop:service=NodeManager,name=HpcReuseLaunches");
  }

  /** For seconds Hadoop keeps what the bean has shown at first. */
  private static Map<String, Object> shown() throws Exception {
    Map<String, Object> values = new TreeMap<>();
    for (MBeanAttributeInfo attribute : SERVER.getMBeanInfo(bean()).getAttributes()) {
      values.put(attribute.getName(), SERVER.getAttribute(bean(), attribute.getName()));
    }
    return values;
  }

  private static LaunchRecord inSlot(long assigned, long running, long ended, long told) {
    return new LaunchRecord("c", "reuse", "", 1_000, assigned, running, ended, told, 0, 3);
  }

  private static LaunchRecord forked(long load) {
    return new LaunchRecord("c", "fork", "not-java", 1_000, load, 0, 0, 90_000, 0, -1);
  }

  @Test
  void shouldShowWhatBecameOfContainersAndWhy() throws Exception {
    DefaultMetricsSystem.initialize("NodeManager");
    counters.reused();
    counters.reused();
    counters.lost();
    counters.reacquired();
    counters.forked(new Reason(FallbackReason.NOT_JAVA, "a"));
    counters.forked(new Reason(FallbackReason.NOT_JAVA, "b"));
    counters.refused(new Reason(FallbackReason.WRONG_USER, "e"));
    metrics.register();

    Map<String, Object> shown = shown();

    assertThat(shown)
        .containsEntry("tag.Context", "yarn")
        .containsEntry("ContainersReused", 2L)
        .containsEntry("ContainersForked", 2L)
        .containsEntry("ContainersRefused", 1L)
        .containsEntry("ContainersLost", 1L)
        .containsEntry("ContainersReacquired", 1L)
        .containsEntry("ForkedNotJava", 2L)
        .containsEntry("RefusedWrongUser", 1L)
        .doesNotContainKeys("RefusedNotJava", "ForkedWrongUser");
    assertThat(shown.keySet()).allMatch(name -> name.matches("[A-Za-z0-9.]+"));
  }

  @Test
  void shouldShowHowLongThePhasesTook() throws Exception {
    DefaultMetricsSystem.initialize("NodeManager");
    metrics.add(inSlot(1_010, 1_040, 2_040, 2_045));
    metrics.add(inSlot(1_030, 1_130, 5_130, 5_125));
    metrics.add(inSlot(1_020, 0, 0, 9_000));
    metrics.add(forked(1_007));
    metrics.register();

    assertThat(shown())
        .containsEntry("RequestToAssignedNumOps", 3L)
        .containsEntry("RequestToAssignedAvgMs", 20.0)
        .containsEntry("RequestToAssignedMaxMs", 30.0)
        .containsEntry("AssignedToRunningNumOps", 2L)
        .containsEntry("AssignedToRunningAvgMs", 65.0)
        .containsEntry("RunningToEndedNumOps", 2L)
        .containsEntry("RunningToEndedMinMs", 1_000.0)
        .containsEntry("EndedToReportedNumOps", 2L)
        .containsEntry("EndedToReportedMinMs", 0.0)
        .containsEntry("EndedToReportedMaxMs", 5.0)
        .containsEntry("ForkRequestToLoadNumOps", 1L)
        .containsEntry("ForkRequestToLoadAvgMs", 7.0)
        .containsKeys("RequestToAssigned60sNumOps", "RequestToAssigned60s99thPercentileMs");
  }

  @Test
  void shouldLeaveOutTheSlotPhasesOfAContainerThatNeverHadASlot() throws Exception {
    DefaultMetricsSystem.initialize("NodeManager");
    metrics.add(new LaunchRecord("c", "reuse", "", 1_000, 0, 0, 0, 2_000, 143, -1));
    metrics.register();

    assertThat(shown())
        .containsEntry("RequestToAssignedNumOps", 0L)
        .containsEntry("ForkRequestToLoadNumOps", 0L);
  }

  @Test
  void shouldBeShownWhenTheMetricsSystemStartsAfterTheExecutor() throws Exception {
    metrics.register();
    counters.reused();
    DefaultMetricsSystem.initialize("NodeManager");

    assertThat(shown()).containsEntry("ContainersReused", 1L);
  }

  @Test
  void shouldTakeThePlaceOfOneThatWasNotStopped() throws Exception {
    DefaultMetricsSystem.initialize("NodeManager");
    metrics.register();
    LaunchCounters next = new LaunchCounters();
    next.reused();
    LaunchMetrics second = new LaunchMetrics(next);

    second.register();
    metrics.unregister();

    assertThat(SERVER.getAttribute(bean(), "ContainersReused")).isEqualTo(1L);
    second.unregister();
    assertThat(SERVER.isRegistered(bean())).isFalse();
    metrics.register();
    assertThat(SERVER.isRegistered(bean())).isTrue();
  }
}
