/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.step;

/**
 * Takes one piece of a container's state out of the JVM. Stateless; tolerates that the class it is
 * about was never loaded; never rewinds a counter, an id source or a random generator.
 *
 * <p>One leak source, one class, one method, as in the classloader-leak-prevention project.
 */
public interface ReleaseStep {
  /** What reports call this step. */
  default String name() {
    return getClass().getSimpleName();
  }

  /**
   * Does it.
   *
   * @throws Exception if the state may still be there; the slot is then retired
   */
  void run(Release release) throws Exception;
}
