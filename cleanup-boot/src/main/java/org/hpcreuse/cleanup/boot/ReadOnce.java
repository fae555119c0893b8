/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot;

import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What rewritten classes of the JDK call whose static state depends on something that is read once.
 * Such a class can be <em>forgotten</em>: its next use, by any thread, initialises it again.
 *
 * <p>A class's own code makes sure that it is initialised before each of its methods and each use
 * of its fields by other classes: {@code if (!fresh) renew();}. While one thread initialises it,
 * others wait, as they would for the JVM. As in the JVM a failed initialiser leaves the class
 * unusable, but only until it is forgotten. Thread-safe.
 */
public final class ReadOnce {
  /** {@link #begin}: go on, this thread is initialising the class already, or another has. */
  public static final int GO_ON = 0;

  /** {@link #begin}: initialise the class again, then call {@link #done}. */
  public static final int AGAIN = 1;

  /** {@link #begin}: it is as good as initialised again; call {@link #done}. */
  public static final int KEEP = 2;

  private static final String USE = "hpcreuse$use$$";

  private static final Map<Class<?>, ReadOnceClass> CLASSES = new ConcurrentHashMap<>();
  private static final Set<String> SPOILED = ConcurrentHashMap.newKeySet();

  /** What classes read, by internal name; written by the agent before any of them is loaded. */
  private static volatile Map<String, ReadOnceInputs> inputs = Map.of();

  /** What they would have read when the slot was ready; written before its first container. */
  private static volatile Map<String, List<String>> own = Map.of();

  /** Finds classes beside {@link #CLASSES}; null when there are none. */
  private static volatile Function<Class<?>, ReadOnceClass> more;

  private ReadOnce() {}

  /**
   * Has classes initialised again that this class has not seen first.
   *
   * @param classes finds them; null for any other class
   */
  public static void add(Function<Class<?>, ReadOnceClass> classes) {
    more = classes;
  }

  /**
   * Name of the method that the agent adds to a class: after a call of it the class is initialised.
   * Each class has a name of its own, so that a subclass inherits the method instead of hiding it:
   * code may have no access to the superclass that declares a field. It is a Java identifier when
   * that of the class is one, since class files before Java 5 have no other names; and no method
   * has {@code <} or {@code >} in its name.
   *
   * @param internalName of the class
   */
  public static String use(String internalName) {
    return USE.concat(
        internalName.replace("$", "$_").replace("/", "$$").replace("<", "$l").replace(">", "$g"));
  }

  /** Makes known what classes read, by internal name. */
  public static void install(Map<String, ReadOnceInputs> newInputs) {
    inputs = Map.copyOf(newInputs);
  }

  /**
   * At the head of a class's initialiser: the thread that runs it has its first turn.
   *
   * @return true: it goes on
   */
  public static boolean first(MethodHandles.Lookup lookup) {
    Class<?> type = lookup.lookupClass();
    ReadOnceInputs read =
        inputs.getOrDefault(type.getName().replace('.', '/'), ReadOnceInputs.UNKNOWN);
    ReadOnceClass entry = new ReadOnceClass(lookup, read);
    entry.first();
    CLASSES.put(type, entry);
    return true;
  }

  /** Null for a class of a loader that has been dropped. */
  private static ReadOnceClass entry(Class<?> type) {
    ReadOnceClass entry = CLASSES.get(type);
    if (entry != null) {
      return entry;
    }
    Function<Class<?>, ReadOnceClass> others = more;
    return others == null ? null : others.apply(type);
  }

  /**
   * Before a class is used that is not fresh.
   *
   * @throws NoClassDefFoundError when its initialiser has failed since it was forgotten
   */
  public static int begin(Class<?> type) {
    ReadOnceClass entry = entry(type);
    return entry == null ? GO_ON : entry.begin();
  }

  /** The class is initialised. */
  public static void done(Class<?> type) {
    ReadOnceClass entry = entry(type);
    if (entry != null) {
      entry.done();
    }
  }

  /** Its initialiser has thrown; returns what its user is thrown. */
  public static Error failed(Class<?> type, Throwable cause) {
    ReadOnceClass entry = entry(type);
    return entry == null ? new ExceptionInInitializerError(cause) : entry.failed(cause);
  }

  /**
   * Its initialiser has thrown at the first time; who uses it next is thrown the cause.
   *
   * @return true: the JVM does not see it
   */
  public static boolean failedFirst(Class<?> type, Throwable cause) {
    ReadOnceClass entry = entry(type);
    if (entry != null) {
      entry.failedFirst(cause);
    }
    return true;
  }

  /** At the head of the initialiser of a class, by internal name, that can run but once. */
  public static void onlyOnce(String className) {
    ReadOnceInputs read = inputs.getOrDefault(className, ReadOnceInputs.UNKNOWN);
    if (SlotHooks.inContainer() && !read.now().equals(own.getOrDefault(className, read.now()))) {
      SPOILED.add(className);
    }
  }

  /** From now on the inputs are the slot's own as they are now: what containers may not spoil. */
  public static void noteOwnInputs(Set<String> onlyOnce) {
    Map<String, List<String>> now = new ConcurrentHashMap<>();
    onlyOnce.forEach(
        name -> now.put(name, inputs.getOrDefault(name, ReadOnceInputs.UNKNOWN).now()));
    own = Map.copyOf(now);
  }

  /**
   * Forgets all that has been initialised. Uses nothing of the JDK that may be among it: even a
   * sorted list would initialise something again.
   *
   * @return internal names of classes that could not be, and of those of {@link #onlyOnce} that a
   *     container has initialised under inputs that are not the slot's own
   */
  public static List<String> forget() {
    List<String> kept = new ArrayList<>(SPOILED);
    kept.addAll(ReadOnceClass.forget(CLASSES.values()));
    return kept;
  }

  /** Internal names of the classes that are as a container has initialised them, in no order. */
  public static List<String> containers() {
    List<String> containers = new ArrayList<>();
    for (ReadOnceClass entry : CLASSES.values()) {
      if (entry.isInitialisedByContainer()) {
        containers.add(entry.toString());
      }
    }
    return containers;
  }
}
