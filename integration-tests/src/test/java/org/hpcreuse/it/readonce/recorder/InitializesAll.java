/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce.recorder;

import java.io.PrintStream;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.logging.LogManager;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Initialises every class of the JDK it runs on, shuffled by the seed that is its argument: what
 * one initialiser has made is not read for by the next. Prints {@code read CLASS WHAT} for each
 * whose initialiser reads something, then {@code initialised N}. Windows, and programs whose
 * initialisers take over the process's own streams, are left out.
 */
public final class InitializesAll {
  private static final List<String> LEFT_OUT =
      List.of("java.desktop", "jdk.accessibility", "jdk.jconsole", "jdk.unsupported.desktop");

  private InitializesAll() {}

  /** Does it. */
  public static void main(String[] args) throws ClassNotFoundException {
    PrintStream out = System.out;
    // Whichever initialiser comes first to load the network library, or to ask for the log manager,
    // reads
    // for all. A slot has done the former before its first container; loggers are put back by
    // steps of their own.
    Class.forName("sun.nio.ch.IOUtil");
    LogManager.getLogManager();
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    long initialised = 0;
    List<String> names =
        ModuleLayer.boot().configuration().modules().stream()
            .filter(module -> !LEFT_OUT.contains(module.name()))
            .flatMap(InitializesAll::classes)
            .sorted()
            .collect(Collectors.toCollection(ArrayList::new));
    Collections.shuffle(names, new Random(Long.parseLong(args[0])));
    Reads.begin();
    for (String name : names) {
      initialised += isInitialised(name, loader) ? 1 : 0;
    }
    Reads.found().forEach((name, what) -> out.println("read " + name + " " + what));
    out.println("initialised " + initialised);
    out.flush();
    Runtime.getRuntime().halt(0);
  }

  private static Stream<String> classes(ResolvedModule module) {
    try (ModuleReader reader = module.reference().open()) {
      return reader
          .list()
          .filter(name -> name.endsWith(".class") && !name.contains("-info"))
          .map(name -> name.substring(0, name.length() - ".class".length()).replace('/', '.'))
          .toList()
          .stream();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static boolean isInitialised(String name, ClassLoader loader) {
    try {
      Class.forName(name, true, loader);
      return true;
    } catch (ClassNotFoundException | RuntimeException | Error e) {
      return false;
    }
  }
}
