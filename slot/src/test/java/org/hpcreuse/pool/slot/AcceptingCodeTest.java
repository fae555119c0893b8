/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A framework and a container of real class files; this thread is one of the container's. */
final class AcceptingCodeTest {
  private static final ClassLoader JDK = ClassLoader.getPlatformClassLoader();

  @TempDir private Path temp;
  private FrameworkLoader framework;
  private URLClassLoader container;
  private AcceptingCode code;

  @BeforeEach
  void open() throws IOException {
    Path hadoop = jar(classes("hadoop", "io.netty.channel.Accepts", "Tool"));
    framework = new FrameworkLoader(List.of(hadoop.toRealPath()), JDK);
    Path own =
        classes(
            "own",
            "io.netty.channel.Accepts",
            "org.apache.flink.shaded.netty4.io.netty.channel.Accepts",
            "org.sparkproject.io.netty.channel.Accepts",
            "org.hpcreuse.gang.Accepts",
            "my.netty.channel.Accepts",
            "my.Tool",
            "my.Server");
    container = new URLClassLoader(new URL[] {own.toUri().toURL()}, JDK);
    code = new AcceptingCode(() -> framework);
    SlotHooks.install(
        (SlotHooks.VirtualProcess)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {SlotHooks.VirtualProcess.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "isContainerThread" -> true;
                      case "systemClassLoader" -> container;
                      default -> throw new UnsupportedOperationException(method.getName());
                    }));
  }

  @AfterEach
  void close() throws IOException {
    SlotHooks.install(null);
    container.close();
    framework.close();
  }

  /** A directory with these classes, each with an inner one. */
  private Path classes(String directory, String... names) throws IOException {
    Path classes = Files.createDirectories(temp.resolve(directory));
    List<String> arguments = new ArrayList<>(List.of("-d", classes.toString()));
    for (String name : names) {
      int dot = name.lastIndexOf('.');
      Path source =
          temp.resolve("source-of-" + directory).resolve(name.replace('.', '/') + ".java");
      Files.createDirectories(source.getParent());
      Files.writeString(
          source,
          (dot < 0 ? "" : "package " + name.substring(0, dot) + ";")
              + "public class "
              + name.substring(dot + 1)
              + " { public static class Inner {} }");
      arguments.add(source.toString());
    }
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(new String[0]));
    assertThat(status).as("compilation").isZero();
    return classes;
  }

  /** Hadoop's classes come in jars. */
  private Path jar(Path classes) throws IOException {
    Path jar = classes.resolveSibling(classes.getFileName() + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> files = Files.walk(classes)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        out.write(Files.readAllBytes(file));
      }
    }
    return jar;
  }

  private boolean isItsOwn(String name) throws ClassNotFoundException {
    return code.test(Class.forName(name, false, container));
  }

  @Test
  void shouldCallAContainersClassesItsOwn() throws ClassNotFoundException {
    assertThat(isItsOwn("my.Server")).isTrue();
    assertThat(isItsOwn("my.Server$Inner")).isTrue();
  }

  @Test
  void shouldNotCallACopyOfAFrameworksClassTheContainersOwn() throws ClassNotFoundException {
    assertThat(isItsOwn("io.netty.channel.Accepts")).isFalse();
    assertThat(isItsOwn("io.netty.channel.Accepts$Inner")).isFalse();
  }

  @Test
  void shouldNotCallACopyWithAnotherNameBeforeItTheContainersOwn() throws ClassNotFoundException {
    assertThat(isItsOwn("org.apache.flink.shaded.netty4.io.netty.channel.Accepts")).isFalse();
    assertThat(isItsOwn("org.sparkproject.io.netty.channel.Accepts")).isFalse();
    assertThat(isItsOwn("org.sparkproject.io.netty.channel.Accepts$Inner")).isFalse();
  }

  /** A package that only ends as the framework's does, and a class that has no package there. */
  @Test
  void shouldNotTakeAnyOtherNameForACopy() throws ClassNotFoundException {
    assertThat(isItsOwn("my.netty.channel.Accepts")).isTrue();
    assertThat(isItsOwn("my.Tool")).isTrue();
  }

  @Test
  void shouldNotCallAGangsMasterTheContainersOwn() throws ClassNotFoundException {
    assertThat(isItsOwn("org.hpcreuse.gang.Accepts")).isFalse();
  }

  @Test
  void shouldCallNothingTheContainersOwnInAThreadOfNoContainer() throws ClassNotFoundException {
    SlotHooks.install(null);

    assertThat(isItsOwn("my.Server")).isFalse();
  }

  @Test
  void shouldNotCallTheSlotsClassesTheContainersOwn() {
    assertThat(code.test(AcceptingCodeTest.class)).isFalse();
    assertThat(code.test(String.class)).isFalse();
  }
}
