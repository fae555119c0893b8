/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.statics;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.hpcreuse.cleanup.agent.InitializerHooks;
import org.hpcreuse.cleanup.boot.ClassHooks;
import org.hpcreuse.cleanup.state.LoadedClasses;

/**
 * A framework of its own, with the Hadoop jars of the test's class path: what a test does to its
 * statics is nobody else's. Rewrites initialisers as the agent does in a slot.
 */
final class TestFramework extends URLClassLoader {
  private final List<Class<?>> defined = new ArrayList<>();
  private final LoadedClasses classes = new LoadedClasses(this, this::defined);

  TestFramework() {
    super("framework", jars(), new BootClasses());
    addURL(TestFramework.class.getProtectionDomain().getCodeSource().getLocation());
  }

  LoadedClasses classes() {
    return classes;
  }

  private synchronized List<Class<?>> defined() {
    return List.copyOf(defined);
  }

  /** Initialises a class in the neutral context. */
  Class<?> initialize(String name) throws ClassNotFoundException {
    Thread thread = Thread.currentThread();
    ClassLoader context = thread.getContextClassLoader();
    thread.setContextClassLoader(this);
    try {
      return Class.forName(name, true, this);
    } finally {
      thread.setContextClassLoader(context);
    }
  }

  @Override
  protected synchronized Class<?> findClass(String name) throws ClassNotFoundException {
    try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
      if (in == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] file = in.readAllBytes();
      byte[] watched = InitializerHooks.mayBeIn(file) ? InitializerHooks.rewrite(file) : file;
      Class<?> type = defineClass(name, watched, 0, watched.length);
      defined.add(type);
      return type;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static URL[] jars() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> entry.endsWith(".jar") && !entry.contains("cleanup-boot"))
        .map(TestFramework::url)
        .toArray(URL[]::new);
  }

  private static URL url(String entry) {
    try {
      return new File(entry).toURI().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }

  /** The JDK and what rewritten initialisers call. */
  private static final class BootClasses extends ClassLoader {
    private static final String PACKAGE = ClassHooks.class.getPackageName() + ".";

    BootClasses() {
      super(getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (name.startsWith(PACKAGE)) {
        return ClassHooks.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }
  }
}
