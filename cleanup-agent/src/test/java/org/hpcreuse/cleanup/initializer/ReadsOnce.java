/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import java.io.ObjectStreamField;
import java.io.Serializable;
import java.util.Objects;

/** Reads a property once, as classes of the JDK do; its tests rewrite a copy of it. */
final class ReadsOnce {
  static final String PROPERTY = "hpc-reuse.test.read-once";

  private static final String VALUE = checked(System.getProperty(PROPERTY));
  private static final long LENGTH = VALUE.length();
  private static String lazy;

  private ReadsOnce() {}

  private static String checked(String value) {
    return Objects.requireNonNull(value, PROPERTY);
  }

  /** What was read. */
  static String value() {
    return VALUE + LENGTH;
  }

  /** What was read at the first call. */
  static String lazy() {
    if (lazy == null) {
      lazy = System.getProperty(PROPERTY);
    }
    return lazy;
  }

  /** The same by a constructor and a field of a nested class's own. */
  static final class Holder {
    static final String HELD = System.getProperty(PROPERTY);

    private Holder() {}
  }

  /** Tells what serialisation writes of it. */
  static final class Sent implements Serializable {
    static final String READ = System.getProperty(PROPERTY);

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("unused") // serialisation reads it
    private static final ObjectStreamField[] serialPersistentFields = {
      new ObjectStreamField("text", String.class)
    };

    private Sent() {}
  }

  /** Uses the field of another class. */
  static String held() {
    return Holder.HELD;
  }
}
