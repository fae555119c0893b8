/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.List;
import org.objectweb.asm.Type;

/** How Hadoop's process tree comes to ask {@link OwnProcesses}. */
public final class ProcessRewrites {
  private static final String STRING = "Ljava/lang/String;";

  private ProcessRewrites() {}

  /** All of them. */
  public static List<HadoopRewrite> all() {
    HadoopRewrite rewrite = new HadoopRewrite("org/apache/hadoop/yarn/util/ProcfsBasedProcessTree");
    return List.of(
        rewrite
            .needing("pid", STRING)
            .needing("procfsDir", STRING)
            .changing(
                MethodEdit.returnUnlessNull(
                    "getProcessList",
                    "()Ljava/util/List;",
                    m -> {
                      rewrite.get(m, "pid");
                      rewrite.get(m, "procfsDir");
                      m.visitMethodInsn(
                          INVOKESTATIC,
                          Type.getInternalName(OwnProcesses.class),
                          "of",
                          "(" + STRING + STRING + ")Ljava/util/List;",
                          false);
                    })));
  }
}
