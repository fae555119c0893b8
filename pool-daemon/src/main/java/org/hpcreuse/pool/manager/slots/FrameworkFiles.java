/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.slots;

import java.io.IOException;
import java.nio.file.Path;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;

/** Tells the framework's files, as they are on the disk now, from those of another time. */
@FunctionalInterface
public interface FrameworkFiles {
  /** Their {@link FrameworkFingerprint}; empty when there is none, which is equal to any. */
  String fingerprint() throws IOException;

  /**
   * Those that pool.properties names, which is read each time: a slot that starts reads it, too.
   */
  static FrameworkFiles of(Path poolDir) {
    return () -> FrameworkFingerprint.of(PoolFiles.open(poolDir).get(Options.FRAMEWORK_CLASSPATH));
  }
}
