/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.process;

import java.io.InputStream;
import java.io.PrintStream;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.step.Release;
import org.hpcreuse.cleanup.step.Restorable;

/**
 * System.in, out and err.
 *
 * <p>Without it the next container prints into a stream that this one had put there.
 */
public final class StandardStreams implements Restorable<StandardStreams.Saved> {

  @Override
  public StandardStreams.Saved capture(LoadedClasses framework) {
    return new Saved(System.in, System.out, System.err);
  }

  @Override
  public void restore(StandardStreams.Saved before, Release release) {
    System.setIn(before.in());
    System.setOut(before.out());
    System.setErr(before.err());
  }

  record Saved(InputStream in, PrintStream out, PrintStream err) {}
}
