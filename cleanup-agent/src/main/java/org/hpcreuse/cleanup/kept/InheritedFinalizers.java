/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.util.HashMap;
import java.util.Map;

/**
 * Finalizers that a user's classes inherit from classes of the framework or the JDK: they may call
 * methods of the user, while the next container runs. Used by one thread at a time.
 */
final class InheritedFinalizers {
  private final ClassLoader users;

  /** Superclasses that are not the user's, and whether they declare one. */
  private final Map<Class<?>, Boolean> declared = new HashMap<>();

  /** For the classes of one loader. */
  InheritedFinalizers(ClassLoader users) {
    this.users = users;
  }

  /** Whether a class of the user inherits one. */
  boolean areInheritedBy(Class<?> type) {
    for (Class<?> at = type; at != null && at != Object.class; at = at.getSuperclass()) {
      if (at.getClassLoader() != users && declared.computeIfAbsent(at, this::declares)) {
        return true;
      }
    }
    return false;
  }

  /** That of enums is empty: it keeps them from having one. */
  private boolean declares(Class<?> type) {
    try {
      return type.getDeclaredMethod("finalize") != null && type != Enum.class;
    } catch (NoSuchMethodException e) {
      return false;
    } catch (LinkageError e) {
      return true; // it cannot be looked at
    }
  }
}
