/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.readonce.recorder;

import java.io.PrintStream;
import java.lang.module.ModuleReader;
import java.lang.module.ResolvedModule;
import java.util.List;
import java.util.stream.Stream;

/**
 * Initialises every class of the JDK it runs on and prints {@code read CLASS WHAT} for each whose
 * initialiser reads something, then {@code initialised N}. Windows, and programs whose initialisers
 * take over the process's own streams, are left out.
 */
public final class InitializesAll {
  private static final List<String> LEFT_OUT =
      List.of("java.desktop", "jdk.accessibility", "jdk.jconsole", "jdk.unsupported.desktop");

  private InitializesAll() {}

  /** Does it. */
  public static void main(String[] args) throws ClassNotFoundException {
    PrintStream out = System.out;
    // The network library asks for java.net.preferIPv4Stack when it is loaded, in whichever
    // initialiser that is. A slot has loaded it before its first container.
    Class.forName("sun.nio.ch.IOUtil");
    ClassLoader loader = ClassLoader.getSystemClassLoader();
    long initialised = 0;
    Reads.begin();
    for (ResolvedModule module : ModuleLayer.boot().configuration().modules()) {
      if (!LEFT_OUT.contains(module.name())) {
        initialised += classes(module).filter(name -> isInitialised(name, loader)).count();
      }
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
