/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.security.GeneralSecurityException;
import java.security.Permission;
import java.security.Provider;
import java.security.Security;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

public final class AbusesSecurity {
  private AbusesSecurity() {}

  /** Leaves entries in security providers that stay, and others taken away. */
  public static final class ChangesProviderEntries {
    public static void main(String[] args) {
      Provider provider = Security.getProvider("SUN");
      provider.put("Alg.Alias.MessageDigest.left.behind", "MD5");
      provider.remove("Alg.Alias.MessageDigest.SHA1");
      Security.getProvider("SunJCE").clear();
    }
  }

  /** Leaves a security provider of its own in the first place and removes others. */
  public static final class ChangesProviders {
    public static void main(String[] args) {
      Security.removeProvider("SunJCE");
      Security.insertProviderAt(new Own(), 1);
    }

    private static final class Own extends Provider {
      private static final long serialVersionUID = 1L;

      Own() {
        super("left.behind", "1", "");
      }
    }
  }

  /** Leaves a security manager, where nobody refuses it. */
  public static final class GuardsProcess {
    @SuppressWarnings("removal") // while it is there a container can use it
    public static void main(String[] args) {
      try {
        System.setSecurityManager(new AllowsAll());
      } catch (UnsupportedOperationException e) {
        System.err.println(e.getMessage());
      }
    }

    @SuppressWarnings("removal")
    private static final class AllowsAll extends SecurityManager {
      @Override
      public void checkPermission(Permission permission) {
        // Allowed.
      }
    }
  }

  /** Leaves security properties changed and added. */
  public static final class SetsSecurityProperties {
    public static void main(String[] args) {
      Security.setProperty("networkaddress.cache.ttl", "17");
      Security.setProperty("keystore.type", "JKS");
      Security.setProperty("left.behind", "1");
    }
  }

  /** Leaves another default TLS context, host name verifier and socket factory. */
  public static final class SetsTlsDefaults {
    public static void main(String[] args) throws GeneralSecurityException {
      SSLContext context = SSLContext.getInstance("TLSv1.2");
      context.init(null, null, null);
      SSLContext.setDefault(context);
      HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
      HttpsURLConnection.setDefaultSSLSocketFactory(context.getSocketFactory());
    }
  }
}
