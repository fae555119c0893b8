/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_ENUM;
import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_NATIVE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNCHRONIZED;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.hpcreuse.cleanup.initializer.SuperclassFirst;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.CodeSizeEvaluator;

/**
 * Reads the {@link ClassFacts} of one class file.
 *
 * <p>Obstacles are what the JVM or a compiler keeps of a class where no rewriting reaches it:
 * fields that serialisation reads, which must be final; what the bootstrap of a dynamic constant
 * has computed; handles of fields.
 */
final class ClassFactsReader extends ClassVisitor {
  /** Bytes of an instruction that asks another class. */
  private static final int ASK = 3;

  /** What a method may have (JVMS 4.7.3), less what is added at the head of one. */
  private static final int MOST_CODE = 0xFFFF - 64;

  /** Fields that serialisation takes no notice of unless they are final. */
  private static final Set<String> SERIALISATION =
      Set.of(ClassFacts.SERIAL_VERSION, "serialPersistentFields");

  /** Descriptors of the types that {@link java.lang.reflect.Field#getLong} can read. */
  private static final Set<String> VERSION_TYPES = Set.of("B", "C", "S", "I", "J");

  private int access;
  private String name;
  private String superclass;
  private List<String> interfaces;
  private boolean hasInitializer;
  private boolean hasStaticCode;
  private boolean hasState;
  private boolean hasSerialVersion;

  /** Whether serialisation computes a version all the same; there is no room for another field. */
  private boolean isVersionComputed;

  private boolean hasFinalizer;
  private boolean isLinkedAgain;
  private final Set<ClassFacts.Member> watched = new HashSet<>();
  private final Set<ClassFacts.Use> uses = new HashSet<>();
  private final Set<String> made = new HashSet<>();

  private final Set<ClassFacts.Member> large = new HashSet<>();
  private String obstacle;

  private ClassFactsReader() {
    super(ASM9);
  }

  /** The facts of a class file. */
  static ClassFacts read(byte[] classFile) {
    ClassFactsReader reader = new ClassFactsReader();
    new ClassReader(classFile).accept(reader, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return reader.facts();
  }

  private ClassFacts facts() {
    if (!isInterface()) {
      uses.removeIf(use -> use.named().equals(name) && watched.contains(use.member()));
    }
    made.remove(name);
    if (isVersionComputed && mayGetMembers()) {
      obstacle("has a field " + ClassFacts.SERIAL_VERSION + " that is no version");
    }
    return new ClassFacts(
        access,
        name,
        superclass,
        interfaces,
        hasInitializer,
        hasStaticCode,
        hasState,
        Set.copyOf(watched),
        Set.copyOf(uses),
        Set.copyOf(made),
        Set.copyOf(large),
        hasSerialVersion,
        hasFinalizer,
        isLinkedAgain,
        Optional.ofNullable(obstacle));
  }

  /** Whether members may be added to it that count in a version: for its state, or one above. */
  private boolean mayGetMembers() {
    return (access & ACC_ENUM) == 0 && (hasState || !"java/lang/Object".equals(superclass));
  }

  private boolean isInterface() {
    return (access & ACC_INTERFACE) != 0;
  }

  private void obstacle(String what) {
    if (obstacle == null) {
      obstacle = name.replace('/', '.') + " " + what;
    }
  }

  @Override
  public void visit(
      int version, int access, String name, String signature, String superName, String[] types) {
    this.access = access;
    this.name = name;
    superclass = superName;
    interfaces = List.of(types);
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    if ((access & ACC_STATIC) != 0) {
      watched.add(new ClassFacts.Member(name, descriptor));
      hasState |= value == null;
      if (value == null && SERIALISATION.contains(name)) {
        obstacle("has a field " + name + " that is no constant");
      }
      if (value != null && (access & ACC_FINAL) == 0) {
        obstacle("has a field " + name + " with a constant that is not final");
      }
    }
    if (name.equals(ClassFacts.SERIAL_VERSION)) {
      hasSerialVersion = true;
      isVersionComputed |= (access & ACC_STATIC) == 0 || !VERSION_TYPES.contains(descriptor);
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (name.equals(InitializableAgain.INITIALIZER)) {
      hasInitializer = true;
      hasState = true;
    }
    if (!isInterface() && FinalizersOfOneContainer.isFinalizer(access, name, descriptor)) {
      hasFinalizer = true;
      if ((access & ACC_NATIVE) != 0) {
        obstacle("has a native finalizer");
      }
    }
    if ((access & ACC_STATIC) != 0 && (access & (ACC_SYNCHRONIZED | ACC_NATIVE)) != 0) {
      watched.add(new ClassFacts.Member(name, descriptor));
    }
    hasStaticCode |= SuperclassFirst.isStaticCode(access);
    Uses asked = new Uses();
    return new CodeSizeEvaluator(ASM9, StaticUses.in(new Body(), asked)) {
      @Override
      public void visitEnd() {
        super.visitEnd();
        if (getMaxSize() + ASK * asked.count > MOST_CODE) {
          large.add(new ClassFacts.Member(name, descriptor));
        }
      }
    };
  }

  /** Notes what code uses. */
  private final class Uses implements StaticUses.Questions {
    private int count;

    @Override
    public void field(MethodVisitor code, String named, String field, String descriptor) {
      count++;
      uses.add(ClassFacts.Use.of(named, field, descriptor));
    }

    @Override
    public void method(MethodVisitor code, String named, String method, String descriptor) {
      count++;
      uses.add(ClassFacts.Use.of(named, method, descriptor));
    }

    @Override
    public void made(MethodVisitor code, String type) {
      count++;
      made.add(type);
    }
  }

  /** Looks for obstacles in code. */
  private final class Body extends MethodVisitor {
    Body() {
      super(ASM9);
    }

    @Override
    public void visitInvokeDynamicInsn(
        String method, String descriptor, Handle bootstrap, Object... arguments) {
      if (LinkedAgain.isAgain(bootstrap)) {
        isLinkedAgain = true;
        LinkedAgain.obstacle(descriptor, arguments).ifPresent(ClassFactsReader.this::obstacle);
      }
      Arrays.asList(arguments).forEach(this::constant);
    }

    @Override
    public void visitLdcInsn(Object value) {
      constant(value);
    }

    private void constant(Object value) {
      if (value instanceof ConstantDynamic) {
        obstacle("has a dynamic constant");
      } else if (StaticUses.isFieldHandle(value)) {
        obstacle("has a method handle of a static field");
      }
    }
  }
}
