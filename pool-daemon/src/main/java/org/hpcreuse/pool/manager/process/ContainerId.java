/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.process;

import java.util.Optional;
import java.util.regex.Pattern;
import org.hpcreuse.protocol.wire.Message;

/**
 * The ids that executors use. Log lines and {@link ContainerMark}s contain them, so that a text
 * that could forge a line or mean a directory is none. YARN's have the form {@code
 * container_e17_1410901177871_0001_01_000005}.
 */
public final class ContainerId {
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,127}");

  private ContainerId() {}

  /** The container an executor's message is about. */
  public static Optional<String> of(Message message) {
    if (message instanceof Message.Launch launch) {
      return Optional.of(launch.spec().containerId());
    } else if (message instanceof Message.Collected collected) {
      return Optional.of(collected.containerId());
    } else if (message instanceof Message.Fork fork) {
      return Optional.of(fork.containerId());
    } else if (message instanceof Message.Reattach reattach) {
      return Optional.of(reattach.containerId());
    } else if (message instanceof Message.Signal signal) {
      return Optional.of(signal.containerId());
    }
    return Optional.empty();
  }

  public static boolean isValid(String id) {
    return FORM.matcher(id).matches();
  }
}
