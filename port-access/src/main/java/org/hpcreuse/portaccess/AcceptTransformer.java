/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.portaccess;

import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.INVOKESTATIC;
import static org.objectweb.asm.Opcodes.IRETURN;
import static org.objectweb.asm.Opcodes.RETURN;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;

/**
 * Where the JDK accepts TCP connections: {@link OwnUsersOnly} gets each before its caller does.
 * Thread-safe.
 */
final class AcceptTransformer implements ClassFileTransformer {
  private static final String DOOR = "org/hpcreuse/portaccess/OwnUsersOnly";
  private static final String CHANNEL = "Ljava/nio/channels/SocketChannel;";

  /** What goes before each return of a method, by the internal name of its class. */
  private static final Map<String, Map<String, Consumer<MethodVisitor>>> METHODS =
      Map.of(
          "sun/nio/ch/ServerSocketChannelImpl",
          Map.of(
              "accept()" + CHANNEL, AcceptTransformer::admitChannel,
              "blockingAccept(J)" + CHANNEL, AcceptTransformer::admitChannel),
          "java/net/ServerSocket",
          Map.of("implAccept(Ljava/net/Socket;)V", AcceptTransformer::admitSocket));

  private final Set<String> rewritten = ConcurrentHashMap.newKeySet();

  AcceptTransformer() {}

  private static void admitChannel(MethodVisitor m) {
    m.visitInsn(DUP);
    m.visitMethodInsn(INVOKESTATIC, DOOR, "admit", "(" + CHANNEL + ")V", false);
  }

  private static void admitSocket(MethodVisitor m) {
    m.visitVarInsn(ALOAD, 1);
    m.visitMethodInsn(INVOKESTATIC, DOOR, "admit", "(Ljava/net/Socket;)V", false);
  }

  /**
   * Rewrites the classes, loaded or not. It stays, for agents that have them transformed again.
   *
   * @throws IllegalStateException when a class cannot be rewritten
   */
  static void install(Instrumentation instrumentation) throws Exception {
    AcceptTransformer transformer = new AcceptTransformer();
    instrumentation.addTransformer(transformer, true);
    for (String name : METHODS.keySet()) {
      instrumentation.retransformClasses(Class.forName(name.replace('/', '.'), false, null));
    }
    if (!transformer.rewritten.equals(METHODS.keySet())) {
      throw new IllegalStateException(
          "of " + METHODS.keySet() + " only " + transformer.rewritten + " could be rewritten");
    }
  }

  /** What this throws leaves the class as it was. */
  @Override
  public byte[] transform(
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    if (loader != null || className == null || !METHODS.containsKey(className)) {
      return null;
    }
    byte[] changed = hasDoor(classFile) ? null : rewrite(classFile, METHODS.get(className));
    rewritten.add(className);
    return changed;
  }

  /** Whether a class file is from the image of a slot, in which this agent has rewritten it. */
  private static boolean hasDoor(byte[] classFile) {
    return new String(classFile, StandardCharsets.ISO_8859_1).contains(DOOR);
  }

  /**
   * Rewrites a class file.
   *
   * @throws IllegalStateException when a method is not there
   */
  static byte[] rewrite(byte[] classFile, Map<String, Consumer<MethodVisitor>> methods) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Set<String> missing = new HashSet<>(methods.keySet());
    reader.accept(
        new ClassVisitor(ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            Consumer<MethodVisitor> code = methods.get(name + descriptor);
            missing.remove(name + descriptor);
            return code == null ? next : new BeforeReturn(next, code);
          }
        },
        0);
    if (!missing.isEmpty()) {
      throw new IllegalStateException(reader.getClassName() + " has no " + missing);
    }
    return writer.toByteArray();
  }

  private static final class BeforeReturn extends MethodVisitor {
    private final Consumer<MethodVisitor> code;

    BeforeReturn(MethodVisitor next, Consumer<MethodVisitor> code) {
      super(ASM9, next);
      this.code = code;
    }

    @Override
    public void visitInsn(int opcode) {
      if (opcode >= IRETURN && opcode <= RETURN) {
        code.accept(mv);
      }
      super.visitInsn(opcode);
    }
  }
}
