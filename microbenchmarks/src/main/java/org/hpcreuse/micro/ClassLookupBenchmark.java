/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.classloader.ContainerClassPath;
import org.hpcreuse.classloader.ContainerLoader;
import org.hpcreuse.classloader.FrameworkLoader;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * How a container finds classes. Beside each is the JDK's own loader on the same jars, which is
 * what a forked JVM has, though its classes are then not there yet.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
public class ClassLookupBenchmark {
  private static final String FRAMEWORK_CLASS = "org.apache.hadoop.mapreduce.Mapper";
  private static final String USER_CLASS = "org.apache.hadoop.examples.WordCount";

  private List<Path> entries;
  private URL[] userJar;
  private URL[] all;
  private FrameworkLoader framework;
  private ContainerClassPath classPath;
  private ContainerLoader container;
  private URLClassLoader plain;

  /** Opens the jars. */
  @Setup
  public void open() throws IOException {
    HadoopJars hadoop = HadoopJars.fromEnvironment();
    framework = hadoop.load();
    entries = new ArrayList<>(hadoop.framework());
    entries.add(hadoop.examples());
    userJar = urls(List.of(hadoop.examples()));
    all = urls(entries);
    classPath = new ContainerClassPath(entries, framework);
    container = new ContainerLoader("container", classPath);
    plain = new URLClassLoader(all, ClassLoader.getPlatformClassLoader());
  }

  /** Closes them. */
  @TearDown
  public void close() throws IOException {
    plain.close();
    container.letGo();
    framework.letGo();
  }

  /** A class of Hadoop that the slot has already. */
  @Benchmark
  public Class<?> frameworkClass() throws ClassNotFoundException {
    return container.loadClass(FRAMEWORK_CLASS);
  }

  /** The same in a loader that has defined it. */
  @Benchmark
  public Class<?> frameworkClassOfTheJdksLoader() throws ClassNotFoundException {
    return plain.loadClass(FRAMEWORK_CLASS);
  }

  /** A new loader, a class of the user, the loader's end. */
  @Benchmark
  public Class<?> firstUserClass() throws IOException, ClassNotFoundException {
    ContainerLoader loader = new ContainerLoader("container", classPath);
    try {
      return loader.loadClass(USER_CLASS);
    } finally {
      loader.letGo();
    }
  }

  /** The same with the JDK's loader over the user's jar alone. */
  @Benchmark
  public Class<?> firstUserClassOfTheJdksLoader() throws IOException, ClassNotFoundException {
    try (URLClassLoader loader = new URLClassLoader(userJar, framework)) {
      return loader.loadClass(USER_CLASS);
    }
  }

  /** Whether the slot answers as the plain list would: looks into the user's jars. */
  @Benchmark
  public ContainerClassPath verdictOnAClassPath() throws IOException {
    return new ContainerClassPath(entries, framework);
  }

  private static URL[] urls(List<Path> entries) throws MalformedURLException {
    URL[] urls = new URL[entries.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = entries.get(i).toUri().toURL();
    }
    return urls;
  }
}
