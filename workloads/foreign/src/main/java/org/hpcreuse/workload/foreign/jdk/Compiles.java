/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.jdk;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.hpcreuse.workload.foreign.Neighbour;

/** Compiles a class, loads it and calls it. */
public final class Compiles {
  private Compiles() {}

  public static void main(String[] args) throws Exception {
    Path source =
        Files.writeString(
            Path.of(System.getProperty("user.dir"), "Made.java"),
            """
        public class Made implements java.util.function.Supplier<String> {
          static int made;
          public String get() {
            return "made " + ++made + " of " + org.hpcreuse.workload.foreign.Neighbour.class.getSimpleName();
          }
        }
        """);
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    boolean done =
        compiler
            .getTask(
                messages,
                null,
                null,
                List.of("-proc:none"),
                null,
                compiler.getStandardFileManager(null, null, null).getJavaFileObjects(source))
            .call();
    print("compiled", done + " " + messages);
    URLClassLoader loader =
        new URLClassLoader(
            new URL[] {source.getParent().toUri().toURL()}, Compiles.class.getClassLoader());
    Supplier<?> made =
        (Supplier<?>) loader.loadClass("Made").getDeclaredConstructor().newInstance();
    print("first", made.get());
    print("second", made.get());
    if (!Neighbour.spoils(args)) {
      loader.close();
    }
    print("tools", ToolProvider.getSystemDocumentationTool() != null);
    print("jar", java.util.spi.ToolProvider.findFirst("jar").isPresent());
  }
}
