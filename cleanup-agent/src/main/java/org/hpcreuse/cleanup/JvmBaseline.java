/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.hadoop.HadoopSteps;
import org.hpcreuse.cleanup.jvm.JvmSteps;

/**
 * What the JVM's (and the framework's) global state was when the slot was ready for its first
 * container. Taken once, after the known framework classes have been initialised in a neutral
 * context, while nothing else runs. Immutable.
 */
public final class JvmBaseline {
  private final Map<Class<?>, Object> values = new HashMap<>();

  private JvmBaseline() {}

  /** The state of a JVM that runs no framework. */
  public static JvmBaseline capture() {
    return capture(LoadedClasses.none());
  }

  /** The state now, that of the framework's initialised classes included. */
  public static JvmBaseline capture(LoadedClasses framework) {
    JvmBaseline baseline = new JvmBaseline();
    Stream.of(JvmSteps.threads(), HadoopSteps.afterThreadsEnd(), JvmSteps.globals())
        .flatMap(List::stream)
        .filter(Restorable.class::isInstance)
        .map(step -> (Restorable<?>) step)
        .forEach(step -> baseline.values.put(step.getClass(), step.capture(framework)));
    return baseline;
  }

  /** What {@code step} captured. */
  @SuppressWarnings("unchecked") // put only by capture(), from the same class of step
  public <T> T before(Restorable<T> step) {
    return (T) values.get(step.getClass());
  }
}
