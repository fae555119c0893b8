/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.lang.reflect.Field;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.cleanup.boot.KeptClasses;
import org.hpcreuse.cleanup.state.JdkMemory;

/**
 * Shows reflection the fields of interfaces whose values are in a {@link Companion}: the
 * interface's own are empty until somebody asks for them. Threads of a container ask; the slot
 * empties them while none runs.
 */
final class InterfaceFields {
  private final Set<Field> shown = ConcurrentHashMap.newKeySet();

  /**
   * Before reflection reads a field of an interface.
   *
   * @param type the interface, which need not have a companion
   */
  void show(Class<?> type) {
    try {
      Class<?> companion = Class.forName(Companion.of(type.getName()), true, type.getClassLoader());
      KeptClasses.used(companion);
      for (Field field : type.getDeclaredFields()) {
        show(field, companion);
      }
    } catch (ClassNotFoundException e) {
      // The interface has no state.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("the companion of " + type + " is not as it was made", e);
    }
  }

  private void show(Field field, Class<?> companion) throws ReflectiveOperationException {
    for (Field value : companion.getDeclaredFields()) {
      if (value.getName().equals(field.getName()) && value.getType() == field.getType()) {
        value.setAccessible(true);
        shown.add(field);
        JdkMemory.set(field, value.get(null));
      }
    }
  }

  /** Empties those that it has shown. */
  void forget() {
    shown.forEach(field -> JdkMemory.set(field, null));
    shown.clear();
  }
}
