/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.hpcreuse.cleanup.boot.kept.KeptClasses;
import org.hpcreuse.cleanup.boot.kept.KeptLoader;
import org.hpcreuse.cleanup.state.BoundedCall;
import org.hpcreuse.cleanup.state.JdkMemory;
import org.hpcreuse.usercode.rewriting.UserClasses;

/**
 * Finds classes that the JVM cannot initialise any more although nobody has seen an initialiser
 * fail: a stack overflow can strike before the first line of one. The JVM initialises the classes
 * that no container has used yet, and their initialisers return at once. No container runs.
 */
final class Probes {
  /** What HotSpot says of a class whose initialiser has failed (InstanceKlass::initialize_impl). */
  private static final String UNUSABLE = "Could not initialize class ";

  /** Ten thousand classes take half a second. */
  private static final Duration BOUND = Duration.ofSeconds(5);

  private final ClassLoader loader;
  private final KeptLoader kept;
  private final UserClasses classes;
  private final Consumer<String> obstacle;

  /**
   * For the classes of one loader.
   *
   * @param obstacle receives why another container must not use them
   */
  Probes(ClassLoader loader, KeptLoader kept, UserClasses classes, Consumer<String> obstacle) {
    this.loader = loader;
    this.kept = kept;
    this.classes = classes;
    this.obstacle = obstacle;
  }

  /** Within a bound: a thread that has outlived its container may be in an initialiser. */
  void run(List<Class<?>> types) {
    KeptLoader before = KeptClasses.beginProbing(kept);
    try {
      BoundedCall.run(
          "probes",
          Probes.class.getClassLoader(),
          BOUND.toNanos(),
          () -> {
            types.stream().takeWhile(type -> kept.isProbing()).forEach(this::probe);
            return null;
          });
    } catch (Exception e) {
      obstacle.accept("classes cannot be initialised: " + e.getMessage());
    } finally {
      KeptClasses.endProbing(kept, before);
    }
  }

  /** Only where no initialiser of other loaders' classes would run. */
  private void probe(Class<?> type) {
    if (kept.isKnown(type)
        || !classes.isAgain(type.getName().replace('.', '/'))
        || initialisesOthers(type)) {
      return;
    }
    try {
      JdkMemory.ensureInitialized(type);
    } catch (ExceptionInInitializerError e) {
      obstacle.accept(type.getName() + " has not been initialised: " + e);
    } catch (LinkageError e) {
      // Others say that something is missing: the JVM looks for it again each time.
      if (String.valueOf(e.getMessage()).startsWith(UNUSABLE)) {
        obstacle.accept(type.getName() + " cannot be initialised any more");
      }
    }
  }

  /**
   * Whether the JVM would run an initialiser of another loader's class or interface. Those of the
   * JDK's interfaces do nothing but make constants.
   */
  private boolean initialisesOthers(Class<?> type) {
    if (type == null || (type.isInterface() && type.getClassLoader() == null)) {
      return false;
    }
    if (type.getClassLoader() != loader) {
      return JdkMemory.shouldBeInitialized(type);
    }
    return initialisesOthers(type.getSuperclass())
        || Arrays.stream(type.getInterfaces()).anyMatch(this::initialisesOthers);
  }
}
