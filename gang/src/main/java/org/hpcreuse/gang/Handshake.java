/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Both ends of a connection show that they know a secret, without saying it: each sends a random
 * number and gets it back with a key of the secret on it (HMAC, RFC 2104). The roles go into that,
 * so that no answer can be sent back to its author.
 */
final class Handshake {
  private static final String ALGORITHM = "HmacSHA256";
  private static final int NONCE_BYTES = 32;

  /**
   * Raised with every change of {@link GangMessage}: a rank runs the code of its slot, its master
   * that of the client.
   */
  private static final int VERSION = 1;

  private static final byte CALLER = 1;
  private static final byte LISTENER = 2;

  private Handshake() {}

  /**
   * Done by the caller.
   *
   * @throws IOException when the other end does not know the secret
   */
  static void call(DataInputStream in, DataOutputStream out, byte[] secret) throws IOException {
    run(in, out, secret, CALLER, LISTENER);
  }

  /** Done by the listener. */
  static void answer(DataInputStream in, DataOutputStream out, byte[] secret) throws IOException {
    run(in, out, secret, LISTENER, CALLER);
  }

  private static void run(
      DataInputStream in, DataOutputStream out, byte[] secret, byte own, byte other)
      throws IOException {
    byte[] nonce = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(nonce);
    out.writeInt(VERSION);
    out.write(nonce);
    out.flush();
    int version = in.readInt();
    if (version != VERSION) {
      throw new IOException(
          "the other end of the connection is of another version: its protocol is "
              + version
              + ", this one's is "
              + VERSION);
    }
    byte[] theirs = new byte[NONCE_BYTES];
    in.readFully(theirs);
    out.write(proof(secret, theirs, own));
    out.flush();
    byte[] expected = proof(secret, nonce, other);
    byte[] answer = new byte[expected.length];
    in.readFully(answer);
    if (!MessageDigest.isEqual(expected, answer)) {
      throw new IOException("the other end of the connection does not know the gang's secret");
    }
  }

  private static byte[] proof(byte[] secret, byte[] nonce, byte role) throws IOException {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(secret, ALGORITHM));
      byte[] said = Arrays.copyOf(nonce, nonce.length + 1);
      said[nonce.length] = role;
      return mac.doFinal(said);
    } catch (GeneralSecurityException e) {
      throw new IOException(ALGORITHM + " is missing in this JDK", e);
    }
  }
}
