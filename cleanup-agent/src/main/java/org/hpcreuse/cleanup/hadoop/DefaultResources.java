/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.Collection;
import java.util.Optional;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;

/**
 * The files that each of Hadoop's Configurations reads. Classes add theirs when they are
 * initialised, which in a slot has happened before. A Configuration that is not quiet fails for a
 * name that no file has ({@code hdfs-rbf-default.xml} in a Hadoop without router), so that programs
 * which make theirs quiet before they use HDFS, such as FsShell, would fail in a slot alone.
 */
public final class DefaultResources {
  private DefaultResources() {}

  /**
   * Leaves out the names that no file has. Call it before a client's main with the client's loader;
   * the release restores the list.
   *
   * @throws ReflectiveOperationException if Hadoop is not one this was written for
   */
  public static void bind(LoadedClasses framework, ClassLoader loader)
      throws ReflectiveOperationException {
    Optional<ReflectiveAccess> statics = framework.statics("org.apache.hadoop.conf.Configuration");
    if (statics.isPresent()) {
      Collection<?> names = statics.get().get("defaultResources", Collection.class);
      names.removeIf(name -> loader.getResource((String) name) == null);
    }
  }
}
