/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.objectweb.asm.Opcodes.*;

import java.util.ArrayList;
import java.util.List;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Type;

/**
 * Makes a class one that can be initialised again, at its next use.
 *
 * <p>Its initialiser becomes a method, its static fields lose {@code final}, and its methods begin
 * with {@code use()} ({@link ReadOnce#use}), which is a look at one flag while the class is fresh:
 *
 * <pre>
 * use()    if (!fresh) renew();
 * renew()  switch (ReadOnce.begin(C)) { AGAIN: zero(); init(); KEEP: fresh = true; done }
 * forget() zero(); fresh = false;
 * doubt()  fresh = false;
 * </pre>
 *
 * <p>That the fields are no longer final is what makes it safe: the JVM's compilers take the value
 * of a final one into their code for good.
 *
 * <p>One field stays final: serialisation ignores a {@code serialPersistentFields} that is not
 * ({@link java.io.ObjectStreamClass}). The initialiser fills in another field, and the JVM's own
 * call of it copies that. Each time the value would be the same: it tells what the class writes.
 *
 * <p>The frames of the added methods are written here: COMPUTE_FRAMES would compute those of all
 * methods, which start with {@code use()}, and needs the common superclass of any two JDK types.
 */
public final class InitializableAgain extends ClassVisitor {
  /** Name of the method that the JVM calls. */
  public static final String INITIALIZER = "<clinit>";

  /** Internal name of the class that knows which classes are initialised. */
  public static final String READ_ONCE = "org/hpcreuse/cleanup/boot/ReadOnce";

  private static final String FORGET = "hpcreuse$forget";
  private static final String DOUBT = "hpcreuse$doubt";
  private static final String INIT = "hpcreuse$init";
  private static final String RENEW = "hpcreuse$renew";
  private static final String ZERO = "hpcreuse$zero";
  private static final String FRESH = "hpcreuse$fresh";
  private static final String SERIAL_FIELDS = "serialPersistentFields";
  private static final String SERIAL_TYPE = "[Ljava/io/ObjectStreamField;";
  private static final int SERIAL_ACCESS = ACC_PRIVATE | ACC_STATIC | ACC_FINAL;
  private static final String NEW_SERIAL_FIELDS = "hpcreuse$serialFields";
  private static final int ADDED = ACC_PRIVATE | ACC_STATIC | ACC_SYNTHETIC;

  private final Reset reset;
  private final List<Field> emptied = new ArrayList<>();
  private String self;
  private String parent;
  private boolean hasFrames;

  /** Code of class files before Java 5 cannot: they have no constants that are classes. */
  private boolean namesClasses;

  private boolean initializes;

  /** Whether it has serial fields of its own. */
  private boolean namesSerialFields;

  private record Field(String name, String descriptor) {}

  /**
   * For a class.
   *
   * @param next receives the class
   */
  public InitializableAgain(ClassVisitor next, Reset reset) {
    super(ASM9, next);
    this.reset = reset;
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    self = name;
    parent = superName;
    hasFrames = (version & 0xFFFF) >= V1_6;
    namesClasses = (version & 0xFFFF) >= V1_5;
    super.visit(version, access, name, signature, superName, types);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    if ((access & ACC_STATIC) == 0 || value != null) {
      return super.visitField(access, name, descriptor, signature, value);
    }
    if (isSerialFields(name, descriptor) && (access & SERIAL_ACCESS) == SERIAL_ACCESS) {
      namesSerialFields = true;
      return super.visitField(access, name, descriptor, signature, null);
    }
    if (reset.empties(access)) {
      emptied.add(new Field(name, descriptor));
    }
    return super.visitField(access & ~ACC_FINAL, name, descriptor, signature, null);
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (name.equals(INITIALIZER)) {
      initializes = true;
      return new MethodVisitor(ASM9, super.visitMethod(ADDED, INIT, "()V", null, null)) {
        @Override
        public void visitFieldInsn(int opcode, String owner, String field, String type) {
          boolean other = namesSerialFields && owner.equals(self) && isSerialFields(field, type);
          super.visitFieldInsn(opcode, owner, other ? NEW_SERIAL_FIELDS : field, type);
        }
      };
    }
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    if (!reset.asks(access, name, descriptor)) {
      return next;
    }
    return new CodeAtHead(next, code -> StaticUses.ask(code, self, self));
  }

  private static boolean isSerialFields(String field, String descriptor) {
    return field.equals(SERIAL_FIELDS) && descriptor.equals(SERIAL_TYPE);
  }

  @Override
  public void visitEnd() {
    if (namesSerialFields) {
      super.visitField(ADDED, NEW_SERIAL_FIELDS, SERIAL_TYPE, null, null).visitEnd();
    }
    super.visitField(ADDED | ACC_VOLATILE, FRESH, "Z", null, null).visitEnd();
    if (!initializes) {
      method(ADDED, INIT).end();
    }
    method(ACC_PUBLIC | ACC_STATIC | ACC_SYNTHETIC, ReadOnce.use(self)).use().end();
    method(ADDED, RENEW).renew();
    method(ADDED, ZERO).zero().end();
    method(ADDED, FORGET).call(self, ZERO, "()V").fresh(false).end();
    method(ADDED, DOUBT).fresh(false).end();
    method(ACC_STATIC, INITIALIZER).first();
    super.visitEnd();
  }

  private Code method(int access, String name) {
    MethodVisitor writer = super.visitMethod(access, name, "()V", null, null);
    writer.visitCode();
    return new Code(writer);
  }

  /** Writes the methods that are added. */
  private final class Code {
    private final MethodVisitor m;

    Code(MethodVisitor m) {
      this.m = m;
    }

    Code call(String owner, String name, String descriptor) {
      m.visitMethodInsn(INVOKESTATIC, owner, name, descriptor, false);
      return this;
    }

    /** Class files before Java 6 have none. */
    private void frame(int kind, int locals, Object[] local, int stacked, Object[] stack) {
      if (hasFrames) {
        m.visitFrame(kind, locals, local, stacked, stack);
      }
    }

    private Code superclass() {
      reset.superclass().ifPresent(type -> StaticUses.ask(m, parent, type));
      return this;
    }

    Code fresh(boolean value) {
      m.visitInsn(value ? ICONST_1 : ICONST_0);
      m.visitFieldInsn(PUTSTATIC, self, FRESH, "Z");
      return this;
    }

    Code serialFields() {
      if (namesSerialFields) {
        m.visitFieldInsn(GETSTATIC, self, NEW_SERIAL_FIELDS, SERIAL_TYPE);
        m.visitFieldInsn(PUTSTATIC, self, SERIAL_FIELDS, SERIAL_TYPE);
      }
      return this;
    }

    Code type() {
      if (namesClasses) {
        m.visitLdcInsn(Type.getObjectType(self));
        return this;
      }
      OwnLookup.push(m);
      String lookup = Type.getType(OwnLookup.DESCRIPTOR).getInternalName();
      m.visitMethodInsn(INVOKEVIRTUAL, lookup, "lookupClass", "()Ljava/lang/Class;", false);
      return this;
    }

    void end() {
      m.visitInsn(RETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    Code use() {
      Label fresh = new Label();
      m.visitFieldInsn(GETSTATIC, self, FRESH, "Z");
      m.visitJumpInsn(IFNE, fresh);
      call(self, RENEW, "()V");
      m.visitLabel(fresh);
      frame(F_SAME, 0, null, 0, null);
      return this;
    }

    Code zero() {
      for (Field field : emptied) {
        Type type = Type.getType(field.descriptor());
        m.visitInsn(
            switch (type.getSort()) {
              case Type.LONG -> LCONST_0;
              case Type.FLOAT -> FCONST_0;
              case Type.DOUBLE -> DCONST_0;
              case Type.OBJECT, Type.ARRAY -> ACONST_NULL;
              default -> ICONST_0;
            });
        m.visitFieldInsn(PUTSTATIC, self, field.name(), field.descriptor());
      }
      return this;
    }

    void renew() {
      Label start = new Label();
      Label keep = new Label();
      Label end = new Label();
      Label caught = new Label();
      type().call(READ_ONCE, "begin", "(Ljava/lang/Class;)I");
      m.visitVarInsn(ISTORE, 0);
      m.visitVarInsn(ILOAD, 0);
      m.visitJumpInsn(IFEQ, end);
      m.visitVarInsn(ILOAD, 0);
      m.visitInsn(ICONST_0 + ReadOnce.KEEP);
      m.visitJumpInsn(IF_ICMPEQ, keep);
      m.visitTryCatchBlock(start, keep, caught, "java/lang/Throwable");
      m.visitLabel(start);
      // What the superclass's initialiser writes here must stay.
      call(self, ZERO, "()V").superclass().call(self, INIT, "()V");
      m.visitLabel(keep);
      frame(F_APPEND, 1, new Object[] {INTEGER}, 0, null);
      fresh(true).type().call(READ_ONCE, "done", "(Ljava/lang/Class;)V");
      m.visitLabel(end);
      frame(F_SAME, 0, null, 0, null);
      m.visitInsn(RETURN);
      m.visitLabel(caught);
      frame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
      m.visitVarInsn(ASTORE, 1);
      type();
      m.visitVarInsn(ALOAD, 1);
      call(READ_ONCE, "failed", "(Ljava/lang/Class;Ljava/lang/Throwable;)Ljava/lang/Error;");
      m.visitInsn(ATHROW);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }

    void first() {
      Label start = new Label();
      Label end = new Label();
      Label caught = new Label();
      Label goesOn = new Label();
      Label told = new Label();
      OwnLookup.push(m);
      call(reset.registry(), "first", "(" + OwnLookup.DESCRIPTOR + ")Z");
      m.visitJumpInsn(IFNE, goesOn);
      m.visitInsn(RETURN);
      m.visitLabel(goesOn);
      frame(F_SAME, 0, null, 0, null);
      m.visitTryCatchBlock(start, end, caught, "java/lang/Throwable");
      m.visitLabel(start);
      superclass().call(self, INIT, "()V").serialFields();
      m.visitLabel(end);
      fresh(true).type().call(READ_ONCE, "done", "(Ljava/lang/Class;)V");
      m.visitInsn(RETURN);
      m.visitLabel(caught);
      frame(F_SAME1, 0, null, 1, new Object[] {"java/lang/Throwable"});
      m.visitVarInsn(ASTORE, 0);
      type();
      m.visitVarInsn(ALOAD, 0);
      call(reset.registry(), "failedFirst", "(Ljava/lang/Class;Ljava/lang/Throwable;)Z");
      m.visitJumpInsn(IFNE, told);
      m.visitVarInsn(ALOAD, 0);
      m.visitInsn(ATHROW);
      m.visitLabel(told);
      frame(F_APPEND, 1, new Object[] {"java/lang/Throwable"}, 0, null);
      m.visitInsn(RETURN);
      m.visitMaxs(0, 0);
      m.visitEnd();
    }
  }
}
