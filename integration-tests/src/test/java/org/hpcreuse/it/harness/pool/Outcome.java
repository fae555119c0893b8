/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness.pool;

import java.util.List;
import org.hpcreuse.protocol.wire.Message;

/**
 * A container that has ended.
 *
 * @param assigned the slot it ran in
 * @param exited what the pool says of its end
 * @param stdout what it has written to its standard output
 * @param stderr what it has written to its standard error
 */
public record Outcome(
    Message.Assigned assigned, Message.Exited exited, String stdout, String stderr) {

  public int status() {
    return exited.status();
  }

  /** Standard output by lines. */
  public List<String> lines() {
    return stdout.lines().toList();
  }

  /** The value of the line {@code key=value}. */
  public String value(String key) {
    return lines().stream()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no " + key + "= in: " + stdout + stderr));
  }
}
