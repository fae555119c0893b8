/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Loads the framework (Hadoop) once per slot for all containers.
 *
 * <p>Its parent is the {@link SharedApiLoader}, so a framework class sees the JDK, {@code mpi.*}
 * and the framework, never the slot's own classes, and a container's only where the framework lacks
 * a library ({@link #linked}). Thread-safe.
 */
public final class FrameworkLoader extends IndexedLoader {
  static {
    registerAsParallelCapable();
  }

  private static final StackWalker CALLERS =
      StackWalker.getInstance(StackWalker.Option.RETAIN_CLASS_REFERENCE);

  private final Set<String> linked = ConcurrentHashMap.newKeySet();
  private final Set<String> missed = ConcurrentHashMap.newKeySet();
  private final List<Path> entries;

  /** The entries that are no directories, with their places in the class path. */
  private final Map<Path, Integer> archives;

  private final JarIndex jars;
  private final EntryLoaders single;
  private final SameContent sameContent;
  private final UnaryOperator<ClassLoader> answering;
  private final Optional<ClassImage> image;
  private final SharedPackages overlap = new SharedPackages(this);

  /** Guarded by itself. */
  private final List<Class<?>> defined = new ArrayList<>();

  /**
   * Opens the framework.
   *
   * @param entries jars and directories in class path order; canonical paths
   * @param parent the shared API
   * @throws IOException when a jar cannot be read
   */
  public FrameworkLoader(List<Path> entries, ClassLoader parent) throws IOException {
    this(entries, parent, UnaryOperator.identity(), Optional.empty());
  }

  /**
   * Opens the framework.
   *
   * @param entries jars and directories in class path order; canonical paths
   * @param parent the shared API
   * @param answering given this loader, the one that answers in its place in the calling thread: a
   *     container's, which finds more
   * @param image classes of the same entries that agents have rewritten already
   * @throws IOException when a jar cannot be read
   */
  public FrameworkLoader(
      List<Path> entries,
      ClassLoader parent,
      UnaryOperator<ClassLoader> answering,
      Optional<ClassImage> image)
      throws IOException {
    this(entries, parent, answering, image, new JarIndex(entries, image));
  }

  private FrameworkLoader(
      List<Path> entries,
      ClassLoader parent,
      UnaryOperator<ClassLoader> answering,
      Optional<ClassImage> image,
      JarIndex jars)
      throws IOException {
    super("framework", urls(entries), parent, Optional.of(jars));
    this.answering = answering;
    this.image = image;
    this.entries = List.copyOf(entries);
    this.archives = archives(this.entries);
    this.jars = jars;
    this.single = new EntryLoaders(getURLs());
    this.sameContent = SameContent.with(archives.keySet());
  }

  private static Map<Path, Integer> archives(List<Path> entries) {
    Map<Path, Integer> places = new LinkedHashMap<>();
    for (int i = 0; i < entries.size(); i++) {
      if (!Files.isDirectory(entries.get(i))) {
        places.putIfAbsent(entries.get(i), i);
      }
    }
    return Collections.unmodifiableMap(places);
  }

  /**
   * The canonical paths of the jars, with the place of each in the class path. They are those that
   * were there when the framework was loaded: whether they are still the same files is for the pool
   * manager to find out.
   */
  Map<Path, Integer> archives() {
    return archives;
  }

  /** The class path, in order. */
  public List<Path> entries() {
    return entries;
  }

  /** The classes that this loader has defined from its class path, in that order. */
  public List<Class<?>> defined() {
    synchronized (defined) {
      return List.copyOf(defined);
    }
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    Optional<ClassImage.Found> piece = image.flatMap(of -> of.find(name));
    Class<?> found = piece.isPresent() ? define(name, piece.get()) : super.findClass(name);
    synchronized (defined) {
      defined.add(found);
    }
    return found;
  }

  @Override
  public void letGo() throws IOException {
    try (single) {
      super.letGo();
    }
  }

  /**
   * The JVM calls this to link a class, and remembers what it gets for good. A library that the
   * framework can use and does not bring may be the container's, as on the one class path of a
   * forked JVM. From then on the framework is of use to this container alone ({@link #linked}).
   */
  @Override
  public Class<?> loadClass(String name) throws ClassNotFoundException {
    try {
      return super.loadClass(name, false);
    } catch (ClassNotFoundException e) {
      ClassLoader loader = answering.apply(this);
      Optional<Class<?>> found = loader == this ? Optional.empty() : load(loader, name);
      if (found.isEmpty()) {
        noteMissed(name);
        throw e;
      }
      linked.add(name);
      return found.get();
    }
  }

  private static Optional<Class<?>> load(ClassLoader loader, String name) {
    try {
      return Optional.of(loader.loadClass(name));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  /**
   * Notes a class that the JVM does not look for again in this framework: the code that has asked
   * names it. When the JVM only verifies a class, other code has asked, and it looks again.
   */
  private void noteMissed(String name) {
    String internal = name.replace('.', '/');
    CALLERS
        .walk(
            frames ->
                frames
                    .map(StackWalker.StackFrame::getDeclaringClass)
                    .dropWhile(type -> type == FrameworkLoader.class)
                    .findFirst())
        .filter(
            type ->
                type.getClassLoader() == this ? names(type.getName(), internal) : isLinker(type))
        .ifPresent(type -> missed.add(name));
  }

  /** Whether a class of the JDK asks for a superclass, or for the types of a method handle. */
  private static boolean isLinker(Class<?> type) {
    return type == ClassLoader.class || type.getPackageName().endsWith(".invoke");
  }

  private boolean names(String binaryName, String internalName) {
    try {
      return classFile(binaryName)
          .map(bytes -> new String(bytes, StandardCharsets.ISO_8859_1).contains(internalName))
          .orElse(true);
    } catch (IOException e) {
      return true;
    }
  }

  /** Classes of containers that the JVM has linked classes of this framework to. */
  public Set<String> linked() {
    return Set.copyOf(linked);
  }

  /** Classes that the JVM has not found, and does not look for again. */
  public Set<String> missed() {
    return Set.copyOf(missed);
  }

  /** Loaders call this whose parent it is. */
  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    try {
      return super.loadClass(name, resolve);
    } catch (ClassNotFoundException e) {
      ClassLoader loader = answering.apply(this);
      if (loader == this) {
        throw e;
      }
      return loader.loadClass(name);
    }
  }

  @Override
  public URL getResource(String name) {
    ClassLoader loader = answering.apply(this);
    return loader == this ? super.getResource(name) : loader.getResource(name);
  }

  @Override
  public Enumeration<URL> getResources(String name) throws IOException {
    ClassLoader loader = answering.apply(this);
    return loader == this ? super.getResources(name) : loader.getResources(name);
  }

  @Override
  public InputStream getResourceAsStream(String name) {
    ClassLoader loader = answering.apply(this);
    return loader == this ? super.getResourceAsStream(name) : loader.getResourceAsStream(name);
  }

  /** As {@link URLClassLoader} does it, but only what may have the resource is asked. */
  @Override
  public URL findResource(String name) {
    Optional<SortedSet<Integer>> places = jars.placesOfResource(name);
    if (places.isEmpty()) {
      return super.findResource(name);
    }
    return urls(places.get(), name).findFirst().orElse(null);
  }

  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    Optional<SortedSet<Integer>> places = jars.placesOfResource(name);
    if (places.isEmpty()) {
      return super.findResources(name);
    }
    return Collections.enumeration(urls(places.get(), name).toList());
  }

  private Stream<URL> urls(SortedSet<Integer> places, String name) {
    return places.stream().map(place -> single.find(place, name)).filter(Objects::nonNull);
  }

  /** A class, if it has been loaded already; never loads one. */
  public Optional<Class<?>> loaded(String binaryName) {
    return Optional.ofNullable(findLoadedClass(binaryName));
  }

  /**
   * A class of the framework itself or of what is above it, or null. Cheap when the framework has
   * no class in that package: no exception is made. A class that it has and no jar holds, such as a
   * proxy's, is found as well.
   */
  Class<?> loadOrNull(String binaryName) {
    if (!holdsPackage(JarIndex.packageOf(binaryName))) {
      return findLoadedClass(binaryName);
    }
    try {
      return super.loadClass(binaryName, false);
    } catch (ClassNotFoundException e) {
      return null;
    }
  }

  /**
   * Whether a class path looks files up in another order than the framework.
   *
   * @param before places in the framework of the archives that come first in that class path
   * @param next place of the one that comes after them
   */
  boolean isInOtherOrder(List<Integer> before, int next) {
    return before.stream().anyMatch(place -> place > next && jars.shareFile(place, next));
  }

  /**
   * The place in the class path of the jar that has a class, if an image may hold the class: no
   * other jar has it, since the order of jars may be another one where the image is used, and
   * nobody has signed it.
   *
   * @throws IOException when the jar cannot be read
   */
  public Optional<Integer> onlyPlace(String binaryName) throws IOException {
    return jars.isInOneJar(binaryName)
        ? jars.find(binaryName)
            .filter(found -> found.source().getCodeSigners() == null)
            .map(JarIndex.Found::place)
        : Optional.empty();
  }

  /**
   * The place in the class path of the jar that a resource is in.
   *
   * @param url of the resource, as this loader finds it
   */
  public Optional<Integer> placeOf(String url) {
    return archives.values().stream()
        .filter(place -> url.startsWith("jar:" + jars.url(place) + "!/"))
        .findFirst();
  }

  /** The class file of a class of the framework; empty when it holds none in a jar. */
  Optional<byte[]> classFile(String binaryName) throws IOException {
    return holdsPackage(JarIndex.packageOf(binaryName))
        ? jars.find(binaryName).map(JarIndex.Found::bytes)
        : Optional.empty();
  }

  /** The archive with the same content, if the framework has one. */
  Optional<Path> sameArchive(Path file) throws IOException {
    return sameContent.find(file);
  }

  /** Whether the framework's class path holds this class. */
  public boolean holds(String binaryName) {
    return holdsPackage(JarIndex.packageOf(binaryName)) && jars.holds(binaryName);
  }

  /** What an image says of its jars; of a loader that was made without one. */
  public List<NamedPieces.Piece> indexPieces() {
    return jars.pieces();
  }

  /** Whether one of its archives may have a resource of that name. */
  boolean mayHoldResource(String name) {
    return jars.mayHoldResource(name);
  }

  /** Finds classes of other entries that lie in the framework's packages. */
  SharedPackages overlap() {
    return overlap;
  }

  boolean holdsPackage(String packageName) {
    return jars.holdsPackage(packageName);
  }

  boolean holdsPackagePrefix(String prefix) {
    return jars.holdsPackageBelow(prefix);
  }

  static URL[] urls(List<Path> entries) {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      try {
        urls[i] = entries.get(i).toUri().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalArgumentException("class path entry " + entries.get(i), e);
      }
    }
    return urls;
  }

  /**
   * The entries of a class path, each by itself: a look-up asks the few that have something, where
   * {@link URLClassLoader} asks one after the other. The URLs of what they find are the same.
   * Thread-safe.
   *
   * <p>All loaders are made at the start, by the slot itself. A URLClassLoader keeps the protection
   * domains of those on the stack when it is made: of one made later, a container's.
   */
  private static final class EntryLoaders implements Closeable {
    private final List<URLClassLoader> loaders;

    EntryLoaders(URL... entries) {
      loaders =
          Arrays.stream(entries).map(entry -> new URLClassLoader(new URL[] {entry}, null)).toList();
    }

    /** A resource in the entry at that place of the class path, or null. */
    URL find(int place, String name) {
      return loaders.get(place).findResource(name);
    }

    @Override
    public void close() throws IOException {
      IOException failure = null;
      for (URLClassLoader loader : loaders) {
        try {
          loader.close();
        } catch (IOException e) {
          failure = e;
        }
      }
      if (failure != null) {
        throw failure;
      }
    }
  }

  /**
   * Knows copies of some archives, whatever they are called. A copy is compared byte by byte, once
   * for each state of its file. Thread-safe.
   */
  private static final class SameContent {
    private final Map<Long, List<Path>> bySize;

    /** The archives as they were when they were loaded. */
    private final Map<Path, FileContent> loaded;

    private final ContentCache<Optional<Path>> known = new ContentCache<>(this::compare);

    private SameContent(Map<Long, List<Path>> bySize, Map<Path, FileContent> loaded) {
      this.bySize = bySize;
      this.loaded = loaded;
    }

    /**
     * Of these archives.
     *
     * @throws IOException when one cannot be read
     */
    public static SameContent with(Collection<Path> archives) throws IOException {
      Map<Long, List<Path>> bySize = new HashMap<>();
      Map<Path, FileContent> loaded = new HashMap<>();
      for (Path archive : archives) {
        loaded.put(archive, FileContent.of(archive));
        bySize.computeIfAbsent(Files.size(archive), size -> new ArrayList<>()).add(archive);
      }
      return new SameContent(bySize, loaded);
    }

    /** The archive that a file is a copy of. */
    public Optional<Path> find(Path file) throws IOException {
      return Files.isRegularFile(file) && bySize.containsKey(Files.size(file))
          ? known.of(file)
          : Optional.empty();
    }

    private Optional<Path> compare(Path file) throws IOException {
      for (Path candidate : bySize.getOrDefault(Files.size(file), List.of())) {
        if (Files.isRegularFile(candidate)
            && FileContent.of(candidate).equals(loaded.get(candidate))
            && Files.mismatch(candidate, file) < 0) {
          return Optional.of(candidate);
        }
      }
      return Optional.empty();
    }
  }
}
