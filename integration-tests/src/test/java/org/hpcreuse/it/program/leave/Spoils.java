/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.leave;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URLConnection;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Leaves one thing, or many, in its slot: {@code Spoils WHAT…}. */
public final class Spoils {
  private static final List<Object> KEPT = new ArrayList<>();

  private Spoils() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "native-file" -> NativeCalls.open(Path.of("opened-natively").toAbsolutePath());
      case "mended" -> mended();
      case "library" -> System.load(args[1]);
      case "keep-loader" -> KeptReader.register();
      case "listen" -> listen(Integer.parseInt(args[1]));
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(0);
  }

  /** Binds a port and locks a file, and lets go of neither. */
  private static void listen(int port) throws IOException {
    KEPT.add(new ServerSocket(port, 1, InetAddress.getLoopbackAddress()));
    Path shared = Path.of("..").toAbsolutePath().resolve("locked-by-all");
    FileChannel file =
        FileChannel.open(shared, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    KEPT.add(Objects.requireNonNull(file.tryLock(), "locked by another"));
    System.out.println("listens");
  }

  private static void mended() throws IOException {
    NativeCalls.setenv("LEFT_BEHIND", "1");
    NativeCalls.umask(0777);
    URLConnection.setDefaultUseCaches("http", false);
    KEPT.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
    KEPT.add(ServerSocketChannel.open());
    KEPT.add(Selector.open());
    OutputStream out = Files.newOutputStream(Path.of("left-open"));
    out.write(1);
    KEPT.add(out);
    FileChannel locked =
        FileChannel.open(
            Path.of("locked"), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    KEPT.add(locked.lock());
  }
}
