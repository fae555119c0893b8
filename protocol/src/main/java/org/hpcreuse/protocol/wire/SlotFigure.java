/* SPDX-License-Identifier: Apache-2.0 */
package org.hpcreuse.protocol.wire;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is measured of a slot's process, under these names on the wire and in JSON. */
public enum SlotFigure {
  /** Metaspace in use at the last full collection, KiB. */
  METASPACE("metaspaceKb"),
  /**
   * Compiled code at the last full collection, KiB. It grows for as long as the JVM finds something
   * to compile, up to {@code -XX:ReservedCodeCacheSize}.
   */
  CODE("codeKb"),
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
  LASTING_LOADERS("lastingLoaders"),
  /**
   * MPI objects that past containers have left and that the process keeps for ever, such as
   * communicators of broken gangs.
   */
  MPI_OBJECTS("mpiObjectsLeft"),
  /** Communicators that the process had when its last container ended, with the two of it. */
  MPI_COMMUNICATORS("mpiCommunicators");

  private final String key;

  SlotFigure(String key) {
    this.key = key;
  }

  /** The name on the wire and in JSON. */
  public String key() {
    return key;
  }

  /** Of what a slot says, the figures that are known by name: others could pass for its state. */
  public static Map<String, Long> known(Map<String, Long> said) {
    Map<String, Long> known = new LinkedHashMap<>(said);
    known.keySet().retainAll(keys());
    return known;
  }

  /** All names, in order. */
  public static List<String> keys() {
    return Arrays.stream(values()).map(SlotFigure::key).toList();
  }
}
