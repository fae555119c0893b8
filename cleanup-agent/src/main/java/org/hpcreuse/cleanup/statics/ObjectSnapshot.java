/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.cleanup.state.Redacted;

/**
 * What the fields of one object held, read and written as memory: no method of its class is called,
 * so the object is again what it was, whatever rules its class has. That is right only for all
 * objects of a structure together.
 *
 * <p>Final fields are only looked through, unless they hold what is a container's. Fields of
 * references and locks are left alone: the JVM and waiting threads write to them at any time.
 */
final class ObjectSnapshot extends Snapshot {
  private final Object owner;
  private final Layout layout;
  private final Object[] references;
  private final long[] numbers;

  /** What final fields are to hold in place of what is a container's: a thread, for example. */
  private final Map<Member, Object> replaced = new HashMap<>(0);

  ObjectSnapshot(ReachedObject at, Object owner, Layout layout) {
    super(at);
    this.owner = owner;
    this.layout = layout;
    this.references = new Object[layout.references().size()];
    this.numbers = new long[layout.numbers().size()];
  }

  @Override
  void take(Capture capture) {
    for (int i = 0; i < references.length; i++) {
      Member member = layout.references().get(i);
      references[i] = kept(capture, member);
      capture.found(references[i], at().field(member.name(), null));
    }
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = number(i);
    }
    for (Member constant : layout.constants()) {
      Object value = kept(capture, constant);
      if (value != JdkMemory.reference(owner, constant.offset())) {
        replaced.put(constant, value);
      }
      capture.found(value, at().field(constant.name(), null));
    }
  }

  private Object kept(Capture capture, Member member) {
    Object value = JdkMemory.reference(owner, member.offset());
    return owner.getClass().getClassLoader() == null
        ? capture.required(value, at().field(member.name(), null))
        : capture.neutral(value);
  }

  private long number(int index) {
    Member member = layout.numbers().get(index);
    return JdkMemory.bits(owner, member.offset(), member.bytes());
  }

  @Override
  void compare(DifferenceListener differences) {
    for (int i = 0; i < references.length; i++) {
      Member member = layout.references().get(i);
      Object now = JdkMemory.reference(owner, member.offset());
      if (now != references[i]) {
        differences.add(at().field(member.name(), null), references[i], now);
      }
    }
    replaced.forEach(
        (member, value) ->
            differences.add(
                at().field(member.name(), null),
                value,
                JdkMemory.reference(owner, member.offset())));
    for (int i = 0; i < numbers.length; i++) {
      if (number(i) != numbers[i]) {
        differences.add(
            at().field(layout.numbers().get(i).name(), null),
            new Redacted.Label(Long.toString(numbers[i])),
            new Redacted.Label(Long.toString(number(i))));
      }
    }
  }

  /** As {@link #compare}, for thousands of objects at a time. */
  @Override
  boolean differs() {
    boolean differs = !replaced.isEmpty();
    for (int i = 0; !differs && i < references.length; i++) {
      differs = JdkMemory.reference(owner, layout.references().get(i).offset()) != references[i];
    }
    for (int i = 0; !differs && i < numbers.length; i++) {
      differs = number(i) != numbers[i];
    }
    return differs;
  }

  @Override
  int restore() {
    int written = replaced.size();
    replaced.forEach((member, value) -> JdkMemory.reference(owner, member.offset(), value));
    replaced.clear();
    for (int i = 0; i < references.length; i++) {
      long offset = layout.references().get(i).offset();
      if (JdkMemory.reference(owner, offset) != references[i]) {
        JdkMemory.reference(owner, offset, references[i]);
        written++;
      }
    }
    for (int i = 0; i < numbers.length; i++) {
      if (number(i) != numbers[i]) {
        Member member = layout.numbers().get(i);
        JdkMemory.bits(owner, member.offset(), member.bytes(), numbers[i]);
        written++;
      }
    }
    return written;
  }

  @Override
  List<Object> added() {
    List<Object> added = new ArrayList<>();
    for (int i = 0; i < references.length; i++) {
      Object now = JdkMemory.reference(owner, layout.references().get(i).offset());
      if (now != null && now != references[i]) {
        added.add(now);
      }
    }
    return added;
  }

  @Override
  Object[] mark() {
    Object[] now = new Object[references.length + numbers.length];
    for (int i = 0; i < references.length; i++) {
      now[i] = JdkMemory.reference(owner, layout.references().get(i).offset());
    }
    for (int i = 0; i < numbers.length; i++) {
      now[references.length + i] = number(i);
    }
    return now;
  }

  /**
   * A field.
   *
   * @param bytes how many it has; 0 for a reference
   */
  record Member(String name, long offset, int bytes) {}

  /**
   * The fields of the objects of a class, with those of its superclasses.
   *
   * @param references not final
   * @param numbers not final, of a primitive type
   * @param constants references that are final
   */
  record Layout(List<Member> references, List<Member> numbers, List<Member> constants) {
    /**
     * That of a class.
     *
     * @throws LinkageError if a field's type is not there
     */
    static Layout of(Class<?> type) {
      List<Member> references = new ArrayList<>();
      List<Member> numbers = new ArrayList<>();
      List<Member> constants = new ArrayList<>();
      for (Class<?> at = type; at != null; at = at.getSuperclass()) {
        for (Field field : at.getDeclaredFields()) {
          if (!Rules.isLeftAlone(at) || Modifier.isFinal(field.getModifiers())) {
            add(field, references, numbers, constants);
          }
        }
      }
      return new Layout(List.copyOf(references), List.copyOf(numbers), List.copyOf(constants));
    }

    private static void add(
        Field field, List<Member> references, List<Member> numbers, List<Member> constants) {
      int modifiers = field.getModifiers();
      boolean isNumber = field.getType().isPrimitive();
      if (Modifier.isStatic(modifiers) || (isNumber && Modifier.isFinal(modifiers))) {
        return;
      }
      int bytes = isNumber ? bytes(field.getType()) : 0;
      Member member = new Member(field.getName(), JdkMemory.offset(field), bytes);
      if (isNumber) {
        numbers.add(member);
      } else {
        (Modifier.isFinal(modifiers) ? constants : references).add(member);
      }
    }

    private static int bytes(Class<?> primitive) {
      if (primitive == long.class || primitive == double.class) {
        return Long.BYTES;
      } else if (primitive == int.class || primitive == float.class) {
        return Integer.BYTES;
      }
      return primitive == byte.class || primitive == boolean.class ? Byte.BYTES : Short.BYTES;
    }

    /** What an object of the class refers to. */
    List<Object> references(Object owner) {
      return Stream.concat(references.stream(), constants.stream())
          .map(member -> JdkMemory.reference(owner, member.offset()))
          .filter(Objects::nonNull)
          .toList();
    }

    boolean isEmpty() {
      return references.isEmpty() && numbers.isEmpty() && constants.isEmpty();
    }
  }
}
