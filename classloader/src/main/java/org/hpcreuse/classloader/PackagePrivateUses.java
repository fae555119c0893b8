/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Tells whether a container's classes do without what only classes of one package and one loader
 * share. A JVM takes classes of one package that two loaders have defined for classes of two
 * packages (JVM specification, 5.3): between them
 *
 * <ul>
 *   <li>classes and members without a modifier cannot be used;
 *   <li>protected members can be used only by subclasses, on objects of their own kind;
 *   <li>a method without a modifier is not overridden.
 * </ul>
 *
 * <p>The framework's own classes use none of the container's by name, since its loader does not see
 * them. What is only known at run time is not looked at: reflection without {@code setAccessible}.
 */
public final class PackagePrivateUses {
  private static final int NOT_PACKAGE_PRIVATE =
      Opcodes.ACC_PUBLIC | Opcodes.ACC_PROTECTED | Opcodes.ACC_PRIVATE;

  private final ClassFiles framework;
  private final ClassFiles own;
  private final Map<String, Optional<Facts>> known = new HashMap<>();

  /**
   * What is to be known of a class.
   *
   * @param isFrameworks whether the framework has it
   * @param members access flags by name and descriptor
   */
  private record Facts(
      String name,
      boolean isFrameworks,
      int access,
      String superName,
      List<String> interfaces,
      Map<String, Integer> members) {}

  /** A member, and the class that declares it. */
  private record Member(Facts owner, int access) {}

  /**
   * The border between two parts of a class path.
   *
   * @param framework finds classes of the framework
   * @param own finds classes of the entry in question
   */
  public PackagePrivateUses(ClassFiles framework, ClassFiles own) {
    this.framework = framework;
    this.own = own;
  }

  /**
   * The first use across the border that needs one loader.
   *
   * @param classes binary names of own classes that are in packages of the framework
   * @return empty when there is none
   */
  public Optional<String> crossing(Collection<String> classes) throws IOException {
    for (String name : classes) {
      Optional<byte[]> file = own.find(name);
      if (file.isEmpty()) {
        return Optional.of(name + " cannot be read");
      }
      Optional<String> found;
      try {
        found = crossing(file.get());
      } catch (RuntimeException e) {
        return Optional.of(name + " is no class file that can be read: " + e);
      }
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<String> crossing(byte[] classFile) throws IOException {
    Facts self = read(classFile, false);
    Optional<String> unknown = unknownAncestor(self);
    if (unknown.isPresent()) {
      return Optional.of(
          (self.name() + " inherits from " + unknown.get()).replace('/', '.')
              + ", which is not beside it");
    }
    UsesOfClasses uses = UsesOfClasses.of(classFile);
    for (String type : uses.types()) {
      Optional<Facts> used = facts(type);
      if (used.isPresent()
          && isAcross(self, used.get())
          && (used.get().access() & Opcodes.ACC_PUBLIC) == 0) {
        return Optional.of(said(self, "uses", type, "", used.get().access()));
      }
    }
    for (UsesOfClasses.Use use : uses.members()) {
      Optional<Member> member = resolve(use.owner(), use.member());
      if (member.isPresent()
          && isAcross(self, member.get().owner())
          && !isOpen(self, uses, use, member.get())) {
        String owner = member.get().owner().name();
        return Optional.of(said(self, "uses", owner, use.member(), member.get().access()));
      }
    }
    return overridden(self);
  }

  /** One that is in neither part: nobody knows what it inherits. */
  private Optional<String> unknownAncestor(Facts of) throws IOException {
    List<String> above = new ArrayList<>(of.interfaces());
    above.add(of.superName());
    for (String name : above) {
      if (name == null || name.startsWith("java/")) {
        continue;
      }
      Optional<Facts> facts = facts(name);
      Optional<String> unknown = facts.isEmpty() ? Optional.of(name) : unknownAncestor(facts.get());
      if (unknown.isPresent() && !of.isFrameworks()) {
        return unknown;
      }
    }
    return Optional.empty();
  }

  private static boolean isAcross(Facts self, Facts other) {
    return other.isFrameworks() && packageOf(self.name()).equals(packageOf(other.name()));
  }

  /** Whether a class may use a member from another package. */
  private boolean isOpen(Facts self, UsesOfClasses uses, UsesOfClasses.Use use, Member member)
      throws IOException {
    if ((member.access() & Opcodes.ACC_PROTECTED) == 0) {
      return (member.access() & Opcodes.ACC_PUBLIC) != 0;
    }
    boolean isOnOwnKind =
        (member.access() & Opcodes.ACC_STATIC) != 0
            || isOnSuper(uses, use)
            || use.owner().equals(self.name());
    return isOnOwnKind && isSubclass(self, member.owner().name());
  }

  /** A constructor is called on a new object, or first of all on the own one. */
  private static boolean isOnSuper(UsesOfClasses uses, UsesOfClasses.Use use) {
    return use.isSpecial() && !(use.member().startsWith("<init>") && uses.creates(use.owner()));
  }

  /** Methods without a modifier that a subclass of the same package would override. */
  private Optional<String> overridden(Facts self) throws IOException {
    Optional<Facts> at = facts(self.superName());
    while (at.isPresent()) {
      Facts above = at.get();
      for (Map.Entry<String, Integer> member : above.members().entrySet()) {
        boolean isInherited =
            (member.getValue() & (NOT_PACKAGE_PRIVATE | Opcodes.ACC_STATIC)) == 0
                && member.getKey().indexOf('(') > 0
                && !member.getKey().startsWith("<");
        if (isInherited && isAcross(self, above) && self.members().containsKey(member.getKey())) {
          return Optional.of(
              said(self, "overrides", above.name(), member.getKey(), member.getValue()));
        }
      }
      at = facts(above.superName());
    }
    return Optional.empty();
  }

  private boolean isSubclass(Facts self, String ancestor) throws IOException {
    for (Optional<Facts> at = Optional.of(self); at.isPresent(); at = facts(at.get().superName())) {
      if (at.get().name().equals(ancestor)) {
        return true;
      }
    }
    return false;
  }

  /** The member that a class names; empty when it is the JDK's, another library's or nobody's. */
  private Optional<Member> resolve(String owner, String member) throws IOException {
    Optional<Facts> facts = facts(owner);
    if (facts.isEmpty()) {
      return Optional.empty();
    }
    Integer access = facts.get().members().get(member);
    if (access != null) {
      return Optional.of(new Member(facts.get(), access));
    }
    Optional<Member> found = resolve(facts.get().superName(), member);
    for (String type : facts.get().interfaces()) {
      found = found.isPresent() ? found : resolve(type, member);
    }
    return found;
  }

  /** Of the container's or the framework's classes; a container's comes second, as its loader's. */
  private Optional<Facts> facts(String internalName) throws IOException {
    if (internalName == null) {
      return Optional.empty();
    }
    Optional<Facts> facts = known.get(internalName);
    if (facts == null) {
      String name = internalName.replace('/', '.');
      Optional<byte[]> theirs = framework.find(name);
      Optional<byte[]> ours = theirs.isPresent() ? Optional.empty() : own.find(name);
      facts =
          theirs.isPresent()
              ? Optional.of(read(theirs.get(), true))
              : ours.map(file -> read(file, false));
      known.put(internalName, facts);
    }
    return facts;
  }

  private static Facts read(byte[] classFile, boolean isFrameworks) {
    ClassReader reader = new ClassReader(classFile);
    Map<String, Integer> members = new HashMap<>();
    reader.accept(
        new ClassVisitor(Opcodes.ASM9) {
          @Override
          public FieldVisitor visitField(
              int access, String name, String descriptor, String signature, Object value) {
            members.put(name + ":" + descriptor, access);
            return null;
          }

          @Override
          public MethodVisitor visitMethod(
              int access, String name, String descriptor, String signature, String[] thrown) {
            members.put(name + descriptor, access);
            return null;
          }
        },
        ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new Facts(
        reader.getClassName(),
        isFrameworks,
        reader.getAccess(),
        reader.getSuperName(),
        List.of(reader.getInterfaces()),
        members);
  }

  private static String packageOf(String internalName) {
    return internalName.substring(0, Math.max(0, internalName.lastIndexOf('/')));
  }

  private static String said(Facts self, String verb, String owner, String member, int access) {
    String kind = (access & Opcodes.ACC_PROTECTED) == 0 ? "package-private " : "protected ";
    String what = member.isEmpty() ? owner : owner + '.' + member;
    return self.name().replace('/', '.') + ' ' + verb + ' ' + kind + what.replace('/', '.');
  }
}
