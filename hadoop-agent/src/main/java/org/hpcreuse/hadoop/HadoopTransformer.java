/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rewrites classes when they are loaded. One that has not the expected members stays as it is and
 * does what it does in stock Hadoop, and a line says so: slots take containers of such a Hadoop,
 * too. Thread-safe.
 */
final class HadoopTransformer implements ClassFileTransformer {
  private final Map<String, HadoopRewrite> rewrites;
  private final Consumer<String> log;

  /** Written by the slot before it has a framework; volatile because any thread loads classes. */
  private volatile BiPredicate<ClassLoader, String> isFinal = (loader, className) -> false;

  HadoopTransformer(List<HadoopRewrite> rewrites, Consumer<String> log) {
    this.rewrites =
        rewrites.stream().collect(Collectors.toMap(HadoopRewrite::type, Function.identity()));
    this.log = log;
  }

  /** From now on these classes are not rewritten when they are loaded. */
  void leave(BiPredicate<ClassLoader, String> newIsFinal) {
    isFinal = newIsFinal;
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    HadoopRewrite rewrite = className == null ? null : rewrites.get(className);
    if (rewrite == null || isFinal.test(loader, className)) {
      return null;
    }
    try {
      return rewrite.apply(classFile);
    } catch (RuntimeException e) {
      log.accept("HPC-Reuse: a class stays as it is in Hadoop, and is slower: " + e.getMessage());
      return null;
    }
  }
}
