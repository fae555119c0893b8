/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop.localfiles;

import static org.objectweb.asm.Opcodes.CHECKCAST;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.List;
import org.hpcreuse.hadoop.rewrite.MethodEdit;
import org.hpcreuse.hadoop.rewrite.Rewrite;
import org.objectweb.asm.Type;

/** How Hadoop's {@code FileContext} comes to ask {@link LocalContexts}. */
public final class LocalContextRewrites {
  private static final String CONTEXT = "org/apache/hadoop/fs/FileContext";

  private LocalContextRewrites() {}

  /** All of them. */
  public static List<Rewrite> all() {
    return List.of(
        new Rewrite(CONTEXT)
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
