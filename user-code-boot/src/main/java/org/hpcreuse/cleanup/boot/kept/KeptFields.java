/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.invoke.MethodHandle;

/**
 * The static fields of a user's classes. Those of interfaces are in a class beside each, its
 * companion, when they are no constants. Any thread of a container calls this.
 */
public interface KeptFields {
  /**
   * Whether a class declares a static field. Does not look at the types of other fields, which may
   * be missing.
   *
   * @param descriptor that of the field
   */
  boolean declares(Class<?> type, String field, String descriptor);

  /**
   * Has an interface initialised, so that its own fields have their values.
   *
   * @param type an interface, which need not have a companion
   */
  void use(Class<?> type);

  /** A companion's initialiser is through. */
  void initialized(Class<?> companion);

  /**
   * Reads a static field of an interface.
   *
   * @param type the interface that declares the field
   * @param descriptor that of the field
   * @return null when the field is not in a companion
   */
  MethodHandle getter(Class<?> type, String field, String descriptor);
}
