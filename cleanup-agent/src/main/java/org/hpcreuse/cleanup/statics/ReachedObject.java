/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * Something that is reached from a static field.
 *
 * @param place how
 * @param depth how many objects are on the way, containers not counted
 * @param rule how it is treated; null when it is simply restored
 * @param isOfLibrary whether an object of a library leads to it
 */
record ReachedObject(FieldPath place, int depth, Rule rule, boolean isOfLibrary) {
  /** The static fields of a class. */
  static ReachedObject ofClass(Class<?> type) {
    return new ReachedObject(FieldPath.ofClass(type), 0, null, false);
  }

  ReachedObject field(String name, Rule fieldRule) {
    return new ReachedObject(
        place.field(name), depth, fieldRule == null ? rule : fieldRule, isOfLibrary);
  }

  ReachedObject element(Object key) {
    return new ReachedObject(place.element(key), depth, isKept() ? rule : null, isOfLibrary);
  }

  /** Whether it is left as it is. */
  boolean isKept() {
    return rule != null && rule.isKept();
  }

  boolean is(Rule.Effect effect) {
    return rule != null && rule.effect() == effect;
  }

  ReachedObject deeper() {
    return new ReachedObject(place, depth + 1, isKept() ? rule : null, isOfLibrary);
  }

  ReachedObject ofLibrary() {
    return new ReachedObject(place, depth, isKept() ? rule : null, true);
  }
}
