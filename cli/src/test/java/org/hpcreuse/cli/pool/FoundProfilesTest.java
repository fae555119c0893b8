/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hpcreuse.cli.terminal.Failure;
import org.hpcreuse.protocol.files.ClassProfile;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** YARN's copies of a framework's jars are found again where the framework is installed. */
final class FoundProfilesTest {
  @TempDir Path dir;
  private Path site;
  private PoolFiles pool;

  @BeforeEach
  void makePool() throws IOException {
    dir = dir.toRealPath();
    site = Files.createDirectories(dir.resolve("site/lib"));
    PoolFiles.createOwnerOnly(dir.resolve("pool"));
    Files.writeString(
        dir.resolve("pool/pool.properties"),
        Options.FRAMEWORK_CLASSPATH.key() + "=" + dir.resolve("hadoop") + "/*\n");
    pool = PoolFiles.open(dir.resolve("pool"));
  }

  private Path jar(String name, String content) throws IOException {
    Path jar = dir.resolve(name);
    Files.createDirectories(jar.getParent());
    return Files.writeString(jar, content);
  }

  private void found(String name, List<Path> jars, String... classes) throws IOException {
    new ClassProfile(jars, true, List.of(), List.of(), List.of(classes))
        .write(ClassProfile.unnamed(ClassProfile.directory(pool), name));
  }

  @Test
  void shouldNameTheJarsOfTheSiteInTheOrderOfTheClassPath() throws Exception {
    Path b = jar("cache/11/b.jar", "two");
    Path a = jar("cache/10/a.jar", "one");
    Path hadoop = jar("hadoop/common.jar", "hadoop");
    found("1", List.of(b, hadoop, a), "x.Y", "x.Z");
    jar("site/lib/a-1.0.jar", "one");
    jar("site/b-1.0.jar", "two");
    jar("site/lib/other.jar", "six");

    ClassProfile profile = new FoundProfiles(pool).with(dir.resolve("site"));

    assertThat(profile.classPath())
        .containsExactly(dir.resolve("site/b-1.0.jar"), hadoop, site.resolve("a-1.0.jar"));
    assertThat(profile.classes()).containsExactly("x.Y", "x.Z");
    assertThat(profile.alone()).isTrue();
  }

  @Test
  void shouldTakeTheOneWithMostClassesOfThoseThatFit() throws Exception {
    Path a = jar("cache/10/a.jar", "one");
    Path c = jar("cache/12/c.jar", "job");
    found("1", List.of(a), "x.A");
    found("2", List.of(a), "x.A", "x.B");
    found("3", List.of(a, c), "x.A", "x.B", "x.C");
    jar("site/lib/a.jar", "one");

    assertThat(new FoundProfiles(pool).with(site).classes()).containsExactly("x.A", "x.B");
  }

  @Test
  void shouldSayWhatIsMissing() throws Exception {
    assertThatThrownBy(() -> new FoundProfiles(pool).with(site))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("have found no class path with 500 classes or more")
        .hasMessageContaining("hpc-reuse.user-code = kept");
    Path a = jar("cache/10/a.jar", "one");
    found("1", List.of(a, jar("cache/11/b.jar", "two")), "x.A");
    jar("site/lib/a.jar", "one");
    jar("site/lib/b.jar", "six");

    assertThatThrownBy(() -> new FoundProfiles(pool).with(site))
        .isInstanceOf(Failure.class)
        .hasMessageContaining("the nearest one has 2 jars, of which 1 are missing: b.jar");
  }
}
