/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The classes and members that a class file names where the JVM checks access. */
final class UsesOfClasses extends ClassVisitor {
  /**
   * A member.
   *
   * @param owner internal name of the class that the code names
   * @param member a method's name and descriptor; a field's name, a colon and its descriptor
   * @param isSpecial whether it is called on {@code super}, or a constructor
   */
  record Use(String owner, String member, boolean isSpecial) {}

  private final Set<String> types = new LinkedHashSet<>();
  private final Set<String> created = new HashSet<>();
  private final Set<Use> members = new LinkedHashSet<>();

  private UsesOfClasses() {
    super(Opcodes.ASM9);
  }

  static UsesOfClasses of(byte[] classFile) {
    UsesOfClasses uses = new UsesOfClasses();
    new ClassReader(classFile).accept(uses, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return uses;
  }

  /**
   * Whether the class makes objects of a class, beside calling its constructor as {@code super}.
   */
  boolean creates(String internalName) {
    return created.contains(internalName);
  }

  /** Internal names; of an array that of its elements. */
  Set<String> types() {
    return types;
  }

  Set<Use> members() {
    return members;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] above) {
    type(superName);
    for (String one : above) {
      type(one);
    }
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] thrown) {
    return new Code();
  }

  private void type(String internalName) {
    if (internalName != null) {
      type(Type.getObjectType(internalName));
    }
  }

  private void type(Type type) {
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    if (element.getSort() == Type.OBJECT) {
      types.add(element.getInternalName());
    } else if (element.getSort() == Type.METHOD) {
      type(element.getReturnType());
      for (Type argument : element.getArgumentTypes()) {
        type(argument);
      }
    }
  }

  private void member(String owner, String member, boolean isSpecial) {
    type(owner);
    if (!owner.startsWith("[")) {
      members.add(new Use(owner, member, isSpecial));
    }
  }

  private void constant(Object value) {
    if (value instanceof Type type) {
      type(type);
    } else if (value instanceof Handle handle) {
      boolean isField = handle.getTag() <= Opcodes.H_PUTSTATIC;
      type(Type.getType(handle.getDesc()));
      String separator = isField ? ":" : "";
      if (handle.getTag() == Opcodes.H_NEWINVOKESPECIAL) {
        created.add(handle.getOwner());
      }
      boolean isSpecial = handle.getTag() == Opcodes.H_INVOKESPECIAL;
      member(handle.getOwner(), handle.getName() + separator + handle.getDesc(), isSpecial);
    } else if (value instanceof ConstantDynamic dynamic) {
      type(Type.getType(dynamic.getDescriptor()));
      constant(dynamic.getBootstrapMethod());
      for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
        constant(dynamic.getBootstrapMethodArgument(i));
      }
    }
  }

  private final class Code extends MethodVisitor {
    Code() {
      super(Opcodes.ASM9);
    }

    @Override
    public void visitTypeInsn(int opcode, String name) {
      if (opcode == Opcodes.NEW) {
        created.add(name);
      }
      type(name);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
      member(owner, name + ":" + descriptor, false);
    }

    @Override
    public void visitMethodInsn(
        int opcode, String owner, String name, String descriptor, boolean isInterface) {
      if (owner.equals("java/lang/invoke/MethodHandle")
          || owner.equals("java/lang/invoke/VarHandle")) {
        type(Type.getMethodType(descriptor)); // the call makes a method type of it
      }
      member(owner, name + descriptor, opcode == Opcodes.INVOKESPECIAL);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String name, String descriptor, Handle bootstrap, Object... arguments) {
      type(Type.getMethodType(descriptor));
      constant(bootstrap);
      for (Object argument : arguments) {
        constant(argument);
      }
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
      type(Type.getType(descriptor));
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, String caught) {
      type(caught);
    }
  }
}
