/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.workload.foreign.kotlin;

import static org.hpcreuse.workload.foreign.Neighbour.print;

import java.util.List;
import kotlin.KotlinVersion;
import kotlin.Lazy;
import kotlin.LazyKt;
import kotlin.collections.CollectionsKt;
import kotlin.concurrent.ThreadsKt;
import kotlin.io.FilesKt;
import kotlin.ranges.IntRange;
import kotlin.text.Regex;
import org.hpcreuse.workload.foreign.Brings;
import org.hpcreuse.workload.foreign.Neighbour;

/** Uses Kotlin's library. */
@Brings("kotlin-stdlib")
public final class Library {
  private Library() {}

  public static void main(String[] args) throws Exception {
    if (Neighbour.spoils(args)) {
      System.setProperty("kotlin.left", "behind");
      ThreadsKt.thread(
          true,
          true,
          null,
          "left",
          -1,
          () -> {
            try {
              Thread.sleep(3_600_000);
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return kotlin.Unit.INSTANCE;
          });
    }
    Lazy<String> lazy = LazyKt.lazy(() -> "lazy");
    print("lazy", lazy.isInitialized() + " " + lazy.getValue());
    print("map", CollectionsKt.map(List.of(1, 2), x -> x * 2));
    print("range", new IntRange(1, 3));
    print("version", KotlinVersion.CURRENT);
    print("regex", new Regex("a+").replace("caat", "-"));
    print("extension", FilesKt.getExtension(new java.io.File("a.txt")));
  }
}
