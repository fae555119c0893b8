/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.nodemanager.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.hpcreuse.protocol.files.FrameworkFingerprint;
import org.hpcreuse.protocol.files.FrameworkToken;
import org.hpcreuse.protocol.files.JavaClassPath;
import org.hpcreuse.protocol.files.PoolFiles;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolSessionTest {
  @TempDir private Path dir;
  private Path poolDir;
  private Path options;
  private ManagerClient pool;
  private String framework;

  @BeforeEach
  void makePoolAndFramework() throws IOException {
    Files.createDirectories(dir.resolve("fw/lib"));
    Files.writeString(dir.resolve("fw/a.jar"), "a");
    Files.writeString(dir.resolve("fw/lib/b.jar"), "b");
    Files.createDirectories(dir.resolve("work"));
    Files.writeString(dir.resolve("work/job.jar"), "j");
    framework = dir.resolve("fw") + "/*:" + dir.resolve("fw/lib") + "/*";
    poolDir = dir.resolve("pool");
    PoolFiles.createOwnerOnly(poolDir);
    options = poolDir.resolve("pool.properties");
    setUp("2x256", framework);
    pool = new ManagerClient(poolDir);
  }

  @AfterEach
  void close() throws IOException {
    pool.close();
  }

  private void setUp(String slots, String frameworkClassPath) throws IOException {
    Files.writeString(
        options,
        Options.SLOTS.key()
            + " = "
            + slots
            + "\n"
            + Options.FRAMEWORK_CLASSPATH.key()
            + " = "
            + frameworkClassPath
            + "\n");
  }

  private String slots() throws IOException {
    return pool.session().files().settings().get(Options.SLOTS.key());
  }

  private Path work() {
    return dir.resolve("work");
  }

  private String token() throws IOException {
    return FrameworkToken.of(FrameworkFingerprint.of(framework));
  }

  private List<String> expand(String classPath) throws IOException {
    return pool.session().classPath(classPath, work());
  }

  @Test
  void shouldReadOptionsThatStayOnce() throws Exception {
    assertThat(pool.session()).isSameAs(pool.session());
    assertThat(slots()).isEqualTo("2x256");
  }

  @Test
  void shouldSeeOptionsThatAreReplacedByAFileOfTheSameSizeAndTime() throws Exception {
    FileTime time = Files.getLastModifiedTime(options);
    assertThat(slots()).isEqualTo("2x256");
    Path fresh =
        Files.writeString(dir.resolve("fresh"), Files.readString(options).replace("2x", "3x"));
    Files.setLastModifiedTime(fresh, time);

    Files.move(fresh, options, StandardCopyOption.REPLACE_EXISTING);

    assertThat(slots()).isEqualTo("3x256");
  }

  @Test
  void shouldMissOptionsThatAreGoneAndFindTheNext() throws Exception {
    assertThat(slots()).isEqualTo("2x256");
    Files.delete(options);
    assertThatThrownBy(pool::session)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("missing");

    setUp("4x256", framework);

    assertThat(slots()).isEqualTo("4x256");
  }

  @Test
  void shouldSeeADirectoryThatIsOpenedToOthers() throws Exception {
    assertThat(slots()).isEqualTo("2x256");

    Files.setPosixFilePermissions(poolDir, PosixFilePermissions.fromString("rwxr-x---"));

    assertThatThrownBy(pool::session)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("must belong to");
  }

  @Test
  void shouldNameTheFrameworkByAToken() throws Exception {
    assertThat(expand("./conf:" + framework + ":*"))
        .containsExactly(work() + "/./conf", token(), work() + "/job.jar");
    assertThat(expand(framework)).containsExactly(token());
  }

  @Test
  void shouldSpellOutWhatIsNotTheFrameworkAsThePoolNamesIt() throws Exception {
    String other = dir.resolve("fw/lib") + "/*:" + dir.resolve("fw") + "/*";

    assertThat(expand(other)).isEqualTo(JavaClassPath.expand(other, work())).hasSize(2);
    setUp("2x256", "");
    assertThat(expand("a.jar::b.jar")).hasSize(3);
    setUp("2x256", "a.jar");
    assertThat(expand("a.jar:b.jar")).hasSize(2);
  }

  @Test
  void shouldSeeAJarThatIsAddedReplacedOrDeleted() throws Exception {
    expand(framework);

    Files.writeString(dir.resolve("fw/c.jar"), "c");
    assertThat(expand(framework)).containsExactly(token());
    Path fresh = Files.writeString(dir.resolve("fresh"), "another b");
    Files.move(fresh, dir.resolve("fw/lib/b.jar"), StandardCopyOption.REPLACE_EXISTING);
    assertThat(expand(framework)).containsExactly(token());
    Files.delete(dir.resolve("fw/a.jar"));
    assertThat(expand(framework)).containsExactly(token());
  }

  @Test
  void shouldSeeAJarThatIsWrittenOverWhenItForgets() throws Exception {
    expand(framework);
    Files.writeString(dir.resolve("fw/a.jar"), "longer");
    Files.setLastModifiedTime(dir.resolve("fw/a.jar"), FileTime.fromMillis(1_000));

    pool.session().forgetFramework();

    assertThat(expand(framework)).containsExactly(token());
  }
}
