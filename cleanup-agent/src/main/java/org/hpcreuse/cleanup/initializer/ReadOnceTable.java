/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cleanup.initializer;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hpcreuse.cleanup.boot.ReadOnceInputs;

/**
 * The reviewed list of one JDK: what is done about each class, and who uses the fields of those
 * that are initialised again. Names are internal ones. Immutable.
 */
public final class ReadOnceTable {
  private static final String USES = "uses";
  private static final int NEWEST = 99;

  /** What is done about a class. The other words of a list ask nothing of the agent. */
  enum Verdict {
    /** Initialised again by each container that uses it. */
    RESET,
    /** Initialised again when what it reads has changed. */
    REREAD,
    /** Initialised when the slot starts. */
    FIXED,
    /**
     * Cannot be initialised again: a container that does it under its own inputs costs the slot.
     */
    COSTS
  }

  private final Map<String, Verdict> verdicts = new HashMap<>();
  private final Map<String, ReadOnceInputs> inputs = new HashMap<>();
  private final Map<String, Map<String, String>> users = new HashMap<>();

  /** All of them but those that are only initialised early. */
  private final Set<String> rewritten = new HashSet<>();

  private ReadOnceTable(BufferedReader lines) throws IOException {
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (!line.startsWith("#")) {
        add(line.split(" ", -1));
      }
    }
  }

  /** The list of the JDK that this runs on, read once. */
  private static final class Own {
    static final Optional<ReadOnceTable> TABLE = read(Runtime.version().feature());
  }

  /** The list for the JDK that this runs on; empty when nobody has reviewed that JDK. */
  public static Optional<ReadOnceTable> ofThisJdk() {
    return Own.TABLE;
  }

  private static Optional<ReadOnceTable> read(int feature) {
    try (InputStream in = resource(feature)) {
      return in == null
          ? Optional.empty()
          : Optional.of(
              new ReadOnceTable(
                  new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The feature versions that have been reviewed. */
  static List<Integer> reviewed() {
    return IntStream.rangeClosed(1, NEWEST)
        .filter(feature -> ReadOnceTable.class.getResource(name(feature)) != null)
        .boxed()
        .toList();
  }

  /** What to say of the JDK that this runs on when {@link #ofThisJdk} has no list for it. */
  public static String notReviewed() {
    return "JDK "
        + Runtime.version().feature()
        + ": what its classes read once has not been reviewed; reviewed are "
        + reviewed();
  }

  private static InputStream resource(int feature) {
    return ReadOnceTable.class.getResourceAsStream(name(feature));
  }

  private static String name(int feature) {
    return "jdk-" + feature + ".txt";
  }

  private void add(String[] words) {
    if (words[0].equals(USES)) {
      Map<String, String> owners = new HashMap<>();
      for (String word : Arrays.asList(words).subList(2, words.length)) {
        String[] named = word.split("=", 2);
        owners.put(named[0], named[named.length - 1]);
      }
      users.put(words[1], owners);
      rewritten.add(words[1]);
      return;
    }
    for (Verdict verdict : Verdict.values()) {
      if (verdict.name().equalsIgnoreCase(words[0])) {
        verdicts.put(words[1], verdict);
        if (verdict != Verdict.FIXED) {
          rewritten.add(words[1]);
        }
        inputs.put(
            words[1],
            new ReadOnceInputs(
                names(words, "property:"), names(words, "security:"), verdict == Verdict.REREAD));
      }
    }
  }

  /** Names of inputs of a kind; those known by a part only are left out. */
  private static List<String> names(String[] words, String kind) {
    List<String> names = new ArrayList<>();
    for (String word : words) {
      if (word.startsWith(kind) && !word.endsWith("*") && !word.endsWith(".")) {
        names.add(word.substring(kind.length()));
      }
    }
    return List.copyOf(names);
  }

  /** What is done about a class; empty when nothing is. */
  Optional<Verdict> verdict(String className) {
    return Optional.ofNullable(verdicts.get(className));
  }

  /**
   * The classes whose fields a class uses, by the name that its code uses: that of a class to be
   * initialised again, or of one that inherits the field from it.
   */
  Map<String, String> usedBy(String className) {
    return users.getOrDefault(className, Map.of());
  }

  /** The classes whose files change, users of fields as well. */
  Set<String> rewritten() {
    return Collections.unmodifiableSet(rewritten);
  }

  /** What classes read, for {@link org.hpcreuse.cleanup.boot.ReadOnce}. */
  Map<String, ReadOnceInputs> inputs() {
    return Map.copyOf(inputs);
  }

  /** Binary names of the classes that containers initialise again. */
  public Set<String> initializedAgain() {
    return Stream.of(Verdict.RESET, Verdict.REREAD)
        .flatMap(verdict -> all(verdict).stream())
        .map(name -> name.replace('/', '.'))
        .collect(Collectors.toSet());
  }

  /** All classes about which the same is done. */
  Set<String> all(Verdict verdict) {
    return verdicts.entrySet().stream()
        .filter(entry -> entry.getValue() == verdict)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
