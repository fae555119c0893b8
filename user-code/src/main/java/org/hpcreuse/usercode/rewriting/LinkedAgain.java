/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.H_INVOKESTATIC;

import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.OwnLookup;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Has each container link the call sites of a class whose bootstrap methods may compute something
 * of a container ({@link org.hpcreuse.cleanup.boot.kept.KeptLinks#again}).
 */
final class LinkedAgain extends ClassVisitor {
  /**
   * Bootstraps that link to code, and compute nothing from static state. Those of Scala remember
   * which method a name or a receiver's class stands for.
   */
  private static final Set<String> ONCE =
      Set.of(
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/lang/runtime/ObjectMethods",
          "scala/runtime/LambdaDeserialize",
          "scala/runtime/StructuralCallSite");

  private static final String SWITCHES = "java/lang/runtime/SwitchBootstraps";

  /** Of {@link #SWITCHES}; its labels are classes, texts and numbers where none is dynamic. */
  private static final String TYPE_SWITCH = "typeSwitch";

  /** A bootstrap method has 255 arguments (JVMS 4.3.3), four of which are not static. */
  private static final int MOST_ARGUMENTS = 251;

  /** Words of a call: the JVM has 255, and method handles need two of them. */
  private static final int MOST_WORDS = 253;

  private static final Handle AGAIN =
      new Handle(
          H_INVOKESTATIC,
          "org/hpcreuse/cleanup/boot/kept/KeptLinks",
          "again",
          "("
              + OwnLookup.DESCRIPTOR
              + "Ljava/lang/String;Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;"
              + "[Ljava/lang/Object;)Ljava/lang/invoke/CallSite;",
          false);

  /**
   * For a class with such a call.
   *
   * @param next receives it
   */
  LinkedAgain(ClassVisitor next) {
    super(ASM9, next);
  }

  /** Whether a call is linked by each container. */
  static boolean isAgain(Handle bootstrap) {
    return !ONCE.contains(bootstrap.getOwner())
        && !(bootstrap.getOwner().equals(SWITCHES) && bootstrap.getName().equals(TYPE_SWITCH));
  }

  /**
   * Why such a call cannot be.
   *
   * @return empty when it can
   */
  static Optional<String> obstacle(String descriptor, Object... arguments) {
    int words = (Type.getArgumentsAndReturnSizes(descriptor) >> 2) - 1;
    if (words > MOST_WORDS) {
      return Optional.of("has a linked call with " + words + " words of arguments");
    }
    return arguments.length < MOST_ARGUMENTS
        ? Optional.empty()
        : Optional.of("has a call with " + arguments.length + " static arguments");
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    return new MethodVisitor(
        ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
      @Override
      public void visitInvokeDynamicInsn(
          String name, String descriptor, Handle bootstrap, Object... arguments) {
        if (!isAgain(bootstrap) || obstacle(descriptor, arguments).isPresent()) {
          super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
          return;
        }
        Object[] more = new Object[arguments.length + 1];
        more[0] = bootstrap;
        System.arraycopy(arguments, 0, more, 1, arguments.length);
        super.visitInvokeDynamicInsn(name, descriptor, AGAIN, more);
      }
    };
  }
}
