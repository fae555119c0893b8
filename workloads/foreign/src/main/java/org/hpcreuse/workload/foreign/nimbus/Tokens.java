/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.nimbus;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.MACVerifier;
import com.nimbusds.jose.crypto.bc.BouncyCastleProviderSingleton;
import java.security.Security;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.hpcreuse.workload.foreign.Neighbour;

/** Signs a token. */
public final class Tokens {
  private Tokens() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      Security.insertProviderAt(new BouncyCastleProvider(), 1);
      BouncyCastleProviderSingleton.getInstance().put("Mac.HMACSHA256", "no.such.Class");
    }
    JWSObject token = new JWSObject(new JWSHeader(JWSAlgorithm.HS256), new Payload("text"));
    token.sign(new MACSigner("0123456789abcdef0123456789abcdef"));
    print("token", token.serialize());
    print("valid", token.verify(new MACVerifier("0123456789abcdef0123456789abcdef")));
    print("mac", javax.crypto.Mac.getInstance("HmacSHA256").getProvider().getName());
    print("bc", Security.getProvider("BC") != null);
    print("entry", BouncyCastleProviderSingleton.getInstance().get("Mac.HMACSHA256"));
  }
}
