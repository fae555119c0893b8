/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.boot.OneClassPath;
import org.hpcreuse.cleanup.boot.SlotHooks;
import org.hpcreuse.cleanup.initializer.ReadOnceRewriter;
import org.hpcreuse.cleanup.initializer.ReadOnceTable;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.ModuleVisitor;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.commons.LocalVariablesSorter;

/**
 * Entry point of {@code -javaagent:cleanup-agent.jar}, which each slot runs with.
 *
 * <p>Why the JDK's own {@code Runtime.exit} and {@code Runtime.halt} are rewritten and not the call
 * sites: one place instead of thousands, and it also catches exits through reflection, method
 * references, JNI and classes that the agent never sees. It works on every JDK that has the two
 * methods, with or without a security manager.
 */
public final class Agent {
  private static volatile Instrumentation instrumentation;
  private static volatile Transformer transformer;
  private static volatile JdkImage image;

  private Agent() {}

  /**
   * Called by the JVM before main(). What it throws ends the JVM.
   *
   * @param argument see {@link JdkImage}
   */
  public static void premain(String argument, Instrumentation inst) throws Exception {
    ModuleOpener.open(inst);
    Optional<ReadOnceRewriter> readOnce = ReadOnceTable.ofThisJdk().map(ReadOnceRewriter::new);
    JdkImage jdk = JdkImage.of(argument);
    Transformer active = new Transformer(Rewrites.all(), readOnce, jdk);
    inst.addTransformer(active, true);
    instrumentation = inst;
    transformer = active;
    image = jdk;
    Set<Class<?>> loaded = new LinkedHashSet<>();
    for (String name : Rewrites.loadedAtStart()) {
      loaded.add(Class.forName(name, false, null));
    }
    if (readOnce.isEmpty()) {
      active.failed(ReadOnceTable.notReviewed());
    }
    // What the JDK's loaders call from now on: it cannot be loaded by a call of them.
    Class.forName(OneClassPath.class.getName(), true, null);
    Class.forName(SlotHooks.class.getName(), true, null);
    initialiseOldClasses(inst);
    Set<Class<?>> done = new HashSet<>();
    Set<String> tooEarly = new LinkedHashSet<>();
    // To rewrite a class loads others, about which the JVM does not ask its agent meanwhile.
    do {
      if (readOnce.isPresent()) {
        loaded.addAll(readOnce.get().toRewrite(inst.getAllLoadedClasses(), tooEarly::add));
      }
      loaded.removeAll(done);
      inst.retransformClasses(loaded.toArray(new Class<?>[0]));
      done.addAll(loaded);
    } while (!loaded.isEmpty());
    tooEarly.forEach(active::failed);
  }

  /**
   * Initialises classes of ASM that others inherit from. They are of a version before JDK 6, and
   * HotSpot does not link such classes when it makes a class data archive. Once an agent has
   * changed a class, HotSpot 17 copies the method table of the superclass into each class that it
   * loads from the archive, and crashes when that one was loaded before and is not linked.
   */
  private static void initialiseOldClasses(Instrumentation inst) throws ClassNotFoundException {
    Set<Class<?>> old =
        new HashSet<>(
            List.of(
                ClassVisitor.class,
                MethodVisitor.class,
                FieldVisitor.class,
                AnnotationVisitor.class,
                ModuleVisitor.class,
                RecordComponentVisitor.class,
                LocalVariablesSorter.class));
    String asm = ClassVisitor.class.getPackageName();
    for (Class<?> type : inst.getAllLoadedClasses()) {
      if (type.getPackageName().equals(asm)) {
        old.add(type);
      }
    }
    for (Class<?> type : old) {
      Class.forName(type.getName(), true, type.getClassLoader());
    }
  }

  /**
   * Loads all classes of the JDK that this agent rewrites, and has all agents rewrite all classes
   * of the JDK again.
   */
  public static void rewriteJdkAgain() throws UnmodifiableClassException {
    for (String name : active().rewritten()) {
      try {
        Class.forName(name.replace('/', '.'), false, ClassLoader.getSystemClassLoader());
      } catch (ClassNotFoundException | LinkageError e) {
        // Of a module that this JDK does not have, or of the framework.
      }
    }
    Class<?>[] ofJdk =
        Stream.of(instrumentation.getAllLoadedClasses())
            .filter(type -> type.getModule().getLayer() == ModuleLayer.boot())
            .filter(instrumentation::isModifiableClass)
            .toArray(Class<?>[]::new);
    instrumentation.retransformClasses(ofJdk);
  }

  /**
   * Writes the JDK's classes as all agents leave them, in a JVM that was started to record them.
   *
   * @param path must not exist
   * @param first by internal name, what the last agent got as classes were loaded
   * @param again what it got in {@link #rewriteJdkAgain}
   */
  public static void writeJdk(Path path, Map<String, byte[]> first, Map<String, byte[]> again)
      throws IOException {
    active();
    image.write(path, first, again);
  }

  /** Classes of the JDK that this JVM has rewritten, and should have had from an image. */
  public static Set<String> missedByImage() {
    active();
    return image.missed();
  }

  /**
   * What could not be rewritten, one line each; a slot with such a line must not take containers.
   *
   * @throws IllegalStateException when the JVM was started without the agent
   */
  public static List<String> failures() {
    return active().failures();
  }

  /**
   * Ends what must not go on with a class that is not rewritten.
   *
   * @throws IllegalStateException naming all {@link #failures}
   */
  public static void requireAllRewritten() {
    if (!failures().isEmpty()) {
      throw new IllegalStateException(String.join("; ", failures()));
    }
  }

  /**
   * From now on static initialisers of classes that {@code loader} defines say when they begin and
   * end.
   *
   * @param wanted which, by binary name
   */
  public static void watchInitializers(ClassLoader loader, Predicate<String> wanted) {
    active()
        .watch(
            loader,
            (definer, className) ->
                definer == loader && className != null && wanted.test(className.replace('/', '.')));
  }

  /**
   * Rewrites more classes of the JDK, which may be loaded already. {@link #failures} tells of what
   * cannot be rewritten.
   *
   * @param failure for people: what is so when one of them cannot be rewritten
   * @param rewrites throws {@link IllegalStateException} when this JDK lacks what they need
   */
  public static void add(String failure, Supplier<List<Rewrite>> rewrites) {
    Transformer active = active();
    try {
      List<Rewrite> added = rewrites.get();
      added.forEach(active::add);
      for (Rewrite rewrite : added) {
        retransform(rewrite.className().replace('/', '.'));
      }
    } catch (IllegalStateException | ClassNotFoundException | UnmodifiableClassException e) {
      active.failed(failure + ": " + e);
    }
  }

  /** Rewrites classes that are not loaded yet, when they are. */
  public static void addUnloaded(List<Rewrite> rewrites) {
    rewrites.forEach(active()::add);
  }

  /**
   * From now on these classes stay as they are when they are loaded.
   *
   * @param isFinal for which loader and internal name, which may be null
   */
  public static void leave(BiPredicate<ClassLoader, String> isFinal) {
    active().leave(isFinal);
  }

  /** All classes that this JVM has loaded. */
  public static Class<?>[] loadedClasses() {
    active();
    return instrumentation.getAllLoadedClasses();
  }

  private static void retransform(String className)
      throws ClassNotFoundException, UnmodifiableClassException {
    instrumentation.retransformClasses(Class.forName(className, false, null));
  }

  /**
   * From now on the classes of one loader, and of no other, are rewritten in this way.
   *
   * @param rewriting empty for none
   */
  public static void rewriteLoader(Optional<LoaderRewriting> rewriting) {
    active().rewriteLoader(rewriting);
  }

  /** Whether the calling thread rewrites a class: the JVM does not ask about those it loads. */
  public static boolean isRewriting() {
    active();
    return Transformer.isRewriting();
  }

  /**
   * What a loader of kept classes is to define a class from when the JVM does not ask.
   *
   * @param className internal name
   * @return null for the file itself
   */
  public static byte[] rewriteUnasked(ClassLoader loader, String className, byte[] classFile) {
    return active().rewriteUnasked(loader, className, classFile);
  }

  /**
   * From now on classes of a container have access to these packages; what an earlier container has
   * asked for is forgotten.
   *
   * @param opens as {@code module/package}
   * @param exports as {@code module/package}
   * @param belongsToContainer which loaders are the container's
   * @param first loaders whose modules get it at once
   */
  public static ModuleAccess give(
      List<String> opens,
      List<String> exports,
      Predicate<ClassLoader> belongsToContainer,
      List<ClassLoader> first) {
    ModuleAccess access =
        opens.isEmpty() && exports.isEmpty()
            ? ModuleAccess.NONE
            : new ModuleAccess(instrumentation, opens, exports, belongsToContainer);
    first.forEach(loader -> access.give(loader.getUnnamedModule()));
    active().give(access);
    return access;
  }

  /** The container is over: classes that are loaded from now on are not its. */
  public static void giveNoMore() {
    active().give(ModuleAccess.NONE);
  }

  /** Whether this JVM runs with the agent. */
  public static boolean isActive() {
    return transformer != null;
  }

  private static Transformer active() {
    Transformer active = transformer;
    if (active == null) {
      throw new IllegalStateException("this JVM runs without -javaagent:cleanup-agent.jar");
    }
    return active;
  }

  /**
   * Opens packages of the JDK to the slot's own classes. Not by {@code --add-opens …=ALL-UNNAMED},
   * which would open them to container code as well: that sees what its own command line opens.
   */
  private static final class ModuleOpener {
    private ModuleOpener() {}

    /** Opens {@link OpenPackages}; a module that this JVM does not have is passed over. */
    static void open(Instrumentation instrumentation) {
      for (String name : OpenPackages.all()) {
        String[] parts = name.split("/", 2);
        ModuleLayer.boot()
            .findModule(parts[0])
            .ifPresent(module -> open(instrumentation, module, parts[1]));
      }
    }

    private static void open(Instrumentation instrumentation, Module module, String packageName) {
      Module to = ModuleOpener.class.getModule();
      instrumentation.redefineModule(
          module, Set.of(), Map.of(), Map.of(packageName, Set.of(to)), Set.of(), Map.of());
    }
  }
}
