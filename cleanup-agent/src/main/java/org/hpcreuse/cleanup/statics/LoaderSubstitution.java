/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.function.UnaryOperator;
import org.hpcreuse.cleanup.state.LoaderOwnership;

/**
 * What to keep of a value that a class takes in while a container runs: in place of the container's
 * loader the framework's, in place of anything else of the container nothing.
 */
final class LoaderSubstitution implements UnaryOperator<Object> {
  private final ClassLoader framework;

  LoaderSubstitution(ClassLoader framework) {
    this.framework = framework;
  }

  @Override
  public Object apply(Object value) {
    if (!LoaderOwnership.isOfContainer(value, framework)) {
      return value;
    }
    return value instanceof ClassLoader ? framework : null;
  }
}
