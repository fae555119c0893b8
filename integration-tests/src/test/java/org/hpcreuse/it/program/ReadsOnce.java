/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Arrays;
import java.util.Locale;
import java.util.PropertyResourceBundle;
import java.util.Random;
import java.util.UUID;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.xml.parsers.DocumentBuilderFactory;
import org.xml.sax.InputSource;

/**
 * Prints what classes of the JDK make of something that they read once. Arguments: which kind;
 * {@code set} to set it first, or {@code look}; and what the kind needs.
 */
public final class ReadsOnce {
  private ReadsOnce() {}

  /** Sets, looks and prints. */
  public static void main(String[] args) throws Exception {
    boolean set = args[1].equals("set");
    String seen =
        switch (args[0]) {
          case "tls" -> tls(set, args);
          case "tls-launched" -> connect(Integer.parseInt(args[2]));
          case "protocols" -> protocols(set);
          case "sort" -> sort(set);
          case "hosts" -> hosts(set, args);
          case "locale" -> locale(set);
          case "path" -> path();
          case "broken" -> broken(set);
          case "provider" -> provider(set);
          case "random" -> random(set);
          case "encoding" -> encoding(set);
          case "costs" -> costs(set);
          default -> throw new IllegalArgumentException(args[0]);
        };
    System.out.println("seen=" + seen);
  }

  private static String tls(boolean set, String[] args) throws IOException {
    if (set) {
      System.setProperty("javax.net.ssl.keyStore", args[3]);
      System.setProperty("javax.net.ssl.keyStorePassword", "changeit");
      System.setProperty("javax.net.ssl.trustStore", args[3]);
      System.setProperty("javax.net.ssl.trustStorePassword", "changeit");
    }
    return connect(Integer.parseInt(args[2]));
  }

  /** What a server says of who has called; or why there was no connection. */
  private static String connect(int port) throws IOException {
    try (Socket socket = SSLSocketFactory.getDefault().createSocket("127.0.0.1", port);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
      socket.getOutputStream().write('\n');
      return in.readLine();
    } catch (javax.net.ssl.SSLException e) {
      return e.getClass().getSimpleName();
    }
  }

  private static String protocols(boolean set) throws Exception {
    if (set) {
      Security.setProperty("jdk.tls.disabledAlgorithms", "");
    }
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    return Arrays.toString(context.getDefaultSSLParameters().getProtocols());
  }

  /** The order contradicts itself, which the present algorithm notices and the older does not. */
  private static String sort(boolean set) {
    if (set) {
      System.setProperty("java.util.Arrays.useLegacyMergeSort", "true");
    }
    Integer[] values = new Random(1).ints(10_000, 0, 100).boxed().toArray(Integer[]::new);
    Random order = new Random(2);
    try {
      Arrays.sort(values, (a, b) -> order.nextInt(10) < 3 ? 1 : Integer.compare(a, b));
      return "sorted";
    } catch (IllegalArgumentException e) {
      return "contradiction";
    }
  }

  private static String hosts(boolean set, String[] args)
      throws IOException, ClassNotFoundException {
    if (set) {
      System.setProperty("jdk.net.hosts.file", args[2]);
    }
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(sent)) {
      out.writeObject(InetAddress.getByName("localhost"));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(sent.toByteArray()))) {
      return in.readObject().toString();
    }
  }

  private static String locale(boolean set) throws Exception {
    if (set) {
      Locale.setDefault(Locale.GERMANY);
    }
    InputSource nothing = new InputSource(new ByteArrayInputStream(new byte[0]));
    try {
      DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(nothing);
      return "parsed";
    } catch (org.xml.sax.SAXException e) {
      return e.getMessage();
    }
  }

  private static String path() throws InterruptedException {
    try {
      return "" + new ProcessBuilder("hpc-reuse-read-once").start().waitFor();
    } catch (IOException e) {
      return "not found";
    }
  }

  private static String broken(boolean set) throws IOException {
    if (set) {
      System.setProperty("java.nio.channels.spi.SelectorProvider", "no.such.Provider");
    }
    try (Selector selector = Selector.open()) {
      return "open " + selector.isOpen();
    } catch (LinkageError | java.util.ServiceConfigurationError e) {
      return e.getClass().getSimpleName();
    }
  }

  /** A server of its own, which the JDK keeps once it has asked for it. */
  public static final class OwnProvider extends HttpServerProvider {
    @Override
    public HttpServer createHttpServer(InetSocketAddress address, int backlog) throws IOException {
      throw new IOException("none");
    }

    @Override
    public HttpsServer createHttpsServer(InetSocketAddress address, int backlog)
        throws IOException {
      throw new IOException("none");
    }
  }

  private static String provider(boolean set) {
    if (set) {
      System.setProperty("com.sun.net.httpserver.HttpServerProvider", OwnProvider.class.getName());
    }
    return HttpServerProvider.provider().getClass().getName();
  }

  /** A source of numbers that are all zero, first in the list of providers. */
  public static final class OwnRandom extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      Arrays.fill(bytes, (byte) 0);
    }

    @Override
    protected byte[] engineGenerateSeed(int length) {
      return new byte[length];
    }
  }

  private static final class OwnSecurity extends Provider {
    private static final long serialVersionUID = 1;

    OwnSecurity() {
      super("Own", "1", "a container's own");
      put("SecureRandom.Own", OwnRandom.class.getName());
    }
  }

  private static String random(boolean set) {
    if (set) {
      Security.insertProviderAt(new OwnSecurity(), 1);
    }
    return UUID.randomUUID().getLeastSignificantBits() << 2 == 0 ? "all zero" : "random";
  }

  private static String encoding(boolean set) throws IOException {
    if (set) {
      System.setProperty("java.util.PropertyResourceBundle.encoding", "ISO-8859-1");
    }
    byte[] text = "key=ä".getBytes(StandardCharsets.UTF_8);
    String value = new PropertyResourceBundle(new ByteArrayInputStream(text)).getString("key");
    return value.length() + " characters";
  }

  /** Initialises what cannot be initialised again. */
  private static String costs(boolean set) throws ClassNotFoundException {
    if (set) {
      System.setProperty("jsse.enableCBCProtection", "false");
    }
    return Class.forName("sun.security.ssl.Record").getName();
  }
}
