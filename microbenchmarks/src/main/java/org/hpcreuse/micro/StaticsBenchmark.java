/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.micro;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.hpcreuse.classloader.FrameworkLoader;
import org.hpcreuse.cleanup.state.LoadedClasses;
import org.hpcreuse.cleanup.state.Residue;
import org.hpcreuse.cleanup.statics.StaticState;
import org.hpcreuse.pool.slot.framework.FrameworkPreload;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * The comparison of the framework's static state with what it was, over the classes that a slot
 * initialises before its first container.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(
    jvmArgsAppend = {
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
      "--add-opens=java.base/java.util=ALL-UNNAMED",
      "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
      "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED"
    })
public class StaticsBenchmark {
  private FrameworkLoader framework;
  private StaticState statics;

  /** Initialises the classes and takes their state. */
  @Setup
  public void warmUp() throws IOException {
    framework = HadoopJars.fromEnvironment().load();
    statics = new StaticState(new LoadedClasses(framework, framework::defined));
    List<String> names = earlyClasses();
    statics.warmUp(() -> names.forEach(this::initialize));
  }

  /** Closes the jars. */
  @TearDown
  public void close() throws IOException {
    framework.letGo();
  }

  /** What a release does: compares, and writes what differs; here nothing does. */
  @Benchmark
  public int releaseRestores() {
    return statics.restore();
  }

  /** What an audit does. */
  @Benchmark
  public List<Residue> auditCompares() {
    return statics.differences();
  }

  /** How many things are compared. */
  int size() {
    return statics.size();
  }

  private void initialize(String name) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(framework);
    try {
      Class.forName(name, true, framework);
    } catch (ClassNotFoundException | LinkageError e) {
      return; // A slot leaves it out, too.
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  private static List<String> earlyClasses() throws IOException {
    try (InputStream in = FrameworkPreload.class.getResourceAsStream("early-classes.txt")) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.isBlank() && !line.startsWith("#"))
          .toList();
    }
  }
}
