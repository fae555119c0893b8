/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce.recorder;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Initialises the classes of the agent's list, its argument; has them forgotten and initialised
 * again, three times. Prints {@code broken CLASS WHY} for each that worked at first and does not
 * again, then {@code initialised N}.
 */
public final class InitializesAgain {
  private static final int ROUNDS = 3;
  private static final PrintStream OUT = System.out;

  private InitializesAgain() {}

  /** Does it. */
  public static void main(String[] args) throws IOException, ReflectiveOperationException {
    List<Method> uses = new ArrayList<>();
    for (String line : Files.readAllLines(Path.of(args[0]))) {
      String[] words = line.split(" ", 3);
      if (words[0].equals("reset") || words[0].equals("reread")) {
        add(words[1].replace('/', '.'), uses);
      }
    }
    uses.removeIf(use -> !why(use).isEmpty());
    Method forget = Class.forName("org.hpcreuse.cleanup.boot.ReadOnce").getMethod("forget");
    for (int round = 0; round < ROUNDS; round++) {
      Object kept = forget.invoke(null);
      if (!kept.equals(List.of())) {
        OUT.println("broken " + kept + " not forgotten");
      }
      for (Method use : uses) {
        String why = why(use);
        if (!why.isEmpty()) {
          OUT.println("broken " + use.getDeclaringClass().getName() + " " + why);
        }
      }
    }
    OUT.println("initialised " + uses.size());
    OUT.flush();
    Runtime.getRuntime().halt(0);
  }

  private static void add(String name, List<Method> uses) {
    try {
      Class<?> type = Class.forName(name, true, ClassLoader.getSystemClassLoader());
      open(type);
      Method use =
          type.getDeclaredMethod("hpcreuse$use$$" + name.replace("$", "$_").replace(".", "$$"));
      use.setAccessible(true);
      uses.add(use);
    } catch (ClassNotFoundException | LinkageError e) {
      // A module that is not resolved here, or a class that works in no such JVM.
      OUT.println("passed over " + name);
    } catch (NoSuchMethodException e) {
      OUT.println("broken " + name + " was not rewritten");
    }
  }

  private static void open(Class<?> type) {
    Instrumentation instrumentation = Recorder.instrumentation();
    instrumentation.redefineModule(
        type.getModule(),
        Set.of(),
        Map.of(),
        Map.of(type.getPackageName(), Set.of(InitializesAgain.class.getModule())),
        Set.of(),
        Map.of());
  }

  /** Why a class cannot be used; empty when it can. */
  private static String why(Method use) {
    try {
      use.invoke(null);
      return "";
    } catch (InvocationTargetException e) {
      Throwable root = e;
      while (root.getCause() != null) {
        root = root.getCause();
      }
      return root.toString();
    } catch (IllegalAccessException e) {
      return e.toString();
    }
  }
}
