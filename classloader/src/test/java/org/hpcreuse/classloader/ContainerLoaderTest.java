/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ContainerLoaderTest {
  /** Uses what only classes of its package and loader can use. */
  private static final String CROSSES = "public static String text() { return A.hidden(); }";

  @TempDir Path dir;
  private Path first;
  private Path second;
  private FrameworkLoader framework;

  @BeforeEach
  void makeFramework() throws IOException {
    first =
        Jars.in(dir)
            .source(
                "fw.A",
                "public static String text() { return \"framework\"; }"
                    + " static String hidden() { return \"hidden\"; }")
            .resource("conf.xml", "first")
            .jar("fw1.jar");
    second =
        Jars.in(dir).type("fw.sub.B", "framework").resource("conf.xml", "second").jar("fw2.jar");
    framework =
        new FrameworkLoader(
            List.of(first, second),
            new SharedApiLoader(ContainerLoaderTest.class.getClassLoader()));
  }

  @Test
  void shouldShareFrameworkClassesAndKeepUserClassesApart() throws Exception {
    Path one = Jars.in(dir).type("user.Main", "one").jar("one.jar");
    Path two = Jars.in(dir).type("user.Main", "two").jar("two.jar");
    ContainerLoader a = loader(first, second, one);
    ContainerLoader b = loader(first, second, two);

    assertThat(text(a, "user.Main")).isEqualTo("one");
    assertThat(text(b, "user.Main")).isEqualTo("two");
    assertThat(a.loadClass("fw.A")).isSameAs(b.loadClass("fw.A"));
  }

  /** So many that the loader has an index of them. */
  private List<Path> manyJars() throws IOException {
    List<Path> jars = new ArrayList<>(List.of(first, second));
    for (int number = 0; number < 10; number++) {
      jars.add(
          Jars.in(dir)
              .manifest("Implementation-Title: " + number)
              .type("many.In" + number, "" + number)
              .type("many.InAll", "" + number)
              .jar("many" + number + ".jar"));
    }
    return jars;
  }

  @Test
  void shouldFindClassesInManyJarsAsALoaderOfThePlainListDoes() throws Exception {
    List<Path> jars = manyJars();
    Path broken = Files.writeString(dir.resolve("broken.jar"), "no jar");
    try (URLClassLoader plain = new URLClassLoader(FrameworkLoader.urls(jars), null)) {
      for (List<Path> entries : List.of(jars, with(jars, broken))) {
        ContainerLoader loader = loader(entries.toArray(Path[]::new));
        for (String name : List.of("many.In7", "many.InAll", "many.In0")) {
          Class<?> type = loader.loadClass(name);
          Class<?> same = plain.loadClass(name);
          assertThat(text(loader, name)).isEqualTo(text(plain, name));
          assertThat(type.getPackage().getImplementationTitle())
              .isEqualTo(same.getPackage().getImplementationTitle());
          assertThat(type.getProtectionDomain().getCodeSource())
              .isEqualTo(same.getProtectionDomain().getCodeSource());
        }
        assertThatThrownBy(() -> loader.loadClass("many.InNone"))
            .isInstanceOf(ClassNotFoundException.class);
        loader.letGo();
      }
    }
  }

  private static List<Path> with(List<Path> jars, Path one) {
    List<Path> all = new ArrayList<>(jars);
    all.add(one);
    return all;
  }

  @Test
  void shouldLookWhereManifestsPointBeforeLaterJars() throws Exception {
    Path named = Jars.in(dir).type("both.Y", "named").jar("named.jar");
    Path naming = Jars.in(dir).manifest("Class-Path: named.jar").jar("naming.jar");
    Path later = Jars.in(dir).type("both.Y", "later").jar("later.jar");
    List<Path> jars = with(with(manyJars(), naming), later);
    ContainerLoader loader = loader(jars.toArray(Path[]::new));

    assertThat(text(loader, "both.Y")).isEqualTo("named");
    assertThat(named).exists();
  }

  @Test
  void shouldLookIntoAnArchiveWithAnotherNameBeforeLaterJars() throws Exception {
    Path first = Jars.in(dir).type("both.Y", "first").jar("first.jar");
    Files.move(first, dir.resolve("first.zip"));
    Path later = Jars.in(dir).type("both.Y", "later").jar("later.jar");
    Path none = Files.writeString(dir.resolve("none.txt"), "no archive");
    List<Path> jars = with(with(with(manyJars(), none), dir.resolve("first.zip")), later);
    ContainerLoader loader = loader(jars.toArray(Path[]::new));

    assertThat(text(loader, "both.Y")).isEqualTo("first");
  }

  @Test
  void shouldKeepSealedPackagesAmongManyJars() throws Exception {
    List<Path> jars = manyJars();
    jars.add(Jars.in(dir).manifest("Sealed: true").type("closed.A", "a").jar("sealed.jar"));
    jars.add(Jars.in(dir).type("closed.B", "b").jar("intruder.jar"));
    ContainerLoader loader = loader(jars.toArray(Path[]::new));

    assertThat(text(loader, "closed.A")).isEqualTo("a");
    assertThatThrownBy(() -> loader.loadClass("closed.B")).isInstanceOf(SecurityException.class);
  }

  @Test
  void shouldFindResourcesAsALoaderOfThePlainListDoes() throws Exception {
    Path versions =
        Jars.in(dir)
            .manifest("Multi-Release: true")
            .resource("META-INF/services/x.Service", "one")
            .resource("META-INF/versions/11/later/a.txt", "new")
            .resource("web/app/page.html", "page")
            .jar("versions.jar");
    Path named = Jars.in(dir).resource("named/b.txt", "b").jar("named.jar");
    Path naming =
        Jars.in(dir).manifest("Class-Path: named.jar").resource("c.txt", "c").jar("naming.jar");
    Path user = Jars.in(dir).resource("META-INF/services/x.Service", "own").jar("own.jar");
    for (List<Path> jars : List.of(List.of(first, versions), List.of(first, versions, naming))) {
      framework =
          new FrameworkLoader(
              jars, new SharedApiLoader(ContainerLoaderTest.class.getClassLoader()));
      List<Path> path = new ArrayList<>(jars);
      path.add(user);
      ContainerLoader loader = loader(path.toArray(Path[]::new));
      try (URLClassLoader plain = new URLClassLoader(FrameworkLoader.urls(path), null)) {
        for (String name :
            List.of(
                "conf.xml",
                "META-INF/services/x.Service",
                "META-INF/services/x.Other",
                "later/a.txt",
                "web",
                "web/app",
                "web/app/",
                "web/app/page.html",
                "named/b.txt",
                "c.txt",
                "fw/A.class",
                "missing",
                "missing/d.txt",
                "")) {
          assertThat(Collections.list(loader.getResources(name)))
              .as(name)
              .isEqualTo(Collections.list(plain.getResources(name)));
          assertThat(loader.getResource(name)).as(name).isEqualTo(plain.getResource(name));
        }
      } finally {
        loader.letGo();
      }
    }
    assertThat(named).exists();
  }

  @Test
  void shouldPreferTheFrameworkWhenItStandsFirst() throws Exception {
    Path user = Jars.in(dir).type("fw.A", "mine").type("user.Extra", "extra").jar("user.jar");
    ContainerLoader loader = loader(first, second, user);

    assertThat(text(loader, "fw.A")).isEqualTo("framework");
    assertThat(text(loader, "user.Extra")).isEqualTo("extra");
  }

  @Test
  void shouldDeclineAnEntryThatReplacesAFrameworkClass() throws Exception {
    Path user = Jars.in(dir).type("fw.sub.B", "mine").jar("user.jar");

    assertThat(classPath(user, first, second).conflict())
        .hasValueSatisfying(
            conflict -> {
              assertThat(conflict.kind()).isEqualTo(ClassPathConflict.Kind.SHADOWS_FRAMEWORK);
              assertThat(conflict.detail()).contains("fw.sub.B").contains("user.jar");
            });
    assertThat(classPath(first, user, second).conflict()).isPresent();
    assertThat(classPath(first, second, user).conflict()).isEmpty();
  }

  @Test
  void shouldDeclineADirectoryThatReplacesAFrameworkClassAlsoThroughALink() throws Exception {
    Path classes = Jars.in(dir).type("fw.sub.B", "mine").directory("classes");
    Path work = Files.createDirectories(dir.resolve("work"));
    Files.createSymbolicLink(work.resolve("fw"), classes.resolve("fw"));

    assertThat(classPath(classes, first, second).conflict()).isPresent();
    assertThat(classPath(work, first, second).conflict()).isPresent();
  }

  @Test
  void shouldDeclineAClassThatJoinsAFrameworkPackage() throws Exception {
    Path user = Jars.in(dir).source("fw.Extra", CROSSES, first).jar("user.jar");

    assertThat(classPath(first, second, user).conflict())
        .hasValueSatisfying(
            c -> {
              assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.SPLIT_PACKAGE);
              assertThat(c.detail()).contains("fw.Extra");
            });
    assertThat(classPath(user).conflict()).as("framework not seen").isEmpty();
  }

  @Test
  void shouldFollowManifestsAsTheJvmDoes() throws Exception {
    Jars.in(dir).type("fw.sub.B", "mine").jar("far.jar");
    Files.createDirectories(dir.resolve("lib"));
    Jars.in(dir).manifest("Class-Path: ../far.jar lib/none.jar ../user.jar").jar("lib/near.jar");
    Path user =
        Jars.in(dir)
            .manifest("Class-Path: http://host/x.jar lib/near.jar")
            .type("user.Main", "mine")
            .jar("user.jar");

    assertThat(classPath(user, first, second).conflict())
        .hasValueSatisfying(
            conflict -> {
              assertThat(conflict.kind()).isEqualTo(ClassPathConflict.Kind.SHADOWS_FRAMEWORK);
              assertThat(conflict.detail()).contains("fw.sub.B").contains("far.jar");
            });
    assertThat(classPath(first, second, user).conflict()).as("copies behind it").isEmpty();
    assertThat(text(loader(first, second, user), "fw.sub.B")).isEqualTo("framework");
  }

  @Test
  void shouldFollowManifestsToDirectoriesAndEncodedNames() throws Exception {
    Jars.in(dir).source("fw.Extra", CROSSES, first).directory("my classes");
    String link = "Class-Path: my%20classes";
    Path asJar = Jars.in(dir).manifest(link).jar("as-jar.jar");
    Path asDirectory = Jars.in(dir).manifest(link + "/").jar("as-directory.jar");

    assertThat(classPath(first, second, asJar).conflict()).as("a directory is no jar").isEmpty();
    assertThat(classPath(first, second, asDirectory).conflict())
        .hasValueSatisfying(
            c -> assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.SPLIT_PACKAGE));
  }

  @Test
  void shouldShareTheFrameworkWhereAManifestNamesMoreOfIt() throws Exception {
    Path user =
        Jars.in(dir).manifest("Class-Path: fw2.jar").type("user.Main", "mine").jar("user.jar");
    ContainerLoader loader = loader(first, user);

    assertThat(loader.loadClass("fw.sub.B")).isSameAs(framework.loadClass("fw.sub.B"));
    assertThat(contents(loader, "conf.xml")).containsExactly("first", "second");
    assertThat(classPath(user, first).conflict())
        .hasValueSatisfying(
            c -> assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.FRAMEWORK_ORDER));
  }

  @Test
  void shouldDeclineAClassPathWithoutEnd() throws Exception {
    StringBuilder names = new StringBuilder("Class-Path:");
    for (int i = 0; i <= FollowedClassPath.MOST_LINKS; i++) {
      names.append(" \n  n").append(i).append(".jar");
    }
    Path user = Jars.in(dir).manifest(names.toString()).jar("user.jar");

    assertThat(classPath(first, second, user).conflict())
        .hasValueSatisfying(
            conflict -> {
              assertThat(conflict.kind()).isEqualTo(ClassPathConflict.Kind.TOO_LONG);
              assertThat(conflict.detail()).contains("user.jar").contains("1000");
            });
  }

  @Test
  void shouldDeclineAVersionedClassThatJoinsAFrameworkPackage() throws Exception {
    Path classes = Jars.in(dir).source("fw.Extra", CROSSES, first).directory("versioned");
    byte[] file = Files.readAllBytes(classes.resolve("fw/Extra.class"));
    Path user =
        Jars.in(dir)
            .manifest("Multi-Release: true")
            .resource("META-INF/versions/17/fw/Extra.class", file)
            .jar("user.jar");

    assertThat(classPath(first, second, user).conflict()).isPresent();
  }

  @Test
  void shouldFindAClassThatTheFrameworkHasMadeItself() throws Exception {
    framework =
        new FrameworkLoader(
            List.of(
                Jars.in(dir)
                    .source(
                        "fw.Maker",
                        "interface Hidden {} public static String text() { return"
                            + " java.lang.reflect.Proxy.newProxyInstance("
                            + "Maker.class.getClassLoader(), new Class<?>[] {Hidden.class},"
                            + " (p, m, a) -> null).getClass().getName(); }")
                    .jar("maker.jar"),
                second),
            new SharedApiLoader(ContainerLoaderTest.class.getClassLoader()));
    ContainerLoader loader = loader(dir.resolve("maker.jar"));

    String made = text(loader, "fw.Maker");

    assertThat(loader.loadClass(made).getProtectionDomain().getCodeSource()).isNull();
    assertThat(loader.loadClass(made).getClassLoader()).isSameAs(framework);
  }

  @Test
  void shouldNameTheFirstClassThatClashes() throws Exception {
    Path jar =
        Jars.in(dir)
            .type("user.Main", "mine")
            .type("fw.sub.B", "held")
            .type("fw.Extra1", "harmless")
            .source("fw.Extra2", CROSSES, first)
            .source("fw.Extra3", CROSSES, first)
            .jar("fat.jar");

    assertThat(classPath(jar, first, second).conflict().orElseThrow().detail())
        .contains("fw.sub.B");
    assertThat(classPath(first, second, jar).conflict().orElseThrow().detail())
        .contains("fw.Extra2 uses package-private fw.A.hidden()");
  }

  @Test
  void shouldTakeAClassThatJoinsAPackageAndUsesNothingOfIt() throws Exception {
    Path user = Jars.in(dir).type("fw.Extra", "extra").jar("user.jar");
    ContainerLoader loader = loader(user, first, second);

    assertThat(text(loader, "fw.Extra")).isEqualTo("extra");
    assertThat(loader.loadClass("fw.A").getClassLoader()).isSameAs(framework);
  }

  @Test
  void shouldLoadAFrameworkForAContainerAloneThatReplacesOrSharesItsClasses() throws Exception {
    Path user =
        Jars.in(dir).type("fw.sub.B", "mine").source("fw.Extra", CROSSES, first).jar("user.jar");
    ContainerLoader loader = new ContainerLoader("alone", classPath(user, first, second).alone());
    try {
      assertThat(text(loader, "fw.sub.B")).isEqualTo("mine");
      assertThat(text(loader, "fw.Extra")).isEqualTo("hidden");
      assertThat(loader.loadClass("fw.A").getClassLoader()).isSameAs(loader);
      assertThat(contents(loader, "conf.xml")).containsExactly("first", "second");
    } finally {
      loader.letGo();
    }
  }

  @Test
  void shouldKnowACopyOfTheFramework() throws Exception {
    Path copy = Files.copy(second, dir.resolve("another name.jar"));

    assertThat(loader(first, copy).loadClass("fw.sub.B")).isSameAs(framework.loadClass("fw.sub.B"));

    Files.delete(copy);
    Jars.in(dir)
        .type("fw.sub.B", "frameworl")
        .resource("conf.xml", "second")
        .jar(copy.getFileName().toString());
    assertThat(classPath(copy, first, second).conflict()).isPresent();
  }

  @Test
  void shouldLookAgainWhenAJarHasChanged() throws Exception {
    Path user = Jars.in(dir).type("user.Main", "mine").jar("user.jar");
    assertThat(classPath(first, second, user).conflict()).isEmpty();

    Jars.in(dir).source("fw.Extra", CROSSES, first).type("user.More", "more").jar("user.jar");

    assertThat(classPath(first, second, user).conflict()).isPresent();
  }

  @Test
  void shouldLookAgainWhenAJarHasChangedAndKeepsItsSizeAndTime() throws Exception {
    Path user = Jars.in(dir).type("fw2.Extra", "extra").type("fw2.More", "x").jar("user.jar");
    assertThat(classPath(first, second, user).conflict()).isEmpty();
    FileTime time = Files.getLastModifiedTime(user);
    long size = Files.size(user);
    Path joins = Jars.in(dir).source("fw.Extr", CROSSES, first).jar("joins.jar");

    Files.write(user, padded(Files.readAllBytes(joins), (int) size));
    Files.setLastModifiedTime(user, time);

    assertThat(Files.size(user)).isEqualTo(size);
    assertThat(classPath(first, second, user).conflict()).isPresent();
  }

  /** A jar with nothing before it that counts: a zip file is read from its end. */
  private static byte[] padded(byte[] jar, int size) {
    byte[] padded = new byte[size];
    System.arraycopy(jar, 0, padded, size - jar.length, jar.length);
    return padded;
  }

  @Test
  void shouldTellJarsOfOneNameApart() throws Exception {
    Path one = Files.createDirectories(dir.resolve("job1"));
    Path two = Files.createDirectories(dir.resolve("job2"));
    Path harmless = Jars.in(one).type("user.Main", "one").jar("job.jar");
    Path joins = Jars.in(two).source("fw.Main", CROSSES, first).jar("job.jar");

    assertThat(classPath(first, second, harmless).conflict()).isEmpty();
    assertThat(classPath(first, second, joins).conflict()).isPresent();
    assertThat(classPath(first, second, harmless).conflict()).isEmpty();
  }

  @Test
  void shouldLookAgainWhereALinkLeadsElsewhere() throws Exception {
    Path harmless = Jars.in(dir).type("user.Main", "one").jar("harmless.jar");
    Path joins = Jars.in(dir).source("fw.Main", CROSSES, first).jar("joins.jar");
    Path link = Files.createSymbolicLink(dir.resolve("job.jar"), harmless);
    assertThat(classPath(first, second, link).conflict()).isEmpty();

    Files.delete(link);
    Files.createSymbolicLink(link, joins);

    assertThat(classPath(first, second, link).conflict()).isPresent();
  }

  @Test
  void shouldLookAgainIntoADirectory() throws Exception {
    Path user = Jars.in(dir).type("user.Main", "mine").directory("classes");
    assertThat(classPath(first, second, user).conflict()).isEmpty();

    Jars.in(dir).source("fw.Extra", CROSSES, first).directory("classes");

    assertThat(classPath(first, second, user).conflict()).isPresent();
  }

  @Test
  void shouldNotMissAJarThatIsGone() throws Exception {
    Path user = Jars.in(dir).source("fw.Extra", CROSSES, first).jar("user.jar");
    assertThat(classPath(first, second, user).conflict()).isPresent();

    Files.delete(user);

    assertThat(classPath(first, second, user).conflict()).isEmpty();
  }

  @Test
  void shouldKnowTheFrameworkThroughALink() throws Exception {
    Path link = Files.createSymbolicLink(dir.resolve("link"), dir);
    ContainerLoader loader = loader(link.resolve("fw1.jar"), second);

    assertThat(loader.loadClass("fw.A")).isSameAs(framework.loadClass("fw.A"));
    assertThat(contents(loader, "conf.xml")).containsExactly("first", "second");
  }

  @Test
  void shouldHideResourcesOfTheFrameworkThatTheContainerDoesNotName() throws Exception {
    Path conf = Jars.in(dir).resource("site.xml", "pool's").directory("conf");
    framework =
        new FrameworkLoader(
            List.of(first, second, conf),
            new SharedApiLoader(ContainerLoaderTest.class.getClassLoader()));
    Path user = Jars.in(dir).resource("site.xml", "mine").directory("mine");

    assertThat(loader(first, second).getResource("site.xml")).isNull();
    assertThat(content(loader(first, second, user).getResource("site.xml"))).isEqualTo("mine");
    assertThat(content(loader(second).getResource("conf.xml"))).isEqualTo("second");
    assertThat(Collections.list(loader(first).getResources("conf.xml"))).hasSize(1);
  }

  @Test
  void shouldAcceptOwnClassesBeforeTheFrameworkThatItDoesNotHave() throws Exception {
    Path user = Jars.in(dir).type("user.Main", "mine").type("fw2.Extra", "extra").jar("user.jar");
    ContainerLoader loader = loader(user, first, second);

    assertThat(text(loader, "user.Main")).isEqualTo("mine");
    assertThat(text(loader, "fw.A")).isEqualTo("framework");
  }

  @Test
  void shouldDeclineAnotherOrderOfTheFrameworkWhereItMatters() throws Exception {
    assertThat(classPath(second, first).conflict())
        .as("a resource is in both")
        .hasValueSatisfying(
            c -> assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.FRAMEWORK_ORDER));

    Path third = Jars.in(dir).type("fw.sub.B", "other").type("fw.C", "c").jar("fw3.jar");
    Path fourth = Jars.in(dir).type("fw.D", "d").resource("META-INF/LICENSE", "4").jar("fw4.jar");
    framework =
        new FrameworkLoader(
            List.of(first, second, third, fourth),
            new SharedApiLoader(ContainerLoaderTest.class.getClassLoader()));

    assertThat(classPath(fourth, first, second, third).conflict()).as("nothing is").isEmpty();
    assertThat(classPath(first, third, second).conflict())
        .as("a class is")
        .hasValueSatisfying(
            c -> assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.FRAMEWORK_ORDER));
  }

  @Test
  void shouldNotShareAFrameworkOfWhichAnOwnJarReplacesAPart() throws Exception {
    Path patched = Jars.in(dir).type("fw.sub.B", "patched").jar("patched.jar");

    assertThat(classPath(first, second, patched).conflict()).as("never used").isEmpty();
    assertThat(classPath(first, patched).conflict())
        .hasValueSatisfying(
            c -> assertThat(c.kind()).isEqualTo(ClassPathConflict.Kind.SHADOWS_FRAMEWORK));
  }

  @Test
  void shouldHideWhatTheContainerDoesNotName() throws Exception {
    Path user = Jars.in(dir).type("user.Main", "mine").jar("user.jar");
    ContainerLoader none = loader(user);
    ContainerLoader some = loader(first, user);

    assertThat(text(none, "user.Main")).isEqualTo("mine");
    assertThatThrownBy(() -> none.loadClass("fw.A")).isInstanceOf(ClassNotFoundException.class);
    assertThat(none.getResource("conf.xml")).isNull();
    assertThat(text(some, "fw.A")).isEqualTo("framework");
    assertThatThrownBy(() -> some.loadClass("fw.sub.B")).isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void shouldHideTheSlotsOwnClasses() throws Exception {
    ContainerLoader loader = loader(first, second);

    assertThatThrownBy(() -> loader.loadClass(FrameworkLoader.class.getName()))
        .isInstanceOf(ClassNotFoundException.class);
    assertThatThrownBy(() -> loader.loadClass("org.junit.jupiter.api.Test"))
        .isInstanceOf(ClassNotFoundException.class);
  }

  @Test
  void shouldFindResourcesInClassPathOrder() throws Exception {
    Path before = Jars.in(dir).resource("conf.xml", "before").directory("before");
    Path after = Jars.in(dir).resource("conf.xml", "after").jar("after.jar");
    ContainerLoader loader = loader(before, first, second, after);

    assertThat(contents(loader, "conf.xml")).containsExactly("before", "first", "second", "after");
    assertThat(content(loader.getResource("conf.xml"))).isEqualTo("before");
    assertThat(content(loader(first, second, after).getResource("conf.xml"))).isEqualTo("first");
  }

  @Test
  void shouldPassOverEntriesThatDoNotExist() throws Exception {
    Path user = Jars.in(dir).type("user.Main", "mine").jar("user.jar");

    assertThat(text(loader(dir.resolve("missing.jar"), first, user), "user.Main"))
        .isEqualTo("mine");
  }

  @Test
  void shouldBeCollectedAfterItsContainer() throws Exception {
    Path user =
        Jars.in(dir)
            .source(
                "user.Main",
                "public static fw.A a = new fw.A();"
                    + "public static Object found = Main.class.getResource(\"/conf.xml\");",
                first)
            .jar("user.jar");
    WeakReference<ClassLoader> reference = useAndClose(user);

    Awaitility.await("container loader collected")
        .atMost(Duration.ofSeconds(20))
        .until(
            () -> {
              System.gc();
              return reference.get() == null;
            });
  }

  private WeakReference<ClassLoader> useAndClose(Path user) throws Exception {
    ContainerLoader loader = loader(first, second, user);
    Class.forName("user.Main", true, loader);
    loader.letGo();
    return new WeakReference<>(loader);
  }

  private ContainerClassPath classPath(Path... entries) throws IOException {
    return new ContainerClassPath(List.of(entries), framework);
  }

  private ContainerLoader loader(Path... entries) throws IOException {
    return new ContainerLoader("test", classPath(entries));
  }

  private static List<String> contents(ClassLoader loader, String name) throws IOException {
    List<String> found = new ArrayList<>();
    for (URL url : Collections.list(loader.getResources(name))) {
      found.add(content(url));
    }
    return found;
  }

  private static String text(ClassLoader loader, String type) throws ReflectiveOperationException {
    return (String) Class.forName(type, true, loader).getMethod("text").invoke(null);
  }

  private static String content(URL url) throws IOException {
    try (InputStream in = url.openStream()) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
