/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Drops the statistics of all file system classes.
 *
 * <p>Without it the next task's file system counters include those of this one. Source:
 * facts/hadoop.md (FileSystem.statisticsTable, GlobalStorageStatistics,
 * AbstractFileSystem.STATISTICS_TABLE).
 */
final class FileSystemStatistics implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    LoadedClasses framework = release.framework();
    Optional<Class<?>> fileSystem = framework.find("org.apache.hadoop.fs.FileSystem");
    if (fileSystem.isPresent()) {
      synchronized (fileSystem.get()) {
        Members.ofClass(fileSystem.get()).clear("statisticsTable");
      }
    }
    Optional<Members> global = framework.statics("org.apache.hadoop.fs.GlobalStorageStatistics");
    if (global.isPresent()) {
      Object statistics = global.get().get("INSTANCE");
      synchronized (statistics) {
        Members.of(statistics).clear("map");
      }
    }
    Optional<Members> contexts = framework.statics("org.apache.hadoop.fs.AbstractFileSystem");
    if (contexts.isPresent()) {
      contexts.get().clear("STATISTICS_TABLE");
    }
  }
}
