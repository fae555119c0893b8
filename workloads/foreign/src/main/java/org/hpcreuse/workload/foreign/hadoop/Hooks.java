/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.conf.Configured;
import org.apache.hadoop.util.ExitUtil;
import org.apache.hadoop.util.ShutdownHookManager;
import org.apache.hadoop.util.Tool;
import org.apache.hadoop.util.ToolRunner;
import org.hpcreuse.workload.foreign.Neighbour;

/** Prints at the end of the process. */
public final class Hooks {
  private Hooks() {}

  /** A tool of its own. */
  public static final class Own extends Configured implements Tool {
    @Override
    public int run(String[] args) {
      print("arguments", args.length + " " + getConf().get("a"));
      return 0;
    }
  }

  public static void main(String[] args) throws Exception {
    ShutdownHookManager hooks = ShutdownHookManager.get();
    if (Neighbour.spoils(args)) {
      ExitUtil.disableSystemExit();
      hooks.addShutdownHook(() -> print("hook", "spoilt"), 90);
    }
    ShutdownHookManager.get().addShutdownHook(() -> print("hook", "low"), 1);
    hooks.addShutdownHook(() -> print("hook", "high"), 50);
    print("ran", ToolRunner.run(new Own(), new String[] {"-D", "a=b", "x", "y"}));
    print("ending", hooks.isShutdownInProgress());
    try {
      ExitUtil.terminate(0, "end");
    } catch (ExitUtil.ExitException e) {
      print("not ended", e.status);
    }
  }
}
