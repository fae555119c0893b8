/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.INVOKEVIRTUAL;

import java.util.List;
import org.objectweb.asm.Type;

/** How Jetty comes to ask {@link WebappFiles}. */
public final class WebappRewrites {
  private static final String RESOURCE = "org/eclipse/jetty/util/resource/JarResource";
  private static final String STREAM = "Ljava/io/InputStream;";
  private static final String URL = "Ljava/net/URL;";

  private WebappRewrites() {}

  /** All of them. */
  public static List<HadoopRewrite> all() {
    return List.of(
        new HadoopRewrite(RESOURCE)
            .changing(
                MethodEdit.afterCall(
                    "copyTo",
                    "getInputStream",
                    "()" + STREAM,
                    m -> {
                      m.visitVarInsn(ALOAD, 0);
                      m.visitMethodInsn(INVOKEVIRTUAL, RESOURCE, "getURL", "()" + URL, false);
                      m.visitMethodInsn(
                          INVOKESTATIC,
                          Type.getInternalName(WebappFiles.class),
                          "of",
                          "(" + STREAM + URL + ")" + STREAM,
                          false);
                    })));
  }
}
