/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import static org.objectweb.asm.Opcodes.ACC_PUBLIC;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.hpcreuse.cleanup.initializer.StaticUses;
import org.hpcreuse.cleanup.initializer.SuperclassFirst;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Type;

/**
 * Rewrites classes of loaders that the user's code has made, so that they ask before they use its
 * static fields. What a name in them means is for their loader to say, so they ask at run time, by
 * the class itself.
 */
public final class ForeignClassRewriter {
  private final UserClasses classes;

  /** For the classes that others may use. */
  public ForeignClassRewriter(UserClasses classes) {
    this.classes = classes;
  }

  /**
   * The class file as it should be.
   *
   * @param files finds the files of the classes that it uses, by internal name; their superclasses
   *     and interfaces may be kept classes
   * @return null when nothing is to be changed
   */
  public byte[] rewrite(byte[] classFile, Function<String, Optional<byte[]>> files) {
    ClassFacts self = ClassFactsReader.read(classFile);
    Neighbours neighbours = new Neighbours(self, files);
    Set<ClassFacts.Use> asked = new HashSet<>();
    for (ClassFacts.Use use : self.uses()) {
      if (use.member().isField() && neighbours.mayBeKept(use.named(), use.member())) {
        asked.add(use);
      }
    }
    boolean asksAbove = self.isClass() && self.hasStaticCode() && neighbours.isBelowKept();
    if (asked.isEmpty() && !asksAbove && !self.hasFinalizer()) {
      return null;
    }
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassVisitor chain = writer;
    if (self.hasFinalizer()) {
      chain = new FinalizersOfOneContainer(chain, self.name());
    }
    if (asksAbove) {
      chain =
          new SuperclassFirst(
              chain,
              self.hasInitializer(),
              self.hasInitializer() || !LinkedUses.isLinked(reader)
                  ? LinkedUses::superclass
                  : LinkedUses::superclassOnce);
    }
    if (!asked.isEmpty()) {
      chain = new StaticUses(chain, LinkedUses.of(reader, asked, this::isHidden));
    }
    reader.accept(chain, 0);
    return writer.toByteArray();
  }

  /** Whether code of another loader cannot name a field's type, although it can read the field. */
  private boolean isHidden(String descriptor) {
    Type type = Type.getType(descriptor);
    Type element = type.getSort() == Type.ARRAY ? type.getElementType() : type;
    return element.getSort() == Type.OBJECT
        && classes
            .facts(element.getInternalName())
            .filter(facts -> (facts.access() & ACC_PUBLIC) == 0)
            .isPresent();
  }

  /** Nothing kept is above a class of the JDK. */
  private static boolean isOfJdk(String name) {
    return name == null
        || name.startsWith("java/")
        || name.startsWith("jdk/")
        || name.startsWith("sun/");
  }

  /** What is known of the classes that one class uses. */
  private final class Neighbours {
    private final ClassFacts self;
    private final Function<String, Optional<byte[]>> files;
    private final Map<String, Optional<ClassFacts>> known = new HashMap<>();

    Neighbours(ClassFacts self, Function<String, Optional<byte[]>> files) {
      this.self = self;
      this.files = files;
      known.put(self.name(), Optional.of(self));
    }

    /** Also when a class above has no file: it was made at run time, and may be of any kind. */
    boolean mayBeKept(String named, ClassFacts.Member member) {
      if (named.equals(self.name()) && self.watches(member)) {
        return false;
      }
      return mayBeKept(named, member, new HashSet<>());
    }

    /** A class that is its own ancestor is for the JVM to reject. */
    private boolean mayBeKept(String name, ClassFacts.Member member, Set<String> seen) {
      if (isOfJdk(name) || !seen.add(name)) {
        return false;
      }
      Optional<ClassFacts> kept = classes.facts(name);
      Optional<ClassFacts> found = kept.isPresent() ? kept : other(name);
      if (found.isEmpty()) {
        return true;
      }
      ClassFacts type = found.get();
      if (type.watches(member)) {
        return kept.isPresent();
      }
      return type.interfaces().stream().anyMatch(above -> mayBeKept(above, member, seen))
          || mayBeKept(type.superclass(), member, seen);
    }

    /** Whether a superclass may be a kept class with state; also when it has no file. */
    boolean isBelowKept() {
      Set<String> seen = new HashSet<>();
      String above = self.superclass();
      while (!isOfJdk(above) && seen.add(above)) {
        Optional<ClassFacts> kept = classes.facts(above);
        if (kept.isPresent()) {
          return classes.isAgain(above) || classes.superclass(kept.get()).isPresent();
        }
        Optional<ClassFacts> other = other(above);
        if (other.isEmpty()) {
          return true;
        }
        above = other.get().superclass();
      }
      return false;
    }

    private Optional<ClassFacts> other(String name) {
      if (!known.containsKey(name)) {
        known.put(name, files.apply(name).map(ClassFactsReader::read));
      }
      return known.get(name);
    }
  }
}
