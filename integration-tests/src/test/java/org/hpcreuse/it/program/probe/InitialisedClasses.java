/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe;

import java.io.IOException;

/** Initialises the classes of {@link StaticsSight}: later sights see what their initialisers do. */
final class InitialisedClasses implements Sight {
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
