/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Constructors that tell of what they have opened, so that it can be closed with its container.
 *
 * <p>The classes are those that all channels, selectors and sockets of the JDK inherit from, and
 * the file streams that open a file themselves; one made of a descriptor owns none. Archives
 * ({@code java.util.zip}) read through a RandomAccessFile that all their users share.
 */
final class OpenedRewrites {
  /** Names of classes, with the descriptors of the constructors. */
  private static final Map<String, List<String>> CONSTRUCTORS = new LinkedHashMap<>();

  static {
    add("java/nio/channels/spi/AbstractInterruptibleChannel", "()V");
    add("java/nio/channels/spi/AbstractSelector", "(Ljava/nio/channels/spi/SelectorProvider;)V");
    add("java/nio/channels/AsynchronousFileChannel", "()V");
    add(
        "java/nio/channels/AsynchronousSocketChannel",
        "(Ljava/nio/channels/spi/AsynchronousChannelProvider;)V");
    add(
        "java/nio/channels/AsynchronousServerSocketChannel",
        "(Ljava/nio/channels/spi/AsynchronousChannelProvider;)V");
    add("java/net/SocketImpl", "()V");
    add("sun/nio/fs/AbstractWatchService", "()V");
    add("java/io/FileInputStream", "(Ljava/io/File;)V");
    add("java/io/FileOutputStream", "(Ljava/io/File;Z)V");
    add("java/io/RandomAccessFile", "(Ljava/io/File;Ljava/lang/String;)V");
  }

  private OpenedRewrites() {}

  private static void add(String className, String... constructors) {
    CONSTRUCTORS.put(className, Arrays.asList(constructors));
  }

  static List<Rewrite> all() {
    return CONSTRUCTORS.entrySet().stream()
        .map(entry -> rewrite(entry.getKey(), entry.getValue()))
        .toList();
  }

  static List<String> classNames() {
    return CONSTRUCTORS.keySet().stream().map(name -> name.replace('/', '.')).toList();
  }

  private static Rewrite rewrite(String className, List<String> constructors) {
    Map<String, MethodRewrite> methods = new LinkedHashMap<>();
    for (String descriptor : constructors) {
      methods.put(
          "<init>" + descriptor,
          new MethodRewrite.Epilogue(
              m -> {
                m.visitVarInsn(ALOAD, 0);
                m.visitMethodInsn(
                    INVOKESTATIC, Rewrites.HOOKS, "opened", "(Ljava/lang/Object;)V", false);
              }));
    }
    return new Rewrite(className, methods);
  }
}
