/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.statics.StaticState;
import org.hpcreuse.cleanup.step.Baseline;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * What the JVM's (and the framework's) global state was when the slot was ready for its first
 * container. Taken after the known framework classes have been initialised in a neutral context,
 * while nothing else runs; what further initialisers add in the slot's idle time is {@linkplain
 * #adopt adopted}. Thread-safe.
 */
public final class JvmBaseline implements Baseline {
  private final Map<Class<?>, Object> values = new ConcurrentHashMap<>();
  private final StaticState statics;

  private JvmBaseline(StaticState statics) {
    this.statics = statics;
  }

  /** The state of a JVM that runs no framework. */
  public static JvmBaseline capture() {
    return capture(LoadedClasses.none());
  }

  /** The state now, that of the framework's initialised classes included. */
  public static JvmBaseline capture(LoadedClasses framework) {
    return capture(framework, new StaticState(framework));
  }

  /**
   * The state now.
   *
   * @param statics that of the framework's classes, captured already; grows on its own
   */
  public static JvmBaseline capture(LoadedClasses framework, StaticState statics) {
    JvmBaseline baseline = new JvmBaseline(statics);
    // Looking makes the JDK start what is looked at, some of which shows elsewhere: look again.
    baseline.values.putAll(values(framework));
    baseline.values.putAll(values(framework));
    return baseline;
  }

  /** Takes the JVM's own state again: the slot's threads, too, have been started since. */
  public void takeAgain(LoadedClasses framework) {
    values.putAll(values(framework));
  }

  @Override
  public StaticState statics() {
    return statics;
  }

  @Override
  @SuppressWarnings("unchecked") // put only from the same class of step
  public <T> T before(Restorable<T> step) {
    return (T) values.get(step.getClass());
  }

  /**
   * Runs something of the slot's own, between containers, and makes what it changes part of the
   * baseline. What differed before stays a difference.
   */
  public void adopt(LoadedClasses framework, Runnable change) {
    Map<Class<?>, Object> was = values(framework);
    statics.warmUp(change);
    values(framework)
        .forEach(
            (step, value) -> {
              if (!value.equals(was.get(step))) {
                values.put(step, value);
              }
            });
  }

  /** What differs in the JVM's own state; that of the framework's statics is not compared here. */
  public List<Residue> differences(LoadedClasses framework) {
    List<Residue> found = new ArrayList<>();
    Stream.of(JvmSteps.threads(List.of()), JvmSteps.globals())
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

  private static Map<Class<?>, Object> values(LoadedClasses framework) {
    Map<Class<?>, Object> values = new HashMap<>();
    steps().forEach(step -> values.put(step.getClass(), step.capture(framework)));
    return values;
  }

  private static Stream<Restorable<?>> steps() {
    return Stream.of(HadoopSteps.afterThreadsEnd(), JvmSteps.threads(List.of()), JvmSteps.globals())
        .flatMap(List::stream)
        .filter(Restorable.class::isInstance)
        .map(step -> (Restorable<?>) step);
  }
}
