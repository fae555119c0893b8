/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.security;

import java.security.GeneralSecurityException;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/** Leaves another default TLS context, host name verifier and socket factory. */
public final class SetsTlsDefaults {
  private SetsTlsDefaults() {}

  /** Leaves it. */
  public static void main(String[] args) throws GeneralSecurityException {

    SSLContext context = SSLContext.getInstance("TLSv1.2");
    context.init(null, null, null);
    SSLContext.setDefault(context);
    HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
    HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
  }
}
