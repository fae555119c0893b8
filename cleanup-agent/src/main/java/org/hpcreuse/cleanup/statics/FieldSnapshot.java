/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Field;

/** The fields of an object, or the static fields of a class. Final ones are only looked through. */
final class FieldSnapshot extends Snapshot {
  private final Object owner;
  private final FieldLayout shape;
  private final Object[] values;

  /**
   * Holds the fields' defaults until the first {@link #take}: what the statics of a class without
   * initialiser are when it comes into use.
   *
   * @param owner null for static fields
   */
  FieldSnapshot(ReachedObject at, Object owner, FieldLayout shape) {
    super(at);
    this.owner = owner;
    this.shape = shape;
    this.values = shape.variables().stream().map(FieldLayout.Variable::initial).toArray();
  }

  @Override
  void take(Capture capture) {
    for (int i = 0; i < values.length; i++) {
      FieldLayout.Variable variable = shape.variables().get(i);
      if (capture.leavesOut(at(variable))) {
        continue;
      }
      values[i] = capture.neutral(read(variable.field()));
      capture.found(values[i], at(variable));
    }
    for (FieldLayout.Variable constant : shape.constants()) {
      Field field = constant.field();
      capture.found(capture.neutral(read(field)), at().field(field.getName(), constant.rule()));
    }
  }

  @Override
  void compare(DifferenceListener differences) {
    for (int i = 0; i < values.length; i++) {
      FieldLayout.Variable variable = shape.variables().get(i);
      Object now = read(variable.field());
      if (!ComparedValue.same(values[i], now)) {
        differences.add(at(variable), values[i], now);
      }
    }
  }

  @Override
  int restore() {
    int written = 0;
    for (int i = 0; i < values.length; i++) {
      FieldLayout.Variable variable = shape.variables().get(i);
      if (!at(variable).isKept() && !ComparedValue.same(values[i], read(variable.field()))) {
        write(variable.field(), values[i]);
        written++;
      }
    }
    return written;
  }

  @Override
  boolean isRegistration() {
    return owner == null && shape.hasRegistrations();
  }

  @Override
  Object[] mark() {
    return shape.variables().stream().map(variable -> read(variable.field())).toArray();
  }

  @Override
  void adoptSince(Object[] mark, Capture capture) {
    for (int i = 0; i < values.length; i++) {
      FieldLayout.Variable variable = shape.variables().get(i);
      Object now = read(variable.field());
      if (at(variable).is(Rule.Effect.ADD) && !ComparedValue.same(mark[i], now)) {
        values[i] = capture.neutral(now);
        capture.found(values[i], at(variable));
      }
    }
  }

  private ReachedObject at(FieldLayout.Variable variable) {
    return at().field(variable.field().getName(), variable.rule());
  }

  private Object read(Field field) {
    try {
      return field.get(owner);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(at().place() + "." + field.getName() + " not readable", e);
    }
  }

  private void write(Field field, Object value) {
    try {
      field.set(owner, value);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(at().place() + "." + field.getName() + " not writable", e);
    }
  }
}
