/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.hostile;

import java.io.IOException;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Mapper;

/**
 * Changes what all of a JVM shares, leaves a child process and a thread that never looks at
 * interrupts behind, and halts.
 */
public final class HostileMapper extends Mapper<Object, Text, NullWritable, Text> {
  private static final int STATUS = 3;
  private static volatile long count;

  @Override
  public void run(Context context) throws IOException {
    System.setProperty("user.dir", "/");
    System.setProperty("java.io.tmpdir", "/nowhere");
    System.clearProperty("line.separator");
    Locale.setDefault(new Locale("tr", "TR"));
    TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
    Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> Runtime.getRuntime().halt(0));
    Runtime.getRuntime().addShutdownHook(new Thread(HostileMapper::loop, "hostile-hook"));
    new Thread(HostileMapper::loop, "hostile-loop").start();
    new ProcessBuilder("sleep", "600").start();
    System.err.close();
    System.out.close();
    Runtime.getRuntime().halt(STATUS);
  }

  private static void loop() {
    while (count >= 0) {
      count = (count + 1) & Integer.MAX_VALUE;
    }
  }
}
