/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * A TLS server on the loopback address that no JDK trusts by itself, and that says to each client
 * what name its certificate bears. Its keys are made with keytool when it starts.
 */
public final class TlsServer implements AutoCloseable {
  private static final char[] PASSWORD = "changeit".toCharArray();

  private final SSLServerSocket socket;
  private final Path clientStore;
  private final AtomicInteger failures = new AtomicInteger();

  private TlsServer(SSLServerSocket socket, Path clientStore) {
    this.socket = socket;
    this.clientStore = clientStore;
  }

  /**
   * Starts it.
   *
   * @param dir where its keys are made, and a client's
   */
  public static TlsServer start(Path dir, Path javaHome)
      throws IOException, GeneralSecurityException, InterruptedException {
    Path own = pair(dir, javaHome, "server");
    Path client = pair(dir, javaHome, "client");
    trust(dir, javaHome, own, "client", client);
    trust(dir, javaHome, client, "server", own);
    SSLContext context = context(own);
    SSLServerSocket socket =
        (SSLServerSocket)
            context
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    socket.setWantClientAuth(true);
    TlsServer server = new TlsServer(socket, client);
    Thread thread = new Thread(server::serve, "tls-server");
    thread.setDaemon(true);
    thread.start();
    return server;
  }

  public int port() {
    return socket.getLocalPort();
  }

  /** A store, password {@code changeit}, with a key called CN=client and trust in this server. */
  public Path clientStore() {
    return clientStore;
  }

  /** Its thread, which waits for a connection, ends with the socket. */
  @Override
  public void close() throws IOException {
    socket.close();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (SSLSocket client = (SSLSocket) socket.accept()) {
        client.setSoTimeout((int) Waits.SOON.toMillis());
        if (client.getInputStream().read() >= 0) {
          client.getOutputStream().write((name(client) + "\n").getBytes(StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        failures.incrementAndGet(); // a client that does not trust it, or its own end
      }
    }
  }

  private static String name(SSLSocket client) {
    try {
      return client.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  private static Path pair(Path dir, Path javaHome, String name)
      throws IOException, InterruptedException {
    Path store = dir.resolve(name + ".p12");
    keytool(
        javaHome,
        dir,
        store,
        "-genkeypair",
        "-alias",
        name,
        "-keyalg",
        "EC",
        "-dname",
        "CN=" + name,
        "-ext",
        "SAN=IP:127.0.0.1",
        "-validity",
        "30");
    return store;
  }

  private static void trust(Path dir, Path javaHome, Path store, String name, Path of)
      throws IOException, InterruptedException {
    Path certificate = dir.resolve(name + ".pem");
    keytool(
        javaHome, dir, of, "-exportcert", "-rfc", "-alias", name, "-file", certificate.toString());
    keytool(
        javaHome,
        dir,
        store,
        "-importcert",
        "-noprompt",
        "-alias",
        "trusted-" + name,
        "-file",
        certificate.toString());
  }

  private static void keytool(Path javaHome, Path dir, Path store, String... words)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(javaHome.resolve("bin/keytool").toString()));
    command.addAll(List.of(words));
    command.addAll(List.of("-keystore", store.toString(), "-storepass", "changeit"));
    Path log = dir.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (!process.waitFor(Waits.START.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(command.get(1) + " failed: " + Files.readString(log));
    }
  }

  private static SSLContext context(Path store) throws IOException, GeneralSecurityException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }
}
