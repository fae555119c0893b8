/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.hpcreuse.protocol.FallbackReason;
import org.hpcreuse.protocol.NotEligibleException;

/**
 * The options of a java command, as the java launcher reads them. Their values may be secret: never
 * log them.
 *
 * @param heapMb -Xmx in MiB, rounded up; empty without one
 * @param others in order, without -D, -Xmx and the class path; each one word
 * @param properties -D options in order
 * @param classPath before wildcards are expanded; empty without one
 */
public record JavaOptions(
    Optional<Integer> heapMb,
    List<String> others,
    Map<String, String> properties,
    Optional<String> classPath) {
  private static final Set<String> CLASS_PATH_OPTIONS = Set.of("-cp", "-classpath", "--class-path");
  private static final Set<String> MODULE_OPTIONS =
      Set.of("--add-opens", "--add-exports", "--add-reads", "--add-modules", "--patch-module");
  private static final String CLASS_PATH_PREFIX = "--class-path=";

  /**
   * Reads options up to a word that is none.
   *
   * @param words those behind the program; stands before the main class afterwards, or at the end
   * @throws NotEligibleException when the java launcher would not take them
   */
  public static JavaOptions read(ListIterator<String> words) throws NotEligibleException {
    Reader reader = new Reader(words);
    while (words.hasNext()) {
      String word = words.next();
      if (!word.startsWith("-") && !word.startsWith("@")) {
        words.previous();
        break;
      }
      reader.add(word);
    }
    return new JavaOptions(
        reader.heapMb, List.copyOf(reader.others), reader.properties, reader.classPath);
  }

  private static final class Reader {
    private final ListIterator<String> words;
    private final List<String> others = new ArrayList<>();
    private final Map<String, String> properties = new LinkedHashMap<>();
    private Optional<Integer> heapMb = Optional.empty();
    private Optional<String> classPath = Optional.empty();

    Reader(ListIterator<String> words) {
      this.words = words;
    }

    void add(String word) throws NotEligibleException {
      if (word.startsWith("-D")) {
        addProperty(word.substring(2));
      } else if (CLASS_PATH_OPTIONS.contains(word)) {
        if (!words.hasNext()) {
          throw new NotEligibleException(FallbackReason.JVM_FLAG, word + " without a value");
        }
        classPath = Optional.of(words.next());
      } else if (word.startsWith(CLASS_PATH_PREFIX)) {
        classPath = Optional.of(word.substring(CLASS_PATH_PREFIX.length()));
      } else if (word.startsWith("-Xmx")) {
        OptionalInt size = MemorySize.mebibytes(word.substring(4));
        if (size.isEmpty()) {
          throw new NotEligibleException(FallbackReason.JVM_FLAG, "-Xmx without a size");
        }
        heapMb = Optional.of(size.getAsInt());
      } else if (MODULE_OPTIONS.contains(word) && words.hasNext()) {
        others.add(word + "=" + words.next());
      } else {
        others.add(word);
      }
    }

    private void addProperty(String text) {
      int equals = text.indexOf('=');
      String name = equals < 0 ? text : text.substring(0, equals);
      String value = equals < 0 ? "" : text.substring(equals + 1);
      properties.put(name, value);
    }
  }

  /** Leaves the values out. */
  @Override
  public String toString() {
    return "JavaOptions[" + others.size() + " and " + properties.size() + " properties]";
  }
}
