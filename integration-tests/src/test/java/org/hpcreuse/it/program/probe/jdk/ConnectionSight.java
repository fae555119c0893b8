/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.jdk;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import javax.net.ssl.HttpsURLConnection;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** Defaults of connections, set once for a process. */
public final class ConnectionSight implements Sight {
  @Override
  public void look(Report report) throws IOException, ReflectiveOperationException {
    URLConnection file = Path.of("x").toUri().toURL().openConnection();
    report.put("connection.caches", file.getDefaultUseCaches());
    report.put("connection.file-caches", URLConnection.getDefaultUseCaches("file"));
    report.put("connection.jar-caches", URLConnection.getDefaultUseCaches("jar"));
    report.put("connection.interaction", URLConnection.getDefaultAllowUserInteraction());
    report.put("connection.type", URLConnection.guessContentTypeFromName("x.html"));
    report.put("connection.redirects", HttpURLConnection.getFollowRedirects());
    report.put(
        "connection.verifier",
        Digest.name(HttpsURLConnection.getDefaultHostnameVerifier().getClass()));
    Object factory = Peek.at("javax.net.ssl.HttpsURLConnection", "defaultSSLSocketFactory");
    report.put("connection.ssl-factory", factory == null ? null : factory.getClass());
    report.put("connection.handler", new URL("http://localhost/").openConnection().getClass());
  }
}
