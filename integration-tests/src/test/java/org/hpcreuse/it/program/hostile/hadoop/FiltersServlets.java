/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.hadoop;

import java.lang.reflect.Field;
import java.lang.reflect.Proxy;

/** Leaves Guice's servlet filter with a pipeline of its own. */
public final class FiltersServlets {
  private FiltersServlets() {}

  /** Leaves it. */
  public static void main(String[] args) throws ReflectiveOperationException {

    Field field =
        Class.forName("com.google.inject.servlet.GuiceFilter").getDeclaredField("pipeline");
    field.setAccessible(true);
    Class<?>[] type = {field.getType()};
    field.set(
        null, Proxy.newProxyInstance(field.getType().getClassLoader(), type, (p, m, a) -> null));
  }
}
