/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.lang.reflect.Proxy;
import java.lang.reflect.Type;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.framework.Failing;
import org.hpcreuse.cleanup.framework.Keyed;
import org.hpcreuse.cleanup.framework.Makers;
import org.hpcreuse.cleanup.framework.Places;
import org.hpcreuse.cleanup.framework.Plain;
import org.hpcreuse.cleanup.framework.Pooled;
import org.hpcreuse.cleanup.framework.Registered;
import org.hpcreuse.cleanup.framework.Registry;
import org.hpcreuse.cleanup.framework.Settings;
import org.hpcreuse.cleanup.framework.WeakKeys;
import org.hpcreuse.cleanup.state.ReflectiveAccess;
import org.hpcreuse.cleanup.state.Residue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StaticStateTest {
  private static final String FIRST_FIELD = Registry.class.getName() + ".DEFAULT.byName.table";

  private final TestFramework framework = new TestFramework();
  private final StaticState state = new StaticState(framework.classes());

  @BeforeEach
  void hear() {
    ClassHooks.install(state);
  }

  @AfterEach
  void hearNoMore() {
    ClassHooks.install(null);
  }

  @Test
  void shouldRestoreValuesContainersArraysAndReferences() throws Exception {
    ReflectiveAccess settings = early(Settings.class);
    settings.call("spoil");
    assertThat(unexplained()).hasSize(6);

    assertThat(state.restore()).isEqualTo(6);

    assertIsNew(settings);
    assertThat(unexplained()).isEmpty();
    assertThat(state.restore()).as("written when nothing differs").isZero();
  }

  @Test
  void shouldNeverRewindANumberButSayThatItDiffers() throws Exception {
    ReflectiveAccess settings = early(Settings.class);
    settings.call("spoil");
    state.restore();
    assertThat(settings.get("NEXT_ID", AtomicInteger.class)).hasValue(2);
    assertThat(state.differences())
        .containsExactly(
            new Residue(
                "static", Settings.class.getName() + ".NEXT_ID", "1", "2", Rules.NUMBER.text()));
  }

  @Test
  void shouldShowNoTextOfAContainer() throws Exception {
    early(Settings.class).call("spoil");
    assertThat(state.differences()).isNotEmpty();
    assertThat(state.differences().toString()).doesNotContain("secret", "nobody", "container,");
  }

  @Test
  void shouldGoBackToWhatTheInitialiserMadeWhenAContainerUsedTheClassFirst() throws Exception {
    state.warmUp(() -> {});
    ReflectiveAccess settings = inContainer(Settings.class);
    settings.call("spoil");

    state.restore();

    assertIsNew(settings);
    assertThat(state.lateClasses()).isEqualTo(1);
    assertThat(state.differences())
        .contains(
            new Residue("static", Settings.class.getName(), "absent", "used", Rules.LATE.text()));
  }

  @Test
  void shouldMakeTheObjectsOfLibrariesWhatTheyWere() throws Exception {
    Object registry = early(Registry.class).get("DEFAULT");
    ReflectiveAccess calls = ReflectiveAccess.of(registry);
    Object before = calls.call("describe");
    int random = (Integer) calls.call("next");

    for (int container = 0; container < 2; container++) {
      calls.call("use", new Class<?>[] {Object.class}, new Object());
      assertThat(calls.call("describe")).isNotEqualTo(before);
      assertThat(unexplained()).extracting(Residue::where).contains(FIRST_FIELD);

      assertThat(state.restore()).isGreaterThan(10);

      assertThat(unexplained()).isEmpty();
      assertThat(calls.call("describe")).isEqualTo(before);
    }
    assertThat(calls.call("next")).as("drawn by the next container").isNotEqualTo(random);
  }

  @Test
  void shouldKeepWhatALateInitialiserDoesToALibraryAndDropWhatTheContainerDoes() throws Exception {
    ReflectiveAccess registry = ReflectiveAccess.of(early(Registry.class).get("DEFAULT"));
    inContainer(Registered.class);
    registry.call("use", new Class<?>[] {Object.class}, new Object());

    state.restore();

    assertThat(registry.get("byName"))
        .isEqualTo(
            Map.of("first", 1, "registered", framework.loadClass(Registered.class.getName())));
  }

  @Test
  void shouldFailWhenALateInitialiserChangesWhatTheContainerHasChanged() throws Exception {
    ReflectiveAccess registry = ReflectiveAccess.of(early(Registry.class).get("DEFAULT"));
    registry.call("use", new Class<?>[] {Object.class}, new Object());
    inContainer(Registered.class);

    assertThatThrownBy(state::restore)
        .hasMessageContainingAll(Registered.class.getName(), "Registry.DEFAULT");
    assertThat(registry.get("byName")).isEqualTo(Map.of("first", 1));
  }

  /** Nearly every container changes something before it uses a class first. */
  @Test
  void shouldGoOnWhenALateInitialiserChangesSomethingElseThanTheContainer() throws Exception {
    state.warmUp(
        () -> {
          initialize(Settings.class.getName());
          initialize(Registry.class.getName());
          initialize("com.fasterxml.jackson.databind.type.TypeFactory");
        });
    ReflectiveAccess types =
        ReflectiveAccess.ofClass(
            framework.loadClass("com.fasterxml.jackson.databind.type.TypeFactory"));
    ReflectiveAccess.of(types.call("defaultInstance"))
        .call("constructType", new Class<?>[] {Type.class}, Residue.class);
    inContainer(Registered.class);

    state.restore();

    Object registry =
        ReflectiveAccess.ofClass(framework.loadClass(Registry.class.getName())).get("DEFAULT");
    assertThat(ReflectiveAccess.of(registry).get("byName"))
        .isEqualTo(
            Map.of("first", 1, "registered", framework.loadClass(Registered.class.getName())));
  }

  @Test
  void shouldHoldNoThreadOfAContainerThatUsedTheClassFirst() throws Exception {
    state.warmUp(() -> {});
    Object made = inContainer(Makers.class).get("MADE");
    assertThat(ReflectiveAccess.of(made).get("maker")).isSameAs(Thread.currentThread());

    state.restore();

    assertThat(ReflectiveAccess.of(made).get("maker")).isNull();
  }

  @Test
  void shouldForgetWhatAContainerHasToldAvroAndJackson() throws Exception {
    ReflectiveAccess avro = early("org.apache.avro.specific.SpecificData");
    Object data = avro.call("get");
    Class<?> conversion = framework.loadClass("org.apache.avro.Conversion");
    Object uuid =
        framework
            .initialize("org.apache.avro.Conversions$UUIDConversion")
            .getDeclaredConstructor()
            .newInstance();
    ReflectiveAccess types = early("com.fasterxml.jackson.databind.type.TypeFactory");
    Object factory = types.call("defaultInstance");

    ReflectiveAccess.of(data).call("addLogicalTypeConversion", new Class<?>[] {conversion}, uuid);
    ReflectiveAccess.of(factory).call("constructType", new Class<?>[] {Type.class}, Residue.class);
    assertThat(unexplained()).hasSizeGreaterThan(2);
    state.restore();

    assertThat(unexplained()).isEmpty();
    assertThat((Collection<?>) ReflectiveAccess.of(data).call("getConversions")).isEmpty();
  }

  @Test
  void shouldKnowTheDefaultsOfAClassWithoutInitialiser() throws Exception {
    state.warmUp(() -> {});
    ReflectiveAccess plain = inContainer(Plain.class);
    plain.call("spoil");

    state.restore();

    assertThat(plain.get("ready")).isEqualTo(false);
    assertThat(plain.get("held")).isNull();
  }

  @Test
  void shouldRestoreWhenAHashBringsAnotherClassIntoUse() throws Exception {
    ReflectiveAccess keyed = early(Keyed.class);
    keyed.call("spoil");

    state.restore();

    assertThat((Set<?>) keyed.get("KEYS")).hasSize(1);
    assertThat(state.lateClasses()).as("the class of the hash").isEqualTo(1);
    assertThat(unexplained()).isEmpty();
  }

  /** The keys live on, as classes do that are kept for the next container. */
  @Test
  void shouldTakeOutOfWeakMapsWhatBelongsToAContainer() throws Exception {
    @SuppressWarnings("unchecked") // no types of the framework's here
    Map<Object, Object> kept = early(WeakKeys.class).get("KEPT", Map.class);
    try (URLClassLoader container = new URLClassLoader(new URL[0], framework)) {
      Object proxy =
          Proxy.newProxyInstance(
              container, new Class<?>[] {Runnable.class}, (self, method, arguments) -> 0);
      kept.put(container, "by its loader");
      kept.put(proxy.getClass(), "by its class");
      kept.put(String.class, proxy);
      kept.put(Plain.class.getName(), "by a name");

      assertThat(unexplained())
          .singleElement()
          .satisfies(row -> assertThat(row.after()).isEqualTo("3 entries of containers"));
      assertThat(state.restore()).isEqualTo(3);
      assertThat(kept.values()).containsExactlyInAnyOrder("of its own", "by a name");
      assertThat(unexplained()).isEmpty();
    }
  }

  @Test
  void shouldFailOnceWhenAContainerLeavesAClassErroneous() {
    state.warmUp(() -> {});
    assertThatThrownBy(() -> inContainer(Failing.class))
        .isInstanceOf(ExceptionInInitializerError.class);

    assertThatThrownBy(state::restore)
        .hasMessageContaining(Failing.class.getName())
        .hasMessageContaining("erroneous");
    assertThat(state.restore()).isZero();
  }

  @Test
  void shouldFailWhenAPoolThatAClassKeepsHasEnded() throws Exception {
    ReflectiveAccess pooled = early(Pooled.class);
    pooled.get("POOL", ExecutorService.class).shutdownNow();
    assertThatThrownBy(state::restore)
        .hasMessageContaining(Pooled.class.getName() + ".POOL")
        .hasMessageContaining("ended");
  }

  @Test
  void shouldKeepWhatALateInitialiserRegistersAndDropWhatTheContainerDoes() throws Exception {
    state.warmUp(() -> initialize("org.apache.hadoop.io.WritableComparator"));
    Class<?> late = framework.initialize("org.apache.hadoop.io.IntWritable");
    ReflectiveAccess registry =
        ReflectiveAccess.ofClass(framework.loadClass("org.apache.hadoop.io.WritableComparator"));
    @SuppressWarnings("unchecked") // no types of the framework's here
    Map<Object, Object> comparators = registry.get("comparators", Map.class);
    assertThat(comparators).containsKey(late);
    comparators.put(StaticStateTest.class, comparators.get(late));

    state.restore();

    assertThat(comparators).containsKey(late).doesNotContainKey(StaticStateTest.class);
  }

  @Test
  void shouldGiveAContainerItsOwnPlaces() throws Exception {
    ReflectiveAccess places = early(Places.class);
    String slots = System.getProperty("user.dir");
    String slotsTemporary = System.getProperty("java.io.tmpdir");
    assertThat(state.unreadable()).singleElement().asString().contains("Places.other");
    try {
      System.setProperty("user.dir", "/container");
      System.setProperty("java.io.tmpdir", "/container/tmp");

      state.giveOwnValues();

      assertThat(places.get("directory")).isEqualTo("/container");
      assertThat(places.get("FIXED")).isEqualTo("/container");
      assertThat(places.get("temporary")).isEqualTo(new File("/container/tmp"));
      assertThat(places.get("other")).isEqualTo("file:" + slots);
      assertThat(places.get("below")).isEqualTo("/container/below");
    } finally {
      System.setProperty("user.dir", slots);
      System.setProperty("java.io.tmpdir", slotsTemporary);
    }
    state.restore();
    assertThat(places.get("directory")).isEqualTo(slots);
    assertThat(unexplained()).isEmpty();
  }

  @Test
  void shouldFailWhenALateClassKeepsAPlaceOfTheContainer() throws Exception {
    early(Plain.class);
    framework.initialize(Places.class.getName());
    assertThatThrownBy(state::restore).hasMessageContaining("Places.other");
  }

  private ReflectiveAccess early(Class<?> type) throws ClassNotFoundException {
    return early(type.getName());
  }

  private ReflectiveAccess early(String type) throws ClassNotFoundException {
    state.warmUp(() -> initialize(type));
    return ReflectiveAccess.ofClass(framework.loadClass(type));
  }

  private void initialize(String name) {
    try {
      framework.initialize(name);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private ReflectiveAccess inContainer(Class<?> type) throws ClassNotFoundException {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(new URLClassLoader(new URL[0], framework));
    try {
      return ReflectiveAccess.ofClass(Class.forName(type.getName(), true, framework));
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private void assertIsNew(ReflectiveAccess settings) throws ReflectiveOperationException {
    assertThat(settings.get("limit")).isEqualTo(7);
    assertThat(settings.get("loader")).as("never a container's").isSameAs(framework);
    assertThat(settings.get("NAMES")).isEqualTo(List.of("one", "two"));
    Map<?, ?> table = settings.get("TABLE", Map.class);
    assertThat(table).hasSize(1);
    assertThat(table.get("squares")).isEqualTo(new int[] {1, 4});
    assertThat(settings.get("OWNER")).hasToString("nobody");
  }

  private List<Residue> unexplained() {
    return state.differences().stream().filter(residue -> residue.allowedBy().isEmpty()).toList();
  }
}
