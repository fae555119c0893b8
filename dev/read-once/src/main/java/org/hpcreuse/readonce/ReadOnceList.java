/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.hpcreuse.readonce.jdk.FieldName;
import org.hpcreuse.readonce.jdk.JdkClassFacts;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.hpcreuse.readonce.jdk.MethodFacts;

/** The list of one JDK: each class found, with its verdict, and who uses the fields of others. */
final class ReadOnceList {
  private final int feature;
  private final SortedMap<String, Finding> found;
  private final Review review;
  private final SortedMap<String, SortedSet<String>> users;

  private ReadOnceList(
      int feature,
      SortedMap<String, Finding> found,
      Review review,
      SortedMap<String, SortedSet<String>> users) {
    this.feature = feature;
    this.found = found;
    this.review = review;
    this.users = users;
  }

  /**
   * Reads a JDK.
   *
   * @throws IOException when {@code home} is none
   */
  static ReadOnceList of(Path home, Review review) throws IOException {
    JdkImage image = JdkImage.read(home);
    SortedMap<String, Finding> found =
        new ReadOnceScan(image, review.classes())
            .find(finding -> review.verdict(finding).changes());
    return new ReadOnceList(JdkImage.feature(home), found, review, users(image, found, review));
  }

  /** Classes that touch static fields of others whose state changes, to those others. */
  private static SortedMap<String, SortedSet<String>> users(
      JdkImage image, SortedMap<String, Finding> found, Review review) {
    SortedMap<String, SortedSet<String>> users = new TreeMap<>();
    for (JdkClassFacts facts : image.classes()) {
      for (MethodFacts method : facts.methods().values()) {
        for (Set<FieldName> fields : List.of(method.reads(), method.writes())) {
          for (FieldName field : fields) {
            JdkClassFacts owner = image.declaring(field);
            if (owner != null
                && !owner.name().equals(facts.name())
                && owner.isState(field.name())
                && found.containsKey(owner.name())
                && review.verdict(found.get(owner.name())).changes()) {
              users
                  .computeIfAbsent(facts.name(), name -> new TreeSet<>())
                  .add(
                      field.owner().equals(owner.name())
                          ? owner.name()
                          : field.owner() + "=" + owner.name());
            }
          }
        }
      }
    }
    return users;
  }

  /** The feature version of the JDK. */
  int feature() {
    return feature;
  }

  /** What the review names and this JDK does not have. */
  Set<String> unusedReview() {
    return review.unused(found.values());
  }

  /** How many classes have each verdict. */
  Map<ReviewVerdict, Integer> counts() {
    Map<ReviewVerdict, Integer> counts = new EnumMap<>(ReviewVerdict.class);
    found.values().forEach(finding -> counts.merge(verdict(finding), 1, Integer::sum));
    return counts;
  }

  /** The lines of the agent's list: a verdict, a class and its inputs; then the users. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add("# SPDX-License-Identifier: Apache-2.0");
    lines.add("# Written by the module read-once from the class files of a JDK " + feature + ".");
    for (Finding finding : found.values()) {
      lines.add(
          verdict(finding).word()
              + " "
              + finding.name()
              + words(" ", finding.inputs())
              + words(" from:", finding.from()));
    }
    users.forEach((user, owners) -> lines.add("uses " + user + words(" ", owners)));
    return lines;
  }

  /** The same for people: module, verdict and reason. */
  List<String> table() {
    return found.values().stream()
        .map(
            finding ->
                String.join(
                    "\t",
                    finding.facts().module(),
                    finding.name(),
                    verdict(finding).word(),
                    finding.inputs().isEmpty() ? "taken over" : String.join(" ", finding.inputs()),
                    review.reason(finding)))
        .toList();
  }

  private ReviewVerdict verdict(Finding finding) {
    return review.verdict(finding);
  }

  private static String words(String before, Set<String> words) {
    return words.stream().map(word -> before + word).collect(Collectors.joining());
  }
}
