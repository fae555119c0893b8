/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Calls in classes of framework and container that become calls of hooks, where the method itself
 * cannot be rewritten: it is native, or the JVM calls it as well.
 */
final class CallSites {
  private static final String RUNTIME = "java/lang/Runtime";
  private static final String LOADER = "java/lang/ClassLoader";
  private static final List<Call> CALLS =
      List.of(
          // Without it a reduce task sizes its in-memory shuffle (70 % of maxMemory,
          // MergeManagerImpl) after the slot's heap, and grows beyond its memory limit.
          ofRuntime("maxMemory"),
          // A program subtracts one of them from the other.
          ofRuntime("totalMemory"),
          ofRuntime("freeMemory"),
          // The JVM calls it to link a class, and must not be given the container's.
          new Call(
              Set.of(LOADER, "java/net/URLClassLoader"),
              "loadClass",
              "Ljava/lang/String;",
              "Ljava/lang/Class;",
              ClassPathRewrites.HOOKS,
              LOADER));

  private static final List<NamedIn> NAMES =
      CALLS.stream().map(Call::name).map(NamedIn::new).toList();

  private CallSites() {}

  /**
   * One method.
   *
   * @param owners internal names of the classes that a call may name
   * @param parameters their descriptors
   * @param hooks internal name of the class with the static method of the same name, which takes
   *     the object first
   * @param object internal name of the type that the hook takes it as
   */
  private record Call(
      Set<String> owners,
      String name,
      String parameters,
      String result,
      String hooks,
      String object) {
    boolean is(int opcode, String owner, String calledName, String descriptor) {
      return opcode == Opcodes.INVOKEVIRTUAL
          && calledName.equals(name)
          && owners.contains(owner)
          && descriptor.equals("(" + parameters + ")" + result);
    }

    void visitHook(MethodVisitor to) {
      to.visitMethodInsn(
          Opcodes.INVOKESTATIC,
          hooks,
          name,
          "(L" + object + ";" + parameters + ")" + result,
          false);
    }
  }

  private static Call ofRuntime(String name) {
    return new Call(Set.of(RUNTIME), name, "", "J", Rewrites.HOOKS, RUNTIME);
  }

  /** Whether the class file names one of the methods at all; most do not, and are not parsed. */
  static boolean mayBeIn(byte[] classFile) {
    return NAMES.stream().anyMatch(name -> name.test(classFile));
  }

  static byte[] rewrite(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, 0);
    reader.accept(
        new ClassVisitor(Opcodes.ASM9, writer) {
          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] exceptions) {
            return new CallVisitor(
                super.visitMethod(access, name, descriptor, signature, exceptions));
          }
        },
        0);
    return writer.toByteArray();
  }

  private static final class CallVisitor extends MethodVisitor {
    CallVisitor(MethodVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      for (Call call : CALLS) {
        if (call.is(opcode, owner, name, descriptor)) {
          call.visitHook(mv);
          return;
        }
      }
      super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
    }
  }
}
