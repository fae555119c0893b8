/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ObjectInputFilter;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URLConnection;
import java.sql.DriverManager;
import java.util.List;
import javax.management.MBeanServerFactory;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import org.hpcreuse.cleanup.LoadedClasses;
import org.hpcreuse.cleanup.Residue;
import org.hpcreuse.cleanup.TestSlot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class JdkDefaultsTest {
  private final TestSlot slot = new TestSlot();

  /** One public setter each, with the field that the audit names. */
  static List<Named<Spoil>> spoils() {
    return List.of(
        spoil("javax.net.ssl.SSLContext.defaultContext", JdkDefaultsTest::trustNobody),
        spoil(
            "javax.net.ssl.HttpsURLConnection.defaultHostnameVerifier",
            () -> HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true)),
        spoil(
            "java.net.HttpURLConnection.followRedirects",
            () -> HttpURLConnection.setFollowRedirects(false)),
        spoil("left", () -> URLConnection.setDefaultUseCaches("left", false)),
        spoil(
            "java.net.URLConnection.factory",
            () -> URLConnection.setContentHandlerFactory(type -> null)),
        spoil("java.sql.DriverManager.loginTimeout", () -> DriverManager.setLoginTimeout(7)),
        spoil(
            "java.sql.DriverManager.logWriter",
            () -> DriverManager.setLogWriter(new PrintWriter(new StringWriter()))),
        spoil(
            "java.io.ObjectInputFilter$Config.serialFilter",
            () -> ObjectInputFilter.Config.setSerialFilter(info -> null)),
        spoil(
            "javax.management.MBeanServerFactory.mBeanServerList",
            () -> MBeanServerFactory.createMBeanServer("left")));
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
  void shouldKnowEveryFieldThatThisJdkHas() {
    assertThat(new JdkDefaults().capture(new LoadedClasses(getClass().getClassLoader())))
        .containsKeys(
            "java.net.Socket.factory",
            "javax.naming.spi.NamingManager.initctx_factory_builder",
            "java.rmi.server.RMISocketFactory.factory",
            "javax.security.auth.login.Configuration.configuration",
            "sun.security.krb5.Config.singleton");
  }

  private List<Residue> residue() {
    return slot.residue().stream().filter(found -> found.kind().equals("jdk-static")).toList();
  }

  private static void trustNobody() throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, null, null);
    SSLContext.setDefault(context);
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
