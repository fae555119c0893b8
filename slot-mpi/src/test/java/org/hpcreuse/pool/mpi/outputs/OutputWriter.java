/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.mpi.outputs;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32;

/** The output of a map, as Hadoop leaves it: one part after the other, and an index. */
public final class OutputWriter {
  private OutputWriter() {}

  /**
   * Writes one.
   *
   * @param directory of the attempt
   * @param parts for the reduces 0, 1 …
   */
  public static WrittenOutput write(Path directory, byte[]... parts) throws IOException {
    Files.createDirectories(directory);
    WrittenOutput written =
        new WrittenOutput(directory.resolve("file.out"), directory.resolve("file.out.index"));
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    ByteBuffer index = ByteBuffer.allocate(parts.length * 24 + 8);
    for (byte[] part : parts) {
      index.putLong(all.size()).putLong(rawLength(part)).putLong(part.length);
      all.writeBytes(part);
    }
    CRC32 sum = new CRC32();
    sum.update(index.array(), 0, parts.length * 24);
    index.putLong(sum.getValue());
    Files.write(written.file(), all.toByteArray());
    Files.write(written.index(), index.array());
    return written;
  }

  /** Some other number. */
  public static long rawLength(byte[] part) {
    return 2L * part.length + 2;
  }
}
