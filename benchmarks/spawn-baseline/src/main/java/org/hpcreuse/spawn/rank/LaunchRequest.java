/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.spawn.rank;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that a rank is to start. It holds no environment: the process inherits that of
 * mpirun, which is the NodeManager's, and the launch script sets the container's own.
 *
 * @param directory its working directory
 * @param command its words
 */
public record LaunchRequest(String directory, List<String> command) {
  /** "HPSP"; what does not begin so is not for a rank. */
  private static final int MAGIC = 0x48505350;

  /** To be raised with every change. Both sides come from one jar, but from two JVMs. */
  private static final short VERSION = 1;

  /** A command has a handful of words; more means that the bytes are no request. */
  private static final int MOST_WORDS = 1_000;

  public LaunchRequest {
    command = List.copyOf(command);
  }

  /** As {@link #read} understands it. */
  public ByteBuffer encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(VERSION);
      out.writeUTF(directory);
      out.writeInt(command.size());
      for (String word : command) {
        out.writeUTF(word);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the command or its directory is too long", e);
    }
    return ByteBuffer.wrap(bytes.toByteArray());
  }

  /**
   * Reads a request.
   *
   * @throws java.io.EOFException when the stream ends first
   * @throws IOException when the bytes are no request of this version
   */
  public static LaunchRequest read(InputStream stream) throws IOException {
    DataInputStream in = new DataInputStream(stream);
    int magic = in.readInt();
    if (magic != MAGIC) {
      throw new IOException(String.format("bad magic 0x%08x", magic));
    }
    short version = in.readShort();
    if (version != VERSION) {
      throw new IOException("request of version " + version + ", this side speaks " + VERSION);
    }
    String directory = in.readUTF();
    int words = in.readInt();
    if (words < 1 || words > MOST_WORDS) {
      throw new IOException("a command of " + words + " words, must be from 1 to " + MOST_WORDS);
    }
    List<String> command = new ArrayList<>();
    for (int i = 0; i < words; i++) {
      command.add(in.readUTF());
    }
    return new LaunchRequest(directory, command);
  }
}
