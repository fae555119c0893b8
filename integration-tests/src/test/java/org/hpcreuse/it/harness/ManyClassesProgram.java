/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.harness;

import java.nio.file.Path;
import java.util.List;

/**
 * A program with so many classes that other slots load them, too. Its main class is {@code Many}.
 */
public final class ManyClassesProgram {
  /** How many classes it has beside two others. */
  public static final int CLASSES = 600;

  private ManyClassesProgram() {}

  /**
   * Compiles one that prints how many of its classes were initialised before it used them, how many
   * it has used, how many are initialised then, whether {@code java.util} is open to it, its name,
   * and the name of the jar that its classes say they are from.
   *
   * @param name of the program, and of its jar
   * @return its jar
   */
  public static Path make(Path dir, String name) throws Exception {
    StringBuilder source = new StringBuilder(100_000);
    source.append("import java.util.concurrent.atomic.AtomicInteger;\n");
    source.append("public class Many {\n  static class Count { static int begun; }\n");
    for (int i = 0; i < CLASSES; i++) {
      source.append("  static class C").append(i);
      source.append(" { static { Count.begun++; } static int one() { return 1; } }\n");
    }
    source.append("  public static void main(String[] args) throws Exception {\n");
    source.append("    int before = Count.begun; int sum = 0;\n");
    for (int i = 0; i < CLASSES; i++) {
      source.append("    sum += C").append(i).append(".one();\n");
    }
    source.append("    boolean open = true;\n    try {\n");
    source.append(
        "      java.util.ArrayList.class.getDeclaredField(\"size\").setAccessible(true);\n");
    source.append("    } catch (RuntimeException e) {\n      open = false;\n    }\n");
    source.append(
        "    System.out.println(before + \" \" + sum + \" \" + Count.begun + \" \" + open");
    source.append(" + \" ").append(name).append(" \" + new java.io.File(");
    source.append("Many.class.getProtectionDomain().getCodeSource().getLocation().toURI())");
    source.append(".getName());\n  }\n}\n");
    return ProgramJar.compiled(dir, name, "Many", source.toString(), List.of());
  }
}
