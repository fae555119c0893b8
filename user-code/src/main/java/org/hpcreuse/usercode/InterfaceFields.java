/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.cleanup.boot.kept.KeptFields;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.usercode.rewriting.ClassFacts;
import org.hpcreuse.usercode.rewriting.Companion;
import org.hpcreuse.usercode.rewriting.UserClasses;

/**
 * The fields of interfaces whose state is in a {@link Companion}. They have the companion's values
 * once it is initialised: reflection reads them, and so does code that nobody has rewritten.
 * Threads of a container call this; the slot empties the fields while none runs.
 *
 * <p>Each field is looked up alone: the type of another one may be missing.
 */
final class InterfaceFields implements KeptFields {
  private final UserClasses classes;

  /** By interface; empty for one that has no companion. */
  private final Map<Class<?>, Optional<Class<?>>> companions = new ConcurrentHashMap<>();

  /** By companion. */
  private final Map<Class<?>, Set<InterfaceField>> fields = new ConcurrentHashMap<>();

  /** Interfaces whose fields have the last values of this container. */
  private final Set<Class<?>> complete = ConcurrentHashMap.newKeySet();

  InterfaceFields(UserClasses classes) {
    this.classes = classes;
  }

  @Override
  public boolean declares(Class<?> type, String field, String descriptor) {
    return classes.declares(name(type), new ClassFacts.Member(field, descriptor));
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  @Override
  public void use(Class<?> type) {
    if (complete.contains(type)) {
      return;
    }
    Optional<Class<?>> companion = companion(type);
    if (companion.isPresent()) {
      KeptClasses.used(companion.get());
      if (!complete.contains(type)) {
        copy(type, companion.get()); // this thread runs the initialiser
      }
    }
  }

  /** A companion that is found is initialised. Any thread may look. */
  private Optional<Class<?>> companion(Class<?> type) {
    Optional<Class<?>> known = companions.get(type);
    if (known == null) {
      known = findCompanion(type);
      companions.put(type, known);
    }
    return known;
  }

  private static Optional<Class<?>> findCompanion(Class<?> type) {
    try {
      return Optional.of(Class.forName(Companion.of(type.getName()), true, type.getClassLoader()));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  @Override
  public void initialized(Class<?> companion) {
    String name = Companion.interfaceOf(companion.getName());
    try {
      Class<?> type = Class.forName(name, false, companion.getClassLoader());
      copy(type, companion);
      complete.add(type);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("no interface for " + companion, e);
    }
  }

  private void copy(Class<?> type, Class<?> companion) {
    fieldsOf(type, companion).forEach(InterfaceField::copy);
  }

  private Set<InterfaceField> fieldsOf(Class<?> type, Class<?> companion) {
    Set<InterfaceField> known = fields.get(companion);
    if (known == null) {
      known = InterfaceField.of(type, companion, classes.staticFields(name(companion)));
      fields.put(companion, known);
    }
    return known;
  }

  @Override
  public MethodHandle getter(Class<?> type, String field, String descriptor) {
    ClassFacts.Member member = new ClassFacts.Member(field, descriptor);
    return companion(type)
        .filter(companion -> classes.declares(name(companion), member))
        .map(companion -> InterfaceField.getter(companion, member))
        .orElse(null);
  }

  /** Empties those that have been written. */
  void forget() {
    complete.clear();
    fields.values().forEach(written -> written.forEach(InterfaceField::empty));
  }

  /**
   * The field of an interface that gets the value of its companion's.
   *
   * @param type the interface
   * @param name that of both fields
   * @param read reads the companion's
   */
  private record InterfaceField(Class<?> type, String name, MethodHandle read) {
    /**
     * Those of one interface. A field whose type is missing has no value; one that shares its name
     * with another, as some obfuscators have it, is left alone.
     */
    static Set<InterfaceField> of(
        Class<?> type, Class<?> companion, Set<ClassFacts.Member> declared) {
      Set<InterfaceField> fields = new HashSet<>();
      for (ClassFacts.Member member : declared) {
        if (declared.stream().filter(other -> other.name().equals(member.name())).count() == 1) {
          find(type, companion, member).ifPresent(fields::add);
        }
      }
      return fields;
    }

    private static Optional<InterfaceField> find(
        Class<?> type, Class<?> companion, ClassFacts.Member member) {
      try {
        return Optional.of(new InterfaceField(type, member.name(), getter(companion, member)));
      } catch (TypeNotPresentException | LinkageError e) {
        return Optional.empty();
      }
    }

    /**
     * Reads a field of a companion.
     *
     * @throws TypeNotPresentException when its type is missing
     */
    static MethodHandle getter(Class<?> companion, ClassFacts.Member field) {
      try {
        MethodType read =
            MethodType.fromMethodDescriptorString(
                "()" + field.descriptor(), companion.getClassLoader());
        return MethodHandles.publicLookup()
            .findStaticGetter(companion, field.name(), read.returnType());
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(companion + " is not as it was made", e);
      }
    }

    void copy() {
      try {
        JdkMemory.setStatic(type, name, read.type().returnType(), read.invoke());
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(type.getName() + "." + name + " cannot be read", e);
      }
    }

    void empty() {
      JdkMemory.setStatic(type, name, read.type().returnType(), null);
    }
  }
}
