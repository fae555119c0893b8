/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.agent;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.initializer.ReadOnceRewriter;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;

/** Applies the {@link Rewrite}s as classes are loaded. Thread-safe. */
final class Transformer implements ClassFileTransformer {
  /** Set for a thread that rewrites a class. */
  private static final ThreadLocal<Boolean> IS_REWRITING = new ThreadLocal<>();

  private final Map<String, List<Rewrite>> rewrites = new ConcurrentHashMap<>();
  private final Optional<ReadOnceRewriter> readOnce;
  private final JdkImage image;

  /** Internal names of classes that are rewritten otherwise than in a JVM that makes an image. */
  private final Set<String> added = ConcurrentHashMap.newKeySet();

  /** Null before there is one; volatile because any thread loads classes. */
  private volatile ClassLoader framework;

  /** Written by the slot when it has a framework; volatile because any thread loads classes. */
  private volatile BiPredicate<ClassLoader, String> watched = (loader, className) -> false;

  /** Written by the slot before it has a framework; volatile because any thread loads classes. */
  private volatile BiPredicate<ClassLoader, String> isFinal = (loader, className) -> false;

  /** Written by the slot while no container runs; volatile because any thread loads classes. */
  private volatile Optional<LoaderRewriting> ofLoader = Optional.empty();

  /** Written by the slot while no container runs; volatile because any thread loads classes. */
  private volatile ModuleAccess access = ModuleAccess.NONE;

  private final List<String> failures = new CopyOnWriteArrayList<>();

  Transformer(List<Rewrite> rewrites, Optional<ReadOnceRewriter> readOnce, JdkImage image) {
    this.readOnce = readOnce;
    this.image = image;
    rewrites.forEach(this::put);
  }

  /** Rewrites one more class, when it is transformed next; after what is there for it already. */
  void add(Rewrite rewrite) {
    added.add(rewrite.className());
    put(rewrite);
  }

  private void put(Rewrite rewrite) {
    rewrites.merge(
        rewrite.className(),
        List.of(rewrite),
        (before, added) -> Stream.concat(before.stream(), added.stream()).toList());
  }

  /** From now on containers' modules get this access. */
  void give(ModuleAccess newAccess) {
    access = newAccess;
  }

  /** From now on these classes are not rewritten when they are loaded. */
  void leave(BiPredicate<ClassLoader, String> newIsFinal) {
    isFinal = newIsFinal;
  }

  /** From now on classes of that loader are rewritten. */
  void rewriteLoader(Optional<LoaderRewriting> newRewriting) {
    ofLoader = newRewriting;
  }

  /**
   * From now on classes of that framework get its containers' own values, and initialisers say when
   * they end.
   *
   * @param newWatched for which loader and internal class name, which may be null
   */
  void watch(ClassLoader newFramework, BiPredicate<ClassLoader, String> newWatched) {
    framework = newFramework;
    watched = newWatched;
  }

  List<String> failures() {
    return List.copyOf(failures);
  }

  /** Notes what must keep the slot from starting. */
  void failed(String what) {
    failures.add(what);
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      ProtectionDomain domain,
      byte[] classFile) {
    try {
      access.loading(module);
    } catch (RuntimeException e) {
      failures.add("packages are not opened to " + className + ": " + e);
    }
    if (classBeingRedefined == null && loader != null && isFinal.test(loader, className)) {
      return null;
    }
    IS_REWRITING.set(true);
    try {
      return mayBeInImage(module, className)
          ? byImage(module, loader, className, classBeingRedefined, classFile)
          : rewrite(module, loader, className, classBeingRedefined, classFile);
    } finally {
      IS_REWRITING.remove();
    }
  }

  /** Internal names of classes that are rewritten, those of the JDK among them. */
  Set<String> rewritten() {
    Set<String> names = new HashSet<>(rewrites.keySet());
    readOnce.ifPresent(rewriter -> names.addAll(rewriter.rewritten()));
    return names;
  }

  /** Whether a class of the JDK is what each JVM makes of it. */
  private boolean mayBeInImage(Module module, String className) {
    return className != null
        && module != null
        && module.getLayer() == ModuleLayer.boot()
        && ofLoader.isEmpty()
        && !added.contains(className);
  }

  private byte[] byImage(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      byte[] classFile) {
    boolean redefined = classBeingRedefined != null;
    byte[] known = image.find(className, redefined, classFile);
    if (known != null) {
      readOnce.ifPresent(rewriter -> rewriter.rewritten(className, redefined));
      return known;
    }
    byte[] changed = rewrite(module, loader, className, classBeingRedefined, classFile);
    if (changed != null) {
      image.rewritten(className, redefined, changed);
    }
    return changed;
  }

  private byte[] rewrite(
      Module module,
      ClassLoader loader,
      String className,
      Class<?> classBeingRedefined,
      byte[] classFile) {
    byte[] changed = rewrite(loader, className, classBeingRedefined, classFile);
    try {
      byte[] again =
          readOnce.isEmpty()
              ? null
              : readOnce
                  .get()
                  .rewrite(
                      module,
                      className,
                      classBeingRedefined != null,
                      changed == null ? classFile : changed);
      return again == null ? changed : again;
    } catch (RuntimeException | LinkageError e) {
      failures.add("class " + className + " could not be made one to initialise again: " + e);
      return changed;
    }
  }

  /** Whether the calling thread is in {@link #transform}. */
  static boolean isRewriting() {
    return IS_REWRITING.get() != null;
  }

  /**
   * Rewrites a class that is loaded while the calling thread rewrites another one: the JVM does not
   * ask its agent then. Loaders of users run their own code to find a resource, for example.
   *
   * @param className internal name
   * @return null when nothing is to be changed
   */
  byte[] rewriteUnasked(ClassLoader loader, String className, byte[] classFile) {
    return rewrite(loader, className, null, classFile);
  }

  private byte[] rewrite(
      ClassLoader loader, String className, Class<?> classBeingRedefined, byte[] classFile) {
    Optional<LoaderRewriting> user = classBeingRedefined == null ? ofLoader : Optional.empty();
    if (user.isPresent() && user.get().isOf(loader)) {
      return ofUser(user.get(), className, classFile);
    }
    byte[] changed = ofOthers(loader, className, classBeingRedefined, classFile);
    if (user.isPresent() && user.get().isSeenBy(loader)) {
      byte[] again = user.get().rewriteOthers(loader, changed == null ? classFile : changed);
      return again == null ? changed : again;
    }
    return changed;
  }

  private byte[] ofOthers(
      ClassLoader loader, String className, Class<?> classBeingRedefined, byte[] classFile) {
    List<Rewrite> ofClass = className == null ? null : rewrites.get(className);
    boolean calls = isOfFrameworkOrContainer(loader) && CallSites.mayBeIn(classFile);
    boolean initializer =
        classBeingRedefined == null
            && watched.test(loader, className)
            && InitializerHooks.mayBeIn(classFile);
    boolean fields =
        !initializer
            && classBeingRedefined == null
            && loader != null
            && loader == framework
            && OwnValueFields.mayBeIn(classFile);
    if (ofClass == null && !calls && !initializer && !fields) {
      return null;
    }
    try {
      byte[] changed = classFile;
      for (Rewrite rewrite : ofClass == null ? List.<Rewrite>of() : ofClass) {
        changed = apply(rewrite, changed);
      }
      changed = calls ? CallSites.rewrite(changed) : changed;
      changed = fields ? OwnValueFields.rewrite(changed) : changed;
      return initializer ? InitializerHooks.rewrite(changed) : changed;
    } catch (RuntimeException | LinkageError e) {
      failures.add("class " + className + " could not be rewritten: " + e);
      return null;
    }
  }

  private static byte[] ofUser(LoaderRewriting code, String className, byte[] classFile) {
    byte[] changed = null;
    try {
      changed = CallSites.mayBeIn(classFile) ? CallSites.rewrite(classFile) : null;
    } catch (RuntimeException | Error e) {
      code.obstacle("class " + className + " could not be rewritten: " + e);
    }
    byte[] again = code.rewrite(className, classFile, changed == null ? classFile : changed);
    return again == null ? changed : again;
  }

  private static boolean isOfFrameworkOrContainer(ClassLoader loader) {
    return loader != null
        && loader != ClassLoader.getPlatformClassLoader()
        && loader != Transformer.class.getClassLoader();
  }

  /**
   * Rewrites a class file.
   *
   * @throws IllegalStateException when a method that should be rewritten is not there
   */
  static byte[] apply(Rewrite rewrite, byte[] classFile) {
    ClassReader reader = new ClassReader(classFile);
    ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
    ClassRewriter rewriter = new ClassRewriter(writer, rewrite);
    reader.accept(rewriter, 0);
    rewriter.requireAllDone();
    return writer.toByteArray();
  }
}
