/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Array;
import java.util.Objects;

/** What an array of numbers, characters or flags held. */
final class ArraySnapshot extends Snapshot {
  private final Object array;
  private Object before;

  ArraySnapshot(ReachedObject at, Object array) {
    super(at);
    this.array = array;
  }

  @Override
  void take(Capture capture) {
    int length = Array.getLength(array);
    before = Array.newInstance(array.getClass().getComponentType(), length);
    System.arraycopy(array, 0, before, 0, length);
  }

  @Override
  void compare(Differences differences) {
    if (!Objects.deepEquals(before, array)) {
      differences.add(at(), before, array);
    }
  }

  @Override
  int restore() {
    if (at().isKept() || Objects.deepEquals(before, array)) {
      return 0;
    }
    System.arraycopy(before, 0, array, 0, Array.getLength(array));
    return 1;
  }
}
