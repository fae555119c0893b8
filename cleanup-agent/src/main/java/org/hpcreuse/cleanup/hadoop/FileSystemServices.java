/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Optional;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;

/**
 * Makes file system implementations be looked up again through the next container's context loader.
 *
 * <p>Without it the implementations in the first job's jar are used for good (and keep its loader),
 * and those of later jobs are not found. Source: FileSystem.loadFileSystems (Hadoop 3.5.0).
 */
final class FileSystemServices implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    Optional<Class<?>> type = release.framework().find("org.apache.hadoop.fs.FileSystem");
    if (type.isPresent()) {
      synchronized (type.get()) {
        Members.ofClass(type.get()).clear("SERVICE_FILE_SYSTEMS");
        Members.ofClass(type.get()).zero("FILE_SYSTEMS_LOADED");
      }
    }
  }
}
