/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectStreamClass;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.boot.KeptClasses;
import org.hpcreuse.cleanup.kept.program.Bare;
import org.hpcreuse.cleanup.kept.program.CallsLocks;
import org.hpcreuse.cleanup.kept.program.ClosesBare;
import org.hpcreuse.cleanup.kept.program.ClosesLate;
import org.hpcreuse.cleanup.kept.program.Colour;
import org.hpcreuse.cleanup.kept.program.Counts;
import org.hpcreuse.cleanup.kept.program.Fails;
import org.hpcreuse.cleanup.kept.program.Heir;
import org.hpcreuse.cleanup.kept.program.Link;
import org.hpcreuse.cleanup.kept.program.Locks;
import org.hpcreuse.cleanup.kept.program.Makes;
import org.hpcreuse.cleanup.kept.program.Parcel;
import org.hpcreuse.cleanup.kept.program.Pool;
import org.hpcreuse.cleanup.kept.program.Proud;
import org.hpcreuse.cleanup.kept.program.ReadsCloses;
import org.hpcreuse.cleanup.kept.program.ReadsOthers;
import org.hpcreuse.cleanup.kept.program.ReadsShown;
import org.hpcreuse.cleanup.kept.program.Sends;
import org.hpcreuse.cleanup.kept.program.SendsRecord;
import org.hpcreuse.cleanup.kept.program.SendsSome;
import org.hpcreuse.cleanup.kept.program.Tagged;
import org.hpcreuse.cleanup.kept.program.shelf.Shown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Each container initialises a user's classes for itself. */
class KeptCodeTest {
  private static final String JOURNAL = "hpc-reuse.test.journal";
  private static final String FAILS = "hpc-reuse.test.fails";
  private static final String INITIALISING = "hpc-reuse.test.initialising";
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final Copies loader = new Copies();
  private final KeptCode code = KeptCode.of(loader, loader::file);

  @AfterEach
  void letGo() {
    code.drop();
    System.clearProperty(JOURNAL);
    System.clearProperty(FAILS);
    System.clearProperty("hpc-reuse.test.parcel");
    System.getProperties().remove(INITIALISING);
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
        SendsRecord.class,
        Parcel.class,
        ReadsShown.class,
        Makes.class,
        Tagged.class
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
    assertThat(show(SendsRecord.class)).isEqualTo("0");
  }

  @Test
  void shouldFailForOneContainerAsInAJvmOfItsOwn() throws Exception {
    assertThat(show(Fails.class)).isEqualTo("1");

    code.forget();
    System.setProperty(FAILS, "none");
    assertThatThrownBy(() -> show(Fails.class)).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> show(Fails.class)).isInstanceOf(NoClassDefFoundError.class);

    code.forget();
    System.setProperty(FAILS, "3");
    assertThat(show(Fails.class)).isEqualTo("3");
  }

  /** By reflection the JVM itself must find the class unusable. */
  @Test
  void shouldNotKeepAClassThatHasFailedAtItsFirstTime() throws Exception {
    System.setProperty(FAILS, "none");
    Method show = loader.loadClass(Fails.class.getName()).getMethod("show");

    assertThatThrownBy(() -> show.invoke(null)).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> show.invoke(null)).isInstanceOf(NoClassDefFoundError.class);

    assertThat(code.forget())
        .contains("the initialiser of " + Fails.class.getName() + " has failed");
  }

  @Test
  void shouldInitialiseAClassBeforeTheArgumentsOfItsConstructor() throws Exception {
    show(Makes.class);
    assertThat(journal()).isEqualTo("Made argument ");

    code.forget();
    show(Makes.class);
    assertThat(journal()).isEqualTo("Made argument ");
  }

  @Test
  void shouldInitialiseTheDeclaringClassOfAFieldThatIsLookedUp() throws Exception {
    show(Proud.class);
    journal();

    code.forget();
    KeptClasses.used(loader.loadClass(Proud.class.getName()), "inherited", String.class);

    assertThat(journal()).isEqualTo("Base ");
  }

  /** The JVM says that there is none. */
  @Test
  void shouldInitialiseNothingForAFieldThatIsNotThere() throws Exception {
    show(Proud.class);
    journal();

    code.forget();
    KeptClasses.used(loader.loadClass(Proud.class.getName()), "inherited", int.class);
    KeptClasses.used(loader.loadClass(Link.class.getName()), "inherited", String.class);

    assertThat(journal()).isEmpty();
  }

  /** A thread that held the lock while it waits for the initialiser would never be let in. */
  @Test
  void shouldLetAnInitialiserTakeTheLockOfItsClass() throws Exception {
    AtomicReference<Runnable> initialising = new AtomicReference<>(() -> {});
    System.getProperties().put(INITIALISING, (Runnable) () -> initialising.get().run());
    show(CallsLocks.class);
    code.forget();

    FutureTask<String> caller = new FutureTask<>(() -> show(CallsLocks.class));
    Thread calls = new Thread(caller, "calls-locks");
    calls.setDaemon(true);
    initialising.set(
        () -> {
          calls.start();
          Awaitility.await("the other thread to wait")
              .atMost(BOUND)
              .until(() -> isHeldUp(calls.getState()));
        });
    FutureTask<String> first = new FutureTask<>(() -> show(Locks.class));
    Thread initialises = new Thread(first, "initialises-locks");
    initialises.setDaemon(true);
    initialises.start();

    assertThat(first.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isEqualTo("locked");
    assertThat(caller.get(BOUND.toSeconds(), TimeUnit.SECONDS)).isEqualTo("locked");
  }

  private static boolean isHeldUp(Thread.State state) {
    return state == Thread.State.WAITING || state == Thread.State.BLOCKED;
  }

  @Test
  void shouldNotKeepAClassWithAFinalizer() throws Exception {
    assertThat(show(ReadsCloses.class)).isEqualTo("ReadsCloses Closes Closes");
    assertThat(journal()).isEqualTo("Closes ReadsCloses ");

    assertThat(code.forget()).contains("org.hpcreuse.cleanup.kept.program.Closes has a finalizer");
  }

  @Test
  void shouldShowAClassThatCannotBeKeptTheOthersAsNew() throws Exception {
    show(ReadsOthers.class);
    show(Counts.class);
    journal();

    code.forget();
    assertThat(show(ClosesLate.class)).isEqualTo("Base [Counts]");
    assertThat(journal()).isEqualTo("Base ClosesLate Counts ");
  }

  @Test
  void shouldNotKeepAClassWhoseStaticFieldsSerialisationReads() throws Exception {
    assertThat(show(SendsSome.class)).isEqualTo("1 of 2");

    assertThat(code.forget())
        .contains(
            SendsSome.class.getName() + " has a field serialPersistentFields that is no constant");
  }

  @Test
  void shouldShowAnotherLoadersClassTheFieldsAsNew() throws Exception {
    show(ReadsShown.class);
    code.forget();

    byte[] file = loader.file(name(ReadsShown.class)).orElseThrow();
    Class<?> other = new Other(loader).define(ReadsShown.class.getName(), code.rewriteOthers(file));

    assertThat(other.getMethod("show").invoke(null)).isEqualTo("new");
  }

  @Test
  void shouldShowAClassThatIsMadeLateTheFieldsAsNew() throws Exception {
    Class.forName(Shown.class.getName(), true, loader);
    code.forget();

    byte[] file = loader.file(name(ReadsShown.class)).orElseThrow();
    loader.hidden = name(ReadsShown.class);
    loader.define(ReadsShown.class.getName(), file);

    assertThat(show(ReadsShown.class)).isEqualTo("new");
  }

  @Test
  void shouldNotKeepClassesThatAnotherLoadersOldClassReads() throws Exception {
    byte[] file = loader.file(name(ReadsShown.class)).orElseThrow();
    file[7] = Opcodes.V1_4;

    assertThat(code.rewriteOthers(file)).isNull();
    assertThat(code.forget().orElseThrow()).contains("is older than Java 5");
  }

  @Test
  void shouldInitialiseTheSuperclassOfAClassThatCannotBeKept() throws Exception {
    show(ReadsOthers.class);
    journal();

    code.forget();
    assertThat(show(ClosesBare.class)).isEqualTo("bare");
    assertThat(journal()).isEqualTo("Base ");
  }

  @Test
  void shouldNotKeepAClassThatInheritsAFinalizer() throws Exception {
    assertThat(show(Pool.class)).isEqualTo("0 1");

    assertThat(code.forget()).contains(Pool.class.getName() + " inherits a finalizer");
  }

  @Test
  void shouldLeaveTheVersionOfAClassThatIsNotWhatTheClassPathHas() throws Exception {
    byte[] other = withField(loader.file(name(Sends.class)).orElseThrow());
    loader.defineClass(Sends.class.getName(), code.rewrite(name(Sends.class), other, other));

    long version = ObjectStreamClass.lookup(Sends.class).getSerialVersionUID();
    assertThat(show(Sends.class)).isEqualTo(Long.toString(version));
  }

  @Test
  void shouldRunWithAClassThatIsNotWhatItsNeighboursTakeItFor() throws Exception {
    String base = Proud.class.getSuperclass().getName();
    String internal = base.replace('.', '/');
    byte[] other = withField(loader.file(internal).orElseThrow());
    loader.defineClass(base, code.rewrite(internal, other, other));

    assertThat(show(Proud.class)).isEqualTo("Proud");
    assertThat(code.forget()).contains(base + " is not what the class path has");
  }

  private static byte[] withField(byte[] file) {
    ClassWriter writer = new ClassWriter(0);
    new ClassReader(file).accept(writer, 0);
    writer.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_STATIC, "more", "I", null, null).visitEnd();
    return writer.toByteArray();
  }

  @Test
  void shouldLeaveAClassFileAloneThatItCannotRead() {
    byte[] file = "no class".getBytes(StandardCharsets.US_ASCII);
    loader.broken = name(Bare.class);
    assertThat(code.rewrite(name(Bare.class), file, file)).isNull();

    assertThat(code.forget().orElseThrow())
        .startsWith("the class file of " + Bare.class.getName() + " cannot be read: ");
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

    assertThat(code.forget())
        .contains(Bare.class.getName() + " is of no file of the class path alone");
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

    /** Internal name of a class whose file is broken. */
    private String broken = "";

    Copies() {
      super(KeptCodeTest.class.getClassLoader());
    }

    Optional<byte[]> file(String internalName) {
      if (!internalName.replace('/', '.').startsWith(PROGRAM) || internalName.equals(hidden)) {
        return Optional.empty();
      }
      if (internalName.equals(broken)) {
        return Optional.of("no class".getBytes(StandardCharsets.US_ASCII));
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
      return defineClass(name, changed == null ? file : changed);
    }

    Class<?> defineClass(String name, byte[] file) {
      return defineClass(name, file, 0, file.length);
    }
  }

  /** A loader that the program has made. */
  private static final class Other extends ClassLoader {
    Other(ClassLoader parent) {
      super(parent);
    }

    Class<?> define(String name, byte[] file) {
      return defineClass(name, file, 0, file.length);
    }
  }
}
