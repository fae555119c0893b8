/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * Something that is reached from a static field.
 *
 * @param place how
 * @param depth how many objects are on the way, containers not counted
 * @param rule how it is treated; null when it is simply restored
 */
record Found(Place place, int depth, Rule rule) {
  Found field(String name, Rule fieldRule) {
    return new Found(place.field(name), depth, fieldRule == null ? rule : fieldRule);
  }

  Found element(Object key) {
    return new Found(place.element(key), depth, isKept() ? rule : null);
  }

  /** Whether it is left as it is. */
  boolean isKept() {
    return rule != null && rule.isKept();
  }

  boolean is(Rule.Effect effect) {
    return rule != null && rule.effect() == effect;
  }

  Found deeper() {
    return new Found(place, depth + 1, isKept() ? rule : null);
  }
}
