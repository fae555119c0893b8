/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce.recorder;

import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What initialisers of the JDK have read, by class. Thread-safe. */
public final class Reads {
  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);
  private static final Map<String, String> FOUND = new ConcurrentHashMap<>();

  /** Written once; nothing is noted before. */
  private static volatile boolean begun;

  private Reads() {}

  /** At the head of a method that reads something. */
  public static void read(String what) {
    if (begun) {
      STACK
          .walk(Reads::initialised)
          .filter(type -> type.getModule().getLayer() == ModuleLayer.boot())
          .ifPresent(type -> FOUND.putIfAbsent(type.getName().replace('.', '/'), what));
    }
  }

  /** The class whose initialiser reads; none when it is a class loader that reads, for it. */
  private static Optional<Class<?>> initialised(Stream<StackWalker.StackFrame> frames) {
    Iterator<StackWalker.StackFrame> up = frames.iterator();
    while (up.hasNext()) {
      StackWalker.StackFrame frame = up.next();
      Class<?> type = frame.getDeclaringClass();
      if (frame.getMethodName().equals("<clinit>")) {
        return Optional.of(type);
      } else if (ClassLoader.class.isAssignableFrom(type)) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** From now on reads are noted; what noting needs is initialised before. */
  public static void begin() {
    FOUND.put("", STACK.walk(frames -> frames.findFirst().map(Object::toString).orElse("")));
    FOUND.clear();
    begun = true;
  }

  /** Internal name of a class to the first thing that its initialiser has read. */
  public static Map<String, String> found() {
    return FOUND;
  }
}
