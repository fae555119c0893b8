/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.jvm.SlotJvm;
import org.hpcreuse.protocol.option.Options;

/** Keeps what is known of the slots' JVM until the pool is another. Thread-safe. */
final class SlotJvms {
  private final Options.JvmFlags policy;
  private Optional<Known> known = Optional.empty();

  private record Known(PoolFiles files, Map<String, String> startup, SlotJvm jvm) {}

  /** With what becomes of options that only tune. */
  SlotJvms(Options.JvmFlags policy) {
    this.policy = policy;
  }

  /**
   * The JVM of a pool's slots.
   *
   * @param files the pool's, the same object while they do not change
   * @param startup the {@link StartupProperties} of its slots; empty when none has reported
   * @throws IOException when the slots' JDK cannot be read
   */
  synchronized SlotJvm of(PoolFiles files, Map<String, String> startup) throws IOException {
    boolean isSame =
        known.filter(k -> k.files() == files && k.startup().equals(startup)).isPresent();
    if (!isSame) {
      known = Optional.of(new Known(files, startup, SlotJvm.of(files, policy, startup)));
    }
    return known.orElseThrow().jvm();
  }
}
