/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.guest;

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

/** Leaves one thing, or many, in its slot: {@code Spoils WHAT…}. */
public final class Spoils {
  private static final List<Object> KEPT = new ArrayList<>();

  private Spoils() {}

  /** Leaves it. */
  public static void main(String[] args) throws IOException {
    switch (args[0]) {
      case "native-file" -> NativeCalls.open(Path.of("opened-natively").toAbsolutePath());
      case "mended" -> mended();
      default -> throw new IllegalArgumentException(args[0]);
    }
    System.exit(0);
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
