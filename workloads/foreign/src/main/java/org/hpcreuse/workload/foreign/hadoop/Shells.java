/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.hadoop;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.util.Shell;
import org.apache.hadoop.util.StringUtils;
import org.hpcreuse.workload.foreign.Neighbour;

/** Runs commands by Hadoop's shell. */
public final class Shells {
  private Shells() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("hadoop.home.dir", "/tmp");
      RawLocalFileSystem.useStatIfAvailable();
    }
    try {
      print("home", Shell.getHadoopHome());
    } catch (java.io.IOException e) {
      print("none", e.getMessage());
    }
    print("echo", Shell.execCommand("echo", "a b").trim());
    print("setsid", Shell.isSetsidAvailable);
    print("bits", StringUtils.byteToHexString(new byte[] {10}));
    print("timeout", new Shell.ShellCommandExecutor(new String[] {"true"}).isTimedOut());
  }
}
