/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.context;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Map;

/**
 * The environment of this process, Java's cached copy and the C library's alike.
 *
 * <p>{@code System.getenv} reads a map made once; its entries are replaced in place so that views
 * handed out earlier follow. Needs {@code --add-opens java.base/java.lang}. Used by the slot's
 * runner thread only.
 */
final class ProcessEnvironmentView {
  private final NativeEnvironment nativeView = new NativeEnvironment();
  private final Map<Object, Object> javaView;
  private final Method variable;
  private final Method value;

  ProcessEnvironmentView() throws ReflectiveOperationException {
    Class<?> type = Class.forName("java.lang.ProcessEnvironment");
    Field map = type.getDeclaredField("theEnvironment");
    map.setAccessible(true);
    @SuppressWarnings("unchecked") // declared as HashMap<Variable, Value>, both private types
    Map<Object, Object> view = (Map<Object, Object>) map.get(null);
    javaView = view;
    variable = valueOf("java.lang.ProcessEnvironment$Variable");
    value = valueOf("java.lang.ProcessEnvironment$Value");
  }

  private static Method valueOf(String className) throws ReflectiveOperationException {
    Method method = Class.forName(className).getMethod("valueOf", String.class);
    method.setAccessible(true);
    return method;
  }

  /** The environment as the C library has it now. */
  Map<String, String> current() {
    return NativeEnvironment.current();
  }

  /** Makes the environment exactly this, whatever native code has set. */
  void replace(Map<String, String> wanted) throws ReflectiveOperationException {
    nativeView.replace(wanted);
    javaView.clear();
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      String name = entry.getKey();
      javaView.put(variable.invoke(null, name), value.invoke(null, entry.getValue()));
    }
  }
}
