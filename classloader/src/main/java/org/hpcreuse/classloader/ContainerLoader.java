/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Loads the classes of one container; stands for the application class loader of a forked JVM.
 *
 * <p>Its parent is the {@link SharedApiLoader}. Classes: JDK and {@code mpi.*}, then the framework
 * (if the container's class path names it), then the container's own entries in order; {@link
 * ContainerClassPath} has made sure that this is what the plain list would give. Resources really
 * go in list order, because many entries have configuration files of the same name.
 *
 * <p>A container has one of its own; a subclass may serve several, one after the other.
 */
public non-sealed class ContainerLoader extends IndexedLoader {
  static {
    registerAsParallelCapable();
  }

  /** To index fewer entries takes longer than to ask each of them for the classes of a job. */
  private static final int FEWEST_INDEXED = 10;

  private final FrameworkLoader framework;
  private final boolean wholeFramework;

  /** Written by the slot while no container runs; volatile because any thread loads classes. */
  private volatile View view;

  /** What only the one container has. */
  private record View(ContainerClassPath classPath, URLClassLoader before, URLClassLoader after) {
    static View of(ContainerClassPath classPath) {
      List<Path> own = classPath.own();
      int split = classPath.ownBeforeFramework();
      return new View(
          classPath, segment(own.subList(0, split)), segment(own.subList(split, own.size())));
    }

    private static URLClassLoader segment(List<Path> entries) {
      return new URLClassLoader(FrameworkLoader.urls(entries), null);
    }

    void close() throws IOException {
      try (before) {
        after.close();
      }
    }
  }

  /**
   * Makes the loader of a container.
   *
   * @param name for thread dumps, for example the container id
   * @param classPath a class path without conflict
   */
  public ContainerLoader(String name, ContainerClassPath classPath) {
    this(name, classPath, classPath.own(), index(classPath.own()));
  }

  /** As the JVM, a container does without an archive that cannot be read, and follows manifests. */
  private static Optional<JarIndex> index(List<Path> entries) {
    if (entries.size() < FEWEST_INDEXED) {
      return Optional.empty();
    }
    try {
      JarIndex index = new JarIndex(entries);
      if (!index.namesMore()) {
        return Optional.of(index);
      }
      index.close();
      return Optional.empty();
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes a loader that has other entries for its classes than for its resources.
   *
   * @param entries for classes
   * @param jars those among the entries; empty when each is asked
   */
  protected ContainerLoader(
      String name, ContainerClassPath classPath, List<Path> entries, Optional<JarIndex> jars) {
    super(name, FrameworkLoader.urls(entries), classPath.framework().getParent(), jars);
    if (classPath.conflict().isPresent()) {
      throw new IllegalArgumentException(classPath.conflict().get().detail());
    }
    this.framework = classPath.framework();
    this.wholeFramework = classPath.seesAllOfFramework();
    this.view = View.of(classPath);
  }

  /** A class's resource among the entries for classes, or null. */
  protected final URL ownResource(String name) {
    return super.findResource(name);
  }

  /** From now on the resources are those of another container. */
  protected final void show(ContainerClassPath classPath) throws IOException {
    View last = view;
    view = View.of(classPath);
    last.close();
  }

  /** From now on there are no resources. */
  protected final void hide() throws IOException {
    view.close();
  }

  /** The container's class path, the framework's entries as well. */
  @Override
  public final URL[] getURLs() {
    return FrameworkLoader.urls(view.classPath().named());
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      Class<?> type = findLoadedClass(name);
      if (type == null) {
        type = fromFramework(name);
      }
      if (type == null) {
        return super.loadClass(name, resolve);
      }
      return type;
    }
  }

  private Class<?> fromFramework(String name) {
    if (!view.classPath().seesFramework()) {
      return null;
    }
    Class<?> type = framework.loadOrNull(name);
    if (type == null || wholeFramework || type.getClassLoader() != framework) {
      return type;
    }
    return sees(type) ? type : null;
  }

  /** A class from no jar at all, as a proxy's, was made by one that is seen. */
  private boolean sees(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    return source == null || source.getLocation() == null || sees(source.getLocation());
  }

  private boolean sees(URL location) {
    try {
      return view.classPath().sees(Path.of(location.toURI()));
    } catch (URISyntaxException | IllegalArgumentException e) {
      return false;
    }
  }

  @Override
  public URL findResource(String name) {
    View now = view;
    URL url = now.before().findResource(name);
    if (url == null) {
      url = firstInFramework(name);
    }
    return url == null ? now.after().findResource(name) : url;
  }

  /** The first of {@link #inFramework}, or null; asks no jar after the one that has it. */
  private URL firstInFramework(String name) {
    if (!view.classPath().seesFramework() || !framework.mayHoldResource(name)) {
      return null;
    }
    try {
      Enumeration<URL> urls = framework.findResources(name);
      while (urls.hasMoreElements()) {
        URL url = urls.nextElement();
        if (isInSeenJar(url)) {
          return url;
        }
      }
      return null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * What the framework has in the jars that the container names; its own configuration directory is
   * none of them.
   */
  private Stream<URL> inFramework(String name) {
    if (!view.classPath().seesFramework() || !framework.mayHoldResource(name)) {
      return Stream.empty();
    }
    try {
      return Collections.list(framework.findResources(name)).stream().filter(this::isInSeenJar);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A resource of a jar has a URL like {@code jar:file:/dir/x.jar!/name}. */
  private boolean isInSeenJar(URL url) {
    String path = url.getPath();
    int end = path.indexOf("!/");
    if (!url.getProtocol().equals("jar") || end < 0) {
      return false;
    }
    if (wholeFramework) {
      return true;
    }
    try {
      return sees(URI.create(path.substring(0, end)).toURL());
    } catch (MalformedURLException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Once each: an own jar's manifest may name jars of the framework. */
  @Override
  public Enumeration<URL> findResources(String name) throws IOException {
    View now = view;
    Map<String, URL> urls = new LinkedHashMap<>();
    Stream.of(
            Collections.list(now.before().findResources(name)).stream(),
            inFramework(name),
            Collections.list(now.after().findResources(name)).stream())
        .flatMap(some -> some)
        .forEach(url -> urls.putIfAbsent(url.toExternalForm(), url));
    return Collections.enumeration(urls.values());
  }

  @Override
  public void letGo() throws IOException {
    try {
      view.close();
    } finally {
      super.letGo();
    }
  }
}
