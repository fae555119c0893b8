/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Shows the static state of a program, and the ways in which the JVM initialises its classes. */
public final class HasState {
  private static final List<String> REGISTERED = new ArrayList<>();
  private static int runs;

  private HasState() {}

  /** Is only named. */
  static final class Registers {
    static {
      REGISTERED.add("by its name");
    }

    private Registers() {}
  }

  /** Is read by reflection. */
  static final class Reflected {
    static Object value = REGISTERED.add("by reflection");

    private Reflected() {}
  }

  /** Is read through a handle. */
  static final class Handled {
    static Object value = REGISTERED.add("by a handle");

    private Handled() {}
  }

  /** Is used only when it is asked for. */
  static final class Late {
    static int uses;

    private Late() {}
  }

  /**
   * Shows all, and ends as told: {@code return}, {@code late}, {@code halt}, {@code fail} or {@code
   * sleep}.
   */
  public static void main(String[] args) throws Exception {
    print("class", System.identityHashCode(HasState.class));
    print("runs", ++runs);
    Class.forName(HasState.class.getName() + "$Registers");
    Field field = Reflected.class.getDeclaredField("value");
    print("reflected", field.get(null));
    VarHandle handle =
        MethodHandles.lookup().findStaticVarHandle(Handled.class, "value", Object.class);
    print("handled", handle.get());
    print("units", EnumSet.allOf(TimeUnit.class));
    print("registered", REGISTERED);
    print("asserts", HasState.class.desiredAssertionStatus());
    HasState.class.getClassLoader().setDefaultAssertionStatus(true);
    field.set(null, "changed");
    handle.set("changed");
    switch (args[0]) {
      case "halt" -> Runtime.getRuntime().halt(0);
      case "fail" -> throw new IllegalStateException("as told");
      case "sleep" -> Thread.sleep(TimeUnit.MINUTES.toMillis(1));
      case "late" -> print("late", ++Late.uses);
      default -> print("end", args[0]);
    }
  }

  private static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
