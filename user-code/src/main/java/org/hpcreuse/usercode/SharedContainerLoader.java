/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.usercode;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.classloader.JarIndex;
import org.hpcreuse.classloader.SharedApiLoader;

/**
 * A {@link ContainerLoader} for containers of one {@link ClassPathIdentity}, one after the other:
 * their classes are the same, read from the files of the container that runs; their resources are
 * each container's own.
 */
final class SharedContainerLoader extends ContainerLoader {
  static {
    registerAsParallelCapable();
  }

  /** Calls of some 50 to 150 bytes each. */
  private static final int ROOM = 500;

  private static final Set<String> JDK_PACKAGES =
      ModuleLayer.boot().modules().stream()
          .flatMap(module -> module.getPackages().stream())
          .collect(Collectors.toUnmodifiableSet());

  /** What the boot loader and {@link SharedApiLoader} have of this project, and {@code mpi}. */
  private static final String OWN_PACKAGES = "org.hpcreuse.";

  private static final String MPI = "mpi";

  private final FrameworkLoader framework;
  private final boolean seesFramework;
  private final JarIndex jars;

  /** The container's own; written while no container runs, read by any thread. */
  private volatile List<Path> directories;

  /** Finds classes beside those of the class path, by internal name. */
  private volatile Function<String, Optional<byte[]>> added = name -> Optional.empty();

  /** Gets an internal name and a file; null leaves the file as it is. */
  private volatile BiFunction<String, byte[], byte[]> rewriting = (name, file) -> null;

  /** Whether a container has found a class in its own directory; any thread writes it. */
  private volatile boolean hasClassesOfOneContainer;

  /** Whether it is between two containers: some of its jars are closed. */
  private volatile boolean isSuspended;

  /** The first class that was not found in that time; any thread writes it. */
  private volatile String missed = "";

  /**
   * Makes the loader.
   *
   * @param name for thread dumps, for example the application id
   * @param classPath the first container's
   * @param identity its identity
   * @throws IOException when an entry cannot be read
   */
  public SharedContainerLoader(
      String name, ContainerClassPath classPath, ClassPathIdentity identity) throws IOException {
    this(name, classPath, identity, new JarIndex(identity.shared()));
  }

  private SharedContainerLoader(
      String name, ContainerClassPath classPath, ClassPathIdentity identity, JarIndex jars) {
    super(name, classPath, identity.shared(), Optional.of(jars));
    framework = classPath.framework();
    seesFramework = classPath.seesFramework();
    this.jars = jars;
    directories = identity.withoutClass();
  }

  /**
   * Goes over to the next container; called while none runs.
   *
   * @param identity equal to the first one's
   * @param tell gets the domains of the classes whose jar is another file now, each with what it
   *     must look like from now on
   * @throws IOException when a jar cannot be read
   */
  public void switchTo(
      ContainerClassPath classPath,
      ClassPathIdentity identity,
      BiConsumer<ProtectionDomain, ProtectionDomain> tell)
      throws IOException {
    directories = identity.withoutClass();
    jars.move(identity.shared());
    movedDomains().forEach(tell);
    show(classPath);
    isSuspended = false;
  }

  /** Closes the files that YARN deletes, until {@link #switchTo}; called while none runs. */
  public void suspend() throws IOException {
    isSuspended = true;
    jars.leave(ClassPathIdentity::isOfOneApplication);
    hide();
  }

  /**
   * Gives it more classes; called before the first container runs.
   *
   * @param more finds the file of a class that is not on the class path, by internal name; empty
   *     when it is none of these, either. Such a class is called like another one, and then {@code
   *     $} and a word.
   */
  public void add(Function<String, Optional<byte[]>> more) {
    added = more;
  }

  /**
   * Changes class files before they are defined; called before the first container runs. The JVM
   * asks no agent about a class that an agent's own thread loads. Files in directories, and in jars
   * that a manifest names, are left as they are.
   *
   * @param newRewriting gets an internal name and a file; returns null to leave it
   */
  public void rewrite(BiFunction<String, byte[], byte[]> newRewriting) {
    rewriting = newRewriting;
  }

  @Override
  protected byte[] defined(String name, byte[] file) {
    byte[] rewritten = rewriting.apply(name.replace('.', '/'), file);
    return rewritten == null ? file : rewritten;
  }

  /** Whether a container has loaded a class that only it can have. */
  public boolean hasClassesOfOneContainer() {
    return hasClassesOfOneContainer;
  }

  /**
   * The first class that was not found while no container had the loader, by a Cleaner's action for
   * example; empty for none. The JVM gives the code that has asked the same answer for good.
   */
  public String missed() {
    return missed;
  }

  /**
   * The file that this loader would define a class from.
   *
   * @param internalName with slashes
   * @return empty when it would not: another loader has the class, or nobody has
   * @throws UncheckedIOException when the file cannot be read
   */
  public Optional<byte[]> classFile(String internalName) {
    String binaryName = internalName.replace('/', '.');
    Optional<byte[]> own = beingDefined(binaryName);
    if (own.isPresent()) {
      return own;
    }
    String file = internalName + ".class";
    try {
      Optional<byte[]> found = jars.find(binaryName).map(JarIndex.Found::bytes);
      if (found.isEmpty() && jars.mayBeElsewhere(binaryName)) {
        URL url = ownResource(file);
        found = url == null ? found : Optional.of(read(url));
      }
      boolean isOthers =
          found.isPresent()
              && ((seesFramework && framework.holds(binaryName)) || isParents(binaryName, file));
      return isOthers ? Optional.empty() : found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A look-up of a resource takes long, and few packages are those of modules. */
  private boolean isParents(String binaryName, String file) {
    String name = JarIndex.packageOf(binaryName);
    return (JDK_PACKAGES.contains(name) || name.startsWith(OWN_PACKAGES) || name.equals(MPI))
        && getParent().getResource(file) != null;
  }

  /** Without a cache: that of the JDK would keep the archive open. */
  private static byte[] read(URL url) throws IOException {
    URLConnection connection = url.openConnection();
    connection.setUseCaches(false);
    try (InputStream in = connection.getInputStream()) {
      return in.readAllBytes();
    }
  }

  /** A class in the container's own directory is found last: it is asked for when no other is. */
  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    descend(ROOM, 0, 0, 0, 0, 0, 0);
    try {
      return super.findClass(name);
    } catch (ClassNotFoundException e) {
      Optional<byte[]> more = added.apply(name.replace('.', '/'));
      if (more.isPresent()) {
        byte[] file = defined(name, more.get());
        return defineClass(name, file, 0, file.length, domain(name));
      }
      for (Path directory : directories) {
        if (new File(directory.toFile(), name.replace('.', '/') + ".class").isFile()) {
          hasClassesOfOneContainer = true;
          add(directory);
          return findInAll(name);
        }
      }
      if (isSuspended && missed.isEmpty()) {
        missed = name;
      }
      throw e;
    }
  }

  /**
   * Overflows a stack that has no room for what rewrites the class. The program gets the error
   * then, and may load the class later; a class that was defined as it is could not be used with
   * others.
   */
  private static long descend(int depth, long a, long b, long c, long d, long e, long f) {
    return depth == 0 ? a + b + c + d + e + f : 1 + descend(depth - 1, b, c, d, e, f, a + depth);
  }

  /** That of the other one: a signed package wants all of its classes to have the same signers. */
  private ProtectionDomain domain(String name) throws ClassNotFoundException {
    return loadClass(name.substring(0, name.lastIndexOf('$'))).getProtectionDomain();
  }

  private void add(Path directory) {
    try {
      addURL(directory.toUri().toURL());
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException("directory " + directory, e);
    }
  }
}
