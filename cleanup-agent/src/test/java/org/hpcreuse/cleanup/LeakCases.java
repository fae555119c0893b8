/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup;

import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the rows of a table of leaks. Each shows that its step is needed and that the release does
 * its work. Every run has a new slot, and a full release at its end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class LeakCases {
  /** The table. */
  protected abstract Stream<LeakCase<?, ?>> leaks();

  @ParameterizedTest(name = "{0}")
  @MethodSource("leaks")
  protected void shouldStayWhenLeftOut(LeakCase<?, ?> leak, @TempDir Path directory)
      throws Exception {
    leak.runLeftOut(directory);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("leaks")
  protected void shouldBeGoneWhenReleased(LeakCase<?, ?> leak, @TempDir Path directory)
      throws Exception {
    leak.runReleased(directory);
  }
}
