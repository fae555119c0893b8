/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.mpi.MapOutputs;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OutputFileTest {
  private static final byte[] FIRST = "first".getBytes(UTF_8);
  private static final byte[] SECOND = "the second one".getBytes(UTF_8);

  @TempDir private Path directory;
  private WrittenOutput written;

  @BeforeEach
  void write() throws IOException {
    written = OutputWriter.write(directory, FIRST, new byte[0], SECOND);
  }

  @Test
  void readsThePartOfItsReduceAndNoMore() throws IOException {
    try (OutputFile file = OutputFile.open(written, "m", 0)) {
      assertThat(file.output())
          .isEqualTo(new MapOutputs.Output("m", FIRST.length, OutputWriter.rawLength(FIRST)));
      assertThat(all(file)).isEqualTo(FIRST);
    }
    try (OutputFile file = OutputFile.open(written, "m", 1)) {
      assertThat(all(file)).isEmpty();
    }
    try (OutputFile file = OutputFile.open(written, "m", 2)) {
      assertThat(all(file)).isEqualTo(SECOND);
    }
  }

  private static byte[] all(OutputFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(100);
    while (file.read(bytes) >= 0) {}
    byte[] read = new byte[bytes.flip().remaining()];
    bytes.get(read);
    return read;
  }

  @Test
  void aReduceThatTheMapDoesNotKnowIsAnError() {
    assertThatThrownBy(() -> OutputFile.open(written, "m", 3))
        .isInstanceOf(IOException.class)
        .hasMessageEndingWith("has 3 parts, wanted is number 3");
    assertThatThrownBy(() -> OutputFile.open(written, "m", -1)).isInstanceOf(IOException.class);
  }

  @Test
  void aDamagedIndexIsAnError() throws IOException {
    Path index = written.index();
    byte[] bytes = Files.readAllBytes(index);
    bytes[7]++;
    Files.write(index, bytes);
    assertThatThrownBy(() -> OutputFile.open(written, "m", 0))
        .hasMessageEndingWith("its checksum is wrong");
    Files.write(index, new byte[24]);
    assertThatThrownBy(() -> OutputFile.open(written, "m", 0))
        .hasMessageEndingWith("its checksum is wrong");
  }

  @Test
  void aFileThatIsTooShortIsAnError() throws IOException {
    Files.write(written.file(), FIRST);
    assertThatThrownBy(() -> OutputFile.open(written, "m", 2))
        .hasMessageEndingWith("file.out has 5 bytes, its index wants 14 bytes from 5");
  }
}
