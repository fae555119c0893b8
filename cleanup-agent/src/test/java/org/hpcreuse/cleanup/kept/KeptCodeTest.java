/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.util.Optional;
import org.hpcreuse.cleanup.kept.program.Bare;
import org.hpcreuse.cleanup.kept.program.Colour;
import org.hpcreuse.cleanup.kept.program.Counts;
import org.hpcreuse.cleanup.kept.program.Fails;
import org.hpcreuse.cleanup.kept.program.Heir;
import org.hpcreuse.cleanup.kept.program.Link;
import org.hpcreuse.cleanup.kept.program.Parcel;
import org.hpcreuse.cleanup.kept.program.Proud;
import org.hpcreuse.cleanup.kept.program.ReadsOthers;
import org.hpcreuse.cleanup.kept.program.Sends;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each container initialises a user's classes for itself. */
class KeptCodeTest {
  private static final String JOURNAL = "hpc-reuse.test.journal";
  private static final String FAILS = "hpc-reuse.test.fails";

  private final Copies loader = new Copies();
  private final KeptCode code = KeptCode.of(loader, loader::file);

  @AfterEach
  void letGo() {
    code.drop();
    System.clearProperty(JOURNAL);
    System.clearProperty(FAILS);
    System.clearProperty("hpc-reuse.test.parcel");
  }

  @ParameterizedTest
  @ValueSource(
      classes = {
        Counts.class,
        Bare.class,
        Heir.class,
        Proud.class,
        ReadsOthers.class,
        Colour.class,
        Sends.class,
        Parcel.class
      })
  void shouldShowTheNextContainerWhatItHasShownTheFirst(Class<?> type) throws Exception {
    String first = show(type);
    String journal = journal();

    for (int container = 0; container < 3; container++) {
      assertThat(code.forget()).isEmpty();
      assertThat(show(type)).isEqualTo(first);
      assertThat(journal()).isEqualTo(journal);
    }
  }

  @Test
  void shouldInitialiseASuperclassFirst() throws Exception {
    show(Proud.class);
    assertThat(journal()).isEqualTo("Base Proud ");

    code.forget();
    show(Proud.class);
    assertThat(journal()).isEqualTo("Base Proud ");
  }

  @Test
  void shouldInitialiseASuperclassThatOnlyAnEarlierContainerHasUsed() throws Exception {
    show(ReadsOthers.class);
    assertThat(journal()).isEqualTo("Base ");

    code.forget();
    show(Proud.class);
    assertThat(journal()).isEqualTo("Base Proud ");
  }

  @Test
  void shouldInitialiseNothingThatAContainerDoesNotUse() throws Exception {
    show(Counts.class);
    journal();

    code.forget();
    show(Bare.class);
    assertThat(journal()).isEmpty();
  }

  @Test
  void shouldHoldNothingOfTheLastContainer() throws Exception {
    show(Counts.class);

    code.forget();

    var last = loader.loadClass(Counts.class.getName()).getDeclaredField("last");
    last.setAccessible(true);
    assertThat(last.get(null)).isNull();
  }

  @Test
  void shouldKeepTheVersionThatOtherJvmsCompute() throws Exception {
    long version = ObjectStreamClass.lookup(Sends.class).getSerialVersionUID();

    assertThat(show(Sends.class)).isEqualTo(Long.toString(version));
  }

  @Test
  void shouldFailForOneContainerAsInAJvmOfItsOwn() throws Exception {
    System.setProperty(FAILS, "none");
    assertThatThrownBy(() -> show(Fails.class)).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> show(Fails.class)).isInstanceOf(NoClassDefFoundError.class);

    code.forget();
    System.setProperty(FAILS, "3");
    assertThat(show(Fails.class)).isEqualTo("3");

    code.forget();
    System.setProperty(FAILS, "none");
    assertThatThrownBy(() -> show(Fails.class)).isInstanceOf(ExceptionInInitializerError.class);
  }

  @Test
  void shouldNotKeepAnInterfaceWithState() throws Exception {
    show(Link.class);

    assertThat(code.forget())
        .contains(Link.class.getName() + " is an interface with an initialiser");
  }

  @Test
  void shouldNotKeepAClassThatIsNoneOfTheClassPath() throws Exception {
    byte[] file = loader.file(name(Bare.class)).orElseThrow();
    loader.hidden = name(Bare.class);
    loader.define(Bare.class.getName(), file);

    assertThat(code.forget()).contains(Bare.class.getName() + " was made at run time");
  }

  @Test
  void shouldNotKeepAClassThatIsNotWhatTheClassPathHas() throws Exception {
    byte[] file = loader.file(name(Counts.class)).orElseThrow();
    code.rewrite(name(Bare.class), file, file);

    assertThat(code.forget()).contains(Bare.class.getName() + " is not what the class path has");
  }

  @Test
  void shouldSayWhatElseSpoilsThem() {
    code.obstacle("first");
    code.obstacle("second");

    assertThat(code.forget()).contains("first");
  }

  private String show(Class<?> type) throws ReflectiveOperationException {
    try {
      return (String) loader.loadClass(type.getName()).getMethod("show").invoke(null);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw e;
    }
  }

  private static String journal() {
    String journal = System.getProperty(JOURNAL, "");
    System.clearProperty(JOURNAL);
    return journal;
  }

  private static String name(Class<?> type) {
    return type.getName().replace('.', '/');
  }

  /** Loads the program again, rewritten. */
  private final class Copies extends ClassLoader {
    private static final String PROGRAM = "org.hpcreuse.cleanup.kept.program.";

    /** Internal name of a class that is not on the class path. */
    private String hidden = "";

    Copies() {
      super(KeptCodeTest.class.getClassLoader());
    }

    Optional<byte[]> file(String internalName) {
      if (!internalName.replace('/', '.').startsWith(PROGRAM) || internalName.equals(hidden)) {
        return Optional.empty();
      }
      try (InputStream in = getResourceAsStream(internalName + ".class")) {
        return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        Optional<byte[]> file = loaded == null ? file(name.replace('.', '/')) : Optional.empty();
        if (file.isPresent()) {
          return define(name, file.get());
        }
        return loaded == null ? super.loadClass(name, resolve) : loaded;
      }
    }

    Class<?> define(String name, byte[] file) {
      byte[] changed = code.rewrite(name.replace('.', '/'), file, file);
      byte[] defined = changed == null ? file : changed;
      return defineClass(name, defined, 0, defined.length);
    }
  }
}
