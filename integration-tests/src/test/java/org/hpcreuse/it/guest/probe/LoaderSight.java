/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest.probe;

import java.io.IOException;
import java.net.URL;
import java.util.Collections;
import java.util.List;

/** The class loaders, and resources that many jars have. */
final class LoaderSight implements Sight {
  @Override
  public void look(Report report) throws IOException, ReflectiveOperationException {
    ClassLoader own = Probe.class.getClassLoader();
    report.put("loader.own-is-system", own == ClassLoader.getSystemClassLoader());
    report.put("loader.own-is-context", own == Thread.currentThread().getContextClassLoader());
    report.put("loader.assertions", Probe.class.desiredAssertionStatus());
    report.put("loader.module", Probe.class.getModule().isNamed());
    StringBuilder chain = new StringBuilder();
    for (ClassLoader at = own; at != null; at = at.getParent()) {
      chain.append(at.getClass().getName()).append(' ');
    }
    report.put("loader.chain", chain);
    List<URL> sites = Collections.list(own.getResources("core-default.xml"));
    report.put("loader.resources", sites);
    report.put("loader.services", Collections.list(own.getResources("META-INF/LICENSE")).size());
  }
}
