/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.gang.member;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.Charset;
import org.hpcreuse.gang.GangConnection;
import org.hpcreuse.gang.GangMessage;

/**
 * Writes what the program prints into the container's file, as ever, and sends each line to the
 * master. A master that is gone is no reason to stop a program that prints. Thread-safe.
 */
final class LineSender extends OutputStream {
  /** A longer line is sent in pieces, bytes. */
  private static final int LONGEST = 64 << 10;

  private final PrintStream file;
  private final GangConnection master;
  private final int rank;
  private final boolean error;
  private final Charset charset;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private boolean gone;

  /**
   * For one stream of the program.
   *
   * @param file what the stream was
   * @param rank of the gang
   * @param error whether it is stderr
   */
  LineSender(PrintStream file, GangConnection master, int rank, boolean error) {
    this.file = file;
    this.master = master;
    this.rank = rank;
    this.error = error;
    charset = Charset.defaultCharset();
  }

  /** What the program gets for the stream. */
  PrintStream stream() {
    return new PrintStream(this, true, charset);
  }

  @Override
  public synchronized void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public synchronized void write(byte[] bytes, int offset, int length) {
    file.write(bytes, offset, length);
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        send();
      } else {
        line.write(bytes[i]);
        if (line.size() >= LONGEST) {
          send();
        }
      }
    }
  }

  private void send() {
    String text = line.toString(charset);
    line.reset();
    if (gone) {
      return;
    }
    try {
      master.send(new GangMessage.Line(rank, error, text));
    } catch (IOException e) {
      gone = true;
    }
  }

  @Override
  public void flush() {
    file.flush();
  }

  /** Sends what has come of a line without an end. */
  @Override
  public synchronized void close() {
    if (line.size() > 0) {
      send();
    }
    file.flush();
  }
}
