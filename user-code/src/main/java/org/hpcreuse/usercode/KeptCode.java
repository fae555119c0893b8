/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.hpcreuse.cleanup.agent.Agent;
import org.hpcreuse.cleanup.agent.LoaderRewriting;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.cleanup.boot.kept.KeptLoader;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.usercode.rewriting.ClassFacts;
import org.hpcreuse.usercode.rewriting.Companion;
import org.hpcreuse.usercode.rewriting.ForeignClassRewriter;
import org.hpcreuse.usercode.rewriting.UseRewrites;
import org.hpcreuse.usercode.rewriting.UserClassRewriter;
import org.hpcreuse.usercode.rewriting.UserClasses;

/**
 * The classes of one loader, which containers use one after the other.
 *
 * <p>Classes are rewritten by whatever thread loads them; all else is done by the slot while no
 * container runs.
 */
public final class KeptCode implements LoaderRewriting {
  private final ClassLoader loader;
  private final Set<ClassLoader> ancestors;
  private final UserClasses classes;
  private final UserClassRewriter rewriter;
  private final ForeignClassRewriter others;
  private final InheritedFinalizers finalizers;
  private final InterfaceFields interfaceFields;
  private final KeptLoader kept;
  private final Probes probes;

  /** How many of the classes have been looked at, in the order in which they came. */
  private int examined;

  /** Internal names of the classes that are as they should be. */
  private final Set<String> rewritten = ConcurrentHashMap.newKeySet();

  /** Other loaders, and whether their classes can ask. */
  private final Map<ClassLoader, Boolean> seeing = Collections.synchronizedMap(new WeakHashMap<>());

  /** The first that was met. */
  private final AtomicReference<String> obstacle = new AtomicReference<>();

  private KeptCode(ClassLoader loader, UserClasses classes) {
    this.loader = loader;
    this.interfaceFields = new InterfaceFields(classes);
    this.kept =
        new KeptLoader(loader, interfaceFields, new LibraryCopies(loader)::loadedAs, rewritten);
    this.ancestors = ancestors(loader);
    this.classes = classes;
    this.probes = new Probes(loader, kept, classes, this::obstacle);
    this.rewriter = new UserClassRewriter(classes);
    this.others = new ForeignClassRewriter(classes);
    this.finalizers = new InheritedFinalizers(loader);
  }

  private static Set<ClassLoader> ancestors(ClassLoader loader) {
    Set<ClassLoader> ancestors = new HashSet<>();
    ancestors.add(KeptCode.class.getClassLoader());
    for (ClassLoader at = loader; at != null; at = at.getParent()) {
      ancestors.add(at);
    }
    return ancestors;
  }

  /**
   * Begins with a loader that has no class yet.
   *
   * @param files finds the file that the loader would define a class from, by internal name; empty
   *     for a class that another loader has
   */
  public static KeptCode of(ClassLoader loader, Function<String, Optional<byte[]>> files) {
    return new KeptCode(loader, new UserClasses(files));
  }

  /**
   * Has the JDK tell of the ways by which it alone has a class initialised, of lambda expressions
   * that it links and of libraries that it loads; once, before the first loader.
   */
  public static void watchUses() {
    KeptClasses.prepare();
    Agent.add("the uses of classes cannot be watched", UseRewrites::all);
  }

  /** A container that has them is about to run. */
  public void use() {
    KeptClasses.use(kept);
  }

  /**
   * A class that the loader has beside those of its class path.
   *
   * @param name internal name of a class that it does not find there
   * @return empty for any other class
   */
  public Optional<byte[]> added(String name) {
    return Companion.isOne(name) ? classes.file(name) : Optional.empty();
  }

  @Override
  public boolean isOf(ClassLoader other) {
    return other == loader;
  }

  /** Those of the slot's own loaders never do. */
  @Override
  public boolean isSeenBy(ClassLoader other) {
    return other != null && !ancestors.contains(other);
  }

  /**
   * What cannot be rewritten costs the classes their use by another container, and nothing else.
   */
  @Override
  public byte[] rewrite(String name, byte[] original, byte[] classFile) {
    return safely(
        "class " + name,
        () -> rewriteWhole(name, original, classFile),
        () -> rewriter.rewriteForOthers(classFile));
  }

  /** On another stack where there is too little room; with something less when that fails. */
  private byte[] safely(String what, Supplier<byte[]> whole, Supplier<byte[]> less) {
    try {
      return whole.get();
    } catch (StackOverflowError e) {
      return OwnStack.call(
          () -> orElse(what, whole, () -> orElse(what, less, () -> null)),
          why -> cannotBeRewritten(what, why));
    } catch (RuntimeException | Error e) {
      cannotBeRewritten(what, e.toString());
      return orElse(what, less, () -> null);
    }
  }

  private byte[] orElse(String what, Supplier<byte[]> first, Supplier<byte[]> second) {
    try {
      return first.get();
    } catch (RuntimeException | Error e) {
      cannotBeRewritten(what, e.toString());
      return second.get();
    }
  }

  private void cannotBeRewritten(String what, String why) {
    obstacle(what + " could not be rewritten: " + why);
  }

  private byte[] rewriteWhole(String name, byte[] original, byte[] classFile) {
    Optional<byte[]> file = name == null ? Optional.empty() : classes.file(name);
    if (file.isEmpty()) {
      return rewriter.rewriteUnlikeItsFile(classFile);
    }
    if (!Arrays.equals(file.get(), original)) {
      obstacle(name.replace('/', '.') + " is not what the class path has");
      return rewriter.rewriteUnlikeItsFile(classFile);
    }
    ClassFacts facts = classes.facts(name, file.get());
    facts.obstacle().ifPresent(this::obstacle);
    byte[] changed = rewriter.rewrite(facts, classFile);
    rewritten.add(name);
    return changed;
  }

  @Override
  public byte[] rewriteOthers(ClassLoader other, byte[] classFile) {
    byte[] changed =
        safely(
            "a class of another loader",
            () -> others.rewrite(classFile, name -> file(other, name)),
            () -> null);
    return changed == null || sees(other) ? changed : null;
  }

  /**
   * Whether a loader asks the boot loader for packages that it does not know; OSGi's do not. Holds
   * no lock while it asks: the loader takes its own.
   */
  private boolean sees(ClassLoader other) {
    Boolean known = seeing.get(other);
    if (known != null) {
      return known;
    }
    boolean sees = findsKeptClasses(other);
    if (!sees) {
      obstacle(other.getClass().getName() + " does not find " + KeptClasses.class.getName());
    }
    seeing.put(other, sees);
    return sees;
  }

  private static boolean findsKeptClasses(ClassLoader loader) {
    try {
      return loader.loadClass(KeptClasses.class.getName()) == KeptClasses.class;
    } catch (ClassNotFoundException | RuntimeException | LinkageError e) {
      return false;
    }
  }

  private static Optional<byte[]> file(ClassLoader other, String name) {
    try (InputStream in = other.getResourceAsStream(name + ".class")) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void obstacle(String what) {
    obstacle.compareAndSet(null, what);
  }

  /**
   * Has all classes forget the container that has used them.
   *
   * @return why that is not possible, empty when the next container can use them
   */
  public Optional<String> forget() {
    UserLibraries.obstacle(loader).ifPresent(this::obstacle);
    kept.spoiled().forEach(this::obstacle);
    List<Class<?>> loaded = examineAll();
    if (obstacle.get() == null) {
      KeptClasses.forget(kept).forEach(this::obstacle);
    }
    interfaceFields.forget();
    if (obstacle.get() == null) {
      loaded.forEach(this::emptyCaches);
      LoaderFields.setFlag(loader, "defaultAssertionStatus", false);
      LoaderFields.set(loader, "packageAssertionStatus", null);
      LoaderFields.set(loader, "classAssertionStatus", null);
    }
    return Optional.ofNullable(obstacle.get());
  }

  /** Reflection rejects some malformed class files only when it is first used. */
  private void emptyCaches(Class<?> type) {
    try {
      ClassCaches.empty(type);
    } catch (RuntimeException | LinkageError e) {
      obstacle("what reflection knows of " + type.getName() + " cannot be forgotten: " + e);
    }
  }

  /**
   * Looks at the classes that have come since the last look; called while no container runs.
   *
   * @return why another container must not use them; empty when it may
   */
  public Optional<String> examine() {
    examineAll();
    return Optional.ofNullable(obstacle.get());
  }

  /** Binary names of the classes of files, in the order in which they were loaded. */
  public List<String> names() {
    return loaded().stream()
        .map(Class::getName)
        .filter(name -> rewritten.contains(name.replace('.', '/')))
        .toList();
  }

  /** To link a class may load others. Returns all that there are. */
  private List<Class<?>> examineAll() {
    List<Class<?>> loaded = loaded();
    while (examined < loaded.size()) {
      List<Class<?>> added = loaded.subList(examined, loaded.size());
      examine(added);
      examined = loaded.size();
      if (obstacle.get() == null) {
        probes.run(added);
      }
      loaded = loaded();
    }
    return loaded;
  }

  private void examine(List<Class<?>> added) {
    added.stream()
        .filter(type -> !Proxy.isProxyClass(type))
        .filter(type -> !rewritten.contains(type.getName().replace('.', '/')))
        .forEach(type -> obstacle(type.getName() + " is of no file of the class path alone"));
    added.stream()
        .filter(finalizers::areInheritedBy)
        .forEach(type -> obstacle(type.getName() + " inherits a finalizer"));
  }

  /** What the loader has defined so far, in the order in which it has; hidden classes apart. */
  private List<Class<?>> loaded() {
    List<?> defined = (List<?>) LoaderFields.get(loader, "classes");
    synchronized (defined) {
      return defined.stream().<Class<?>>map(type -> (Class<?>) type).toList();
    }
  }

  /** How many classes there are. */
  public int size() {
    return loaded().size();
  }

  /**
   * Runs what has overflowed the stack of its thread in one of its own: a program may load a class
   * at the end of its stack, and catch what comes of it.
   */
  private static final class OwnStack {
    private OwnStack() {}

    /**
     * Calls it, and waits for it however long it takes.
     *
     * @param failed receives why there is no result
     * @return null when there is none
     */
    static byte[] call(Supplier<byte[]> work, Consumer<String> failed) {
      try {
        AtomicReference<byte[]> result = new AtomicReference<>();
        Thread thread = new Thread(null, () -> result.set(work.get()), "kept-rewriter", 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.start();
        await(thread);
        return result.get();
      } catch (RuntimeException | Error e) {
        failed.accept(e.toString());
        return null;
      }
    }

    /** An interrupt is for the program. */
    private static void await(Thread thread) {
      boolean interrupted = false;
      while (thread.isAlive()) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
