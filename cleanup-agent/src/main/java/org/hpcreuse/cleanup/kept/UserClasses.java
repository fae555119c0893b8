/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The classes that one loader defines from its class path, by their files. Thread-safe. */
final class UserClasses {
  private final Function<String, Optional<byte[]>> files;
  private final Map<String, Optional<ClassFacts>> facts = new ConcurrentHashMap<>();

  /**
   * Knows the classes of a loader.
   *
   * @param files finds the file that the loader would define a class from, by internal name; empty
   *     for a class that another loader has
   */
  UserClasses(Function<String, Optional<byte[]>> files) {
    this.files = files;
  }

  /** The file of a class; empty when it is none of this loader. */
  Optional<byte[]> file(String name) {
    return files.apply(name);
  }

  /** What the file of a class says; empty when it is none of this loader. */
  Optional<ClassFacts> facts(String name) {
    Optional<ClassFacts> known = facts.get(name);
    if (known == null) {
      known = files.apply(name).map(ClassFactsReader::read);
      facts.put(name, known);
    }
    return known;
  }

  /**
   * What the file of a class of this loader says.
   *
   * @param file the one that {@link #file} has found
   */
  ClassFacts facts(String name, byte[] file) {
    Optional<ClassFacts> known = facts.getOrDefault(name, Optional.empty());
    if (known.isEmpty()) {
      known = Optional.of(ClassFactsReader.read(file));
      facts.put(name, known);
    }
    return known.get();
  }

  /** Whether a class has something to initialise: its own state, or that of a superclass. */
  boolean hasState(String name) {
    Set<String> seen = new HashSet<>();
    Optional<ClassFacts> at = find(name);
    while (at.isPresent() && seen.add(at.get().name())) {
      if (at.get().hasState()) {
        return true;
      }
      at = find(at.get().superclass());
    }
    return false;
  }

  private Optional<ClassFacts> find(String name) {
    return name == null ? Optional.empty() : facts(name);
  }

  /**
   * The class that declares a static field, as JVMS 5.4.3.2 looks for it: the class itself, its
   * superinterfaces, its superclass.
   *
   * @return internal name; empty when the field is of none of this loader's classes
   */
  Optional<String> declaring(ClassFacts.Use use) {
    return declaring(use.named(), use.field(), new HashSet<>());
  }

  /** A class that is its own ancestor is for the JVM to reject. */
  private Optional<String> declaring(String name, ClassFacts.Member field, Set<String> seen) {
    Optional<ClassFacts> found = find(name);
    if (found.isEmpty() || !seen.add(name)) {
      return Optional.empty();
    }
    ClassFacts type = found.get();
    if (type.declares(field)) {
      return Optional.of(name);
    }
    List<String> next = new ArrayList<>(type.interfaces());
    next.add(type.superclass());
    return next.stream()
        .map(above -> declaring(above, field, seen))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
