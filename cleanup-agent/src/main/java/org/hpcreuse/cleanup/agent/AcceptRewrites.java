/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.List;
import java.util.Map;

/** Where the JDK accepts TCP connections: the callers of other users are turned away there. */
final class AcceptRewrites {
  private static final String DOOR = "org/hpcreuse/cleanup/boot/OwnUsersOnly";
  private static final String CHANNEL = "Ljava/nio/channels/SocketChannel;";

  private AcceptRewrites() {}

  static List<Rewrite> all() {
    MethodRewrite channel =
        new MethodRewrite.Epilogue(
            m -> {
              m.visitInsn(DUP);
              m.visitMethodInsn(INVOKESTATIC, DOOR, "admit", "(" + CHANNEL + ")V", false);
            });
    MethodRewrite socket =
        new MethodRewrite.Epilogue(
            m -> {
              m.visitVarInsn(ALOAD, 1);
              m.visitMethodInsn(INVOKESTATIC, DOOR, "admit", "(Ljava/net/Socket;)V", false);
            });
    return List.of(
        new Rewrite(
            "sun/nio/ch/ServerSocketChannelImpl",
            Map.of("accept()" + CHANNEL, channel, "blockingAccept(J)" + CHANNEL, channel)),
        new Rewrite("java/net/ServerSocket", Map.of("implAccept(Ljava/net/Socket;)V", socket)));
  }

  static List<String> classNames() {
    return all().stream().map(rewrite -> rewrite.className().replace('/', '.')).toList();
  }
}
