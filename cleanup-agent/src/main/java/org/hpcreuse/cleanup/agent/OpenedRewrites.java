/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;

/**
 * Constructors that tell of what they have opened, so that it can be closed with its container, and
 * the methods that close what would otherwise be held until then.
 *
 * <p>The classes are those that all channels, selectors and sockets of the JDK inherit from, and
 * the file streams that open a file themselves; one made of a descriptor owns none. Archives
 * ({@code java.util.zip}) read through a RandomAccessFile that all their users share, so they tell
 * of themselves.
 */
final class OpenedRewrites {
  private static final String CHANNEL = "java/nio/channels/spi/AbstractInterruptibleChannel";
  private static final String SELECTOR = "java/nio/channels/spi/AbstractSelector";
  private static final String DIRECTORY_STREAM = "sun/nio/fs/UnixSecureDirectoryStream";
  private static final String URLS = "([Ljava/net/URL;Ljava/net/URLStreamHandlerFactory;";

  /** Names of classes, with the methods and what is called in each. */
  private static final Map<String, Map<String, MethodRewrite>> METHODS = new LinkedHashMap<>();

  static {
    opens(CHANNEL, "()V");
    closes(CHANNEL);
    opens(SELECTOR, "(Ljava/nio/channels/spi/SelectorProvider;)V");
    closes(SELECTOR);
    opens(DIRECTORY_STREAM, "(Lsun/nio/fs/UnixPath;JILjava/nio/file/DirectoryStream$Filter;)V");
    closes(DIRECTORY_STREAM);
    opens(
        "sun/nio/ch/EPollPort",
        "(Ljava/nio/channels/spi/AsynchronousChannelProvider;Lsun/nio/ch/ThreadPool;)V");
    tells("java/util/zip/ZipFile", "(Ljava/io/File;ILjava/nio/charset/Charset;)V", "openedArchive");
    tells("jdk/internal/loader/URLClassPath", classPath(), "openedClassPath");
    opens("java/nio/channels/AsynchronousFileChannel", "()V");
    opens(
        "java/nio/channels/AsynchronousSocketChannel",
        "(Ljava/nio/channels/spi/AsynchronousChannelProvider;)V");
    opens(
        "java/nio/channels/AsynchronousServerSocketChannel",
        "(Ljava/nio/channels/spi/AsynchronousChannelProvider;)V");
    opens("java/net/SocketImpl", "()V");
    opens("sun/nio/fs/AbstractWatchService", "()V");
    opens("java/io/FileInputStream", "(Ljava/io/File;)V");
    opens("java/io/FileOutputStream", "(Ljava/io/File;Z)V");
    opens("java/io/RandomAccessFile", "(Ljava/io/File;Ljava/lang/String;)V");
  }

  private OpenedRewrites() {}

  /** Before JDK 24 it also gets the rights of who makes it. */
  private static String classPath() {
    return Runtime.version().feature() < 24
        ? URLS + "Ljava/security/AccessControlContext;)V"
        : URLS + ")V";
  }

  private static void opens(String className, String constructor) {
    tells(className, constructor, "opened");
  }

  private static void tells(String className, String constructor, String hook) {
    add(className, "<init>" + constructor, new MethodRewrite.Epilogue(m -> passThis(m, hook)));
  }

  private static void closes(String className) {
    add(className, "close()V", new MethodRewrite.Prologue(m -> passThis(m, "closed")));
  }

  private static void add(String className, String method, MethodRewrite rewrite) {
    METHODS.computeIfAbsent(className, name -> new LinkedHashMap<>()).put(method, rewrite);
  }

  private static void passThis(MethodVisitor m, String hook) {
    m.visitVarInsn(ALOAD, 0);
    m.visitMethodInsn(INVOKESTATIC, Rewrites.HOOKS, hook, "(Ljava/lang/Object;)V", false);
  }

  static List<Rewrite> all() {
    return METHODS.entrySet().stream()
        .map(entry -> new Rewrite(entry.getKey(), entry.getValue()))
        .toList();
  }

  static List<String> classNames() {
    return METHODS.keySet().stream().map(name -> name.replace('/', '.')).toList();
  }
}
