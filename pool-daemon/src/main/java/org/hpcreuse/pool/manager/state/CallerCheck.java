/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.manager.state;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import org.hpcreuse.protocol.wire.Message;

/** Decides who is let in. The peer's user has been checked when the connection was accepted. */
public final class CallerCheck {
  private final byte[] secret;

  public CallerCheck(String secret) {
    this.secret = secret.getBytes(StandardCharsets.UTF_8);
  }

  /** Why the first message of a connection does not open the door; empty when it does. */
  public Optional<Refusal> refusal(Message first) {
    if (!(first instanceof Message.Hello hello)) {
      return Optional.of(Refusal.NO_HELLO);
    }
    byte[] shown = hello.secret().getBytes(StandardCharsets.UTF_8);
    if (!MessageDigest.isEqual(secret, shown)) {
      return Optional.of(Refusal.WRONG_SECRET);
    }
    return Optional.empty();
  }
}
