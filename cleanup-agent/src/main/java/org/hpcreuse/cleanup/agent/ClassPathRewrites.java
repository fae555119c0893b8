/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASTORE;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.F_SAME1;
import static org.objectweb.asm.Opcodes.IFNULL;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.POP;

import java.util.List;
import java.util.Map;
import org.objectweb.asm.Label;
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
    return List.of(byName(), byCaller(), byNativeCode(), proxies());
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

  /** What the JVM asks its system loader for. */
  private static Rewrite byNativeCode() {
    return new Rewrite(
        "jdk/internal/loader/BuiltinClassLoader",
        Map.of(
            "loadClass(Ljava/lang/String;Z)Ljava/lang/Class;",
            new MethodRewrite.Prologue(
                m -> {
                  Label itself = new Label();
                  m.visitVarInsn(ALOAD, 0);
                  m.visitVarInsn(ALOAD, 1);
                  call(m, "findClass", "(" + LOADER + "Ljava/lang/String;)Ljava/lang/Class;");
                  m.visitInsn(DUP);
                  m.visitJumpInsn(IFNULL, itself);
                  m.visitInsn(ARETURN);
                  m.visitLabel(itself);
                  m.visitFrame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Class"});
                  m.visitInsn(POP);
                })));
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
