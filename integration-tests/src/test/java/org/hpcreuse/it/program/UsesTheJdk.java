/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MulticastSocket;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.Selector;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.MessageDigest;
import java.security.Signature;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import javax.management.ObjectName;
import javax.net.ssl.SSLContext;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import javax.xml.xpath.XPathFactory;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.helpers.DefaultHandler;

/** Uses many parts of the JDK, each in an ordinary way; prints a line for each. */
public final class UsesTheJdk {
  private static final InetAddress LOOPBACK = InetAddress.getLoopbackAddress();
  private static final byte[] TEXT = "as ever".getBytes(StandardCharsets.UTF_8);

  private UsesTheJdk() {}

  /** Does it. */
  public static void main(String[] args) {
    Map<String, Callable<Object>> uses = new TreeMap<>();
    uses.put("datagram socket", UsesTheJdk::datagramSocket);
    uses.put("datagram channel", UsesTheJdk::datagramChannel);
    uses.put("multicast socket", UsesTheJdk::multicastSocket);
    uses.put("socket", UsesTheJdk::socket);
    uses.put("http", UsesTheJdk::http);
    uses.put("network interfaces", () -> NetworkInterface.getByInetAddress(LOOPBACK).isLoopback());
    uses.put("xml", UsesTheJdk::xml);
    uses.put("gzip", UsesTheJdk::gzip);
    uses.put("digest", () -> digest());
    uses.put("cipher", UsesTheJdk::cipher);
    uses.put("signature", UsesTheJdk::signature);
    uses.put("tls", () -> SSLContext.getDefault().createSSLEngine().getSupportedProtocols().length);
    uses.put("numbers", () -> NumberFormat.getInstance(Locale.GERMANY).format(1234.5));
    uses.put("time", UsesTheJdk::time);
    uses.put("charset", () -> new String(TEXT, Charset.forName("IBM037")).length());
    uses.put("parallel", () -> IntStream.range(0, 10_000).parallel().sum());
    uses.put("beans", () -> beans());
    uses.put("process", UsesTheJdk::process);
    uses.put("files", UsesTheJdk::files);
    uses.forEach((name, use) -> System.out.println(name + ": " + outcome(use)));
  }

  private static String outcome(Callable<Object> use) {
    try {
      return String.valueOf(use.call());
    } catch (Exception | LinkageError | StackOverflowError e) {
      return e.toString();
    }
  }

  private static Object datagramSocket() throws Exception {
    try (DatagramSocket socket = new DatagramSocket(0, LOOPBACK)) {
      socket.setSoTimeout(10_000);
      socket.send(new DatagramPacket(TEXT, TEXT.length, LOOPBACK, socket.getLocalPort()));
      DatagramPacket got = new DatagramPacket(new byte[64], 64);
      socket.receive(got);
      return got.getLength();
    }
  }

  private static Object datagramChannel() throws Exception {
    try (DatagramChannel channel = DatagramChannel.open();
        Selector selector = Selector.open()) {
      channel.bind(new InetSocketAddress(LOOPBACK, 0)).configureBlocking(false);
      channel.socket().getSoTimeout();
      channel.register(selector, 1);
      channel.send(ByteBuffer.wrap(TEXT), channel.getLocalAddress());
      return selector.select(10_000);
    }
  }

  private static Object multicastSocket() throws Exception {
    try (MulticastSocket socket = new MulticastSocket(0)) {
      return socket.getTimeToLive();
    }
  }

  private static Object socket() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, LOOPBACK);
        Socket client = new Socket(LOOPBACK, server.getLocalPort());
        Socket accepted = server.accept()) {
      client.getOutputStream().write(TEXT);
      return accepted.getInputStream().readNBytes(TEXT.length).length;
    }
  }

  private static Object http() throws Exception {
    HttpServer server = HttpServer.create(new InetSocketAddress(LOOPBACK, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, TEXT.length);
          exchange.getResponseBody().write(TEXT);
          exchange.close();
        });
    server.start();
    try {
      URI here = URI.create("http://localhost:" + server.getAddress().getPort() + "/");
      try (var in = here.toURL().openConnection().getInputStream()) {
        String old = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        return old
            + ", "
            + HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(here).build(), HttpResponse.BodyHandlers.ofString())
                .body();
      }
    } finally {
      server.stop(0);
    }
  }

  private static Object xml() throws Exception {
    String text = "<a><b>1</b><b>2</b></a>";
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(text)));
    SAXParserFactory.newInstance()
        .newSAXParser()
        .parse(new InputSource(new StringReader(text)), new DefaultHandler());
    StringWriter out = new StringWriter();
    TransformerFactory.newInstance()
        .newTransformer()
        .transform(new DOMSource(document), new StreamResult(out));
    return XPathFactory.newInstance().newXPath().evaluate("sum(//b)", document)
        + " "
        + out.toString().endsWith(text);
  }

  private static Object gzip() throws Exception {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(TEXT);
    }
    return new GZIPInputStream(new ByteArrayInputStream(packed.toByteArray()))
        .readAllBytes()
        .length;
  }

  private static String digest() throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(TEXT), 0, 4);
  }

  private static Object cipher() throws Exception {
    Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(new byte[16], "AES"));
    return HexFormat.of().formatHex(cipher.doFinal(TEXT), 0, 4);
  }

  private static Object signature() throws Exception {
    KeyPair pair = KeyPairGenerator.getInstance("EC").generateKeyPair();
    Signature signature = Signature.getInstance("SHA256withECDSA");
    signature.initSign(pair.getPrivate());
    signature.update(TEXT);
    byte[] signed = signature.sign();
    signature.initVerify(pair.getPublic());
    signature.update(TEXT);
    return signature.verify(signed);
  }

  private static Object time() {
    return DateTimeFormatter.ofPattern("EEEE d MMMM uuuu HH:mm zzzz", Locale.US)
        .format(Instant.EPOCH.atZone(ZoneId.of("Europe/Paris")));
  }

  private static Object beans() throws Exception {
    return ManagementFactory.getPlatformMBeanServer()
        .getAttribute(new ObjectName("java.lang:type=Runtime"), "SpecVersion");
  }

  private static Object process() throws Exception {
    Process process = new ProcessBuilder("sh", "-c", "echo child").start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip()
        + process.waitFor();
  }

  private static Object files() throws Exception {
    Path file = Files.createTempFile("uses", ".jdk");
    Files.write(file, TEXT);
    long size = Files.size(file);
    Files.delete(file);
    return size;
  }
}
