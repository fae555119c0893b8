/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.pool.slot.process;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** A process that takes all places that are free, and has them until it is closed. */
public final class OtherSlots implements AutoCloseable {
  private final Process process;
  private final int taken;

  private OtherSlots(Process process, int taken) {
    this.process = process;
    this.taken = taken;
  }

  /** Returns when the places are taken. */
  public static OtherSlots take(Path dir, String name) throws IOException {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-cp",
                System.getProperty("java.class.path"),
                OtherSlots.class.getName(),
                dir.toString(),
                name)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    return new OtherSlots(process, new DataInputStream(process.getInputStream()).readInt());
  }

  /** How many places were free. */
  public int taken() {
    return taken;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().join();
  }

  /** Takes the locks themselves, since {@link Places} gives a process one at most. */
  public static void main(String[] args) throws IOException {
    List<FileLock> taken = new ArrayList<>(); // a channel that is garbage closes
    for (int place = 0; place < Runtime.getRuntime().availableProcessors(); place++) {
      Path file = Path.of(args[0]).resolve(args[1] + "-" + place + ".lock");
      FileLock lock =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE).tryLock();
      if (lock != null) {
        taken.add(lock);
      }
    }
    DataOutputStream out = new DataOutputStream(System.out);
    out.writeInt(taken.size());
    out.flush();
    System.in.read();
  }
}
