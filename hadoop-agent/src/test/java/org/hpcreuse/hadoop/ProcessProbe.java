/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.yarn.util.ProcfsBasedProcessTree;

/** Runs with the agent: asks for process trees, without and with a child process. */
final class ProcessProbe {
  private static final AtomicInteger ASKED = new AtomicInteger();

  private ProcessProbe() {}

  public static void main(String[] arguments) throws Exception {
    long self = ProcessHandle.current().pid();
    System.out.println("not asked: " + count(self).replaceAll(",.*", ""));
    OwnProcesses.install(
        () -> {
          ASKED.incrementAndGet();
          return ProcessHandle.current().children().findAny().isPresent();
        });
    System.out.println("alone: " + count(self));
    Process child = new ProcessBuilder("cat").start();
    try {
      System.out.println("with a child: " + count(self));
      System.out.println("of the child: " + count(child.pid()));
    } finally {
      child.destroy();
      child.waitFor();
    }
    System.out.println("done");
  }

  private static String count(long pid) throws Exception {
    int before = ASKED.get();
    ProcfsBasedProcessTree tree = new ProcfsBasedProcessTree(Long.toString(pid));
    tree.updateProcessTree();
    int found = tree.getProcessTreeDump().split("\n").length - 1;
    String asked = ASKED.get() > before ? "asked" : "not asked";
    return found + (found == 1 ? " process, " : " processes, ") + asked;
  }
}
