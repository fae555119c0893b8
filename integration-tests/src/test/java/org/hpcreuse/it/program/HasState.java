/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.LambdaMetafactory;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup.ClassOption;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.lang.management.ManagementFactory;
import java.lang.ref.Cleaner;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.util.Shell;

/** Shows the static state of a program, and the ways in which the JVM initialises its classes. */
public final class HasState {
  private static final List<String> REGISTERED = new ArrayList<>();
  private static final List<Object> LINKED = new ArrayList<>();

  /** Many more than the classes that a container loads otherwise. */
  private static final int LAMBDAS = 1_000;

  private static int runs;

  private HasState() {}

  /** Is only named. */
  static final class Registers {
    static {
      REGISTERED.add("by its name");
    }

    private Registers() {}
  }

  /** Is read by reflection. */
  static final class Reflected {
    static Object value = REGISTERED.add("by reflection");

    private Reflected() {}
  }

  /** Is named by a call through reflection. */
  static final class NamedByReflection {
    static {
      REGISTERED.add("by its name through reflection");
    }

    private NamedByReflection() {}
  }

  /** Is read through a handle. */
  static final class Handled {
    static Object value = REGISTERED.add("by a handle");

    private Handled() {}
  }

  /** The fields of an interface are final. */
  interface Listed {
    List<String> NAMES = new ArrayList<>(List.of("of an interface"));
    int COUNT = NAMES.size();
  }

  /** Is read by reflection alone. */
  interface Shown {
    List<String> NAMES = new ArrayList<>(List.of("shown"));
  }

  /** Is read by a class of another loader. */
  public static final class Open {
    public static String value = REGISTERED.add("by another loader") + " and new";

    private Open() {}
  }

  /** Reads a field of another class. */
  public static final class Reads implements Supplier<String> {
    @Override
    public String get() {
      String held = Open.value;
      Open.value = "changed";
      return held;
    }
  }

  /** How often a loader was asked for a file. */
  public static final class Searches {
    public static int files;

    private Searches() {}
  }

  /** Names a class that neither its loader nor the program has. */
  public static final class Searched implements Supplier<String> {
    @Override
    public String get() {
      return Searches.files < 0 && Shell.WINDOWS ? "never" : "files " + Searches.files;
    }
  }

  /** A loader of the program itself, with a class of its own. */
  private static final class Own extends ClassLoader {
    Own() {
      super(HasState.class.getClassLoader());
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      Searches.files++;
      return super.getResourceAsStream(name);
    }

    Object make(Class<?> copied) throws IOException, ReflectiveOperationException {
      byte[] file = file(copied);
      return defineClass(copied.getName(), file, 0, file.length).getConstructor().newInstance();
    }
  }

  /** An object that is collected late. */
  private static final class Closes {
    @Override
    @SuppressWarnings({"deprecation", "removal", "Finalize"}) // what the test is about
    protected void finalize() {
      runs++;
    }
  }

  /** Its initialiser does not end. */
  static final class Stuck {
    static final boolean DONE = sleeps();

    private Stuck() {}

    private static boolean sleeps() {
      print("initialiser", "sleeps");
      try {
        Thread.sleep(TimeUnit.MINUTES.toMillis(1));
        return true;
      } catch (InterruptedException e) {
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  /** Is used only when it is asked for. */
  static final class Late {
    static int uses;

    private Late() {}
  }

  /**
   * Shows all, and ends as told: {@code return}, {@code late}, {@code halt}, {@code fail}, {@code
   * sleep}, {@code stuck}, {@code forName}, after a collection: {@code collect}, or with a class
   * that is special: {@code loader}, {@code search}, {@code hidden}, {@code hiddenByHandle}, {@code
   * lambdas}, {@code finalizer}, {@code cleaner}.
   */
  public static void main(String[] args) throws Throwable {
    print("class", System.identityHashCode(HasState.class));
    print("runs", ++runs);
    Class.forName(HasState.class.getName() + "$Registers");
    Class.class
        .getMethod("forName", String.class)
        .invoke(null, HasState.class.getName() + "$NamedByReflection");
    Field field = Reflected.class.getDeclaredField("value");
    print("reflected", field.get(null));
    VarHandle handle =
        MethodHandles.lookup().findStaticVarHandle(Handled.class, "value", Object.class);
    print("handled", handle.get());
    print("listed", Listed.NAMES + " " + Listed.COUNT);
    Listed.NAMES.add("changed");
    Field shown = Shown.class.getDeclaredField("NAMES");
    print("shown", shown.get(null));
    MethodHandle getter = MethodHandles.lookup().findStaticGetter(Shown.class, "NAMES", List.class);
    print("got", (List<?>) getter.invoke());
    Shown.NAMES.add("changed");
    print("changed", shown.get(null));
    print("units", EnumSet.allOf(TimeUnit.class));
    print("registered", REGISTERED);
    print("asserts", HasState.class.desiredAssertionStatus());
    HasState.class.getClassLoader().setDefaultAssertionStatus(true);
    field.set(null, "changed");
    handle.set("changed");
    switch (args[0]) {
      case "halt" -> Runtime.getRuntime().halt(0);
      case "fail" -> throw new IllegalStateException("as told");
      case "sleep" -> Thread.sleep(TimeUnit.MINUTES.toMillis(1));
      case "loader" -> print("read", ((Supplier<?>) new Own().make(Reads.class)).get());
      case "search" -> print("searched", ((Supplier<?>) new Own().make(Searched.class)).get());
      case "hidden" -> print("hidden", hidden().isHidden());
      case "hiddenByHandle" -> print("hidden", hiddenByHandle().isHidden());
      case "forName" -> print("failed", failed());
      case "lambdas" -> print("classes", linked());
      case "cleaner" -> cleansFor(TimeUnit.MINUTES.toMillis(1));
      case "finalizer" -> print("finalizer", new Closes() != null);
      case "collect" -> print("collected", collected());
      case "stuck" -> print("stuck", Stuck.DONE);
      case "late" -> print("late", ++Late.uses);
      default -> print("end", args[0]);
    }
  }

  /** Cannot be initialised. */
  static final class Fails {
    static final int NUMBER = Integer.parseInt("no number");

    private Fails() {}
  }

  private static String failed() throws ClassNotFoundException {
    try {
      return Class.forName(Fails.class.getName()).getName();
    } catch (LinkageError e) {
      return e.getClass().getSimpleName();
    }
  }

  /** Links lambda expressions by itself, and tells how many classes there were before. */
  private static int linked() throws Throwable {
    System.gc();
    int classes = ManagementFactory.getClassLoadingMXBean().getLoadedClassCount();
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodType type = MethodType.methodType(int.class);
    MethodHandle work = lookup.findStatic(HasState.class, "collected", type);
    MethodType maker = MethodType.methodType(IntSupplier.class);
    MethodHandle factory =
        lookup.unreflect(
            Arrays.stream(LambdaMetafactory.class.getMethods())
                .filter(method -> method.getName().equals("metafactory"))
                .findFirst()
                .orElseThrow());
    for (int i = 0; i < LAMBDAS; i++) {
      LINKED.add(
          LambdaMetafactory.metafactory(lookup, "getAsInt", maker, type, work, type)
              .getTarget()
              .invoke());
      LINKED.add(factory.invokeWithArguments(lookup, "getAsInt", maker, type, work, type));
    }
    return classes;
  }

  /** Its action outlives the container. */
  private static void cleansFor(long millis) throws InterruptedException {
    CountDownLatch acting = new CountDownLatch(1);
    Cleaner.create()
        .register(
            new Object(),
            () -> {
              acting.countDown();
              try {
                Thread.sleep(millis);
              } catch (InterruptedException e) {
                throw new IllegalStateException("interrupted", e);
              }
            });
    while (!acting.await(10, TimeUnit.MILLISECONDS)) {
      System.gc();
    }
    print("cleaner", "acts");
  }

  /** How often the program has run, and objects of earlier ones were finalised. */
  @SuppressWarnings({"deprecation", "removal", "RunFinalizersOnExit"}) // what the test is about
  private static int collected() {
    System.gc();
    System.runFinalization();
    return runs;
  }

  private static Class<?> hidden() throws IOException, IllegalAccessException {
    return MethodHandles.lookup().defineHiddenClass(file(Late.class), false).lookupClass();
  }

  private static Class<?> hiddenByHandle() throws Throwable {
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle define =
        lookup.unreflect(
            MethodHandles.Lookup.class.getMethod(
                "defineHiddenClass", byte[].class, boolean.class, ClassOption[].class));
    Object defined = define.invokeWithArguments(lookup, file(Late.class), false);
    return ((MethodHandles.Lookup) defined).lookupClass();
  }

  private static byte[] file(Class<?> type) throws IOException {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = HasState.class.getResourceAsStream(file)) {
      return in.readAllBytes();
    }
  }

  private static void print(String name, Object value) {
    System.out.println(name + "=" + value);
  }
}
