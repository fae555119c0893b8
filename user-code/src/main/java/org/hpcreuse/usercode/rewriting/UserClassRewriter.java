/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_FINAL;
import static org.objectweb.asm.Opcodes.ACC_PUBLIC;
import static org.objectweb.asm.Opcodes.ACC_STATIC;
import static org.objectweb.asm.Opcodes.ACC_SYNTHETIC;
import static org.objectweb.asm.Opcodes.ASM9;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.hpcreuse.cleanup.initializer.CodeAtHead;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.hpcreuse.cleanup.initializer.InitializedOnce;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.hpcreuse.cleanup.initializer.SuperclassFirst;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.commons.SerialVersionUIDAdder;

/**
 * Rewrites the classes of a user so that each container initialises them for itself, in the order
 * and at the moment in which a new JVM would.
 */
public final class UserClassRewriter {
  private final UserClasses classes;

  /** For the classes of one loader. */
  public UserClassRewriter(UserClasses classes) {
    this.classes = classes;
  }

  /**
   * The class file as it should be. A class that cannot be initialised again asks others all the
   * same: the container that has loaded it may not be the first to use them.
   *
   * @return null when nothing is to be changed
   */
  public byte[] rewrite(ClassFacts facts, byte[] classFile) {
    if (classes.isAgain(facts.name())) {
      UserReset reset = new UserReset(classes.superclass(facts));
      UnaryOperator<ClassVisitor> again =
          next -> new OwnUses(new InitializableAgain(next, reset), facts);
      return rewrite(facts, classFile, Optional.of(again), Optional.empty(), facts.uses());
    }
    Optional<UnaryOperator<ClassVisitor>> shell =
        classes.hasCompanion(facts.name())
            ? Optional.of(next -> new InterfaceInitializer(next, Companion.of(facts.name())))
            : Optional.empty();
    return rewrite(facts, classFile, shell, classes.superclass(facts), facts.uses());
  }

  /**
   * A class file that is not the one of the class path as it should be: others may take the class
   * for one that can be initialised again.
   *
   * @return null when nothing is to be changed
   */
  public byte[] rewriteUnlikeItsFile(byte[] classFile) {
    ClassFacts facts = ClassFactsReader.read(classFile);
    Set<ClassFacts.Use> uses = facts.uses();
    if (classes.hasCompanion(facts.name())) {
      uses =
          uses.stream()
              .filter(use -> !use.named().equals(facts.name()))
              .collect(Collectors.toSet());
    }
    return rewrite(facts, classFile, shellForOthers(facts.name()), classes.superclass(facts), uses);
  }

  /**
   * A class file as others may take it to be, when it cannot be rewritten whole: it asks nobody.
   *
   * @return null when nothing is to be changed
   */
  public byte[] rewriteForOthers(byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    return shellForOthers(reader.getClassName())
        .map(
            shell -> {
              ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
              reader.accept(shell.apply(writer), 0);
              return writer.toByteArray();
            })
        .orElse(null);
  }

  /** What others take a class to have that the JVM itself initialises; empty for nothing. */
  private Optional<UnaryOperator<ClassVisitor>> shellForOthers(String name) {
    if (classes.isAgain(name)) {
      return Optional.of(next -> new InitializedOnce(next, name));
    }
    if (!classes.hasCompanion(name)) {
      return Optional.empty();
    }
    ClassFacts companion = classes.facts(Companion.of(name)).orElseThrow();
    return Optional.of(next -> new ChangedInterfaceRewriter(next, companion));
  }

  /**
   * @param shell what is changed about its initialiser
   * @param superclass the one that its initialiser must ask
   * @param uses those before which its code asks
   */
  private byte[] rewrite(
      ClassFacts facts,
      byte[] classFile,
      Optional<UnaryOperator<ClassVisitor>> shell,
      Optional<String> superclass,
      Set<ClassFacts.Use> uses) {
    Asked asked = new Asked(owners(uses), made(facts));
    if (shell.isEmpty()
        && superclass.isEmpty()
        && asked.isNothing()
        && !facts.hasFinalizer()
        && !facts.isLinkedAgain()) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor chain = facts.isLinkedAgain() ? new LinkedAgain(writer) : writer;
    if (facts.hasFinalizer()) {
      chain = new FinalizersOfOneContainer(chain, facts.name());
    }
    if (shell.isPresent()) {
      chain = shell.get().apply(chain);
      chain = facts.needsSerialVersion() ? new SerialVersion(chain, !facts.isClass()) : chain;
    }
    if (superclass.isPresent()) {
      chain =
          new SuperclassFirst(
              chain,
              facts.hasInitializer(),
              code -> StaticUses.ask(code, facts.superclass(), superclass.get()));
    }
    if (!asked.isNothing()) {
      chain = new Uses(chain, facts.large(), asked);
    }
    reader.accept(chain, 0);
    return writer.toByteArray();
  }

  /** Whom the code of a class must ask, by what it uses. */
  private Map<ClassFacts.Use, String> owners(Set<ClassFacts.Use> uses) {
    Map<ClassFacts.Use, String> owners = new HashMap<>();
    uses.forEach(use -> classes.asked(use).ifPresent(owner -> owners.put(use, owner)));
    return owners;
  }

  private Set<String> made(ClassFacts facts) {
    return facts.made().stream().filter(classes::isAgain).collect(Collectors.toSet());
  }

  /**
   * @param owners the class that has a member, by how code names it
   * @param made internal names
   */
  private record Asked(Map<ClassFacts.Use, String> owners, Set<String> made)
      implements StaticUses.Questions {
    boolean isNothing() {
      return owners.isEmpty() && made.isEmpty();
    }

    @Override
    public void field(MethodVisitor code, String named, String field, String descriptor) {
      before(code, named, ClassFacts.Use.of(named, field, descriptor));
    }

    @Override
    public void method(MethodVisitor code, String named, String method, String descriptor) {
      before(code, named, ClassFacts.Use.of(named, method, descriptor));
    }

    private void before(MethodVisitor code, String named, ClassFacts.Use use) {
      String owner = owners.get(use);
      if (owner != null) {
        StaticUses.ask(code, Companion.isOne(owner) ? owner : named, owner);
      }
    }

    @Override
    public String owner(String named, String field, String descriptor) {
      String owner = owners.get(ClassFacts.Use.of(named, field, descriptor));
      return owner != null && Companion.isOne(owner) ? owner : named;
    }

    /** Asks all of them. */
    void all(MethodVisitor code) {
      Map<String, String> named = new TreeMap<>();
      owners.forEach(
          (use, owner) -> named.put(owner, Companion.isOne(owner) ? owner : use.named()));
      made.forEach(type -> named.put(type, type));
      named.forEach((owner, by) -> StaticUses.ask(code, by, owner));
    }

    @Override
    public void made(MethodVisitor code, String type) {
      if (made.contains(type)) {
        StaticUses.ask(code, type, type);
      }
    }
  }

  /**
   * Has methods ask before each use, or at their head where they have no room for more: other
   * classes are then initialised too early, which is better than not at all.
   */
  private static final class Uses extends ClassVisitor {
    private final Set<ClassFacts.Member> large;
    private final Asked asked;

    Uses(ClassVisitor next, Set<ClassFacts.Member> large, Asked asked) {
      super(ASM9, next);
      this.large = large;
      this.asked = asked;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      if (next == null || !large.contains(new ClassFacts.Member(name, descriptor))) {
        return next == null ? null : StaticUses.in(next, asked);
      }
      return new CodeAtHead(StaticUses.in(next, new Owners(asked)), asked::all);
    }
  }

  /** Names companions, and asks nobody. */
  private record Owners(Asked asked) implements StaticUses.Questions {
    @Override
    public void field(MethodVisitor code, String named, String field, String descriptor) {}

    @Override
    public String owner(String named, String field, String descriptor) {
      return asked.owner(named, field, descriptor);
    }
  }

  /**
   * Has methods of objects ask before each use of their own class's static members: an object that
   * was deserialised was made by no constructor. Not at their head: the JVM lets a thread run them
   * while another one runs the initialiser, which may wait for that thread.
   */
  private static final class OwnUses extends ClassVisitor implements StaticUses.Questions {
    private final ClassFacts facts;

    /**
     * For a class that can be initialised again.
     *
     * @param next receives it
     */
    OwnUses(ClassVisitor next, ClassFacts facts) {
      super(ASM9, next);
      this.facts = facts;
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      return ClassFacts.isEntry(access, name) ? next : StaticUses.in(next, this);
    }

    @Override
    public void field(MethodVisitor code, String named, String field, String descriptor) {
      ask(code, named, new ClassFacts.Member(field, descriptor));
    }

    @Override
    public void method(MethodVisitor code, String named, String method, String descriptor) {
      ask(code, named, new ClassFacts.Member(method, descriptor));
    }

    private void ask(MethodVisitor code, String named, ClassFacts.Member member) {
      if (named.equals(facts.name()) && facts.watches(member)) {
        StaticUses.ask(code, named, named);
      }
    }
  }

  /**
   * Adds the serialVersionUID that the JVM would compute from the original class file. Programs
   * that look at fields by reflection often pass over synthetic ones.
   */
  private static final class SerialVersion extends SerialVersionUIDAdder {
    private final int access;

    /**
     * For a class or interface without one.
     *
     * @param next receives it
     * @param isInterface whether its fields must be public
     */
    SerialVersion(ClassVisitor next, boolean isInterface) {
      super(ASM9, next);
      access = ACC_STATIC | ACC_FINAL | ACC_SYNTHETIC | (isInterface ? ACC_PUBLIC : 0);
    }

    @Override
    protected void addSVUID(long version) {
      super.visitField(access, ClassFacts.SERIAL_VERSION, "J", null, version).visitEnd();
    }
  }
}
