/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** A named pipe that is full and that nobody reads: a writer waits. */
public final class FullPipe implements AutoCloseable {
  private final Path pipe;

  /** Keeps both ends open. */
  private final RandomAccessFile ends;

  /** Makes a pipe at a path. */
  public FullPipe(Path pipe) throws IOException, InterruptedException {
    this.pipe = pipe;
    run("mkfifo", pipe.toString());
    ends = new RandomAccessFile(pipe.toFile(), "rw");
    run(fill(pipe));
  }

  /** Ends with status 1 when the pipe takes no more. */
  private static String[] fill(Path pipe) {
    return new String[] {
      "dd", "if=/dev/zero", "of=" + pipe, "oflag=nonblock", "bs=512", "status=none"
    };
  }

  /** Fails unless a writer would have to wait. */
  public void requireFull() throws IOException, InterruptedException {
    if (run(fill(pipe)) == 0) {
      throw new IOException(pipe + " is not full");
    }
  }

  private static int run(String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(Waits.SOON.toSeconds(), TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new IOException(String.join(" ", command) + " has not ended within " + Waits.SOON);
    }
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    ends.close();
    Files.delete(pipe);
  }
}
