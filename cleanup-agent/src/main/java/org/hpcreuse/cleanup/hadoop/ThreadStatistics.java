/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.lang.ref.Reference;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Empties the counts of bytes and operations of threads that have ended or are the container's. A
 * thread of Hadoop adds them to the file system's own counts when the garbage collector has found
 * that the thread is gone, which may be after those have been restored.
 *
 * <p>Without it the next container's counters have bytes that this one has read. State:
 * FileSystem.statisticsTable, AbstractFileSystem.STATISTICS_TABLE, and those of file systems that
 * other classes keep.
 */
public final class ThreadStatistics implements ReleaseStep {
  private static final Map<String, String> TABLES =
      Map.of(
          "org.apache.hadoop.fs.FileSystem", "statisticsTable",
          "org.apache.hadoop.fs.AbstractFileSystem", "STATISTICS_TABLE");

  private static final String STATISTICS = "org.apache.hadoop.fs.FileSystem$Statistics";

  @Override
  public void run(Release release) throws Exception {
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      Optional<ReflectiveAccess> statics = release.framework().statics(table.getKey());
      if (statics.isPresent()) {
        Map<?, ?> all = statics.get().get(table.getValue(), Map.class);
        for (Object statistics : new ArrayList<>(all.values())) {
          empty(statistics, release);
        }
      }
    }
    for (Object statistics : release.baseline().statics().reached(STATISTICS)) {
      empty(statistics, release);
    }
  }

  /**
   * Under the lock that Hadoop's thread takes, too: it has added a count, or it will add nothing.
   */
  private static void empty(Object statistics, Release release)
      throws ReflectiveOperationException {
    synchronized (statistics) {
      Collection<?> all = ReflectiveAccess.of(statistics).get("allData", Collection.class);
      for (Object counted : all) {
        Object thread = ((Reference<?>) counted).get();
        if (!(thread instanceof Thread live)
            || !live.isAlive()
            || release.containerThreads().test(live)) {
          zero(ReflectiveAccess.of(counted).get("data"));
        }
      }
    }
  }

  private static void zero(Object data) throws ReflectiveOperationException {
    ReflectiveAccess.of(data)
        .zero(
            Arrays.stream(data.getClass().getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers()))
                .map(Field::getName)
                .toArray(String[]::new));
  }
}
