/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.hadoop;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_TRANSIENT;
import static org.objectweb.asm.Opcodes.ALOAD;
import static org.objectweb.asm.Opcodes.ARETURN;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.DUP;
import static org.objectweb.asm.Opcodes.GETFIELD;
import static org.objectweb.asm.Opcodes.INVOKESPECIAL;
import static org.objectweb.asm.Opcodes.NEW;
import static org.objectweb.asm.Opcodes.PUTFIELD;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * What becomes of one class: a new field with a wait in it, new methods, changed methods. A change
 * that adds a branch adds its frame, so the stack maps of the class file stay right. Not changed
 * after its making, and so thread-safe.
 */
public final class HadoopRewrite {
  private final String type;
  private final Map<String, Class<?>> newFields = new LinkedHashMap<>();
  private final Map<String, String> neededFields = new LinkedHashMap<>();
  private final List<Class<?>> interfaces = new ArrayList<>();
  private final Map<String, Consumer<MethodVisitor>> newMethods = new LinkedHashMap<>();
  private final List<MethodEdit> edits = new ArrayList<>();

  /**
   * Begins.
   *
   * @param type the class's internal name
   */
  public HadoopRewrite(String type) {
    this.type = type;
  }

  /** The class's internal name. */
  public String type() {
    return type;
  }

  /** Gives each object a new {@code value} in the public field {@code name}. */
  public HadoopRewrite withField(String name, Class<?> value) {
    newFields.put(name, value);
    return this;
  }

  /** Expects a field, which methods may then read by {@link #get}. */
  public HadoopRewrite needing(String name, String descriptor) {
    neededFields.put(name, descriptor);
    return this;
  }

  /** Lets the class implement an interface. */
  public HadoopRewrite as(Class<?> added) {
    interfaces.add(added);
    return this;
  }

  /** Adds a public method. */
  public HadoopRewrite withMethod(String nameAndDescriptor, Consumer<MethodVisitor> code) {
    newMethods.put(nameAndDescriptor, code);
    return this;
  }

  /** Adds a public method that returns a field, new or needed. */
  public HadoopRewrite withGetter(String name, Class<?> returned, String field) {
    return withMethod(
        name + "()" + Type.getDescriptor(returned),
        m -> {
          get(m, field);
          m.visitInsn(ARETURN);
        });
  }

  /** Changes methods. */
  public HadoopRewrite changing(MethodEdit edit) {
    edits.add(edit);
    return this;
  }

  /** Pushes a field of {@code this}, new or needed. */
  public void get(MethodVisitor m, String field) {
    Class<?> value = newFields.get(field);
    String descriptor = value == null ? neededFields.get(field) : Type.getDescriptor(value);
    m.visitVarInsn(ALOAD, 0);
    m.visitFieldInsn(GETFIELD, type, field, descriptor);
  }

  /**
   * Rewrites a class file.
   *
   * @throws IllegalStateException when the class has not what one of the changes needs
   */
  public byte[] apply(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    Visitor visitor = new Visitor(writer);
    reader.accept(visitor, 0);
    if (!visitor.missing.isEmpty()) {
      throw new IllegalStateException(type.replace('/', '.') + " has no " + visitor.missing);
    }
    return writer.toByteArray();
  }

  private final class Visitor extends ClassVisitor {
    private final Set<String> missing = new LinkedHashSet<>();

    Visitor(ClassVisitor next) {
      super(ASM9, next);
      neededFields.forEach((name, descriptor) -> missing.add(name + ":" + descriptor));
      edits.forEach(edit -> missing.add(edit.what()));
    }

    @Override
    public void visit(
        int version, int access, String name, String signature, String parent, String[] now) {
      List<String> all = new ArrayList<>(List.of(now));
      StringBuilder generic = new StringBuilder(signature == null ? "" : signature);
      for (Class<?> added : interfaces) {
        all.add(Type.getInternalName(added));
        if (signature != null) {
          generic.append(Type.getDescriptor(added));
        }
      }
      String newSignature = signature == null ? null : generic.toString();
      super.visit(version, access, name, newSignature, parent, all.toArray(String[]::new));
      newFields.forEach(
          (field, value) ->
              visitField(
                      ACC_PUBLIC | ACC_FINAL | ACC_TRANSIENT,
                      field,
                      Type.getDescriptor(value),
                      null,
                      null)
                  .visitEnd());
    }

    @Override
    public FieldVisitor visitField(
        int access, String name, String descriptor, String signature, Object value) {
      missing.remove(name + ":" + descriptor);
      return super.visitField(access, name, descriptor, signature, value);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor visitor = super.visitMethod(access, name, descriptor, signature, exceptions);
      for (MethodEdit edit : edits) {
        if (edit.filter().accepts(access, name, descriptor)) {
          visitor = edit.change().visitor(visitor, name, () -> missing.remove(edit.what()));
        }
      }
      return name.equals("<init>") && !newFields.isEmpty() ? new NewFields(visitor) : visitor;
    }

    @Override
    public void visitEnd() {
      newMethods.forEach(
          (method, code) -> {
            int arguments = method.indexOf('(');
            MethodVisitor visitor =
                super.visitMethod(
                    ACC_PUBLIC,
                    method.substring(0, arguments),
                    method.substring(arguments),
                    null,
                    null);
            visitor.visitCode();
            code.accept(visitor);
            visitor.visitMaxs(0, 0);
            visitor.visitEnd();
          });
      super.visitEnd();
    }
  }

  /** Sets them first thing, before super(): a method called from there may need them. */
  private final class NewFields extends MethodVisitor {
    NewFields(MethodVisitor next) {
      super(ASM9, next);
    }

    @Override
    public void visitCode() {
      super.visitCode();
      newFields.forEach(
          (field, value) -> {
            visitVarInsn(ALOAD, 0);
            visitTypeInsn(NEW, Type.getInternalName(value));
            visitInsn(DUP);
            visitMethodInsn(INVOKESPECIAL, Type.getInternalName(value), "<init>", "()V", false);
            visitFieldInsn(PUTFIELD, type, field, Type.getDescriptor(value));
          });
    }
  }
}
