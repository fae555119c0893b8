/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
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
final class UserClassRewriter {
  private final UserClasses classes;

  UserClassRewriter(UserClasses classes) {
    this.classes = classes;
  }

  /**
   * The class file as it should be. A class that cannot be initialised again asks others all the
   * same: the container that has loaded it may not be the first to use them.
   *
   * @return null when nothing is to be changed
   */
  byte[] rewrite(ClassFacts facts, byte[] classFile) {
    return rewrite(facts, classFile, classes.isAgain(facts.name()), false);
  }

  /**
   * A class file that is not the one of the class path as it should be: others may take the class
   * for one that can be initialised again.
   *
   * @return null when nothing is to be changed
   */
  byte[] rewriteUnlikeItsFile(byte[] classFile) {
    ClassFacts facts = ClassFactsReader.read(classFile);
    return rewrite(facts, classFile, false, classes.isAgain(facts.name()));
  }

  private byte[] rewrite(ClassFacts facts, byte[] classFile, boolean again, boolean isAsked) {
    Asked asked = new Asked(askedFor(facts), made(facts));
    Optional<String> superclass = classes.superclass(facts);
    if (!again && !isAsked && superclass.isEmpty() && asked.isNothing()) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor chain = writer;
    if (again) {
      chain = new InitializableAgain(chain, new UserReset(facts, superclass));
    } else if (isAsked) {
      chain = new InitializedOnce(chain, facts.name());
    }
    if ((again || isAsked) && facts.needsSerialVersion()) {
      chain = new SerialVersionUIDAdder(chain);
    }
    if (!again && superclass.isPresent()) {
      chain =
          new SuperclassFirst(chain, facts.superclass(), superclass.get(), facts.hasInitializer());
    }
    if (!asked.isNothing()) {
      chain = new StaticUses(chain, asked);
    }
    reader.accept(chain, 0);
    return writer.toByteArray();
  }

  /** Whom the code of a class must ask, by what it uses. */
  private Map<ClassFacts.Use, String> askedFor(ClassFacts facts) {
    Map<ClassFacts.Use, String> owners = new HashMap<>();
    facts.uses().forEach(use -> classes.asked(use).ifPresent(owner -> owners.put(use, owner)));
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
        StaticUses.ask(code, named, owner);
      }
    }

    @Override
    public void made(MethodVisitor code, String type) {
      if (made.contains(type)) {
        StaticUses.ask(code, type, type);
      }
    }
  }
}
