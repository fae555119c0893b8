/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Closes every cached file system, after taking away what it would delete on close: a process
 * deletes these paths in its exit hooks or, when killed, never.
 *
 * <p>Without it one file system leaks per UserGroupInformation, with its connections and the
 * credentials in its UGI, and the next container of the same user gets it, configuration included.
 * State: FileSystem.CACHE.
 */
public final class FileSystemCache implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<ReflectiveAccess> statics =
        release.framework().statics("org.apache.hadoop.fs.FileSystem");
    if (statics.isEmpty()) {
      return;
    }
    Object cache = statics.get().get("CACHE");
    List<Object> fileSystems;
    synchronized (cache) {
      Map<?, ?> live = ReflectiveAccess.of(cache).get("map", Map.class);
      fileSystems = new ArrayList<>(live.values());
    }
    if (fileSystems.isEmpty()) {
      return;
    }
    for (Object fileSystem : fileSystems) {
      ReflectiveAccess.of(fileSystem).clear("deleteOnExit");
    }
    BoundedCall.run(
        "close file systems",
        release.frameworkLoader(),
        release.nanosLeft(),
        () -> statics.get().call("closeAll"));
  }
}
