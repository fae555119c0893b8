/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.LoaderOwnership;
import org.hpcreuse.cleanup.state.Redacted;
import org.hpcreuse.cleanup.state.Residue;

/**
 * What the static state of the framework's classes was. Taken when the slot is ready for its first
 * container; grows with classes that are initialised later: by {@link #adopt} when no container
 * runs, else by {@link #initialized}, in the thread that runs the initialiser.
 *
 * <p>Thread-safe: one lock for everything. It is taken inside initialisers, so nothing that holds
 * it may initialise a class; reading a static field of one that is being initialised would wait,
 * which is why only initialised classes and the caller's own are read. Cost and rules:
 * docs/no-trace.md.
 */
public final class StaticState implements ClassHooks.Listener {
  /** How far into a structure of the JDK a registered object is looked for. */
  private static final int NEAR = 4;

  private final LoadedClasses framework;
  private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<Class<?>> captured = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Set<String> late = new TreeSet<>();
  private final List<Late> newlyLate = new ArrayList<>();

  /** What there were when an initialiser began last. */
  private Set<String> properties = Set.of();

  private final List<String> failures = new ArrayList<>();
  private final List<Snapshot> kept = new ArrayList<>();
  private final List<Snapshot> registrations = new ArrayList<>();
  private final List<Snapshot> libraries = new ArrayList<>();
  private final Map<Class<?>, ObjectSnapshot.Layout> layouts = new HashMap<>();

  /** Classes before this one in the framework's list have been looked at. */
  private int next;

  private final List<Class<?>> notInitialized = new ArrayList<>();
  private final List<String> unreadable = new ArrayList<>();
  private final OwnValues own = new OwnValues();
  private boolean warmingUp;

  /** What there was when an initialiser began that has not ended. */
  private final Map<Class<?>, Start> starts = new HashMap<>();

  /**
   * The start of an initialiser.
   *
   * @param thread the one that runs it
   * @param registrations what they held
   * @param libraries what the container had changed of the libraries' objects, as they were
   * @param properties names of the system properties
   */
  private record Start(
      Thread thread,
      Map<Snapshot, Object[]> registrations,
      Map<Snapshot, Object[]> libraries,
      Set<String> properties) {}

  /**
   * A class whose initialiser a container has run.
   *
   * @param properties names of the system properties that there were when it began; it may have set
   *     others itself
   */
  public record Late(Class<?> type, Set<String> properties) {}

  /** Knows nothing yet; classes initialised before the first {@link #warmUp} are taken then. */
  public StaticState(LoadedClasses framework) {
    this.framework = framework;
  }

  /** Whether the initialiser of a class must say when it ends even in {@link #warmUp}. */
  public static boolean mustSee(String className) {
    return Rules.hasUnread(className);
  }

  /**
   * Runs what initialises further classes in a neutral context, then takes the state as it is now
   * for the baseline: the new classes', and what their initialisers have changed elsewhere. Call it
   * while no container runs.
   */
  public void warmUp(Runnable work) {
    setWarmingUp(true);
    try {
      work.run();
    } finally {
      setWarmingUp(false);
      adopt();
    }
  }

  private synchronized void setWarmingUp(boolean value) {
    warmingUp = value;
  }

  private synchronized void adopt() {
    Capture capture = capture(UnaryOperator.identity(), false);
    for (Snapshot thing : List.copyOf(kept)) {
      if (thing.differs()) {
        thing.take(capture);
      }
    }
    newlyInitialized().forEach(type -> keep(type, capture, unreadable));
    capture.finish();
    restore();
  }

  /** Nothing may come out of it: the class could never be used again. */
  @Override
  public synchronized void starting(Class<?> type) {
    try {
      if (!warmingUp && isFrameworks(type)) {
        starts.put(type, start());
      }
    } catch (RuntimeException | Error e) {
      failures.add("what " + type.getName() + " found is not known: " + Redacted.failure(e));
    }
  }

  /**
   * What the initialiser around this one has changed is not the container's. In plain loops, like
   * {@link #changed}: an ApplicationMaster runs hundreds of initialisers, and there are thousands
   * of libraries' objects.
   */
  private Start start() {
    Map<Snapshot, Object[]> registered = new HashMap<>();
    registrations.forEach(registration -> registered.put(registration, registration.mark()));
    Thread thread = Thread.currentThread();
    Map<Snapshot, Object[]> changed = new HashMap<>();
    changed(mayBeContainers(thread)).forEach(thing -> changed.put(thing, thing.mark()));
    return new Start(thread, registered, changed, properties());
  }

  /** The libraries' objects but those that an initialiser around this one has changed. */
  private List<Snapshot> mayBeContainers(Thread thread) {
    List<Set<Snapshot>> around =
        starts.values().stream()
            .filter(start -> start.thread() == thread)
            .map(start -> start.libraries().keySet())
            .toList();
    if (around.isEmpty()) {
      return libraries;
    }
    List<Snapshot> inAll = new ArrayList<>(around.get(0));
    around.forEach(inAll::retainAll);
    return inAll;
  }

  /** Those that differ. To compare may bring further ones. */
  private static List<Snapshot> changed(List<Snapshot> things) {
    List<Snapshot> changed = new ArrayList<>();
    for (int i = 0; i < things.size(); i++) {
      if (things.get(i).differs()) {
        changed.add(things.get(i));
      }
    }
    return changed;
  }

  private Set<String> properties() {
    Set<String> now = System.getProperties().stringPropertyNames();
    if (!now.equals(properties)) {
      properties = now;
    }
    return properties;
  }

  // Proxies have a module of their own; what they hold are methods.
  private static boolean isFrameworks(Class<?> type) {
    return !type.getModule().isNamed();
  }

  /** A class was initialised: what it holds now is its baseline. */
  @Override
  public synchronized void initialized(Class<?> type) {
    boolean seen = warmingUp ? !mustSee(type.getName()) : captured.contains(type);
    if (seen || !isFrameworks(type)) {
      return;
    }
    if (!warmingUp) {
      late.add(type.getName());
    }
    try {
      Capture capture = capture(new LoaderSubstitution(framework.loader()), true);
      // What a container has made stays wrong for the next one.
      keep(type, capture, warmingUp ? unreadable : failures);
      Start start = starts.remove(type);
      newlyLate.add(new Late(type, start == null ? properties() : start.properties()));
      List<Snapshot> adopted = List.of();
      if (start != null) {
        start.registrations().forEach((thing, mark) -> thing.adoptSince(mark, capture));
        adopted = adoptLibraries(type, start, capture);
      }
      capture.finish();
      if (adopted.stream().anyMatch(Snapshot::differs)) {
        failures.add("libraries' objects changed while " + type.getName() + " was initialised");
      }
    } catch (RuntimeException | LinkageError e) {
      failures.add("state of " + type.getName() + " not known: " + Redacted.failure(e));
    }
  }

  /**
   * Takes for the baseline what an initialiser has registered in objects of libraries. It runs
   * once, so that later containers need it. Other threads change such objects at the same time: so
   * only what leads to something of the class's own package counts. A structure is taken whole, so
   * the container must have changed nothing that the same static field leads to.
   *
   * @return what has been taken
   */
  private List<Snapshot> adoptLibraries(Class<?> type, Start start, Capture capture) {
    List<Snapshot> changed =
        changed(libraries).stream()
            .filter(thing -> !isAt(thing, start.libraries().get(thing)))
            .toList();
    Set<FieldPath> registries = new HashSet<>();
    changed.stream()
        .filter(thing -> thing.added().stream().anyMatch(added -> leadsTo(type, added, NEAR)))
        .forEach(thing -> registries.add(thing.at().place().root()));
    if (registries.isEmpty()) {
      return List.of();
    }
    Set<FieldPath> containers = new HashSet<>();
    start.libraries().keySet().forEach(thing -> containers.add(thing.at().place().root()));
    containers.retainAll(registries);
    if (!containers.isEmpty()) {
      failures.add(
          "the initialiser of "
              + type.getName()
              + " has registered where the container had changed something: "
              + containers);
      return List.of();
    }
    List<Snapshot> adopted =
        changed.stream().filter(thing -> registries.contains(thing.at().place().root())).toList();
    adopted.forEach(thing -> thing.take(capture));
    return adopted;
  }

  /**
   * Whether an object is of a class's package, or is a structure of the JDK with such an object.
   */
  private boolean leadsTo(Class<?> type, Object object, int steps) {
    Class<?> found = object instanceof Class<?> itself ? itself : object.getClass();
    if (found.getClassLoader() == type.getClassLoader()
        && !found.isArray()
        && found.getPackageName().equals(type.getPackageName())) {
      return true;
    }
    return steps > 0 && parts(object).anyMatch(next -> leadsTo(type, next, steps - 1));
  }

  private Stream<Object> parts(Object object) {
    if (object instanceof Object[] array) {
      return Arrays.stream(array).filter(Objects::nonNull);
    }
    return Rules.isLibrarys(object)
        ? layout(object.getClass()).references(object).stream()
        : Stream.empty();
  }

  private static boolean isAt(Snapshot thing, Object[] mark) {
    return mark != null && thing.isAt(mark);
  }

  @Override
  public synchronized void failed(Class<?> type, Throwable cause) {
    starts.remove(type);
    if (!warmingUp && !Rules.failsAnywhere(type.getName())) {
      failures.add("class " + type.getName() + " left erroneous by " + Redacted.failure(cause));
    }
  }

  /** Everything that differs, allowed or not. */
  public synchronized List<Residue> differences() {
    discover();
    List<Residue> residue = new ArrayList<>();
    DifferenceListener differences =
        (at, before, after) ->
            residue.add(
                new Residue(
                    "static",
                    at.place().toString(),
                    ComparedValue.describe(before),
                    ComparedValue.describe(after),
                    at.isKept() ? at.rule().text() : ""));
    forEachKept(thing -> thing.compare(differences));
    late.forEach(
        name -> residue.add(new Residue("static", name, "absent", "used", Rules.LATE.text())));
    return residue;
  }

  /**
   * Restores everything that differs and is not to be kept.
   *
   * @return how many values were written
   * @throws IllegalStateException naming what could not be restored
   */
  public synchronized int restore() {
    discover();
    List<String> problems = new ArrayList<>();
    int written = restore(false, problems) + restore(true, problems);
    problems.addAll(0, failures);
    failures.clear();
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("; ", problems));
    }
    return written;
  }

  /** Objects of a class of the framework that static fields lead to. */
  public synchronized List<Object> reached(String className) {
    return seen.stream().filter(thing -> thing.getClass().getName().equals(className)).toList();
  }

  /** The classes whose initialisers a container has run, and that nobody has taken before. */
  public synchronized List<Late> takeLate() {
    List<Late> taken = List.copyOf(newlyLate);
    newlyLate.clear();
    return taken;
  }

  /** How many classes were first used in a container. */
  public synchronized int lateClasses() {
    return late.size();
  }

  /** How many things are compared. */
  public synchronized int size() {
    return kept.size();
  }

  private int restore(boolean callsElements, List<String> problems) {
    int[] written = {0};
    forEachKept(
        thing -> {
          if (thing.callsElements() == callsElements) {
            try {
              written[0] += thing.restore();
            } catch (RuntimeException | LinkageError e) {
              problems.add(
                  "static state not restored: " + thing.at().place() + ": " + Redacted.failure(e));
            }
          }
        });
    return written[0];
  }

  /**
   * Visits everything, also what is added meanwhile: a hash code, or a map of the framework's own,
   * may bring a class into use.
   */
  private void forEachKept(Consumer<Snapshot> visitor) {
    for (int i = 0; i < kept.size(); i++) {
      visitor.accept(kept.get(i));
    }
  }

  /**
   * Finds classes that were first used in a container and have no initialiser: their statics were
   * null, 0 or false.
   */
  private void discover() {
    for (Class<?> type : newlyInitialized()) {
      if (captured.add(type)) {
        FieldLayout shape = shape(type);
        if (!shape.constants().isEmpty()) {
          failures.add("class " + type.getName() + " was initialised unseen");
        }
        late.add(type.getName());
        kept.add(new FieldSnapshot(ReachedObject.ofClass(type), null, shape));
      }
    }
  }

  private List<Class<?>> newlyInitialized() {
    List<Class<?>> all = framework.all();
    notInitialized.addAll(all.subList(next, all.size()));
    next = all.size();
    List<Class<?>> found = notInitialized.stream().filter(LoadedClasses::isInitialized).toList();
    notInitialized.removeAll(Set.copyOf(found));
    return found;
  }

  /**
   * Takes a class for the baseline.
   *
   * @param fixed receives what it holds of the process's places for good
   */
  private void keep(Class<?> type, Capture capture, List<String> fixed) {
    if (captured.add(type)) {
      FieldLayout shape = shape(type);
      lookForOwnValues(type, fixed);
      if (!shape.isEmpty()) {
        capture.keep(new FieldSnapshot(ReachedObject.ofClass(type), null, shape));
      }
    }
  }

  private void lookForOwnValues(Class<?> type, List<String> fixed) {
    try {
      fixed.addAll(own.look(type));
    } catch (LinkageError e) {
      // The shape of the class has said so.
      return;
    }
  }

  /** Gives the container that begins its own values ({@link OwnValues}). */
  public synchronized void giveOwnValues() {
    own.give();
  }

  /** A class with a field of a type that is not there cannot be looked at, nor used by much. */
  private FieldLayout shape(Class<?> type) {
    try {
      return FieldLayout.ofStatics(type);
    } catch (LinkageError e) {
      unreadable.add(type.getName() + ": " + e);
      return new FieldLayout(List.of(), List.of());
    }
  }

  /** Classes whose statics cannot be looked at, with the reason. */
  public synchronized List<String> unreadable() {
    return List.copyOf(unreadable);
  }

  private Capture capture(UnaryOperator<Object> neutral, boolean ofInitializer) {
    return new Capture(
        framework.loader(), seen, neutral, ofInitializer, this::layout, this::add, failures::add);
  }

  /** An object of a class with a field of a type that is not there is not looked at. */
  private ObjectSnapshot.Layout layout(Class<?> type) {
    return layouts.computeIfAbsent(
        type,
        missing -> {
          try {
            return ObjectSnapshot.Layout.of(missing);
          } catch (LinkageError e) {
            unreadable.add(missing.getName() + ": " + e);
            return new ObjectSnapshot.Layout(List.of(), List.of(), List.of());
          }
        });
  }

  private void add(Snapshot thing) {
    kept.add(thing);
    if (thing.isRegistration()) {
      registrations.add(thing);
    }
    if (thing.at().isOfLibrary()) {
      libraries.add(thing);
    }
  }

  /**
   * What to keep of a value that a class takes in while a container runs: in place of the
   * container's loader the framework's, in place of a thread and of anything else of the container
   * nothing.
   */
  private static final class LoaderSubstitution implements UnaryOperator<Object> {
    private final ClassLoader framework;

    LoaderSubstitution(ClassLoader framework) {
      this.framework = framework;
    }

    @Override
    public Object apply(Object value) {
      if (value instanceof Thread) {
        return null;
      }
      if (!LoaderOwnership.isOfContainer(value, framework)) {
        return value;
      }
      return value instanceof ClassLoader ? framework : null;
    }
  }
}
