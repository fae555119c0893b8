/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import java.io.InputStream;
import java.io.PrintStream;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Release;
import org.hpcreuse.cleanup.Restorable;

/**
 * System.in, out and err.
 *
 * <p>Without it the next container prints into a stream that this one had put there.
 */
final class StandardStreams implements Restorable<StandardStreams.Saved> {

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
