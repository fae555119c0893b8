/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.hadoop.HadoopSteps;
import org.hpcreuse.cleanup.jvm.JvmSteps;

/**
 * What the JVM's (and the framework's) global state was when the slot was ready for its first
 * container. Taken after the known framework classes have been initialised in a neutral context,
 * while nothing else runs; what further initialisers add in the slot's idle time is {@linkplain
 * #adopt adopted}. Thread-safe.
 */
public final class JvmBaseline {
  private final Map<Class<?>, Object> values = new ConcurrentHashMap<>();

  private JvmBaseline() {}

  /** The state of a JVM that runs no framework. */
  public static JvmBaseline capture() {
    return capture(LoadedClasses.none());
  }

  /** The state now, that of the framework's initialised classes included. */
  public static JvmBaseline capture(LoadedClasses framework) {
    JvmBaseline baseline = new JvmBaseline();
    steps().forEach(step -> baseline.values.put(step.getClass(), step.capture(framework)));
    return baseline;
  }

  /** What {@code step} captured. */
  @SuppressWarnings("unchecked") // put only from the same class of step
  public <T> T before(Restorable<T> step) {
    return (T) values.get(step.getClass());
  }

  /**
   * Runs something of the slot's own, between containers, and makes what it changes part of the
   * baseline. What differed before stays a difference.
   */
  public void adopt(LoadedClasses framework, Runnable change) {
    JvmBaseline was = capture(framework);
    change.run();
    JvmBaseline is = capture(framework);
    is.values.forEach(
        (step, value) -> {
          if (!value.equals(was.values.get(step))) {
            values.put(step, value);
          }
        });
  }

  /** What differs in the JVM's own state; that of the framework's statics is not compared here. */
  public List<Residue> differences(LoadedClasses framework) {
    List<Residue> found = new ArrayList<>();
    Stream.of(JvmSteps.threads(), JvmSteps.globals())
        .flatMap(List::stream)
        .filter(Restorable.class::isInstance)
        .map(step -> (Restorable<?>) step)
        .forEach(step -> found.addAll(differences(step, framework)));
    return found;
  }

  private <T> List<Residue> differences(Restorable<T> step, LoadedClasses framework) {
    T before = before(step);
    T after = step.capture(framework);
    return before.equals(after) ? List.of() : step.differences(before, after);
  }

  private static Stream<Restorable<?>> steps() {
    return Stream.of(HadoopSteps.afterThreadsEnd(), JvmSteps.threads(), JvmSteps.globals())
        .flatMap(List::stream)
        .filter(Restorable.class::isInstance)
        .map(step -> (Restorable<?>) step);
  }
}
