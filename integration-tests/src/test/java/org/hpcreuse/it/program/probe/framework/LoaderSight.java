/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.framework;

import java.io.IOException;
import java.net.URL;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The class loaders, and resources that many jars have. */
public final class LoaderSight implements Sight {
  @Override
  public void look(Report report) throws IOException, ReflectiveOperationException {
    ClassLoader own = LoaderSight.class.getClassLoader();
    report.put("loader.own-is-system", own == ClassLoader.getSystemClassLoader());
    report.put("loader.own-is-context", own == Thread.currentThread().getContextClassLoader());
    report.put("loader.assertions", LoaderSight.class.desiredAssertionStatus());
    report.put("loader.module", LoaderSight.class.getModule().isNamed());
    StringBuilder chain = new StringBuilder();
    for (ClassLoader at = own; at != null; at = at.getParent()) {
      chain.append(at.getClass().getName()).append(' ');
    }
    report.put("loader.chain", chain);
    List<URL> sites = Collections.list(own.getResources("core-default.xml"));
    report.put("loader.resources", sites);
    report.put("bundles", bundles());
    report.put("loader.framework-assertions", Configuration.class.desiredAssertionStatus());
    report.put("loader.services", Collections.list(own.getResources("META-INF/LICENSE")).size());
  }

  /** The names in the cache of resource bundles, those of programs of tests alone. */
  private static List<String> bundles() throws ReflectiveOperationException {
    Map<?, ?> cache = (Map<?, ?>) Peek.at("java.util.ResourceBundle", "cacheList");
    List<String> names = new ArrayList<>();
    for (Object key : cache.keySet()) {
      names.add(String.valueOf(Peek.in(key, "name")));
    }
    names.removeIf(name -> !name.startsWith("org.hpcreuse."));
    names.sort(null);
    return names;
  }
}
