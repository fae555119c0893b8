/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.ReleaseStep;
import org.hpcreuse.cleanup.Shown;

/**
 * Deletes what the container asked File.deleteOnExit for, last asked first, as the JVM does after
 * its hooks. Only after an orderly exit.
 *
 * <p>Without it temporary files stay, or fill /tmp.
 */
final class DeleteFiles implements ReleaseStep {
  @Override
  public void run(Release release) throws Exception {
    if (!release.orderly()) {
      return;
    }
    Set<String> before = release.baseline().before(new DeleteOnExitFiles());
    List<String> files = new ArrayList<>(DeleteOnExitFiles.live());
    files.removeAll(before);
    Collections.reverse(files);
    for (String file : files) {
      if (!new File(file).delete()) {
        release.log().accept("not deleted at exit: " + Shown.name(file));
      }
    }
  }
}
