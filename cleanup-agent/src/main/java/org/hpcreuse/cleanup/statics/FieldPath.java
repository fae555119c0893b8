/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * How a thing is reached from a static field. Becomes text only when someone asks.
 *
 * @param from where the previous thing is; null at the root
 * @param step name of a field (at the root with its class), or else an index or key
 * @param isField whether the step is a field
 */
record FieldPath(FieldPath from, Object step, boolean isField) {
  static FieldPath ofClass(Class<?> type) {
    return new FieldPath(null, type.getName(), true);
  }

  FieldPath field(String name) {
    return new FieldPath(this, name, true);
  }

  /** The static field that leads to it. */
  FieldPath root() {
    FieldPath at = this;
    while (at.from != null && at.from.from != null) {
      at = at.from;
    }
    return new FieldPath(at.from, at.step, true);
  }

  FieldPath element(Object key) {
    return new FieldPath(this, key, false);
  }

  @Override
  public String toString() {
    if (from == null) {
      return step.toString();
    }
    return from + (isField ? "." + step : "[" + ComparedValue.describe(step) + "]");
  }
}
