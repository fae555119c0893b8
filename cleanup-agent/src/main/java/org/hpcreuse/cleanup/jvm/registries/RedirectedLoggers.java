/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * Loggers of JDK classes that the JDK replaces when java.util.logging is configured. It keeps each
 * of them until then. A class that is initialised again makes a new one, and the one before is of
 * no more use.
 *
 * <p>Without it a slot grows by about 1 kB with each reduce, whose connections log.
 *
 * <p>Source: {@code jdk.internal.logger.BootstrapLogger} in OpenJDK 17 to 25.
 */
public final class RedirectedLoggers implements Restorable<Set<Object>> {
  private static final String OWNER = "jdk.internal.logger.BootstrapLogger";

  @Override
  public Set<Object> capture(LoadedClasses framework) {
    try {
      Class<?> owner = Class.forName(OWNER, false, null);
      synchronized (owner) {
        return Set.copyOf(loggers().keySet());
      }
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(OWNER + " has changed", e);
    }
  }

  @Override
  public void restore(Set<Object> before, Release release) throws ReflectiveOperationException {
    Class<?> owner = Class.forName(OWNER, false, null);
    synchronized (owner) {
      loggers().keySet().retainAll(before);
    }
  }

  /** None: the slot's own code uses the JDK, too, after a release. */
  @Override
  public List<Residue> differences(Set<Object> before, Set<Object> after) {
    return List.of();
  }

  private static Map<?, ?> loggers() throws ReflectiveOperationException {
    Class<?> type = Class.forName(OWNER + "$RedirectedLoggers", false, null);
    return LoadedClasses.isInitialized(type)
        ? ReflectiveAccess.ofClass(type).in("INSTANCE").get("redirectedLoggers", Map.class)
        : Map.of();
  }
}
