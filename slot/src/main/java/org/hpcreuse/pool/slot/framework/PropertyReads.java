/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.framework;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.hpcreuse.cleanup.statics.OwnValues;
import org.hpcreuse.cleanup.statics.Rules;

/**
 * The system properties that classes of a framework have read while the slot initialised them. Such
 * a class keeps what it has read, so a container with another value needs a framework of its own.
 * What classes of the JDK read is not noted: each container initialises those again. Thread-safe.
 */
public final class PropertyReads {
  /** Classes of the JDK through which others ask. */
  private static final Set<String> BETWEEN =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.System",
          "java.security.AccessController",
          "java.util.Properties");

  private static final StackWalker STACK =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final ClassLoader framework;

  /** Empty for one that was not set. */
  private final Map<String, Optional<String>> values = new ConcurrentHashMap<>();

  PropertyReads(ClassLoader framework) {
    this.framework = framework;
  }

  /**
   * A property for which a container has another value than the framework's classes have read.
   *
   * @param properties those of the container's command
   * @return its name; empty for none
   */
  public Optional<String> differing(Map<String, String> properties) {
    return properties.keySet().stream()
        .filter(values::containsKey)
        .filter(name -> !Objects.equals(values.get(name).orElse(null), properties.get(name)))
        .sorted()
        .findFirst();
  }

  /** Runs what initialises classes of the framework; called while no container runs. */
  <T> T during(Supplier<T> work) {
    Properties slots = System.getProperties();
    Properties noted = new Noted(this::note);
    noted.putAll(slots);
    System.setProperties(noted);
    try {
      return work.get();
    } finally {
      System.setProperties(slots);
      slots.keySet().retainAll(noted.keySet());
      slots.putAll(noted);
    }
  }

  private void note(String name, String value) {
    if (OwnValues.PROPERTIES.contains(name)) {
      return;
    }
    STACK
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type.getNestHost() != PropertyReads.class)
                    .filter(type -> !BETWEEN.contains(type.getName()))
                    .findFirst())
        .filter(type -> type.getClassLoader() == framework)
        .filter(type -> !Rules.isLogging(type))
        .ifPresent(type -> values.putIfAbsent(name, Optional.ofNullable(value)));
  }

  /** System properties that tell who reads one by its name. */
  private static final class Noted extends Properties {
    private static final long serialVersionUID = 1L;

    private final transient BiConsumer<String, String> reads;

    Noted(BiConsumer<String, String> reads) {
      this.reads = reads;
    }

    @Override
    public String getProperty(String name) {
      String value = super.getProperty(name);
      reads.accept(name, value);
      return value;
    }

    @Override
    public synchronized Object get(Object name) {
      Object value = super.get(name);
      if (name instanceof String text) {
        reads.accept(text, value instanceof String set ? set : null);
      }
      return value;
    }
  }
}
