/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.ReleaseStep;

/**
 * Deletes what the container asked File.deleteOnExit for, last asked first, as the JVM does after
 * its hooks. Only after an orderly exit.
 *
 * <p>Without it temporary files stay, or fill /tmp.
 */
public final class DeleteFiles implements ReleaseStep {
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
        release.log().accept("not deleted at exit: " + Redacted.name(file));
      }
    }
  }
}
