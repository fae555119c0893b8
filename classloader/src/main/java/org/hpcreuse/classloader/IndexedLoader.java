/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.classloader;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.security.CodeSigner;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.jar.Attributes;
import java.util.jar.Manifest;

/**
 * Defines classes as {@link URLClassLoader} does, except that the right jar is asked at once, and
 * none for a class that none has: many look-ups find nothing, as those of {@link
 * java.beans.Introspector}. Thread-safe.
 */
public abstract sealed class IndexedLoader extends URLClassLoader
    permits FrameworkLoader, ContainerLoader {
  static {
    registerAsParallelCapable();
  }

  /** The class that a thread defines. */
  private static final ThreadLocal<Defining> DEFINING = new ThreadLocal<>();

  /** Empty when each entry is asked. */
  private final Optional<JarIndex> jars;

  /** As {@link java.security.SecureClassLoader} has them: one for each jar and those who signed. */
  private final Map<Origin, ProtectionDomain> domains = new ConcurrentHashMap<>();

  /** The two methods are written out: to make those of a record takes 15 ms of a slot's start. */
  private record Origin(int place, List<CodeSigner> signers) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Origin origin
          && origin.place == place
          && origin.signers.equals(signers);
    }

    @Override
    public int hashCode() {
      return 31 * place + signers.hashCode();
    }
  }

  /** Null bytes are those of an image, which no agent changes any more. */
  @SuppressWarnings("ArrayRecordComponent") // made here, never compared
  private record Defining(ClassLoader by, String name, byte[] bytes) {}

  /**
   * Makes the loader.
   *
   * @param jars those of the URLs, all of them; closed with the loader
   */
  IndexedLoader(String name, URL[] urls, ClassLoader parent, Optional<JarIndex> jars) {
    super(name, urls, parent);
    this.jars = jars;
  }

  @Override
  protected Class<?> findClass(String name) throws ClassNotFoundException {
    if (jars.isEmpty()) {
      return super.findClass(name);
    }
    try {
      Optional<JarIndex.Found> found = jars.get().find(name);
      if (found.isPresent()) {
        return define(name, found.get());
      }
      if (!jars.get().mayBeElsewhere(name)) {
        throw new ClassNotFoundException(name);
      }
    } catch (IOException | IllegalStateException e) {
      throw new ClassNotFoundException(name, e); // also when the jars have been closed
    }
    return super.findClass(name);
  }

  /** The first of some classes that this loader would define. */
  public Optional<String> firstHeld(Collection<String> names) {
    return names.stream()
        .sorted()
        .filter(
            name ->
                jars.map(index -> index.holds(name))
                    .orElseGet(() -> super.findResource(name.replace('.', '/') + ".class") != null))
        .findFirst();
  }

  /** Looks in all entries, also in those that came later. */
  protected final Class<?> findInAll(String name) throws ClassNotFoundException {
    return super.findClass(name);
  }

  private Class<?> define(String name, JarIndex.Found file) {
    definePackage(JarIndex.packageOf(name), file);
    ProtectionDomain domain = domain(file);
    return during(
        new Defining(this, name, file.bytes()),
        () -> {
          byte[] bytes = defined(name, file.bytes());
          return defineClass(name, bytes, 0, bytes.length, domain);
        });
  }

  /**
   * Defines a class from an image.
   *
   * @param found where the image has it
   * @throws ClassNotFoundException when the jar cannot be read that it was made from
   */
  final Class<?> define(String name, ClassImage.Found found) throws ClassNotFoundException {
    ProtectionDomain domain;
    try {
      JarIndex.Found file = jars.orElseThrow().unsigned(found.place());
      definePackage(JarIndex.packageOf(name), file);
      domain = domain(file);
    } catch (IOException | IllegalStateException e) {
      throw new ClassNotFoundException(name, e); // also when the jars have been closed
    }
    return during(new Defining(this, name, null), () -> defineClass(name, found.bytes(), domain));
  }

  /**
   * Whether the calling thread defines a class from an image, so that agents have to leave it as it
   * is.
   *
   * @param loader the one that defines it
   * @param internalName may be null
   */
  public static boolean isFromImage(ClassLoader loader, String internalName) {
    Defining now = DEFINING.get();
    return now != null
        && now.bytes() == null
        && now.by() == loader
        && internalName != null
        && now.name().equals(internalName.replace('/', '.'));
  }

  private static Class<?> during(Defining defining, Supplier<Class<?>> definition) {
    Defining outer = DEFINING.get();
    DEFINING.set(defining);
    try {
      return definition.get();
    } finally {
      if (outer == null) {
        DEFINING.remove();
      } else {
        DEFINING.set(outer);
      }
    }
  }

  /** The bytes that a class of the index is defined from; a subclass may change them. */
  protected byte[] defined(String name, byte[] file) {
    return file;
  }

  private void definePackage(String name, JarIndex.Found file) {
    if (name.isEmpty()) {
      return;
    }
    if (getDefinedPackage(name) == null) {
      Manifest manifest = file.manifest() == null ? new Manifest() : file.manifest();
      try {
        definePackage(name, manifest, file.seal());
        return;
      } catch (IllegalArgumentException e) {
        if (getDefinedPackage(name) == null) {
          throw e;
        }
      }
    }
    Package known = getDefinedPackage(name);
    if (known.isSealed() ? !known.isSealed(file.seal()) : seals(file.manifest(), name)) {
      throw new SecurityException(
          "package " + name + " is sealed: " + file.source().getLocation() + " cannot add to it");
    }
  }

  /** Whether all classes of the package must be of the jar with that manifest. */
  private static boolean seals(Manifest manifest, String packageName) {
    if (manifest == null) {
      return false;
    }
    Attributes own = manifest.getAttributes(packageName.replace('.', '/') + "/");
    String value = own == null ? null : own.getValue(Attributes.Name.SEALED);
    return Boolean.parseBoolean(
        value == null ? manifest.getMainAttributes().getValue(Attributes.Name.SEALED) : value);
  }

  private ProtectionDomain domain(JarIndex.Found file) {
    CodeSigner[] signers = file.source().getCodeSigners();
    return domains.computeIfAbsent(
        new Origin(file.place(), signers == null ? List.of() : List.of(signers)),
        origin -> domain(file.source()));
  }

  private ProtectionDomain domain(CodeSource source) {
    return new ProtectionDomain(source, getPermissions(source), this, null);
  }

  /**
   * The domains of the classes whose jar is another file now, each with what it would be if they
   * were defined now.
   */
  protected final Map<ProtectionDomain, ProtectionDomain> movedDomains() {
    Map<ProtectionDomain, ProtectionDomain> now = new HashMap<>();
    domains.forEach(
        (origin, domain) -> {
          URL url = jars.orElseThrow().url(origin.place());
          CodeSource source = domain.getCodeSource();
          if (!url.toExternalForm().equals(source.getLocation().toExternalForm())) {
            now.put(domain, domain(new CodeSource(url, source.getCodeSigners())));
          }
        });
    return now;
  }

  /** The file of the class that the calling thread is defining, if it has that name. */
  protected final Optional<byte[]> beingDefined(String binaryName) {
    Defining now = DEFINING.get();
    return now != null && now.by() == this && now.name().equals(binaryName)
        ? Optional.ofNullable(now.bytes())
        : Optional.empty();
  }

  /**
   * Does nothing: a container's code can call it, and others use the loader as well. In a JVM of
   * its own the class path's loader cannot be closed.
   */
  @Override
  public final void close() {}

  /**
   * Closes the files: no class or resource is found any more. Called by the slot while no container
   * uses the loader.
   *
   * @throws IOException when one of the files cannot be closed; the others are
   */
  public void letGo() throws IOException {
    try {
      if (jars.isPresent()) {
        jars.get().close();
      }
    } finally {
      super.close();
    }
  }
}
