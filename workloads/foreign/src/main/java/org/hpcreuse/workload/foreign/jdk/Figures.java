/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import org.hpcreuse.workload.foreign.Neighbour;

/** Asks for figures of the process. */
public final class Figures {
  private Figures() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("java.version", "1");
      System.setProperty("java.class.path", "left");
      System.setProperty("user.dir", "/");
    }
    print("heap", Runtime.getRuntime().maxMemory() > 150 << 20);
    print("small", Runtime.getRuntime().maxMemory() < 210 << 20);
    print("processors", Runtime.getRuntime().availableProcessors());
    print("version", System.getProperty("java.version").equals("1"));
    print("runtime", Runtime.version().feature());
    print("path", System.getProperty("java.class.path").contains("Figures.jar"));
    print(
        "bean",
        ManagementFactory.getRuntimeMXBean()
            .getClassPath()
            .equals(System.getProperty("java.class.path")));
    print(
        "name",
        ManagementFactory.getRuntimeMXBean()
            .getName()
            .startsWith(ProcessHandle.current().pid() + "@"));
    print("dir", Files.isSameFile(Path.of(""), Path.of(System.getenv("PWD"))));
    print("user", System.getProperty("user.dir").equals(System.getenv("PWD")));
    print("command", System.getProperty("sun.java.command").split(" ", 2)[0]);
    print(
        "threads",
        Thread.currentThread().getThreadGroup().getName() + " " + Thread.currentThread().getName());
    StackTraceElement[] stack = Thread.currentThread().getStackTrace();
    print("bottom", stack[stack.length - 1].getMethodName());
    print("depth", stack.length);
    print("loader", Figures.class.getClassLoader() == ClassLoader.getSystemClassLoader());
    print(
        "context",
        Thread.currentThread().getContextClassLoader() == ClassLoader.getSystemClassLoader());
    print("caller", ProcessHandle.current().children().count());
    print("module", Figures.class.getModule().isNamed());
  }
}
