/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_INTERFACE;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNCHRONIZED;
import static org.objectweb.asm.Opcodes.ASM9;
import static org.objectweb.asm.Opcodes.V1_5;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;

/**
 * Reads the {@link ClassFacts} of one class file.
 *
 * <p>Obstacles are what the JVM or a compiler keeps of a class where no rewriting reaches it:
 * fields of interfaces, and those that serialisation reads, which must be final; what the bootstrap
 * of a call site or of a dynamic constant has computed, unless it is known to hold nothing of a
 * container; handles of fields. And finalizers: they run while the next container does.
 */
final class ClassFactsReader extends ClassVisitor {
  /** They link to code, and compute nothing from static state. */
  private static final Set<String> HARMLESS_BOOTSTRAPS =
      Set.of(
          "java/lang/invoke/LambdaMetafactory",
          "java/lang/invoke/StringConcatFactory",
          "java/lang/runtime/ObjectMethods");

  private static final String SERIAL_VERSION = "serialVersionUID";

  /** Fields that serialisation takes no notice of unless they are final. */
  private static final Set<String> SERIALISATION = Set.of(SERIAL_VERSION, "serialPersistentFields");

  private int access;
  private String name;
  private String superclass;
  private List<String> interfaces;
  private boolean hasInitializer;
  private boolean hasState;
  private boolean hasSerialVersion;
  private final Set<ClassFacts.Member> watched = new HashSet<>();
  private final Set<ClassFacts.Use> uses = new HashSet<>();
  private final Set<String> made = new HashSet<>();

  /** Methods by the members of their own class that they use. */
  private final Map<ClassFacts.Member, Set<ClassFacts.Member>> insideOf = new HashMap<>();

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
    uses.removeIf(use -> use.named().equals(name) && watched.contains(use.member()));
    made.remove(name);
    Set<ClassFacts.Member> inside = new HashSet<>();
    insideOf.forEach(
        (used, methods) -> {
          if (used.isField() || watched.contains(used)) {
            inside.addAll(methods);
          }
        });
    return new ClassFacts(
        access,
        name,
        superclass,
        interfaces,
        hasInitializer,
        hasState,
        Set.copyOf(watched),
        Set.copyOf(uses),
        Set.copyOf(made),
        Set.copyOf(inside),
        hasSerialVersion,
        Optional.ofNullable(obstacle));
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
    if ((version & 0xFFFF) < V1_5) {
      obstacle("is of a class file older than Java 5");
    }
  }

  @Override
  public FieldVisitor visitField(
      int access, String name, String descriptor, String signature, Object value) {
    if ((access & ACC_STATIC) != 0) {
      watched.add(new ClassFacts.Member(name, descriptor));
      hasSerialVersion |= name.equals(SERIAL_VERSION);
      hasState |= value == null;
      if (value == null && SERIALISATION.contains(name)) {
        obstacle("has a field " + name + " that is no constant");
      }
      if (value != null && (access & ACC_FINAL) == 0) {
        obstacle("has a field " + name + " with a constant that is not final");
      }
    }
    return null;
  }

  @Override
  public MethodVisitor visitMethod(
      int access, String name, String descriptor, String signature, String[] exceptions) {
    if (name.equals(InitializableAgain.INITIALIZER)) {
      hasInitializer = true;
      hasState = true;
      if ((this.access & ACC_INTERFACE) != 0) {
        obstacle("is an interface with an initialiser");
      }
    }
    if (name.equals("finalize") && descriptor.equals("()V")) {
      obstacle("has a finalizer");
    }
    ClassFacts.Member method = new ClassFacts.Member(name, descriptor);
    if ((access & ACC_STATIC) != 0 && (access & ACC_SYNCHRONIZED) != 0) {
      watched.add(method);
    }
    return StaticUses.in(new Body(), new Uses(method));
  }

  /** Notes what a method uses. */
  private final class Uses implements StaticUses.Questions {
    private final ClassFacts.Member user;

    Uses(ClassFacts.Member user) {
      this.user = user;
    }

    @Override
    public void field(MethodVisitor code, String named, String field, String descriptor) {
      add(ClassFacts.Use.of(named, field, descriptor));
    }

    @Override
    public void method(MethodVisitor code, String named, String method, String descriptor) {
      add(ClassFacts.Use.of(named, method, descriptor));
    }

    @Override
    public void made(MethodVisitor code, String type) {
      made.add(type);
    }

    private void add(ClassFacts.Use use) {
      uses.add(use);
      if (use.named().equals(name)) {
        insideOf.computeIfAbsent(use.member(), any -> new HashSet<>()).add(user);
      }
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
      if (!HARMLESS_BOOTSTRAPS.contains(bootstrap.getOwner())) {
        obstacle("has a call that " + bootstrap.getOwner().replace('/', '.') + " links");
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
