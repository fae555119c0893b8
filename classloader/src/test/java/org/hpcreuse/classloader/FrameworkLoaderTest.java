/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The loader finds classes by an index; what it finds is what the JDK's own would find. */
final class FrameworkLoaderTest {
  private static final SharedApiLoader PARENT =
      new SharedApiLoader(FrameworkLoaderTest.class.getClassLoader());

  @TempDir Path dir;
  private Jars jars;

  @BeforeEach
  void makeJars() {
    jars = Jars.in(dir);
  }

  @Test
  void shouldTakeTheFirstOfTwoJarsThatShareAPackage() throws Exception {
    Path one = Jars.in(dir).type("fw.A", "one").jar("one.jar");
    Path two = Jars.in(dir).type("fw.A", "two").type("fw.B", "two").jar("two.jar");

    assertSame("fw.A", one, two);
    assertSame("fw.B", one, two);
    assertSame("fw.A", two, one);
  }

  @Test
  void shouldPreferADirectoryThatStandsFirst() throws Exception {
    Path directory = Jars.in(dir).type("fw.A", "directory").directory("classes");
    Path jar = Jars.in(dir).type("fw.A", "jar").type("fw.B", "jar").jar("jar.jar");

    assertSame("fw.A", directory, jar);
    assertSame("fw.A", jar, directory);
    assertSame("fw.B", directory, jar);
  }

  @Test
  void shouldTakeTheVersionForThisJvmFromAMultiReleaseJar() throws Exception {
    Path plain = Jars.in(dir).type("fw.A", "new").directory("newer");
    byte[] newer = Files.readAllBytes(plain.resolve("fw/A.class"));
    Path jar =
        jars.manifest("Multi-Release: true")
            .type("fw.A", "old")
            .resource("META-INF/versions/11/fw/A.class", newer)
            .jar("multi.jar");

    assertSame("fw.A", jar);
    assertThat(text(load("fw.A", jar))).isEqualTo("new");
  }

  @Test
  void shouldKnowThePackagesThatStandInAMultiReleaseJarForThisJvmOnly() throws Exception {
    Path plain = Jars.in(dir).type("fw.later.A", "later").directory("later");
    byte[] later = Files.readAllBytes(plain.resolve("fw/later/A.class"));
    jars.manifest("Multi-Release: true")
        .type("fw.A", "text")
        .resource("META-INF/versions/11/fw/later/A.class", later)
        .resource("META-INF/versions/99999/fw/far/A.class", later)
        .resource("META-INF/versions/next/fw/odd/A.class", later)
        .resource("META-INF/hidden/A.class", later);

    Path jar = jars.jar("multi.jar");

    assertSame("fw.later.A", jar);
    FrameworkLoader loader = new FrameworkLoader(List.of(jar), PARENT);
    try {
      assertThat(loader.loadOrNull("fw.later.A")).isNotNull();
      assertThat(List.of("fw", "fw.later")).allMatch(loader::holdsPackage);
      assertThat(List.of("", "fw.far", "fw.odd", "META-INF.hidden", "hidden"))
          .noneMatch(loader::holdsPackage);
    } finally {
      loader.letGo();
    }
  }

  @Test
  void shouldNotLookAtVersionsInAJarThatIsNotMultiRelease() throws Exception {
    Path plain = Jars.in(dir).type("fw.later.A", "later").directory("later");
    byte[] later = Files.readAllBytes(plain.resolve("fw/later/A.class"));
    Path jar =
        jars.type("fw.A", "text")
            .resource("META-INF/versions/11/fw/later/A.class", later)
            .jar("single.jar");

    FrameworkLoader loader = new FrameworkLoader(List.of(jar), PARENT);
    try {
      assertThat(loader.holdsPackage("fw.later")).isFalse();
    } finally {
      loader.letGo();
    }
  }

  @Test
  void shouldDefinePackagesAsTheManifestSays() throws Exception {
    Path jar = jars.manifest("Implementation-Version: 3.5").type("fw.A", "text").jar("titled.jar");

    assertSame("fw.A", jar);
    assertThat(load("fw.A", jar).getPackage().getImplementationVersion()).isEqualTo("3.5");
  }

  @Test
  void shouldSayWhenThereIsNoSuchClass() throws Exception {
    Path jar = jars.type("fw.A", "text").jar("jar.jar");

    assertThatThrownBy(() -> load("fw.Missing", jar))
        .isInstanceOf(ClassNotFoundException.class)
        .hasMessage("fw.Missing");
  }

  @Test
  void shouldFindWhatTheIndexDoesNotKnow() throws Exception {
    Path jar = jars.type("fw.A", "jar").jar("jar.jar");
    Path archive = Jars.in(dir).type("fw.InArchive", "archive").jar("classes.zip");
    Jars.in(dir).type("fw.Linked", "linked").jar("linked.jar");
    Path links = Jars.in(dir).manifest("Class-Path: linked.jar").jar("links.jar");

    assertSame("fw.InArchive", jar, archive);
    assertSame("fw.Linked", jar, links);
  }

  @Test
  void shouldFindAClassWithoutAPackage() throws Exception {
    Path plain = Jars.in(dir).type("fw.A", "jar").directory("plain");
    Path jar =
        jars.resource("Unnamed.class", unnamed()).resource("other.txt", "no class").jar("jar.jar");

    assertSame("Unnamed", plain, jar);
    FrameworkLoader loader = new FrameworkLoader(List.of(jar), PARENT);
    try {
      assertThat(loader.holdsPackage("")).isFalse();
    } finally {
      loader.letGo();
    }
  }

  /** The bytes of a class like those of {@link Jars#type}. */
  private byte[] unnamed() throws IOException {
    Path source =
        Files.writeString(
            dir.resolve("Unnamed.java"),
            "public class Unnamed { public static String text() { return \"unnamed\"; } }");
    assertThat(
            ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", source.toString()))
        .isZero();
    return Files.readAllBytes(dir.resolve("Unnamed.class"));
  }

  @Test
  void shouldKnowBeginningsOfPackages() throws Exception {
    Path jar = jars.type("fw.sub.deep.A", "text").jar("jar.jar");

    FrameworkLoader loader = new FrameworkLoader(List.of(jar), PARENT);
    try {
      assertThat(List.of("fw.", "fw.sub.")).allMatch(loader::holdsPackagePrefix);
      assertThat(List.of("", "fw", "f.", "fw.sub.deep.", "sub."))
          .noneMatch(loader::holdsPackagePrefix);
    } finally {
      loader.letGo();
    }
  }

  @Test
  void shouldRefuseAJarThatIsNone() throws Exception {
    Path broken = Files.writeString(dir.resolve("broken.jar"), "no jar");

    assertThatThrownBy(() -> new FrameworkLoader(List.of(broken), PARENT).letGo())
        .isInstanceOf(IOException.class);
  }

  @Test
  void shouldFindResourcesWhereAndInTheOrderInWhichTheJdkDoes() throws Exception {
    byte[] text = {'x'};
    Path one = Jars.in(dir).resource("META-INF/services/S", text).jar("one.jar");
    Path two = Jars.in(dir).resource("at.txt", text).resource("a b/c#d.txt", text).jar("two.jar");
    Path directory = Jars.in(dir).resource("at.txt", text).directory("conf");
    Path three =
        Jars.in(dir)
            .manifest("Multi-Release: true")
            .resource("at.txt", text)
            .resource("META-INF/versions/11/at.txt", text)
            .resource("META-INF/services/S", text)
            .jar("three.jar");

    List<String> names =
        List.of(
            "at.txt",
            "META-INF/services/S",
            "a b/c#d.txt",
            "none",
            "META-INF",
            "META-INF/",
            "META-INF/services/",
            "a b/../at.txt",
            "./at.txt",
            "../conf/at.txt",
            "..",
            "at.txt/",
            "",
            "/at.txt");
    assertSameResources(names, one, two, directory, three);
    assertSameResources(names, directory, three, two, one);
  }

  @Test
  void shouldFindResourcesThatTheIndexDoesNotKnow() throws Exception {
    Jars.in(dir).resource("linked.txt", new byte[1]).jar("linked.jar");
    Path links = Jars.in(dir).manifest("Class-Path: linked.jar").jar("links.jar");
    Path archive = Jars.in(dir).resource("in.txt", new byte[1]).jar("some.zip");

    assertSameResources(List.of("linked.txt"), links);
    assertSameResources(List.of("in.txt"), archive);
  }

  private static void assertSameResources(List<String> names, Path... entries) throws Exception {
    URL[] urls = FrameworkLoader.urls(List.of(entries));
    FrameworkLoader loader = new FrameworkLoader(List.of(entries), PARENT);
    try (URLClassLoader jdks = new URLClassLoader(urls, null)) {
      for (String name : names) {
        assertThat(shown(loader.findResources(name)))
            .as(name)
            .isEqualTo(shown(jdks.findResources(name)));
        assertThat(String.valueOf(loader.findResource(name)))
            .as(name)
            .isEqualTo(String.valueOf(jdks.findResource(name)));
      }
    } finally {
      loader.letGo();
    }
  }

  private static List<String> shown(Enumeration<URL> urls) {
    return Collections.list(urls).stream().map(URL::toExternalForm).toList();
  }

  /** As a codec of Hadoop's that needs a library which the job brings. */
  @Test
  void shouldLinkALibraryOfTheContainerAndSayThatItIsOfNoUseToOthers() throws Exception {
    Path library = Jars.in(dir).type("lib.Codec", "the container's").jar("library.jar");
    Path user = userOf(library);
    AtomicReference<ClassLoader> container = new AtomicReference<>();
    FrameworkLoader framework =
        new FrameworkLoader(
            List.of(user),
            PARENT,
            self -> container.get() == null ? self : container.get(),
            Optional.empty());
    try (URLClassLoader own = new URLClassLoader(FrameworkLoader.urls(List.of(library)), PARENT)) {
      container.set(own);

      assertThat(text(framework.loadClass("fw.User"))).isEqualTo("the container's");
      assertThat(framework.linked()).containsExactly("lib.Codec");
      assertThat(framework.missed()).isEmpty();
    } finally {
      framework.letGo();
    }
  }

  /**
   * The JVM does not look again, so a container that brings the library needs another framework.
   */
  @Test
  void shouldNameWhatItsClassesWereLinkedWithout() throws Exception {
    Path library = Jars.in(dir).type("lib.Codec", "the container's").jar("library.jar");
    Path user = userOf(library);
    FrameworkLoader framework = new FrameworkLoader(List.of(user), PARENT);
    try {
      Class<?> type = framework.loadClass("fw.User");
      assertThatThrownBy(() -> text(type)).hasCauseInstanceOf(NoClassDefFoundError.class);

      assertThat(framework.missed()).containsExactly("lib.Codec");
      assertThat(new FrameworkLoader(List.of(library), PARENT).firstHeld(framework.missed()))
          .contains("lib.Codec");
    } finally {
      framework.letGo();
    }
  }

  private Path userOf(Path library) {
    return Jars.in(dir)
        .source("fw.User", "public static String text() { return lib.Codec.text(); }", library)
        .jar("user.jar");
  }

  private static void assertSame(String name, Path... entries) throws Exception {
    try (URLClassLoader jdks = new URLClassLoader(FrameworkLoader.urls(List.of(entries)), null)) {
      Class<?> expected = jdks.loadClass(name);
      Class<?> found = load(name, entries);

      assertThat(text(found)).isEqualTo(text(expected));
      assertThat(found.getProtectionDomain().getCodeSource())
          .isEqualTo(expected.getProtectionDomain().getCodeSource());
      assertThat(found.getPackage()).hasToString(expected.getPackage().toString());
      assertThat(found.getPackage().getImplementationVersion())
          .isEqualTo(expected.getPackage().getImplementationVersion());
    }
  }

  private static Class<?> load(String name, Path... entries) throws Exception {
    FrameworkLoader loader = new FrameworkLoader(List.of(entries), PARENT);
    try {
      Class<?> found = loader.loadClass(name);
      assertThat(found.getClassLoader()).isSameAs(loader);
      return found;
    } finally {
      loader.letGo();
    }
  }

  private static String text(Class<?> type) throws ReflectiveOperationException {
    return (String) type.getMethod("text").invoke(null);
  }
}
