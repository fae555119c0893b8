/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.hpcreuse.readonce.jdk.JdkClassFacts;

/**
 * What has been decided about classes by people: {@code review.txt}. The first line that names a
 * class, or a package or module it is in, decides. A class that no line names is {@link
 * ReviewVerdict#RESET}; an interface cannot be, since its fields are final for good: {@link
 * ReviewVerdict#COSTS}; one that reads only properties saved when the JVM started need not be:
 * {@link ReviewVerdict#STARTUP}.
 */
final class Review {
  private static final String ALL_BELOW = "/**";
  private static final String MODULE = "module:";

  private final List<Line> lines;

  private record Line(ReviewVerdict verdict, String subject, String reason) {
    boolean covers(JdkClassFacts facts) {
      if (subject.startsWith(MODULE)) {
        return facts.module().equals(subject.substring(MODULE.length()));
      }
      return subject.endsWith(ALL_BELOW)
          ? facts.name().startsWith(subject.substring(0, subject.length() - 2))
          : facts.name().equals(subject);
    }
  }

  private Review(List<Line> lines) {
    this.lines = List.copyOf(lines);
  }

  /** Reads the review that belongs to this version of the tool. */
  static Review load() {
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Review.class.getResourceAsStream("review.txt"), StandardCharsets.UTF_8))) {
      return of(in.lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Lines of a verdict, a subject and a reason: a class, {@code package/**} or {@code module:name}.
   */
  static Review of(List<String> text) {
    List<Line> lines = new ArrayList<>();
    for (String line : text) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] parts = line.strip().split("\\s+", 3);
        if (parts.length < 3) {
          throw new IllegalArgumentException("a verdict without a reason: " + line);
        }
        lines.add(
            new Line(ReviewVerdict.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1], parts[2]));
      }
    }
    return new Review(lines);
  }

  /** The classes that lines name one by one. */
  Set<String> classes() {
    return lines.stream()
        .map(Line::subject)
        .filter(subject -> !subject.endsWith(ALL_BELOW) && !subject.startsWith(MODULE))
        .collect(Collectors.toSet());
  }

  /** The verdict about a class. */
  ReviewVerdict verdict(Finding finding) {
    return line(finding).map(Line::verdict).orElseGet(() -> byRule(finding));
  }

  /** Why; empty for a class that no line names. */
  String reason(Finding finding) {
    return line(finding).map(Line::reason).orElse("");
  }

  private Optional<Line> line(Finding finding) {
    return lines.stream().filter(line -> line.covers(finding.facts())).findFirst();
  }

  private static ReviewVerdict byRule(Finding finding) {
    if (finding.facts().isInterface()) {
      return ReviewVerdict.COSTS;
    }
    boolean saved =
        !finding.inputs().isEmpty()
            && finding.inputs().stream().allMatch(InputKind.SAVED_PROPERTY::isOf);
    return saved ? ReviewVerdict.STARTUP : ReviewVerdict.RESET;
  }

  /** What lines name and no class of {@code found} bears: they review nothing. */
  Set<String> unused(Iterable<Finding> found) {
    Set<String> unused = new LinkedHashSet<>();
    lines.forEach(line -> unused.add(line.subject()));
    found.forEach(finding -> line(finding).ifPresent(line -> unused.remove(line.subject())));
    return unused;
  }
}
