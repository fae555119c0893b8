/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.hpcreuse.readonce.jdk.FieldName;
import org.hpcreuse.readonce.jdk.JdkClassFacts;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.hpcreuse.readonce.jdk.MethodFacts;

/** Finds every class of a JDK whose static state depends on what is read once. */
public final class ReadOnceScan {
  /** How many calls below an initialiser the use of another class's fields is looked for. */
  private static final int TAKEN_OVER_DEPTH = 2;

  /** In place of inputs that calls do not lead to. */
  private static final Set<String> RECORDED = Set.of("recorded");

  private final JdkImage image;
  private final Set<String> recorded;
  private final InputScan inputs;

  /**
   * @param recorded internal names of classes to be found in any case: those that read something as
   *     the recorder of the tests has seen, but not by calls that can be followed
   */
  public ReadOnceScan(JdkImage image, Set<String> recorded) {
    this.image = image;
    this.recorded = recorded;
    inputs = new InputScan(image);
  }

  /**
   * All of them, by internal name: those that read an input, then those that keep what one of them
   * holds, until there are no more.
   *
   * @param again whether what a class holds may become another, so that who keeps it matters
   */
  public SortedMap<String, Finding> find(Predicate<Finding> again) {
    SortedMap<String, Finding> found = new TreeMap<>();
    for (JdkClassFacts facts : image.classes()) {
      Set<String> read = new TreeSet<>();
      setters(facts).forEach(method -> read.addAll(inputs.inputs(method)));
      if (!read.isEmpty()) {
        found.put(facts.name(), new Finding(facts, new TreeSet<>(read), new TreeSet<>()));
      } else if (recorded.contains(facts.name())) {
        found.put(facts.name(), new Finding(facts, new TreeSet<>(RECORDED), new TreeSet<>()));
      }
    }
    while (addKeepers(found, again)) {}
    return found;
  }

  private boolean addKeepers(SortedMap<String, Finding> found, Predicate<Finding> again) {
    Map<String, Finding> more = new TreeMap<>();
    for (JdkClassFacts facts : image.classes()) {
      if (!found.containsKey(facts.name())) {
        Set<String> from = new TreeSet<>();
        for (MethodFacts method : setters(facts)) {
          for (FieldName field : inputs.reads(method, TAKEN_OVER_DEPTH)) {
            JdkClassFacts owner = image.declaring(field);
            if (owner != null && owner.isState(field.name()) && isAgain(found, owner, again)) {
              from.add(owner.name());
            }
          }
        }
        if (!from.isEmpty()) {
          more.put(facts.name(), new Finding(facts, new TreeSet<>(), new TreeSet<>(from)));
        }
      }
    }
    found.putAll(more);
    return !more.isEmpty();
  }

  private static boolean isAgain(
      Map<String, Finding> found, JdkClassFacts owner, Predicate<Finding> again) {
    Finding finding = found.get(owner.name());
    return finding != null && again.test(finding);
  }

  /** The initialiser, and what sets a static field of the class that is no constant. */
  private static Collection<MethodFacts> setters(JdkClassFacts facts) {
    return facts.hasState()
        ? facts.methods().entrySet().stream()
            .filter(
                method ->
                    method.getKey().equals(JdkClassFacts.INITIALIZER)
                        || method.getValue().writes().stream()
                            .anyMatch(field -> field.owner().equals(facts.name())))
            .map(Map.Entry::getValue)
            .toList()
        : Set.of();
  }
}
