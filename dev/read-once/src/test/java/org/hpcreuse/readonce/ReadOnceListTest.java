/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.readonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.hpcreuse.protocol.StartupProperties;
import org.hpcreuse.readonce.jdk.JdkImage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The lists that the agent reads are those of the JDKs that are there. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadOnceListTest {
  private static final String PROPERTY = "property:";

  private final List<ReadOnceList> lists = new ArrayList<>();

  ReadOnceListTest() throws IOException {
    for (Path home : homes()) {
      lists.add(ReadOnceList.of(home, Review.load()));
    }
  }

  /** This JDK, and those installed beside it whose lists we have. */
  private static List<Path> homes() throws IOException {
    Path own = Path.of(System.getProperty("java.home")).toRealPath();
    List<Path> homes = new ArrayList<>(List.of(own));
    Set<Integer> features = new HashSet<>(Set.of(Runtime.version().feature()));
    try (Stream<Path> beside = Files.list(own.getParent())) {
      for (Path home : beside.filter(Files::isDirectory).sorted().toList()) {
        if (Files.exists(home.resolve("lib/modules"))
            && resource(JdkImage.feature(home)) != null
            && features.add(JdkImage.feature(home))) {
          homes.add(home);
        }
      }
    }
    return homes;
  }

  private static InputStream resource(int feature) {
    return ReadOnceListTest.class.getResourceAsStream(
        "/org/hpcreuse/cleanup/initializer/jdk-" + feature + ".txt");
  }

  /** The inputs of a class may differ between updates of a JDK, and so may the order of lines. */
  @Test
  void shouldHoldEveryClassThatIsFoundWithItsVerdictAndUsers() throws IOException {
    for (ReadOnceList list : lists) {
      assertThat(decided(known(list.feature())))
          .as("JDK %s; review what is new, then java -jar read-once.jar", list.feature())
          .containsAll(decided(list.lines()));
    }
  }

  /** A class that is initialised when a slot starts does not see what a container sets. */
  @Test
  void shouldHoldNoPropertyOfTheStartThatAContainerCouldSetInVain() throws IOException {
    for (ReadOnceList list : lists) {
      assertThat(known(list.feature()))
          .filteredOn(line -> line.startsWith("startup ") || line.startsWith("fixed "))
          .flatExtracting(line -> List.of(line.split(" ", -1)))
          .filteredOn(word -> word.startsWith(PROPERTY) && !word.endsWith("*"))
          .extracting(word -> word.substring(PROPERTY.length()))
          .isNotEmpty()
          .allMatch(StartupProperties::contains, "is a start-up property");
    }
  }

  private static List<String> known(int feature) throws IOException {
    try (InputStream in = resource(feature)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }

  /** ReviewVerdict and class; who uses whose fields. */
  private static Set<String> decided(List<String> lines) {
    Set<String> decided = new HashSet<>();
    for (String line : lines) {
      String[] words = line.split(" ", -1);
      for (int i = 2; words[0].equals("uses") && i < words.length; i++) {
        decided.add("uses " + words[1] + " " + words[i]);
      }
      if (!words[0].equals("uses") && !words[0].equals("#")) {
        decided.add(words[0] + " " + words[1]);
      }
    }
    return decided;
  }

  @Test
  void shouldHaveTheClassThatKeepsTlsKeys() {
    assertThat(lists.get(0).lines())
        .anyMatch(
            line ->
                line.startsWith("reset sun/security/ssl/SSLContextImpl$DefaultManagersHolder ")
                    && line.contains("property:javax.net.ssl.keyStore "))
        .anyMatch(line -> line.startsWith("reset javax/net/ssl/HttpsURLConnection "));
  }

  @Test
  void shouldReviewNothingThatNoJdkHas() {
    Set<String> unused = new HashSet<>(lists.get(0).unusedReview());
    lists.forEach(list -> unused.retainAll(list.unusedReview()));
    assumeThat(lists).as("two JDKs of different versions").hasSizeGreaterThan(1);
    assertThat(unused).isEmpty();
  }

  @Test
  void shouldRefuseAVerdictWithoutAReason() {
    assertThatThrownBy(() -> Review.of(List.of("harmless java/lang/Object")))
        .hasMessageContaining("java/lang/Object");
  }
}
