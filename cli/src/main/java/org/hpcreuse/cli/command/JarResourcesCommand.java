/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.hpcreuse.protocol.ExitCodes;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what a class loader finds in jars: classes, or all else. */
@Command(
    name = "jar-resources",
    hidden = true,
    description = "Print the names of all files in jars that are no classes (used by up).",
    mixinStandardHelpOptions = true)
public final class JarResourcesCommand implements Callable<Integer> {
  private static final String SUFFIX = ".class";

  @Spec CommandSpec spec;

  @Option(
      names = "--classes",
      description = "Print the names of classes instead, as in a list of classes of HotSpot.")
  boolean classes;

  @Parameters(paramLabel = "JAR", arity = "1..*", description = "The jars.")
  List<Path> jars = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    TreeSet<String> names = new TreeSet<>();
    for (Path jar : jars) {
      try (ZipFile file = new ZipFile(jar.toFile())) {
        file.stream()
            .filter(entry -> !entry.isDirectory())
            .map(ZipEntry::getName)
            .filter(name -> name.endsWith(SUFFIX) == classes)
            .map(name -> classes ? name.substring(0, name.length() - SUFFIX.length()) : name)
            .filter(name -> !classes || !isSpecial(name))
            .forEach(names::add);
      } catch (IOException e) {
        throw new IOException(jar + " cannot be read: " + e.getMessage(), e);
      }
    }
    PrintWriter out = spec.commandLine().getOut();
    names.forEach(out::println);
    out.flush();
    return ExitCodes.OK;
  }

  /** A module's or a package's own file, or a class for a later JDK. */
  private static boolean isSpecial(String name) {
    return name.startsWith("META-INF/") || name.endsWith("-info");
  }
}
