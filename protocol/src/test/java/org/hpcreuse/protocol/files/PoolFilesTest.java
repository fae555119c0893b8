/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.hpcreuse.protocol.option.Options;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PoolFilesTest {
  @TempDir private Path temp;
  private Path dir;

  @BeforeEach
  void makePool() throws IOException {
    dir = temp.resolve("pool");
    PoolFiles.createOwnerOnly(dir);
    Files.writeString(dir.resolve("pool.properties"), "hpc-reuse.pool.socket = /run/x/pool\n");
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private static void setMode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  @Test
  void shouldMakeDirectoryAndSecretForTheirOwnerAlone() throws IOException {
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();

    assertThat(mode(dir)).isEqualTo("rwx------");
    assertThat(mode(dir.resolve("secret"))).isEqualTo("rw-------");
    assertThat(files.readSecret()).hasSize(64).isEqualTo(PoolFiles.open(dir).readSecret());
  }

  @Test
  void shouldKeepTheSecretThatIsThere() throws IOException {
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    String first = files.readSecret();

    files.createSecret();

    assertThat(files.readSecret()).isEqualTo(first);
  }

  @Test
  void shouldRefuseASecretThatOthersMayRead() throws IOException {
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    setMode(dir.resolve("secret"), "rw-r-----");

    assertThatThrownBy(files::readSecret)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rw-r-----");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "00ff", "not hexadecimal"})
  void shouldRefuseASecretThatIsNone(String text) throws IOException {
    PoolFiles files = PoolFiles.open(dir);
    files.createSecret();
    Files.writeString(dir.resolve("secret"), text);

    assertThatThrownBy(files::readSecret)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is no secret of 64 hexadecimal digits");
    assertThatThrownBy(files::createSecret).isInstanceOf(IOException.class);
    assertThat(Files.readString(dir.resolve("secret"))).isEqualTo(text);
  }

  @Test
  void shouldLeaveNothingButTheSecretInTheDirectory() throws IOException {
    PoolFiles.open(dir).createSecret();

    try (Stream<Path> files = Files.list(dir)) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("secret", "pool.properties");
    }
  }

  @Test
  void shouldRefuseADirectoryThatIsOpenToOthers() throws IOException {
    setMode(dir, "rwxr-xr-x");

    assertThatThrownBy(() -> PoolFiles.open(dir))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rwxr-xr-x");
    assertThatThrownBy(() -> PoolFiles.createOwnerOnly(dir)).isInstanceOf(IOException.class);
  }

  @Test
  void shouldSayThatThereIsNoPool() {
    assertThatThrownBy(() -> PoolFiles.open(temp.resolve("nothing")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no pool here");
  }

  @Test
  void shouldRefuseASocketPathThatIsTooLong() throws IOException {
    Files.writeString(
        dir.resolve("pool.properties"), "hpc-reuse.pool.socket=/" + "x".repeat(100) + "\n");

    assertThatThrownBy(() -> PoolFiles.open(dir).socket())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("101 bytes, limit 100");
  }

  @Test
  void shouldKnowItsFiles() throws IOException {
    PoolFiles files = PoolFiles.open(dir);

    assertThat(files.socket()).isEqualTo(Path.of("/run/x/pool"));
    assertThat(files.managerPid()).isEqualTo(dir.resolve("manager.pid"));
    assertThat(files.mpirunPid()).isEqualTo(dir.resolve("mpirun.pid"));
    assertThat(files.logs()).isEqualTo(dir.resolve("logs"));
    assertThat(files.get(Options.SPARES)).isEqualTo(1L);
  }

  @Test
  void shouldNameAFileThatIsMalformed() throws Exception {
    Path properties = dir.resolve("pool.properties");
    Files.writeString(properties, "hpc-reuse.slots=\\u00zz\n");

    assertThatThrownBy(() -> PoolFiles.open(dir))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(properties.toString());
  }
}
