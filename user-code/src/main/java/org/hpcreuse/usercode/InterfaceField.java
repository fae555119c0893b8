/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.usercode.rewriting.ClassFacts;

/**
 * The field of an interface that gets the value of its companion's.
 *
 * @param type the interface
 * @param name that of both fields
 * @param read reads the companion's
 */
record InterfaceField(Class<?> type, String name, MethodHandle read) {
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
