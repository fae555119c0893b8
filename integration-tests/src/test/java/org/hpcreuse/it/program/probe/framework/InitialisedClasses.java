/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.framework;

import java.io.IOException;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Initialises the classes of {@link StaticsSight}: later sights see what their initialisers do. */
public final class InitialisedClasses implements Sight {
  @Override
  public void look(Report report) throws IOException {
    for (String name : StaticsSight.names()) {
      try {
        Class.forName(name, true, InitialisedClasses.class.getClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        report.put("class." + name, e);
      }
    }
  }
}
