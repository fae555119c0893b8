/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode.rewriting;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The classes that one loader defines from its class path, by their files. Thread-safe. */
public final class UserClasses {
  private final Function<String, Optional<byte[]>> files;
  private final Map<String, Optional<ClassFacts>> facts = new ConcurrentHashMap<>();

  /**
   * Knows the classes of a loader.
   *
   * @param files finds the file that the loader would define a class from, by internal name; empty
   *     for a class that another loader has
   */
  public UserClasses(Function<String, Optional<byte[]>> files) {
    this.files = files;
  }

  /** The file of a class, or what it would be; empty when it is none of this loader. */
  public Optional<byte[]> file(String name) {
    if (!Companion.isOne(name)) {
      return files.apply(name);
    }
    String owner = Companion.interfaceOf(name);
    return hasCompanion(owner) ? files.apply(owner).map(Companion::make) : Optional.empty();
  }

  /** Whether a class is an interface whose state is in a {@link Companion}. */
  boolean hasCompanion(String name) {
    return !Companion.isOne(name)
        && facts(name)
            .filter(type -> !type.isClass() && type.hasInitializer() && type.obstacle().isEmpty())
            .isPresent();
  }

  /** Whether a class or companion declares a static field; by internal name. */
  public boolean declares(String name, ClassFacts.Member field) {
    return facts(name).filter(type -> type.watches(field)).isPresent();
  }

  /** The static fields that a class or companion declares, by internal name; none for others. */
  public Set<ClassFacts.Member> staticFields(String name) {
    return facts(name).map(ClassFacts::staticFields).orElse(Set.of());
  }

  /** What the file of a class says; empty when it is none of this loader. */
  Optional<ClassFacts> facts(String name) {
    Optional<ClassFacts> known = facts.get(name);
    if (known == null) {
      known = read(name);
      facts.put(name, known);
    }
    return known;
  }

  private Optional<ClassFacts> read(String name) {
    try {
      return file(name).map(file -> read(name, file));
    } catch (UncheckedIOException e) {
      return Optional.of(ClassFacts.unreadable(name, e));
    }
  }

  /** ASM throws several kinds of exceptions for a file that it cannot read. */
  private static ClassFacts read(String name, byte[] file) {
    try {
      return ClassFactsReader.read(file);
    } catch (RuntimeException e) {
      return ClassFacts.unreadable(name, e);
    }
  }

  /**
   * What the file of a class of this loader says.
   *
   * @param file the one that {@link #file} has found
   */
  public ClassFacts facts(String name, byte[] file) {
    Optional<ClassFacts> known = facts.getOrDefault(name, Optional.empty());
    if (known.isEmpty()) {
      known = Optional.of(read(name, file));
      facts.put(name, known);
    }
    return known.get();
  }

  /** Whether a class is rewritten so that it can be initialised again. */
  public boolean isAgain(String name) {
    return facts(name).filter(type -> type.isClass() && type.obstacle().isEmpty()).isPresent()
        && hasState(name);
  }

  /** The nearest superclass that {@link #isAgain}. */
  Optional<String> superclass(ClassFacts type) {
    Set<String> seen = new HashSet<>();
    Optional<ClassFacts> at = find(type.superclass());
    while (at.isPresent() && seen.add(at.get().name())) {
      if (isAgain(at.get().name())) {
        return Optional.of(at.get().name());
      }
      at = find(at.get().superclass());
    }
    return Optional.empty();
  }

  /** Whether a class has something to initialise: its own state, or that of a superclass. */
  private boolean hasState(String name) {
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
   * The class that its users must ask before they use a static member: the one that declares it, as
   * JVMS 5.4.3.2 looks for it: the class itself, its superinterfaces, its superclass.
   *
   * @return internal name, that of the companion for an interface's field; empty when the member is
   *     of no class that {@link #isAgain}, or asks for itself
   */
  Optional<String> asked(ClassFacts.Use use) {
    return declaring(use.named(), use.member(), new HashSet<>())
        .map(owner -> holderOf(use.member(), owner))
        .filter(this::isAgain);
  }

  /** Constants stay in the interface. */
  private String holderOf(ClassFacts.Member member, String owner) {
    if (!hasCompanion(owner)) {
      return owner;
    }
    String companion = Companion.of(owner);
    return declares(companion, member) ? companion : owner;
  }

  /** A class that is its own ancestor is for the JVM to reject. */
  private Optional<String> declaring(String name, ClassFacts.Member member, Set<String> seen) {
    Optional<ClassFacts> found = find(name);
    if (found.isEmpty() || !seen.add(name)) {
      return Optional.empty();
    }
    ClassFacts type = found.get();
    if (type.watches(member)) {
      return Optional.of(name);
    }
    List<String> next = new ArrayList<>(type.interfaces());
    next.add(type.superclass());
    return next.stream()
        .map(above -> declaring(above, member, seen))
        .flatMap(Optional::stream)
        .findFirst();
  }
}
