/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.MethodVisitor;

/**
 * The places of the JDK where a loader is asked for a class: they ask the one that answers for the
 * container's class path ({@code OneClassPath}).
 *
 * <p>Deserialisation, services, resource bundles, JDBC and lookups of method handles all ask
 * through {@link Class#forName(String, boolean, ClassLoader)}. Resources, and the loaders whose
 * parent is the framework's, need nothing here: that loader sees to them itself.
 */
final class ClassPathRewrites {
  static final String HOOKS = Rewrites.BOOT + "OneClassPath";
  private static final String LOADER = "Ljava/lang/ClassLoader;";
  private static final String CLASSES = "[Ljava/lang/Class;";

  private ClassPathRewrites() {}

  static List<Rewrite> all() {
    return List.of(byName(), byCaller(), proxies());
  }

  private static Rewrite byName() {
    return new Rewrite(
        "java/lang/Class",
        Map.of(
            "forName(Ljava/lang/String;Z" + LOADER + ")Ljava/lang/Class;",
            new MethodRewrite.Prologue(
                m -> {
                  m.visitVarInsn(ALOAD, 2);
                  call(m, "answering", "(" + LOADER + ")" + LOADER);
                  m.visitVarInsn(ASTORE, 2);
                })));
  }

  /** What a method asks by that takes no loader: its caller's. */
  private static Rewrite byCaller() {
    return new Rewrite(
        "java/lang/ClassLoader",
        Map.of(
            "getClassLoader(Ljava/lang/Class;)" + LOADER,
            new MethodRewrite.Epilogue(m -> call(m, "answering", "(" + LOADER + ")" + LOADER))));
  }

  private static Rewrite proxies() {
    MethodRewrite ofInterfaces = new MethodRewrite.Prologue(ClassPathRewrites::proxyLoader);
    return new Rewrite(
        "java/lang/reflect/Proxy",
        Map.of(
            "getProxyClass(" + LOADER + CLASSES + ")Ljava/lang/Class;",
            ofInterfaces,
            "newProxyInstance("
                + LOADER
                + CLASSES
                + "Ljava/lang/reflect/InvocationHandler;)Ljava/lang/Object;",
            ofInterfaces));
  }

  private static void proxyLoader(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 0);
    m.visitVarInsn(ALOAD, 1);
    call(m, "proxyLoader", "(" + LOADER + CLASSES + ")" + LOADER);
    m.visitVarInsn(ASTORE, 0);
  }

  private static void call(MethodVisitor m, String hook, String descriptor) {
    m.visitMethodInsn(INVOKESTATIC, HOOKS, hook, descriptor, false);
  }
}
