/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * Something that is reached from a static field.
 *
 * @param place how
 * @param depth how many objects are on the way, containers not counted
 * @param rule how it is treated; null when it is simply restored
 */
record ReachedObject(FieldPath place, int depth, Rule rule) {
  ReachedObject field(String name, Rule fieldRule) {
    return new ReachedObject(place.field(name), depth, fieldRule == null ? rule : fieldRule);
  }

  ReachedObject element(Object key) {
    return new ReachedObject(place.element(key), depth, isKept() ? rule : null);
  }

  /** Whether it is left as it is. */
  boolean isKept() {
    return rule != null && rule.isKept();
  }

  boolean is(Rule.Effect effect) {
    return rule != null && rule.effect() == effect;
  }

  ReachedObject deeper() {
    return new ReachedObject(place, depth + 1, isKept() ? rule : null);
  }
}
