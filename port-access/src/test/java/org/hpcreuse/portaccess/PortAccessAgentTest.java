/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

/** Runs a child JVM with the real agent, and callers of two users. */
final class PortAccessAgentTest {
  private static final long BOUND_S = 60;
  private static final List<String> NOBODY =
      List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups");

  /** As daemons are started. */
  static final List<String> WITH_NETLINK = List.of("perl", "../launch/node/with-netlink.pl");

  @TempDir Path dir;

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLetItsOwnUserIn(boolean netlink) throws Exception {
    assertThat(probe("all", netlink, List.of()))
        .containsExactly("socket heard", "channel heard", "polled heard", "adaptor heard");
    assertThat(dir.resolve("err")).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldHearNothingOfAnotherUser(boolean netlink) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");

    assertThat(probe("all", netlink, NOBODY))
        .containsExactly("socket nothing", "channel nothing", "polled nothing", "adaptor nothing");
    assertThat(dir.resolve("err"))
        .content()
        .containsPattern("connection from /127\\.0\\.0\\.1:\\d+ .* refused: of user 65534, not 0");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void shouldLetExemptCodeAcceptWhomItLikes(boolean netlink) throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");

    assertThat(probe("exempt", netlink, NOBODY))
        .containsExactly("socket heard", "channel heard", "polled heard", "adaptor heard");
  }

  @Test
  void shouldExemptNoCodeWhileItIsConfined() throws Exception {
    assumeTrue(System.getProperty("user.name").equals("root"), "only root can be somebody else");

    assertThat(probe("confined", true, NOBODY))
        .containsExactly("socket nothing", "channel nothing", "polled nothing", "adaptor nothing");
  }

  /** Runs {@link AcceptProbe} with a caller for each port it names; what it says of them. */
  private List<String> probe(String argument, boolean netlink, List<String> caller)
      throws Exception {
    List<String> said = new ArrayList<>();
    Process child =
        new ProcessBuilder(command(argument, netlink))
            .redirectError(dir.resolve("err").toFile())
            .start();
    try (BufferedReader out = child.inputReader()) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (line.startsWith("port ")) {
          call(caller, line.substring("port ".length()));
          child.getOutputStream().write('\n');
          child.getOutputStream().flush();
        } else {
          said.add(line);
        }
      }
      assertThat(child.waitFor(BOUND_S, TimeUnit.SECONDS)).as("child ended").isTrue();
    } finally {
      child.destroyForcibly();
    }
    assertThat(child.exitValue()).as(Files.readString(dir.resolve("err"))).isZero();
    return said;
  }

  /** Starts a caller, which says its word and stays until the other side ends the connection. */
  private static void call(List<String> user, String port) throws IOException {
    String script = "exec 3<>/dev/tcp/127.0.0.1/" + port + "; printf g >&3; echo; cat <&3";
    List<String> command = new ArrayList<>(user);
    command.addAll(List.of("timeout", Long.toString(BOUND_S), "bash", "-c", script));
    Process caller = new ProcessBuilder(command).start();
    assertThat(caller.getInputStream().read()).as("the caller has connected").isEqualTo('\n');
  }

  private List<String> command(String argument, boolean netlink) throws Exception {
    Path classes = Path.of(where(PortAccessAgent.class));
    Path jar = dir.resolve("port-access.jar");
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    attributes.putValue("Premain-Class", PortAccessAgent.class.getName());
    attributes.putValue("Boot-Class-Path", jar.getFileName() + " " + where(ClassReader.class));
    attributes.putValue("Can-Retransform-Classes", "true");
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out, manifest);
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
        entries.closeEntry();
      }
    }
    Path peers = Files.writeString(dir.resolve("peers"), "10.0.0.1\n", StandardCharsets.US_ASCII);
    List<String> command = new ArrayList<>(netlink ? WITH_NETLINK : List.of());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Djava.net.preferIPv4Stack=true",
            "-javaagent:" + jar + "=log,peers=" + peers + (netlink ? ",netlink=?" : ""),
            "-cp",
            where(AcceptProbe.class),
            AcceptProbe.class.getName(),
            argument));
    return command;
  }

  private static String where(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
