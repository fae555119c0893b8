/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.bc;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.security.SecureRandom;
import java.security.Security;
import org.bouncycastle.asn1.ASN1InputStream;
import org.bouncycastle.crypto.CryptoServicesRegistrar;
import org.bouncycastle.crypto.digests.SHA3Digest;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.util.Properties;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses BouncyCastle of the framework. */
public final class Providers {
  private Providers() {}

  /** A source that is not random. */
  public static final class Fixed extends SecureRandom {
    @Override
    public void nextBytes(byte[] bytes) {
      java.util.Arrays.fill(bytes, (byte) 7);
    }
  }

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Security.insertProviderAt(new BouncyCastleProvider(), 1);
      CryptoServicesRegistrar.setSecureRandom(new Fixed());
      System.setProperty("org.bouncycastle.asn1.max_limit", "3");
      Properties.setThreadOverride("org.bouncycastle.left", true);
    }
    byte[] bytes = new byte[4];
    CryptoServicesRegistrar.getSecureRandom().nextBytes(bytes);
    print("fixed", java.util.Arrays.equals(bytes, new byte[] {7, 7, 7, 7}));
    print("override", Properties.isOverrideSet("org.bouncycastle.left"));
    print("digest", java.security.MessageDigest.getInstance("SHA-256").getProvider().getName());
    print(
        "own",
        java.security.MessageDigest.getInstance("SHA3-256", new BouncyCastleProvider())
            .getProvider()
            .getName());
    print("size", new SHA3Digest(256).getDigestSize());
    try (ASN1InputStream in = new ASN1InputStream(new byte[] {4, 2, 1, 1})) {
      print("asn1", in.readObject());
    }
  }
}
