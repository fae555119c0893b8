/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.util.ReflectionUtils;

/** Leaves a class of a loader below its own in caches of the framework. */
public final class CachesChildClass {
  private CachesChildClass() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException, ClassNotFoundException {

    URL[] own = {CachesChildClass.class.getProtectionDomain().getCodeSource().getLocation()};
    ClassLoader parent = Configuration.class.getClassLoader();
    try (URLClassLoader child = new URLClassLoader(own, parent)) {
      Class<?> type = child.loadClass(Made.class.getName());
      Configuration conf = new Configuration();
      conf.setClassLoader(child);
      conf.getClassByNameOrNull(Made.class.getName());
      ReflectionUtils.newInstance(type, conf);
    }
  }

  /** Something to make. */
  public static final class Made {
    /** Makes it. */
    public Made() {}
  }
}
