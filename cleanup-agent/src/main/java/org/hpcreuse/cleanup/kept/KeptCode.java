/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.kept;

import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.hpcreuse.cleanup.boot.KeptClasses;
import org.hpcreuse.cleanup.state.LoaderFields;
import org.hpcreuse.cleanup.state.NativeLibraries;

/**
 * The classes of one loader, which containers use one after the other. There is at most one such
 * loader in a JVM at a time.
 *
 * <p>Classes are rewritten by whatever thread loads them; all else is done by the slot while no
 * container runs.
 */
public final class KeptCode {
  private final ClassLoader loader;
  private final UserClasses classes;
  private final UserClassRewriter rewriter;

  /** The first that was met. */
  private final AtomicReference<String> obstacle = new AtomicReference<>();

  private KeptCode(ClassLoader loader, UserClasses classes) {
    this.loader = loader;
    this.classes = classes;
    this.rewriter = new UserClassRewriter(classes);
  }

  /**
   * Begins with a loader that has no class yet.
   *
   * @param files finds the file that the loader would define a class from, by internal name; empty
   *     for a class that another loader has
   */
  public static KeptCode of(ClassLoader loader, Function<String, Optional<byte[]>> files) {
    KeptClasses.begin(loader);
    return new KeptCode(loader, new UserClasses(files));
  }

  /** Whether this is about a loader's classes. */
  public boolean isOf(ClassLoader other) {
    return other == loader;
  }

  /**
   * The class file as it should be.
   *
   * @param name internal name, null for one without
   * @param original as the loader has it
   * @param classFile as others have rewritten it
   * @return null when nothing is to be changed
   */
  public byte[] rewrite(String name, byte[] original, byte[] classFile) {
    Optional<byte[]> file = name == null ? Optional.empty() : classes.file(name);
    if (file.isEmpty()) {
      return null;
    }
    if (!Arrays.equals(file.get(), original)) {
      obstacle(name.replace('/', '.') + " is not what the class path has");
      return null;
    }
    ClassFacts facts = classes.facts(name, file.get());
    if (facts.obstacle().isPresent()) {
      obstacle(facts.obstacle().get());
      return null;
    }
    return rewriter.rewrite(facts, classFile);
  }

  /** Another container must not use these classes, because of this. */
  public void obstacle(String what) {
    obstacle.compareAndSet(null, what);
  }

  /**
   * Has all classes forget the container that has used them.
   *
   * @return why that is not possible, empty when the next container can use them
   */
  public Optional<String> forget() {
    NativeLibraries.of(loader).forEach(file -> obstacle("native library " + file));
    List<Class<?>> loaded = loaded();
    loaded.stream()
        .filter(type -> !Proxy.isProxyClass(type))
        .filter(type -> classes.facts(type.getName().replace('.', '/')).isEmpty())
        .forEach(type -> obstacle(type.getName() + " was made at run time"));
    if (obstacle.get() == null) {
      KeptClasses.forget().forEach(name -> obstacle(name.replace('/', '.') + " is in use"));
    }
    if (obstacle.get() == null) {
      loaded.forEach(ClassCaches::empty);
      LoaderFields.setFlag(loader, "defaultAssertionStatus", false);
      LoaderFields.set(loader, "packageAssertionStatus", null);
      LoaderFields.set(loader, "classAssertionStatus", null);
    }
    return Optional.ofNullable(obstacle.get());
  }

  /** What the loader has defined so far, hidden classes apart. */
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

  /** Lets go of all. */
  public void drop() {
    KeptClasses.drop();
  }
}
