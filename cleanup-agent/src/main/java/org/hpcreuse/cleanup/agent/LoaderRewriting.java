/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

/** Rewrites the classes of one loader, and those of others that use them. Thread-safe. */
public interface LoaderRewriting {
  /** Whether this is about a loader's classes. */
  boolean isOf(ClassLoader loader);

  /** Whether classes of another loader may use these. */
  boolean isSeenBy(ClassLoader other);

  /**
   * A class file of the loader as it should be. Nothing is thrown.
   *
   * @param name internal name, null for one without
   * @param original as the loader has it
   * @param classFile as others have rewritten it
   * @return null when nothing is to be changed
   */
  byte[] rewrite(String name, byte[] original, byte[] classFile);

  /**
   * A class file of another loader as it should be. Nothing is thrown.
   *
   * @return null when nothing is to be changed
   */
  byte[] rewriteOthers(ClassLoader other, byte[] classFile);

  /** Another container must not use the loader's classes, because of this. */
  void obstacle(String what);
}
