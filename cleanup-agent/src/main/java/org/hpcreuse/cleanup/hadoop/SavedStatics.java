/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.hadoop;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Members;

/**
 * Values of some static fields of one class. Holds none if the class was not initialised when they
 * were captured; then nothing is restored, and the class keeps what its own initialiser read.
 *
 * @param type binary name of the class
 * @param values by name of the field; a value may be null
 */
record SavedStatics(String type, Map<String, Object> values) {
  static SavedStatics capture(LoadedClasses framework, String type, List<String> fields) {
    Map<String, Object> values = new HashMap<>();
    Optional<Members> statics = framework.statics(type);
    try {
      for (String field : statics.isPresent() ? fields : List.<String>of()) {
        values.put(field, statics.get().get(field));
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(type + " has changed", e);
    }
    return new SavedStatics(type, values);
  }

  void restore(LoadedClasses framework) throws ReflectiveOperationException {
    Optional<Members> statics = framework.statics(type);
    if (statics.isPresent()) {
      for (Map.Entry<String, Object> entry : values.entrySet()) {
        statics.get().set(entry.getKey(), entry.getValue());
      }
    }
  }
}
