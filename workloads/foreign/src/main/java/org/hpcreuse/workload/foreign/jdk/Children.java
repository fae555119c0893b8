/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.workload.foreign.Neighbour;

/** Starts processes. */
public final class Children {
  private Children() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      new ProcessBuilder("sleep", "5")
          .redirectErrorStream(true)
          .redirectOutput(new File("/dev/null"))
          .start();
    }
    Process child =
        new ProcessBuilder(
                "sh", "-c", "echo $A; pwd | sed s:.*/work/::; cat; ulimit -n >/dev/null; umask")
            .start();
    child.getOutputStream().close();
    String text = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    print("text", text.replaceAll("container_\\w+", "container"));
    print("ended", child.waitFor(20, TimeUnit.SECONDS) + " " + child.exitValue());
    print("children", ProcessHandle.current().children().count());
    ProcessBuilder builder = new ProcessBuilder("env");
    print("variables", new java.util.TreeSet<>(builder.environment().keySet()));
    print(
        "signal",
        new ProcessBuilder("sh", "-c", "trap '' TERM; kill -TERM $$; echo alive")
            .inheritIO()
            .start()
            .waitFor());
  }
}
