/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.Optional;

/** Tells what this agent makes of class files. Thread-safe. */
public final class LoadedFiles {
  /** Written once, before main(). */
  private static volatile Optional<HadoopTransformer> agent = Optional.empty();

  private LoadedFiles() {}

  static void of(HadoopTransformer transformer) {
    agent = Optional.of(transformer);
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
