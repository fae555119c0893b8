/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ObjectStreamClass;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.usercode.kept.program.Bare;
import org.hpcreuse.usercode.kept.program.CallsLocks;
import org.hpcreuse.usercode.kept.program.CallsNative;
import org.hpcreuse.usercode.kept.program.Colour;
import org.hpcreuse.usercode.kept.program.Counts;
import org.hpcreuse.usercode.kept.program.Fails;
import org.hpcreuse.usercode.kept.program.Heir;
import org.hpcreuse.usercode.kept.program.Link;
import org.hpcreuse.usercode.kept.program.Locks;
import org.hpcreuse.usercode.kept.program.Makes;
import org.hpcreuse.usercode.kept.program.Parcel;
import org.hpcreuse.usercode.kept.program.PinnedBare;
import org.hpcreuse.usercode.kept.program.PinnedLate;
import org.hpcreuse.usercode.kept.program.Proud;
import org.hpcreuse.usercode.kept.program.ReadsOthers;
import org.hpcreuse.usercode.kept.program.ReadsPinned;
import org.hpcreuse.usercode.kept.program.ReadsShown;
import org.hpcreuse.usercode.kept.program.Sends;
import org.hpcreuse.usercode.kept.program.SendsBean;
import org.hpcreuse.usercode.kept.program.SendsNamedVersion;
import org.hpcreuse.usercode.kept.program.SendsOwnVersion;
import org.hpcreuse.usercode.kept.program.SendsRecord;
import org.hpcreuse.usercode.kept.program.SendsSome;
import org.hpcreuse.usercode.kept.program.Spare;
import org.hpcreuse.usercode.kept.program.Tagged;
import org.hpcreuse.usercode.kept.program.TriesFails;
import org.hpcreuse.usercode.kept.program.Waits;
import org.hpcreuse.usercode.kept.program.shelf.Shown;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Each container initialises a user's classes for itself. */
class KeptCodeTest {
  private static final String FAILS = "hpc-reuse.test.fails";
  private static final Duration BOUND = Duration.ofSeconds(20);

  private final Copies loader = new Copies();
  private final KeptCode code = loader.code();

  @AfterEach
  void letGo() {
    Copies.letGo();
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
        Spare.class,
        Waits.class,
        Tagged.class
      })
  void shouldShowTheNextContainerWhatItHasShownTheFirst(Class<?> type) throws Exception {
    String first = show(type);
    String journal = Copies.journal();

    for (int container = 0; container < 3; container++) {
      assertThat(code.forget()).isEmpty();
      assertThat(show(type)).isEqualTo(first);
      assertThat(Copies.journal()).isEqualTo(journal);
    }
  }

  @Test
  void shouldInitialiseASuperclassFirst() throws Exception {
    show(Proud.class);
    assertThat(Copies.journal()).isEqualTo("Base Proud ");

    code.forget();
    show(Proud.class);
    assertThat(Copies.journal()).isEqualTo("Base Proud ");
  }

  @Test
  void shouldInitialiseASuperclassThatOnlyAnEarlierContainerHasUsed() throws Exception {
    show(ReadsOthers.class);
    assertThat(Copies.journal()).isEqualTo("Base ");

    code.forget();
    show(Proud.class);
    assertThat(Copies.journal()).isEqualTo("Base Proud ");
  }

  @Test
  void shouldInitialiseNothingThatAContainerDoesNotUse() throws Exception {
    show(Counts.class);
    Copies.journal();

    code.forget();
    show(Bare.class);
    assertThat(Copies.journal()).isEmpty();
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
  void shouldKeepAClassWithoutStateWhoseVersionIsAMistake() throws Exception {
    long version = ObjectStreamClass.lookup(SendsBean.class).getSerialVersionUID();

    assertThat(show(SendsBean.class)).isEqualTo(Long.toString(version));
    assertThat(code.forget()).isEmpty();
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

  /** The native method itself cannot ask; else its library would not be there. */
  @Test
  void shouldInitialiseTheClassOfANativeMethodThatIsCalled() throws Exception {
    for (int container = 0; container < 3; container++) {
      assertThat(show(CallsNative.class)).isEqualTo("missing");
      assertThat(Copies.journal()).isEqualTo("Library ");
      assertThat(code.forget()).isEmpty();
    }
  }

  @Test
  void shouldDropClassesThatWereInitialisedBetweenTwoContainers() throws Exception {
    show(Bare.class);
    assertThat(code.forget()).isEmpty();
    KeptClasses.useNone();
    show(Counts.class);

    code.use();
    assertThat(code.forget())
        .hasValue(Counts.class.getName() + " was initialised while no container used it");
  }

  /** As some class of Netty does without a binding of SLF4J. */
  @Test
  void shouldKeepAClassThatHasFailedAtItsFirstTime() throws Exception {
    System.setProperty(FAILS, "none");
    assertThat(show(TriesFails.class))
        .isEqualTo("ExceptionInInitializerError NoClassDefFoundError NoClassDefFoundError");
    assertThat(code.forget()).isEmpty();

    assertThat(show(TriesFails.class))
        .isEqualTo("ExceptionInInitializerError NoClassDefFoundError NoClassDefFoundError");
    assertThat(code.forget()).isEmpty();
    System.setProperty(FAILS, "3");
    assertThat(show(TriesFails.class)).isEqualTo("3 3 3");
  }

  /** Through reflection the JVM itself must find the class unusable. */
  @Test
  void shouldNotKeepAClassThatHasFailedInReflection() throws Exception {
    System.setProperty(FAILS, "none");
    Method show = loader.loadClass(Fails.class.getName()).getMethod("show");

    assertThatThrownBy(() -> show.invoke(null)).isInstanceOf(ExceptionInInitializerError.class);
    assertThatThrownBy(() -> show.invoke(null)).isInstanceOf(NoClassDefFoundError.class);

    assertThat(code.forget())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .startsWith("the initialiser of " + Fails.class.getName() + " has failed")
                    .contains("started by java.base/jdk.internal.reflect."));
  }

  @Test
  void shouldInitialiseAClassBeforeTheArgumentsOfItsConstructor() throws Exception {
    show(Makes.class);
    assertThat(Copies.journal()).isEqualTo("Made argument ");

    code.forget();
    show(Makes.class);
    assertThat(Copies.journal()).isEqualTo("Made argument ");
  }

  @Test
  void shouldInitialiseTheDeclaringClassOfAFieldThatIsLookedUp() throws Exception {
    show(Proud.class);
    Copies.journal();

    code.forget();
    KeptClasses.used(loader.loadClass(Proud.class.getName()), "inherited", String.class);

    assertThat(Copies.journal()).isEqualTo("Base ");
  }

  /** The JVM says that there is none. */
  @Test
  void shouldInitialiseNothingForAFieldThatIsNotThere() throws Exception {
    show(Proud.class);
    Copies.journal();

    code.forget();
    KeptClasses.used(loader.loadClass(Proud.class.getName()), "inherited", int.class);
    KeptClasses.used(loader.loadClass(Link.class.getName()), "inherited", String.class);

    assertThat(Copies.journal()).isEmpty();
  }

  /** A thread that held the lock while it waits for the initialiser would never be let in. */
  @Test
  void shouldLetAnInitialiserTakeTheLockOfItsClass() throws Exception {
    AtomicReference<Runnable> initialising = new AtomicReference<>(() -> {});
    System.getProperties().put(Copies.INITIALISING, (Runnable) () -> initialising.get().run());
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

    assertThat(first.get(BOUND.toSeconds(), SECONDS)).isEqualTo("locked");
    assertThat(caller.get(BOUND.toSeconds(), SECONDS)).isEqualTo("locked");
  }

  private static boolean isHeldUp(Thread.State state) {
    return state == Thread.State.TIMED_WAITING || state == Thread.State.BLOCKED;
  }

  @Test
  void shouldNotKeepAClassThatCannotBeInitialisedAgain() throws Exception {
    assertThat(show(ReadsPinned.class)).isEqualTo("ReadsPinned Pinned Pinned");
    assertThat(Copies.journal()).isEqualTo("Pinned ReadsPinned ");

    assertThat(code.forget())
        .contains(
            "org.hpcreuse.usercode.kept.program.Pinned has a field serialPersistentFields that is no"
                + " constant");
  }

  @Test
  void shouldKeepAClassFileFromBeforeJava5() throws Exception {
    loader.old = name(Bare.class);
    assertThat(show(Bare.class)).isEqualTo("1");

    assertThat(code.forget()).isEmpty();
    assertThat(show(Bare.class)).isEqualTo("1");
  }

  @Test
  void shouldShowAClassThatCannotBeKeptTheOthersAsNew() throws Exception {
    show(ReadsOthers.class);
    show(Counts.class);
    Copies.journal();

    code.forget();
    assertThat(show(PinnedLate.class)).isEqualTo("Base [Counts]");
    assertThat(Copies.journal()).isEqualTo("Base PinnedLate Counts ");
  }

  @Test
  void shouldNotKeepAClassWhoseStaticFieldsSerialisationReads() throws Exception {
    assertThat(show(SendsSome.class)).isEqualTo("1 of 2");

    assertThat(code.forget())
        .contains(
            SendsSome.class.getName() + " has a field serialPersistentFields that is no constant");
  }

  @ParameterizedTest
  @ValueSource(classes = {SendsOwnVersion.class, SendsNamedVersion.class})
  void shouldNotKeepAClassWhoseVersionIsAMistake(Class<?> type) throws Exception {
    long version = ObjectStreamClass.lookup(type).getSerialVersionUID();

    assertThat(show(type)).isEqualTo(Long.toString(version));
    assertThat(code.forget())
        .contains(type.getName() + " has a field serialVersionUID that is no version");
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

  /** Code that nobody rewrites may have written it. */
  @Test
  void shouldEmptyAFieldOfAClassThatNobodyHasInitialised() throws Exception {
    show(Bare.class);
    code.forget();
    Field calls = loader.loadClass(Bare.class.getName()).getDeclaredField("calls");
    calls.setAccessible(true);
    calls.setInt(null, 7);

    code.forget();
    assertThat(calls.getInt(null)).isZero();
  }

  @Test
  void shouldInitialiseTheSuperclassOfAClassThatCannotBeKept() throws Exception {
    show(ReadsOthers.class);
    Copies.journal();

    code.forget();
    assertThat(show(PinnedBare.class)).isEqualTo("bare");
    assertThat(Copies.journal()).isEqualTo("Base ");
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
    return loader.show(type);
  }

  private static String name(Class<?> type) {
    return Copies.name(type);
  }
}
