/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.it.program.probe.framework;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.hpcreuse.it.program.probe.report.Digest;
import org.hpcreuse.it.program.probe.report.Peek;
import org.hpcreuse.it.program.probe.report.Report;
import org.hpcreuse.it.program.probe.report.Sight;

/** The static fields of the classes in hadoop-classes.txt, which it initialises. */
public final class StaticsSight implements Sight {
  private static final String LIST = "hadoop-classes.txt";

  /** Far enough to see what a singleton's own singleton holds. */
  private static final int DEPTH = 3;

  @Override
  public void look(Report report) throws IOException {
    List<String> names = names();
    for (String name : names) {
      try {
        look(Class.forName(name, true, StaticsSight.class.getClassLoader()), report);
      } catch (ReflectiveOperationException | LinkageError e) {
        report.put("static." + name, e);
      }
    }
    report.put("statics.classes", names.size());
  }

  private static void look(Class<?> type, Report report) throws ReflectiveOperationException {
    for (Field field : type.getDeclaredFields()) {
      if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
        String key = "static." + type.getName() + "." + field.getName();
        report.put(key, Digest.of(Peek.read(null, field), DEPTH));
      }
    }
  }

  /** The classes' names. */
  static List<String> names() throws IOException {
    try (InputStream in = StaticsSight.class.getResourceAsStream(LIST)) {
      return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
          .lines()
          .filter(line -> !line.startsWith("#"))
          .toList();
    }
  }
}
