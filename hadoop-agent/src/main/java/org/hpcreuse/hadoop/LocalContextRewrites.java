/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.List;
import org.objectweb.asm.Type;

/** How Hadoop's {@code FileContext} comes to ask {@link LocalContexts}. */
public final class LocalContextRewrites {
  private static final String CONTEXT = "org/apache/hadoop/fs/FileContext";

  private LocalContextRewrites() {}

  /** All of them. */
  public static List<HadoopRewrite> all() {
    return List.of(
        new HadoopRewrite(CONTEXT)
            .changing(
                MethodEdit.returnUnlessNull(
                    "getLocalFSFileContext",
                    "()L" + CONTEXT + ";",
                    m -> {
                      m.visitMethodInsn(
                          INVOKESTATIC,
                          Type.getInternalName(LocalContexts.class),
                          "make",
                          "()Ljava/lang/Object;",
                          false);
                      m.visitTypeInsn(CHECKCAST, CONTEXT);
                    })));
  }
}
