/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import mpi.Intracomm;
import mpi.MPI;
import mpi.MPIException;

/**
 * What only the slots of one MPI job know. Who asks for outputs proves with it that he is one of
 * them.
 */
final class PoolSecret {
  /** Of the question that the asked slot begins with. */
  static final int CHALLENGE_BYTES = 32;

  static final int PROOF_BYTES = 32;

  private static final String ALGORITHM = "HmacSHA256";
  private static final int KEY_BYTES = 32;

  private final SecretKeySpec key;

  PoolSecret(byte[] key) {
    this.key = new SecretKeySpec(key, ALGORITHM);
  }

  /** Rank 0 makes it and tells the others; collective. */
  static PoolSecret share(Intracomm all) throws MPIException {
    ByteBuffer bytes = MPI.newByteBuffer(KEY_BYTES);
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    bytes.put(0, key);
    all.bcast(bytes, KEY_BYTES, MPI.BYTE, 0);
    bytes.get(0, key);
    return new PoolSecret(key);
  }

  /** What cannot be known beforehand. */
  byte[] challenge() {
    byte[] challenge = new byte[CHALLENGE_BYTES];
    new SecureRandom().nextBytes(challenge);
    return challenge;
  }

  byte[] proof(byte[] challenge, byte[] request) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(challenge);
      return mac.doFinal(request);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("each Java has " + ALGORITHM, e);
    }
  }

  boolean isProof(byte[] proof, byte[] challenge, byte[] request) {
    return MessageDigest.isEqual(proof, proof(challenge, request));
  }
}
