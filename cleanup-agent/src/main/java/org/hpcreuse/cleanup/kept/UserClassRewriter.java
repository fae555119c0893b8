/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.hpcreuse.cleanup.initializer.FieldUses;
import org.hpcreuse.cleanup.initializer.InitializableAgain;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
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
   * The class file as it should be.
   *
   * @return null when nothing is to be changed
   */
  byte[] rewrite(ClassFacts facts, byte[] classFile) {
    boolean again = classes.hasState(facts.name());
    Map<ClassFacts.Use, String> owners = owners(facts);
    if (!again && owners.isEmpty()) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor chain = writer;
    if (again) {
      Optional<String> superclass =
          Optional.ofNullable(facts.superclass()).filter(classes::hasState);
      chain = new InitializableAgain(chain, new UserReset(facts, superclass));
      if (facts.needsSerialVersion()) {
        chain = new SerialVersionUIDAdder(chain);
      }
    }
    if (!owners.isEmpty()) {
      chain =
          new FieldUses(
              chain,
              (named, field, descriptor) ->
                  owners.get(new ClassFacts.Use(named, new ClassFacts.Member(field, descriptor))));
    }
    reader.accept(chain, 0);
    return writer.toByteArray();
  }

  private Map<ClassFacts.Use, String> owners(ClassFacts facts) {
    Map<ClassFacts.Use, String> owners = new HashMap<>();
    for (ClassFacts.Use use : facts.uses()) {
      classes
          .declaring(use)
          .filter(owner -> !owner.equals(facts.name()) && classes.hasState(owner))
          .filter(owner -> classes.facts(owner).orElseThrow().isClass())
          .ifPresent(owner -> owners.put(use, owner));
    }
    return owners;
  }
}
