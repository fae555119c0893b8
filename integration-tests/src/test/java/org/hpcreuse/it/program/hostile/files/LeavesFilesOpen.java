/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.hostile.files;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Leaves files, sockets and locks open that Java objects own. */
public final class LeavesFilesOpen {
  private LeavesFilesOpen() {}

  /** Leaves it. */
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
