/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.boot.kept;

import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.hpcreuse.cleanup.boot.ReadOnce;
import org.hpcreuse.cleanup.boot.ReadOnceClass;
import org.hpcreuse.cleanup.boot.ReadOnceInputs;
import org.hpcreuse.cleanup.boot.SlotHooks;

/**
 * Classes of a user that one container after the other uses, each as if it were the first: they are
 * forgotten in between, as those of {@link ReadOnce}. A container uses those of one loader at most;
 * others may wait for their next container. Thread-safe.
 */
public final class KeptClasses {
  /** Of no loader, while a container runs that shares no classes. */
  private static final KeptLoader NONE = new KeptLoader(null, null, null, Set.of());

  /** Written by the slot while no container runs; volatile so that all threads see it. */
  private static volatile KeptLoader kept = NONE;

  private static final MethodHandle USE_INTERFACE = useInterface();

  private static final String FOR_NAME = "forName";

  /** STRONG_LOADER_LINK of java.lang.invoke.MethodHandleNatives.Constants. */
  private static final int STRONG = 4;

  /** One that takes longer may never end. */
  private static final Duration FINALIZERS_BOUND = Duration.ofSeconds(1);

  private static final ReentrantLock FINALIZERS = new ReentrantLock();
  private static final Condition NONE_RUNS = FINALIZERS.newCondition();

  /** How many finalizers of kept classes run, also by calls; guarded by the lock. */
  private static int running;

  /** Another number for each container. Written by the slot while none runs, under the lock. */
  private static volatile long container;

  static {
    ReadOnce.add(KeptClasses::entry);
  }

  private KeptClasses() {}

  private static MethodHandle useInterface() {
    try {
      return MethodHandles.lookup()
          .findVirtual(KeptFields.class, "use", MethodType.methodType(void.class, Class.class));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** From now on the classes are this loader's. */
  public static void use(KeptLoader loader) {
    next();
    kept = loader;
  }

  /** From now on there are none. */
  public static void useNone() {
    next();
    kept = NONE;
  }

  /**
   * A class loads a native library.
   *
   * @param file canonical path of the library, or the name of one that is part of the JVM
   * @return the path or name under which the JDK is to load it, or to find that it is loaded
   */
  public static String library(Class<?> loading, String file) {
    KeptLoader now = kept;
    return now.has(loading) ? now.library(loading, file) : file;
  }

  /**
   * At the head of a class's initialiser: the thread that runs it has its first turn. A class of a
   * loader that no container uses is initialised as in any JVM, once, and no container uses the
   * loader again: a thread of the JVM's own has run code of it.
   *
   * @return whether it goes on; else it returns, and the class is to be initialised at its next use
   */
  public static boolean first(MethodHandles.Lookup lookup) {
    Class<?> type = lookup.lookupClass();
    KeptLoader now = kept;
    if (now.has(type)) {
      ReadOnceClass entry = new ReadOnceClass(lookup, ReadOnceInputs.UNKNOWN);
      boolean goesOn = !now.isProbing();
      if (goesOn) {
        entry.first();
      }
      now.classes().put(type, entry);
      return goesOn;
    }
    KeptLoader waits = KeptLoader.of(type);
    if (waits != null) {
      waits.spoiled().add(type.getName().concat(" was initialised while no container used it"));
    }
    return true;
  }

  /**
   * From now on the JVM can be made to initialise classes of a loader without their initialisers:
   * so it is seen which ones can be initialised. A stack overflow can make one unusable for good
   * before a line of it has run. No container runs.
   *
   * @return the loader that was used before, for {@link #endProbing}
   */
  public static KeptLoader beginProbing(KeptLoader loader) {
    KeptLoader before = kept;
    loader.probing(true);
    kept = loader;
    return before;
  }

  /** The initialisers of a loader's classes run again. */
  public static void endProbing(KeptLoader loader, KeptLoader before) {
    loader.probing(false);
    kept = before;
  }

  /**
   * An initialiser has failed at the first time. When the JVM sees that, it never uses the class
   * again, and no other container can.
   *
   * @return whether the JVM need not see it: the code that has used the class asks next, and is
   *     thrown the cause. Reflection does not ask, nor does code that could not be rewritten.
   */
  public static boolean failedFirst(Class<?> type, Throwable cause) {
    KeptLoader now = kept;
    ReadOnceClass entry = now.classes().get(type);
    if (entry == null) {
      return false;
    }
    StackWalker.StackFrame starter = starter();
    boolean asks =
        starter != null
            && (isForName(starter)
                || (!starter.isNativeMethod() && now.asks(starter.getDeclaringClass())));
    if (!asks) {
      now.classes().remove(type);
      now.spoiled()
          .add("the initialiser of " + type.getName() + " has failed, started by " + starter);
    }
    entry.failedFirst(cause);
    return asks;
  }

  /** Whether it is the native part of {@code Class.forName}, which is rewritten to ask. */
  private static boolean isForName(StackWalker.StackFrame starter) {
    return starter.getDeclaringClass() == Class.class
        && starter.getMethodName().startsWith(FOR_NAME);
  }

  /** The code that has made the JVM run the initialiser which calls; null when it is not known. */
  private static StackWalker.StackFrame starter() {
    try {
      return StackWalker.getInstance(
              Set.of(
                  StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES))
          .walk(
              frames ->
                  frames
                      .filter(frame -> frame.getDeclaringClass() != KeptClasses.class)
                      .skip(1) // the initialiser
                      .findFirst())
          .orElse(null);
    } catch (StackOverflowError e) {
      return null;
    }
  }

  /**
   * Before a hidden class is defined: it is not rewritten, so it asks nobody. The JDK itself makes
   * some for lambda expressions; these have no fields of a user.
   */
  public static void hidden(MethodHandles.Lookup lookup) {
    KeptLoader now = kept;
    ClassLoader loader = lookup.lookupClass().getClassLoader();
    if (now != NONE && SlotHooks.inContainer() && loader != null && !isJdkAsking()) {
      now.spoiled().add(lookup.lookupClass().getName() + " has defined a hidden class");
    }
  }

  /**
   * Before the class of a lambda expression is defined. Where the program calls the JDK's factory
   * by itself, as log4j and Scala's deserialisation do, it gets one at each call. Such a class must
   * not live as long as its loader, which serves container after container.
   *
   * @param caller a lookup of the class that asks
   * @param flags how the class is defined, as the JVM has it
   * @return the flags that are to be used
   */
  public static int lambda(MethodHandles.Lookup caller, int flags) {
    return isOfCall(caller) ? flags & ~STRONG : flags;
  }

  /**
   * The same for JDKs that have options in place of flags.
   *
   * @param options how the class is defined
   * @return the options that are to be used
   */
  public static ClassOption[] lambda(MethodHandles.Lookup caller, ClassOption[] options) {
    if (!isOfCall(caller)) {
      return options;
    }
    List<ClassOption> left = new ArrayList<>(List.of(options));
    left.remove(ClassOption.STRONG);
    return left.toArray(new ClassOption[0]);
  }

  /** Whether code of a program has called {@link LambdaMetafactory}, and not the JVM. */
  private static boolean isOfCall(MethodHandles.Lookup caller) {
    if (!kept.has(caller.lookupClass())) {
      return false;
    }
    try {
      return isFactoryCalledByProgram();
    } catch (LinkageError | VirtualMachineError e) {
      return false; // at the end of a stack: the class lives too long, and the program goes on
    }
  }

  /** The JVM calls the factory through another class of its package. */
  private static boolean isFactoryCalledByProgram() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames -> {
              boolean inFactory = false;
              Iterator<StackWalker.StackFrame> each = frames.iterator();
              while (each.hasNext()) {
                Class<?> type = each.next().getDeclaringClass();
                if (type == LambdaMetafactory.class) {
                  inFactory = true;
                } else if (inFactory && !MethodHandle.class.isAssignableFrom(type)) {
                  return !type.getPackageName().equals(MethodHandle.class.getPackageName());
                }
              }
              return false;
            });
  }

  /** The number of the container that runs; objects with a finalizer note it. */
  public static long container() {
    return container;
  }

  /**
   * At the head of a finalizer. Objects that an earlier container has made are not finalised any
   * more, nor are those of a loader that has been dropped.
   *
   * @param of the number of the container that has made the object; 0 when it was made without a
   *     constructor: then the finalizer runs when a thread of the container calls it
   * @return whether it runs; it calls {@link #finalized} at its end
   */
  public static boolean finalizes(long of) {
    FINALIZERS.lock();
    try {
      if (of != container && (of != 0 || !SlotHooks.inContainer())) {
        return false;
      }
      running++;
      return true;
    } finally {
      FINALIZERS.unlock();
    }
  }

  /** At the end of a finalizer that has run, however it ends. */
  public static void finalized() {
    FINALIZERS.lock();
    try {
      running--;
      NONE_RUNS.signalAll();
    } finally {
      FINALIZERS.unlock();
    }
  }

  /**
   * From now on no finalizer begins; the last ones get some time to end.
   *
   * @return how many still run
   */
  @SuppressWarnings("NonAtomicVolatileUpdate") // the lock is held
  private static int next() {
    FINALIZERS.lock();
    try {
      container++;
      long left = FINALIZERS_BOUND.toNanos();
      while (running > 0 && left > 0) {
        left = NONE_RUNS.awaitNanos(left);
      }
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return running;
    } finally {
      FINALIZERS.unlock();
    }
  }

  /** A class, or null when it is none of them. */
  static ReadOnceClass entry(Class<?> type) {
    return kept.classes().get(type);
  }

  /** At the end of {@link Class#forName(String)}: the class is initialised, at the latest now. */
  public static void used(Class<?> type) {
    if (type.isInterface()) {
      KeptLoader now = kept;
      if (now.has(type)) {
        now.fields().use(type);
      }
      return;
    }
    ReadOnceClass entry = nearest(type);
    if (entry != null) {
      entry.use();
    }
  }

  /**
   * The class, or the superclass next to it, that can be initialised again. The JVM has initialised
   * a superclass for an earlier container when one of this container's own loaders defines a class
   * below it.
   *
   * @return null for none
   */
  private static ReadOnceClass nearest(Class<?> type) {
    KeptLoader now = kept;
    if (now == NONE) {
      return null;
    }
    for (Class<?> at = type; at != null; at = at.getSuperclass()) {
      ReadOnceClass entry = now.classes().get(at);
      if (entry != null) {
        return entry;
      }
    }
    return null;
  }

  /** Before the first container, by a thread with much room on its stack. */
  public static void prepare() {
    KeptCallSite.prepare();
    // What walks through frames needs classes that must not be initialised at the end of a stack.
    isFactoryCalledByProgram();
    isJdkAsking();
    starter();
  }

  /** At the end of the initialiser of an interface's companion. */
  public static void initialized(MethodHandles.Lookup companion) {
    KeptLoader now = kept;
    if (now.has(companion.lookupClass())) {
      now.fields().initialized(companion.lookupClass());
    }
  }

  /** At the end of {@code Class.forName} with a loader, which may leave the class as it is. */
  public static void used(Class<?> type, boolean initialize) {
    if (initialize) {
      used(type);
    }
  }

  /** Before a field is read or written through reflection. */
  public static void used(Field field) {
    if (Modifier.isStatic(field.getModifiers())) {
      used(field.getDeclaringClass());
    }
  }

  /** Whether code of the JDK has called the method of {@link MethodHandles.Lookup} that asks. */
  private static boolean isJdkAsking() {
    return StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE)
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .filter(type -> type != KeptClasses.class && type != MethodHandles.Lookup.class)
                    .filter(type -> !MethodHandle.class.isAssignableFrom(type))
                    .findFirst())
        .filter(type -> type.getClassLoader() == null)
        .isPresent();
  }

  /**
   * Before a static field is looked up: the class that declares it is initialised.
   *
   * @param named the class by which it is named, which may have inherited it
   */
  public static void used(Class<?> named, String field, Class<?> fieldType) {
    if (kept == NONE) {
      return;
    }
    Class<?> owner = declaring(named, field, fieldType.descriptorString());
    if (owner != null) {
      used(owner);
    }
  }

  /**
   * The class that declares a static field, as JVMS 5.4.3.2 looks for it.
   *
   * @param named the class by which it is named
   * @param descriptor that of the field
   * @return null when it is not found, or there are no kept classes
   */
  static Class<?> declaring(Class<?> named, String field, String descriptor) {
    KeptLoader now = kept;
    if (now == NONE || named == null || named.getClassLoader() == null) {
      return null; // nothing kept is above a class of the JDK
    }
    if (now.has(named)
        ? now.fields().declares(named, field, descriptor)
        : declares(named, field, descriptor)) {
      return named;
    }
    for (Class<?> above : named.getInterfaces()) {
      Class<?> found = declaring(above, field, descriptor);
      if (found != null) {
        return found;
      }
    }
    return declaring(named.getSuperclass(), field, descriptor);
  }

  private static boolean declares(Class<?> type, String field, String descriptor) {
    try {
      for (Field declared : type.getDeclaredFields()) {
        if (declared.getName().equals(field)
            && declared.getType().descriptorString().equals(descriptor)) {
          return true;
        }
      }
      return false;
    } catch (LinkageError | RuntimeException e) {
      return false; // the type of some field is missing; the JVM would not look at it
    }
  }

  /**
   * Has a class initialised now, and tells what does so at later uses.
   *
   * @return null when the JVM itself does
   */
  static MethodHandle useOf(Class<?> type) {
    KeptLoader now = kept;
    used(type);
    if (type.isInterface() && now.has(type)) {
      return MethodHandles.insertArguments(USE_INTERFACE, 0, now.fields(), type);
    }
    ReadOnceClass entry = nearest(type);
    return entry == null ? null : entry.useHandle();
  }

  /** Reads a field that a kept interface declares; null when it has its value itself. */
  static MethodHandle getterOf(Class<?> type, String field, String descriptor) {
    KeptLoader now = kept;
    return type.isInterface() && now.has(type)
        ? now.fields().getter(type, field, descriptor)
        : null;
  }

  /**
   * Forgets what the initialisers of a loader's classes and all others have put into their static
   * fields. No container runs.
   *
   * @return why another container cannot use the classes, one line each; empty when it can
   */
  public static List<String> forget(KeptLoader loader) {
    int running = next();
    List<String> failed = new ArrayList<>();
    if (running > 0) {
      failed.add(running + " finalizers still run after " + FINALIZERS_BOUND.toMillis() + " ms");
    }
    for (String name : ReadOnceClass.forget(loader.classes().values())) {
      failed.add(name.replace('/', '.').concat(" is in use"));
    }
    failed.addAll(loader.callSites().forget());
    return failed;
  }
}
