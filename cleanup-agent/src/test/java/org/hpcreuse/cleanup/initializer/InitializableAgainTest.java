/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.cleanup.boot.ReadOnceInputs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;

/** A class is initialised again at its next use after it was forgotten. */
class InitializableAgainTest {
  private static final String HOLDER = name(ReadsOnce.Holder.class);

  @BeforeEach
  void read() {
    System.setProperty(ReadsOnce.PROPERTY, "one");
    ReadOnce.install(Map.of());
  }

  @AfterEach
  void clear() {
    System.clearProperty(ReadsOnce.PROPERTY);
    ReadOnce.install(Map.of());
    assertThat(ReadOnce.forget()).isEmpty();
  }

  @Test
  void shouldKeepWhatItHasReadUntilItIsForgotten() throws Exception {
    Class<?> type = copy();
    assertThat(call(type, "value")).isEqualTo("one3");

    System.setProperty(ReadsOnce.PROPERTY, "three");
    assertThat(call(type, "value")).isEqualTo("one3");

    ReadOnce.forget();
    assertThat(call(type, "value")).isEqualTo("three5");
  }

  @Test
  void shouldForgetWhatAMethodHasFilledIn() throws Exception {
    Class<?> type = copy();
    assertThat(call(type, "lazy")).isEqualTo("one");

    ReadOnce.forget();
    System.setProperty(ReadsOnce.PROPERTY, "two");

    assertThat(call(type, "lazy")).isEqualTo("two");
  }

  @Test
  void shouldInitialiseAgainBeforeAnotherClassUsesItsFields() throws Exception {
    Class<?> type = copy();
    assertThat(call(type, "held")).isEqualTo("one");

    ReadOnce.forget();
    System.setProperty(ReadsOnce.PROPERTY, "two");

    assertThat(call(type, "held")).isEqualTo("two");
  }

  @Test
  void shouldHoldNothingWhileItIsForgotten() throws Exception {
    Class<?> type = copy();
    call(type, "value");

    ReadOnce.forget();

    var field = type.getDeclaredField("VALUE");
    field.setAccessible(true);
    assertThat(field.get(null)).isNull();
  }

  @Test
  void shouldTellSerialisationItsFieldsInEachContainer() throws Exception {
    Class<?> type = Class.forName(ReadsOnce.Sent.class.getName(), true, new Copies());

    for (int container = 0; container < 2; container++) {
      var field = type.getDeclaredField("serialPersistentFields");
      field.setAccessible(true);
      assertThat((ObjectStreamField[]) field.get(null))
          .extracting(ObjectStreamField::getName)
          .containsExactly("text");
      assertThat(ObjectStreamClass.lookup(type).getFields())
          .extracting(ObjectStreamField::getName)
          .containsExactly("text");
      ReadOnce.forget();
    }
  }

  @Test
  void shouldFailAsTheJvmDoesUntilItIsForgotten() throws Exception {
    Class<?> type = copy();
    System.clearProperty(ReadsOnce.PROPERTY);

    assertThatThrownBy(() -> call(type, "value")).isInstanceOf(ExceptionInInitializerError.class);
    System.setProperty(ReadsOnce.PROPERTY, "one");
    assertThatThrownBy(() -> call(type, "value")).isInstanceOf(NoClassDefFoundError.class);

    ReadOnce.forget();
    assertThat(call(type, "value")).isEqualTo("one3");

    ReadOnce.forget();
    System.clearProperty(ReadsOnce.PROPERTY);
    assertThatThrownBy(() -> call(type, "value")).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> call(type, "value")).isInstanceOf(NoClassDefFoundError.class);
  }

  @Test
  void shouldRunTheInitialiserOnlyWhenItsInputsHaveChanged() throws Exception {
    ReadOnce.install(
        Map.of(
            name(ReadsOnce.class),
            new ReadOnceInputs(List.of(ReadsOnce.PROPERTY), List.of(), true)));
    Class<?> type = copy();
    call(type, "value");
    assertThat(call(type, "lazy")).isEqualTo("one");

    ReadOnce.forget();
    assertThat(call(type, "value")).isEqualTo("one3");

    ReadOnce.forget();
    System.setProperty(ReadsOnce.PROPERTY, "two");
    assertThat(call(type, "value")).isEqualTo("two3");
    assertThat(call(type, "lazy")).isEqualTo("two");
  }

  @Test
  void shouldHaveAllThreadsWaitForTheOneThatInitialises() throws Exception {
    Class<?> type = copy();
    call(type, "value");
    for (int round = 0; round < 200; round++) {
      String expected = "round-" + round;
      System.setProperty(ReadsOnce.PROPERTY, expected);
      ReadOnce.forget();
      List<String> seen = new java.util.concurrent.CopyOnWriteArrayList<>();
      List<Thread> threads =
          java.util.stream.IntStream.range(0, 4)
              .mapToObj(i -> new Thread(() -> seen.add(quietly(type)), "uses-" + i))
              .toList();
      threads.forEach(Thread::start);
      for (Thread thread : threads) {
        thread.join();
      }
      assertThat(seen).hasSize(4).containsOnly(expected + expected.length());
    }
  }

  private static String quietly(Class<?> type) {
    try {
      return call(type, "value");
    } catch (ReflectiveOperationException e) {
      return e.toString();
    }
  }

  private static String call(Class<?> type, String name) throws ReflectiveOperationException {
    Method method = type.getDeclaredMethod(name);
    method.setAccessible(true);
    try {
      return (String) method.invoke(null);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static Class<?> copy() throws ClassNotFoundException {
    return Class.forName(ReadsOnce.class.getName(), false, new Copies());
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Loads the class and its holder again, rewritten. */
  private static final class Copies extends ClassLoader {
    Copies() {
      super(InitializableAgainTest.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(ReadsOnce.class.getName())) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      return loaded == null ? define(name) : loaded;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        ClassReader reader = new ClassReader(in);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ClassVisitor again = new InitializableAgain(writer, new JdkReset(false));
        reader.accept(
            new StaticUses(
                again,
                (code, named, field, descriptor) -> {
                  if (named.equals(HOLDER)) {
                    StaticUses.ask(code, HOLDER, HOLDER);
                  }
                }),
            0);
        byte[] rewritten = writer.toByteArray();
        return defineClass(name, rewritten, 0, rewritten.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
