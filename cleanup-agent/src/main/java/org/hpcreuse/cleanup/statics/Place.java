/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

/**
 * How a thing is reached from a static field. Becomes text only when someone asks.
 *
 * @param from where the previous thing is; null at the root
 * @param step name of a field (at the root with its class), or else an index or key
 * @param isField whether the step is a field
 */
record Place(Place from, Object step, boolean isField) {
  static Place ofClass(Class<?> type) {
    return new Place(null, type.getName(), true);
  }

  Place field(String name) {
    return new Place(this, name, true);
  }

  Place element(Object key) {
    return new Place(this, key, false);
  }

  @Override
  public String toString() {
    if (from == null) {
      return step.toString();
    }
    return from + (isField ? "." + step : "[" + Value.describe(step) + "]");
  }
}
