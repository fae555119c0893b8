/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The verdict is that of the JVM: what it lets pass runs in two loaders, too. */
class PackagePrivateUsesTest {
  private static final String FRAMEWORK =
      """
      package fw;
      public class Base {
        public int open;
        int hidden;
        protected int kept;
        static int shared;
        protected static int keptShared;
        public Base() {}
        protected Base(int value) {}
        Base(String value) {}
        public String call() { return name() + keptName(); }
        String name() { return "base"; }
        protected String keptName() { return ""; }
        static String text() { return "text"; }
        public static class Nested { Nested() {} }
        protected static class KeptNested { public KeptNested() {} }
        static class HiddenNested {}
        interface HiddenInterface {}
        interface HiddenFunction { int get(); }
        public static int take(HiddenFunction function) { return function.get(); }
      }
      """;

  @TempDir private Path dir;
  private Path framework;

  @BeforeEach
  void compileFramework() throws IOException {
    framework = Files.createDirectories(dir.resolve("framework"));
    compile("fw/Base.java", FRAMEWORK, framework, framework);
  }

  private void compile(String name, String code, Path to, Path against) throws IOException {
    Path source = dir.resolve(name);
    Files.createDirectories(source.getParent());
    Files.writeString(source, code);
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-d",
                to.toString(),
                "-cp",
                against.toString(),
                source.toString());
    assertThat(status).isZero();
  }

  private static ClassFiles in(Path classes) {
    return name -> {
      Path file = classes.resolve(name.replace('.', '/') + ".class");
      return Files.exists(file) ? Optional.of(Files.readAllBytes(file)) : Optional.empty();
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class Own { public static Object run() { return new Base().open; } } | true",
        "class Own { public static Object run() { return new Base().call(); } } | true",
        "class Own { public static Object run() { return new Base().hidden; } } | false",
        "class Own { public static Object run() { return new Base().kept; } } | false",
        "class Own { public static Object run() { return Base.shared; } } | false",
        "class Own { public static Object run() { return Base.text(); } } | false",
        "class Own { public static Object run() { return new Base(1); } } | false",
        "class Own { public static Object run() { return new Base(\"\"); } } | false",
        "class Own { public static Object run() { return new Base.Nested(); } } | false",
        "class Own { public static Object run() { return Base.HiddenNested.class; } } | false",
        "class Own { public static Object run() { return new Base.HiddenNested[0]; } } | false",
        "class Own implements Base.HiddenInterface { public static Object run() { return 1; } } | false",
        "class Own extends Base { public static Object run() { return new Own().kept; } } | true",
        "class Own extends Base { Own() { super(1); } public static Object run() { return new Own(); } } | true",
        "class Own extends Base { public static Object run() { return keptShared; } } | true",
        "class Own extends Base { public static Object run() { return new Base().kept; } } | false",
        "class Own extends Base { public static Object run() { return new Own().hidden; } } | false",
        "class Own extends Base { protected String keptName() { return super.keptName(); } public static Object run() { return new Own().call(); } } | true",
        "class Own extends Base { String name() { return \"own\"; } public static Object run() { return new Own().call(); } } | false",
        "class Own extends Base { public static Object run() { java.util.function.Supplier<String> s = Base::text; return s.get(); } } | false",
        "class Own { public static Object run() { return Base.take(() -> 1); } } | false",
        "class Own extends Base { public static Object run() { Object o = null; return o instanceof Base.HiddenNested; } } | false",
      })
  void shouldLetPassWhatTwoLoadersDo(String code, boolean expected) throws Exception {
    Path own = Files.createDirectories(dir.resolve("own"));
    compile("fw/Own.java", "package fw; public " + code, own, framework);

    Optional<String> crossing =
        new PackagePrivateUses(in(framework), in(own)).crossing(List.of("fw.Own"));

    assertThat(crossing.isEmpty()).as(crossing.toString()).isEqualTo(expected);
    if (expected) {
      assertThatCode(() -> run(own)).doesNotThrowAnyException();
    }
  }

  private void run(Path own) throws Exception {
    try (URLClassLoader parent = new URLClassLoader(urls(framework), null);
        URLClassLoader child = new URLClassLoader(urls(own), parent)) {
      child.loadClass("fw.Own").getMethod("run").invoke(null);
    }
  }

  private static URL[] urls(Path classes) throws IOException {
    return new URL[] {classes.toUri().toURL()};
  }

  @Test
  void shouldSayWhatIsUsed() throws Exception {
    Path own = Files.createDirectories(dir.resolve("own"));
    compile(
        "fw/Own.java",
        "package fw; public class Own extends Base { String name() { return text(); } }",
        own,
        framework);

    assertThat(new PackagePrivateUses(in(framework), in(own)).crossing(List.of("fw.Own")))
        .contains("fw.Own uses package-private fw.Base.text()Ljava.lang.String;");
  }

  @Test
  void shouldNotLetPassAClassWhoseSuperclassIsElsewhere() throws Exception {
    Path other = Files.createDirectories(dir.resolve("other"));
    compile("x/Middle.java", "package x; public class Middle extends fw.Base {}", other, framework);
    Path own = Files.createDirectories(dir.resolve("own"));
    compile(
        "fw/Own.java",
        "package fw; public class Own extends x.Middle { String name() { return \"own\"; } }",
        own,
        Path.of(framework + ":" + other));

    assertThat(
            new PackagePrivateUses(in(framework), in(own))
                .crossing(List.of("fw.Own"))
                .orElseThrow())
        .contains("fw.Own inherits from x.Middle");
  }

  @Test
  void shouldNotLetPassWhatItCannotRead() throws Exception {
    PackagePrivateUses border =
        new PackagePrivateUses(in(framework), name -> Optional.of(new byte[] {1}));

    assertThat(border.crossing(List.of("fw.Own")).orElseThrow()).contains("fw.Own");
    assertThat(
            new PackagePrivateUses(in(framework), in(dir))
                .crossing(List.of("fw.Gone"))
                .orElseThrow())
        .contains("fw.Gone cannot be read");
  }
}
