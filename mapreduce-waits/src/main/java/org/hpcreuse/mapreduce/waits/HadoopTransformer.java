/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.mapreduce.waits;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Rewrites the classes of {@link HadoopRewrites} when they are loaded. A class that has not the
 * expected members stays as it is and sleeps as in stock Hadoop, and a line says so: slots take
 * containers of such a Hadoop, too. Thread-safe.
 */
final class HadoopTransformer implements ClassFileTransformer {
  private final Map<String, Rewrite> rewrites = HadoopRewrites.all();
  private final Consumer<String> log;

  HadoopTransformer(Consumer<String> log) {
    this.log = log;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    Rewrite rewrite = className == null ? null : rewrites.get(className);
    if (rewrite == null) {
      return null;
    }
    try {
      return rewrite.apply(classFile);
    } catch (RuntimeException e) {
      log.accept("HPC-Reuse: MapReduce keeps a fixed sleep: " + e.getMessage());
      return null;
    }
  }
}
