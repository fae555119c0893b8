/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * The resources that every Configuration reads. Those that framework classes add in their
 * initialisers (mapred-default.xml and mapred-site.xml, and so on) stay: that happens once.
 *
 * <p>Without it each Configuration of the next container looks for the resources that user code of
 * this one added. Source: Configuration.addDefaultResource (Hadoop 3.5.0).
 */
final class DefaultResources implements Restorable<List<String>> {
  private static final String CLASS = "org.apache.hadoop.conf.Configuration";

  @Override
  public List<String> capture(LoadedClasses framework) {
    return List.copyOf(live(framework));
  }

  @Override
  public void restore(List<String> before, Release release) {
    live(release.framework())
        .removeIf(name -> !before.contains(name) && !isFrameworks(name, release.frameworkLoader()));
  }

  /** A site file belongs to the framework if the framework has its default file. */
  private static boolean isFrameworks(String name, ClassLoader loader) {
    boolean known = name.endsWith("-default.xml") || name.endsWith("-site.xml");
    return known && loader.getResource(name.replace("-site.xml", "-default.xml")) != null;
  }

  @SuppressWarnings("unchecked") // CopyOnWriteArrayList<String> defaultResources
  private static List<String> live(LoadedClasses framework) {
    try {
      Optional<Members> statics = framework.statics(CLASS);
      return statics.isPresent()
          ? (List<String>) statics.get().get("defaultResources")
          : new ArrayList<>();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(CLASS + " has changed", e);
    }
  }
}
