/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.security.MessageDigest;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses and changes security providers. */
public final class Providers {
  private Providers() {}

  /** A provider of its own. */
  public static final class Own extends Provider {
    public Own() {
      super("Own", "1", "of a neighbour");
      put("MessageDigest.SHA-256", OwnDigest.class.getName());
      put("SecureRandom.Fixed", FixedRandom.class.getName());
    }
  }

  /** No digest at all. */
  public static final class OwnDigest extends MessageDigest {
    public OwnDigest() {
      super("SHA-256");
    }

    @Override
    protected void engineUpdate(byte input) {}

    @Override
    protected void engineUpdate(byte[] input, int offset, int length) {}

    @Override
    protected byte[] engineDigest() {
      return new byte[] {1};
    }

    @Override
    protected void engineReset() {}
  }

  /** Not random. */
  public static final class FixedRandom extends java.security.SecureRandomSpi {
    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      java.util.Arrays.fill(bytes, (byte) 4);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return new byte[count];
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Security.insertProviderAt(new Own(), 1);
      Security.setProperty("jdk.certpath.disabledAlgorithms", "none");
      Security.setProperty("keystore.type", "left");
      Security.removeProvider("SunJCE");
    }
    print(
        "providers",
        java.util.Arrays.stream(Security.getProviders()).map(Provider::getName).toList());
    print("digest", MessageDigest.getInstance("SHA-256").digest().length);
    print("random", new SecureRandom().getAlgorithm());
    print("keystore", java.security.KeyStore.getDefaultType());
    print("disabled", Security.getProperty("jdk.certpath.disabledAlgorithms").equals("none"));
    try {
      print("cipher", javax.crypto.Cipher.getInstance("AES").getProvider().getName());
    } catch (java.security.NoSuchAlgorithmException e) {
      print("failed", e.getMessage());
    }
  }
}
