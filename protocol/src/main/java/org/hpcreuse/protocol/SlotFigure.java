/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol;

import java.util.Arrays;
import java.util.List;

/** What is measured of a slot's process, under these names on the wire and in JSON. */
public enum SlotFigure {
  /** Metaspace in use at the last full collection, KiB. */
  METASPACE("metaspaceKb"),
  /** Classes loaded at the last full collection. */
  CLASSES("loadedClasses"),
  /** Threads of the process that Java knows. */
  THREADS("threads"),
  /** Open file descriptors. */
  FDS("fds"),
  /** Resident memory, KiB. */
  RSS("rssKb"),
  /** Container loaders that the last full collection has left alive. */
  LIVE_LOADERS("liveLoaders"),
  /** Of these, those that have outlived several, {@code hpc-reuse.retire.loader-audits}. */
  LASTING_LOADERS("lastingLoaders");

  private final String key;

  SlotFigure(String key) {
    this.key = key;
  }

  /** The name on the wire and in JSON. */
  public String key() {
    return key;
  }

  /** All names, in order. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(SlotFigure::key).toList();
  }
}
