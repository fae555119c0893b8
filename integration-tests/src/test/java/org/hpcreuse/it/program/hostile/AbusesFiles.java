/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

public final class AbusesFiles {
  private AbusesFiles() {}

  /** Closes descriptors 0 and 2 behind Java's back. */
  public static final class ClosesDescriptors {
    public static void main(String[] args) {
      NativeCall.of("close", 0);
      NativeCall.of("close", 2);
    }
  }

  /** Leaves the standard streams closed. */
  public static final class ClosesStreams {
    public static void main(String[] args) throws IOException {
      System.in.close();
      System.out.close();
      System.err.close();
    }
  }

  /** Leaves an archive open. */
  public static final class LeavesArchivesOpen {
    private static final List<Object> KEPT = new ArrayList<>();

    public static void main(String[] args) throws IOException {
      Path file = Path.of("left-open.jar").toAbsolutePath();
      try (OutputStream out = Files.newOutputStream(file);
          JarOutputStream jar = new JarOutputStream(out)) {
        jar.putNextEntry(new JarEntry("entry"));
      }
      KEPT.add(new JarFile(file.toFile()));
    }
  }

  /** Leaves files, sockets and locks open that Java objects own. */
  public static final class LeavesFilesOpen {
    public static void main(String[] args) throws IOException {
      KEPT.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      KEPT.add(Selector.open());
      OutputStream out = Files.newOutputStream(Path.of("left-open"));
      KEPT.add(out);
      FileChannel locked =
          FileChannel.open(Path.of("locked"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      KEPT.add(locked.lock());
    }

    private static final List<Object> KEPT = new ArrayList<>();
  }

  /** Leaves standard streams of its own. */
  public static final class ReplacesStreams {
    public static void main(String[] args) {
      System.setIn(new ByteArrayInputStream(new byte[1]));
      PrintStream own = new Own();
      System.setErr(own);
      System.setOut(own);
    }

    private static final class Own extends PrintStream {
      Own() {
        super(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
      }
    }
  }
}
