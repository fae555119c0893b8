/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.program;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hpcreuse.protocol.NotEligibleException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StartupVariablesTest {
  private static final Map<String, String> SLOTS = Map.of("LANG", "C.UTF-8");

  @ParameterizedTest
  @CsvSource({
    "LD_PRELOAD,/x.so,process-environment",
    "TZ,Asia/Tokyo,process-environment",
    "LANG,ja_JP,process-environment",
    "JAVA_TOOL_OPTIONS,-ea,jvm-flag"
  })
  void shouldRefuseWhatNeedsAProcessOfItsOwn(String name, String value, String key) {
    Map<String, String> wanted = new HashMap<>(SLOTS);
    wanted.put(name, value);
    assertThatThrownBy(() -> StartupVariables.requireSame(SLOTS, wanted))
        .isInstanceOf(NotEligibleException.class)
        .hasMessageStartingWith(key + ": " + name)
        .hasMessageNotContaining(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"LANG", "LC_ALL", "LC_CTYPE", "TZ"})
  void shouldRefuseWhatLacksALocaleOrZoneThatTheSlotsHave(String name) {
    assertThatThrownBy(() -> StartupVariables.requireSame(Map.of(name, "x"), Map.of()))
        .hasMessageContainingAll("process-environment", name + " is not set");
  }

  @ParameterizedTest
  @ValueSource(strings = {"LD_PRELOAD", "LD_AUDIT"})
  void shouldTakeAProgramThatDoesNotAskForTheLibraryOfItsNode(String name) {
    assertThatCode(() -> StartupVariables.requireSame(Map.of(name, "/x.so"), Map.of()))
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"LD_PRELOAD", "LD_AUDIT"})
  void shouldRefuseAProgramThatAsksForAnotherLibraryThanItsNode(String name) {
    assertThatThrownBy(
            () -> StartupVariables.requireSame(Map.of(name, "/x.so"), Map.of(name, "/y.so")))
        .hasMessage("process-environment: " + name + " differs from the slots' own");
  }

  @Test
  void shouldTakeAProgramThatIsLikeItsNode() {
    Map<String, String> wanted = Map.of("LANG", "C.UTF-8", "JAVA_TOOL_OPTIONS", "", "OTHER", "x");
    assertThatCode(() -> StartupVariables.requireSame(SLOTS, wanted)).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "libown.so,true",
    "libown.so.1.2,true",
    "libown.a,false",
    "libown.so.txt,false",
    "libhadoop.so,false"
  })
  void shouldRefuseLibrariesThatTheSlotsLack(String name, boolean refused, @TempDir Path dir)
      throws Exception {
    Files.createFile(Files.createDirectory(dir.resolve("lib")).resolve(name));
    Path work = Files.createDirectory(dir.resolve("work"));
    Map<String, String> wanted = Map.of("LD_LIBRARY_PATH", "../lib:/nowhere");

    ThrowingCallable check =
        () -> StartupVariables.requireNoLibraries(SLOTS, wanted, work, Map.of());

    if (refused) {
      assertThatThrownBy(check)
          .hasMessage(
              "process-environment: LD_LIBRARY_PATH has the libraries in %s, which the slots lack",
              dir.resolve("lib"));
    } else {
      assertThatCode(check).doesNotThrowAnyException();
    }
    assertThatCode(() -> StartupVariables.requireNoLibraries(wanted, wanted, work, Map.of()))
        .doesNotThrowAnyException();
    assertThatCode(() -> StartupVariables.requireNoLibraries(SLOTS, SLOTS, work, Map.of(name, dir)))
        .as("not looked for where it is linked to")
        .doesNotThrowAnyException();
  }

  @Test
  void shouldRefuseLibrariesThatAreLinkedIntoTheWorkingDirectory(@TempDir Path dir)
      throws Exception {
    Path archive = Files.createDirectories(dir.resolve("archive/lib"));
    Files.createFile(archive.resolve("libown.so"));
    Path work = dir.resolve("work");

    for (Map<String, Path> links :
        List.of(
            Map.of("libown.so", archive.resolve("libown.so")),
            Map.of("native", dir.resolve("archive")),
            Map.of("native/lib/libown.so.1", archive.resolve("libown.so")))) {
      assertThatThrownBy(
              () ->
                  StartupVariables.requireNoLibraries(
                      SLOTS, Map.of("LD_LIBRARY_PATH", ".:native/lib"), work, links))
          .as(links.toString())
          .hasMessageContaining(work.toString());
    }
  }

  @Test
  void shouldTakeDirectoriesThatEveryProcessSearches(@TempDir Path work) {
    Map<String, String> wanted =
        Map.of("LD_LIBRARY_PATH", "/usr/lib:/lib64:/usr/lib/x86_64-linux-gnu/");
    assertThatCode(() -> StartupVariables.requireNoLibraries(SLOTS, wanted, work, Map.of()))
        .doesNotThrowAnyException();
  }
}
