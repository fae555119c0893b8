/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.state;

/** Fields of class loaders: the JDK hides them from reflection, but not from itself. */
public final class LoaderFields {
  private static final Class<?>[] PLACE = {Object.class, long.class};

  private LoaderFields() {}

  /** The value of a field. */
  public static Object get(ClassLoader loader, String field) {
    return JdkMemory.call("getReference", PLACE, loader, offset(field));
  }

  /** The value of a field that is a flag. */
  public static Object getFlag(ClassLoader loader, String field) {
    return JdkMemory.call("getBoolean", PLACE, loader, offset(field));
  }

  /** Sets a field. */
  public static void set(ClassLoader loader, String field, Object value) {
    Class<?>[] types = {Object.class, long.class, Object.class};
    JdkMemory.call("putReference", types, loader, offset(field), value);
  }

  /** Sets a field that is a flag; null is false. */
  public static void setFlag(ClassLoader loader, String field, Object value) {
    Class<?>[] types = {Object.class, long.class, boolean.class};
    JdkMemory.call("putBoolean", types, loader, offset(field), value != null && (Boolean) value);
  }

  private static Object offset(String field) {
    Class<?>[] types = {Class.class, String.class};
    return JdkMemory.call("objectFieldOffset", types, ClassLoader.class, field);
  }
}
