/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.step;

import java.util.List;
import java.util.Locale;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.state.Residues;

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

  /** What an audit calls this state; by default the step's name, in small letters. */
  default String kind() {
    return name().replaceAll("(?<=[a-z])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** What an audit shows of two captures that are not equal. */
  default List<Residue> differences(T before, T after) {
    return Residues.of(kind(), name(), before, after);
  }

  @Override
  default void run(Release release) throws Exception {
    restore(release.baseline().before(this), release);
  }
}
