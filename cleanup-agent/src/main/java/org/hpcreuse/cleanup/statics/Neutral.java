/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.function.UnaryOperator;
import org.hpcreuse.cleanup.Release;

/**
 * What to keep of a value that a class takes in while a container runs: in place of the container's
 * loader the framework's, in place of anything else of the container nothing.
 */
final class Neutral implements UnaryOperator<Object> {
  private final ClassLoader framework;

  Neutral(ClassLoader framework) {
    this.framework = framework;
  }

  @Override
  public Object apply(Object value) {
    if (value instanceof ClassLoader loader) {
      return Release.isContainers(loader, framework) ? framework : value;
    }
    if (value instanceof Class<?> type) {
      return Release.isContainers(type.getClassLoader(), framework) ? null : value;
    }
    return value != null && Release.isContainers(value.getClass().getClassLoader(), framework)
        ? null
        : value;
  }
}
