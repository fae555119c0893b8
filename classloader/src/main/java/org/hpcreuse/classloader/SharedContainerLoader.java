/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

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
import java.util.function.Function;

/**
 * A {@link ContainerLoader} for containers of one {@link ClassPathIdentity}, one after the other:
 * their classes are the same, from files that they share; their resources are each container's own.
 */
public final class SharedContainerLoader extends ContainerLoader {
  static {
    registerAsParallelCapable();
  }

  /** Calls of some 50 to 150 bytes each. */
  private static final int ROOM = 500;

  private final FrameworkLoader framework;
  private final boolean seesFramework;
  private final JarIndex jars;

  /** The container's own; written while no container runs, read by any thread. */
  private volatile List<Path> directories;

  /** Finds classes beside those of the class path, by internal name. */
  private volatile Function<String, Optional<byte[]>> added = name -> Optional.empty();

  /** Whether a container has found a class in its own directory; any thread writes it. */
  private volatile boolean hasClassesOfOneContainer;

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
    super(name, classPath, identity.shared());
    framework = classPath.framework();
    seesFramework = classPath.seesFramework();
    jars = new JarIndex(identity.shared());
    directories = identity.directories();
  }

  /**
   * Goes over to the next container; called while none runs.
   *
   * @param identity equal to the first one's
   */
  public void show(ContainerClassPath classPath, ClassPathIdentity identity) throws IOException {
    directories = identity.directories();
    show(classPath);
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

  /** Whether a container has loaded a class that only it can have. */
  public boolean hasClassesOfOneContainer() {
    return hasClassesOfOneContainer;
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
    String file = internalName + ".class";
    try {
      Optional<byte[]> found = jars.find(binaryName).map(JarIndex.Found::bytes);
      if (found.isEmpty() && jars.mayBeElsewhere(binaryName)) {
        URL url = ownResource(file);
        found = url == null ? found : Optional.of(read(url));
      }
      boolean isOthers =
          found.isPresent()
              && ((seesFramework && framework.holds(binaryName))
                  || getParent().getResource(file) != null);
      return isOthers ? Optional.empty() : found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
        return defineClass(name, more.get(), 0, more.get().length, domain(name));
      }
      for (Path directory : directories) {
        if (new File(directory.toFile(), name.replace('.', '/') + ".class").isFile()) {
          hasClassesOfOneContainer = true;
          add(directory);
          return super.findClass(name);
        }
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

  @Override
  public void close() throws IOException {
    try (jars) {
      super.close();
    }
  }
}
