/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

/**
 * A step for state that has a value worth going back to: what it was when the slot was ready for
 * its first container.
 *
 * @param <T> what is kept of that state; immutable or never changed
 */
public interface Restorable<T> extends ReleaseStep {
  /**
   * The state now.
   *
   * @param framework the framework's classes, for state that lives there
   * @return never null
   */
  T capture(LoadedClasses framework);

  /** Makes the state what it was. */
  void restore(T before, Release release) throws Exception;

  @Override
  default void run(Release release) throws Exception {
    restore(release.baseline().before(this), release);
  }
}
