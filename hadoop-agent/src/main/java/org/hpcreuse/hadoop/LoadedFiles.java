/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.Optional;
import java.util.function.BiPredicate;

/** Tells what this agent makes of class files. Thread-safe. */
public final class LoadedFiles {
  /** Written once, before main(). */
  private static volatile Optional<HadoopTransformer> agent = Optional.empty();

  private LoadedFiles() {}

  static void of(HadoopTransformer transformer) {
    agent = Optional.of(transformer);
  }

  /**
   * From now on these classes stay as they are when they are loaded.
   *
   * @param isFinal for which loader and internal name, which may be null
   */
  public static void leave(BiPredicate<ClassLoader, String> isFinal) {
    agent.ifPresent(transformer -> transformer.leave(isFinal));
  }

  /**
   * A class file as the JVM gets it from this agent.
   *
   * @param name internal name of the class
   * @param classFile as a jar has it
   * @return the same when the agent leaves it alone, or is not there
   */
  public static byte[] asLoaded(String name, byte[] classFile) {
    return agent
        .map(transformer -> transformer.transform(null, name, null, null, classFile))
        .orElse(classFile);
  }
}
