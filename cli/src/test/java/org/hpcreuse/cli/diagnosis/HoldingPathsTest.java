/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.cli.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Looks for an object in a dump of this very JVM. */
class HoldingPathsTest {
  private static final Map<String, Object> KEEPER = new HashMap<>();

  @TempDir Path dir;

  /** What is looked for. */
  static class Kept {}

  /** One kind of it. */
  static final class KeptTwice extends Kept {}

  @AfterEach
  void letGo() {
    KEEPER.clear();
  }

  @Test
  void shouldNameTheStaticFieldThatHoldsAnObject() throws IOException {
    KEEPER.put("key", new Kept());

    List<String> paths = HoldingPaths.search(dump(), Kept.class.getName());

    assertThat(paths)
        .singleElement()
        .asString()
        .startsWith("static " + HoldingPathsTest.class.getName() + ".KEEPER")
        .contains("HashMap$Node field value");
  }

  @Test
  void shouldNameWhatHoldsAnObjectOfASubclass() throws IOException {
    KEEPER.put("key", new KeptTwice());

    assertThat(HoldingPaths.search(dump(), Kept.class.getName())).hasSize(1);
  }

  @Test
  void shouldNameTheSoftReferenceThatHoldsAnObject() throws IOException {
    KEEPER.put("key", new SoftReference<>(new Kept()));

    assertThat(HoldingPaths.search(dump(), Kept.class.getName()))
        .singleElement()
        .asString()
        .endsWith("SoftReference field referent");
  }

  @Test
  void shouldFindNothingThatIsHeldWeakly() throws IOException {
    KEEPER.put("key", new WeakReference<>(new Kept()));

    assertThat(HoldingPaths.search(dump(), Kept.class.getName())).isEmpty();
  }

  private Path dump() throws IOException {
    Path file = dir.resolve("this.hprof");
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
        .dumpHeap(file.toString(), true);
    return file;
  }
}
