/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Field;
import java.net.DatagramSocket;
import java.net.HttpURLConnection;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.rmi.server.RMISocketFactory;
import java.security.Policy;
import java.sql.DriverManager;
import java.util.List;
import java.util.Set;
import javax.management.MBeanServerFactory;
import javax.net.ssl.SSLContext;
import javax.security.auth.login.AppConfigurationEntry;
import javax.security.auth.login.Configuration;
import org.hpcreuse.cleanup.TestSlot;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@SuppressWarnings({"deprecation", "removal"}) // what containers use all the same
class JdkDefaultsTest {
  private final TestSlot slot = new TestSlot();

  /** Those of the fields that this JDK has. */
  static List<Named<Spoil>> spoils() {
    Set<String> fields = fields();
    return all().stream()
        .filter(
            spoil -> fields.contains(spoil.getPayload().where()) || spoil.getName().equals("left"))
        .toList();
  }

  private static Set<String> fields() {
    return new JdkDefaults()
        .capture(new LoadedClasses(JdkDefaultsTest.class.getClassLoader()))
        .keySet();
  }

  /** One setter each, with the field that the audit names. */
  private static List<Named<Spoil>> all() {
    return List.of(
        spoil("javax.net.ssl.SSLContext.defaultContext", JdkDefaultsTest::trustNobody),
        spoil("java.net.URLConnection.fileNameMap", () -> URLConnection.setFileNameMap(name -> "")),
        spoil(
            "java.net.HttpURLConnection.followRedirects",
            () -> HttpURLConnection.setFollowRedirects(false)),
        spoil("left", () -> URLConnection.setDefaultUseCaches("left", false)),
        spoil(
            "java.net.URLConnection.factory",
            () -> URLConnection.setContentHandlerFactory(type -> null)),
        spoil("java.nio.charset.Charset.defaultCharset", JdkDefaultsTest::setCharset),
        spoil("java.sql.DriverManager.loginTimeout", () -> DriverManager.setLoginTimeout(7)),
        spoil(
            "java.sql.DriverManager.logWriter",
            () -> DriverManager.setLogWriter(new PrintWriter(new StringWriter()))),
        spoil(
            "javax.management.MBeanServerFactory.mBeanServerList",
            () -> MBeanServerFactory.createMBeanServer("left")),
        spoil("java.net.Socket.factory", () -> Socket.setSocketImplFactory(() -> null)),
        spoil("java.net.ServerSocket.factory", () -> ServerSocket.setSocketFactory(() -> null)),
        spoil(
            "java.net.DatagramSocket.factory",
            () -> DatagramSocket.setDatagramSocketImplFactory(() -> null)),
        spoil(
            "java.net.URLConnection.defaultAllowUserInteraction",
            () -> URLConnection.setDefaultAllowUserInteraction(true)),
        spoil(
            "java.net.URLConnection.defaultUseCaches",
            () -> new URL("file:///").openConnection().setDefaultUseCaches(false)),
        spoil(
            "java.sql.DriverManager.logStream",
            () -> DriverManager.setLogStream(new PrintStream(OutputStream.nullOutputStream()))),
        spoil(
            "java.rmi.server.LogStream.defaultStream",
            () ->
                java.rmi.server.LogStream.setDefaultStream(
                    new PrintStream(OutputStream.nullOutputStream()))),
        spoil(
            "java.rmi.server.RMISocketFactory.factory",
            () -> RMISocketFactory.setSocketFactory(new Refuses())),
        spoil(
            "java.rmi.server.RMISocketFactory.handler",
            () -> RMISocketFactory.setFailureHandler(thrown -> false)),
        spoil(
            "javax.security.auth.login.Configuration.configuration",
            () -> Configuration.setConfiguration(new KnowsNobody())),
        spoil("java.security.Policy.policyInfo", () -> Policy.setPolicy(new Policy() {})));
  }

  @AfterEach
  void release() {
    slot.close();
  }

  @ParameterizedTest
  @MethodSource("spoils")
  void shouldShowWhatFirstContainerSetWhenLeftOut(Spoil spoil) throws Exception {
    spoil.action().run();
    slot.releaseWithout(JdkDefaults.class);
    assertThat(residue()).extracting(Residue::where).contains(spoil.where());
  }

  @ParameterizedTest
  @MethodSource("spoils")
  void shouldShowNothingWhenReleased(Spoil spoil) throws Exception {
    spoil.action().run();
    slot.release();
    assertThat(residue()).isEmpty();
  }

  @Test
  void shouldSpoilEveryFieldThatThisJdkHas() {
    List<String> spoiled = spoils().stream().map(spoil -> spoil.getPayload().where()).toList();
    assertThat(fields())
        .hasSizeGreaterThan(15)
        .filteredOn(field -> !field.equals("java.net.URLConnection.defaultCaching"))
        .isSubsetOf(spoiled);
  }

  private List<Residue> residue() {
    return slot.residue().stream().filter(found -> found.kind().equals("jdk-static")).toList();
  }

  /** No public setter, but a known way on JDK 17. */
  private static void setCharset() throws Exception {
    Field field = Charset.class.getDeclaredField("defaultCharset");
    field.setAccessible(true);
    field.set(null, StandardCharsets.ISO_8859_1);
  }

  private static void trustNobody() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    SSLContext.setDefault(context);
  }

  private static final class Refuses extends RMISocketFactory {
    @Override
    public Socket createSocket(String host, int port) throws IOException {
      throw new IOException("refused");
    }

    @Override
    public ServerSocket createServerSocket(int port) throws IOException {
      throw new IOException("refused");
    }
  }

  private static final class KnowsNobody extends Configuration {
    @Override
    public AppConfigurationEntry[] getAppConfigurationEntry(String name) {
      return new AppConfigurationEntry[0];
    }
  }

  private static Named<Spoil> spoil(String where, Action action) {
    return Named.of(where, new Spoil(where, action));
  }

  /** Something a container does. */
  interface Action {
    void run() throws Exception;
  }

  /** What a container does, and where it shows. */
  record Spoil(String where, Action action) {}
}
