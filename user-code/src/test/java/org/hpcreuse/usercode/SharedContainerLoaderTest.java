/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.Jars;
import org.hpcreuse.classloader.SharedApiLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two containers with links of their own to the same jars share classes, and nothing else. */
final class SharedContainerLoaderTest {
  @TempDir Path dir;
  private Path frameworkJar;
  private Path jobJar;
  private FrameworkLoader framework;

  /** Each with its link to the job's jar. */
  private Path one;

  private Path two;

  private final ClassPathIdentities identities =
      new ClassPathIdentities(
          file -> new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));

  /** What the loader has told of its classes' domains. */
  private final Map<ProtectionDomain, ProtectionDomain> shown = new HashMap<>();

  /** What a test has made, to be closed. */
  private SharedContainerLoader loader;

  @BeforeEach
  void makeContainers() throws IOException {
    dir = dir.toRealPath();
    frameworkJar = Jars.in(dir).type("fw.A", "framework").jar("fw.jar");
    jobJar =
        Jars.in(dir)
            .type("user.Main", "main")
            .type("user.Other", "other")
            .type("fw.A", "copy")
            .resource("conf.txt", "jar")
            .jar("job.jar");
    framework =
        new FrameworkLoader(
            List.of(frameworkJar),
            new SharedApiLoader(SharedContainerLoaderTest.class.getClassLoader()));
    one = container("one");
    two = container("two");
  }

  private Path container(String name) throws IOException {
    Path directory = Files.createDirectories(dir.resolve(name));
    Files.createDirectories(directory.resolve("tmp"));
    Files.createSymbolicLink(directory.resolve("job.jar"), jobJar);
    return directory;
  }

  @AfterEach
  void close() throws IOException {
    if (loader != null) {
      loader.letGo();
    }
    framework.letGo();
  }

  @Test
  void shouldTellWhetherYarnDeletesAFileWithItsApplication() throws Exception {
    assertThat(identity(one).orElseThrow().isOfOneApplication()).isFalse();
    assertThat(identity(one, copyFor("a")).orElseThrow().isOfOneApplication()).isTrue();
  }

  /** A copy of the job's jar where YARN has that of an application. */
  private Path copyFor(String application) throws IOException {
    Path copy = copy(application);
    Files.createDirectories(copy.getParent());
    return Files.copy(jobJar, copy);
  }

  private Path copy(String application) {
    return dir.resolve("appcache").resolve(application).resolve("copy.jar");
  }

  @Test
  void shouldServeContainersThatLinkToTheSameFiles() throws Exception {
    Files.writeString(one.resolve("conf.txt"), "one");
    Files.writeString(two.resolve("conf.txt"), "two");
    open(one);
    Class<?> main = loader.loadClass("user.Main");
    assertThat(content("conf.txt")).isEqualTo("one");

    show(classPath(two), identity(two));

    assertThat(identity(two)).isEqualTo(identity(one));
    assertThat(loader.loadClass("user.Main")).isSameAs(main);
    assertThat(loader.loadClass("user.Other").getClassLoader()).isSameAs(loader);
    assertThat(loader.loadClass("fw.A").getClassLoader()).isSameAs(framework);
    assertThat(content("conf.txt")).isEqualTo("two");
    assertThat(main.getProtectionDomain().getCodeSource().getLocation())
        .isEqualTo(jobJar.toUri().toURL());
    assertThat(loader.hasClassesOfOneContainer()).isFalse();
  }

  @Test
  void shouldTellTheFilesThatItDefinesClassesFrom() throws Exception {
    open(one);

    assertThat(loader.classFile("user/Main")).isPresent();
    assertThat(loader.classFile("fw/A")).as("the framework's").isEmpty();
    assertThat(loader.classFile("java/lang/String")).isEmpty();
    assertThat(loader.classFile("user/Missing")).isEmpty();
  }

  @Test
  void shouldTellTheFilesOfADirectoryAndOfAnArchiveWithAnotherName() throws Exception {
    Path directory = Files.createDirectories(dir.resolve("classes.jar/user"));
    Files.copy(jobJar, dir.resolve("job.zip"));
    SharedContainerLoader first =
        new SharedContainerLoader("x", classPath(one), identity(one).orElseThrow());
    try {
      Files.write(
          directory.resolve("InDirectory.class"), first.classFile("user/Main").orElseThrow());
    } finally {
      first.letGo();
    }
    open(one, dir.resolve("classes.jar"), dir.resolve("job.zip"));

    assertThat(loader.classFile("user/InDirectory")).isPresent();
    assertThat(loader.classFile("user/Main")).isPresent();
  }

  @Test
  void shouldNotServeAnotherJar() throws Exception {
    Optional<ClassPathIdentity> before = identity(one);
    FileTime time = Files.getLastModifiedTime(jobJar);
    Path other =
        Jars.in(dir).type("user.Main", "mail").type("user.Other", "other").jar("other.jar");
    Files.move(other, jobJar, StandardCopyOption.REPLACE_EXISTING);
    Files.setLastModifiedTime(jobJar, time);

    assertThat(identity(one)).isNotEqualTo(before);
  }

  @Test
  void shouldServeAnApplicationWithACopyOfTheJarAfterTheFirstIsDeleted() throws Exception {
    Path first = copyFor("a");
    Optional<ClassPathIdentity> before = identityOf(one, one, frameworkJar, first);
    loader =
        new SharedContainerLoader("a", classPathOf(one, frameworkJar, first), before.orElseThrow());
    Class<?> main = loader.loadClass("user.Main");
    loader.suspend();
    assertThat(openFiles()).doesNotContain(first);
    Files.delete(first);
    assertThat(loader.getResource("conf.txt")).isNull();

    Path second = copyFor("b");
    Optional<ClassPathIdentity> next = identityOf(two, two, frameworkJar, second);
    assertThat(next).isEqualTo(before);
    show(classPathOf(two, frameworkJar, second), next);

    assertThat(loader.loadClass("user.Main")).isSameAs(main);
    assertThat(loader.loadClass("user.Other")).isNotNull();
    assertThat(loader.getResource("conf.txt").getPath()).contains("/b/");
    assertThat(shown).containsOnlyKeys(main.getProtectionDomain());
    assertThat(shown.get(main.getProtectionDomain()).getCodeSource().getLocation())
        .isEqualTo(second.toUri().toURL());
  }

  @Test
  void shouldHoldNoFileOpenForALinkThatLeadsNowhere() throws Exception {
    Path naming = Jars.in(dir).manifest("Class-Path: nowhere.jar").jar("naming.jar");
    Path copy = copyFor("a");
    Optional<ClassPathIdentity> identity = identityOf(one, one, frameworkJar, naming, copy);
    loader =
        new SharedContainerLoader(
            "a", classPathOf(one, frameworkJar, naming, copy), identity.orElseThrow());
    assertThatThrownBy(() -> loader.loadClass("no.Such"))
        .isInstanceOf(ClassNotFoundException.class);
    loader.suspend();

    assertThat(openFiles()).doesNotContain(copy);
    assertThatThrownBy(() -> loader.loadClass("user.Other"))
        .as("it rests")
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void shouldTellOfAClassThatIsMissedWhileItRests() throws Exception {
    Path first = copyFor("a");
    Optional<ClassPathIdentity> identity = identityOf(one, one, frameworkJar, first);
    loader =
        new SharedContainerLoader(
            "a", classPathOf(one, frameworkJar, first), identity.orElseThrow());
    assertThatThrownBy(() -> loader.loadClass("no.Such"))
        .isInstanceOf(ClassNotFoundException.class);
    loader.suspend();
    assertThat(loader.missed()).isEmpty();

    assertThatThrownBy(() -> loader.loadClass("user.Other"))
        .isInstanceOf(ClassNotFoundException.class);

    assertThat(loader.missed()).isEqualTo("user.Other");
  }

  @Test
  void shouldShowTheEntriesOfTheContainerThatRuns() throws Exception {
    open(one);
    assertThat(loader.getURLs()).contains(one.toUri().toURL()).doesNotContain(two.toUri().toURL());

    show(classPath(two), identity(two));

    assertThat(loader.getURLs()).contains(two.toUri().toURL()).doesNotContain(one.toUri().toURL());
  }

  @Test
  void shouldStayOpenWhenAContainerClosesIt() throws Exception {
    open(one);

    loader.close();
    framework.close();

    assertThat(loader.loadClass("user.Main").getClassLoader()).isSameAs(loader);
    assertThat(loader.loadClass("fw.A").getClassLoader()).isSameAs(framework);
  }

  private static List<Path> openFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
      for (Path link : (Iterable<Path>) links::iterator) {
        if (Files.isSymbolicLink(link)) {
          files.add(Files.readSymbolicLink(link));
        }
      }
    }
    return files;
  }

  @Test
  void shouldReadAJarAgainThatWasReplacedByItsCopy() throws Exception {
    open(one);
    loader.loadClass("user.Main");
    Files.copy(jobJar, dir.resolve("copy"));
    Files.move(dir.resolve("copy"), jobJar, StandardCopyOption.REPLACE_EXISTING);

    assertThat(identity(two)).isEqualTo(identity(one));
    show(classPath(two), identity(two));
    assertThat(loader.loadClass("user.Other")).isNotNull();
  }

  @Test
  void shouldNotServeACopyBesideADirectoryWithClasses() throws Exception {
    Path classes = Files.createDirectories(dir.resolve("classes/user"));
    Files.write(classes.resolve("InDirectory.class"), new byte[1]);
    Optional<ClassPathIdentity> before = identity(one, classes.getParent(), copyFor("a"));

    assertThat(before).isPresent().isEqualTo(identity(two, classes.getParent(), copy("a")));
    assertThat(identity(two, classes.getParent(), copyFor("b"))).isNotEqualTo(before);
  }

  @Test
  void shouldNotServeAnotherOrderOrAnotherPlaceOfTheFramework() throws Exception {
    Path more = Jars.in(dir).type("more.B", "b").jar("more.jar");
    Optional<ClassPathIdentity> usual = identityOf(one, frameworkJar, jobJar, more);

    assertThat(identityOf(one, frameworkJar, jobJar, more)).isEqualTo(usual);
    assertThat(identityOf(one, frameworkJar, more, jobJar)).isNotEqualTo(usual);
    assertThat(identityOf(one, more, frameworkJar, jobJar)).isNotEqualTo(usual);
    assertThat(identityOf(one, jobJar, more)).isNotEqualTo(usual);
  }

  @Test
  void shouldNotShareWhatLiesInTheContainersOwnDirectory() throws Exception {
    Files.copy(jobJar, one.resolve("own.jar"));
    assertThat(identity(one, one.resolve("own.jar"))).isEmpty();

    Files.createDirectories(two.resolve("user/deep"));
    assertThat(identity(two)).isPresent();
    Files.write(two.resolve("user/deep/Own.class"), new byte[1]);
    assertThat(identity(two)).isEmpty();
  }

  /** As Spark's, which YARN localises for each application. */
  @Test
  void shouldServeContainersWithOtherDirectoriesOfResources() throws Exception {
    Path first = Files.createDirectories(dir.resolve("conf-1"));
    Path second = Files.createDirectories(dir.resolve("conf-2"));
    Files.writeString(first.resolve("conf.txt"), "first");
    Files.writeString(second.resolve("conf.txt"), "second");
    open(one, first);
    assertThat(loader.getResources("conf.txt").hasMoreElements()).isTrue();

    assertThat(identity(two, second)).isEqualTo(identity(one, first));
    show(classPath(two, second), identity(two, second));
    assertThat(Collections.list(loader.getResources("conf.txt")))
        .contains(second.resolve("conf.txt").toUri().toURL())
        .doesNotContain(first.resolve("conf.txt").toUri().toURL());
    Files.createDirectories(second.resolve("user"));
    Files.write(second.resolve("user/Own.class"), new byte[1]);
    assertThat(identity(two, second)).isNotEqualTo(identity(one, first));
  }

  @Test
  void shouldNotShareWhatAManifestNames() throws Exception {
    Jars.in(dir).type("named.C", "c").jar("named.jar");
    Path naming = Jars.in(dir).manifest("Class-Path: named.jar").jar("naming.jar");

    assertThat(identity(one, naming)).isEmpty();
  }

  @Test
  void shouldFindAClassThatTheContainerMakesInItsOwnDirectory() throws Exception {
    open(one);
    assertThatThrownBy(() -> loader.loadClass("late.Made"))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> loader.loadClass("no\0name"))
        .isInstanceOf(ClassNotFoundException.class);
    Path made = Jars.in(dir).type("late.Made", "made").jar("made.jar");
    SharedContainerLoader other =
        new SharedContainerLoader("x", classPath(two, made), identity(two, made).orElseThrow());
    try {
      Files.createDirectories(one.resolve("late"));
      Files.write(one.resolve("late/Made.class"), other.classFile("late/Made").orElseThrow());
    } finally {
      other.letGo();
    }

    assertThat(loader.loadClass("late.Made").getClassLoader()).isSameAs(loader);
    assertThat(loader.hasClassesOfOneContainer()).isTrue();
  }

  private void open(Path container, Path... more) throws IOException {
    loader =
        new SharedContainerLoader(
            "application", classPath(container, more), identity(container, more).orElseThrow());
  }

  /** Flink localises its configuration for each application, and names it in the class path. */
  @Test
  void shouldNotLookAtAFileThatIsNoArchive() throws IOException {
    Path first = Files.writeString(one.resolve("config.yaml"), "id: 1");
    Path second = Files.writeString(two.resolve("config.yaml"), "id: 2");

    assertThat(identity(one, first)).isPresent().isEqualTo(identity(two, second));
  }

  private void show(ContainerClassPath classPath, Optional<ClassPathIdentity> identity)
      throws IOException {
    loader.switchTo(classPath, identity.orElseThrow(), shown::put);
  }

  private Optional<ClassPathIdentity> identity(Path container, Path... more) throws IOException {
    return identities.of(classPath(container, more), container);
  }

  private Optional<ClassPathIdentity> identityOf(Path container, Path... entries)
      throws IOException {
    return identities.of(classPathOf(entries), container);
  }

  private ContainerClassPath classPathOf(Path... entries) throws IOException {
    return new ContainerClassPath(List.of(entries), framework);
  }

  /** As MapReduce has it: the container's directory, the framework, the job's jar. */
  private ContainerClassPath classPath(Path container, Path... more) throws IOException {
    List<Path> entries = new ArrayList<>();
    entries.add(container);
    entries.add(frameworkJar);
    entries.add(container.resolve("job.jar"));
    entries.addAll(List.of(more));
    return new ContainerClassPath(entries, framework);
  }

  private String content(String resource) throws IOException {
    try (InputStream in = loader.getResourceAsStream(resource)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
