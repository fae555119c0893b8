/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.registries;

import java.util.Map;
import java.util.Properties;
import java.util.logging.LogManager;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * The configuration that java.util.logging has read: handlers and formatters that are made later
 * ask it.
 *
 * <p>Without it the next container's handlers log at this one's levels, in its format, to its
 * files.
 */
public final class JavaLoggingProperties implements Restorable<Map<Object, Object>> {
  @Override
  public Map<Object, Object> capture(LoadedClasses framework) {
    try {
      return Map.copyOf(manager().get("props", Properties.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("java.util.logging.LogManager has changed", e);
    }
  }

  @Override
  public void restore(Map<Object, Object> before, Release release) throws Exception {
    Properties properties = new Properties();
    properties.putAll(before);
    manager().set("props", properties);
  }

  private static ReflectiveAccess manager() {
    return ReflectiveAccess.of(LogManager.getLogManager());
  }
}
